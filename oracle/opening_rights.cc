#include "oracle/opening_rights.h"

#include <fmt/format.h>

#include <algorithm>

#include "oracle/board.h"
#include "oracle/royal_safety.h"
#include "oracle/turns.h"

namespace regelwerk::oracle {

using spec::PlayerId;
using spec::RawAction;
using spec::Square;
using spec::square_name;
using spec::Variant;

namespace {

Reason opening_reason(const Variant& variant, const std::string& name, std::string shown,
                      std::vector<Square> squares = {}) {
  static const std::map<std::string, std::string> kNoClauses;
  return make_reason(variant, "opening-rights", name,
                     variant.opening_rights ? variant.opening_rights->clauses : kNoClauses,
                     std::move(shown), std::move(squares));
}

// Is this the regular turn of a player in one of the first rounds?
bool is_the_time(const Variant& variant, const Position& position, Reasons* why) {
  if (!variant.opening_rights) {
    return no(why, [&] {
      return opening_reason(variant, "not-here", "these rules give no rights in the first rounds");
    });
  }
  bool time = true;
  if (is_reply(position)) {
    time = no(why, [&] {
      return opening_reason(
          variant, "not-here",
          fmt::format("{} has not its regular turn", player_name(variant, position.to_act)));
    });
  }
  if (position.move_number > variant.opening_rights->rounds) {
    time = no(why, [&] {
      return opening_reason(variant, "too-late",
                            fmt::format("it is round {}, and only the first {} give this right",
                                        position.move_number, variant.opening_rights->rounds));
    });
  }
  return time;
}

bool is_shifter(const Variant& variant, PlayerId player) {
  const auto& players = variant.opening_rights->shifters;
  return std::find(players.begin(), players.end(), player) != players.end();
}

bool has_right_to_shift(const Variant& variant, const Position& position, Reasons* why) {
  const PlayerId player = position.to_act;
  if (!is_shifter(variant, player)) {
    return no(why, [&] {
      return opening_reason(
          variant, "not-shifter",
          fmt::format("{} puts no piece elsewhere", player_name(variant, player)));
    });
  }
  const auto& rights = position.may_shift;
  if (std::find(rights.begin(), rights.end(), player) == rights.end()) {
    return no(why, [&] {
      return opening_reason(variant, "used",
                            fmt::format("{} has used the right", player_name(variant, player)));
    });
  }
  return true;
}

int colour_of(Square square) { return (square.file + square.rank) % 2; }

}  // namespace

bool may_pass_turn(const Variant& variant, const Position& position, Reasons* why) {
  bool allowed = is_the_time(variant, position, why);
  if (!variant.opening_rights) return false;
  for (const Check& check : checks_on(variant, position, position.to_act)) {
    for (Square attacker : check.attackers) {
      allowed = no(why, [&] {
        return opening_reason(
            variant, "in-check",
            fmt::format("{} is attacked by {}", piece_on(variant, position, check.royal),
                        piece_on(variant, position, attacker)),
            {check.royal, attacker});
      });
    }
  }
  return allowed;
}

bool may_shift(const Variant& variant, const Position& position, const RawAction& written,
               Reasons* why) {
  if (!is_the_time(variant, position, why)) return false;
  bool allowed = has_right_to_shift(variant, position, why);
  const PlayerId player = position.to_act;
  const Piece piece = position.board.at(written.from);
  if (piece.none() || piece.player != player || piece.kind != variant.opening_rights->shifts) {
    allowed = no(why, [&] {
      return opening_reason(variant, "kind",
                            fmt::format("{} has no {} on {}", player_name(variant, player),
                                        kind_name(variant, variant.opening_rights->shifts),
                                        square_name(written.from)),
                            {written.from});
    });
  }
  for (Square square : {written.from, written.to}) {
    if (in_set_up_area(variant, player, square)) continue;
    allowed = no(why, [&] {
      return opening_reason(variant, "outside-area",
                            fmt::format("{} is outside {}'s set-up area", square_name(square),
                                        player_name(variant, player)),
                            {square});
    });
  }
  if (colour_of(written.from) == colour_of(written.to)) {
    allowed = no(why, [&] {
      return opening_reason(variant, "same-colour",
                            fmt::format("{} and {} are of one colour", square_name(written.from),
                                        square_name(written.to)),
                            {written.from, written.to});
    });
  }
  if (!position.board.at(written.to).none()) {
    allowed = no(why, [&] {
      return opening_reason(variant, "not-empty",
                            fmt::format("{} stands there", piece_on(variant, position, written.to)),
                            {written.to});
    });
  }
  return allowed;
}

Reason shift_into_check(const Variant& variant, std::string shown, std::vector<Square> squares) {
  return opening_reason(variant, "in-check", std::move(shown), std::move(squares));
}

}  // namespace regelwerk::oracle
