// Games for more than two: turns, friends, replies, rearrangements.
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "generator/rules/rearrangement.h"
#include "generator/testing.h"

namespace regelwerk::generator {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

class Company : public ::testing::Test {
 protected:
  std::unique_ptr<Game> game_ = bundled("koalitionsschach");

  std::vector<std::string> actions(const std::string& text) {
    return action_texts(*read(*game_, text));
  }
  std::string after(const std::string& text, const std::vector<std::string>& line) {
    return text_after(*game_, text, line);
  }
};

TEST_F(Company, TakesTurnsInTheOrderOfTheSpec) {
  EXPECT_THAT(after("startpos", {"c2c3"}), HasSubstr(" b "));
  EXPECT_THAT(after("startpos", {"c2c3", "c9c8"}), HasSubstr(" g "));
  EXPECT_THAT(after("startpos", {"c2c3", "c9c8", "i7h7"}), HasSubstr(" r "));
  const std::string round_two = after("startpos", {"c2c3", "c9c8", "i7h7", "b7c7"});
  EXPECT_THAT(round_two, HasSubstr(" y "));
  EXPECT_EQ(round_two.substr(round_two.size() - 2), " 2");
}

TEST_F(Company, DeclaresAnAllianceWithAnAction) {
  EXPECT_THAT(after("startpos", {"c2c3", "c9c8", "i7h7+y"}), HasSubstr(" r gy "));
  // Yellow is taken: only Black is left for Red.
  const auto red = actions(after("startpos", {"c2c3", "c9c8", "i7h7+y"}));
  EXPECT_THAT(red, Contains("b7c7+b"));
  EXPECT_THAT(red, Not(Contains("b7c7+y")));
}

// Yellow's tank checks Black's king; Green's turn is not next, Black's is.
TEST_F(Company, DoesNotAskWhoHasTheNextTurn) {
  EXPECT_THAT(after("bK,9/10/10/10/10/10/10/10/10/yK,1,yT,5,gG,1 y gb - - - - 0 5", {"c1c10"}),
              HasSubstr(" b gb "));
}

// Green's submarine checks Yellow out of turn: Red is next, Yellow after him is asked.
TEST_F(Company, AsksOutOfTurnAndTheReplyCostsATurn) {
  const std::string asked =
      after("bK,9/10/10/10/10/10/10/rG,8,gS/10/yK,3,yT,5 g gb,ry - - - - 0 5", {"j3j1"});
  EXPECT_THAT(asked, HasSubstr(" r gb,ry - - - - 1 5")) << "the tank on e1 shields the king";
  const std::string open =
      after("bK,9/10/10/10/10/10/10/rG,8,gS/10/yK,9 g gb,ry - - - - 0 5", {"j3j1"});
  EXPECT_THAT(open, HasSubstr(" y<r gb,ry - - - - 1 5"));
  EXPECT_THAT(actions(open), ElementsAre("a1a2", "a1b2", "wait"));
  EXPECT_THAT(after(open, {"a1a2"}), HasSubstr(" r gb,ry - y - - 2 5"));
  EXPECT_THAT(after(open, {"wait"}), HasSubstr(" r gb,ry - - - - 2 5"));
}

TEST_F(Company, WhoOwesATurnMustReply) {
  const std::string owing = "bK,9/10/10/10/10/10/10/rG,9/10/yK,8,gS y<r gb,ry - y - - 1 5";
  EXPECT_THAT(actions(owing), ElementsAre("a1a2", "a1b2"));
}

TEST_F(Company, BreaksOffWithoutAnAlliance) {
  const auto position = read(*game_, "bK,9/10/10/10/10/10/10/rG,9/10/yK,8,gS y - - - - - 0 4");
  EXPECT_EQ(position->outcome(), Outcome::kBrokenOff);
  EXPECT_TRUE(position->actions().empty());
}

TEST_F(Company, FindsRearrangementsWithoutListingThem) {
  const auto position = read(*game_, after("startpos", {"c2c3"}));
  const std::string same = "@Ac10,Ed10,Me10,Kf10,Ag10,Th10,Wc9,Wd9,Ge9,Gf9,Wg9,Wh9";
  const std::string other = "@Ab10,Ed10,Me10,Kf10,Ag10,Th10,Wc9,Wd9,Ge9,Gf9,Wg9,Wh9";
  EXPECT_FALSE(position->find(same));
  const auto action = position->find(other);
  ASSERT_TRUE(action);
  EXPECT_EQ(position->action_text(*action), other);
  EXPECT_THAT(action_texts(*position), Not(Contains(other)));
  position->apply(*action);
  EXPECT_THAT(position->text(), HasSubstr(" g - gr "));
}

// Black's area has 14 squares for a king, a tank, an engineer, a motorcyclist, two artilleries,
// four machine guns and two guards: 14! / (2! 4! 2! 2!) placements. On three of the squares the
// king would be attacked; the present placement does not count.
TEST_F(Company, CountsRearrangementsByTheMultinomialFormula) {
  const auto listing = compiled(spec::load_variant("koalitionsschach"), false, true);
  const auto position = read(*listing, after("startpos", {"d2d3"}));
  const std::uint64_t plain = read(*game_, position->text())->perft(1).nodes;
  EXPECT_EQ(position->perft(1).nodes - plain, 454053600u / 14 * 11 - 1);
}

TEST(Arrangement, NumbersEveryPlacementOnce) {
  Arrangement a;
  a.counts = {2, 1, 3};
  a.squares = {0, 1, 2, 3, 4, 5};
  EXPECT_EQ(placements(a.counts), 60u);
  std::set<std::vector<int>> seen;
  for (std::uint32_t number = 0; number < 60; ++number) {
    a.kinds = placement_kinds(a, number);
    EXPECT_EQ(placement_number(a), number);
    seen.insert(a.kinds);
  }
  EXPECT_EQ(seen.size(), 60u);
}

}  // namespace
}  // namespace regelwerk::generator
