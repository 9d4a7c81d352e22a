// Who attacks a square: the pseudo-legal notion, pins do not matter.
#pragma once

#include "generator/state.h"

namespace regelwerk::generator {

// The pieces among `attackers`, owned by player `by`, that attack `square` when
// exactly `occupied` is occupied. `attackers` may lack pieces that are gone and
// must be part of their owner's.
template <Features F>
inline Bits<F.words> attackers_of(const Tables<F.words>& t, const State<F>& s, int by,
                                  const Bits<F.words>& attackers, int square,
                                  const Bits<F.words>& occupied) {
  using B = Bits<F.words>;
  B found;
  const B straight = s.planes[kOrthogonalPlane] & attackers & t.sliders.orthogonal_lines(square);
  if (straight.any()) found |= straight & t.sliders.orthogonal(square, occupied);
  const B slanting = s.planes[kDiagonalPlane] & attackers & t.sliders.diagonal_lines(square);
  if (slanting.any()) found |= slanting & t.sliders.diagonal(square, occupied);
  for (const auto& leap : t.leap_attacks) {
    found |= leap.from[by][square] & s.planes[leap.plane] & attackers;
  }
  if constexpr (F.rays) {
    for (const auto& rays : t.rays) {
      const B candidates = s.planes[rays.plane] & attackers;
      if (candidates.none()) continue;
      for (const auto& attack : rays.attacks[by][square]) {
        if (candidates.test(attack.from) && (attack.between & occupied).none()) {
          found.set(attack.from);
        }
      }
    }
  }
  return found;
}

// The pieces among `attackers` of all players hostile to the player to act that
// attack `square`.
template <Features F, int Us>
inline Bits<F.words> attackers_of(const View<F, Us>& v, const Bits<F.words>& attackers, int square,
                                  const Bits<F.words>& occupied) {
  if constexpr (F.players == 2) {
    return attackers_of<F>(v.t, v.s, 1 - v.us, attackers, square, occupied);
  } else {
    Bits<F.words> found;
    v.for_each_hostile([&](int player, const Bits<F.words>& pieces) {
      found |= attackers_of<F>(v.t, v.s, player, attackers & pieces, square, occupied);
    });
    return found;
  }
}
template <Features F, int Us>
inline bool is_attacked(const View<F, Us>& v, const Bits<F.words>& attackers, int square,
                        const Bits<F.words>& occupied) {
  return attackers_of(v, attackers, square, occupied).any();
}

}  // namespace regelwerk::generator
