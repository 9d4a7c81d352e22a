// Two royals of one player that become one piece.
#pragma once

#include "oracle/position.h"
#include "spec/variant.h"

namespace regelwerk::oracle {

// May the one piece step onto the square of the other and become one with it? (Whether that
// square may be attacked is a matter of royal_safety.h.)
bool may_fuse(const spec::Variant& variant, Piece stepping, Piece standing);

}  // namespace regelwerk::oracle
