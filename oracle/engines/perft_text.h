// Reading a count, whatever the engine calls it.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "oracle/engines/answers.h"

namespace regelwerk::engines {

// Takes the lines of an answer to "count to depth D", one by one. It knows
//   divide lines       e2e4: 20 | e2e4 20 | e2e4 - 20 | 1. e2e4 = 20 | Kh1-g2  5  5 | Kh1g2: 5
//   totals             Nodes searched: 20 | Nodes: 20 | Total 20 | perft(3) = 8902 | 20 nodes |
//                      Raw nodes for depth 3: 8902 | total moves=8902  time=0.00 |
//                      Depth: 3 Nodes: 8902 | -1099065436 after any of these names
//   rows of tables     a header with `depth` and `nodes`, then `| 3 | 8902 |`; ` 3  8902  0.01
//   9e5nps` a number alone
// Anything else is ignored. Of a table or a list of totals for several depths, only D counts.
class PerftReader {
 public:
  enum class Style {
    kLabelled,  // totals must have a name: engines that talk meanwhile
    kAny,       // tables and bare numbers too
  };
  struct Form {
    Style style = Style::kLabelled;
    // How many totals without a depth stand before the one that is wanted: those of smaller depths.
    int skip = 0;
    std::string total;  // the words before the total, as the user gave them; empty: the usual ones
  };
  PerftReader(int depth, Form form) : depth_(depth), form_(std::move(form)) {}

  // True when the answer is complete: a total was read, or there is trouble.
  bool take(std::string_view line);

  bool complete() const { return total_.has_value() || trouble_.has_value(); }
  bool started() const { return !divide_.empty() || total_.has_value() || bare_ > 0; }
  bool gave_total() const { return total_.has_value(); }
  bool has_lines() const { return !divide_.empty(); }
  std::size_t lines() const { return divide_.size(); }
  // Numbers that stood alone in a line, without a divide: the last may be the total.
  int bare_numbers() const { return bare_; }

  // Takes what there is for the whole answer: the last bare number is the total, or the divide is
  // complete without one. False if there is nothing.
  bool close();

  // Checks the sum and sorts. The nodes and the divide, or a failure.
  PerftAnswer result() const;

 private:
  bool take_divide(std::string_view line);
  bool take_total(std::string_view line);
  bool take_row(std::string_view line);
  void found_total(std::string_view text, std::string_view line);
  void forget_lines();
  void spoil(std::string detail);

  int depth_;
  Form form_;
  std::optional<std::string> total_;  // as it was said, without marks between its digits
  std::optional<Failure> trouble_;
  std::vector<DivideLine> divide_;
  int bare_ = 0;
  std::string last_bare_;
  bool closed_ = false;
  // Moves that the engine lists at depth 1, with 0 if they turn out illegal. Only engines that
  // count to every depth in turn list such moves.
  std::set<std::string> illegal_;
  std::optional<std::size_t> nodes_column_;  // of a table with a header
};

// What a total says when a narrow number has run over: the width in bits (8, 16, 32, 64) at which
// `right` is said as `said` ("-3157" for 62379: 16). nullopt if none fits.
std::optional<int> wrapped_at(std::uint64_t right, std::string_view said);

// A number below 2^64, perhaps with groups of three digits ("8,902", "8'902", "8_902", "8.902").
std::optional<std::uint64_t> parse_count(std::string_view text);

}  // namespace regelwerk::engines
