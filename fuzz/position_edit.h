// Small random changes of a position that keep its text well-formed, so that a fuzzer gets past
// the syntax to what generator and oracle decide.
#pragma once

#include <random>

#include "spec/position_text.h"
#include "spec/variant.h"

namespace regelwerk::fuzz {

using Random = std::mt19937;

// One to four changes: pieces put, moved, changed or taken off, a part of the board removed,
// another player to act, other fields. The position need not be one that the rules allow.
spec::RawPosition edited(const spec::Variant& variant, spec::RawPosition position, Random& random);

// An action of any type that the variant's texts can spell; seldom a legal one.
spec::RawAction any_action(const spec::Variant& variant, const spec::RawPosition& position,
                           Random& random);

}  // namespace regelwerk::fuzz
