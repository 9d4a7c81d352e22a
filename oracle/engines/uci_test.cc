#include "oracle/engines/uci.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace regelwerk::engines {
namespace {

using ::testing::ElementsAre;

constexpr const char* kStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

TEST(OptionLine, ReadsNameTypeAndValues) {
  const auto option = parse_option_line(
      " option name UCI_Variant type combo default chess var 3check var chess var los alamos\r");
  ASSERT_TRUE(option);
  EXPECT_EQ(option->name, "UCI_Variant");
  EXPECT_EQ(option->type, "combo");
  EXPECT_THAT(option->vars, ElementsAre("3check", "chess", "los alamos"));
}

TEST(OptionLine, NamesMayHoldBlanks) {
  const auto option = parse_option_line("option name Clear Hash type button");
  ASSERT_TRUE(option);
  EXPECT_EQ(option->name, "Clear Hash");
  EXPECT_FALSE(parse_option_line("id name option name"));
  EXPECT_FALSE(parse_option_line("option"));
}

TEST(OptionLine, IsFoundWhateverTheLetterCase) {
  const std::vector<UciOption> options = {{"Hash", "spin", {}}};
  EXPECT_EQ(find_option(options, "hash"), &options[0]);
  EXPECT_EQ(find_option(options, "hashes"), nullptr);
}

TEST(DivideLine, ReadsMovesOfAllForms) {
  for (const char* move : {"a2a3", "e7e8q", "e7e8=q", "j10a1", "a9a10c", "P@e5", "0000", "e1e1"}) {
    const auto line = parse_divide_line(std::string(" ") + move + ": 20\r");
    ASSERT_TRUE(line) << move;
    EXPECT_EQ(line->move, move);
    EXPECT_EQ(line->nodes, 20u);
  }
}

TEST(DivideLine, IsOnlyWhatBeginsWithAMove) {
  for (const char* text : {"info string x: 1", "Nodes searched: 20", "Time (ms) : 3", "Key: 5", "",
                           "a2: 1", "a2a: 1", "a0a3: 1", "a2a3qq: 1", "A2a3: 1", "P@: 1", "a2a3",
                           "Checkers: 0", "depth 1: 3", "e2 e4: 1"}) {
    EXPECT_FALSE(parse_divide_line(text)) << text;
  }
}

TEST(DivideLine, SaysIfTheCountIsNoCount) {
  for (const char* text : {"a2a3: many", "a2a3:", "a2a3: -1", "a2a3: 1 2", "a2a3: 1.5",
                           "a2a3: 18446744073709551616"}) {
    const auto line = parse_divide_line(text);
    ASSERT_TRUE(line) << text;
    EXPECT_FALSE(line->nodes) << text;
  }
  EXPECT_EQ(parse_divide_line("a2a3: 18446744073709551615")->nodes, 18446744073709551615u);
}

TEST(NodesLine, HasBlanksBeforeTheColonOrNot) {
  EXPECT_EQ(parse_nodes_line("Nodes searched: 20")->nodes, 20u);
  EXPECT_EQ(parse_nodes_line("  Nodes searched  : 20\r")->nodes, 20u);
  EXPECT_FALSE(parse_nodes_line("Nodes searched: x")->nodes);
  EXPECT_FALSE(parse_nodes_line("info nodes searched: 20"));
  EXPECT_FALSE(parse_nodes_line("Nodes searched 20"));
  EXPECT_FALSE(parse_nodes_line("Nodes/second: 20"));
}

TEST(SamePosition, ComparesPlacementAndSide) {
  EXPECT_TRUE(same_position(kStart, kStart, 8));
  EXPECT_TRUE(
      same_position(kStart, "rnbqkbnr/pppppppp/8/44/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 3 9", 8));
  EXPECT_FALSE(
      same_position(kStart, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1", 8));
  EXPECT_FALSE(
      same_position(kStart, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1", 8));
  EXPECT_FALSE(same_position(kStart, "", 8));
  // Cut short, it agrees in what it says.
  EXPECT_TRUE(same_position(kStart, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", 8));
  EXPECT_FALSE(same_position(kStart, "rnbqkbnr/pppppppp/8/8/8/P7/1PPPPPPP/RNBQKBNR", 8));
}

TEST(SamePosition, ReadsLongNumbersOnWideBoards) {
  EXPECT_FALSE(same_position("10/k8K w - - 0 1", "55/k8K w - - 0 1", 10));
  EXPECT_TRUE(same_position("k9/9K w - - 0 1", "k9/9K w - - 0 1", 10));
  EXPECT_FALSE(same_position("k15/15K w - - 0 1", "k5/5K w - - 0 1", 16));
}

TEST(SamePosition, TakesEverySpellingOfCastlingRights) {
  const auto same = [](const std::string& sent, const std::string& held) {
    const std::string board = "r3k2r/8/8/8/8/8/8/R3K2R w ";
    return same_position(board + sent + " - 0 1", board + held + " - 0 1", 8);
  };
  EXPECT_TRUE(same("KQkq", "HAha"));
  EXPECT_TRUE(same("Kq", "Ha"));
  EXPECT_TRUE(same("qK", "Kq"));
  EXPECT_FALSE(same("KQkq", "KQk"));
  EXPECT_FALSE(same("-", "K"));
  EXPECT_FALSE(same("Kk", "Qq"));
}

TEST(SamePosition, KNamesTheOutermostRook) {
  const std::string board = "4k3/8/8/8/8/8/8/4K1RR w ";
  EXPECT_TRUE(same_position(board + "K - 0 1", board + "H - 0 1", 8));
  EXPECT_FALSE(same_position(board + "K - 0 1", board + "G - 0 1", 8));
}

TEST(SamePosition, LetsTheEnginesDropAnEnPassantSquareButNotInventOne) {
  const std::string board = "4k3/8/8/8/4P3/8/8/4K3 b - ";
  EXPECT_TRUE(same_position(board + "e3 0 1", board + "- 0 1", 8));
  EXPECT_TRUE(same_position(board + "e3 0 1", board + "e3 0 1", 8));
  EXPECT_FALSE(same_position(board + "- 0 1", board + "e3 0 1", 8));
  EXPECT_FALSE(same_position(board + "e3 0 1", board + "d3 0 1", 8));
}

}  // namespace
}  // namespace regelwerk::engines
