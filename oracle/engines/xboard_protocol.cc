#include "oracle/engines/xboard_protocol.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <iterator>
#include <sstream>

#include "oracle/engines/move_text.h"
#include "oracle/engines/refusals.h"
#include "oracle/engines/uci.h"

namespace regelwerk::engines {
namespace {

constexpr const char* kPlainGame = "normal";  // how the protocol calls the game played untold
constexpr const char* kAnyArray = "fischerandom";
// Without `ping` an engine is taken to be done when it has been silent for so long.
constexpr std::chrono::milliseconds kSilence{300};
// Version 1 of the protocol has no `feature`.
constexpr std::chrono::milliseconds kFeatures{2'000};
constexpr int kNudges = 7;
constexpr const char* kCountingWords[] = {"perft", "divide"};
constexpr const char* kEchoes[] = {"fen", "d"};

bool contains(std::string_view line, std::string_view text) {
  return lower(line.substr(0, 400)).find(text) != std::string::npos;
}

// "move e2e4", "My move is: e2e4": it plays, though nobody asked.
bool plays_by_itself(std::string_view line) {
  const std::string_view text = trim(line);
  return text.substr(0, 5) == "move " || text.substr(0, 11) == "My move is:";
}

// The castling rights that kings and partners on their squares of the start position would have.
std::string rights_at_home(const spec::Variant& variant, const std::string& position) {
  if (!variant.castling) return "-";
  const int files = variant.board.files;
  const auto letter_of = [&](spec::KindId kind) {
    return variant.pieces[static_cast<std::size_t>(kind)].letter;
  };
  std::string rights;
  for (const bool white : {true, false}) {
    const auto cased = [&](char letter) {
      const auto byte = static_cast<unsigned char>(letter);
      return static_cast<char>(white ? std::toupper(byte) : std::tolower(byte));
    };
    const char king = cased(letter_of(variant.castling->king));
    const char partner = cased(letter_of(variant.castling->partner));
    const auto at_home = [&](spec::Square square, char letter) {
      const std::string name = spec::square_name(square);
      return piece_at(variant.start, name, files) == letter &&
             piece_at(position, name, files) == letter;
    };
    for (int rank = 0; rank < variant.board.ranks; ++rank) {
      for (int file = 0; file < files; ++file) {
        if (!at_home({file, rank}, king)) continue;
        for (int other = files - 1; other >= 0; --other) {
          if (at_home({other, rank}, partner)) rights += cased(other > file ? 'K' : 'Q');
        }
      }
    }
  }
  return rights.empty() ? "-" : rights;
}

}  // namespace

bool parse_feature_line(std::string_view line, XboardFeatures* features) {
  static constexpr std::string_view kFeature = "feature ";
  line = trim(line);
  // Some print a prompt in front.
  const std::size_t at = line.find(kFeature);
  if (at == std::string_view::npos || at > 20) return false;
  line.remove_prefix(at + kFeature.size());
  features->seen = true;
  while (!(line = trim(line)).empty()) {
    const std::size_t equals = line.find('=');
    if (equals == std::string_view::npos) break;
    const std::string key(trim(line.substr(0, equals)));
    line.remove_prefix(equals + 1);
    std::string value;
    if (!line.empty() && line[0] == '"') {
      const std::size_t end = line.find('"', 1);
      value = line.substr(1, end == std::string_view::npos ? end : end - 1);
      line.remove_prefix(end == std::string_view::npos ? line.size() : end + 1);
    } else {
      const std::size_t end = std::min(line.find(' '), line.size());
      value = line.substr(0, end);
      line.remove_prefix(end);
    }
    const bool on = value == "1";
    if (key == "done") features->done = on;
    if (key == "ping") features->ping = on;
    if (key == "setboard") features->setboard = on;
    if (key == "usermove") features->usermove = on;
    if (key == "san") features->san = on;
    if (key == "myname") features->name = value;
    if (key == "option") {
      const std::size_t dash = value.find(" -");
      features->options.push_back(value.substr(0, dash));
    }
    if (key == "variants") {
      std::istringstream stream(value);
      for (std::string name; std::getline(stream, name, ',');) {
        features->variants.emplace_back(trim(name));
      }
    }
  }
  return true;
}

void XboardProtocol::take_introduction(std::string_view line) {
  parse_feature_line(line, &features_);
  if (!features_.name.empty()) context_.found.name = features_.name;
}

std::optional<Failure> XboardProtocol::introduce() {
  context_.session.send("xboard");
  context_.session.send("protover 2");
  return std::nullopt;
}

// Reads up to "feature done=1", or for two seconds if there is none.
std::optional<Failure> XboardProtocol::await_features() {
  std::string line;
  std::optional<Failure> trouble;
  Clock::time_point until = Clock::now() + kFeatures / 2;
  int nudges = 0;
  while (!features_.done) {
    const Session::Heard heard = context_.session.hear(&line, until, &trouble);
    if (heard == Session::Heard::kFailure) return trouble;
    if (heard == Session::Heard::kNothing) {
      // Some speak only when they read on, and some lose what came too early.
      if (nudges == kNudges) break;
      context_.session.send(++nudges % 2 == 1 ? "force" : "protover 2");
      context_.session.waits_for("protover 2");
      until = Clock::now() + kFeatures / 2;
      continue;
    }
    take_introduction(line);
    // "done=0" asks for more time.
    if (features_.seen && nudges > 0 && line.find("done=0") != std::string::npos) {
      until = context_.session.deadline();
    }
  }
  return std::nullopt;
}

std::optional<Failure> XboardProtocol::begin() {
  if (auto trouble = await_features()) return trouble;
  if (!features_.seen) {
    return failure(Failure::Kind::kNonsense, "answers `protover 2` with no `feature` line");
  }
  const auto unknown = [](std::string detail) {
    return failure(Failure::Kind::kVariantUnknown, std::move(detail));
  };
  const spec::Variant& variant = context_.variant;
  std::string value = context_.spec.variant;
  const auto chess960 = variant.engines.find("uci-chess960");
  const bool by_spec =
      chess960 != variant.engines.end() && (chess960->second == "on" || chess960->second == "true");
  const bool any_array = context_.spec.chess960.value_or(by_spec);
  if (value.empty()) {
    const auto named = variant.engines.find("uci-variant");
    if (named == variant.engines.end()) {
      return unknown(fmt::format("the spec of {} names no uci-variant", variant.name));
    }
    value = named->second;
    if (value == "chess") value = any_array ? kAnyArray : kPlainGame;
  }
  const auto& offered = features_.variants;
  const bool listed = std::find(offered.begin(), offered.end(), value) != offered.end();
  if (!listed && !(offered.empty() && value == kPlainGame)) {
    return unknown(fmt::format("its variants do not offer '{}'", value));
  }
  variant_ = value;
  if (auto trouble = set_options()) return trouble;
  return new_game();
}

std::optional<Failure> XboardProtocol::set_options() {
  for (const auto& [name, wish] : context_.spec.options) {
    const auto& known = features_.options;
    const std::string& wanted = name;
    const auto option = std::find_if(known.begin(), known.end(), [&](const std::string& offered) {
      return lower(offered) == lower(wanted);
    });
    if (option == known.end()) {
      return failure(Failure::Kind::kOptionRefused, fmt::format("offers no option '{}'", name));
    }
    std::string value = wish;
    if (value == "on" || value == "true") value = "1";
    if (value == "off" || value == "false") value = "0";
    context_.session.send(fmt::format("option {}={}", *option, value));
  }
  return std::nullopt;
}

// Reads until the engine has done all that it was told; hands over every line before.
template <typename See>
std::optional<Failure> XboardProtocol::sync(See see) {
  Session& session = context_.session;
  const std::string asked = session.asked();
  std::string line;
  const auto see_errors = [&] {
    for (const std::string& error : session.heard_errors()) see(error);
  };
  if (features_.ping || context_.found.repeats_ping) {
    const std::string number = std::to_string(++pings_);
    session.send("ping " + number);
    session.waits_for(asked);
    while (true) {
      if (auto trouble = session.receive(&line)) return trouble;
      if (features_.ping ? trim(line) == "pong " + number : contains(line, "ping")) {
        see_errors();
        return std::nullopt;
      }
      see(line);
    }
  }
  std::optional<Failure> trouble;
  while (true) {
    const Session::Heard heard = session.hear(&line, Clock::now() + kSilence, &trouble);
    if (heard == Session::Heard::kFailure) return trouble;
    if (heard == Session::Heard::kNothing) {
      see_errors();
      return std::nullopt;
    }
    see(line);
  }
}

std::optional<Failure> XboardProtocol::new_game() {
  Session& session = context_.session;
  session.send("new");
  if (variant_ != kPlainGame) session.send("variant " + variant_);
  // Without it some play at once when it is their turn in the position that comes.
  session.send("force");
  std::optional<std::string> complaint;
  auto trouble = sync([&](const std::string& line) {
    const bool about_variant = contains(line, "variant") && !contains(line, "feature");
    if (!complaint && (refuses_move(line) || (about_variant && contains(line, "not supported")))) {
      complaint = line;
    }
  });
  if (trouble) return trouble;
  if (complaint) {
    return failure(Failure::Kind::kVariantUnknown,
                   fmt::format("does not take `variant {}`: '{}'", variant_, one_line(*complaint)));
  }
  return std::nullopt;
}

// Boards of ten and more ranks are numbered from 0, for otherwise a rank would have two digits.
bool XboardProtocol::ranks_from_zero() const {
  if (context_.spec.first_rank) return *context_.spec.first_rank == 0;
  return context_.variant.board.ranks >= 10;
}

std::string XboardProtocol::outgoing(const std::string& move) const {
  return ranks_from_zero() ? shift_ranks(move, -1) : move;
}

std::optional<Failure> XboardProtocol::show(const std::string& command,
                                            std::optional<std::string>* shown) {
  const std::string asked = context_.session.asked();
  context_.session.send(command);
  context_.session.waits_for(asked);
  return sync([&](const std::string& line) {
    if (!*shown) *shown = parse_fen_line(line, context_.variant.board.ranks);
  });
}

std::optional<Failure> XboardProtocol::set_position(const std::string& position, Held* held) {
  Session& session = context_.session;
  if (auto trouble = sync([](const std::string&) {})) return trouble;
  session.send("force");
  if (features_.setboard) {
    session.send("setboard " + position);
  } else if (same_position(position, context_.variant.start, context_.variant.board.files)) {
    if (auto trouble = new_game()) return trouble;
  } else if (auto trouble = edit_position(position)) {
    return trouble;
  }
  std::optional<Failure> refused;
  auto trouble = sync([&](const std::string& line) {
    if (refused) return;
    if (is_unknown_command(line)) {
      refused = failure(Failure::Kind::kCannotSetUp,
                        fmt::format("cannot be told '{}': '{}'", position, one_line(line)));
    } else if (refuses_position(line)) {
      refused = failure(Failure::Kind::kPositionRefused,
                        fmt::format("refuses '{}': '{}'", position, one_line(line)));
    } else if (plays_by_itself(line)) {
      refused = failure(
          Failure::Kind::kPositionRefused,
          fmt::format("plays from '{}' instead of waiting: '{}'", position, one_line(line)));
    }
  });
  if (refused) return refused;  // some end with it
  if (trouble) return trouble;
  const std::string echo = context_.found.echo ? *context_.found.echo : "";
  if (echo.empty()) return std::nullopt;
  if ((trouble = show(echo, &held->shown))) return trouble;
  if (held->shown) return check_held(context_.variant, position, *held->shown);
  return failure(
      Failure::Kind::kPositionRefused,
      fmt::format("shows no position after `setboard {}`{}", position, session.last_words()));
}

// The way of version 1: pieces one by one. It says nothing of rights: kings and partners at home
// have all of them, so that only positions in which just that is so can be told.
std::optional<Failure> XboardProtocol::edit_position(const std::string& position) {
  const spec::Variant& variant = context_.variant;
  const auto refused = [&](const std::string& why) {
    return failure(Failure::Kind::kCannotSetUp,
                   fmt::format("has no setboard, and `edit` cannot tell {}: '{}'", why, position));
  };
  std::istringstream stream(position);
  std::string placement, side, castling = "-", passant = "-";
  stream >> placement >> side >> castling >> passant;
  if (side != "w" && side != "b") return refused("whose turn it is");
  if (passant != "-") return refused("an en passant square");
  if (placement.find_first_of("[~+*") != std::string::npos) return refused("such pieces");
  const int files = variant.board.files;
  std::vector<std::string> white;
  std::vector<std::string> black;
  for (int rank = 0; rank < variant.board.ranks; ++rank) {
    for (int file = 0; file < files; ++file) {
      const std::string square = spec::square_name({file, rank});
      const char piece = piece_at(position, square, files);
      if (piece == 0) return refused("such a board");
      if (piece == '.') continue;
      const bool is_white = std::isupper(static_cast<unsigned char>(piece)) != 0;
      const char letter = static_cast<char>(std::toupper(static_cast<unsigned char>(piece)));
      (is_white ? white : black).push_back(letter + outgoing(square));
    }
  }
  const std::string understood =
      fmt::format("{} {} {} - 0 1", placement, side, rights_at_home(variant, position));
  if (!same_position(position, understood, files)) {
    return refused(castling == "-" ? "that there is no right to castle" : "these castling rights");
  }
  Session& session = context_.session;
  if (auto trouble = new_game()) return trouble;
  // Whose turn it is can only be told by playing; any first move will do, for the board is cleared.
  if (side == "b") {
    bool illegal = false;
    if (auto trouble = play(outgoing("a2a3"), &illegal)) return trouble;
    if (illegal) return refused("that it is Black's turn");
  }
  session.send("edit");
  session.send("#");
  for (const std::string& piece : white) session.send(piece);
  session.send("c");
  for (const std::string& piece : black) session.send(piece);
  session.send(".");
  session.waits_for("edit");
  return std::nullopt;
}

std::optional<Failure> XboardProtocol::play(const std::string& move, bool* illegal) {
  *illegal = false;
  context_.session.send(features_.usermove ? "usermove " + move : move);
  auto trouble = sync([&](const std::string& line) {
    if (refuses_move(line)) *illegal = true;
  });
  // To end after it has said no is its way of saying no.
  if (trouble && *illegal && trouble->kind == Failure::Kind::kDied) {
    context_.session.kill("it ends when a move is illegal");
    return std::nullopt;
  }
  return trouble;
}

CountDialogue XboardProtocol::dialogue() {
  return CountDialogue(context_, [this] {
    if (!features_.ping) return CountDialogue::Fence{};
    const std::string number = std::to_string(++pings_);
    return CountDialogue::Fence{"ping " + number, "pong " + number};
  });
}

std::optional<Failure> XboardProtocol::explore(bool* again) {
  Findings& found = context_.found;
  *again = false;
  Held held;
  if (auto trouble = set_position(context_.variant.start, &held)) return trouble;
  if (!features_.ping) {
    const auto is_repeated = [&] {
      bool repeated = false;
      context_.session.send("ping 0");
      auto trouble =
          sync([&](const std::string& line) { repeated = repeated || contains(line, "ping"); });
      found.repeats_ping = repeated;
      return trouble;
    };
    if (auto trouble = once(context_, "ping", is_repeated)) return trouble;
  }
  for (const char* command : kEchoes) {
    if (found.echo) break;
    std::optional<std::string> shown;
    if (auto trouble = once(context_, command, [&] { return show(command, &shown); }))
      return trouble;
    if (!shown) continue;
    found.echo = command;
    if (auto trouble = check_held(context_.variant, context_.variant.start, *shown)) return trouble;
  }
  if (!found.echo) found.echo = "";
  return dialogue().explore({std::begin(kCountingWords), std::end(kCountingWords)}, again);
}

std::optional<Failure> XboardProtocol::hold(const std::string& position,
                                            const std::vector<std::string>& moves, Held* held) {
  if (auto trouble = set_position(position, held)) return trouble;
  for (const std::string& move : moves) {
    bool illegal = false;
    if (auto trouble = play(outgoing(move), &illegal)) return trouble;
    if (illegal) break;
  }
  if (moves.empty() || context_.found.echo->empty() || !context_.session.running()) {
    return std::nullopt;
  }
  held->shown.reset();
  return show(*context_.found.echo, &held->shown);
}

std::optional<Failure> XboardProtocol::count(int depth, PerftAnswer* answer) {
  context_.found.rank_zero = ranks_from_zero();
  return dialogue().count(depth, answer);
}

std::vector<std::string> XboardProtocol::spellings(const std::string& position,
                                                   const std::string& move) const {
  const std::vector<std::string> texts = castling_texts(context_.variant, position, move);
  if (texts.empty()) return {move};
  // In words only where the engine wants such, or where the array is any: section 8 of the
  // protocol.
  if (texts.size() < 3) return texts;
  if (variant_ == kAnyArray) return {texts[2]};
  if (features_.san) return {texts[2], texts[1]};
  return {texts[1], texts[0]};
}

std::optional<Failure> XboardProtocol::try_move(const std::string& position,
                                                const std::string& move, Tried* tried) {
  Held before;
  if (auto trouble = set_position(position, &before)) return trouble;
  bool illegal = false;
  if (auto trouble = play(outgoing(move), &illegal)) return trouble;
  *tried = illegal ? Tried::kRefused : Tried::kTaken;
  if (illegal || !before.shown) return std::nullopt;
  std::optional<std::string> after;
  if (auto trouble = show(*context_.found.echo, &after)) return trouble;
  if (after && *after == *before.shown) *tried = Tried::kRefused;
  return std::nullopt;
}

}  // namespace regelwerk::engines
