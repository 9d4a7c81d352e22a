// From a wrong count to the position and the move that explain it.
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
  std::uint64_t nodes = 0;
};

// Asks the checker under suspicion. depth >= 1.
using AskDivide = std::function<DivideAnswer(const std::string& position_text, int depth)>;

struct DescentResult {
  // kWrongMoves, kWrongChild, or kWrongCount if the trace was lost (detail says why).
  Verdict verdict = Verdict::kWrongCount;
  std::optional<Difference> difference;
  std::string detail;
};

// Compares sets of moves, not sums: at each position the checker's moves with the generator's;
// where they are the same, one step down along a move whose count differs, until the sets differ.
// `first` is the checker's divide of `position` at `depth`, whose total is wrong. `position_text`
// is what the checker was sent. `stop` ends the search early.
DescentResult descend(const Reference& reference, const generator::Position& position,
                      const std::string& position_text, int depth, const DivideAnswer& first,
                      const AskDivide& ask, const std::atomic<bool>& stop);

// A divide in the checker's spelling -> the same in ours (suites/notation.h). `ours` is the
// generator's divide of the position.
std::map<std::string, std::uint64_t> in_our_spelling(
    const Reference& reference, const std::string& position_text,
    const std::map<std::string, std::uint64_t>& ours,
    const std::map<std::string, std::uint64_t>& theirs);

// What the oracle says about actions in a position; empty if it does not take the position.
std::vector<ActionNote> judge_actions(const Reference& reference, const std::string& position_text,
                                      const std::vector<std::string>& actions);

}  // namespace regelwerk::suites
