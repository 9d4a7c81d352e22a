// Royal safety: after an action no royal of the player who made it may be attacked.
//
// For pieces that are not royal this is settled before they are generated: where an action must
// end to answer every check (check_mask), and to which squares a pinned piece is bound.
#pragma once

#include <array>

#include "generator/attacks.h"
#include "generator/state.h"

namespace regelwerk::generator {

template <Features F>
struct Threats {
  using B = Bits<F.words>;
  struct Pin {
    int square;
    std::array<std::uint64_t, F.words> line;  // the pinned piece may only go here
  };
  // One royal is pinned against from eight directions; otherwise any piece may be pinned.
  static constexpr bool kFewPins = F.royals == 1 && !F.rays;
  static constexpr int kMaxPins = kFewPins ? 8 : 64 * F.words;

  B check_mask = ~B{};
  B pinned{};
  bool in_check = false;
  int pins = 0;
  std::array<Pin, kMaxPins> pin;  // the first `pins` are set

  void check(const B& answers) {
    in_check = true;
    check_mask &= answers;
  }
  void add_pin(int square, const B& line) {
    if (!kFewPins && pinned.test(square)) {
      for (int i = 0; i < pins; ++i) {
        if (pin[i].square == square) pin[i].line = (B{pin[i].line} & line).w;
      }
      return;
    }
    pinned.set(square);
    pin[pins++] = {square, line.w};
  }
  // All squares that its pins leave to the piece on `square`.
  B line_of(int square) const {
    for (int i = 0; i < pins; ++i) {
      if (pin[i].square == square) return B{pin[i].line};
    }
    return ~B{};
  }
};

template <class V, Features F>
inline void add_threats(const V& v, int royal, Threats<F>* threats) {
  using B = Bits<F.words>;
  const auto line_threat = [&](int from, const B& between) {
    const B blockers = between & v.occupied;
    if (blockers.none()) {
      threats->check(between | B::single(from));
    } else if (!blockers.more_than_one() && (blockers & v.own).any()) {
      threats->add_pin(blockers.lowest(), between | B::single(from));
    }
  };
  const B snipers =
      v.hostile & ((v.t.sliders.orthogonal_lines(royal) & v.s.planes[kOrthogonalPlane]) |
                   (v.t.sliders.diagonal_lines(royal) & v.s.planes[kDiagonalPlane]));
  snipers.for_each([&](int from) { line_threat(from, v.t.between(royal, from)); });
  for (const auto& leap : v.t.leap_attacks) {
    const B from = leap.from[V::them][royal] & v.s.planes[leap.plane] & v.hostile;
    if (from.any()) threats->check(from.more_than_one() ? B{} : from);
  }
  if constexpr (F.rays) {
    for (const auto& rays : v.t.rays) {
      const B candidates = v.s.planes[rays.plane] & v.hostile;
      if (candidates.none()) continue;
      for (const auto& attack : rays.attacks[V::them][royal]) {
        if (candidates.test(attack.from)) line_threat(attack.from, attack.between);
      }
    }
  }
}

// Threats to all royals of the player to act, or to all but the one on `except`.
template <Features F, int Us>
inline Threats<F> threats_to_royals(const View<F, Us>& v, int except = -1) {
  Threats<F> threats;
  if constexpr (F.royals == 1) {
    if (v.royals.any() && except < 0) add_threats(v, v.royals.lowest(), &threats);
  } else {
    v.royals.for_each([&](int royal) {
      if (royal != except) add_threats(v, royal, &threats);
    });
  }
  return threats;
}

// Whether every royal of `royals` is safe when exactly `occupied` is occupied and only
// `attackers` of the other player are left.
template <Features F, int Us>
inline bool all_safe(const View<F, Us>& v, const Bits<F.words>& royals,
                     const Bits<F.words>& attackers, const Bits<F.words>& occupied) {
  bool safe = true;
  royals.for_each([&](int royal) {
    safe = safe && !is_attacked<F>(v.t, v.s, View<F, Us>::them, attackers, royal, occupied);
  });
  return safe;
}

// Those of `targets` on which the royal from `from` would be safe.
template <Features F, int Us>
inline Bits<F.words> safe_targets(const View<F, Us>& v, int from, const Bits<F.words>& targets) {
  using B = Bits<F.words>;
  const B lifted = v.occupied.without(B::single(from));
  B safe;
  targets.for_each([&](int to) {
    const B target = B::single(to);
    if (!is_attacked<F>(v.t, v.s, View<F, Us>::them, v.hostile.without(target), to, lifted)) {
      safe |= target;
    }
  });
  return safe;
}

}  // namespace regelwerk::generator
