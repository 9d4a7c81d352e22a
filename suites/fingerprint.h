// Tells whether a program that answered once is still the same program.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace regelwerk::suites {

// 16 hexadecimal digits, the same on every machine.
std::string fingerprint(std::string_view text);

// Of a file's contents; nullopt if it cannot be read or is no regular file.
std::optional<std::string> file_fingerprint(const std::filesystem::path& path);

// Of everything known about an engine that its answers depend on: the command, the contents of its
// program and of every file that the command or an option names (scripts, variant files), and the
// options it is given: `uci_options`, and by `spec_engines` (Variant::engines) what the spec says
// to engines. Not seen: libraries, and files that the engine opens by itself. Empty if the program
// is not found.
std::string engine_fingerprint(const std::string& command,
                               const std::vector<std::pair<std::string, std::string>>& uci_options,
                               const std::map<std::string, std::string>& spec_engines);

}  // namespace regelwerk::suites
