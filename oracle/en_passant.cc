#include "oracle/en_passant.h"

#include <fmt/format.h>

#include <algorithm>

#include "oracle/board.h"

namespace regelwerk::oracle {

using spec::PlayerId;
using spec::Square;
using spec::square_name;
using spec::Variant;

namespace {

bool is_open(const Variant& variant, const Position& position, Square from, const Way& way) {
  if (way.movement->first_move_only && !has_not_moved(variant, position, from)) return false;
  return !first_obstacle(variant, position, from, way);
}

}  // namespace

std::optional<Square> may_take_en_passant(const Variant& variant, const Position& position,
                                          Square from, Square to, const Way& way) {
  if (!variant.en_passant || !way.movement->takes_en_passant) return std::nullopt;
  if (!position.board.at(to).none()) return std::nullopt;
  if (!is_open(variant, position, from, way)) return std::nullopt;
  for (const EnPassantRight& right : position.en_passant) {
    if (right.crossed != to) continue;
    const Piece offered = position.board.at(right.piece);
    if (hostile(variant, position, position.board.at(from).player, offered.player)) {
      return right.piece;
    }
  }
  return std::nullopt;
}

std::optional<Reason> why_not_en_passant(const Variant& variant, const Position& position,
                                         Square from, Square to, const Way& way) {
  if (!variant.en_passant || !way.movement->takes_en_passant) return std::nullopt;
  if (!position.board.at(to).none()) return std::nullopt;
  if (!is_open(variant, position, from, way)) return std::nullopt;
  const PlayerId player = position.board.at(from).player;
  for (const EnPassantRight& right : position.en_passant) {
    if (right.crossed != to) continue;
    return make_reason(variant, "en-passant", "none", variant.en_passant->clauses,
                       fmt::format("{} has come over {}, but is no enemy's",
                                   piece_on(variant, position, right.piece), square_name(to)),
                       {right.piece, to, from});
  }
  const bool lasting = variant.en_passant->lasts == spec::EnPassantRule::Lasts::kUntilOwnerActs;
  for (const Crossing& crossing : crossings(variant, to, player)) {
    if (!hostile(variant, position, player, crossing.player)) continue;
    if (!has_just_been_made(variant, position, crossing)) continue;
    const std::string piece = piece_on(variant, position, crossing.to);
    return make_reason(
        variant, "en-passant", "not-next", variant.en_passant->clauses,
        lasting ? fmt::format("{} cannot be taken on {}: there is no such right, or it has ended",
                              piece, square_name(to))
                : fmt::format("{} cannot be taken on {}: it has not just come from {}", piece,
                              square_name(to), square_name(crossing.from)),
        {crossing.to, to, from});
  }
  return make_reason(variant, "en-passant", "none", variant.en_passant->clauses,
                     fmt::format("nothing has just come over {}", square_name(to)), {to, from});
}

std::vector<Crossing> crossings(const Variant& variant, Square crossed, PlayerId taker) {
  std::vector<Crossing> found;
  for (PlayerId player = 0; player < static_cast<PlayerId>(variant.players.size()); ++player) {
    if (player == taker) continue;
    for (spec::KindId kind = 0; kind < static_cast<spec::KindId>(variant.pieces.size()); ++kind) {
      const Piece piece{static_cast<std::int8_t>(player), static_cast<std::int8_t>(kind)};
      for (const spec::Movement& movement :
           variant.pieces[static_cast<std::size_t>(kind)].movements) {
        if (!movement.grants_en_passant) continue;
        for (Square from : all_squares(variant)) {
          if (movement.first_move_only && !could_have_not_moved(variant, piece, from)) continue;
          for (const spec::Offset& offset : movement.steps) {
            const Step step =
                turned(offset, variant.players[static_cast<std::size_t>(player)].forward);
            for (int count = 1;
                 movement.range == spec::Movement::kUnlimited || count <= movement.range; ++count) {
              const Square to = beyond(from, step, count);
              if (!variant.board.contains(to)) break;
              std::vector<Square> passed = passed_squares(from, {&movement, step, count});
              if (std::find(passed.begin(), passed.end(), crossed) == passed.end()) continue;
              found.push_back({player, kind, from, to, std::move(passed)});
            }
          }
        }
      }
    }
  }
  return found;
}

bool has_just_been_made(const Variant& variant, const Position& position,
                        const Crossing& crossing) {
  const Piece piece{static_cast<std::int8_t>(crossing.player),
                    static_cast<std::int8_t>(crossing.kind)};
  if (position.board.at(crossing.to) != piece) return false;
  if (!exists(variant, position, crossing.from)) return false;
  if (!position.board.at(crossing.from).none()) return false;
  return std::all_of(crossing.passed.begin(), crossing.passed.end(), [&](Square square) {
    return exists(variant, position, square) && position.board.at(square).none();
  });
}

}  // namespace regelwerk::oracle
