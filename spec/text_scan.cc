#include "spec/text_scan.h"

#include <algorithm>

#include <fmt/format.h>

namespace regelwerk::spec {
namespace {

constexpr int kLargestCounter = 9999;

// The end of the square name that starts at `begin`; 0 if none starts there.
std::size_t square_end(std::string_view text, std::size_t begin) {
  if (begin >= text.size() || !is_lower(text[begin])) return 0;
  std::size_t end = begin + 1;
  while (end < text.size() && is_digit(text[end])) ++end;
  return end > begin + 1 ? end : 0;
}

}  // namespace

std::string shown_character(std::string_view text, std::size_t position) {
  const unsigned char first = static_cast<unsigned char>(text[position]);
  if (first >= 0x20 && first < 0x7F) return std::string(1, text[position]);
  std::size_t end = position + 1;
  while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) ++end;
  if (first >= 0xC2 && first <= 0xF4 && end > position + 1) {
    return std::string(text.substr(position, end - position));
  }
  return fmt::format("\\x{:02x}", first);
}

std::string shown(std::string_view text) {
  constexpr std::size_t kLongest = 40;
  std::string out;
  for (std::size_t i = 0; i < text.size() && out.size() < kLongest; ++i) {
    const unsigned char c = static_cast<unsigned char>(text[i]);
    if ((c & 0xC0) == 0x80 && i > 0) continue;
    out += shown_character(text, i);
  }
  return text.size() > kLongest ? out + "..." : out;
}

std::vector<Field> split_fields(std::string_view text) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  std::size_t at = text.substr(0, 3) == kByteOrderMark ? 3 : 0;
  std::vector<Field> fields;
  while (true) {
    while (at < text.size() && is_blank(text[at])) ++at;
    if (at == text.size()) return fields;
    const std::size_t begin = at;
    while (at < text.size() && !is_blank(text[at])) ++at;
    fields.push_back({std::string(text.substr(begin, at - begin)), static_cast<int>(begin) + 1});
  }
}

std::optional<int> read_counter(const Field& field, std::string_view what, Problems* problems) {
  const bool digits = std::all_of(field.text.begin(), field.text.end(), is_digit);
  if (!digits || field.text.size() > 9 || std::stoi(field.text) > kLargestCounter) {
    problems->push_back({field.column, "",
                         fmt::format("'{}' is no {}, a number from 0 to {} wanted",
                                     shown(field.text), what, kLargestCounter),
                         false});
    return std::nullopt;
  }
  return std::stoi(field.text);
}

std::optional<RawAction> scan_move(const Variant& variant, std::string_view text,
                                   Problems* problems) {
  const auto fail = [&](std::size_t position, std::string square, std::string message) {
    if (problems != nullptr) {
      problems->push_back(
          {static_cast<int>(position) + 1, std::move(square), std::move(message), false});
    }
    return std::nullopt;
  };
  const std::size_t from_end = square_end(text, 0);
  const std::size_t to_end = from_end == 0 ? 0 : square_end(text, from_end);
  if (to_end == 0 || text.size() > to_end + 1) {
    return fail(from_end == 0 ? 0 : std::max(from_end, to_end), "",
                fmt::format("'{}' is no action, two squares and a piece letter if a pawn promotes "
                            "wanted, like a2a3",
                            shown(text)));
  }
  RawAction action;
  for (const bool is_from : {true, false}) {
    const std::size_t begin = is_from ? 0 : from_end;
    const std::string_view name = text.substr(begin, (is_from ? from_end : to_end) - begin);
    const std::optional<Square> square = parse_square(name);
    if (!square || !variant.board.contains(*square)) {
      return fail(begin, std::string(name), fmt::format("{} is not on the board", shown(name)));
    }
    (is_from ? action.from : action.to) = *square;
  }
  if (text.size() == to_end + 1) {
    const char letter = text[to_end];
    const std::optional<KindId> kind =
        is_lower(letter) ? variant.kind_by_letter(to_upper(letter)) : std::nullopt;
    if (!kind) {
      const bool only_case = is_upper(letter) && variant.kind_by_letter(letter).has_value();
      return fail(to_end, "",
                  only_case
                      ? fmt::format("the piece letter '{}' must be written in lower case", letter)
                      : fmt::format("'{}' is no piece", shown_character(text, to_end)));
    }
    action.choice = *kind;
  }
  return action;
}

std::string write_move(const Variant& variant, const RawAction& action) {
  std::string out = square_name(action.from) + square_name(action.to);
  if (action.choice) out += to_lower(variant.pieces.at(*action.choice).letter);
  return out;
}

}  // namespace regelwerk::spec
