#include "oracle/fen4_fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "oracle/board.h"
#include "oracle/coalition.h"
#include "oracle/en_passant.h"
#include "oracle/movement.h"
#include "oracle/royal_safety.h"
#include "oracle/turns.h"

namespace regelwerk::oracle {

using spec::Field;
using spec::PlayerId;
using spec::Problems;
using spec::Square;
using spec::square_name;
using spec::Variant;

namespace {

void refuse(Problems* problems, int column, std::string square, std::string message) {
  problems->push_back({column, std::move(square), std::move(message), false});
}

template <typename T>
bool contains(const std::vector<T>& list, const T& value) {
  return std::find(list.begin(), list.end(), value) != list.end();
}

char lower(char letter) {
  return static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
}

PlayerId player_of(const Variant& variant, char letter) {
  for (std::size_t i = 0; i < variant.players.size(); ++i) {
    if (variant.players[i].letter == letter) return static_cast<PlayerId>(i);
  }
  return -1;
}

std::vector<std::string> split_at_commas(const std::string& text) {
  std::vector<std::string> words;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    words.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return words;
}

std::optional<Square> square_of_board(const Variant& variant, const std::string& text) {
  const auto square = spec::parse_square(text);
  return square && variant.board.contains(*square) ? square : std::nullopt;
}

void read_alliances(const Variant& variant, const Field& field, Position* position,
                    Problems* problems) {
  if (field.text == "-") return;
  for (const std::string& pair : split_at_commas(field.text)) {
    const PlayerId a = pair.size() == 2 ? player_of(variant, pair[0]) : -1;
    const PlayerId b = pair.size() == 2 ? player_of(variant, pair[1]) : -1;
    if (a < 0 || b < 0 || a == b) {
      refuse(problems, field.column, "", fmt::format("'{}' is no alliance", pair));
      continue;
    }
    if (!variant.coalition) {
      refuse(problems, field.column, "", "there are no alliances in these rules");
      return;
    }
    const Alliance alliance = alliance_between(variant, a, b);
    if (is_great_power(variant, a) && is_great_power(variant, b)) {
      refuse(problems, field.column, "",
             fmt::format("{} and {} are great powers, which cannot ally", player_name(variant, a),
                         player_name(variant, b)));
      continue;
    }
    if (is_small_power(variant, a) && is_small_power(variant, b) &&
        !variant.coalition->small_powers) {
      refuse(problems, field.column, "",
             fmt::format("{} and {} are small powers, which cannot ally by these rules",
                         player_name(variant, a), player_name(variant, b)));
      continue;
    }
    bool free = true;
    for (PlayerId player : {a, b}) {
      const PlayerId ally = ally_of(*position, player);
      if (ally < 0) continue;
      free = false;
      refuse(problems, field.column, "",
             fmt::format("the alliances contradict each other: {} is allied with {} already",
                         player_name(variant, player), player_name(variant, ally)));
    }
    // Great powers are friends only by an alliance of the small ones, which leaves none for them.
    if (free) position->alliances.push_back(alliance);
  }
  std::sort(position->alliances.begin(), position->alliances.end());
}

void read_rights(const Variant& variant, const Field& field, Position* position,
                 Problems* problems) {
  if (field.text == "-") return;
  for (const char letter : field.text) {
    const bool shift = letter != lower(letter);
    const PlayerId player = player_of(variant, lower(letter));
    const bool by_rule =
        shift ? variant.opening_rights && contains(variant.opening_rights->shifters, player)
              : variant.rearrangement && contains(variant.rearrangement->players, player);
    if (!by_rule) {
      refuse(problems, field.column, "",
             fmt::format("'{}' is no right that these rules give", letter));
      continue;
    }
    auto& rights = shift ? position->may_shift : position->may_rearrange;
    const int rounds = shift ? variant.opening_rights->rounds : variant.rearrangement->rounds;
    if (contains(rights, player)) {
      refuse(problems, field.column, "", fmt::format("right '{}' is given twice", letter));
      continue;
    }
    if (position->move_number > rounds || is_out(variant, *position, player)) continue;
    rights.push_back(player);
  }
  std::sort(position->may_rearrange.begin(), position->may_rearrange.end());
  std::sort(position->may_shift.begin(), position->may_shift.end());
}

void read_owed(const Variant& variant, const Field& field, Position* position, Problems* problems) {
  if (field.text == "-") return;
  std::vector<PlayerId> refused;
  for (const char letter : field.text) {
    const PlayerId player = player_of(variant, letter);
    if (player < 0) {
      refuse(problems, field.column, "", fmt::format("'{}' is no player", letter));
      continue;
    }
    if (!variant.check_reply || !has_royals(variant, player)) {
      if (!contains(refused, player)) {
        refuse(problems, field.column, "",
               fmt::format("{} has no king, is never asked and owes no turn",
                           player_name(variant, player)));
      }
      refused.push_back(player);
      continue;
    }
    position->owed.push_back(player);
  }
  std::sort(position->owed.begin(), position->owed.end());
}

// Who acts, and is it really he?
void check_who_acts(const Variant& variant, const Position& position, Problems* problems) {
  const auto name = [&](PlayerId player) { return player_name(variant, player); };
  if (!is_reply(position)) {
    const PlayerId player = position.to_act;
    if (owed_by(position, player) > 0) {
      refuse(problems, 0, "",
             fmt::format("{} is to act, but owes a turn and would sit it out", name(player)));
    }
    if (pieces_of(variant, position, player).empty()) {
      refuse(problems, 0, "", fmt::format("{} is to act, but has no pieces", name(player)));
    }
    return;
  }
  if (!variant.check_reply) {
    refuse(problems, 0, "", "nobody is asked out of turn in these rules");
    return;
  }
  if (is_out(variant, position, position.next_regular)) {
    refuse(problems, 0, "",
           fmt::format("{}'s turn cannot follow: it has no pieces", name(position.next_regular)));
  }
  if (position.also_asked == position.to_act) {
    refuse(problems, 0, "", fmt::format("{} is asked twice", name(position.to_act)));
  }
  std::vector<PlayerId> asked = {position.to_act};
  if (position.also_asked >= 0 && position.also_asked != position.to_act) {
    asked.push_back(position.also_asked);
  }
  for (PlayerId player : asked) {
    if (!has_royals(variant, player)) {
      refuse(problems, 0, "",
             fmt::format("{} is asked, but has no king that could be in check", name(player)));
      continue;
    }
    if (checks_on(variant, position, player).empty()) {
      refuse(problems, 0, "", fmt::format("{} is asked, but is not in check", name(player)));
    }
    if (has_next_regular_turn(variant, position, {position.next_regular, position.move_number},
                              player)) {
      refuse(problems, 0, "",
             fmt::format("{} is asked, but has the next regular turn anyway", name(player)));
    }
  }
}

// What makes the right impossible; nullopt if nothing does.
std::optional<std::string> why_no_right(const Variant& variant, const Position& position,
                                        const EnPassantRight& right) {
  const std::string crossed = square_name(right.crossed);
  if (!position.board.at(right.crossed).none()) {
    return fmt::format("the right on {} has ended: {} stands there", crossed,
                       piece_on(variant, position, right.crossed));
  }
  const Piece& piece = position.board.at(right.piece);
  if (piece.none()) {
    return fmt::format("no piece stands on {} that could have come over {}",
                       square_name(right.piece), crossed);
  }
  if (piece.player == position.to_act) {
    return fmt::format("the right to take {} on {} has ended: {} is to act",
                       piece_on(variant, position, right.piece), crossed,
                       player_name(variant, piece.player));
  }
  const auto possible = crossings(variant, right.crossed, position.to_act);
  const auto made = std::find_if(possible.begin(), possible.end(), [&](const Crossing& crossing) {
    return crossing.player == piece.player && crossing.kind == piece.kind &&
           crossing.to == right.piece;
  });
  if (made == possible.end()) {
    return fmt::format("{} cannot have come over {} by a double step",
                       piece_on(variant, position, right.piece), crossed);
  }
  const Piece& behind = position.board.at(made->from);
  const bool lasting = variant.en_passant->lasts == spec::EnPassantRule::Lasts::kUntilOwnerActs;
  // Others may have gone to where it came from, but its own player has not acted since.
  if (!behind.none() && (!lasting || behind.player == piece.player)) {
    return fmt::format("{} cannot have come over {}: {} stands where it would have come from",
                       piece_on(variant, position, right.piece), crossed,
                       piece_on(variant, position, made->from));
  }
  if (variant.first_move && contains(position.first_moves, right.piece)) {
    return fmt::format("{} cannot have come over {}: it has not moved",
                       piece_on(variant, position, right.piece), crossed);
  }
  for (const EnPassantRight& other : position.en_passant) {
    if (position.board.at(other.piece).player != piece.player) continue;
    return fmt::format("{} cannot have left a right on {} and another on {}",
                       player_name(variant, piece.player), square_name(other.crossed), crossed);
  }
  return std::nullopt;
}

void read_lasting_rights(const Variant& variant, const Field& field, Position* position,
                         Problems* problems) {
  if (field.text == "-") return;
  if (!variant.en_passant) {
    refuse(
        problems, field.column, "",
        fmt::format("there is no en passant in these rules: '{}' found, '-' wanted", field.text));
    return;
  }
  for (const std::string& word : split_at_commas(field.text)) {
    const std::size_t open = word.find('(');
    const bool closed = open != std::string::npos && word.back() == ')';
    const auto crossed = closed ? square_of_board(variant, word.substr(0, open)) : std::nullopt;
    const auto piece = closed
                           ? square_of_board(variant, word.substr(open + 1, word.size() - open - 2))
                           : std::nullopt;
    if (!crossed || !piece) {
      refuse(problems, field.column, "", fmt::format("'{}' is no en passant right", word));
      continue;
    }
    const EnPassantRight right{*crossed, *piece};
    if (auto reason = why_no_right(variant, *position, right)) {
      refuse(problems, field.column, square_name(*crossed), std::move(*reason));
      continue;
    }
    position->en_passant.push_back(right);
  }
  std::sort(position->en_passant.begin(), position->en_passant.end());
}

void read_first_moves(const Variant& variant, const Field& field, Position* position,
                      Problems* problems) {
  if (field.text == "-") return;
  std::vector<Square> squares;
  for (const std::string& word :
       field.text == "start" ? std::vector<std::string>() : split_at_commas(field.text)) {
    const auto square = square_of_board(variant, word);
    if (!square) {
      refuse(problems, field.column, "", fmt::format("'{}' is no square of the board", word));
    } else if (contains(squares, *square)) {
      refuse(problems, field.column, word, fmt::format("{} is given twice", word));
    } else {
      squares.push_back(*square);
    }
  }
  if (field.text == "start") {
    for (Square square : all_squares(variant)) {
      const Piece& piece = position->board.at(square);
      if (!piece.none() && knows_first_moves(variant, piece.kind)) squares.push_back(square);
    }
  }
  for (Square square : squares) {
    const std::string name = square_name(square);
    const Piece& piece = position->board.at(square);
    if (piece.none()) {
      refuse(problems, field.column, name,
             fmt::format("{} is empty: no piece there has not moved", name));
    } else if (!knows_first_moves(variant, piece.kind)) {
      refuse(problems, field.column, name,
             fmt::format("{} has no first move of its own kind",
                         piece_on(variant, *position, square)));
    } else if (!in_set_up_area(variant, piece.player, square)) {
      refuse(problems, field.column, name,
             fmt::format("{} has moved: it is outside {}'s set-up area",
                         piece_on(variant, *position, square), player_name(variant, piece.player)));
    } else {
      position->first_moves.push_back(square);
    }
  }
  std::sort(position->first_moves.begin(), position->first_moves.end());
}

std::string or_dash(std::string text) { return text.empty() ? "-" : text; }

}  // namespace

void read_fen4_fields(const Variant& variant, const spec::RawPosition& raw, Position* position,
                      Problems* problems) {
  position->also_asked = raw.also_asked;
  position->next_regular = raw.next_regular;
  read_alliances(variant, raw.alliances, position, problems);
  read_rights(variant, raw.rights, position, problems);
  read_owed(variant, raw.owed, position, problems);
  check_who_acts(variant, *position, problems);
  read_first_moves(variant, raw.unmoved, position, problems);
  read_lasting_rights(variant, raw.en_passant, position, problems);
}

void write_fen4_fields(const Variant& variant, const Position& position, spec::RawPosition* raw) {
  const auto letter = [&](PlayerId player) {
    return variant.players[static_cast<std::size_t>(player)].letter;
  };
  raw->also_asked = position.also_asked;
  raw->next_regular = position.next_regular;
  std::string text;
  for (const Alliance& alliance : position.alliances) {
    if (!text.empty()) text += ',';
    text += letter(alliance.small);
    text += letter(alliance.other);
  }
  raw->alliances.text = or_dash(std::move(text));
  text.clear();
  for (PlayerId player : position.may_rearrange) text += letter(player);
  for (PlayerId player : position.may_shift) {
    text += static_cast<char>(std::toupper(static_cast<unsigned char>(letter(player))));
  }
  raw->rights.text = or_dash(std::move(text));
  text.clear();
  for (PlayerId player : position.owed) text += letter(player);
  raw->owed.text = or_dash(std::move(text));

  std::string rights;
  std::string unmoved;
  bool all_unmoved = true;
  for (Square square : all_squares(variant)) {
    for (const EnPassantRight& right : position.en_passant) {
      if (right.crossed != square) continue;
      if (!rights.empty()) rights += ',';
      rights += square_name(square) + "(" + square_name(right.piece) + ")";
    }
    const Piece& piece = position.board.at(square);
    if (piece.none() || !knows_first_moves(variant, piece.kind)) continue;
    if (!has_not_moved(variant, position, square)) {
      all_unmoved = false;
      continue;
    }
    if (!unmoved.empty()) unmoved += ',';
    unmoved += square_name(square);
  }
  raw->en_passant.text = or_dash(std::move(rights));
  raw->unmoved.text = all_unmoved && !unmoved.empty() ? "start" : or_dash(std::move(unmoved));
}

}  // namespace regelwerk::oracle
