// Reading what a UCI engine says. Every function takes one line without its line end; blanks at
// both ends do not matter.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace regelwerk::engines {

struct UciOption {
  std::string name;
  std::string type;               // "check", "spin", "combo", "button", "string"
  std::vector<std::string> vars;  // the values a combo offers, in order
};

std::string_view trim(std::string_view text);

// "option name N type T ..."; nullopt for any other line.
std::optional<UciOption> parse_option_line(std::string_view line);

// The option of this name, letter case aside as the protocol wants; nullptr if there is none.
const UciOption* find_option(const std::vector<UciOption>& options, std::string_view name);

// Whether a text looks like a move in coordinate notation: e2e4, j10a1, a7a8q, a7a8=c, P@e5, 0000.
bool looks_like_move(std::string_view text);

// A line of a divide, "e2e4: 20". No line of this kind: nullopt. `nodes` is nullopt if what
// follows the move is not a count below 2^64.
struct DivideText {
  std::string move;
  std::optional<std::uint64_t> nodes;
};
std::optional<DivideText> parse_divide_line(std::string_view line);

// "Nodes searched: 20" and "Nodes searched  : 20", as parse_divide_line.
struct NodesText {
  std::optional<std::uint64_t> nodes;
};
std::optional<NodesText> parse_nodes_line(std::string_view line);

// A complaint about a command that the engine does not know.
bool is_unknown_command(std::string_view line);

// "Fen: ..." as Stockfish answers `d`; the text after the colon.
std::optional<std::string> parse_fen_line(std::string_view line);

// Whether the position that an engine shows is the one it was sent. Placement and side to move
// must be the same. Castling rights are compared by the rook that they mean, so that KQkq, HAha and
// a mixture are alike. The en passant square may be missing in what is held (engines drop a right
// that nobody can use), but not be another. Counters do not matter, and neither do an empty pocket
// and marks of promoted pieces. `files`: of the board; up to nine, each digit counts by itself.
bool same_position(std::string_view sent, std::string_view held, int files);

}  // namespace regelwerk::engines
