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
#include "generator/perft_table.h"

namespace regelwerk::generator {

// Depth from which a count looks whether it should stop: below it takes microseconds.
inline constexpr int kStopCheckDepth = 4;

// Who acts after Us, as a template argument.
template <Features F, int Us>
inline constexpr int next_side = F.players == 2 ? 1 - Us : kAny;

// Calls f with the player to act as a constant for the templates.
template <Features F, class Fn>
inline auto with_side([[maybe_unused]] int to_act, Fn&& f) {
  if constexpr (F.players > 2) {
    return f(std::integral_constant<int, kAny>{});
  } else {
    return to_act == 0 ? f(std::integral_constant<int, 0>{}) : f(std::integral_constant<int, 1>{});
  }
}

// How a count goes on.
struct Counting {
  const std::atomic<bool>* stop = nullptr;  // once set, the count is given up, too small
  PerftTable* table = nullptr;
  bool stopped() const { return stop != nullptr && stop->load(std::memory_order_relaxed); }
};

// Everything that the counts below a position depend on.
template <Features F, int Us>
PerftKey key_of(const Tables<F.words>& t, const State<F>& s) {
  PerftHasher hasher;
  const auto add = [&](const Bits<F.words>& bits) {
    for (const std::uint64_t word : bits.w) hasher.add(word);
  };
  for (int p = 0; p < t.planes; ++p) add(s.planes[p]);
  for (int p = 0; p + 1 < F.players; ++p) add(s.of[p]);  // what is left is the last player's
  add(s.unmoved);
  if constexpr (F.parts) add(s.removed);
  if constexpr (F.players == 2) {
    // A right that nobody can use makes no difference.
    bool taken = false;
    const View<F, Us> v(t, s);
    for_each_en_passant_candidate(v, [&](int, int, EnPassantRight) { taken = true; });
    const auto right = taken ? static_cast<std::uint64_t>(s.en_passant[0].square + 1) : 0;
    hasher.add(right << 1 | Us);
  } else {
    for (const EnPassantRight& right : s.en_passant) {
      hasher.add(static_cast<std::uint64_t>(right.square + 1) << 16 |
                 static_cast<std::uint64_t>(right.victim + 1));
    }
    const Politics& p = s.politics;
    for (int i = 0; i < F.players; ++i) {
      hasher.add(static_cast<std::uint64_t>(p.ally[i] + 1) << 8 | p.owed[i]);
    }
    hasher.add(static_cast<std::uint64_t>(p.to_act + 1) << 48 |
               static_cast<std::uint64_t>(p.also_asked + 1) << 40 |
               static_cast<std::uint64_t>(p.next_regular + 1) << 32 |
               static_cast<std::uint64_t>(p.may_rearrange) << 24 |
               static_cast<std::uint64_t>(p.may_shift) << 16 | p.round);
  }
  return hasher.key();
}

// The number of action sequences of length `depth` >= 1. The last action is counted, not made.
// `kTable`: whether there is a table.
template <Features F, int Us, bool kTable>
std::uint64_t perft(const Tables<F.words>& t, const State<F>& s, int depth,
                    const Counting& counting) {
  if (depth == 1) return count_actions<F, Us>(t, s);
  if (depth >= kStopCheckDepth && counting.stopped()) return 0;
  [[maybe_unused]] PerftKey key;
  if constexpr (kTable) {
    key = key_of<F, Us>(t, s);
    if (const auto known = counting.table->find(key, depth)) return *known;
  }
  std::uint64_t nodes = 0;
  for_each_action<F, Us>(t, s, [&](Move move) {
    nodes += perft<F, next_side<F, Us>, kTable>(t, made<F, Us>(t, s, move), depth - 1, counting);
  });
  if constexpr (kTable) {
    if (!counting.stopped()) counting.table->store(key, depth, nodes);
  }
  return nodes;
}

template <Features F>
std::uint64_t perft_of(const Tables<F.words>& t, const State<F>& s, int to_act, int depth,
                       const Counting& counting = {}) {
  if (depth == 0) return 1;
  return with_side<F>(to_act, [&](auto us) {
    return counting.table != nullptr ? perft<F, us, true>(t, s, depth, counting)
                                     : perft<F, us, false>(t, s, depth, counting);
  });
}

// What the last action of a line was, added to `stats`. Us made `move` in `before`.
template <Features F, int Us>
void add_events(const Tables<F.words>& t, const State<F>& before, Move move, PerftStats* stats) {
  using B = Bits<F.words>;
  const State<F> after = made<F, Us>(t, before, move);
  ++stats->nodes;
  B moved;  // where pieces have gone
  switch (move.type) {
    case Move::Type::kCastling: {
      ++stats->castles;
      const auto& path = *t.castling->path(acting<Us>(before), move.from, move.to);
      moved = B::single(path.king_to) | B::single(path.partner_to);
      break;
    }
    case Move::Type::kEnPassant:
      ++stats->captures;
      ++stats->en_passant;
      moved = B::single(move.to);
      break;
    case Move::Type::kPlain:
      for (const B& of : before.of) stats->captures += of.test(move.to);
      moved = B::single(move.to);
      break;
    case Move::Type::kGrantsEnPassant:
    case Move::Type::kFusion:
    case Move::Type::kShift:
      moved = B::single(move.to);
      break;
    default:
      break;
  }
  if (move.choice != Move::kNoChoice) ++stats->promotions;

  B checkers;
  int to_act = 0;
  if constexpr (F.players == 2) {
    const View<F, 1 - Us> v(t, after);
    v.royals.for_each(
        [&](int royal) { checkers |= attackers_of(v, v.hostile, royal, v.occupied); });
    to_act = 1 - Us;
  } else {
    to_act = after.politics.to_act;
    for (int p = 0; p < F.players; ++p) {
      if (p == before.politics.to_act) continue;
      const View<F, kAny> v(t, after, p);
      v.royals.for_each(
          [&](int royal) { checkers |= attackers_of(v, v.hostile, royal, v.occupied); });
    }
  }
  if (checkers.none()) return;
  ++stats->checks;
  if (checkers.more_than_one()) {
    ++stats->double_checks;
  } else if (checkers.without(moved).any()) {
    ++stats->discovered_checks;
  }
  if (perft_of<F>(t, after, to_act, 1) == 0) ++stats->checkmates;
}

template <Features F, int Us>
void perft_stats(const Tables<F.words>& t, const State<F>& s, int depth,
                 const std::atomic<bool>* stop, PerftStats* stats) {
  if (stop != nullptr && depth >= 2 && stop->load(std::memory_order_relaxed)) return;
  for_each_action<F, Us>(t, s, [&](Move move) {
    if (depth == 1) {
      add_events<F, Us>(t, s, move, stats);
    } else {
      perft_stats<F, next_side<F, Us>>(t, made<F, Us>(t, s, move), depth - 1, stop, stats);
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
