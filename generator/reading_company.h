// Position text to State and back where more than two play (form fen4).
#pragma once

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include "generator/reading.h"

namespace regelwerk::generator {

template <Features F>
class CompanyReader : private Reader<F> {
  using Base = Reader<F>;
  using B = Bits<F.words>;

 public:
  using Base::Base;

  std::optional<FullState<F>> read(std::string_view text) {
    spec::RawPositionResult raw = spec::parse_position_text(this->t_.variant, text);
    this->problems_->insert(this->problems_->end(), raw.problems.begin(), raw.problems.end());
    if (!raw.position) return std::nullopt;
    const spec::RawPosition& position = *raw.position;
    for (const spec::PlacedPiece& piece : position.pieces) this->place(piece);
    full().to_act = position.to_act;
    full().halfmoves = position.halfmoves;
    full().number = position.move_number;
    politics().to_act = static_cast<std::int8_t>(position.to_act);
    politics().also_asked = static_cast<std::int8_t>(position.also_asked);
    politics().next_regular = static_cast<std::int8_t>(position.next_regular);
    politics().round = static_cast<std::uint16_t>(position.move_number);
    royals();
    this->promoting_pieces();
    alliances(position.alliances);
    rights(position.rights);
    owed(position.owed);
    unmoved(position.unmoved);
    en_passant(position.en_passant);
    turn();
    set_up(position);
    if (spec::has_errors(*this->problems_)) return std::nullopt;
    drop_ended_rights(this->t_, &this->state());
    return full();
  }

 private:
  FullState<F>& full() { return this->full_; }
  Politics& politics() { return this->state().politics; }
  bool great(int player) const {
    const auto& rule = this->variant().royal_safety;
    if (!rule) return false;
    return rule->players.empty() ||
           std::find(rule->players.begin(), rule->players.end(), player) != rule->players.end();
  }
  int player_by_letter(char letter) const {
    for (int p = 0; p < this->t_.players; ++p) {
      if (this->variant().players[p].letter == letter) return p;
    }
    return -1;
  }

  void royals() {
    for (int p = 0; p < this->t_.players; ++p) {
      const B royals = this->state().planes[kRoyalPlane] & this->state().of[p];
      const int wanted = great(p) ? this->variant().royal_safety->min_count : 0;
      if (royals.count() == wanted) continue;
      this->refuse(0, royals.any() ? this->name(royals.lowest()) : "",
                   fmt::format("{} has {} royal pieces, {} wanted", this->player(p), royals.count(),
                               wanted));
    }
  }

  static std::vector<std::string> items(const std::string& text) {
    std::vector<std::string> list;
    std::stringstream stream(text);
    for (std::string item; std::getline(stream, item, ',');) list.push_back(item);
    return list;
  }

  void alliances(const spec::Field& field) {
    if (field.text == "-") return;
    const auto& coalition = this->t_.coalition;
    for (const std::string& pair : items(field.text)) {
      const auto no = [&](const std::string& why) {
        this->refuse(field.column, "", fmt::format("alliance '{}': {}", pair, why));
      };
      const int a = pair.size() == 2 ? player_by_letter(pair[0]) : -1;
      const int b = pair.size() == 2 ? player_by_letter(pair[1]) : -1;
      if (a < 0 || b < 0 || a == b || !coalition) {
        no("no pair of players");
        continue;
      }
      const bool small_pair = is_small(*coalition, a) && is_small(*coalition, b);
      if (is_great(*coalition, a) && is_great(*coalition, b)) {
        no("great powers do not ally");
      } else if (small_pair && !coalition->small_powers) {
        no("small powers cannot ally with each other here");
      } else if (politics().ally[a] != Politics::kNobody ||
                 politics().ally[b] != Politics::kNobody) {
        no("one of the two has an ally already");
      } else {
        ally(a, b, *coalition, &politics());
      }
    }
  }

