#include "generator/tables.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>
#include <tuple>

#include <fmt/format.h>

#include "spec/position_text.h"

namespace regelwerk::generator {
namespace {

using spec::KindId;
using spec::Movement;
using spec::Offset;

// One step of a Movement: the smallest thing that the tables tell apart.
struct Unit {
  Offset step;
  int range = 1;
  bool first_only = false;
  bool lame = false;
  bool moves = false;
  bool captures = false;
  bool grants = false;
  std::vector<Offset> via;  // one of these must be on the board
  auto operator<=>(const Unit&) const = default;

  auto key() const { return std::tuple(step, range, first_only, lame, via); }
  bool plain() const { return !first_only && !lame && via.empty(); }
  bool both() const { return moves && captures; }
};

// The ways of moving that a kind is made of.
struct Ways {
  bool orthogonal = false;
  bool diagonal = false;
  std::vector<Unit> leaps;
  std::vector<Unit> steps;
  std::vector<Unit> rays;
  std::vector<Unit> en_passant;  // steps to an en passant square; of each step one, sorted
};

constexpr std::array<Offset, 4> kOrthogonalSteps{{{0, 1}, {1, 0}, {0, -1}, {-1, 0}}};
constexpr std::array<Offset, 4> kDiagonalSteps{{{1, 1}, {1, -1}, {-1, -1}, {-1, 1}}};

std::vector<Unit> units_of(const spec::PieceKind& kind) {
  std::map<std::tuple<Offset, int, bool, bool, std::vector<Offset>>, Unit> merged;
  for (const Movement& m : kind.movements) {
    for (std::size_t i = 0; i < m.steps.size(); ++i) {
      const Offset step = m.steps[i];
      Unit u{.step = step, .range = m.range, .first_only = m.first_move_only};
      if (!m.via.empty()) u.via = m.via[i];
      u.lame = m.lame && !spec::crossed_squares(step).empty();
      Unit& known = merged.try_emplace(u.key(), u).first->second;
      known.moves |= m.moves;
      known.captures |= m.captures;
      known.grants |= m.grants_en_passant;
    }
  }
  std::vector<Unit> units;
  for (const auto& [key, unit] : merged) units.push_back(unit);
  // What another unit does without its condition needs no mention.
  const std::vector<Unit> all = units;
  std::erase_if(units, [&](const Unit& u) {
    return std::any_of(all.begin(), all.end(), [&](const Unit& other) {
      const bool reaches = other.range == Movement::kUnlimited ||
                           (u.range != Movement::kUnlimited && u.range <= other.range);
      return other != u && other.step == u.step && reaches && other.plain() && !u.grants &&
             (other.moves || !u.moves) && (other.captures || !u.captures);
    });
  });
  return units;
}

std::set<Offset> displacements(const Unit& unit) {
  std::set<Offset> all;
  const int range = unit.range == Movement::kUnlimited ? spec::kMaxFiles : unit.range;
  for (int k = 1; k <= range; ++k) {
    const Offset d{unit.step.right * k, unit.step.forward * k};
    if (std::abs(d.right) >= spec::kMaxFiles || std::abs(d.forward) >= spec::kMaxRanks) break;
    all.insert(d);
  }
  return all;
}

// Whether two units can take the same piece to the same square in the same
// mode.
bool overlap(const Unit& a, const Unit& b) {
  if (!((a.moves && b.moves) || (a.captures && b.captures))) return false;
  const std::set<Offset> of_a = displacements(a);
  const std::set<Offset> of_b = displacements(b);
  return std::any_of(of_a.begin(), of_a.end(), [&](Offset d) { return of_b.contains(d); });
}

bool take_lines(std::vector<Unit>* units, const std::array<Offset, 4>& steps) {
  const auto is_line = [&](const Unit& u) {
    return u.range == Movement::kUnlimited && u.plain() && u.both() &&
           std::find(steps.begin(), steps.end(), u.step) != steps.end();
  };
  if (std::count_if(units->begin(), units->end(), is_line) != 4) return false;
  std::erase_if(*units, is_line);
  return true;
}

Ways ways_of(const spec::PieceKind& kind, bool promotes, bool steps_can_shift) {
  Ways ways;
  for (const Movement& m : kind.movements) {
    if (!m.takes_en_passant) continue;
    for (const Offset step : m.steps) {
      ways.en_passant.push_back({.step = step, .first_only = m.first_move_only});
    }
  }
  // A step that is always open comes before the same as a first move, which then says nothing.
  std::sort(ways.en_passant.begin(), ways.en_passant.end());
  ways.en_passant.erase(std::unique(ways.en_passant.begin(), ways.en_passant.end(),
                                    [](const Unit& a, const Unit& b) { return a.step == b.step; }),
                        ways.en_passant.end());
  const std::vector<Unit> units = units_of(kind);
  bool clash = false;
  for (std::size_t i = 0; i < units.size(); ++i) {
    for (std::size_t j = i + 1; j < units.size(); ++j) clash |= overlap(units[i], units[j]);
  }
  if (clash) {  // rays are merged square by square, so nothing is counted twice
    ways.rays = units;
    return ways;
  }
  std::vector<Unit> rest = units;
  if (!promotes) {
    ways.orthogonal = take_lines(&rest, kOrthogonalSteps);
    ways.diagonal = take_lines(&rest, kDiagonalSteps);
  }
  for (const Unit& u : rest) {
    if (u.range == 1 && !u.first_only && !u.lame && u.both()) {
      ways.leaps.push_back(u);
    } else if (u.range == 1 && steps_can_shift && !(u.lame && u.captures)) {
      ways.steps.push_back(u);
    } else {
      ways.rays.push_back(u);
    }
  }
  return ways;
}

template <int W>
class Compiler {
 public:
  Compiler(const spec::Variant& variant, spec::Diagnostics* diagnostics)
      : v_(variant), diagnostics_(diagnostics), t_(std::make_unique<Tables<W>>(variant)) {
    const auto start = spec::parse_position_text(variant, variant.start);
    if (start.position) start_ = start.position->pieces;
  }

