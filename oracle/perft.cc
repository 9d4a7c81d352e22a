#include "oracle/perft.h"

#include <limits>
#include <stdexcept>
#include <string>
#include <unordered_map>

#include "oracle/action.h"
#include "oracle/endings.h"

namespace regelwerk::oracle {

namespace {

struct Reached {
  Position position;
  std::uint64_t ways = 0;
};
using Level = std::unordered_map<std::string, Reached>;

std::uint64_t add(std::uint64_t a, std::uint64_t b) {
  if (a > std::numeric_limits<std::uint64_t>::max() - b) {
    throw std::overflow_error("perft count beyond 64 bits");
  }
  return a + b;
}

std::uint64_t multiply(std::uint64_t a, std::uint64_t b) {
  if (b != 0 && a > std::numeric_limits<std::uint64_t>::max() / b) {
    throw std::overflow_error("perft count beyond 64 bits");
  }
  return a * b;
}

}  // namespace

std::optional<std::uint64_t> count_sequences(const spec::Variant& variant, const Position& position,
                                             int depth, const std::function<bool()>& stop) {
  if (depth < 0) throw std::invalid_argument("perft depth below 0");
  if (depth == 0) return 1;
  Level level;
  level[position_key(variant, position)] = {position, 1};
  for (int remaining = depth; remaining > 1; --remaining) {
    Level next;
    for (const auto& [key, reached] : level) {
      if (stop && stop()) return std::nullopt;
      for (const Action& action : accepted_actions(variant, reached.position)) {
        Position after = carry_out(variant, reached.position, action);
        std::string after_key = position_key(variant, after);
        auto [place, is_new] = next.try_emplace(std::move(after_key));
        if (is_new) place->second.position = std::move(after);
        place->second.ways = add(place->second.ways, reached.ways);
      }
    }
    level = std::move(next);
  }
  std::uint64_t total = 0;
  for (const auto& [key, reached] : level) {
    if (stop && stop()) return std::nullopt;
    total = add(total, multiply(reached.ways, accepted_actions(variant, reached.position).size()));
  }
  return total;
}

}  // namespace regelwerk::oracle
