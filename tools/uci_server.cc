#include "tools/uci_server.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <condition_variable>
#include <deque>
#include <istream>
#include <limits>
#include <mutex>
#include <new>
#include <ostream>
#include <sstream>
#include <thread>
#include <utility>

#include "oracle/engines/default_game.h"
#include "oracle/engines/uci.h"
#include "oracle/referee.h"
#include "oracle/royal_safety.h"
#include "spec/position_text.h"

namespace regelwerk::tools {
namespace {

constexpr int kMaxThreads = 1024;
constexpr int kMaxDepth = 100;
constexpr const char* kEmpty = "<empty>";

// Lines read ahead, numbered from 1.
class LineQueue {
 public:
  struct Line {
    std::string text;
    std::uint64_t number = 0;
  };

  void push(std::string text) {
    const std::lock_guard lock(mutex_);
    lines_.push_back({std::move(text), ++number_});
    arrived_.notify_one();
  }
  // What was asked for up to now is not wanted any more.
  void stop() {
    const std::lock_guard lock(mutex_);
    stopped_up_to_ = ++number_;
    stop_.store(true);
  }
  void end() {
    const std::lock_guard lock(mutex_);
    ended_ = true;
    arrived_.notify_one();
  }
  // Waits for a line; nullopt at the end. From then on stop_flag() is about this line.
  std::optional<Line> pop() {
    std::unique_lock lock(mutex_);
    arrived_.wait(lock, [this] { return ended_ || !lines_.empty(); });
    if (lines_.empty()) return std::nullopt;
    Line line = std::move(lines_.front());
    lines_.pop_front();
    stop_.store(line.number < stopped_up_to_);
    return line;
  }
  const std::atomic<bool>& stop_flag() const { return stop_; }

 private:
  std::mutex mutex_;
  std::condition_variable arrived_;
  std::deque<Line> lines_;
  std::uint64_t number_ = 0;
  std::uint64_t stopped_up_to_ = 0;
  bool ended_ = false;
  std::atomic<bool> stop_{false};
};

// All words from here on, with single blanks; `until` ends it and is taken.
std::string rest_of(std::istringstream* words, const std::string& until = "") {
  std::string text;
  for (std::string word; *words >> word && (until.empty() || word != until);) {
    text += (text.empty() ? "" : " ") + word;
  }
  return text;
}

// A number from `least` to `most`, written in digits.
std::optional<int> number_in(const std::string& text, int least, int most) {
  if (text.empty() || text.size() > 9) return std::nullopt;
  if (!std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isdigit(c); })) {
    return std::nullopt;
  }
  const int number = std::stoi(text);
  if (number < least || number > most) return std::nullopt;
  return number;
}

// Squares of the pieces that give check to the player to act, from a1, rank by rank.
std::vector<spec::Square> checkers(const spec::Variant& variant, const std::string& text) {
  const oracle::ReadResult read = oracle::Referee(variant).read(text);
  std::vector<spec::Square> squares;
  if (!read.position) return squares;
  for (const oracle::Check& check :
       oracle::checks_on(variant, *read.position, read.position->to_act)) {
    squares.insert(squares.end(), check.attackers.begin(), check.attackers.end());
  }
  std::sort(squares.begin(), squares.end(), [](spec::Square a, spec::Square b) {
    return std::pair(a.rank, a.file) < std::pair(b.rank, b.file);
  });
  squares.erase(std::unique(squares.begin(), squares.end()), squares.end());
  return squares;
}

}  // namespace

spec::Variant with_chess960(spec::Variant variant) {
  if (!variant.castling || variant.castling->stops != spec::CastlingRule::Stops::kFiles ||
      variant.position_text.action == spec::PositionTextForm::CastlingAction::kKingTakesPartner) {
    return variant;
  }
  variant.position_text.action = spec::PositionTextForm::CastlingAction::kKingTakesPartner;
  variant.position_text.castling = spec::PositionTextForm::Castling::kFiles;
  variant.castling->homes = spec::CastlingRule::Homes::kFirstRank;
  return variant;
}

std::string uci_board_text(const spec::Variant& variant, const std::string& position_text) {
  const auto read = spec::parse_position_text(variant, position_text);
  if (!read.position) return "";
  std::map<spec::Square, std::string> cells;
  for (const spec::PlacedPiece& piece : read.position->pieces) {
    const spec::Player& player = variant.players[static_cast<std::size_t>(piece.player)];
    const char letter = variant.pieces[static_cast<std::size_t>(piece.kind)].letter;
    if (variant.players.size() > 2) {
      cells[piece.square] = {player.letter, letter};
    } else {
      cells[piece.square] =
          player.upper_case ? std::string(1, letter) : engines::lower(std::string(1, letter));
    }
  }
  for (const spec::Square square : read.position->removed) cells[square] = "*";
  std::string line = " +";
  std::string files;
  for (int file = 0; file < variant.board.files; ++file) {
    line += "---+";
    files += fmt::format("   {}", static_cast<char>('a' + file));
  }
  std::string text = "\n" + line + "\n";
  for (int rank = variant.board.ranks - 1; rank >= 0; --rank) {
    text += " |";
    for (int file = 0; file < variant.board.files; ++file) {
      text += fmt::format("{:^3}|", cells[{file, rank}]);
    }
    text += fmt::format(" {}\n{}\n", rank + 1, line);
  }
  return text + files + "\n";
}