  std::unique_ptr<Tables<W>> run() {
    players();
    promotions();
    first_rows();
    for (std::size_t k = 0; k < v_.pieces.size(); ++k) kind(static_cast<KindId>(k));
    planes();
    between();
    castling();
    parts();
    politics();
    if (failed_) return nullptr;
    return std::move(t_);
  }

 private:
  void error(const spec::Place& place, std::string message) {
    failed_ = true;
    spec::Diagnostic diagnostic;
    diagnostic.place = place;
    diagnostic.message = std::move(message);
    diagnostics_->push_back(std::move(diagnostic));
  }

  int squares() const { return 64 * W; }
  BoardOffset on_board(Offset offset, int player) const {
    return turned(offset, v_.players[player].forward);
  }
  std::optional<int> moved(int from, Offset offset, int player) const {
    const BoardOffset o = on_board(offset, player);
    return t_->layout.moved(from, o.files, o.ranks);
  }
  template <class F>
  void for_each_player_and_square(F&& f) const {
    for (int p = 0; p < t_->players; ++p) {
      t_->layout.board().for_each([&](int s) { f(p, s); });
    }
  }
  PerSquare<W> empty_per_square() const {
    PerSquare<W> table;
    for (auto& row : table) row.resize(squares());
    return table;
  }

  void players() {
    t_->players = static_cast<int>(v_.players.size());
    const std::size_t n = v_.turn_order.size();
    for (std::size_t i = 0; i < n; ++i)
      t_->next_player[v_.turn_order[i]] = v_.turn_order[(i + 1) % n];
    t_->first_player = v_.turn_order.front();
  }

  int rows_of(int player) const {
    const auto forward = v_.players[player].forward;
    return forward == spec::Direction::kNorth || forward == spec::Direction::kSouth
               ? v_.board.ranks
               : v_.board.files;
  }

