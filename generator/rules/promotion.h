// Promotion: a move of a promoting kind that ends in its zone is one action for
// each choice, and one more without a choice if promotion is not compulsory.
#pragma once

#include "generator/state.h"

namespace regelwerk::generator {

// By how many the actions outnumber the targets in `to`.
template <int W>
inline int extra_actions(const PromotionTable<W>& promotion, int player, const Bits<W>& to) {
  const int choices = static_cast<int>(promotion.choices.size()) + (promotion.compulsory ? 0 : 1);
  return (to & promotion.zone[player]).count() * (choices - 1);
}

// Calls f(choice) for everything a move to `to` may be completed with.
template <int W, class Fn>
inline void for_each_choice(const Tables<W>& t, int promotion, int player, int to, Fn&& f) {
  if (promotion < 0 || !t.promotions[promotion].zone[player].test(to)) {
    f(Move::kNoChoice);
    return;
  }
  const PromotionTable<W>& table = t.promotions[promotion];
  if (!table.compulsory) f(Move::kNoChoice);
  for (const spec::KindId kind : table.choices) f(static_cast<std::uint8_t>(kind));
}

}  // namespace regelwerk::generator
