// One position under two specs: what differs, and how either referee explains it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "suites/difference.h"
#include "suites/reference.h"

namespace regelwerk::suites {

// The same position under both specs.
struct SpecPair {
  std::unique_ptr<generator::Position> a;
  std::unique_ptr<generator::Position> b;
};

struct Acceptance {
  SpecPair pair;  // a side that refuses is null
  bool both() const { return pair.a != nullptr && pair.b != nullptr; }
  bool differs() const { return (pair.a == nullptr) != (pair.b == nullptr); }
};

// An action that at least one spec allows.
struct ComparedAction {
  std::string action;
  std::optional<generator::Action> in_a;
  std::optional<generator::Action> in_b;
  std::string after_a;  // position text afterwards; empty if not legal there
  std::string after_b;
};

struct PairComparison {
  std::vector<ComparedAction> actions;  // sorted by text
  bool ending = false;                  // differs
  // Legal by one spec only. Where the game has ended by one only for what stands on the board,
  // that is an ending, not a difference of actions.
  std::vector<std::string> only_a;
  std::vector<std::string> only_b;
  std::vector<std::string> afterwards;  // common actions with different texts afterwards
};

class SpecComparison {
 public:
  // Keeps references: both must outlive it.
  SpecComparison(const Reference& a, const Reference& b) : a_(a), b_(b) {}

  const Reference& a() const { return a_; }
  const Reference& b() const { return b_; }

  Acceptance read(const std::string& text) const;
  PairComparison compare(const SpecPair& pair) const;
  // Whether the claims differ after `moves`, all of them legal by both; by the referees.
  bool claims_differ(const std::string& text, const std::vector<std::string>& moves) const;

  // Whether the specs differ at `other.position` as they do at `like.position`: the same kind, and
  // the same spec is the one that allows more.
  bool differs_like(const SpecDifference& like, const SpecDifference& other) const;

  // The difference with all that is to be said about it.
  SpecDifference explained(SpecDifference difference) const;

 private:
  const Reference& a_;
  const Reference& b_;
};

}  // namespace regelwerk::suites
