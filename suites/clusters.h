// Many failures, few causes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "suites/result.h"

namespace regelwerk::suites {

// The failures of one checker, without those on unreachable positions, that have the same cause, as far as can be seen: the same fault class
// and clause (without a clause the same rule, without a rule the same field); without a Cause, the
// same verdict.
struct Cluster {
  std::string checker;
  Verdict verdict = Verdict::kWrongMoves;
  std::optional<Cause> example;    // the one in the smallest position; none without a Cause
  std::vector<std::string> rules;  // of all the causes, sorted
  std::uint64_t cases = 0;         // failing outcomes
  std::string first_case;          // title of the first of them
};

// In the order of the checkers, the greatest first, then in the order in which they occur.
std::vector<Cluster> clusters(const Run& run);

}  // namespace regelwerk::suites
