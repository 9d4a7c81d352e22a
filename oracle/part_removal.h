// Parts of the board that are taken off the table, and players who lose their royals by it.
#pragma once

#include <vector>

#include "oracle/position.h"
#include "spec/variant.h"

namespace regelwerk::oracle {

// The parts, still standing, on which some player has no piece: all of them judged at once. None
// if no rule removes parts.
std::vector<int> what_vanishes(const spec::Variant& variant, const Position& position);

// The position without these parts, what stands on them, and the rights that refer to them.
Position without_parts(const spec::Variant& variant, const Position& position,
                       const std::vector<int>& parts);

// The players who have no royal piece.
std::vector<spec::PlayerId> players_without_royal(const spec::Variant& variant,
                                                  const Position& position);

// The players who have lost all their royals, if that ends the game; nobody acts any more then.
std::vector<spec::PlayerId> who_has_lost_royals(const spec::Variant& variant,
                                                const Position& position);

}  // namespace regelwerk::oracle
