// Worked examples: what a clause allows and forbids, position by position (suites/README.md).
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "spec/diagnostic.h"
#include "spec/load.h"
#include "suites/reference.h"
#include "suites/result.h"

namespace regelwerk::suites {

struct Example {
  struct Illegal {
    std::string action;
    std::string clause;  // empty: any
    std::string rule;    // "castling.path-attacked"; empty: any
  };
  struct Status {
    std::string ending;                              // empty: not asked
    std::string clause;                              // empty: not asked
    std::optional<std::string> winner;               // a player's name, or "none"
    std::optional<std::vector<std::string>> claims;  // exactly these, sorted
  };
  struct After {
    std::string action;
    std::string position;
  };

  int line = 0;
  std::string name;
  std::vector<std::string> clauses;
  std::string why;
  std::string position;            // or "startpos"
  std::vector<std::string> moves;  // played first
  std::vector<std::string> legal;
  std::vector<Illegal> illegal;
  std::optional<std::vector<std::string>> actions;  // exactly these, sorted
  std::optional<int> count;
  std::optional<Status> status;
  std::optional<After> after;
};

struct ExampleFile {
  std::string file;
  std::string variant;
  spec::OptionChoices options;
  std::vector<Example> examples;
};

struct ExampleFileResult {
  ExampleFile file;  // complete if and only if there is no error
  spec::Diagnostics diagnostics;
};

// Errors: no YAML, unknown or missing keys, a name twice, an example that asserts nothing, a file
// without examples.
ExampleFileResult read_examples_text(const std::string& text, const std::string& file);
ExampleFileResult read_examples(const std::filesystem::path& path);

// Which of the project's own sides to ask.
struct Sides {
  bool generator = true;
  bool oracle = true;
};

// One outcome per side asked, named "generator" and "oracle"; detail has a line for everything
// that is not as the example says. Clauses, winners and claims are the oracle's to answer alone.
CaseResult check_example(const Reference& reference, const std::string& file,
                         const Example& example, Sides sides = {});

}  // namespace regelwerk::suites