  void rights(const spec::Field& field) {
    if (field.text == "-") return;
    std::string seen;
    for (std::size_t i = 0; i < field.text.size(); ++i) {
      const char letter = field.text[i];
      const int column = field.column + static_cast<int>(i);
      const auto no = [&](const std::string& why) {
        this->refuse(column, "", fmt::format("right '{}': {}", letter, why));
      };
      if (seen.find(letter) != std::string::npos) no("it is there already");
      seen += letter;
      const bool shift = std::isupper(static_cast<unsigned char>(letter)) != 0;
      const int p =
          player_by_letter(static_cast<char>(std::tolower(static_cast<unsigned char>(letter))));
      if (p < 0) {
        no("no such player");
      } else if (shift) {
        if (!this->t_.opening_rights || !(this->t_.opening_rights->shifters & only(p))) {
          no(fmt::format("{} has no such right here", this->player(p)));
        }
        politics().may_shift |= only(p);
      } else {
        if (!(this->t_.rearrangers & only(p))) {
          no(fmt::format("{} may not rearrange", this->player(p)));
        }
        politics().may_rearrange |= only(p);
      }
    }
  }

  void owed(const spec::Field& field) {
    if (field.text == "-") return;
    for (std::size_t i = 0; i < field.text.size(); ++i) {
      const int p = player_by_letter(field.text[i]);
      const int column = field.column + static_cast<int>(i);
      if (p < 0) {
        this->refuse(column, "", fmt::format("owed turn '{}': no such player", field.text[i]));
      } else if (!great(p)) {
        this->refuse(column, "",
                     fmt::format("{} cannot owe a turn, having no royal", this->player(p)));
      } else {
        ++politics().owed[p];
      }
    }
  }

  bool has_flag(int kind) const { return ((this->t_.flagged_kinds >> kind) & 1) != 0; }

  void unmoved(const spec::Field& field) {
    if (field.text == "-") return;
    B flags;
    if (field.text == "start") {
      for (const int square : this->t_.board_order) {
        if (this->kinds_[square] >= 0 && has_flag(this->kinds_[square])) flags.set(square);
      }
    } else {
      for (const std::string& item : items(field.text)) {
        const auto square = spec::parse_square(item);
        if (!square || !this->variant().board.contains(*square)) {
          this->refuse(field.column, item, fmt::format("not yet moved: no square '{}'", item));
          continue;
        }
        const int index = this->t_.layout.index(*square);
        if (flags.test(index)) {
          this->refuse(field.column, item, fmt::format("not yet moved: {} is named twice", item));
        }
        flags.set(index);
        if (this->kinds_[index] < 0 || !has_flag(this->kinds_[index])) {
          this->refuse(field.column, item,
                       fmt::format("not yet moved: on {} stands no piece with a first move of its "
                                   "own",
                                   item));
        }
      }
    }
    for (int p = 0; p < this->t_.players; ++p) {
      const B outside = (flags & this->state().of[p]).without(this->t_.set_up[p]);
      if (outside.any()) {
        this->refuse(field.column, this->name(outside.lowest()),
                     fmt::format("not yet moved: {} of {} lies outside the set-up area",
                                 this->list(outside), this->player(p)));
      }
    }
    this->state().unmoved = flags;
  }

