// A position as the start of a game, set up by the players themselves.
#pragma once

#include "oracle/position.h"
#include "spec/diagnostic.h"
#include "spec/variant.h"

namespace regelwerk::oracle {

// Everything that is wrong with it as a set-up: another number of pieces of a kind than the
// variant's start position has, or a piece outside its player's set-up area. None: it is one.
spec::Problems set_up_problems(const spec::Variant& variant, const Position& position);

}  // namespace regelwerk::oracle
