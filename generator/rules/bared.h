// A game that ends when a player has royals only.
#pragma once

#include "generator/state.h"

namespace regelwerk::generator {

// Whether one player is bare and the other is not; a bare player who is to act may still capture
// the other's last piece.
template <Features F, int Us>
inline bool one_is_bared(const View<F, Us>& v) {
  const Bits<F.words>& royal = v.s.planes[kRoyalPlane];
  const Bits<F.words> own = v.own.without(royal);
  const Bits<F.words> other = v.hostile.without(royal);
  return other.none() ? own.any() : own.none() && other.more_than_one();
}

}  // namespace regelwerk::generator
