#include "oracle/engines/engine.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <stdexcept>
#include <utility>

#include "oracle/engines/command_line.h"
#include "oracle/engines/process.h"
#include "oracle/engines/uci.h"

namespace regelwerk::engines {
namespace {

constexpr std::size_t kTranscriptLines = 10'000;
constexpr std::size_t kTranscriptWidth = 1'000;
// How long a child may take to end after it closed its output, and after "quit".
constexpr std::chrono::milliseconds kEndGrace{1'000};
constexpr std::chrono::milliseconds kQuitGrace{200};

Failure failure(Failure::Kind kind, std::string detail) { return {kind, std::move(detail)}; }

// Text from outside in a message of one line.
std::string one_line(std::string_view text) {
  constexpr std::size_t kLongest = 200;
  std::string result;
  for (char c : trim(text)) {
    if (result.size() == kLongest) return result + "...";
    result += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  }
  return result;
}

std::string describe(const Process::End& end) {
  const auto with_name = [](int number) {
    const std::string name = signal_name(number);
    return name.empty() ? fmt::format("signal {}", number)
                        : fmt::format("signal {} ({})", number, name);
  };
  if (end.by_signal) return "killed by " + with_name(end.number);
  std::string text = fmt::format("exited with code {}", end.number);
  // A shell script reports the signal that killed its program in this way.
  if (end.number > 128 && !signal_name(end.number - 128).empty()) {
    text += fmt::format(", which from a shell script means {}", with_name(end.number - 128));
  }
  return text;
}

std::string seconds(std::chrono::milliseconds time) {
  return fmt::format("{:g} s", static_cast<double>(time.count()) / 1000.0);
}

}  // namespace

struct Engine::Impl {
  std::string command;
  const spec::Variant& variant;
  EngineOptions options;
  std::string name;
  std::unique_ptr<Process> process;
  std::vector<std::string> transcript;
  Clock::time_point born = Clock::now();

  // The question under way.
  Clock::time_point deadline{};
  std::chrono::milliseconds allowed{};
  std::string asked;  // the command that is waited for

  Impl(std::string text, const spec::Variant& rules, EngineOptions wishes)
      : command(std::move(text)), variant(rules), options(std::move(wishes)), name(command) {}

  ~Impl() {
    if (process == nullptr) return;
    Process::End end;
    if (process->write_line("quit", Clock::now() + kQuitGrace)) {
      process->wait_for_end(Clock::now() + kQuitGrace, &end);
    }
  }

  void note(char direction, std::string_view text) {
    if (transcript.size() >= kTranscriptLines + kTranscriptLines / 10) {
      transcript.erase(transcript.begin(),
                       transcript.end() - static_cast<std::ptrdiff_t>(kTranscriptLines));
    }
    const std::chrono::duration<double> time = Clock::now() - born;
    transcript.push_back(
        fmt::format("{:.3f} {} {}", time.count(), direction, text.substr(0, kTranscriptWidth)));
  }

  void allow(std::chrono::milliseconds time) {
    allowed = time;
    deadline = Clock::now() + time;
  }

  Failure died() {
    Process::End end;
    std::string detail;
    if (process->wait_for_end(Clock::now() + kEndGrace, &end)) {
      detail = fmt::format("{} after `{}`", describe(end), asked);
    } else {
      detail = fmt::format("closed its output after `{}` without ending, and was killed", asked);
    }
    const std::string said = one_line(process->last_error_line());
    if (!said.empty()) detail += fmt::format("; its last error message: {}", said);
    return failure(Failure::Kind::kDied, detail);
  }

  void send(const std::string& text) {
    asked = text;
    note('>', text);
    // A dead reader shows at the next read, with the reason.
    process->write_line(text, deadline);
  }

  std::optional<Failure> receive(std::string* line) {
    // In slices, so that a request to stop is seen soon.
    constexpr std::chrono::milliseconds kSlice{50};
    const auto stopped = [this] { return options.stop != nullptr && options.stop->load(); };
    Process::Read read = Process::Read::kDeadline;
    do {
      read = process->read_line(line, std::min(deadline, Clock::now() + kSlice));
    } while (read == Process::Read::kDeadline && Clock::now() < deadline && !stopped());
    switch (read) {
      case Process::Read::kLine:
        note('<', *line);
        return std::nullopt;
      case Process::Read::kEnd:
        return died();
      case Process::Read::kDeadline:
        if (stopped()) {
          return failure(Failure::Kind::kHung,
                         fmt::format("stopped while it worked on `{}`", asked));
        }
        return failure(
            Failure::Kind::kHung,
            fmt::format("no end of the answer to `{}` within {}; killed", asked, seconds(allowed)));
      case Process::Read::kTooLong:
        break;
    }
    return failure(Failure::Kind::kNonsense, fmt::format("a line of more than {} bytes after `{}`",
                                                         Process::kLongestLine, asked));
  }

