// The fields that only the position text of four players has: who is asked, alliances, rights,
// owed turns, lasting en passant rights, pieces that have not moved.
#pragma once

#include "oracle/position.h"
#include "spec/diagnostic.h"
#include "spec/position_text.h"
#include "spec/variant.h"

namespace regelwerk::oracle {

// Fills the fields of `position`, whose board, player to act and counters are set, and adds a
// problem for everything that the rules refuse. Rights that nobody can use any more are dropped
// silently.
void read_fen4_fields(const spec::Variant& variant, const spec::RawPosition& raw,
                      Position* position, spec::Problems* problems);

// Canonical spelling of the same fields. The board of `raw` is left alone.
void write_fen4_fields(const spec::Variant& variant, const Position& position,
                       spec::RawPosition* raw);

}  // namespace regelwerk::oracle
