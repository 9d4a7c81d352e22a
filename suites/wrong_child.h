// What can be wrong with the position that an action leads to.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "suites/reference.h"

namespace regelwerk::suites {

// One way in which a checker may get a child wrong.
struct ChildFault {
  std::string field;   // as Cause::field: "castling rights"
  std::string rule;    // the key of the rule that says how it should be: "castling"; may be empty
  std::string clause;  // its clause; may be empty
  std::string shown;   // "the castling right K is still there after h7h8"
};

// The first of the usual slips under which the child of `position_text` after the legal action
// `action` has `claimed` nodes at `depth`, so that a number alone tells what happened: a castling
// right kept or lost, an en passant right lost, a promotion to another kind, a captured piece or a
// castling partner left where it was, the turn not passed on, what the form for four players
// writes left as it was. nullopt if none fits. Counts every one of them: `depth` >= 0 had better
// be small.
std::optional<ChildFault> fault_by_count(const Reference& reference,
                                         const std::string& position_text,
                                         const std::string& action, int depth,
                                         std::uint64_t claimed);

// The first field in which the child as a checker shows it differs from what it should be. A text
// that cannot be read shows nothing, and neither do counters and an en passant square without a
// capture.
std::optional<ChildFault> fault_by_text(const Reference& reference,
                                        const std::string& position_text, const std::string& action,
                                        const std::string& shown_child);

// What the action changes beside the board, where nothing else is known: the likeliest field.
std::optional<ChildFault> fault_by_action(const Reference& reference,
                                          const std::string& position_text,
                                          const std::string& action);

}  // namespace regelwerk::suites
