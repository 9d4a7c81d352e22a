// Rearrangement: once in the first rounds a player puts the pieces in his
// set-up area on other squares of it. There can be hundreds of millions of
// placements, so they are numbered, recognised and made, but never listed here.
#pragma once

#include <vector>

#include "generator/rules/coalition.h"
#include "generator/rules/royal_safety.h"

namespace regelwerk::generator {

// What can be rearranged: how many pieces of each kind, and the squares they
// may stand on (area squares not held by others), in board order.
struct Arrangement {
  std::vector<int> squares;
  std::vector<int> counts;  // by kind; the last entry are the squares left empty
  std::vector<int> kinds;   // by square: index into counts
};

// Number of different placements: a multinomial coefficient.
inline std::uint64_t placements(std::vector<int> counts) {
  std::uint64_t result = 1;
  std::uint64_t placed = 0;
  for (const int count : counts) {
    for (int i = 1; i <= count; ++i) result = result * ++placed / static_cast<std::uint64_t>(i);
  }
  return result;
}

// The number of a placement among all, in lexical order of its squares' kinds;
// and back.
inline std::uint32_t placement_number(const Arrangement& a) {
  std::vector<int> left = a.counts;
  std::uint64_t number = 0;
  for (const int kind : a.kinds) {
    for (int smaller = 0; smaller < kind; ++smaller) {
      if (left[smaller] == 0) continue;
      --left[smaller];
      number += placements(left);
      ++left[smaller];
    }
    --left[kind];
  }
  return static_cast<std::uint32_t>(number);
}
inline std::vector<int> placement_kinds(const Arrangement& a, std::uint64_t number) {
  std::vector<int> left = a.counts;
  std::vector<int> kinds;
  for (std::size_t i = 0; i < a.squares.size(); ++i) {
    for (std::size_t kind = 0; kind < left.size(); ++kind) {
      if (left[kind] == 0) continue;
      --left[kind];
      const std::uint64_t below = placements(left);
      if (number < below) {
        kinds.push_back(static_cast<int>(kind));
        break;
      }
      number -= below;
      ++left[kind];
    }
  }
  return kinds;
}

template <Features F>
inline PlaneCode planes_at(const Tables<F.words>& t, const State<F>& s, int square) {
  PlaneCode code = 0;
  for (int p = 0; p < t.planes; ++p) {
    if (s.planes[p].test(square)) code |= PlaneCode{1} << p;
  }
  return code;
}

// The present placement of the player's pieces in his area.
template <Features F>
inline Arrangement arrangement_of(const Tables<F.words>& t, const State<F>& s, int player) {
  Arrangement a;
  const int nothing = static_cast<int>(t.code.size());
  a.counts.assign(t.code.size() + 1, 0);
  Bits<F.words> others;
  for (int p = 0; p < F.players; ++p) {
    if (p != player) others |= s.of[p];
  }
  for (const int square : t.board_order) {
    if (!t.set_up[player].test(square) || others.test(square)) continue;
    const int kind = s.of[player].test(square) ? *t.kind_of(planes_at(t, s, square)) : nothing;
    a.squares.push_back(square);
    a.kinds.push_back(kind);
    ++a.counts[kind];
  }
  return a;
}

// Puts the pieces of the player's area as `kinds` says (same squares as in
// `a`).
template <Features F>
inline void place(const Tables<F.words>& t, const Arrangement& a, const std::vector<int>& kinds,
                  int player, State<F>* s) {
  const int nothing = static_cast<int>(t.code.size());
  Bits<F.words> area;
  for (const int square : a.squares) area.set(square);
  for (auto& plane : s->planes) plane = plane.without(area);
  s->of[player] = s->of[player].without(area);
  s->unmoved = s->unmoved.without(area);
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    if (kinds[i] == nothing) continue;
    const auto square = Bits<F.words>::single(a.squares[i]);
    set_kind(t, kinds[i], {}, square, s);
    s->of[player] |= square;
    if ((t.flagged_kinds >> kinds[i]) & 1) s->unmoved |= square;
  }
}

