// Symmetries of board and players, and which of them a spec's rules have. For tests only.
#pragma once

#include <algorithm>
#include <cctype>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "spec/position_text.h"
#include "spec/square.h"
#include "spec/variant.h"
#include "suites/properties_testing.h"

namespace regelwerk::suites {

// Two players, a board that is turned over, and whether the players change places.
struct Symmetry {
  bool swaps_players = false;
  bool flips_files = false;
  bool flips_ranks = false;
};

class SymmetryOf {
 public:
  SymmetryOf(const spec::Variant& variant, Symmetry symmetry)
      : variant_(variant), symmetry_(symmetry) {}

  spec::PlayerId player(spec::PlayerId id) const { return symmetry_.swaps_players ? 1 - id : id; }
  int file(int file) const {
    return symmetry_.flips_files ? variant_.board.files - 1 - file : file;
  }
  spec::Square square(spec::Square at) const {
    return {file(at.file), symmetry_.flips_ranks ? variant_.board.ranks - 1 - at.rank : at.rank};
  }
  spec::Rectangle rectangle(const spec::Rectangle& area) const {
    const spec::Square a = square(area.low);
    const spec::Square b = square(area.high);
    return {{std::min(a.file, b.file), std::min(a.rank, b.rank)},
            {std::max(a.file, b.file), std::max(a.rank, b.rank)}};
  }

  // The counters stay, though the move number counts by who begins.
  std::string position(const std::string& text) const {
    spec::RawPosition image = raw_position(variant_, text);
    for (spec::PlacedPiece& piece : image.pieces) {
      piece = {square(piece.square), player(piece.player), piece.kind};
    }
    for (spec::Square& at : image.removed) at = square(at);
    image.to_act = player(image.to_act);
    image.castling.text = castling(image.castling.text);
    if (const auto crossed = spec::parse_square(image.en_passant.text)) {
      image.en_passant.text = spec::square_name(square(*crossed));
    }
    return spec::write_position_text(variant_, image);
  }
  std::string action(const std::string& text) const {
    spec::RawAction image = raw_action(variant_, text);
    image.from = square(image.from);
    image.to = square(image.to);
    return spec::write_action_text(variant_, image);
  }

  // Why the rules do not have this symmetry: whatever names a side of the board or a player. Empty
  // if they have it, castling left aside.
  std::vector<std::string> obstacles() const {
    std::vector<std::string> found;
    const auto want = [&](bool holds, const char* otherwise) {
      if (!holds) found.emplace_back(otherwise);
    };
    if (variant_.players.size() != 2) return {"more than two players"};
    if (variant_.position_text.form != spec::PositionTextForm::Form::kFen) {
      return {"fields that name players and squares"};
    }
    for (spec::PlayerId id = 0; id < 2; ++id) {
      want(direction(owner(id).forward) == owner(player(id)).forward,
           "the players' forward directions");
      want(images(owner(id).set_up) == sorted(owner(player(id)).set_up), "the set-up areas");
    }
    want(symmetry_.flips_files == symmetry_.flips_ranks || left_and_right_are_alike(),
         "pieces that go otherwise to the left than to the right");
    std::vector<spec::Rectangle> parts;
    for (const spec::Part& part : variant_.board.parts) parts.push_back(part.area);
    want(images(parts) == sorted(parts), "the parts of the board");
    for (const spec::PromotionRule& rule : variant_.promotions) {
      want(same_zone(rule.zone) && (!rule.compulsory || same_zone(*rule.compulsory)),
           "promotion zones");
      want(!rule.captured_only || !symmetry_.swaps_players || same_pieces_at_start(),
           "pieces that only one player has at the start");
    }
    want(!symmetry_.swaps_players || !variant_.royal_safety ||
             variant_.royal_safety->players.size() != 1,
         "royals of one player only");
    return found;
  }

  // Why castling does not have it.
  std::vector<std::string> obstacles_of_castling() const {
    std::vector<std::string> found;
    if (!variant_.castling) return found;
    const spec::CastlingRule& rule = *variant_.castling;
    if (rule.stops == spec::CastlingRule::Stops::kFiles && symmetry_.flips_files &&
        !(stops(rule.left) == image_of_stops(rule.right) &&
          stops(rule.right) == image_of_stops(rule.left))) {
      found.emplace_back("the files where king and partner stop");
    }
    if (rule.homes == spec::CastlingRule::Homes::kStartSquares && !same_castling_homes()) {
      found.emplace_back("the squares where king and partner start");
    }
    return found;
  }

 private:
  const spec::Player& owner(spec::PlayerId id) const {
    return variant_.players[static_cast<std::size_t>(id)];
  }

