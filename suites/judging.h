// What the referee says about an action as an outside program writes it.
#pragma once

#include <string>

#include "oracle/referee.h"
#include "suites/reference.h"

namespace regelwerk::suites {

// As Referee::judge. But an illegal action that is a castling in the other way of writing one (king
// to his stop, or king takes partner) is judged as the castling that is meant: "the king crosses an
// attacked square" instead of "the king does not go there".
oracle::Verdict judge_as_meant(const Reference& reference, const oracle::Position& position,
                               const std::string& action);

}  // namespace regelwerk::suites
