// Castling of an unmoved king with an unmoved partner, by precomputed paths.
#pragma once

#include "generator/rules/royal_safety.h"

namespace regelwerk::generator {

template <Features F, int Us>
inline bool castling_is_legal(const View<F, Us>& v, const CastlingPath<F.words>& path) {
  using B = Bits<F.words>;
  if (!v.s.unmoved.test(path.king_from) || !v.s.unmoved.test(path.partner_from)) return false;
  if ((path.empty & v.occupied).any()) return false;
  const B king = B::single(path.king_from);
  const B lifted = v.occupied.without(king);
  if (!all_safe(v, king | path.crossed, v.hostile, lifted)) return false;
  const B after = lifted.without(B::single(path.partner_from)) | B::single(path.king_to) |
                  B::single(path.partner_to);
  return all_safe(v, v.royals.without(king) | B::single(path.king_to), v.hostile, after);
}

template <Features F, int Us, class Sink>
inline void castling(const View<F, Us>& v, Sink& sink) {
  if (!v.t.castling || (v.s.unmoved & v.own).none()) return;
  for (const auto& path : v.t.castling->paths[Us]) {
    if (castling_is_legal(v, path)) {
      sink.single(Move{static_cast<std::uint8_t>(path.king_from),
                       static_cast<std::uint8_t>(path.partner_from), Move::Type::kCastling});
    }
  }
}

// Keeps only those unmoved pieces that still have an unmoved counterpart.
template <Features F>
inline void drop_lost_rights(const Tables<F.words>& t, State<F>* s) {
  Bits<F.words> kept;
  for (int player = 0; player < t.players; ++player) {
    for (const auto& path : t.castling->paths[player]) {
      const Bits<F.words> ends =
          Bits<F.words>::single(path.king_from) | Bits<F.words>::single(path.partner_from);
      if (ends.without(s->unmoved).none()) kept |= ends;
    }
  }
  s->unmoved = kept;
}

template <Features F>
inline const CastlingPath<F.words>& castling_path(const Tables<F.words>& t, int player, int king,
                                                  int partner) {
  for (const auto& path : t.castling->paths[player]) {
    if (path.king_from == king && path.partner_from == partner) return path;
  }
  __builtin_unreachable();
}

}  // namespace regelwerk::generator
