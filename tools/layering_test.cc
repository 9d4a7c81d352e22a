// The direction of dependencies, and that no program text knows a bundled variant by name.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "spec/load.h"

namespace {

namespace fs = std::filesystem;

struct Source {
  std::string path;    // from the root of the project
  std::string folder;  // as in kMayUse
  std::string text;
};

// What each folder may include. oracle/engines is a library of its own.
const std::map<std::string, std::set<std::string>>& may_use() {
  static const std::map<std::string, std::set<std::string>> map = {
      {"spec", {"spec"}},
      {"generator", {"spec", "generator"}},
      {"oracle", {"spec", "oracle"}},
      {"engines", {"spec", "engines"}},
      {"suites", {"spec", "generator", "oracle", "engines", "suites"}},
      {"reports", {"spec", "generator", "oracle", "engines", "suites", "reports"}},
      {"tools", {"spec", "generator", "oracle", "engines", "suites", "reports", "tools"}},
      {"fuzz", {"spec", "generator", "oracle", "engines", "suites", "fuzz"}},
  };
  return map;
}

std::string folder_of(const std::string& path) {
  if (path.rfind("oracle/engines/", 0) == 0) return "engines";
  return path.substr(0, path.find('/'));
}

std::vector<Source> all_sources() {
  const fs::path root = REGELWERK_SOURCE_DIR;
  std::vector<Source> sources;
  for (const char* folder : {"spec", "generator", "oracle", "suites", "reports", "tools", "fuzz"}) {
    if (!fs::exists(root / folder)) continue;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root / folder)) {
      const std::string extension = entry.path().extension().string();
      if (extension != ".h" && extension != ".cc") continue;
      std::ifstream stream(entry.path(), std::ios::binary);
      std::ostringstream text;
      text << stream.rdbuf();
      const std::string path = fs::relative(entry.path(), root).generic_string();
      sources.push_back({path, folder_of(path), text.str()});
    }
  }
  return sources;
}

struct Literal {
  int line = 0;
  std::string text;
};

// String literals of a source, comments left out. Escapes are kept as written; raw strings are
// read to their delimiter.
std::vector<Literal> string_literals(const std::string& source) {
  std::vector<Literal> literals;
  int line = 1;
  for (std::size_t i = 0; i < source.size(); ++i) {
    const char c = source[i];
    if (c == '\n') {
      ++line;
    } else if (source.compare(i, 2, "//") == 0) {
      i = std::min(source.find('\n', i), source.size()) - 1;
    } else if (source.compare(i, 2, "/*") == 0) {
      const std::size_t end = std::min(source.find("*/", i + 2), source.size() - 2);
      line += static_cast<int>(std::count(source.begin() + static_cast<std::ptrdiff_t>(i),
                                          source.begin() + static_cast<std::ptrdiff_t>(end), '\n'));
      i = end + 1;
    } else if (c == '\'' && i > 0 && std::isalnum(static_cast<unsigned char>(source[i - 1])) == 0) {
      i = source.find('\'', source[i + 1] == '\\' ? i + 3 : i + 2);
    } else if (source.compare(i, 2, "R\"") == 0) {
      const std::size_t open = source.find('(', i);
      const std::string close = ")" + source.substr(i + 2, open - i - 2) + "\"";
      const std::size_t end = source.find(close, open);
      literals.push_back({line, source.substr(open + 1, end - open - 1)});
      line += static_cast<int>(
          std::count(literals.back().text.begin(), literals.back().text.end(), '\n'));
      i = end + close.size() - 1;
    } else if (c == '"') {
      std::size_t end = i + 1;
      while (end < source.size() && source[end] != '"') end += source[end] == '\\' ? 2 : 1;
      literals.push_back({line, source.substr(i + 1, end - i - 1)});
      i = end;
    }
  }
  return literals;
}

// Tests, and the headers that only tests include.
bool is_test(const std::string& path) {
  const std::string name = fs::path(path).filename().string();
  return name.ends_with("testing.h") || name.ends_with("_test.cc");
}

