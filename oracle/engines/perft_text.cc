#include "oracle/engines/perft_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "oracle/engines/move_text.h"
#include "oracle/engines/session.h"
#include "oracle/engines/uci.h"

namespace regelwerk::engines {
namespace {

constexpr std::size_t kLongestUsefulLine = 400;

bool is_digit(char c) { return '0' <= c && c <= '9'; }

bool is_one_of(std::string_view text, std::initializer_list<std::string_view> known) {
  return std::find(known.begin(), known.end(), text) != known.end();
}

bool starts_with(std::string_view text, std::string_view start) {
  return text.substr(0, start.size()) == start;
}

std::string_view without_info_string(std::string_view line) {
  static constexpr std::string_view kInfo = "info string ";
  line = trim(line);
  return starts_with(line, kInfo) ? trim(line.substr(kInfo.size())) : line;
}

// "1." and "12)" in front of a move.
bool is_ordinal(std::string_view word) {
  if (word.size() < 2 || (word.back() != '.' && word.back() != ')')) return false;
  word.remove_suffix(1);
  return std::all_of(word.begin(), word.end(), is_digit);
}

}  // namespace

std::optional<std::uint64_t> parse_count(std::string_view text) {
  text = trim(text);
  std::string digits;
  const std::size_t first = text.find_first_of(",'_.");
  if (first == std::string_view::npos) {
    digits = text;
  } else {
    const char mark = text[first];
    if (first == 0 || first > 3) return std::nullopt;
    std::string_view rest = text;
    digits = rest.substr(0, first);
    rest.remove_prefix(first);
    while (!rest.empty()) {
      if (rest[0] != mark || rest.size() < 4) return std::nullopt;
      digits += rest.substr(1, 3);
      rest.remove_prefix(4);
    }
  }
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
  return value;
}

namespace {

// A total: a count, or a negative one, in plain digits; nullopt for anything else.
std::optional<std::string> parse_total(std::string_view text) {
  text = trim(text);
  const bool negative = !text.empty() && text[0] == '-';
  const std::optional<std::uint64_t> count = parse_count(negative ? text.substr(1) : text);
  if (!count) return std::nullopt;
  return (negative ? "-" : "") + std::to_string(*count);
}

// Leaves each line of a sorted divide in it once; the sum of what is left.
std::uint64_t take_once(std::vector<DivideLine>* divide) {
  const auto same = [](const DivideLine& a, const DivideLine& b) {
    return a.action == b.action && a.nodes == b.nodes;
  };
  divide->erase(std::unique(divide->begin(), divide->end(), same), divide->end());
  std::uint64_t sum = 0;
  for (const DivideLine& line : *divide) sum += line.nodes;
  return sum;
}

}  // namespace

std::optional<int> wrapped_at(std::uint64_t right, std::string_view said) {
  const bool negative = !said.empty() && said[0] == '-';
  const std::optional<std::uint64_t> size = parse_count(negative ? said.substr(1) : said);
  if (!size || (!negative && *size == right)) return std::nullopt;
  for (const int bits : {8, 16, 32, 64}) {
    const std::uint64_t mask = bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
    const bool fits = negative ? *size <= mask / 2 + 1 : *size <= mask;
    const std::uint64_t value = negative ? ~*size + 1 : *size;
    if (fits && ((value ^ right) & mask) == 0) return bits;
  }
  return std::nullopt;
}

void PerftReader::spoil(std::string detail) {
  trouble_ = failure(Failure::Kind::kNonsense, std::move(detail));
}

void PerftReader::forget_lines() { divide_.clear(); }

void PerftReader::found_total(std::string_view text, std::string_view line) {
  if (form_.skip > 0) {
    --form_.skip;
    forget_lines();
    return;
  }
  if (const auto total = parse_total(text)) {
    total_ = *total;
  } else {
    spoil(fmt::format("no count in '{}'", one_line(line)));
  }
}

bool PerftReader::take(std::string_view line) {
  if (complete()) return true;
  if (line.size() > kLongestUsefulLine) return false;
  const std::string_view text = trim(line);
  if (text.empty()) return false;
  if (!form_.total.empty()) {
    if (const std::size_t at = text.find(form_.total); at != std::string_view::npos) {
      const auto words = words_of(text.substr(at + form_.total.size()), ":=|()");
      if (!words.empty()) found_total(words[0], line);
      return complete();
    }
    take_divide(text);
    return complete();
  }
  if (take_divide(text) || take_total(text)) return complete();
  if (form_.style == Style::kAny) take_row(text);
  return complete();
}

bool PerftReader::close() {
  if (complete()) return true;
  if (has_lines()) {
    closed_ = true;
    return true;
  }
  if (bare_ == 0) return false;
  total_ = last_bare_;
  return true;
}

bool PerftReader::take_divide(std::string_view line) {
  std::string_view text = without_info_string(line);
  // The strict form: a move, a colon, and then it must be a count.
  if (const std::size_t colon = text.find(':'); colon != std::string_view::npos) {
    if (const auto strict = parse_divide_line(text); strict && !strict->nodes) {
      spoil(fmt::format("no count in '{}'", one_line(line)));
      return true;
    }
  }
  std::vector<std::string> words = words_of(text, "|");
  if (!words.empty() && is_ordinal(words[0])) words.erase(words.begin());
  if (words.size() < 2) {
    // "e2e4:20"
    words = words_of(text, "|:");
    if (words.size() != 2) return false;
  }
  if (words[0].size() > 1 && (words[0].back() == ':' || words[0].back() == '=')) {
    words[0].pop_back();
  }
  const std::optional<std::string> move = coordinates(words[0]);
  if (!move) return false;
  words.erase(words.begin());
  if (is_one_of(words[0], {":", "-", "=", "->", "=>"})) words.erase(words.begin());
  if (words.empty() || words.size() > 2) return false;
  const std::optional<std::uint64_t> nodes = parse_count(words[0]);
  if (!nodes) return false;
  // A second number is a running sum, as long as it is one.
  if (words.size() == 2 && (form_.style != Style::kAny || !parse_count(words[1]))) return false;
  divide_.push_back({*move, *nodes});
  return true;
}

bool PerftReader::take_total(std::string_view line) {
  const bool in_info = starts_with(line, "info ");
  // Who counts when told so in words of its own may say it as a search would: info depth 3 nodes
  // 8902.
  const bool may_count = form_.style == Style::kAny && !starts_with(line, "info string ") &&
                         line.find(" score ") == std::string_view::npos &&
                         line.find(" pv ") == std::string_view::npos;
  if (in_info && divide_.empty() && !may_count) return false;
  std::string text = lower(without_info_string(line));
  if (starts_with(text, "info ")) {
    if (!may_count) return false;
    text.erase(0, 5);
  }
  static constexpr std::string_view kStockfish = "nodes searched";
  if (starts_with(text, kStockfish) && trim(text.substr(kStockfish.size())).substr(0, 1) == ":") {
    found_total(std::string_view(text).substr(text.find(':') + 1), line);
    return true;
  }
  std::vector<std::string> words = words_of(text, ":=|()");
  if (words.empty()) return false;
  const auto total_at = [&](std::size_t i) -> std::optional<std::string> {
    return i < words.size() ? parse_total(words[i]) : std::nullopt;
  };
  // "perft(3) = 8902", "Perft 3: 8902", "depth 3 nodes 8902", "Raw nodes for depth 3: 8902"
  if (words.size() > 4 && is_one_of(words[0], {"raw", "total", "leaf"}) && words[1] == "nodes" &&
      words[2] == "for") {
    words.erase(words.begin(), words.begin() + 3);
  } else if (words.size() > 3 && words[0] == "nodes" && words[1] == "for") {
    words.erase(words.begin(), words.begin() + 2);
  }
  if (is_one_of(words[0], {"perft", "depth", "divide"}) && words.size() >= 3 &&
      words.size() <= 12) {
    const auto depth = parse_count(words[1]);
    const bool named = is_one_of(words[2], {"nodes", "total", "count", "leaves", "moves"});
    const auto total = total_at(named ? 3 : 2);
    if (depth && total) {
      if (*depth == static_cast<std::uint64_t>(depth_)) {
        total_ = total;
      } else if (*depth < static_cast<std::uint64_t>(depth_)) {
        forget_lines();
      }
      return true;
    }
  }
  // A name, then the count.
  static constexpr std::array<std::string_view, 13> kNames = {
      "nodes",     "total",       "total nodes",     "nodes total", "leaf nodes",
      "leaves",    "node count",  "perft result",    "result",      "total leaf nodes",
      "raw nodes", "total moves", "total node count"};
  std::string name;
  for (std::size_t i = 0; i < words.size() && i < 4; ++i) {
    if (const auto total = total_at(i)) {
      if (i == 0) {
        // "8902 nodes", "8902 leaf nodes"
        const bool leaf = words.size() > 2 && words[1] == "leaf";
        if (words.size() < 2 || (leaf ? words[2] : words[1]) != "nodes") return false;
      } else if (std::find(kNames.begin(), kNames.end(), name) == kNames.end()) {
        return false;
      }
      found_total(*total, line);
      return true;
    }
    name += (i == 0 ? "" : " ") + words[i];
  }
  return false;
}

bool PerftReader::take_row(std::string_view line) {
  const std::vector<std::string> words = words_of(lower(line), "|");
  if (words.empty()) return false;
  const auto column = std::find_if(words.begin(), words.end(), [](const std::string& word) {
    return starts_with(word, "nodes") && word.find('/') == std::string::npos;
  });
  if (words[0] == "depth" && column != words.end()) {
    nodes_column_ = static_cast<std::size_t>(column - words.begin());
    return true;
  }
  const auto depth = parse_count(words[0]);
  if (!depth) return false;
  if (words.size() == 1) {
    if (!divide_.empty()) {
      found_total(words[0], line);
    } else {
      ++bare_;
      last_bare_ = std::to_string(*depth);
    }
    return true;
  }
  const bool is_rate_row = words.size() == 4 && words[3].ends_with("nps");
  if (!nodes_column_ && !is_rate_row) return false;
  const std::size_t at = nodes_column_.value_or(1);
  const auto nodes = at < words.size() ? parse_count(words[at]) : std::nullopt;
  if (!nodes) return false;
  if (*depth == static_cast<std::uint64_t>(depth_)) {
    if (depth_ == 1) {
      for (const DivideLine& entry : divide_) {
        if (entry.nodes == 0) illegal_.insert(entry.action);
      }
    }
    total_ = std::to_string(*nodes);
    return true;
  }
  // The lines before it belong to a smaller depth. With one of depth 1, 0 says that a move turned
  // out to be illegal; deeper, it may as well be a mate.
  if (*depth == 1) {
    for (const DivideLine& entry : divide_) {
      if (entry.nodes == 0) illegal_.insert(entry.action);
    }
  }
  forget_lines();
  return true;
}

PerftAnswer PerftReader::result() const {
  PerftAnswer answer;
  if (trouble_) {
    answer.failure = trouble_;
    return answer;
  }
  const auto nonsense = [&](std::string detail) {
    PerftAnswer wrong;
    wrong.failure = failure(Failure::Kind::kNonsense, std::move(detail));
    return wrong;
  };
  if (!total_ && !closed_) return nonsense("gives no total");
  std::uint64_t sum = 0;
  for (const DivideLine& line : divide_) {
    if (__builtin_add_overflow(sum, line.nodes, &sum)) {
      return nonsense("the counts of the moves add up to 2^64 or more");
    }
    if (illegal_.count(line.action) == 0) answer.divide.push_back(line);
  }
  std::stable_sort(answer.divide.begin(), answer.divide.end(),
                   [](const DivideLine& a, const DivideLine& b) { return a.action < b.action; });
  const std::optional<std::uint64_t> total = total_ ? parse_count(*total_) : std::nullopt;
  answer.nodes = sum;
  if (!total_) {
    answer.notes.push_back(
        fmt::format("it gives no total; the sum of its {} moves is taken", divide_.size()));
  } else if (divide_.empty()) {
    answer.nodes = total.value_or(0);
    if (!total) answer.said = *total_;
  } else if (total != sum) {
    if (const auto bits = wrapped_at(sum, *total_)) {
      answer.said = *total_;
      answer.notes.push_back(
          fmt::format("its total {} is the sum {} of its moves modulo 2^{}", *total_, sum, *bits));
    } else if (total && take_once(&answer.divide) == *total) {
      answer.nodes = *total;
      answer.notes.push_back("it lists moves twice and counts them once");
    } else {
      return nonsense(fmt::format("says {} nodes, but its {} moves add up to {}", *total_,
                                  divide_.size(), sum));
    }
  }
  answer.divided = !answer.divide.empty() || (answer.nodes == 0 && answer.said.empty());
  return answer;
}

}  // namespace regelwerk::engines
