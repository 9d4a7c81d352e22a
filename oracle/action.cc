#include "oracle/action.h"

#include <fmt/format.h>

#include <algorithm>

#include "oracle/bared.h"
#include "oracle/board.h"
#include "oracle/check_reply.h"
#include "oracle/coalition.h"
#include "oracle/opening_rights.h"
#include "oracle/part_removal.h"
#include "oracle/promotion.h"
#include "oracle/rearrangement.h"
#include "oracle/royal_safety.h"
#include "oracle/turns.h"

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
    return Action{written, {}, std::move(castling), std::nullopt};
  }
  auto move = may_go(variant, position, written.from, written.to, why);
  if (!move) return std::nullopt;
  bool allowed = may_capture(variant, position, *move, why);
  if (!allowed && why == nullptr) return std::nullopt;
  if (!may_become(variant, position, written.from, written.to, written.choice, why)) {
    allowed = false;
  }
  if (!allowed) return std::nullopt;
  return Action{written, std::move(*move), std::nullopt, std::nullopt};
}

namespace {

bool rights_outlast_actions(const Variant& variant) {
  return variant.en_passant &&
         variant.en_passant->lasts == spec::EnPassantRule::Lasts::kUntilOwnerActs;
}

// Ends the rights that the action does not leave: all of earlier actions, or those whose piece it
// has moved or taken and those whose crossed square is no longer empty.
void end_rights(const Variant& variant, const std::vector<Square>& touched, Position* after) {
  if (!rights_outlast_actions(variant)) {
    after->en_passant.clear();
    return;
  }
  std::erase_if(after->en_passant, [&](const EnPassantRight& right) {
    return !after->board.at(right.crossed).none() ||
           std::find(touched.begin(), touched.end(), right.piece) != touched.end();
  });
}

// A move or castling: everything but the removal of parts and the passing of the turn.
Position moved(const Variant& variant, const Position& position, const Action& action) {
  Position after = position;
  const Piece mover = position.board.at(action.written.from);
  std::vector<Square> touched;
  bool captured = false;
  if (action.castling) {
    const Castling& castling = *action.castling;
    const Piece partner = position.board.at(*castling.partner_from);
    after.board.clear(castling.king_from);
    after.board.clear(*castling.partner_from);
    after.board.put(castling.king_to, mover);
    after.board.put(castling.partner_to, partner);
    touched = {castling.king_from, *castling.partner_from};
    end_rights(variant, touched, &after);
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
    end_rights(variant, touched, &after);
    for (Square crossed : action.move.crossed) after.en_passant.push_back({crossed, to});
    std::sort(after.en_passant.begin(), after.en_passant.end());
  }
  const auto is_touched = [&](Square square) {
    return std::find(touched.begin(), touched.end(), square) != touched.end();
  };
  std::vector<Square> unmoved;
  for (Square square : position.unmoved) {
    if (!is_touched(square)) unmoved.push_back(square);
  }
  if (unmoved.size() != position.unmoved.size()) {
    after.unmoved = rights_that_remain(variant, after, unmoved);
  }
  std::erase_if(after.first_moves, is_touched);
  if (captured || resets_halfmoves(variant, mover.kind)) after.halfmoves = 0;
  return after;
}

// The piece is put elsewhere without a move.
Position shifted(const Variant& variant, const Position& position, const RawAction& written) {
  Position after = position;
  after.board.put(written.to, position.board.at(written.from));
  after.board.clear(written.from);
  std::erase(after.may_shift, position.to_act);
  end_rights(variant, {written.from}, &after);
  return after;
}

// All effects of the action but the removal of parts and the passing of the turn.
Position completed(const Variant& variant, const Position& position, const Action& action) {
  Position before = position;
  before.halfmoves = std::min(position.halfmoves + 1, kLargestCounter);
  if (action.alliance) before = with_alliance(before, *action.alliance);
  switch (action.written.type) {
    case RawAction::Type::kMove:
      return moved(variant, before, action);
    case RawAction::Type::kShift:
      return shifted(variant, before, action.written);
    case RawAction::Type::kRearrange:
      return rearranged(variant, before, action.written.placements);
    case RawAction::Type::kWait:
    case RawAction::Type::kPass:
      break;
  }
  end_rights(variant, {}, &before);
  return before;
}

// Rights that nobody can use any more.
void drop_ended_rights(const Variant& variant, Position* position) {
  const auto drop = [&](std::vector<PlayerId>* players, bool rule, int rounds) {
    std::erase_if(*players, [&](PlayerId player) {
      return !rule || position->move_number > rounds || is_out(variant, *position, player);
    });
  };
  drop(&position->may_rearrange, variant.rearrangement.has_value(),
       variant.rearrangement ? variant.rearrangement->rounds : 0);
  drop(&position->may_shift, variant.opening_rights.has_value(),
       variant.opening_rights ? variant.opening_rights->rounds : 0);
  if (!rights_outlast_actions(variant)) return;
  std::erase_if(position->en_passant, [&](const EnPassantRight& right) {
    return position->board.at(right.piece).player == position->to_act;
  });
}

// The action is done: who is asked, or whose turn is it, and what does that end?
void hand_over(const Variant& variant, const Position& before, const Action& action,
               Position* after) {
  Turn next{before.to_act, before.move_number};
  if (is_reply(before)) {
    next = turn_or_later(variant, *after, {before.next_regular, before.move_number});
    if (action.written.type == RawAction::Type::kMove) {
      after->owed.push_back(before.to_act);
      std::sort(after->owed.begin(), after->owed.end());
    }
  } else if (action.written.type != RawAction::Type::kShift) {
    next = turn_after(variant, *after, next);
  }
  after->move_number = next.round;
  std::vector<PlayerId> asked;
  if (!is_broken_off(variant, *after)) asked = who_is_asked(variant, before, *after, next);
  if (asked.empty()) {
    pass_on(variant, next, after);
  } else {
    after->to_act = asked[0];
    after->also_asked = asked.size() > 1 ? asked[1] : -1;
    after->next_regular = next.player;
  }
  drop_ended_rights(variant, after);
}

// Whom the player to act may declare as his ally now; first nobody (-1).
std::vector<PlayerId> declarations(const Variant& variant, const Position& position) {
  std::vector<PlayerId> players = {-1};
  if (!is_unallied_small_power(variant, position, position.to_act)) return players;
  for (PlayerId player = 0; player < static_cast<PlayerId>(variant.players.size()); ++player) {
    if (may_declare(variant, position, player, nullptr)) players.push_back(player);
  }
  return players;
}

bool may_pass(const Variant& variant, const Position& position, Reasons* why);

// May he act so under the alliances of this position, whatever it implies? `undeclared`: the
// position before any declaration.
std::optional<Action> may_act_as_allied(const Variant& variant, const Position& undeclared,
                                        const Position& position, const RawAction& written,
                                        Reasons* why) {
  Action other{written, {}, std::nullopt, std::nullopt};
  bool allowed = true;
  switch (written.type) {
    case RawAction::Type::kMove: {
      auto action = understand(variant, position, written, why);
      if (!action) return std::nullopt;
      const Outcome outcome = outcome_of(variant, position, *action);
      allowed = keeps_a_royal(variant, position, outcome, *action, why);
      if (!allowed && why == nullptr) return std::nullopt;
      if (!leaves_royals_safe(variant, position, outcome, *action, why)) allowed = false;
      if (!allowed) return std::nullopt;
      return action;
    }
    case RawAction::Type::kWait:
      allowed = may_wait(variant, position, why);
      break;
    case RawAction::Type::kPass:
      allowed = may_pass(variant, undeclared, why);
      break;
    case RawAction::Type::kShift: {
      if (!may_shift(variant, position, written, why)) return std::nullopt;
      const Position after = completed(variant, position, other);
      for (const Check& check : checks_on(variant, after, position.to_act)) {
        allowed = no(why, [&] {
          return shift_into_check(variant,
                                  fmt::format("afterwards {} attacks {}",
                                              piece_on(variant, after, check.attackers.front()),
                                              piece_on(variant, after, check.royal)),
                                  {check.royal, check.attackers.front()});
        });
      }
      break;
    }
    case RawAction::Type::kRearrange:
      allowed = may_rearrange(variant, position, written, why);
      break;
  }
  if (!allowed) return std::nullopt;
  return other;
}

// Whose piece the action takes; -1: nobody's.
PlayerId captured_from(const Position& position, const Action& action) {
  if (!action.move.captured) return -1;
  return position.board.at(*action.move.captured).player;
}

bool can_imply(const RawAction& written) {
  return written.type == RawAction::Type::kMove || written.type == RawAction::Type::kRearrange;
}

// An action without a declaration.
std::optional<Action> may_act_undeclared(const Variant& variant, const Position& position,
                                         const RawAction& written, Reasons* why) {
  auto action = may_act_as_allied(variant, position, position, written, why);
  if (!action || !can_imply(written)) return action;
  if (!is_unallied_small_power(variant, position, position.to_act)) return action;
  if (position.move_number > variant.coalition->rounds) return action;
  const Implication implied = implication(
      variant, position, completed(variant, position, *action), captured_from(position, *action),
      why != nullptr ? spec::write_action_text(variant, written) : std::string(), why);
  if (!implied.allowed) return std::nullopt;
  action->alliance = implied.alliance;
  return action;
}

// The reason, if there is one, that the action by itself allies with somebody else.
void tell_of_other_alliance(const Variant& variant, const Position& position,
                            const RawAction& undeclared, Alliance declared, Reasons* why) {
  if (why == nullptr || !can_imply(undeclared)) return;
  const auto action = may_act_as_allied(variant, position, position, undeclared, nullptr);
  if (!action) return;
  const PlayerId player = position.to_act;
  for (PlayerId ally : implied_allies(variant, completed(variant, position, *action), player,
                                      captured_from(position, *action))) {
    if (alliance_between(variant, player, ally) == declared) continue;
    why->push_back(make_reason(
        variant, "coalition", "other-alliance", variant.coalition->clauses,
        fmt::format("{} by itself allies {} with {}", spec::write_action_text(variant, undeclared),
                    player_name(variant, player), player_name(variant, ally)),
        {}));
  }
}

// An action with a declaration: legal under the alliances after it, implying nothing else, and not
// the same as without it.
std::optional<Action> may_act_declared(const Variant& variant, const Position& position,
                                       const RawAction& written, Reasons* why) {
  const auto alliance = may_declare(variant, position, written.declares, why);
  if (!alliance) return std::nullopt;
  RawAction undeclared = written;
  undeclared.declares = -1;
  const Position allied = with_alliance(position, *alliance);
  auto action = may_act_as_allied(variant, position, allied, written, why);
  if (!action) {
    tell_of_other_alliance(variant, position, undeclared, *alliance, why);
    return std::nullopt;
  }
  action->alliance = alliance;
  if (can_imply(written) && is_great_power(variant, alliance->other)) {
    for (PlayerId ally : implied_allies(variant, completed(variant, position, *action),
                                        position.to_act, captured_from(position, *action))) {
      if (ally == alliance->other) continue;
      no(why, [&] {
        return make_reason(
            variant, "coalition", "other-alliance", variant.coalition->clauses,
            fmt::format("{} would ally {} with {} too", spec::write_action_text(variant, written),
                        player_name(variant, position.to_act), player_name(variant, ally)),
            {});
      });
      return std::nullopt;
    }
  }
  const auto same = may_act_undeclared(variant, position, undeclared, nullptr);
  if (same && same->alliance == alliance) {
    no(why, [&] {
      return make_reason(variant, "coalition", "duplicate", variant.coalition->clauses,
                         fmt::format("{} by itself allies {} with {}",
                                     spec::write_action_text(variant, undeclared),
                                     player_name(variant, position.to_act),
                                     player_name(variant, written.declares)),
                         {});
    });
    return std::nullopt;
  }
  return action;
}

// May he act so, in a game that goes on?
std::optional<Action> may_act_now(const Variant& variant, const Position& position,
                                  const RawAction& written, Reasons* why) {
  const bool allowed = may_do_out_of_turn(variant, position, written, why);
  if (!allowed && why == nullptr) return std::nullopt;
  auto action = written.declares < 0 ? may_act_undeclared(variant, position, written, why)
                                     : may_act_declared(variant, position, written, why);
  if (!allowed) return std::nullopt;
  return action;
}

// Calls `visit` for each move that is accepted; whether it always returned true.
bool for_each_move(const Variant& variant, const Position& position,
                   const std::function<bool(const Action&)>& visit) {
  const std::vector<Square> squares = all_squares(variant);
  const std::vector<PlayerId> allies = declarations(variant, position);
  for (Square from : pieces_of(variant, position, position.to_act)) {
    const Piece piece = position.board.at(from);
    const bool promotes = can_ever_promote(variant, piece.kind);
    std::vector<std::optional<KindId>> choices = {std::nullopt};
    RawAction written;
    written.from = from;
    for (Square to : squares) {
      if (promotes) {
        choices.resize(1);
        for (KindId kind : promotion_kinds(variant, piece, to)) choices.push_back(kind);
      }
      written.to = to;
      for (const auto& choice : choices) {
        written.choice = choice;
        for (PlayerId ally : allies) {
          written.declares = ally;
          const auto action = may_act_now(variant, position, written, nullptr);
          if (action && !visit(*action)) return false;
        }
      }
    }
  }
  return true;
}

// Whether the player to act could do anything but pass.
bool can_do_more_than_pass(const Variant& variant, const Position& position) {
  return !for_each_move(variant, position, [](const Action&) { return false; }) ||
         has_rearrangement(variant, position);
}

// May the player to act pass, as one of the first rounds or as a small power without an action?
bool may_pass(const Variant& variant, const Position& position, Reasons* why) {
  if (variant.opening_rights && may_pass_turn(variant, position, nullptr)) return true;
  if (variant.endings.small_power_passes && !is_reply(position)) {
    const bool small = !has_royals(variant, position.to_act);
    if (small && !can_do_more_than_pass(variant, position)) return true;
    no(why, [&] {
      const auto& ending = variant.endings.stalemate;
      return make_reason(
          variant, "stalemate", "small-power",
          {{"small-power", ending ? ending->clause : std::string()}},
          fmt::format("{} {}, so that it does not pass", player_name(variant, position.to_act),
                      small ? "has an action" : "is no small power"),
          {});
    });
    if (!variant.opening_rights) return false;
  }
  return may_pass_turn(variant, position, why);
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
  Position after = outcome.rest ? std::move(*outcome.rest) : std::move(outcome.completed);
  hand_over(variant, position, action, &after);
  return after;
}

bool is_over_at_once(const Variant& variant, const Position& position) {
  return !who_has_lost_royals(variant, position).empty() ||
         who_is_bared(variant, position).has_value() || is_broken_off(variant, position) ||
         allied_small_powers_are_out(variant, position);
}

std::optional<Action> may_act(const Variant& variant, const Position& position,
                              const RawAction& written, Reasons* why) {
  auto action = may_act_now(variant, position, written, why);
  if (is_over_at_once(variant, position)) return std::nullopt;
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
  if (is_over_at_once(variant, position)) return;
  if (!for_each_move(variant, position, visit)) return;
  // Whether the action written so is accepted and `visit` wants no more.
  const auto enough = [&](const RawAction& written) {
    const auto action = may_act_now(variant, position, written, nullptr);
    return action && !visit(*action);
  };
  RawAction written;
  written.type = RawAction::Type::kWait;
  if (enough(written)) return;
  if (variant.opening_rights) {
    written.type = RawAction::Type::kShift;
    for (Square from : pieces_of(variant, position, position.to_act)) {
      if (position.board.at(from).kind != variant.opening_rights->shifts) continue;
      for (Square to : all_squares(variant)) {
        written.from = from;
        written.to = to;
        if (enough(written)) return;
      }
    }
  }
  if (!variant.opening_rights && !variant.endings.small_power_passes) return;
  written = {};
  written.type = RawAction::Type::kPass;
  for (PlayerId ally : declarations(variant, position)) {
    written.declares = ally;
    if (enough(written)) return;
  }
}

void for_each_rearrangement(const Variant& variant, const Position& position,
                            const std::function<bool(const Action&)>& visit) {
  if (is_over_at_once(variant, position)) return;
  if (!has_right_to_rearrange(variant, position, nullptr)) return;
  const OwnArea area = own_area(variant, position);
  std::vector<KindId> kinds;
  for (const auto& [kind, square] : area.pieces) kinds.push_back(kind);
  const std::vector<PlayerId> allies = declarations(variant, position);
  RawAction written;
  written.type = RawAction::Type::kRearrange;
  for_each_placement(kinds, area.squares, [&](const Placements& placements) {
    written.placements = placements;
    for (PlayerId ally : allies) {
      written.declares = ally;
      const auto action = may_act_now(variant, position, written, nullptr);
      if (action && !visit(*action)) return false;
    }
    return true;
  });
}

std::uint64_t count_rearrangements(const Variant& variant, const Position& position) {
  if (is_over_at_once(variant, position)) return 0;
  if (!is_unallied_small_power(variant, position, position.to_act)) {
    return count_by_held_squares(variant, position, 0);
  }
  std::uint64_t count = 0;
  for_each_rearrangement(variant, position, [&](const Action&) {
    ++count;
    return true;
  });
  return count;
}

bool has_rearrangement(const Variant& variant, const Position& position) {
  if (is_over_at_once(variant, position)) return false;
  if (!is_unallied_small_power(variant, position, position.to_act)) {
    return count_by_held_squares(variant, position, 1) > 0;
  }
  bool found = false;
  for_each_rearrangement(variant, position, [&](const Action&) {
    found = true;
    return false;
  });
  return found;
}

Position without_idle_rights(const Variant& variant, const Position& position) {
  if (position.en_passant.empty() || rights_outlast_actions(variant)) return position;
  Position kept = position;
  kept.en_passant.clear();
  for (const EnPassantRight& right : position.en_passant) {
    bool usable = false;
    for (Square from : pieces_of(variant, position, position.to_act)) {
      std::vector<std::optional<KindId>> choices = {std::nullopt};
      if (ways(variant, position.board.at(from), from, right.crossed).empty()) continue;
      for (KindId kind : promotion_kinds(variant, position.board.at(from), right.crossed)) {
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
