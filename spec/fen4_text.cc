#include "spec/fen4_text.h"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "spec/text_scan.h"

namespace regelwerk::spec {
namespace {

// Far more than any position or action needs; keeps what is said about a wrong text within bounds.
constexpr std::size_t kLongestPosition = 4000;
constexpr std::size_t kLongestAction = 2000;

enum FieldIndex : std::size_t {
  kPlacement,
  kToAct,
  kAlliances,
  kRights,
  kOwed,
  kEnPassant,
  kUnmoved,
  kHalfmoves,
  kRound,
  kFieldCount
};
constexpr const char* kFieldNames[] = {
    "the placement",           "the player to act",    "the alliances field",
    "the rights field",        "the owed turns field", "the en passant field",
    "the not-yet-moved field", "the halfmove counter", "the round number"};

PlayerId player_by_letter(const Variant& variant, char letter) {
  for (std::size_t i = 0; i < variant.players.size(); ++i) {
    if (variant.players[i].letter == letter) return static_cast<PlayerId>(i);
  }
  return -1;
}

// "y, b, g or r", with more choices behind the players' letters.
std::string letters_or(const Variant& variant, std::vector<std::string> more = {}) {
  std::vector<std::string> words;
  for (const Player& player : variant.players) words.emplace_back(1, player.letter);
  words.insert(words.end(), more.begin(), more.end());
  std::string out = words[0];
  for (std::size_t i = 1; i < words.size(); ++i) {
    out += (i + 1 == words.size() ? " or " : ", ") + words[i];
  }
  return out;
}

// Higher ranks first, in a rank from file a on.
bool in_board_order(Square a, Square b) {
  return a.rank != b.rank ? a.rank > b.rank : a.file < b.file;
}

// Part of a text, at its column.
struct Word {
  std::string_view text;
  int column = 0;
};

std::vector<Word> split(std::string_view text, char separator, int column) {
  std::vector<Word> out;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(separator, begin), text.size());
    out.push_back({text.substr(begin, end - begin), column + static_cast<int>(begin)});
    begin = end + 1;
  }
  return out;
}

class Fen4Reader {
 public:
  Fen4Reader(const Variant& variant, std::string_view text)
      : variant_(variant), fields_(split_fields(text)), text_size_(text.size()) {}

  RawPositionResult read() {
    if (text_size_ > kLongestPosition) {
      error(0, "",
            fmt::format("the position text has {} characters, at most {} are read", text_size_,
                        kLongestPosition));
    } else if (fields_.empty()) {
      error(0, "", "the position text is empty");
    } else {
      read_fields();
    }
    std::stable_sort(problems_.begin(), problems_.end(),
                     [](const Problem& a, const Problem& b) { return a.column < b.column; });
    RawPositionResult result;
    if (!has_errors(problems_)) result.position = std::move(position_);
    result.problems = std::move(problems_);
    return result;
  }

 private:
  void error(int column, std::string square, std::string message) {
    problems_.push_back({column, std::move(square), std::move(message), false});
  }
  void warning(int column, std::string message) {
    problems_.push_back({column, "", std::move(message), true});
  }

  // The field as written, if it is there and not "-".
  const Field* said(FieldIndex index) const {
    return index < fields_.size() && fields_[index].text != "-" ? &fields_[index] : nullptr;
  }

  void read_fields() {
    read_placement(fields_[kPlacement]);
    if (fields_.size() > kToAct) read_to_act(fields_[kToAct]);
    const auto keep = [&](FieldIndex index, Field* field) {
      if (index < fields_.size()) *field = fields_[index];
    };
    keep(kAlliances, &position_.alliances);
    keep(kRights, &position_.rights);
    keep(kOwed, &position_.owed);
    keep(kEnPassant, &position_.en_passant);
    keep(kUnmoved, &position_.unmoved);
    if (const Field* field = said(kAlliances)) check_alliances(*field);
    if (const Field* field = said(kRights)) check_rights(*field);
    if (const Field* field = said(kOwed)) check_owed(*field);
    if (const Field* field = said(kEnPassant)) check_en_passant(*field);
    if (const Field* field = said(kUnmoved)) check_unmoved(*field);
    read_counters();
    for (std::size_t i = kFieldCount; i < fields_.size(); ++i) {
      error(fields_[i].column, "",
            fmt::format("unexpected '{}' after the round number", shown(fields_[i].text)));
    }
  }

