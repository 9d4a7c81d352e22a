#include "suites/answer_cache.h"

#include <gtest/gtest.h>

#include <fstream>

namespace regelwerk::suites {
namespace {

namespace fs = std::filesystem;

class AnswerCacheTest : public testing::Test {
 protected:
  void SetUp() override {
    const auto* info = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = fs::path(REGELWERK_BINARY_DIR) / "suites" / "testfiles" / info->name();
    fs::remove_all(folder_);
  }

  // As the next run of the program would.
  std::unique_ptr<AnswerCache> open() const {
    spec::Diagnostics diagnostics;
    auto cache = AnswerCache::open(folder_ / "cache", &diagnostics);
    EXPECT_NE(cache, nullptr) << spec::to_string(diagnostics);
    return cache;
  }

  std::vector<fs::path> files() const {
    std::vector<fs::path> found;
    for (const auto& entry : fs::recursive_directory_iterator(folder_)) {
      if (entry.is_regular_file()) {
        found.push_back(entry.path());
      }
    }
    return found;
  }

  fs::path folder_;
  const CacheQuestion question_{"0123", "abcd", "8/8/8/8/8/8/8/K1k5 w - - 0 1", 3};
  const CachedCount answer_{
      "Mine \"2\" \xc3\xa9", UINT64_MAX, {{"a1a2", UINT64_MAX - 5}, {"a1b2", 5}}};
};

TEST_F(AnswerCacheTest, KnowsWhatAnEarlierRunStored) {
  EXPECT_EQ(open()->find(question_), std::nullopt);
  EXPECT_TRUE(open()->store(question_, answer_));
  EXPECT_EQ(open()->find(question_), answer_);
}

TEST_F(AnswerCacheTest, EveryPartOfTheQuestionMatters) {
  EXPECT_TRUE(open()->store(question_, answer_));
  const auto cache = open();
  for (int part = 0; part < 4; ++part) {
    CacheQuestion other = question_;
    (part == 0 ? other.engine : part == 1 ? other.spec_hash : other.position) += "0";
    other.depth += part == 3 ? 1 : 0;
    EXPECT_EQ(cache->find(other), std::nullopt) << part;
  }
}

TEST_F(AnswerCacheTest, ItsOwnAnswersAreNotGivenBack) {
  const auto cache = open();
  EXPECT_TRUE(cache->store(question_, answer_));
  EXPECT_EQ(cache->find(question_), std::nullopt);
}

TEST_F(AnswerCacheTest, AnUnknownProgramIsNotKept) {
  CacheQuestion question = question_;
  question.engine.clear();
  EXPECT_TRUE(open()->store(question, answer_));
  EXPECT_EQ(open()->find(question), std::nullopt);
  EXPECT_TRUE(files().empty());
}

TEST_F(AnswerCacheTest, ADamagedFileIsNoAnswer) {
  EXPECT_TRUE(open()->store(question_, answer_));
  ASSERT_EQ(files().size(), 1u);
  const fs::path file = files()[0];
  std::ifstream stream(file);
  const std::string text((std::istreambuf_iterator<char>(stream)), {});
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string changed = text;
    const std::size_t at = changed.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return changed.replace(at, from.size(), to);
  };
  for (const std::string& damaged :
       {std::string(), text.substr(0, text.size() / 2), std::string("[]"), std::string("{}"),
        with("\"a1b2\":5", "\"a1b2\":6"), with("\"a1b2\":5", "\"a1b2\":\"5\""),
        with("\"depth\":3", "\"depth\":4"), with("\"format\":1", "\"format\":2")}) {
    std::ofstream(file) << damaged;
    EXPECT_EQ(open()->find(question_), std::nullopt) << damaged;
  }
  EXPECT_TRUE(open()->store(question_, answer_)) << "it is replaced";
  EXPECT_EQ(open()->find(question_), answer_);
}

TEST_F(AnswerCacheTest, LeavesNothingElseBehind) {
  const auto cache = open();
  for (int depth = 1; depth <= 5; ++depth) {
    CacheQuestion question = question_;
    question.depth = depth;
    EXPECT_TRUE(cache->store(question, answer_));
    EXPECT_TRUE(cache->store(question, answer_));
  }
  EXPECT_EQ(files().size(), 5u);
}

TEST_F(AnswerCacheTest, AFileInItsPlaceIsAnError) {
  fs::create_directories(folder_);
  std::ofstream(folder_ / "cache") << "a file";
  spec::Diagnostics diagnostics;
  EXPECT_EQ(AnswerCache::open(folder_ / "cache", &diagnostics), nullptr);
  EXPECT_TRUE(spec::has_errors(diagnostics));
}

TEST_F(AnswerCacheTest, AnAnswerThatCannotBeWrittenIsSaid) {
  const auto cache = open();
  fs::remove_all(folder_ / "cache");
  std::ofstream(folder_ / "cache") << "a file";
  EXPECT_FALSE(cache->store(question_, answer_));
}

}  // namespace
}  // namespace regelwerk::suites