  void promotions() {
    for (const spec::PromotionRule& rule : v_.promotions) {
      PromotionTable<W> table;
      for (const KindId kind : rule.to) {
        const bool royal = v_.pieces[kind].royal && v_.royal_safety;
        (royal ? table.royal_choices : table.choices).push_back(kind);
        if (royal) t_->royal_choices |= std::uint64_t{1} << kind;
      }
      for_each_player_and_square([&](int player, int square) {
        if (in_zone(rule.zone, player, square)) table.zone[player].set(square);
        if (rule.compulsory && in_zone(*rule.compulsory, player, square)) {
          table.compulsory[player].set(square);
        }
      });
      table.captured_only = rule.captured_only;
      if (rule.captured_only) count_at_start(&table);
      t_->promotions.push_back(std::move(table));
    }
  }
  // Kinds that only go on begin on the rank of their first move, unless `start` has one behind it.
  void first_rows() {
    for (int p = 0; p < t_->players; ++p) {
      t_->first_rows[p].resize(v_.pieces.size(), 0);
      if (!v_.first_move || flags()) continue;
      for (std::size_t k = 0; k < v_.pieces.size(); ++k) {
        const auto& movements = v_.pieces[k].movements;
        const bool marches = std::any_of(movements.begin(), movements.end(),
                                         [](const Movement& m) { return m.first_move_only; }) &&
                             std::all_of(movements.begin(), movements.end(), [](const Movement& m) {
                               return std::all_of(m.steps.begin(), m.steps.end(),
                                                  [](Offset step) { return step.forward >= 0; });
                             });
        if (marches) t_->first_rows[p][k] = v_.first_move->rank - 1;
      }
    }
    for (const spec::PlacedPiece& piece : start_) {
      int& row = t_->first_rows[piece.player][piece.kind];
      row = std::min(row, t_->row_of(t_->layout.index(piece.square), piece.player));
    }
  }
  bool in_zone(const spec::Zone& zone, int player, int square) const {
    if (zone.last_ranks > 0) return t_->row_of(square, player) >= rows_of(player) - zone.last_ranks;
    const spec::Square s = t_->layout.square(square);
    return std::any_of(zone.areas.begin(), zone.areas.end(),
                       [&](const spec::Rectangle& area) { return area.contains(s); });
  }
  void count_at_start(PromotionTable<W>* table) const {
    for (auto& of_player : table->at_start) of_player.resize(v_.pieces.size());
    for (const spec::PlacedPiece& piece : start_) {
      ++table->at_start[piece.player][piece.kind];
    }
  }
  int promotion_of(KindId kind) const {
    for (std::size_t i = 0; i < v_.promotions.size(); ++i) {
      const auto& of = v_.promotions[i].of;
      if (std::find(of.begin(), of.end(), kind) != of.end()) return static_cast<int>(i);
    }
    return -1;
  }

  // Whether the set-wise shifts can do this offset: its distance must stay
  // within a word.
  bool can_shift(Offset offset) const {
    const Layout<W>& l = t_->layout;
    if (W == 1) return true;
    return std::abs(offset.forward) < l.rows() && std::abs(offset.right) < l.rows() &&
           std::max(std::abs(offset.forward), std::abs(offset.right)) * l.files() +
                   std::max(std::abs(offset.forward), std::abs(offset.right)) <
               std::min(64, l.rows() * l.files());
  }
  bool steps_can_shift(const spec::PieceKind& kind) const {
    return std::all_of(kind.movements.begin(), kind.movements.end(), [&](const Movement& m) {
      return m.range != 1 ||
             std::all_of(m.steps.begin(), m.steps.end(), [&](Offset o) { return can_shift(o); });
    });
  }

