#include "oracle/castling_field.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <optional>
#include <stdexcept>

#include "oracle/board.h"
#include "oracle/castling.h"

namespace regelwerk::oracle {

using spec::PlayerId;
using spec::Square;
using spec::square_name;
using spec::Variant;
using CastlingForm = spec::PositionTextForm::Castling;

namespace {

bool contains(const std::vector<Square>& squares, Square square) {
  return std::find(squares.begin(), squares.end(), square) != squares.end();
}

void insert(std::vector<Square>* squares, Square square) {
  if (!contains(*squares, square)) squares->push_back(square);
}

// The player's pieces of that kind on his first rank, from file a.
std::vector<Square> on_first_rank(const Variant& variant, const Position& position, PlayerId player,
                                  spec::KindId kind) {
  std::vector<Square> squares;
  for (Square square : pieces_of(variant, position, player)) {
    if (position.board.at(square).kind == kind && on_home_rank(variant, player, square)) {
      squares.push_back(square);
    }
  }
  return squares;
}

std::optional<PlayerId> player_of_case(const Variant& variant, bool upper) {
  for (PlayerId player = 0; player < static_cast<PlayerId>(variant.players.size()); ++player) {
    if (variant.players[static_cast<std::size_t>(player)].upper_case == upper) return player;
  }
  return std::nullopt;
}

int home_rank(const Variant& variant, PlayerId player) {
  return steps_from_home(variant, player, {0, 0}) == 0 ? 0 : variant.board.ranks - 1;
}

bool is_right_of(Square a, Square b) { return a.file > b.file; }

// The last partner of the row to that side of the king.
std::optional<Square> outermost(const std::vector<Square>& partners, Square king, Side side) {
  std::optional<Square> found;
  for (Square partner : partners) {
    if (side == Side::kLeft && is_right_of(king, partner)) return partner;
    if (side == Side::kRight && is_right_of(partner, king)) found = partner;
  }
  return found;
}

// One letter of the field and what it is to name.
struct Letter {
  char text = '?';
  PlayerId player = -1;
  std::optional<Side> side;  // K or Q; otherwise a file
  int file = 0;
};

std::optional<Letter> classify(const Variant& variant, char text) {
  const auto byte = static_cast<unsigned char>(text);
  if (std::isalpha(byte) == 0) return std::nullopt;
  const auto player = player_of_case(variant, std::isupper(byte) != 0);
  if (!player) return std::nullopt;
  Letter letter{text, *player, std::nullopt, std::tolower(byte) - 'a'};
  const bool is_file = letter.file < variant.board.files;
  const bool files_first = variant.position_text.castling == CastlingForm::kFiles;
  const char lower = static_cast<char>(std::tolower(byte));
  if ((lower == 'k' || lower == 'q') && !(files_first && is_file)) {
    letter.side = lower == 'k' ? Side::kRight : Side::kLeft;
    return letter;
  }
  if (!is_file) return std::nullopt;
  return letter;
}

struct Pair {
  Square king;
  Square partner;
};

// The king and the partner that a letter names, or the reason why it names none.
std::optional<Pair> named_pair(const Variant& variant, const HomeSquares& homes,
                               const Position& position, const Letter& letter,
                               spec::Problem* problem) {
  const auto& rule = *variant.castling;
  const std::string rank = std::to_string(home_rank(variant, letter.player) + 1);
  const std::string king_words = owner_and_kind(variant, letter.player, rule.king);
  const std::string partner_words = owner_and_kind(variant, letter.player, rule.partner);
  const auto refuse = [&](std::string message, std::string square = "") {
    problem->message = fmt::format("{}: {}", letter.text, message);
    problem->square = std::move(square);
    return std::nullopt;
  };

  const auto kings = on_first_rank(variant, position, letter.player, rule.king);
  if (kings.empty()) return refuse(fmt::format("no {} on rank {}", king_words, rank));
  std::vector<Square> original_kings;
  for (Square king : kings) {
    if (may_be_unmoved(variant, homes, position, king)) original_kings.push_back(king);
  }
  if (original_kings.empty()) {
    return refuse(fmt::format("the {} on {} is not where it begins", king_words, list_of(kings)),
                  square_name(kings.front()));
  }

  const auto partners = on_first_rank(variant, position, letter.player, rule.partner);
  std::optional<Pair> pair;
  if (letter.side) {
    // With several kings, K is for the one farthest to the right that has a partner there.
    if (*letter.side == Side::kRight) {
      std::reverse(original_kings.begin(), original_kings.end());
    }
    for (Square king : original_kings) {
      if (pair) break;
      if (auto partner = outermost(partners, king, *letter.side)) pair = Pair{king, *partner};
    }
    if (!pair) {
      return refuse(fmt::format("no {} {} of the king on rank {}", partner_words,
                                *letter.side == Side::kLeft ? "left" : "right", rank));
    }
  } else {
    const Square partner{letter.file, home_rank(variant, letter.player)};
    if (!contains(partners, partner)) {
      return refuse(fmt::format("no {} on {}", partner_words, square_name(partner)),
                    square_name(partner));
    }
    // With several kings, the nearest one.
    Square nearest = original_kings.front();
    for (Square king : original_kings) {
      if (std::abs(king.file - partner.file) < std::abs(nearest.file - partner.file)) {
        nearest = king;
      }
    }
    pair = Pair{nearest, partner};
  }
  if (!castles_to(variant, pair->partner.file < pair->king.file ? Side::kLeft : Side::kRight)) {
    return refuse("these rules have no castling to that side", square_name(pair->partner));
  }
  if (!may_be_unmoved(variant, homes, position, pair->partner)) {
    return refuse(fmt::format("the {} on {} is not where it begins", partner_words,
                              square_name(pair->partner)),
                  square_name(pair->partner));
  }
  return pair;
}

// The unmoved king or partner on the file that a letter names, or the reason why there is none.
std::optional<Square> named_piece(const Variant& variant, const HomeSquares& homes,
                                  const Position& position, char text, spec::Problem* problem) {
  const auto byte = static_cast<unsigned char>(text);
  const auto player = player_of_case(variant, std::isupper(byte) != 0);
  const int file = std::tolower(byte) - 'a';
  if (std::isalpha(byte) == 0 || !player || file >= variant.board.files) {
    problem->message = fmt::format("'{}' is no castling letter", text);
    return std::nullopt;
  }
  const Square square{file, home_rank(variant, *player)};
  problem->square = square_name(square);
  const Piece piece = position.board.at(square);
  const auto& rule = *variant.castling;
  if (piece.player != *player || (piece.kind != rule.king && piece.kind != rule.partner)) {
    problem->message =
        fmt::format("{}: no {} or {} on {}", text, owner_and_kind(variant, *player, rule.king),
                    kind_name(variant, rule.partner), square_name(square));
    return std::nullopt;
  }
  if (!may_be_unmoved(variant, homes, position, square)) {
    problem->message =
        fmt::format("{}: the {} on {} is not where it begins", text,
                    owner_and_kind(variant, piece.player, piece.kind), square_name(square));
    return std::nullopt;
  }
  return square;
}

std::vector<Square> read_files_of_unmoved(const Variant& variant, const HomeSquares& homes,
                                          const Position& position, const spec::Field& field,
                                          spec::Problems* problems) {
  std::vector<Square> unmoved;
  for (std::size_t i = 0; i < field.text.size(); ++i) {
    spec::Problem problem;
    problem.column = field.column == 0 ? 0 : field.column + static_cast<int>(i);
    const char text = field.text[i];
    const auto square = named_piece(variant, homes, position, text, &problem);
    if (square && !contains(unmoved, *square)) {
      unmoved.push_back(*square);
      continue;
    }
    if (square) problem.message = fmt::format("castling letter {} repeated", text);
    problems->push_back(std::move(problem));
  }
  std::sort(unmoved.begin(), unmoved.end());
  return rights_that_remain(variant, position, unmoved);
}

std::string write_files_of_unmoved(const Variant& variant, const Position& position) {
  std::string text;
  for (bool upper : {true, false}) {
    const auto player = player_of_case(variant, upper);
    for (Square square : position.unmoved) {
      if (position.board.at(square).player != player) continue;
      text += static_cast<char>((upper ? 'A' : 'a') + square.file);
    }
  }
  return text.empty() ? "-" : text;
}

}  // namespace

HomeSquares home_squares(const Variant& variant) {
  HomeSquares homes;
  if (!variant.castling) return homes;
  const auto start = spec::parse_position_text(variant, variant.start);
  if (!start.position) throw std::logic_error("the start position of a variant cannot be read");
  for (const auto& placed : start.position->pieces) {
    if (!on_home_rank(variant, placed.player, placed.square)) continue;
    if (placed.kind == variant.castling->king) homes.kings.push_back(placed.square);
    if (placed.kind == variant.castling->partner) homes.partners.push_back(placed.square);
  }
  return homes;
}

bool may_be_unmoved(const Variant& variant, const HomeSquares& homes, const Position& position,
                    Square square) {
  const Piece piece = position.board.at(square);
  if (!on_home_rank(variant, piece.player, square)) return false;
  return variant.castling->homes == spec::CastlingRule::Homes::kFirstRank ||
         contains(piece.kind == variant.castling->king ? homes.kings : homes.partners, square);
}

std::vector<Square> read_castling(const Variant& variant, const HomeSquares& homes,
                                  const Position& position, const spec::Field& field,
                                  spec::Problems* problems) {
  std::vector<Square> unmoved;
  if (field.text == "-") return unmoved;
  if (!variant.castling || variant.position_text.castling == CastlingForm::kNone) {
    problems->push_back(
        {field.column, "",
         fmt::format("there is no castling in these rules: '{}' found, '-' wanted", field.text),
         false});
    return unmoved;
  }
  if (variant.position_text.castling == CastlingForm::kFilesOfUnmoved) {
    return read_files_of_unmoved(variant, homes, position, field, problems);
  }
  std::vector<std::pair<char, Square>> named;  // letters and the partners they name
  for (std::size_t i = 0; i < field.text.size(); ++i) {
    const char text = field.text[i];
    spec::Problem problem;
    problem.column = field.column == 0 ? 0 : field.column + static_cast<int>(i);
    const auto letter = classify(variant, text);
    if (!letter) {
      problem.message = fmt::format("'{}' is no castling letter", text);
      problems->push_back(std::move(problem));
      continue;
    }
    const auto pair = named_pair(variant, homes, position, *letter, &problem);
    if (!pair) {
      problems->push_back(std::move(problem));
      continue;
    }
    const auto twin = std::find_if(named.begin(), named.end(), [&](const auto& earlier) {
      return earlier.second == pair->partner;
    });
    if (twin != named.end()) {
      problem.square = square_name(pair->partner);
      problem.message =
          fmt::format("{} and {} both name the {} on {}", twin->first, text,
                      kind_name(variant, variant.castling->partner), square_name(pair->partner));
      problems->push_back(std::move(problem));
      continue;
    }
    named.emplace_back(text, pair->partner);
    insert(&unmoved, pair->king);
    insert(&unmoved, pair->partner);
  }
  std::sort(unmoved.begin(), unmoved.end());
  return unmoved;
}

std::string write_castling(const Variant& variant, const Position& position) {
  std::string text;
  if (!variant.castling || variant.position_text.castling == CastlingForm::kNone) return "-";
  if (variant.position_text.castling == CastlingForm::kFilesOfUnmoved) {
    return write_files_of_unmoved(variant, position);
  }
  for (bool upper : {true, false}) {
    const auto player = player_of_case(variant, upper);
    if (!player) continue;
    std::vector<Square> kings;
    std::vector<Square> partners;
    for (Square square : position.unmoved) {
      const Piece& piece = position.board.at(square);
      if (piece.player != *player) continue;
      (piece.kind == variant.castling->king ? kings : partners).push_back(square);
    }
    if (kings.empty()) continue;
    const auto all = on_first_rank(variant, position, *player, variant.castling->partner);
    std::sort(partners.begin(), partners.end(), is_right_of);
    for (Square partner : partners) {
      char letter = static_cast<char>('a' + partner.file);
      if (variant.position_text.castling == CastlingForm::kKQkq) {
        // K from the rightmost king, Q from the leftmost, as they are read.
        if (partner == outermost(all, kings.back(), Side::kRight)) letter = 'k';
        if (partner == outermost(all, kings.front(), Side::kLeft)) letter = 'q';
      }
      text += upper ? static_cast<char>(std::toupper(static_cast<unsigned char>(letter))) : letter;
    }
  }
  return text.empty() ? "-" : text;
}

}  // namespace regelwerk::oracle
