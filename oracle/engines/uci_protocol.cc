#include "oracle/engines/uci_protocol.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "oracle/engines/default_game.h"
#include "oracle/engines/move_text.h"
#include "oracle/engines/perft_text.h"

namespace regelwerk::engines {
namespace {

constexpr const char* kGoPerft = "go perft";
constexpr const char* kNone = "none";
constexpr const char* kVariantPath = "VariantPath";
constexpr long long kManyVariations = 500;
// How long an answer to a try may come after the engine has said that it is ready.
constexpr std::chrono::milliseconds kAfterReady{500};
// How long a search may take to end after "stop".
constexpr std::chrono::milliseconds kAfterStop{2'000};
constexpr std::chrono::milliseconds kAfterLateStop{500};

bool is_search_line(std::string_view line) {
  return line.find(" score ") != std::string_view::npos && parse_variation(line).has_value();
}

std::string known_values(const UciOption& option) {
  constexpr std::size_t kMost = 40;
  std::string text;
  for (std::size_t i = 0; i < option.vars.size() && i < kMost; ++i) {
    text += (i == 0 ? "" : ", ") + option.vars[i];
  }
  return option.vars.size() > kMost ? text + ", ..." : text;
}

}  // namespace

void UciProtocol::take_introduction(std::string_view line) {
  static constexpr std::string_view kName = "id name ";
  const std::string_view text = trim(line);
  if (text.substr(0, kName.size()) == kName) {
    context_.found.name = trim(text.substr(kName.size()));
  }
  if (auto option = parse_option_line(text)) offered_.push_back(*option);
}

std::optional<Failure> UciProtocol::introduce() {
  return context_.session.ask("uci", "uciok",
                              [&](const std::string& line) { take_introduction(line); });
}

// Everything said before `readyok` belongs to earlier commands.
std::optional<Failure> UciProtocol::fence() {
  return context_.session.ask("isready", "readyok", [](const std::string&) {});
}

// Reads to "readyok" and fails on a complaint about an option.
std::optional<Failure> UciProtocol::confirm(const std::string& what, Failure::Kind kind) {
  std::optional<std::string> complaint;
  auto trouble = context_.session.ask("isready", "readyok", [&](const std::string& line) {
    if (!complaint && is_option_complaint(line)) complaint = line;
  });
  if (trouble) return trouble;
  if (complaint) {
    return failure(kind, fmt::format("does not take {}: '{}'", what, one_line(*complaint)));
  }
  return std::nullopt;
}

std::optional<Failure> UciProtocol::begin() {
  const auto& wishes = context_.spec.options;
  // A file of variants comes first: what it adds is listed only then.
  for (const auto& [name, value] : wishes) {
    if (lower(name) != lower(kVariantPath)) continue;
    if (auto trouble = set_option(name, value)) return trouble;
    if (auto trouble = read_again_after_path()) return trouble;
  }
  if (auto trouble = choose_variant()) return trouble;
  if (auto trouble = choose_chess960()) return trouble;
  for (const auto& [name, value] : wishes) {
    if (lower(name) == lower(kVariantPath)) continue;
    if (auto trouble = set_option(name, value)) return trouble;
  }
  context_.session.send("ucinewgame");
  return confirm("its options", Failure::Kind::kOptionRefused);
}

std::optional<Failure> UciProtocol::read_again_after_path() {
  if (auto trouble = confirm(kVariantPath, Failure::Kind::kOptionRefused)) return trouble;
  offered_.clear();
  return introduce();
}

std::optional<Failure> UciProtocol::set_option(const std::string& name, const std::string& value) {
  const auto refused = [](std::string detail) {
    return failure(Failure::Kind::kOptionRefused, std::move(detail));
  };
  const UciOption* option = find_option(offered_, name);
  if (option == nullptr) return refused(fmt::format("offers no option '{}'", name));
  std::string sent = value;
  if (option->type == "button") {
    context_.session.send("setoption name " + option->name);
    return std::nullopt;
  }
  if (option->type == "combo") {
    const auto& vars = option->vars;
    auto found = std::find(vars.begin(), vars.end(), value);
    if (found == vars.end()) {
      found = std::find_if(vars.begin(), vars.end(), [&](const std::string& offered) {
        return lower(offered) == lower(value);
      });
    }
    if (found == vars.end()) {
      return refused(fmt::format("its option '{}' does not offer '{}', but {}", option->name, value,
                                 known_values(*option)));
    }
    sent = *found;
  } else if (option->type == "check") {
    const std::string word = lower(value);
    if (word == "true" || word == "on") {
      sent = "true";
    } else if (word == "false" || word == "off") {
      sent = "false";
    } else {
      return refused(fmt::format("its option '{}' is on or off, not '{}'", option->name, value));
    }
  } else if (option->type == "spin") {
    const std::optional<long long> number = parse_whole(value);
    if (!number) {
      return refused(fmt::format("its option '{}' is a number, not '{}'", option->name, value));
    }
    if ((option->min && *number < *option->min) || (option->max && *number > *option->max)) {
      return refused(fmt::format("its option '{}' goes from {} to {}, which leaves {} out",
                                 option->name, option->min.value_or(0), option->max.value_or(0),
                                 value));
    }
  } else if (lower(name) == lower(kVariantPath)) {
    std::error_code error;
    if (!std::filesystem::is_regular_file(value, error)) {
      return refused(fmt::format("{}: no file '{}'", option->name, value));
    }
  }
  context_.session.send(fmt::format("setoption name {} value {}", option->name, sent));
  return std::nullopt;
}

std::optional<Failure> UciProtocol::choose_variant() {
  const auto unknown = [](std::string detail) {
    return failure(Failure::Kind::kVariantUnknown, std::move(detail));
  };
  const spec::Variant& variant = context_.variant;
  std::string value = context_.spec.variant;
  if (value.empty()) {
    const auto named = variant.engines.find("uci-variant");
    if (named == variant.engines.end()) {
      return unknown(fmt::format("the spec of {} names no uci-variant", variant.name));
    }
    value = named->second;
  }
  const UciOption* option = find_option(offered_, "UCI_Variant");
  if (option == nullptr) {
    if (value == kDefaultUciVariant) return std::nullopt;
    return unknown(fmt::format("has no option UCI_Variant to choose '{}'", value));
  }
  const auto& vars = option->vars;
  if (option->type != "string" && std::find(vars.begin(), vars.end(), value) == vars.end()) {
    const auto similar = std::find_if(vars.begin(), vars.end(), [&](const std::string& offered) {
      return lower(offered) == lower(value);
    });
    return unknown(fmt::format("its UCI_Variant does not offer '{}'{}", value,
                               similar == vars.end() ? "" : ", only '" + *similar + "'"));
  }
  context_.session.send(fmt::format("setoption name {} value {}", option->name, value));
  return std::nullopt;
}

std::optional<Failure> UciProtocol::choose_chess960() {
  const bool wanted = context_.spec.chess960.value_or(wants_chess960(context_.variant));
  context_.found.chess960 = wanted;
  const UciOption* option = find_option(offered_, "UCI_Chess960");
  if (option == nullptr) {
    if (!wanted) return std::nullopt;
    return failure(Failure::Kind::kVariantUnknown, "has no option UCI_Chess960");
  }
  // Some have it on unless told otherwise.
  if (wanted || option->value == "true") {
    context_.session.send(fmt::format("setoption name {} value {}", option->name, wanted));
  }
  return std::nullopt;
}

// The position as shown after `asked`, by whichever command the engine shows it.
std::optional<Failure> UciProtocol::show(const std::string& asked,
                                         std::optional<std::string>* shown) {
  std::vector<std::string> commands = {"d", "fen"};
  if (context_.found.echo) commands = {*context_.found.echo};
  for (const std::string& command : commands) {
    if (command.empty()) return fence();
    context_.session.send(command);
    auto trouble = context_.session.ask("isready", "readyok", [&](const std::string& line) {
      if (*shown) return;
      *shown = parse_fen_line(line, context_.variant.board.ranks);
    });
    if (trouble) {
      // What brought it down is the position, not the fence behind it.
      const std::size_t fence_at = trouble->detail.find("`isready`");
      if (fence_at != std::string::npos) trouble->detail.replace(fence_at, 9, "`" + asked + "`");
      return trouble;
    }
    if (*shown) {
      context_.found.echo = command;
      return std::nullopt;
    }
  }
  // An engine that has shown positions before and now does not holds none.
  if (!context_.found.echo) context_.found.echo = "";
  return std::nullopt;
}

std::optional<Failure> UciProtocol::hold(const std::string& position,
                                         const std::vector<std::string>& moves, Held* held) {
  if (auto trouble = fence()) return trouble;
  std::string command = "position fen " + position;
  if (!moves.empty()) command += " moves";
  for (const std::string& move : moves) command += " " + move;
  context_.session.send(command);
  const bool had_echo = context_.found.echo && !context_.found.echo->empty();
  if (auto trouble = show(command, &held->shown)) return trouble;
  position_ = position;
  moves_ = moves;
  if (held->shown && moves.empty()) return check_held(context_.variant, position, *held->shown);
  if (!held->shown && had_echo) {
    return failure(Failure::Kind::kPositionRefused,
                   fmt::format("shows no position after `{}`", command));
  }
  return std::nullopt;
}

Failure UciProtocol::no_perft() const {
  const std::string& why = context_.found.no_perft;
  return failure(Failure::Kind::kNoPerft, why.empty() ? "it was told not to count" : why);
}

std::optional<Failure> UciProtocol::count(int depth, PerftAnswer* answer) {
  Findings& found = context_.found;
  if (!context_.spec.perft.empty()) found.perft = context_.spec.perft;
  if (found.perft && *found.perft == kNone) return no_perft();
  Outcome outcome = Outcome::kUnknown;
  if (!found.perft && found.go_doubted && !found.go_searches) {
    bool works = false;
    if (auto trouble = try_dialect(kGoPerft, &works)) return trouble;
    found.go_searches = !works;
    if (works) {
      found.perft = kGoPerft;
      if (found.only_tries) return context_.session.hung();
    } else if (found.no_perft.empty()) {
      found.no_perft = fmt::format("no answer to `{} 1`", kGoPerft);
    }
  }
  if (found.perft || !found.go_searches) {
    if (auto trouble = count_by(found.perft.value_or(kGoPerft), depth, answer, &outcome)) {
      return trouble;
    }
  }
  if (outcome == Outcome::kUnknown) {
    // It has counted before, or was said to count so.
    if (found.perft) return no_perft();
    if (auto trouble = find_dialect()) return trouble;
    if (*found.perft == kNone) return no_perft();
    // After a search that was not asked for, some have played its move.
    Held held;
    if (auto trouble = hold(position_, moves_, &held)) return trouble;
    if (auto trouble = count_by(*found.perft, depth, answer, &outcome)) return trouble;
    if (outcome == Outcome::kUnknown) return no_perft();
  }
  if (!found.perft) found.perft = kGoPerft;
  if (!answer->divided && !found.asked_second_number && *found.perft != kGoPerft) {
    found.asked_second_number = true;
    found.second_number = true;
    PerftAnswer first;
    if (auto trouble = count_by(*found.perft, 1, &first, &outcome)) return trouble;
    found.second_number = outcome == Outcome::kCounted && first.divided && !first.divide.empty();
    if (found.second_number) return count_by(*found.perft, depth, answer, &outcome);
  }
  return std::nullopt;
}

std::optional<Failure> UciProtocol::count_by(const std::string& words, int depth,
                                             PerftAnswer* answer, Outcome* outcome) {
  Session& session = context_.session;
  Findings& found = context_.found;
  const bool go = words == kGoPerft;
  const std::string command =
      fmt::format("{} {}{}", words, depth, !go && found.second_number ? " 1" : "");
  session.send(command);
  PerftReader reader(depth, go ? PerftReader::Style::kLabelled : PerftReader::Style::kAny);
  bool stopped = false;
  std::string line;
  std::optional<Failure> trouble;
  while (!reader.complete()) {
    const Session::Heard heard =
        session.hear(&line, stopped ? Clock::now() + kAfterStop : session.deadline(), &trouble);
    if (heard == Session::Heard::kFailure) {
      // A search that was not asked for ends with "stop"; a count does not.
      const bool late = trouble->kind == Failure::Kind::kHung && !session.stopped();
      if (go && late && !reader.started() && stop_reveals_search()) return no_perft();
      return trouble;
    }
    if (heard == Session::Heard::kNothing) {
      // It does not even stop: a fresh process has to be asked otherwise.
      found.go_searches = true;
      found.no_perft = fmt::format("took `{}` for a search, and does not stop", command);
      return no_perft();
    }
    const auto best = parse_bestmove(line);
    if (best || is_unknown_command(line)) {
      if (found.no_perft.empty()) {
        found.no_perft = best ? fmt::format("took `{}` for a search: '{}'", command, one_line(line))
                              : one_line(line);
      }
      *outcome = Outcome::kUnknown;
      return std::nullopt;
    }
    if (!stopped && !reader.started() && is_search_line(line)) {
      // It searches, for how long nobody knows.
      stopped = true;
      session.send("stop");
      session.waits_for(command);
      continue;
    }
    reader.take(line);
  }
  *answer = reader.result();
  if (answer->failure) return answer->failure;
  *outcome = Outcome::kCounted;
  std::vector<std::string> moves;
  for (DivideLine& entry : answer->divide) {
    if (has_rank_zero(entry.action)) found.rank_zero = true;
    moves.push_back(entry.action);
  }
  if (context_.spec.first_rank) found.rank_zero = *context_.spec.first_rank == 0;
  if (found.rank_zero) {
    for (DivideLine& entry : answer->divide) entry.action = shift_ranks(entry.action, 1);
  }
  return std::nullopt;
}

// After a deadline: whether it was searching, silently.
bool UciProtocol::stop_reveals_search() {
  Session& session = context_.session;
  const std::string command = session.asked();
  session.extend(kAfterLateStop);
  session.send("stop");
  std::string line;
  std::optional<Failure> trouble;
  while (session.hear(&line, session.deadline(), &trouble) == Session::Heard::kLine) {
    if (!parse_bestmove(line)) continue;
    context_.found.no_perft = fmt::format("took `{}` for a search: '{}'", command, one_line(line));
    context_.found.go_searches = true;
    return true;
  }
  session.waits_for(command);
  return false;
}

// Whether a command counts: asked to depth 1, where the answer comes at once or never.
std::optional<Failure> UciProtocol::try_dialect(const std::string& words, bool* works) {
  Session& session = context_.session;
  session.send(words + " 1");
  const std::string command = words + " 1";
  session.send("isready");
  session.waits_for(command);
  PerftReader reader(1, PerftReader::Style::kAny);
  std::string line;
  std::optional<Failure> trouble;
  *works = false;
  // It may count aside, and be ready before it has counted.
  Clock::time_point until = session.deadline();
  bool ready = false;
  bool unknown = false;
  while (!ready || (!unknown && !reader.complete())) {
    const Session::Heard heard = session.hear(&line, until, &trouble);
    if (heard == Session::Heard::kFailure) return trouble;
    if (heard == Session::Heard::kNothing) break;
    if (is_unknown_command(line)) unknown = true;
    if (trim(line) == "readyok") {
      ready = true;
      until = Clock::now() + kAfterReady;
    } else {
      reader.take(line);
    }
  }
  *works = reader.complete() && !reader.result().failure;
  return std::nullopt;
}

std::optional<Failure> UciProtocol::find_dialect() {
  Findings& found = context_.found;
  for (const char* words : {"perft", "divide"}) {
    bool works = false;
    if (auto trouble = try_dialect(words, &works)) {
      // It does not even survive the try: then it has none of these commands.
      found.perft = kNone;
      return trouble;
    }
    if (works) {
      found.perft = words;
      return std::nullopt;
    }
  }
  found.perft = kNone;
  return std::nullopt;
}

std::optional<Failure> UciProtocol::search(const std::string& command, std::string* best,
                                           std::map<int, std::string>* variations) {
  context_.session.send(command);
  std::string line;
  while (true) {
    if (auto trouble = context_.session.receive(&line)) return trouble;
    if (const auto move = parse_bestmove(line)) {
      *best = *move;
      return std::nullopt;
    }
    if (const auto variation = parse_variation(line)) {
      (*variations)[variation->number] = variation->move;
    }
  }
}

std::optional<Failure> UciProtocol::list_moves(std::optional<Listed>* listed) {
  const UciOption* option = find_option(offered_, "MultiPV");
  if (option == nullptr) return std::nullopt;
  const long long most = std::min(kManyVariations, option->max.value_or(kManyVariations));
  if (most < 2) return std::nullopt;
  Session& session = context_.session;
  session.send(fmt::format("setoption name {} value {}", option->name, most));
  std::string best;
  std::map<int, std::string> variations;
  if (auto trouble = search("go depth 1", &best, &variations)) return trouble;
  session.send(fmt::format("setoption name {} value 1", option->name));
  Listed result;
  std::set<std::string> moves;
  for (const auto& [number, move] : variations) moves.insert(move);
  if (!best.empty()) moves.insert(best);
  for (const std::string& move : moves) {
    if (has_rank_zero(move)) context_.found.rank_zero = true;
  }
  for (const std::string& move : moves) {
    result.moves.push_back(context_.found.rank_zero ? shift_ranks(move, 1) : move);
  }
  // One line for each move, numbered without a gap: all moves, if there is room for one more. An
  // engine that numbers nothing shows only its favourite.
  result.complete =
      variations.size() == moves.size() && static_cast<long long>(moves.size()) < most &&
      (moves.empty() || variations.rbegin()->first == static_cast<int>(moves.size())) &&
      (moves.size() != 1 || context_.found.lists_variations);
  context_.found.lists_variations = context_.found.lists_variations || variations.size() > 1;
  *listed = result;
  return std::nullopt;
}

std::optional<Failure> UciProtocol::try_move(const std::string& position, const std::string& move,
                                             MoveStatus* status) {
  *status = MoveStatus::kNotObservable;
  std::vector<std::string> texts = castling_texts(context_.variant, position, move);
  if (texts.empty()) {
    texts = {move};
  } else if (context_.found.chess960) {
    texts.resize(1);
  } else {
    texts = texts.size() > 1 ? std::vector<std::string>{texts[1], texts[0]} : texts;
  }
  for (std::string text : texts) {
    if (context_.found.rank_zero) text = shift_ranks(text, -1);
    Held before;
    if (auto trouble = hold(position, {}, &before)) return trouble;
    if (before.shown) {
      Held after;
      if (auto trouble = hold(position, {text}, &after)) return trouble;
      if (!after.shown) continue;
      const bool moved = *after.shown != *before.shown;
      *status = moved ? MoveStatus::kAccepted : MoveStatus::kRefused;
    } else {
      // A search confined to the move names it as the best, or has none. One that names another
      // move does not know how to confine itself, and says nothing.
      std::string best;
      std::map<int, std::string> variations;
      if (auto trouble = search("go depth 1 searchmoves " + text, &best, &variations)) {
        return trouble;
      }
      if (best == text) {
        *status = MoveStatus::kAccepted;
        Held after;
        return hold(position, {text}, &after);
      }
      if (best.empty()) *status = MoveStatus::kRefused;
    }
    if (*status == MoveStatus::kAccepted) return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace regelwerk::engines
