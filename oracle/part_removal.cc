#include "oracle/part_removal.h"

#include <algorithm>

#include "oracle/board.h"
#include "oracle/castling.h"

namespace regelwerk::oracle {

using spec::PlayerId;
using spec::Square;
using spec::Variant;

namespace {

bool is_removed(const Position& position, int part) {
  return std::find(position.removed_parts.begin(), position.removed_parts.end(), part) !=
         position.removed_parts.end();
}

bool has_piece_on(const Position& position, PlayerId player, const spec::Rectangle& area) {
  for (int rank = area.low.rank; rank <= area.high.rank; ++rank) {
    for (int file = area.low.file; file <= area.high.file; ++file) {
      const Piece& piece = position.board.at({file, rank});
      if (!piece.none() && piece.player == player) return true;
    }
  }
  return false;
}

}  // namespace

std::vector<int> what_vanishes(const Variant& variant, const Position& position) {
  std::vector<int> vanishing;
  if (!variant.part_removal) return vanishing;
  for (int part = 0; part < static_cast<int>(variant.board.parts.size()); ++part) {
    if (is_removed(position, part)) continue;
    const spec::Rectangle& area = variant.board.parts[static_cast<std::size_t>(part)].area;
    for (PlayerId player = 0; player < static_cast<PlayerId>(variant.players.size()); ++player) {
      if (has_piece_on(position, player, area)) continue;
      vanishing.push_back(part);
      break;
    }
  }
  return vanishing;
}

Position without_parts(const Variant& variant, const Position& position,
                       const std::vector<int>& parts) {
  Position rest = position;
  rest.removed_parts.insert(rest.removed_parts.end(), parts.begin(), parts.end());
  std::sort(rest.removed_parts.begin(), rest.removed_parts.end());
  for (Square square : all_squares(variant)) {
    if (!exists(variant, rest, square)) rest.board.clear(square);
  }
  std::vector<Square> unmoved;
  for (Square square : position.unmoved) {
    if (exists(variant, rest, square)) unmoved.push_back(square);
  }
  rest.unmoved = rights_that_remain(variant, rest, unmoved);
  rest.en_passant.clear();
  for (const EnPassantRight& right : position.en_passant) {
    if (exists(variant, rest, right.crossed) && exists(variant, rest, right.piece)) {
      rest.en_passant.push_back(right);
    }
  }
  return rest;
}

std::vector<PlayerId> players_without_royal(const Variant& variant, const Position& position) {
  std::vector<PlayerId> players;
  for (PlayerId player = 0; player < static_cast<PlayerId>(variant.players.size()); ++player) {
    if (has_royals(variant, player) && royals_of(variant, position, player).empty())
      players.push_back(player);
  }
  return players;
}

std::vector<PlayerId> who_has_lost_royals(const Variant& variant, const Position& position) {
  if (!variant.endings.royals_lost) return {};
  return players_without_royal(variant, position);
}

}  // namespace regelwerk::oracle
