// Every clause can be broken, each mutant is wrong where suites/mutants.yaml says so, and the
// referee names the clause.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "oracle/referee.h"
#include "spec/load.h"
#include "tools/mutants.h"
#include "tools/mutants_testing.h"
#include "tools/uci_generator.h"

namespace regelwerk::tools {
namespace {

using testing::Contains;
using testing::Not;

using Case = MutantCase;

spec::Variant load(const std::string& name) {
  spec::LoadResult loaded = spec::load_variant(name);
  EXPECT_TRUE(loaded.variant) << name;
  return std::move(*loaded.variant);
}

std::unique_ptr<UciRules> reference_of(const std::string& variant) {
  spec::Diagnostics diagnostics;
  return make_generator_rules(load(variant), &diagnostics);
}

std::unique_ptr<UciRules> mutant_of(const std::string& variant, const std::string& clause) {
  spec::Diagnostics diagnostics;
  auto rules = make_mutant_rules(load(variant), clause, &diagnostics);
  EXPECT_EQ(spec::to_string(diagnostics), "");
  return rules;
}

std::unique_ptr<UciPosition> read(const UciRules& rules, const std::string& text) {
  spec::Problems problems;
  return rules.read(text, &problems);
}

std::uint64_t count(const UciPosition& position, int depth) {
  std::uint64_t nodes = 0;
  for (const std::string& action : position.actions()) nodes += position.count(action, depth, {});
  return nodes;
}

std::string child(const UciRules& rules, const std::string& position, const std::string& action) {
  const auto held = read(rules, position);
  EXPECT_TRUE(held && held->play(action)) << action;
  return held ? held->text() : "";
}

class Mutant : public testing::TestWithParam<Case> {};

TEST_P(Mutant, IsWrongWhereTheListSaysSo) {
  const Case& c = GetParam();
  const auto right = reference_of(c.variant);
  const auto wrong = mutant_of(c.variant, c.clause);
  ASSERT_TRUE(right && wrong);
  if (c.differs == "start") {
    ASSERT_TRUE(read(*wrong, "startpos"));
    EXPECT_NE(read(*right, "startpos")->text(), read(*wrong, "startpos")->text());
    return;
  }
  const auto ours = read(*right, c.position);
  const auto theirs = read(*wrong, c.position);
  ASSERT_TRUE(theirs) << c.position;
  if (c.differs == "reading") {
    EXPECT_FALSE(ours);
    return;
  }
  ASSERT_TRUE(ours) << c.position;
  EXPECT_NE(count(*ours, c.depth), count(*theirs, c.depth));
  if (c.depth > 1 && c.differs == "count") {
    EXPECT_EQ(ours->actions(), theirs->actions());
  }
  if (c.differs == "missing") {
    EXPECT_THAT(ours->actions(), Contains(c.action));
    EXPECT_THAT(theirs->actions(), Not(Contains(c.action)));
  } else if (c.differs == "extra") {
    EXPECT_THAT(ours->actions(), Not(Contains(c.action)));
    EXPECT_THAT(theirs->actions(), Contains(c.action));
    const oracle::Referee referee(right->variant());
    const auto position = referee.read(c.position);
    ASSERT_TRUE(position.position);
    std::set<std::string> named;
    for (const auto& reason : referee.judge(*position.position, c.action).reasons) {
      named.insert(reason.clause);
    }
    EXPECT_THAT(named, Contains(c.judged));
  } else if (c.differs == "child") {
    EXPECT_EQ(ours->actions(), theirs->actions());
    EXPECT_NE(child(*right, c.position, c.action), child(*wrong, c.position, c.action));
  } else {
    ASSERT_EQ(c.differs, "count");
    EXPECT_EQ(child(*right, c.position, c.action), child(*wrong, c.position, c.action));
    EXPECT_NE(ours->count(c.action, c.depth, {}), theirs->count(c.action, c.depth, {}));
  }
}

INSTANTIATE_TEST_SUITE_P(Clauses, Mutant, testing::ValuesIn(read_mutant_cases()),
                         [](const auto& info) {
                           return info.param.variant + "_" + info.param.clause;
                         });

TEST(Mutants, ThereIsOneForEachClauseAndACaseForEachOfThem) {
  std::set<std::string> known;
  for (const MutantInfo& info : mutants()) {
    EXPECT_TRUE(known.insert(info.clause).second) << info.clause;
  }
  std::set<std::string> shown;
  for (const Case& c : read_mutant_cases()) {
    shown.insert(c.clause);
    for (const MutantInfo& info : mutants()) {
      if (info.clause != c.clause) continue;
      EXPECT_EQ(fault_name(info.fault), c.differs) << c.clause;
    }
  }
  std::set<std::string> clauses;
  for (const char* name : {"chess", "breitenschach"}) {
    // The clauses of chess stand in its relative's file too; they are broken there.
    for (const auto& [id, clause] : load(name).clauses) clauses.insert(id);
  }
  EXPECT_EQ(known, clauses);
  EXPECT_EQ(shown, clauses);
}

// One clause is broken, not the rest: where it plays no part, nothing differs.
TEST(Mutants, AreRightWhereTheClausePlaysNoPart) {
  int compared = 0;
  for (const Case& c : read_mutant_cases()) {
    if (c.clause == "C1" || c.clause == "C2" || c.differs == "start") continue;
    const auto right = reference_of(c.variant);
    const auto wrong = mutant_of(c.variant, c.clause);
    const auto ours = read(*right, "startpos");
    const auto theirs = read(*wrong, "startpos");
    EXPECT_EQ(ours->text(), theirs->text()) << c.clause;
    EXPECT_EQ(ours->actions(), theirs->actions()) << c.clause;
    ++compared;
  }
  EXPECT_GT(compared, 30);
}

TEST(Mutants, UnknownClausesAreRefused) {
  spec::Diagnostics diagnostics;
  EXPECT_EQ(make_mutant_rules(load("chess"), "C99", &diagnostics), nullptr);
  EXPECT_THAT(spec::to_string(diagnostics), testing::HasSubstr("no clause 'C99'"));
}

}  // namespace
}  // namespace regelwerk::tools
