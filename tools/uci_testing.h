// For tests: an outside program is given lines, and what it says is read.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "oracle/engines/uci.h"

namespace regelwerk::tools {

// A folder of its own, removed at the end.
class TestFolder {
 public:
  TestFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "regelwerk-uci-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
    path_ = name;
  }
  ~TestFolder() { std::filesystem::remove_all(path_); }
  TestFolder(const TestFolder&) = delete;
  TestFolder& operator=(const TestFolder&) = delete;
  std::string file(const std::string& name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

inline std::string read_file(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

// All that `command` (of a shell) says when it reads `input`; standard error too.
inline std::string ask_program(const std::string& command, const std::string& input) {
  const TestFolder folder;
  std::ofstream(folder.file("in"), std::ios::binary) << input;
  const int status = std::system(
      fmt::format("timeout 100 {} <'{}' >'{}' 2>&1", command, folder.file("in"), folder.file("out"))
          .c_str());
  EXPECT_EQ(status, 0) << command << "\n" << input;
  return read_file(folder.file("out"));
}

struct Divide {
  std::map<std::string, std::uint64_t> lines;
  std::uint64_t nodes = 0;
  bool operator==(const Divide&) const = default;
};

inline std::string to_string(const Divide& divide) {
  std::string text;
  for (const auto& [move, nodes] : divide.lines) text += fmt::format("{}: {}\n", move, nodes);
  return text + fmt::format("Nodes searched: {}\n", divide.nodes);
}

inline void PrintTo(const Divide& divide, std::ostream* out) { *out << to_string(divide); }

// The counts in what an engine says, in order.
inline std::vector<Divide> divides_in(const std::string& said) {
  std::vector<Divide> all;
  Divide current;
  std::istringstream lines(said);
  for (std::string line; std::getline(lines, line);) {
    if (const auto nodes = engines::parse_nodes_line(line)) {
      current.nodes = nodes->nodes.value_or(0);
      all.push_back(std::exchange(current, {}));
    } else if (const auto move = engines::parse_divide_line(line)) {
      current.lines[move->move] = move->nodes.value_or(0);
    }
  }
  return all;
}

}  // namespace regelwerk::tools
