#include "tools/engine_command.h"

#include <fmt/core.h>

#include "oracle/engines/engine_spec.h"

namespace regelwerk::tools {

bool check_pairs(const std::string& option, const std::vector<std::string>& words) {
  bool right = true;
  for (const std::string& word : words) {
    const std::size_t equals = word.find('=');
    if (equals != std::string::npos && equals > 0) continue;
    fmt::print(stderr, "error: {} {}: wanted NAME=VALUE\n", option, word);
    right = false;
  }
  return right;
}

bool check_engine(const std::string& command) {
  const engines::EngineSpecResult parsed = engines::parse_engine_spec(command);
  for (const std::string& error : parsed.errors) {
    fmt::print(stderr, "error: --engine: {}\n", error);
  }
  return parsed.errors.empty();
}

std::vector<std::pair<std::string, std::string>> pairs_of(const std::vector<std::string>& words) {
  std::vector<std::pair<std::string, std::string>> options;
  for (const std::string& word : words) {
    const std::size_t equals = word.find('=');
    options.emplace_back(word.substr(0, equals), word.substr(equals + 1));
  }
  return options;
}

}  // namespace regelwerk::tools
