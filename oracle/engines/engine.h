// Outside programs that can count moves: started, asked, watched, and never trusted.
//
// An Engine speaks UCI over pipes with one child process. Every question has a deadline; whatever
// goes wrong comes back as a Failure, never as a count.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "spec/variant.h"

namespace regelwerk::engines {

// Why there is no answer.
struct Failure {
  enum class Kind {
    kNotFound,         // no such program, or it cannot be started
    kDied,             // ended or was killed by a signal before it answered
    kHung,             // did not answer by the deadline and was killed
    kNonsense,         // answered, but not in the protocol's form, or contradicted itself
    kVariantUnknown,   // does not offer the variant
    kPositionRefused,  // holds another position than the one sent
    kNoPerft,          // does not know the perft command
  };
  Kind kind = Kind::kDied;
  std::string detail;  // "killed by signal 11 (SIGSEGV)", one line
};

struct DivideLine {
  std::string action;  // as the engine writes it
  std::uint64_t nodes = 0;
};

// Either `failure`, or a count whose divide lines add up to it.
struct PerftAnswer {
  std::optional<Failure> failure;
  std::uint64_t nodes = 0;
  std::vector<DivideLine> divide;  // sorted by action
};

struct EngineOptions {
  std::chrono::milliseconds start_deadline{10'000};  // until uciok and readyok
  // UCI options set after the spec's own, name and value.
  std::vector<std::pair<std::string, std::string>> uci_options;
  // Set from outside (signal handler) to end the question under way: it fails as kHung.
  const std::atomic<bool>* stop = nullptr;
};

class Engine {
 public:
  // `command` is split like shell words; no shell runs. A bare name is looked for in PATH and then
  // in the games directories (/usr/games, /usr/local/games). The process starts with the first
  // question and starts again after a failure. `variant` must outlive the Engine.
  Engine(std::string command, const spec::Variant& variant, EngineOptions options = {});
  Engine(std::string command, const spec::Variant&& variant, EngineOptions options = {}) = delete;
  ~Engine();
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  const std::string& command() const;
  // As the engine calls itself ("Stockfish 15.1"); the command before it has said so.
  std::string name() const;

  // Starts if need be, and counts. depth >= 1. The count is believed only if the engine is seen to
  // hold the position asked about, where it can show it.
  PerftAnswer perft(std::string_view position_text, int depth, std::chrono::milliseconds deadline);

  // Everything said so far, a line each: time, direction (> to the engine, < from it), text.
  const std::vector<std::string>& transcript() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace regelwerk::engines
