// The feature sets that exist, one translation unit each
// (generator/instances/).
#pragma once

#include <memory>

#include "generator/game.h"
#include "generator/tables.h"

namespace regelwerk::generator {

// Each makes a Game, or returns null (leaving both arguments alone) if its set
// cannot hold the tables.
template <int W>
using Instance = std::unique_ptr<Game> (*)(std::unique_ptr<spec::Variant>& variant,
                                           std::unique_ptr<Tables<W>>& tables);

std::unique_ptr<Game> plain_1(std::unique_ptr<spec::Variant>&, std::unique_ptr<Tables<1>>&);
std::unique_ptr<Game> plain_2(std::unique_ptr<spec::Variant>&, std::unique_ptr<Tables<2>>&);
std::unique_ptr<Game> parts_2(std::unique_ptr<spec::Variant>&, std::unique_ptr<Tables<2>>&);
std::unique_ptr<Game> company_1(std::unique_ptr<spec::Variant>&, std::unique_ptr<Tables<1>>&);
std::unique_ptr<Game> company_2(std::unique_ptr<spec::Variant>&, std::unique_ptr<Tables<2>>&);
std::unique_ptr<Game> company_4(std::unique_ptr<spec::Variant>&, std::unique_ptr<Tables<4>>&);
std::unique_ptr<Game> general_1(std::unique_ptr<spec::Variant>&, std::unique_ptr<Tables<1>>&);
std::unique_ptr<Game> general_2(std::unique_ptr<spec::Variant>&, std::unique_ptr<Tables<2>>&);
std::unique_ptr<Game> general_4(std::unique_ptr<spec::Variant>&, std::unique_ptr<Tables<4>>&);

}  // namespace regelwerk::generator
