// Promotion: a move of a promoting kind that ends in its zone is one action for each kind that it
// may become, and one more without a choice where promotion is not compulsory.
//
// What a royal promotes to must be safe, which the sets of targets do not tell: such choices are
// found apart (royal_promotions).
#pragma once

#include "generator/rules/royal_safety.h"

namespace regelwerk::generator {

// Whether the player has lost a piece of this kind.
template <Features F>
inline bool is_captured(const Tables<F.words>& t, const State<F>& s,
                        const PromotionTable<F.words>& promotion, int player, spec::KindId kind) {
  const PlaneCode code = t.code[kind];
  Bits<F.words> of_kind = s.of[player];
  for (int p = 0; p < t.planes; ++p) {
    of_kind = (code >> p) & 1 ? of_kind & s.planes[p] : of_kind.without(s.planes[p]);
  }
  return of_kind.count() < promotion.at_start[player][kind];
}

// Calls f(kind) for each of `choices` that the player has at hand.
template <Features F, class Fn>
inline void for_each_at_hand(const Tables<F.words>& t, const State<F>& s,
                             const PromotionTable<F.words>& promotion, int player,
                             const std::vector<spec::KindId>& choices, Fn&& f) {
  for (const spec::KindId kind : choices) {
    if constexpr (F.promotions) {
      if (promotion.captured_only && !is_captured<F>(t, s, promotion, player, kind)) continue;
    }
    f(kind);
  }
}

// By how many the actions outnumber the targets in `to`, royal choices aside.
template <Features F>
inline int extra_actions(const Tables<F.words>& t, const State<F>& s,
                         const PromotionTable<F.words>& promotion, int player,
                         const Bits<F.words>& to) {
  const Bits<F.words> here = to & promotion.zone[player];
  int choices = static_cast<int>(promotion.choices.size());
  if constexpr (!F.promotions) {
    return here.count() * (choices - 1);
  } else {
    if (here.none()) return 0;
    if (promotion.captured_only) {
      choices = 0;
      for_each_at_hand<F>(t, s, promotion, player, promotion.choices,
                          [&](spec::KindId) { ++choices; });
    }
    return here.count() * (choices - 1) + here.without(promotion.compulsory[player]).count();
  }
}

// Calls f(choice) for everything a move to `to` may be completed with, royal choices aside.
template <Features F, class Fn>
inline void for_each_choice(const Tables<F.words>& t, const State<F>& s, int promotion, int player,
                            int to, Fn&& f) {
  if (promotion < 0 || !t.promotions[promotion].zone[player].test(to)) {
    f(Move::kNoChoice);
    return;
  }
  const PromotionTable<F.words>& table = t.promotions[promotion];
  if constexpr (F.promotions) {
    if (!table.compulsory[player].test(to)) f(Move::kNoChoice);
  }
  for_each_at_hand<F>(t, s, table, player, table.choices,
                      [&](spec::KindId kind) { f(static_cast<std::uint8_t>(kind)); });
}

// Calls f(choice) for the royal kinds that a move to `to` may be completed with; whether they
// would be safe is not asked.
template <Features F, class Fn>
inline void for_each_royal_choice(const Tables<F.words>& t, const State<F>& s, int promotion,
                                  int player, int to, Fn&& f) {
  if (promotion < 0 || !t.promotions[promotion].zone[player].test(to)) return;
  const PromotionTable<F.words>& table = t.promotions[promotion];
  for_each_at_hand<F>(t, s, table, player, table.royal_choices,
                      [&](spec::KindId kind) { f(static_cast<std::uint8_t>(kind)); });
}

// Whether a piece from `from` would be safe as a royal on `to`, what stands on `gone` being
// captured.
template <Features F, int Us>
inline bool safe_as_royal(const View<F, Us>& v, int from, int to, const Bits<F.words>& gone) {
  using B = Bits<F.words>;
  const B target = B::single(to);
  const B occupied = v.occupied.without(B::single(from) | gone) | target;
  return !is_attacked(v, v.hostile.without(target | gone), to, occupied);
}

}  // namespace regelwerk::generator
