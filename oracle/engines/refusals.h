// How programs say no: one table of what they answer to a command, a move or a position that they
// do not take (refusals.cc has it, with where each was seen).
#pragma once

#include <string_view>

namespace regelwerk::engines {

// Each takes one line of an engine, of standard output or standard error. Letter case does not
// matter, and neither does what stands around the words.

// It does not know the command.
bool is_unknown_command(std::string_view line);

// It does not take the move; also true of an unknown command, which is what a move is to some.
bool refuses_move(std::string_view line);

// It does not take the position; also true of an unknown command.
bool refuses_position(std::string_view line);

}  // namespace regelwerk::engines
