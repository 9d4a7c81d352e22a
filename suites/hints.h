// What a wrong number looks like: the right number of other rules or of another position.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "suites/reference.h"

namespace regelwerk::suites {

// Counts a position under changed rules and compares. Keeps the changed rules, compiled when first
// needed; for one Reference, which must outlive it. Not for several threads at once.
class Hints {
 public:
  explicit Hints(const Reference& reference) : reference_(reference) {}

  // Sentences without a full stop, in a fixed order: `count` is exactly what the position has
  // at `depth`
  // - without its en passant square, or without its castling rights;
  // - under rules without en passant, castling, first moves of more than one step, fusion, removal
  //   of parts, replies to checks, safety of royals; with promotion to the first kind alone;
  // - with finished games counted as leaves;
  // - one ply deeper or less deep.
  // A hint that says no more than one before it is left out. Counts above `max_nodes` (as far as
  // `expected` tells) are not tried. depth >= 1.
  std::vector<std::string> for_count(const std::string& position_text, int depth,
                                     std::uint64_t count, std::uint64_t expected,
                                     const std::atomic<bool>& stop,
                                     std::uint64_t max_nodes = 10'000'000);

 private:
  // The rules changed so; nullptr if they were not there or cannot be compiled.
  const Reference* changed(const std::string& what);

  const Reference& reference_;
  std::map<std::string, std::unique_ptr<Reference>> changed_;
};

}  // namespace regelwerk::suites
