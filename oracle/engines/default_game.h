// What the UCI protocol takes for granted.
#pragma once

#include "spec/variant.h"

namespace regelwerk::engines {

// UCI_Variant of the game that an engine plays without being told.
inline constexpr const char* kDefaultUciVariant = "chess";

// Whether the spec has the option UCI_Chess960 on.
inline bool wants_chess960(const spec::Variant& variant) {
  const auto found = variant.engines.find("uci-chess960");
  return found != variant.engines.end() && (found->second == "true" || found->second == "on");
}

}  // namespace regelwerk::engines
