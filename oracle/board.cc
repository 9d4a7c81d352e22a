#include "oracle/board.h"

#include <algorithm>
#include <cctype>

namespace regelwerk::oracle {

using spec::Direction;
using spec::PlayerId;
using spec::Square;
using spec::Variant;

bool exists(const Variant& variant, const Position& position, Square square) {
  if (!variant.board.contains(square)) return false;
  for (int part : position.removed_parts) {
    if (variant.board.parts[static_cast<std::size_t>(part)].area.contains(square)) return false;
  }
  return true;
}

bool hostile(const Variant& variant, const Position& position, PlayerId a, PlayerId b) {
  if (a == b) return false;
  for (const Alliance& alliance : position.alliances) {
    const bool a_is_in = alliance.small == a || alliance.other == a;
    const bool b_is_in = alliance.small == b || alliance.other == b;
    if (a_is_in && b_is_in) return false;
    const auto& small = variant.coalition->small;
    const bool of_small_powers =
        std::find(small.begin(), small.end(), alliance.other) != small.end();
    if (of_small_powers && !a_is_in && !b_is_in) return false;
  }
  return true;
}

PlayerId next_player(const Variant& variant, PlayerId player) {
  const auto& order = variant.turn_order;
  auto found = std::find(order.begin(), order.end(), player);
  if (found == order.end() || found + 1 == order.end()) return order.front();
  return *(found + 1);
}

std::vector<Square> all_squares(const Variant& variant) {
  std::vector<Square> squares;
  squares.reserve(static_cast<std::size_t>(variant.board.files * variant.board.ranks));
  for (int rank = variant.board.ranks - 1; rank >= 0; --rank) {
    for (int file = 0; file < variant.board.files; ++file) squares.push_back({file, rank});
  }
  return squares;
}

std::vector<Square> pieces_of(const Variant& variant, const Position& position, PlayerId player) {
  std::vector<Square> squares;
  for (int rank = variant.board.ranks - 1; rank >= 0; --rank) {
    for (int file = 0; file < variant.board.files; ++file) {
      const Piece& piece = position.board.at({file, rank});
      if (!piece.none() && piece.player == player) squares.push_back({file, rank});
    }
  }
  return squares;
}

bool in_set_up_area(const Variant& variant, PlayerId player, Square square) {
  const auto& areas = variant.players[static_cast<std::size_t>(player)].set_up;
  return areas.empty() || std::any_of(areas.begin(), areas.end(), [&](const spec::Rectangle& area) {
           return area.contains(square);
         });
}

std::vector<Square> royals_of(const Variant& variant, const Position& position, PlayerId player) {
  std::vector<Square> squares;
  for (int rank = variant.board.ranks - 1; rank >= 0; --rank) {
    for (int file = 0; file < variant.board.files; ++file) {
      const Piece& piece = position.board.at({file, rank});
      if (piece.none() || piece.player != player) continue;
      if (variant.pieces[static_cast<std::size_t>(piece.kind)].royal) {
        squares.push_back({file, rank});
      }
    }
  }
  return squares;
}

bool has_royals(const Variant& variant, PlayerId player) {
  if (!variant.royal_safety || variant.royal_safety->players.empty()) return true;
  const auto& players = variant.royal_safety->players;
  return std::find(players.begin(), players.end(), player) != players.end();
}

int steps_from_home(const Variant& variant, PlayerId player, Square square) {
  switch (variant.players[static_cast<std::size_t>(player)].forward) {
    case Direction::kNorth:
      return square.rank;
    case Direction::kSouth:
      return variant.board.ranks - 1 - square.rank;
    case Direction::kEast:
      return square.file;
    case Direction::kWest:
      return variant.board.files - 1 - square.file;
  }
  return 0;
}

bool in_zone(const Variant& variant, const spec::Zone& zone, PlayerId player, Square square) {
  if (zone.last_ranks > 0) {
    const Direction forward = variant.players[static_cast<std::size_t>(player)].forward;
    const bool along_files = forward == Direction::kNorth || forward == Direction::kSouth;
    const int length = along_files ? variant.board.ranks : variant.board.files;
    return steps_from_home(variant, player, square) >= length - zone.last_ranks;
  }
  return std::any_of(zone.areas.begin(), zone.areas.end(),
                     [&](const spec::Rectangle& area) { return area.contains(square); });
}

int part_of(const Variant& variant, Square square) {
  for (std::size_t part = 0; part < variant.board.parts.size(); ++part) {
    if (variant.board.parts[part].area.contains(square)) return static_cast<int>(part);
  }
  return -1;
}

std::string player_name(const Variant& variant, PlayerId player) {
  std::string name = variant.players[static_cast<std::size_t>(player)].name;
  if (!name.empty()) {
    name[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(name[0])));
  }
  return name;
}

std::string kind_name(const Variant& variant, spec::KindId kind) {
  return variant.pieces[static_cast<std::size_t>(kind)].name;
}

std::string piece_on(const Variant& variant, const Position& position, Square square) {
  const Piece& piece = position.board.at(square);
  const std::string what = variant.players.size() > 2
                               ? owner_and_kind(variant, piece.player, piece.kind)
                               : kind_name(variant, piece.kind);
  return "the " + what + " on " + spec::square_name(square);
}

std::string owner_and_kind(const Variant& variant, PlayerId player, spec::KindId kind) {
  return variant.players[static_cast<std::size_t>(player)].name + " " + kind_name(variant, kind);
}

std::string list_of(const std::vector<Square>& squares) {
  std::string text;
  for (std::size_t i = 0; i < squares.size(); ++i) {
    if (i > 0) text += i + 1 == squares.size() ? " and " : ", ";
    text += spec::square_name(squares[i]);
  }
  return text;
}

std::string parts_in_words(const Variant& variant, const std::vector<int>& parts) {
  std::string text = parts.size() == 1 ? "part " : "parts ";
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) text += i + 1 == parts.size() ? " and " : ", ";
    text += "'" + variant.board.parts[static_cast<std::size_t>(parts[i])].name + "'";
  }
  return text;
}

}  // namespace regelwerk::oracle
