// A position in as few bytes as a simple code allows: what the count of sequences remembers.
#pragma once

#include <string>
#include <string_view>

#include "oracle/position.h"
#include "spec/variant.h"

namespace regelwerk::oracle {

// Everything but the two counters; of the round, where rules look at it, how far it matters to
// them. Equal exactly for positions that are equal in all of this; not meant to be read.
std::string pack(const spec::Variant& variant, const Position& position);

// The position again, with counters 0 and 1, or with a round that means the same to the rules.
// Precondition: `packed` was made for this variant.
Position unpack(const spec::Variant& variant, std::string_view packed);

}  // namespace regelwerk::oracle
