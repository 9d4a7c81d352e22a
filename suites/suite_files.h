// Suite files of every kind, found and read.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "suites/diagrams.h"
#include "suites/epd.h"
#include "suites/examples.h"
#include "suites/refused.h"

namespace regelwerk::suites {

// One file; exactly one of the four members is filled, as `kind` says.
struct SuiteFile {
  std::string file;
  CaseKind kind = CaseKind::kCount;
  CountSuite counts;
  ExampleFile examples;
  DiagramFile diagrams;
  RefusalFile refusals;

  // What its header says; empty where it says nothing.
  const std::string& variant() const;
  const spec::OptionChoices& options() const;
  std::size_t size() const;  // cases
};

struct SuiteFileResult {
  SuiteFile suite;
  spec::Diagnostics diagnostics;
};

// Reads a file of any kind; the kind is seen by its contents, not by its name.
SuiteFileResult read_suite_file(const std::filesystem::path& path);

// The folder suites/VARIANT of `data`, sorted; empty if there is none. Hidden files, folders and
// files of other kinds (*.md) are left out.
std::vector<std::filesystem::path> bundled_suite_files(const std::filesystem::path& data,
                                                       const std::string& variant);

// The positions of the counts in these files, as written.
std::vector<std::string> bundled_count_positions(const std::filesystem::path& data,
                                                 const std::string& variant);

}  // namespace regelwerk::suites
