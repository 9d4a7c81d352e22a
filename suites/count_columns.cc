#include "suites/count_columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "suites/span.h"

namespace regelwerk::suites {
namespace {

using Names = std::initializer_list<std::string_view>;

bool is_one_of(std::string_view name, Names names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// Small letters and digits only.
std::string plain(std::string_view title) {
  std::string result;
  for (const unsigned char c : title) {
    if (std::isalnum(c) != 0) {
      result += static_cast<char>(std::tolower(c));
    }
  }
  return result;
}

struct Size {
  std::uint64_t pieces = 0;
  std::uint64_t squares = 0;  // 0: not known
};

// Never smaller than it is: letters may belong to one piece, and "15" may mean 1 and 5.
Size size_of(std::string_view position) {
  const std::string_view placement = position.substr(0, position.find(' '));
  Size size;
  if (placement.find('/') == std::string_view::npos) {
    return size;
  }
  std::uint64_t run = 0;
  for (const unsigned char c : placement) {
    if (std::isdigit(c) != 0) {
      run = std::min<std::uint64_t>(run * 10 + (c - '0'), 256);
      continue;
    }
    size.squares += run + (std::isalpha(c) != 0 ? 1 : 0);
    size.pieces += std::isalpha(c) != 0 ? 1 : 0;
    run = 0;
  }
  size.squares += run;
  return size;
}

}  // namespace

ColumnTitle column_of(std::string_view title) {
  const std::string name = plain(title);
  const std::size_t digits = name.find_first_of("0123456789");
  if (digits != std::string::npos && name.size() - digits <= 2) {
    const std::optional<std::uint64_t> depth = number(std::string_view(name).substr(digits));
    if (depth && is_one_of(name.substr(0, digits), {"", "d", "depth", "perft", "nodes", "ply"})) {
      return {Column::kDepthOf, static_cast<int>(*depth)};
    }
  }
  if (is_one_of(name, {"fen", "epd", "position", "pos", "fenstring", "setup"})) {
    return {Column::kPosition};
  }
  if (is_one_of(name, {"depth", "d", "ply", "plies", "level", "depths"})) {
    return {Column::kDepth};
  }
  if (is_one_of(name, {"nodes",         "node",       "count",       "counts",     "perft",
                       "perfts",        "expected",   "result",      "results",    "leaves",
                       "leafnodes",     "total",      "nodecount",   "nodecounts", "expectednodes",
                       "expectedcount", "perftcount", "perftresult", "n",          "value",
                       "answer"})) {
    return {Column::kNodes};
  }
  if (is_one_of(name, {"id", "name", "title", "label"})) {
    return {Column::kName};
  }
  if (is_one_of(name, {"note", "notes", "comment", "comments", "description", "why", "remark"})) {
    return {Column::kNote};
  }
  if (name == "source") {
    return {Column::kSource};
  }
  return {};
}

bool is_start_word(std::string_view text) {
  return is_one_of(plain(text), {"startpos", "startfen", "start", "startposition",
                                 "initialposition", "initial"});
}

std::string add_count(CountCase* row, std::uint64_t depth, std::uint64_t nodes) {
  if (depth == 0) {
    return nodes == 1 ? "" : "depth 0 is 1 node for every position";
  }
  if (depth > kMaxCountDepth) {
    return fmt::format("depth {} is not in 1 to {}", depth, kMaxCountDepth);
  }
  const auto [place, is_new] = row->nodes.emplace(static_cast<int>(depth), nodes);
  if (!is_new && place->second != nodes) {
    return fmt::format("depth {} has two counts, {} and {}", depth, place->second, nodes);
  }
  return "";
}

void PairReading::add(const std::string& position, std::uint64_t first, std::uint64_t second) {
  std::map<std::uint64_t, std::uint64_t>& counts = seen_[position];
  const auto [place, is_new] = counts.emplace(first, second);
  counts_impossible_ = counts_impossible_ || counts.size() > 1;
  depth_impossible_ = depth_impossible_ || place->second != second;

  const Size size = size_of(position);
  if (size.squares > 0) {
    const std::uint64_t moves = std::max<std::uint64_t>(size.pieces * (size.squares - 1), 1);
    counts_impossible_ = counts_impossible_ || first > moves || second / moves > first;
  }
  const std::uint64_t replies = 4 * std::max<std::uint64_t>(size.squares, 64);
  counts_impossible_ = counts_impossible_ || (first == 0 && second > 0);
  counts_unlikely_ = counts_unlikely_ || second / replies > first;

  depth_impossible_ = depth_impossible_ || first > static_cast<std::uint64_t>(kMaxCountDepth) ||
                      (first == 0 && second != 1);
  // A game that is over at once has no nodes at any depth.
  depth_unlikely_ =
      depth_unlikely_ || (first >= 4 && second > 0 && (first >= 64 || second >> first == 0));
}

PairReading::Verdict PairReading::verdict() const {
  if (others_) {
    return Verdict::kCounts;
  }
  if (counts_impossible_ != depth_impossible_) {
    return counts_impossible_ ? Verdict::kDepthAndCount : Verdict::kCounts;
  }
  if (counts_impossible_) {
    return Verdict::kContradictory;
  }
  if (counts_unlikely_ != depth_unlikely_) {
    return counts_unlikely_ ? Verdict::kDepthAndCount : Verdict::kCounts;
  }
  return Verdict::kUnclear;
}

std::string pair_problem(PairReading::Verdict verdict, std::uint64_t first, std::uint64_t second,
                         const std::string& hint) {
  if (verdict == PairReading::Verdict::kContradictory) {
    return fmt::format(
        "two numbers behind a position are neither depth and count nor the counts at depths 1 and "
        "2 in all rows of this file; {}",
        hint);
  }
  return fmt::format(
      "{} and {} may be the count {} at depth {}, or the counts at depths 1 and 2; {}", first,
      second, second, first, hint);
}

}  // namespace regelwerk::suites
