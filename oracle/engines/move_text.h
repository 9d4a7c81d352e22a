// Moves as engines write them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace regelwerk::engines {

// Whether a text looks like a move in coordinate notation: e2e4, j10a1, a7a8q, a7a8=c, P@e5, 0000,
// and castling in words: O-O, 0-0-0. Ranks begin with 1, or with 0 where that is allowed.
bool looks_like_move(std::string_view text, bool rank_zero = false);

// Long algebraic notation as coordinates: Kh1-g2 is h1g2, c7xd8=Q+ is c7d8q, Rb0xb9 is b0b9. A text
// in coordinates stands for itself, less a check or mate sign. nullopt for anything else.
std::optional<std::string> coordinates(std::string_view text);

// Whether a square of the move lies on rank 0.
bool has_rank_zero(std::string_view move);

// Every rank of a move in coordinates changed by `by`; a text without squares stands for itself.
std::string shift_ranks(std::string_view move, int by);

}  // namespace regelwerk::engines
