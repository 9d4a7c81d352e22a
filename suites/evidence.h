// What was said to an engine and what it answered, kept in files beside the report.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace regelwerk::suites {

struct Evidence {
  std::vector<std::string> transcript;  // a line each
  std::string replay_script;            // for sh; empty: none
};

struct WrittenEvidence {
  std::vector<std::string> files;  // paths, in the order written
  std::string problem;             // why a file could not be written; empty if all is well
};

// Writes NAME.log and, if there is a script, an executable NAME.sh into the folder, which is made
// if need be. NAME is made of `title`: what is no letter, digit, dot or hyphen becomes "_"; a long
// one is cut, and a number tells it apart from a file that is already there.
WrittenEvidence write_evidence(const std::filesystem::path& folder, const std::string& title,
                               const Evidence& evidence);

}  // namespace regelwerk::suites
