#include "suites/resume.h"

#include <fmt/format.h>

#include <algorithm>

namespace regelwerk::suites {
namespace {

bool is_answer(const CaseResult& result, const Outcome& outcome) {
  if (result.kind != CaseKind::kCount || !result.expected || !outcome.actual) {
    return false;
  }
  switch (outcome.verdict) {
    case Verdict::kAgrees:
    case Verdict::kWrongCount:
    case Verdict::kWrongMoves:
    case Verdict::kWrongChild:
      return true;
    default:
      return false;
  }
}

}  // namespace

EarlierAnswers::EarlierAnswers(const std::vector<Run>& earlier, const Run& now)
    : spec_hash_(now.spec_hash) {
  bool variant_known = false;
  bool rules_known = false;
  std::set<std::string> changed;
  for (const Run& run : earlier) {
    variant_known = variant_known || run.variant == now.variant;
    rules_known = rules_known || run.spec_hash == now.spec_hash;
    std::set<std::string> same;
    for (const Checker& checker : run.checkers) {
      const auto present = std::find_if(now.checkers.begin(), now.checkers.end(),
                                        [&](const Checker& c) { return c.name == checker.name; });
      if (present == now.checkers.end()) {
        continue;
      }
      if (checker.identity.empty() || checker.identity != present->identity) {
        if (run.variant == now.variant) {
          changed.insert(checker.name);
        }
        continue;
      }
      same.insert(checker.name);
      if (!checker.version.empty()) {
        versions_[checker.name] = checker.version;
      }
    }
    for (const CaseResult& result : run.cases) {
      for (const Outcome& outcome : result.outcomes) {
        if (same.count(outcome.checker) > 0 && is_answer(result, outcome)) {
          const Key key = key_of(run.spec_hash, result, outcome.checker);
          answers_.insert_or_assign(key, Answer{outcome, *result.expected});
        }
      }
    }
  }
  if (!variant_known) {
    remarks_.push_back(fmt::format("has no result for {}", now.variant));
  } else if (!rules_known) {
    remarks_.push_back(
        fmt::format("its result for {} is for other rules (spec hash)", now.variant));
  }
  for (const std::string& name : changed) {
    remarks_.push_back(fmt::format("'{}' is not the program that it was: asked again", name));
  }
}

EarlierAnswers::Key EarlierAnswers::key_of(const std::string& spec_hash, const CaseResult& result,
                                           const std::string& checker) {
  const std::string expected =
      result.suite.empty() || !result.expected ? "" : std::to_string(*result.expected);
  return {result.spec_hash.empty() ? spec_hash : result.spec_hash, result.position, result.depth,
          expected, checker};
}

const EarlierAnswers::Answer* EarlierAnswers::find(const CaseResult& now,
                                                   const std::string& checker) const {
  const auto found = answers_.find(key_of(spec_hash_, now, checker));
  return found == answers_.end() ? nullptr : &found->second;
}

std::string EarlierAnswers::version(const std::string& checker) const {
  const auto found = versions_.find(checker);
  return found == versions_.end() ? "" : found->second;
}

}  // namespace regelwerk::suites
