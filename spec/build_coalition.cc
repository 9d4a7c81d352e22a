// Rules and endings of games with coalitions.

#include <algorithm>

#include <fmt/format.h>

#include "spec/variant_builder.h"

namespace regelwerk::spec {

int VariantBuilder::rounds_of(const Node& rule) {
  return integer(rule.find("rounds"), "rounds", 1, kLargestCount).value_or(3);
}

void VariantBuilder::needs_rule(const std::string& rule, const std::string& needed) {
  const Node* rules = top("rules");
  if (has_rule(needed) || (rules != nullptr && rules->kind != Node::Kind::kMap)) return;
  error(key_of(rule), fmt::format("{} needs the rule '{}'", rule, needed), "",
        {removal("rules." + needed)});
}

void VariantBuilder::read_coalition() {
  CoalitionRule rule;
  const Node* node = rule_at("coalition", &rule);
  if (node == nullptr) return;
  needs_fen4(key_of("coalition"), "coalition");
  rule.rounds = rounds_of(*node);
  const Node* small_powers = node->find("small-powers");
  rule.small_powers = choice(small_powers, "small-powers", {"off", "on"}).value_or(0) == 1;
  needs_rule("coalition", "royal-safety");
  const std::size_t before = errors_;
  rule.great = two_powers(node->find("great"), "great");
  rule.small = two_powers(node->find("small"), "small");
  const bool read = errors_ == before && node->find("great") && node->find("small");
  if (read) check_powers(*node, rule);
  if (read && errors_ == before) check_royals_of_powers(rule);
  variant_.coalition = std::move(rule);
}

std::vector<PlayerId> VariantBuilder::two_powers(const Node* node, const std::string& what) {
  const std::size_t before = errors_;
  std::vector<PlayerId> powers = some_players(node, what);
  if (node != nullptr && errors_ == before && powers.size() != 2) {
    error(*node, fmt::format("'{}' names {} player{}, two wanted", what, powers.size(),
                             powers.size() == 1 ? "" : "s"));
  }
  return powers;
}

void VariantBuilder::check_powers(const Node& node, const CoalitionRule& rule) {
  for (std::size_t i = 0; i < variant_.players.size(); ++i) {
    const auto in = [&](const std::vector<PlayerId>& powers) {
      return std::find(powers.begin(), powers.end(), static_cast<PlayerId>(i)) != powers.end();
    };
    const std::string& name = variant_.players[i].name;
    if (in(rule.great) && in(rule.small)) {
      error(*node.find("small"), fmt::format("player '{}' is both a great and a small power", name),
            "", {node.find("great")});
    } else if (!in(rule.great) && !in(rule.small)) {
      error(key_of("coalition"),
            fmt::format("player '{}' is neither a great nor a small power", name), "",
            {node.find("great"), node.find("small"), top("players")});
    }
  }
}

void VariantBuilder::check_royals_of_powers(const CoalitionRule& rule) {
  if (!variant_.royal_safety || !count_holds_) return;
  std::vector<PlayerId> great = rule.great;
  std::sort(great.begin(), great.end());
  const RoyalSafetyRule& safety = *variant_.royal_safety;
  if (safety.players == great && safety.min_count == 1 && safety.max_count == 1) return;
  error(key_of("coalition"),
        "great powers have one royal piece each and small powers none, but royal-safety.count "
        "says otherwise",
        fmt::format("write count: {{each: 1, of: [{}, {}]}}", variant_.players[rule.great[0]].name,
                    variant_.players[rule.great[1]].name),
        count_causes());
}

void VariantBuilder::read_check_reply() {
  CheckReplyRule rule;
  const Node* node = rule_at("check-reply", &rule);
  if (node == nullptr) return;
  needs_fen4(key_of("check-reply"), "check-reply");
  needs_rule("check-reply", "royal-safety");
  if (variant_.players.size() == 2) {
    error(key_of("check-reply"),
          "check-reply needs more than two players, since of two the other acts next anyway", "",
          {top("players")});
  }
  variant_.check_reply = std::move(rule);
}

void VariantBuilder::needs_set_up(const Node& list, const std::vector<PlayerId>& players) {
  for (const PlayerId player : players) {
    const std::string& name = variant_.players[player].name;
    const Node* entry = top("players")->find(name);
    if (!variant_.players[player].set_up.empty() || entry->find("set-up") != nullptr) continue;
    const auto item = std::find_if(list.items.begin(), list.items.end(),
                                   [&](const Node& each) { return each.text == name; });
    error(*item, fmt::format("player '{}' has no set-up area", name), "",
          {removal("players." + name + ".set-up"), entry});
  }
}

void VariantBuilder::read_rearrangement() {
  RearrangementRule rule;
  const std::size_t before = errors_;
  const Node* node = rule_at("rearrangement", &rule);
  if (node == nullptr) return;
  needs_fen4(key_of("rearrangement"), "rearrangement");
  if (const Node* players = node->find("players")) {
    rule.players = some_players(players, "players");
    needs_set_up(*players, rule.players);
  }
  rule.rounds = rounds_of(*node);
  if (errors_ > before) faulty_rights_.insert("rearrangement");
  variant_.rearrangement = std::move(rule);
}

void VariantBuilder::read_opening_rights() {
  OpeningRightsRule rule;
  const std::size_t before = errors_;
  const Node* node = rule_at("opening-rights", &rule);
  if (node == nullptr) return;
  needs_fen4(key_of("opening-rights"), "opening-rights");
  const bool on = choice(node->find("when"), "when", {"off", "on"}).value_or(1) == 1;
  rule.rounds = rounds_of(*node);
  const Node* shifters = node->find("shifters");
  const Node* shifts = node->find("shifts");
  if (shifters != nullptr) {
    rule.shifters = some_players(shifters, "shifters");
    needs_set_up(*shifters, rule.shifters);
  }
  rule.shifts = kind(shifts, "shifts");
  if ((shifters == nullptr) != (shifts == nullptr)) {
    const bool who = shifters == nullptr;
    const Node* gone =
        removal(who ? "rules.opening-rights.shifters" : "rules.opening-rights.shifts");
    error(gone != nullptr ? *gone
          : who           ? *shifts
                          : *shifters,
          who ? "'shifts' needs 'shifters', who may do it"
              : "'shifters' needs 'shifts', the piece that they put elsewhere",
          "", {who ? shifts : shifters});
  }
  if (errors_ > before) faulty_rights_.insert("opening-rights");
  opening_rights_off_ = !on;
  if (on) variant_.opening_rights = std::move(rule);
}

void VariantBuilder::read_coalition_endings(const Node& endings) {
  const auto read = [&](const std::string& key, Result result, std::optional<Ending>* ending) {
    const Node* node = map_at(&endings, key, "endings.*-coalition");
    if (node == nullptr) return;
    ending->emplace();
    const Node& place = endings.find_entry(key)->key;
    (*ending)->place = place.place();
    (*ending)->result = result;
    (*ending)->clause = clause_id(node->find("clauses"));
    if (!has_rule("coalition")) {
      refers_to_nothing(ending, place, fmt::format("{} needs the rule 'coalition'", key));
    }
  };
  read("broken-off", Result::kDraw, &variant_.endings.broken_off);
  read("small-powers-lost", Result::kLoss, &variant_.endings.small_powers_lost);
  // Small powers that cannot ally with one another cannot lose together.
  if (variant_.coalition && !variant_.coalition->small_powers) {
    variant_.endings.small_powers_lost.reset();
  }
  if (const Node* stalemate = endings.find("stalemate")) {
    const Node* passes = stalemate->find("small-power");
    const auto word = choice(passes, "small-power", {"draw", "pass"});
    variant_.endings.small_power_passes = word.value_or(0) == 1 && has_rule("coalition");
    if (word && !has_rule("coalition") && !inherited(*passes)) {
      error(*passes, "'small-power' needs the rule 'coalition'");
    }
  }
  read_points(map_at(&endings, "points", "endings.points"));
}

void VariantBuilder::read_points(const Node* points) {
  if (points == nullptr) return;
  const auto read = [&](const std::string& key) {
    return integer(points->find(key), key, 0, kLargestCount).value_or(0);
  };
  Endings& endings = variant_.endings;
  endings.points_win = read("win");
  endings.points_draw = read("draw");
  endings.points_broken_off = read("broken-off");
  const Node* broken_off = points->find("broken-off");
  if (broken_off == nullptr || endings.broken_off) return;
  endings.points_broken_off = 0;
  if (!inherited(*broken_off)) {
    error(*broken_off, "points for 'broken-off' need the ending of that name");
  }
}

}  // namespace regelwerk::spec
