// The core: which actions a position has, and what the position is after one.
//
// Tables<W> + State<F> -> actions() -> made() -> State<F>. Both functions name the rules in the
// order in which they apply; each rule is a file in generator/rules/.
#pragma once

#include <functional>
#include <vector>

#include "generator/rules/bared.h"
#include "generator/rules/castling.h"
#include "generator/rules/check_reply.h"
#include "generator/rules/coalition.h"
#include "generator/rules/en_passant.h"
#include "generator/rules/fusion.h"
#include "generator/rules/movement.h"
#include "generator/rules/opening_rights.h"
#include "generator/rules/part_removal.h"
#include "generator/rules/promotion.h"
#include "generator/rules/rearrangement.h"
#include "generator/rules/royal_safety.h"
#include "generator/rules/safe_path.h"
#include "generator/rules/turn_order.h"

namespace regelwerk::generator {

// The pieces after an action of player `us`, and the rights that hang on them;
// not whose turn it is.
template <Features F>
inline State<F> board_after(const Tables<F.words>& t, const State<F>& s, int us, Move move) {
  using B = Bits<F.words>;
  State<F> n = s;
  if constexpr (F.players == 2) n.en_passant[0] = {};
  const B from = B::single(move.from);
  const B to = B::single(move.to);
  const B both = from | to;
  if (move.type == Move::Type::kCastling) {
    const auto& path = *t.castling->path(us, move.from, move.to);
    const B king = B::single(path.king_to);
    const B partner = B::single(path.partner_to);
    for (B& plane : n.planes) {
      const bool has_king = plane.test(path.king_from);
      const bool has_partner = plane.test(path.partner_from);
      plane = plane.without(both);
      if (has_king) plane |= king;
      if (has_partner) plane |= partner;
    }
    n.of[us] = n.of[us].without(both) | king | partner;
  } else if (F.parts && move.type == Move::Type::kFusion) {
    set_kind(t, t.fusion->into, from, to, &n);
    n.of[us] = n.of[us].without(from);
  } else {
    // Movement and capture.
    for (B& plane : n.planes) {
      const bool has = plane.test(move.from);
      plane = plane.without(both);
      const std::uint64_t keep = has ? ~std::uint64_t{0} : 0;
      for (int i = 0; i < F.words; ++i) plane.w[i] |= to.w[i] & keep;
    }
    if constexpr (F.players == 2) {
      n.of[1 - us] = n.of[1 - us].without(to);
    } else {
      for (B& of : n.of) of = of.without(to);
      n.of[us] |= to;
    }
    n.of[us] ^= F.players == 2 ? both : from;
    // En passant.
    if (move.type == Move::Type::kEnPassant) {
      for (int owner = 0; owner < State<F>::kRights; ++owner) {
        if (s.en_passant[owner].square != move.to) continue;
        if constexpr (F.players > 2) {
          if (!s.politics.hostile(us, owner)) continue;
        }
        const B victim = B::single(s.en_passant[owner].victim);
        for (B& plane : n.planes) plane = plane.without(victim);
        for (B& of : n.of) of = of.without(victim);
      }
    } else if (move.type == Move::Type::kGrantsEnPassant) {
      grant_en_passant<F>(t, s, us, move, &n);
    }
    // Promotion.
    if (move.choice != Move::kNoChoice) set_kind(t, move.choice, B{}, to, &n);
  }
  // Rights of unmoved pieces.
  if ((n.unmoved & both).any()) {
    n.unmoved = n.unmoved.without(both);
    if (t.castling) drop_lost_rights(t, &n);
  }
  // Removal of parts, once everything else has happened.
  if constexpr (F.parts) remove_parts(t, &n);
  return n;
}

// En passant rights and rights of the first rounds that have ended in `s`.
template <Features F>
inline void drop_ended_rights(const Tables<F.words>& t, State<F>* s) {
  Politics& p = s->politics;
  Bits<F.words> occupied;
  for (const auto& of : s->of) occupied |= of;
  for (int owner = 0; owner < F.players; ++owner) {
    EnPassantRight& right = s->en_passant[owner];
    if (right.square < 0) continue;
    if (owner == p.to_act || occupied.test(right.square) || !s->of[owner].test(right.victim)) {
      right = {};
    }
  }
  for (int player = 0; player < F.players; ++player) {
    if (is_in_game(*s, player)) continue;
    p.may_rearrange &= static_cast<std::uint8_t>(~only(player));
    p.may_shift &= static_cast<std::uint8_t>(~only(player));
  }
  if (p.round > t.rearrangement_rounds) p.may_rearrange = 0;
  if (!t.opening_rights || p.round > t.opening_rights->rounds) p.may_shift = 0;
}

// The position after an action where more than two play: board, alliance, turn.
template <Features F>
State<F> made_in_company(const Tables<F.words>& t, const State<F>& s, Move move) {
  const int us = s.politics.to_act;
  State<F> n = s;
  switch (move.type) {
    case Move::Type::kWait:
    case Move::Type::kPass:
      break;
    case Move::Type::kRearrange: {
      const Arrangement a = arrangement_of(t, s, us);
      place(t, a, placement_kinds(a, move.placement), us, &n);
      break;
    }
    default:
      n = board_after<F>(t, s, us, move);
  }
  Politics& p = n.politics;
  // A piece that has left its square takes its right with it.
  for (auto& right : n.en_passant) {
    if (right.victim == move.from && move.type != Move::Type::kWait &&
        move.type != Move::Type::kPass && move.type != Move::Type::kRearrange) {
      right = {};
    }
  }
  // Alliance.
  if (move.declares != Move::kNothing) {
    ally(us, move.declares, *t.coalition, &p);
  } else if (move.type != Move::Type::kPass && may_join(t, s, us)) {
    for_each_player(implied_allies(t, n, us, captured_player(s, us, move)),
                    [&](int great) { ally(us, great, *t.coalition, &p); });
  }
  if (move.type == Move::Type::kRearrange) p.may_rearrange &= static_cast<std::uint8_t>(~only(us));
  if (move.type == Move::Type::kShift) p.may_shift &= static_cast<std::uint8_t>(~only(us));
  // Turn.
  int next = us;
  if (s.politics.asked()) {
    if (move.type != Move::Type::kWait) ++p.owed[us];
    next = s.politics.next_regular;
    if (!is_in_game(n, next)) next = next_in_game(t, n, next, &p.round);
  } else if (move.type != Move::Type::kShift) {
    next = next_in_game(t, n, us, &p.round);
  }
  settle_turn(t, s, us, next, &n);
  drop_ended_rights(t, &n);
  return n;
}

// The position after an action of player Us. Legality is not asked.
template <Features F, int Us>
inline State<F> made(const Tables<F.words>& t, const State<F>& s, Move move) {
  if constexpr (F.players == 2) {
    return board_after<F>(t, s, Us, move);
  } else {
    return made_in_company<F>(t, s, move);
  }
}

// Sinks.

template <Features F, int Us>
struct CountingSink : Side<Us> {
  CountingSink(const Tables<F.words>& tables, const State<F>& state, int player)
      : Side<Us>(player), t(tables), s(state) {}
  const Tables<F.words>& t;
  const State<F>& s;
  std::uint64_t count = 0;

