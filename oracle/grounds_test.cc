// The rule by which an action is legal, for each that a referee can point at.
#include "oracle/testing.h"

namespace regelwerk::oracle {
namespace {

using testing::bundled;
using testing::laboratory;
using testing::position;

struct Allowed {
  const char* variant;
  const char* position;
  const char* action;
  const char* rule;
  const char* clause;
  const char* shown;
};

void PrintTo(const Allowed& allowed, std::ostream* out) {
  *out << allowed.variant << " " << allowed.action << " in " << allowed.position;
}

class FirstGround : public ::testing::TestWithParam<Allowed> {};

TEST_P(FirstGround, NamesRuleClauseAndWhatIsSeen) {
  const Allowed& expected = GetParam();
  const Referee referee(bundled(expected.variant));
  const std::vector<Reason> grounds =
      referee.grounds(position(referee, expected.position), expected.action);
  ASSERT_FALSE(grounds.empty());
  EXPECT_EQ(grounds.front().rule, expected.rule);
  EXPECT_EQ(grounds.front().clause, expected.clause);
  EXPECT_EQ(grounds.front().shown, expected.shown);
  EXPECT_FALSE(grounds.front().sentence.empty());
}

INSTANTIATE_TEST_SUITE_P(
    Chess, FirstGround,
    ::testing::Values(
        Allowed{"chess", "startpos", "g1f3", "movement", "C2", "the knight on g1 goes to f3"},
        Allowed{"chess", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", "movement", "C2",
                "the pawn on e4 captures the pawn on d5"},
        Allowed{"chess", "startpos", "e2e4", "first-move", "C3", "the pawn on e2 has not moved"},
        Allowed{"chess", "startpos", "e2e3", "movement", "C2", "the pawn on e2 goes to e3"},
        Allowed{"chess", "4k3/8/8/2Pp4/8/8/8/4K3 w - d6 0 2", "c5d6", "en-passant", "C4",
                "the pawn on c5 takes the pawn on d5, which has just crossed d6"},
        Allowed{"chess", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1", "castling", "C6",
                "the king on e1 castles with the rook on a1"},
        Allowed{"chess", "8/2P5/8/8/8/8/5k2/7K w - - 0 1", "c7c8n", "promotion", "C5",
                "the pawn on c7 becomes a knight on c8"},
        Allowed{"chess", "4k3/8/8/8/8/8/3R4/r3K3 w - - 0 1", "d2d1", "royal-safety", "C7",
                "the king on e1 is attacked by the rook on a1, and d2d1 ends that"},
        Allowed{"chess", "4k3/4r3/8/8/8/8/4R3/4K3 w - - 0 1", "e2e4", "royal-safety", "C7",
                "the rook on e2 shields the king on e1 from the rook on e7, and still does on e4 "
                "or takes it"}));

INSTANTIATE_TEST_SUITE_P(
    OtherRules, FirstGround,
    ::testing::Values(Allowed{"breitenschach", "r7k7/16/16/16/16/16/16/R2K5R6 w AD - 0 1", "d1a1",
                              "castling", "B10", "the king on d1 castles with the rook on a1"},
                      Allowed{"breitenschach", "r7k7/16/16/16/16/16/16/R2K5R6 w AD - 0 1", "d1d2",
                              "movement", "C2", "the king on d1 goes to d2"},
                      Allowed{"breitenschach", "k14r/16/16/16/16/16/16/1KKN11N w - - 0 1", "b1c1",
                              "fusion", "B18", "the king on b1 becomes one with the king on c1"},
                      Allowed{"koalitionsschach",
                              "10/8,bK,gG/rG,9/10/10/4,yT,5/10/10/10/yK,9 y - - - - - 0 1", "e5e10",
                              "movement", "K4", "the yellow tank on e5 goes to e10"},
                      Allowed{"koalitionsschach",
                              "4,bK,5/10/10/10/10/1,rG,1,gT,yT,5/10/10/10/yK,9 b<g gy - - - - 0 1",
                              "wait", "check-reply", "K22", "Black is asked and owes no turn"}));

TEST(Grounds, SpecialRulesComeBeforeTheRoyalThatTheySave) {
  const Referee referee(bundled("chess"));
  // The double step ends the check.
  const std::vector<Reason> grounds =
      referee.grounds(position(referee, "4k3/8/8/8/r2K4/8/2P5/8 w - - 0 1"), "c2c4");
  ASSERT_EQ(grounds.size(), 3u);
  EXPECT_EQ(grounds[0].rule, "first-move");
  EXPECT_EQ(grounds[1].rule, "royal-safety");
  EXPECT_EQ(grounds[2].rule, "movement");
}

TEST(Grounds, ARuleWithoutClausesHasNone) {
  const spec::Variant variant = laboratory("rules: {en-passant: {clauses: none}}\n");
  const Referee referee(variant);
  const std::vector<Reason> grounds =
      referee.grounds(position(referee, "4k3/8/8/2Pp4/8/8/8/4K3 w - d6 0 2"), "c5d6");
  EXPECT_EQ(grounds.front().rule, "en-passant");
  EXPECT_EQ(grounds.front().clause, "");
}

TEST(Grounds, OfAnIllegalActionThereAreNone) {
  const Referee referee(bundled("chess"));
  EXPECT_THROW(referee.grounds(position(referee, "startpos"), "e2e5"), std::invalid_argument);
}

}  // namespace
}  // namespace regelwerk::oracle
