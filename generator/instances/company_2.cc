#include "generator/game_impl.h"
#include "generator/instances.h"

namespace regelwerk::generator {

std::unique_ptr<Game> company_2(std::unique_ptr<spec::Variant>& variant,
                                std::unique_ptr<Tables<2>>& tables) {
  constexpr Features kSet = company_features(2);
  if (!holds<kSet>(*tables)) return nullptr;
  return std::make_unique<GameImpl<kSet>>(std::move(variant), std::move(tables), "company-2");
}

}  // namespace regelwerk::generator
