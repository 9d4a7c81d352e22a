// Wrong answers of outside engines that are known already (suites/README.md, "Known faults").
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "spec/diagnostic.h"

namespace regelwerk::suites {

struct KnownFault {
  int line = 0;
  std::string engine;  // as the engine calls itself
  std::string variant;
  std::string position;
  int depth = 0;
  std::string answer;  // the wrong count in digits; or died, hung, nonsense, refused
  std::string note;
};

struct KnownFaultsResult {
  std::vector<KnownFault> faults;
  spec::Diagnostics diagnostics;
};

// Errors: no YAML, unknown or missing keys, an answer of another form, a fault listed twice. A file
// that lists nothing (`known-faults: []`) is right.
KnownFaultsResult read_known_faults_text(const std::string& text, const std::string& file);
KnownFaultsResult read_known_faults(const std::filesystem::path& path);

}  // namespace regelwerk::suites
