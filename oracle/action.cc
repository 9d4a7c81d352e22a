#include "oracle/action.h"

#include <fmt/format.h>

#include <algorithm>

#include "oracle/board.h"
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
  if (!may_touch(variant, position, written.from, why)) return std::nullopt;
  Action action{written, {}, castling_meant(variant, position, written)};
  bool allowed = false;
  if (action.castling) {
    allowed = may_castle(variant, position, *action.castling, why);
    if (allowed || why != nullptr) {
      if (written.choice &&
          !may_become(variant, position, written.from, written.to, written.choice, why)) {
        allowed = false;
      }
    }
  } else {
    auto move = may_go(variant, position, written.from, written.to, why);
    if (!move) return std::nullopt;
    action.move = std::move(*move);
    allowed = may_capture(variant, position, action.move, why);
    if (!allowed && why == nullptr) return std::nullopt;
    if (!may_become(variant, position, written.from, written.to, written.choice, why)) {
      allowed = false;
    }
  }
  if (!allowed) return std::nullopt;
  return action;
}

Position carry_out(const Variant& variant, const Position& position, const Action& action) {
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

std::optional<Action> may_act(const Variant& variant, const Position& position,
                              const RawAction& written, Reasons* why) {
  auto action = understand(variant, position, written, why);
  if (!action) return std::nullopt;
  if (!leaves_royals_safe(variant, position, carry_out(variant, position, *action), *action, why)) {
    return std::nullopt;
  }
  return action;
}

std::vector<Action> accepted_actions(const Variant& variant, const Position& position,
                                     std::size_t enough) {
  std::vector<Action> accepted;
  const std::vector<Square> squares = all_squares(variant);
  for (Square from : pieces_of(variant, position, position.to_act)) {
    const Piece piece = position.board.at(from);
    for (Square to : squares) {
      std::vector<std::optional<KindId>> choices = {std::nullopt};
      if (can_ever_promote(variant, piece.kind)) {
        for (KindId kind : promotion_offer(variant, piece, to).to) choices.push_back(kind);
      }
      for (const auto& choice : choices) {
        if (auto action = may_act(variant, position, {from, to, choice}, nullptr)) {
          accepted.push_back(std::move(*action));
          if (accepted.size() == enough) return accepted;
        }
      }
    }
  }
  return accepted;
}

Position without_idle_rights(const Variant& variant, const Position& position) {
  if (position.en_passant.empty()) return position;
  Position kept = position;
  kept.en_passant.clear();
  for (const EnPassantRight& right : position.en_passant) {
    bool usable = false;
    for (Square from : pieces_of(variant, position, position.to_act)) {
      std::vector<std::optional<KindId>> choices = {std::nullopt};
      for (KindId kind : promotion_offer(variant, position.board.at(from), right.crossed).to) {
        choices.push_back(kind);
      }
      for (const auto& choice : choices) {
        const auto action = may_act(variant, position, {from, right.crossed, choice}, nullptr);
        if (action && action->move.en_passant) usable = true;
      }
    }
    if (usable) kept.en_passant.push_back(right);
  }
  return kept;
}

}  // namespace regelwerk::oracle
