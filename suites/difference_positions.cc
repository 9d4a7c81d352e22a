#include "suites/difference_positions.h"

#include <algorithm>
#include <utility>

namespace regelwerk::suites {

PositionMaker::PositionMaker(const spec::Variant& variant, std::vector<int> counters,
                             std::uint64_t seed)
    : variant_(variant), counters_(std::move(counters)), random_(seed) {
  spec::RawPositionResult start = spec::parse_position_text(variant, variant.start);
  if (start.position) {
    start_ = std::move(*start.position);
  }
  for (std::size_t kind = 0; kind < variant.pieces.size(); ++kind) {
    (variant.pieces[kind].royal ? royals_ : others_).push_back(static_cast<spec::KindId>(kind));
  }
}

std::string PositionMaker::make() {
  raw_ = spec::RawPosition();
  raw_.to_act = variant_.turn_order[below(variant_.turn_order.size())];
  if (chance(50)) {
    raw_.alliances = start_.alliances;
    raw_.rights = start_.rights;
    raw_.unmoved = start_.unmoved;
  }
  choose_parts();
  if (variant_.castling && chance(35)) {
    place_homes();
  }
  place_royals();
  place_others();
  fill_parts();
  if (!counters_.empty() && chance(25)) {
    raw_.halfmoves = std::max(0, counters_[below(counters_.size())] - static_cast<int>(below(3)));
  }
  raw_.move_number = 1 + raw_.halfmoves;
  // The order in which texts are written.
  std::sort(raw_.pieces.begin(), raw_.pieces.end(),
            [](const spec::PlacedPiece& one, const spec::PlacedPiece& two) {
              return std::pair(-one.square.rank, one.square.file) <
                     std::pair(-two.square.rank, two.square.file);
            });
  return spec::write_position_text(variant_, raw_);
}

bool PositionMaker::free(spec::Square square) const {
  const auto removed = std::find(raw_.removed.begin(), raw_.removed.end(), square);
  return variant_.board.contains(square) && removed == raw_.removed.end() &&
         std::none_of(raw_.pieces.begin(), raw_.pieces.end(),
                      [&](const spec::PlacedPiece& piece) { return piece.square == square; });
}

bool PositionMaker::place(spec::Square square, spec::PlayerId player, spec::KindId kind) {
  if (!free(square)) {
    return false;
  }
  raw_.pieces.push_back({square, player, kind});
  return true;
}

spec::Square PositionMaker::any_square() {
  for (int tries = 0;; ++tries) {
    const spec::Square square{
        static_cast<int>(below(static_cast<std::size_t>(variant_.board.files))),
        static_cast<int>(below(static_cast<std::size_t>(variant_.board.ranks)))};
    if (free(square) || tries == 100) {
      return square;
    }
  }
}

spec::Square PositionMaker::square_for(spec::PlayerId player, spec::KindId kind) {
  spec::Square square = any_square();
  if (!raw_.pieces.empty() && chance(50)) {
    const spec::Square near = raw_.pieces[below(raw_.pieces.size())].square;
    square = {near.file + static_cast<int>(below(5)) - 2,
              near.rank + static_cast<int>(below(5)) - 2};
  }
  const bool promotes = std::any_of(
      variant_.promotions.begin(), variant_.promotions.end(), [&](const spec::PromotionRule& rule) {
        return std::find(rule.of.begin(), rule.of.end(), kind) != rule.of.end();
      });
  if (promotes && chance(60)) {
    const bool second = chance(60);
    const int files = variant_.board.files;
    const int ranks = variant_.board.ranks;
    switch (variant_.players[static_cast<std::size_t>(player)].forward) {
      case spec::Direction::kNorth:
        square.rank = second ? 1 : ranks - 2;
        break;
      case spec::Direction::kSouth:
        square.rank = second ? ranks - 2 : 1;
        break;
      case spec::Direction::kEast:
        square.file = second ? 1 : files - 2;
        break;
      case spec::Direction::kWest:
        square.file = second ? files - 2 : 1;
        break;
    }
  }
  return square;
}

void PositionMaker::choose_parts() {
  const std::size_t parts = variant_.board.parts.size();
  kept_.assign(parts, true);
  if (parts < 2 || !variant_.part_removal || chance(60)) {
    return;
  }
  const std::size_t gone = below(parts);
  kept_[gone] = false;
  for (int rank = variant_.board.ranks - 1; rank >= 0; --rank) {
    for (int file = 0; file < variant_.board.files; ++file) {
      if (variant_.board.parts[gone].area.contains({file, rank})) {
        raw_.removed.push_back({file, rank});
      }
    }
  }
}

void PositionMaker::place_homes() {
  // Now and then on other files, with the same rights: some rules allow it.
  const bool elsewhere = chance(20);
  for (spec::PlacedPiece piece : start_.pieces) {
    if (elsewhere) {
      piece.square.file = any_square().file;
    }
    const bool castles =
        piece.kind == variant_.castling->king || piece.kind == variant_.castling->partner;
    if (castles && chance(piece.kind == variant_.castling->king ? 85 : 65)) {
      place(piece.square, piece.player, piece.kind);
    }
  }
  std::string rights;
  for (const char right : start_.castling.text) {
    if (right != '-' && chance(75)) {
      rights += right;
    }
  }
  raw_.castling.text = rights.empty() ? "-" : rights;
}

void PositionMaker::place_royals() {
  if (royals_.empty()) {
    return;
  }
  for (const spec::PlayerId player : variant_.turn_order) {
    if (variant_.royal_safety && !variant_.royal_safety->players.empty() &&
        std::find(variant_.royal_safety->players.begin(), variant_.royal_safety->players.end(),
                  player) == variant_.royal_safety->players.end()) {
      continue;
    }
    const auto has =
        std::count_if(raw_.pieces.begin(), raw_.pieces.end(), [&](const spec::PlacedPiece& piece) {
          return piece.player == player &&
                 variant_.pieces[static_cast<std::size_t>(piece.kind)].royal;
        });
    if (has > 0) {
      continue;
    }
    const int least = variant_.royal_safety ? variant_.royal_safety->min_count : 1;
    const int most = variant_.royal_safety ? variant_.royal_safety->max_count.value_or(2) : 1;
    int count =
        least +
        (most > least ? static_cast<int>(below(static_cast<std::size_t>(most - least + 1))) : 0);
    while (count-- > 0) {
      const spec::KindId kind = royals_[below(royals_.size())];
      place(any_square(), player, kind);
      if (variant_.royal_safety && kind == variant_.royal_safety->alone) {
        break;
      }
    }
  }
}

void PositionMaker::place_others() {
  if (others_.empty()) {
    return;
  }
  for (std::size_t count = below(8); count > 0; --count) {
    const spec::PlayerId player = variant_.turn_order[below(variant_.turn_order.size())];
    const spec::KindId kind = others_[below(others_.size())];
    place(square_for(player, kind), player, kind);
  }
}

void PositionMaker::fill_parts() {
  if (!variant_.part_removal || others_.empty()) {
    return;
  }
  for (std::size_t part = 0; part < kept_.size(); ++part) {
    if (!kept_[part]) {
      continue;
    }
    const spec::Rectangle& area = variant_.board.parts[part].area;
    for (const spec::PlayerId player : variant_.turn_order) {
      const bool there =
          std::any_of(raw_.pieces.begin(), raw_.pieces.end(), [&](const spec::PlacedPiece& piece) {
            return piece.player == player && area.contains(piece.square);
          });
      for (int tries = 0; !there && tries < 50; ++tries) {
        const spec::KindId kind = others_[below(others_.size())];
        const spec::Square square = square_for(player, kind);
        if (area.contains(square) && place(square, player, kind)) {
          break;
        }
      }
    }
  }
}

}  // namespace regelwerk::suites
