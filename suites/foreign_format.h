// Names what a file is that was given as a suite and is none.
#pragma once

#include <string>
#include <string_view>

namespace regelwerk::suites {

// A sentence that names the format and says what to do ("UTF-16, not UTF-8; save the file as
// UTF-8"); empty for what may be text in one of the layouts of suites/README.md. Holds no byte of
// the file.
std::string foreign_format(std::string_view text);

// Whether the text looks like YAML: its first line that says something begins with `KEY:`, `---`
// or `- ` and holds a key.
bool looks_like_yaml(std::string_view text);

// Whether a YAML text has this key at its top.
bool has_top_key(std::string_view text, std::string_view key);

}  // namespace regelwerk::suites
