#include "oracle/endings.h"

#include <fmt/format.h>

#include <algorithm>

#include "oracle/action.h"
#include "oracle/bared.h"
#include "oracle/board.h"
#include "oracle/coalition.h"
#include "oracle/packing.h"
#include "oracle/part_removal.h"
#include "oracle/royal_safety.h"
#include "oracle/turns.h"

namespace regelwerk::oracle {

using spec::KindId;
using spec::PlayerId;
using spec::Square;
using spec::Variant;

namespace {

// Who wins if this player gets this result: a loss is a win of those who are no friends of his. Of
// great powers the other one wins with its ally, unless the small powers stand together against
// both; a neutral power never wins.
std::vector<PlayerId> winners_of(const Variant& variant, const Position& position,
                                 spec::Result result, PlayerId player) {
  if (result == spec::Result::kDraw) return {};
  if (result == spec::Result::kWin) return side_of(variant, position, player);
  if (is_great_power(variant, player)) {
    for (PlayerId great : variant.coalition->great) {
      if (hostile(variant, position, player, great)) return side_of(variant, position, great);
    }
  }
  std::vector<PlayerId> winners;
  for (PlayerId other = 0; other < static_cast<PlayerId>(variant.players.size()); ++other) {
    if (hostile(variant, position, player, other)) winners.push_back(other);
  }
  return winners;
}

void end_with(const Variant& variant, const std::string& name,
              const std::optional<spec::Ending>& ending, std::vector<PlayerId> winners,
              Status* status) {
  status->ending = name;
  if (ending) status->clause = ending->clause;
  status->winners = std::move(winners);
  if (status->winners.empty()) return;
  const auto great = std::find_if(status->winners.begin(), status->winners.end(),
                                  [&](PlayerId player) { return is_great_power(variant, player); });
  status->winner = great != status->winners.end() ? *great : status->winners.front();
}

// What the ending counts for each player; empty if it counts nothing by these rules.
std::vector<int> points_of(const Variant& variant, const Position& position, const Status& status) {
  const auto& endings = variant.endings;
  if (endings.points_win == 0 && endings.points_draw == 0 && endings.points_broken_off == 0) {
    return {};
  }
  std::vector<int> points(variant.players.size(), 0);
  for (PlayerId player = 0; player < static_cast<PlayerId>(points.size()); ++player) {
    int& own = points[static_cast<std::size_t>(player)];
    if (status.ending == "broken-off") {
      if (ally_of(position, player) >= 0) own = endings.points_broken_off;
    } else if (status.winners.empty()) {
      own = endings.points_draw;
    } else if (std::find(status.winners.begin(), status.winners.end(), player) !=
               status.winners.end()) {
      own = endings.points_win;
    }
  }
  return points;
}

std::vector<KindId> force_of(const Variant& variant, const Position& position, PlayerId player) {
  std::vector<KindId> kinds;
  for (Square square : pieces_of(variant, position, player)) {
    const KindId kind = position.board.at(square).kind;
    if (!variant.pieces[static_cast<std::size_t>(kind)].royal) kinds.push_back(kind);
  }
  std::sort(kinds.begin(), kinds.end());
  return kinds;
}

std::string force_in_words(const Variant& variant, const std::vector<KindId>& force) {
  if (force.empty()) return "nothing";
  std::string text;
  for (std::size_t i = 0; i < force.size(); ++i) {
    if (i > 0) text += i + 1 == force.size() ? " and " : ", ";
    text += "a " + kind_name(variant, force[i]);
  }
  return text;
}

// What shows that neither player can win; nullopt if that is not so, or not by these rules.
std::optional<std::string> material_is_insufficient(const Variant& variant,
                                                    const Position& position) {
  const auto& rule = *variant.draws.insufficient_material;
  if (variant.players.size() != 2) return std::nullopt;
  const int parts = static_cast<int>(variant.board.parts.size() - position.removed_parts.size());
  if (rule.parts_left > 0 && parts != rule.parts_left) return std::nullopt;
  bool strong = false;
  for (PlayerId player : {0, 1}) {
    const auto royals = royals_of(variant, position, player);
    if (royals.size() != 1) return std::nullopt;
    const auto& kinds = rule.strong_royals;
    const KindId kind = position.board.at(royals.front()).kind;
    if (std::find(kinds.begin(), kinds.end(), kind) != kinds.end()) strong = true;
  }
  const auto first = force_of(variant, position, 0);
  const auto second = force_of(variant, position, 1);
  if (strong && !(first.empty() && second.empty())) return std::nullopt;
  for (const auto& [bare, other, owner] : {std::tuple(first, second, 1), {second, first, 0}}) {
    if (!bare.empty()) continue;
    for (std::vector<KindId> allowed : rule.against_bare_royal) {
      std::sort(allowed.begin(), allowed.end());
      if (allowed != other) continue;
      return fmt::format("besides the royals, {} has {} and {} has nothing",
                         player_name(variant, owner), force_in_words(variant, other),
                         player_name(variant, 1 - owner));
    }
  }
  std::vector<Square> seen;
  for (Square square : all_squares(variant)) {
    const Piece& piece = position.board.at(square);
    if (piece.none() || variant.pieces[static_cast<std::size_t>(piece.kind)].royal) continue;
    const auto& kinds = rule.on_one_colour;
    if (std::find(kinds.begin(), kinds.end(), piece.kind) == kinds.end()) return std::nullopt;
    seen.push_back(square);
  }
  const auto colour = [](Square square) { return (square.file + square.rank) % 2; };
  if (seen.empty() || !std::all_of(seen.begin(), seen.end(), [&](Square square) {
        return colour(square) == colour(seen.front());
      })) {
    return std::nullopt;
  }
  return fmt::format("besides the royals there are only the pieces on {}, all on one colour",
                     list_of(seen));
}

// How many whole rounds lie between the last action that reset the halfmove counter, or the start
// of the record, and the present one.
int quiet_rounds(const Position& position, const std::vector<Position>& history, PlayerId first) {
  if (history.empty()) return 0;
  const Position& oldest = history.front();
  const bool begins_a_round = oldest.to_act == first && !is_reply(oldest);
  int whole = oldest.move_number + (begins_a_round ? 0 : 1);
  for (std::size_t i = 0; i < history.size(); ++i) {
    const Position& after = i + 1 < history.size() ? history[i + 1] : position;
    if (after.halfmoves == 0) whole = history[i].move_number + 1;
  }
  return std::max(position.move_number - whole, 0);
}

std::vector<Status::Claim> claims_in(const Variant& variant, const Position& position,
                                     const std::vector<Position>& history) {
  std::vector<Status::Claim> claims;
  for (const auto& rule : variant.draws.move_counters) {
    if (position.halfmoves < rule.halfmoves) continue;
    claims.push_back({rule.name, rule.clause, rule.automatic,
                      fmt::format("the halfmove counter is {}", position.halfmoves)});
  }
  if (variant.draws.round_counter) {
    const auto& rule = *variant.draws.round_counter;
    const int rounds = quiet_rounds(position, history, variant.turn_order.front());
    if (rounds >= rule.rounds) {
      claims.push_back(
          {"fifty-round", rule.clause, rule.automatic,
           fmt::format("{} whole rounds have passed without what resets the count", rounds)});
    }
  }
  if (!variant.draws.repetitions.empty() && !history.empty()) {
    const std::string now = position_key(variant, position);
    int times = 1;
    for (const Position& earlier : history) {
      if (position_key(variant, earlier) == now) ++times;
    }
    for (const auto& rule : variant.draws.repetitions) {
      if (times < rule.count) continue;
      claims.push_back({rule.name, rule.clause, rule.automatic,
                        fmt::format("the position has occurred {} times", times)});
    }
  }
  if (variant.draws.insufficient_material) {
    if (auto shown = material_is_insufficient(variant, position)) {
      claims.push_back({"insufficient-material", variant.draws.insufficient_material->clause, true,
                        std::move(*shown)});
    }
  }
  return claims;
}

}  // namespace

Status status_of(const Variant& variant, const Position& position,
                 const std::vector<Position>& history) {
  Status status;
  status.in_check = !checks_on(variant, position, position.to_act).empty();
  const auto lost = who_has_lost_royals(variant, position);
  if (!lost.empty()) {
    end_with(variant, "royals-lost", variant.endings.royals_lost,
             lost.size() == 1 ? winners_of(variant, position, spec::Result::kLoss, lost.front())
                              : std::vector<PlayerId>(),
             &status);
  } else if (const auto bare = who_is_bared(variant, position)) {
    const auto& ending = variant.endings.bared;
    end_with(variant, "bared", ending, winners_of(variant, position, ending->result, *bare),
             &status);
  } else if (is_broken_off(variant, position)) {
    end_with(variant, "broken-off", variant.endings.broken_off, {}, &status);
  } else if (allied_small_powers_are_out(variant, position)) {
    end_with(variant, "small-powers-lost", variant.endings.small_powers_lost,
             variant.coalition->great, &status);
  } else if (!accepted_actions(variant, position, 1).empty() ||
             has_rearrangement(variant, position)) {
    status.claims = claims_in(variant, position, history);
    return status;
  } else {
    const auto& ending = status.in_check ? variant.endings.checkmate : variant.endings.stalemate;
    end_with(variant, status.in_check ? "checkmate" : "stalemate", ending,
             ending ? winners_of(variant, position, ending->result, position.to_act)
                    : std::vector<PlayerId>(),
             &status);
  }
  status.points = points_of(variant, position, status);
  return status;
}

bool same_position(const Variant& variant, const Position& a, const Position& b) {
  return position_key(variant, a) == position_key(variant, b);
}

std::string position_key(const Variant& variant, const Position& position) {
  // The round is a counter: it makes no position another one.
  Position plain = without_idle_rights(variant, position);
  plain.move_number = 1;
  return pack(variant, plain);
}

}  // namespace regelwerk::oracle