  // Sends `text` and reads up to the line that is exactly `last`; hands every line before to `see`.
  template <typename See>
  std::optional<Failure> ask(const std::string& text, std::string_view last, See see) {
    send(text);
    std::string line;
    while (true) {
      if (auto trouble = receive(&line)) return trouble;
      if (trim(line) == last) return std::nullopt;
      see(line);
    }
  }

  // Everything said before `readyok` belongs to earlier commands.
  std::optional<Failure> fence() {
    return ask("isready", "readyok", [](const std::string&) {});
  }

  std::optional<Failure> start() {
    const CommandLine line = split_command(command);
    if (!line.error.empty()) {
      return failure(Failure::Kind::kNotFound, fmt::format("{}: '{}'", line.error, command));
    }
    const std::optional<std::string> program = find_program(line.words[0]);
    if (!program) {
      return failure(Failure::Kind::kNotFound,
                     fmt::format("no executable file '{}'{}", line.words[0],
                                 line.words[0].find('/') == std::string::npos
                                     ? " in PATH, /usr/games or /usr/local/games"
                                     : ""));
    }
    std::string error;
    process = Process::start(*program, {line.words.begin() + 1, line.words.end()}, &error);
    if (process == nullptr) {
      return failure(Failure::Kind::kNotFound,
                     fmt::format("cannot start '{}': {}", *program, error));
    }
    note('>', "(started " + *program + ")");
    return shake_hands();
  }

  std::optional<Failure> shake_hands() {
    allow(options.start_deadline);
    std::vector<UciOption> offered;
    auto trouble = ask("uci", "uciok", [&](const std::string& line) {
      static constexpr std::string_view kName = "id name ";
      const std::string_view text = trim(line);
      if (text.substr(0, kName.size()) == kName) name = trim(text.substr(kName.size()));
      if (auto option = parse_option_line(text)) offered.push_back(*option);
    });
    if (trouble) return trouble;
    std::vector<std::pair<std::string, std::string>> settings;
    if ((trouble = choose_variant(offered, &settings))) return trouble;
    for (const auto& [option, value] : options.uci_options) {
      if (find_option(offered, option) == nullptr) {
        return failure(Failure::Kind::kNonsense, fmt::format("offers no option '{}'", option));
      }
      settings.emplace_back(option, value);
    }
    for (const auto& [option, value] : settings) {
      send(fmt::format("setoption name {} value {}", option, value));
    }
    send("ucinewgame");
    return fence();
  }

  std::optional<Failure> choose_variant(
      const std::vector<UciOption>& offered,
      std::vector<std::pair<std::string, std::string>>* settings) const {
    const auto unknown = [](std::string detail) {
      return failure(Failure::Kind::kVariantUnknown, std::move(detail));
    };
    const auto named = variant.engines.find("uci-variant");
    if (named == variant.engines.end()) {
      return unknown(fmt::format("the spec of {} names no uci-variant", variant.name));
    }
    const std::string& value = named->second;
    if (const UciOption* option = find_option(offered, "UCI_Variant")) {
      const auto& vars = option->vars;
      if (std::find(vars.begin(), vars.end(), value) == vars.end()) {
        return unknown(fmt::format("its UCI_Variant does not offer '{}'", value));
      }
      settings->emplace_back(option->name, value);
    } else if (value != "chess") {
      return unknown(fmt::format("has no option UCI_Variant to choose '{}'", value));
    }
    const auto chess960 = variant.engines.find("uci-chess960");
    if (chess960 != variant.engines.end() &&
        (chess960->second == "on" || chess960->second == "true")) {
      const UciOption* option = find_option(offered, "UCI_Chess960");
      if (option == nullptr) return unknown("has no option UCI_Chess960");
      settings->emplace_back(option->name, "true");
    }
    return std::nullopt;
  }

