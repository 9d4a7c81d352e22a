// The ending of a player who has royal pieces only: clause O5 of the rulings on the relatives of
// chess, and what other results and royals make of it.
#include "oracle/bared.h"

#include "oracle/testing.h"

namespace regelwerk::oracle {
namespace {

using testing::bundled;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::laboratory;
using testing::played;
using testing::position;

const spec::Variant& courier() { return bundled("courier"); }

std::string ending(const Referee& referee, const std::string& text) {
  return referee.status(position(referee, text)).ending;
}

// The game has ended with a win of `winner`, and all the referee's answers say so.
void expect_bared(const Referee& referee, const Position& at, std::optional<int> winner) {
  SCOPED_TRACE(referee.text(at));
  const Status status = referee.status(at);
  EXPECT_EQ(status.ending, "bared");
  EXPECT_EQ(status.winner, winner);
  EXPECT_THAT(status.claims, IsEmpty());
  EXPECT_THAT(referee.legal_actions(at), IsEmpty());
  EXPECT_EQ(*referee.perft(at, 1), 0u);
  EXPECT_EQ(*referee.perft(at, 3), 0u);
  EXPECT_THAT(*referee.divide(at, 2), IsEmpty());
}

TEST(Bared, GoesOnWhileOnePieceMayBeCaptured) {
  const Referee referee(courier());
  const Position at = position(referee, "11k/12/12/12/12/12/1r10/K11 w - - 0 1");
  EXPECT_EQ(referee.status(at).ending, "ongoing");
  EXPECT_THAT(referee.legal_actions(at), ElementsAre("a1b2"));
  EXPECT_TRUE(referee.judge(at, "a1b2").legal);
  const Position both_bare = played(referee, at, {"a1b2"});
  EXPECT_EQ(referee.status(both_bare).ending, "ongoing");
  EXPECT_THAT(referee.legal_actions(both_bare), ElementsAre("l8k7", "l8k8", "l8l7"));
  EXPECT_EQ(*referee.perft(at, 2), 3u);
}

TEST(Bared, GoesOnForOneActionAlsoIfThePieceIsOutOfReach) {
  const Referee referee(courier());
  const Position at = position(referee, "11k/12/12/12/12/12/5r6/K11 w - - 0 1");
  EXPECT_EQ(referee.status(at).ending, "ongoing");
  EXPECT_THAT(referee.legal_actions(at), ElementsAre("a1b1"));
  const Position after = played(referee, at, {"a1b1"});
  EXPECT_EQ(referee.text(after), "11k/12/12/12/12/12/5r6/1K10 b - - 1 1");
  expect_bared(referee, after, 1);
  EXPECT_EQ(*referee.perft(at, 1), 1u);
  EXPECT_EQ(*referee.perft(at, 2), 0u);
}

TEST(Bared, IsLostAtOnceAgainstTwoPieces) {
  const Referee referee(courier());
  const Position at = position(referee, "11k/12/12/12/12/5n6/5r6/K11 w - - 0 1");
  expect_bared(referee, at, 1);
  EXPECT_EQ(referee.status(at).clause, "O5");
  expect_bared(referee, position(referee, "k11/12/12/12/12/5N6/5R6/11K b - - 0 1"), 0);
}

TEST(Bared, IsLostByTheBarePlayerAlsoWhenTheOtherIsToAct) {
  const Referee referee(courier());
  expect_bared(referee, position(referee, "11k/12/12/12/12/12/5r6/K11 b - - 0 1"), 1);
  expect_bared(referee, position(referee, "11k/12/12/12/12/12/5R6/K11 w - - 0 1"), 0);
  expect_bared(referee, position(referee, "11k/12/12/12/12/5p6/5r6/K11 b - - 0 1"), 1);
  expect_bared(referee, position(referee, "11k/12/12/12/12/5P6/5R6/K11 w - - 0 1"), 0);
}

TEST(Bared, IsNobodyWhileBothOrNeitherHaveOnlyKings) {
  const Referee referee(courier());
  for (const char* turn : {" w", " b"}) {
    const std::string rest = std::string(turn) + " - - 0 1";
    EXPECT_EQ(ending(referee, "11k/12/12/12/12/12/12/K11" + rest), "ongoing");
    EXPECT_EQ(ending(referee, "11k/12/12/12/p11/P11/12/K11" + rest), "ongoing");
    EXPECT_EQ(ending(referee, "5rn4k/12/12/12/12/P11/12/K11" + rest), "ongoing");
    // The mann moves as a king and is a piece besides him.
    EXPECT_EQ(ending(referee, "5rn4k/12/12/12/12/12/12/K2M8" + rest), "ongoing");
  }
}

TEST(Bared, ComesWithTheCaptureOfTheLastPiece) {
  const Referee referee(courier());
  const Position one =
      played(referee, position(referee, "11k/12/12/12/12/r11/12/R1K9 b - - 0 1"), {"a3a1"});
  EXPECT_EQ(referee.status(one).ending, "ongoing");
  EXPECT_TRUE(referee.status(one).in_check);
  EXPECT_THAT(referee.legal_actions(one), ElementsAre("c1b2", "c1c2", "c1d2"));
  expect_bared(referee, played(referee, one, {"c1b2"}), 1);
  const Position two =
      played(referee, position(referee, "11k/12/12/12/12/r10p/12/R1K9 b - - 0 1"), {"a3a1"});
  expect_bared(referee, two, 1);
  EXPECT_TRUE(referee.status(two).in_check);
  // Whoever takes the other's last piece but one of his own has left it to be taken.
  const Position taken =
      played(referee, position(referee, "11k/12/12/12/12/12/Rr10/K11 b - - 0 1"), {"b2a2", "a1a2"});
  EXPECT_EQ(referee.status(taken).ending, "ongoing");
}

TEST(Bared, ComesBeforeCheckmateAndStalemate) {
  const Referee referee(courier());
  // Against one piece the game goes on, and this is mate in the corner, or no legal action.
  EXPECT_EQ(ending(referee, "12/12/12/12/12/k11/12/K4r6 w - - 0 1"), "checkmate");
  EXPECT_EQ(ending(referee, "12/12/12/12/12/2k9/1r10/K11 w - - 0 1"), "stalemate");
  const Position at = position(referee, "12/12/12/12/12/k11/5n6/K4r6 w - - 0 1");
  expect_bared(referee, at, 1);
  EXPECT_TRUE(referee.status(at).in_check);
  expect_bared(referee, position(referee, "12/12/12/12/12/2k9/1r3n6/K11 w - - 0 1"), 1);
}

TEST(Bared, IsWhatTheRefereeNamesAgainstAnyAction) {
  const Referee referee(courier());
  const Position at = position(referee, "11k/12/12/12/12/5n6/5r6/K11 w - - 0 1");
  const Verdict legal_otherwise = referee.judge(at, "a1b1");
  EXPECT_FALSE(legal_otherwise.legal);
  ASSERT_EQ(legal_otherwise.reasons.size(), 1u);
  EXPECT_EQ(legal_otherwise.reasons[0].rule, "action.game-over");
  EXPECT_EQ(legal_otherwise.reasons[0].clause, "O5");
  EXPECT_EQ(legal_otherwise.reasons[0].sentence, courier().clauses.at("O5").says);
  EXPECT_EQ(legal_otherwise.reasons[0].shown,
            "the game is over: besides royal pieces White has nothing left and Black has 2 pieces");
  EXPECT_THROW(referee.after(at, "a1b1"), std::invalid_argument);
  // What is illegal anyway has its own reasons first.
  const Verdict illegal_anyway = referee.judge(at, "a1a2");
  ASSERT_EQ(illegal_anyway.reasons.size(), 2u);
  EXPECT_EQ(illegal_anyway.reasons[0].rule, "royal-safety.into-check");
  EXPECT_EQ(illegal_anyway.reasons[1].rule, "action.game-over");
  const Position winner_to_act = position(referee, "11k/12/12/12/12/12/5r6/K11 b - - 0 1");
  const Verdict of_the_winner = referee.judge(winner_to_act, "f2f1");
  ASSERT_EQ(of_the_winner.reasons.size(), 1u);
  EXPECT_EQ(of_the_winner.reasons[0].shown,
            "the game is over: besides royal pieces White has nothing left and Black has 1 piece");
}

TEST(Bared, StopsPerft) {
  // Published in the tests of ywzvennu/mcr; Fairy-Stockfish 11.1 counts the same.
  const Referee referee(courier());
  const Position at = position(referee, "3r7k/1P10/12/12/12/12/12/K11 w - - 0 1");
  std::vector<std::uint64_t> counts;
  for (int depth : {1, 2, 3, 4}) counts.push_back(*referee.perft(at, depth));
  EXPECT_THAT(counts, ElementsAre(4, 79, 475, 9550));
}

TEST(Bared, MayBeADrawOrAWin) {
  const std::string text = "7k/8/8/8/8/5n2/5r2/K7 w - - 0 1";
  for (const auto& [result, winner] : {std::pair<std::string, std::optional<int>>("loss", 1),
                                       {"draw", std::nullopt},
                                       {"win", 0}}) {
    const spec::Variant variant = laboratory("endings: {bared: {result: " + result + "}}\n");
    const Referee referee(variant);
    expect_bared(referee, position(referee, text), winner);
    EXPECT_EQ(referee.status(position(referee, text)).clause, "");
  }
}

TEST(Bared, ClaimsNoDrawOnceTheGameIsOver) {
  // A lone knight cannot mate, which would draw the game; but it has ended before.
  const spec::Variant variant = laboratory("endings: {bared: {result: loss}}\n");
  const Referee referee(variant);
  expect_bared(referee, position(referee, "7k/8/8/8/8/8/5n2/K7 b - - 120 90"), 1);
  EXPECT_EQ(referee.status(position(referee, "7k/8/8/8/8/8/5n2/K7 w - - 120 90")).claims.size(),
            2u);
}

TEST(Bared, IsNothingWhereTheRulesDoNotSayIt) {
  const Referee referee(bundled("chess"));
  EXPECT_EQ(ending(referee, "7k/8/8/8/8/5n2/5r2/K7 w - - 0 1"), "ongoing");
  EXPECT_EQ(ending(referee, "7k/8/8/8/8/5n2/5r2/K7 b - - 0 1"), "ongoing");
}

TEST(Bared, CountsAllRoyalPiecesAsNothing) {
  const spec::Variant variant = laboratory(
      "pieces: {queen: {royal: true}}\n"
      "rules: {royal-safety: {count: {min: 1}}}\n"
      "endings: {bared: {result: loss}}\n");
  const Referee referee(variant);
  expect_bared(referee, position(referee, "7k/8/8/8/6p1/5n2/8/KQ6 w - - 0 1"), 1);
  EXPECT_EQ(ending(referee, "7k/8/8/8/6p1/8/8/KQ6 w - - 0 1"), "ongoing");
  expect_bared(referee, position(referee, "7k/8/8/8/6p1/8/8/KQ6 b - - 0 1"), 1);
  // Royal pieces on both sides: both are bare.
  EXPECT_EQ(ending(referee, "6qk/8/8/8/8/8/8/KQ6 b - - 0 1"), "ongoing");
}

TEST(Bared, CountsWhatARemovedPartLeaves) {
  const spec::Variant variant = testing::loaded(spec::load_variant_text(
      "regelwerk: 1\nvariant: laboratory\ntitle: Laboratory\nextends: breitenschach\n"
      "endings: {bared: {result: loss}}\n",
      "laboratory.yaml"));
  const Referee referee(variant);
  // White's last piece leaves the left part, and Black's knight goes with it.
  const Position two = position(referee, "12k3/n15/16/16/16/7N6P1/16/12K3 w - - 0 1");
  EXPECT_EQ(referee.status(two).ending, "ongoing");
  expect_bared(referee, played(referee, two, {"h3j4"}), 0);
  const Position one = position(referee, "12k3/n15/16/16/16/7N8/16/12K3 w - - 0 1");
  EXPECT_EQ(referee.status(played(referee, one, {"h3j4"})).ending, "ongoing");
}

}  // namespace
}  // namespace regelwerk::oracle