  // The counters may be missing together, and so may everything behind the player to act.
  void read_counters() {
    const int end = static_cast<int>(text_size_) + 1;
    if (fields_.size() == kAlliances) {
      warning(end, "all behind the player to act is missing, '- - - - - 0 1' taken");
    } else if (fields_.size() == kHalfmoves) {
      warning(end, "counters are missing, '0 1' taken");
    } else if (fields_.size() < kFieldCount) {
      error(end, "",
            fmt::format("{} is missing after {}", kFieldNames[fields_.size()],
                        kFieldNames[fields_.size() - 1]));
    }
    if (fields_.size() > kHalfmoves) {
      position_.halfmoves =
          read_counter(fields_[kHalfmoves], "halfmove counter", &problems_).value_or(0);
    }
    if (fields_.size() > kRound) {
      if (const auto value = read_counter(fields_[kRound], "round number", &problems_)) {
        if (*value == 0) warning(fields_[kRound].column, "round number 0, 1 taken");
        position_.move_number = std::max(*value, 1);
      }
    }
  }

  void read_placement(const Field& field) {
    const std::vector<Word> ranks = split(field.text, '/', field.column);
    const int wanted = variant_.board.ranks;
    if (static_cast<int>(ranks.size()) == wanted + 1 && ranks.back().text.empty()) {
      error(ranks.back().column - 1, "",
            "the placement ends in '/', but there is nothing after rank 1");
    } else if (static_cast<int>(ranks.size()) != wanted) {
      error(field.column, "",
            fmt::format("{} {}, {} wanted", ranks.size(), ranks.size() == 1 ? "rank" : "ranks",
                        wanted));
    }
    for (int i = 0; i < std::min(wanted, static_cast<int>(ranks.size())); ++i) {
      read_rank(ranks[i], wanted - 1 - i);
    }
  }

  void read_rank(const Word& text, int rank) {
    const int files = variant_.board.files;
    int file = 0;
    for (const Word& cell : split(text.text, ',', text.column)) {
      const std::string where =
          file < files ? "on " + square_name({file, rank}) : fmt::format("in rank {}", rank + 1);
      const bool number =
          !cell.text.empty() && std::all_of(cell.text.begin(), cell.text.end(), is_digit);
      if (number) {
        if (cell.text[0] == '0') {
          error(cell.column, "",
                fmt::format("'{}' is not a number of empty squares in rank {}", shown(cell.text),
                            rank + 1));
        }
        int count = 0;
        for (const char digit : cell.text) count = std::min(count * 10 + (digit - '0'), 1000);
        file = std::min(file + count, 1000);
        continue;
      }
      read_cell(cell, file < files ? std::optional(Square{file, rank}) : std::nullopt, where);
      ++file;
    }
    if (file != files) {
      error(text.column, "", fmt::format("rank {} has {} of {} files", rank + 1, file, files));
    }
  }

  // A player's letter and a piece's letter.
  void read_cell(const Word& cell, std::optional<Square> square, const std::string& where) {
    const std::string name = square ? square_name(*square) : std::string();
    if (cell.text.empty()) {
      error(cell.column, name, fmt::format("there is nothing between the commas {}", where));
      return;
    }
    if (cell.text.size() != 2 || !is_lower(cell.text[0]) || !is_upper(cell.text[1])) {
      error(cell.column, name,
            fmt::format("'{}' {} is no cell, a number or the letters of a player and of a piece "
                        "wanted, like {}{}",
                        shown(cell.text), where, variant_.players[0].letter,
                        variant_.pieces.empty() ? 'K' : variant_.pieces[0].letter));
      return;
    }
    const PlayerId player = player_by_letter(variant_, cell.text[0]);
    const std::optional<KindId> kind = variant_.kind_by_letter(cell.text[1]);
    if (player < 0) {
      error(cell.column, name,
            fmt::format("'{}' {} names no player, {} wanted", cell.text[0], where,
                        letters_or(variant_)));
    }
    if (!kind) {
      error(cell.column + 1, name, fmt::format("'{}' {} is no piece", cell.text[1], where));
    }
    if (player >= 0 && kind && square) position_.pieces.push_back({*square, player, *kind});
  }

