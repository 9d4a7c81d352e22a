// By which rules a legal action is legal: what a referee points at when somebody's list lacks it.
#pragma once

#include <vector>

#include "oracle/action.h"
#include "oracle/position.h"
#include "oracle/reason.h"
#include "spec/variant.h"

namespace regelwerk::oracle {

// The rules that an action uses, the one that makes it special first. Never empty. Each is a
// Reason whose `rule` is the key alone; its clause is that of the reason named here or, where a
// rule has none for it, the first clause that `explains` the rule.
//
//   rule            if the action                                          clause of
//   check-reply     is `wait`                                              not-asked
//   opening-rights  is `pass` or a shift in the first rounds               too-late
//   endings.stalemate   is the `pass` of a player without another action   the ending
//   rearrangement   puts the pieces of the set-up area anew                used
//   coalition       declares an alliance                                   too-late
//   castling        is a castling                                          moved
//   en-passant      takes a piece on a square that it has crossed          none
//   fusion          makes one royal of two                                 (explains)
//   promotion       chooses a kind                                         unknown-choice
//   first-move      is possible only as the piece's first move             moved
//   part-removal    has a part of the board removed                        (explains); with the
//                   player's last royal: self-destruction
//   coalition       implies an alliance                                    too-late
//   check-reply     answers out of turn                                    not-asked
//   safe-path       leads such a royal over other squares                  path-attacked
//   royal-safety    ends an attack on a royal of the player                left-in-check
//   royal-safety    moves what shields a royal, along the line             exposed
//   movement        is a move by the piece's pattern                       pattern
//
// Precondition: the action is a result of `may_act` for this position.
std::vector<Reason> grounds_of(const spec::Variant& variant, const Position& position,
                               const Action& action);

}  // namespace regelwerk::oracle