  std::optional<Failure> set_position(const std::string& position) {
    if (auto trouble = fence()) return trouble;
    send("position fen " + position);
    send("d");
    std::optional<std::string> held;
    auto trouble = ask("isready", "readyok", [&](const std::string& line) {
      if (auto fen = parse_fen_line(line)) held = fen;
    });
    if (trouble) {
      // What brought it down is the position, not the fence behind it.
      const std::size_t fence_at = trouble->detail.find("`isready`");
      if (fence_at != std::string::npos) {
        trouble->detail.replace(fence_at, 9, "`position fen " + position + "`");
      }
      return trouble;
    }
    if (held && !same_position(position, *held, variant.board.files)) {
      return failure(Failure::Kind::kPositionRefused,
                     fmt::format("was sent '{}' but holds '{}'", position, one_line(*held)));
    }
    return std::nullopt;
  }

  std::optional<Failure> count(int depth, PerftAnswer* answer) {
    send(fmt::format("go perft {}", depth));
    const auto nonsense = [](std::string detail) {
      return failure(Failure::Kind::kNonsense, std::move(detail));
    };
    std::set<std::string> seen;
    std::uint64_t sum = 0;
    std::string line;
    while (true) {
      if (auto trouble = receive(&line)) return trouble;
      if (auto total = parse_nodes_line(line)) {
        if (!total->nodes) return nonsense(fmt::format("no count in '{}'", one_line(line)));
        answer->nodes = *total->nodes;
        break;
      }
      if (auto entry = parse_divide_line(line)) {
        if (!entry->nodes) return nonsense(fmt::format("no count in '{}'", one_line(line)));
        if (!seen.insert(entry->move).second) {
          return nonsense(fmt::format("the move {} is listed twice", entry->move));
        }
        if (__builtin_add_overflow(sum, *entry->nodes, &sum)) {
          return nonsense("the counts of the moves add up to 2^64 or more");
        }
        answer->divide.push_back({entry->move, *entry->nodes});
        continue;
      }
      const std::string_view text = trim(line);
      if (text.substr(0, 8) == "bestmove") {
        return failure(Failure::Kind::kNoPerft,
                       fmt::format("took `{}` for a search: '{}'", asked, one_line(line)));
      }
      if (is_unknown_command(text)) {
        return failure(Failure::Kind::kNoPerft, one_line(line));
      }
    }
    if (sum != answer->nodes) {
      return nonsense(fmt::format("says {} nodes, but its {} moves add up to {}", answer->nodes,
                                  answer->divide.size(), sum));
    }
    std::sort(answer->divide.begin(), answer->divide.end(),
              [](const DivideLine& a, const DivideLine& b) { return a.action < b.action; });
    return std::nullopt;
  }

  std::optional<Failure> perft(const std::string& position, int depth,
                               std::chrono::milliseconds time, PerftAnswer* answer) {
    if (process == nullptr) {
      if (auto trouble = start()) return trouble;
    }
    allow(time);
    if (auto trouble = set_position(position)) return trouble;
    return count(depth, answer);
  }
};

Engine::Engine(std::string command, const spec::Variant& variant, EngineOptions options)
    : impl_(std::make_unique<Impl>(std::move(command), variant, std::move(options))) {}

Engine::~Engine() = default;

const std::string& Engine::command() const { return impl_->command; }

std::string Engine::name() const { return impl_->name; }

PerftAnswer Engine::perft(std::string_view position_text, int depth,
                          std::chrono::milliseconds deadline) {
  // "go perft 0" starts an endless search in common engines.
  if (depth < 1) throw std::invalid_argument("Engine::perft: depth must be at least 1");
  const std::string position(position_text == "startpos" ? std::string_view(impl_->variant.start)
                                                         : position_text);
  PerftAnswer answer;
  if (auto trouble = impl_->perft(position, depth, deadline, &answer)) {
    // After a failure nobody knows what it is still doing: the next question gets a fresh one.
    impl_->process.reset();
    impl_->note('>', "(ended: " + trouble->detail + ")");
    answer.nodes = 0;
    answer.divide.clear();
    answer.failure = std::move(trouble);
  }
  return answer;
}

const std::vector<std::string>& Engine::transcript() const { return impl_->transcript; }

}  // namespace regelwerk::engines
