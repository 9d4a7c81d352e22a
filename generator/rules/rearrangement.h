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
    const int kind = s.of[player].test(square) ? *t.kind_of(code_at(t, s, square)) : nothing;
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

// Placements that differ in the royal's square and the occupied squares only: all that a royal's
// safety depends on.
struct Shapes {
  Arrangement arrangement;     // other pieces are all of one kind
  std::uint64_t fillings = 1;  // placements of the real kinds for each shape
};
template <Features F>
inline Shapes shapes_of(const Tables<F.words>& t, const Arrangement& a) {
  const int nothing = static_cast<int>(t.code.size());
  Shapes shapes{.arrangement = a};
  std::vector<int> other_counts;
  int stands_for_others = -1;
  std::vector<int>& counts = shapes.arrangement.counts;
  for (int kind = 0; kind < nothing; ++kind) {
    if (a.counts[kind] == 0 || ((t.code[kind] >> kRoyalPlane) & 1)) continue;
    other_counts.push_back(a.counts[kind]);
    if (stands_for_others < 0) {
      stands_for_others = kind;
    } else {
      counts[stands_for_others] += a.counts[kind];
      counts[kind] = 0;
    }
  }
  for (int& kind : shapes.arrangement.kinds) {
    if (kind != nothing && !((t.code[kind] >> kRoyalPlane) & 1)) kind = stands_for_others;
  }
  shapes.fillings = placements(other_counts);
  return shapes;
}

// Calls f(Move) for every legal rearrangement of a player who may still rearrange; f returns
// whether to go on.
template <Features F, class Fn>
inline void for_each_rearrangement(const Tables<F.words>& t, const State<F>& s, int player,
                                   Fn&& f) {
  if (!may_rearrange(s, player)) return;
  const Arrangement a = arrangement_of(t, s, player);
  const Players open = may_join(t, s, player) ? open_allies(t, s, player) : Players{0};
  const std::uint64_t all = placements(a.counts);
  bool go_on = true;
  for (std::uint64_t number = 0; number < all && go_on; ++number) {
    const std::vector<int> kinds = placement_kinds(a, number);
    Move move{.type = Move::Type::kRearrange, .placement = static_cast<std::uint32_t>(number)};
    const auto try_with = [&](int ally) {
      if (!go_on || !rearrangement_is_legal(t, s, player, a, kinds, ally)) return;
      move.declares = static_cast<std::int8_t>(ally);
      go_on = f(move);
    };
    try_with(Move::kNothing);
    for_each_player(open, try_with);
  }
}

// How many legal rearrangements there are. They are gone through one by one only where what they
// attack can decide an alliance; otherwise shape by shape.
template <Features F>
inline std::uint64_t count_rearrangements(const Tables<F.words>& t, const State<F>& s, int player) {
  if (!may_rearrange(s, player)) return 0;
  std::uint64_t count = 0;
  if (may_join(t, s, player)) {
    for_each_rearrangement(t, s, player, [&](const Move&) {
      ++count;
      return true;
    });
    return count;
  }
  const Arrangement a = arrangement_of(t, s, player);
  if ((s.planes[kRoyalPlane] & s.of[player]).none()) return placements(a.counts) - 1;
  const Shapes shapes = shapes_of<F>(t, a);
  const std::uint64_t all = placements(shapes.arrangement.counts);
  for (std::uint64_t number = 0; number < all; ++number) {
    const std::vector<int> kinds = placement_kinds(shapes.arrangement, number);
    State<F> after = s;
    place(t, shapes.arrangement, kinds, player, &after);
    if (!royals_are_safe(t, after, player)) continue;
    count += shapes.fillings - (kinds == shapes.arrangement.kinds ? 1 : 0);
  }
  return count;
}

// Whether the player has any legal rearrangement.
template <Features F>
inline bool has_rearrangement(const Tables<F.words>& t, const State<F>& s, int player) {
  if (!may_rearrange(s, player)) return false;
  if (!may_join(t, s, player)) return count_rearrangements(t, s, player) > 0;
  bool found = false;
  for_each_rearrangement(t, s, player, [&](const Move&) {
    found = true;
    return false;
  });
  return found;
}

}  // namespace regelwerk::generator
