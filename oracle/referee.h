// The referee: slow on purpose, so that it can be read beside the rulings.
//
// It does not enumerate moves. It is asked about a position and an action, walks the board square
// by square, and answers yes, or no with the clause that forbids it and the squares that show it.
// Its list of legal actions is what it accepts among everything a player could write down. It
// shares nothing with generator/ but the validated Variant and the syntax of position text.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "oracle/endings.h"
#include "oracle/position.h"
#include "oracle/reading.h"
#include "oracle/reason.h"
#include "spec/diagnostic.h"
#include "spec/position_text.h"
#include "spec/variant.h"

namespace regelwerk::oracle {

struct Verdict {
  bool legal = false;
  std::vector<Reason> reasons;  // empty if legal; most fundamental first
};

class Referee {
 public:
  // Keeps a reference: the Variant must outlive the Referee.
  explicit Referee(const spec::Variant& variant);

  const spec::Variant& variant() const { return variant_; }

  // Position text or "startpos"; refused with all reasons.
  ReadResult read(std::string_view text) const;
  // Canonical position text.
  std::string text(const Position& position) const;

  // Is this action legal? A text that is no action at all gets a reason too ("action.unreadable").
  Verdict judge(const Position& position, std::string_view action) const;
  // By which rules a legal action is legal, the most special first (oracle/grounds.h). Throws
  // std::invalid_argument if it is not legal.
  std::vector<Reason> grounds(const Position& position, std::string_view action) const;
  // The position after a legal action. Throws std::invalid_argument if it is not legal.
  Position after(const Position& position, std::string_view action) const;
  // Sorted texts of all legal actions. Rearrangements may number hundreds of millions; they are
  // listed only on demand (judge and after know them all).
  std::vector<std::string> legal_actions(const Position& position,
                                         bool rearrangements = false) const;
  // How many rearrangements are legal, mostly without looking at each.
  std::uint64_t rearrangements(const Position& position) const;
  // Everything but the counters, and en passant rights only where a capture is legal (or where they
  // last until their owner acts).
  bool same_position(const Position& a, const Position& b) const;
  // `history`: the positions before this one, oldest first, for repetition.
  Status status(const Position& position, const std::vector<Position>& history = {}) const;

  // Action sequences of length `depth`, merging equal positions. `stop` may be asked now and then
  // and ends the count early (nullopt). Rearrangements are left out unless asked for; then those of
  // the last ply are counted without looking at each.
  std::optional<std::uint64_t> perft(const Position& position, int depth,
                                     const std::function<bool()>& stop = {},
                                     bool rearrangements = false) const;
  struct DivideLine {
    std::string action;
    std::uint64_t nodes = 0;
  };
  std::optional<std::vector<DivideLine>> divide(const Position& position, int depth,
                                                const std::function<bool()>& stop = {},
                                                bool rearrangements = false) const;

 private:
  const spec::Variant& variant_;
};

}  // namespace regelwerk::oracle
