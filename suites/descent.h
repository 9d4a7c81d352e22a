// From a wrong count to the position and the move at which a checker goes wrong.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "suites/reference.h"
#include "suites/result.h"

namespace regelwerk::suites {

// A checker's divide of one position, in its own spelling; or why there is none.
struct DivideAnswer {
  std::optional<Verdict> failure;
  std::string detail;  // of the failure
  std::map<std::string, std::uint64_t> divide;
  std::vector<std::string> repeated;  // actions that it lists more than once; `divide` has the sum
  std::uint64_t nodes = 0;

  void add(const std::string& action, std::uint64_t count);  // a line; `nodes` grows with it
};

// Asks the checker under suspicion. depth >= 1.
using AskDivide = std::function<DivideAnswer(const std::string& position_text, int depth)>;

struct DescentResult {
  // kWrongMoves, kWrongChild, kNondeterministic, or kWrongCount: the moves are right and only a
  // number is wrong, or the trace was lost (detail says which).
  Verdict verdict = Verdict::kWrongCount;
  std::optional<Difference> difference;
  std::string detail;
  // kWrongChild, and kWrongCount of a single line: the position above, the action with the wrong
  // number, and the depth at which it has it. `depth` 0: no such place.
  std::string parent;
  std::string action;
  int depth = 0;
};

// Compares sets of moves, not sums: at each position the checker's moves with the generator's;
// where they are the same, one step down along a move whose count differs, until the sets differ.
// Begins with the smallest depth at which the checker's divide of the first position is wrong, so
// that no line of moves is longer than it must be.
//
// `first` is the checker's divide of `position` at `depth`, which differs from the generator's.
// `position_text` is what the checker was sent. An answer that explains nothing below is asked for
// again: if it then is another one, the checker is nondeterministic. `stop` ends the search early.
DescentResult descend(const Reference& reference, const generator::Position& position,
                      const std::string& position_text, int depth, const DivideAnswer& first,
                      const AskDivide& ask, const std::atomic<bool>& stop);

// The generator's divide as a map; nullopt if it was stopped.
std::optional<std::map<std::string, std::uint64_t>> our_divide(const generator::Position& position,
                                                               int depth,
                                                               const std::atomic<bool>& stop);

// A divide in the checker's spelling -> the same in ours (suites/notation.h). `ours` is the
// generator's divide of the position.
std::map<std::string, std::uint64_t> in_our_spelling(
    const Reference& reference, const std::string& position_text,
    const std::map<std::string, std::uint64_t>& ours,
    const std::map<std::string, std::uint64_t>& theirs);

// Which actions two lists do not share, sorted. An action that the checker lists twice is extra.
struct SetDifference {
  std::vector<std::string> missing;
  std::vector<std::string> extra;
  bool none() const { return missing.empty() && extra.empty(); }
  bool operator==(const SetDifference&) const = default;
};
SetDifference compare_sets(const std::map<std::string, std::uint64_t>& ours,
                           const std::map<std::string, std::uint64_t>& theirs,
                           const std::vector<std::string>& repeated);

std::uint64_t sum_of(const std::map<std::string, std::uint64_t>& divide);

// A checker's divide beside the generator's.
struct Compared {
  std::map<std::string, std::uint64_t> ours;
  std::map<std::string, std::uint64_t> theirs;  // in our spelling
  SetDifference sets;
  bool same() const { return sets.none() && ours == theirs; }
};
// Precondition: `answer` is no failure. nullopt if it was stopped.
std::optional<Compared> compare_divides(const Reference& reference,
                                        const generator::Position& position,
                                        const std::string& position_text, int depth,
                                        const DivideAnswer& answer, const std::atomic<bool>& stop);

// What the oracle says about actions in a position: of an illegal one the first reason against it,
// of a legal one the rule that makes it legal. Empty if it does not take the position.
std::vector<ActionNote> judge_actions(const Reference& reference, const std::string& position_text,
                                      const std::vector<std::string>& actions);

}  // namespace regelwerk::suites
