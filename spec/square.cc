#include "spec/square.h"

namespace regelwerk::spec {

std::string square_name(Square square) {
  return std::string(1, static_cast<char>('a' + square.file)) + std::to_string(square.rank + 1);
}

std::optional<Square> parse_square(std::string_view text) {
  if (text.size() < 2 || text.size() > 3) return std::nullopt;
  const int file = text[0] - 'a';
  if (file < 0 || file >= kMaxFiles || text[1] == '0') return std::nullopt;
  int rank = 0;
  for (const char c : text.substr(1)) {
    if (c < '0' || c > '9') return std::nullopt;
    rank = rank * 10 + (c - '0');
  }
  if (rank > kMaxRanks) return std::nullopt;
  return Square{file, rank - 1};
}

}  // namespace regelwerk::spec
