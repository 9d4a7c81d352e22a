// Test program: check_suite_file VARIANT FILE GENERATOR_NODES ORACLE_NODES
// Runs one suite file through generator and oracle; ends with the run's exit status. Counts above
// the limits are left out.
#include <fmt/format.h>

#include <cstdlib>

#include "suites/runner.h"

namespace {

using namespace regelwerk;  // NOLINT: a program's main file

suites::Run run_one_side(const char* variant, const char* file, bool generator,
                         const char* max_nodes) {
  suites::RunOptions options;
  options.variant = variant;
  options.suites = {file};
  options.generator = generator;
  options.oracle = !generator;
  options.count_unreachable = true;
  options.max_nodes = std::strtoull(max_nodes, nullptr, 10);
  return suites::run_verification(options);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) {
    fmt::print(stderr, "usage: check_suite_file VARIANT FILE GENERATOR_NODES ORACLE_NODES\n");
    return 2;
  }
  int status = 0;
  for (const bool generator : {true, false}) {
    const suites::Run run = run_one_side(argv[1], argv[2], generator, argv[generator ? 3 : 4]);
    fmt::print(stderr, "{}", spec::to_string(run.diagnostics));
    for (const suites::CaseResult& result : run.cases) {
      for (const suites::Outcome& outcome : result.outcomes) {
        if (suites::is_failure(outcome.verdict)) {
          fmt::print("{}: {}: {}\n  {}\n  expected {}, got {}\n  {}\n", suites::case_title(result),
                     outcome.checker, suites::verdict_name(outcome.verdict), result.position,
                     result.expected.value_or(0), outcome.actual.value_or(0), outcome.detail);
        }
      }
    }
    const suites::Counts counts = suites::count_outcomes(run);
    fmt::print("{}: checked {}, not run {}, {:.1f} s\n", generator ? "generator" : "oracle",
               counts.checked(), counts.not_run, run.seconds);
    if (status == 0 || suites::exit_status(run) == 1) {
      status = suites::exit_status(run);
    }
  }
  return status;
}