  void en_passant(const spec::Field& field) {
    if (field.text == "-") return;
    for (const std::string& item : items(field.text)) {
      const auto no = [&](const std::string& why) {
        this->refuse(field.column, item, fmt::format("en passant '{}': {}", item, why));
      };
      const std::size_t open = item.find('(');
      const auto crossed = spec::parse_square(item.substr(0, open));
      const auto stands = open == std::string::npos || item.back() != ')'
                              ? std::nullopt
                              : spec::parse_square(item.substr(open + 1, item.size() - open - 2));
      if (!crossed || !stands || !this->variant().board.contains(*crossed) ||
          !this->variant().board.contains(*stands)) {
        no("it is written like c3(c4)");
        continue;
      }
      const int square = this->t_.layout.index(*crossed);
      const int victim = this->t_.layout.index(*stands);
      const int owner = owner_at(this->state(), victim);
      if (owner < 0) {
        no("no piece stands there");
        continue;
      }
      const bool stepped = could_have_stepped(owner, square, victim);
      if (!stepped) {
        no(fmt::format("no double step of {} leads there", this->player(owner)));
      } else if (came_from_own_piece(owner, square, victim)) {
        no("a piece of the same player stands where the double step began");
      } else if (this->occupied().test(square)) {
        no("the crossed square is not empty");
      } else if (this->state().unmoved.test(victim)) {
        no("the piece has not moved");
      } else if (owner == politics().to_act) {
        no(fmt::format("{} is to act, so his right has ended", this->player(owner)));
      } else if (this->state().en_passant[owner].square >= 0) {
        no(fmt::format("{} has another right", this->player(owner)));
      } else {
        this->state().en_passant[owner] = {static_cast<std::int16_t>(square),
                                           static_cast<std::int16_t>(victim)};
      }
    }
  }
  // Others may have gone there since; the owner has not acted again.
  bool came_from_own_piece(int owner, int square, int victim) {
    bool blocked = false;
    for (const auto& steps : this->t_.steps) {
      for (const auto& step : steps.of_player[owner]) {
        if (!step.grants_en_passant || step.crossed[victim] != square) continue;
        blocked |= this->state().of[owner].test(step.origin[victim]);
      }
    }
    return blocked;
  }
  bool could_have_stepped(int owner, int square, int victim) {
    for (const auto& steps : this->t_.steps) {
      if (!this->state().planes[steps.plane].test(victim)) continue;
      for (const auto& step : steps.of_player[owner]) {
        if (!step.grants_en_passant) continue;
        const int from = step.origin[victim];
        if (step.crossed[victim] == square && this->t_.set_up[owner].test(from) &&
            this->landing(step, from, victim)) {
          return true;
        }
      }
    }
    return false;
  }

  void turn() {
    const State<F>& s = this->state();
    const Politics& p = s.politics;
    if (!p.asked()) {
      if (!is_in_game(s, p.to_act)) {
        this->refuse(0, "", fmt::format("{} is to act, but has no piece", this->player(p.to_act)));
      }
      if (p.owed[p.to_act] > 0) {
        this->refuse(0, "", fmt::format("{} is to act, but owes a turn", this->player(p.to_act)));
      }
      return;
    }
    if (!is_in_game(s, p.next_regular)) {
      this->refuse(0, "",
                   fmt::format("the next regular turn is of {}, who has no piece",
                               this->player(p.next_regular)));
      return;
    }
    if (!this->t_.check_reply) {
      this->refuse(0, "", "nobody is asked in this game");
      return;
    }
    if (p.also_asked == p.to_act) {
      this->refuse(0, "", fmt::format("{} is asked twice", this->player(p.to_act)));
    }
    const int has_next_turn = next_not_owing(this->t_, s, p.next_regular);
    for (const int asked : {p.to_act, p.also_asked}) {
      if (asked == Politics::kNobody) continue;
      if (!great(asked)) {
        this->refuse(0, "", fmt::format("{} is asked, but has no royal", this->player(asked)));
      } else if (!is_in_check(this->t_, s, asked)) {
        this->refuse(0, "", fmt::format("{} is asked, but is not in check", this->player(asked)));
      }
      if (asked == has_next_turn) {
        this->refuse(
            0, "", fmt::format("{} is asked, but has the next regular turn", this->player(asked)));
      }
    }
  }

