#include "oracle/action.h"

#include <fmt/format.h>

#include <algorithm>

#include "oracle/board.h"
#include "oracle/part_removal.h"
#include "oracle/promotion.h"
#include "oracle/royal_safety.h"

namespace regelwerk::oracle {

using spec::KindId;
using spec::PlayerId;
using spec::RawAction;
using spec::Square;
using spec::square_name;
using spec::Variant;

namespace {

// The text range of the two counters.
constexpr int kLargestCounter = 9999;

Reason movement_reason(const Variant& variant, const std::string& name, std::string shown,
                       std::vector<Square> squares) {
  return make_reason(variant, "movement", name, variant.movement_clauses, std::move(shown),
                     std::move(squares));
}

// Are both squares still there?
bool squares_exist(const Variant& variant, const Position& position, const RawAction& written,
                   Reasons* why) {
  bool all = true;
  for (Square square : {written.from, written.to}) {
    if (exists(variant, position, square)) continue;
    all = no(why, [&] {
      return movement_reason(variant, "removed",
                             fmt::format("{} is gone with {}", square_name(square),
                                         parts_in_words(variant, {part_of(variant, square)})),
                             {square});
    });
  }
  return all;
}

// May this player take the piece on `from` in his hand?
bool may_touch(const Variant& variant, const Position& position, Square from, Reasons* why) {
  const Piece piece = position.board.at(from);
  if (piece.none()) {
    return no(why, [&] {
      return movement_reason(variant, "no-piece", square_name(from) + " is empty", {from});
    });
  }
  if (piece.player != position.to_act) {
    return no(why, [&] {
      return movement_reason(
          variant, "turn",
          fmt::format("{} belongs to {}, and {} is to act", piece_on(variant, position, from),
                      player_name(variant, piece.player), player_name(variant, position.to_act)),
          {from});
    });
  }
  return true;
}

bool resets_halfmoves(const Variant& variant, KindId kind) {
  const auto& kinds = variant.draws.reset_by;
  return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
}

bool is_last_in_order(const Variant& variant, PlayerId player) {
  return !variant.turn_order.empty() && variant.turn_order.back() == player;
}

}  // namespace

std::optional<Action> understand(const Variant& variant, const Position& position,
                                 const RawAction& written, Reasons* why) {
  if (!squares_exist(variant, position, written, why)) return std::nullopt;
  if (!may_touch(variant, position, written.from, why)) return std::nullopt;
  if (auto castling = castling_meant(variant, position, written)) {
    bool allowed = may_castle(variant, position, *castling, why);
    if (!allowed && why == nullptr) return std::nullopt;
    if (written.choice &&
        !may_become(variant, position, written.from, written.to, written.choice, why)) {
      allowed = false;
    }
    if (!allowed) return std::nullopt;
    return Action{written, {}, std::move(castling)};
  }
  auto move = may_go(variant, position, written.from, written.to, why);
  if (!move) return std::nullopt;
  bool allowed = may_capture(variant, position, *move, why);
  if (!allowed && why == nullptr) return std::nullopt;
  if (!may_become(variant, position, written.from, written.to, written.choice, why)) {
    allowed = false;
  }
  if (!allowed) return std::nullopt;
  return Action{written, std::move(*move), std::nullopt};
}

namespace {

// All effects of the action but the removal of parts.
Position completed(const Variant& variant, const Position& position, const Action& action) {
  Position after = position;
  const Piece mover = position.board.at(action.written.from);
  std::vector<Square> touched;
  after.en_passant.clear();
  bool captured = false;
  if (action.castling) {
    const Castling& castling = *action.castling;
    const Piece partner = position.board.at(*castling.partner_from);
    after.board.clear(castling.king_from);
    after.board.clear(*castling.partner_from);
    after.board.put(castling.king_to, mover);
    after.board.put(castling.partner_to, partner);
    touched = {castling.king_from, *castling.partner_from};
  } else {
    const Square from = action.written.from;
    const Square to = action.written.to;
    Piece arriving = mover;
    if (action.written.choice) arriving.kind = static_cast<std::int8_t>(*action.written.choice);
    if (action.move.fusion) arriving.kind = static_cast<std::int8_t>(variant.fusion->into);
    touched = {from, to};
    if (action.move.captured) {
      captured = true;
      after.board.clear(*action.move.captured);
      touched.push_back(*action.move.captured);
    }
    after.board.clear(from);
    after.board.put(to, arriving);
    for (Square crossed : action.move.crossed) after.en_passant.push_back({crossed, to});
    std::sort(after.en_passant.begin(), after.en_passant.end());
  }
  std::vector<Square> unmoved;
  for (Square square : position.unmoved) {
    if (std::find(touched.begin(), touched.end(), square) == touched.end()) {
      unmoved.push_back(square);
    }
  }
  if (unmoved.size() != position.unmoved.size()) {
    after.unmoved = rights_that_remain(variant, after, unmoved);
  }
  after.halfmoves = captured || resets_halfmoves(variant, mover.kind)
                        ? 0
                        : std::min(position.halfmoves + 1, kLargestCounter);
  if (is_last_in_order(variant, position.to_act)) {
    after.move_number = std::min(position.move_number + 1, kLargestCounter);
  }
  after.to_act = next_player(variant, position.to_act);
  return after;
}

// May he act so, in a game that goes on?
std::optional<Action> may_act_now(const Variant& variant, const Position& position,
                                  const RawAction& written, Reasons* why) {
  auto action = understand(variant, position, written, why);
  if (!action) return std::nullopt;
  const Outcome outcome = outcome_of(variant, position, *action);
  bool allowed = keeps_a_royal(variant, position, outcome, *action, why);
  if (!allowed && why == nullptr) return std::nullopt;
  if (!leaves_royals_safe(variant, position, outcome, *action, why)) allowed = false;
  if (!allowed) return std::nullopt;
  return action;
}

}  // namespace

Outcome outcome_of(const Variant& variant, const Position& position, const Action& action) {
  Outcome outcome{completed(variant, position, action), {}, std::nullopt};
  outcome.vanishing = what_vanishes(variant, outcome.completed);
  if (!outcome.vanishing.empty()) {
    outcome.rest = without_parts(variant, outcome.completed, outcome.vanishing);
  }
  return outcome;
}

Position carry_out(const Variant& variant, const Position& position, const Action& action) {
  Outcome outcome = outcome_of(variant, position, action);
  return outcome.rest ? std::move(*outcome.rest) : std::move(outcome.completed);
}

std::optional<Action> may_act(const Variant& variant, const Position& position,
                              const RawAction& written, Reasons* why) {
  auto action = may_act_now(variant, position, written, why);
  if (!who_has_lost_royals(variant, position).empty()) return std::nullopt;
  return action;
}

std::vector<Action> accepted_actions(const Variant& variant, const Position& position,
                                     std::size_t enough) {
  std::vector<Action> accepted;
  for_each_accepted(variant, position, [&](const Action& action) {
    accepted.push_back(action);
    return accepted.size() != enough;
  });
  return accepted;
}

void for_each_accepted(const Variant& variant, const Position& position,
                       const std::function<bool(const Action&)>& visit) {
  if (!who_has_lost_royals(variant, position).empty()) return;
  const std::vector<Square> squares = all_squares(variant);
  for (Square from : pieces_of(variant, position, position.to_act)) {
    const Piece piece = position.board.at(from);
    const bool promotes = can_ever_promote(variant, piece.kind);
    std::vector<std::optional<KindId>> choices = {std::nullopt};
    RawAction written;
    written.from = from;
    for (Square to : squares) {
      if (promotes) {
        choices.resize(1);
        for (KindId kind : promotion_offer(variant, piece, to).to) choices.push_back(kind);
      }
      written.to = to;
      for (const auto& choice : choices) {
        written.choice = choice;
        const auto action = may_act_now(variant, position, written, nullptr);
        if (action && !visit(*action)) return;
      }
    }
  }
}

Position without_idle_rights(const Variant& variant, const Position& position) {
  if (position.en_passant.empty()) return position;
  Position kept = position;
  kept.en_passant.clear();
  for (const EnPassantRight& right : position.en_passant) {
    bool usable = false;
    for (Square from : pieces_of(variant, position, position.to_act)) {
      std::vector<std::optional<KindId>> choices = {std::nullopt};
      if (ways(variant, position.board.at(from), from, right.crossed).empty()) continue;
      for (KindId kind : promotion_offer(variant, position.board.at(from), right.crossed).to) {
        choices.push_back(kind);
      }
      RawAction written;
      written.from = from;
      written.to = right.crossed;
      for (const auto& choice : choices) {
        written.choice = choice;
        const auto action = may_act(variant, position, written, nullptr);
        if (action && action->move.en_passant) usable = true;
      }
    }
    if (usable) kept.en_passant.push_back(right);
  }
  return kept;
}

}  // namespace regelwerk::oracle
