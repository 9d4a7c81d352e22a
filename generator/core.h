// The core: which actions a position has, and what the position is after one.
//
// Tables<W> + State<F> -> actions() -> made() -> State<F>. Both functions name the rules in the
// order in which they apply; each rule is a file in generator/rules/.
#pragma once

#include "generator/rules/castling.h"
#include "generator/rules/en_passant.h"
#include "generator/rules/fusion.h"
#include "generator/rules/movement.h"
#include "generator/rules/part_removal.h"
#include "generator/rules/promotion.h"
#include "generator/rules/royal_safety.h"
#include "generator/rules/safe_path.h"

namespace regelwerk::generator {

// The position after an action of player Us. Legality is not asked.
template <Features F, int Us>
inline State<F> made(const Tables<F.words>& t, const State<F>& s, Move move) {
  using B = Bits<F.words>;
  constexpr int kThem = 1 - Us;
  State<F> n = s;
  n.en_passant_square = -1;
  n.en_passant_victim = -1;
  const B from = B::single(move.from);
  const B to = B::single(move.to);
  const B both = from | to;
  if (move.type == Move::Type::kCastling) {
    const auto& path = *t.castling->path(Us, move.from, move.to);
    const B king = B::single(path.king_to);
    const B partner = B::single(path.partner_to);
    for (B& plane : n.planes) {
      const bool has_king = plane.test(path.king_from);
      const bool has_partner = plane.test(path.partner_from);
      plane = plane.without(both);
      if (has_king) plane |= king;
      if (has_partner) plane |= partner;
    }
    n.of[Us] = n.of[Us].without(both) | king | partner;
  } else if (F.parts && move.type == Move::Type::kFusion) {
    set_kind(t, t.fusion->into, from, to, &n);
    n.of[Us] = n.of[Us].without(from);
  } else {
    // Movement and capture.
    for (B& plane : n.planes) {
      const bool has = plane.test(move.from);
      plane = plane.without(both);
      const std::uint64_t keep = has ? ~std::uint64_t{0} : 0;
      for (int i = 0; i < F.words; ++i) plane.w[i] |= to.w[i] & keep;
    }
    n.of[Us] ^= both;
    n.of[kThem] = n.of[kThem].without(to);
    // En passant.
    if (move.type == Move::Type::kEnPassant) {
      const B victim = B::single(s.en_passant_victim);
      for (B& plane : n.planes) plane = plane.without(victim);
      n.of[kThem] = n.of[kThem].without(victim);
    } else if (move.type == Move::Type::kGrantsEnPassant) {
      grant_en_passant<F, Us>(t, s, move, &n);
    }
    // Promotion.
    if (move.choice != Move::kNoChoice) set_kind(t, move.choice, B{}, to, &n);
  }
  // Rights of unmoved pieces.
  if ((n.unmoved & both).any()) {
    n.unmoved = n.unmoved.without(both);
    drop_lost_rights(t, &n);
  }
  // Removal of parts, once everything else has happened.
  if constexpr (F.parts) remove_parts(t, &n);
  return n;
}

// Sinks.

template <Features F, int Us>
struct CountingSink {
  const Tables<F.words>& t;
  std::uint64_t count = 0;

  void targets(int, const Bits<F.words>& to, int promotion) {
    count += to.count();
    if (promotion >= 0) count += extra_actions(t.promotions[promotion], Us, to);
  }
  void stepped(const Step<F.words>&, const Bits<F.words>& to, int promotion) {
    targets(0, to, promotion);
  }
  void single(Move) { ++count; }
};

// Calls f(Move) for each action.
template <Features F, int Us, class Fn>
struct ListingSink {
  const Tables<F.words>& t;
  Fn f;

  void targets(int from, const Bits<F.words>& to, int promotion) {
    to.for_each([&](int target) { emit(from, target, promotion, Move::Type::kPlain); });
  }
  void stepped(const Step<F.words>& step, const Bits<F.words>& to, int promotion) {
    const auto type = step.grants_en_passant ? Move::Type::kGrantsEnPassant : Move::Type::kPlain;
    to.for_each([&](int target) { emit(step.origin[target], target, promotion, type); });
  }
  void single(Move move) { f(move); }

