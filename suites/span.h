// Pieces of a line and what they spell, for the readers of count suites.
#pragma once

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace regelwerk::suites {

inline constexpr std::string_view kBlanks = " \t\v\f";

// A piece of a line and where it begins in the line (offset in bytes from 0).
struct Span {
  std::string_view text;
  int offset = 0;

  Span part(std::size_t begin, std::size_t length = std::string_view::npos) const {
    return {text.substr(begin, length), offset + static_cast<int>(begin)};
  }
};

inline Span trimmed(Span span) {
  const std::size_t begin = span.text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) {
    return span.part(span.text.size());
  }
  return span.part(begin, span.text.find_last_not_of(kBlanks) - begin + 1);
}

inline std::string_view unquoted(std::string_view text) {
  if (text.size() >= 2 && text.front() == '"' && text.back() == '"') {
    return text.substr(1, text.size() - 2);
  }
  return text;
}

// Splits at `separator` outside quotation marks.
inline std::vector<Span> split(Span span, char separator) {
  std::vector<Span> result;
  std::size_t begin = 0;
  bool quoted = false;
  for (std::size_t i = 0; i <= span.text.size(); ++i) {
    if (i < span.text.size() && span.text[i] == '"') {
      quoted = !quoted;
    }
    if (i == span.text.size() || (span.text[i] == separator && !quoted)) {
      result.push_back(span.part(begin, i - begin));
      begin = i + 1;
    }
  }
  return result;
}

inline std::string lower(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return result;
}

// Digits only, below 2^64.
inline std::optional<std::uint64_t> number(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || text.empty()) {
    return std::nullopt;
  }
  return value;
}

}  // namespace regelwerk::suites
