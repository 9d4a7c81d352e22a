// What only the first rounds allow: passing, and putting a piece elsewhere before the action.
#pragma once

#include "oracle/position.h"
#include "oracle/reason.h"
#include "spec/position_text.h"
#include "spec/variant.h"

namespace regelwerk::oracle {

// May the player to act pass because it is one of the first rounds?
bool may_pass_turn(const spec::Variant& variant, const Position& position, Reasons* why);

// May he put the piece elsewhere? All but the safety of his royals afterwards.
bool may_shift(const spec::Variant& variant, const Position& position,
               const spec::RawAction& written, Reasons* why);

// The clause's reason for a shift that leaves the player's royal attacked.
Reason shift_into_check(const spec::Variant& variant, std::string shown,
                        std::vector<spec::Square> squares);

}  // namespace regelwerk::oracle
