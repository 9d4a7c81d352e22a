// A position made small: what does not matter for a fault is taken off the board.
#pragma once

#include <functional>
#include <string>

#include "spec/position_text.h"
#include "spec/variant.h"

namespace regelwerk::suites {

struct MinimiseOptions {
  // Asked before each trial; true ends the search with what it has.
  std::function<bool()> stop;
  // Up to so many pieces two are tried at once (a piece and its attacker); 0: never.
  std::size_t pair_limit = 10;
};

// Whether a smaller position still shows the same. It decides as well whether that position is one
// that the rules allow. Asked about each text at most once.
using StillShows = std::function<bool(const std::string& position_text)>;

// Takes away parts of the board, groups of pieces, single pieces and pairs, then castling rights,
// the en passant square and the other fields one by one, and sets the counters back, as long as
// `still_shows` holds; nothing of what is left can then go by itself. Royals come last. Equal
// answers give equal results.
//
// Precondition: it holds for `position` itself. Returns the smallest position found.
spec::RawPosition minimise(const spec::Variant& variant, spec::RawPosition position,
                           const StillShows& still_shows, const MinimiseOptions& options = {});

}  // namespace regelwerk::suites
