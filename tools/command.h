// What the subcommands of the program `regelwerk` share: how they are registered, the arguments
// that choose a variant and a position, exit statuses, and how problems are shown.
//
// main.cc -> add_*(): declares a subcommand's arguments -> parse -> the subcommand's run function.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "generator/game.h"
#include "oracle/referee.h"
#include "spec/diagnostic.h"
#include "spec/variant.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace regelwerk::tools {

// Exit statuses of the program; README.md lists them for users.
enum class Exit {
  kAgreed = 0,         // all that was selected agreed, or the question was answered
  kDisagreement = 1,   // a disagreement was found
  kUsage = 2,          // wrong usage, spec, suite or position, or nothing was checked
  kEngineFailed = 3,   // an engine died, hung or spoke nonsense
  kDeadline = 4,       // a deadline cut the run short and nothing wrong was seen
  kInternal = 70,      // a failed check of the program's own
  kBisectSkip = 125,   // what `git bisect run` skips
  kInterrupted = 130,  // Ctrl-C
};

// Set by add_*() as the parser meets a subcommand; run by main after parsing.
using Run = std::function<Exit()>;

// The arguments of commands about one position.
struct PositionArguments {
  std::string variant;  // bundled name or path
  std::string fen = "startpos";
  std::vector<std::string> moves;    // words, each may hold several actions
  std::vector<std::string> options;  // NAME=VALUE
  std::vector<std::string> with;     // actions listed only if asked for: "rearrange"
  bool json = false;
};

// Adds the positional VARIANT.
void add_variant_argument(CLI::App* command, std::string* variant);
// Adds --option NAME=VALUE, repeatable, one value each.
void add_option_choices(CLI::App* command, std::vector<std::string>* options);
void add_json_flag(CLI::App* command, bool* json);
// Adds --fen, --moves, --option and --json.
void add_position_options(CLI::App* command, PositionArguments* arguments);
// Adds --with rearrange, for commands that list or count actions.
void add_with_option(CLI::App* command, PositionArguments* arguments);
// Text at the end of a command's --help: one example a line.
void add_examples(CLI::App* command, const std::vector<std::string>& examples);

// Loads a variant and prints what is wrong with it; nullopt after errors (Exit::kUsage).
std::optional<spec::Variant> load_or_explain(const std::string& name_or_path,
                                             const std::vector<std::string>& options);

// Shows problems of a text given on the command line (or of a default of it) on standard error;
// `name` says which text it is ("position").
void print_problems(const std::string& name, const std::string& text,
                    const spec::Problems& problems);

// Words to single actions.
std::vector<std::string> split_actions(const std::vector<std::string>& words);

// A variant with the generator's view of a position. `variant` has a fixed address, as `game` may
// refer to it.
struct GeneratorSession {
  std::unique_ptr<const spec::Variant> variant;
  std::unique_ptr<generator::Game> game;
  std::unique_ptr<generator::Position> position;          // after all moves
  std::unique_ptr<generator::Position> before_last_move;  // null without moves
};

// The same with the oracle's view; `positions` holds every position from the first to the last.
struct OracleSession {
  std::unique_ptr<const spec::Variant> variant;
  std::unique_ptr<oracle::Referee> referee;
  std::vector<oracle::Position> positions;  // never empty
  std::vector<oracle::Position> history() const { return {positions.begin(), positions.end() - 1}; }
};

// Load, compile, read the position and play the moves; nullopt after explaining on standard error
// what is wrong (Exit::kUsage).
std::optional<GeneratorSession> open_generator(const PositionArguments& arguments);
std::optional<OracleSession> open_oracle(const PositionArguments& arguments);

// "white wins", "drawn".
std::string result_text(const spec::Variant& variant, const oracle::Status& status);

// From now on Ctrl-C only sets interrupted(); a second press ends the program at once.
void catch_interrupt();
const std::atomic<bool>& interrupted();

// Progress on the terminal: rewrites one line of standard error, at most a few times a second;
// does nothing if standard error is no terminal.
class ProgressLine {
 public:
  ProgressLine();
  ~ProgressLine();  // clears the line
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  void show(const std::string& text);
  void clear();

 private:
  bool terminal_ = false;
  bool shown_ = false;
  std::int64_t last_milliseconds_ = 0;
};

// "119,060,324"
std::string with_thousands(std::uint64_t number);
// "12.34 s, 9.6 million nodes/s"
std::string rate_text(std::uint64_t nodes, double seconds);

// The subcommands, a file each.
void add_variants(CLI::App* app, Run* run);
void add_check(CLI::App* app, Run* run);
void add_show(CLI::App* app, Run* run);
void add_moves(CLI::App* app, Run* run);
void add_explain(CLI::App* app, Run* run);
void add_status(CLI::App* app, Run* run);
void add_fen(CLI::App* app, Run* run);
void add_perft(CLI::App* app, Run* run);
void add_verify(CLI::App* app, Run* run);
void add_bench(CLI::App* app, Run* run);
void add_diff(CLI::App* app, Run* run);
void add_fuzz(CLI::App* app, Run* run);
void add_replay(CLI::App* app, Run* run);

}  // namespace regelwerk::tools
