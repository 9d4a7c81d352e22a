// What the commands that ask an outside program share.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "spec/load.h"

namespace regelwerk::tools {

// Whether every word is NAME=VALUE; explains on standard error which is not (`option` names the
// command's option).
bool check_pairs(const std::string& option, const std::vector<std::string>& words);

// Whether an engine's command can be read; explains on standard error what is wrong.
bool check_engine(const std::string& command);

// Preconditions: check_pairs.
spec::OptionChoices option_choices(const std::vector<std::string>& words);
std::vector<std::pair<std::string, std::string>> engine_options(
    const std::vector<std::string>& words);

}  // namespace regelwerk::tools
