// Fuzz target: a game of a bundled variant, played by generator and oracle side by side.
//
// Input: what picks the variant (fuzz/readings.h), and behind a label the position where the
// game begins (nothing: the start position) and a line end; then an action for each byte: its index
// among the legal actions sorted by text, modulo their number (two bytes, the higher first, where
// there are more than 256).

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>

#include "fuzz/readings.h"
#include "fuzz/target.h"
#include "suites/agreement.h"

namespace regelwerk::fuzz {
namespace {

// The oracle is slow on purpose; longer games are for the random test.
constexpr int kMaxPlies = 80;

// Takes bytes from the front of `input`.
std::optional<std::size_t> choose(std::string_view* input, std::size_t legal) {
  std::size_t index = 0;
  for (std::size_t range = 1; range < legal; range *= 256) {
    if (input->empty()) return std::nullopt;
    index = index * 256 + static_cast<std::uint8_t>(input->front());
    input->remove_prefix(1);
  }
  return index % legal;
}

}  // namespace
}  // namespace regelwerk::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace regelwerk;
  static fuzz::Readings readings;
  const fuzz::Pick pick = readings.pick(fuzz::as_text(data, size));
  std::string_view input = pick.rest;
  std::string start;
  if (pick.by_label) {
    const std::size_t end = std::min(input.find('\n'), input.size());
    start = std::string(input.substr(0, end));
    input.remove_prefix(std::min(end + 1, input.size()));
  }
  if (start.empty()) start = "startpos";
  int plies = 0;
  std::vector<suites::Disagreement> disagreements;
  suites::compare_game(
      *pick.reference, start,
      [&](std::size_t legal) -> std::optional<std::size_t> {
        return plies++ < fuzz::kMaxPlies ? fuzz::choose(&input, legal) : std::nullopt;
      },
      disagreements);
  fuzz::expect(disagreements.empty(), [&] { return suites::to_string(disagreements.front()); });
  return 0;
}
