// Position text to State and back: what is refused, what is canonical.
#pragma once

#include <algorithm>
#include <cctype>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "generator/core.h"
#include "spec/position_text.h"

namespace regelwerk::generator {

template <Features F>
struct FullState {
  State<F> state;
  int to_act = 0;
  int halfmoves = 0;
  int number = 1;  // of the move, from 1
};

// Reads one position; every reason for a refusal goes to `problems`.
template <Features F>
class Reader {
 public:
  static constexpr int W = F.words;
  Reader(const Tables<W>& tables, spec::Problems* problems) : t_(tables), problems_(problems) {}

  std::optional<FullState<F>> read(std::string_view text) {
    spec::RawPositionResult raw = spec::parse_position_text(t_.variant, text);
    problems_->insert(problems_->end(), raw.problems.begin(), raw.problems.end());
    if (!raw.position) return std::nullopt;
    full_.to_act = raw.position->to_act;
    full_.halfmoves = raw.position->halfmoves;
    full_.number = raw.position->move_number;
    for (const spec::PlacedPiece& piece : raw.position->pieces) place(piece);
    royal_counts();
    promoting_pieces();
    castling(raw.position->castling);
    en_passant(raw.position->en_passant);
    waiting_side_in_check();
    if (spec::has_errors(*problems_)) return std::nullopt;
    return full_;
  }

 private:
  using B = Bits<W>;

  void refuse(int column, const std::string& square, std::string message) {
    spec::Problem problem;
    problem.column = column;
    problem.square = square;
    problem.message = std::move(message);
    problems_->push_back(std::move(problem));
  }
  std::string name(int square) const { return spec::square_name(t_.layout.square(square)); }
  std::string list(const B& squares) const {
    std::string text;
    squares.for_each([&](int s) { text += (text.empty() ? "" : ", ") + name(s); });
    return text;
  }
  const spec::Variant& variant() const { return t_.variant; }
  State<F>& state() { return full_.state; }
  const std::string& player(int p) const { return variant().players[p].name; }

  void place(const spec::PlacedPiece& piece) {
    const B square = B::single(t_.layout.index(piece.square));
    for (int p = 0; p < t_.planes; ++p) {
      if ((t_.code[piece.kind] >> p) & 1) state().planes[p] |= square;
    }
    state().of[piece.player] |= square;
    kinds_[t_.layout.index(piece.square)] = piece.kind;
  }
  B of_kind(int player, spec::KindId kind) {
    B found;
    state().of[player].for_each([&](int s) {
      if (kinds_[s] == kind) found.set(s);
    });
    return found;
  }
  B occupied() { return state().of[0] | state().of[1]; }

  // A player's distance from his own edge, in ranks or files.
  int row(int square, int player) const {
    const spec::Square s = t_.layout.square(square);
    switch (variant().players[player].forward) {
      case spec::Direction::kNorth:
        return s.rank;
      case spec::Direction::kSouth:
        return variant().board.ranks - 1 - s.rank;
      case spec::Direction::kEast:
        return s.file;
      case spec::Direction::kWest:
        return variant().board.files - 1 - s.file;
    }
    return 0;
  }

  void royal_counts() {
    for (int p = 0; p < t_.players; ++p) {
      const B royals = state().planes[kRoyalPlane] & state().of[p];
      const int count = royals.count();
      if (count > F.royals) {
        refuse(0, "",
               fmt::format("{} has {} royal pieces, at most {} are possible", player(p), count,
                           F.royals));
      }
      if (!variant().royal_safety) continue;
      const auto& rule = *variant().royal_safety;
      const std::string where = royals.any() ? " (" + list(royals) + ")" : "";
      const std::string first = royals.any() ? name(royals.lowest()) : "";
      if (count < rule.min_count) {
        refuse(0, first,
               fmt::format("{} has {} royal pieces{}, {} wanted", player(p), count, where,
                           rule.min_count));
      } else if (rule.max_count && count > *rule.max_count) {
        refuse(0, first,
               fmt::format("{} has {} royal pieces{}, {} wanted", player(p), count, where,
                           *rule.max_count));
      }
    }
  }

  // A compulsory promotion cannot have been left out, and a piece that only ever goes forward
  // cannot have come to its first rank.
  void promoting_pieces() {
    for (const spec::PromotionRule& rule : variant().promotions) {
      const auto& table = t_.promotions[&rule - variant().promotions.data()];
      for (const spec::KindId kind : rule.of) {
        const auto& movements = variant().pieces[kind].movements;
        const bool only_forward =
            std::all_of(movements.begin(), movements.end(), [](const spec::Movement& m) {
              return std::all_of(m.steps.begin(), m.steps.end(),
                                 [](spec::Offset o) { return o.forward > 0; });
            });
        for (int p = 0; p < t_.players; ++p) {
          of_kind(p, kind).for_each([&](int square) {
            const std::string piece = fmt::format("a {} {} stands on {}", player(p),
                                                  variant().pieces[kind].name, name(square));
            if (rule.compulsory && table.zone[p].test(square)) {
              refuse(0, name(square), piece + ", where it must have promoted");
            } else if (only_forward && row(square, p) == 0) {
              refuse(0, name(square), piece + ", its own first rank");
            }
          });
        }
      }
    }
  }

