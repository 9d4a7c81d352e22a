#include "oracle/engines/move_text.h"

#include <cctype>

namespace regelwerk::engines {
namespace {

bool is_digit(char c) { return '0' <= c && c <= '9'; }
bool is_lower(char c) { return 'a' <= c && c <= 'z'; }
bool is_upper(char c) { return 'A' <= c && c <= 'Z'; }
bool is_letter(char c) { return is_lower(c) || is_upper(c); }

bool is_castling(std::string_view text) {
  return text == "O-O" || text == "O-O-O" || text == "0-0" || text == "0-0-0";
}

// Takes a square name off the front; its length, 0 with nothing taken if there is none.
std::size_t take_square(std::string_view& text, bool rank_zero) {
  std::size_t size = 1;
  if (text.empty() || !is_lower(text[0])) return 0;
  while (size < text.size() && size < 3 && is_digit(text[size])) ++size;
  if (size == 1) return 0;
  if (text[1] == '0') {
    if (!rank_zero) return 0;
    size = 2;
  }
  text.remove_prefix(size);
  return size;
}

}  // namespace

bool looks_like_move(std::string_view text, bool rank_zero) {
  if (text == "0000" || is_castling(text)) return true;
  if (text.size() > 2 && is_upper(text[0]) && text[1] == '@') {
    text.remove_prefix(2);
    return take_square(text, rank_zero) > 0 && text.empty();
  }
  if (take_square(text, rank_zero) == 0 || take_square(text, rank_zero) == 0) return false;
  if (!text.empty() && text[0] == '=') text.remove_prefix(1);
  return text.empty() ||
         (text.size() == 1 && (is_letter(text[0]) || text[0] == '+' || text[0] == '-'));
}

std::optional<std::string> coordinates(std::string_view text) {
  while (text.size() > 4 && (text.back() == '#' || text.back() == '!')) text.remove_suffix(1);
  if (looks_like_move(text, true)) return std::string(text);
  while (!text.empty() && text.back() == '+') text.remove_suffix(1);
  if (is_castling(text)) return std::string(text);
  // A piece letter, perhaps promoted, in front of the first square.
  if (!text.empty() && text[0] == '+') text.remove_prefix(1);
  if (!text.empty() && is_upper(text[0])) text.remove_prefix(1);
  std::string_view rest = text;
  const std::size_t from = take_square(rest, true);
  if (from == 0 || rest.empty()) return std::nullopt;
  std::string result(text.substr(0, from));
  if (rest[0] == '-' || rest[0] == 'x') rest.remove_prefix(1);
  const std::string_view target = rest;
  const std::size_t to = take_square(rest, true);
  if (to == 0) return std::nullopt;
  result += target.substr(0, to);
  if (!rest.empty() && (rest[0] == '=' || rest[0] == '/')) rest.remove_prefix(1);
  if (rest.empty()) return result;
  if (rest == "ep" || rest == "e.p.") return result;
  if (rest.size() != 1 || !is_letter(rest[0])) return std::nullopt;
  return result + static_cast<char>(std::tolower(static_cast<unsigned char>(rest[0])));
}

bool has_rank_zero(std::string_view move) {
  for (std::size_t i = 0; i + 1 < move.size(); ++i) {
    if (is_lower(move[i]) && move[i + 1] == '0') return true;
  }
  return false;
}

std::string shift_ranks(std::string_view move, int by) {
  std::string result;
  for (std::size_t i = 0; i < move.size(); ++i) {
    result += move[i];
    if (!is_lower(move[i]) || i + 1 == move.size() || !is_digit(move[i + 1])) continue;
    int rank = 0;
    for (int digits = 0; i + 1 < move.size() && is_digit(move[i + 1]) && digits < 2; ++digits) {
      rank = 10 * rank + (move[++i] - '0');
      if (rank == 0) break;
    }
    result += std::to_string(rank + by);
  }
  return result;
}

}  // namespace regelwerk::engines
