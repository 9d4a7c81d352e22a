// Betza notation: the field's shorthand for how a piece moves.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "spec/variant.h"

namespace regelwerk::spec {

struct BetzaError {
  int position = 0;  // byte offset in the text where it goes wrong
  std::string message;
};

struct BetzaResult {
  std::vector<Movement> movements;  // one for each atom and modifier group, in the order written
  std::vector<BetzaError> errors;   // empty on success
};

// Grammar, modifiers and what differs from other dialects: spec/README.md, "Movement".
BetzaResult parse_betza(std::string_view text);

}  // namespace regelwerk::spec
