#include "fuzz/replay.h"

#include <algorithm>
#include <exception>
#include <fstream>
#include <iterator>

namespace regelwerk::fuzz {
namespace fs = std::filesystem;

ReplayResult replay(const std::vector<fs::path>& paths, const Target& target, std::ostream& log) {
  std::vector<fs::path> files;
  for (const fs::path& path : paths) {
    std::error_code error;
    if (!fs::is_directory(path, error)) {
      files.push_back(path);
      continue;
    }
    std::vector<fs::path> inside;
    for (const fs::directory_entry& entry : fs::directory_iterator(path)) {
      if (entry.is_regular_file()) inside.push_back(entry.path());
    }
    std::sort(inside.begin(), inside.end());
    files.insert(files.end(), inside.begin(), inside.end());
  }
  ReplayResult result;
  for (const fs::path& path : files) {
    std::ifstream file(path, std::ios::binary);
    if (!file) {
      log << path.string() << ": cannot be read\n";
      ++result.unread;
      continue;
    }
    const std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
    // A copy without spare room, so that reading past the end is seen by the sanitizer.
    const std::vector<std::uint8_t> input(bytes.begin(), bytes.end());
    log << path.string() << std::endl;
    ++result.inputs;
    try {
      target(input.data(), input.size());
    } catch (const std::exception& finding) {
      log << "  finding: " << finding.what() << '\n';
      ++result.findings;
    }
  }
  return result;
}

}  // namespace regelwerk::fuzz
