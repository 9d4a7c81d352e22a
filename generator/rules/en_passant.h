// En passant: directly after a double step, a piece that takes en passant may capture onto the
// crossed square. Safety is judged after both pieces have left their squares.
#pragma once

#include "generator/rules/promotion.h"
#include "generator/rules/royal_safety.h"

namespace regelwerk::generator {

// Notes the right that a double step of player Us leaves.
template <Features F, int Us>
inline void grant_en_passant(const Tables<F.words>& t, const State<F>& before, Move move,
                             State<F>* after) {
  for (const auto& steps : t.steps) {
    if (!before.planes[steps.plane].test(move.from)) continue;
    for (const auto& step : steps.of_player[Us]) {
      if (!step.grants_en_passant || step.origin[move.to] != move.from) continue;
      after->en_passant_square = step.crossed[move.to];
      after->en_passant_victim = move.to;
    }
  }
}

// Calls f(from, promotion) for everyone who could capture onto the en passant square.
template <Features F, int Us, class Fn>
inline void for_each_en_passant_candidate(const View<F, Us>& v, Fn&& f) {
  if (v.s.en_passant_square < 0) return;
  for (const auto& capture : v.t.en_passant_captures) {
    const Bits<F.words> candidates =
        capture.from[Us][v.s.en_passant_square] & v.s.planes[capture.plane] & v.own;
    candidates.for_each([&](int from) { f(from, capture.promotion); });
  }
}

template <Features F, int Us>
inline bool en_passant_is_safe(const View<F, Us>& v, int from) {
  using B = Bits<F.words>;
  const B mover = B::single(from);
  const B victim = B::single(v.s.en_passant_victim);
  const B target = B::single(v.s.en_passant_square);
  B royals = v.royals;
  if ((royals & mover).any()) royals = royals.without(mover) | target;
  return all_safe(v, royals, v.hostile.without(victim),
                  v.occupied.without(mover | victim) | target);
}

template <Features F, int Us, class Sink>
inline void emit_en_passant(const View<F, Us>& v, int from, int promotion, Sink& sink) {
  const int to = v.s.en_passant_square;
  for_each_choice(v.t, promotion, Us, to, [&](std::uint8_t choice) {
    sink.single(Move{static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to),
                     Move::Type::kEnPassant, choice});
  });
}

// Captures by pieces not in `not_from`, unless the victim is in `not_victim`.
template <Features F, int Us, class Sink>
inline void en_passant(const View<F, Us>& v, const Bits<F.words>& not_from,
                       const Bits<F.words>& not_victim, Sink& sink) {
  for_each_en_passant_candidate(v, [&](int from, int promotion) {
    if constexpr (F.parts) {
      if (not_from.test(from) || not_victim.test(v.s.en_passant_victim)) return;
    }
    if (en_passant_is_safe(v, from)) emit_en_passant(v, from, promotion, sink);
  });
}

}  // namespace regelwerk::generator
