// Endings and draws.

#include <algorithm>

#include <fmt/format.h>

#include "spec/variant_builder.h"

namespace regelwerk::spec {

void VariantBuilder::read_endings() {
  const Node* endings = map_at(&effective_.root, "endings", "endings");
  if (endings == nullptr) return;
  const auto read = [&](const std::string& key, std::optional<Ending>* ending) {
    const Node* node = map_at(endings, key, key == "stalemate" ? "endings.stalemate" : "endings.*");
    if (node == nullptr) return;
    ending->emplace();
    (*ending)->place = endings->find_entry(key)->key.place();
    if (const auto result = choice(node->find("result"), "result", {"loss", "draw", "win"})) {
      (*ending)->result = static_cast<Result>(*result);
    }
    (*ending)->clause = clause_id(node->find("clauses"));
  };
  read("checkmate", &variant_.endings.checkmate);
  read("stalemate", &variant_.endings.stalemate);
  read("royals-lost", &variant_.endings.royals_lost);
  if (variant_.endings.royals_lost && lacks_part_removal()) {
    refers_to_nothing(&variant_.endings.royals_lost, endings->find_entry("royals-lost")->key,
                      "royals-lost needs the rule 'part-removal', nothing else takes a royal");
  }
  read("bared", &variant_.endings.bared);
  if (variant_.endings.bared && variant_.players.size() > 2) {
    error(endings->find_entry("bared")->key,
          fmt::format("bared is for two players, not {}", variant_.players.size()), "",
          {top("players")});
  }
  read_coalition_endings(*endings);
  const Node* rules = top("rules");
  const bool rules_known = rules == nullptr || rules->kind == Node::Kind::kMap;
  if (variant_.endings.checkmate && rules_known && !has_rule("royal-safety")) {
    error(endings->find_entry("checkmate")->key, "checkmate needs the rule 'royal-safety'", "",
          {removal("rules.royal-safety"), removal("rules")});
  }
  if (variant_.endings.bared && rules_known && !has_rule("royal-safety")) {
    error(endings->find_entry("bared")->key, "bared needs the rule 'royal-safety'", "",
          {removal("rules.royal-safety"), removal("rules")});
  }
}

void VariantBuilder::read_draws() {
  const Node* draws = map_at(&effective_.root, "draws", "draws");
  if (draws == nullptr) return;
  variant_.draws.reset_by = draws->find("reset-by") == nullptr
                                ? std::vector<KindId>()
                                : kinds(draws->find("reset-by"), "reset-by");
  const auto counter = [&](const std::string& key, int halfmoves) {
    const Node* node = map_at(draws, key, "draws.*-move");
    if (node == nullptr) return;
    DrawRules::MoveCounter rule;
    rule.name = key;
    rule.halfmoves =
        integer(node->find("halfmoves"), "halfmoves", 1, kLargestCount).value_or(halfmoves);
    rule.automatic =
        boolean(node->find("automatic"), "automatic").value_or(key == "seventy-five-move");
    rule.clause = clause_id(node->find("clauses"));
    variant_.draws.move_counters.push_back(std::move(rule));
  };
  counter("fifty-move", 100);
  counter("seventy-five-move", 150);
  if (const Node* node = map_at(draws, "fifty-round", "draws.fifty-round")) {
    DrawRules::RoundCounter rule;
    rule.rounds = integer(node->find("rounds"), "rounds", 1, kLargestCount).value_or(50);
    rule.automatic = boolean(node->find("automatic"), "automatic").value_or(false);
    rule.clause = clause_id(node->find("clauses"));
    variant_.draws.round_counter = std::move(rule);
  }
  const auto repetition = [&](const std::string& key, int count) {
    const Node* node = map_at(draws, key, "draws.*fold");
    if (node == nullptr) return;
    DrawRules::Repetition rule;
    rule.name = key;
    rule.count = integer(node->find("count"), "count", 2, kLargestCount).value_or(count);
    rule.automatic = boolean(node->find("automatic"), "automatic").value_or(key == "fivefold");
    rule.clause = clause_id(node->find("clauses"));
    variant_.draws.repetitions.push_back(std::move(rule));
  };
  repetition("threefold", 3);
  repetition("fivefold", 5);
  read_insufficient_material(*draws);
}

void VariantBuilder::read_insufficient_material(const Node& draws) {
  const Node* node = map_at(&draws, "insufficient-material", "draws.insufficient-material");
  if (node == nullptr) return;
  if (variant_.players.size() > 2) {
    error(draws.find_entry("insufficient-material")->key,
          fmt::format("insufficient-material is for two players, not {}", variant_.players.size()),
          "", {top("players")});
  }
  DrawRules::InsufficientMaterial rule;
  const Node* bare = node->find("against-bare-royal");
  if (bare != nullptr) {
    if (const auto* lists = list(bare, "against-bare-royal", "[[], [bishop]]")) {
      for (const Node& item : *lists) {
        const std::size_t before = errors_;
        std::vector<KindId> material = kinds(&item, "against-bare-royal", true);
        refuse_royals(item);
        if (errors_ > before || material.size() != item.items.size()) continue;
        std::sort(material.begin(), material.end());
        const auto& seen = rule.against_bare_royal;
        if (std::find(seen.begin(), seen.end(), material) != seen.end()) {
          error(item, "this material is listed twice");
        } else {
          rule.against_bare_royal.push_back(std::move(material));
        }
      }
    }
  }
  if (const Node* on_one = node->find("on-one-colour")) {
    rule.on_one_colour = kinds(on_one, "on-one-colour");
    refuse_royals(*on_one);
  }
  if (const Node* strong = node->find("strong-royals")) {
    rule.strong_royals = royal_kinds(strong, "strong-royals");
  }
  read_parts_left(node->find("parts-left"), &rule);
  rule.clause = clause_id(node->find("clauses"));
  variant_.draws.insufficient_material = std::move(rule);
}

void VariantBuilder::read_parts_left(const Node* node, DrawRules::InsufficientMaterial* rule) {
  if (node == nullptr) return;
  if (!variant_.part_removal) {
    if (lacks_part_removal() && !inherited(*node)) {
      error(*node, "'parts-left' needs the rule 'part-removal'");
    }
    return;
  }
  if (!parts_hold_) return;
  const auto parts = integer(node, "parts-left", 1, std::max<int>(variant_.board.parts.size(), 1));
  rule->parts_left = parts.value_or(0);
}

void VariantBuilder::refuse_royals(const Node& items) {
  for (const Node& item : items.items) {
    const auto id = variant_.kind_by_name(item.text);
    if (id && variant_.pieces[*id].royal) {
      error(item, fmt::format("'{}' is royal, only other pieces are listed", item.text), "",
            {top("pieces")->find(item.text)->find("royal")});
    }
  }
}

}  // namespace regelwerk::spec
