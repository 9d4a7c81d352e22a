#include "spec/position_text.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "spec/fen4_text.h"
#include "spec/text_scan.h"

namespace regelwerk::spec {
namespace {

// Far more than any position needs; keeps what is said about a wrong text within bounds.
constexpr std::size_t kLongestText = 2000;

class Reader {
 public:
  Reader(const Variant& variant, std::string_view text)
      : variant_(variant), fields_(split_fields(text)), text_size_(text.size()) {}

  RawPositionResult read() {
    if (text_size_ > kLongestText) {
      error(0, "",
            fmt::format("the position text has {} characters, at most {} are read", text_size_,
                        kLongestText));
      return finish();
    }
    if (fields_.empty()) {
      error(0, "", "the position text is empty");
      return finish();
    }
    read_placement(fields_[0]);
    read_side();
    read_castling();
    read_en_passant();
    read_counters();
    for (std::size_t i = 6; i < fields_.size(); ++i) {
      error(fields_[i].column, "",
            fmt::format("unexpected '{}' after the move number", shown(fields_[i].text)));
    }
    return finish();
  }

 private:
  void error(int column, std::string square, std::string message) {
    problems_.push_back({column, std::move(square), std::move(message), false});
  }
  void warning(int column, std::string message) {
    problems_.push_back({column, "", std::move(message), true});
  }

  RawPositionResult finish() {
    std::stable_sort(problems_.begin(), problems_.end(),
                     [](const Problem& a, const Problem& b) { return a.column < b.column; });
    RawPositionResult result;
    if (!has_errors(problems_)) result.position = std::move(position_);
    result.problems = std::move(problems_);
    return result;
  }

  int end_column() const { return static_cast<int>(text_size_) + 1; }

  void read_placement(const Field& field) {
    const std::string_view text = field.text;
    const int ranks = static_cast<int>(std::count(text.begin(), text.end(), '/')) + 1;
    const bool trailing_slash = text.back() == '/';
    if (trailing_slash && ranks == variant_.board.ranks + 1) {
      error(field.column + static_cast<int>(text.size()) - 1, "",
            "the placement ends in '/', but there is nothing after rank 1");
    } else if (ranks != variant_.board.ranks) {
      error(field.column, "",
            fmt::format("{} {}, {} wanted", ranks, ranks == 1 ? "rank" : "ranks",
                        variant_.board.ranks));
    }
    std::size_t begin = 0;
    for (int rank = variant_.board.ranks - 1; rank >= 0 && begin <= text.size(); --rank) {
      const std::size_t end = std::min(text.find('/', begin), text.size());
      read_rank(text.substr(begin, end - begin), rank, field.column + static_cast<int>(begin));
      begin = end + 1;
    }
  }

  void read_rank(std::string_view text, int rank, int column) {
    const int files = variant_.board.files;
    const bool wide = files > 9;
    bool joined_number = false;
    long file = 0;
    std::size_t i = 0;
    while (i < text.size()) {
      const int here = column + static_cast<int>(i);
      if (is_digit(text[i])) {
        std::size_t end = i + 1;
        if (wide) {
          while (end < text.size() && is_digit(text[end])) ++end;
        }
        const std::string_view number = text.substr(i, end - i);
        if (number[0] == '0') {
          error(here, "",
                fmt::format("'{}' is not a number of empty squares in rank {}", shown(number),
                            rank + 1));
        }
        long count = 0;
        for (const char digit : number) count = std::min(count * 10 + (digit - '0'), 100000L);
        joined_number = joined_number || (number.size() > 1 && file + count > files);
        file = std::min(file + count, 100000L);
        i = end;
        continue;
      }
      const std::string square =
          file < files ? square_name({static_cast<int>(file), rank}) : std::string();
      const std::string where =
          square.empty() ? fmt::format("in rank {}", rank + 1) : fmt::format("on {}", square);
      if (text[i] == '*' && variant_.part_removal) {
        if (!square.empty()) position_.removed.push_back({static_cast<int>(file), rank});
        ++file;
        ++i;
        continue;
      }
      const std::string character = shown_character(text, i);
      const std::optional<KindId> kind =
          is_letter(text[i]) ? variant_.kind_by_letter(to_upper(text[i])) : std::nullopt;
      const PlayerId player = is_letter(text[i]) ? owner_of_case(is_upper(text[i])) : -1;
      if (!kind || player < 0) {
        error(here, square, fmt::format("'{}' {} is no piece", character, where));
      } else if (!square.empty()) {
        position_.pieces.push_back({{static_cast<int>(file), rank}, player, *kind});
      }
      ++file;
      ++i;
      while (i < text.size() && (static_cast<unsigned char>(text[i]) & 0xC0) == 0x80) ++i;
    }
    if (file != files) {
      error(column, "",
            fmt::format("rank {} has {} of {} files{}", rank + 1, file, files,
                        joined_number ? " (adjacent digits are one number on this board)" : ""));
    }
  }

  PlayerId owner_of_case(bool upper) const {
    for (std::size_t i = 0; i < variant_.players.size(); ++i) {
      if (variant_.players[i].upper_case == upper) return static_cast<PlayerId>(i);
    }
    return -1;
  }

