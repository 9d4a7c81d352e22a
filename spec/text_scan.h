// What reading position and action text of any form has in common, and the letters and digits that
// the spec's texts are made of. Used within this folder only.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "spec/diagnostic.h"
#include "spec/position_text.h"
#include "spec/variant.h"

namespace regelwerk::spec {

inline bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }
inline bool is_digit(char c) { return c >= '0' && c <= '9'; }
inline bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
inline bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
inline bool is_letter(char c) { return is_upper(c) || is_lower(c); }
inline char to_upper(char c) { return is_lower(c) ? static_cast<char>(c - 'a' + 'A') : c; }
inline char to_lower(char c) { return is_upper(c) ? static_cast<char>(c - 'A' + 'a') : c; }

// A whole character for a message, even if it takes several bytes or cannot be shown.
std::string shown_character(std::string_view text, std::size_t position);
// A text for a message: one line, not too long.
std::string shown(std::string_view text);

// What stands between blanks, without a byte order mark before it.
std::vector<Field> split_fields(std::string_view text);

// A number from 0 to 9999; nullopt, with an error that calls it `what`, if it is none.
std::optional<int> read_counter(const Field& field, std::string_view what, Problems* problems);

// Two squares and perhaps a piece letter: "e2e4", "e9e10t". nullopt, with a problem (unless
// `problems` is null), if it is none.
std::optional<RawAction> scan_move(const Variant& variant, std::string_view text,
                                   Problems* problems);
std::string write_move(const Variant& variant, const RawAction& action);

}  // namespace regelwerk::spec
