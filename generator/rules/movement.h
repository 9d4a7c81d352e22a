// Plain movement: to an empty square or onto a hostile piece, by the ways in
// the tables.
//
// A Sink receives what is found, whole sets at a time, so that the same code
// counts and lists:
//   targets(from, to, promotion)   one piece, all its targets
//   stepped(step, to, promotion)   many pieces, each one step; origins in
//   step.origin single(move)                   anything else
// `promotion` is an index into Tables::promotions, -1 if the piece does not
// promote.
#pragma once

#include "generator/state.h"

namespace regelwerk::generator {

// Where `set` gets by one Step on this board.
template <class V, class B, class S>
[[gnu::always_inline]] inline B step_targets(const V& v, const B& set, const S& step) {
  B at = set & step.from;
  if constexpr (V::kFlags) {
    if (step.first_move_only) at &= v.s.unmoved;
  }
  for (const auto& shift : step.before) at = shift(at).without(v.occupied);
  at = step.last(at);
  if (!step.captures) return at.without(v.occupied);
  if (!step.moves) return at & v.prey();
  return at.without(v.closed);
}

template <class V, class R>
inline Bits<V::W> ray_targets(const V& v, const R& rays, int from) {
  Bits<V::W> targets;
  for (const auto& ray : rays.of[v.us][from]) {
    for (const auto& stop : ray.stops) {
      if ((stop.crossed & v.occupied).any()) break;
      if (v.occupied.test(stop.to)) {
        if (ray.captures && v.prey().test(stop.to)) targets.set(stop.to);
        break;
      }
      if (ray.moves) targets.set(stop.to);
    }
  }
  return targets;
}

// The plain actions of the pieces in `set` that end on `allowed`.
template <Features F, int Us, class Sink>
inline void movement(const View<F, Us>& v, const Bits<F.words>& set, const Bits<F.words>& allowed,
                     Sink& sink) {
  (v.s.planes[kOrthogonalPlane] & set).for_each([&](int from) {
    sink.targets(from, v.t.sliders.orthogonal(from, v.occupied) & allowed, -1);
  });
  (v.s.planes[kDiagonalPlane] & set).for_each([&](int from) {
    sink.targets(from, v.t.sliders.diagonal(from, v.occupied) & allowed, -1);
  });
  for (const auto& leap : v.t.leaps) {
    (v.s.planes[leap.plane] & set).for_each([&](int from) {
      sink.targets(from, leap.to[v.us][from] & allowed, leap.promotion);
    });
  }
  for (const auto& steps : v.t.steps) {
    const Bits<F.words> movers = v.s.planes[steps.plane] & set;
    if (movers.none()) continue;
    for (const auto& step : steps.of_player[v.us]) {
      sink.stepped(step, step_targets(v, movers, step) & allowed, steps.promotion);
    }
  }
  if constexpr (F.rays) {
    for (const auto& rays : v.t.rays) {
      (v.s.planes[rays.plane] & set).for_each([&](int from) {
        sink.targets(from, ray_targets(v, rays, from) & allowed, rays.promotion);
      });
    }
  }
}

// All squares where the piece on `from` can go by plain movement.
template <Features F, int Us>
[[gnu::always_inline]] inline Bits<F.words> targets_from(const View<F, Us>& v, int from) {
  Bits<F.words> targets;
  if (v.s.planes[kOrthogonalPlane].test(from)) targets |= v.t.sliders.orthogonal(from, v.occupied);
  if (v.s.planes[kDiagonalPlane].test(from)) targets |= v.t.sliders.diagonal(from, v.occupied);
  for (const auto& leap : v.t.leaps) {
    if (v.s.planes[leap.plane].test(from)) targets |= leap.to[v.us][from];
  }
  for (const auto& steps : v.t.steps) {
    if (!v.s.planes[steps.plane].test(from)) continue;
    for (const auto& step : steps.of_player[v.us]) {
      targets |= step_targets(v, Bits<F.words>::single(from), step);
    }
  }
  if constexpr (F.rays) {
    for (const auto& rays : v.t.rays) {
      if (v.s.planes[rays.plane].test(from)) targets |= ray_targets(v, rays, from);
    }
  }
  return targets.without(v.closed);
}

}  // namespace regelwerk::generator
