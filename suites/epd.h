// Count suites: positions with the number of nodes at each depth, in the layouts of the field
// (suites/README.md, "Counts").
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "spec/diagnostic.h"
#include "spec/load.h"

namespace regelwerk::suites {

// What the header lines of a suite file say. Empty where they say nothing.
struct SuiteHeader {
  std::string variant;
  spec::OptionChoices options;
  std::string source;
  std::string spec_hash;
  int spec_hash_line = 0;  // where it stands; 0 without it
  int variant_line = 0;
  bool unreachable = false;  // no game leads to its positions (CaseResult::unreachable)
};

struct CountCase {
  int line = 0;                        // from 1, where the position stands
  int column = 0;                      // from 1, where the position begins
  std::string name;                    // empty, or as the file names it; not necessarily unique
  std::string position;                // text as written, blanks in excess removed; not judged here
  std::map<int, std::uint64_t> nodes;  // by depth, depth >= 1; not empty
  std::string source;                  // of this row, else of the file; may be empty
  std::string note;                    // the comment lines above it, without their signs
  bool unreachable = false;            // as the file's header says
};

struct CountSuite {
  std::string file;
  SuiteHeader header;
  std::vector<CountCase> cases;  // in the order of the file
};

struct CountSuiteResult {
  CountSuite suite;  // complete if and only if there is no error
  spec::Diagnostics diagnostics;
};

// Errors: a line that fits none of the layouts, a count that is no number below 2^64, a depth that
// is 0 or above 99 or given twice with different counts, a position without counts, a file without
// a single position. `file` is used for places only.
CountSuiteResult read_count_suite_text(std::string_view text, const std::string& file);

// The same for a file; one that cannot be read is an error.
CountSuiteResult read_count_suite(const std::filesystem::path& path);

}  // namespace regelwerk::suites