  void castling(const spec::Field& field) {
    if (field.text == "-") return;
    if (!t_.castling) {
      refuse(field.column, "",
             fmt::format("castling field '{}', but there is no castling", field.text));
      return;
    }
    for (std::size_t i = 0; i < field.text.size(); ++i) {
      castling_letter(field.text[i], field.column + static_cast<int>(i));
    }
    for (const auto& [player, partner] : rights_) {
      for (const auto& path : t_.castling->paths[player]) {
        if (path.partner_from == partner) {
          state().unmoved |= B::single(path.king_from) | B::single(partner);
        }
      }
    }
  }

  void castling_letter(char letter, int column) {
    const bool upper = std::isupper(static_cast<unsigned char>(letter)) != 0;
    const char lower = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
    int p = 0;
    while (p < t_.players && variant().players[p].upper_case != upper) ++p;
    const int files = variant().board.files;
    const bool files_only =
        variant().position_text.castling == spec::PositionTextForm::Castling::kFiles;
    const bool is_wing = (lower == 'k' || lower == 'q') && !(files_only && lower - 'a' < files);
    if (!is_wing && (lower < 'a' || lower - 'a' >= files)) {
      refuse(column, "", fmt::format("'{}' is no castling letter", letter));
      return;
    }
    const std::string& king_name = variant().pieces[t_.castling->king].name;
    const std::string& partner_name = variant().pieces[t_.castling->partner].name;
    const B kings = of_kind(p, t_.castling->king) & t_.castling->king_home[p];
    if (kings.none()) {
      refuse(column, "",
             fmt::format("{}: the {} {} does not stand where it can castle ({})", letter, player(p),
                         king_name, list(t_.castling->king_home[p])));
      return;
    }
    const int king = kings.lowest();
    B candidates;  // partners on the king's rank, on the side or file named
    of_kind(p, t_.castling->partner).for_each([&](int s) {
      if (t_.layout.rank(s) != t_.layout.rank(king)) return;
      const bool wanted = is_wing ? (s > king) == (lower == 'k') : t_.layout.file(s) == lower - 'a';
      if (wanted) candidates.set(s);
    });
    const std::string place =
        is_wing ? fmt::format("{} of the {} on rank {}", lower == 'k' ? "right" : "left", king_name,
                              t_.layout.rank(king) + 1)
                : "on " + spec::square_name({lower - 'a', t_.layout.rank(king)});
    if (candidates.none()) {
      refuse(column, is_wing ? "" : spec::square_name({lower - 'a', t_.layout.rank(king)}),
             fmt::format("{}: no {} {} {}", letter, player(p), partner_name, place));
      return;
    }
    const int partner = lower == 'k' ? candidates.highest() : candidates.lowest();
    const auto& paths = t_.castling->paths[p];
    const bool possible = std::any_of(paths.begin(), paths.end(), [&](const auto& path) {
      return path.king_from == king && path.partner_from == partner;
    });
    if (!possible) {
      refuse(
          column, name(partner),
          fmt::format("{}: the {} {} on {} does not stand where it can castle ({})", letter,
                      player(p), partner_name, name(partner), list(t_.castling->partner_home[p])));
      return;
    }
    const std::pair<int, int> right{p, partner};
    if (std::find(rights_.begin(), rights_.end(), right) != rights_.end()) {
      refuse(column, name(partner), fmt::format("{}: this right is there already", letter));
      return;
    }
    rights_.push_back(right);
  }

  void en_passant(const spec::Field& field) {
    if (field.text == "-") return;
    const auto square = spec::parse_square(field.text);
    const auto no = [&](const std::string& why) {
      refuse(field.column, field.text, fmt::format("en passant square {}: {}", field.text, why));
    };
    if (!variant().en_passant) return no("there is no en passant");
    if (!square || !variant().board.contains(*square)) return no("no such square");
    const int crossed = t_.layout.index(*square);
    const int them = 1 - full_.to_act;
    // Find a double step of the other player that crosses it.
    bool crossable = false;
    std::string why;
    for (const auto& steps : t_.steps) {
      for (const auto& step : steps.of_player[them]) {
        if (!step.grants_en_passant) continue;
        t_.layout.board().for_each([&](int to) {
          const int from = step.origin[to];
          if (!step.from.test(from) || step.crossed[to] != crossed || from == to) return;
          if (!landing(step, from, to)) return;
          crossable = true;
          const bool stands = (state().planes[steps.plane] & state().of[them]).test(to);
          if (occupied().test(crossed)) {
            why = "it is not empty";
          } else if (!stands) {
            if (why.empty()) {
              why = fmt::format("no {} piece stands on {} that could have crossed it", player(them),
                                name(to));
            }
          } else if (occupied().test(from)) {
            why = fmt::format("{}, where the double step began, is not empty", name(from));
          } else {
            state().en_passant_square = static_cast<std::int16_t>(crossed);
            state().en_passant_victim = static_cast<std::int16_t>(to);
          }
        });
      }
    }
    if (state().en_passant_square >= 0) return;
    no(crossable ? why : fmt::format("no {} double step crosses it", player(them)));
  }
  static bool landing(const Step<W>& step, int from, int to) {
    B at = B::single(from);
    for (const auto& shift : step.before) at = shift(at);
    return step.last(at).test(to);
  }

