// How outside engines spell actions. The one place that knows it, so that a spelling never shows
// up as a missing and an extra move.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "spec/variant.h"

namespace regelwerk::suites {

// Other spellings of one action that engines use -> the spelling of this project:
//
//   written                            meant here     what it is
//   e1h1, e1g1                         e1g1 or e1h1   castling as king takes partner, or as king
//                                                     to his stop, whichever the variant writes
//   O-O, 0-0-0, o-o                    e1g1           castling in words, right and left
//   e7e8Q, E7E8Q, E2E4                 e7e8q          other case
//   e7e8=Q, e7e8/q, e7e8(Q)            e7e8q          promotion with a sign
//   e2-e4, e4xd5, e4:d5                e2e4, e4d5     signs between the squares
//   Ng1-f3, Nxd5+, e8=Q#, exd6 e.p.    g1f3, ...      algebraic notation, long or short
//   a0a1 (first rank 0)                a1a2           xboard on boards of ten ranks and more
//   0000, @@@@, null                   pass, wait     no move
//
// `legal` are the legal actions of `position` in our spelling. A text that is itself among `legal`
// is never respelt (but for ranks from 0, which concern a whole list: they are seen by a rank 0, or
// by a list of which every move starts where only the rank above has a piece of the player to act).
// A text that would become an action which the engine also writes in full stays as it is: then it
// is an extra action. Of a short text that fits several actions nothing is made.
//
// Returns the engine's texts -> ours; a text that cannot be respelt stands for itself.
std::map<std::string, std::string> our_spelling(const spec::Variant& variant,
                                                std::string_view position,
                                                const std::vector<std::string>& legal,
                                                const std::vector<std::string>& engine_actions);

}  // namespace regelwerk::suites
