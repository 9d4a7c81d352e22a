// Royals that may not even pass an attacked square.
#pragma once

#include "oracle/movement.h"
#include "oracle/position.h"
#include "oracle/reason.h"
#include "spec/variant.h"

namespace regelwerk::oracle {

bool needs_safe_path(const spec::Variant& variant, spec::KindId kind);

// May the piece on `from` pass the squares of this way? Each is judged with the piece standing on
// it and its start empty; what it is about to capture still stands and still attacks. Gives a
// reason for every attack.
bool may_pass(const spec::Variant& variant, const Position& position, spec::Square from,
              const Way& way, Reasons* why);

}  // namespace regelwerk::oracle
