// A position as the core sees it: small, copied for every action made.
#pragma once

#include <array>
#include <cstdint>
#include <type_traits>

#include "generator/bits.h"
#include "generator/features.h"
#include "generator/tables.h"

namespace regelwerk::generator {

struct NoBits {
  bool operator==(const NoBits&) const = default;
};

template <Features F>
struct State {
  std::array<Bits<F.words>, F.planes> planes{};  // what stands where (tables.h: PlaneCode)
  std::array<Bits<F.words>, 2> of{};             // whose it is, by player
  Bits<F.words> unmoved{};  // kings and partners that can still castle with one another
  // Squares of removed parts; nothing enters, crosses or attacks them.
  [[no_unique_address]] std::conditional_t<F.parts, Bits<F.words>, NoBits> removed{};
  std::int16_t en_passant_square = -1;  // crossed by the double step just made; -1: none
  std::int16_t en_passant_victim = -1;  // where the double-stepper stands
  bool operator==(const State&) const = default;
};

// One action, made by the player to act.
struct Move {
  enum class Type : std::uint8_t {
    kPlain,
    kGrantsEnPassant,  // a double step
    kEnPassant,
    kCastling,  // `to` is the partner's square
    kFusion,    // `to` is the other royal's square
  };
  static constexpr std::uint8_t kNoChoice = 0xff;
  std::uint8_t from = 0;
  std::uint8_t to = 0;
  Type type = Type::kPlain;
  std::uint8_t choice = kNoChoice;  // KindId promoted to

  constexpr std::uint32_t code() const {
    return from | std::uint32_t{to} << 8 | static_cast<std::uint32_t>(type) << 16 |
           std::uint32_t{choice} << 24;
  }
  static constexpr Move from_code(std::uint32_t code) {
    return {static_cast<std::uint8_t>(code), static_cast<std::uint8_t>(code >> 8),
            static_cast<Type>((code >> 16) & 0xff), static_cast<std::uint8_t>(code >> 24)};
  }
};

// Empties `cleared` and makes what stands on `square` a piece of `kind` (planes only).
template <Features F>
inline void set_kind(const Tables<F.words>& t, spec::KindId kind, const Bits<F.words>& cleared,
                     const Bits<F.words>& square, State<F>* s) {
  const PlaneCode code = t.code[kind];
  for (int p = 0; p < F.planes; ++p) {
    s->planes[p] = s->planes[p].without(cleared | square);
    if ((code >> p) & 1) s->planes[p] |= square;
  }
}

// A State with what every rule asks of it first. Us is the player to act.
template <Features F, int Us>
struct View {
  static constexpr int W = F.words;
  static constexpr int us = Us;
  static constexpr int them = 1 - Us;

  View(const Tables<W>& tables, const State<F>& state)
      : t(tables),
        s(state),
        own(state.of[us]),
        hostile(state.of[them]),
        closed(own),
        occupied(own | hostile),
        royals(state.planes[kRoyalPlane] & own) {
    if constexpr (F.parts) {
      closed |= state.removed;
      occupied |= state.removed;
    }
  }

  const Tables<W>& t;
  const State<F>& s;
  Bits<W> own;
  Bits<W> hostile;
  Bits<W> closed;    // where no own piece can go: own pieces and removed squares
  Bits<W> occupied;  // what blocks: pieces and removed squares
  Bits<W> royals;    // of the player to act
};

}  // namespace regelwerk::generator
