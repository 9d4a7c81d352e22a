// Positions that must be refused with their reasons, and positions that must be accepted.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "spec/diagnostic.h"
#include "spec/load.h"
#include "suites/examples.h"
#include "suites/reference.h"
#include "suites/result.h"

namespace regelwerk::suites {

struct RefusalCase {
  int line = 0;
  std::string position;
  bool refused = true;
  std::vector<std::string> mentions;  // refused: each occurs in a reason
  std::string canonical;              // accepted: the text of the position read
  std::string why;
};

struct RefusalFile {
  std::string file;
  std::string variant;
  spec::OptionChoices options;
  std::vector<RefusalCase> cases;  // refused ones first, each group in the order of the file
};

struct RefusalFileResult {
  RefusalFile file;  // complete if and only if there is no error
  spec::Diagnostics diagnostics;
};

// Errors: no YAML, unknown or missing keys, a file without cases.
RefusalFileResult read_refusals_text(const std::string& text, const std::string& file);
RefusalFileResult read_refusals(const std::filesystem::path& path);

// One outcome per side asked, as check_example gives.
CaseResult check_refusal(const Reference& reference, const std::string& file,
                         const RefusalCase& refusal, Sides sides = {});

}  // namespace regelwerk::suites
