// Slow on purpose: every question is answered from the board, square by square, as the rulings put
// it. For speed there is generator/.
#include "oracle/referee.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "oracle/action.h"
#include "oracle/bared.h"
#include "oracle/board.h"
#include "oracle/grounds.h"
#include "oracle/part_removal.h"
#include "oracle/perft.h"

namespace regelwerk::oracle {

using spec::PlayerId;

namespace {

// Why a text is no action. A problem that names a square is about one that is not there.
Reason why_unreadable(const spec::Variant& variant, const spec::Problem& problem) {
  if (!problem.square.empty()) {
    return make_reason(variant, "movement", "off-board", variant.movement_clauses, problem.message,
                       {});
  }
  return make_reason(variant, "action", "unreadable", {}, problem.message, {});
}

Reason game_over(const spec::Variant& variant, const Position& position, const Status& status) {
  std::string shown = fmt::format("the game is over: {} has no legal action ({})",
                                  player_name(variant, position.to_act), status.ending);
  const auto lost = who_has_lost_royals(variant, position);
  if (status.ending == "broken-off") {
    shown = "the game is over: it was broken off, for a small power has found no ally in time";
  } else if (status.ending == "small-powers-lost") {
    shown = "the game is over: the allied small powers have no piece left";
  } else if (!lost.empty()) {
    shown = lost.size() > 1 ? "the game is over: no player has a royal left"
                            : fmt::format("the game is over: {} has no royal left",
                                          player_name(variant, lost.front()));
  } else if (const auto bare = who_is_bared(variant, position)) {
    const PlayerId other = 1 - *bare;
    const int against_him = pieces_besides_royals(variant, position, other);
    shown = fmt::format(
        "the game is over: besides royal pieces {} has nothing left and {} has {} piece{}",
        player_name(variant, *bare), player_name(variant, other), against_him,
        against_him == 1 ? "" : "s");
  }
  return make_reason(variant, "action", "game-over", {{"game-over", status.clause}},
                     std::move(shown), {});
}

Action legal_action(const spec::Variant& variant, const Position& position, std::string_view text) {
  const auto written = spec::parse_action_text(variant, text, nullptr);
  auto action = written ? may_act(variant, position, *written, nullptr) : std::nullopt;
  if (!action) {
    throw std::invalid_argument(
        fmt::format("'{}' is not legal in {}", text, write_position(variant, position)));
  }
  return std::move(*action);
}

}  // namespace

Referee::Referee(const spec::Variant& variant) : variant_(variant) {}

ReadResult Referee::read(std::string_view text) const { return read_position(variant_, text); }

std::string Referee::text(const Position& position) const {
  return write_position(variant_, position);
}

Verdict Referee::judge(const Position& position, std::string_view action) const {
  Verdict verdict;
  spec::Problems problems;
  const auto written = spec::parse_action_text(variant_, action, &problems);
  if (!written) {
    for (const spec::Problem& problem : problems) {
      verdict.reasons.push_back(why_unreadable(variant_, problem));
    }
    return verdict;
  }
  verdict.legal = may_act(variant_, position, *written, &verdict.reasons).has_value();
  if (verdict.legal) {
    verdict.reasons.clear();
    return verdict;
  }
  if (const Status now = status(position); now.ending != "ongoing") {
    verdict.reasons.push_back(game_over(variant_, position, now));
  }
  if (verdict.reasons.empty()) throw std::logic_error("an action refused without a reason");
  return verdict;
}

std::vector<Reason> Referee::grounds(const Position& position, std::string_view action) const {
  return grounds_of(variant_, position, legal_action(variant_, position, action));
}

Position Referee::after(const Position& position, std::string_view action) const {
  return carry_out(variant_, position, legal_action(variant_, position, action));
}

std::vector<std::string> Referee::legal_actions(const Position& position,
                                                bool rearrangements) const {
  std::vector<std::string> texts;
  const auto add = [&](const Action& action) {
    texts.push_back(spec::write_action_text(variant_, action.written));
    return true;
  };
  for_each_accepted(variant_, position, add);
  if (rearrangements) for_each_rearrangement(variant_, position, add);
  std::sort(texts.begin(), texts.end());
  return texts;
}

std::uint64_t Referee::rearrangements(const Position& position) const {
  return count_rearrangements(variant_, position);
}

bool Referee::same_position(const Position& a, const Position& b) const {
  return oracle::same_position(variant_, a, b);
}

Status Referee::status(const Position& position, const std::vector<Position>& history) const {
  return status_of(variant_, position, history);
}

std::optional<std::uint64_t> Referee::perft(const Position& position, int depth,
                                            const std::function<bool()>& stop,
                                            bool rearrangements) const {
  return count_sequences(variant_, position, depth, stop, rearrangements);
}

std::optional<std::vector<Referee::DivideLine>> Referee::divide(const Position& position, int depth,
                                                                const std::function<bool()>& stop,
                                                                bool rearrangements) const {
  if (depth < 1) throw std::invalid_argument("divide needs a depth of at least 1");
  std::vector<DivideLine> lines;
  for (const std::string& action : legal_actions(position, rearrangements)) {
    const auto nodes =
        count_sequences(variant_, after(position, action), depth - 1, stop, rearrangements);
    if (!nodes) return std::nullopt;
    lines.push_back({action, *nodes});
  }
  return lines;
}

}  // namespace regelwerk::oracle
