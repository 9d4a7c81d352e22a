// Parts of a board, fusion, safe paths, castling at a distance.
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "generator/testing.h"

namespace regelwerk::generator {
namespace {

using ::testing::Contains;
using ::testing::Not;

class Parts : public ::testing::Test {
 protected:
  std::unique_ptr<Game> game_ = bundled("breitenschach");

  std::vector<std::string> actions(const std::string& text) {
    return action_texts(*read(*game_, text));
  }
  std::string after(const std::string& text, const std::string& action) {
    return text_after(*game_, text, {action});
  }
};

TEST_F(Parts, UseTheirOwnFeatureSet) { EXPECT_EQ(game_->feature_set(), "parts-2"); }

TEST_F(Parts, GoWithTheCaptureOfTheLastPieceOnThem) {
  EXPECT_EQ(after("8k7/16/16/16/16/2n13/16/K1R12K w - - 0 1", "c1c3"),
            "********k7/********8/********8/********8/********8/********8/********8/********7K b "
            "- - 0 1");
}

TEST_F(Parts, GoWithTheDepartureOfTheLastPieceFromThem) {
  // The rook is White's last piece on the left board; Black's knight goes with the board.
  EXPECT_EQ(after("9k6/16/16/16/16/2n13/16/7R7K w - - 4 9", "h1i1"),
            "********1k6/********8/********8/********8/********8/********8/********8/"
            "********R6K b - - 5 9");
}

TEST_F(Parts, StayWhileBothSidesHaveAPieceThere) {
  EXPECT_EQ(after("8k7/16/16/16/16/2nn12/16/K1R12K w - - 0 1", "c1c3"),
            "8k7/16/16/16/16/2Rn12/16/K14K b - - 0 1");
}

TEST_F(Parts, RemovalCanAnswerACheck) {
  // The rook on i1 checks e1. Taking Black's last piece on the left board removes that king.
  const std::string check = "12k3/16/16/15K/16/2n13/16/2R1K3r7 w - - 0 1";
  EXPECT_TRUE(read(*game_, check)->in_check());
  EXPECT_THAT(actions(check), Contains("c1c3"));
  EXPECT_THAT(actions("n11k3/16/16/15K/16/2n13/16/2R1K3r7 w - - 0 1"), Not(Contains("c1c3")));
}

TEST_F(Parts, AnActionMayLeaveItsOwnPlayerWithoutRoyalsUnlessTheOptionSaysNo) {
  const std::string text = "9k6/16/16/16/16/2n13/16/K1R10R2 w - - 0 1";
  EXPECT_THAT(actions(text), Contains("c1c3"));
  const auto position = read(*game_, text);
  position->apply(*position->find("c1c3"));
  EXPECT_EQ(position->outcome(), Outcome::kRoyalsLost);
  EXPECT_TRUE(position->actions().empty());
  const auto forbidden =
      compiled(spec::load_variant("breitenschach", {{"self-destruction", "illegal"}}));
  EXPECT_THAT(action_texts(*read(*forbidden, text)), Not(Contains("c1c3")));
}

TEST_F(Parts, CastlingReachesOverTheSeam) {
  const std::string text = "r3k10r/p14p/16/16/16/16/P14P/4K10R w EP - 0 1";
  EXPECT_THAT(actions(text), Contains("e1p1"));
  EXPECT_EQ(after(text, "e1p1"), "r3k10r/p14p/16/16/16/16/P14P/13RK1 b - - 1 1");
}

TEST_F(Parts, CastlingWithoutASquareBetweenIsNone) {
  EXPECT_THAT(actions("4k11/p14p/16/16/16/16/P14P/4KR10 w EF - 0 1"), Not(Contains("e1f1")));
}

TEST_F(Parts, KingsFuseAndTheFusedKingNeedsASafePath) {
  const std::string text = "4k11/p14p/16/16/16/16/P14P/4KK10 w - - 0 1";
  EXPECT_THAT(actions(text), Contains("e1f1"));
  EXPECT_EQ(after(text, "e1f1"), "4k11/p14p/16/16/16/16/P14P/5F10 b - - 1 1");
  // The rook guards the g-file: the fused king may not pass it.
  const auto barred = actions("4k1r9/p14p/16/16/16/16/P14P/5F10 w - - 0 1");
  EXPECT_THAT(barred, Contains("f1f3"));
  EXPECT_THAT(barred, Not(Contains("f1h1")));
  EXPECT_THAT(barred, Not(Contains("f1g2")));
  EXPECT_THAT(actions("4k11/p14p/16/16/16/16/P14P/5F10 w - - 0 1"), Contains("f1h1"));
}

TEST_F(Parts, AreRefusedHalfRemoved) {
  EXPECT_THAT(refusal(*game_, "*8k6/16/16/16/16/2n13/16/K14K w - - 0 1"),
              ::testing::HasSubstr("only 1 of the 64 squares"));
}

}  // namespace
}  // namespace regelwerk::generator
