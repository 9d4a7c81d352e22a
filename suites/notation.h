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
//   e1h1 for e1g1, or the reverse   castling as king takes partner, or king to its target
//   O-O, 0-0-0                      castling in words
//   e7e8Q, e7e8=q                   promotion choices
//
// `legal` are the legal actions of `position` in our spelling. A text that is itself among `legal`
// is never respelt, and one that would become an action which the engine also writes in full stays
// as it is: then it is an extra action.
//
// Returns the engine's texts -> ours; a text that cannot be respelt stands for itself.
std::map<std::string, std::string> our_spelling(const spec::Variant& variant,
                                                std::string_view position,
                                                const std::vector<std::string>& legal,
                                                const std::vector<std::string>& engine_actions);

}  // namespace regelwerk::suites
