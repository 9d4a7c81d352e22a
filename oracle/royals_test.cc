// Several royal pieces for each player, as many as there are queens.
#include "oracle/royal_safety.h"

#include "oracle/testing.h"

namespace regelwerk::oracle {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::laboratory;
using testing::position;
using testing::refusals;
using testing::targets;

const spec::Variant& royal_queens() {
  static const spec::Variant variant = laboratory(
      "pieces: {queen: {royal: true}}\n"
      "rules: {royal-safety: {count: {min: 1}}}\n"
      "draws: {insufficient-material: none}\n");
  return variant;
}

std::string refusal(const std::string& text, const std::string& action) {
  const Referee referee(royal_queens());
  const Verdict verdict = referee.judge(position(referee, text), action);
  if (verdict.reasons.empty()) return "legal";
  return verdict.reasons.front().rule + ": " + verdict.reasons.front().shown;
}

TEST(Royals, AreOfAnyNumberFromTheLowestOn) {
  const Referee referee(royal_queens());
  EXPECT_THAT(refusals(referee, "4k3/8/8/8/8/8/8/QQQ1K3 b - - 0 1"), IsEmpty());
  EXPECT_THAT(refusals(referee, "4k3/8/8/8/8/8/8/4K3 w - - 0 1"), IsEmpty());
  EXPECT_THAT(refusals(referee, "4k3/8/8/8/8/8/8/R7 w - - 0 1"),
              ElementsAre("White has 0 royal pieces, at least 1 wanted"));
}

TEST(Royals, OfThePlayerNotToActAreNotAttacked) {
  EXPECT_THAT(
      refusals(Referee(royal_queens()), "3qk3/8/8/8/8/8/8/3RK3 w - - 0 1"),
      ElementsAre("White is to act, but Black's queen on d8 is attacked by the rook on d1"));
  EXPECT_THAT(refusals(Referee(royal_queens()), "3qk3/8/8/8/8/8/8/3RK3 b - - 0 1"), IsEmpty());
}

TEST(Royals, AreEachInCheckByThemselves) {
  const Referee referee(royal_queens());
  const std::string text = "4k3/8/8/8/r2Q4/8/8/4K3 w - - 0 1";
  const Position at = position(referee, text);
  EXPECT_TRUE(referee.status(at).in_check);
  const auto checks = checks_on(referee.variant(), at, 0);
  ASSERT_EQ(checks.size(), 1u);
  EXPECT_EQ(checks[0].royal, (spec::Square{3, 3}));
  EXPECT_EQ(refusal(text, "e1e2"),
            "royal-safety.left-in-check: the queen on d4 is attacked by the rook on a4, and e1e2 "
            "does not end that");
  EXPECT_EQ(refusal(text, "d4c4"), "royal-safety.into-check: c4 is attacked by the rook on a4");
  // She takes, or leaves the rank for a square that neither rook nor king attacks.
  EXPECT_EQ(targets(referee, text, "d4"), "a4 b2 b6 c3 c5 d1 d2 d3 d5 d6 e3 e5 f2 f6 g1 g7 h8");
}

TEST(Royals, PinWhatStandsBeforeThem) {
  EXPECT_EQ(refusal("4k3/8/8/8/r1NQ4/8/8/4K3 w - - 0 1", "c4e5"),
            "royal-safety.exposed: after c4e5 the rook on a4 attacks the queen on d4");
  EXPECT_EQ(refusal("4k3/8/8/8/r1NQ4/8/8/4K3 w - - 0 1", "e1e2"), "legal");
}

TEST(Royals, MustAllBeSafeAfterEnPassant) {
  // Both pawns leave the rank of rook and queen.
  EXPECT_EQ(refusal("1k6/8/8/r2pP2Q/8/8/8/4K3 w - d6 0 1", "e5d6"),
            "en-passant.exposes: after e5d6 the pawn on e5 and the pawn on d5 have gone, and the "
            "rook on a5 attacks the queen on h5");
  EXPECT_EQ(refusal("1k6/8/8/3pP2Q/8/8/8/4K3 w - d6 0 1", "e5d6"), "legal");
}

TEST(Royals, AreNeverProtectedByAnother) {
  // A queen beside the hostile king is attacked by him, whoever guards her.
  EXPECT_EQ(refusal("7k/8/5K2/8/8/8/8/6Q1 w - - 0 1", "g1g7"),
            "royal-safety.into-check: g7 is attacked by the king on h8");
  EXPECT_EQ(refusal("7k/8/5K2/8/8/8/8/6Q1 w - - 0 1", "g1g2"), "legal");
}

TEST(Royals, AreNeverCaptured) {
  const Referee referee(royal_queens());
  // No text gives this position; Black would have had to save his queen.
  Position impossible = position(referee, "3qk3/8/8/8/8/8/8/3RK3 b - - 0 1");
  impossible.to_act = 0;
  const Verdict verdict = referee.judge(impossible, "d1d8");
  ASSERT_EQ(verdict.reasons.size(), 1u);
  EXPECT_EQ(verdict.reasons[0].rule, "movement.royal");
  EXPECT_EQ(verdict.reasons[0].shown, "the queen on d8 is never captured");
}

TEST(Royals, AreAllSavedByOneAction) {
  const Referee referee(royal_queens());
  // A knight attacks king and queen; only its capture saves both.
  EXPECT_THAT(referee.legal_actions(position(referee, "4k3/8/8/8/3Q4/5n2/6P1/4K3 w - - 0 1")),
              ElementsAre("g2f3"));
  const Status status = referee.status(position(referee, "4k3/8/8/8/3Q4/5n2/8/4K3 w - - 0 1"));
  EXPECT_EQ(status.ending, "checkmate");
  EXPECT_EQ(status.winner, 1);
}

TEST(Royals, AreMatedOneByOne) {
  const Referee referee(royal_queens());
  // The king is in no danger. The queen's captures are guarded, and the pawn is blocked.
  const std::string text = "Qr6/1Pk3b1/8/8/8/8/4K3/r7 w - - 0 1";
  const Status mate = referee.status(position(referee, text));
  EXPECT_EQ(mate.ending, "checkmate");
  EXPECT_EQ(mate.winner, 1);
  // Without the bishop she takes on a1.
  EXPECT_THAT(referee.legal_actions(position(referee, "Qr6/1Pk5/8/8/8/8/4K3/r7 w - - 0 1")),
              ElementsAre("a8a1"));
}

TEST(Royals, ThatAreNotAttackedGiveAStalemate) {
  const Referee referee(royal_queens());
  const Status status = referee.status(position(referee, "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"));
  EXPECT_EQ(status.ending, "stalemate");
  EXPECT_FALSE(status.winner.has_value());
}

TEST(Royals, LetTheKingAloneCareForHisWay) {
  const Referee referee(royal_queens());
  // Castling asks for the king's squares, and for all royals once it is done.
  EXPECT_EQ(refusal("4k3/8/8/8/3Q4/8/8/4K2R w K - 0 1", "e1g1"), "legal");
  EXPECT_EQ(refusal("4k3/8/8/8/r2Q4/8/8/4K2R w K - 0 1", "e1g1"),
            "royal-safety.left-in-check: the queen on d4 is attacked by the rook on a4, and e1g1 "
            "does not end that");
  EXPECT_EQ(refusal("4kr2/8/8/8/3Q4/8/8/4K2R w K - 0 1", "e1g1"),
            "castling.path-attacked: f1 is attacked by the rook on f8");
  EXPECT_EQ(refusal("1r2k3/8/8/8/3Q4/8/8/R3K3 w Q - 0 1", "e1c1"), "legal");
}

// Published in the tests of Fairy-Stockfish and Cute Chess for the game with royal queens.
TEST(Royals, LeaveAsManyActionsAsPublished) {
  const Referee referee(royal_queens());
  const auto count = [&](const std::string& text, int depth) {
    return *referee.perft(position(referee, text), depth);
  };
  EXPECT_EQ(count("startpos", 4), 195896u);
  EXPECT_EQ(count("rn2kb1r/ppp1pppp/6q1/8/2PP2b1/5B2/PP3P1P/R1BQK1NR w KQkq - 1 9", 3), 20421u);
  EXPECT_EQ(count("2Q5/3Pq2k/6p1/4Bp1p/5P1P/8/8/K7 w - - 2 72", 4), 55970u);
}

}  // namespace
}  // namespace regelwerk::oracle
