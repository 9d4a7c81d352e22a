#include "oracle/reading.h"

#include <fmt/format.h>

#include <algorithm>

#include "oracle/action.h"
#include "oracle/board.h"
#include "oracle/castling_field.h"
#include "oracle/en_passant.h"
#include "oracle/fen4_fields.h"
#include "oracle/part_removal.h"
#include "oracle/promotion.h"
#include "oracle/royal_safety.h"
#include "oracle/set_up.h"
#include "spec/position_text.h"

namespace regelwerk::oracle {

using spec::PlayerId;
using spec::Problem;
using spec::Problems;
using spec::Square;
using spec::square_name;
using spec::Variant;

namespace {

void refuse(Problems* problems, int column, std::string square, std::string message) {
  problems->push_back({column, std::move(square), std::move(message), false});
}

// Parts of which all squares are marked as removed. Refuses those of which only some are.
std::vector<int> removed_parts(const Variant& variant, const std::vector<Square>& marked,
                               Problems* problems) {
  std::vector<int> removed;
  for (int part = 0; part < static_cast<int>(variant.board.parts.size()); ++part) {
    std::vector<Square> gone;
    std::vector<Square> standing;
    for (Square square : all_squares(variant)) {
      if (part_of(variant, square) != part) continue;
      const bool is_marked = std::find(marked.begin(), marked.end(), square) != marked.end();
      (is_marked ? gone : standing).push_back(square);
    }
    if (gone.empty()) continue;
    if (standing.empty()) {
      removed.push_back(part);
      continue;
    }
    const bool few = gone.size() < standing.size();
    refuse(
        problems, 0, square_name(few ? gone.front() : standing.front()),
        fmt::format("only some squares of {} are removed: {} is{}", parts_in_words(variant, {part}),
                    square_name(few ? gone.front() : standing.front()), few ? "" : " not"));
  }
  return removed;
}

// A standing part on which a player has no piece would have been removed.
void check_parts(const Variant& variant, const Position& position, Problems* problems) {
  for (int part : what_vanishes(variant, position)) {
    for (PlayerId player = 0; player < static_cast<PlayerId>(variant.players.size()); ++player) {
      const auto pieces = pieces_of(variant, position, player);
      if (std::any_of(pieces.begin(), pieces.end(),
                      [&](Square square) { return part_of(variant, square) == part; })) {
        continue;
      }
      refuse(problems, 0, "",
             fmt::format("{} has no piece on {}, which would have been removed",
                         player_name(variant, player), parts_in_words(variant, {part})));
    }
  }
}

void check_alone(const Variant& variant, const Position& position, PlayerId player,
                 const std::vector<Square>& royals, Problems* problems) {
  const spec::KindId alone = variant.royal_safety->alone;
  if (royals.size() < 2) return;
  for (Square square : royals) {
    if (position.board.at(square).kind != alone) continue;
    refuse(problems, 0, square_name(square),
           fmt::format("{} has a {} on {} and another royal piece", player_name(variant, player),
                       kind_name(variant, alone), square_name(square)));
    return;
  }
}

void check_royals(const Variant& variant, const Position& position, Problems* problems) {
  if (!variant.royal_safety) return;
  const int least = variant.royal_safety->min_count;
  const auto most = variant.royal_safety->max_count;
  for (PlayerId player = 0; player < static_cast<PlayerId>(variant.players.size()); ++player) {
    const auto royals = royals_of(variant, position, player);
    const int count = static_cast<int>(royals.size());
    check_alone(variant, position, player, royals, problems);
    if (!has_royals(variant, player)) {
      for (Square square : royals) {
        refuse(
            problems, 0, square_name(square),
            fmt::format("{} has a {} on {}, but no royal piece by these rules",
                        player_name(variant, player),
                        kind_name(variant, position.board.at(square).kind), square_name(square)));
      }
      continue;
    }
    const bool finished =
        count == 0 && variant.endings.royals_lost && !position.removed_parts.empty();
    if (finished) continue;
    if (count >= least && (!most || count <= *most)) continue;
    const std::string wanted = most && *most == least ? std::to_string(least)
                               : most                 ? fmt::format("{} to {}", least, *most)
                                                      : fmt::format("at least {}", least);
    const std::string where = royals.empty() ? "" : " (" + list_of(royals) + ")";
    refuse(problems, 0, royals.empty() ? "" : square_name(royals.back()),
           fmt::format("{} has {} royal piece{}{}, {} wanted", player_name(variant, player), count,
                       count == 1 ? "" : "s", where, wanted));
  }
}

bool has_a_first_move(const Variant& variant, spec::KindId kind) {
  const auto& movements = variant.pieces[static_cast<std::size_t>(kind)].movements;
  return std::any_of(movements.begin(), movements.end(),
                     [](const spec::Movement& movement) { return movement.first_move_only; });
}

bool can_go_back(const Variant& variant, spec::KindId kind) {
  const auto& movements = variant.pieces[static_cast<std::size_t>(kind)].movements;
  return std::any_of(movements.begin(), movements.end(), [](const spec::Movement& movement) {
    return std::any_of(movement.steps.begin(), movement.steps.end(),
                       [](const spec::Offset& step) { return step.forward < 0; });
  });
}

// Whether the start position has such a piece no farther from its player's edge.
bool begins_so_near(const Variant& variant, const Piece& piece, int steps) {
  const auto start = spec::parse_position_text(variant, variant.start);
  if (!start.position) return false;
  const auto& pieces = start.position->pieces;
  return std::any_of(pieces.begin(), pieces.end(), [&](const spec::PlacedPiece& placed) {
    return placed.player == piece.player && placed.kind == piece.kind &&
           steps_from_home(variant, piece.player, placed.square) <= steps;
  });
}

// Whether the piece could never have come here: it begins no nearer to its player's edge than on
// the rank of its first move, unless the start position says otherwise, and does not go back.
bool is_behind_its_beginning(const Variant& variant, const Piece& piece, Square square) {
  if (!variant.first_move) return false;
  if (variant.first_move->known_by != spec::FirstMoveRule::KnownBy::kRank) return false;
  if (!has_a_first_move(variant, piece.kind) || can_go_back(variant, piece.kind)) return false;
  const int steps = steps_from_home(variant, piece.player, square);
  return steps < variant.first_move->rank - 1 && !begins_so_near(variant, piece, steps);
}

void check_promoting_pieces(const Variant& variant, const Position& position, Problems* problems) {
  for (Square square : all_squares(variant)) {
    const Piece& piece = position.board.at(square);
    if (piece.none() || !can_ever_promote(variant, piece.kind)) continue;
    const std::string who = owner_and_kind(variant, piece.player, piece.kind);
    if (must_promote_on(variant, piece, square)) {
      refuse(
          problems, 0, square_name(square),
          fmt::format("a {} cannot stand on {}: it would have promoted", who, square_name(square)));
    }
    if (is_behind_its_beginning(variant, piece, square)) {
      const bool first = steps_from_home(variant, piece.player, square) == 0;
      refuse(problems, 0, square_name(square),
             fmt::format("a {} cannot stand on {}, on its own {} rank", who, square_name(square),
                         first ? "first" : "second"));
    }
  }
}

void check_turn(const Variant& variant, const Position& position, Problems* problems) {
  // Who is checked may wait for his turn.
  if (variant.check_reply) return;
  for (PlayerId player = 0; player < static_cast<PlayerId>(variant.players.size()); ++player) {
    if (player == position.to_act) continue;
    for (const Check& check : checks_on(variant, position, player)) {
      for (Square attacker : check.attackers) {
        refuse(problems, 0, square_name(check.royal),
               fmt::format("{} is to act, but {}'s {} on {} is attacked by {}",
                           player_name(variant, position.to_act), player_name(variant, player),
                           kind_name(variant, position.board.at(check.royal).kind),
                           square_name(check.royal), piece_on(variant, position, attacker)));
      }
    }
  }
}

// Why nothing can just have crossed this square, in the words that fit best.
std::string why_nothing_crossed(const Variant& variant, const Position& position, Square square,
                                const std::vector<Crossing>& possible) {
  const std::string name = square_name(square);
  if (possible.empty()) {
    return fmt::format("{} is no en passant square when {} is to act", name,
                       player_name(variant, position.to_act));
  }
  if (!position.board.at(square).none()) {
    return fmt::format("the en passant square {} is occupied by the {}", name,
                       kind_name(variant, position.board.at(square).kind));
  }
  for (const Crossing& crossing : possible) {
    const Piece piece{static_cast<std::int8_t>(crossing.player),
                      static_cast<std::int8_t>(crossing.kind)};
    if (position.board.at(crossing.to) != piece) continue;
    std::vector<Square> left = {crossing.from};
    left.insert(left.end(), crossing.passed.begin(), crossing.passed.end());
    for (Square passed : left) {
      if (position.board.at(passed).none()) continue;
      return fmt::format("{} is not empty, so {} cannot have come over {}", square_name(passed),
                         piece_on(variant, position, crossing.to), name);
    }
  }
  const Crossing& first = possible.front();
  return fmt::format("no {} on {} that could have come over {}",
                     owner_and_kind(variant, first.player, first.kind), square_name(first.to),
                     name);
}

// The square names of the field; nullopt if it is not made of names of squares of the board.
std::optional<std::vector<Square>> squares_in(const Variant& variant, const std::string& text) {
  std::vector<Square> squares;
  std::size_t begin = 0;
  while (begin < text.size()) {
    std::size_t end = begin + 1;
    while (end < text.size() && '0' <= text[end] && text[end] <= '9') ++end;
    const auto square = spec::parse_square(text.substr(begin, end - begin));
    if (!square || !variant.board.contains(*square)) return std::nullopt;
    squares.push_back(*square);
    begin = end;
  }
  return squares;
}

void read_en_passant(const Variant& variant, const spec::Field& field, Position* position,
                     Problems* problems) {
  if (field.text == "-") return;
  if (!variant.en_passant) {
    refuse(
        problems, field.column, "",
        fmt::format("there is no en passant in these rules: '{}' found, '-' wanted", field.text));
    return;
  }
  const auto squares = squares_in(variant, field.text);
  if (!squares) {
    refuse(problems, field.column, "", fmt::format("'{}' is no square of the board", field.text));
    return;
  }
  for (Square square : *squares) {
    const auto possible = crossings(variant, square, position->to_act);
    const auto made = std::find_if(possible.begin(), possible.end(), [&](const Crossing& crossing) {
      return has_just_been_made(variant, *position, crossing);
    });
    if (made == possible.end()) {
      refuse(problems, field.column, square_name(square),
             why_nothing_crossed(variant, *position, square, possible));
      continue;
    }
    const EnPassantRight right{square, made->to};
    if (std::find(position->en_passant.begin(), position->en_passant.end(), right) !=
        position->en_passant.end()) {
      refuse(problems, field.column, square_name(square),
             fmt::format("en passant square {} repeated", square_name(square)));
      continue;
    }
    position->en_passant.push_back(right);
  }
  std::sort(position->en_passant.begin(), position->en_passant.end());
}

// Is this the set-up before the first action: all pieces unmoved, nothing counted yet?
bool is_set_up(const Variant& variant, const Position& position) {
  spec::RawPosition canonical;
  write_fen4_fields(variant, position, &canonical);
  return canonical.unmoved.text == "start" && position.halfmoves == 0 &&
         position.move_number == 1 && position.next_regular < 0 &&
         position.to_act == variant.turn_order.front();
}

}  // namespace

ReadResult read_position(const Variant& variant, std::string_view text) {
  auto raw = spec::parse_position_text(variant, text);
  ReadResult result;
  result.problems = std::move(raw.problems);
  if (!raw.position) return result;

  Position position;
  for (const spec::PlacedPiece& placed : raw.position->pieces) {
    position.board.put(placed.square, {static_cast<std::int8_t>(placed.player),
                                       static_cast<std::int8_t>(placed.kind)});
  }
  position.to_act = raw.position->to_act;
  position.halfmoves = raw.position->halfmoves;
  position.move_number = raw.position->move_number;

  position.removed_parts = removed_parts(variant, raw.position->removed, &result.problems);

  check_parts(variant, position, &result.problems);
  check_royals(variant, position, &result.problems);
  check_promoting_pieces(variant, position, &result.problems);
  check_turn(variant, position, &result.problems);
  if (raw.position->castling.text != "-") {
    position.unmoved = read_castling(variant, home_squares(variant), position,
                                     raw.position->castling, &result.problems);
  }
  if (variant.position_text.form == spec::PositionTextForm::Form::kFen4) {
    read_fen4_fields(variant, *raw.position, &position, &result.problems);
    if (is_set_up(variant, position)) {
      for (spec::Problem& problem : set_up_problems(variant, position)) {
        result.problems.push_back(std::move(problem));
      }
    }
  } else {
    read_en_passant(variant, raw.position->en_passant, &position, &result.problems);
  }
  if (!spec::has_errors(result.problems)) result.position = std::move(position);
  return result;
}

std::string write_position(const Variant& variant, const Position& position) {
  spec::RawPosition raw;
  for (Square square : all_squares(variant)) {
    const Piece& piece = position.board.at(square);
    if (!piece.none()) raw.pieces.push_back({square, piece.player, piece.kind});
    if (!exists(variant, position, square)) raw.removed.push_back(square);
  }
  raw.to_act = position.to_act;
  raw.halfmoves = position.halfmoves;
  raw.move_number = position.move_number;
  if (variant.position_text.form == spec::PositionTextForm::Form::kFen4) {
    write_fen4_fields(variant, position, &raw);
    return spec::write_position_text(variant, raw);
  }
  raw.castling.text = write_castling(variant, position);
  std::string crossed;
  for (const EnPassantRight& right : without_idle_rights(variant, position).en_passant) {
    crossed += square_name(right.crossed);
  }
  raw.en_passant.text = crossed.empty() ? "-" : crossed;
  return spec::write_position_text(variant, raw);
}

}  // namespace regelwerk::oracle