  Shift<W> shift(BoardOffset o) const {
    Shift<W> s;
    s.amount = o.ranks * v_.board.files + o.files;
    s.word_size = t_->layout.rows() * v_.board.files;
    t_->layout.board().for_each([&](int from) {
      if (const auto to = t_->layout.moved(from, o.files, o.ranks)) s.valid.set(*to);
    });
    if constexpr (W == 1) s.amount = (s.amount + 128) % 64;
    return s;
  }

  bool flags() const {
    return v_.first_move && v_.first_move->known_by == spec::FirstMoveRule::KnownBy::kFlags;
  }
  // Squares from which a first-move-only unit may start.
  Bits<W> starts(const Unit& unit, int player) const {
    if (!unit.first_only || flags()) return t_->layout.board();
    Bits<W> rank;
    t_->layout.board().for_each([&](int s) {
      if (t_->row_of(s, player) == v_.first_move->rank - 1) rank.set(s);
    });
    return rank;
  }

  // Members of a component are gathered by what it does; kinds that do the same
  // share it.
  struct Member {
    std::vector<KindId> kinds;
    int index = 0;  // in its table
  };
  template <class Key>
  bool join(std::map<std::pair<Key, int>, Member>* known, const Key& key, int promotion,
            KindId kind, std::size_t next) {
    auto [it, is_new] = known->try_emplace({key, promotion});
    it->second.kinds.push_back(kind);
    if (is_new) it->second.index = static_cast<int>(next);
    return is_new;
  }

  void kind(KindId id) {
    const spec::PieceKind& kind = v_.pieces[id];
    const int promotion = promotion_of(id);
    Ways ways = ways_of(kind, promotion >= 0, steps_can_shift(kind));
    if (ways.orthogonal) orthogonal_.push_back(id);
    if (ways.diagonal) diagonal_.push_back(id);
    if (kind.royal && v_.royal_safety) royal_.push_back(id);
    if (!ways.leaps.empty()) {
      std::sort(ways.leaps.begin(), ways.leaps.end());
      if (join(&leaps_, ways.leaps, promotion, id, t_->leaps.size())) add_leap(ways, promotion);
    }
    if (!ways.steps.empty() && join(&steps_, ways.steps, promotion, id, t_->steps.size())) {
      add_steps(ways, promotion);
    }
    if (!ways.rays.empty() && join(&rays_, ways.rays, promotion, id, t_->rays.size())) {
      add_rays(ways, promotion);
    }
    check_en_passant_grants(kind, ways);
    if (!ways.en_passant.empty() && v_.en_passant) {
      for (const Movement& m : kind.movements) {
        if (m.takes_en_passant && (m.range != 1 || m.lame)) {
          error(kind.place, fmt::format("the {} takes en passant by '{}', which is not a single "
                                        "unhindered step",
                                        kind.name, m.text));
        }
      }
      for (const Unit& u : units_of(kind)) {
        t_->en_passant_also_steps |=
            u.moves && std::any_of(ways.en_passant.begin(), ways.en_passant.end(),
                                   [&](const Unit& capture) { return capture.step == u.step; });
      }
      for (const bool first_only : {false, true}) {
        std::vector<Unit> units = ways.en_passant;
        std::erase_if(units, [&](const Unit& u) { return u.first_only != first_only; });
        if (units.empty() ||
            !join(&en_passant_, units, promotion, id, t_->en_passant_captures.size())) {
          continue;
        }
        t_->en_passant_captures.push_back({.promotion = promotion,
                                           .first_move_only = first_only && flags(),
                                           .from = origins(units)});
      }
    }
  }

  void check_en_passant_grants(const spec::PieceKind& kind, const Ways& ways) {
    if (!v_.en_passant) return;
    const auto grants = [](const Unit& u) { return u.grants; };
    if (std::any_of(ways.rays.begin(), ways.rays.end(), grants)) {
      error(kind.place, fmt::format("the {} cannot leave an en passant right by a move "
                                    "that another of its "
                                    "moves also makes, or by more than one step",
                                    kind.name));
    }
    for (const Unit& u : ways.steps) {
      if (u.grants && spec::crossed_squares(u.step).size() != 1) {
        error(kind.place, fmt::format("the {} leaves an en passant right by a step that does not "
                                      "cross exactly one square",
                                      kind.name));
      }
    }
  }

