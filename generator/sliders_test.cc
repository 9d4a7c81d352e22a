#include "generator/sliders.h"

#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "generator/tables.h"

namespace regelwerk::generator {
namespace {

// Walks square by square; the plainest way to say what a slider attacks.
template <int W>
Bits<W> walked(const Layout<W>& layout, int from, const Bits<W>& occupied, int family) {
  Bits<W> attacked;
  for (int d = family; d < 8; d += 2) {
    const BoardOffset step = kDirections[d];
    for (auto to = layout.moved(from, step.files, step.ranks); to;
         to = layout.moved(*to, step.files, step.ranks)) {
      attacked.set(*to);
      if (occupied.test(*to)) break;
    }
  }
  return attacked;
}

template <int W>
Bits<W> arbitrary_squares(const Layout<W>& layout) {
  Bits<W> set;
  const bool dense = *rc::gen::arbitrary<bool>();
  layout.board().for_each([&](int s) {
    const int roll = *rc::gen::inRange(0, 8);
    if (roll < (dense ? 5 : 2)) set.set(s);
  });
  return set;
}

template <int W>
void agrees_with_walking(int files, int ranks) {
  const Layout<W> layout(files, ranks);
  static const Sliders<W>* cached = nullptr;
  static int cached_files = 0;
  static int cached_ranks = 0;
  if (cached == nullptr || cached_files != files || cached_ranks != ranks) {
    delete cached;
    cached = new Sliders<W>(layout);
    cached_files = files;
    cached_ranks = ranks;
  }
  const Bits<W> occupied = arbitrary_squares(layout);
  layout.board().for_each([&](int from) {
    for (int family : {0, 1}) {
      const Bits<W> expected = walked(layout, from, occupied, family);
      RC_ASSERT(cached->by_rays(from, occupied, family) == expected);
      RC_ASSERT((family == 0 ? cached->orthogonal(from, occupied)
                             : cached->diagonal(from, occupied)) == expected);
    }
    RC_ASSERT(cached->orthogonal_lines(from) == walked(layout, from, Bits<W>{}, 0));
    RC_ASSERT(cached->diagonal_lines(from) == walked(layout, from, Bits<W>{}, 1));
  });
}

RC_GTEST_PROP(Sliders, AgreeWithWalkingOn8x8, ()) { agrees_with_walking<1>(8, 8); }
RC_GTEST_PROP(Sliders, AgreeWithWalkingOn5x7, ()) { agrees_with_walking<1>(5, 7); }
RC_GTEST_PROP(Sliders, AgreeWithWalkingOn10x8, ()) { agrees_with_walking<2>(10, 8); }
RC_GTEST_PROP(Sliders, AgreeWithWalkingOn9x9, ()) { agrees_with_walking<2>(9, 9); }
RC_GTEST_PROP(Sliders, AgreeWithWalkingOn16x8, ()) { agrees_with_walking<2>(16, 8); }
RC_GTEST_PROP(Sliders, AgreeWithWalkingOn16x16, ()) { agrees_with_walking<4>(16, 16); }
RC_GTEST_PROP(Sliders, AgreeWithWalkingOn12x11, ()) { agrees_with_walking<4>(12, 11); }

TEST(Layout, TakesTheFewestWordsThatHoldWholeRanks) {
  EXPECT_EQ(words_for(8, 8), 1);
  EXPECT_EQ(words_for(6, 10), 1);
  EXPECT_EQ(words_for(9, 8), 2);
  EXPECT_EQ(words_for(16, 8), 2);
  EXPECT_EQ(words_for(10, 10), 2);
  EXPECT_EQ(words_for(12, 11), 4);
  EXPECT_EQ(words_for(16, 16), 4);
}

template <int W>
void indexes_and_squares_match(int files, int ranks) {
  const Layout<W> layout(files, ranks);
  EXPECT_EQ(layout.board().count(), files * ranks);
  layout.board().for_each([&](int i) { EXPECT_EQ(layout.index(layout.square(i)), i); });
}
TEST(Layout, NumbersEverySquareOnce) {
  indexes_and_squares_match<1>(8, 8);
  indexes_and_squares_match<2>(9, 9);
  indexes_and_squares_match<2>(16, 8);
  indexes_and_squares_match<4>(15, 13);
}

TEST(Layout, TurnsOffsetsToEachPlayersFront) {
  const spec::Offset right_and_forward{1, 2};
  EXPECT_EQ(turned(right_and_forward, spec::Direction::kNorth), (BoardOffset{1, 2}));
  EXPECT_EQ(turned(right_and_forward, spec::Direction::kSouth), (BoardOffset{-1, -2}));
  EXPECT_EQ(turned(right_and_forward, spec::Direction::kEast), (BoardOffset{2, -1}));
  EXPECT_EQ(turned(right_and_forward, spec::Direction::kWest), (BoardOffset{-2, 1}));
}

}  // namespace
}  // namespace regelwerk::generator
