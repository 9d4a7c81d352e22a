// Alliances: who may join whom, by declaring it or by what an action does.
#pragma once

#include <optional>
#include <vector>

#include "oracle/position.h"
#include "oracle/reason.h"
#include "spec/variant.h"

namespace regelwerk::oracle {

bool is_great_power(const spec::Variant& variant, spec::PlayerId player);
bool is_small_power(const spec::Variant& variant, spec::PlayerId player);

// With whom the player is allied; -1: nobody.
spec::PlayerId ally_of(const Position& position, spec::PlayerId player);

bool is_unallied_small_power(const spec::Variant& variant, const Position& position,
                             spec::PlayerId player);

// The two as an alliance, whichever is named first.
Alliance alliance_between(const spec::Variant& variant, spec::PlayerId a, spec::PlayerId b);

// The position in which these two are friends.
Position with_alliance(const Position& position, Alliance alliance);

// May the player to act declare an alliance with this one now?
std::optional<Alliance> may_declare(const spec::Variant& variant, const Position& position,
                                    spec::PlayerId with, Reasons* why);

// The great powers that an action allies the player with, each at most once and in the order of the
// rule: those other than the owner of what he captured (`captured_from`, -1: nothing), and those
// other than one whose royals he attacks on the board afterwards. Judged by the alliances of
// `after`, before any of these arises.
std::vector<spec::PlayerId> implied_allies(const spec::Variant& variant, const Position& after,
                                           spec::PlayerId player, spec::PlayerId captured_from);

// What an action of an unallied small power implies by these rules.
struct Implication {
  bool allowed = true;
  std::optional<Alliance> alliance;  // nullopt: none
};
// Not allowed: two different alliances, or one with a great power that has an ally.
// `action`: its text, for the reasons.
Implication implication(const spec::Variant& variant, const Position& before, const Position& after,
                        spec::PlayerId captured_from, const std::string& action, Reasons* why);

// The rounds are over in which alliances arise, and a small power with pieces has no ally.
bool is_broken_off(const spec::Variant& variant, const Position& position);

// The small powers are allied and none of them has a piece left.
bool allied_small_powers_are_out(const spec::Variant& variant, const Position& position);

// The player and his friends, in the order of the players; for a great power without an ally, or
// where nobody has friends, himself alone.
std::vector<spec::PlayerId> side_of(const spec::Variant& variant, const Position& position,
                                    spec::PlayerId player);

}  // namespace regelwerk::oracle
