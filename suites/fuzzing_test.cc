#include "suites/fuzzing.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "suites/defective_checker.h"
#include "suites/regression.h"

namespace regelwerk::suites {
namespace {

std::unique_ptr<Reference> reference_of(const std::string& variant) {
  spec::Diagnostics diagnostics;
  std::unique_ptr<Reference> reference = Reference::load(variant, {}, &diagnostics);
  EXPECT_NE(reference, nullptr) << spec::to_string(diagnostics);
  return reference;
}

void nothing(const TreeNode&, std::vector<TreeMove>*) {}

void no_castling(const TreeNode&, std::vector<TreeMove>* moves) {
  std::erase_if(
      *moves, [](const TreeMove& move) { return move.action == "e1g1" || move.action == "e8g8"; });
}

FuzzOptions some(std::uint64_t positions) {
  FuzzOptions options;
  options.positions = positions;
  options.seed = 5;
  options.depth = 1;
  options.starts = {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"};
  return options;
}

TEST(Fuzzing, FindsNothingInACheckerThatIsRight) {
  const auto reference = reference_of("chess");
  const DefectiveChecker checker(*reference, nothing);
  const FuzzResult result = fuzz_checker(*reference, checker.suspect(), some(60));
  EXPECT_THAT(result.findings, testing::IsEmpty());
  EXPECT_THAT(result.failures, testing::IsEmpty());
  EXPECT_EQ(result.positions, 60u);
  EXPECT_TRUE(result.complete);
  EXPECT_GT(result.clauses.at("C2"), 0u);
}

TEST(Fuzzing, FindsAMissingMoveAndNamesItsClause) {
  const auto reference = reference_of("chess");
  const DefectiveChecker checker(*reference, no_castling);
  const FuzzResult result = fuzz_checker(*reference, checker.suspect(), some(300));
  ASSERT_EQ(result.findings.size(), 1u);
  const auto& cause = result.findings.front().diagnosis.cause;
  ASSERT_TRUE(cause);
  EXPECT_EQ(cause->fault, FaultClass::kMissing);
  EXPECT_EQ(cause->clause, "C6");
}

TEST(Fuzzing, AsksTheSameWithTheSameSeed) {
  const auto reference = reference_of("breitenschach");
  std::vector<std::string> asked[2];
  for (auto& list : asked) {
    const DefectiveChecker checker(*reference, nothing);
    Suspect suspect = checker.suspect();
    suspect.divide = [&, divide = suspect.divide](const std::string& text, int depth) {
      list.push_back(text);
      return divide(text, depth);
    };
    FuzzOptions options;
    options.positions = 25;
    options.depth = 1;
    fuzz_checker(*reference, suspect, options);
  }
  EXPECT_EQ(asked[0], asked[1]);
  EXPECT_EQ(asked[0].size(), 25u);
}

TEST(Fuzzing, GivesUpOnACheckerThatNeverAnswers) {
  const auto reference = reference_of("chess");
  Suspect suspect;
  suspect.divide = [](const std::string&, int) {
    DivideAnswer answer;
    answer.failure = Verdict::kDied;
    answer.detail = "killed by signal 11 (SIGSEGV)";
    return answer;
  };
  FuzzOptions options;
  options.max_failures = 3;
  const FuzzResult result = fuzz_checker(*reference, suspect, options);
  EXPECT_EQ(result.failures.size(), 3u);
  EXPECT_EQ(result.positions, 0u);
  EXPECT_FALSE(result.complete);
}

TEST(Regression, SurvivesBeingWrittenAndRead) {
  RegressionCase regression;
  regression.variant = "chess";
  regression.options = {{"a", "b"}};
  regression.spec_hash = "0123456789abcdef";
  regression.engine = "cmd='./my engine' proto=xboard";
  regression.engine_options = {{"Hash", "16"}};
  regression.position = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
  regression.depth = 2;
  regression.fault = "missing";
  regression.action = "e1g1";
  regression.clause = "C6";
  regression.rule = "castling";
  regression.explained = "a \"quoted\" word: and a colon";
  regression.missing = {"e1g1"};
  regression.seed = 18446744073709551ULL;
  regression.start = "startpos";
  regression.line = {"e2e4", "e7e5"};
  const std::string text = write_case(regression, "case.yaml");
  const RegressionCaseResult read = read_case_text(text, "case.yaml");
  ASSERT_TRUE(read.regression) << spec::to_string(read.diagnostics);
  EXPECT_EQ(write_case(*read.regression, "case.yaml"), text);
  EXPECT_EQ(case_file_name(*read.regression), case_file_name(regression));
}

TEST(Regression, SaysWhatIsWrongWithAFile) {
  const RegressionCaseResult read =
      read_case_text("regelwerk-case: 2\nvariant: chess\nplace: x\ndepth: 0\n", "case.yaml");
  EXPECT_FALSE(read.regression);
  const std::string all = spec::to_string(read.diagnostics);
  for (const char* part : {"case.yaml:1", "place", "no 'position'", "at least 1"}) {
    EXPECT_THAT(all, testing::HasSubstr(part));
  }
}

TEST(Regression, IsReplayedAgainstTheGenerator) {
  const auto reference = reference_of("chess");
  RegressionCase regression;
  regression.position = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
  regression.depth = 1;
  const std::atomic<bool> stop{false};
  const DefectiveChecker wrong(*reference, no_castling);
  const ReplayResult still = replay(*reference, regression, wrong.suspect().divide, stop);
  EXPECT_FALSE(still.agrees);
  EXPECT_THAT(still.difference.missing, testing::ElementsAre("e1g1"));
  const DefectiveChecker right(*reference, nothing);
  EXPECT_TRUE(replay(*reference, regression, right.suspect().divide, stop).agrees);
}

}  // namespace
}  // namespace regelwerk::suites
