#include "suites/clusters.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace regelwerk::suites {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Outcome failure(const std::string& checker, Verdict verdict,
                std::optional<Cause> cause = std::nullopt) {
  Outcome outcome;
  outcome.checker = checker;
  outcome.verdict = verdict;
  outcome.cause = std::move(cause);
  return outcome;
}

Cause cause(FaultClass fault, const std::string& clause, const std::string& rule,
            const std::string& position) {
  Cause result;
  result.fault = fault;
  result.clause = clause;
  result.rule = rule;
  result.position = position;
  return result;
}

CaseResult case_with(int line, std::vector<Outcome> outcomes) {
  CaseResult result;
  result.suite = "a.epd";
  result.line = line;
  result.depth = 1;
  result.outcomes = std::move(outcomes);
  return result;
}

TEST(Clusters, PutTogetherWhatHasTheSameClassAndClause) {
  Run run;
  run.checkers = {{Checker::Kind::kGenerator, "generator", ""},
                  {Checker::Kind::kEngine, "mine", ""}};
  const auto extra = [](const char* rule, const char* position) {
    return cause(FaultClass::kExtra, "C6", rule, position);
  };
  run.cases = {
      case_with(1, {failure("mine", Verdict::kDied)}),
      case_with(2, {failure("generator", Verdict::kAgrees),
                    failure("mine", Verdict::kWrongMoves,
                            extra("castling.in-check", "r3k3/8/8/8/8/8/8/4K2R w - - 0 1"))}),
      case_with(3, {failure("mine", Verdict::kWrongMoves,
                            extra("castling.blocked", "4k3/8/8/8/8/8/8/4K2R w - - 0 1"))}),
      case_with(4, {failure("mine", Verdict::kWrongMoves,
                            cause(FaultClass::kMissing, "C6", "castling",
                                  "4k3/8/8/8/8/8/8/4K2R w - - 0 1"))}),
      case_with(5, {failure("mine", Verdict::kKnownFault,
                            extra("castling.blocked", "4k3/8/8/8/8/8/8/4K2R w - - 0 1"))}),
      case_with(6, {failure("mine", Verdict::kNotRun)}),
      case_with(7, {failure("mine", Verdict::kDied)}),
      case_with(8, {failure("mine", Verdict::kDied)}),
  };
  const std::vector<Cluster> found = clusters(run);
  ASSERT_EQ(found.size(), 3u);
  EXPECT_EQ(found[0].checker, "mine");
  EXPECT_EQ(found[0].verdict, Verdict::kDied);
  EXPECT_EQ(found[0].cases, 3u);
  EXPECT_FALSE(found[0].example.has_value());
  EXPECT_EQ(found[0].first_case, "a.epd:1 D1");
  EXPECT_EQ(found[1].cases, 2u);
  EXPECT_THAT(found[1].rules, ElementsAre("castling.blocked", "castling.in-check"));
  ASSERT_TRUE(found[1].example.has_value());
  EXPECT_EQ(found[1].example->rule, "castling.blocked");  // the smaller position
  EXPECT_EQ(found[1].first_case, "a.epd:2 D1");
  EXPECT_EQ(found[2].cases, 1u);
  EXPECT_EQ(found[2].example->fault, FaultClass::kMissing);
}

TEST(Clusters, WithoutAClauseTheRuleTellsAndWithoutARuleTheField) {
  Run run;
  run.checkers = {{Checker::Kind::kEngine, "mine", ""}};
  Cause turn = cause(FaultClass::kWrongChild, "", "", "");
  turn.field = "turn";
  Cause board = turn;
  board.field = "board";
  run.cases = {
      case_with(1, {failure("mine", Verdict::kWrongMoves,
                            cause(FaultClass::kExtra, "", "castling.blocked", ""))}),
      case_with(2, {failure("mine", Verdict::kWrongMoves,
                            cause(FaultClass::kExtra, "", "castling.in-check", ""))}),
      case_with(3, {failure("mine", Verdict::kWrongChild, turn)}),
      case_with(4, {failure("mine", Verdict::kWrongChild, board)}),
  };
  EXPECT_EQ(clusters(run).size(), 4u);
}

TEST(Clusters, WithoutFailuresThereAreNone) {
  Run run;
  run.checkers = {{Checker::Kind::kEngine, "mine", ""}};
  run.cases = {case_with(1, {failure("mine", Verdict::kAgrees)})};
  EXPECT_THAT(clusters(run), IsEmpty());
}

}  // namespace
}  // namespace regelwerk::suites
