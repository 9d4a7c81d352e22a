#include "generator/game_impl.h"
#include "generator/instances.h"

namespace regelwerk::generator {

std::unique_ptr<Game> company_4(std::unique_ptr<spec::Variant>& variant,
                                std::unique_ptr<Tables<4>>& tables) {
  constexpr Features kSet = company_features(4);
  if (!holds<kSet>(*tables)) return nullptr;
  return std::make_unique<GameImpl<kSet>>(std::move(variant), std::move(tables), "company-4");
}

}  // namespace regelwerk::generator
