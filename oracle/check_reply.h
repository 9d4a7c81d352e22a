// Answers to a check out of turn: who is asked, and who may wait.
#pragma once

#include <vector>

#include "oracle/position.h"
#include "oracle/reason.h"
#include "oracle/turns.h"
#include "spec/position_text.h"
#include "spec/variant.h"

namespace regelwerk::oracle {

// Who is to be asked after an action, in order. `after`: the board, the alliances and the owed
// turns after it; `next`: the regular turn that follows when nobody is asked any more. Asked are
// those who were still to be asked before the action and those whose royals have come into check by
// it, as long as they are in check and have not the next regular turn anyway.
std::vector<spec::PlayerId> who_is_asked(const spec::Variant& variant, const Position& before,
                                         const Position& after, Turn next);

// May the player to act wait?
bool may_wait(const spec::Variant& variant, const Position& position, Reasons* why);

// Is this, if the player to act is asked, something that he may do out of turn: a move, or `wait`?
bool may_do_out_of_turn(const spec::Variant& variant, const Position& position,
                        const spec::RawAction& written, Reasons* why);

}  // namespace regelwerk::oracle
