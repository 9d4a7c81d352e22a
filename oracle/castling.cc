#include "oracle/castling.h"

#include <fmt/format.h>

#include <algorithm>

#include "oracle/board.h"
#include "oracle/movement.h"

namespace regelwerk::oracle {

using spec::PlayerId;
using spec::RawAction;
using spec::Square;
using spec::square_name;
using spec::Variant;

namespace {

bool holds(const Position& position, Square square, PlayerId player, spec::KindId kind) {
  const Piece& piece = position.board.at(square);
  return piece.kind == kind && piece.player == player;
}

bool is_unmoved(const std::vector<Square>& unmoved, Square square) {
  return std::find(unmoved.begin(), unmoved.end(), square) != unmoved.end();
}

const char* side_word(Side side) { return side == Side::kLeft ? "left" : "right"; }

// The nearest unmoved partner to that side of the king.
std::optional<Square> partner_to_side(const Variant& variant, const Position& position, Square king,
                                      Side side) {
  const PlayerId player = position.board.at(king).player;
  const Step step{side == Side::kLeft ? -1 : 1, 0};
  for (int i = 1;; ++i) {
    const Square square = beyond(king, step, i);
    if (!variant.board.contains(square)) return std::nullopt;
    if (is_unmoved(position.unmoved, square) &&
        holds(position, square, player, variant.castling->partner)) {
      return square;
    }
  }
}

bool stops_beside_partner(const Variant& variant) {
  return variant.castling->stops == spec::CastlingRule::Stops::kBesidePartner;
}

bool is_written_king_to(const Variant& variant, const Position& position, Square king, Side side) {
  if (variant.position_text.action != spec::PositionTextForm::CastlingAction::kKingTo) {
    return false;
  }
  const Square stop{stops(variant, side)->king_file, king.rank};
  const auto other = stops(variant, side == Side::kLeft ? Side::kRight : Side::kLeft);
  if (stop == king) return false;
  if (other && other->king_file == stop.file) return false;
  return ways(variant, position.board.at(king), king, stop).empty();
}

Castling castling_with(const Variant& variant, Square king, Side side,
                       std::optional<Square> partner) {
  const auto wing = stops(variant, side);
  return {side, king, {wing->king_file, king.rank}, partner, {wing->partner_file, king.rank}};
}

// The king goes to the last square before the partner, the partner to the king's other side.
Castling castling_beside(Square king, Square partner) {
  const Side side = partner.file < king.file ? Side::kLeft : Side::kRight;
  const Step back{side == Side::kLeft ? 1 : -1, 0};
  return {side, king, beyond(partner, back, 1), partner, beyond(partner, back, 2)};
}

// The squares from one to the other on a rank, in board order, both ends included.
std::vector<Square> rank_between(Square a, Square b) {
  std::vector<Square> squares;
  for (int file = std::min(a.file, b.file); file <= std::max(a.file, b.file); ++file) {
    squares.push_back({file, a.rank});
  }
  return squares;
}

Reason castling_reason(const Variant& variant, const std::string& name, std::string shown,
                       std::vector<Square> squares) {
  return make_reason(variant, "castling", name, variant.castling->clauses, std::move(shown),
                     std::move(squares));
}

bool has_right(const Variant& variant, const Position& position, const Castling& castling,
               Reasons* why) {
  if (!is_unmoved(position.unmoved, castling.king_from)) {
    return no(why, [&] {
      return castling_reason(variant, "moved",
                             fmt::format("{} has no right to castle any more",
                                         piece_on(variant, position, castling.king_from)),
                             {castling.king_from});
    });
  }
  if (!castling.partner_from) {
    return no(why, [&] {
      return castling_reason(
          variant, "moved",
          fmt::format("no {} {} of {} has the right to castle with it",
                      kind_name(variant, variant.castling->partner), side_word(castling.side),
                      piece_on(variant, position, castling.king_from)),
          {castling.king_from});
    });
  }
  if (!is_unmoved(position.unmoved, *castling.partner_from)) {
    return no(why, [&] {
      return castling_reason(variant, "moved",
                             fmt::format("{} has no right to castle any more",
                                         piece_on(variant, position, *castling.partner_from)),
                             {*castling.partner_from, castling.king_from});
    });
  }
  return true;
}

bool way_is_empty(const Variant& variant, const Position& position, const Castling& castling,
                  Reasons* why) {
  bool empty = true;
  for (Square square : must_be_empty(castling)) {
    if (exists(variant, position, square) && position.board.at(square).none()) continue;
    empty = no(why, [&] {
      if (!exists(variant, position, square)) {
        return castling_reason(variant, "blocked",
                               fmt::format("{} is gone with {}", square_name(square),
                                           parts_in_words(variant, {part_of(variant, square)})),
                               {square});
      }
      return castling_reason(
          variant, "blocked",
          fmt::format("{} stands in the way of castling", piece_on(variant, position, square)),
          {square});
    });
  }
  return empty;
}

// Check is a matter of royals: without a rule that protects them, or with a castling king that is
// none, nothing can be in check.
bool attack_matters(const Variant& variant) {
  return variant.royal_safety &&
         variant.pieces[static_cast<std::size_t>(variant.castling->king)].royal;
}

// One square that the king may not stand on while it is attacked.
bool is_safe(const Variant& variant, const Position& position, const Castling& castling,
             Square square, const char* name, Reasons* why) {
  const PlayerId player = position.board.at(castling.king_from).player;
  bool safe = true;
  for (Square attacker : attackers(variant, position, square, player)) {
    safe = no(why, [&] {
      const std::string what =
          square == castling.king_from ? piece_on(variant, position, square) : square_name(square);
      return castling_reason(
          variant, name,
          fmt::format("{} is attacked by {}", what, piece_on(variant, position, attacker)),
          {square, attacker});
    });
  }
  return safe;
}

// King and partner on one rank, with a square between them where the king is to stop?
bool can_stop_beside(const Variant& variant, const Position& position, const Castling& castling,
                     Reasons* why) {
  const Square king = castling.king_from;
  const Square partner = *castling.partner_from;
  if (king.rank != partner.rank) {
    return no(why, [&] {
      return castling_reason(
          variant, "other-rank",
          fmt::format("{} is not on the rank of {}", piece_on(variant, position, partner),
                      piece_on(variant, position, king)),
          {partner, king});
    });
  }
  if (castling.king_to == king) {
    return no(why, [&] {
      return castling_reason(
          variant, "no-gap",
          fmt::format("no square lies between {} and {}", piece_on(variant, position, king),
                      piece_on(variant, position, partner)),
          {king, partner});
    });
  }
  return true;
}

}  // namespace

bool castles_to(const Variant& variant, Side side) {
  if (!variant.castling) return false;
  return stops_beside_partner(variant) || stops(variant, side);
}

std::optional<spec::CastlingRule::Wing> stops(const Variant& variant, Side side) {
  if (!variant.castling) return std::nullopt;
  return side == Side::kLeft ? variant.castling->left : variant.castling->right;
}

bool on_home_rank(const Variant& variant, PlayerId player, Square square) {
  const auto forward = variant.players[static_cast<std::size_t>(player)].forward;
  if (forward == spec::Direction::kEast || forward == spec::Direction::kWest) return false;
  return steps_from_home(variant, player, square) == 0;
}

std::optional<Castling> castling_meant(const Variant& variant, const Position& position,
                                       const RawAction& action) {
  if (!variant.castling) return std::nullopt;
  const Piece king = position.board.at(action.from);
  if (king.kind != variant.castling->king) return std::nullopt;
  if (stops_beside_partner(variant)) {
    if (!holds(position, action.to, king.player, variant.castling->partner)) return std::nullopt;
    return castling_beside(action.from, action.to);
  }
  if (!on_home_rank(variant, king.player, action.from) || action.to.rank != action.from.rank) {
    return std::nullopt;
  }
  for (Side side : {Side::kLeft, Side::kRight}) {
    const auto wing = stops(variant, side);
    if (!wing) continue;
    if (is_written_king_to(variant, position, action.from, side)) {
      if (wing->king_file == action.to.file) {
        return castling_with(variant, action.from, side,
                             partner_to_side(variant, position, action.from, side));
      }
    } else {
      const bool to_this_side = side == Side::kLeft ? action.to.file < action.from.file
                                                    : action.from.file < action.to.file;
      if (to_this_side && holds(position, action.to, king.player, variant.castling->partner)) {
        return castling_with(variant, action.from, side, action.to);
      }
    }
  }
  return std::nullopt;
}

bool may_castle(const Variant& variant, const Position& position, const Castling& castling,
                Reasons* why) {
  if (stops_beside_partner(variant) && !can_stop_beside(variant, position, castling, why)) {
    if (why != nullptr) has_right(variant, position, castling, why);
    return false;
  }
  if (!has_right(variant, position, castling, why)) return false;
  bool allowed = way_is_empty(variant, position, castling, why);
  if (!allowed && why == nullptr) return false;
  if (!attack_matters(variant)) return allowed;
  if (!is_safe(variant, position, castling, castling.king_from, "in-check", why)) allowed = false;
  for (Square square : rank_between(castling.king_from, castling.king_to)) {
    if (square == castling.king_from || square == castling.king_to) continue;
    if (!is_safe(variant, position, castling, square, "path-attacked", why)) allowed = false;
  }
  if (stops_beside_partner(variant) || variant.part_removal) return allowed;
  if (castling.king_to != castling.king_from &&
      !is_safe(variant, position, castling, castling.king_to, "target-attacked", why)) {
    allowed = false;
  }
  return allowed;
}

std::vector<Square> must_be_empty(const Castling& castling) {
  std::vector<Square> squares;
  for (const auto& way : {rank_between(castling.king_from, *castling.partner_from),
                          rank_between(castling.king_from, castling.king_to),
                          rank_between(*castling.partner_from, castling.partner_to)}) {
    for (Square square : way) {
      if (square != castling.king_from && square != *castling.partner_from) {
        squares.push_back(square);
      }
    }
  }
  std::sort(squares.begin(), squares.end());
  squares.erase(std::unique(squares.begin(), squares.end()), squares.end());
  return squares;
}

std::vector<Square> rights_that_remain(const Variant& variant, const Position& position,
                                       const std::vector<Square>& unmoved) {
  std::vector<Square> remaining;
  if (!variant.castling) return remaining;
  const auto is_pair = [&](Square king, Square partner) {
    const PlayerId player = position.board.at(king).player;
    return king.rank == partner.rank && holds(position, king, player, variant.castling->king) &&
           holds(position, partner, player, variant.castling->partner) &&
           castles_to(variant, partner.file < king.file ? Side::kLeft : Side::kRight);
  };
  for (Square square : unmoved) {
    const bool useful = std::any_of(unmoved.begin(), unmoved.end(), [&](Square other) {
      return other != square && !position.board.at(square).none() &&
             (is_pair(square, other) || is_pair(other, square));
    });
    if (useful) remaining.push_back(square);
  }
  return remaining;
}

}  // namespace regelwerk::oracle
