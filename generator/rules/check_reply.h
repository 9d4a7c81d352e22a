// Replies out of turn: a player whose royal comes into check is asked at once,
// unless the next regular turn is his; he replies and owes a turn, or waits.
#pragma once

#include "generator/rules/coalition.h"
#include "generator/rules/turn_order.h"

namespace regelwerk::generator {

// Whether a royal of `player` is attacked by anyone hostile to him.
template <Features F>
inline bool is_in_check(const Tables<F.words>& t, const State<F>& s, int player) {
  for (int by = 0; by < F.players; ++by) {
    if (s.politics.hostile(player, by) && attacks_royal(t, s, by, player)) return true;
  }
  return false;
}

// Settles who acts after `us` has acted: those asked, or the next in turn
// `next`. `after` is the position after the action, alliances included,
// `before` the one before it.
template <Features F>
inline void settle_turn(const Tables<F.words>& t, const State<F>& before, int us, int next,
                        State<F>* after) {
  Politics& p = after->politics;
  std::array<std::int8_t, 2> asked{Politics::kNobody, Politics::kNobody};
  if (t.check_reply && !is_broken_off(t, *after)) {
    int count = 0;
    const int has_next_turn = next_not_owing(t, *after, next);
    for (int i = 0, player = t.next_player[us]; i < t.players - 1 && count < 2;
         ++i, player = t.next_player[player]) {
      if (player == has_next_turn || !is_in_check(t, *after, player)) continue;
      const bool pending = player == before.politics.also_asked;
      if (pending || !is_in_check(t, before, player)) {
        asked[count++] = static_cast<std::int8_t>(player);
      }
    }
  }
  if (asked[0] == Politics::kNobody) {
    pass_on_to(t, next, after);
  } else {
    p.to_act = asked[0];
    p.also_asked = asked[1];
    p.next_regular = static_cast<std::int8_t>(next);
  }
}

}  // namespace regelwerk::generator
