// How the generator numbers squares: rank by rank from a1, each rank whole
// within one word.
//
// Word k holds the ranks [k * rows, (k + 1) * rows), where rows = ceil(ranks /
// words), so that a rank is a plain bit field of one word; bits that are no
// squares stay zero in every set.
#pragma once

#include <optional>

#include "generator/bits.h"
#include "spec/variant.h"

namespace regelwerk::generator {

// Words needed for a board of this size (1, 2 or 4).
constexpr int words_for(int files, int ranks) {
  for (int words : {1, 2}) {
    if (files * ((ranks + words - 1) / words) <= 64) return words;
  }
  return 4;
}

template <int W>
class Layout {
 public:
  Layout(int files, int ranks) : files_(files), ranks_(ranks), rows_((ranks + W - 1) / W) {
    for (int rank = 0; rank < ranks; ++rank) {
      for (int file = 0; file < files; ++file) board_.set(index(file, rank));
    }
  }

  int files() const { return files_; }
  int ranks() const { return ranks_; }
  int rows() const { return rows_; }  // ranks in a word
  const Bits<W>& board() const { return board_; }

  bool contains(int file, int rank) const {
    return 0 <= file && file < files_ && 0 <= rank && rank < ranks_;
  }
  int index(int file, int rank) const {
    return 64 * (rank / rows_) + (rank % rows_) * files_ + file;
  }
  int index(spec::Square s) const { return index(s.file, s.rank); }
  int file(int index) const { return (index & 63) % files_; }
  int rank(int index) const { return (index >> 6) * rows_ + (index & 63) / files_; }
  spec::Square square(int index) const { return {file(index), rank(index)}; }
  std::optional<int> moved(int index, int files, int ranks) const {
    const int f = file(index) + files;
    const int r = rank(index) + ranks;
    if (!contains(f, r)) return std::nullopt;
    return this->index(f, r);
  }

 private:
  int files_;
  int ranks_;
  int rows_;
  Bits<W> board_;
};

// Offset of the owner's frame turned onto the board.
struct BoardOffset {
  int files = 0;
  int ranks = 0;
  bool operator==(const BoardOffset&) const = default;
};

constexpr BoardOffset turned(spec::Offset offset, spec::Direction forward) {
  switch (forward) {
    case spec::Direction::kNorth:
      return {offset.right, offset.forward};
    case spec::Direction::kSouth:
      return {-offset.right, -offset.forward};
    case spec::Direction::kEast:
      return {offset.forward, -offset.right};
    case spec::Direction::kWest:
      return {-offset.forward, offset.right};
  }
  return {};
}

}  // namespace regelwerk::generator
