// What a piece becomes where its march ends.
#pragma once

#include <optional>
#include <vector>

#include "oracle/position.h"
#include "oracle/reason.h"
#include "spec/variant.h"

namespace regelwerk::oracle {

// What its rule names for a piece on a square, whether or not the player has lost such a piece.
// Empty: it does not promote there.
std::vector<spec::KindId> promotion_kinds(const spec::Variant& variant, Piece piece,
                                          spec::Square square);

// Whether a piece that comes to the square must become something.
bool must_promote_on(const spec::Variant& variant, Piece piece, spec::Square square);

// Whether a promotion rule concerns this kind.
bool can_ever_promote(const spec::Variant& variant, spec::KindId kind);

// May the piece from `from` arrive on `to` with this choice, or with none? `position` is the one
// before the move.
bool may_become(const spec::Variant& variant, const Position& position, spec::Square from,
                spec::Square to, std::optional<spec::KindId> choice, Reasons* why);

}  // namespace regelwerk::oracle
