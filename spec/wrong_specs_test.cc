// Every spec in testdata/wrong is refused (or warned of) with exactly the text beside it. Set
// REGELWERK_UPDATE_GOLDEN=1 to write the texts anew, and read them before committing.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

#include "spec/load.h"

namespace regelwerk::spec {
namespace {

namespace fs = std::filesystem;

fs::path directory() { return fs::path(REGELWERK_SOURCE_DIR) / "spec" / "testdata" / "wrong"; }

std::string contents(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::vector<std::string> wrong_specs() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(directory())) {
    const std::string name = entry.path().filename().string();
    // A file whose name begins with an underscore is only extended by others.
    if (entry.path().extension() == ".yaml" && name[0] != '_') {
      names.push_back(entry.path().stem().string());
    }
  }
  std::sort(names.begin(), names.end());
  return names;
}

class WrongSpec : public ::testing::TestWithParam<std::string> {};

TEST_P(WrongSpec, SaysWhatIsWrongAndWhere) {
  // Paths in messages are as given, so that they do not depend on where the sources are.
  fs::current_path(directory());
  const LoadResult result = load_variant(GetParam() + ".yaml");
  // Where in a bundled parent something stands changes with the bundled spec.
  const std::string text = std::regex_replace(
      to_string(result.diagnostics),
      std::regex("((?:chess|breitenschach|koalitionsschach)\\.yaml):[0-9]+"), "$1:N");
  EXPECT_FALSE(text.empty());
  EXPECT_NE(result.variant.has_value(), has_errors(result.diagnostics));
  const fs::path golden = directory() / (GetParam() + ".txt");
  if (std::getenv("REGELWERK_UPDATE_GOLDEN") != nullptr) {
    std::ofstream(golden, std::ios::binary) << text;
  }
  EXPECT_EQ(text, contents(golden));
}

INSTANTIATE_TEST_SUITE_P(TestData, WrongSpec, ::testing::ValuesIn(wrong_specs()),
                         [](const auto& info) {
                           std::string name = info.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

TEST(WrongSpecs, CoverMuch) { EXPECT_GE(wrong_specs().size(), 200U); }

}  // namespace
}  // namespace regelwerk::spec
