// Fusion: a royal steps onto the square of its player's other royal; both
// become one piece.
#pragma once

#include "generator/rules/royal_safety.h"

namespace regelwerk::generator {

// Calls f(from, to) for every fusion that the pieces' ways of moving allow.
template <Features F, int Us, class Fn>
inline void for_each_fusion(const View<F, Us>& v, Fn&& f) {
  if (!v.t.fusion) return;
  const Bits<F.words> fusible = v.royals & v.s.planes[v.t.fusion->plane];
  if (!fusible.more_than_one()) return;
  for (const auto& leap : v.t.leaps) {
    (fusible & v.s.planes[leap.plane]).for_each([&](int from) {
      (leap.to[v.us][from] & fusible).for_each([&](int to) { f(from, to); });
    });
  }
}

inline Move fusion_move(int from, int to) {
  return {static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to), Move::Type::kFusion};
}

// Fusions after which no part can be removed.
template <Features F, int Us, class Sink>
inline void fusion(const View<F, Us>& v, const Bits<F.words>& not_from, Sink& sink) {
  for_each_fusion(v, [&](int from, int to) {
    if (not_from.test(from)) return;
    if (safe_on(v, from, to)) sink.single(fusion_move(from, to));
  });
}

}  // namespace regelwerk::generator
