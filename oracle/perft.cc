#include "oracle/perft.h"

#include <limits>
#include <stdexcept>
#include <string>
#include <unordered_map>

#include "oracle/action.h"
#include "oracle/packing.h"

namespace regelwerk::oracle {

namespace {

// Equal for positions from which the same sequences lead on.
std::string key_of(const spec::Variant& variant, const Position& position) {
  if (position.en_passant.empty()) return pack(variant, position);
  return pack(variant, without_idle_rights(variant, position));
}

// Packed positions and the number of ways that lead to each.
using Level = std::unordered_map<std::string, std::uint64_t>;

// A level that grows beyond this is counted at once and forgotten, which costs merging but keeps
// the memory within bounds: some 200 bytes a position of a board of 128 squares.
constexpr std::size_t kMostPositions = 12'000'000;

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

std::optional<std::uint64_t> count_from(const spec::Variant& variant, const Level& level, int depth,
                                        const std::function<bool()>& stop, bool rearrangements) {
  std::uint64_t total = 0;
  Level next;
  const auto count_next = [&] {
    const auto nodes = count_from(variant, next, depth - 1, stop, rearrangements);
    if (nodes) total = add(total, *nodes);
    next.clear();
    return nodes.has_value();
  };
  for (const auto& [key, ways] : level) {
    if (stop && stop()) return std::nullopt;
    const Position position = unpack(variant, key);
    std::uint64_t actions = 0;
    const auto go_on = [&, ways = ways](const Action& action) {
      ++actions;
      if (depth > 1) {
        std::uint64_t& reached = next[key_of(variant, carry_out(variant, position, action))];
        reached = add(reached, ways);
      }
      return true;
    };
    for_each_accepted(variant, position, go_on);
    if (rearrangements) {
      if (depth > 1) {
        for_each_rearrangement(variant, position, go_on);
      } else {
        actions = add(actions, count_rearrangements(variant, position));
      }
    }
    if (depth == 1) total = add(total, multiply(ways, actions));
    if (next.size() >= kMostPositions && !count_next()) return std::nullopt;
  }
  if (!next.empty() && !count_next()) return std::nullopt;
  return total;
}

}  // namespace

std::optional<std::uint64_t> count_sequences(const spec::Variant& variant, const Position& position,
                                             int depth, const std::function<bool()>& stop,
                                             bool rearrangements) {
  if (depth < 0) throw std::invalid_argument("perft depth below 0");
  if (depth == 0) return 1;
  return count_from(variant, {{key_of(variant, position), 1}}, depth, stop, rearrangements);
}

}  // namespace regelwerk::oracle
