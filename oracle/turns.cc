#include "oracle/turns.h"

#include <algorithm>

#include "oracle/board.h"

namespace regelwerk::oracle {

using spec::PlayerId;
using spec::Variant;

namespace {

// The text range of the counter.
constexpr int kLastRound = 9999;

Turn following(const Variant& variant, Turn turn) {
  const bool last = variant.turn_order.back() == turn.player;
  return {next_player(variant, turn.player), std::min(turn.round + (last ? 1 : 0), kLastRound)};
}

}  // namespace

bool is_out(const Variant& variant, const Position& position, PlayerId player) {
  if (!variant.coalition) return false;
  const auto& small = variant.coalition->small;
  if (std::find(small.begin(), small.end(), player) == small.end()) return false;
  return pieces_of(variant, position, player).empty();
}

int owed_by(const Position& position, PlayerId player) {
  return static_cast<int>(std::count(position.owed.begin(), position.owed.end(), player));
}

Turn turn_or_later(const Variant& variant, const Position& position, Turn turn) {
  // Not everybody is out: great powers never are.
  while (is_out(variant, position, turn.player)) turn = following(variant, turn);
  return turn;
}

Turn turn_after(const Variant& variant, const Position& position, Turn turn) {
  return turn_or_later(variant, position, following(variant, turn));
}

bool has_next_regular_turn(const Variant& variant, const Position& position, Turn next,
                           PlayerId player) {
  if (owed_by(position, player) > 0) return false;
  std::vector<PlayerId> owed = position.owed;
  for (Turn turn = turn_or_later(variant, position, next);;
       turn = turn_after(variant, position, turn)) {
    const auto debt = std::find(owed.begin(), owed.end(), turn.player);
    if (debt == owed.end()) return turn.player == player;
    owed.erase(debt);
  }
}

void pass_on(const Variant& variant, Turn turn, Position* position) {
  turn = turn_or_later(variant, *position, turn);
  for (;;) {
    const auto debt = std::find(position->owed.begin(), position->owed.end(), turn.player);
    if (debt == position->owed.end()) break;
    position->owed.erase(debt);
    turn = turn_after(variant, *position, turn);
  }
  position->to_act = turn.player;
  position->move_number = turn.round;
  position->also_asked = -1;
  position->next_regular = -1;
}

}  // namespace regelwerk::oracle
