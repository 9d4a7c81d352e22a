#include "spec/diagnostic.h"

#include <algorithm>

namespace regelwerk::spec {
namespace {

// Optimal string alignment: insertions, deletions, substitutions and swaps of neighbours.
std::size_t edit_distance(const std::string& a, const std::string& b) {
  std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) d[i][0] = i;
  for (std::size_t j = 0; j <= b.size(); ++j) d[0][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = a[i - 1] == b[j - 1] ? 0 : 1;
      d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + change});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
      }
    }
  }
  return d[a.size()][b.size()];
}

// What stands before the caret: as wide as the text above it, tabs kept, a character of several
// bytes counted once.
std::string caret_indent(const std::string& line, int column) {
  std::string indent;
  for (int i = 0; i + 1 < column; ++i) {
    const unsigned char c = i < static_cast<int>(line.size()) ? line[i] : ' ';
    if (c == '\t') {
      indent += '\t';
    } else if ((c & 0xC0) != 0x80) {
      indent += ' ';
    }
  }
  return indent;
}

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }

// What a file holds may stand in a message; it must not end its line or speak to the terminal.
std::string on_one_line(const std::string& message) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string out;
  for (const char c : message) {
    if (is_control(c)) {
      out += {'\\', 'x', kDigits[(c >> 4) & 15], kDigits[c & 15]};
    } else {
      out += c;
    }
  }
  return out;
}

// As wide as the line is, so that the caret stands where it should.
std::string without_control_characters(std::string line) {
  std::replace_if(
      line.begin(), line.end(), [](char c) { return is_control(c) && c != '\t'; }, ' ');
  return line;
}

}  // namespace

std::string to_string(const Diagnostic& diagnostic) {
  std::string out = diagnostic.place.file;
  if (diagnostic.place.line > 0) {
    out +=
        ':' + std::to_string(diagnostic.place.line) + ':' + std::to_string(diagnostic.place.column);
  }
  out += diagnostic.severity == Diagnostic::Severity::kError ? ": error: " : ": warning: ";
  out += on_one_line(diagnostic.message);
  if (!diagnostic.hint.empty()) out += "; " + on_one_line(diagnostic.hint);
  out += '\n';
  if (diagnostic.place.line > 0 && !diagnostic.source_line.empty()) {
    out += without_control_characters(diagnostic.source_line) + '\n';
    out += caret_indent(diagnostic.source_line, diagnostic.place.column) + "^\n";
  }
  return out;
}

std::string to_string(const Diagnostics& diagnostics) {
  std::string out;
  for (const Diagnostic& diagnostic : diagnostics) out += to_string(diagnostic);
  return out;
}

bool has_errors(const Diagnostics& diagnostics) {
  return std::any_of(diagnostics.begin(), diagnostics.end(), [](const Diagnostic& d) {
    return d.severity == Diagnostic::Severity::kError;
  });
}

bool has_errors(const Problems& problems) {
  return std::any_of(problems.begin(), problems.end(),
                     [](const Problem& problem) { return !problem.warning; });
}

std::string nearest_word(const std::string& word, const std::vector<std::string>& known) {
  // Nothing in the language is longer; the table below grows with the square of the length.
  constexpr std::size_t kLongestWord = 60;
  if (word.size() > kLongestWord) return "";
  std::size_t best = std::max<std::size_t>(1, word.size() / 3) + 1;
  std::string nearest;
  for (const std::string& candidate : known) {
    // A word of one letter shares nothing with its neighbour at distance one.
    if (word.size() < 2 || candidate.size() < 2 || candidate.size() > kLongestWord) continue;
    const std::size_t distance = edit_distance(word, candidate);
    if (distance < best) {
      best = distance;
      nearest = candidate;
    }
  }
  return nearest;
}

}  // namespace regelwerk::spec
