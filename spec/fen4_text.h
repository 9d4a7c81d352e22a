// Position and action text of the form fen4, for two to four players. Used by
// spec/position_text.cc only, which says what is read and what is refused.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "spec/position_text.h"

namespace regelwerk::spec {

RawPositionResult parse_fen4_text(const Variant& variant, std::string_view text);
std::string write_fen4_text(const Variant& variant, const RawPosition& position);

std::optional<RawAction> parse_fen4_action(const Variant& variant, std::string_view text,
                                           Problems* problems);
std::string write_fen4_action(const Variant& variant, const RawAction& action);

}  // namespace regelwerk::spec
