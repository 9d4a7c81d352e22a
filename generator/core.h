// The core: which actions a position has, and what the position is after one.
//
// Tables<W> + State<F> -> actions() -> made() -> State<F>. Both functions name the rules in the
// order in which they apply; each rule is a file in generator/rules/.
#pragma once

#include "generator/rules/castling.h"
#include "generator/rules/en_passant.h"
#include "generator/rules/movement.h"
#include "generator/rules/promotion.h"
#include "generator/rules/royal_safety.h"

namespace regelwerk::generator {

// Sends every legal action of player Us to the sink (movement.h says what a Sink is).
template <Features F, int Us, class Sink>
inline void actions(const Tables<F.words>& t, const State<F>& s, Sink& sink) {
  using B = Bits<F.words>;
  const View<F, Us> v(t, s);
  const Threats<F> threats = threats_to_royals(v);

  // Pieces that are not royal: legal by construction.
  const B allowed = threats.check_mask.without(v.own);
  if (allowed.any()) {
    const B others = v.own.without(v.royals);
    movement(v, others.without(threats.pinned), allowed, sink);
    (others & threats.pinned).for_each([&](int square) {
      movement(v, B::single(square), allowed & threats.line_of(square), sink);
    });
  }
  // Royals: each target is tested, and the other royals bind them like any piece.
  v.royals.for_each([&](int royal) {
    B targets = targets_from(v, royal);
    if constexpr (F.royals > 1) {
      if (v.royals.more_than_one()) {
        const Threats<F> to_others = threats_to_royals(v, royal);
        targets &= to_others.check_mask & to_others.line_of(royal);
      }
    }
    sink.targets(royal, safe_targets(v, royal, targets), -1);
  });
  en_passant(v, sink);
  if (!threats.in_check || F.royals > 1) castling(v, sink);
}

// The position after a legal action of player Us.
template <Features F, int Us>
inline State<F> made(const Tables<F.words>& t, const State<F>& s, Move move) {
  using B = Bits<F.words>;
  constexpr int kThem = 1 - Us;
  State<F> n = s;
  n.en_passant_square = -1;
  n.en_passant_victim = -1;
  if (move.type == Move::Type::kCastling) {
    const auto& path = castling_path<F>(t, Us, move.from, move.to);
    const B from = B::single(path.king_from) | B::single(path.partner_from);
    const B king = B::single(path.king_to);
    const B partner = B::single(path.partner_to);
    for (B& plane : n.planes) {
      const bool has_king = plane.test(path.king_from);
      const bool has_partner = plane.test(path.partner_from);
      plane = plane.without(from);
      if (has_king) plane |= king;
      if (has_partner) plane |= partner;
    }
    n.of[Us] = n.of[Us].without(from) | king | partner;
    n.unmoved = n.unmoved.without(from);
    drop_lost_rights(t, &n);
    return n;
  }

  // Capture and movement.
  const B from = B::single(move.from);
  const B to = B::single(move.to);
  const B both = from | to;
  for (B& plane : n.planes) {
    const bool has = plane.test(move.from);
    plane = plane.without(both);
    const std::uint64_t keep = has ? ~std::uint64_t{0} : 0;
    for (int i = 0; i < F.words; ++i) plane.w[i] |= to.w[i] & keep;
  }
  n.of[Us] ^= both;
  n.of[kThem] = n.of[kThem].without(to);
  // En passant.
  if (move.type == Move::Type::kEnPassant) {
    const B victim = B::single(s.en_passant_victim);
    for (B& plane : n.planes) plane = plane.without(victim);
    n.of[kThem] = n.of[kThem].without(victim);
  } else if (move.type == Move::Type::kGrantsEnPassant) {
    for (const auto& steps : t.steps) {
      if (!s.planes[steps.plane].test(move.from)) continue;
      for (const auto& step : steps.of_player[Us]) {
        if (step.grants_en_passant && step.origin[move.to] == move.from) {
          n.en_passant_square = step.crossed[move.to];
          n.en_passant_victim = move.to;
        }
      }
    }
  }
  // Promotion.
  if (move.choice != Move::kNoChoice) {
    const PlaneCode code = t.code[move.choice];
    for (int p = 0; p < F.planes; ++p) {
      n.planes[p] = n.planes[p].without(to);
      if ((code >> p) & 1) n.planes[p] |= to;
    }
  }
  // Rights of unmoved pieces.
  if ((n.unmoved & both).any()) {
    n.unmoved = n.unmoved.without(both);
    drop_lost_rights(t, &n);
  }
  return n;
}

// Sinks.

template <Features F, int Us>
struct CountingSink {
  const Tables<F.words>& t;
  std::uint64_t count = 0;

  void targets(int, const Bits<F.words>& to, int promotion) {
    count += to.count();
    if (promotion >= 0) count += extra_actions(t.promotions[promotion], Us, to);
  }
  void stepped(const Step<F.words>&, const Bits<F.words>& to, int promotion) {
    targets(0, to, promotion);
  }
  void single(Move) { ++count; }
};

// Calls f(Move) for each action.
template <Features F, int Us, class Fn>
struct ListingSink {
  const Tables<F.words>& t;
  Fn f;

  void targets(int from, const Bits<F.words>& to, int promotion) {
    to.for_each([&](int target) { emit(from, target, promotion, Move::Type::kPlain); });
  }
  void stepped(const Step<F.words>& step, const Bits<F.words>& to, int promotion) {
    const auto type = step.grants_en_passant ? Move::Type::kGrantsEnPassant : Move::Type::kPlain;
    to.for_each([&](int target) { emit(step.origin[target], target, promotion, type); });
  }
  void single(Move move) { f(move); }

 private:
  void emit(int from, int to, int promotion, Move::Type type) {
    for_each_choice(t, promotion, Us, to, [&](std::uint8_t choice) {
      f(Move{static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to), type, choice});
    });
  }
};

template <Features F, int Us, class Fn>
inline void for_each_action(const Tables<F.words>& t, const State<F>& s, Fn f) {
  ListingSink<F, Us, Fn> sink{t, std::move(f)};
  actions<F, Us>(t, s, sink);
}

template <Features F, int Us>
inline std::uint64_t count_actions(const Tables<F.words>& t, const State<F>& s) {
  CountingSink<F, Us> sink{t};
  actions<F, Us>(t, s, sink);
  return sink.count;
}

}  // namespace regelwerk::generator
