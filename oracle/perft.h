// Counting sequences of actions by asking the referee.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "oracle/position.h"
#include "spec/variant.h"

namespace regelwerk::oracle {

// Sequences of exactly `depth` actions, depth >= 0. Works level by level and keeps each position
// once, with the number of ways that lead to it. nullopt if `stop` said so. Rearrangements are left
// out unless `rearrangements`; then those of the last ply are counted without looking at each.
// Throws std::invalid_argument for a negative depth, std::overflow_error beyond 64 bits.
std::optional<std::uint64_t> count_sequences(const spec::Variant& variant, const Position& position,
                                             int depth, const std::function<bool()>& stop,
                                             bool rearrangements = false);

}  // namespace regelwerk::oracle
