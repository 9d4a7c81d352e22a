#include "tools/command.h"

#include <fmt/core.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>
#include <cstdint>
#include <ctime>
#include <sstream>

namespace regelwerk::tools {
namespace {

// A signal handler can reach nothing but objects of static storage.
std::atomic<bool> interrupt_seen{false};
std::atomic<std::int64_t> interrupt_milliseconds{0};
static_assert(std::atomic<bool>::is_always_lock_free);
static_assert(std::atomic<std::int64_t>::is_always_lock_free);

std::int64_t now_milliseconds() {
  struct timespec now = {};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return std::int64_t{now.tv_sec} * 1000 + now.tv_nsec / 1'000'000;
}

// Calls nothing but what a signal handler may.
void on_interrupt(int signal) {
  // Some wrappers pass one Ctrl-C on twice: to the program and to its process group.
  constexpr std::int64_t kOnePress = 500;
  if (!interrupt_seen.load()) {
    interrupt_milliseconds.store(now_milliseconds());
    interrupt_seen.store(true);
  } else if (now_milliseconds() - interrupt_milliseconds.load() > kOnePress) {
    std::signal(signal, SIG_DFL);
    std::raise(signal);
  }
}

void print_illegal_move(std::size_t number, const std::string& action,
                        const oracle::Verdict& verdict) {
  fmt::print(stderr, "error: move {} of --moves, {}, is not legal\n", number, action);
  for (const oracle::Reason& reason : verdict.reasons) {
    fmt::print(stderr, "  {}: {}\n", reason.clause.empty() ? reason.rule : reason.clause,
               reason.shown.empty() ? reason.sentence : reason.shown);
  }
}

}  // namespace

void add_variant_argument(CLI::App* command, std::string* variant) {
  command->add_option("VARIANT", *variant, "a bundled variant's name, or a path to a spec")
      ->required();
}

void add_option_choices(CLI::App* command, std::vector<std::string>* options) {
  command
      ->add_option("--option", *options,
                   "choose a value of one of the variant's options; may be repeated")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
}

void add_json_flag(CLI::App* command, bool* json) {
  command->add_flag("--json", *json, "answer in JSON");
}

void add_position_options(CLI::App* command, PositionArguments* arguments) {
  command
      ->add_option("--fen", arguments->fen,
                   "position text; 'startpos' (the default) is the variant's start position")
      ->type_name("TEXT");
  command
      ->add_option("--moves", arguments->moves,
                   "actions to play first: several words, or one quoted text")
      ->type_name("M");
  add_option_choices(command, &arguments->options);
  add_json_flag(command, &arguments->json);
}

void add_examples(CLI::App* command, const std::vector<std::string>& examples) {
  std::string text = "Examples:\n";
  for (const std::string& example : examples) text += "  " + example + "\n";
  text.pop_back();
  command->footer(text);
}

bool read_option_choices(const std::vector<std::string>& options, spec::OptionChoices* choices) {
  bool usable = true;
  for (const std::string& option : options) {
    const std::size_t equals = option.find('=');
    if (equals == std::string::npos || equals == 0) {
      fmt::print(stderr, "error: --option {}: wanted NAME=VALUE\n", option);
      usable = false;
    } else if (!choices->emplace(option.substr(0, equals), option.substr(equals + 1)).second) {
      fmt::print(stderr, "error: --option {}: a value was already chosen\n", option);
      usable = false;
    }
  }
  return usable;
}

std::optional<spec::Variant> load_or_explain(const std::string& name_or_path,
                                             const std::vector<std::string>& options) {
  spec::OptionChoices choices;
  if (!read_option_choices(options, &choices)) return std::nullopt;
  spec::LoadResult loaded = spec::load_variant(name_or_path, choices);
  fmt::print(stderr, "{}", spec::to_string(loaded.diagnostics));
  return std::move(loaded.variant);
}

void print_problems(const std::string& name, const std::string& text,
                    const spec::Problems& problems) {
  for (const spec::Problem& problem : problems) {
    spec::Diagnostic diagnostic;
    diagnostic.severity =
        problem.warning ? spec::Diagnostic::Severity::kWarning : spec::Diagnostic::Severity::kError;
    diagnostic.place.file = name;
    if (problem.column > 0) {
      diagnostic.place.line = 1;
      diagnostic.place.column = problem.column;
      diagnostic.source_line = text;
    }
    diagnostic.message = problem.message;
    if (!problem.square.empty() && problem.message.find(problem.square) == std::string::npos) {
      diagnostic.message = problem.square + ": " + problem.message;
    }
    fmt::print(stderr, "{}", spec::to_string(diagnostic));
  }
}

void add_with_option(CLI::App* command, PositionArguments* arguments) {
  command
      ->add_option("--with", arguments->with,
                   "actions left out unless asked for; rearrange: new placements of the pieces in "
                   "a set-up area")
      ->check(CLI::IsMember({"rearrange"}))
      ->allow_extra_args(false);
}

std::vector<std::string> split_actions(const std::vector<std::string>& words) {
  std::vector<std::string> actions;
  for (const std::string& word : words) {
    std::istringstream stream(word);
    for (std::string action; stream >> action;) actions.push_back(action);
  }
  return actions;
}

namespace {

// Whether the variant has what --with asks for; says so if not.
bool can_list(const spec::Variant& variant, const PositionArguments& arguments) {
  if (arguments.with.empty() || variant.rearrangement) return true;
  fmt::print(stderr, "error: --with rearrange: {} has no rearrangement\n", arguments.variant);
  return false;
}

}  // namespace

std::optional<GeneratorSession> open_generator(const PositionArguments& arguments) {
  std::optional<spec::Variant> variant = load_or_explain(arguments.variant, arguments.options);
  if (!variant) return std::nullopt;
  GeneratorSession session;
  session.variant = std::make_unique<const spec::Variant>(std::move(*variant));
  spec::Diagnostics diagnostics;
  const bool rearrange = !arguments.with.empty();
  if (!can_list(*session.variant, arguments)) return std::nullopt;
  session.game =
      generator::Game::compile(*session.variant, &diagnostics, {.list_rearrangements = rearrange});
  fmt::print(stderr, "{}", spec::to_string(diagnostics));
  if (!session.game) return std::nullopt;
  generator::ReadResult read = session.game->read(arguments.fen);
  print_problems("position", arguments.fen, read.problems);
  if (!read.position) return std::nullopt;
  session.position = std::move(read.position);

  std::size_t number = 0;
  for (const std::string& text : split_actions(arguments.moves)) {
    ++number;
    const std::optional<generator::Action> action = session.position->find(text);
    if (!action) {
      const oracle::Referee referee(*session.variant);
      const oracle::ReadResult position = referee.read(session.position->text());
      print_illegal_move(
          number, text,
          position.position ? referee.judge(*position.position, text) : oracle::Verdict());
      return std::nullopt;
    }
    session.before_last_move = session.position->clone();
    session.position->apply(*action);
  }
  return session;
}

std::optional<OracleSession> open_oracle(const PositionArguments& arguments) {
  std::optional<spec::Variant> variant = load_or_explain(arguments.variant, arguments.options);
  if (!variant) return std::nullopt;
  OracleSession session;
  session.variant = std::make_unique<const spec::Variant>(std::move(*variant));
  if (!can_list(*session.variant, arguments)) return std::nullopt;
  session.referee = std::make_unique<oracle::Referee>(*session.variant);
  oracle::ReadResult read = session.referee->read(arguments.fen);
  print_problems("position", arguments.fen, read.problems);
  if (!read.position) return std::nullopt;
  session.positions.push_back(std::move(*read.position));

  std::size_t number = 0;
  for (const std::string& text : split_actions(arguments.moves)) {
    ++number;
    const oracle::Verdict verdict = session.referee->judge(session.positions.back(), text);
    if (!verdict.legal) {
      print_illegal_move(number, text, verdict);
      return std::nullopt;
    }
    session.positions.push_back(session.referee->after(session.positions.back(), text));
  }
  return session;
}

std::string result_text(const spec::Variant& variant, const oracle::Status& status) {
  if (!status.winner) return "drawn";
  return variant.players.at(static_cast<std::size_t>(*status.winner)).name + " wins";
}

void catch_interrupt() {
  struct sigaction action = {};
  action.sa_handler = on_interrupt;
  sigemptyset(&action.sa_mask);
  action.sa_flags = SA_RESTART;
  sigaction(SIGINT, &action, nullptr);
}

const std::atomic<bool>& interrupted() { return interrupt_seen; }

ProgressLine::ProgressLine() : terminal_(isatty(STDERR_FILENO) == 1) {}

ProgressLine::~ProgressLine() { clear(); }

void ProgressLine::show(const std::string& text) {
  if (!terminal_) return;
  const std::int64_t now = now_milliseconds();
  if (shown_ && now - last_milliseconds_ < 200) return;
  last_milliseconds_ = now;
  shown_ = true;
  fmt::print(stderr, "\r\033[K{}", text);
  std::fflush(stderr);
}

void ProgressLine::clear() {
  if (shown_) fmt::print(stderr, "\r\033[K");
  shown_ = false;
}

std::size_t memory_mib() {
  const long pages = sysconf(_SC_PHYS_PAGES);
  const long page_size = sysconf(_SC_PAGESIZE);
  return static_cast<std::size_t>(pages) * static_cast<std::size_t>(page_size) >> 20;
}

std::string with_thousands(std::uint64_t number) {
  std::string digits = fmt::format("{}", number);
  for (std::size_t place = digits.size(); place > 3;) {
    place -= 3;
    digits.insert(place, ",");
  }
  return digits;
}

std::string rate_text(std::uint64_t nodes, double seconds) {
  std::string text = fmt::format("{:.3f} s", seconds);
  if (nodes > 0) {
    constexpr double kShortest = 1e-6;
    const double rate = static_cast<double>(nodes) / std::max(seconds, kShortest) / 1e6;
    text += fmt::format(", {:.1f} million nodes/s", rate);
  }
  return text;
}

}  // namespace regelwerk::tools