struct UciServer::Impl {
  struct Offer {
    std::string source;  // bundled name or path
    spec::OptionChoices choices;
  };

  UciServerOptions options;
  MakeUciRules make_rules;
  std::map<std::string, Offer> offers;  // by value of UCI_Variant
  std::string chosen;                   // one of them
  std::string default_value;
  std::map<std::string, spec::Option> spec_options;  // of all that is offered, by name
  spec::OptionChoices spec_choices;                  // made by setoption
  bool chess960 = false;
  int threads = 1;
  int hash_mib = 0;
  std::unique_ptr<UciRules> rules;        // before the position, which it must outlive
  std::unique_ptr<UciPosition> position;  // null exactly if there are no rules
  std::ostream* out = nullptr;
  LineQueue queue;

  Impl(UciServerOptions wishes, MakeUciRules make, spec::Diagnostics* diagnostics)
      : options(std::move(wishes)), make_rules(std::move(make)) {
    offer_bundled();
    chosen = engines::kDefaultUciVariant;
    if (!options.variant.empty()) {
      const spec::LoadResult loaded = spec::load_variant(options.variant, options.choices);
      diagnostics->insert(diagnostics->end(), loaded.diagnostics.begin(), loaded.diagnostics.end());
      if (!loaded.variant) return;
      chosen = loaded.variant->name;
      offers[chosen] = {options.variant, options.choices};
      offer_uci_name(*loaded.variant, offers[chosen]);
      offer_options(*loaded.variant);
    }
    default_value = chosen;
    change_rules(diagnostics);
  }

  // By their own names, and by the names that others give them.
  void offer_bundled() {
    std::vector<spec::Variant> variants;
    for (const std::string& name : spec::bundled_variants()) {
      spec::LoadResult loaded = spec::load_variant(name);
      if (!loaded.variant || loaded.variant->players.size() > 2) continue;
      offers[name] = {name, {}};
      offer_options(*loaded.variant);
      variants.push_back(std::move(*loaded.variant));
    }
    for (const spec::Variant& variant : variants) offer_uci_name(variant, {variant.name, {}});
  }

  // Unless somebody has it. A value that needs UCI_Chess960 too is left to whom it means without.
  void offer_uci_name(const spec::Variant& variant, const Offer& offer) {
    const auto found = variant.engines.find("uci-variant");
    if (found == variant.engines.end()) return;
    if (engines::wants_chess960(variant) && found->second != variant.name) return;
    offers.emplace(found->second, offer);
  }

  // Options of specs are options of the engine.
  void offer_options(const spec::Variant& variant) {
    for (const spec::Option& option : variant.options) spec_options[option.name] = option;
  }

  void say(const std::string& line) { *out << line << "\n" << std::flush; }
  void tell(const std::string& what) { say("info string " + what); }

  void tell(const spec::Diagnostics& diagnostics) {
    for (const spec::Diagnostic& diagnostic : diagnostics) {
      std::istringstream lines(spec::to_string(diagnostic));
      std::string first;
      std::getline(lines, first);
      tell(first);
    }
  }

  void tell(const spec::Problems& problems) {
    for (const spec::Problem& problem : problems) {
      const bool named =
          problem.square.empty() || problem.message.find(problem.square) != std::string::npos;
      tell(fmt::format("{}: {}{}{}", problem.warning ? "warning" : "error",
                       named ? "" : problem.square + ": ", problem.message,
                       problem.column > 0 ? fmt::format(" (column {})", problem.column) : ""));
    }
  }