  void targets(int, const Bits<F.words>& to, int promotion) {
    count += to.count();
    if (promotion >= 0) count += extra_actions<F>(t, s, t.promotions[promotion], this->us, to);
  }
  void stepped(const Step<F.words>&, const Bits<F.words>& to, int promotion) {
    targets(0, to, promotion);
  }
  void single(const Move&) { ++count; }
  void rearrangements() { count += count_rearrangements(t, s, this->us); }
};

// Calls f(Move) for each action.
template <Features F, int Us, class Fn>
struct ListingSink : Side<Us> {
  ListingSink(const Tables<F.words>& tables, const State<F>& state, int player, Fn fn)
      : Side<Us>(player), t(tables), s(state), f(std::move(fn)) {}
  const Tables<F.words>& t;
  const State<F>& s;
  Fn f;
  bool with_rearrangements = true;
  bool with_royal_choices = false;  // for a receiver that asks for safety himself

  void targets(int from, const Bits<F.words>& to, int promotion) {
    to.for_each([&](int target) { emit(from, target, promotion, Move::Type::kPlain); });
  }
  void stepped(const Step<F.words>& step, const Bits<F.words>& to, int promotion) {
    const auto type = step.grants_en_passant ? Move::Type::kGrantsEnPassant : Move::Type::kPlain;
    to.for_each([&](int target) { emit(step.origin[target], target, promotion, type); });
  }
  void single(const Move& move) { f(move); }
  void rearrangements() {
    if (!with_rearrangements) return;
    for_each_rearrangement(t, s, this->us, [&](const Move& move) {
      f(move);
      return true;
    });
  }

