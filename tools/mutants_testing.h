// For tests: the positions of suites/mutants.yaml.
#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "suites/yaml_file.h"

namespace regelwerk::tools {

// As the file says at its beginning.
struct MutantCase {
  std::string variant;
  std::string clause;
  std::string differs;
  std::string action;
  int depth = 0;  // 0: it shows by no count
  std::string judged;
  std::string named;
  std::string position;
};

inline void PrintTo(const MutantCase& mutant, std::ostream* out) {
  *out << mutant.variant << " " << mutant.clause;
}

inline std::vector<MutantCase> read_mutant_cases() {
  const std::string path = std::string(REGELWERK_SOURCE_DIR) + "/suites/mutants.yaml";
  std::ifstream stream(path);
  std::ostringstream text;
  text << stream.rdbuf();
  spec::Diagnostics diagnostics;
  std::vector<MutantCase> cases;
  suites::YamlFile yaml(text.str(), path, &diagnostics);
  if (yaml.root() != nullptr) {
    for (const spec::Node& node : yaml.list(*yaml.map(*yaml.root(), {"mutants"}).at("mutants"))) {
      const auto entry = yaml.map(
          node, {"variant", "clause", "differs", "action", "depth", "judged", "named", "position"});
      const auto word = [&](const char* key) {
        return entry.count(key) != 0 ? yaml.text(*entry.at(key)) : std::string();
      };
      MutantCase one{word("variant"), word("clause"), word("differs"), word("action"), 0,
                     word("judged"),  word("named"),  word("position")};
      if (entry.count("depth") != 0) one.depth = yaml.number(*entry.at("depth"));
      if (one.judged.empty()) one.judged = one.clause;
      if (one.named.empty()) one.named = one.judged;
      if (one.named == "none") one.named.clear();
      cases.push_back(std::move(one));
    }
  }
  EXPECT_EQ(spec::to_string(diagnostics), "");
  return cases;
}

}  // namespace regelwerk::tools
