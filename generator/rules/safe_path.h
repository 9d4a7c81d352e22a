// Safe path: some royals may not even pass an attacked square.
//
// Each passed square is judged with the royal standing on it and its start
// empty; a piece on the target still attacks meanwhile. Nothing has been
// removed yet.
#pragma once

#include "generator/rules/movement.h"
#include "generator/rules/royal_safety.h"

namespace regelwerk::generator {

template <Features F, int Us>
inline bool needs_safe_path(const View<F, Us>& v, int royal) {
  return v.t.safe_path_plane >= 0 && v.s.planes[v.t.safe_path_plane].test(royal);
}

// Targets that the royal reaches over squares it may pass; whether it is safe
// on the target itself is asked only if `target_safe`.
template <Features F, int Us>
inline Bits<F.words> targets_by_safe_path(const View<F, Us>& v, int royal, bool target_safe) {
  using B = Bits<F.words>;
  const B lifted = v.occupied.without(B::single(royal));
  B targets;
  for (const auto& rays : v.t.rays) {
    if (!v.s.planes[rays.plane].test(royal)) continue;
    for (const auto& ray : rays.of[v.us][royal]) {
      for (const auto& stop : ray.stops) {
        if ((stop.crossed & v.occupied).any()) break;
        if (v.prey().test(stop.to)) {
          if (ray.captures && (!target_safe || safe_on(v, royal, stop.to))) targets.set(stop.to);
          break;
        }
        if (v.occupied.test(stop.to)) break;
        const bool safe = !is_attacked(v, v.hostile, stop.to, lifted);
        if (ray.moves && (safe || !target_safe)) targets.set(stop.to);
        if (!safe) break;
      }
    }
  }
  return targets;
}

// Where a royal may go, the safety of its path and, if `target_safe`, of its
// target considered.
template <Features F, int Us>
[[gnu::always_inline]] inline Bits<F.words> royal_targets(const View<F, Us>& v, int royal,
                                                          const Bits<F.words>& allowed,
                                                          bool target_safe) {
  if constexpr (F.parts) {
    if (needs_safe_path(v, royal)) return targets_by_safe_path(v, royal, target_safe) & allowed;
  }
  const Bits<F.words> targets = targets_from(v, royal) & allowed;
  return target_safe ? safe_targets(v, royal, targets) : targets;
}

}  // namespace regelwerk::generator
