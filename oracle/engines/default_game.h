// What the UCI protocol takes for granted.
#pragma once

namespace regelwerk::engines {

// UCI_Variant of the game that an engine plays without being told.
inline constexpr const char* kDefaultUciVariant = "chess";

}  // namespace regelwerk::engines
