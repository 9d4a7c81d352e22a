// From the text of an engine command to a program and its arguments, without a shell.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace regelwerk::engines {

struct CommandLine {
  std::vector<std::string> words;  // program first; empty exactly if `error` is not
  std::string error;               // "empty command", "quote without end"
};

// Splits like a shell splits words: blanks separate, '...' keeps everything, "..." keeps everything
// but \" and \\, a backslash outside quotes keeps the next character. Nothing is expanded.
CommandLine split_command(std::string_view text);

// The file to run for a program name. A name with a slash stands for itself; a bare name is looked
// for in PATH, then in /usr/games and /usr/local/games, where some systems keep engines without
// listing them in PATH. nullopt if there is no such executable file.
std::optional<std::string> find_program(const std::string& name);

}  // namespace regelwerk::engines
