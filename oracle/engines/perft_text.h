// Reading a count, whatever the engine calls it.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "oracle/engines/answers.h"

namespace regelwerk::engines {

// Takes the lines of an answer to "count to depth D", one by one. It knows
//   divide lines       e2e4: 20 | e2e4 20 | e2e4 - 20 | 1. e2e4 = 20 | Kh1-g2  5  5 | Kh1g2: 5
//   totals             Nodes searched: 20 | Nodes: 20 | Total 20 | perft(3) = 8902 | 20 nodes ...
//   rows of tables     a header with `depth` and `nodes`, then `| 3 | 8902 |`; ` 3  8902  0.01
//   9e5nps` a number alone     after divide lines
// Anything else is ignored. Of a table or a list of totals for several depths, only D counts.
class PerftReader {
 public:
  enum class Style {
    kLabelled,  // totals must have a name: engines that talk meanwhile
    kAny,       // tables and bare numbers too
  };
  PerftReader(int depth, Style style) : depth_(depth), style_(style) {}

  // True when the answer is complete: a total was read, or there is trouble.
  bool take(std::string_view line);

  bool complete() const { return total_.has_value() || trouble_.has_value(); }
  bool started() const { return !divide_.empty() || total_.has_value(); }
  bool has_lines() const { return !divide_.empty(); }

  // Checks the sum and sorts. The nodes and the divide, or a failure.
  PerftAnswer result() const;

 private:
  bool take_divide(std::string_view line);
  bool take_total(std::string_view line);
  bool take_row(std::string_view line);
  void spoil(std::string detail);

  int depth_;
  Style style_;
  std::optional<std::uint64_t> total_;
  std::optional<Failure> trouble_;
  std::vector<DivideLine> divide_;
  std::set<std::string> seen_;
  // Moves that the engine lists at depth 1, with 0 if they turn out illegal. Only engines that
  // count to every depth in turn list such moves.
  std::set<std::string> illegal_;
  std::optional<std::size_t> nodes_column_;  // of a table with a header
};

// A number below 2^64, perhaps with groups of three digits ("8,902", "8'902", "8_902", "8.902").
std::optional<std::uint64_t> parse_count(std::string_view text);

// A complaint about a command that the engine does not know.
bool is_unknown_command(std::string_view line);

}  // namespace regelwerk::engines
