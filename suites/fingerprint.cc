#include "suites/fingerprint.h"

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <fstream>
#include <system_error>

#include "oracle/engines/command_line.h"

namespace regelwerk::suites {
namespace {

// FNV-1a, 64 bits.
class Hash {
 public:
  void add(const char* bytes, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i) {
      value_ = (value_ ^ static_cast<unsigned char>(bytes[i])) * 0x100000001b3ULL;
    }
  }
  std::string text() const { return fmt::format("{:016x}", value_); }

 private:
  std::uint64_t value_ = 0xcbf29ce484222325ULL;
};

// "NAME=LENGTH:VALUE;", so that no two lists of fields read the same.
void add_field(std::string* text, std::string_view name, std::string_view value) {
  *text += fmt::format("{}={}:{};", name, value.size(), value);
}

void add_file(std::string* text, const std::string& path) {
  if (const std::optional<std::string> contents = file_fingerprint(path)) {
    add_field(text, "file", *contents);
  }
}

// A word of a command may be a file, or KEY=VALUE with a file or a command in VALUE.
void add_words(std::string* text, const std::string& command, bool* found) {
  const engines::CommandLine line = engines::split_command(command);
  bool first = true;
  for (const std::string& word : line.words) {
    if (first) {
      if (const std::optional<std::string> program = engines::find_program(word)) {
        add_file(text, *program);
        *found = true;
      }
    } else {
      add_file(text, word);
    }
    const std::size_t equals = word.find('=');
    if (equals != std::string::npos && equals + 1 < word.size()) {
      const std::string value = word.substr(equals + 1);
      add_file(text, value);
      if (first || word.compare(0, equals, "cmd") == 0) {
        add_words(text, value, found);
      }
    }
    first = false;
  }
}

}  // namespace

std::string fingerprint(std::string_view text) {
  Hash hash;
  hash.add(text.data(), text.size());
  return hash.text();
}

std::optional<std::string> file_fingerprint(const std::filesystem::path& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error) || error) {
    return std::nullopt;
  }
  std::ifstream stream(path, std::ios::binary);
  Hash hash;
  std::array<char, 1 << 16> buffer;
  while (stream) {
    stream.read(buffer.data(), buffer.size());
    hash.add(buffer.data(), static_cast<std::size_t>(stream.gcount()));
  }
  return stream.eof() ? std::optional(hash.text()) : std::nullopt;
}

std::string engine_fingerprint(const std::string& command,
                               const std::vector<std::pair<std::string, std::string>>& uci_options,
                               const std::map<std::string, std::string>& spec_engines) {
  std::string text;
  add_field(&text, "command", command);
  bool found = false;
  add_words(&text, command, &found);
  if (!found) {
    return "";
  }
  for (const auto& [name, value] : uci_options) {
    add_field(&text, "option", name);
    add_field(&text, "value", value);
    add_file(&text, value);
  }
  for (const auto& [name, value] : spec_engines) {
    add_field(&text, "spec", name);
    add_field(&text, "value", value);
  }
  return fingerprint(text);
}

}  // namespace regelwerk::suites
