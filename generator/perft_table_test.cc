#include "generator/perft_table.h"

#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>

#include <atomic>
#include <thread>

#include "generator/testing.h"

namespace regelwerk::generator {
namespace {

PerftKey key_of(std::uint64_t number) {
  PerftHasher hasher;
  hasher.add(number);
  return hasher.key();
}

TEST(PerftTable, FindsWhatWasStoredForThisKeyAndDepth) {
  PerftTable table(1);
  table.store(key_of(1), 3, 8902);
  EXPECT_EQ(table.find(key_of(1), 3), 8902u);
  EXPECT_EQ(table.find(key_of(1), 2), std::nullopt);
  EXPECT_EQ(table.find(key_of(2), 3), std::nullopt);
}

TEST(PerftTable, TellsKeysApartThatDifferInOneHalf) {
  PerftTable table(1);
  const PerftKey key = key_of(1);
  table.store(key, 3, 8902);
  EXPECT_EQ(table.find({key.low, key.high ^ 1}, 3), std::nullopt);
  EXPECT_EQ(table.find({key.low ^ 1, key.high}, 3), std::nullopt);
}

TEST(PerftTable, KeepsTheDeepestOfThoseThatShareAPlace) {
  PerftTable table(1);
  const PerftKey key = key_of(1);  // the low half says where
  table.store({key.low, 1}, 5, 50);
  for (std::uint64_t other = 2; other < 10; ++other) table.store({key.low, other}, 2, other);
  EXPECT_EQ(table.find({key.low, 1}, 5), 50u);
  EXPECT_EQ(table.find({key.low, 9}, 2), 9u);
}

RC_GTEST_PROP(PerftHasher, DependsOnEveryWordAndOnTheirOrder, (std::vector<std::uint64_t> words)) {
  RC_PRE(words.size() >= 2u);
  const auto hashed = [](const std::vector<std::uint64_t>& all) {
    PerftHasher hasher;
    for (const std::uint64_t word : all) hasher.add(word);
    return hasher.key();
  };
  const PerftKey key = hashed(words);
  const auto at = *rc::gen::inRange<std::size_t>(0, words.size());
  std::vector<std::uint64_t> changed = words;
  changed[at] ^= std::uint64_t{1} << *rc::gen::inRange(0, 64);
  const PerftKey other = hashed(changed);
  RC_ASSERT(key.low != other.low);
  RC_ASSERT(key.high != other.high);
  const auto next = (at + 1) % words.size();
  if (words[at] != words[next]) {
    std::vector<std::uint64_t> swapped = words;
    std::swap(swapped[at], swapped[next]);
    RC_ASSERT(!(hashed(swapped) == key));
  }
}

// Threads that write and read the same few places never see half of two entries.
TEST(PerftTable, GivesWholeEntriesToEveryThread) {
  PerftTable table(1);
  const auto nodes_of = [](std::uint64_t number, int depth) { return number * 1000 + depth; };
  std::atomic<int> wrong{0};
  std::atomic<int> found{0};
  const auto work = [&](std::uint64_t seed) {
    for (std::uint64_t i = 0; i < 200'000; ++i) {
      // Two keys for each of eight places, which hold two: what is stored is found again, however
      // the threads are run.
      const std::uint64_t number = (i * 7 + seed) % 16;
      const int depth = 1 + static_cast<int>(number % 2);
      const PerftKey key{number / 2 << 61, number};
      if (const auto nodes = table.find(key, depth)) {
        ++found;
        if (*nodes != nodes_of(number, depth)) ++wrong;
      }
      table.store(key, depth, nodes_of(number, depth));
    }
  };
  std::thread first(work, 1);
  std::thread second(work, 30);
  first.join();
  second.join();
  EXPECT_EQ(wrong, 0);
  EXPECT_GT(found, 0);
}

// Positions in which rights, last pieces and turns make equal boards different positions.
class CountsWithTable : public testing::TestWithParam<std::string> {};

TEST_P(CountsWithTable, AreTheSameWhateverTheSizeAndTheThreads) {
  const auto game = bundled(GetParam());
  const auto position = read(*game, "startpos");
  const int depth = game->variant().players.size() > 2 ? 3 : 4;
  const std::uint64_t nodes = position->perft(depth).nodes;
  for (const std::size_t mib : {1, 16}) {
    PerftTable table(mib);
    for (const int threads : {1, 3}) {
      PerftOptions options;
      options.threads = threads;
      options.table = &table;
      EXPECT_EQ(position->perft(depth, options).nodes, nodes) << mib << " MiB, " << threads;
      EXPECT_EQ(position->divide(depth, options).divide.size(), position->actions().size());
      for (int less = 1; less < depth; ++less) {
        EXPECT_EQ(position->perft(less, options).nodes, position->perft(less).nodes) << less;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Bundled, CountsWithTable, testing::ValuesIn(spec::bundled_variants()));

TEST(PerftTable, TellsPositionsApartByTheirRights) {
  const auto game = bundled("chess");
  PerftTable table(1);
  PerftOptions options;
  options.table = &table;
  for (const std::string text :
       {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w Kkq - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
        "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1"}) {
    const auto position = read(*game, text);
    EXPECT_EQ(position->perft(3, options).nodes, position->perft(3).nodes) << text;
  }
}

}  // namespace
}  // namespace regelwerk::generator