  // Where a leap leads; it needs one of its `via` squares on the board, if it
  // has any.
  std::optional<int> leapt(int from, const Unit& unit, int player) const {
    const bool way = unit.via.empty() ||
                     std::any_of(unit.via.begin(), unit.via.end(),
                                 [&](Offset o) { return moved(from, o, player).has_value(); });
    return way ? moved(from, unit.step, player) : std::nullopt;
  }
  PerSquare<W> origins(const std::vector<Unit>& units) const {
    PerSquare<W> from = empty_per_square();
    for_each_player_and_square([&](int player, int square) {
      for (const Unit& unit : units) {
        if (!starts(unit, player).test(square)) continue;
        if (const auto to = leapt(square, unit, player)) from[player][*to].set(square);
      }
    });
    return from;
  }

  void add_leap(const Ways& ways, int promotion) {
    Leap<W> leap{.promotion = promotion, .to = empty_per_square()};
    for_each_player_and_square([&](int player, int square) {
      for (const Unit& unit : ways.leaps) {
        if (const auto to = leapt(square, unit, player)) leap.to[player][square].set(*to);
      }
    });
    t_->leaps.push_back(std::move(leap));
    leap_origins_.push_back(origins(ways.leaps));
  }

  void add_steps(const Ways& ways, int promotion) {
    Steps<W> steps{.promotion = promotion};
    PerSquare<W> attacked_from = empty_per_square();
    for (int player = 0; player < t_->players; ++player) {
      for (const Unit& unit : ways.steps) {
        Step<W> step{.from = starts(unit, player),
                     .moves = unit.moves,
                     .captures = unit.captures,
                     .grants_en_passant = unit.grants,
                     .first_move_only = unit.first_only && flags(),
                     .origin = std::vector<std::uint8_t>(squares()),
                     .crossed = std::vector<std::uint8_t>(squares())};
        std::vector<Offset> stops;
        if (unit.lame) stops = spec::crossed_squares(unit.step);
        stops.push_back(unit.step);
        Offset last;
        for (const Offset stop : stops) {
          step.before.push_back(
              shift(on_board({stop.right - last.right, stop.forward - last.forward}, player)));
          last = stop;
        }
        step.last = step.before.back();
        step.before.pop_back();
        step.from.for_each([&](int from) {
          const auto to = moved(from, unit.step, player);
          if (!to) return;
          step.origin[*to] = static_cast<std::uint8_t>(from);
          step.crossed[*to] = static_cast<std::uint8_t>(*moved(from, stops.front(), player));
          if (unit.captures) attacked_from[player][*to].set(from);
        });
        steps.of_player[player].push_back(std::move(step));
      }
    }
    t_->steps.push_back(std::move(steps));
    step_origins_.push_back(std::move(attacked_from));
  }

  void add_rays(const Ways& ways, int promotion) {
    Rays<W> rays{.promotion = promotion};
    for (int player = 0; player < t_->players; ++player) {
      rays.of[player].resize(squares());
      rays.attacks[player].resize(squares());
    }
    for_each_player_and_square([&](int player, int square) {
      for (const Unit& unit : ways.rays) {
        if (!starts(unit, player).test(square)) continue;
        Ray<W> ray{.moves = unit.moves, .captures = unit.captures};
        Bits<W> passed;
        const int range = unit.range == Movement::kUnlimited ? spec::kMaxFiles : unit.range;
        int at = square;
        for (int k = 0; k < range; ++k) {
          const auto to = moved(at, unit.step, player);
          if (!to) break;
          typename Ray<W>::Stop stop{.to = *to, .crossed = {}};
          if (unit.lame) {
            for (const Offset crossed : spec::crossed_squares(unit.step)) {
              stop.crossed.set(*moved(at, crossed, player));
            }
          }
          passed |= stop.crossed;
          if (unit.captures) rays.attacks[player][*to].push_back({square, passed});
          passed.set(*to);
          at = *to;
          ray.stops.push_back(std::move(stop));
        }
        if (!ray.stops.empty()) rays.of[player][square].push_back(std::move(ray));
      }
    });
    t_->rays.push_back(std::move(rays));
  }

