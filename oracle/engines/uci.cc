#include "oracle/engines/uci.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <set>
#include <sstream>

#include "oracle/engines/move_text.h"

namespace regelwerk::engines {
namespace {

bool is_digit(char c) { return '0' <= c && c <= '9'; }
bool is_lower(char c) { return 'a' <= c && c <= 'z'; }
bool is_upper(char c) { return 'A' <= c && c <= 'Z'; }
char lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }

std::optional<std::uint64_t> parse_count(std::string_view text) {
  text = trim(text);
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

// One character a square, '.' for empty, ranks divided by '/'. Too long numbers are no matter: the
// text then differs from any that fits the board.
std::string expand_placement(std::string_view placement, int files) {
  placement = placement.substr(0, placement.find('['));
  std::string squares;
  for (std::size_t i = 0; i < placement.size(); ++i) {
    const char c = placement[i];
    if (c == '~') continue;
    if (!is_digit(c)) {
      squares += c;
      continue;
    }
    int empties = c - '0';
    while (files > 9 && i + 1 < placement.size() && is_digit(placement[i + 1]) && empties < 100) {
      empties = 10 * empties + (placement[++i] - '0');
    }
    squares.append(static_cast<std::size_t>(empties), '.');
  }
  return squares;
}

std::vector<std::string> ranks_of(const std::string& squares) {
  std::istringstream stream(squares);
  std::vector<std::string> ranks;
  for (std::string rank; std::getline(stream, rank, '/');) ranks.push_back(rank);
  return ranks;
}

// The rights as letters of rooks' files, upper case White's. K and Q mean the outermost rook on
// that side of the king.
std::set<char> castling_rights(const std::string& field, const std::string& squares) {
  std::set<char> rights;
  if (field == "-") return rights;
  const std::vector<std::string> ranks = ranks_of(squares);
  for (char c : field) {
    const bool white = is_upper(c);
    const char king = white ? 'K' : 'k';
    const char rook = white ? 'R' : 'r';
    char meaning = c;
    for (const std::string& rank : ranks) {
      const std::size_t king_at = rank.find(king);
      if (king_at == std::string::npos) continue;
      const std::size_t rook_at = lower(c) == 'k'   ? rank.rfind(rook)
                                  : lower(c) == 'q' ? rank.find(rook)
                                                    : std::string::npos;
      const bool on_that_side =
          rook_at != std::string::npos && (lower(c) == 'k') == (rook_at > king_at);
      if (on_that_side) meaning = static_cast<char>((white ? 'A' : 'a') + rook_at);
    }
    rights.insert(meaning);
  }
  return rights;
}

}  // namespace

std::string_view trim(std::string_view text) {
  const auto is_blank = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

std::string lower(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(), [](char c) { return lower(c); });
  return result;
}

std::vector<std::string> words_of(std::string_view text, std::string_view separators) {
  std::string spaced(text);
  std::replace_if(
      spaced.begin(), spaced.end(),
      [&](char c) { return separators.find(c) != std::string_view::npos; }, ' ');
  std::istringstream stream(spaced);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

std::optional<long long> parse_whole(std::string_view text) {
  long long value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<UciOption> parse_option_line(std::string_view line) {
  const std::vector<std::string> words = words_of(line);
  if (words.size() < 3 || words[0] != "option" || words[1] != "name") return std::nullopt;
  static const std::set<std::string> kKeys = {"type", "default", "min", "max", "var"};
  UciOption option;
  std::string key = "name";
  std::string value;
  // A value runs on until the next key word, so that names and values may hold blanks.
  const auto close = [&] {
    if (key == "name") option.name = value;
    if (key == "type") option.type = value;
    if (key == "var") option.vars.push_back(value);
    if (key == "default") option.value = value;
    if (key == "min") option.min = parse_whole(value);
    if (key == "max") option.max = parse_whole(value);
    value.clear();
  };
  for (std::size_t i = 2; i < words.size(); ++i) {
    if (i > 2 && kKeys.count(words[i]) > 0) {
      close();
      key = words[i];
    } else {
      if (!value.empty()) value += ' ';
      value += words[i];
    }
  }
  close();
  return option;
}

const UciOption* find_option(const std::vector<UciOption>& options, std::string_view name) {
  const std::string wanted = lower(name);
  for (const UciOption& option : options) {
    if (lower(option.name) == wanted) return &option;
  }
  return nullptr;
}

std::optional<DivideText> parse_divide_line(std::string_view line) {
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos) return std::nullopt;
  const std::string_view move = trim(line.substr(0, colon));
  if (!looks_like_move(move)) return std::nullopt;
  return DivideText{std::string(move), parse_count(line.substr(colon + 1))};
}

std::optional<NodesText> parse_nodes_line(std::string_view line) {
  static constexpr std::string_view kStart = "nodes searched";
  line = trim(line);
  if (lower(line.substr(0, kStart.size())) != kStart) return std::nullopt;
  line = trim(line.substr(kStart.size()));
  if (line.empty() || line.front() != ':') return std::nullopt;
  return NodesText{parse_count(line.substr(1))};
}

std::optional<std::string> parse_fen_line(std::string_view line, int ranks) {
  const std::vector<std::string> words = words_of(trim(line));
  // What is named so is one, even if it is cut short.
  if (lower(trim(line).substr(0, 4)) == "fen:") return std::string(trim(trim(line).substr(4)));
  for (std::size_t i = 0; i + 1 < words.size() && i < 4; ++i) {
    if (std::count(words[i].begin(), words[i].end(), '/') < ranks - 1) continue;
    const std::string_view text = trim(line);
    return std::string(text.substr(text.find(words[i])));
  }
  return std::nullopt;
}

bool is_option_complaint(std::string_view line) {
  const std::string text = lower(trim(line).substr(0, 300));
  for (const char* complaint :
       {"no such option", "unknown option", "invalid option", "unrecognized option",
        "no such variant", "unknown variant", "unsupported variant", "unable to open file",
        "invalid value", "illegal value", "option not found"}) {
    if (text.find(complaint) != std::string::npos) return true;
  }
  return false;
}

bool is_no_move(std::string_view text) {
  const std::string word = lower(text);
  for (const char* none : {"(none)", "none", "null", "(null)", "0000", "@@@@", "--"}) {
    if (word == none) return true;
  }
  // "a1a1": a move that stays where it is, as an empty move is printed by those who print it.
  const std::size_t half = word.size() / 2;
  return word.size() >= 4 && word.size() % 2 == 0 && is_lower(word[0]) && is_digit(word[1]) &&
         word.substr(0, half) == word.substr(half);
}

std::optional<std::string> parse_bestmove(std::string_view line) {
  const std::vector<std::string> words = words_of(trim(line));
  if (words.empty() || words[0] != "bestmove") return std::nullopt;
  if (words.size() < 2 || is_no_move(words[1])) return std::string();
  return words[1];
}

std::optional<VariationLine> parse_variation(std::string_view line) {
  // The rest of a long variation does not matter.
  const std::vector<std::string> words = words_of(trim(line).substr(0, 1'000));
  if (words.size() < 3 || words[0] != "info") return std::nullopt;
  VariationLine result;
  for (std::size_t i = 1; i + 1 < words.size(); ++i) {
    if (words[i] == "string") return std::nullopt;
    if (words[i] == "multipv") {
      const auto number = parse_count(words[i + 1]);
      if (!number || *number > 100'000) return std::nullopt;
      result.number = static_cast<int>(*number);
    }
    if (words[i] == "pv") {
      result.move = words[i + 1];
      return result;
    }
  }
  return std::nullopt;
}

bool same_position(std::string_view sent, std::string_view held, int files) {
  const std::vector<std::string> a = words_of(sent);
  std::vector<std::string> b = words_of(held);
  if (a.size() < 2 || b.empty()) return false;
  const std::string squares = expand_placement(a[0], files);
  if (squares != expand_placement(b[0], files)) return false;
  if (b.size() >= 2 && a[1] != b[1]) return false;
  // Without castling or en passant in the game, some show the counters at once.
  for (std::size_t field = 2; field < std::min<std::size_t>(b.size(), 4); ++field) {
    if (std::all_of(b[field].begin(), b[field].end(), is_digit)) b.resize(field);
  }
  if (a.size() >= 3 && b.size() >= 3 &&
      castling_rights(a[2], squares) != castling_rights(b[2], squares)) {
    return false;
  }
  return a.size() < 4 || b.size() < 4 || b[3] == "-" || a[3] == b[3];
}

char piece_at(std::string_view position, std::string_view square, int files) {
  const std::vector<std::string> fields = words_of(position);
  if (fields.empty() || square.size() < 2) return 0;
  const std::vector<std::string> ranks = ranks_of(expand_placement(fields[0], files));
  const auto number = parse_count(square.substr(1));
  const int file = square[0] - 'a';
  if (!number || *number < 1 || *number > ranks.size() || file < 0) return 0;
  const std::string& rank = ranks[ranks.size() - *number];
  return static_cast<std::size_t>(file) < rank.size() ? rank[static_cast<std::size_t>(file)] : '\0';
}

bool moves_fit_position(std::string_view position, const std::vector<std::string>& moves,
                        int files) {
  const std::vector<std::string> fields = words_of(position);
  if (fields.size() < 2 || (fields[1] != "w" && fields[1] != "b")) return true;
  std::size_t fit = 0;
  std::size_t known = 0;
  for (const std::string& move : moves) {
    if (move.size() < 4 || !is_lower(move[0]) || !is_digit(move[1])) continue;
    const std::size_t length = move.size() > 2 && is_digit(move[2]) ? 3 : 2;
    const char piece = piece_at(position, std::string_view(move).substr(0, length), files);
    ++known;
    if (fields[1] == "w" ? is_upper(piece) : is_lower(piece)) ++fit;
  }
  return 2 * fit >= known;
}

}  // namespace regelwerk::engines