 private:
  void emit(int from, int to, int promotion, Move::Type type) {
    const auto complete = [&](std::uint8_t choice) {
      f(Move{static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to), type, choice});
    };
    for_each_choice<F>(t, s, promotion, this->us, to, complete);
    if constexpr (F.promotions) {
      if (with_royal_choices) for_each_royal_choice<F>(t, s, promotion, this->us, to, complete);
    }
  }
};

// Actions that may remove a part: those that capture or take away one of
// `last`.
template <Features F, int Us, class Sink>
void actions_that_may_remove(const View<F, Us>& v, const LastPieces<F>& last, Sink& sink) {
  using B = Bits<F.words>;
  const auto test = [&](Move move) {
    const State<F> after = board_after<F>(v.t, v.s, v.us, move);
    if (safe_after(View<F, Us>(v.t, after, v.us))) sink.single(move);
  };
  ListingSink<F, Us, decltype(test)> tested(v.t, v.s, v.us, test);
  tested.with_royal_choices = true;
  // Where a piece from `square` must end to be dealt with here.
  const auto ends = [&](int square) {
    return (last.own.test(square) ? last.hostile | ~part_of<F>(v.t, square) : last.hostile)
        .without(v.closed);
  };
  const B others = v.own.without(v.royals);
  movement(v, others.without(last.own), last.hostile, tested);
  (others & last.own).for_each([&](int square) {
    movement(v, B::single(square), ends(square), tested);
  });
  const bool target_safe = v.t.target_safe_before_removal;
  v.royals.for_each([&](int royal) {
    tested.targets(royal, royal_targets(v, royal, ends(royal), target_safe), -1);
  });
  for_each_en_passant_candidate(v, [&](int from, int promotion, EnPassantRight right) {
    if (last.own.test(from) || last.hostile.test(right.victim)) {
      emit_en_passant(v, from, promotion, right, tested);
    }
  });
  for_each_castling_pair(v, [&](const CastlingPath<F.words>& path) {
    if (!last.own.test(path.king_from) && !last.own.test(path.partner_from)) return;
    if (!may_set_out(v, path)) return;
    if (target_safe && is_attacked(v, v.hostile, path.king_to, occupied_after(v, path))) {
      return;
    }
    test(castling_move(path.king_from, path.partner_from));
  });
  for_each_fusion(v, [&](int from, int to) {
    if (!last.own.test(from)) return;
    if (!target_safe || safe_on(v, from, to)) test(fusion_move(from, to));
  });
}

// Promotions to royals by the piece on `square`, which may go to `reach` as far as the safety of
// the royals on the board is concerned.
template <Features F, int Us, class Sink>
void royal_promotions(const View<F, Us>& v, int square, const Bits<F.words>& reach, Sink& sink) {
  const auto test = [&](Move move) {
    if (move.choice == Move::kNoChoice || !((v.t.royal_choices >> move.choice) & 1)) return;
    if (safe_as_royal(v, move.from, move.to, {})) sink.single(move);
  };
  ListingSink<F, Us, decltype(test)> tested(v.t, v.s, v.us, test);
  tested.with_royal_choices = true;
  movement(v, Bits<F.words>::single(square), reach, tested);
}

