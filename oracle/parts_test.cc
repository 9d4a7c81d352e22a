// Two boards side by side: removal of a board, several royals, castling beside the partner, fusion.
// Each case names the clause of the rulings that decides it.
#include "oracle/packing.h"
#include "oracle/testing.h"

namespace regelwerk::oracle {
namespace {

using testing::bundled;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Not;
using testing::played;
using testing::position;
using testing::refusals;

const spec::Variant& wide() { return bundled("breitenschach"); }

spec::Variant without_self_destruction() {
  spec::Variant variant = wide();
  variant.part_removal->self_destruction = false;
  return variant;
}

spec::Variant with_target_after_removal() {
  spec::Variant variant = wide();
  variant.royal_safety->target = spec::RoyalSafetyRule::Target::kAfterRemoval;
  return variant;
}

struct Allowed {
  const char* clause;
  const char* because;
  const char* position;
  const char* action;
  const char* after;
};

void PrintTo(const Allowed& c, std::ostream* out) { *out << c.clause << ": " << c.because; }

class Legal : public ::testing::TestWithParam<Allowed> {};

TEST_P(Legal, LeadsToThePosition) {
  const Allowed& expected = GetParam();
  const Referee referee(wide());
  const Position at = position(referee, expected.position);
  const Verdict verdict = referee.judge(at, expected.action);
  ASSERT_TRUE(verdict.legal) << verdict.reasons.front().rule << " "
                             << verdict.reasons.front().shown;
  EXPECT_EQ(referee.text(referee.after(at, expected.action)), expected.after);
}

INSTANTIATE_TEST_SUITE_P(
    Board, Legal,
    ::testing::Values(
        Allowed{"B1", "a rook crosses the seam", "4k7k3/16/16/16/16/16/R15/4K7K3 w - - 0 1", "a2p2",
                "4k7k3/16/16/16/16/16/15R/4K7K3 b - - 1 1"},
        Allowed{"B1", "so does a knight", "4k7k3/16/16/16/16/16/7N8/4K7K3 w - - 0 1", "h2i4",
                "4k7k3/16/16/16/8N7/16/16/4K7K3 b - - 1 1"},
        Allowed{"C4", "en passant across the seam", "4k7k3/16/16/7Pp7/16/16/16/4K7K3 w - i6 0 1",
                "h5i6", "4k7k3/16/8P7/16/16/16/16/4K7K3 b - - 0 1"},
        Allowed{"C5", "promotion on the left", "k11k3/2P12P/16/16/16/16/16/4K7K3 w - - 0 1",
                "c7c8q", "k1Q9k3/15P/16/16/16/16/16/4K7K3 b - - 0 1"},
        Allowed{"C5", "promotion on the right", "k11k3/2P12P/16/16/16/16/16/4K7K3 w - - 0 1",
                "p7p8n", "k11k2N/2P13/16/16/16/16/16/4K7K3 b - - 0 1"}));

INSTANTIATE_TEST_SUITE_P(
    Removal, Legal,
    ::testing::Values(
        Allowed{"B3", "the last enemy is captured; the capturer and a king go with the part",
                "n11k3/16/16/16/16/16/16/R3K7K3 w - - 0 1", "a1a8",
                "********4k3/********8/********8/********8/********8/********8/********8/"
                "********4K3 b - - 0 1"},
        Allowed{"B3", "a pawn is a piece, too", "n11k3/1p14/16/16/16/16/16/R3K7K3 w - - 0 1",
                "a1a8", "R11k3/1p14/16/16/16/16/16/4K7K3 b - - 0 1"},
        Allowed{"B3", "the last piece leaves", "4k7k3/16/16/16/16/8N7/16/4K11 w - - 0 1", "i3g4",
                "4k3********/8********/8********/8********/6N1********/8********/8********/"
                "4K3******** b - - 1 1"},
        Allowed{"B4", "the last pawn is taken en passant",
                "12k3/16/16/3pP11/16/16/16/4K7K3 w - d6 0 1", "e5d6",
                "********4k3/********8/********8/********8/********8/********8/********8/"
                "********4K3 b - - 0 1"},
        Allowed{"B4", "castling takes the last piece away",
                "4k7k3/16/16/16/16/16/16/4K3R7 w EI - 0 1", "e1i1",
                "4k3********/8********/8********/8********/8********/8********/8********/"
                "6RK******** b - - 1 1"},
        Allowed{"B4", "fusion takes the last piece away", "4k7k3/16/16/16/16/16/16/7KK7 w - - 0 1",
                "i1h1",
                "4k3********/8********/8********/8********/8********/8********/8********/"
                "7F******** b - - 1 1"},
        Allowed{"B4", "what arrives counts as standing there",
                "4k7k3/16/16/16/16/8N7/7N8/4K11 w - - 0 1", "h2j1",
                "4k7k3/16/16/16/16/8N7/16/4K4N6 b - - 1 1"},
        Allowed{"B5", "the rights of what vanishes vanish",
                "n11k3/16/16/16/16/16/16/R3K7K2R w AEMP - 0 1", "a1a8",
                "********4k3/********8/********8/********8/********8/********8/********8/"
                "********4K2R b MP - 0 1"},
        Allowed{"B8", "one part left: it stays, whatever is captured",
                "********4k3/********8/********8/********8/********8/********8/********n7/"
                "********R3K3 w - - 0 1",
                "i1i2",
                "********4k3/********8/********8/********8/********8/********8/********R7/"
                "********4K3 b - - 0 1"},
        Allowed{"B9", "a check ends with the part on which the king stands",
                "n11k3/16/16/16/16/12K3/16/R3K3r7 w - - 0 1", "a1a8",
                "********4k3/********8/********8/********8/********8/********4K3/********8/"
                "********r7 b - - 0 1"},
        Allowed{"B9", "a check ends with the part on which the checker stands",
                "12k3/16/16/16/16/7N8/16/r11K3 w - - 0 1", "h3j4",
                "********4k3/********8/********8/********8/********1N6/********8/********8/"
                "********4K3 b - - 1 1"},
        Allowed{"B9", "a king goes to a square safe before and after",
                "12k3/16/16/16/16/16/7K7P/r15 w - - 0 1", "h2i2",
                "********4k3/********8/********8/********8/********8/********8/********K6P/"
                "********8 b - - 1 1"}));

INSTANTIATE_TEST_SUITE_P(
    Castling, Legal,
    ::testing::Values(
        Allowed{"B12", "to the right", "4k7k3/16/16/16/16/16/16/R3K2R4K3 w AEH - 0 1", "e1h1",
                "4k7k3/16/16/16/16/16/16/R4RK5K3 b - - 1 1"},
        Allowed{"B12", "to the left", "4k7k3/16/16/16/16/16/16/R3K2R4K3 w AEH - 0 1", "e1a1",
                "4k7k3/16/16/16/16/16/16/1KR4R4K3 b - - 1 1"},
        Allowed{"B10", "over the seam to the right; the other king keeps his right",
                "4k7k3/16/16/16/16/16/16/4K3R3K2R w EIMP - 0 1", "e1i1",
                "4k7k3/16/16/16/16/16/16/6RK4K2R b MP - 1 1"},
        Allowed{"B10", "over the seam to the left", "4k7k3/16/16/16/16/4K11/16/7R4K3 w HM - 0 1",
                "m1h1", "4k7k3/16/16/16/16/4K11/16/8KR6 b - - 1 1"},
        Allowed{"B10", "any distance", "4k7k3/16/16/16/16/16/P15/4K10R w EP - 0 1", "e1p1",
                "4k7k3/16/16/16/16/16/P15/13RK1 b - - 1 1"},
        Allowed{"B12", "one square between", "4k7k3/16/16/16/16/16/16/4K1R5K3 w EG - 0 1", "e1g1",
                "4k7k3/16/16/16/16/16/16/4RK6K3 b - - 1 1"},
        Allowed{"B15", "the partner may be attacked",
                "3k8k3/16/16/7r8/16/16/16/R3K2R4K3 w AEH - 0 1", "e1h1",
                "3k8k3/16/16/7r8/16/16/16/R4RK5K3 b - - 1 1"},
        Allowed{"B17", "the removal ends the check on the other king",
                "4k7k3/16/16/16/16/K14r/16/4K3R7 w EI - 0 1", "e1i1",
                "4k3********/8********/8********/8********/8********/K7********/8********/"
                "6RK******** b - - 1 1"}));

INSTANTIATE_TEST_SUITE_P(
    Fusion, Legal,
    ::testing::Values(
        Allowed{"B18", "a king steps onto the other", "k11k3/16/16/16/16/16/15P/4KK10 w - - 7 1",
                "e1f1", "k11k3/16/16/16/16/16/15P/5F10 b - - 8 1"},
        Allowed{"B18", "and ends his check by it", "k11k3/16/16/5r10/16/16/15P/4KK10 w - - 0 1",
                "f1e1", "k11k3/16/16/5r10/16/16/15P/4F11 b - - 1 1"},
        Allowed{"B19", "three squares", "k11k3/16/16/16/16/16/15P/4F11 w - - 0 1", "e1h4",
                "k11k3/16/16/16/7F8/16/15P/16 b - - 1 1"},
        Allowed{"B19", "captures at distance two", "k11k3/16/16/16/16/4n11/15P/4F11 w - - 0 1",
                "e1e3", "k11k3/16/16/16/16/4F11/15P/16 b - - 0 1"},
        Allowed{"B20", "captures at distance three what does not guard the way",
                "k11k3/16/16/16/4b11/16/15P/4F11 w - - 0 1", "e1e4",
                "k11k3/16/16/16/4F11/16/15P/16 b - - 0 1"},
        Allowed{"B21", "outside the reach of a fused king",
                "4f11/15p/16/16/16/4K11/16/12K3 w - - 0 1", "e3e4",
                "4f11/15p/16/16/4K11/16/16/12K3 b - - 1 1"},
        Allowed{"B21", "behind a piece that blocks the fused king",
                "4f11/15p/4p11/16/4K11/16/16/12K3 w - - 0 1", "e4e5",
                "4f11/15p/4p11/4K11/16/16/16/12K3 b - - 1 1"},
        Allowed{"B23", "one move answers the checks on both kings",
                "k11k3/16/16/16/16/5n10/4P10P/4K1K9 w - - 0 1", "e2f3",
                "k11k3/16/16/16/16/5P10/15P/4K1K9 b - - 0 1"}));

struct Forbidden {
  const char* because;
  const char* position;
  const char* action;
  const char* rule;
  const char* shown;
};

void PrintTo(const Forbidden& c, std::ostream* out) { *out << c.because; }

class Illegal : public ::testing::TestWithParam<Forbidden> {};

TEST_P(Illegal, NamesRuleAndWhatIsSeen) {
  const Forbidden& expected = GetParam();
  const Referee referee(wide());
  const Verdict verdict = referee.judge(position(referee, expected.position), expected.action);
  EXPECT_FALSE(verdict.legal);
  ASSERT_THAT(verdict.reasons, Not(IsEmpty()));
  EXPECT_EQ(verdict.reasons.front().rule, expected.rule);
  EXPECT_EQ(verdict.reasons.front().shown, expected.shown);
}

INSTANTIATE_TEST_SUITE_P(
    Removal, Illegal,
    ::testing::Values(
        Forbidden{"B5: nothing enters a removed part",
                  "********4k3/********8/********8/********8/********8/********8/********8/"
                  "********R3K3 w - - 0 1",
                  "i1h1", "movement.removed", "h1 is gone with part 'left'"},
        Forbidden{"B5: nothing comes from there",
                  "********4k3/********8/********8/********8/********8/********8/********8/"
                  "********R3K3 w - - 0 1",
                  "a1a2", "movement.removed", "a1 is gone with part 'left'"},
        Forbidden{"B9: no removal, the check stands", "12k3/16/16/16/16/7N8/16/r11K3 w - - 0 1",
                  "h3g5", "royal-safety.left-in-check",
                  "the king on m1 is attacked by the rook on a1, and h3g5 does not end that"},
        Forbidden{"B9: a king may not go where an attacker looks that the move removes",
                  "12k3/16/16/16/16/16/7K7P/r15 w - - 0 1", "h2i1", "royal-safety.into-check",
                  "before part 'left' is removed the rook on a1 attacks i1"},
        Forbidden{"B9: nor castle there", "4k2b4k3/16/16/16/16/16/16/4K10R w EP - 0 1", "e1p1",
                  "castling.target-attacked",
                  "before part 'left' is removed the bishop on h8 attacks o1"},
        Forbidden{"B9: the king that remains must be safe after the removal",
                  "n11k3/16/16/16/16/16/16/R3K3r3K3 w - - 0 1", "a1a8",
                  "royal-safety.left-in-check",
                  "the king on m1 is attacked by the rook on i1, and a1a8 does not end that"},
        Forbidden{"B9: even when it takes the last enemy king",
                  "4k11/15p/16/16/16/7N8/16/8r3K3 w - - 0 1", "h3j4", "royal-safety.left-in-check",
                  "the king on m1 is attacked by the rook on i1, and h3j4 does not end that"}));

INSTANTIATE_TEST_SUITE_P(
    Castling, Illegal,
    ::testing::Values(
        Forbidden{"B10: without the right", "4k7k3/16/16/16/16/16/16/R3K2R4K3 w - - 0 1", "e1h1",
                  "castling.moved", "the king on e1 has no right to castle any more"},
        Forbidden{"B10: with a rook that has moved", "4k7k3/16/16/16/16/16/16/R3K2R4K3 w AE - 0 1",
                  "e1h1", "castling.moved", "the rook on h1 has no right to castle any more"},
        Forbidden{"B11: through another rook", "4k7k3/16/16/16/16/16/16/4K2RR3K3 w EHIM - 0 1",
                  "e1i1", "castling.blocked", "the rook on h1 stands in the way of castling"},
        Forbidden{"B11: through the other king", "4k7k3/16/16/16/16/16/16/4K7K2R w EMP - 0 1",
                  "e1p1", "castling.blocked", "the king on m1 stands in the way of castling"},
        Forbidden{"B13: with a promoted rook on the file",
                  "k11k3/16/16/4R11/16/16/16/4K7K3 w - - 0 1", "e1e5", "castling.other-rank",
                  "the rook on e5 is not on the rank of the king on e1"},
        Forbidden{"B14: no square between", "k11k3/16/16/16/16/16/16/4KR6K3 w EF - 0 1", "e1f1",
                  "castling.no-gap", "no square lies between the king on e1 and the rook on f1"},
        Forbidden{"B15: out of check", "k11k3/16/16/4r11/16/16/16/4K2R4K3 w EH - 0 1", "e1h1",
                  "castling.in-check", "the king on e1 is attacked by the rook on e5"},
        Forbidden{"B15: over an attacked square", "k11k3/16/16/5r10/16/16/16/4K2R4K3 w EH - 0 1",
                  "e1h1", "castling.path-attacked", "f1 is attacked by the rook on f5"},
        Forbidden{"B15: to an attacked square", "k11k3/16/16/6r9/16/16/16/4K2R4K3 w EH - 0 1",
                  "e1h1", "castling.target-attacked", "after e1h1 the rook on g5 attacks g1"},
        Forbidden{"B9: to a square attacked from the part that the move removes",
                  "4k7k3/16/16/16/16/9b6/16/4K3R7 w EI - 0 1", "e1i1", "castling.target-attacked",
                  "before part 'right' is removed the bishop on j3 attacks h1"},
        Forbidden{"B15: over a square attacked from there",
                  "4k7k3/16/16/16/8b7/16/16/4K3R7 w EI - 0 1", "e1i1", "castling.path-attacked",
                  "f1 is attacked by the bishop on i4"},
        Forbidden{"B16: the rook shielded the king", "4k7k3/16/16/16/16/12K3/16/4K2Rr7 w EH - 0 1",
                  "e1h1", "castling.shield-lost", "after e1h1 the rook on i1 attacks g1"},
        Forbidden{"B17: the other king stays in check",
                  "4k7k3/16/16/16/16/K14r/8P7/4K3R7 w EI - 0 1", "e1i1",
                  "royal-safety.left-in-check",
                  "the king on a3 is attacked by the rook on p3, and e1i1 does not end that"},
        Forbidden{"B18: a fused king never castles", "4k7k3/16/16/16/16/16/8P7/4F2R8 w - - 0 1",
                  "e1h1", "movement.own-piece", "the rook on h1 is White's own"}));

INSTANTIATE_TEST_SUITE_P(
    Fusion, Illegal,
    ::testing::Values(
        Forbidden{"B18: only by a king's step", "k11k3/16/16/16/16/16/15P/4K1K9 w - - 0 1", "e1g1",
                  "movement.pattern", "the king on e1 does not go to g1"},
        Forbidden{"B9: not onto an attacked square", "k11k3/16/16/5r10/16/16/15P/4KK10 w - - 0 1",
                  "e1f1", "fusion.target-attacked", "f1 is attacked by the rook on f5"},
        Forbidden{"B9: nor onto one attacked from what the fusion removes",
                  "4k3r3k3/16/16/16/16/16/16/7KK7 w - - 0 1", "h1i1", "fusion.target-attacked",
                  "before part 'left' is removed the rook on i8 attacks i1"},
        Forbidden{"B19: straight lines only", "k11k3/16/16/16/16/16/15P/4F11 w - - 0 1", "e1f3",
                  "movement.pattern", "the fused-king on e1 does not go to f3"},
        Forbidden{"B19: three squares and no more", "k11k3/16/16/16/16/16/15P/4F11 w - - 0 1",
                  "e1i1", "movement.pattern", "the fused-king on e1 does not go to i1"},
        Forbidden{"B19: does not jump", "k11k3/16/16/16/16/16/5P9P/4F11 w - - 0 1", "e1g3",
                  "movement.blocked",
                  "the fused-king on e1 cannot reach g3: the pawn on f2 stands in the way"},
        Forbidden{"B20: a guarded square on the way", "k11k3/16/16/16/16/16/r14P/4F11 w - - 0 1",
                  "e1e3", "safe-path.path-attacked",
                  "the fused-king on e1 would pass e2, which is attacked by the rook on a2"},
        Forbidden{"B20: barred from a rook in line, which still attacks",
                  "k11k3/16/16/16/4r11/16/15P/4F11 w - - 0 1", "e1e4", "safe-path.path-attacked",
                  "the fused-king on e1 would pass e2, which is attacked by the rook on e4"},
        Forbidden{"B20: his origin is empty while he passes",
                  "k11k3/16/16/16/16/16/15P/r3F11 w - - 0 1", "e1g1", "safe-path.path-attacked",
                  "the fused-king on e1 would pass f1, which is attacked by the rook on a1"},
        Forbidden{"B20: an attacked target", "k11k3/16/16/16/16/r15/15P/4F11 w - - 0 1", "e1e3",
                  "safe-path.target-attacked", "e3 is attacked by the rook on a3"},
        Forbidden{"B21: within the reach of a fused king",
                  "4f11/15p/16/16/4K11/16/16/12K3 w - - 0 1", "e4e5", "royal-safety.into-check",
                  "e5 is attacked by the fused-king on e8"},
        Forbidden{"B21: though he could not go there himself",
                  "4f11/15p/R15/16/4K11/16/16/12K3 w - - 0 1", "e4e5", "royal-safety.into-check",
                  "e5 is attacked by the fused-king on e8"},
        Forbidden{"B22: pinned to the left king", "k3r7k3/16/16/16/16/16/4N11/4K7K3 w - - 0 1",
                  "e2c3", "royal-safety.exposed",
                  "after e2c3 the rook on e8 attacks the king on e1"},
        Forbidden{"B22: pinned to the right king", "k10k4/16/16/12r3/16/16/12N3/4K7K3 w - - 0 1",
                  "m2o3", "royal-safety.exposed",
                  "after m2o3 the rook on m5 attacks the king on m1"},
        Forbidden{"B23: one of two checks left", "k11k3/16/16/16/16/5n10/4P10P/4K1K9 w - - 0 1",
                  "e1d1", "royal-safety.left-in-check",
                  "the king on g1 is attacked by the knight on f3, and e1d1 does not end that"},
        Forbidden{"B25: kings keep apart", "4k11/15p/4K11/16/16/16/16/12K3 w - - 0 1", "e6e7",
                  "royal-safety.into-check", "e7 is attacked by the king on e8"},
        Forbidden{"C4: en passant opens the rank to the nearer of two kings",
                  "k11k3/16/16/4KK1Pp6r/16/16/15P/16 w - i6 0 1", "h5i6", "en-passant.exposes",
                  "after h5i6 the pawn on h5 and the pawn on i5 have gone, and the rook on p5 "
                  "attacks the king on f5"}));

TEST(LosingRoyals, ThePlayerWithoutKingHasLostAtOnce) {
  // B6: the last white piece leaves the left part, and Black's only king goes with it.
  const Referee referee(wide());
  const Position after =
      played(referee, position(referee, "4k11/15p/16/16/16/7N8/16/12K3 w - - 0 1"), {"h3j4"});
  const Status status = referee.status(after);
  EXPECT_EQ(status.ending, "royals-lost");
  EXPECT_EQ(status.clause, "B6");
  EXPECT_EQ(status.winner, 0);
  EXPECT_THAT(referee.legal_actions(after), IsEmpty());
  EXPECT_EQ(*referee.perft(after, 1), 0u);
  const Verdict verdict = referee.judge(after, "p7p6");
  ASSERT_EQ(verdict.reasons.size(), 1u);
  EXPECT_EQ(verdict.reasons[0].rule, "action.game-over");
  EXPECT_EQ(verdict.reasons[0].shown, "the game is over: Black has no royal left");
  EXPECT_THROW(referee.after(after, "p7p6"), std::invalid_argument);
}

TEST(LosingRoyals, MayBeTheMoversOwnDoing) {
  // B7: White's only king goes with the part.
  const std::string text = "n11k3/16/16/16/16/16/16/R3K7N3 w - - 0 1";
  const Referee referee(wide());
  const Position after = played(referee, position(referee, text), {"a1a8"});
  EXPECT_EQ(referee.status(after).ending, "royals-lost");
  EXPECT_EQ(referee.status(after).winner, 1);
  const spec::Variant strict = without_self_destruction();
  const Verdict verdict = Referee(strict).judge(position(Referee(strict), text), "a1a8");
  ASSERT_EQ(verdict.reasons.size(), 1u);
  EXPECT_EQ(verdict.reasons[0].rule, "part-removal.self-destruction");
  EXPECT_EQ(verdict.reasons[0].shown,
            "after a1a8 part 'left' is removed with the king on e1, and White has no royal left");
}

TEST(LosingRoyals, OfBothPlayersIsADraw) {
  // B7: the rook is White's last piece on the right and takes Black's last one on the left.
  const std::string text = "12k3/16/16/16/16/4K11/16/n7R7 w - - 0 1";
  const Referee referee(wide());
  const Position after = played(referee, position(referee, text), {"i1a1"});
  EXPECT_EQ(referee.status(after).ending, "royals-lost");
  EXPECT_EQ(referee.status(after).winner, std::nullopt);
  const std::string written = referee.text(after);
  EXPECT_EQ(written,
            "****************/****************/****************/****************/"
            "****************/****************/****************/**************** b - - 0 1");
  EXPECT_EQ(referee.text(position(referee, written)), written);
  const spec::Variant strict = without_self_destruction();
  EXPECT_EQ(Referee(strict).judge(position(Referee(strict), text), "i1a1").reasons.front().rule,
            "part-removal.self-destruction");
}

TEST(LosingRoyals, CanBeTheOnlyEscapeFromMate) {
  // B7: taking the queen removes the left part with the white king; nothing else ends the check.
  const std::string text = "12k3/1R14/16/16/8P7/16/1q13r/K15 w - - 0 1";
  const Referee referee(wide());
  EXPECT_THAT(referee.legal_actions(position(referee, text)), ElementsAre("b7b2"));
  EXPECT_EQ(referee.status(position(referee, text)).ending, "ongoing");
  const spec::Variant strict = without_self_destruction();
  EXPECT_EQ(Referee(strict).status(position(Referee(strict), text)).ending, "checkmate");
}

TEST(LosingRoyals, DoesNotOpenAnAttackedTarget) {
  // B7, B9: the king that takes Black's last piece on the left goes with it, but the square was
  // guarded from the right.
  const std::string text = "12k3/16/16/16/8P7/16/1n13r/K15 w - - 0 1";
  const Referee referee(wide());
  const Verdict verdict = referee.judge(position(referee, text), "a1b2");
  ASSERT_EQ(verdict.reasons.size(), 1u);
  EXPECT_EQ(verdict.reasons[0].rule, "royal-safety.into-check");
  EXPECT_EQ(verdict.reasons[0].shown, "before part 'left' is removed the rook on p2 attacks b2");
  const spec::Variant later = with_target_after_removal();
  EXPECT_TRUE(Referee(later).judge(position(Referee(later), text), "a1b2").legal);
}

TEST(LosingRoyals, DoesNotOpenAnAttackedPath) {
  // B7, B20: the way of the fused king is judged before the removal, whatever the option says.
  const std::string text = "12k3/16/16/16/8P7/2n13/15r/F15 w - - 0 1";
  const spec::Variant later = with_target_after_removal();
  for (const spec::Variant* variant : {&wide(), &later}) {
    const Referee referee(*variant);
    EXPECT_EQ(referee.judge(position(referee, text), "a1c3").reasons.front().rule,
              "safe-path.path-attacked");
  }
}

TEST(TargetAfterRemoval, AllowsWhatTheRemovalMakesSafe) {
  const spec::Variant later = with_target_after_removal();
  const Referee referee(later);
  for (const auto& [text, action] : {std::pair{"12k3/16/16/16/16/16/7K7P/r15 w - - 0 1", "h2i1"},
                                     {"4k2b4k3/16/16/16/16/16/16/4K10R w EP - 0 1", "e1p1"},
                                     {"4k7k3/16/16/16/16/16/16/r6KK7 w - - 0 1", "h1i1"}}) {
    EXPECT_TRUE(referee.judge(position(referee, text), action).legal) << text;
    EXPECT_FALSE(Referee(wide()).judge(position(Referee(wide()), text), action).legal) << text;
  }
}

TEST(Ending, MateOfOneKingIsEnough) {
  // B24: the king on a3 could move.
  const Referee referee(wide());
  const Status status =
      referee.status(position(referee, "k11k3/16/16/16/16/K15/14PP/9r5K w - - 0 1"));
  EXPECT_EQ(status.ending, "checkmate");
  EXPECT_EQ(status.clause, "B24");
  EXPECT_EQ(status.winner, 1);
}

TEST(Ending, StalemateIsADraw) {
  const Referee referee(wide());
  const Status status =
      referee.status(position(referee, "12k3/16/16/16/16/1q6p7/8P7/K15 w - - 0 1"));
  EXPECT_EQ(status.ending, "stalemate");
  EXPECT_EQ(status.winner, std::nullopt);
}

TEST(Ending, ADiscoveredCheckGoesThroughTheSeam) {
  const Referee referee(wide());
  const Position at = position(referee, "1k14/15p/16/16/R6N7k/16/16/4K7K3 w - - 0 1");
  EXPECT_TRUE(referee.status(played(referee, at, {"h4g6"})).in_check);
  EXPECT_FALSE(referee.status(played(referee, at, {"a4c4"})).in_check);
}

std::string claim(const std::string& text) {
  const Referee referee(wide());
  const Status status = referee.status(position(referee, text));
  return status.claims.empty() ? "" : status.claims.front().rule;
}

std::string right_only(const std::string& top, const std::string& bottom) {
  std::string text = "********" + top;
  for (int i = 0; i < 6; ++i) text += "/********8";
  return text + "/********" + bottom + " w - - 0 1";
}

TEST(Draws, MaterialIsJudgedOnOnePartWithOneRoyalEach) {
  // B26.
  EXPECT_EQ(claim(right_only("4k3", "4K3")), "insufficient-material");
  EXPECT_EQ(claim(right_only("4k3", "4K1N1")), "insufficient-material");
  EXPECT_EQ(claim(right_only("4k3", "4F3")), "insufficient-material");
  EXPECT_EQ(claim(right_only("4k3", "4F1N1")), "");
  EXPECT_EQ(claim(right_only("4f1n1", "4K3")), "");
  EXPECT_EQ(claim(right_only("4k3", "2K1K3")), "");
  EXPECT_EQ(claim("4k7k3/16/16/16/16/16/16/4K7K3 w - - 0 1"), "");
}

TEST(Draws, RemovedPartsBelongToThePosition) {
  const Referee referee(wide());
  const Position left = position(referee, right_only("4k3", "4K3"));
  Position none = left;
  none.removed_parts.clear();
  EXPECT_FALSE(referee.same_position(left, none));
  EXPECT_TRUE(referee.same_position(left, left));
}

TEST(StartPosition, CanBeCountedByHand) {
  // B2: 16 pawns with two moves each, four knights with two. Black has as many, but the queen
  // pins f7 after k2-k3 and k2-k4, and the bishop l7 after g2-g3 and g2-g4: 40 * 40 - 4 * 2.
  const Referee referee(wide());
  const Position start = position(referee, "startpos");
  EXPECT_EQ(*referee.perft(start, 1), 40u);
  EXPECT_EQ(*referee.perft(start, 2), 1592u);
  for (const auto& [pinning, pinned] : {std::pair{"k2k3", "f7f6"}, {"g2g4", "l7l5"}}) {
    const Verdict verdict = referee.judge(referee.after(start, pinning), pinned);
    ASSERT_THAT(verdict.reasons, Not(IsEmpty()));
    EXPECT_EQ(verdict.reasons.front().rule, "royal-safety.exposed");
    EXPECT_EQ(verdict.reasons.front().clause, "B22");
  }
}

TEST(Packing, GivesThePositionBack) {
  const Referee referee(wide());
  for (const std::string& text :
       {std::string("rnbqkbnrrnbqkbnr/pppppppppppppppp/16/16/16/16/PPPPPPPPPPPPPPPP/"
                    "RNBQKBNRRNBQKBNR b AEHIMPaehimp - 0 1"),
        std::string("4k7k3/16/16/7Pp7/16/16/16/4K7K3 w - i6 0 1"), right_only("4k3", "4F1N1")}) {
    const Position at = position(referee, text);
    EXPECT_EQ(unpack(wide(), pack(wide(), at)), at) << text;
  }
}

std::vector<std::string> refused(const std::string& text) {
  return refusals(Referee(wide()), text);
}

TEST(ReadingParts, RefusesAPartThatWouldHaveBeenRemoved) {
  EXPECT_THAT(refused("4k7k3/16/16/16/16/16/16/4K11 w - - 0 1"),
              ElementsAre("White has no piece on part 'right', which would have been removed"));
}

TEST(ReadingParts, RefusesAPartRemovedInPart) {
  EXPECT_THAT(refused("*3k7k3/16/16/16/16/16/16/4K7K3 w - - 0 1"),
              Contains("only some squares of part 'left' are removed: a8 is"));
}

TEST(ReadingParts, RefusesWrongNumbersOfRoyals) {
  EXPECT_THAT(refused("4k7k3/16/16/16/16/16/16/2K1K7K3 w - - 0 1"),
              ElementsAre("White has 3 royal pieces (c1, e1 and m1), 1 to 2 wanted"));
  EXPECT_THAT(refused("4k7k3/16/16/16/16/16/16/4F7K3 w - - 0 1"),
              ElementsAre("White has a fused-king on e1 and another royal piece"));
  EXPECT_THAT(refused("4k7k3/16/16/16/16/16/16/4N7N3 w - - 0 1"),
              ElementsAre("White has 0 royal pieces, 1 to 2 wanted"));
  EXPECT_THAT(refused("4k7k3/16/16/16/16/16/16/4N7K3 w - - 0 1"), IsEmpty());
}

TEST(ReadingParts, ReadsALostGameAsFinished) {
  const Referee referee(wide());
  const Position at = position(referee, right_only("4k3", "4N3"));
  EXPECT_EQ(referee.status(at).ending, "royals-lost");
  EXPECT_EQ(referee.status(at).winner, 1);
}

TEST(ReadingParts, RefusesAnAttackedKingOfThePlayerNotToAct) {
  EXPECT_THAT(refused("4k7k3/16/16/16/16/16/12R3/4K7K3 w - - 0 1"),
              ElementsAre("White is to act, but Black's king on m8 is attacked by the rook on m2"));
}

TEST(ReadingParts, ReadsTheFilesOfTheUnmoved) {
  const Referee referee(wide());
  const std::string board = "r3k2rr3k2r/16/16/16/16/16/16/R3K2RR3K2R w ";
  for (const auto& [field, written] : {std::pair{"pmiheaPMIHEA", "AEHIMPaehimp"},
                                       {"aAeE", "AEae"},
                                       {"AHe", "-"},
                                       {"EM", "-"},
                                       {"EPah", "EP"}}) {
    EXPECT_EQ(referee.text(position(referee, board + field + " - 0 1")),
              board + written + " - 0 1");
  }
  EXPECT_THAT(refused(board + "EHH - 0 1"), Not(IsEmpty()));
  EXPECT_THAT(refused(board + "BEHz - 0 1"),
              ElementsAre("B: no white king or rook on b1", "'z' is no castling letter"));
}

TEST(ReadingParts, RefusesPawnsAndEnPassantSquaresThatCannotBe) {
  EXPECT_THAT(refused("4k6pk3/16/16/16/16/16/16/4K6pK3 w - - 0 1"),
              ElementsAre("a black pawn cannot stand on l8, on its own first rank",
                          "a black pawn cannot stand on l1: it would have promoted"));
  EXPECT_THAT(refused("4k7k3/16/16/7Pp7/16/16/16/4K7K3 w - i3 0 1"), Not(IsEmpty()));
  EXPECT_THAT(refused("4k7k3/16/16/7P8/16/16/16/4K7K3 w - i6 0 1"), Not(IsEmpty()));
  EXPECT_THAT(refused("4k7k3/8p7/16/7Pp7/16/16/16/4K7K3 w - i6 0 1"), Not(IsEmpty()));
  EXPECT_THAT(refused("4k7k3/16/8n7/7Pp7/16/16/16/4K7K3 w - i6 0 1"), Not(IsEmpty()));
}

TEST(ReadingParts, GivesAllReasonsAtOnce) {
  EXPECT_THAT(refused("*3k7k3/16/16/16/16/16/12R3/4F7KP2 w B - 0 1"),
              ElementsAre("only some squares of part 'left' are removed: a8 is",
                          "White has a fused-king on e1 and another royal piece",
                          "a white pawn cannot stand on n1, on its own first rank",
                          "White is to act, but Black's king on m8 is attacked by the rook on m2",
                          "B: no white king or rook on b1"));
}

}  // namespace
}  // namespace regelwerk::oracle
