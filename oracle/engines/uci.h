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
  std::string type;                   // "check", "spin", "combo", "button", "string"
  std::vector<std::string> vars;      // the values a combo offers, in order
  std::string value;                  // the default
  std::optional<long long> min, max;  // of a spin
};

std::string_view trim(std::string_view text);
// ASCII letters in lower case.
std::string lower(std::string_view text);
// Split at blanks and at the separators.
std::vector<std::string> words_of(std::string_view text, std::string_view separators = "");

// A whole number, and nothing but it.
std::optional<long long> parse_whole(std::string_view text);

// "option name N type T ..."; nullopt for any other line.
std::optional<UciOption> parse_option_line(std::string_view line);

// The option of this name, letter case aside as the protocol wants; nullptr if there is none.
const UciOption* find_option(const std::vector<UciOption>& options, std::string_view name);

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

// A position text in what an engine shows ("Fen: ...", or the text alone), for a board of so many
// ranks: from the placement to the end of the line.
std::optional<std::string> parse_fen_line(std::string_view line, int ranks);

// A complaint about an option: "No such option: X", an unknown value.
bool is_option_complaint(std::string_view line);

// What engines write for "no move": (none), 0000, NULL, a1a1.
bool is_no_move(std::string_view text);

// "bestmove e2e4 ponder ..." -> "e2e4"; "" if the engine names none. nullopt: another line.
std::optional<std::string> parse_bestmove(std::string_view line);

// A line of a search for several moves: "info ... multipv 3 ... pv e2e4 ...".
struct VariationLine {
  int number = 1;    // multipv
  std::string move;  // the first of the variation
};
std::optional<VariationLine> parse_variation(std::string_view line);

// Whether the position that an engine shows is the one it was sent. Placement and side to move
// must be the same. Castling rights are compared by the rook that they mean, so that KQkq, HAha and
// a mixture are alike. The en passant square may be missing in what is held (engines drop a right
// that nobody can use), but not be another. Counters do not matter, and neither do an empty pocket
// and marks of promoted pieces. What is held may be cut short from the right (the placement alone):
// then it agrees in what it says. `files`: of the board; up to nine, each digit counts by itself.
bool same_position(std::string_view sent, std::string_view held, int files);

// Whether most of the moves start on a square where the side to move has a piece. True as well if
// the position text has no side `w` or `b`, or no move names a square.
bool moves_fit_position(std::string_view position, const std::vector<std::string>& moves,
                        int files);

// The piece letter on a square of a position text ('.' for none, 0 outside the board).
char piece_at(std::string_view position, std::string_view square, int files);

}  // namespace regelwerk::engines
