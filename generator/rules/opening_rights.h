// Opening rights: in the first rounds a player may pass, and some may once put
// a piece on a square of the other colour in their set-up area without losing
// the move.
#pragma once

#include "generator/rules/coalition.h"
#include "generator/rules/royal_safety.h"

namespace regelwerk::generator {

template <Features F, int Us, class Sink>
inline void pass_actions(const View<F, Us>& v, Sink& sink) {
  sink.single(Move{.type = Move::Type::kPass});
  if (!may_join(v.t, v.s, v.us)) return;
  for_each_player(open_allies(v.t, v.s, v.us), [&](int ally) {
    sink.single(Move{.type = Move::Type::kPass, .declares = static_cast<std::int8_t>(ally)});
  });
}

template <Features F, int Us, class Sink>
inline void shift_actions(const View<F, Us>& v, Sink& sink) {
  using B = Bits<F.words>;
  if (!(v.s.politics.may_shift & only(v.us))) return;
  const OpeningRightsTable<F.words>& rights = *v.t.opening_rights;
  const B& area = v.t.set_up[v.us];
  (v.own & area & v.s.planes[rights.shifts_plane]).for_each([&](int from) {
    const B other_colour = rights.dark.test(from) ? ~rights.dark : rights.dark;
    (area & other_colour).without(v.occupied).for_each([&](int to) {
      const B occupied = v.occupied.without(B::single(from)) | B::single(to);
      if (!all_safe(v, v.royals, v.hostile, occupied)) return;
      sink.single(
          Move{static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to), Move::Type::kShift});
    });
  });
}

// Passes and shifts of a player whose regular turn it is.
template <Features F, int Us, class Sink>
inline void opening_rights(const View<F, Us>& v, bool in_check, Sink& sink) {
  if (!v.t.opening_rights || v.s.politics.round > v.t.opening_rights->rounds) return;
  if (!in_check) pass_actions(v, sink);
  shift_actions(v, sink);
}

}  // namespace regelwerk::generator