  // The position before the first action is the set-up: the right pieces, all in their areas.
  void set_up(const spec::RawPosition& position) {
    bool all_unmoved = this->state().unmoved.any();
    for (const int square : this->t_.board_order) {
      if (this->kinds_[square] >= 0 && has_flag(this->kinds_[square])) {
        all_unmoved &= this->state().unmoved.test(square);
      }
    }
    if (!all_unmoved || position.move_number != 1 || position.halfmoves != 0 ||
        politics().asked() || politics().to_act != this->t_.first_player) {
      return;
    }
    const auto start = spec::parse_position_text(this->variant(), this->variant().start);
    if (!start.position || this->variant().start.empty()) return;
    for (int p = 0; p < this->t_.players; ++p) {
      if (this->t_.set_up[p].none()) continue;
      const B outside = this->state().of[p].without(this->t_.set_up[p]);
      if (outside.any()) {
        this->refuse(0, this->name(outside.lowest()),
                     fmt::format("set-up: {} of {} lies outside the set-up area",
                                 this->list(outside), this->player(p)));
      }
      for (std::size_t k = 0; k < this->variant().pieces.size(); ++k) {
        const auto of_kind = [&](const std::vector<spec::PlacedPiece>& pieces) {
          return std::count_if(pieces.begin(), pieces.end(), [&](const auto& piece) {
            return piece.player == p && piece.kind == static_cast<int>(k);
          });
        };
        const auto wanted = of_kind(start.position->pieces);
        const auto found = of_kind(position.pieces);
        if (wanted == found) continue;
        this->refuse(0, "",
                     fmt::format("set-up: {} has {} pieces of kind {}, {} wanted", this->player(p),
                                 found, this->variant().pieces[k].name, wanted));
      }
    }
  }
};

template <Features F>
std::string company_text(const Tables<F.words>& t, const FullState<F>& full) {
  const State<F>& s = full.state;
  const Politics& p = s.politics;
  const auto letter = [&](int player) { return t.variant.players[player].letter; };
  spec::RawPosition raw;
  std::string unmoved;
  bool all_unmoved = true;
  for (const int square : t.board_order) {
    const int player = owner_at(s, square);
    if (player < 0) continue;
    const spec::KindId kind = *t.kind_of(code_at(t, s, square));
    raw.pieces.push_back({t.layout.square(square), player, kind});
    if (((t.flagged_kinds >> kind) & 1) == 0) continue;
    if (s.unmoved.test(square)) {
      unmoved += (unmoved.empty() ? "" : ",") + spec::square_name(t.layout.square(square));
    } else {
      all_unmoved = false;
    }
  }
  raw.to_act = p.to_act;
  raw.also_asked = p.also_asked;
  raw.next_regular = p.next_regular;
  const auto set = [](spec::Field* field, const std::string& text) {
    if (!text.empty()) field->text = text;
  };
  set(&raw.unmoved, !unmoved.empty() && all_unmoved ? "start" : unmoved);
  if (t.coalition) {
    std::string alliances;
    // In the order in which the spec lists the small powers.
    for (const int small : t.coalition->small) {
      const int ally = p.ally[small];
      if (ally == Politics::kNobody) continue;
      if (is_small(*t.coalition, ally) && small != t.coalition->small[0]) continue;
      alliances += (alliances.empty() ? "" : ",") + std::string{letter(small), letter(ally)};
    }
    set(&raw.alliances, alliances);
  }
  std::string may;
  for (int player = 0; player < t.players; ++player) {
    if (p.may_rearrange & only(player)) may += letter(player);
  }
  std::sort(may.begin(), may.end());
  std::string owed;
  for (int player = t.first_player, i = 0; i < t.players; ++i, player = t.next_player[player]) {
    if (p.may_shift & only(player)) may += static_cast<char>(std::toupper(letter(player)));
    owed += std::string(p.owed[player], letter(player));
  }
  set(&raw.rights, may);
  set(&raw.owed, owed);
  std::string en_passant;
  for (const int square : t.board_order) {
    for (const EnPassantRight& right : s.en_passant) {
      if (right.square != square) continue;
      en_passant += (en_passant.empty() ? "" : ",") + spec::square_name(t.layout.square(square)) +
                    "(" + spec::square_name(t.layout.square(right.victim)) + ")";
    }
  }
  set(&raw.en_passant, en_passant);
  raw.halfmoves = full.halfmoves;
  raw.move_number = full.number;
  return spec::write_position_text(t.variant, raw);
}

}  // namespace regelwerk::generator
