#include "oracle/coalition.h"

#include <fmt/format.h>

#include <algorithm>

#include "oracle/board.h"
#include "oracle/movement.h"
#include "oracle/turns.h"

namespace regelwerk::oracle {

using spec::PlayerId;
using spec::Square;
using spec::Variant;

namespace {

bool is_one_of(const std::vector<PlayerId>& players, PlayerId player) {
  return std::find(players.begin(), players.end(), player) != players.end();
}

Reason coalition_reason(const Variant& variant, const std::string& name, std::string shown,
                        std::vector<Square> squares = {}) {
  static const std::map<std::string, std::string> kNoClauses;
  return make_reason(variant, "coalition", name,
                     variant.coalition ? variant.coalition->clauses : kNoClauses, std::move(shown),
                     std::move(squares));
}

// May these two join at all, as things stand?
bool is_open(const Variant& variant, const Position& position, PlayerId small, PlayerId other,
             Reasons* why) {
  const auto name = [&](PlayerId player) { return player_name(variant, player); };
  if (small == other) {
    return no(why, [&] {
      return coalition_reason(variant, "not-open",
                              fmt::format("{} cannot ally with itself", name(small)));
    });
  }
  bool open = true;
  for (PlayerId player : {small, other}) {
    const PlayerId ally = ally_of(position, player);
    if (ally < 0) continue;
    open = no(why, [&] {
      return coalition_reason(variant, "not-open",
                              fmt::format("{} is allied with {}", name(player), name(ally)));
    });
  }
  if (!open || is_great_power(variant, other)) return open;
  if (!variant.coalition->small_powers) {
    return no(why, [&] {
      return coalition_reason(
          variant, "not-open",
          fmt::format("{} is a small power, and {} can ally only with a great one", name(other),
                      name(small)));
    });
  }
  if (is_out(variant, position, other)) {
    return no(why, [&] {
      return coalition_reason(variant, "not-open", fmt::format("{} is out", name(other)));
    });
  }
  return true;
}

// Where the player's royals stand that a piece of `by` attacks, and those pieces.
std::vector<Square> attack_on_royals(const Variant& variant, const Position& position, PlayerId by,
                                     PlayerId player) {
  std::vector<Square> shown;
  for (Square royal : royals_of(variant, position, player)) {
    for (Square from : pieces_of(variant, position, by)) {
      if (!attacks(variant, position, from, royal)) continue;
      shown.push_back(from);
      shown.push_back(royal);
    }
  }
  return shown;
}

// The great powers besides this one.
std::vector<PlayerId> other_great_powers(const Variant& variant, PlayerId player) {
  std::vector<PlayerId> others;
  for (PlayerId great : variant.coalition->great) {
    if (great != player) others.push_back(great);
  }
  return others;
}

}  // namespace

bool is_great_power(const Variant& variant, PlayerId player) {
  return variant.coalition && is_one_of(variant.coalition->great, player);
}

bool is_small_power(const Variant& variant, PlayerId player) {
  return variant.coalition && is_one_of(variant.coalition->small, player);
}

PlayerId ally_of(const Position& position, PlayerId player) {
  for (const Alliance& alliance : position.alliances) {
    if (alliance.small == player) return alliance.other;
    if (alliance.other == player) return alliance.small;
  }
  return -1;
}

bool is_unallied_small_power(const Variant& variant, const Position& position, PlayerId player) {
  return is_small_power(variant, player) && ally_of(position, player) < 0;
}

Alliance alliance_between(const Variant& variant, PlayerId a, PlayerId b) {
  if (is_small_power(variant, a) == is_small_power(variant, b)) {
    return {std::min(a, b), std::max(a, b)};
  }
  return is_small_power(variant, a) ? Alliance{a, b} : Alliance{b, a};
}

Position with_alliance(const Position& position, Alliance alliance) {
  Position allied = position;
  allied.alliances.push_back(alliance);
  std::sort(allied.alliances.begin(), allied.alliances.end());
  return allied;
}

std::optional<Alliance> may_declare(const Variant& variant, const Position& position, PlayerId with,
                                    Reasons* why) {
  const PlayerId player = position.to_act;
  if (!is_small_power(variant, player)) {
    no(why, [&] {
      return coalition_reason(
          variant, "not-small",
          fmt::format("{} is no small power and declares nothing", player_name(variant, player)));
    });
    return std::nullopt;
  }
  bool allowed = is_open(variant, position, player, with, why);
  if (position.move_number > variant.coalition->rounds) {
    allowed = no(why, [&] {
      return coalition_reason(variant, "too-late",
                              fmt::format("it is round {}, and alliances arise in the first {}",
                                          position.move_number, variant.coalition->rounds));
    });
  }
  if (is_reply(position)) {
    allowed = no(why, [&] {
      return coalition_reason(
          variant, "too-late",
          fmt::format("{} has not its regular turn", player_name(variant, player)));
    });
  }
  if (!allowed) return std::nullopt;
  return alliance_between(variant, player, with);
}

std::vector<PlayerId> implied_allies(const Variant& variant, const Position& after, PlayerId player,
                                     PlayerId captured_from) {
  std::vector<PlayerId> implied;
  for (PlayerId great : variant.coalition->great) {
    const bool captured = great == captured_from;
    const bool checks = hostile(variant, after, player, great) &&
                        !attack_on_royals(variant, after, player, great).empty();
    if (!captured && !checks) continue;
    for (PlayerId other : other_great_powers(variant, great)) {
      if (!is_one_of(implied, other)) implied.push_back(other);
    }
  }
  return implied;
}

Implication implication(const Variant& variant, const Position& before, const Position& after,
                        PlayerId captured_from, const std::string& action, Reasons* why) {
  const PlayerId player = before.to_act;
  const auto implied = implied_allies(variant, after, player, captured_from);
  if (implied.empty()) return {};
  const auto squares = [&] {
    std::vector<Square> shown;
    for (PlayerId great : variant.coalition->great) {
      for (Square square : attack_on_royals(variant, after, player, great)) {
        shown.push_back(square);
      }
    }
    return shown;
  };
  if (implied.size() > 1) {
    no(why, [&] {
      return coalition_reason(
          variant, "contradiction",
          fmt::format("{} would ally {} with {} and with {}", action, player_name(variant, player),
                      player_name(variant, implied[0]), player_name(variant, implied[1])),
          squares());
    });
    return {false, std::nullopt};
  }
  Reasons closed;
  if (!is_open(variant, before, player, implied.front(), why != nullptr ? &closed : nullptr)) {
    no(why, [&] {
      return coalition_reason(
          variant, "not-open",
          fmt::format("{} would ally {} with {}, but {}", action, player_name(variant, player),
                      player_name(variant, implied.front()), closed.front().shown),
          squares());
    });
    return {false, std::nullopt};
  }
  return {true, alliance_between(variant, player, implied.front())};
}

bool is_broken_off(const Variant& variant, const Position& position) {
  if (!variant.coalition || !variant.endings.broken_off) return false;
  if (position.move_number <= variant.coalition->rounds) return false;
  return std::any_of(variant.coalition->small.begin(), variant.coalition->small.end(),
                     [&](PlayerId player) {
                       return is_unallied_small_power(variant, position, player) &&
                              !is_out(variant, position, player);
                     });
}

bool allied_small_powers_are_out(const Variant& variant, const Position& position) {
  if (!variant.coalition || !variant.endings.small_powers_lost) return false;
  const auto& small = variant.coalition->small;
  return std::all_of(small.begin(), small.end(), [&](PlayerId player) {
    return is_small_power(variant, ally_of(position, player)) && is_out(variant, position, player);
  });
}

std::vector<PlayerId> side_of(const Variant& variant, const Position& position, PlayerId player) {
  std::vector<PlayerId> side;
  for (PlayerId other = 0; other < static_cast<PlayerId>(variant.players.size()); ++other) {
    if (!hostile(variant, position, player, other)) side.push_back(other);
  }
  return side;
}

}  // namespace regelwerk::oracle