  spec::Direction direction(spec::Direction d) const {
    using enum spec::Direction;
    if (symmetry_.flips_ranks && (d == kNorth || d == kSouth)) return d == kNorth ? kSouth : kNorth;
    if (symmetry_.flips_files && (d == kEast || d == kWest)) return d == kEast ? kWest : kEast;
    return d;
  }

  static std::vector<std::pair<spec::Square, spec::Square>> sorted(
      const std::vector<spec::Rectangle>& areas) {
    std::vector<std::pair<spec::Square, spec::Square>> corners;
    for (const spec::Rectangle& area : areas) corners.emplace_back(area.low, area.high);
    std::sort(corners.begin(), corners.end());
    return corners;
  }
  std::vector<std::pair<spec::Square, spec::Square>> images(
      std::vector<spec::Rectangle> areas) const {
    for (spec::Rectangle& area : areas) area = rectangle(area);
    return sorted(areas);
  }
  bool same_zone(const spec::Zone& zone) const { return images(zone.areas) == sorted(zone.areas); }

  // A movement as a value: its steps with the ways to them, sorted, and its modifiers.
  static auto key(const spec::Movement& movement, int right) {
    std::vector<std::pair<spec::Offset, std::vector<spec::Offset>>> steps;
    for (std::size_t i = 0; i < movement.steps.size(); ++i) {
      std::vector<spec::Offset> via;
      if (!movement.via.empty()) via = movement.via[i];
      for (spec::Offset& offset : via) offset.right *= right;
      std::sort(via.begin(), via.end());
      steps.emplace_back(spec::Offset{movement.steps[i].right * right, movement.steps[i].forward},
                         via);
    }
    std::sort(steps.begin(), steps.end());
    return std::tuple(steps, movement.range, movement.moves, movement.captures,
                      movement.first_move_only, movement.lame, movement.grants_en_passant,
                      movement.takes_en_passant);
  }
  bool left_and_right_are_alike() const {
    return std::all_of(variant_.pieces.begin(), variant_.pieces.end(),
                       [](const spec::PieceKind& kind) {
                         std::vector<decltype(key(kind.movements[0], 1))> plain;
                         std::vector<decltype(key(kind.movements[0], 1))> mirrored;
                         for (const spec::Movement& movement : kind.movements) {
                           plain.push_back(key(movement, 1));
                           mirrored.push_back(key(movement, -1));
                         }
                         std::sort(plain.begin(), plain.end());
                         std::sort(mirrored.begin(), mirrored.end());
                         return plain == mirrored;
                       });
  }

  bool same_pieces_at_start() const {
    std::map<spec::KindId, int> more;
    for (const spec::PlacedPiece& piece : raw_position(variant_, variant_.start).pieces) {
      more[piece.kind] += piece.player == 0 ? 1 : -1;
    }
    return std::all_of(more.begin(), more.end(), [](const auto& kind) { return kind.second == 0; });
  }

  bool same_castling_homes() const {
    std::vector<std::tuple<spec::PlayerId, spec::KindId, spec::Square>> homes;
    std::vector<std::tuple<spec::PlayerId, spec::KindId, spec::Square>> turned;
    for (const spec::PlacedPiece& piece : raw_position(variant_, variant_.start).pieces) {
      if (piece.kind != variant_.castling->king && piece.kind != variant_.castling->partner) {
        continue;
      }
      homes.emplace_back(piece.player, piece.kind, piece.square);
      turned.emplace_back(player(piece.player), piece.kind, square(piece.square));
    }
    std::sort(homes.begin(), homes.end());
    std::sort(turned.begin(), turned.end());
    return homes == turned;
  }

  static std::pair<int, int> stops(const std::optional<spec::CastlingRule::Wing>& wing) {
    return wing ? std::pair(wing->king_file, wing->partner_file) : std::pair(-1, -1);
  }
  std::pair<int, int> image_of_stops(const std::optional<spec::CastlingRule::Wing>& wing) const {
    return wing ? std::pair(file(wing->king_file), file(wing->partner_file)) : std::pair(-1, -1);
  }

  // Which letter stands for which side or file; in whatever order.
  std::string castling(std::string text) const {
    using Form = spec::PositionTextForm::Castling;
    for (char& letter : text) {
      if (letter == '-') continue;
      const bool upper = std::isupper(static_cast<unsigned char>(letter)) != 0;
      char plain = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
      const bool side =
          variant_.position_text.castling == Form::kKQkq && (plain == 'k' || plain == 'q');
      if (side) {
        plain = symmetry_.flips_files ? (plain == 'k' ? 'q' : 'k') : plain;
      } else {
        plain = static_cast<char>('a' + file(plain - 'a'));
      }
      letter = upper != symmetry_.swaps_players
                   ? static_cast<char>(std::toupper(static_cast<unsigned char>(plain)))
                   : plain;
    }
    return text;
  }

  const spec::Variant& variant_;
  Symmetry symmetry_;
};

}  // namespace regelwerk::suites
