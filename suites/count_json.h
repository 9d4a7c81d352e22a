// Count suites in JSON: rows as objects or lists, in a list, one a line, or by position.
#pragma once

#include <string>
#include <string_view>

#include "suites/epd.h"

namespace regelwerk::suites {

// Whether the text is to be read as JSON: what is not blank begins with [ or {.
bool is_json(std::string_view text);

// Layouts: suites/README.md, "Counts as JSON". A CountCase stands where its position does.
CountSuiteResult read_count_json(std::string_view text, const std::string& file);

}  // namespace regelwerk::suites
