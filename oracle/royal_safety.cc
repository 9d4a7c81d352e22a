#include "oracle/royal_safety.h"

#include <fmt/format.h>

#include <algorithm>

#include "oracle/board.h"

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

// One royal is attacked after the action: which rule does that break, and what does one see?
Reason why_unsafe(const Variant& variant, const Position& before, const Position& after,
                  const Action& action, Square royal, Square attacker) {
  const std::string text = spec::write_action_text(variant, action.written);
  const std::string by = piece_on(variant, after, attacker);
  const Square arrival = action.castling ? action.castling->king_to : action.written.to;
  if (royal == arrival) {
    if (action.castling) {
      return make_reason(variant, "castling", "target-attacked", variant.castling->clauses,
                         fmt::format("after {} {} attacks {}", text, by, square_name(royal)),
                         {royal, attacker});
    }
    return safety_reason(variant, "into-check",
                         fmt::format("{} is attacked by {}", square_name(royal), by),
                         {royal, attacker});
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
        fmt::format("after {} {} and {} have gone, and {} attacks {}", text,
                    piece_on(variant, before, from), piece_on(variant, before, taken), by,
                    piece_on(variant, after, royal)),
        {royal, attacker, from, taken});
  }
  return safety_reason(
      variant, "exposed",
      fmt::format("after {} {} attacks {}", text, by, piece_on(variant, after, royal)),
      {royal, attacker, action.written.from});
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
    return safety_reason(variant, "captured",
                         fmt::format("{} is never captured", piece_on(variant, position, square)),
                         {square});
  });
}

bool leaves_royals_safe(const Variant& variant, const Position& before, const Position& after,
                        const Action& action, Reasons* why) {
  bool safe = true;
  for (const Check& check : checks_on(variant, after, before.to_act)) {
    for (Square attacker : check.attackers) {
      safe = no(why,
                [&] { return why_unsafe(variant, before, after, action, check.royal, attacker); });
    }
  }
  return safe;
}

}  // namespace regelwerk::oracle
