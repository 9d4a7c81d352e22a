// The castling field of a position text: which letters name which king and partner.
#pragma once

#include <string>
#include <vector>

#include "oracle/position.h"
#include "spec/diagnostic.h"
#include "spec/position_text.h"
#include "spec/variant.h"

namespace regelwerk::oracle {

// Castling kings and partners where the game begins.
using HomeSquares = std::vector<spec::PlacedPiece>;

// Those of the variant's start position that stand on their player's first rank.
HomeSquares home_squares(const spec::Variant& variant);

// Whether the king or partner on this square may be one that has not moved: it stands on its
// player's first rank and, unless the rule takes any home there, where the start position has one
// of its kind and player.
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
