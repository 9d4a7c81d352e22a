// Taking a piece on a square that it has crossed.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "oracle/movement.h"
#include "oracle/position.h"
#include "oracle/reason.h"
#include "spec/variant.h"

namespace regelwerk::oracle {

// Where the piece stands that is taken if the piece on `from` goes this way to `to`; nullopt if
// the way does not take en passant, or no right offers it, or something stands in between.
std::optional<spec::Square> may_take_en_passant(const spec::Variant& variant,
                                                const Position& position, spec::Square from,
                                                spec::Square to, const Way& way);

// If the piece could capture en passant on this way but for the right: the reason why there is
// none. "not-next" if what stands there could once have been taken, else "none".
std::optional<Reason> why_not_en_passant(const spec::Variant& variant, const Position& position,
                                         spec::Square from, spec::Square to, const Way& way);

// A move that leaves an en passant right on the square `crossed`.
struct Crossing {
  spec::PlayerId player = -1;
  spec::KindId kind = -1;
  spec::Square from;
  spec::Square to;
  std::vector<spec::Square> passed;
};

// All such moves that the patterns of players other than `taker` know, whatever stands there.
std::vector<Crossing> crossings(const spec::Variant& variant, spec::Square crossed,
                                spec::PlayerId taker);

// Whether the board looks as it does just after this move.
bool has_just_been_made(const spec::Variant& variant, const Position& position,
                        const Crossing& crossing);

}  // namespace regelwerk::oracle
