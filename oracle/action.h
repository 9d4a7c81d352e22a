// An action as the referee understands it, and what it does to the position.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "oracle/castling.h"
#include "oracle/movement.h"
#include "oracle/position.h"
#include "oracle/reason.h"
#include "spec/position_text.h"
#include "spec/variant.h"

namespace regelwerk::oracle {

// A move by a piece's pattern, a castling, or what else a player may do (spec::RawAction::Type).
struct Action {
  spec::RawAction written;
  PlainMove move;                    // if it is a move and no castling
  std::optional<Castling> castling;  // with a partner
  std::optional<Alliance> alliance;  // that arises with it, declared or implied
};

// What an action does: all its effects on the pieces, and after them the removal of parts. The
// turn has not passed on yet.
struct Outcome {
  Position completed;            // before any removal
  std::vector<int> vanishing;    // the parts that are removed then, as indices
  std::optional<Position> rest;  // the position without them, if there are any

  const Position& after() const { return rest ? *rest : completed; }
};

// Whether the player to act may make this move, as far as the piece's own rules say: the safety of
// the royals afterwards and alliances are left out. nullopt, with the reasons, if he may not.
std::optional<Action> understand(const spec::Variant& variant, const Position& position,
                                 const spec::RawAction& written, Reasons* why);

// Precondition of both: the action is a result of `understand` or `may_act` for this position.
Outcome outcome_of(const spec::Variant& variant, const Position& position, const Action& action);
// The position after the action: the turn has passed on, or somebody is asked for a reply.
Position carry_out(const spec::Variant& variant, const Position& position, const Action& action);

// Whether the game has ended whatever actions there might be: royals are lost, a player is bared,
// alliances have not been found in time, the allied small powers are out.
bool is_over_at_once(const spec::Variant& variant, const Position& position);

// Whether the player to act may do this; the whole answer. No reason is given if nobody may act
// any more because the game is over at once.
std::optional<Action> may_act(const spec::Variant& variant, const Position& position,
                              const spec::RawAction& written, Reasons* why);

// Everything that may_act accepts but rearrangements, in no particular order. `enough`: stop at so
// many (0: never).
std::vector<Action> accepted_actions(const spec::Variant& variant, const Position& position,
                                     std::size_t enough = 0);

// Calls `visit` for each of them; stops when it returns false.
void for_each_accepted(const spec::Variant& variant, const Position& position,
                       const std::function<bool(const Action&)>& visit);

// Calls `visit` for each rearrangement that may_act accepts; stops when it returns false. They may
// number hundreds of millions.
void for_each_rearrangement(const spec::Variant& variant, const Position& position,
                            const std::function<bool(const Action&)>& visit);
// How many that are, mostly without looking at each; whether there is one. Throws
// std::overflow_error beyond 64 bits.
std::uint64_t count_rearrangements(const spec::Variant& variant, const Position& position);
bool has_rearrangement(const spec::Variant& variant, const Position& position);

// The position with only those en passant rights by which a capture is legal. Where rights last
// until their owner acts, all are kept.
Position without_idle_rights(const spec::Variant& variant, const Position& position);

}  // namespace regelwerk::oracle
