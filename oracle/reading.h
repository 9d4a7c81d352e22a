// From position text to a position that the rules allow, and back.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "oracle/position.h"
#include "spec/diagnostic.h"
#include "spec/variant.h"

namespace regelwerk::oracle {

struct ReadResult {
  std::optional<Position> position;  // absent if a problem is an error
  spec::Problems problems;           // all reasons for a refusal; warnings too
};

// Position text or "startpos". Refused: a part of the board removed in part, or standing without a
// piece of some player; wrong numbers of royals; a piece where it would have had
// to promote; a piece that promotes, has a first move and never goes back, behind the
// rank on which it begins; a royal of a
// player not to act that could be captured; a castling letter that names no unmoved pair; an en
// passant square that nothing has just crossed; in the form for four players also everything that
// fen4_fields.h refuses (there a royal may stand in check out of turn). If a part is removed and
// the rules end the game of a player who has lost his royals, a player may have none: the game is
// over. A position that cannot arise in a game but breaks none of this is accepted.
ReadResult read_position(const spec::Variant& variant, std::string_view text);

// Canonical: the en passant square stands only if a capture there is legal. A piece that crossed
// several squares has their names one after the other ("e3e4"). In the form for four players a
// right is written as long as it lasts.
std::string write_position(const spec::Variant& variant, const Position& position);

}  // namespace regelwerk::oracle
