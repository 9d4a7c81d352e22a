#include "oracle/endings.h"

#include <fmt/format.h>

#include <algorithm>

#include "oracle/action.h"
#include "oracle/board.h"
#include "oracle/packing.h"
#include "oracle/part_removal.h"
#include "oracle/royal_safety.h"

namespace regelwerk::oracle {

using spec::KindId;
using spec::PlayerId;
using spec::Square;
using spec::Variant;

namespace {

// The winner if the player without an action gets this result. With more than two players only
// his own win has one name.
std::optional<PlayerId> winner_of(const Variant& variant, spec::Result result, PlayerId player) {
  if (result == spec::Result::kWin) return player;
  if (result == spec::Result::kLoss && variant.players.size() == 2) return 1 - player;
  return std::nullopt;
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

std::vector<Status::Claim> claims_in(const Variant& variant, const Position& position,
                                     const std::vector<Position>& history) {
  std::vector<Status::Claim> claims;
  for (const auto& rule : variant.draws.move_counters) {
    if (position.halfmoves < rule.halfmoves) continue;
    claims.push_back({rule.name, rule.clause, rule.automatic,
                      fmt::format("the halfmove counter is {}", position.halfmoves)});
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
  const auto lost = who_has_lost_royals(variant, position);
  if (!lost.empty()) {
    status.ending = "royals-lost";
    status.clause = variant.endings.royals_lost->clause;
    if (lost.size() == 1) {
      status.winner = winner_of(variant, spec::Result::kLoss, lost.front());
    }
  }
  status.in_check = !checks_on(variant, position, position.to_act).empty();
  if (!lost.empty()) return status;
  if (!accepted_actions(variant, position, 1).empty()) {
    status.claims = claims_in(variant, position, history);
    return status;
  }
  status.ending = status.in_check ? "checkmate" : "stalemate";
  const auto& ending = status.in_check ? variant.endings.checkmate : variant.endings.stalemate;
  if (ending) {
    status.clause = ending->clause;
    status.winner = winner_of(variant, ending->result, position.to_act);
  }
  return status;
}

bool same_position(const Variant& variant, const Position& a, const Position& b) {
  return position_key(variant, a) == position_key(variant, b);
}

std::string position_key(const Variant& variant, const Position& position) {
  if (position.en_passant.empty()) return pack(variant, position);
  return pack(variant, without_idle_rights(variant, position));
}

}  // namespace regelwerk::oracle
