// An action as the referee understands it, and what it does to the position.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "oracle/castling.h"
#include "oracle/movement.h"
#include "oracle/position.h"
#include "oracle/reason.h"
#include "spec/position_text.h"
#include "spec/variant.h"

namespace regelwerk::oracle {

// A move by a piece's pattern, or a castling.
struct Action {
  spec::RawAction written;
  PlainMove move;                    // if it is no castling
  std::optional<Castling> castling;  // with a partner
};

// What an action does: all its effects on the pieces, and after them the removal of parts.
struct Outcome {
  Position completed;            // before any removal; the next player is to act
  std::vector<int> vanishing;    // the parts that are removed then, as indices
  std::optional<Position> rest;  // the position without them, if there are any

  const Position& after() const { return rest ? *rest : completed; }
};

// Whether the player to act may do this, as far as the piece's own rules say: the safety of the
// royals afterwards is left out. nullopt, with the reasons, if he may not.
std::optional<Action> understand(const spec::Variant& variant, const Position& position,
                                 const spec::RawAction& written, Reasons* why);

// Precondition of both: the action is a result of `understand` for this position.
Outcome outcome_of(const spec::Variant& variant, const Position& position, const Action& action);
// The position after the action.
Position carry_out(const spec::Variant& variant, const Position& position, const Action& action);

// Whether the player to act may do this; the whole answer. No reason is given if nobody may act
// any more because royals are lost.
std::optional<Action> may_act(const spec::Variant& variant, const Position& position,
                              const spec::RawAction& written, Reasons* why);

// Everything that may_act accepts, in no particular order. `enough`: stop at so many (0: never).
std::vector<Action> accepted_actions(const spec::Variant& variant, const Position& position,
                                     std::size_t enough = 0);

// Calls `visit` for each of them; stops when it returns false.
void for_each_accepted(const spec::Variant& variant, const Position& position,
                       const std::function<bool(const Action&)>& visit);

// The position with only those en passant rights by which a capture is legal.
Position without_idle_rights(const spec::Variant& variant, const Position& position);

}  // namespace regelwerk::oracle
