// Answers of an earlier run, taken over instead of asking again.
#pragma once

#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "suites/result.h"

namespace regelwerk::suites {

// The counts in earlier results that were given by the same checker (Checker::identity) under the
// same rules (spec hash). An answer is a count, right or wrong: who died, hung, was refused or left
// out is asked again, and so is who had a known fault, as the list may have changed.
class EarlierAnswers {
 public:
  EarlierAnswers() = default;
  // `now`: the run to come, with its variant, spec hash and checkers.
  EarlierAnswers(const std::vector<Run>& earlier, const Run& now);

  bool empty() const { return answers_.empty(); }

  struct Answer {
    Outcome outcome;
    std::uint64_t expected = 0;  // what it was compared with
  };
  // nullptr without one. `now`: its spec hash, position, depth, and whether a suite has it.
  const Answer* find(const CaseResult& now, const std::string& checker) const;

  // What the engine called itself; empty if nothing is known.
  std::string version(const std::string& checker) const;

  // Why less than a reader may expect is taken over, a sentence each.
  const std::vector<std::string>& remarks() const { return remarks_; }

 private:
  // Spec hash, position, depth, expected count of a suite (0 for a position by itself), checker.
  using Key = std::tuple<std::string, std::string, int, std::string, std::string>;
  static Key key_of(const std::string& spec_hash, const CaseResult& result,
                    const std::string& checker);

  std::string spec_hash_;
  std::map<Key, Answer> answers_;
  std::map<std::string, std::string> versions_;
  std::vector<std::string> remarks_;
};

}  // namespace regelwerk::suites
