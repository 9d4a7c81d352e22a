#include "suites/clusters.h"

#include <algorithm>
#include <cctype>

namespace regelwerk::suites {
namespace {

std::string key_of(const Outcome& outcome) {
  if (!outcome.cause) {
    return std::string(verdict_name(outcome.verdict));
  }
  const Cause& cause = *outcome.cause;
  const std::string& what = !cause.clause.empty() ? cause.clause
                            : !cause.rule.empty() ? cause.rule
                                                  : cause.field;
  return std::string(fault_class_name(cause.fault)) + " " + what;
}

std::size_t pieces_in(const std::string& position) {
  const std::string placement = position.substr(0, position.find(' '));
  return static_cast<std::size_t>(std::count_if(
      placement.begin(), placement.end(), [](unsigned char c) { return std::isalpha(c) != 0; }));
}

bool is_smaller(const Cause& a, const Cause& b) {
  if (a.depth != b.depth) {
    return a.depth < b.depth;
  }
  return pieces_in(a.position) < pieces_in(b.position);
}

}  // namespace

std::vector<Cluster> clusters(const Run& run) {
  std::vector<Cluster> result;
  for (const Checker& checker : run.checkers) {
    std::vector<Cluster> found;
    std::vector<std::string> keys;
    for (const CaseResult& each : run.cases) {
      for (const Outcome& outcome : each.outcomes) {
        if (outcome.checker != checker.name || !is_failure(each, outcome.verdict)) {
          continue;
        }
        const std::string key = key_of(outcome);
        std::size_t i =
            static_cast<std::size_t>(std::find(keys.begin(), keys.end(), key) - keys.begin());
        if (i == keys.size()) {
          keys.push_back(key);
          Cluster& cluster = found.emplace_back();
          cluster.checker = checker.name;
          cluster.verdict = outcome.verdict;
          cluster.first_case = case_title(each);
        }
        Cluster& cluster = found[i];
        ++cluster.cases;
        if (!outcome.cause) {
          continue;
        }
        const std::string& rule = outcome.cause->rule;
        const auto place = std::lower_bound(cluster.rules.begin(), cluster.rules.end(), rule);
        if (!rule.empty() && (place == cluster.rules.end() || *place != rule)) {
          cluster.rules.insert(place, rule);
        }
        if (!cluster.example || is_smaller(*outcome.cause, *cluster.example)) {
          cluster.example = outcome.cause;
        }
      }
    }
    std::stable_sort(found.begin(), found.end(),
                     [](const Cluster& a, const Cluster& b) { return a.cases > b.cases; });
    result.insert(result.end(), found.begin(), found.end());
  }
  return result;
}

}  // namespace regelwerk::suites