 private:
  void emit(int from, int to, int promotion, Move::Type type) {
    for_each_choice(t, promotion, Us, to, [&](std::uint8_t choice) {
      f(Move{static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to), type, choice});
    });
  }
};

// Actions that may remove a part: those that capture or take away one of `last`.
template <Features F, int Us, class Sink>
void actions_that_may_remove(const View<F, Us>& v, const LastPieces<F>& last, Sink& sink) {
  using B = Bits<F.words>;
  const auto test = [&](Move move) {
    if (safe_after<F, Us>(v.t, made<F, Us>(v.t, v.s, move))) sink.single(move);
  };
  ListingSink<F, Us, decltype(test)> tested{v.t, test};
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
  for_each_en_passant_candidate(v, [&](int from, int promotion) {
    if (last.own.test(from) || last.hostile.test(v.s.en_passant_victim)) {
      emit_en_passant(v, from, promotion, tested);
    }
  });
  for_each_castling_pair(v, [&](const CastlingPath<F.words>& path) {
    if (!last.own.test(path.king_from) && !last.own.test(path.partner_from)) return;
    if (!may_set_out(v, path)) return;
    if (target_safe && is_attacked<F>(v.t, v.s, View<F, Us>::them, v.hostile, path.king_to,
                                      occupied_after(v, path))) {
      return;
    }
    test(castling_move(path.king_from, path.partner_from));
  });
  for_each_fusion(v, [&](int from, int to) {
    if (!last.own.test(from)) return;
    if (!target_safe || safe_on(v, from, to)) test(fusion_move(from, to));
  });
}

// Sends every legal action of player Us to the sink (movement.h says what a Sink is).
template <Features F, int Us, class Sink>
inline void actions(const Tables<F.words>& t, const State<F>& s, Sink& sink) {
  using B = Bits<F.words>;
  const View<F, Us> v(t, s);
  LastPieces<F> last;
  B allowed = ~v.closed;
  if constexpr (F.parts) {
    if (t.ends_without_royal && game_is_over(v)) return;
    last = last_pieces(v);
    if (last.any()) [[unlikely]] {
      actions_that_may_remove(v, last, sink);
      allowed = allowed.without(last.hostile);
    }
  }
  // A last piece must stay on its part here; the others are free.
  const auto bounds = [&](int square) {
    if constexpr (F.parts) {
      if (last.own.test(square)) return allowed & part_of<F>(t, square);
    }
    return allowed;
  };

  // Pieces that are not royal: legal by construction.
  const RoyalThreats<F, Us> threats(v);
  const B check_mask = threats.check_mask();
  if ((allowed & check_mask).any()) {
    const B others = v.own.without(v.royals);
    const B one_by_one = threats.pinned() | last.own;
    movement(v, others.without(one_by_one), allowed & check_mask, sink);
    (others & one_by_one).for_each([&](int square) {
      movement(v, B::single(square), bounds(square) & check_mask & threats.line_of(square), sink);
    });
  }
  // Royals: each target is tested, and the other royals bind them like any piece.
  v.royals.for_each([&](int royal) {
    const B reach = bounds(royal) & threats.bounds_of_royal(royal);
    sink.targets(royal, royal_targets(v, royal, reach, true), -1);
  });
  if constexpr (F.parts) fusion(v, last.own, sink);
  en_passant(v, last.own, last.hostile, sink);
  if (F.royals > 1 || !threats.in_check()) castling(v, last.own, sink);
}

template <Features F, int Us, class Fn>
inline void for_each_action(const Tables<F.words>& t, const State<F>& s, Fn f) {
  ListingSink<F, Us, Fn> sink{t, std::move(f)};
  actions<F, Us>(t, s, sink);
}

template <Features F, int Us>
inline std::uint64_t count_actions(const Tables<F.words>& t, const State<F>& s) {
  CountingSink<F, Us> sink{t};
  actions<F, Us>(t, s, sink);
  return sink.count;
}

}  // namespace regelwerk::generator
