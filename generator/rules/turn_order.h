// Turn order: who acts next, which turns are sat out, when a round ends.
//
// A round ends after the turn of the last player in order, made, sat out or
// fallen away.
#pragma once

#include "generator/state.h"

namespace regelwerk::generator {

template <Features F>
inline bool is_in_game(const State<F>& s, int player) {
  return s.of[player].any();
}

// The player after `player` who is still in the game; counts the round that
// ends on the way.
template <Features F>
inline int next_in_game(const Tables<F.words>& t, const State<F>& s, int player,
                        std::uint16_t* round) {
  do {
    player = t.next_player[player];
    if (player == t.first_player) ++*round;
  } while (!is_in_game(s, player));
  return player;
}

// The first player from `player` on who will not sit out his turn.
template <Features F>
inline int next_not_owing(const Tables<F.words>& t, const State<F>& s, int player) {
  std::array<std::uint8_t, kMaxPlayers> owed = s.politics.owed;
  std::uint16_t round = 0;
  while (owed[player] > 0) {
    --owed[player];
    player = next_in_game(t, s, player, &round);
  }
  return player;
}

// Play passes on to `player`; turns that are owed are used up.
template <Features F>
inline void pass_on_to(const Tables<F.words>& t, int player, State<F>* s) {
  Politics& p = s->politics;
  while (p.owed[player] > 0) {
    --p.owed[player];
    player = next_in_game(t, *s, player, &p.round);
  }
  p.to_act = static_cast<std::int8_t>(player);
  p.also_asked = Politics::kNobody;
  p.next_regular = Politics::kNobody;
}

}  // namespace regelwerk::generator