  // Rules for `chosen` and its start position; the old ones stay if there are errors.
  bool change_rules(spec::Diagnostics* diagnostics) {
    const auto found = offers.find(chosen);
    if (found == offers.end()) return false;
    spec::OptionChoices choices = found->second.choices;
    spec::LoadResult loaded = spec::load_variant(found->second.source, choices);
    if (loaded.variant && !spec_choices.empty()) {
      for (const spec::Option& option : loaded.variant->options) {
        const auto choice = spec_choices.find(option.name);
        if (choice != spec_choices.end()) choices[option.name] = choice->second;
      }
      loaded = spec::load_variant(found->second.source, choices);
    }
    diagnostics->insert(diagnostics->end(), loaded.diagnostics.begin(), loaded.diagnostics.end());
    if (!loaded.variant) return false;
    spec::Variant variant = std::move(*loaded.variant);
    if (chess960) variant = with_chess960(std::move(variant));
    std::unique_ptr<UciRules> new_rules = make_rules(std::move(variant), diagnostics);
    if (!new_rules) return false;
    spec::Problems problems;
    std::unique_ptr<UciPosition> start = new_rules->read("startpos", &problems);
    if (!start) {
      for (const spec::Problem& problem : problems) {
        spec::Diagnostic diagnostic;
        diagnostic.place.file = new_rules->variant().file;
        diagnostic.message = "start position: " + problem.message;
        diagnostics->push_back(diagnostic);
      }
      return false;
    }
    position = std::move(start);
    rules = std::move(new_rules);
    return true;
  }

  // The same from a command: says what is wrong, and what has been chosen.
  bool change_rules_aloud() {
    spec::Diagnostics diagnostics;
    const bool changed = change_rules(&diagnostics);
    tell(diagnostics);
    if (changed) make_table();
    return changed;
  }

  void make_table() {
    try {
      rules->set_table(hash_mib);
    } catch (const std::bad_alloc&) {
      tell(fmt::format("error: no memory for a table of {} MiB; counting without", hash_mib));
      hash_mib = 0;
      rules->set_table(0);
    }
  }

  void uci() {
    say("id name " + options.name);
    say("id author the authors of Regelwerk");
    say("");
    say(fmt::format("option name Threads type spin default 1 min 1 max {}", kMaxThreads));
    say(fmt::format("option name Hash type spin default 0 min 0 max {}", options.most_hash_mib));
    say("option name Clear Hash type button");
    std::string line = "option name UCI_Variant type combo default " + default_value;
    for (const auto& [value, offer] : offers) line += " var " + value;
    say(line);
    say("option name UCI_Chess960 type check default false");
    say(fmt::format("option name VariantPath type string default {}", kEmpty));
    for (const auto& [name, option] : spec_options) {
      std::string text = fmt::format("option name {} type combo default {}", name, option.chosen);
      for (const std::string& value : option.values) text += " var " + value;
      say(text);
    }
    say("uciok");
  }

  void set_option(std::istringstream* words) {
    std::string word;
    *words >> word;
    if (word != "name") return tell("error: setoption name NAME value VALUE");
    const std::string name = engines::lower(rest_of(words, "value"));
    const std::string value = rest_of(words);
    if (name == "threads") {
      const auto number = number_in(value, 1, kMaxThreads);
      if (!number) return tell(fmt::format("error: Threads is from 1 to {}", kMaxThreads));
      threads = *number;
    } else if (name == "hash") {
      const auto number = number_in(value, 0, options.most_hash_mib);
      if (!number) return tell(fmt::format("error: Hash is from 0 to {}", options.most_hash_mib));
      hash_mib = *number;
      make_table();
    } else if (name == "clear hash") {
      make_table();
    } else if (name == "uci_variant") {
      choose_variant(value);
    } else if (name == "uci_chess960") {
      if (value != "true" && value != "false") return tell("error: UCI_Chess960 is true or false");
      set_chess960(value == "true");
    } else if (name == "variantpath") {
      add_variant(value);
    } else if (const auto found = spec_options.find(name); found != spec_options.end()) {
      choose_value(found->second, value);
    } else {
      say("No such option: " + name);
    }
  }

  void choose_variant(const std::string& value) {
    if (offers.find(value) == offers.end()) {
      std::vector<std::string> known;
      for (const auto& [name, offer] : offers) known.push_back(name);
      const std::string near = spec::nearest_word(value, known);
      return tell(fmt::format("error: no variant '{}'{}; still {}", value,
                              near.empty() ? "" : fmt::format(", did you mean '{}'?", near),
                              chosen));
    }
    const std::string before = std::exchange(chosen, value);
    if (!change_rules_aloud()) {
      chosen = before;
      return;
    }
    const spec::Variant& variant = rules->variant();
    tell(fmt::format("variant {} files {} ranks {} startpos {}", value, variant.board.files,
                     variant.board.ranks, variant.start));
  }

  void choose_value(const spec::Option& option, const std::string& value) {
    if (std::find(option.values.begin(), option.values.end(), value) == option.values.end()) {
      return tell(
          fmt::format("error: {} is one of {}", option.name, fmt::join(option.values, ", ")));
    }
    const spec::OptionChoices before = spec_choices;
    spec_choices[option.name] = value;
    if (!change_rules_here()) spec_choices = before;
  }

  void set_chess960(bool on) {
    if (on == chess960) return;
    chess960 = on;
    change_rules_here();
  }

