// Royals: what attacks them, and what a player may not do because of it.
#pragma once

#include <vector>

#include "oracle/action.h"
#include "oracle/movement.h"
#include "oracle/position.h"
#include "oracle/reason.h"
#include "spec/variant.h"

namespace regelwerk::oracle {

// A royal that is attacked, and all who attack it.
struct Check {
  spec::Square royal;
  std::vector<spec::Square> attackers;
};

// The checks that the player stands in. None if no rule protects royals.
std::vector<Check> checks_on(const spec::Variant& variant, const Position& position,
                             spec::PlayerId player);

// May this piece be captured? A royal may not.
bool may_capture(const spec::Variant& variant, const Position& position, const PlainMove& move,
                 Reasons* why);

// Are the royals that the player who has just acted still has safe, and was the square that a royal
// went to safe before the removal of parts, if the rule asks for that? Gives a reason for every
// attack.
bool leaves_royals_safe(const spec::Variant& variant, const Position& before,
                        const Outcome& outcome, const Action& action, Reasons* why);

// Does the player who has acted keep a royal, or may he lose the last one with a removed part?
bool keeps_a_royal(const spec::Variant& variant, const Position& before, const Outcome& outcome,
                   const Action& action, Reasons* why);

}  // namespace regelwerk::oracle
