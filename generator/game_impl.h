// Game and Position for one feature set. Included only by generator/instances/*.cc, each of which
// instantiates one set.
#pragma once

#include <algorithm>
#include <numeric>
#include <utility>

#include "generator/game.h"
#include "generator/perft.h"
#include "generator/reading.h"
#include "generator/reading_company.h"

namespace regelwerk::generator {

template <Features F>
class PositionImpl final : public Position {
 public:
  PositionImpl(const Tables<F.words>& tables, FullState<F> full) : t_(&tables), full_(full) {}

  std::unique_ptr<Position> clone() const override { return std::make_unique<PositionImpl>(*this); }

  std::vector<Action> actions() const override {
    std::vector<std::pair<std::string, Action>> named;
    for (const Move move : moves()) named.emplace_back(text_of(move), Action{move.code()});
    std::sort(named.begin(), named.end(),
              [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<Action> result;
    result.reserve(named.size());
    for (const auto& [text, action] : named) result.push_back(action);
    return result;
  }
  std::string action_text(Action action) const override {
    return text_of(Move::from_code(action.code));
  }
  std::optional<Action> find(std::string_view text) const override {
    std::optional<Action> found;
    by_side([&](auto us) {
      const auto compare = [&](Move move) {
        if (!found && text_of(move) == text) found = Action{move.code()};
      };
      for_each_action<F, us>(*t_, full_.state, compare, false);
    });
    if (found) return found;
    if constexpr (F.players > 2) {
      if (const auto move = find_rearrangement(text)) return Action{move->code()};
    }
    return std::nullopt;
  }
  void apply(Action action) override { full_ = after(Move::from_code(action.code)); }

  std::string text() const override {
    if constexpr (F.players > 2) {
      return company_text(*t_, full_);
    } else {
      return position_text(*t_, full_);
    }
  }
  std::uint64_t hash() const override {
    std::uint64_t h = mix(0x5265676577657265, static_cast<std::uint64_t>(full_.to_act));
    const State<F>& s = full_.state;
    const auto add = [&](const Bits<F.words>& bits) {
      for (const std::uint64_t word : bits.w) h = mix(h, word);
    };
    for (int p = 0; p < t_->planes; ++p) add(s.planes[p]);
    for (const auto& of : s.of) add(of);
    add(s.unmoved);
    if constexpr (F.parts) add(s.removed);
    if constexpr (F.players == 2) {
      const bool en_passant = has_legal_en_passant(*t_, s, full_.to_act);
      return mix(h, en_passant ? static_cast<std::uint64_t>(s.en_passant[0].square) : ~0ull);
    } else {
      for (const EnPassantRight& right : s.en_passant) {
        h = mix(h, static_cast<std::uint64_t>(right.square + 1) << 16 |
                       static_cast<std::uint64_t>(right.victim + 1));
      }
      const Politics& p = s.politics;
      for (int i = 0; i < F.players; ++i) {
        h = mix(h, static_cast<std::uint64_t>(p.ally[i] + 1) << 8 | p.owed[i]);
      }
      h = mix(h, static_cast<std::uint64_t>(p.also_asked + 1) << 8 |
                     static_cast<std::uint64_t>(p.next_regular + 1));
      return mix(h, static_cast<std::uint64_t>(p.may_rearrange) << 8 | p.may_shift);
    }
  }
  spec::PlayerId to_act() const override { return full_.to_act; }
  bool in_check() const override {
    return by_side([&](auto us) {
      const View<F, us> v(*t_, full_.state, full_.to_act);
      return !all_safe(v, v.royals, v.hostile, v.occupied);
    });
  }
  Outcome outcome() const override {
    if constexpr (F.players > 2) {
      if (is_broken_off(*t_, full_.state)) return Outcome::kBrokenOff;
      if (small_powers_are_out(*t_, full_.state)) return Outcome::kSmallPowersLost;
    }
    const Bits<F.words>& royals = full_.state.planes[kRoyalPlane];
    if (t_->ends_without_royal &&
        ((royals & full_.state.of[0]).none() || (royals & full_.state.of[1]).none())) {
      return Outcome::kRoyalsLost;
    }
    if constexpr (F.players == 2) {
      const bool bared = t_->ends_bared && by_side([&](auto us) {
                           return one_is_bared(View<F, us>(*t_, full_.state, full_.to_act));
                         });
      if (bared) return Outcome::kBared;
    }
    if (perft_of(*t_, full_.state, full_.to_act, 1) != 0) return Outcome::kOngoing;
    if constexpr (F.players > 2) {
      if (has_rearrangement(*t_, full_.state, full_.to_act)) return Outcome::kOngoing;
    }
    return in_check() ? Outcome::kCheckmate : Outcome::kStalemate;
  }

  PerftResult perft(int depth, const PerftOptions& options) const override {
    return count(depth, options, false);
  }
  PerftResult divide(int depth, const PerftOptions& options) const override {
    return count(depth, options, true);
  }
  PerftStats perft_stats(int depth, const PerftOptions& options) const override {
    PerftStats total;
    if (depth == 0) {
      total.nodes = 1;
      return total;
    }
    if (depth == 1) {
      by_side([&](auto us) {
        generator::perft_stats<F, us>(*t_, full_.state, depth, options.stop, &total);
      });
      return total;
    }
    const std::vector<Task<F>> all = tasks(moves(), depth);
    std::vector<PerftStats> parts(all.size());
    std::atomic<std::uint64_t> nodes{0};
    run_tasks(all.size(), options, &nodes, [&](std::size_t i) {
      const Task<F>& task = all[i];
      with_side<F>(task.to_act, [&](auto us) {
        generator::perft_stats<F, us>(*t_, task.state, task.depth, options.stop, &parts[i]);
      });
      nodes += parts[i].nodes;
    });
    for (const PerftStats& part : parts) total += part;
    return total;
  }

 private:
  // Depth from which two plies are taken apart into tasks: enough of them to share out evenly.
  static constexpr int kTwoPlyDepth = 4;

  static std::uint64_t mix(std::uint64_t h, std::uint64_t value) {
    h = (h ^ value) + 0x9e3779b97f4a7c15;
    h = (h ^ (h >> 30)) * 0xbf58476d1ce4e5b9;
    h = (h ^ (h >> 27)) * 0x94d049bb133111eb;
    return h ^ (h >> 31);
  }

  template <class Fn>
  auto by_side(Fn&& f) const {
    return with_side<F>(full_.to_act, std::forward<Fn>(f));
  }
  std::vector<Move> moves() const { return moves_of(full_.state, full_.to_act); }
  std::vector<Move> moves_of(const State<F>& state, int to_act) const {
    std::vector<Move> list;
    const auto note = [&](Move move) { list.push_back(move); };
    with_side<F>(to_act, [&](auto us) { for_each_action<F, us>(*t_, state, note); });
    return list;
  }
  State<F> made_by(const State<F>& state, int to_act, Move move) const {
    return with_side<F>(to_act, [&](auto us) { return made<F, us>(*t_, state, move); });
  }
  int acting_in(const State<F>& state, [[maybe_unused]] int previous) const {
    if constexpr (F.players > 2) {
      return state.politics.to_act;
    } else {
      return t_->next_player[previous];
    }
  }

  FullState<F> after(Move move) const {
    FullState<F> next;
    next.state = made_by(full_.state, full_.to_act, move);
    next.to_act = acting_in(next.state, full_.to_act);
    if constexpr (F.players > 2) {
      next.number = next.state.politics.round;
    } else {
      next.number = full_.number + (next.to_act == t_->first_player ? 1 : 0);
    }
    next.halfmoves = resets_counter(move) ? 0 : full_.halfmoves + 1;
    return next;
  }
  bool resets_counter(Move move) const {
    switch (move.type) {
      case Move::Type::kEnPassant:
        return true;
      case Move::Type::kPlain:
      case Move::Type::kGrantsEnPassant:
        break;
      default:
        return false;
    }
    for (int p = 0; p < F.players; ++p) {
      if (p != full_.to_act && full_.state.of[p].test(move.to)) return true;
    }
    const auto kind = t_->kind_of(code_at(*t_, full_.state, move.from));
    const auto& reset_by = t_->variant.draws.reset_by;
    return kind && std::find(reset_by.begin(), reset_by.end(), *kind) != reset_by.end();
  }

  std::string text_of(Move move) const {
    spec::RawAction action;
    action.from = t_->layout.square(move.from);
    action.to = t_->layout.square(move.to);
    if (move.choice != Move::kNoChoice) action.choice = move.choice;
    action.declares = move.declares;
    using Type = spec::RawAction::Type;
    if (move.type == Move::Type::kWait) action.type = Type::kWait;
    if (move.type == Move::Type::kPass) action.type = Type::kPass;
    if (move.type == Move::Type::kShift) action.type = Type::kShift;
    if constexpr (F.players > 2) {
      if (move.type == Move::Type::kRearrange) {
        action.type = Type::kRearrange;
        const Arrangement a = arrangement_of(*t_, full_.state, full_.to_act);
        const std::vector<int> kinds = placement_kinds(a, move.placement);
        for (std::size_t i = 0; i < kinds.size(); ++i) {
          if (kinds[i] == static_cast<int>(t_->code.size())) continue;
          action.placements.emplace_back(kinds[i], t_->layout.square(a.squares[i]));
        }
      }
    }
    if (move.type == Move::Type::kCastling &&
        t_->variant.position_text.action == spec::PositionTextForm::CastlingAction::kKingTo) {
      const auto& path = *t_->castling->path(full_.to_act, move.from, move.to);
      if (!by_side([&](auto us) { return reads_as_a_step<us>(path); })) {
        action.to = t_->layout.square(path.king_to);
      }
    }
    return spec::write_action_text(t_->variant, action);
  }

  // The rearrangement that `text` spells (in any order), if it is legal.
  std::optional<Move> find_rearrangement(std::string_view text) const {
    if (!text.starts_with("@") || !may_rearrange(full_.state, full_.to_act)) return std::nullopt;
    spec::Problems problems;
    const auto raw = spec::parse_action_text(t_->variant, text, &problems);
    if (!raw) return std::nullopt;
    Arrangement a = arrangement_of(*t_, full_.state, full_.to_act);
    const int nothing = static_cast<int>(t_->code.size());
    std::vector<int> kinds(a.squares.size(), nothing);
    for (const auto& [kind, square] : raw->placements) {
      const auto at = std::find(a.squares.begin(), a.squares.end(), t_->layout.index(square));
      if (at == a.squares.end() || kinds[at - a.squares.begin()] != nothing) return std::nullopt;
      kinds[at - a.squares.begin()] = kind;
    }
    std::vector<int> counts(a.counts.size(), 0);
    for (const int kind : kinds) ++counts[kind];
    if (counts != a.counts ||
        !rearrangement_is_legal(*t_, full_.state, full_.to_act, a, kinds, raw->declares)) {
      return std::nullopt;
    }
    a.kinds = kinds;
    return Move{.type = Move::Type::kRearrange,
                .declares = static_cast<std::int8_t>(raw->declares),
                .placement = placement_number(a)};
  }

  // Whether "king to his stop" could also be a plain step of his, or the other wing's castling.
  template <int Us>
  bool reads_as_a_step(const CastlingPath<F.words>& path) const {
    if (t_->castling->wings_share_stop || path.king_to == path.king_from) return true;
    if constexpr (F.players > 2) return false;
    State<F> alone;  // the king on an empty board
    set_kind(*t_, t_->castling->king, {}, Bits<F.words>::single(path.king_from), &alone);
    alone.of[Us] = Bits<F.words>::single(path.king_from);
    return targets_from(View<F, Us>(*t_, alone), path.king_from).test(path.king_to);
  }

  // Takes the count below the given first actions apart, in their order.
  std::vector<Task<F>> tasks(const std::vector<Move>& roots, int depth) const {
    std::vector<Task<F>> all;
    for (std::size_t i = 0; i < roots.size(); ++i) {
      const State<F> state = made_by(full_.state, full_.to_act, roots[i]);
      const Task<F> child{state, acting_in(state, full_.to_act), static_cast<int>(i), depth - 1};
      if (depth < kTwoPlyDepth) {
        all.push_back(child);
        continue;
      }
      for (const Move reply : moves_of(child.state, child.to_act)) {
        const State<F> grandchild = made_by(child.state, child.to_act, reply);
        all.push_back({grandchild, acting_in(grandchild, child.to_act), child.root, depth - 2});
      }
    }
    return all;
  }

  PerftResult count(int depth, const PerftOptions& options, bool divide) const {
    PerftResult result;
    if (!divide && depth <= 1) {
      result.nodes = perft_of(*t_, full_.state, full_.to_act, depth);
      return result;
    }
    const std::vector<Move> roots = moves();
    std::vector<std::atomic<std::uint64_t>> of_root(roots.size());
    std::atomic<std::uint64_t> nodes{0};
    const Counting counting{options.stop, options.table};
    const std::vector<Task<F>> all = tasks(roots, depth);
    run_tasks(all.size(), options, &nodes, [&](std::size_t i) {
      const Task<F>& task = all[i];
      const std::uint64_t n = perft_of(*t_, task.state, task.to_act, task.depth, counting);
      of_root[task.root] += n;
      nodes += n;
    });
    result.nodes = nodes;
    result.complete = options.stop == nullptr || !options.stop->load();
    if (divide) {
      for (std::size_t i = 0; i < roots.size(); ++i) {
        result.divide.push_back({text_of(roots[i]), of_root[i]});
      }
      std::sort(result.divide.begin(), result.divide.end(),
                [](const DivideLine& a, const DivideLine& b) { return a.action < b.action; });
    }
    return result;
  }

  const Tables<F.words>* t_;
  FullState<F> full_;
};

template <Features F>
class GameImpl final : public Game {
 public:
  GameImpl(std::unique_ptr<spec::Variant> variant, std::unique_ptr<Tables<F.words>> tables,
           std::string name)
      : variant_(std::move(variant)), tables_(std::move(tables)), name_(std::move(name)) {}

  const spec::Variant& variant() const override { return *variant_; }
  std::string feature_set() const override { return name_; }
  ReadResult read(std::string_view text) const override {
    ReadResult result;
    std::optional<FullState<F>> full;
    if constexpr (F.players > 2) {
      full = CompanyReader<F>(*tables_, &result.problems).read(text);
    } else {
      full = Reader<F>(*tables_, &result.problems).read(text);
    }
    if (full) result.position = std::make_unique<PositionImpl<F>>(*tables_, *full);
    return result;
  }

 private:
  std::unique_ptr<spec::Variant> variant_;  // the tables refer to it
  std::unique_ptr<Tables<F.words>> tables_;
  std::string name_;
};

// Whether everything the tables hold may occur under F.
template <Features F>
bool holds(const Tables<F.words>& t) {
  const auto& safety = t.variant.royal_safety;
  const bool few_royals = safety && safety->max_count && *safety->max_count <= F.royals;
  const bool parts = !t.parts.empty() || t.fusion || t.safe_path_plane >= 0 ||
                     t.ends_without_royal || t.ends_bared;
  const bool promotions = std::any_of(t.promotions.begin(), t.promotions.end(), [](const auto& p) {
    return p.captured_only || !p.royal_choices.empty() || p.compulsory != p.zone;
  });
  const bool two = t.players == 2 && !t.coalition && !t.check_reply && t.flagged_kinds == 0;
  return t.planes <= F.planes && (F.players > 2 ? t.players == F.players : two) &&
         (F.rays || !t.en_passant_also_steps) &&
         (F.royals == general_features(F.words).royals || few_royals) &&
         (F.rays || t.rays.empty()) && (F.parts || !parts) && (F.promotions || !promotions);
}

}  // namespace regelwerk::generator
