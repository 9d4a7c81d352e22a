// Counting action sequences: perft, divide, and the tables of events.
#pragma once

#include <atomic>
#include <mutex>
#include <vector>

#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include "generator/core.h"
#include "generator/game.h"

namespace regelwerk::generator {

// Depth from which a count looks whether it should stop: below it takes microseconds.
inline constexpr int kStopCheckDepth = 4;

// The number of action sequences of length `depth` >= 1. The last action is counted, not made.
// Gives up early, with too small a count, once *stop is set.
template <Features F, int Us>
std::uint64_t perft(const Tables<F.words>& t, const State<F>& s, int depth,
                    const std::atomic<bool>* stop) {
  if (depth == 1) return count_actions<F, Us>(t, s);
  if (depth >= kStopCheckDepth && stop != nullptr && stop->load(std::memory_order_relaxed)) {
    return 0;
  }
  std::uint64_t nodes = 0;
  for_each_action<F, Us>(t, s, [&](Move move) {
    nodes += perft<F, 1 - Us>(t, made<F, Us>(t, s, move), depth - 1, stop);
  });
  return nodes;
}

template <Features F>
std::uint64_t perft_of(const Tables<F.words>& t, const State<F>& s, int to_act, int depth,
                       const std::atomic<bool>* stop) {
  if (depth == 0) return 1;
  return to_act == 0 ? perft<F, 0>(t, s, depth, stop) : perft<F, 1>(t, s, depth, stop);
}

// What the last action of a line was, added to `stats`. Us made `move` in `before`.
template <Features F, int Us>
void add_events(const Tables<F.words>& t, const State<F>& before, Move move, PerftStats* stats) {
  using B = Bits<F.words>;
  constexpr int kThem = 1 - Us;
  const State<F> after = made<F, Us>(t, before, move);
  ++stats->nodes;
  const bool castled = move.type == Move::Type::kCastling;
  const bool fused = move.type == Move::Type::kFusion;
  if (move.type == Move::Type::kEnPassant) {
    ++stats->captures;
    ++stats->en_passant;
  } else if (!castled && !fused && before.of[kThem].test(move.to)) {
    ++stats->captures;
  }
  if (castled) ++stats->castles;
  if (move.choice != Move::kNoChoice) ++stats->promotions;

  B moved = B::single(move.to);
  if (castled) {
    const auto& path = *t.castling->path(Us, move.from, move.to);
    moved = B::single(path.king_to) | B::single(path.partner_to);
  }
  B occupied = after.of[0] | after.of[1];
  if constexpr (F.parts) occupied |= after.removed;
  B checkers;
  (after.planes[kRoyalPlane] & after.of[kThem]).for_each([&](int royal) {
    checkers |= attackers_of<F>(t, after, Us, after.of[Us], royal, occupied);
  });
  if (checkers.none()) return;
  ++stats->checks;
  if (checkers.more_than_one()) {
    ++stats->double_checks;
  } else if (checkers.without(moved).any()) {
    ++stats->discovered_checks;
  }
  if (count_actions<F, kThem>(t, after) == 0) ++stats->checkmates;
}

template <Features F, int Us>
void perft_stats(const Tables<F.words>& t, const State<F>& s, int depth,
                 const std::atomic<bool>* stop, PerftStats* stats) {
  if (stop != nullptr && depth >= 2 && stop->load(std::memory_order_relaxed)) return;
  for_each_action<F, Us>(t, s, [&](Move move) {
    if (depth == 1) {
      add_events<F, Us>(t, s, move, stats);
    } else {
      perft_stats<F, 1 - Us>(t, made<F, Us>(t, s, move), depth - 1, stop, stats);
    }
  });
}

// A part of a count that can be done by itself: the rest below one line of one or two actions.
template <Features F>
struct Task {
  State<F> state;
  int to_act = 0;
  int root = 0;   // index of the line's first action
  int depth = 0;  // left to count
};

// Runs `work(index)` for 0 <= index < count on `threads` threads, reporting progress.
template <class Work>
void run_tasks(std::size_t count, const PerftOptions& options, std::atomic<std::uint64_t>* nodes,
               Work&& work) {
  std::atomic<std::size_t> finished{0};
  std::mutex reporting;
  const auto one = [&](std::size_t i) {
    if (options.stop != nullptr && options.stop->load(std::memory_order_relaxed)) return;
    work(i);
    const std::size_t done = ++finished;
    if (options.progress) {
      const std::lock_guard lock(reporting);
      options.progress(*nodes, static_cast<double>(done) / static_cast<double>(count));
    }
  };
  if (options.threads <= 1) {
    for (std::size_t i = 0; i < count; ++i) one(i);
    return;
  }
  const tbb::global_control allowed(tbb::global_control::max_allowed_parallelism,
                                    static_cast<std::size_t>(options.threads));
  tbb::task_arena arena(options.threads);
  arena.execute([&] { tbb::parallel_for(std::size_t{0}, count, one); });
}

}  // namespace regelwerk::generator
