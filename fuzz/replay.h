// Runs a fuzz target over files without libFuzzer, so that every build replays the corpora.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <ostream>
#include <vector>

namespace regelwerk::fuzz {

using Target = std::function<int(const std::uint8_t* data, std::size_t size)>;

struct ReplayResult {
  std::size_t inputs = 0;    // run
  std::size_t findings = 0;  // inputs that the target threw at
  std::size_t unread = 0;    // paths that are no file or folder, or cannot be read
};

// Runs every file, and every file of every folder in the order of names (not of folders below
// it). Writes each path to `log` before it is run, so that a crash names its input, and behind it
// what was found.
ReplayResult replay(const std::vector<std::filesystem::path>& paths, const Target& target,
                    std::ostream& log);

}  // namespace regelwerk::fuzz
