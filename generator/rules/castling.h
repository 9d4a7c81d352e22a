// Castling of an unmoved king with an unmoved partner, by precomputed paths.
#pragma once

#include "generator/rules/royal_safety.h"

namespace regelwerk::generator {

// All but the safety of the final position: squares empty, king neither in
// check nor passing an attacked square, on the board before the move.
template <Features F, int Us>
inline bool may_set_out(const View<F, Us>& v, const CastlingPath<F.words>& path) {
  if ((path.empty & v.occupied).any()) return false;
  if (!v.t.castling->royal) return true;
  const Bits<F.words> king = Bits<F.words>::single(path.king_from);
  return all_safe(v, king | path.crossed, v.hostile, v.occupied.without(king));
}

// What is occupied once both have moved.
template <Features F, int Us>
inline Bits<F.words> occupied_after(const View<F, Us>& v, const CastlingPath<F.words>& path) {
  using B = Bits<F.words>;
  return v.occupied.without(B::single(path.king_from) | B::single(path.partner_from)) |
         B::single(path.king_to) | B::single(path.partner_to);
}

// Calls f(path) for every king and partner that have not moved, see each other,
// and have a way of castling.
template <Features F, int Us, class Fn>
inline void for_each_castling_pair(const View<F, Us>& v, Fn&& f) {
  if (!v.t.castling) return;
  const Bits<F.words> unmoved = v.s.unmoved & v.own;
  if (unmoved.none()) return;
  const Bits<F.words> kings = unmoved & v.s.planes[v.t.castling->king_plane];
  const Bits<F.words> partners = unmoved.without(kings);
  kings.for_each([&](int king) {
    // Nothing may stand between them, so the partner is the first piece that
    // the king sees.
    const Bits<F.words> seen = v.t.sliders.orthogonal(king, v.occupied) & partners;
    seen.for_each([&](int partner) {
      if (const auto* path = v.t.castling->path(v.us, king, partner)) f(*path);
    });
  });
}

inline Move castling_move(int king, int partner) {
  return {static_cast<std::uint8_t>(king), static_cast<std::uint8_t>(partner),
          Move::Type::kCastling};
}

// Castlings that move none of `not_from`.
template <Features F, int Us, class Sink>
inline void castling(const View<F, Us>& v, const Bits<F.words>& not_from, Sink& sink) {
  using B = Bits<F.words>;
  for_each_castling_pair(v, [&](const CastlingPath<F.words>& path) {
    if constexpr (F.parts) {
      if (not_from.test(path.king_from) || not_from.test(path.partner_from)) return;
    }
    if (!may_set_out(v, path)) return;
    B royals = v.royals;
    if (v.t.castling->royal) {
      royals = royals.without(B::single(path.king_from)) | B::single(path.king_to);
    }
    if (!all_safe(v, royals, v.hostile, occupied_after(v, path))) return;
    sink.single(castling_move(path.king_from, path.partner_from));
  });
}

// Nobody can castle who has not both an unmoved king and an unmoved partner.
template <Features F>
inline void drop_lost_rights(const Tables<F.words>& t, State<F>* s) {
  for (const Bits<F.words>& of : s->of) {
    const Bits<F.words> unmoved = s->unmoved & of;
    const Bits<F.words> kings = unmoved & s->planes[t.castling->king_plane];
    if (kings.none() || unmoved.without(kings).none()) s->unmoved = s->unmoved.without(unmoved);
  }
}

}  // namespace regelwerk::generator
