#include "oracle/royal_safety.h"

#include <fmt/format.h>

#include <algorithm>

#include "oracle/board.h"
#include "oracle/safe_path.h"

namespace regelwerk::oracle {

using spec::PlayerId;
using spec::Square;
using spec::square_name;
using spec::Variant;

namespace {

Reason safety_reason(const Variant& variant, const std::string& name, std::string shown,
                     std::vector<Square> squares) {
  return make_reason(variant, "royal-safety", name, variant.royal_safety->clauses, std::move(shown),
                     std::move(squares));
}

Square arrival_of(const Action& action) {
  return action.castling ? action.castling->king_to : action.written.to;
}

bool is_royal(const Variant& variant, const Piece& piece) {
  return !piece.none() && variant.pieces[static_cast<std::size_t>(piece.kind)].royal;
}

// Whether the attacker would not reach the king after castling if the partner were still where it
// came from.
bool was_shielded_by_partner(const Variant& variant, const Position& after,
                             const Castling& castling, Square attacker) {
  const Square home = *castling.partner_from;
  if (!after.board.at(home).none()) return false;
  Position with_partner = after;
  with_partner.board.put(home, after.board.at(castling.partner_to));
  return !attacks(variant, with_partner, attacker, castling.king_to);
}

// A royal went to an attacked square: the rule by which it went there names that. `after`: the
// board on which it is attacked.
Reason arrival_reason(const Variant& variant, const Position& before, const Position& after,
                      const Action& action, std::string shown, Square royal, Square attacker) {
  std::vector<Square> squares = {royal, attacker};
  if (action.castling) {
    const bool lost = was_shielded_by_partner(variant, after, *action.castling, attacker);
    return make_reason(variant, "castling", lost ? "shield-lost" : "target-attacked",
                       variant.castling->clauses, std::move(shown), std::move(squares));
  }
  if (action.move.fusion) {
    return make_reason(variant, "fusion", "target-attacked", variant.fusion->clauses,
                       std::move(shown), std::move(squares));
  }
  if (needs_safe_path(variant, before.board.at(action.written.from).kind)) {
    return make_reason(variant, "safe-path", "target-attacked", variant.safe_path->clauses,
                       std::move(shown), std::move(squares));
  }
  return safety_reason(variant, "into-check", std::move(shown), std::move(squares));
}

// "after e1c1", "after part 'left' is removed"
std::string after_what(const Variant& variant, const Outcome& outcome, const Action& action) {
  if (outcome.vanishing.empty()) return "after " + spec::write_action_text(variant, action.written);
  return fmt::format("after {} {} removed", parts_in_words(variant, outcome.vanishing),
                     outcome.vanishing.size() == 1 ? "is" : "are");
}

// One royal is attacked after the action: which rule does that break, and what does one see?
Reason why_unsafe(const Variant& variant, const Position& before, const Outcome& outcome,
                  const Action& action, Square royal, Square attacker) {
  const Position& after = outcome.after();
  const std::string text = spec::write_action_text(variant, action.written);
  const std::string when = after_what(variant, outcome, action);
  const std::string by = piece_on(variant, after, attacker);
  if (royal == arrival_of(action)) {
    const bool plain = !action.castling && outcome.vanishing.empty();
    return arrival_reason(variant, before, after, action,
                          plain ? fmt::format("{} is attacked by {}", square_name(royal), by)
                                : fmt::format("{} {} attacks {}", when, by, square_name(royal)),
                          royal, attacker);
  }
  // The attacker has not moved, for the other player has just acted.
  const bool attacked_before = before.board.at(attacker) == after.board.at(attacker) &&
                               attacks(variant, before, attacker, royal);
  if (attacked_before) {
    return safety_reason(variant, "left-in-check",
                         fmt::format("{} is attacked by {}, and {} does not end that",
                                     piece_on(variant, after, royal), by, text),
                         {royal, attacker});
  }
  if (action.move.en_passant) {
    const Square from = action.written.from;
    const Square taken = *action.move.captured;
    return make_reason(
        variant, "en-passant", "exposes", variant.en_passant->clauses,
        fmt::format("{} {} and {} have gone, and {} attacks {}", when,
                    piece_on(variant, before, from), piece_on(variant, before, taken), by,
                    piece_on(variant, after, royal)),
        {royal, attacker, from, taken});
  }
  return safety_reason(variant, "exposed",
                       fmt::format("{} {} attacks {}", when, by, piece_on(variant, after, royal)),
                       {royal, attacker, action.written.from});
}

// Who attacks the square that a royal has just gone to, on the board before the removal of parts.
// None if nothing is removed then (the safety of all royals afterwards says the same), or if the
// rule does not ask.
std::vector<Square> attackers_before_removal(const Variant& variant, const Position& before,
                                             const Outcome& outcome, const Action& action) {
  if (!variant.royal_safety || outcome.vanishing.empty()) return {};
  if (variant.royal_safety->target != spec::RoyalSafetyRule::Target::kBeforeRemoval) return {};
  const Square arrival = arrival_of(action);
  if (!is_royal(variant, outcome.completed.board.at(arrival))) return {};
  return attackers(variant, outcome.completed, arrival, before.to_act);
}

}  // namespace

std::vector<Check> checks_on(const Variant& variant, const Position& position, PlayerId player) {
  std::vector<Check> checks;
  if (!variant.royal_safety) return checks;
  for (Square royal : royals_of(variant, position, player)) {
    auto found = attackers(variant, position, royal, player);
    if (!found.empty()) checks.push_back({royal, std::move(found)});
  }
  return checks;
}

bool may_capture(const Variant& variant, const Position& position, const PlainMove& move,
                 Reasons* why) {
  if (!variant.royal_safety || !move.captured) return true;
  const Square square = *move.captured;
  const Piece piece = position.board.at(square);
  if (!variant.pieces[static_cast<std::size_t>(piece.kind)].royal) return true;
  return no(why, [&] {
    std::string shown = fmt::format("{} is never captured", piece_on(variant, position, square));
    // A clause of its own for the square, if the spec gives one, says it better.
    if (variant.movement_clauses.contains("royal")) {
      return make_reason(variant, "movement", "royal", variant.movement_clauses, std::move(shown),
                         {square});
    }
    return safety_reason(variant, "captured", std::move(shown), {square});
  });
}

bool leaves_royals_safe(const Variant& variant, const Position& before, const Outcome& outcome,
                        const Action& action, Reasons* why) {
  const Square arrival = arrival_of(action);
  const auto early = attackers_before_removal(variant, before, outcome, action);
  bool safe = true;
  for (Square attacker : early) {
    safe = no(why, [&] {
      return arrival_reason(
          variant, before, outcome.completed, action,
          fmt::format("before {} {} removed {} attacks {}",
                      parts_in_words(variant, outcome.vanishing),
                      outcome.vanishing.size() == 1 ? "is" : "are",
                      piece_on(variant, outcome.completed, attacker), square_name(arrival)),
          arrival, attacker);
    });
  }
  for (const Check& check : checks_on(variant, outcome.after(), before.to_act)) {
    for (Square attacker : check.attackers) {
      const bool told =
          check.royal == arrival && std::find(early.begin(), early.end(), attacker) != early.end();
      if (told) continue;
      safe = no(
          why, [&] { return why_unsafe(variant, before, outcome, action, check.royal, attacker); });
    }
  }
  return safe;
}

bool keeps_a_royal(const Variant& variant, const Position& before, const Outcome& outcome,
                   const Action& action, Reasons* why) {
  if (outcome.vanishing.empty() || variant.part_removal->self_destruction) return true;
  const PlayerId player = before.to_act;
  if (!royals_of(variant, outcome.after(), player).empty()) return true;
  return no(why, [&] {
    std::vector<std::string> lost;
    std::vector<Square> squares;
    for (Square square : royals_of(variant, outcome.completed, player)) {
      lost.push_back(piece_on(variant, outcome.completed, square));
      squares.push_back(square);
    }
    return make_reason(variant, "part-removal", "self-destruction", variant.part_removal->clauses,
                       fmt::format("after {} {} {} removed with {}, and {} has no royal left",
                                   spec::write_action_text(variant, action.written),
                                   parts_in_words(variant, outcome.vanishing),
                                   outcome.vanishing.size() == 1 ? "is" : "are",
                                   fmt::join(lost, " and "), player_name(variant, player)),
                       std::move(squares));
  });
}

}  // namespace regelwerk::oracle
