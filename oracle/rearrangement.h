// Pieces put anew within the set-up area: who may, what is a new placement, how many there are.
#pragma once

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "oracle/position.h"
#include "oracle/reason.h"
#include "spec/position_text.h"
#include "spec/variant.h"

namespace regelwerk::oracle {

// Kinds on squares, in board order.
using Placements = std::vector<std::pair<spec::KindId, spec::Square>>;

// Whether the player to act may rearrange at all now: his regular turn, early enough, right unused.
bool has_right_to_rearrange(const spec::Variant& variant, const Position& position, Reasons* why);

// May the player to act put his pieces so? All but what an alliance would forbid.
bool may_rearrange(const spec::Variant& variant, const Position& position,
                   const spec::RawAction& written, Reasons* why);

// The board, the flags and the rights after it; nobody has been told that it is his turn yet.
Position rearranged(const spec::Variant& variant, const Position& position,
                    const Placements& placements);

// What stands in the own set-up area of the player to act, and all its squares that no other
// player holds.
struct OwnArea {
  Placements pieces;
  std::vector<spec::Square> squares;
};
OwnArea own_area(const spec::Variant& variant, const Position& position);

// Calls `visit` with every different way to put the kinds on so many of the squares, in no
// particular order; stops when it returns false, and says whether it did not.
bool for_each_placement(const std::vector<spec::KindId>& kinds,
                        const std::vector<spec::Square>& squares,
                        const std::function<bool(const Placements&)>& visit);

// How many rearrangements the player to act has whose legality no alliance touches, so that only
// the squares of his royals and the squares that are held matter; stops at `enough` (0: never).
// Throws std::overflow_error beyond 64 bits.
std::uint64_t count_by_held_squares(const spec::Variant& variant, const Position& position,
                                    std::uint64_t enough);

}  // namespace regelwerk::oracle
