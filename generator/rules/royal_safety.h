// Royal safety: after an action no royal of the player who made it may be
// attacked.
//
// For pieces that are not royal this is settled before they are generated:
// where an action must end to answer every check (check mask), and to which
// squares a pinned piece is bound.
#pragma once

#include <array>

#include "generator/attacks.h"
#include "generator/state.h"

namespace regelwerk::generator {

// What is aimed at one royal (or, summed up, at several).
template <Features F>
struct Threats {
  using B = Bits<F.words>;
  struct Pin {
    int square;
    std::array<std::uint64_t, F.words> line;  // the pinned piece may only go here
  };
  // One royal is pinned against from eight directions; otherwise any piece may
  // be pinned.
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

template <Features F, int Us>
inline void add_threats(const View<F, Us>& v, int royal, Threats<F>* threats) {
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
  v.for_each_hostile([&](int player, const B& pieces) {
    for (const auto& leap : v.t.leap_attacks) {
      const B from = leap.from[player][royal] & v.s.planes[leap.plane] & pieces;
      if (from.any()) threats->check(from.more_than_one() ? B{} : from);
    }
    if constexpr (F.rays) {
      for (const auto& rays : v.t.rays) {
        const B candidates = v.s.planes[rays.plane] & pieces;
        if (candidates.none()) continue;
        for (const auto& attack : rays.attacks[player][royal]) {
          if (candidates.test(attack.from)) line_threat(attack.from, attack.between);
        }
      }
    }
  });
}

// The threats to all royals of the player to act. A royal that moves itself is
// bound by the threats to the others only.
template <Features F, int Us>
class RoyalThreats {
 public:
  using B = Bits<F.words>;

  explicit RoyalThreats(const View<F, Us>& v) : v_(v) {
    if constexpr (kEach) {
      v.royals.for_each([&](int royal) {
        square_[count_] = royal;
        add_threats(v, royal, &each_[count_++]);
      });
    } else {
      v.royals.for_each([&](int royal) { add_threats(v, royal, &each_[0]); });
    }
  }

  bool in_check() const {
    bool any = each_[0].in_check;
    if constexpr (kEach && F.royals > 1) any |= count_ > 1 && each_[1].in_check;
    return any;
  }
  // Where an action of a piece that is not royal must end.
  B check_mask() const {
    B mask = each_[0].check_mask;
    if constexpr (kEach && F.royals > 1) mask &= each_[1].check_mask;
    return mask;
  }
  B pinned() const {
    B pinned = each_[0].pinned;
    if constexpr (kEach && F.royals > 1) pinned |= each_[1].pinned;
    return pinned;
  }
  B line_of(int square) const {
    B line = each_[0].line_of(square);
    if constexpr (kEach && F.royals > 1) line &= each_[1].line_of(square);
    return line;
  }
  // Where the other royals let this one go.
  B bounds_of_royal(int royal) const {
    if constexpr (F.royals == 1) return ~B{};
    B bounds = ~B{};
    if constexpr (kEach) {
      for (int i = 0; i < count_; ++i) {
        if (square_[i] != royal) bounds &= each_[i].check_mask & each_[i].line_of(royal);
      }
    } else {
      Threats<F> others;
      v_.royals.for_each([&](int other) {
        if (other != royal) add_threats(v_, other, &others);
      });
      bounds = others.check_mask & others.line_of(royal);
    }
    return bounds;
  }

 private:
  // Kept royal by royal where there are few; summed up otherwise.
  static constexpr bool kEach = F.royals <= 2;

  const View<F, Us>& v_;
  int count_ = 0;
  std::array<int, kEach ? F.royals : 1> square_{};
  std::array<Threats<F>, kEach ? F.royals : 1> each_;
};

// Whether every royal of `royals` is safe when exactly `occupied` is occupied
// and only `attackers` of the other player are left.
template <Features F, int Us>
inline bool all_safe(const View<F, Us>& v, const Bits<F.words>& royals,
                     const Bits<F.words>& attackers, const Bits<F.words>& occupied) {
  bool safe = true;
  royals.for_each([&](int royal) { safe = safe && !is_attacked(v, attackers, royal, occupied); });
  return safe;
}

// Whether the royal from `from` would be safe on `to`, a hostile piece there
// being captured.
template <Features F, int Us>
inline bool safe_on(const View<F, Us>& v, int from, int to) {
  using B = Bits<F.words>;
  return !is_attacked(v, v.hostile.without(B::single(to)), to, v.occupied.without(B::single(from)));
}

// Those of `targets` on which the royal from `from` would be safe.
template <Features F, int Us>
inline Bits<F.words> safe_targets(const View<F, Us>& v, int from, const Bits<F.words>& targets) {
  Bits<F.words> safe;
  targets.for_each([&](int to) {
    if (safe_on(v, from, to)) safe |= Bits<F.words>::single(to);
  });
  return safe;
}

}  // namespace regelwerk::generator
