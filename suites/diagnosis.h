// From a wrong count to its cause: descended, made small, explained.
//
//   Suspect suspect;
//   suspect.divide = [&](const std::string& text, int depth) { ... };   // a process, a library,
//   ... const Diagnosis found = diagnose(reference, position, text, depth, first, suspect); if
//   (found.cause) std::cout << found.cause->position << found.cause->clause;
//
// Knows nothing of processes: whatever can divide a position can be diagnosed.
#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "suites/descent.h"
#include "suites/reference.h"
#include "suites/result.h"

namespace regelwerk::suites {

// A checker under suspicion.
struct Suspect {
  AskDivide divide;
  // Optional: the divide of the position after these actions (in our spelling) from another one,
  // played by the checker itself. Finds what is lost on the way, which no position text shows.
  std::function<DivideAnswer(const std::string& position_text,
                             const std::vector<std::string>& actions, int depth)>
      divide_after;
  // Optional: the position as the checker shows it after these actions; nullopt if it does not.
  std::function<std::optional<std::string>(const std::string& position_text,
                                           const std::vector<std::string>& actions)>
      show;
};

struct DiagnosisOptions {
  // Questions for making the position small; the descent needs a few more for each ply.
  int max_questions = 400;
  // Asked with the cause as it is before; false leaves its position as large as it is. Unset: every
  // position is made small.
  std::function<bool(const Cause& cause)> wants_smaller;
  const std::atomic<bool>* stop = nullptr;  // ends the search early, with what there is
};

struct Diagnosis {
  // kWrongMoves, kWrongChild, kWrongCount (the moves are right, or the trace was lost) or
  // kNondeterministic.
  Verdict verdict = Verdict::kWrongCount;
  std::optional<Difference> difference;  // where the descent from the first position ended
  std::optional<Cause> cause;            // none if the trace was lost, or it is nondeterministic
  std::string detail;
  int questions = 0;  // asked in all
};

// `first` is the suspect's divide of `position` at `depth`, which differs from the generator's;
// `position_text` is what the suspect was sent.
//
// A candidate on the way to the smallest position is taken if generator and referee both accept it
// and the suspect is wrong there in the same way: the same action missing; the same action extra
// and forbidden by no other rule than before; the same action leading to a child that is wrong in
// the same field.
Diagnosis diagnose(const Reference& reference, const generator::Position& position,
                   const std::string& position_text, int depth, const DivideAnswer& first,
                   const Suspect& suspect, const DiagnosisOptions& options = {});

}  // namespace regelwerk::suites
