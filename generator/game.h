// The reference move generator, as everything outside generator/ sees it.
//
// spec::Variant -> Game (compiled tables) -> Position -> actions, counts, texts. The templates
// that do the work (generator/core.h) are chosen by Game::compile and stay behind these two types.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "spec/diagnostic.h"
#include "spec/variant.h"

namespace regelwerk::generator {

// A legal action of one position. Means something only together with that position.
struct Action {
  std::uint64_t code = 0;
  bool operator==(const Action&) const = default;
};

// How a finished or unfinished game stands, by the position alone (no claims, no history).
enum class Outcome {
  kOngoing,
  kCheckmate,
  kStalemate,
  kRoyalsLost,       // a player, or both, has no royal left
  kBared,            // a player has royals only, the other more
  kBrokenOff,        // the coalition rounds are over without an alliance
  kSmallPowersLost,  // allied small powers have no piece left
};

// Events on the way into the positions of one depth, as published perft tables count them: each
// concerns the last action before the leaf.
struct PerftStats {
  std::uint64_t nodes = 0;
  std::uint64_t captures = 0;  // en passant included
  std::uint64_t en_passant = 0;
  std::uint64_t castles = 0;
  std::uint64_t promotions = 0;
  std::uint64_t checks = 0;             // every action that leaves a hostile royal attacked
  std::uint64_t discovered_checks = 0;  // a checker other than the moved pieces, and not double
  std::uint64_t double_checks = 0;      // two checkers or more
  std::uint64_t checkmates = 0;
  PerftStats& operator+=(const PerftStats& other);
  bool operator==(const PerftStats&) const = default;
};

class PerftTable;  // generator/perft_table.h

struct PerftOptions {
  int threads = 1;
  // Counts known so far, used and added to by perft and divide; of the same Game. Null: none.
  PerftTable* table = nullptr;
  // Set from outside (signal handler) to stop early; the count is then incomplete.
  const std::atomic<bool>* stop = nullptr;
  // Called now and then with the nodes counted so far and the share done in [0, 1]; may be called
  // from any thread, never from two at once.
  std::function<void(std::uint64_t nodes, double done)> progress;
};

struct DivideLine {
  std::string action;
  std::uint64_t nodes = 0;
};

struct PerftResult {
  std::uint64_t nodes = 0;
  bool complete = true;            // false: stopped; nodes then is what was counted so far
  std::vector<DivideLine> divide;  // filled by Position::divide, sorted by text
};

// A legal position of a Game. A value: copies are independent. Outlives nothing: the Game must
// outlive it. Safe to read from several threads.
class Position {
 public:
  virtual ~Position() = default;
  virtual std::unique_ptr<Position> clone() const = 0;

  // Legal actions, sorted by their text.
  virtual std::vector<Action> actions() const = 0;
  virtual std::string action_text(Action action) const = 0;
  // The legal action with exactly this text; nullopt if there is none.
  virtual std::optional<Action> find(std::string_view text) const = 0;
  // Precondition: `action` is one of actions().
  virtual void apply(Action action) = 0;

  // Canonical position text.
  virtual std::string text() const = 0;
  // Equal positions have equal hashes. The counters do not take part. An en passant right takes
  // part only if the capture is legal.
  virtual std::uint64_t hash() const = 0;
  virtual spec::PlayerId to_act() const = 0;
  // Whether a royal of the player to act is attacked.
  virtual bool in_check() const = 0;
  virtual Outcome outcome() const = 0;

  // Number of action sequences of length `depth` (0: 1). depth >= 0.
  virtual PerftResult perft(int depth, const PerftOptions& options = {}) const = 0;
  virtual PerftResult divide(int depth, const PerftOptions& options = {}) const = 0;  // depth >= 1
  virtual PerftStats perft_stats(int depth, const PerftOptions& options = {}) const = 0;
};

struct ReadResult {
  std::unique_ptr<Position> position;  // null if a problem is an error
  spec::Problems problems;             // all reasons for a refusal; warnings too
};

// A compiled variant. Immutable after compile; safe to share between threads.
class Game {
 public:
  struct Options {
    // Use the general feature set even where a smaller one would do (tests compare both).
    bool force_general = false;
    // List and count rearrangements among the actions, of which there can be hundreds of
    // millions. They are found, applied and kept in mind for mate and stalemate in any case.
    bool list_rearrangements = false;
  };
  // Errors (a rule that the tables cannot hold) name the place in the spec.
  static std::unique_ptr<Game> compile(const spec::Variant& variant, spec::Diagnostics* diagnostics,
                                       Options options);
  static std::unique_ptr<Game> compile(const spec::Variant& variant,
                                       spec::Diagnostics* diagnostics) {
    return compile(variant, diagnostics, Options());
  }

  virtual ~Game() = default;
  virtual const spec::Variant& variant() const = 0;
  // Name of the feature set in use ("general-2"), for bench and tests.
  virtual std::string feature_set() const = 0;
  // Position text (or "startpos") to a position; refuses what the rules do not allow.
  virtual ReadResult read(std::string_view text) const = 0;
};

}  // namespace regelwerk::generator
