// Whose turn it is: the order of play, players who are out, turns that are owed, rounds.
#pragma once

#include "oracle/position.h"
#include "spec/variant.h"

namespace regelwerk::oracle {

// A small power without pieces is out of the game; nobody else ever is.
bool is_out(const spec::Variant& variant, const Position& position, spec::PlayerId player);

// Whether the player to act is asked out of turn.
inline bool is_reply(const Position& position) { return position.next_regular >= 0; }

// How many turns the player owes.
int owed_by(const Position& position, spec::PlayerId player);

// A regular turn. A round ends with the turn of the last in order.
struct Turn {
  spec::PlayerId player = 0;
  int round = 1;
};

// This turn or, if its player is out, the next one of a player who is not.
Turn turn_or_later(const spec::Variant& variant, const Position& position, Turn turn);
// The turn after this one, of the next in order who is not out, even if he will sit it out.
Turn turn_after(const spec::Variant& variant, const Position& position, Turn turn);

// Whether, with `next` as the turn that follows, the first turn that is not sat out is the
// player's. Who owes a turn does not have it.
bool has_next_regular_turn(const spec::Variant& variant, const Position& position, Turn next,
                           spec::PlayerId player);

// Play passes on to this turn: turns that are owed are sat out and thereby used up. Sets who is to
// act and the round, and nobody is asked any more.
void pass_on(const spec::Variant& variant, Turn turn, Position* position);

}  // namespace regelwerk::oracle
