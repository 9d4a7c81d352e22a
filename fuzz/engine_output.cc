// Fuzz target: what an engine says, line by line. Nothing that it says may break the reader, and
// what is recognised means what its spelling says.

#include <algorithm>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include "fuzz/target.h"
#include "oracle/engines/move_text.h"
#include "oracle/engines/perft_text.h"
#include "oracle/engines/refusals.h"
#include "oracle/engines/uci.h"

namespace regelwerk::fuzz {
namespace {

void check_option(const engines::UciOption& option) {
  // Names that differ only in letter case are one name.
  const std::vector<engines::UciOption> options{option};
  expect(engines::find_option(options, option.name) == &options[0],
         "an option that is not found by its name: " + option.name);
}

void check_move(const std::string& move) {
  if (const auto plain = engines::coordinates(move)) {
    expect(engines::coordinates(*plain) == plain, "coordinates that are none: " + move);
  }
  if (engines::looks_like_move(move)) {
    expect(engines::shift_ranks(engines::shift_ranks(move, 1), -1) == move,
           "ranks that do not shift back: " + move);
  }
}

// A whole answer: a count and its lines belong together.
void check_count(std::string_view text, engines::PerftReader::Style style) {
  engines::PerftReader reader(3, {style, 0, ""});
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    if (reader.take(line)) break;
  }
  const engines::PerftAnswer answer = reader.result();
  if (answer.failure || !answer.divided) return;
  std::uint64_t sum = 0;
  for (const engines::DivideLine& line : answer.divide) sum += line.nodes;
  expect(sum == answer.nodes, "lines that do not add up to their count");
}

void check_line(std::string_view line) {
  const std::string_view trimmed = engines::trim(line);
  expect(engines::trim(trimmed) == trimmed, "trimmed twice it differs");
  if (const auto option = engines::parse_option_line(line)) check_option(*option);
  if (const auto divide = engines::parse_divide_line(line)) {
    expect(engines::looks_like_move(divide->move), "no move: " + divide->move);
    check_move(divide->move);
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
  engines::refuses_move(line);
  engines::refuses_position(line);
  engines::is_option_complaint(line);
  if (const auto move = engines::parse_bestmove(line)) check_move(*move);
  if (const auto variation = engines::parse_variation(line)) check_move(variation->move);
  check_move(std::string(trimmed));
  for (const int ranks : {8, 10}) {
    const auto fen = engines::parse_fen_line(line, ranks);
    if (!fen) continue;
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
  for (const auto style :
       {engines::PerftReader::Style::kLabelled, engines::PerftReader::Style::kAny}) {
    fuzz::check_count(rest, style);
  }
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
