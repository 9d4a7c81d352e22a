// Sets of squares as one, two or four 64-bit words.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace regelwerk::generator {

// A set of square indexes 0..64*W-1 (numbered by generator/layout.h).
template <int W>
struct Bits {
  std::array<std::uint64_t, W> w{};

  static constexpr Bits single(int index) {
    Bits b;
    const std::uint64_t bit = std::uint64_t{1} << (index & 63);
    if constexpr (W == 1) {
      b.w[0] = bit;
    } else {
      for (int i = 0; i < W; ++i) b.w[i] = (index >> 6) == i ? bit : 0;
    }
    return b;
  }

  constexpr bool test(int index) const {
    if constexpr (W == 1) return (w[0] >> index) & 1;
    return (w[index >> 6] >> (index & 63)) & 1;
  }
  constexpr void set(int index) { w[index >> 6] |= std::uint64_t{1} << (index & 63); }

  constexpr bool any() const {
    std::uint64_t all = 0;
    for (int i = 0; i < W; ++i) all |= w[i];
    return all != 0;
  }
  constexpr bool none() const { return !any(); }
  constexpr int count() const {
    int n = 0;
    for (int i = 0; i < W; ++i) n += std::popcount(w[i]);
    return n;
  }
  constexpr bool more_than_one() const {
    if constexpr (W == 1) return (w[0] & (w[0] - 1)) != 0;
    return count() > 1;
  }
  // Precondition for lowest and highest: any().
  constexpr int lowest() const {
    for (int i = 0; i < W - 1; ++i) {
      if (w[i] != 0) return 64 * i + std::countr_zero(w[i]);
    }
    return 64 * (W - 1) + std::countr_zero(w[W - 1]);
  }
  constexpr int highest() const {
    for (int i = W - 1; i > 0; --i) {
      if (w[i] != 0) return 64 * i + 63 - std::countl_zero(w[i]);
    }
    return 63 - std::countl_zero(w[0]);
  }

  // Calls f(index) for every member in ascending order. f may not change the
  // set.
  template <class F>
  constexpr void for_each(F&& f) const {
    for (int i = 0; i < W; ++i) {
      for (std::uint64_t rest = w[i]; rest != 0; rest &= rest - 1) {
        f(64 * i + std::countr_zero(rest));
      }
    }
  }

  friend constexpr Bits operator&(Bits a, const Bits& b) {
    for (int i = 0; i < W; ++i) a.w[i] &= b.w[i];
    return a;
  }
  friend constexpr Bits operator|(Bits a, const Bits& b) {
    for (int i = 0; i < W; ++i) a.w[i] |= b.w[i];
    return a;
  }
  friend constexpr Bits operator^(Bits a, const Bits& b) {
    for (int i = 0; i < W; ++i) a.w[i] ^= b.w[i];
    return a;
  }
  constexpr Bits operator~() const {
    Bits r;
    for (int i = 0; i < W; ++i) r.w[i] = ~w[i];
    return r;
  }
  // The members that `b` has not.
  constexpr Bits without(const Bits& b) const {
    Bits r;
    for (int i = 0; i < W; ++i) r.w[i] = w[i] & ~b.w[i];
    return r;
  }
  constexpr Bits& operator&=(const Bits& b) { return *this = *this & b; }
  constexpr Bits& operator|=(const Bits& b) { return *this = *this | b; }
  constexpr Bits& operator^=(const Bits& b) { return *this = *this ^ b; }
  constexpr bool operator==(const Bits&) const = default;
};

}  // namespace regelwerk::generator
