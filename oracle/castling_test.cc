// Castling other than that of chess.
#include "oracle/castling.h"

#include "oracle/testing.h"

namespace regelwerk::oracle {
namespace {

using ::testing::ElementsAre;
using testing::laboratory;
using testing::played;
using testing::position;
using testing::targets;

TEST(Castling, MayGoAnyDistanceToAnyStop) {
  // The king leaps over the board, the rook goes to the far side of him.
  const spec::Variant variant = laboratory(
      "rules:\n"
      "  castling: {king-stops: {left: b, right: none}, partner-stops: {left: g, right: none}}\n"
      "start: \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w Qq - 0 1\"\n");
  const Referee referee(variant);
  const std::string text = "r3k3/8/8/8/8/8/8/R3K3 w Qq - 0 1";
  EXPECT_EQ(targets(referee, text, "e1"), "b1 d1 d2 e2 f1 f2");
  EXPECT_EQ(referee.text(played(referee, position(referee, text), {"e1b1"})),
            "r3k3/8/8/8/8/8/8/1K4R1 b q - 1 1");
  // The rook's own way must be empty, too.
  const Verdict verdict =
      referee.judge(position(referee, "r3k3/8/8/8/8/8/8/R3K1N1 w Qq - 0 1"), "e1b1");
  ASSERT_EQ(verdict.reasons.size(), 1u);
  EXPECT_EQ(verdict.reasons[0].shown, "the knight on g1 stands in the way of castling");
  // No castling to the other side.
  const auto refused = referee.read("r3k2r/8/8/8/8/8/8/R3K2R w KQ - 0 1");
  ASSERT_EQ(refused.problems.size(), 1u);
  EXPECT_EQ(refused.problems[0].message, "K: these rules have no castling to that side");
}

TEST(Castling, IsRefusedIfThePartnerShieldedTheKing) {
  // The rook leaves b1 and lets the one on a1 through to c1.
  const spec::Variant variant =
      laboratory("start: \"1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w KQkq - 0 1\"\n");
  const Referee referee(variant);
  const Position at = position(referee, "4k3/8/8/8/8/8/8/rR2K1N1 w Q - 0 1");
  const Verdict verdict = referee.judge(at, "e1c1");
  ASSERT_EQ(verdict.reasons.size(), 1u);
  EXPECT_EQ(verdict.reasons[0].rule, "castling.shield-lost");
  EXPECT_EQ(verdict.reasons[0].clause, "C6");
  EXPECT_EQ(verdict.reasons[0].shown, "after e1c1 the rook on a1 attacks c1");
  // Counted by Stockfish 15.1 with its option for such castling.
  EXPECT_EQ(referee.legal_actions(at).size(), 11u);
}

TEST(Castling, MeansTheNearestUnmovedPartner) {
  const spec::Variant variant =
      laboratory("start: \"4k1rr/pppppppp/8/8/8/8/PPPPPPPP/4K1RR w KGkg - 0 1\"\n");
  const Referee referee(variant);
  // K alone is the right with the outer rook, and the inner one stands in its way.
  EXPECT_EQ(referee.legal_actions(position(referee, "4k3/8/8/8/8/8/8/4K1RR w K - 0 1")).size(),
            20u);
  const Position inner = position(referee, "4k3/8/8/8/8/8/8/4K1RR w G - 0 1");
  EXPECT_EQ(referee.legal_actions(inner).size(), 21u);
  // 2446: Stockfish 15.1, chessops and ffish for the same position as Chess960.
  EXPECT_EQ(*referee.perft(inner, 3), 2446u);
  EXPECT_EQ(referee.text(played(referee, inner, {"e1g1"})), "4k3/8/8/8/8/8/8/5RKR b - - 1 1");
  EXPECT_EQ(referee.text(position(referee, "4k3/8/8/8/8/8/8/4K1RR w GK - 0 1")),
            "4k3/8/8/8/8/8/8/4K1RR w KG - 0 1");
}

TEST(Castling, IsWrittenKingTakesPartnerWhereTheVariantSaysSo) {
  const spec::Variant variant = laboratory("position-text: {action: king-takes-partner}\n");
  const Referee referee(variant);
  const std::string text = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
  EXPECT_EQ(targets(referee, text, "e1"), "a1 d1 d2 e2 f1 f2 h1");
  EXPECT_EQ(referee.text(played(referee, position(referee, text), {"e1h1"})),
            "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1");
  EXPECT_EQ(referee.judge(position(referee, text), "e1g1").reasons.front().rule,
            "movement.pattern");
}

TEST(Castling, IsWrittenKingTakesPartnerWhereTheStopIsAKingsStepAway) {
  // From f1 the right stop is one step away, the left one three.
  const spec::Variant variant =
      laboratory("start: \"r4k1r/pppppppp/8/8/8/8/PPPPPPPP/R4K1R w KQkq - 0 1\"\n");
  const Referee referee(variant);
  const std::string text = "r4k1r/8/8/8/8/8/8/R4K1R w KQkq - 0 1";
  EXPECT_EQ(targets(referee, text, "f1"), "c1 e1 e2 f2 g1 g2 h1");
  EXPECT_EQ(referee.text(played(referee, position(referee, text), {"f1g1"})),
            "r4k1r/8/8/8/8/8/8/R5KR b kq - 1 1");
  EXPECT_EQ(referee.text(played(referee, position(referee, text), {"f1h1"})),
            "r4k1r/8/8/8/8/8/8/R4RK1 b kq - 1 1");
}

}  // namespace
}  // namespace regelwerk::oracle