template <Features F>
inline bool may_rearrange(const State<F>& s, int player) {
  return !s.politics.asked() && (s.politics.may_rearrange & only(player)) != 0;
}

// Whether the player's royals are safe in `s`.
template <Features F>
inline bool royals_are_safe(const Tables<F.words>& t, const State<F>& s, int player) {
  const View<F, kAny> v(t, s, player);
  return all_safe(v, v.royals, v.hostile, v.occupied);
}

// Whether the placement is a legal rearrangement, with the declaration given
// (-1: none).
template <Features F>
inline bool rearrangement_is_legal(const Tables<F.words>& t, const State<F>& s, int player,
                                   const Arrangement& a, const std::vector<int>& kinds,
                                   int declares) {
  if (kinds == a.kinds) return false;
  State<F> after = s;
  place(t, a, kinds, player, &after);
  if (!may_join(t, s, player)) {
    return declares < 0 && royals_are_safe(t, after, player);
  }
  const Players open = open_allies(t, s, player);
  const Players implied = implied_allies(t, after, player, -1);
  const bool plain = may_imply(implied, open);
  if (declares < 0) return plain;
  return (open & only(declares)) != 0 && !(plain && implied == only(declares));
}

// Whether the player has any legal rearrangement. A royal's safety depends on
// its square and on which squares are occupied only, so it is enough to try
// those.
template <Features F>
inline bool has_rearrangement(const Tables<F.words>& t, const State<F>& s, int player) {
  if (!may_rearrange(s, player)) return false;
  const Arrangement a = arrangement_of(t, s, player);
  const int nothing = static_cast<int>(t.code.size());
  int royal = -1;
  int plain_pieces = 0;
  int other = -1;  // some piece that is not royal, to stand for all of them
  for (int kind = 0; kind < nothing; ++kind) {
    if (a.counts[kind] == 0) continue;
    if ((t.code[kind] >> kRoyalPlane) & 1) {
      royal = kind;
    } else {
      plain_pieces += a.counts[kind];
      other = kind;
    }
  }
  const int pieces = plain_pieces + (royal >= 0 ? 1 : 0);
  if (pieces == 0) return false;
  if (placements(a.counts) == 1) return false;
  // What stands where matters to nobody if there is neither a royal to guard
  // nor one to attack.
  const bool joins = may_join(t, s, player);
  if (!joins && (s.planes[kRoyalPlane] & s.of[player]).none()) return true;
  if (joins) {  // the pieces matter, for what they attack: try placements until
                // one is legal
    const std::uint64_t all = placements(a.counts);
    for (std::uint64_t number = 0; number < all; ++number) {
      const std::vector<int> kinds = placement_kinds(a, number);
      if (rearrangement_is_legal(t, s, player, a, kinds, -1)) return true;
      bool declared = false;
      for_each_player(open_allies(t, s, player), [&](int p) {
        declared = declared || rearrangement_is_legal(t, s, player, a, kinds, p);
      });
      if (declared) return true;
    }
    return false;
  }
  // Sets of occupied squares with a square for the royal among them.
  Arrangement shape = a;
  shape.counts.assign(a.counts.size(), 0);
  if (royal >= 0) shape.counts[royal] = 1;
  if (other >= 0) shape.counts[other] = plain_pieces;
  shape.counts[nothing] = a.counts[nothing];
  shape.kinds = a.kinds;
  for (int& kind : shape.kinds) {
    if (kind != nothing && kind != royal) kind = other;
  }
  bool several_kinds = false;  // then the same shape can be filled in another way
  for (int kind = 0; kind < nothing; ++kind) {
    several_kinds |= kind != royal && kind != other && a.counts[kind] > 0;
  }
  const std::uint64_t all = placements(shape.counts);
  for (std::uint64_t number = 0; number < all; ++number) {
    const std::vector<int> kinds = placement_kinds(shape, number);
    if (kinds == shape.kinds && !several_kinds) continue;
    State<F> after = s;
    place(t, shape, kinds, player, &after);
    if (royals_are_safe(t, after, player)) return true;
  }
  return false;
}

}  // namespace regelwerk::generator
