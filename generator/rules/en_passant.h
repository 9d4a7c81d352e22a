// En passant: a piece that takes en passant may capture onto a square that a
// hostile piece has crossed by a double step, while the right lasts. Safety is
// judged after both have left.
#pragma once

#include "generator/rules/promotion.h"
#include "generator/rules/royal_safety.h"

namespace regelwerk::generator {

// Notes the right that a double step of `player` leaves.
template <Features F>
inline void grant_en_passant(const Tables<F.words>& t, const State<F>& before, int player,
                             Move move, State<F>* after) {
  for (const auto& steps : t.steps) {
    if (!before.planes[steps.plane].test(move.from)) continue;
    for (const auto& step : steps.of_player[player]) {
      if (!step.grants_en_passant || step.origin[move.to] != move.from) continue;
      after->en_passant[F.players == 2 ? 0 : player] = {step.crossed[move.to], move.to};
    }
  }
}

// Calls f(right) for every right that the player to act may use.
template <Features F, int Us, class Fn>
inline void for_each_en_passant_right(const View<F, Us>& v, Fn&& f) {
  if constexpr (F.players == 2) {
    if (v.s.en_passant[0].square >= 0) f(v.s.en_passant[0]);
  } else {
    for (int owner = 0; owner < F.players; ++owner) {
      if (v.s.en_passant[owner].square >= 0 && v.is_hostile(owner)) f(v.s.en_passant[owner]);
    }
  }
}

// Own pieces that could capture onto `square`, by promotion table: calls
// f(pieces, promotion).
template <Features F, int Us, class Fn>
inline void for_each_en_passant_taker(const View<F, Us>& v, int square, Fn&& f) {
  for (const auto& capture : v.t.en_passant_captures) {
    auto takers = capture.from[v.us][square] & v.s.planes[capture.plane] & v.own;
    if constexpr (View<F, Us>::kFlags) {
      if (capture.first_move_only) takers &= v.s.unmoved;
    }
    f(takers, capture.promotion);
  }
}

// Calls f(from, promotion, right) for everyone who could capture.
template <Features F, int Us, class Fn>
inline void for_each_en_passant_candidate(const View<F, Us>& v, Fn&& f) {
  for_each_en_passant_right(v, [&](EnPassantRight right) {
    for_each_en_passant_taker(v, right.square, [&](const Bits<F.words>& takers, int promotion) {
      takers.for_each([&](int from) { f(from, promotion, right); });
    });
  });
}

// Where the piece on `from` would capture en passant: it cannot also go there
// plainly.
template <Features F, int Us>
inline Bits<F.words> en_passant_squares(const View<F, Us>& v, int from) {
  Bits<F.words> squares;
  for_each_en_passant_candidate(v, [&](int taker, int, EnPassantRight right) {
    if (taker == from) squares.set(right.square);
  });
  return squares;
}
// All own pieces that could capture en passant.
template <Features F, int Us>
inline Bits<F.words> en_passant_takers(const View<F, Us>& v) {
  Bits<F.words> takers;
  for_each_en_passant_candidate(v, [&](int taker, int, EnPassantRight) { takers.set(taker); });
  return takers;
}

template <Features F, int Us>
inline bool en_passant_is_safe(const View<F, Us>& v, int from, EnPassantRight right) {
  using B = Bits<F.words>;
  const B mover = B::single(from);
  const B victim = B::single(right.victim);
  const B target = B::single(right.square);
  B royals = v.royals;
  if ((royals & mover).any()) royals = royals.without(mover) | target;
  return all_safe(v, royals, v.hostile.without(victim),
                  v.occupied.without(mover | victim) | target);
}

template <Features F, int Us, class Sink>
inline void emit_en_passant(const View<F, Us>& v, int from, int promotion, EnPassantRight right,
                            Sink& sink) {
  const auto emit = [&](std::uint8_t choice) {
    sink.single(Move{static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(right.square),
                     Move::Type::kEnPassant, choice});
  };
  for_each_choice<F>(v.t, v.s, promotion, v.us, right.square, emit);
  if constexpr (F.promotions) {
    if (!v.t.royal_promotions()) return;
    const auto victim = Bits<F.words>::single(right.victim);
    if (!safe_as_royal(v, from, right.square, victim)) return;
    for_each_royal_choice<F>(v.t, v.s, promotion, v.us, right.square, emit);
  }
}

// Captures by pieces not in `not_from`, unless the victim is in `not_victim`.
template <Features F, int Us, class Sink>
inline void en_passant(const View<F, Us>& v, const Bits<F.words>& not_from,
                       const Bits<F.words>& not_victim, Sink& sink) {
  for_each_en_passant_candidate(v, [&](int from, int promotion, EnPassantRight right) {
    if constexpr (F.parts) {
      if (not_from.test(from) || not_victim.test(right.victim)) return;
    }
    if (en_passant_is_safe(v, from, right)) emit_en_passant(v, from, promotion, right, sink);
  });
}

}  // namespace regelwerk::generator
