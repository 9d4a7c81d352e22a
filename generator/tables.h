// The compiled form of a variant: what the templates of the core look things up
// in.
//
// spec::Variant -> Tables<W> (compile_tables) -> State, actions. Nothing here
// depends on a position. "Player" indexes are those of the Variant; square
// indexes those of Layout<W>.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "generator/bits.h"
#include "generator/layout.h"
#include "generator/sliders.h"
#include "spec/diagnostic.h"
#include "spec/variant.h"

namespace regelwerk::generator {

inline constexpr int kMaxPlayers = 4;
inline constexpr int kMaxPlanes = 32;

// A piece kind is told by the set of bit planes its piece stands in. Planes are
// chosen so that one plane is one way of moving, shared by all kinds that have
// it: a queen stands in the orthogonal and in the diagonal plane. Kinds that
// would look alike get a plane of their own besides.
using PlaneCode = std::uint32_t;
inline constexpr int kOrthogonalPlane = 0;  // unlimited rook movers that never promote
inline constexpr int kDiagonalPlane = 1;    // unlimited bishop movers that never promote
inline constexpr int kRoyalPlane = 2;

// One table row for each square, for each player.
template <int W>
using PerSquare = std::array<std::vector<Bits<W>>, kMaxPlayers>;

// Moves a whole set of squares by one offset; squares pushed over an edge
// vanish.
template <int W>
struct Shift {
  int amount = 0;      // within a word, towards higher indexes if positive
  int word_size = 64;  // squares in a full word
  Bits<W> valid;       // where the offset can lead

  [[gnu::always_inline]] Bits<W> operator()(const Bits<W>& set) const {
    Bits<W> r;
    if constexpr (W == 1) {
      r.w[0] = std::rotl(set.w[0], amount) & valid.w[0];
    } else if (amount > 0) {
      r.w[0] = (set.w[0] << amount) & valid.w[0];
      for (int i = 1; i < W; ++i) {
        r.w[i] = ((set.w[i] << amount) | (set.w[i - 1] >> (word_size - amount))) & valid.w[i];
      }
    } else {
      r.w[W - 1] = (set.w[W - 1] >> -amount) & valid.w[W - 1];
      for (int i = 0; i + 1 < W; ++i) {
        r.w[i] = ((set.w[i] >> -amount) | (set.w[i + 1] << (word_size + amount))) & valid.w[i];
      }
    }
    return r;
  }
};

// A way of moving that goes to fixed offsets and moves and captures alike,
// jumping.
template <int W>
struct Leap {
  int plane = 0;
  int promotion = -1;  // index into Tables::promotions
  PerSquare<W> to;
};

// One offset of a way of moving that is best done for all pieces at once
// (pawns).
template <int W>
struct Step {
  std::vector<Shift<W>> before;  // done one after the other first; each must end on empty squares
  Shift<W> last;                 // then this one
  Bits<W> from;                  // where it may start
  bool moves = false;
  bool captures = false;
  bool grants_en_passant = false;
  bool first_move_only = false;       // and first moves are known by flags, not by `from`
  std::vector<std::uint8_t> origin;   // by target
  std::vector<std::uint8_t> crossed;  // by target: the square after the first shift
};

template <int W>
struct Steps {
  int plane = 0;
  int promotion = -1;
  std::array<std::vector<Step<W>>, kMaxPlayers> of_player;
};

// Everything else: walked square by square.
template <int W>
struct Ray {
  struct Stop {
    int to = 0;
    Bits<W> crossed;  // must be empty besides the stops before
  };
  bool moves = false;
  bool captures = false;
  std::vector<Stop> stops;
};
template <int W>
struct Rays {
  // A square from which `captures` reaches a target if all of `between` is
  // empty.
  struct Attack {
    int from = 0;
    Bits<W> between;
  };
  int plane = 0;
  int promotion = -1;
  std::array<std::vector<std::vector<Ray<W>>>, kMaxPlayers> of;       // by player and square
  std::array<std::vector<std::vector<Attack>>, kMaxPlayers> attacks;  // by player and target
};

// Fixed-offset captures, for finding attackers: pieces of `plane` on
// from[player][target].
template <int W>
struct LeapAttack {
  int plane = 0;
  PerSquare<W> from;
};

// Captures onto an en passant square, likewise.
template <int W>
struct EnPassantCapture {
  int plane = 0;
  int promotion = -1;
  bool first_move_only = false;  // and first moves are known by flags, not by `from`
  PerSquare<W> from;
};

template <int W>
struct PromotionTable {
  std::array<Bits<W>, kMaxPlayers> zone;
  std::array<Bits<W>, kMaxPlayers> compulsory;  // within `zone`
  std::vector<spec::KindId> choices;            // that are not royal
  std::vector<spec::KindId> royal_choices;
  bool captured_only = false;
  std::array<std::vector<int>, kMaxPlayers> at_start;  // pieces of each kind, if captured_only
};

// One castling of a king on `king_from` with a partner on `partner_from`.
template <int W>
struct CastlingPath {
  int king_from = 0;
  int partner_from = 0;
  int king_to = 0;
  int partner_to = 0;
  Bits<W> empty;    // must be empty
  Bits<W> crossed;  // king's squares from the first after king_from to the last
                    // before king_to
};

template <int W>
struct CastlingTable {
  spec::KindId king = -1;
  spec::KindId partner = -1;
  int king_plane = 0;  // holds the king's kind and not the partner's
  bool royal = true;   // whether attacks on the king's way matter
  // Whether a castling is written king-takes-partner although the variant
  // writes king-to: where the king could also step to his stop, or both wings
  // would read the same.
  bool wings_share_stop = false;
  std::array<Bits<W>, kMaxPlayers> king_home;     // where an unmoved king can stand
  std::array<Bits<W>, kMaxPlayers> partner_home;  // likewise
  std::array<std::vector<std::optional<CastlingPath<W>>>, kMaxPlayers> paths;

