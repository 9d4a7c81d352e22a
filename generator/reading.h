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
    removed_parts(raw.position->removed);
    royal_counts();
    promoting_pieces();
    castling(raw.position->castling);
    en_passant(raw.position->en_passant);
    waiting_side_in_check();
    if (spec::has_errors(*problems_)) return std::nullopt;
    return full_;
  }

 protected:
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
  B occupied() {
    B all = removed_;
    for (const B& pieces : state().of) all |= pieces;
    return all;
  }

  // Squares are removed by whole parts, and a part that stands has pieces of both players.
  void removed_parts(const std::vector<spec::Square>& squares) {
    for (const spec::Square s : squares) removed_.set(t_.layout.index(s));
    if (removed_.any() && t_.parts.empty()) {
      refuse(0, list(removed_), "squares cannot be removed in this game");
    }
    const auto& parts = variant().board.parts;
    for (std::size_t i = 0; i < t_.parts.size(); ++i) {
      const B& part = t_.parts[i];
      const B gone = removed_ & part;
      if (gone == part) {
        part_is_gone_ = true;
      } else if (gone.any()) {
        refuse(0, name(gone.lowest()),
               fmt::format("only {} of the {} squares of part '{}' are removed", gone.count(),
                           part.count(), parts[i].name));
      } else {
        for (int p = 0; p < t_.players; ++p) {
          if ((part & state().of[p]).any()) continue;
          refuse(
              0, "",
              fmt::format("part '{}' stands, but {} has no piece on it", parts[i].name, player(p)));
        }
      }
    }
    if constexpr (F.parts) state().removed = removed_;
  }

  void royal_counts() {
    for (int p = 0; p < t_.players; ++p) {
      const B royals = state().planes[kRoyalPlane] & state().of[p];
      const int count = royals.count();
      if (!variant().royal_safety) continue;
      const auto& rule = *variant().royal_safety;
      const bool has_royals =
          rule.players.empty() ||
          std::find(rule.players.begin(), rule.players.end(), p) != rule.players.end();
      const int min_count = has_royals ? rule.min_count : 0;
      const std::optional<int> max_count = has_royals ? rule.max_count : 0;
      const std::string where = royals.any() ? " (" + list(royals) + ")" : "";
      const std::string first = royals.any() ? name(royals.lowest()) : "";
      if (count == 0 && part_is_gone_ && t_.ends_without_royal) continue;  // a finished game
      if (rule.alone >= 0 && count > 1 && of_kind(p, rule.alone).any()) {
        const B alone = of_kind(p, rule.alone);
        refuse(0, name(alone.lowest()),
               fmt::format("{} has a {} on {} and another royal piece{}", player(p),
                           variant().pieces[rule.alone].name, list(alone), where));
      }
      if (count < min_count) {
        refuse(
            0, first,
            fmt::format("{} has {} royal pieces{}, {} wanted", player(p), count, where, min_count));
      } else if (max_count && count > *max_count) {
        refuse(0, first,
               fmt::format("{} has {} royal pieces{}, {} wanted", player(p), count, where,
                           *max_count));
      }
    }
  }

  // A compulsory promotion cannot have been left out, and a promoting piece that never goes back
  // has never stood behind the rank of its first move.
  void promoting_pieces() {
    for (const spec::PromotionRule& rule : variant().promotions) {
      const auto& table = t_.promotions[&rule - variant().promotions.data()];
      for (const spec::KindId kind : rule.of) {
        for (int p = 0; p < t_.players; ++p) {
          const int first_row = t_.first_rows[p][kind];
          of_kind(p, kind).for_each([&](int square) {
            const std::string piece = fmt::format("a {} {} stands on {}", player(p),
                                                  variant().pieces[kind].name, name(square));
            if (table.compulsory[p].test(square)) {
              refuse(0, name(square), piece + ", where it must have promoted");
            } else if (t_.row_of(square, p) < first_row) {
              refuse(0, name(square),
                     piece + (t_.row_of(square, p) == 0 ? ", its own first rank"
                                                        : ", behind the rank of its first move"));
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
    const bool unmoved_files =
        variant().position_text.castling == spec::PositionTextForm::Castling::kFilesOfUnmoved;
    for (std::size_t i = 0; i < field.text.size(); ++i) {
      const int column = field.column + static_cast<int>(i);
      if (unmoved_files) {
        unmoved_letter(field.text[i], column);
      } else {
        castling_letter(field.text[i], column);
      }
    }
    drop_lost_rights(t_, &state());
  }

  // The player whose pieces are written in the letter's case.
  int player_of(char letter) const {
    const bool upper = std::isupper(static_cast<unsigned char>(letter)) != 0;
    int p = 0;
    while (p + 1 < t_.players && variant().players[p].upper_case != upper) ++p;
    return p;
  }

  // A file on whose home square an unmoved king or partner stands.
  void unmoved_letter(char letter, int column) {
    const int p = player_of(letter);
    const int file = std::tolower(static_cast<unsigned char>(letter)) - 'a';
    if (file < 0 || file >= variant().board.files) {
      refuse(column, "", fmt::format("'{}' is no file of the board", letter));
      return;
    }
    const auto& table = *t_.castling;
    B found;
    ((of_kind(p, table.king) & table.king_home[p]) |
     (of_kind(p, table.partner) & table.partner_home[p]))
        .for_each([&](int s) {
          if (t_.layout.file(s) == file) found.set(s);
        });
    if (found.none()) {
      refuse(column, "",
             fmt::format("{}: no {} {} or {} stands on the {}-file of its first rank", letter,
                         player(p), variant().pieces[table.king].name,
                         variant().pieces[table.partner].name, static_cast<char>('a' + file)));
    } else if ((found & state().unmoved).any()) {
      refuse(column, list(found), fmt::format("{}: this letter is there already", letter));
    }
    state().unmoved |= found;
  }

  void castling_letter(char letter, int column) {
    const char lower = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
    const int p = player_of(letter);
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
    const bool possible = t_.castling->path(p, king, partner) != nullptr;
    if (!possible) {
      refuse(
          column, name(partner),
          fmt::format("{}: the {} {} on {} does not stand where it can castle ({})", letter,
                      player(p), partner_name, name(partner), list(t_.castling->partner_home[p])));
      return;
    }
    if (state().unmoved.test(partner)) {
      refuse(column, name(partner), fmt::format("{}: this right is there already", letter));
    }
    state().unmoved |= B::single(king) | B::single(partner);
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
            state().en_passant[0] = {static_cast<std::int16_t>(crossed),
                                     static_cast<std::int16_t>(to)};
          }
        });
      }
    }
    if (state().en_passant[0].square >= 0) return;
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
  B removed_;
  bool part_is_gone_ = false;
};

template <Features F>
bool has_legal_en_passant(const Tables<F.words>& t, const State<F>& s, int to_act) {
  if (s.en_passant[0].square < 0) return false;
  bool found = false;
  const auto note = [&](Move move) { found |= move.type == Move::Type::kEnPassant; };
  if (to_act == 0) {
    for_each_action<F, 0>(t, s, note);
  } else {
    for_each_action<F, 1>(t, s, note);
  }
  return found;
}

// The castling field. Rights of a king with a partner: for each player from the right, K and Q for
// the outermost partner of a wing, a file letter for any other. Unmoved pieces: their file letters
// from file a.
template <Features F>
std::string castling_field(const Tables<F.words>& t, const State<F>& s) {
  if (!t.castling) return "-";
  using Form = spec::PositionTextForm::Castling;
  const Form form = t.variant.position_text.castling;
  std::string text;
  for (int player = 0; player < t.players; ++player) {
    const auto letter = [&](int square) { return static_cast<char>('a' + t.layout.file(square)); };
    std::string letters;
    const Bits<F.words> unmoved = s.unmoved & s.of[player];
    const Bits<F.words> kings = unmoved & s.planes[t.castling->king_plane];
    if (form == Form::kFilesOfUnmoved) {
      unmoved.for_each([&](int square) { letters += letter(square); });
    } else if (kings.any()) {
      const int king = kings.lowest();
      Bits<F.words> partners;  // all on the king's rank, unmoved or not
      s.of[player].for_each([&](int square) {
        if (t.layout.rank(square) == t.layout.rank(king) &&
            code_at(t, s, square) == t.code[t.castling->partner]) {
          partners.set(square);
        }
      });
      unmoved.without(kings).for_each([&](int square) {
        const bool right = square > king;
        const bool outermost = square == (right ? partners.highest() : partners.lowest());
        const char wing = right ? 'k' : 'q';
        letters.insert(letters.begin(), form == Form::kKQkq && outermost ? wing : letter(square));
      });
    }
    for (const char c : letters) {
      text += t.variant.players[player].upper_case ? static_cast<char>(std::toupper(c)) : c;
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
  if constexpr (F.parts) {
    for (int rank = t.layout.ranks() - 1; rank >= 0; --rank) {
      for (int file = 0; file < t.layout.files(); ++file) {
        if (s.removed.test(t.layout.index(file, rank))) raw.removed.push_back({file, rank});
      }
    }
  }
  raw.to_act = full.to_act;
  raw.castling.text = castling_field(t, s);
  if (has_legal_en_passant(t, s, full.to_act)) {
    raw.en_passant.text = spec::square_name(t.layout.square(s.en_passant[0].square));
  }
  raw.halfmoves = full.halfmoves;
  raw.move_number = full.number;
  return spec::write_position_text(t.variant, raw);
}

}  // namespace regelwerk::generator