  void waiting_side_in_check() {
    const int waiting = 1 - full_.to_act;
    (state().planes[kRoyalPlane] & state().of[waiting]).for_each([&](int royal) {
      const B attackers =
          attackers_of<F>(t_, state(), full_.to_act, state().of[full_.to_act], royal, occupied());
      if (attackers.none()) return;
      refuse(0, name(royal),
             fmt::format("{} is to move, but the {} {} on {} is attacked (from {})",
                         player(full_.to_act), player(waiting),
                         variant().pieces[kinds_[royal]].name, name(royal), list(attackers)));
    });
  }

  const Tables<W>& t_;
  spec::Problems* problems_;
  FullState<F> full_;
  std::vector<spec::KindId> kinds_ = std::vector<spec::KindId>(64 * W, -1);
  std::vector<std::pair<int, int>> rights_;  // player, partner's square
};

template <Features F>
bool has_legal_en_passant(const Tables<F.words>& t, const State<F>& s, int to_act) {
  bool found = false;
  const auto note = [&](int, int) { found = true; };
  if (to_act == 0) {
    for_each_en_passant(View<F, 0>(t, s), note);
  } else {
    for_each_en_passant(View<F, 1>(t, s), note);
  }
  return found;
}

template <Features F>
PlaneCode code_at(const Tables<F.words>& t, const State<F>& s, int square) {
  PlaneCode code = 0;
  for (int p = 0; p < t.planes; ++p) {
    if (s.planes[p].test(square)) code |= PlaneCode{1} << p;
  }
  return code;
}

// The castling field: for each player the right wing first, each from the outside in; K and Q
// name the outermost partner, a file letter any other.
template <Features F>
std::string castling_field(const Tables<F.words>& t, const State<F>& s) {
  if (!t.castling) return "-";
  std::string text;
  const auto form = t.variant.position_text.castling;
  for (int player = 0; player < t.players; ++player) {
    const bool upper = t.variant.players[player].upper_case;
    std::vector<const CastlingPath<F.words>*> paths;
    for (const auto& path : t.castling->paths[player]) {
      if (s.unmoved.test(path.king_from) && s.unmoved.test(path.partner_from)) {
        paths.push_back(&path);
      }
    }
    std::sort(paths.begin(), paths.end(),
              [](const auto* a, const auto* b) { return a->partner_from > b->partner_from; });
    for (const auto* path : paths) {
      bool outermost = true;
      s.of[player].for_each([&](int square) {
        if (code_at(t, s, square) != t.code[t.castling->partner]) return;
        if (t.layout.rank(square) != t.layout.rank(path->king_from)) return;
        const bool right = path->partner_from > path->king_from;
        outermost &= right ? square <= path->partner_from : square >= path->partner_from;
      });
      char letter = static_cast<char>('a' + t.layout.file(path->partner_from));
      if (form == spec::PositionTextForm::Castling::kKQkq && outermost) {
        letter = path->partner_from > path->king_from ? 'k' : 'q';
      }
      text += upper ? static_cast<char>(std::toupper(letter)) : letter;
    }
  }
  return text.empty() ? "-" : text;
}

template <Features F>
std::string position_text(const Tables<F.words>& t, const FullState<F>& full) {
  spec::RawPosition raw;
  const State<F>& s = full.state;
  for (int rank = t.layout.ranks() - 1; rank >= 0; --rank) {
    for (int file = 0; file < t.layout.files(); ++file) {
      const int square = t.layout.index(file, rank);
      for (int player = 0; player < t.players; ++player) {
        if (!s.of[player].test(square)) continue;
        raw.pieces.push_back({{file, rank}, player, *t.kind_of(code_at(t, s, square))});
      }
    }
  }
  raw.to_act = full.to_act;
  raw.castling.text = castling_field(t, s);
  if (has_legal_en_passant(t, s, full.to_act)) {
    raw.en_passant.text = spec::square_name(t.layout.square(s.en_passant_square));
  }
  raw.halfmoves = full.halfmoves;
  raw.move_number = full.number;
  return spec::write_position_text(t.variant, raw);
}

}  // namespace regelwerk::generator
