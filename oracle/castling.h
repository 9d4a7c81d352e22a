// Castling: who has the right, what must be empty, what must not be attacked.
#pragma once

#include <optional>
#include <vector>

#include "oracle/position.h"
#include "oracle/reason.h"
#include "spec/position_text.h"
#include "spec/variant.h"

namespace regelwerk::oracle {

enum class Side { kLeft, kRight };  // towards file a; towards the last file

// A castling as a player may try it. Without a partner the player has no unmoved one to that side.
struct Castling {
  Side side = Side::kLeft;
  spec::Square king_from;
  spec::Square king_to;
  std::optional<spec::Square> partner_from;
  spec::Square partner_to;
};

// Whether there is castling to that side.
bool castles_to(const spec::Variant& variant, Side side);

// The stops of the rule to that side, where it names files; nullopt if there is no castling to that
// side.
std::optional<spec::CastlingRule::Wing> stops(const spec::Variant& variant, Side side);

// Whether castling takes place on the player's first rank and this is a square of it. (A player
// who marches along the ranks has no first rank in this sense and never castles.)
bool on_home_rank(const spec::Variant& variant, spec::PlayerId player, spec::Square square);

// The castling that this action text means, legal or not; nullopt if it means none.
//
// Written king-to, the text is the king's square and his stop, and means the nearest unmoved
// partner to that side. Where that would not name one castling alone - the king could reach the
// stop by his own pattern, or already stands there, or both sides have the same stop - castling is
// written as the king taking his partner. Where the king stops beside the partner, it is always
// written so, and any partner is meant, even one on another rank.
std::optional<Castling> castling_meant(const spec::Variant& variant, const Position& position,
                                       const spec::RawAction& action);

// May he castle so? All but the safety of the position afterwards. Gives every reason that holds.
// Where the king stops beside the partner or parts may be removed, the square that he reaches is
// judged only afterwards.
bool may_castle(const spec::Variant& variant, const Position& position, const Castling& castling,
                Reasons* why);

// The squares that must be empty, in board order: between king and partner, and on the way of
// either to his stop.
std::vector<spec::Square> must_be_empty(const Castling& castling);

// What is left of `unmoved` if only squares are kept that can still castle with another one.
std::vector<spec::Square> rights_that_remain(const spec::Variant& variant, const Position& position,
                                             const std::vector<spec::Square>& unmoved);

}  // namespace regelwerk::oracle
