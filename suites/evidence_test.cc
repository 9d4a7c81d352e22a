#include "suites/evidence.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

namespace regelwerk::suites {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;

class EvidenceTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::path(REGELWERK_BINARY_DIR) / "suites" / "testfiles" / "evidence" /
              testing::UnitTest::GetInstance()->current_test_info()->name();
    fs::remove_all(folder_);
  }
  static std::string read(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  }

  fs::path folder_;
};

TEST_F(EvidenceTest, WritesALogAndAScriptThatCanBeRun) {
  const WrittenEvidence written =
      write_evidence(folder_ / "new", "a/b.epd:3 D1 ./mine", {{"> uci", "< uciok"}, "#!/bin/sh\n"});
  EXPECT_EQ(written.problem, "");
  ASSERT_THAT(written.files,
              ElementsAre((folder_ / "new" / "a_b.epd_3_D1_.").string() + "_mine.log",
                          (folder_ / "new" / "a_b.epd_3_D1_.").string() + "_mine.sh"));
  EXPECT_EQ(read(written.files[0]), "> uci\n< uciok\n");
  EXPECT_EQ(read(written.files[1]), "#!/bin/sh\n");
  EXPECT_NE(fs::status(written.files[1]).permissions() & fs::perms::owner_exec, fs::perms::none);
}

TEST_F(EvidenceTest, TellsEqualTitlesApart) {
  const WrittenEvidence one = write_evidence(folder_, "x", {{"1"}, ""});
  const WrittenEvidence two = write_evidence(folder_, "x", {{"2"}, ""});
  ASSERT_EQ(one.files.size(), 1u);
  ASSERT_EQ(two.files.size(), 1u);
  EXPECT_NE(one.files[0], two.files[0]);
  EXPECT_EQ(read(one.files[0]), "1\n");
  EXPECT_EQ(read(two.files[0]), "2\n");
}

TEST_F(EvidenceTest, TitlesAreNoPaths) {
  for (const std::string& title : {std::string("../../x"), std::string(), std::string("///"),
                                   std::string(5000, 'a'), std::string("..")}) {
    const WrittenEvidence written = write_evidence(folder_, title, {{"1"}, ""});
    ASSERT_EQ(written.files.size(), 1u) << title;
    EXPECT_EQ(fs::path(written.files[0]).parent_path(), folder_);
    EXPECT_LT(fs::path(written.files[0]).filename().string().size(), 100u);
  }
}

TEST_F(EvidenceTest, SaysWhyItCannotWrite) {
  fs::create_directories(folder_);
  std::ofstream(folder_ / "file") << "";
  const WrittenEvidence written = write_evidence(folder_ / "file" / "below", "x", {{"1"}, ""});
  EXPECT_THAT(written.files, IsEmpty());
  EXPECT_THAT(written.problem, Not(IsEmpty()));
}

}  // namespace
}  // namespace regelwerk::suites