  int plane_for(const std::vector<KindId>& kinds) {
    const auto it = std::find(plane_kinds_.begin(), plane_kinds_.end(), kinds);
    if (it != plane_kinds_.end()) return static_cast<int>(it - plane_kinds_.begin());
    plane_kinds_.push_back(kinds);
    return static_cast<int>(plane_kinds_.size()) - 1;
  }

  void planes() {
    plane_kinds_ = {orthogonal_, diagonal_, royal_};
    for (const auto& [key, member] : leaps_) {
      const int plane = plane_for(member.kinds);
      t_->leaps[member.index].plane = plane;
      t_->leap_attacks.push_back({plane, leap_origins_[member.index]});
    }
    for (const auto& [key, member] : steps_) {
      const int plane = plane_for(member.kinds);
      t_->steps[member.index].plane = plane;
      const PerSquare<W>& from = step_origins_[member.index];
      const bool captures = std::any_of(from.begin(), from.end(), [](const auto& row) {
        return std::any_of(row.begin(), row.end(), [](const Bits<W>& b) { return b.any(); });
      });
      if (captures) t_->leap_attacks.push_back({plane, from});
    }
    for (const auto& [key, member] : rays_) t_->rays[member.index].plane = plane_for(member.kinds);
    for (const auto& [key, member] : en_passant_) {
      t_->en_passant_captures[member.index].plane = plane_for(member.kinds);
    }
    special_royals();
    if (v_.castling) {  // the king must be told from its partner
      const PlaneCode king = code_of(v_.castling->king);
      if ((king & ~code_of(v_.castling->partner)) == 0) plane_for({v_.castling->king});
    }
    if (v_.opening_rights) shifts_plane_ = plane_for({v_.opening_rights->shifts});
    // Kinds that look alike get planes of their own.
    for (std::size_t k = 0; k < v_.pieces.size(); ++k) {
      for (std::size_t other = 0; other < k; ++other) {
        if (code_of(static_cast<KindId>(k)) == code_of(static_cast<KindId>(other))) {
          plane_kinds_.push_back({static_cast<KindId>(k)});
        }
      }
    }
    t_->planes = static_cast<int>(plane_kinds_.size());
    if (t_->planes > kMaxPlanes) {
      error(spec::Place{v_.file, 0, 0},
            fmt::format("the pieces need {} bit planes, {} are possible", t_->planes, kMaxPlanes));
      return;
    }
    for (std::size_t k = 0; k < v_.pieces.size(); ++k) {
      t_->code.push_back(code_of(static_cast<KindId>(k)));
    }
  }
  PlaneCode code_of(KindId kind) const {
    PlaneCode code = 0;
    for (std::size_t p = 0; p < plane_kinds_.size(); ++p) {
      const auto& kinds = plane_kinds_[p];
      if (std::find(kinds.begin(), kinds.end(), kind) != kinds.end()) code |= PlaneCode{1} << p;
    }
    return code;
  }

  void between() {
    t_->between_.resize(static_cast<std::size_t>(squares()) * squares());
    t_->layout.board().for_each([&](int from) {
      for (const BoardOffset d : kDirections) {
        Bits<W> passed;
        for (auto to = t_->layout.moved(from, d.files, d.ranks); to;
             to = t_->layout.moved(*to, d.files, d.ranks)) {
          t_->between_[from * squares() + *to] = passed;
          passed.set(*to);
        }
      }
    });
  }

