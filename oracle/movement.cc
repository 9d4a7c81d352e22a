#include "oracle/movement.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <set>

#include "oracle/board.h"
#include "oracle/en_passant.h"
#include "oracle/fusion.h"
#include "oracle/safe_path.h"

namespace regelwerk::oracle {

using spec::Direction;
using spec::Movement;
using spec::Offset;
using spec::PlayerId;
using spec::Square;
using spec::square_name;
using spec::Variant;

namespace {

int sign(int value) { return (value > 0) - (value < 0); }

const std::vector<Movement>& movements_of(const Variant& variant, Piece piece) {
  return variant.pieces[static_cast<std::size_t>(piece.kind)].movements;
}

Direction forward_of(const Variant& variant, PlayerId player) {
  return variant.players[static_cast<std::size_t>(player)].forward;
}

// How many of these steps lead from one square to the other; 0 if none do.
int steps_between(Square from, Square to, Step step) {
  const int files = to.file - from.file;
  const int ranks = to.rank - from.rank;
  if (files * step.ranks != ranks * step.files) return 0;      // not on this line
  if (files * step.files + ranks * step.ranks <= 0) return 0;  // not ahead
  const int count = step.files != 0 ? files / step.files : ranks / step.ranks;
  if (step.files * count != files || step.ranks * count != ranks) return 0;
  return count;
}

bool within_range(const Movement& movement, int count) {
  return movement.range == Movement::kUnlimited || count <= movement.range;
}

// The squares within one step from `from` that a piece passes which may not jump.
std::vector<Square> squares_within_step(Square from, Step step) {
  const int files = std::abs(step.files);
  const int ranks = std::abs(step.ranks);
  std::vector<Square> squares;
  if (files == 0 || ranks == 0 || files == ranks) {
    const Step unit{sign(step.files), sign(step.ranks)};
    for (int i = 1; i < std::max(files, ranks); ++i) squares.push_back(beyond(from, unit, i));
  } else if (files == 1 && ranks == 2) {
    squares.push_back(beyond(from, {0, sign(step.ranks)}, 1));
  } else if (files == 2 && ranks == 1) {
    squares.push_back(beyond(from, {sign(step.files), 0}, 1));
  }
  return squares;
}

bool blocked_at(const Variant& variant, const Position& position, Square square) {
  return !exists(variant, position, square) || !position.board.at(square).none();
}

Reason movement_reason(const Variant& variant, const std::string& name, std::string shown,
                       std::vector<Square> squares) {
  return make_reason(variant, "movement", name, variant.movement_clauses, std::move(shown),
                     std::move(squares));
}

const std::vector<Offset>* via_of(const Movement& movement, std::size_t step) {
  return step < movement.via.size() && !movement.via[step].empty() ? &movement.via[step] : nullptr;
}

// May the piece take this one way? Everything but en passant.
bool may_take_way(const Variant& variant, const Position& position, Square from, Square to,
                  const Way& way, Reasons* why) {
  const Piece piece = position.board.at(from);
  const Piece target = position.board.at(to);
  const Movement& movement = *way.movement;
  if (movement.first_move_only && !has_not_moved(variant, position, from)) {
    return no(why, [&] {
      static const std::map<std::string, std::string> kNoClauses;
      const bool by_flags = variant.first_move &&
                            variant.first_move->known_by == spec::FirstMoveRule::KnownBy::kFlags;
      return make_reason(
          variant, "first-move", "moved",
          variant.first_move ? variant.first_move->clauses : kNoClauses,
          fmt::format("{} goes to {} only as its first move, and {}",
                      piece_on(variant, position, from), square_name(to),
                      by_flags ? "it has moved"
                               : fmt::format("{} is not on {}'s {} rank", square_name(from),
                                             player_name(variant, piece.player),
                                             variant.first_move->rank == 2 ? "second" : "third")),
          {from, to});
    });
  }
  if (!has_square_between(variant, position, from, way)) {
    return no(why, [&] {
      return movement_reason(
          variant, "pattern",
          fmt::format("{} cannot reach {}: no square of the board lies between its two steps",
                      piece_on(variant, position, from), square_name(to)),
          {from, to});
    });
  }
  if (auto obstacle = first_obstacle(variant, position, from, way)) {
    return no(why, [&] {
      if (!exists(variant, position, *obstacle)) {
        return movement_reason(
            variant, "removed",
            fmt::format("{} cannot reach {}: {} is gone with {}", piece_on(variant, position, from),
                        square_name(to), square_name(*obstacle),
                        parts_in_words(variant, {part_of(variant, *obstacle)})),
            {*obstacle, from, to});
      }
      return movement_reason(
          variant, "blocked",
          fmt::format("{} cannot reach {}: {} stands in the way", piece_on(variant, position, from),
                      square_name(to), piece_on(variant, position, *obstacle)),
          {*obstacle, from, to});
    });
  }
  if (!target.none() && movement.moves && may_fuse(variant, piece, target)) return true;
  if (target.none()) {
    if (movement.moves) return true;
    return no(why, [&] {
      return movement_reason(
          variant, "pattern",
          fmt::format("{} goes to {} only to capture, and {} is empty",
                      piece_on(variant, position, from), square_name(to), square_name(to)),
          {from, to});
    });
  }
  if (!hostile(variant, position, piece.player, target.player)) {
    return no(why, [&] {
      const bool own = piece.player == target.player;
      return movement_reason(
          variant, own ? "own-piece" : "friend",
          own ? fmt::format("{} is {}'s own", piece_on(variant, position, to),
                            player_name(variant, piece.player))
              : fmt::format("{} is a friend's: {} and {} are allied",
                            piece_on(variant, position, to), player_name(variant, piece.player),
                            player_name(variant, target.player)),
          {to, from});
    });
  }
  if (!movement.captures) {
    return no(why, [&] {
      return movement_reason(
          variant, "blocked",
          fmt::format("{} stands in the way: {} does not capture in this direction",
                      piece_on(variant, position, to), piece_on(variant, position, from)),
          {to, from});
    });
  }
  return true;
}

}  // namespace

Step turned(Offset offset, Direction forward) {
  switch (forward) {
    case Direction::kNorth:
      return {offset.right, offset.forward};
    case Direction::kSouth:
      return {-offset.right, -offset.forward};
    case Direction::kEast:
      return {offset.forward, -offset.right};
    case Direction::kWest:
      return {-offset.forward, offset.right};
  }
  return {};
}

Square beyond(Square from, Step step, int times) {
  return {from.file + step.files * times, from.rank + step.ranks * times};
}

std::vector<Way> ways(const Variant& variant, Piece piece, Square from, Square to) {
  std::vector<Way> found;
  const Direction forward = forward_of(variant, piece.player);
  for (const Movement& movement : movements_of(variant, piece)) {
    for (std::size_t i = 0; i < movement.steps.size(); ++i) {
      const Step step = turned(movement.steps[i], forward);
      const int count = steps_between(from, to, step);
      if (count == 0 || !within_range(movement, count)) continue;
      found.push_back({&movement, step, count, via_of(movement, i)});
    }
  }
  return found;
}

std::vector<Square> passed_squares(Square from, const Way& way) {
  std::vector<Square> passed;
  for (int i = 0; i < way.count; ++i) {
    const Square foot = beyond(from, way.step, i);
    if (i > 0) passed.push_back(foot);
    if (way.movement->lame) {
      for (Square square : squares_within_step(foot, way.step)) passed.push_back(square);
    }
  }
  return passed;
}

std::optional<Square> first_obstacle(const Variant& variant, const Position& position, Square from,
                                     const Way& way) {
  if (way.movement->lame) {
    for (Square square : passed_squares(from, way)) {
      if (blocked_at(variant, position, square)) return square;
    }
    return std::nullopt;
  }
  for (int i = 1; i < way.count; ++i) {
    const Square square = beyond(from, way.step, i);
    if (blocked_at(variant, position, square)) return square;
  }
  return std::nullopt;
}

bool has_square_between(const Variant& variant, const Position& position, Square from,
                        const Way& way) {
  if (way.via == nullptr) return true;
  const Direction forward = forward_of(variant, position.board.at(from).player);
  return std::any_of(way.via->begin(), way.via->end(), [&](const Offset& first) {
    return exists(variant, position, beyond(from, turned(first, forward), 1));
  });
}

bool has_not_moved(const Variant& variant, const Position& position, Square square) {
  if (!variant.first_move) return false;
  switch (variant.first_move->known_by) {
    case spec::FirstMoveRule::KnownBy::kRank:
      return could_have_not_moved(variant, position.board.at(square), square);
    case spec::FirstMoveRule::KnownBy::kFlags:
      return std::find(position.first_moves.begin(), position.first_moves.end(), square) !=
             position.first_moves.end();
  }
  return false;
}

bool knows_first_moves(const Variant& variant, spec::KindId kind) {
  if (!variant.first_move) return false;
  if (variant.first_move->known_by != spec::FirstMoveRule::KnownBy::kFlags) return false;
  const auto& movements = variant.pieces[static_cast<std::size_t>(kind)].movements;
  return std::any_of(movements.begin(), movements.end(),
                     [](const Movement& movement) { return movement.first_move_only; });
}

bool could_have_not_moved(const Variant& variant, Piece piece, Square square) {
  if (!variant.first_move) return false;
  switch (variant.first_move->known_by) {
    case spec::FirstMoveRule::KnownBy::kRank:
      return steps_from_home(variant, piece.player, square) == variant.first_move->rank - 1;
    case spec::FirstMoveRule::KnownBy::kFlags:
      return in_set_up_area(variant, piece.player, square);
  }
  return false;
}

bool attacks(const Variant& variant, const Position& position, Square from, Square square) {
  if (!exists(variant, position, square)) return false;
  const Piece piece = position.board.at(from);
  const Direction forward = forward_of(variant, piece.player);
  for (const Movement& movement : movements_of(variant, piece)) {
    if (!movement.captures) continue;
    for (std::size_t i = 0; i < movement.steps.size(); ++i) {
      const Step step = turned(movement.steps[i], forward);
      const int count = steps_between(from, square, step);
      if (count == 0 || !within_range(movement, count)) continue;
      if (movement.first_move_only && !has_not_moved(variant, position, from)) continue;
      const Way way{&movement, step, count, via_of(movement, i)};
      if (!has_square_between(variant, position, from, way)) continue;
      if (!first_obstacle(variant, position, from, way)) return true;
    }
  }
  return false;
}

std::vector<Square> attackers(const Variant& variant, const Position& position, Square square,
                              PlayerId player) {
  std::vector<Square> found;
  for (int rank = variant.board.ranks - 1; rank >= 0; --rank) {
    for (int file = 0; file < variant.board.files; ++file) {
      const Piece& piece = position.board.at({file, rank});
      if (piece.none() || !hostile(variant, position, piece.player, player)) continue;
      if (attacks(variant, position, {file, rank}, square)) found.push_back({file, rank});
    }
  }
  return found;
}

bool is_attacked(const Variant& variant, const Position& position, Square square, PlayerId player) {
  return !attackers(variant, position, square, player).empty();
}

std::optional<PlainMove> may_go(const Variant& variant, const Position& position, Square from,
                                Square to, Reasons* why) {
  const Piece piece = position.board.at(from);
  const std::vector<Way> found = ways(variant, piece, from, to);
  if (found.empty()) {
    no(why, [&] {
      return movement_reason(
          variant, "pattern",
          fmt::format("{} does not go to {}", piece_on(variant, position, from), square_name(to)),
          {from, to});
    });
    return std::nullopt;
  }
  // Whoever can take en passant takes: there is no plain step to the same square beside it.
  Reasons refusals;
  Reasons* const refused = why != nullptr ? &refusals : nullptr;
  for (const Way& way : found) {
    if (auto taken = may_take_en_passant(variant, position, from, to, way)) {
      if (!may_pass(variant, position, from, way, refused)) continue;
      return PlainMove{*taken, true, {}};
    }
  }
  for (const Way& way : found) {
    if (!may_take_way(variant, position, from, to, way, refused)) continue;
    if (!may_pass(variant, position, from, way, refused)) continue;
    PlainMove move;
    const Piece target = position.board.at(to);
    if (!target.none()) {
      if (may_fuse(variant, piece, target)) {
        move.fusion = true;
      } else {
        move.captured = to;
      }
    }
    if (variant.en_passant && way.movement->grants_en_passant) {
      move.crossed = passed_squares(from, way);
    }
    return move;
  }
  if (why != nullptr) {
    std::set<std::string> told;
    for (Reason& reason : refusals) {
      if (told.insert(reason.shown).second) why->push_back(std::move(reason));
    }
    for (const Way& way : found) {
      if (auto reason = why_not_en_passant(variant, position, from, to, way)) {
        // That a right has ended says more than that the square is empty.
        const bool ended = reason->rule == "en-passant.not-next";
        why->insert(ended ? why->begin() : why->end(), std::move(*reason));
      }
    }
  }
  return std::nullopt;
}

}  // namespace regelwerk::oracle
