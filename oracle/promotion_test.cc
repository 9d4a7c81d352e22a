// Promotion that is optional in part, to captured kinds only, or to royal kinds.
#include "oracle/promotion.h"

#include "oracle/testing.h"

namespace regelwerk::oracle {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::laboratory;
using ::testing::Not;
using testing::played;
using testing::position;
using testing::refusals;
using testing::targets;

// The first reason against the action: its rule and what is seen.
std::string refusal(const Referee& referee, const std::string& text, const std::string& action) {
  const Verdict verdict = referee.judge(position(referee, text), action);
  if (verdict.reasons.empty()) return "legal";
  return verdict.reasons.front().rule + ": " + verdict.reasons.front().shown;
}

// Clauses G4 to G6 of the rulings on a small board.
const spec::Variant& captured_only() {
  static const spec::Variant variant = laboratory(
      "rules:\n"
      "  promotion: {zone: last-3-ranks, compulsory: last-rank, captured-only: true,\n"
      "              clauses: {compulsory: C5, not-captured: C4}}\n");
  return variant;
}

TEST(Promotion, IsOptionalOutsideTheCompulsoryZone) {
  const spec::Variant variant =
      laboratory("rules: {promotion: {zone: last-3-ranks, compulsory: last-rank}}\n");
  const Referee referee(variant);
  EXPECT_EQ(targets(referee, "8/8/7k/P7/8/8/8/K7 w - - 0 1", "a5"), "a6 a6b a6n a6q a6r");
  EXPECT_EQ(targets(referee, "8/P7/7k/8/8/8/8/K7 w - - 0 1", "a7"), "a8b a8n a8q a8r");
  EXPECT_EQ(targets(referee, "8/8/7k/8/P7/8/8/K7 w - - 0 1", "a4"), "a5");
  EXPECT_EQ(targets(referee, "7K/8/8/8/8/p7/8/7k b - - 0 1", "a3"), "a2 a2b a2n a2q a2r");
  EXPECT_EQ(targets(referee, "7K/8/8/8/8/8/p7/7k b - - 0 1", "a2"), "a1b a1n a1q a1r");
  EXPECT_EQ(refusal(referee, "8/P7/7k/8/8/8/8/K7 w - - 0 1", "a7a8"),
            "promotion.compulsory: the pawn on a7 must become a queen, rook, bishop or knight on "
            "a8");
  EXPECT_EQ(refusal(referee, "8/8/7k/8/P7/8/8/K7 w - - 0 1", "a4a5q"),
            "promotion.not-there: the pawn on a4 does not promote on a5");
  // Who has gone on without promoting may promote one rank later.
  EXPECT_EQ(referee.text(played(referee, position(referee, "8/8/7k/P7/8/8/8/K7 w - - 0 1"),
                                {"a5a6", "h6h5", "a6a7", "h5h4", "a7a8r"})),
            "R7/8/8/8/7k/8/8/K7 b - - 0 3");
}

TEST(Promotion, MayBeCompulsoryNowhere) {
  const spec::Variant variant = laboratory("rules: {promotion: {compulsory: false}}\n");
  const Referee referee(variant);
  EXPECT_EQ(targets(referee, "8/P7/7k/8/8/8/8/K7 w - - 0 1", "a7"), "a8 a8b a8n a8q a8r");
  EXPECT_THAT(refusals(referee, "P7/8/7k/8/8/8/8/K7 w - - 0 1"), IsEmpty());
}

TEST(Promotion, MayBeCompulsoryOnSomeSquares) {
  const spec::Variant variant =
      laboratory("rules: {promotion: {zone: [a1-h1, a8-h8], compulsory: [a8, a1]}}\n");
  const Referee referee(variant);
  EXPECT_EQ(targets(referee, "8/PP6/7k/8/8/8/8/K7 w - - 0 1", "b7"), "b8 b8b b8n b8q b8r");
  EXPECT_EQ(targets(referee, "8/PP6/7k/8/8/8/8/K7 w - - 0 1", "a7"), "a8b a8n a8q a8r");
  EXPECT_THAT(refusals(referee, "1P6/8/7k/8/8/8/8/K7 w - - 0 1"), IsEmpty());
  EXPECT_THAT(refusals(referee, "P7/8/7k/8/8/8/8/K7 w - - 0 1"),
              ElementsAre("a white pawn cannot stand on a8: it would have promoted"));
}

TEST(Promotion, LetsAPieceStandWhereItIsOptional) {
  const Referee referee(captured_only());
  EXPECT_THAT(refusals(referee, "8/P7/1P5k/8/8/8/8/K7 w - - 0 1"), IsEmpty());
  EXPECT_THAT(refusals(referee, "7k/8/8/8/8/p7/1p6/7K w - - 0 1"), IsEmpty());
  // On the last rank not even while there is nothing to become.
  EXPECT_THAT(refusals(referee, "P3k3/8/8/8/8/8/8/RNBQKBNR w - - 0 1"),
              ElementsAre("a white pawn cannot stand on a8: it would have promoted"));
}

TEST(Promotion, IsOnlyToWhatIsLost) {
  const Referee referee(captured_only());
  EXPECT_EQ(targets(referee, "4k3/P7/8/8/8/8/8/1NBQKBNR w - - 0 1", "a7"), "a8r");
  EXPECT_EQ(targets(referee, "4k3/8/P7/8/8/8/8/1NBQKBNR w - - 0 1", "a6"), "a7 a7r");
  EXPECT_EQ(targets(referee, "4k3/P7/8/8/8/8/8/R2QKB1R w - - 0 1", "a7"), "a8b a8n");
  EXPECT_EQ(refusal(referee, "4k3/P7/8/8/8/8/8/1NBQKBNR w - - 0 1", "a7a8q"),
            "promotion.not-captured: White has lost no queen: 1 on the board, 1 at the start");
  EXPECT_EQ(refusal(referee, "4k3/P7/8/8/8/8/8/1NBQKBNR w - - 0 1", "a7a8"),
            "promotion.compulsory: the pawn on a7 must become a rook on a8");
  EXPECT_EQ(refusal(referee, "4k3/P7/8/8/8/8/8/1NBQKBNR w - - 0 1", "a7a8k"),
            "promotion.unknown-choice: the pawn on a7 may become a queen, rook, bishop or knight "
            "on a8, not a king");
}

TEST(Promotion, CountsThePlayersOwnPieces) {
  const Referee referee(captured_only());
  // White's queen is lost, Black's is not.
  EXPECT_EQ(targets(referee, "3qk3/P7/8/8/8/8/8/RNB1KBNR w - - 0 1", "a7"), "a8q");
  EXPECT_EQ(targets(referee, "rnb1kbnr/8/8/8/8/8/p7/3QK3 b - - 0 1", "a2"), "a1q");
  // A promoted knight is a knight like any other, and makes up for no rook.
  EXPECT_EQ(targets(referee, "4k3/P7/8/8/8/8/N7/1NBQKBNR w - - 0 1", "a7"), "a8r");
  EXPECT_EQ(targets(referee, "4k3/P7/8/8/8/8/N7/RNBQKBNR w - - 0 1", "a7"), "");
}

TEST(Promotion, CountsOnTheBoardBeforeTheMove) {
  const Referee referee(captured_only());
  const Position at = position(referee, "3rk3/P7/8/8/8/8/8/RNBQKBNR b - - 0 1");
  const Position after = played(referee, at, {"d8d1", "e1d1", "e8e7"});
  EXPECT_EQ(referee.text(played(referee, after, {"a7a8q"})), "Q7/4k3/8/8/8/8/8/RNBK1BNR b - - 0 3");
  // What is lost is lost once: the second pawn finds no queen left.
  const Referee again(captured_only());
  const Position two = position(again, "8/PP6/6k1/8/8/8/8/RNB1KBNR w - - 0 1");
  const Position one = played(again, two, {"a7a8q", "g6f7"});
  EXPECT_THAT(again.legal_actions(one), Not(Contains("b7b8q")));
  EXPECT_EQ(again.judge(one, "b7b8").reasons.front().rule, "promotion.compulsory");
}

TEST(Promotion, KeepsAPieceBackWhenNothingIsLeftToBecome) {
  const Referee referee(captured_only());
  const std::string text = "1r2k3/P7/8/8/8/8/8/RNBQKBNR w - - 0 1";
  EXPECT_EQ(targets(referee, text, "a7"), "");
  EXPECT_EQ(refusal(referee, text, "a7a8"),
            "promotion.compulsory: the pawn on a7 would have to promote on a8, and no kind is "
            "left: White has lost no queen, rook, bishop or knight");
  EXPECT_EQ(refusal(referee, text, "a7b8"),
            "promotion.compulsory: the pawn on a7 would have to promote on b8, and no kind is "
            "left: White has lost no queen, rook, bishop or knight");
  EXPECT_EQ(refusal(referee, text, "a7a8r"),
            "promotion.not-captured: White has lost no rook: 2 on the board, 2 at the start");
  const Verdict named = referee.judge(position(referee, text), "a7a8r");
  EXPECT_EQ(named.reasons.front().clause, "C4");
  EXPECT_EQ(referee.judge(position(referee, text), "a7a8").reasons.front().clause, "C5");
  // Where it is optional, the piece goes on as it is.
  const std::string before = "4k3/8/8/P7/8/8/8/RNBQKBNR w - - 0 1";
  EXPECT_EQ(targets(referee, before, "a5"), "a6");
  EXPECT_EQ(refusal(referee, before, "a5a6q"),
            "promotion.not-captured: White has lost no queen: 1 on the board, 1 at the start");
}

TEST(Promotion, LessensNoAttack) {
  const Referee referee(captured_only());
  // The pawn on a7 could not go to b8, and gives check there.
  EXPECT_TRUE(referee.status(position(referee, "1k6/P7/8/8/8/8/8/RNBQKBNR b - - 0 1")).in_check);
  EXPECT_EQ(refusal(referee, "2k5/P7/8/8/8/8/8/RNBQKBN1 b - - 0 1", "c8b8"),
            "royal-safety.into-check: b8 is attacked by the pawn on a7");
}

TEST(Promotion, StalematesAPlayerWhosePawnsCannotGo) {
  // Nobody has a piece to lose.
  const spec::Variant variant = laboratory(
      "start: \"4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1\"\n"
      "rules: {castling: none, promotion: {captured-only: true}}\n");
  const Referee referee(variant);
  const Position at = position(referee, "8/7P/8/8/8/1p6/2k5/K7 w - - 0 1");
  EXPECT_THAT(referee.legal_actions(at), IsEmpty());
  EXPECT_EQ(referee.status(at).ending, "stalemate");
}

TEST(Promotion, FollowsTheRuleOfThePiece) {
  const spec::Variant variant = laboratory(
      "pieces: {soldier: {letter: S, moves: fW}}\n"
      "rules:\n"
      "  promotion:\n"
      "    - {of: [pawn], zone: last-rank, to: [knight, queen], clauses: C5}\n"
      "    - {of: [soldier], zone: last-2-ranks, to: [queen], compulsory: false,"
      " captured-only: true, clauses: C4}\n");
  const Referee referee(variant);
  const std::string text = "4k3/PS6/1S6/8/8/8/8/3QK3 w - - 0 1";
  EXPECT_EQ(targets(referee, text, "a7"), "a8n a8q");
  EXPECT_EQ(targets(referee, text, "b7"), "b8");
  EXPECT_EQ(targets(referee, "4k3/PS6/8/8/8/8/8/4K3 w - - 0 1", "b7"), "b8 b8q");
  EXPECT_EQ(referee.judge(position(referee, text), "b7b8q").reasons.front().clause, "C4");
  EXPECT_EQ(referee.judge(position(referee, text), "a7a8").reasons.front().clause, "C5");
  EXPECT_EQ(refusal(referee, text, "b7b8n"),
            "promotion.unknown-choice: the soldier on b7 may become a queen on b8, not a knight");
}

// Clauses R1 to R3 of the rulings: every queen is royal.
const spec::Variant& royal_queens() {
  static const spec::Variant variant = laboratory(
      "pieces: {queen: {royal: true}}\n"
      "rules: {royal-safety: {count: {min: 1}}}\n"
      "draws: {insufficient-material: none}\n");
  return variant;
}

TEST(RoyalPromotion, NeedsASafeSquare) {
  const Referee referee(royal_queens());
  EXPECT_EQ(targets(referee, "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7"), "a8b a8n a8q a8r");
  // The rook attacks a8; where it stood itself nothing attacks.
  const std::string guarded = "1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1";
  EXPECT_EQ(targets(referee, guarded, "a7"), "a8b a8n a8r b8b b8n b8q b8r");
  EXPECT_EQ(refusal(referee, guarded, "a7a8q"),
            "royal-safety.into-check: a8 is attacked by the rook on b8");
}

TEST(RoyalPromotion, IsJudgedWithTheSquareItComesFromEmpty) {
  const Referee referee(royal_queens());
  const std::string text = "4k3/P7/8/8/8/8/4K3/r7 w - - 0 1";
  EXPECT_EQ(targets(referee, text, "a7"), "a8b a8n a8r");
  EXPECT_EQ(refusal(referee, text, "a7a8q"),
            "royal-safety.into-check: a8 is attacked by the rook on a1");
}

TEST(RoyalPromotion, MakesAnotherRoyal) {
  const Referee referee(royal_queens());
  const Position at =
      played(referee, position(referee, "4k3/P7/8/8/8/8/7r/3QK3 w - - 0 1"), {"a7a8q", "e8e7"});
  // Both queens can be attacked now: the rook goes for one of them.
  const Position attacked = played(referee, at, {"e1f1", "h2h8"});
  EXPECT_TRUE(referee.status(attacked).in_check);
  const Verdict verdict = referee.judge(attacked, "f1f2");
  EXPECT_EQ(verdict.reasons.front().shown,
            "the queen on a8 is attacked by the rook on h8, and f1f2 does not end that");
}

}  // namespace
}  // namespace regelwerk::oracle
