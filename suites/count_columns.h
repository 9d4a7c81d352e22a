// What the columns of a table and the keys of a record mean, and whether two numbers behind a
// position are a depth and its count or the counts at depths 1 and 2.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "suites/epd.h"

namespace regelwerk::suites {

inline constexpr int kMaxCountDepth = 99;

enum class Column {
  kPosition,
  kDepth,    // the depth that `kNodes` of the same row is counted at
  kNodes,    // the count at that depth
  kDepthOf,  // the count at the depth that the title names ("D3", "perft 3", "3")
  kName,
  kNote,
  kSource,
  kOther,
};

struct ColumnTitle {
  Column column = Column::kOther;
  int depth = 0;  // kDepthOf only, from 0
};

// By the names that are usual for it, upper and lower case, blanks and signs alike.
ColumnTitle column_of(std::string_view title);

// "startpos", "startfen", "start" and the like, which stand for the variant's start position.
bool is_start_word(std::string_view text);

// Puts a count into a row; what is wrong with it, else empty. Depth 0 is 1 node and is not kept.
std::string add_count(CountCase* row, std::uint64_t depth, std::uint64_t nodes);

// Which of two readings the rows of a file that give a position and two numbers allow. The rows are
// judged together: files do not mix the two.
//
// Impossible as counts at depths 1 and 2: a position twice with different counts at depth 1; more
// nodes than pieces can move to squares. Impossible as depth and count: a depth above 99, depth 0
// with another count than 1, a position twice with different counts at one depth. If neither is
// impossible, what is unlikely decides: more than 4 replies for each square of the board (unknown:
// 64 squares), or fewer than two moves a ply on average.
class PairReading {
 public:
  enum class Verdict { kCounts, kDepthAndCount, kUnclear, kContradictory };

  void add(const std::string& position, std::uint64_t first, std::uint64_t second);
  void add_other() { others_ = true; }  // a row with another number of counts: depths 1, 2, 3, ...
  Verdict verdict() const;

 private:
  std::map<std::string, std::map<std::uint64_t, std::uint64_t>> seen_;
  bool others_ = false;
  bool counts_impossible_ = false;
  bool depth_impossible_ = false;
  bool counts_unlikely_ = false;
  bool depth_unlikely_ = false;
};

// "'3' and '8902' may be ..."; what to say if the verdict is kUnclear or kContradictory. `hint`
// says how to make it clear.
std::string pair_problem(PairReading::Verdict verdict, std::uint64_t first, std::uint64_t second,
                         const std::string& hint);

}  // namespace regelwerk::suites
