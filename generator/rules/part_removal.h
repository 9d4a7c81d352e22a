// Part removal: after an action, a part of the board on which a player has no
// piece left goes, with everything on it.
//
// Only an action that captures a player's last piece on a part, or takes it
// away from there, can remove one. Where there is such a last piece, those
// actions are made and tested one by one, for a removal can both answer a check
// and expose a royal; all others stay with the masks.
#pragma once

#include "generator/rules/castling.h"
#include "generator/rules/en_passant.h"
#include "generator/rules/fusion.h"
#include "generator/rules/safe_path.h"

namespace regelwerk::generator {

// Whether a player has lost all his royals, which ends the game.
template <Features F, int Us>
inline bool game_is_over(const View<F, Us>& v) {
  return v.royals.none() || (v.s.planes[kRoyalPlane] & v.hostile).none();
}

// Last pieces of a player on a part.
template <Features F>
struct LastPieces {
  Bits<F.words> own;
  Bits<F.words> hostile;
  bool any() const { return (own | hostile).any(); }
};

template <Features F, int Us>
inline LastPieces<F> last_pieces(const View<F, Us>& v) {
  LastPieces<F> last;
  for (const Bits<F.words>& part : v.t.parts) {
    const Bits<F.words> own = v.own & part;
    const Bits<F.words> hostile = v.hostile & part;
    if (own.any() && !own.more_than_one()) last.own |= own;
    if (hostile.any() && !hostile.more_than_one()) last.hostile |= hostile;
  }
  return last;
}

template <Features F>
inline Bits<F.words> part_of(const Tables<F.words>& t, int square) {
  for (const Bits<F.words>& part : t.parts) {
    if (part.test(square)) return part;
  }
  return t.layout.board();
}

// Removes what must be removed from a position in which every other effect has
// happened.
template <Features F>
inline void remove_parts(const Tables<F.words>& t, State<F>* s) {
  Bits<F.words> gone;
  for (const Bits<F.words>& part : t.parts) {
    if ((part & s->removed).any()) continue;
    if ((part & s->of[0]).none() || (part & s->of[1]).none()) gone |= part;
  }
  if (gone.none()) return;
  for (auto& plane : s->planes) plane = plane.without(gone);
  for (auto& of : s->of) of = of.without(gone);
  s->removed |= gone;
  s->unmoved = s->unmoved.without(gone);
  if (t.castling) drop_lost_rights(t, s);
}

// Whether the player who acted is safe in the position after it (and its
// removals).
template <Features F, int Us>
inline bool safe_after(const View<F, Us>& after) {
  if (after.royals.none()) return after.t.self_destruction;
  return all_safe(after, after.royals, after.hostile, after.occupied);
}

}  // namespace regelwerk::generator
