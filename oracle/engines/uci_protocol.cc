#include "oracle/engines/uci_protocol.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <set>

#include "oracle/engines/default_game.h"
#include "oracle/engines/move_text.h"
#include "oracle/engines/refusals.h"

namespace regelwerk::engines {
namespace {

using std::chrono::milliseconds;

constexpr const char* kNone = "none";
constexpr const char* kVariantPath = "VariantPath";
// How to tell it to count, in the order of their frequency.
constexpr const char* kCountingWords[] = {"go perft", "perft", "divide"};
constexpr const char* kSearch = "go depth 1";
constexpr const char* kEchoes[] = {"d", "fen"};
constexpr long long kManyVariations = 500;
// A search for nothing may end without a word.
constexpr milliseconds kSearchForNothing{2'000};

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

// The position as `command` shows it. `asked` is the command that may have brought the engine down.
std::optional<Failure> UciProtocol::show(const std::string& command, const std::string& asked,
                                         std::optional<std::string>* shown) {
  context_.session.send(command);
  auto trouble = context_.session.ask("isready", "readyok", [&](const std::string& line) {
    if (!*shown) *shown = parse_fen_line(line, context_.variant.board.ranks);
  });
  if (trouble && !asked.empty()) {
    // What brought it down is the position, not the fence behind it.
    const std::size_t fence_at = trouble->detail.find("`isready`");
    if (fence_at != std::string::npos) trouble->detail.replace(fence_at, 9, "`" + asked + "`");
  }
  return as_refusal(std::move(trouble));
}

// Some end when a position is not to their taste, and say so first.
std::optional<Failure> UciProtocol::as_refusal(std::optional<Failure> trouble) {
  if (trouble && trouble->kind == Failure::Kind::kDied && refuses_position(trouble->detail)) {
    trouble->kind = Failure::Kind::kPositionRefused;
  }
  return trouble;
}

std::optional<Failure> UciProtocol::hold(const std::string& position,
                                         const std::vector<std::string>& moves, Held* held) {
  if (auto trouble = fence()) return trouble;
  std::string command = "position fen " + position;
  if (!moves.empty()) command += " moves";
  for (const std::string& move : moves) command += " " + move;
  context_.session.send(command);
  const std::string& echo = context_.found.echo ? *context_.found.echo : "";
  if (echo.empty()) {
    auto trouble = as_refusal(fence());
    if (trouble) context_.session.waits_for(command);
    return trouble;
  }
  if (auto trouble = show(echo, command, &held->shown)) return trouble;
  if (held->shown && moves.empty()) return check_held(context_.variant, position, *held->shown);
  // An engine that has shown positions before and now does not holds none.
  if (!held->shown) {
    return failure(
        Failure::Kind::kPositionRefused,
        fmt::format("shows no position after `{}`{}", command, context_.session.last_words()));
  }
  return std::nullopt;
}

CountDialogue UciProtocol::dialogue() {
  return CountDialogue(context_, [] { return CountDialogue::Fence{"isready", "readyok"}; });
}

std::optional<Failure> UciProtocol::explore(bool* again) {
  *again = false;
  Held held;
  if (auto trouble = hold(context_.variant.start, {}, &held)) return trouble;
  if (auto trouble = explore_echo()) return trouble;
  if (auto trouble =
          dialogue().explore({std::begin(kCountingWords), std::end(kCountingWords)}, again)) {
    return trouble;
  }
  const Findings& found = context_.found;
  if (*again || (*found.perft != kNone && found.divides)) return std::nullopt;
  return explore_listing();
}

std::optional<Failure> UciProtocol::explore_echo() {
  Findings& found = context_.found;
  for (const char* command : kEchoes) {
    if (found.echo) return std::nullopt;
    std::optional<std::string> shown;
    if (auto trouble = once(context_, command, [&] { return show(command, "", &shown); }))
      return trouble;
    if (!shown) continue;
    found.echo = command;
    return check_held(context_.variant, context_.variant.start, *shown);
  }
  if (!found.echo) found.echo = "";
  return std::nullopt;
}

// How many variations it shows, and that it can search at all: who cannot do that is broken.
std::optional<Failure> UciProtocol::explore_listing() {
  Findings& found = context_.found;
  return once(context_, kSearch, [&]() -> std::optional<Failure> {
    std::optional<Listed> listed;
    if (auto trouble = list_moves(false, &listed)) return trouble;
    found.lists_variations = listed && listed->moves.size() > 1 && listed->numbered;
    return std::nullopt;
  });
}

std::optional<Failure> UciProtocol::count(int depth, PerftAnswer* answer) {
  return dialogue().count(depth, answer);
}

std::optional<Failure> UciProtocol::search(const std::string& command, milliseconds patience,
                                           Search* found) {
  Session& session = context_.session;
  session.send(command);
  std::string line;
  std::optional<Failure> trouble;
  Clock::time_point until = std::min(session.deadline(), Clock::now() + patience);
  bool asked = false;
  while (true) {
    const Session::Heard heard = session.hear(&line, until, &trouble);
    if (heard == Session::Heard::kFailure) return trouble;
    if (heard == Session::Heard::kNothing) {
      if (asked) return session.hung();
      asked = true;
      session.send("isready");
      session.waits_for(command);
      until = session.deadline();
      continue;
    }
    if (asked && trim(line) == "readyok") {
      found->silent = true;
      return std::nullopt;
    }
    if (const auto move = parse_bestmove(line)) {
      found->best = *move;
      return std::nullopt;
    }
    if (const auto variation = parse_variation(line); variation && !is_no_move(variation->move)) {
      found->variations.insert(variation->move);
      found->numbers.insert(variation->number);
    }
  }
}

long long UciProtocol::most_variations() const {
  const UciOption* option = find_option(offered_, "MultiPV");
  return option == nullptr ? 0 : std::min(kManyVariations, option->max.value_or(kManyVariations));
}

std::optional<Failure> UciProtocol::list_moves(bool none_expected, std::optional<Listed>* listed) {
  const long long most = most_variations();
  Session& session = context_.session;
  Findings& found = context_.found;
  Search seen;
  const milliseconds patience = none_expected ? kSearchForNothing : milliseconds(1'000'000);
  if (found.deadly.count(kSearch) > 0) return std::nullopt;
  if (most >= 2) session.send(fmt::format("setoption name MultiPV value {}", most));
  if (auto trouble = search(kSearch, patience, &seen)) return trouble;
  if (most >= 2) session.send("setoption name MultiPV value 1");
  // What it shows on the way to no move may be left from before.
  if (seen.best.empty() && !seen.silent) seen.variations.clear();
  // And a best move without any variation, from who shows them, is one of an earlier search.
  if (none_expected && found.lists_variations && seen.variations.empty()) seen.best.clear();
  const bool says_none = seen.variations.empty() && seen.best.empty();
  if (says_none ? !none_expected && !found.lists_variations : most < 2) return std::nullopt;
  Listed result;
  std::set<std::string> moves = seen.variations;
  if (!seen.best.empty()) moves.insert(seen.best);
  for (const std::string& move : moves) found.rank_zero = found.rank_zero || has_rank_zero(move);
  for (const std::string& move : moves) {
    result.moves.push_back(found.rank_zero ? shift_ranks(move, 1) : move);
  }
  // One line for each move, numbered without a gap, perhaps for several depths: all moves, if there
  // is room for one more. An engine that numbers nothing shows only its favourite.
  result.numbered = seen.numbers.size() == moves.size() &&
                    (moves.empty() || *seen.numbers.rbegin() == static_cast<int>(moves.size()));
  const bool room = static_cast<long long>(moves.size()) < most;
  // Without any move it says so, by whatever word, or says nothing.
  result.complete =
      says_none ? none_expected || !seen.silent : result.numbered && room && found.lists_variations;
  *listed = result;
  return std::nullopt;
}

std::vector<std::string> UciProtocol::spellings(const std::string& position,
                                                const std::string& move) const {
  std::vector<std::string> texts = castling_texts(context_.variant, position, move);
  if (texts.empty()) return {move};
  // King takes partner in Chess960, else king to its target; in no words.
  texts.resize(std::min<std::size_t>(texts.size(), context_.found.chess960 ? 1 : 2));
  std::reverse(texts.begin(), texts.end());
  return texts;
}

std::optional<Failure> UciProtocol::try_move(const std::string& position, const std::string& move,
                                             Tried* tried) {
  *tried = Tried::kUnseen;
  const std::string text = context_.found.rank_zero ? shift_ranks(move, -1) : move;
  Held before;
  if (auto trouble = hold(position, {}, &before)) return trouble;
  if (before.shown) {
    Held after;
    if (auto trouble = hold(position, {text}, &after)) return trouble;
    if (after.shown) *tried = *after.shown != *before.shown ? Tried::kTaken : Tried::kRefused;
    return std::nullopt;
  }
  // A search confined to the move names it as the best, or has none.
  if (context_.found.deadly.count(kSearch) > 0) return std::nullopt;
  Search seen;
  if (auto trouble = search("go depth 1 searchmoves " + text, milliseconds(5'000), &seen)) {
    return trouble;
  }
  if (seen.silent) return std::nullopt;
  *tried = seen.best == text ? Tried::kTaken : seen.best.empty() ? Tried::kRefused : Tried::kOther;
  if (*tried != Tried::kTaken) return std::nullopt;
  Held after;
  return hold(position, {text}, &after);
}

}  // namespace regelwerk::engines
