// JSON as the commands print it.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace regelwerk::tools {

// Indented. Bytes that are no UTF-8, which names and texts from outside may hold, become the
// replacement character.
inline std::string json_text(const nlohmann::ordered_json& json) {
  return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace regelwerk::tools
