// Wrong answers of outside engines that are known already (suites/README.md, "Known faults").
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "spec/diagnostic.h"
#include "suites/result.h"

namespace regelwerk::suites {

// One wrong answer, named by position, depth and answer; or, where `fault` is there, every wrong
// answer with that cause (in every position, if none is named).
struct KnownFault {
  int line = 0;
  std::string engine;  // as the engine calls itself; a star at the end stands for any rest
  std::string variant;
  std::string position;
  int depth = 0;
  std::string answer;  // the wrong count in digits; or died, hung, nonsense, refused
  std::optional<FaultClass> fault;
  std::string clause;
  std::string note;

  bool is_of(const std::string& engine_name, const std::string& variant_name) const;
  // Whether the entry, one of those with `fault`, is about this missing or extra action.
  bool explains(const ActionNote& note) const;
};

struct KnownFaultsResult {
  std::vector<KnownFault> faults;
  spec::Diagnostics diagnostics;
};

// Errors: no YAML, unknown or missing keys, keys of both forms, an answer or class of another form,
// a fault listed twice. A file that lists nothing (`known-faults: []`) is right.
KnownFaultsResult read_known_faults_text(const std::string& text, const std::string& file);
KnownFaultsResult read_known_faults(const std::filesystem::path& path);

// The fault, one of those with a class, that is the cause of a wrong answer: of the same class and
// clause, while nothing is missing or extra beside it that none of the faults explains. Null if
// there is none; else it points into `faults`.
const KnownFault* explain_cause(const std::vector<KnownFault>& faults, const Outcome& outcome);

}  // namespace regelwerk::suites
