// A position as the core sees it: small, copied for every action made.
#pragma once

#include <array>
#include <cstdint>
#include <type_traits>

#include "generator/bits.h"
#include "generator/features.h"
#include "generator/tables.h"

namespace regelwerk::generator {

struct Nothing {
  bool operator==(const Nothing&) const = default;
};

// A right to capture en passant: the square crossed by a double step and where
// the stepper stands.
struct EnPassantRight {
  std::int16_t square = -1;  // -1: none
  std::int16_t victim = -1;
  bool operator==(const EnPassantRight&) const = default;
};

// Whose turn it is and who is whose friend, in games for more than two.
struct Politics {
  static constexpr std::int8_t kNobody = -1;
  std::int8_t to_act = 0;
  std::int8_t also_asked = kNobody;    // asked after to_act
  std::int8_t next_regular = kNobody;  // whose turn follows the questions; kNobody: no question
  std::array<std::int8_t, kMaxPlayers> ally{kNobody, kNobody, kNobody, kNobody};
  std::array<std::uint8_t, kMaxPlayers> owed{};  // turns to sit out
  std::uint8_t may_rearrange = 0;                // bit for each player
  std::uint8_t may_shift = 0;
  std::uint16_t round = 1;
  bool operator==(const Politics&) const = default;

  bool asked() const { return next_regular != kNobody; }
  bool hostile(int a, int b) const { return a != b && ally[a] != b; }
};

template <Features F>
struct State {
  static constexpr int kRights = F.players == 2 ? 1 : F.players;  // one, or one for each owner

  std::array<Bits<F.words>, F.planes> planes{};  // what stands where (tables.h: PlaneCode)
  std::array<Bits<F.words>, F.players> of{};     // whose it is, by player
  Bits<F.words> unmoved{};  // pieces that have not moved, where a rule asks for it
  // Squares of removed parts; nothing enters, crosses or attacks them.
  [[no_unique_address]] std::conditional_t<F.parts, Bits<F.words>, Nothing> removed{};
  [[no_unique_address]] std::conditional_t<(F.players > 2), Politics, Nothing> politics{};
  std::array<EnPassantRight, kRights> en_passant{};
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
    kWait,      // a question is not answered now
    kPass,
    kShift,      // an opening right: a piece put elsewhere, the same player goes on
    kRearrange,  // `placement` numbers the arrangement (rearrangement.h)
  };
  static constexpr std::uint8_t kNoChoice = 0xff;
  static constexpr std::int8_t kNothing = -1;
  std::uint8_t from = 0;
  std::uint8_t to = 0;
  Type type = Type::kPlain;
  std::uint8_t choice = kNoChoice;  // KindId promoted to
  std::int8_t declares = kNothing;  // player joined by declaration
  std::uint32_t placement = 0;

  constexpr std::uint64_t code() const {
    const auto low = std::uint64_t{from} | std::uint64_t{to} << 8 | std::uint64_t{choice} << 16 |
                     static_cast<std::uint64_t>(type) << 24 |
                     static_cast<std::uint64_t>(declares + 1) << 28;
    return low | std::uint64_t{placement} << 32;
  }
  static constexpr Move from_code(std::uint64_t code) {
    return {static_cast<std::uint8_t>(code),
            static_cast<std::uint8_t>(code >> 8),
            static_cast<Type>((code >> 24) & 0xf),
            static_cast<std::uint8_t>(code >> 16),
            static_cast<std::int8_t>(static_cast<int>((code >> 28) & 0xf) - 1),
            static_cast<std::uint32_t>(code >> 32)};
  }
};

// The planes in which what stands on `square` stands.
template <Features F>
inline PlaneCode code_at(const Tables<F.words>& t, const State<F>& s, int square) {
  PlaneCode code = 0;
  for (int p = 0; p < t.planes; ++p) {
    if (s.planes[p].test(square)) code |= PlaneCode{1} << p;
  }
  return code;
}

// Empties `cleared` and makes what stands on `square` a piece of `kind` (planes
// only).
template <Features F>
inline void set_kind(const Tables<F.words>& t, spec::KindId kind, const Bits<F.words>& cleared,
                     const Bits<F.words>& square, State<F>* s) {
  const PlaneCode code = t.code[kind];
  for (int p = 0; p < F.planes; ++p) {
    s->planes[p] = s->planes[p].without(cleared | square);
    if ((code >> p) & 1) s->planes[p] |= square;
  }
}

// The player to act as a template argument: known when compiled for two
// players, kAny otherwise.
inline constexpr int kAny = -1;
template <int Us>
struct Side {
  explicit constexpr Side(int) {}
  static constexpr int us = Us;
};
template <>
struct Side<kAny> {
  explicit constexpr Side(int player) : us(player) {}
  int us;
};

// A State with what every rule asks of it first.
template <Features F, int Us>
struct View : Side<Us> {
  static constexpr int W = F.words;
  static constexpr bool kFlags = F.players > 2;  // whether first moves may be known by flags
  using Side<Us>::us;

  View(const Tables<W>& tables, const State<F>& state, int player = Us)
      : Side<Us>(player), t(tables), s(state), own(state.of[us]) {
    if constexpr (F.players == 2) {
      hostile = state.of[1 - us];
      closed = own;
      occupied = own | hostile;
    } else {
      for (int p = 0; p < F.players; ++p) {
        occupied |= state.of[p];
        if (state.politics.hostile(us, p)) hostile |= state.of[p];
      }
      closed = occupied.without(prey());
    }
    if constexpr (F.parts) {
      closed |= state.removed;
      occupied |= state.removed;
    }
    royals = state.planes[kRoyalPlane] & own;
  }

  // Hostile pieces that can be captured. Two players never see a royal that could be.
  Bits<W> prey() const {
    if constexpr (F.players == 2) return hostile;
    return hostile.without(s.planes[kRoyalPlane]);
  }

  // Calls f(player, his pieces) for every hostile player.
  template <class Fn>
  void for_each_hostile(Fn&& f) const {
    if constexpr (F.players == 2) {
      f(1 - us, s.of[1 - us]);
    } else {
      for (int p = 0; p < F.players; ++p) {
        if (s.politics.hostile(us, p)) f(p, s.of[p]);
      }
    }
  }
  bool is_hostile(int player) const {
    if constexpr (F.players == 2) return player != us;
    return s.politics.hostile(us, player);
  }

  const Tables<W>& t;
  const State<F>& s;
  Bits<W> own;
  Bits<W> hostile;   // all pieces of hostile players
  Bits<W> closed;    // where no own piece can go: pieces that are no prey and
                     // removed squares
  Bits<W> occupied;  // what blocks: pieces and removed squares
  Bits<W> royals;    // of the player to act
};

}  // namespace regelwerk::generator
