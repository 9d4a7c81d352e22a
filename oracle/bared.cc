#include "oracle/bared.h"

#include "oracle/board.h"

namespace regelwerk::oracle {

using spec::PlayerId;
using spec::Square;
using spec::Variant;

int pieces_besides_royals(const Variant& variant, const Position& position, PlayerId player) {
  int count = 0;
  for (Square square : pieces_of(variant, position, player)) {
    const Piece& piece = position.board.at(square);
    if (!variant.pieces[static_cast<std::size_t>(piece.kind)].royal) ++count;
  }
  return count;
}

std::optional<PlayerId> who_is_bared(const Variant& variant, const Position& position) {
  if (!variant.endings.bared) return std::nullopt;
  for (PlayerId player : {0, 1}) {
    if (pieces_besides_royals(variant, position, player) > 0) continue;
    const int against_him = pieces_besides_royals(variant, position, 1 - player);
    if (against_him == 0) return std::nullopt;  // both are bare
    if (against_him == 1 && position.to_act == player) return std::nullopt;
    return player;
  }
  return std::nullopt;
}

}  // namespace regelwerk::oracle