  void castling() {
    if (!v_.castling) return;
    const spec::CastlingRule& rule = *v_.castling;
    CastlingTable<W> table{.king = rule.king, .partner = rule.partner};
    table.king_plane = plane_with_but_without(rule.king, rule.partner);
    table.royal = v_.pieces[rule.king].royal && v_.royal_safety;
    table.wings_share_stop =
        rule.left && rule.right && rule.left->king_file == rule.right->king_file;
    if (rule.homes == spec::CastlingRule::Homes::kFirstRank) {
      for_each_player_and_square([&](int player, int square) {
        if (t_->row_of(square, player) != 0) return;
        table.king_home[player].set(square);
        table.partner_home[player].set(square);
      });
    } else {
      for (const spec::PlacedPiece& piece : start_) {
        const int square = t_->layout.index(piece.square);
        if (t_->row_of(square, piece.player) != 0) continue;
        if (piece.kind == rule.king) table.king_home[piece.player].set(square);
        if (piece.kind == rule.partner) table.partner_home[piece.player].set(square);
      }
    }
    for (int player = 0; player < t_->players; ++player) {
      table.paths[player].resize(static_cast<std::size_t>(squares()) * squares());
      table.king_home[player].for_each([&](int king) {
        table.partner_home[player].for_each([&](int partner) {
          if (king == partner || t_->layout.rank(king) != t_->layout.rank(partner)) return;
          table.paths[player][CastlingTable<W>::slot(king, partner)] =
              rule.stops == spec::CastlingRule::Stops::kBesidePartner
                  ? path_beside_partner(king, partner)
                  : path_to_files(rule, king, partner);
        });
      });
    }
    t_->castling = std::move(table);
  }
  int plane_with_but_without(KindId with, KindId without) const {
    const auto has = [](const std::vector<KindId>& kinds, KindId kind) {
      return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
    };
    for (std::size_t p = 0; p < plane_kinds_.size(); ++p) {
      if (has(plane_kinds_[p], with) && !has(plane_kinds_[p], without)) return static_cast<int>(p);
    }
    return 0;  // planes() has made one
  }
  // All squares of a rank from one to the other, both included.
  static Bits<W> span(int a, int b) {
    Bits<W> squares;
    for (int s = std::min(a, b); s <= std::max(a, b); ++s) squares.set(s);
    return squares;
  }
  static CastlingPath<W> path_to(int king, int partner, int king_to, int partner_to) {
    CastlingPath<W> path{king, partner, king_to, partner_to, {}, {}};
    const Bits<W> ends = Bits<W>::single(king) | Bits<W>::single(partner);
    path.empty =
        (span(king, king_to) | span(partner, partner_to) | span(king, partner)).without(ends);
    path.crossed = span(king, king_to).without(Bits<W>::single(king) | Bits<W>::single(king_to));
    return path;
  }
  std::optional<CastlingPath<W>> path_to_files(const spec::CastlingRule& rule, int king,
                                               int partner) const {
    const auto& wing = partner < king ? rule.left : rule.right;
    if (!wing) return std::nullopt;
    const int rank = t_->layout.rank(king);
    return path_to(king, partner, t_->layout.index(wing->king_file, rank),
                   t_->layout.index(wing->partner_file, rank));
  }
  static std::optional<CastlingPath<W>> path_beside_partner(int king, int partner) {
    const int step = partner < king ? -1 : 1;
    if (partner == king + step) return std::nullopt;
    return path_to(king, partner, partner - step, partner - 2 * step);
  }

