// For tests of engines: the scripted stub, variants without rules, checks of answers.
#pragma once

#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "oracle/engines/command_line.h"
#include "oracle/engines/engine.h"
#include "spec/load.h"

namespace regelwerk::engines {

using namespace std::chrono_literals;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using Kind = Failure::Kind;

inline constexpr const char* kStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
inline constexpr const char* kOther = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
// Another position in which the pawn moves of the start are legal.
inline constexpr const char* kSameMoves = "4k3/8/8/8/8/8/PPPPPPPP/4K3 w - - 0 1";
// Chess Programming Wiki, "Perft Results".
inline constexpr const char* kKiwipete =
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
// Far longer than any answer takes here; a test that reaches it has failed.
inline constexpr auto kPlenty = 60s;
inline constexpr auto kShort = 300ms;

// A variant that has no rules but a name for engines.
inline spec::Variant variant(const std::string& uci_name, int files = 8) {
  spec::Variant result;
  result.name = uci_name;
  result.engines["uci-variant"] = uci_name;
  result.board.files = files;
  result.board.ranks = 8;
  result.start = kStart;
  return result;
}

inline const spec::Variant& chess() {
  static const spec::Variant kChess = variant("chess");
  return kChess;
}

// A bundled variant with its rules.
inline spec::Variant bundled(const std::string& name) {
  const spec::LoadResult loaded = spec::load_variant(name);
  if (!loaded.variant) throw std::runtime_error("cannot load " + name);
  return *loaded.variant;
}

inline std::string stub(const std::string& arguments) {
  return "'" REGELWERK_STUB_ENGINE "' " + arguments;
}

inline std::string stub_with_divide(const std::string& arguments) {
  return stub("--divide 'a2a3:3 b2b4:5' " + arguments);
}

// The stub with keys of its own: "proto=xboard".
inline std::string stub_with_keys(const std::string& arguments, const std::string& keys) {
  return "cmd=\"" REGELWERK_STUB_ENGINE " " + arguments + "\" " + keys;
}

// What an engine is asked about a position, with one control for all.
inline std::vector<Candidate> asked(const std::vector<std::string>& legal,
                                    const std::vector<std::string>& illegal = {},
                                    const std::string& control = "a1h7") {
  std::vector<Candidate> candidates;
  for (const std::string& move : legal) candidates.push_back({move, control, true});
  for (const std::string& move : illegal) candidates.push_back({move, control, false});
  return candidates;
}

// What was sent to the engine, but for its start.
inline std::vector<std::string> sent_lines(const Engine& engine) {
  std::vector<std::string> sent;
  for (const std::string& line : engine.transcript()) {
    const std::size_t arrow = line.find(" > ");
    if (arrow == std::string::npos || line.compare(arrow + 3, 1, "(") == 0) continue;
    sent.push_back(line.substr(arrow + 3));
  }
  return sent;
}

// A file of this test, gone afterwards.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& name, const std::string& content = "")
      : path_(std::filesystem::temp_directory_path() /
              ("regelwerk-" + std::to_string(getpid()) + "-" + name)) {
    std::ofstream(path_) << content;
  }
  ~TemporaryFile() { std::filesystem::remove(path_); }
  std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

#define EXPECT_FAILS(answer, expected_kind, expected_detail)                \
  do {                                                                      \
    const PerftAnswer given = (answer);                                     \
    ASSERT_TRUE(given.failure) << "counted " << given.nodes;                \
    EXPECT_EQ(given.failure->kind, expected_kind) << given.failure->detail; \
    EXPECT_THAT(given.failure->detail, HasSubstr(expected_detail));         \
    EXPECT_THAT(given.failure->detail, Not(HasSubstr("\n")));               \
    EXPECT_EQ(given.nodes, 0u);                                             \
    EXPECT_TRUE(given.divide.empty());                                      \
  } while (false)

#define EXPECT_COUNTS(answer, expected)                           \
  do {                                                            \
    const PerftAnswer given = (answer);                           \
    ASSERT_FALSE(given.failure) << given.failure->detail;         \
    EXPECT_EQ(given.nodes, static_cast<std::uint64_t>(expected)); \
  } while (false)

#define SKIP_WITHOUT(program) \
  if (!find_program(program)) GTEST_SKIP() << "the engine '" << (program) << "' is not installed"

}  // namespace regelwerk::engines