  // "g", "b<g" or "b,y<g".
  void read_to_act(const Field& field) {
    const std::size_t sign = field.text.find('<');
    if (sign == std::string::npos) {
      position_.to_act = letter({field.text, field.column}, "player to act");
      return;
    }
    const std::string_view text = field.text;
    const std::vector<Word> asked = split(text.substr(0, sign), ',', field.column);
    if (asked.size() > 2) {
      error(asked[2].column, "",
            fmt::format("{} players are asked, at most two can be", asked.size()));
      return;
    }
    position_.to_act = letter(asked[0], "player who is asked");
    if (asked.size() == 2) position_.also_asked = letter(asked[1], "player who is asked");
    position_.next_regular =
        letter({text.substr(sign + 1), field.column + static_cast<int>(sign) + 1},
               "player whose turn follows");
  }

  PlayerId letter(const Word& text, std::string_view what) {
    const PlayerId player = text.text.size() == 1 ? player_by_letter(variant_, text.text[0]) : -1;
    if (player < 0) {
      error(text.column, "",
            fmt::format("'{}' is no {}, {} wanted", shown(text.text), what, letters_or(variant_)));
    }
    return player;
  }

  void check_alliances(const Field& field) {
    std::set<std::string> seen;
    for (const Word& pair : split(field.text, ',', field.column)) {
      if (pair.text.size() != 2) {
        error(pair.column, "",
              fmt::format("'{}' is no alliance, the letters of two players or '-' wanted",
                          shown(pair.text)));
        continue;
      }
      const std::size_t before = problems_.size();
      for (std::size_t i = 0; i < 2; ++i) {
        if (player_by_letter(variant_, pair.text[i]) >= 0) continue;
        error(pair.column + static_cast<int>(i), "",
              fmt::format("'{}' in the alliance '{}' is no player, {} wanted",
                          shown_character(pair.text, i), shown(pair.text), letters_or(variant_)));
      }
      if (problems_.size() > before) continue;
      std::string sorted(pair.text);
      std::sort(sorted.begin(), sorted.end());
      if (sorted[0] == sorted[1]) {
        error(pair.column, "", fmt::format("alliance '{}' joins a player to himself", pair.text));
      } else if (!seen.insert(sorted).second) {
        error(pair.column, "", fmt::format("alliance '{}' is given twice", pair.text));
      }
    }
  }

  void check_rights(const Field& field) {
    for (std::size_t i = 0; i < field.text.size(); ++i) {
      const char c = field.text[i];
      const int column = field.column + static_cast<int>(i);
      if (!is_letter(c) || player_by_letter(variant_, to_lower(c)) < 0) {
        error(column, "",
              fmt::format("'{}' is no right, {} wanted", shown_character(field.text, i),
                          letters_or(variant_, {"the same in upper case", "'-'"})));
        return;
      }
      if (field.text.find(c) < i) {
        error(column, "", fmt::format("right '{}' is given twice", c));
        return;
      }
    }
  }

  void check_owed(const Field& field) {
    for (std::size_t i = 0; i < field.text.size(); ++i) {
      if (player_by_letter(variant_, field.text[i]) >= 0) continue;
      error(field.column + static_cast<int>(i), "",
            fmt::format("'{}' owes no turn, {} wanted", shown_character(field.text, i),
                        letters_or(variant_, {"'-'"})));
      return;
    }
  }

  // A square of the board, or what is wrong with it.
  std::optional<Square> square(const Word& text, const std::string& what) {
    const std::optional<Square> square = parse_square(text.text);
    if (!square) {
      error(text.column, "",
            fmt::format("'{}' is no square of the {} field", shown(text.text), what));
    } else if (!variant_.board.contains(*square)) {
      error(text.column, std::string(text.text),
            fmt::format("{} in the {} field is not on the board", text.text, what));
      return std::nullopt;
    }
    return square;
  }

