#include "suites/hints.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace regelwerk::suites {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;

constexpr char kKiwipete[] = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

class HintsTest : public testing::Test {
 protected:
  void SetUp() override {
    spec::Diagnostics diagnostics;
    reference_ = Reference::load("chess", {}, &diagnostics);
    ASSERT_NE(reference_, nullptr);
    hints_ = std::make_unique<Hints>(*reference_);
  }
  std::uint64_t count(const std::string& position, int depth) const {
    return reference_->game().read(position).position->perft(depth).nodes;
  }
  std::vector<std::string> about(const std::string& position, int depth, std::uint64_t wrong) {
    return hints_->for_count(position, depth, wrong, count(position, depth), stop_);
  }

  std::unique_ptr<Reference> reference_;
  std::unique_ptr<Hints> hints_;
  std::atomic<bool> stop_{false};
};

// The published pair of a public report: 311677 with the square, 300391 without.
TEST_F(HintsTest, AnEnPassantSquareThatWasLost) {
  EXPECT_THAT(about("2rr4/5p2/p3k1p1/4p3/1Pp5/P6P/B5P1/2N2R1K b - b3 0 1", 4, 300391),
              ElementsAre("this is the count of the position without its en passant square"));
}

TEST_F(HintsTest, WhatIsSaidAlreadyIsNotSaidInOtherWords) {
  EXPECT_THAT(about("8/8/8/1k6/3Pp3/8/8/4KQ2 b - d3 0 1", 1, 5),
              ElementsAre("this is the count of the position without its en passant square"));
}

TEST_F(HintsTest, CastlingRightsThatWereLost) {
  const std::string without = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w - - 0 1";
  EXPECT_THAT(about(kKiwipete, 3, count(without, 3)),
              ElementsAre("this is the count of the position without its castling rights"));
}

// 4865617 instead of 4865609 at depth 5 from the start was reported: 8 mates at ply 4.
TEST_F(HintsTest, FinishedGamesCountedAsLeaves) {
  const std::string start = reference_->variant().start;
  EXPECT_THAT(about(start, 5, 4865617),
              ElementsAre("this is the count with finished games counted as leaves"));
}

TEST_F(HintsTest, RulesThatAreNotKnown) {
  spec::Variant variant = reference_->variant();
  variant.en_passant.reset();
  spec::Diagnostics diagnostics;
  const auto other = Reference::make(variant, &diagnostics);
  const std::uint64_t wrong = other->game().read(kKiwipete).position->perft(3).nodes;
  ASSERT_NE(wrong, 97862u);
  EXPECT_THAT(about(kKiwipete, 3, wrong),
              ElementsAre("this is the count of rules without en passant"));
  const std::string promotion = "8/2P5/8/8/8/8/5k2/7K w - - 0 1";
  EXPECT_THAT(about(promotion, 1, 2),
              Contains("this is the count of rules with promotion to the first kind alone"));
}

TEST_F(HintsTest, AnotherDepth) {
  const std::string start = reference_->variant().start;
  EXPECT_THAT(about(start, 3, 400), ElementsAre("this is the count at depth 2"));
  EXPECT_THAT(about(start, 3, 197281), ElementsAre("this is the count at depth 4"));
}

TEST_F(HintsTest, SilenceAboutWhatFitsNothing) {
  EXPECT_THAT(about(kKiwipete, 3, 97861), IsEmpty());
  EXPECT_THAT(about(kKiwipete, 3, 97862), IsEmpty());  // it is right
  EXPECT_THAT(hints_->for_count("nonsense", 1, 3, 4, stop_), IsEmpty());
  stop_ = true;
  EXPECT_THAT(hints_->for_count(kKiwipete, 3, 2039, 97862, stop_), IsEmpty());
}

}  // namespace
}  // namespace regelwerk::suites
