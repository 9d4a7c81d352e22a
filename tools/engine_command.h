// What the commands that ask an outside program share.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace regelwerk::tools {

// Whether every word is NAME=VALUE; explains on standard error which is not (`option` names the
// command's option).
bool check_pairs(const std::string& option, const std::vector<std::string>& words);

// Whether an engine's command can be read; explains on standard error what is wrong.
bool check_engine(const std::string& command);

// NAME=VALUE words taken apart. Precondition: check_pairs.
std::vector<std::pair<std::string, std::string>> pairs_of(const std::vector<std::string>& words);

}  // namespace regelwerk::tools