  void read_side() {
    if (fields_.size() < 2) {
      error(end_column(), "", "the side to move is missing");
      return;
    }
    const Field& field = fields_[1];
    std::string wanted;
    for (std::size_t i = 0; i < variant_.players.size(); ++i) {
      if (field.text.size() == 1 && field.text[0] == variant_.players[i].letter) {
        position_.to_act = static_cast<PlayerId>(i);
        return;
      }
      if (i > 0) wanted += i + 1 == variant_.players.size() ? " or " : ", ";
      wanted += variant_.players[i].letter;
    }
    error(field.column, "",
          fmt::format("'{}' is no side to move, {} wanted", shown(field.text), wanted));
  }

  void read_castling() {
    if (fields_.size() < 3) {
      if (fields_.size() == 2) {
        warning(end_column(),
                "castling rights, en passant square and counters are missing, "
                "'- - 0 1' taken");
      }
      return;
    }
    const Field& field = fields_[2];
    position_.castling = field;
    if (field.text == "-") return;
    for (std::size_t i = 0; i < field.text.size(); ++i) {
      const char c = field.text[i];
      const int column = field.column + static_cast<int>(i);
      if (!is_letter(c)) {
        error(column, "",
              fmt::format("'{}' is no castling right, letters or '-' wanted",
                          shown_character(field.text, i)));
        return;
      }
      if (field.text.find(c) < i) {
        error(column, "", fmt::format("castling right '{}' is given twice", c));
        return;
      }
    }
  }

  void read_en_passant() {
    if (fields_.size() < 4) {
      if (fields_.size() == 3) {
        warning(end_column(), "en passant square and counters are missing, '- 0 1' taken");
      }
      return;
    }
    const Field& field = fields_[3];
    position_.en_passant = field;
    if (field.text == "-") return;
    const std::optional<Square> square = parse_square(field.text);
    if (!square) {
      error(field.column, "",
            fmt::format("'{}' is no en passant square, a square or '-' wanted", shown(field.text)));
    } else if (!variant_.board.contains(*square)) {
      error(field.column, field.text,
            fmt::format("en passant square {} is not on the board", field.text));
    }
  }

  void read_counters() {
    if (fields_.size() == 4) warning(end_column(), "counters are missing, '0 1' taken");
    if (fields_.size() == 5) {
      error(end_column(), "", "the move number is missing after the halfmove counter");
    }
    if (fields_.size() > 4) {
      position_.halfmoves = read_counter(fields_[4], "halfmove counter", &problems_).value_or(0);
    }
    if (fields_.size() > 5) {
      if (const auto value = read_counter(fields_[5], "move number", &problems_)) {
        if (*value == 0) warning(fields_[5].column, "move number 0, 1 taken");
        position_.move_number = std::max(*value, 1);
      }
    }
  }

  const Variant& variant_;
  const std::vector<Field> fields_;
  const std::size_t text_size_;
  RawPosition position_;
  Problems problems_;
};

}  // namespace

RawPositionResult parse_position_text(const Variant& variant, std::string_view text) {
  const std::vector<Field> fields = split_fields(text);
  if (!fields.empty() && fields[0].text == "startpos") {
    if (fields.size() > 1) {
      return {std::nullopt,
              {{fields[1].column, "",
                fmt::format("unexpected '{}' after 'startpos'", shown(fields[1].text)), false}}};
    }
    text = variant.start;
  }
  if (variant.position_text.form == PositionTextForm::Form::kFen4) {
    return parse_fen4_text(variant, text);
  }
  return Reader(variant, text).read();
}

std::string write_position_text(const Variant& variant, const RawPosition& position) {
  if (variant.position_text.form == PositionTextForm::Form::kFen4) {
    return write_fen4_text(variant, position);
  }
  std::map<Square, char> letters;
  for (const PlacedPiece& piece : position.pieces) {
    const char letter = variant.pieces.at(piece.kind).letter;
    letters[piece.square] = variant.players.at(piece.player).upper_case ? letter : to_lower(letter);
  }
  for (const Square square : position.removed) letters[square] = '*';
  std::string out;
  for (int rank = variant.board.ranks - 1; rank >= 0; --rank) {
    int empty = 0;
    for (int file = 0; file < variant.board.files; ++file) {
      const auto found = letters.find({file, rank});
      if (found == letters.end()) {
        ++empty;
        continue;
      }
      if (empty > 0) out += std::to_string(empty);
      empty = 0;
      out += found->second;
    }
    if (empty > 0) out += std::to_string(empty);
    if (rank > 0) out += '/';
  }
  return fmt::format("{} {} {} {} {} {}", out, variant.players.at(position.to_act).letter,
                     position.castling.text, position.en_passant.text, position.halfmoves,
                     position.move_number);
}

std::optional<RawAction> parse_action_text(const Variant& variant, std::string_view text,
                                           Problems* problems) {
  if (variant.position_text.form == PositionTextForm::Form::kFen4) {
    return parse_fen4_action(variant, text, problems);
  }
  return scan_move(variant, text, problems);
}

std::string write_action_text(const Variant& variant, const RawAction& action) {
  if (variant.position_text.form == PositionTextForm::Form::kFen4) {
    return write_fen4_action(variant, action);
  }
  return write_move(variant, action);
}

}  // namespace regelwerk::spec
