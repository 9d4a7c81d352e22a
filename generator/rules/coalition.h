// Coalitions: a small power joins a great one in the first rounds, by declaring
// it, or by what its action does (a capture of a great power's piece, an attack
// on its royal): that allies it with the other great power.
#pragma once

#include "generator/rules/en_passant.h"
#include "generator/rules/movement.h"
#include "generator/rules/turn_order.h"

namespace regelwerk::generator {

// A set of players, a bit each.
using Players = std::uint8_t;
constexpr Players only(int player) { return static_cast<Players>(1 << player); }

inline bool is_great(const CoalitionTable& c, int player) {
  return player == c.great[0] || player == c.great[1];
}
inline int other_great(const CoalitionTable& c, int player) {
  return player == c.great[0] ? c.great[1] : c.great[0];
}
inline int other_small(const CoalitionTable& c, int player) {
  return player == c.small[0] ? c.small[1] : c.small[0];
}
inline bool is_small(const CoalitionTable& c, int player) {
  return player == c.small[0] || player == c.small[1];
}

// Whether `player`, to act, is a small power that may still find an ally.
template <Features F>
inline bool may_join(const Tables<F.words>& t, const State<F>& s, int player) {
  const Politics& p = s.politics;
  return t.coalition && is_small(*t.coalition, player) && p.ally[player] == Politics::kNobody &&
         !p.asked() && p.round <= t.coalition->rounds;
}

// Players whom `player` may join now.
template <Features F>
inline Players open_allies(const Tables<F.words>& t, const State<F>& s, int player) {
  const CoalitionTable& c = *t.coalition;
  const Politics& p = s.politics;
  Players open = 0;
  for (const int great : c.great) {
    if (p.ally[great] == Politics::kNobody) open |= only(great);
  }
  if (c.small_powers) {
    const int other = other_small(c, player);
    // No great power is allied unless one of the small ones is.
    if (p.ally[other] == Politics::kNobody && is_in_game(s, other)) open |= only(other);
  }
  return open;
}

// The game is broken off: the rounds are over and a small power with pieces has
// no ally.
template <Features F>
inline bool is_broken_off(const Tables<F.words>& t, const State<F>& s) {
  if (!t.coalition || s.politics.round <= t.coalition->rounds) return false;
  for (const int small : t.coalition->small) {
    if (is_in_game(s, small) && s.politics.ally[small] == Politics::kNobody) return true;
  }
  return false;
}
// Allied small powers have lost all their pieces.
template <Features F>
inline bool small_powers_are_out(const Tables<F.words>& t, const State<F>& s) {
  if (!t.coalition) return false;
  const auto& small = t.coalition->small;
  return s.politics.ally[small[0]] == small[1] && !is_in_game(s, small[0]) &&
         !is_in_game(s, small[1]);
}

// Whether the royal of `great` is attacked by pieces of `by` alone.
template <Features F>
inline bool attacks_royal(const Tables<F.words>& t, const State<F>& s, int by, int great) {
  Bits<F.words> occupied;
  for (const auto& of : s.of) occupied |= of;
  bool attacked = false;
  (s.planes[kRoyalPlane] & s.of[great]).for_each([&](int royal) {
    attacked = attacked || attackers_of<F>(t, s, by, s.of[by], royal, occupied).any();
  });
  return attacked;
}

// With whom an action of the unallied small power `player` allies it: great
// powers whose opponents it captured from (`captured`: owner, -1 none) or
// attacks afterwards.
template <Features F>
inline Players implied_allies(const Tables<F.words>& t, const State<F>& after, int player,
                              int captured) {
  const CoalitionTable& c = *t.coalition;
  Players implied = 0;
  for (const int great : c.great) {
    if (captured == great || attacks_royal(t, after, player, great)) {
      implied |= only(other_great(c, great));
    }
  }
  return implied;
}
// Whether the action may stand without a declaration.
inline bool may_imply(Players implied, Players open) {
  return implied == 0 || (std::has_single_bit(implied) && (implied & open) == implied);
}

template <Features F>
inline int owner_at(const State<F>& s, int square) {
  for (int p = 0; p < F.players; ++p) {
    if (s.of[p].test(square)) return p;
  }
  return -1;
}
// Whose piece `move` captures; -1: nobody's.
template <Features F>
inline int captured_player(const State<F>& s, int us, Move move) {
  if (move.type == Move::Type::kEnPassant) {
    for (int owner = 0; owner < F.players; ++owner) {
      if (owner != us && s.en_passant[owner].square == move.to && s.politics.hostile(us, owner)) {
        return owner;
      }
    }
  }
  if (move.type == Move::Type::kPlain) return owner_at(s, move.to);
  return -1;
}

inline void ally(int a, int b, const CoalitionTable& c, Politics* p) {
  const auto pair = [&](int x, int y) {
    p->ally[x] = static_cast<std::int8_t>(y);
    p->ally[y] = static_cast<std::int8_t>(x);
  };
  pair(a, b);
  if (is_small(c, a) && is_small(c, b)) pair(c.great[0], c.great[1]);
}

// Calls f(player) for every member.
template <class Fn>
inline void for_each_player(Players players, Fn&& f) {
  for (int p = 0; p < kMaxPlayers; ++p) {
    if (players & only(p)) f(p);
  }
}

// The actions of a small power that may still find an ally: each plain move is
// tried for what it implies, and offered with every declaration that makes a
// difference. `board_after(move)` is the board afterwards.
template <Features F, int Us, class After, class Sink>
void coalition_actions(const View<F, Us>& v, const std::vector<Move>& moves, After&& board_after,
                       Sink& sink) {
  const Players open = open_allies(v.t, v.s, v.us);
  for (Move move : moves) {
    const int captured = captured_player(v.s, v.us, move);
    const Players implied = implied_allies(v.t, board_after(move), v.us, captured);
    const bool plain = may_imply(implied, open);
    if (plain) sink.single(move);
    for_each_player(open, [&](int ally) {
      if (captured == ally || (plain && implied == only(ally))) return;
      move.declares = static_cast<std::int8_t>(ally);
      sink.single(move);
    });
  }
  // Onto the crossed square of a piece that the declaration makes a friend
  // there is no capture: a piece that can go there otherwise just does.
  for_each_en_passant_candidate(v, [&](int from, int promotion, EnPassantRight right) {
    const int owner = owner_at(v.s, right.victim);
    if (!(open & only(owner)) || !targets_from(v, from).test(right.square)) return;
    for_each_choice<F>(v.t, v.s, promotion, v.us, right.square, [&](std::uint8_t choice) {
      sink.single(Move{static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(right.square),
                       Move::Type::kPlain, choice, static_cast<std::int8_t>(owner)});
    });
  });
}

}  // namespace regelwerk::generator
