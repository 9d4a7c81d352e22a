#include "oracle/engines/command_line.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace regelwerk::engines {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(SplitCommand, DividesAtBlanks) {
  EXPECT_THAT(split_command("  ./mine\t--level  3 ").words, ElementsAre("./mine", "--level", "3"));
}

TEST(SplitCommand, KeepsWhatIsQuoted) {
  EXPECT_THAT(split_command(R"('my engine' "a \"b\" \\ \c" d' 'e)").words,
              ElementsAre("my engine", R"(a "b" \ \c)", "d e"));
}

TEST(SplitCommand, BackslashKeepsTheNextCharacter) {
  EXPECT_THAT(split_command(R"(my\ engine \'x)").words, ElementsAre("my engine", "'x"));
}

TEST(SplitCommand, KeepsEmptyArguments) {
  EXPECT_THAT(split_command("mine '' \"\"").words, ElementsAre("mine", "", ""));
}

TEST(SplitCommand, ExpandsNothing) {
  EXPECT_THAT(split_command("mine $HOME *.cc ~ | a;b").words,
              ElementsAre("mine", "$HOME", "*.cc", "~", "|", "a;b"));
}

TEST(SplitCommand, RefusesWhatIsNoCommand) {
  for (const char* text : {"", "  ", "''", "'' x"}) {
    EXPECT_EQ(split_command(text).error, "empty command") << text;
    EXPECT_THAT(split_command(text).words, IsEmpty()) << text;
  }
  EXPECT_EQ(split_command("mine 'a").error, "quote without end");
  EXPECT_EQ(split_command("mine \"a\\\"").error, "quote without end");
}

TEST(FindProgram, LooksInThePath) {
  const auto found = find_program("sh");
  ASSERT_TRUE(found);
  EXPECT_THAT(*found, ::testing::EndsWith("/sh"));
}

TEST(FindProgram, TakesAPathAsItIs) {
  EXPECT_EQ(find_program("/bin/sh"), "/bin/sh");
  EXPECT_EQ(find_program("/bin/there-is-no-such-program"), std::nullopt);
  EXPECT_EQ(find_program("/"), std::nullopt);
  EXPECT_EQ(find_program("there-is-no-such-program"), std::nullopt);
}

}  // namespace
}  // namespace regelwerk::engines
