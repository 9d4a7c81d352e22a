#include "suites/result.h"

#include <gtest/gtest.h>

namespace regelwerk::suites {
namespace {

// A run of generator, oracle and one engine over one case with these verdicts.
Run run_of(Verdict generator, Verdict oracle, Verdict engine) {
  Run run;
  run.checkers = {{Checker::Kind::kGenerator, "generator", ""},
                  {Checker::Kind::kOracle, "oracle", ""},
                  {Checker::Kind::kEngine, "engine", ""}};
  CaseResult result;
  for (const auto& [name, verdict] :
       {std::pair{"generator", generator}, {"oracle", oracle}, {"engine", engine}}) {
    Outcome outcome;
    outcome.checker = name;
    outcome.verdict = verdict;
    result.outcomes.push_back(outcome);
  }
  run.cases.push_back(result);
  return run;
}

constexpr Verdict kOk = Verdict::kAgrees;

TEST(ExitStatus, FollowsItsPrecedence) {
  EXPECT_EQ(exit_status(run_of(kOk, kOk, kOk)), 0);
  EXPECT_EQ(exit_status(run_of(kOk, Verdict::kNotRun, kOk)), 0);
  EXPECT_EQ(exit_status(run_of(kOk, kOk, Verdict::kKnownFault)), 0);
  for (const Verdict wrong :
       {Verdict::kWrongCount, Verdict::kWrongMoves, Verdict::kWrongChild, Verdict::kWrongAnswer}) {
    EXPECT_EQ(exit_status(run_of(kOk, kOk, wrong)), 1);
    EXPECT_EQ(exit_status(run_of(wrong, kOk, Verdict::kDied)), 1);
  }
  for (const Verdict failed : {Verdict::kDied, Verdict::kHung, Verdict::kNonsense,
                               Verdict::kNondeterministic, Verdict::kRefused}) {
    EXPECT_EQ(exit_status(run_of(kOk, kOk, failed)), 3);
    EXPECT_EQ(exit_status(run_of(Verdict::kRefused, Verdict::kRefused, failed)), 3);
  }
  EXPECT_EQ(exit_status(run_of(Verdict::kRefused, Verdict::kRefused, kOk)), 2);
  EXPECT_EQ(exit_status(run_of(Verdict::kRefused, kOk, kOk)), 1);
  EXPECT_EQ(exit_status(run_of(kOk, Verdict::kRefused, kOk)), 1);
  EXPECT_EQ(exit_status(run_of(Verdict::kRefused, Verdict::kNotRun, kOk)), 2);
  EXPECT_EQ(exit_status(run_of(kOk, kOk, Verdict::kNotStarted)), 2);
  EXPECT_EQ(exit_status(run_of(kOk, kOk, Verdict::kVariantUnknown)), 2);
  EXPECT_EQ(exit_status(run_of(kOk, kOk, Verdict::kNotRun)), 2);
}

TEST(ExitStatus, AnEngineNeedNotPlayEveryVariantOfARun) {
  const auto able = run_of(kOk, kOk, kOk);
  const auto unable = run_of(kOk, kOk, Verdict::kVariantUnknown);
  EXPECT_EQ(exit_status({able, unable}), 0);
  EXPECT_EQ(exit_status({unable, unable}), 2);
}

TEST(ExitStatus, NothingCheckedIsNoPass) {
  EXPECT_EQ(exit_status(suites::Run{}), 2);
  EXPECT_EQ(exit_status(std::vector<suites::Run>{}), 2);
}

TEST(ExitStatus, AShardNeedNotHaveACaseForEveryone) {
  suites::Run run;
  run.checkers = {{Checker::Kind::kGenerator, "generator", ""},
                  {Checker::Kind::kEngine, "mine", ""}};
  run.shard = {2, 2};
  run.cases_elsewhere = 3;
  EXPECT_EQ(exit_status(run), 0) << "nothing falls to it";
  CaseResult example;
  example.kind = CaseKind::kExample;
  Outcome agrees;
  agrees.checker = "generator";
  agrees.verdict = Verdict::kAgrees;
  example.outcomes = {agrees};
  run.cases = {example};
  EXPECT_EQ(exit_status(run), 0) << "nothing for the engine falls to it";
  Outcome left_out;
  left_out.checker = "mine";
  run.cases[0].outcomes.push_back(left_out);
  EXPECT_EQ(exit_status(run), 2) << "the engine checked nothing of what falls to it";
  run.cases[0].outcomes.pop_back();
  run.cases_elsewhere = 0;
  EXPECT_EQ(exit_status(run), 2) << "there is no other shard";
}

TEST(ExitStatus, DeadlinesAndInterrupts) {
  auto run = run_of(kOk, kOk, kOk);
  run.deadline_reached = true;
  EXPECT_EQ(exit_status(run), 4);
  run.cases[0].outcomes[1].verdict = Verdict::kWrongCount;
  EXPECT_EQ(exit_status(run), 1);
  run.interrupted = true;
  EXPECT_EQ(exit_status(run), 130);
}

TEST(ExitStatus, WarningsDoNotCount) {
  auto run = run_of(kOk, kOk, kOk);
  run.diagnostics.emplace_back();
  run.diagnostics[0].severity = spec::Diagnostic::Severity::kWarning;
  EXPECT_EQ(exit_status(run), 0);
  run.diagnostics[0].severity = spec::Diagnostic::Severity::kError;
  EXPECT_EQ(exit_status(run), 2);
}

TEST(ExitStatus, UnreachablePositionsDoNotCount) {
  for (const Verdict failed :
       {Verdict::kWrongCount, Verdict::kWrongMoves, Verdict::kRefused, Verdict::kDied}) {
    auto run = run_of(kOk, kOk, failed);
    run.cases[0].unreachable = true;
    EXPECT_EQ(exit_status(run), 0) << verdict_name(failed);
    EXPECT_FALSE(is_failure(run.cases[0], failed));
    const Counts counts = count_outcomes(run);
    EXPECT_EQ(counts.uncounted, 1u);
    EXPECT_EQ(counts.wrong + counts.refused + counts.failed, 0u);
    EXPECT_EQ(counts.checked(), 3u);
    // A wrong answer elsewhere is one.
    run.cases.push_back(run.cases[0]);
    run.cases[1].unreachable = false;
    EXPECT_NE(exit_status(run), 0) << verdict_name(failed);
  }
  auto run = run_of(Verdict::kWrongCount, Verdict::kRefused, kOk);
  run.cases[0].unreachable = true;
  EXPECT_EQ(exit_status(run), 0);
  run = run_of(kOk, kOk, Verdict::kNotStarted);
  run.cases[0].unreachable = true;
  EXPECT_EQ(exit_status(run), 2) << "whether a program starts is no question of positions";
}

TEST(Counts, EveryOutcomeIsCountedOnce) {
  const auto run = run_of(Verdict::kWrongMoves, Verdict::kInterrupted, Verdict::kHung);
  const Counts counts = count_outcomes(run);
  EXPECT_EQ(counts.wrong, 1u);
  EXPECT_EQ(counts.not_run, 1u);
  EXPECT_EQ(counts.failed, 1u);
  EXPECT_EQ(counts.checked(), 2u);
  EXPECT_EQ(count_outcomes(run, "engine").failed, 1u);
  EXPECT_EQ(count_outcomes(run, "engine").checked(), 1u);
}

TEST(CaseTitle, NamesFileLineAndDepth) {
  CaseResult result;
  result.suite = "chess/a.epd";
  result.line = 7;
  result.name = "kiwipete";
  result.depth = 3;
  EXPECT_EQ(case_title(result), "chess/a.epd:7 kiwipete D3");
  result.suite.clear();
  EXPECT_EQ(case_title(result), "kiwipete D3");
  result.kind = CaseKind::kExample;
  EXPECT_EQ(case_title(result), "kiwipete");
}

}  // namespace
}  // namespace regelwerk::suites
