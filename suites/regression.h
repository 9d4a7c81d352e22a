// A failure as a file: what an engine was asked, what it should have said, and why.
//
//   regelwerk fuzz -> FuzzFinding -> RegressionCase -> file -> regelwerk replay
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "spec/load.h"
#include "suites/descent.h"
#include "suites/fuzzing.h"

namespace regelwerk::suites {

struct RegressionCase {
  std::string variant;  // bundled name or path
  spec::OptionChoices options;
  std::string spec_hash;
  std::string engine;  // command
  std::vector<std::pair<std::string, std::string>> engine_options;
  // The smallest position in which the engine was seen to be wrong, and the depth to ask for.
  std::string position;
  int depth = 1;
  std::string fault;      // class: "extra"; empty if no cause was found
  std::string action;     // may be empty, as all that follow
  std::string clause;     // "C4"
  std::string rule;       // "en-passant.exposes"
  std::string explained;  // a sentence or two for a reader
  std::vector<std::string> missing;
  std::vector<std::string> extra;
  // How it was found.
  std::uint64_t seed = 0;
  std::string start;
  std::vector<std::string> line;
};

// What `finding` says about the checker; variant, engine and seed are left to the caller.
RegressionCase case_of(const FuzzFinding& finding);

// As YAML, with a first line that says how to run it again; `file` is the name to say there.
std::string write_case(const RegressionCase& regression, const std::string& file);

struct RegressionCaseResult {
  std::optional<RegressionCase> regression;  // present if and only if there is no error
  spec::Diagnostics diagnostics;
};
// Errors: no YAML, unknown keys, no variant, position or depth.
RegressionCaseResult read_case_text(const std::string& text, const std::string& file);
RegressionCaseResult read_case(const std::filesystem::path& path);

// A name for the file that does not depend on the order of findings: "extra-C4-1f3a.yaml".
std::string case_file_name(const RegressionCase& regression);

struct ReplayResult {
  std::optional<Verdict> failure;  // no answer; detail says why
  std::string detail;
  bool agrees = false;
  SetDifference difference;  // of the two lists of actions
  // Actions of both lists with different counts: action, right, the checker's.
  struct Count {
    std::string action;
    std::uint64_t right = 0;
    std::uint64_t given = 0;
  };
  std::vector<Count> counts;
};
// Asks again. The generator accepts the position (throws std::invalid_argument otherwise).
ReplayResult replay(const Reference& reference, const RegressionCase& regression,
                    const AskDivide& ask, const std::atomic<bool>& stop);

}  // namespace regelwerk::suites
