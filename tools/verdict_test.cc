// What `verify` says of an engine with one broken clause, of which suites/mutants.yaml has one for
// each clause.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <iostream>

#include "suites/runner.h"
#include "tools/mutants_testing.h"

namespace regelwerk::suites {
namespace {

using tools::MutantCase;

std::vector<MutantCase> mutants() {
  std::vector<MutantCase> cases = tools::read_mutant_cases();
  std::erase_if(cases, [](const MutantCase& mutant) { return mutant.depth == 0; });
  return cases;
}

class Verdicts : public testing::TestWithParam<MutantCase> {};

TEST_P(Verdicts, NameTheBrokenClause) {
  const MutantCase& mutant = GetParam();
  RunOptions options;
  options.variant = mutant.variant;
  options.oracle = false;
  options.position = {mutant.position, mutant.depth};
  options.engines = {
      fmt::format("{} {} --break {}", REGELWERK_MUTANT, mutant.variant, mutant.clause)};
  const suites::Run run = run_verification(options);
  EXPECT_EQ(exit_status(run), 1);
  std::optional<Cause> cause;
  for (const CaseResult& result : run.cases) {
    for (const Outcome& outcome : result.outcomes) {
      if (!cause && outcome.cause) cause = outcome.cause;
    }
  }
  ASSERT_TRUE(cause);
  std::cout << fmt::format("{:<14} {:<4} {:<12} {:<6} {:<28} {:>3} questions  {}\n", mutant.variant,
                           mutant.clause, fault_class_name(cause->fault), cause->clause,
                           cause->rule, cause->questions, cause->position);
  EXPECT_EQ(cause->clause, mutant.named);
  EXPECT_TRUE(cause->smallest);
}

INSTANTIATE_TEST_SUITE_P(Mutants, Verdicts, testing::ValuesIn(mutants()),
                         [](const auto& info) { return info.param.variant + info.param.clause; });

}  // namespace
}  // namespace regelwerk::suites
