// En passant: directly after a double step, a piece that takes en passant may capture onto the
// crossed square. Safety is judged after both pieces have left their squares.
#pragma once

#include "generator/rules/promotion.h"
#include "generator/rules/royal_safety.h"

namespace regelwerk::generator {

// Calls f(from, promotion) for every legal en passant capture.
template <Features F, int Us, class Fn>
inline void for_each_en_passant(const View<F, Us>& v, Fn&& f) {
  if (v.s.en_passant_square < 0) return;
  using B = Bits<F.words>;
  const int to = v.s.en_passant_square;
  const B victim = B::single(v.s.en_passant_victim);
  for (const auto& capture : v.t.en_passant_captures) {
    const B candidates = capture.from[Us][to] & v.s.planes[capture.plane] & v.own;
    candidates.for_each([&](int from) {
      const B mover = B::single(from);
      const B occupied = v.occupied.without(mover | victim) | B::single(to);
      B royals = v.royals;
      if ((royals & mover).any()) royals = royals.without(mover) | B::single(to);
      if (all_safe(v, royals, v.hostile.without(victim), occupied)) {
        f(from, capture.promotion);
      }
    });
  }
}

template <Features F, int Us, class Sink>
inline void en_passant(const View<F, Us>& v, Sink& sink) {
  for_each_en_passant(v, [&](int from, int promotion) {
    const int to = v.s.en_passant_square;
    for_each_choice(v.t, promotion, Us, to, [&](std::uint8_t choice) {
      sink.single(Move{static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to),
                       Move::Type::kEnPassant, choice});
    });
  });
}

}  // namespace regelwerk::generator