// The moves of player Us that leave his royals safe.
template <Features F, int Us, class Sink>
[[gnu::always_inline]] inline void moves(const View<F, Us>& v, const RoyalThreats<F, Us>& threats,
                                         Sink& sink) {
  using B = Bits<F.words>;
  LastPieces<F> last;
  B allowed = ~v.closed;
  if constexpr (F.parts) {
    last = last_pieces(v);
    if (last.any()) [[unlikely]] {
      actions_that_may_remove(v, last, sink);
      allowed = allowed.without(last.hostile);
    }
  }
  B apart = last.own;  // pieces with bounds of their own
  if constexpr (F.rays) {
    if (v.t.en_passant_also_steps) apart |= en_passant_takers(v);
  }
  const auto bounds = [&](int square) {
    B here = allowed;
    if constexpr (F.parts) {  // a last piece must stay on its part
      if (last.own.test(square)) here &= part_of<F>(v.t, square);
    }
    if constexpr (F.rays) {
      if (v.t.en_passant_also_steps) here = here.without(en_passant_squares(v, square));
    }
    return here;
  };

  // Pieces that are not royal: legal by construction.
  const B check_mask = threats.check_mask();
  if ((allowed & check_mask).any()) {
    const B others = v.own.without(v.royals);
    const B one_by_one = threats.pinned() | apart;
    movement(v, others.without(one_by_one), allowed & check_mask, sink);
    (others & one_by_one).for_each([&](int square) {
      movement(v, B::single(square), bounds(square) & check_mask & threats.line_of(square), sink);
    });
  }
  if constexpr (F.promotions) {
    if (v.t.royal_promotions()) {
      v.own.without(v.royals).for_each([&](int square) {
        royal_promotions(v, square, bounds(square) & check_mask & threats.line_of(square), sink);
      });
    }
  }
  // Royals: each target is tested, and the other royals bind them like any
  // piece.
  v.royals.for_each([&](int royal) {
    const B reach = bounds(royal) & threats.bounds_of_royal(royal);
    sink.targets(royal, royal_targets(v, royal, reach, true), -1);
  });
  if constexpr (F.parts) fusion(v, last.own, sink);
  en_passant(v, last.own, last.hostile, sink);
  if (F.royals > 1 || !threats.in_check()) castling(v, last.own, sink);
}

// Actions where more than two play.
template <Features F, class Sink>
void actions_in_company(const View<F, kAny>& v, Sink& sink) {
  const Tables<F.words>& t = v.t;
  if (is_broken_off(t, v.s) || small_powers_are_out(t, v.s)) return;
  const RoyalThreats<F, kAny> threats(v);
  bool any = false;
  const auto noted = [&](const Move& move) {
    any = true;
    sink.single(move);
  };
  if (may_join(t, v.s, v.us)) {
    std::vector<Move> plain;
    ListingSink<F, kAny, std::function<void(const Move&)>> list(
        t, v.s, v.us, [&](const Move& move) { plain.push_back(move); });
    moves(v, threats, list);
    ListingSink<F, kAny, decltype(noted)> joined(t, v.s, v.us, noted);
    coalition_actions(
        v, plain, [&](const Move& move) { return board_after<F>(t, v.s, v.us, move); }, joined);
  } else if (t.small_power_passes && v.royals.none()) {
    ListingSink<F, kAny, decltype(noted)> list(t, v.s, v.us, noted);
    moves(v, threats, list);
  } else {
    any = true;
    moves(v, threats, sink);
  }
  if (v.s.politics.asked()) {
    if (v.s.politics.owed[v.us] == 0) sink.single(Move{.type = Move::Type::kWait});
    return;
  }
  if (t.lists_rearrangements) sink.rearrangements();
  opening_rights(v, threats.in_check(), sink);
  const bool opening = t.opening_rights && v.s.politics.round <= t.opening_rights->rounds;
  if (!any && t.small_power_passes && !opening && v.royals.none() &&
      !has_rearrangement(t, v.s, v.us)) {
    pass_actions(v, sink);
  }
}

// Sends every legal action of player Us to the sink (movement.h says what a
// Sink is).
template <Features F, int Us, class Sink>
inline void actions(const Tables<F.words>& t, const State<F>& s, Sink& sink) {
  if constexpr (F.players > 2) {
    actions_in_company(View<F, kAny>(t, s, s.politics.to_act), sink);
  } else {
    const View<F, Us> v(t, s);
    if constexpr (F.parts) {
      if (t.ends_without_royal && game_is_over(v)) return;
      if (t.ends_bared && one_is_bared(v)) return;
    }
    moves(v, RoyalThreats<F, Us>(v), sink);
  }
}

// The player to act, where the template argument says so or the state.
template <int Us, Features F>
inline int acting(const State<F>& s) {
  if constexpr (F.players > 2) {
    return s.politics.to_act;
  } else {
    return Us;
  }
}

template <Features F, int Us, class Fn>
inline void for_each_action(const Tables<F.words>& t, const State<F>& s, Fn f,
                            bool with_rearrangements = true) {
  ListingSink<F, Us, Fn> sink(t, s, acting<Us>(s), std::move(f));
  sink.with_rearrangements = with_rearrangements;
  actions<F, Us>(t, s, sink);
}

template <Features F, int Us>
inline std::uint64_t count_actions(const Tables<F.words>& t, const State<F>& s) {
  CountingSink<F, Us> sink(t, s, acting<Us>(s));
  actions<F, Us>(t, s, sink);
  return sink.count;
}

}  // namespace regelwerk::generator
