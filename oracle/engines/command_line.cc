#include "oracle/engines/command_line.h"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <sstream>

namespace regelwerk::engines {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

bool is_executable_file(const std::string& path) {
  std::error_code error;
  return std::filesystem::is_regular_file(path, error) && access(path.c_str(), X_OK) == 0;
}

}  // namespace

CommandLine split_command(std::string_view text) {
  CommandLine result;
  std::string word;
  bool in_word = false;
  char quote = '\0';
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool has_next = i + 1 < text.size();
    if (quote == '\'') {
      if (c == '\'') {
        quote = '\0';
      } else {
        word += c;
      }
    } else if (quote == '"') {
      if (c == '"') {
        quote = '\0';
      } else if (c == '\\' && has_next && (text[i + 1] == '"' || text[i + 1] == '\\')) {
        word += text[++i];
      } else {
        word += c;
      }
    } else if (c == '\'' || c == '"') {
      quote = c;
      in_word = true;
    } else if (c == '\\' && has_next) {
      word += text[++i];
      in_word = true;
    } else if (is_blank(c)) {
      if (in_word) result.words.push_back(word);
      word.clear();
      in_word = false;
    } else {
      word += c;
      in_word = true;
    }
  }
  if (in_word) result.words.push_back(word);
  if (quote != '\0') {
    result.words.clear();
    result.error = "quote without end";
  } else if (result.words.empty() || result.words.front().empty()) {
    result.words.clear();
    result.error = "empty command";
  }
  return result;
}

std::optional<std::string> find_program(const std::string& name) {
  if (name.find('/') != std::string::npos) {
    if (is_executable_file(name)) return name;
    return std::nullopt;
  }
  const char* path = std::getenv("PATH");
  std::istringstream directories(std::string(path == nullptr ? "" : path) +
                                 ":/usr/games:/usr/local/games");
  for (std::string directory; std::getline(directories, directory, ':');) {
    if (directory.empty()) continue;
    const std::string candidate = directory + "/" + name;
    if (is_executable_file(candidate)) return candidate;
  }
  return std::nullopt;
}

}  // namespace regelwerk::engines
