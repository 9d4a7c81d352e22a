#include "suites/fingerprint.h"

#include <gtest/gtest.h>

#include <fstream>

namespace regelwerk::suites {
namespace {

namespace fs = std::filesystem;

class FingerprintTest : public testing::Test {
 protected:
  void SetUp() override {
    const auto* info = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = fs::path(REGELWERK_BINARY_DIR) / "suites" / "testfiles" / info->name();
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    write("engine", "#!/bin/sh\nexit 0\n");
    fs::permissions(path("engine"), fs::perms::owner_all);
  }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name, std::ios::binary) << text;
  }

  fs::path folder_;
};

// The published vectors of FNV-1a with 64 bits.
TEST_F(FingerprintTest, IsThePublishedFunction) {
  EXPECT_EQ(fingerprint(""), "cbf29ce484222325");
  EXPECT_EQ(fingerprint("a"), "af63dc4c8601ec8c");
  EXPECT_EQ(fingerprint("foobar"), "85944171f73967e8");
}

TEST_F(FingerprintTest, OfAFileIsThatOfItsContents) {
  const std::string text = std::string(100'000, 'x') + '\0' + "y";
  write("file", text);
  EXPECT_EQ(file_fingerprint(path("file")), fingerprint(text));
  EXPECT_EQ(file_fingerprint(path("none")), std::nullopt);
  EXPECT_EQ(file_fingerprint(folder_), std::nullopt);
}

TEST_F(FingerprintTest, SeesEverythingThatAnEngineDependsOn) {
  write("script", "one");
  write("ini", "one");
  const std::string command = path("engine") + " " + path("script") + " --variants=" + path("ini");
  const auto now = [&] { return engine_fingerprint(command, {{"Hash", "1"}}, {{"v", "chess"}}); };
  const std::string before = now();
  EXPECT_EQ(before.size(), 16u);
  EXPECT_EQ(now(), before);
  EXPECT_NE(engine_fingerprint(command + " -x", {{"Hash", "1"}}, {{"v", "chess"}}), before);
  EXPECT_NE(engine_fingerprint(command, {{"Hash", "2"}}, {{"v", "chess"}}), before);
  EXPECT_NE(engine_fingerprint(command, {{"Hash", "1"}}, {{"v", "other"}}), before);
  for (const char* file : {"engine", "script", "ini"}) {
    std::ifstream stream(path(file));
    const std::string old((std::istreambuf_iterator<char>(stream)), {});
    write(file, old + "# changed\n");
    EXPECT_NE(now(), before) << file;
    write(file, old);
    EXPECT_EQ(now(), before) << file;
  }
}

TEST_F(FingerprintTest, SeesTheFileOfAnOption) {
  write("ini", "one");
  const auto now = [&] { return engine_fingerprint(path("engine"), {{"Path", path("ini")}}, {}); };
  const std::string before = now();
  write("ini", "two");
  EXPECT_NE(now(), before);
}

TEST_F(FingerprintTest, SeesTheProgramInACommandOfKeys) {
  const std::string command = "\"cmd=" + path("engine") + " -x\" proto=uci";
  const std::string before = engine_fingerprint(command, {}, {});
  EXPECT_NE(before, "");
  write("engine", "#!/bin/sh\nexit 1\n");
  EXPECT_NE(engine_fingerprint(command, {}, {}), before);
}

TEST_F(FingerprintTest, OfNoProgramIsEmpty) {
  EXPECT_EQ(engine_fingerprint("no-such-engine-anywhere", {}, {}), "");
  EXPECT_EQ(engine_fingerprint("", {}, {}), "");
}

}  // namespace
}  // namespace regelwerk::suites