  static std::size_t slot(int king, int partner) {
    return static_cast<std::size_t>(king) * 64 * W + static_cast<std::size_t>(partner);
  }
  // Null if these two squares do not castle.
  const CastlingPath<W>* path(int player, int king, int partner) const {
    const auto& entry = paths[player][slot(king, partner)];
    return entry ? &*entry : nullptr;
  }
};

template <int W>
struct FusionTable {
  int plane = 0;  // kinds that fuse
  spec::KindId into = -1;
};

struct CoalitionTable {
  std::array<int, 2> great{};
  std::array<int, 2> small{};
  int rounds = 0;
  bool small_powers = false;  // may ally with each other
};

template <int W>
struct OpeningRightsTable {
  int rounds = 0;
  std::uint8_t shifters = 0;  // a bit for each player
  int shifts_plane = 0;       // the kind that is shifted, alone in this plane
  Bits<W> dark;               // squares of a1's colour
};

template <int W>
struct Tables {
  explicit Tables(const spec::Variant& v)
      : variant(v), layout(v.board.files, v.board.ranks), sliders(layout) {}

  const spec::Variant& variant;
  Layout<W> layout;
  Sliders<W> sliders;
  int players = 2;
  std::array<int, kMaxPlayers> next_player{};  // in turn order
  int first_player = 0;

  int planes = 3;
  std::vector<PlaneCode> code;  // by kind
  PlaneCode royal_code = PlaneCode{1} << kRoyalPlane;

  std::vector<Leap<W>> leaps;
  std::vector<Steps<W>> steps;
  std::vector<Rays<W>> rays;
  std::vector<LeapAttack<W>> leap_attacks;
  std::vector<EnPassantCapture<W>> en_passant_captures;
  std::vector<PromotionTable<W>> promotions;
  // For each player and kind: the row, counted from the player's edge, behind which it never
  // stands.
  std::array<std::vector<int>, kMaxPlayers> first_rows;
  std::uint64_t royal_choices = 0;  // kinds that are royal choices of some promotion, a bit each
  bool royal_promotions() const { return royal_choices != 0; }
  std::optional<CastlingTable<W>> castling;
  std::optional<FusionTable<W>> fusion;
  int safe_path_plane = -1;    // kinds that need a safe path; -1: none
  std::vector<Bits<W>> parts;  // that can be removed; empty without part removal
  bool self_destruction = true;
  bool target_safe_before_removal = true;
  bool ends_without_royal = false;
  bool ends_bared = false;
  // A piece can take en passant by a step that it can also make plainly.
  bool en_passant_also_steps = false;

  // Games for more than two (State::politics).
  std::optional<CoalitionTable> coalition;
  bool check_reply = false;
  bool small_power_passes = false;
  std::optional<OpeningRightsTable<W>> opening_rights;
  int rearrangement_rounds = 0;
  bool lists_rearrangements = false;          // among the actions; they are recognised in any case
  std::uint8_t rearrangers = 0;               // a bit for each player
  std::array<Bits<W>, kMaxPlayers> set_up{};  // areas
  std::vector<int> board_order;               // squares from the highest rank down, from file a
  std::uint32_t flagged_kinds = 0;            // kinds whose first move is known by a flag

  // Ranks (files) counted from the player's own edge; 0 is his first.
  int row_of(int square, int player) const {
    const spec::Square s = layout.square(square);
    switch (variant.players[player].forward) {
      case spec::Direction::kNorth:
        return s.rank;
      case spec::Direction::kSouth:
        return variant.board.ranks - 1 - s.rank;
      case spec::Direction::kEast:
        return s.file;
      case spec::Direction::kWest:
        return variant.board.files - 1 - s.file;
    }
    return 0;
  }

  // Squares strictly between two squares of one queen line; empty otherwise.
  const Bits<W>& between(int a, int b) const { return between_[a * 64 * W + b]; }
  std::vector<Bits<W>> between_;

  std::optional<spec::KindId> kind_of(PlaneCode planes_of_piece) const {
    for (std::size_t k = 0; k < code.size(); ++k) {
      if (code[k] == planes_of_piece) return static_cast<spec::KindId>(k);
    }
    return std::nullopt;
  }
};

// Null, with diagnostics, if a rule of the spec is beyond the tables.
template <int W>
std::unique_ptr<Tables<W>> compile_tables(const spec::Variant& variant,
                                          spec::Diagnostics* diagnostics);

}  // namespace regelwerk::generator
