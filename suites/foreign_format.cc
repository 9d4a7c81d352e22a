#include "suites/foreign_format.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "suites/span.h"
#include "suites/text_file.h"

namespace regelwerk::suites {
namespace {

struct Magic {
  std::string_view bytes;
  const char* sentence;
};

using namespace std::string_view_literals;

// In this order: the mark of UTF-32 begins with that of UTF-16.
constexpr std::array kMagic = {
    Magic{"\xFF\xFE\0\0"sv, "UTF-32, not UTF-8; save the file as UTF-8"},
    Magic{"\0\0\xFE\xFF"sv, "UTF-32, not UTF-8; save the file as UTF-8"},
    Magic{"\xFF\xFE"sv, "UTF-16, not UTF-8; save the file as UTF-8"},
    Magic{"\xFE\xFF"sv, "UTF-16, not UTF-8; save the file as UTF-8"},
    Magic{"PK\x03\x04"sv, "a zip archive or an office document; unpack it, or export it as CSV"},
    Magic{"\x1F\x8B"sv, "compressed by gzip; unpack it first"},
    Magic{"BZh"sv, "compressed by bzip2; unpack it first"},
    Magic{"\xFD"
          "7zXZ"sv,
          "compressed by xz; unpack it first"},
    Magic{"\x28\xB5\x2F\xFD"sv, "compressed by zstd; unpack it first"},
    Magic{"%PDF"sv, "a PDF document; copy the counts out of it as text"},
    Magic{"SQLite format 3"sv, "an SQLite database; export the table as CSV"},
    Magic{"\x7F"
          "ELF"sv,
          "a program; give it to --engine"},
};

bool starts_with(std::string_view text, std::string_view start) {
  return text.substr(0, start.size()) == start;
}

// UTF-16 without a mark: every other byte of plain text is NUL.
std::string not_text(std::string_view text) {
  std::size_t nul[2] = {0, 0};
  std::size_t control = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    nul[i % 2] += c == 0 ? 1 : 0;
    control +=
        c < 0x20 && std::string_view("\t\n\v\f\r").find(text[i]) == std::string_view::npos ? 1 : 0;
  }
  if (nul[0] + nul[1] > 0) {
    const std::size_t half = text.size() / 2;
    if (half >= 2 && std::max(nul[0], nul[1]) * 2 > half && std::min(nul[0], nul[1]) * 10 < half) {
      return "UTF-16, not UTF-8; save the file as UTF-8";
    }
    return "not text (it holds NUL bytes); give a text file in UTF-8";
  }
  if (control * 20 > text.size()) {
    return "not text (it is full of control characters); give a text file in UTF-8";
  }
  return "";
}

bool is_table_rule(std::string_view line) {
  return line.find("---") != std::string_view::npos && line.find('|') != std::string_view::npos &&
         line.find_first_not_of("|-: \t") == std::string_view::npos;
}

// As tables of positions stand in the tests of engines. No position begins so.
bool is_source_code(std::string_view line) {
  constexpr std::array kStarts = {"("sv,       "const "sv,  "constexpr "sv, "let "sv, "var "sv,
                                  "static "sv, "import "sv, "from "sv,      "use "sv, "def "sv,
                                  "pub "sv,    "return "sv, "//"sv,         "/*"sv,   "struct "sv};
  return std::any_of(kStarts.begin(), kStarts.end(),
                     [&](std::string_view start) { return starts_with(line, start); });
}

// `key:` at the beginning of a line, and what stands before the colon.
std::string_view top_key(std::string_view line) {
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos || colon == 0 ||
      std::isalpha(static_cast<unsigned char>(line.front())) == 0 ||
      (colon + 1 < line.size() && line[colon + 1] != ' ' && line[colon + 1] != '\t')) {
    return {};
  }
  const std::string_view key = line.substr(0, colon);
  const bool word = std::all_of(key.begin(), key.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '-' || c == '_';
  });
  return word ? key : std::string_view();
}

}  // namespace

bool has_top_key(std::string_view text, std::string_view key) {
  LineReader lines(text, "");
  while (lines.next()) {
    if (top_key(lines.line()) == key) {
      return true;
    }
  }
  return false;
}

bool looks_like_yaml(std::string_view text) {
  LineReader lines(text, "");
  while (lines.next()) {
    const std::string_view line = lines.line();
    if (trimmed({line}).text.empty() || line.front() == '#') {
      continue;
    }
    const bool item = starts_with(line, "- ") && line.find(": ") != std::string_view::npos;
    return line == "---" || item || !top_key(line).empty();
  }
  return false;
}

std::string foreign_format(std::string_view text) {
  for (const Magic& magic : kMagic) {
    if (starts_with(text, magic.bytes)) {
      return magic.sentence;
    }
  }
  if (const std::string sentence = not_text(text); !sentence.empty()) {
    return sentence;
  }
  LineReader lines(text, "");
  bool first = true;
  while (lines.next()) {
    const std::string_view line = trimmed({lines.line()}).text;
    if (line.empty()) {
      continue;
    }
    if (first && line.front() == '<') {
      return "HTML or XML; give the counts as text, one position a line, or as JSON or CSV";
    }
    if (first && starts_with(line, "[Event ")) {
      return "PGN, which holds games; give positions with their counts";
    }
    if (first && is_source_code(line)) {
      return "source code of a program; give its positions and counts as text, JSON or CSV";
    }
    if (is_table_rule(line)) {
      return "a Markdown table; give it as CSV (a title line 'fen,depth,nodes') or as "
             "'POSITION ;D1 20'";
    }
    if (starts_with(line, "```")) {
      return "Markdown; give only what stands between the fences, as a file of its own";
    }
    first = first && line.front() == '#';
  }
  if (looks_like_yaml(text)) {
    if (has_top_key(text, "regelwerk") || has_top_key(text, "extends")) {
      return "the rules of a variant; give the file where VARIANT stands";
    }
    return has_top_key(text, "examples") || has_top_key(text, "refused") ||
                   has_top_key(text, "accepted")
               ? "YAML; call the file .yaml"
               : "YAML without examples; give counts as 'POSITION ;D1 20', as JSON or as CSV";
  }
  return "";
}

}  // namespace regelwerk::suites