TEST(Layering, SourcesIncludeOnlyWhatTheirFolderMayUse) {
  const std::regex include("#include \"([^\"]+)\"");
  const std::vector<Source> sources = all_sources();
  ASSERT_GT(sources.size(), 50U);
  int includes = 0;
  for (const Source& source : sources) {
    const auto allowed = may_use().find(source.folder);
    ASSERT_NE(allowed, may_use().end()) << source.path;
    for (std::sregex_iterator it(source.text.begin(), source.text.end(), include), end; it != end;
         ++it) {
      const std::string header = (*it)[1];
      ++includes;
      EXPECT_TRUE(fs::exists(fs::path(REGELWERK_SOURCE_DIR) / header))
          << source.path << " includes \"" << header << "\", which is not named from the root";
      EXPECT_EQ(allowed->second.count(folder_of(header)), 1U)
          << source.path << " includes " << header << " against the direction of dependencies";
      EXPECT_TRUE(is_test(source.path) || !is_test(header))
          << source.path << " includes " << header << ", which is for tests";
    }
  }
  EXPECT_GT(includes, 50);
}

TEST(Layering, LibrariesLinkOnlyWhatTheirFolderMayUse) {
  std::ifstream stream(REGELWERK_LINKS);
  ASSERT_TRUE(stream) << REGELWERK_LINKS;
  int lines = 0;
  for (std::string line; std::getline(stream, line); ++lines) {
    std::istringstream words(line);
    std::string library;
    words >> library;
    ASSERT_EQ(library.substr(0, 10), "regelwerk_");
    const std::string folder = library.substr(10, library.size() - 11);
    const auto allowed = may_use().find(folder);
    ASSERT_NE(allowed, may_use().end()) << line;
    for (std::string linked; words >> linked;) {
      if (linked.rfind("regelwerk_", 0) != 0 || linked == "regelwerk_options") continue;
      EXPECT_EQ(allowed->second.count(linked.substr(10)), 1U) << line;
    }
  }
  EXPECT_EQ(lines, 6);
}

// Programs for tests that speak in the words of other people's chess engines.
bool speaks_for_others(const std::string& path) {
  const std::string name = fs::path(path).filename().string();
  return name.starts_with("spoken_") || name.starts_with("faulty_chess.");
}

constexpr std::string_view kCastlingOption = "chess960";

// A rule that holds for one variant alone belongs into its spec. So no string literal outside
// tests holds a bundled variant's name as a word. Some things are no such knowledge: an example of
// a command line in a help text, the word by which the UCI protocol calls the game that an engine
// plays without being told, its option for castling from anywhere (UCI_Chess960), and the name of a
// piece that a variant is called by.
TEST(Layering, NoProgramTextKnowsABundledVariantByName) {
  const std::vector<std::string> names = regelwerk::spec::bundled_variants();
  ASSERT_THAT(names, testing::Contains("chess"));
  std::set<std::string> pieces;
  for (const std::string& name : names) {
    const auto loaded = regelwerk::spec::load_variant(name);
    ASSERT_TRUE(loaded.variant);
    for (const auto& kind : loaded.variant->pieces) pieces.insert(kind.name);
  }
  std::size_t literals = 0;
  for (const Source& source : all_sources()) {
    if (is_test(source.path) || speaks_for_others(source.path)) continue;
    for (const Literal& literal : string_literals(source.text)) {
      ++literals;
      if (source.folder == "tools" && literal.text.rfind("regelwerk ", 0) == 0) continue;
      if (source.folder == "engines" && literal.text == "chess") continue;
      for (const std::string& name : names) {
        if (pieces.count(name) > 0 || name == kCastlingOption) continue;
        EXPECT_FALSE(std::regex_search(literal.text, std::regex("\\b" + name + "\\b")))
            << source.path << ":" << literal.line << ": \"" << literal.text << "\"";
      }
    }
  }
  EXPECT_GT(literals, 200U);
}

TEST(Layering, LiteralsAreFoundOutsideComments) {
  const std::vector<Literal> literals = string_literals(
      "// \"no\"\n/* \"no\n\" */ f('\"', \"a\\\"b\");\nx = R\"--(raw \"\n)--\"; y = 1'000; \"z\"");
  ASSERT_EQ(literals.size(), 3U);
  EXPECT_EQ(literals[0].text, "a\\\"b");
  EXPECT_EQ(literals[0].line, 3);
  EXPECT_EQ(literals[1].text, "raw \"\n");
  EXPECT_EQ(literals[2].text, "z");
  EXPECT_EQ(literals[2].line, 5);
}

}  // namespace
