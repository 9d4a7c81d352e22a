// An action as the referee understands it, and what it does to the position.
#pragma once

#include <optional>

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

// Whether the player to act may do this, as far as the piece's own rules say: the safety of the
// royals afterwards is left out. nullopt, with the reasons, if he may not.
std::optional<Action> understand(const spec::Variant& variant, const Position& position,
                                 const spec::RawAction& written, Reasons* why);

// The position after the action. Precondition: it is a result of `understand` for this position.
Position carry_out(const spec::Variant& variant, const Position& position, const Action& action);

// Whether the player to act may do this; the whole answer.
std::optional<Action> may_act(const spec::Variant& variant, const Position& position,
                              const spec::RawAction& written, Reasons* why);

// Everything that may_act accepts, in no particular order. `enough`: stop at so many (0: never).
std::vector<Action> accepted_actions(const spec::Variant& variant, const Position& position,
                                     std::size_t enough = 0);

// The position with only those en passant rights by which a capture is legal.
Position without_idle_rights(const spec::Variant& variant, const Position& position);

}  // namespace regelwerk::oracle
