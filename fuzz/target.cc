#include "fuzz/target.h"

#include <algorithm>
#include <random>
#include <vector>

#include <fmt/format.h>

namespace regelwerk::fuzz {
namespace {

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 && c != '\t'; }

void expect_message(const std::string& message) {
  expect(!message.empty(), "nothing is said");
  expect(std::none_of(message.begin(), message.end(), is_control),
         "a message with control characters: " + message);
}

}  // namespace

std::uint64_t seed_of(std::string_view text) {
  std::uint64_t seed = 14695981039346656037U;
  for (const char c : text) seed = (seed ^ static_cast<unsigned char>(c)) * 1099511628211U;
  return seed;
}

std::function<std::optional<std::size_t>(std::size_t legal)> actions_by(std::string_view text,
                                                                        int plies) {
  return [random = std::mt19937_64(seed_of(text)),
          plies](std::size_t legal) mutable -> std::optional<std::size_t> {
    if (plies-- <= 0) return std::nullopt;
    return static_cast<std::size_t>(random() % legal);
  };
}

void expect_well_formed(const spec::Diagnostics& diagnostics, std::string_view text,
                        const std::string& file) {
  std::vector<std::string_view> lines;
  for (std::size_t begin = 0, end = 0; end != std::string_view::npos; begin = end + 1) {
    end = text.find('\n', begin);
    lines.push_back(text.substr(begin, end - begin));
  }
  for (const spec::Diagnostic& diagnostic : diagnostics) {
    const std::string shown = spec::to_string(diagnostic);
    expect(!diagnostic.message.empty(), "a diagnostic without a message");
    const bool with_line = diagnostic.place.line > 0 && !diagnostic.source_line.empty();
    expect(std::count_if(shown.begin(), shown.end(), is_control) == (with_line ? 3 : 1) &&
               shown.back() == '\n',
           "a diagnostic with control characters: " + shown);
    const spec::Place& place = diagnostic.place;
    expect(place.line >= 0 && place.column >= 0, "a place before the file: " + shown);
    if (place.file != file || place.line == 0) continue;
    expect(place.line <= static_cast<int>(lines.size()), [&] {
      return fmt::format("a place behind the {} lines of the text: {}", lines.size(), shown);
    });
    const std::string_view line = lines[static_cast<std::size_t>(place.line - 1)];
    // A byte order mark and line ends are no part of the line shown.
    expect(line.find(diagnostic.source_line) != std::string_view::npos,
           [&] { return fmt::format("line {} is another one: {}", place.line, shown); });
    expect(place.column <= static_cast<int>(line.size()) + 1,
           [&] { return fmt::format("a place behind the line's end: {}", shown); });
  }
}

void expect_well_formed(const spec::Problems& problems, std::string_view text) {
  for (const spec::Problem& problem : problems) {
    expect_message(problem.message);
    expect(problem.column >= 0 && problem.column <= static_cast<int>(text.size()) + 1, [&] {
      return fmt::format("column {} is outside the text: {}", problem.column, problem.message);
    });
  }
}

}  // namespace regelwerk::fuzz