  // "c3(c4),d6(d5)".
  void check_en_passant(const Field& field) {
    std::set<std::string_view> seen;
    for (const Word& right : split(field.text, ',', field.column)) {
      const std::size_t open = right.text.find('(');
      if (open == std::string_view::npos || right.text.back() != ')') {
        error(right.column, "",
              fmt::format("'{}' is no en passant right, the crossed square and behind it in "
                          "brackets the piece's square wanted, like c3(c4)",
                          shown(right.text)));
        continue;
      }
      const std::string_view piece = right.text.substr(open + 1, right.text.size() - open - 2);
      square({right.text.substr(0, open), right.column}, "en passant");
      square({piece, right.column + static_cast<int>(open) + 1}, "en passant");
      if (!seen.insert(right.text).second) {
        error(right.column, "",
              fmt::format("en passant right '{}' is given twice", shown(right.text)));
      }
    }
  }

  void check_unmoved(const Field& field) {
    if (field.text == "start") return;
    std::set<Square> seen;
    for (const Word& each : split(field.text, ',', field.column)) {
      const std::optional<Square> at = square(each, "not-yet-moved");
      if (at && !seen.insert(*at).second) {
        error(each.column, std::string(each.text),
              fmt::format("{} is given twice as not yet moved", each.text));
      }
    }
  }

  const Variant& variant_;
  const std::vector<Field> fields_;
  const std::size_t text_size_;
  RawPosition position_;
  Problems problems_;
};

class ActionReader {
 public:
  ActionReader(const Variant& variant, std::string_view text, Problems* problems)
      : variant_(variant), text_(text), problems_(problems) {}

  std::optional<RawAction> read() {
    if (text_.size() > kLongestAction) {
      return fail(0, "",
                  fmt::format("the action text has {} characters, at most {} are read",
                              text_.size(), kLongestAction));
    }
    const std::size_t plus = text_.find('+');
    const std::string_view act = text_.substr(0, plus);
    std::optional<RawAction> action = read_act(act);
    if (!action || plus == std::string_view::npos) return action;
    return read_declaration(*action, plus);
  }

 private:
  std::nullopt_t fail(std::size_t position, std::string square, std::string message) {
    if (problems_ != nullptr) {
      problems_->push_back(
          {static_cast<int>(position) + 1, std::move(square), std::move(message), false});
    }
    return std::nullopt;
  }

  std::optional<RawAction> read_act(std::string_view act) {
    RawAction action;
    if (act == "wait" || act == "pass") {
      action.type = act == "wait" ? RawAction::Type::kWait : RawAction::Type::kPass;
      return action;
    }
    if (!act.empty() && act[0] == '@') return read_rearrangement(act);
    if (act.find('>') != std::string_view::npos) return read_shift(act);
    return scan_move(variant_, act, problems_);
  }

  std::optional<RawAction> read_declaration(RawAction action, std::size_t plus) {
    const bool sole =
        action.type == RawAction::Type::kWait || action.type == RawAction::Type::kShift;
    if (sole) {
      return fail(plus, "", "no alliance is declared with 'wait' or with a piece put elsewhere");
    }
    const std::string_view letter = text_.substr(plus + 1);
    action.declares = letter.size() == 1 ? player_by_letter(variant_, letter[0]) : -1;
    if (action.declares < 0) {
      return fail(plus + 1, "",
                  fmt::format("'{}' is no player to ally with, {} wanted", shown(letter),
                              letters_or(variant_)));
    }
    return action;
  }

  // A square of the board; nullopt, with the reason told, if it is none.
  std::optional<Square> square(std::string_view name, std::size_t position) {
    const std::optional<Square> square = parse_square(name);
    if (square && variant_.board.contains(*square)) return square;
    return fail(position, square ? std::string(name) : "",
                square ? fmt::format("{} is not on the board", name)
                       : fmt::format("'{}' is no square", shown(name)));
  }

  std::optional<RawAction> read_shift(std::string_view act) {
    const std::size_t sign = act.find('>');
    const auto from = square(act.substr(0, sign), 0);
    const auto to = square(act.substr(sign + 1), sign + 1);
    if (!from || !to) return std::nullopt;
    RawAction action;
    action.type = RawAction::Type::kShift;
    action.from = *from;
    action.to = *to;
    return action;
  }

