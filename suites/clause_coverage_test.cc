// Every clause of a bundled spec has worked examples for what it allows and what it forbids.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "spec/load.h"
#include "suites/suite_files.h"

namespace regelwerk::suites {
namespace {

// The clauses by which a rule of the variant can call an action illegal.
std::set<std::string> forbidding_clauses(const spec::Variant& variant) {
  std::set<std::string> clauses;
  const auto add = [&](const std::map<std::string, std::string>& reasons) {
    for (const auto& [reason, clause] : reasons) {
      clauses.insert(clause);
    }
  };
  add(variant.movement_clauses);
  if (variant.en_passant) {
    add(variant.en_passant->clauses);
  }
  for (const spec::PromotionRule& rule : variant.promotions) {
    add(rule.clauses);
  }
  if (variant.castling) {
    add(variant.castling->clauses);
  }
  if (variant.royal_safety) {
    add(variant.royal_safety->clauses);
  }
  if (variant.first_move) {
    add(variant.first_move->clauses);
  }
  if (variant.coalition) {
    add(variant.coalition->clauses);
  }
  if (variant.check_reply) {
    add(variant.check_reply->clauses);
  }
  if (variant.rearrangement) {
    add(variant.rearrangement->clauses);
  }
  if (variant.opening_rights) {
    add(variant.opening_rights->clauses);
  }
  return clauses;
}

// What the sentences of two specs have in common is the same clause: an inherited one.
using ClauseKey = std::pair<std::string, std::string>;  // id, sentence

TEST(ClauseCoverage, EveryClauseHasExamplesForBothSides) {
  std::set<ClauseKey> allowed;
  std::set<ClauseKey> forbidden;
  std::map<std::string, spec::Variant> variants;
  for (const std::string& name : spec::bundled_variants()) {
    const spec::LoadResult loaded = spec::load_variant(name);
    ASSERT_TRUE(loaded.variant.has_value()) << spec::to_string(loaded.diagnostics);
    variants.emplace(name, *loaded.variant);
    const auto key = [&](const std::string& clause) {
      const auto found = loaded.variant->clauses.find(clause);
      EXPECT_NE(found, loaded.variant->clauses.end())
          << "an example of " << name << " is for the unknown clause " << clause;
      return ClauseKey{clause, found == loaded.variant->clauses.end() ? "" : found->second.says};
    };
    for (const auto& path : bundled_suite_files(spec::data_directory(), name)) {
      for (const Example& example : read_suite_file(path).suite.examples.examples) {
        for (const std::string& clause : example.clauses) {
          if (!example.legal.empty() || example.actions || example.count || example.after ||
              example.status) {
            allowed.insert(key(clause));
          }
        }
        for (const Example::Illegal& illegal : example.illegal) {
          if (!illegal.clause.empty()) {
            forbidden.insert(key(illegal.clause));
          }
        }
      }
    }
  }
  ASSERT_FALSE(variants.empty());
  for (const auto& [name, variant] : variants) {
    for (const auto& [id, clause] : variant.clauses) {
      EXPECT_TRUE(allowed.count({id, clause.says}) > 0)
          << name << ": no example shows what clause " << id << " allows";
    }
    for (const std::string& id : forbidding_clauses(variant)) {
      const auto clause = variant.clauses.find(id);
      ASSERT_NE(clause, variant.clauses.end()) << name << " " << id;
      EXPECT_TRUE(forbidden.count({id, clause->second.says}) > 0)
          << name << ": no example shows what clause " << id << " forbids";
    }
  }
}

}  // namespace
}  // namespace regelwerk::suites
