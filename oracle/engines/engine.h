// Outside programs that know the moves of a game: started, asked, watched, and never trusted.
//
// An Engine is one such program. It speaks UCI or the xboard protocol over pipes with one child
// process, or is run once for every question (perftree and exit-code contracts); which, and how it
// spells its count, is found out or set (engine_spec.h). Every question has a deadline; whatever
// goes wrong comes back as a Failure, never as a count or as agreement.
//
//   Engine engine("cmd=sjaakii proto=xboard deadline=20", variant);
//   PerftAnswer answer = engine.perft("startpos", 3, 60s);
//   if (answer.failure) std::cout << answer.failure->detail << engine.replay_script();
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "oracle/engines/answers.h"
#include "oracle/engines/engine_spec.h"
#include "spec/variant.h"

namespace regelwerk::engines {

struct EngineOptions {
  std::chrono::milliseconds start_deadline{10'000};  // until it has introduced itself
  // Options of the engine, set after the spec's own, name and value.
  std::vector<std::pair<std::string, std::string>> uci_options;
  // Set from outside (signal handler) to end the question under way: it fails as kHung.
  const std::atomic<bool>* stop = nullptr;
};

// How much of a conversation a replay script repeats.
enum class Replay {
  kQuestion,  // the introduction and the last question
  kAll,       // everything since the process was started
};

class Engine {
 public:
  // `command` as parse_engine_spec reads it; what is wrong with it is the failure (kNotFound) of
  // every question. No shell runs. A bare program name is looked for in PATH and then in the games
  // directories (/usr/games, /usr/local/games). The process starts with the first question and
  // starts again after a failure. `variant` must outlive the Engine.
  Engine(std::string command, const spec::Variant& variant, EngineOptions options = {});
  Engine(std::string command, const spec::Variant&& variant, EngineOptions options = {}) = delete;
  ~Engine();
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  const std::string& command() const;
  // As the user or the engine calls it ("Stockfish 15.1"); the command before it has said so.
  std::string name() const;
  // How it is spoken to, as parse_engine_spec reads it, with all that was found out: "cmd=stockfish
  // proto=uci perft='go perft'". The command before it was asked anything.
  std::string spoken_to_as() const;
  // What a reader of the answers should know of the engine, a sentence each: what it did not
  // survive.
  std::vector<std::string> notes() const;
  // kAuto as long as it is not known.
  ProtocolKind protocol() const;

  // Every `position_text` may be "startpos", the start of the variant. The `deadline` of the
  // command's own keys comes first.

  // Starts if need be, and counts. depth >= 1. The count is believed only if the engine is seen to
  // hold the position asked about, where it can show it; `checked` says how it was seen.
  PerftAnswer perft(std::string_view position_text, int depth, std::chrono::milliseconds deadline);

  // Asks twice, the second time a freshly started process; kNondeterministic if the answers differ.
  // Meant for wrong answers. The deadline holds for each.
  PerftAnswer perft_twice(std::string_view position_text, int depth,
                          std::chrono::milliseconds deadline);

  // As perft, for an engine that gives totals alone: each of the candidates that it does not refuse
  // is played and counted from; illegal ones only if it refuses their control. `divided` says
  // whether these counts make up its total; if not, `divide` still holds them, and it counts moves
  // that are no candidates (or counts wrongly). An engine that divides by itself is asked just
  // that.
  PerftAnswer divide(std::string_view position_text, int depth,
                     const std::vector<Candidate>& candidates, std::chrono::milliseconds deadline);

  // What the engine takes for legal. It need not be able to count. The deadline holds for each
  // candidate. Candidates that are legal must be all that are: none means that the position has no
  // moves, and silence is then an answer.
  RootMovesAnswer root_moves(std::string_view position_text,
                             const std::vector<Candidate>& candidates,
                             std::chrono::milliseconds deadline);

  // Plays a list of moves, in the engine's own spelling, and sees how far it gets.
  PlayAnswer play(std::string_view position_text, const std::vector<std::string>& moves,
                  std::chrono::milliseconds deadline);

  // Whether the engine agrees with a count; the only question to a program of the exit-code
  // contract. Such a program is once also asked with a wrong count: one that agrees with
  // everything speaks nonsense.
  AgreeAnswer agree(std::string_view position_text, int depth, std::uint64_t nodes,
                    std::chrono::milliseconds deadline);

  // Everything said so far, a line each: time, direction (> to the engine, < from it), text. Of a
  // very long conversation the last 10,000 lines.
  const std::vector<std::string>& transcript() const;

  // A script for sh that says to the engine what was last said to it, in the same order, waiting
  // between lines so that no answer is cut off.
  std::string replay_script(Replay replay = Replay::kQuestion) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace regelwerk::engines
