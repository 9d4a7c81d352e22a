// Whether the game is over, and which draws it would allow.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "oracle/position.h"
#include "spec/variant.h"

namespace regelwerk::oracle {

// Where a game stands.
struct Status {
  // "ongoing", "checkmate", "stalemate", "royals-lost", "bared", "broken-off", "small-powers-lost"
  std::string ending = "ongoing";
  std::string clause;  // of the ending; may be empty
  // nullopt: drawn, broken off, or ongoing. Of several winners the first great power, else the
  // first.
  std::optional<spec::PlayerId> winner;
  std::vector<spec::PlayerId> winners;  // the whole winning side, in the order of the players
  std::vector<int> points;  // of each player; empty while ongoing and where none are counted
  bool in_check = false;    // of the player to act
  // Draws that are claimable or would end a played game; they never change the legal actions.
  struct Claim {
    std::string rule;  // "fifty-move", "fifty-round", "threefold"
    std::string clause;
    bool automatic = false;
    std::string shown;  // "the halfmove counter is 104"
  };
  std::vector<Claim> claims;  // none once the game has ended
};

// `history`: the positions before this one, oldest first.
Status status_of(const spec::Variant& variant, const Position& position,
                 const std::vector<Position>& history);

// Whether both are the same for the rules: everything but the counters, and en passant rights only
// where a capture is legal or where they last until their owner acts.
bool same_position(const spec::Variant& variant, const Position& a, const Position& b);

// Equal for the same positions of one variant and different for others; not meant to be read.
std::string position_key(const spec::Variant& variant, const Position& position);

}  // namespace regelwerk::oracle