  void special_royals() {
    if (v_.fusion) t_->fusion = FusionTable<W>{plane_for({v_.fusion->of}), v_.fusion->into};
    if (v_.safe_path) {
      std::vector<KindId> kinds = v_.safe_path->of;
      std::sort(kinds.begin(), kinds.end());
      t_->safe_path_plane = plane_for(kinds);
    }
    if (v_.royal_safety) {
      t_->target_safe_before_removal =
          v_.royal_safety->target == spec::RoyalSafetyRule::Target::kBeforeRemoval;
    }
    t_->ends_without_royal = v_.endings.royals_lost.has_value();
    t_->ends_bared = v_.endings.bared.has_value();
  }
  void politics() {
    for (int rank = v_.board.ranks - 1; rank >= 0; --rank) {
      for (int file = 0; file < v_.board.files; ++file) {
        t_->board_order.push_back(t_->layout.index(file, rank));
      }
    }
    for (int p = 0; p < t_->players; ++p) {
      for (const spec::Rectangle& area : v_.players[p].set_up) {
        t_->layout.board().for_each([&](int s) {
          if (area.contains(t_->layout.square(s))) t_->set_up[p].set(s);
        });
      }
    }
    if (flags()) {
      for (std::size_t k = 0; k < v_.pieces.size(); ++k) {
        const auto& movements = v_.pieces[k].movements;
        if (std::any_of(movements.begin(), movements.end(),
                        [](const Movement& m) { return m.first_move_only; })) {
          t_->flagged_kinds |= std::uint32_t{1} << k;
        }
      }
    }
    if (v_.coalition) {
      const spec::CoalitionRule& rule = *v_.coalition;
      t_->coalition = CoalitionTable{{rule.great[0], rule.great[1]},
                                     {rule.small[0], rule.small[1]},
                                     rule.rounds,
                                     rule.small_powers};
    }
    t_->check_reply = v_.check_reply.has_value();
    t_->small_power_passes = v_.endings.small_power_passes;
    if (v_.rearrangement) {
      t_->rearrangement_rounds = v_.rearrangement->rounds;
      for (const int p : v_.rearrangement->players) t_->rearrangers |= 1 << p;
    }
    if (v_.opening_rights) {
      OpeningRightsTable<W> rights;
      rights.rounds = v_.opening_rights->rounds;
      rights.shifts_plane = shifts_plane_;
      for (const int p : v_.opening_rights->shifters) rights.shifters |= 1 << p;
      t_->layout.board().for_each([&](int s) {
        if ((t_->layout.file(s) + t_->layout.rank(s)) % 2 == 0) rights.dark.set(s);
      });
      t_->opening_rights = rights;
    }
  }
  void parts() {
    if (!v_.part_removal) return;
    t_->self_destruction = v_.part_removal->self_destruction;
    for (const spec::Part& part : v_.board.parts) {
      Bits<W> squares;
      t_->layout.board().for_each([&](int s) {
        if (part.area.contains(t_->layout.square(s))) squares.set(s);
      });
      t_->parts.push_back(squares);
    }
  }

  const spec::Variant& v_;
  spec::Diagnostics* diagnostics_;
  std::unique_ptr<Tables<W>> t_;
  std::vector<spec::PlacedPiece> start_;  // of the start position
  bool failed_ = false;
  std::vector<KindId> orthogonal_;
  std::vector<KindId> diagonal_;
  std::vector<KindId> royal_;
  std::map<std::pair<std::vector<Unit>, int>, Member> leaps_;
  std::map<std::pair<std::vector<Unit>, int>, Member> steps_;
  std::map<std::pair<std::vector<Unit>, int>, Member> rays_;
  std::map<std::pair<std::vector<Unit>, int>, Member> en_passant_;
  std::vector<PerSquare<W>> leap_origins_;
  std::vector<PerSquare<W>> step_origins_;
  std::vector<std::vector<KindId>> plane_kinds_;
  int shifts_plane_ = 0;
};

}  // namespace

template <int W>
std::unique_ptr<Tables<W>> compile_tables(const spec::Variant& variant,
                                          spec::Diagnostics* diagnostics) {
  return Compiler<W>(variant, diagnostics).run();
}

template std::unique_ptr<Tables<1>> compile_tables(const spec::Variant&, spec::Diagnostics*);
template std::unique_ptr<Tables<2>> compile_tables(const spec::Variant&, spec::Diagnostics*);
template std::unique_ptr<Tables<4>> compile_tables(const spec::Variant&, spec::Diagnostics*);

}  // namespace regelwerk::generator