  // "@Pa7,Wb7": a piece letter and a square for each piece.
  std::optional<RawAction> read_rearrangement(std::string_view act) {
    RawAction action;
    action.type = RawAction::Type::kRearrange;
    bool good = true;
    std::set<Square> seen;
    for (const Word& each : split(act.substr(1), ',', 1)) {
      const std::size_t at = static_cast<std::size_t>(each.column);
      if (each.text.size() < 2) {
        fail(at, "",
             fmt::format("'{}' places no piece, a piece letter and a square wanted, like {}a7",
                         shown(each.text), variant_.pieces[0].letter));
        good = false;
        continue;
      }
      const std::optional<KindId> kind = variant_.kind_by_letter(each.text[0]);
      if (!kind) fail(at, "", fmt::format("'{}' is no piece", shown_character(each.text, 0)));
      const std::optional<Square> to = square(each.text.substr(1), at + 1);
      const bool again = to && !seen.insert(*to).second;
      if (again) {
        fail(at + 1, square_name(*to),
             fmt::format("two pieces are placed on {}", square_name(*to)));
      }
      if (kind && to) action.placements.emplace_back(*kind, *to);
      good = good && kind && to && !again;
    }
    if (!good) return std::nullopt;
    std::sort(action.placements.begin(), action.placements.end(),
              [](const auto& a, const auto& b) { return in_board_order(a.second, b.second); });
    return action;
  }

  const Variant& variant_;
  const std::string_view text_;
  Problems* const problems_;
};

}  // namespace

RawPositionResult parse_fen4_text(const Variant& variant, std::string_view text) {
  return Fen4Reader(variant, text).read();
}

std::string write_fen4_text(const Variant& variant, const RawPosition& position) {
  std::map<Square, std::string> cells;
  for (const PlacedPiece& piece : position.pieces) {
    cells[piece.square] = {variant.players.at(piece.player).letter,
                           variant.pieces.at(piece.kind).letter};
  }
  std::string out;
  for (int rank = variant.board.ranks - 1; rank >= 0; --rank) {
    int empty = 0;
    const auto put = [&](const std::string& cell) {
      if (!out.empty() && out.back() != '/') out += ',';
      out += cell;
    };
    for (int file = 0; file < variant.board.files; ++file) {
      const auto found = cells.find({file, rank});
      if (found == cells.end()) {
        ++empty;
        continue;
      }
      if (empty > 0) put(std::to_string(empty));
      empty = 0;
      put(found->second);
    }
    if (empty > 0) put(std::to_string(empty));
    if (rank > 0) out += '/';
  }
  const auto letter = [&](PlayerId player) { return variant.players.at(player).letter; };
  std::string acts(1, letter(position.to_act));
  if (position.next_regular >= 0) {
    if (position.also_asked >= 0) acts += fmt::format(",{}", letter(position.also_asked));
    acts += fmt::format("<{}", letter(position.next_regular));
  }
  return fmt::format("{} {} {} {} {} {} {} {} {}", out, acts, position.alliances.text,
                     position.rights.text, position.owed.text, position.en_passant.text,
                     position.unmoved.text, position.halfmoves, position.move_number);
}

std::optional<RawAction> parse_fen4_action(const Variant& variant, std::string_view text,
                                           Problems* problems) {
  return ActionReader(variant, text, problems).read();
}

std::string write_fen4_action(const Variant& variant, const RawAction& action) {
  std::string out;
  switch (action.type) {
    case RawAction::Type::kMove:
      out = write_move(variant, action);
      break;
    case RawAction::Type::kWait:
      out = "wait";
      break;
    case RawAction::Type::kPass:
      out = "pass";
      break;
    case RawAction::Type::kShift:
      out = square_name(action.from) + ">" + square_name(action.to);
      break;
    case RawAction::Type::kRearrange: {
      auto placements = action.placements;
      std::sort(placements.begin(), placements.end(),
                [](const auto& a, const auto& b) { return in_board_order(a.second, b.second); });
      for (const auto& [kind, square] : placements) {
        out += out.empty() ? '@' : ',';
        out += variant.pieces.at(kind).letter + square_name(square);
      }
      break;
    }
  }
  if (action.declares >= 0) {
    out += '+';
    out += variant.players.at(action.declares).letter;
  }
  return out;
}

}  // namespace regelwerk::spec
