// Squares attacked along ranks, files and diagonals.
//
// With PEXT: on one word a table per square and line pair; on more words ranks
// by obstruction difference, files and diagonals by one table per word, whose
// results are intersected (each word's blockers cut the rays for themselves).
// Without PEXT: classical rays.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>
#if defined(__BMI2__)
#include <immintrin.h>
#endif

#include "generator/bits.h"
#include "generator/layout.h"

namespace regelwerk::generator {

#if defined(__BMI2__)
inline constexpr bool kHavePext = true;
inline std::uint64_t pext(std::uint64_t value, std::uint64_t mask) {
  return _pext_u64(value, mask);
}
#else
inline constexpr bool kHavePext = false;
inline std::uint64_t pext(std::uint64_t, std::uint64_t) { return 0; }
#endif

// The eight directions, clockwise from north; ray r of a square leads away from
// it in direction r.
inline constexpr std::array<BoardOffset, 8> kDirections{
    {{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}}};
constexpr bool is_ascending(int direction) { return direction <= 2 || direction == 7; }

template <int W>
class Sliders {
 public:
  explicit Sliders(const Layout<W>& layout) {
    for (auto& rays : rays_) rays.resize(64 * W);
    for (auto& reach : empty_board_) reach.resize(64 * W);
    layout.board().for_each([&](int from) {
      for (int d = 0; d < 8; ++d) {
        for (auto to = layout.moved(from, kDirections[d].files, kDirections[d].ranks); to;
             to = layout.moved(*to, kDirections[d].files, kDirections[d].ranks)) {
          rays_[d][from].set(*to);
        }
        empty_board_[d % 2][from] |= rays_[d][from];
      }
    });
    if constexpr (kHavePext) build_tables(layout);
  }
  // The tables point into themselves.
  Sliders(const Sliders&) = delete;
  Sliders& operator=(const Sliders&) = delete;

  // What a rook (a bishop) on `from` attacks, the first piece on each line
  // included.
  Bits<W> orthogonal(int from, const Bits<W>& occupied) const {
    if constexpr (!kHavePext) return by_rays(from, occupied, 0);
    if constexpr (W == 1) return look_up(one_word_[0][from], occupied);
    return look_up(many_words_[0][from], occupied) | along_rank(from, occupied);
  }
  Bits<W> diagonal(int from, const Bits<W>& occupied) const {
    if constexpr (!kHavePext) return by_rays(from, occupied, 1);
    if constexpr (W == 1) return look_up(one_word_[1][from], occupied);
    return look_up(many_words_[1][from], occupied);
  }
  // The same on an empty board.
  const Bits<W>& orthogonal_lines(int from) const { return empty_board_[0][from]; }
  const Bits<W>& diagonal_lines(int from) const { return empty_board_[1][from]; }

  // Classical ray attacks; `family` 0: orthogonal, 1: diagonal. Needs no
  // tables.
  Bits<W> by_rays(int from, const Bits<W>& occupied, int family) const {
    Bits<W> result;
    for (int d = family; d < 8; d += 2) {
      Bits<W> ray = rays_[d][from];
      const Bits<W> blockers = ray & occupied;
      if (blockers.any()) {
        ray ^= rays_[d][is_ascending(d) ? blockers.lowest() : blockers.highest()];
      }
      result |= ray;
    }
    return result;
  }

 private:
  struct OneWord {
    std::uint64_t mask = 0;
    const Bits<W>* table = nullptr;
  };
  struct ManyWords {
    std::array<std::uint64_t, W> mask{};
    std::array<const Bits<W>*, W> table{};
  };
  struct Rank {
    std::uint64_t lower = 0;
    std::uint64_t upper = 0;
  };

  static Bits<W> look_up(const OneWord& e, const Bits<W>& occupied) {
    return e.table[pext(occupied.w[0], e.mask)];
  }
  static Bits<W> look_up(const ManyWords& e, const Bits<W>& occupied) {
    Bits<W> result = e.table[0][pext(occupied.w[0], e.mask[0])];
    for (int i = 1; i < W; ++i) result &= e.table[i][pext(occupied.w[i], e.mask[i])];
    return result;
  }
  // Obstruction difference: subtracting the nearest blocker below from twice
  // the nearest above leaves exactly the squares between, blockers included.
  Bits<W> along_rank(int from, const Bits<W>& occupied) const {
    const Rank& rank = ranks_[from];
    const std::uint64_t word = occupied.w[from >> 6];
    const std::uint64_t lower = word & rank.lower;
    const std::uint64_t upper = word & rank.upper;
    const std::uint64_t from_below = ~std::uint64_t{0} << (63 - std::countl_zero(lower | 1));
    const std::uint64_t above = upper & (0 - upper);
    const std::uint64_t attacked = (2 * above + from_below) & (rank.lower | rank.upper);
    Bits<W> result;
    for (int i = 0; i < W; ++i) result.w[i] = (from >> 6) == i ? attacked : 0;
    return result;
  }

  // Squares of the rays of `family` whose occupation matters: all but each
  // ray's last.
  Bits<W> relevant(int from, int family, bool with_rank) const {
    Bits<W> result;
    for (int d = family; d < 8; d += 2) {
      if (!with_rank && kDirections[d].ranks == 0) continue;
      const Bits<W> ray = rays_[d][from];
      if (ray.none()) continue;
      result |= ray.without(Bits<W>::single(is_ascending(d) ? ray.highest() : ray.lowest()));
    }
    return result;
  }

  void build_tables(const Layout<W>& layout) {
    std::size_t size = 0;
    for (int pass = 0; pass < 2; ++pass) {  // first measure, so that the pool never moves
      std::size_t used = 0;
      for (int family = 0; family < 2; ++family) {
        one_word_[family].resize(64);
        many_words_[family].resize(64 * W);
        layout.board().for_each([&](int from) {
          const Bits<W> mask = relevant(from, family, W == 1);
          for (int word = 0; word < W; ++word) {
            const std::size_t entries = std::size_t{1} << std::popcount(mask.w[word]);
            if (pass == 1) fill(from, family, word, mask.w[word], pool_.data() + used);
            used += entries;
          }
        });
      }
      size = used;
      if (pass == 0) pool_.resize(size);
    }
    if constexpr (W > 1) {
      ranks_.resize(64 * W);
      layout.board().for_each([&](int from) {
        ranks_[from] = {rays_[6][from].w[from >> 6], rays_[2][from].w[from >> 6]};
      });
    }
  }

  void fill(int from, int family, int word, std::uint64_t mask, Bits<W>* table) {
    if constexpr (W == 1) {
      one_word_[family][from] = {mask, table};
    } else {
      many_words_[family][from].mask[word] = mask;
      many_words_[family][from].table[word] = table;
    }
    std::uint64_t subset = 0;
    do {
      Bits<W> occupied;
      occupied.w[word] = subset;
      Bits<W> attacked = by_rays(from, occupied, family);
      // Ranks are along_rank's.
      if constexpr (W > 1) attacked = attacked.without(rays_[2][from] | rays_[6][from]);
      table[pext(subset, mask)] = attacked;
      subset = (subset - mask) & mask;
    } while (subset != 0);
  }

  std::array<std::vector<Bits<W>>, 8> rays_;
  std::array<std::vector<Bits<W>>, 2> empty_board_;
  std::array<std::vector<OneWord>, 2> one_word_;
  std::array<std::vector<ManyWords>, 2> many_words_;
  std::vector<Rank> ranks_;
  std::vector<Bits<W>> pool_;
};

}  // namespace regelwerk::generator
