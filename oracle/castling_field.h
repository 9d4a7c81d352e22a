// The castling field of a position text: which letters name which king and partner.
#pragma once

#include <string>
#include <vector>

#include "oracle/position.h"
#include "spec/diagnostic.h"
#include "spec/position_text.h"
#include "spec/variant.h"

namespace regelwerk::oracle {

// Where castling kings and partners begin the game.
struct HomeSquares {
  std::vector<spec::Square> kings;
  std::vector<spec::Square> partners;
};

// The squares of the kings and partners on their first ranks in the variant's start position,
// whether or not it gives them a right.
HomeSquares home_squares(const spec::Variant& variant);

// Whether the king or partner on this square may be one that has not moved: it stands on its
// player's first rank and, unless the rule takes any home there, where the start position has one
// of its kind.
bool may_be_unmoved(const spec::Variant& variant, const HomeSquares& homes,
                    const Position& position, spec::Square square);

// Reads KQkq (K: the outermost partner to the right of the king, Q: to the left) and file letters
// (of the partner), whichever form the variant writes; upper case for the player who has
// upper-case pieces. Where the variant writes file letters and the board has a file k, K is that
// file; elsewhere K and Q are never files. Returns the squares of the kings and partners named,
// sorted; adds a problem for every letter that names none.
//
// Where the variant writes the files of the unmoved pieces, each letter is the file of one king or
// partner on its player's first rank, and letters without a counterpart are dropped silently.
std::vector<spec::Square> read_castling(const spec::Variant& variant, const HomeSquares& homes,
                                        const Position& position, const spec::Field& field,
                                        spec::Problems* problems);

// The canonical field: players in order, partners from the last file to file a; in the form of the
// unmoved pieces all of these from file a.
std::string write_castling(const spec::Variant& variant, const Position& position);

}  // namespace regelwerk::oracle
