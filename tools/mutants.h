// Engines that are wrong in one thing each: a clause of the rules is broken, everything else is as
// it should be. For tests of what finds such engines.
//
// Variant + clause -> UciRules. Slow, for the moves are the referee's.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "spec/diagnostic.h"
#include "spec/variant.h"
#include "tools/uci_server.h"

namespace regelwerk::tools {

// How a mutant shows that it is wrong.
enum class MutantFault {
  kMissing,  // actions are missing
  kExtra,    // actions that are not legal
  kChild,    // an action leads to another position
  kCount,    // actions and positions are right, sums are not
  kStart,    // another start position, and nothing else
  kReading,  // takes positions that must be refused, and nothing else
};

struct MutantInfo {
  std::string clause;  // "C4"
  MutantFault fault = MutantFault::kExtra;
  std::string what;  // what it does wrongly, one line
};

// All of them, in the order of their clauses.
std::vector<MutantInfo> mutants();
const char* fault_name(MutantFault fault);  // "missing"

// Null, with a diagnostic, if the variant has no such clause or nobody knows how to break it.
std::unique_ptr<UciRules> make_mutant_rules(spec::Variant variant, const std::string& clause,
                                            spec::Diagnostics* diagnostics);

}  // namespace regelwerk::tools
