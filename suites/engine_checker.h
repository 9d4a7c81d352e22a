// An outside engine as a checker: questions put in whatever way it understands, answers in one
// form.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "oracle/engines/engine.h"
#include "suites/diagnosis.h"
#include "suites/reference.h"
#include "suites/result.h"

namespace regelwerk::suites {

// What a failure of an engine is called in results.
Verdict verdict_of(engines::Failure::Kind kind);

// What an engine is asked about a position, in our spelling: the legal actions, then illegal ones
// that a careless program might take for legal: those whose only fault is the safety of a royal, a
// right or path that castling or en passant lacks, a first move that is over, a promotion that is
// not offered. Of the latter at most `limit`, sorted, and none that a lenient reader could take for
// a legal one (a promotion whose choice is left out). Each has a control of its kind: a move of a
// piece of the same kind, or a castling by its looks, that no rule of the game comes near to allow.
// Empty if the position is refused.
std::vector<engines::Candidate> candidates_of(const Reference& reference,
                                              const std::string& position_text, std::size_t limit);

// Which moves an engine takes for legal, where it cannot count.
struct MovesAnswer {
  std::optional<engines::Failure> failure;
  // Observed moves, each with the count 1, and those that cannot be observed.
  DivideAnswer moves;
  // False: illegal moves that were not tried are not observable.
  bool complete = false;
  std::size_t unobservable = 0;     // of the legal moves
  std::size_t tried = 0;            // illegal moves about which it could be seen what it thinks
  bool takes_anything = false;      // engines::RootMovesAnswer
  bool refuses_everything = false;  // engines::RootMovesAnswer
};

class EngineChecker {
 public:
  // Both must outlive it.
  EngineChecker(const Reference& reference, engines::Engine& engine)
      : reference_(reference), engine_(engine) {}

  // Its divide. If it gives totals only, each legal action is played and counted from; if it cannot
  // count, depth 1 is its list of moves. What is not observable counts as right.
  DivideAnswer divide(const std::string& position_text, int depth,
                      std::chrono::milliseconds deadline);

  // What it has said to that question, made a divide in the same way.
  DivideAnswer divided(engines::PerftAnswer said, const std::string& position_text, int depth,
                       std::chrono::milliseconds deadline);
  // The lines alone.
  static DivideAnswer as_divide(const engines::PerftAnswer& said);

  // Its moves without counting.
  MovesAnswer moves(const std::string& position_text, std::chrono::milliseconds deadline);

  // For an engine that only says whether a count is right: goes down to the first position at which
  // it is wrong about the number of moves. A sentence; empty if there is no such place.
  std::string where_it_disagrees(const std::string& position_text, int depth,
                                 std::chrono::milliseconds deadline, const std::atomic<bool>& stop);

  // Whether some answer so far left it open which illegal moves the engine takes for legal.
  bool left_open() const { return left_open_; }

  // For a diagnosis; refers to this object.
  Suspect suspect(std::chrono::milliseconds deadline);

 private:
  const Reference& reference_;
  engines::Engine& engine_;
  bool cannot_count_ = false;  // it has said so
  bool left_open_ = false;
};

}  // namespace regelwerk::suites
