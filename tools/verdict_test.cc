// What `verify` says of an engine with one broken clause, of which suites/mutants.yaml has one for
// each clause.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iostream>
#include <sstream>

#include "suites/runner.h"
#include "suites/yaml_file.h"

namespace regelwerk::suites {
namespace {

struct Mutant {
  std::string variant;
  std::string clause;
  std::string differs;
  std::string position;
  int depth = 0;
  std::string named;  // the clause that the verdict names
};

void PrintTo(const Mutant& mutant, std::ostream* out) { *out << mutant.variant << mutant.clause; }

std::vector<Mutant> mutants() {
  const std::string path = std::string(REGELWERK_SOURCE_DIR) + "/suites/mutants.yaml";
  std::ifstream stream(path);
  std::ostringstream text;
  text << stream.rdbuf();
  spec::Diagnostics diagnostics;
  YamlFile yaml(text.str(), path, &diagnostics);
  std::vector<Mutant> found;
  if (yaml.root() == nullptr) return found;
  for (const spec::Node& node : yaml.list(*yaml.map(*yaml.root(), {"mutants"}).at("mutants"))) {
    const auto entries = yaml.map(node, {});
    const auto word = [&](const char* key) {
      return entries.count(key) != 0 ? yaml.text(*entries.at(key)) : std::string();
    };
    if (entries.count("depth") == 0) continue;  // shows by no count
    Mutant mutant{word("variant"),
                  word("clause"),
                  word("differs"),
                  word("position"),
                  yaml.number(*entries.at("depth")),
                  word("named")};
    if (mutant.named.empty()) mutant.named = word("judged");
    if (mutant.named == "none") {
      mutant.named.clear();
      found.push_back(std::move(mutant));
      continue;
    }
    if (mutant.named.empty()) mutant.named = mutant.clause;
    found.push_back(std::move(mutant));
  }
  return found;
}

class Verdicts : public testing::TestWithParam<Mutant> {};

TEST_P(Verdicts, NameTheBrokenClause) {
  const Mutant& mutant = GetParam();
  RunOptions options;
  options.variant = mutant.variant;
  options.oracle = false;
  options.position = {mutant.position, mutant.depth};
  options.engines = {
      fmt::format("{} {} --break {}", REGELWERK_MUTANT, mutant.variant, mutant.clause)};
  const suites::Run run = run_verification(options);
  EXPECT_EQ(exit_status(run), 1);
  std::optional<Cause> cause;
  for (const CaseResult& result : run.cases) {
    for (const Outcome& outcome : result.outcomes) {
      if (!cause && outcome.cause) cause = outcome.cause;
    }
  }
  ASSERT_TRUE(cause);
  std::cout << fmt::format("{:<14} {:<4} {:<12} {:<6} {:<28} {:>3} questions  {}\n", mutant.variant,
                           mutant.clause, fault_class_name(cause->fault), cause->clause,
                           cause->rule, cause->questions, cause->position);
  EXPECT_EQ(cause->clause, mutant.named);
  EXPECT_TRUE(cause->smallest);
}

INSTANTIATE_TEST_SUITE_P(Mutants, Verdicts, testing::ValuesIn(mutants()),
                         [](const auto& info) { return info.param.variant + info.param.clause; });

}  // namespace
}  // namespace regelwerk::suites
