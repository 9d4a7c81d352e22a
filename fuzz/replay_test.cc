#include "fuzz/replay.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "fuzz/readings.h"
#include "fuzz/target.h"
#include "spec/load.h"

namespace regelwerk::fuzz {
namespace {

namespace fs = std::filesystem;

class Replay : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::path(testing::TempDir()) /
              testing::UnitTest::GetInstance()->current_test_info()->name();
    fs::remove_all(folder_);
    fs::create_directories(folder_ / "below");
    write("b", "second");
    write("a", "first");
    write("below/c", "not run");
  }
  void TearDown() override { fs::remove_all(folder_); }

  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name, std::ios::binary) << text;
  }

  fs::path folder_;
  std::ostringstream log_;
};

TEST_F(Replay, RunsTheFilesOfAFolderInOrder) {
  std::vector<std::string> seen;
  const ReplayResult result = replay(
      {folder_, folder_ / "b"},
      [&](const std::uint8_t* data, std::size_t size) {
        seen.emplace_back(as_text(data, size));
        return 0;
      },
      log_);
  EXPECT_THAT(seen, testing::ElementsAre("first", "second", "second"));
  EXPECT_EQ(result.inputs, 3U);
  EXPECT_EQ(result.findings, 0U);
}

TEST_F(Replay, NamesTheFileOfAFindingAndGoesOn) {
  const ReplayResult result = replay(
      {folder_},
      [&](const std::uint8_t* data, std::size_t size) {
        expect(as_text(data, size) != "first", "it was the first");
        return 0;
      },
      log_);
  EXPECT_EQ(result.inputs, 2U);
  EXPECT_EQ(result.findings, 1U);
  EXPECT_THAT(log_.str(),
              testing::HasSubstr((folder_ / "a").string() + "\n  finding: it was the first\n"));
}

TEST_F(Replay, SaysWhatCannotBeRead) {
  const ReplayResult result = replay(
      {folder_ / "missing"}, [](const std::uint8_t*, std::size_t) { return 0; }, log_);
  EXPECT_EQ(result.inputs, 0U);
  EXPECT_EQ(result.unread, 1U);
}

TEST(Readings, AreAllBundledVariantsAndTheirOptions) {
  const std::vector<std::string> names = spec::bundled_variants();
  Readings readings;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string input{static_cast<char>(i), 'x'};
    const Pick pick = readings.pick(input);
    EXPECT_EQ(pick.reference->variant().name, names[i]);
    EXPECT_FALSE(pick.by_label);
    EXPECT_EQ(pick.rest, "x");
  }
  EXPECT_EQ(readings.pick("").reference->variant().name, names[0]);
}

TEST(Readings, ALabelPicksWhateverItsPlaceInTheList) {
  Readings readings;
  const Pick plain = readings.pick("chess 8/8");
  EXPECT_EQ(plain.reference->variant().name, "chess");
  EXPECT_TRUE(plain.by_label);
  EXPECT_EQ(plain.rest, "8/8");
  const Pick option = readings.pick("breitenschach:king-target=after-removal\nab");
  EXPECT_EQ(option.reference->variant().name, "breitenschach");
  EXPECT_TRUE(option.by_label);
  EXPECT_EQ(option.rest, "\nab");
  const auto& options = option.reference->variant().options;
  EXPECT_TRUE(std::any_of(options.begin(), options.end(), [](const spec::Option& one) {
    return one.name == "king-target" && one.chosen == "after-removal";
  }));
  // Without a sign behind it, it is a byte like any other.
  EXPECT_FALSE(readings.pick("chess").by_label);
}

TEST(Actions, DependOnTheText) {
  const auto all = [](const std::string& text) {
    std::vector<std::size_t> chosen;
    const auto choose = actions_by(text, 8);
    while (const auto next = choose(30)) chosen.push_back(*next);
    return chosen;
  };
  EXPECT_THAT(all("a"), testing::SizeIs(8));
  EXPECT_THAT(all("a"), testing::Each(testing::Lt(30U)));
  EXPECT_EQ(all("a"), all("a"));
  EXPECT_NE(all("a"), all("b"));
}

TEST(Expectations, DiagnosticsMustLieInTheText) {
  spec::Diagnostic diagnostic;
  diagnostic.place = {"file", 2, 1};
  diagnostic.message = "wrong";
  EXPECT_NO_THROW(expect_well_formed({diagnostic}, "one\ntwo", "file"));
  EXPECT_THROW(expect_well_formed({diagnostic}, "one", "file"), Finding);
  EXPECT_NO_THROW(expect_well_formed({diagnostic}, "one", "another file"));
  diagnostic.source_line = "three";
  EXPECT_THROW(expect_well_formed({diagnostic}, "one\ntwo", "file"), Finding);
  diagnostic.message.clear();
  EXPECT_THROW(expect_well_formed({diagnostic}, "one\nthree", "file"), Finding);
}

TEST(Expectations, ProblemsMustLieInTheLine) {
  EXPECT_NO_THROW(expect_well_formed({spec::Problem{4, "", "too short"}}, "abc"));
  EXPECT_THROW(expect_well_formed({spec::Problem{5, "", "too short"}}, "abc"), Finding);
  EXPECT_THROW(expect_well_formed({spec::Problem{1, "", ""}}, "abc"), Finding);
}

}  // namespace
}  // namespace regelwerk::fuzz
