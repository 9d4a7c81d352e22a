// Runs the selected checkers over suites and tells what was found.
//
//   suites::RunOptions options;
//   options.variant = "chess";                   // bundled suites, generator and oracle
//   options.engines = {"stockfish"};             // and an outside engine
//   options.stop = &interrupted;                 // set by the program's signal handler
//   const suites::Run run = suites::run_verification(options);
//   if (spec::has_errors(run.diagnostics)) ...   // wrong spec or suite: nothing was run
//   reports::...(run);
//   return suites::exit_status(run);
//
// Wrong input never throws: it is in Run::diagnostics, all of it at once.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "spec/load.h"
#include "suites/result.h"

namespace regelwerk::suites {

struct Progress {
  std::size_t done = 0;              // cases finished
  std::size_t total = 0;             // cases selected
  const CaseResult* last = nullptr;  // the case just finished; null at the beginning
};

struct RunOptions {
  // A bundled name or the path of a spec.
  std::string variant;
  spec::OptionChoices options;

  // What is checked. With neither of the two: the bundled suites of the variant (counts, examples,
  // diagrams, refused positions), or, for a variant without any, the start position to small
  // depths. With `position` alone no suite is read.
  std::vector<std::filesystem::path> suites;
  struct GivenPosition {
    std::string position;  // or "startpos"
    int depth = 1;         // >= 1; every depth from 1 to it becomes a case
  };
  std::optional<GivenPosition> position;

  // Who checks. Examples, diagrams and refused positions are for the generator and the oracle.
  // For a given position the generator's count is the reference even if it is not selected.
  bool generator = true;
  bool oracle = true;
  std::vector<std::string> engines;  // commands
  std::vector<std::pair<std::string, std::string>> uci_options;

  // Counts above these are not run. `max_nodes` is for every checker; without it generator and
  // engines get kDefaultMaxNodes (no limit for a given position) and the oracle
  // kDefaultOracleMaxNodes.
  static constexpr std::uint64_t kDefaultMaxNodes = 50'000'000;
  static constexpr std::uint64_t kDefaultOracleMaxNodes = 200'000;
  std::optional<std::uint64_t> max_nodes;

  // For the whole run; what is left then is not run, and the exit status says so.
  std::optional<std::chrono::milliseconds> time;
  // For one question to an engine; longer for counts above 20 million (5 s for each million).
  std::chrono::milliseconds engine_deadline{100'000};
  int threads = 1;  // of the generator, for each job

  // So many positions and checkers are worked on at a time, >= 1; an engine has a process for each
  // job that asks it. What a run finds and in which order it says so does not depend on it.
  int jobs = 1;
  Shard shard;

  // Earlier results to resume (suites/resume.h); `earlier_file` is their name in messages.
  std::vector<Run> earlier;
  std::string earlier_file;
  // A folder for counts of engines (suites/answer_cache.h); none if empty.
  std::filesystem::path cache;

  // Whether a wrong answer on a position that its suite calls unreachable is a wrong answer.
  bool count_unreachable = false;

  // Known faults: an empty path means the bundled list. `strict` reads none.
  bool strict = false;
  std::filesystem::path known_faults;

  // Where the conversation of every failed or wrong answer of an engine is kept; empty: nowhere.
  std::filesystem::path transcripts;

  // Whether the result tells which programs were asked (Checker::identity), as a later run that
  // resumes it and the cache need to know. Reads each program whole.
  bool identify = true;
  std::string tool_version;
  std::string identity;  // of this program, for generator and oracle; empty: tool_version
  const std::atomic<bool>* stop = nullptr;        // set from outside: end soon, with what there is
  std::function<void(const Progress&)> progress;  // called from the thread of the run
};

Run run_verification(const RunOptions& options);

// The cases that run_verification would check, in its order and without outcomes.
Run list_cases(const RunOptions& options);

}  // namespace regelwerk::suites
