#include "oracle/engines/xboard_protocol.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <sstream>

#include "oracle/engines/move_text.h"
#include "oracle/engines/perft_text.h"
#include "oracle/engines/uci.h"

namespace regelwerk::engines {
namespace {

constexpr const char* kNone = "none";
constexpr const char* kPlainGame = "normal";  // how the protocol calls the game played untold
constexpr const char* kAnyArray = "fischerandom";
// Without `ping` an engine is taken to be done when it has been silent for so long.
constexpr std::chrono::milliseconds kSilence{300};
// For an answer to "perft 1", which is a matter of an instant.
constexpr std::chrono::milliseconds kTry{2'000};
// Version 1 of the protocol has no `feature`.
constexpr std::chrono::milliseconds kFeatures{2'000};

bool contains(std::string_view line, std::string_view text) {
  return lower(line.substr(0, 400)).find(text) != std::string::npos;
}

bool says_illegal(std::string_view line) {
  return contains(line, "illegal move") || contains(line, "error (") || contains(line, "error:") ||
         is_unknown_command(line);
}

bool says_position_refused(std::string_view line) {
  return contains(line, "tellusererror") || contains(line, "illegal position") ||
         contains(line, "bad fen") || contains(line, "invalid fen") || contains(line, "error (") ||
         contains(line, "error:") || is_unknown_command(line);
}

// "move e2e4", "My move is: e2e4": it plays, though nobody asked.
bool plays_by_itself(std::string_view line) {
  const std::string_view text = trim(line);
  return text.substr(0, 5) == "move " || text.substr(0, 11) == "My move is:";
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
  Clock::time_point until = Clock::now() + kFeatures;
  while (!features_.done) {
    const Session::Heard heard = context_.session.hear(&line, until, &trouble);
    if (heard == Session::Heard::kFailure) return trouble;
    if (heard == Session::Heard::kNothing) break;
    take_introduction(line);
    // "done=0" asks for more time.
    if (features_.seen && line.find("done=0") != std::string::npos) {
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
  if (features_.ping) {
    const std::string number = std::to_string(++pings_);
    session.send("ping " + number);
    session.waits_for(asked);
    while (true) {
      if (auto trouble = session.receive(&line)) return trouble;
      if (trim(line) == "pong " + number) return std::nullopt;
      see(line);
    }
  }
  std::optional<Failure> trouble;
  while (true) {
    const Session::Heard heard = session.hear(&line, Clock::now() + kSilence, &trouble);
    if (heard == Session::Heard::kFailure) return trouble;
    if (heard == Session::Heard::kNothing) return std::nullopt;
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
    if (!complaint && (says_illegal(line) || (about_variant && contains(line, "not supported")))) {
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

std::optional<Failure> XboardProtocol::show(std::optional<std::string>* shown) {
  std::vector<std::string> commands = {"fen", "d"};
  if (context_.found.echo) commands = {*context_.found.echo};
  for (const std::string& command : commands) {
    if (command.empty()) return std::nullopt;
    const std::string asked = context_.session.asked();
    context_.session.send(command);
    context_.session.waits_for(asked);
    auto trouble = sync([&](const std::string& line) {
      if (!*shown) *shown = parse_fen_line(line, context_.variant.board.ranks);
    });
    if (trouble) return trouble;
    if (*shown) {
      context_.found.echo = command;
      return std::nullopt;
    }
  }
  if (!context_.found.echo) context_.found.echo = "";
  return std::nullopt;
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
    if (says_position_refused(line)) {
      refused = failure(Failure::Kind::kPositionRefused,
                        fmt::format("refuses '{}': '{}'", position, one_line(line)));
    } else if (plays_by_itself(line)) {
      refused = failure(
          Failure::Kind::kPositionRefused,
          fmt::format("plays from '{}' instead of waiting: '{}'", position, one_line(line)));
    }
  });
  if (trouble) return trouble;
  if (refused) return refused;
  if ((trouble = show(&held->shown))) return trouble;
  if (held->shown) return check_held(context_.variant, position, *held->shown);
  if (context_.found.echo && !context_.found.echo->empty()) {
    return failure(Failure::Kind::kPositionRefused,
                   fmt::format("shows no position after `setboard {}`", position));
  }
  return std::nullopt;
}

// The way of version 1: pieces one by one. It says nothing of rights, so that only positions
// without any, and without pieces that would look unmoved, can be told.
std::optional<Failure> XboardProtocol::edit_position(const std::string& position) {
  const spec::Variant& variant = context_.variant;
  const auto refused = [&](const std::string& why) {
    return failure(Failure::Kind::kPositionRefused,
                   fmt::format("has no setboard, and `edit` cannot tell {}: '{}'", why, position));
  };
  std::istringstream stream(position);
  std::string placement, side, castling = "-", passant = "-";
  stream >> placement >> side >> castling >> passant;
  if (side != "w" && side != "b") return refused("whose turn it is");
  if (castling != "-") return refused("castling rights");
  if (passant != "-") return refused("an en passant square");
  if (placement.find_first_of("[~+*") != std::string::npos) return refused("such pieces");
  const int files = variant.board.files;
  std::vector<std::string> white;
  std::vector<std::string> black;
  std::string homes;
  for (int rank = 0; rank < variant.board.ranks; ++rank) {
    for (int file = 0; file < files; ++file) {
      const std::string square = spec::square_name({file, rank});
      const char piece = piece_at(position, square, files);
      if (piece == 0) return refused("such a board");
      if (piece == '.') continue;
      const bool is_white = std::isupper(static_cast<unsigned char>(piece)) != 0;
      const char letter = static_cast<char>(std::toupper(static_cast<unsigned char>(piece)));
      (is_white ? white : black).push_back(letter + outgoing(square));
      if (variant.castling && piece == piece_at(variant.start, square, files)) homes += piece;
    }
  }
  if (variant.castling) {
    const auto letter_of = [&](spec::KindId kind) {
      return variant.pieces[static_cast<std::size_t>(kind)].letter;
    };
    const auto at_home = [&](char letter) { return homes.find(letter) != std::string::npos; };
    const char king = letter_of(variant.castling->king);
    const char partner = letter_of(variant.castling->partner);
    const auto small = [](char c) {
      return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    };
    if ((at_home(king) && at_home(partner)) || (at_home(small(king)) && at_home(small(partner)))) {
      return refused("that there is no right to castle");
    }
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
  return sync([&](const std::string& line) {
    if (says_illegal(line)) *illegal = true;
  });
}

std::optional<Failure> XboardProtocol::hold(const std::string& position,
                                            const std::vector<std::string>& moves, Held* held) {
  if (auto trouble = set_position(position, held)) return trouble;
  for (const std::string& move : moves) {
    bool illegal = false;
    if (auto trouble = play(outgoing(move), &illegal)) return trouble;
    if (illegal) break;
  }
  if (moves.empty()) return std::nullopt;
  held->shown.reset();
  return show(&held->shown);
}

std::optional<Failure> XboardProtocol::count(int depth, PerftAnswer* answer) {
  Findings& found = context_.found;
  if (!context_.spec.perft.empty()) found.perft = context_.spec.perft;
  const auto no_perft = [&] {
    return failure(Failure::Kind::kNoPerft,
                   found.no_perft.empty() ? "it was told not to count" : found.no_perft);
  };
  bool counted = false;
  if (!found.perft) {
    for (const char* words : {"perft", "divide"}) {
      PerftAnswer first;
      if (auto trouble = count_by(words, 1, &first, &counted)) return trouble;
      if (!counted) continue;
      found.perft = words;
      if (!first.divided) {
        found.second_number = true;
        if (auto trouble = count_by(words, 1, &first, &counted)) return trouble;
        found.second_number = counted && first.divided;
      }
      break;
    }
    if (!found.perft) found.perft = kNone;
  }
  if (*found.perft == kNone) return no_perft();
  if (auto trouble = count_by(*found.perft, depth, answer, &counted)) return trouble;
  if (!counted) return no_perft();
  return std::nullopt;
}

std::optional<Failure> XboardProtocol::count_by(const std::string& words, int depth,
                                                PerftAnswer* answer, bool* counted) {
  Session& session = context_.session;
  Findings& found = context_.found;
  *counted = false;
  const std::string command = fmt::format("{} {}{}", words, depth, found.second_number ? " 1" : "");
  session.send(command);
  std::string pong;
  if (features_.ping) {
    pong = "pong " + std::to_string(++pings_);
    session.send("ping " + std::to_string(pings_));
    session.waits_for(command);
  }
  PerftReader reader(depth, PerftReader::Style::kAny);
  // An engine may answer the ping first and count aside. Where it is not known that it counts at
  // all, it gets a moment for depth 1.
  const Clock::time_point until = found.perft ? session.deadline() : Clock::now() + kTry;
  std::string line;
  std::optional<Failure> trouble;
  while (!reader.complete()) {
    const Session::Heard heard = session.hear(&line, until, &trouble);
    if (heard == Session::Heard::kFailure) return trouble;
    if (heard == Session::Heard::kNothing) {
      if (found.no_perft.empty()) found.no_perft = fmt::format("no answer to `{}`", command);
      return std::nullopt;
    }
    if (is_unknown_command(line) || contains(line, "error (")) {
      if (found.no_perft.empty()) found.no_perft = one_line(line);
      return std::nullopt;
    }
    if (trim(line) == pong) continue;
    reader.take(line);
  }
  *answer = reader.result();
  if (answer->failure) return answer->failure;
  *counted = true;
  if (ranks_from_zero()) {
    for (DivideLine& entry : answer->divide) entry.action = shift_ranks(entry.action, 1);
  }
  return std::nullopt;
}

std::optional<Failure> XboardProtocol::list_moves(std::optional<Listed>*) { return std::nullopt; }

std::optional<Failure> XboardProtocol::try_move(const std::string& position,
                                                const std::string& move, MoveStatus* status) {
  *status = MoveStatus::kRefused;
  std::vector<std::string> texts = castling_texts(context_.variant, position, move);
  if (texts.empty()) texts = {move};
  std::reverse(texts.begin(), texts.end());
  for (const std::string& text : texts) {
    Held before;
    if (auto trouble = set_position(position, &before)) return trouble;
    bool illegal = false;
    if (auto trouble = play(outgoing(text), &illegal)) return trouble;
    if (illegal) continue;
    std::optional<std::string> after;
    if (before.shown) {
      if (auto trouble = show(&after)) return trouble;
      if (after && *after == *before.shown) continue;
    }
    *status = MoveStatus::kAccepted;
    return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace regelwerk::engines
