#include "oracle/check_reply.h"

#include <fmt/format.h>

#include "oracle/board.h"
#include "oracle/royal_safety.h"

namespace regelwerk::oracle {

using spec::PlayerId;
using spec::RawAction;
using spec::Variant;

namespace {

Reason reply_reason(const Variant& variant, const std::string& name, std::string shown) {
  static const std::map<std::string, std::string> kNoClauses;
  return make_reason(variant, "check-reply", name,
                     variant.check_reply ? variant.check_reply->clauses : kNoClauses,
                     std::move(shown), {});
}

bool in_check(const Variant& variant, const Position& position, PlayerId player) {
  return !checks_on(variant, position, player).empty();
}

}  // namespace

std::vector<PlayerId> who_is_asked(const Variant& variant, const Position& before,
                                   const Position& after, Turn next) {
  std::vector<PlayerId> asked;
  if (!variant.check_reply) return asked;
  const PlayerId actor = before.to_act;
  const auto consider = [&](PlayerId player) {
    if (!in_check(variant, after, player)) return;
    if (has_next_regular_turn(variant, after, next, player)) return;
    asked.push_back(player);
  };
  if (before.also_asked >= 0) consider(before.also_asked);
  for (PlayerId player = next_player(variant, actor); player != actor;
       player = next_player(variant, player)) {
    if (player == before.also_asked || in_check(variant, before, player)) continue;
    consider(player);
  }
  return asked;
}

bool may_wait(const Variant& variant, const Position& position, Reasons* why) {
  const PlayerId player = position.to_act;
  if (!is_reply(position)) {
    return no(why, [&] {
      return reply_reason(
          variant, "not-asked",
          fmt::format("{} has its regular turn and is not asked", player_name(variant, player)));
    });
  }
  if (const int owed = owed_by(position, player); owed > 0) {
    return no(why, [&] {
      return reply_reason(variant, "owes",
                          fmt::format("{} owes {} turn{} and must reply",
                                      player_name(variant, player), owed, owed == 1 ? "" : "s"));
    });
  }
  return true;
}

bool may_do_out_of_turn(const Variant& variant, const Position& position, const RawAction& written,
                        Reasons* why) {
  if (!is_reply(position) || written.type == RawAction::Type::kMove ||
      written.type == RawAction::Type::kWait) {
    return true;
  }
  return no(why, [&] {
    return reply_reason(
        variant, "move-only",
        fmt::format("{} is asked for a reply: a move{}", player_name(variant, position.to_act),
                    may_wait(variant, position, nullptr) ? " or wait" : ""));
  });
}

}  // namespace regelwerk::oracle
