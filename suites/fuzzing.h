// Random games against a checker: where is it wrong?
//
// Knows nothing of processes: whatever can divide a position (suites/diagnosis.h, Suspect) can be
// tried, an engine, a library, or our own generator on changed rules.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "suites/diagnosis.h"
#include "suites/reference.h"

namespace regelwerk::suites {

struct FuzzProgress {
  std::uint64_t games = 0;
  std::uint64_t positions = 0;
  std::size_t causes = 0;
};

struct FuzzOptions {
  std::uint64_t seed = 1;  // equal seeds ask equal questions, as long as the answers are equal
  // Whichever comes first ends the run; with neither it goes on until `stop`.
  std::optional<std::chrono::milliseconds> time;
  std::optional<std::uint64_t> positions;
  int depth = 2;                // of the divides that are compared; >= 1
  int max_plies = 120;          // of one game
  std::size_t max_causes = 10;  // different causes, then the run ends
  // Failures in a row without an answer (died, hung ...), then the run ends.
  int max_failures = 5;
  int max_questions = 400;  // for making one position small
  // Where games begin, at random, besides the start position; those that are refused are skipped.
  std::vector<std::string> starts;
  const std::atomic<bool>* stop = nullptr;
  std::function<void(const FuzzProgress&)> progress;  // after each position
};

// One cause, as first met.
struct FuzzFinding {
  std::string start;              // where the game began
  std::vector<std::string> line;  // the actions from there
  std::string position;           // after them: here the checker's divide was wrong
  int depth = 0;
  Diagnosis diagnosis;
  std::uint64_t times = 1;  // that this cause was met
};

// The checker gave no answer about a position.
struct FuzzFailure {
  Verdict verdict = Verdict::kDied;
  std::string detail;
  std::string position;
  int depth = 0;
};

struct FuzzResult {
  std::uint64_t games = 0;
  std::uint64_t positions = 0;  // on which the checker answered
  std::uint64_t questions = 0;
  std::vector<FuzzFinding> findings;
  std::vector<FuzzFailure> failures;
  // How often each clause made an action legal that was played, or forbade one that the referee was
  // asked about. Every clause that explains a rule or a reason is there, if with 0. A rule without
  // a clause goes by its key.
  std::map<std::string, std::uint64_t> clauses;
  bool complete = false;  // ended by `time` or `positions`
};

// Plays random games, preferring actions of clauses seldom seen so far, and compares the checker's
// divide of every position with the generator's. A difference is diagnosed and the game is over.
FuzzResult fuzz_checker(const Reference& reference, const Suspect& suspect,
                        const FuzzOptions& options);

}  // namespace regelwerk::suites
