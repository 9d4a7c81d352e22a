// Squares, offsets and directions as the rules name them: file letter and rank number.
//
// Both the generator and the oracle read these types from the validated Variant; how either of
// them numbers squares inside is its own affair.
#pragma once

#include <compare>
#include <optional>
#include <string>
#include <string_view>

namespace regelwerk::spec {

// Largest board the language can describe: 16 files and 16 ranks.
inline constexpr int kMaxFiles = 16;
inline constexpr int kMaxRanks = 16;

// A square of the board. file 0 is a, rank 0 is 1. Range: 0 <= file < kMaxFiles, likewise rank.
struct Square {
  int file = 0;
  int rank = 0;
  auto operator<=>(const Square&) const = default;
};

// "a1", "j10", "p8".
std::string square_name(Square square);

// Reads exactly one square name (lower case file, rank from 1, no leading zero); nullopt if the
// text is anything else. Does not know the board: the square may lie outside it.
std::optional<Square> parse_square(std::string_view text);

// Where a player's pieces march, as a compass direction of the board seen with a1 at the lower
// left: north is to higher ranks, east to higher files.
enum class Direction { kNorth, kEast, kSouth, kWest };

// A displacement in the frame of the owner: `forward` steps in his forward direction and `right`
// steps to his right hand. For a player whose forward is north, right is east.
struct Offset {
  int right = 0;
  int forward = 0;
  auto operator<=>(const Offset&) const = default;
};

// A rectangle of squares, both corners included.
struct Rectangle {
  Square low;   // lowest file and lowest rank
  Square high;  // highest file and highest rank
  bool contains(Square square) const {
    return low.file <= square.file && square.file <= high.file && low.rank <= square.rank &&
           square.rank <= high.rank;
  }
  bool operator==(const Rectangle&) const = default;
};

}  // namespace regelwerk::spec
