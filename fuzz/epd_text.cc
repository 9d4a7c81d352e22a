// Fuzz target: a file of counts in any of the layouts of the field. It is either refused with
// errors that point into it, or its rows read back from the commonest layout.

#include <string>

#include <fmt/format.h>

#include "fuzz/target.h"
#include "suites/epd.h"

namespace regelwerk::fuzz {
namespace {

constexpr char kFile[] = "fuzz.epd";

// Signs that the commonest layout cannot hold within a position, or takes for something else.
bool fits_on_one_line(const std::string& position) {
  return position.find_first_of(";,\"#\r") == std::string::npos &&
         std::string_view(position).substr(0, 3) != "\xEF\xBB\xBF";
}

void check_row(const suites::CountCase& row) {
  expect(!row.position.empty(), "a row without a position");
  expect(row.line >= 1 && row.column >= 1, "a row without a place");
  expect(!row.nodes.empty(), "a row without counts: " + row.position);
  for (const auto& [depth, nodes] : row.nodes) {
    expect(depth >= 1 && depth <= 99, "depth " + std::to_string(depth));
  }
  if (!fits_on_one_line(row.position)) return;
  // A position that itself looks like counts or like the beginning of a record reads otherwise.
  std::string line = "fen " + row.position;
  for (const auto& [depth, nodes] : row.nodes) line += fmt::format(" ;D{} {}", depth, nodes);
  const suites::CountSuiteResult again = suites::read_count_suite_text(line, kFile);
  if (spec::has_errors(again.diagnostics)) return;
  expect(again.suite.cases.size() == 1, "one row became several: " + line);
  const suites::CountCase& read = again.suite.cases[0];
  if (read.position != row.position) return;
  expect(read.nodes == row.nodes, "the counts do not read back: " + line);
}

}  // namespace
}  // namespace regelwerk::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace regelwerk;
  const std::string_view text = fuzz::as_text(data, size);
  const suites::CountSuiteResult result = suites::read_count_suite_text(text, fuzz::kFile);
  fuzz::expect_well_formed(result.diagnostics, text, fuzz::kFile);
  fuzz::expect(spec::has_errors(result.diagnostics) || !result.suite.cases.empty(),
               "neither a row nor an error");
  for (const suites::CountCase& row : result.suite.cases) fuzz::check_row(row);
  return 0;
}
