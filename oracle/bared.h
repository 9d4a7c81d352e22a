// A player left with royal pieces only, and whether that ends the game.
#pragma once

#include <optional>

#include "oracle/position.h"
#include "spec/variant.h"

namespace regelwerk::oracle {

// How many pieces the player has that are not royal.
int pieces_besides_royals(const spec::Variant& variant, const Position& position,
                          spec::PlayerId player);

// The player who has royal pieces only while the other has more, if that ends the game; nobody acts
// any more then. nullopt too while he is to act against one such piece, which he may capture.
std::optional<spec::PlayerId> who_is_bared(const spec::Variant& variant, const Position& position);

}  // namespace regelwerk::oracle