  // Changes the rules and keeps the position, if they take it.
  bool change_rules_here() {
    const std::string text = position->text();
    if (!change_rules_aloud()) return false;
    spec::Problems ignored;
    if (auto same = rules->read(text, &ignored)) {
      position = std::move(same);
    } else {
      tell("the position is not one of these rules; now the start position");
    }
    return true;
  }

  void add_variant(const std::string& path) {
    if (path.empty() || path == kEmpty) return;
    const spec::LoadResult loaded = spec::load_variant(path);
    tell(loaded.diagnostics);
    if (!loaded.variant) return;
    const Offer offer{path, {}};
    offers[loaded.variant->name] = offer;
    offer_uci_name(*loaded.variant, offer);
    offer_options(*loaded.variant);
    tell(fmt::format("variant {} added from {}", loaded.variant->name, path));
    // A file may be loaded again after it was changed.
    if (chosen == loaded.variant->name) change_rules_aloud();
  }

  void set_position(std::istringstream* words) {
    std::string kind;
    *words >> kind;
    std::string text = "startpos";
    bool moves_follow = false;
    if (kind == "startpos") {
      std::string word;
      moves_follow = static_cast<bool>(*words >> word);
      if (moves_follow && word != "moves") {
        return tell(fmt::format("error: 'moves' wanted, not '{}'", word));
      }
    } else if (kind == "fen") {
      text = rest_of(words, "moves");
      if (text.empty()) return tell("error: no position text after 'fen'");
    } else {
      return tell("error: position startpos|fen TEXT [moves MOVE...]");
    }
    spec::Problems problems;
    std::unique_ptr<UciPosition> read = rules->read(text, &problems);
    tell(problems);
    if (!read) return tell("position refused; the one before it is kept");
    position = std::move(read);
    int number = 0;
    for (std::string move; *words >> move;) {
      ++number;
      if (position->play(move)) continue;
      const std::string why = rules->why_not(*position, move);
      return tell(fmt::format("error: move {}, {}, is not legal{}; the position before it is kept",
                              number, move, why.empty() ? "" : ": " + why));
    }
  }

  void go(std::istringstream* words) {
    std::string word;
    *words >> word;
    if (word != "perft") {
      tell("no search here, only go perft N");
      say("bestmove 0000");
      return;
    }
    *words >> word;
    const auto depth = number_in(word, 0, kMaxDepth);
    if (!depth) return tell(fmt::format("error: go perft N, N from 0 to {}", kMaxDepth));
    const UciCounting counting{threads, &queue.stop_flag()};
    std::uint64_t nodes = *depth == 0 ? 1 : 0;
    if (*depth > 0) {
      for (const std::string& action : position->actions()) {
        const std::uint64_t below = position->count(action, *depth, counting);
        if (queue.stop_flag().load()) {
          return tell(fmt::format("stopped; {} nodes counted so far", nodes + below));
        }
        nodes += below;
        say(fmt::format("{}: {}", action, below));
      }
    }
    say(fmt::format("\nNodes searched: {}\n", nodes));
  }

  void show() {
    const std::string text = position->text();
    std::string squares;
    for (spec::Square square : checkers(rules->variant(), text)) {
      squares += spec::square_name(square) + " ";
    }
    say(fmt::format("{}\nFen: {}\nKey: {:016X}\nCheckers: {}",
                    uci_board_text(rules->variant(), text), text, position->key(), squares));
  }

  void answer(const std::string& line) {
    std::istringstream words(line);
    std::string command;
    words >> command;
    if (command.empty() || command == "ucinewgame" || command == "debug" ||
        command == "ponderhit") {
      return;
    }
    if (command == "uci") return uci();
    if (command == "isready") return say("readyok");
    if (command == "setoption") return set_option(&words);
    if (command == "position") return set_position(&words);
    if (command == "go") return go(&words);
    if (command == "d") return show();
    say(fmt::format("info string Unknown command: '{}'", line));
  }
};

UciServer::UciServer(UciServerOptions options, MakeUciRules make_rules,
                     spec::Diagnostics* diagnostics)
    : impl_(std::make_unique<Impl>(std::move(options), std::move(make_rules), diagnostics)) {}

UciServer::~UciServer() = default;

bool UciServer::ready() const { return impl_->position != nullptr; }

void UciServer::run(std::istream& in, std::ostream& out) {
  impl_->out = &out;
  LineQueue& queue = impl_->queue;
  std::thread reader([&] {
    for (std::string line; std::getline(in, line);) {
      const std::string text(engines::trim(line));
      if (text == "quit") break;
      if (text == "stop") {
        queue.stop();
      } else {
        queue.push(text);
      }
    }
    queue.end();
  });
  while (const auto line = queue.pop()) {
    try {
      impl_->answer(line->text);
    } catch (const std::exception& error) {
      impl_->tell(fmt::format("error: internal error: {}", error.what()));
    }
  }
  reader.join();
}

}  // namespace regelwerk::tools
