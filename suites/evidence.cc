#include "suites/evidence.h"

#include <algorithm>
#include <fstream>
#include <system_error>

namespace regelwerk::suites {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLongestName = 80;

std::string file_name_of(const std::string& title) {
  std::string name;
  for (const char c : title) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       c == '.' || c == '-';
    if (plain && !(c == '.' && name.empty())) {
      name += c;
    } else if (!name.empty() && name.back() != '_') {
      name += '_';
    }
  }
  name.resize(std::min(name.size(), kLongestName));
  while (!name.empty() && name.back() == '_') {
    name.pop_back();
  }
  return name.empty() ? "case" : name;
}

}  // namespace

WrittenEvidence write_evidence(const fs::path& folder, const std::string& title,
                               const Evidence& evidence) {
  WrittenEvidence written;
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) {
    written.problem = folder.string() + ": " + error.message();
    return written;
  }
  const std::string plain = file_name_of(title);
  std::string name = plain;
  for (int i = 2; fs::exists(folder / (name + ".log"), error); ++i) {
    name = plain + "-" + std::to_string(i);
  }
  const auto write = [&](const fs::path& path, const std::string& text) {
    std::ofstream stream(path, std::ios::binary);
    stream << text;
    stream.close();
    if (!stream) {
      written.problem = path.string() + " cannot be written";
      return;
    }
    written.files.push_back(path.string());
  };
  std::string log;
  for (const std::string& line : evidence.transcript) {
    log += line + "\n";
  }
  write(folder / (name + ".log"), log);
  if (!evidence.replay_script.empty() && written.problem.empty()) {
    const fs::path script = folder / (name + ".sh");
    write(script, evidence.replay_script);
    fs::permissions(script, fs::perms::owner_exec, fs::perm_options::add, error);
  }
  return written;
}

}  // namespace regelwerk::suites
