// How engines speak: what each says to what, as a table. Facts only, read from the programs' public
// sources or heard from them; their code is not used.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace regelwerk::tools {

enum class Dialect { kUci, kXboard, kScript };

// Something that is said, and whether the program lives on. In texts {line} is what was said to the
// engine, {word} its first word.
struct Say {
  std::string text;  // empty: silence; '\n' between lines
  bool on_stderr = false;
  int exit_status = -1;  // ends with this status
  int kill_signal = 0;   // dies of this signal
};

// What becomes of `position ... moves` with a move that is not legal.
enum class IllegalMoves {
  kTold,     // Habits::illegal_move is said; the position before it stays
  kDropped,  // in silence; the position before it stays
  kPlayed,   // the pieces are moved as if it were legal
};

// One way to have positions counted.
struct Count {
  std::string words;        // that the command begins with; "" in a script
  bool depth_given = true;  // as the next word; else every depth from 1 up to the one set by `sd`
  std::string before;       // with {depth} and {fen}; empty: nothing
  std::string move;         // a line for each move, with {move}, {piece}, {count}; empty: none
  std::string total;        // with {depth}, {count}, {commas}; empty: none
  int bits = 64;            // of the signed number in which the total is kept
  bool needs_div = false;   // move lines only if the word after the depth is "div"
  // Counted, whatever was set up, unless a position stands behind the depth; empty: the one held.
  std::string position;
};

// What `d` and the like show.
struct Echo {
  std::string word;
  std::string text;  // with {board}, {fen}, {placement}
};

// When Habits::trouble comes.
enum class Trouble { kNever, kCounting, kCountingNoMoves };

struct Habits {
  std::string name;
  std::string source;  // where these facts come from
  Dialect dialect = Dialect::kUci;
  std::vector<std::string> greeting;      // before anything is asked
  std::vector<std::string> introduction;  // to `uci` (without uciok) or `protover 2`
  Say unknown;
  Say illegal_move;      // in xboard; in UCI see `illegal_moves`
  Say unreadable_move;   // san: what cannot be read as a move at all
  Say illegal_position;  // a position that the rules do not allow; silence: it is held
  IllegalMoves illegal_moves = IllegalMoves::kDropped;
  std::vector<Count> counts;
  std::vector<Echo> echoes;
  // UCI
  int most_lines = 0;                       // MultiPV; 0: there is no such option
  bool searchmoves = false;                 // honours them
  bool clock_only = false;                  // `go` reads on until a clock is named
  bool searches_for_ever = true;            // `go` with words it does not know: until `stop`
  std::string no_move = "bestmove (none)";  // at the end of a search of a root without moves
  bool bare_moves = false;                  // a line that is a legal move is played
  // xboard
  bool san = false;        // takes algebraic notation (coordinates too)
  bool usermove = false;   // moves come behind this word
  bool trusts = false;     // plays every move it is given
  int pongs = 1;           // lines in answer to a ping; 0: it knows none
  std::string after_each;  // after every line that is read
  std::string played;      // after a move that was played, with {move}
  bool results = false;    // tells the result after the move that ends the game
  // Speed and trouble
  int nodes_per_second = 0;  // 0: as fast as can be
  Trouble trouble = Trouble::kNever;
  Say troubled;
};

// All of them, in the order of their names.
const std::vector<Habits>& all_habits();
const Habits* find_habits(std::string_view name);

}  // namespace regelwerk::tools
