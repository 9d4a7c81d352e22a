// Fuzz target: what an engine says, line by line. Nothing that it says may break the reader, and
// what is recognised means what its spelling says.

#include <algorithm>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include "fuzz/target.h"
#include "oracle/engines/uci.h"

namespace regelwerk::fuzz {
namespace {

void check_option(const engines::UciOption& option) {
  // Names that differ only in letter case are one name.
  const std::vector<engines::UciOption> options{option};
  expect(engines::find_option(options, option.name) == &options[0],
         "an option that is not found by its name: " + option.name);
}

void check_line(std::string_view line) {
  const std::string_view trimmed = engines::trim(line);
  expect(engines::trim(trimmed) == trimmed, "trimmed twice it differs");
  if (const auto option = engines::parse_option_line(line)) check_option(*option);
  if (const auto divide = engines::parse_divide_line(line)) {
    expect(engines::looks_like_move(divide->move), "no move: " + divide->move);
    if (divide->nodes) {
      const auto again =
          engines::parse_divide_line(divide->move + ": " + std::to_string(*divide->nodes));
      expect(again && again->move == divide->move && again->nodes == divide->nodes,
             "a divide line that does not read back: " + std::string(line));
    }
  }
  if (const auto nodes = engines::parse_nodes_line(line); nodes && nodes->nodes) {
    const auto again =
        engines::parse_nodes_line("Nodes searched: " + std::to_string(*nodes->nodes));
    expect(again && again->nodes == nodes->nodes,
           "a count that does not read back: " + std::string(line));
  }
  engines::is_unknown_command(line);
  if (const auto fen = engines::parse_fen_line(line)) {
    expect(engines::trim(*fen) == *fen, "a position with blanks around it");
    std::istringstream stream(*fen);
    const auto words = std::distance(std::istream_iterator<std::string>(stream), {});
    for (const int files : {8, 10, 16}) {
      expect(words < 2 || engines::same_position(*fen, *fen, files),
             "a position that is not the same as itself: " + *fen);
    }
  }
}

}  // namespace
}  // namespace regelwerk::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace regelwerk;
  std::string_view rest = fuzz::as_text(data, size);
  std::string_view before;
  while (!rest.empty()) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(rest.size(), line.size() + 1));
    fuzz::check_line(line);
    // What was sent and what is held are two texts of somebody else's.
    for (const int files : {8, 16}) engines::same_position(before, line, files);
    before = line;
  }
  return 0;
}
