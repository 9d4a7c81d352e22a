// A position as it lies on the table: pieces on squares, whose turn it is, and what the board
// alone does not show.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <vector>

#include "spec/square.h"
#include "spec/variant.h"

namespace regelwerk::oracle {

// What stands on a square. Without a kind it is empty.
struct Piece {
  std::int8_t player = -1;  // spec::PlayerId
  std::int8_t kind = -1;    // spec::KindId
  bool none() const { return kind < 0; }
  auto operator<=>(const Piece&) const = default;
};

// One cell for each square of the largest board; squares outside the variant's board stay empty.
class Board {
 public:
  const Piece& at(spec::Square square) const { return cells_[index(square)]; }
  void put(spec::Square square, Piece piece) { cells_[index(square)] = piece; }
  void clear(spec::Square square) { cells_[index(square)] = Piece{}; }
  auto operator<=>(const Board&) const = default;

 private:
  static std::size_t index(spec::Square square) {
    return static_cast<std::size_t>(square.rank) * spec::kMaxFiles +
           static_cast<std::size_t>(square.file);
  }
  std::array<Piece, spec::kMaxFiles * spec::kMaxRanks> cells_{};
};

// The piece that has just crossed a square may be taken as if it stood there.
struct EnPassantRight {
  spec::Square crossed;
  spec::Square piece;  // where it stands now
  auto operator<=>(const EnPassantRight&) const = default;
};

// Two players who have become friends for the rest of the game. `small` is the small power; of two
// small powers the one with the lower id.
struct Alliance {
  spec::PlayerId small = -1;
  spec::PlayerId other = -1;
  auto operator<=>(const Alliance&) const = default;
};

// A value; equal if everything is equal, the counters too. Whether two positions are the same for
// the rules (repetition, perft) is another question: see Referee::same_position.
struct Position {
  Board board;
  spec::PlayerId to_act = 0;  // of two players who are asked, the first
  // Squares of the castling kings and partners that have not moved; only those that still have a
  // counterpart to castle with. Sorted.
  std::vector<spec::Square> unmoved;
  // Rights that earlier actions have left, whether or not a capture is legal. Sorted.
  std::vector<EnPassantRight> en_passant;
  // Parts of the board that have been removed, as indices into spec::Board::parts. Sorted. Their
  // squares are empty and no longer there; see exists().
  std::vector<int> removed_parts;
  // Squares of the pieces known to have made no move; only if flags say so (FirstMoveRule). Sorted.
  std::vector<spec::Square> first_moves;
  // Out of turn: `to_act` is asked for a reply, then `also_asked` (-1: nobody), and then play goes
  // on with the turn of `next_regular`. -1: `to_act` has his regular turn.
  spec::PlayerId also_asked = -1;
  spec::PlayerId next_regular = -1;
  std::vector<Alliance> alliances;            // sorted
  std::vector<spec::PlayerId> may_rearrange;  // who has the right left. Sorted
  std::vector<spec::PlayerId> may_shift;      // likewise
  std::vector<spec::PlayerId> owed;           // one entry for each owed turn. Sorted
  int halfmoves = 0;  // since the last capture or move of a kind that resets it; 0..9999
  int move_number =
      1;  // 1..9999; the round, of the regular turn that follows while a reply is asked
  auto operator<=>(const Position&) const = default;
};

}  // namespace regelwerk::oracle
