// Rules beyond plain movement.

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "spec/text_scan.h"
#include "spec/variant_builder.h"

namespace regelwerk::spec {

void VariantBuilder::read_movement() {
  if (const Node* movement = map_at(&effective_.root, "movement", "movement")) {
    variant_.movement_clauses = rule_clauses(*movement, "movement");
  }
}

void VariantBuilder::read_rules() {
  rules_ = map_at(&effective_.root, "rules", "rules");
  read_first_move();
  read_en_passant();
  read_promotions();
  read_castling();
  read_part_removal();
  read_royal_safety();
  check_royal_promotions();
  read_fusion();
  read_safe_path();
  read_coalition();
  read_check_reply();
  read_rearrangement();
  read_opening_rights();
}

const Node* VariantBuilder::rule_at(const std::string& key, Rule* rule) {
  const Node* node = map_at(rules_, key, "rules." + key);
  if (node == nullptr) return nullptr;
  rule->place = rules_->find_entry(key)->key.place();
  rule->clauses = rule_clauses(*node, "rules." + key);
  return node;
}

bool VariantBuilder::any_movement(bool Movement::*flag) const {
  for (const PieceKind& kind : variant_.pieces) {
    for (const Movement& movement : kind.movements) {
      if (movement.*flag) return true;
    }
  }
  return false;
}

void VariantBuilder::movements_need(bool Movement::*flag, char modifier, const std::string& rule,
                                    Severity severity) {
  const Node* pieces = top("pieces");
  if (pieces == nullptr) return;
  for (const PieceKind& kind : variant_.pieces) {
    int offset = 0;
    for (const Movement& movement : kind.movements) {
      if (movement.*flag) {
        const int at = offset + static_cast<int>(movement.text.find(modifier));
        const std::string message =
            fmt::format("modifier '{}' needs the rule '{}'", modifier, rule);
        if (severity == Severity::kError) ++errors_;
        report(effective_, diagnostics_, *pieces->find(kind.name)->find("moves"), at, message, "",
               {removal("rules." + rule), removal("rules")}, severity);
        break;
      }
      offset += static_cast<int>(movement.text.size());
    }
  }
}

void VariantBuilder::read_first_move() {
  FirstMoveRule rule;
  const bool used = any_movement(&Movement::first_move_only);
  const Node* node = rule_at("first-move", &rule);
  if (node == nullptr) {
    if (used && !has_rule("first-move")) {
      movements_need(&Movement::first_move_only, 'i', "first-move", Severity::kError);
    }
    return;
  }
  const Node* known = node->find("known-by");
  if (const auto how = choice(known, "known-by", {"second-rank", "third-rank", "flags"})) {
    rule.known_by = *how < 2 ? FirstMoveRule::KnownBy::kRank : FirstMoveRule::KnownBy::kFlags;
    rule.rank = *how == 1 ? 3 : 2;
    first_move_holds_ = true;
    if (rule.known_by == FirstMoveRule::KnownBy::kFlags) needs_fen4(*known, "known-by: flags");
  }
  variant_.first_move = std::move(rule);
  if (!used && pieces_read()) {
    refers_to_nothing(&variant_.first_move, key_of("first-move"),
                      "first-move refers to nothing: no piece has a movement with 'i'");
  }
}

void VariantBuilder::read_en_passant() {
  EnPassantRule rule;
  const bool granted = any_movement(&Movement::grants_en_passant);
  const bool taken = any_movement(&Movement::takes_en_passant);
  const Node* node = rule_at("en-passant", &rule);
  if (node == nullptr) {
    if (taken && !has_rule("en-passant") && removal("rules.en-passant") == nullptr) {
      movements_need(&Movement::takes_en_passant, 'e', "en-passant", Severity::kWarning);
    }
    return;
  }
  const Node* lasts = node->find("lasts");
  if (const auto until = choice(lasts, "lasts", {"next-action", "until-owner-acts"})) {
    rule.lasts = static_cast<EnPassantRule::Lasts>(*until);
    if (rule.lasts == EnPassantRule::Lasts::kUntilOwnerActs) {
      needs_fen4(*lasts, "lasts: until-owner-acts");
    }
  }
  check_crossed_squares();
  variant_.en_passant = std::move(rule);
  if ((!granted || !taken) && pieces_read()) {
    refers_to_nothing(&variant_.en_passant, key_of("en-passant"),
                      granted ? "en-passant refers to nothing: no piece captures with 'e'"
                              : "en-passant refers to nothing: no piece has a movement with "
                                "'mn' that leaves the right");
  }
}

void VariantBuilder::check_crossed_squares() {
  for (const PieceKind& kind : variant_.pieces) {
    std::size_t offset = 0;
    for (const Movement& movement : kind.movements) {
      offset = std::min(kind.betza.find(movement.text, offset), kind.betza.size());
      const auto several =
          std::find_if(movement.steps.begin(), movement.steps.end(),
                       [](Offset step) { return crossed_squares(step).size() != 1; });
      if (movement.grants_en_passant && several != movement.steps.end()) {
        error_within(*top("pieces")->find(kind.name)->find("moves"),
                     static_cast<int>(offset + movement.text.find('n')),
                     fmt::format("'{}' crosses {} squares, but an en passant right needs exactly "
                                 "one",
                                 movement.text, crossed_squares(*several).size()),
                     "", {&key_of("en-passant")});
      }
      offset += movement.text.size();
    }
  }
}

bool VariantBuilder::has_rule(const std::string& key) const {
  return rules_ != nullptr && rules_->find(key) != nullptr;
}

bool VariantBuilder::pieces_read() const {
  return !variant_.pieces.empty() &&
         std::all_of(variant_.pieces.begin(), variant_.pieces.end(),
                     [](const PieceKind& kind) { return !kind.movements.empty(); });
}

void VariantBuilder::read_promotions() {
  const Node* node = rules_ == nullptr ? nullptr : rules_->find("promotion");
  if (node == nullptr) return;
  const Node& key = key_of("promotion");
  if (node->kind != Node::Kind::kSequence) {
    read_promotion(*node, key);
    return;
  }
  if (node->items.empty()) error(*node, "promotion is an empty list", "use none to remove it");
  for (const Node& item : node->items) read_promotion(item, item);
}

void VariantBuilder::read_promotion(const Node& node, const Node& place) {
  if (!expect_map(node, "promotion")) return;
  check_keys(node, "rules.promotion");
  PromotionRule rule;
  rule.place = place.place();
  rule.clauses = rule_clauses(node, "rules.promotion");
  rule.of = kinds(node.find("of"), "of");
  read_zone(node.find("zone"), "zone", &rule.zone);
  rule.to = kinds(node.find("to"), "to");
  read_compulsory(node.find("compulsory"), &rule);
  rule.captured_only = boolean(node.find("captured-only"), "captured-only").value_or(false);
  for (const std::string what : {"of", "to"}) {
    const Node* items = node.find(what);
    if (items != nullptr && items->kind == Node::Kind::kSequence && items->items.empty()) {
      error(*items, fmt::format("'{}' names no piece", what));
    }
  }
  if (const Node* to = node.find("to"); to != nullptr) {
    for (const Node& item : to->items) {
      const auto id = variant_.kind_by_name(item.text);
      if (!id) continue;
      if (std::find(rule.of.begin(), rule.of.end(), *id) != rule.of.end()) {
        error(item, fmt::format("'{}' cannot promote to itself", item.text),
              "compulsory: false allows it to stay");
      }
    }
  }
  if (const Node* of = node.find("of"); of != nullptr) {
    for (const Node& item : of->items) {
      const auto id = variant_.kind_by_name(item.text);
      if (!id) continue;
      if (!promoting_.insert(*id).second) {
        error(item, fmt::format("'{}' is already in another promotion rule", item.text));
      }
      if (variant_.pieces[*id].royal) {
        error(item, fmt::format("'{}' is royal and cannot promote", item.text), "",
              {top("pieces")->find(item.text)->find("royal")});
      }
    }
  }
  variant_.promotions.push_back(std::move(rule));
}

void VariantBuilder::read_compulsory(const Node* node, PromotionRule* rule) {
  rule->compulsory = rule->zone;
  if (node == nullptr) return;
  const bool is_zone =
      node->kind == Node::Kind::kSequence ||
      (node->kind == Node::Kind::kScalar && node->text.find('-') != std::string::npos);
  if (!is_zone) {
    if (!boolean(node, "compulsory").value_or(true)) rule->compulsory.reset();
    return;
  }
  const std::size_t before = errors_;
  Zone zone;
  read_zone(node, "compulsory", &zone);
  if (errors_ != before) return;
  rule->compulsory = zone;
  for (const Player& player : variant_.players) {
    for (int file = 0; file < variant_.board.files; ++file) {
      for (int rank = 0; rank < variant_.board.ranks; ++rank) {
        const Square square{file, rank};
        if (!in_zone(zone, player.forward, square) || in_zone(rule->zone, player.forward, square)) {
          continue;
        }
        error(*node, fmt::format("promotion is compulsory on {}, which is outside the zone of {}",
                                 square_name(square), player.name));
        return;
      }
    }
  }
}

void VariantBuilder::check_royal_promotions() {
  const std::optional<RoyalSafetyRule>& safety = variant_.royal_safety;
  if (!safety || !count_holds_ || !safety->max_count) return;
  const Node* node = rules_->find("promotion");
  const auto check = [&](const Node& rule) {
    const Node* to = rule.kind == Node::Kind::kMap ? rule.find("to") : nullptr;
    if (to == nullptr) return;
    for (const Node& item : to->items) {
      const auto id = variant_.kind_by_name(item.text);
      if (!id || !variant_.pieces[*id].royal) continue;
      error(item,
            fmt::format("promotion to '{}', which is royal, but royal-safety.count has a highest "
                        "number",
                        item.text),
            "", {top("pieces")->find(item.text)->find("royal")});
    }
  };
  if (node == nullptr) return;
  check(*node);
  for (const Node& item : node->items) check(item);
}

void VariantBuilder::read_zone(const Node* node, const std::string& what, Zone* zone) {
  if (node == nullptr || node->kind == Node::Kind::kBroken) return;
  if (node->kind == Node::Kind::kSequence) {
    if (node->items.empty()) error(*node, fmt::format("'{}' has no square", what));
    for (const Node& item : node->items) {
      if (const auto area = rectangle(item)) zone->areas.push_back(*area);
    }
    return;
  }
  if (node->kind == Node::Kind::kScalar) {
    const std::string& word = node->text;
    int last = 0;
    if (word == "last-rank" || word == "opposite-edge") {
      last = 1;
    } else if (word.size() > 11 && word.compare(0, 5, "last-") == 0 &&
               word.compare(word.size() - 6, 6, "-ranks") == 0) {
      const std::string digits = word.substr(5, word.size() - 11);
      const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), last);
      if (parsed.ptr != digits.data() + digits.size() || digits[0] == '0') last = -1;
    }
    if (last > 0) {
      for (const Player& player : variant_.players) {
        const int depth =
            marches_along_ranks(player.forward) ? variant_.board.ranks : variant_.board.files;
        if (last <= depth) continue;
        error(*node, fmt::format("{} '{}' is deeper than the board", what, word), "",
              board_causes_);
        return;
      }
      zone->last_ranks = last;
      return;
    }
  }
  error(*node,
        fmt::format("'{}' must be last-rank, last-N-ranks, opposite-edge or a list of squares "
                    "and rectangles, found {}",
                    what, found(*node)),
        node->kind == Node::Kind::kScalar
            ? did_you_mean(node->text, {"last-rank", "last-2-ranks", "opposite-edge"})
            : "");
}

void VariantBuilder::read_castling() {
  CastlingRule rule;
  const std::size_t before = errors_;
  const Node* node = rule_at("castling", &rule);
  if (node == nullptr) return;
  rule.king = kind(node->find("king"), "king");
  rule.partner = kind(node->find("partner"), "partner");
  if (rule.king >= 0 && rule.king == rule.partner) {
    error(*node->find("partner"), "king and partner of castling are the same piece");
  }
  read_stops(*node, &rule);
  if (const auto homes = choice(node->find("homes"), "homes", {"start-squares", "first-rank"})) {
    rule.homes = static_cast<CastlingRule::Homes>(*homes);
  }
  if (rule.stops == CastlingRule::Stops::kBesidePartner &&
      variant_.position_text.action == PositionTextForm::CastlingAction::kKingTo) {
    const Node* form = top("position-text");
    error(*node->find("king-stops"),
          "castling beside the partner needs position-text.action: king-takes-partner, since its "
          "king may go a single step",
          "", {removal("position-text.action"), form == nullptr ? nullptr : form->find("action")});
  }
  if (variant_.players.size() > 2) {
    error(key_of("castling"),
          fmt::format("castling is for two players, not {}", variant_.players.size()), "",
          {top("players")});
  }
  for (const Player& player : variant_.players) {
    if (marches_along_ranks(player.forward)) continue;
    error(key_of("castling"),
          fmt::format("castling needs players who march north or south, {} does not", player.name),
          "", {top("players")});
    break;
  }
  const Node* field = position_text_castling();
  const bool readable = field == nullptr || field->text == "none";
  if (readable && variant_.position_text.castling == PositionTextForm::Castling::kNone) {
    error(key_of("castling"),
          "castling needs a field in the position text, but position-text.castling is none", "",
          {removal("position-text.castling"), position_text_castling()});
  }
  castling_holds_ = errors_ == before;
  variant_.castling = std::move(rule);
}

const Node* VariantBuilder::position_text_castling() const {
  const Node* form = top("position-text");
  return form == nullptr ? nullptr : form->find("castling");
}

void VariantBuilder::read_stops(const Node& node, CastlingRule* rule) {
  const Node* king = node.find("king-stops");
  const Node* partner = node.find("partner-stops");
  const bool king_word = king != nullptr && stop_word(*king, "king-stops", "beside-partner");
  const bool partner_word =
      partner != nullptr && stop_word(*partner, "partner-stops", "other-side");
  const bool king_files = king != nullptr && king->kind == Node::Kind::kMap;
  const bool partner_files = partner != nullptr && partner->kind == Node::Kind::kMap;
  if (king_files) check_keys(*king, "rules.castling.king-stops");
  if (partner_files) check_keys(*partner, "rules.castling.partner-stops");
  if (king_word) rule->stops = CastlingRule::Stops::kBesidePartner;
  if (king_word && partner_files) {
    error(*partner, "'king-stops' is beside-partner, which leaves no files to 'partner-stops'",
          "write partner-stops: other-side", {king});
  }
  if (king_files && partner_word) {
    error(*partner, "'partner-stops' is other-side, which needs king-stops: beside-partner", "",
          {king});
  }
  if (partner == nullptr && (king_files || king == nullptr)) {
    const Node* gone = removal("rules.castling.partner-stops");
    error(gone != nullptr ? *gone : node, "key 'partner-stops' is missing here", "", {king});
  }
  if (king_files && partner_files) read_stop_files(king, partner, rule);
}

bool VariantBuilder::stop_word(const Node& node, const std::string& what, const std::string& word) {
  if (node.kind == Node::Kind::kScalar && node.text == word) return true;
  if (node.kind == Node::Kind::kMap || node.kind == Node::Kind::kBroken) return false;
  error(node, fmt::format("'{}' must be {} or a map of files, found {}", what, word, found(node)),
        node.kind == Node::Kind::kScalar ? did_you_mean(node.text, {word}) : "");
  return false;
}

void VariantBuilder::read_stop_files(const Node* king, const Node* partner, CastlingRule* rule) {
  const auto read_side = [&](const std::string& side, std::optional<CastlingRule::Wing>* wing) {
    const Node* king_stop = king->find(side);
    const Node* partner_stop = partner->find(side);
    if (king_stop == nullptr && partner_stop == nullptr) return;
    if (king_stop == nullptr || partner_stop == nullptr) {
      error(
          king_stop == nullptr ? *king : *partner,
          fmt::format("the other piece of castling has a stop to the {}, this one has none", side));
      return;
    }
    const auto king_file = stop_file(*king_stop);
    const auto partner_file = stop_file(*partner_stop);
    if (!king_file || !partner_file) return;
    if (*king_file == *partner_file) {
      error(
          *partner_stop,
          fmt::format("king and partner both stop on file {}", static_cast<char>('a' + *king_file)),
          "", {king_stop});
      return;
    }
    *wing = CastlingRule::Wing{*king_file, *partner_file};
  };
  const std::size_t before_sides = errors_;
  read_side("left", &rule->left);
  read_side("right", &rule->right);
  if (!rule->left && !rule->right && errors_ == before_sides) {
    error(*king, "castling has neither a left nor a right stop");
  }
}

std::optional<int> VariantBuilder::stop_file(const Node& node) {
  const auto word = text(&node, "file");
  if (!word) return std::nullopt;
  if (word->size() != 1 || !is_lower((*word)[0])) {
    error(node, fmt::format("a file letter wanted, found '{}'", *word));
    return std::nullopt;
  }
  const int file = (*word)[0] - 'a';
  if (file >= variant_.board.files) {
    error(node, fmt::format("file {} is not on the board", *word), "", board_causes_);
    return std::nullopt;
  }
  return file;
}

KindId VariantBuilder::royal_kind(const Node* node, const std::string& what) {
  const KindId id = kind(node, what);
  if (id < 0 || variant_.pieces[id].royal || !royals_known_) return id;
  const Node* piece = top("pieces")->find(variant_.pieces[id].name);
  error(*node, fmt::format("'{}' is not royal", node->text), "",
        {piece->find("royal"), removal("pieces." + node->text + ".royal"), piece});
  return -1;
}

std::vector<KindId> VariantBuilder::royal_kinds(const Node* node, const std::string& what) {
  std::vector<KindId> out;
  const std::vector<Node>* items = list(node, what, "[king]");
  if (items == nullptr) return out;
  if (items->empty()) error(*node, fmt::format("'{}' names no piece", what));
  for (const Node& item : *items) {
    const KindId id = royal_kind(&item, what);
    if (id < 0) continue;
    if (std::find(out.begin(), out.end(), id) != out.end()) {
      error(item, fmt::format("piece '{}' is named twice", item.text));
    } else {
      out.push_back(id);
    }
  }
  return out;
}

void VariantBuilder::read_part_removal() {
  PartRemovalRule rule;
  const Node* node = rule_at("part-removal", &rule);
  if (node == nullptr) return;
  choice(node->find("when"), "when", {"a-player-has-no-piece-there"});
  if (const auto own =
          choice(node->find("own-last-royal"), "own-last-royal", {"legal", "illegal"})) {
    rule.self_destruction = *own == 0;
  }
  if (form_ == PositionTextForm::Form::kFen4) {
    error(key_of("part-removal"),
          "part-removal needs position-text.form: fen, fen4 cannot write removed squares", "",
          {position_text_key("form")});
  }
  variant_.part_removal = std::move(rule);
  if (parts_hold_ && variant_.board.parts.size() < 2) {
    refers_to_nothing(&variant_.part_removal, key_of("part-removal"),
                      "part-removal needs two parts or more in 'board.parts'");
    removal_dropped_ = !variant_.part_removal;
  }
}

void VariantBuilder::read_fusion() {
  FusionRule rule;
  const Node* node = rule_at("fusion", &rule);
  if (node == nullptr) return;
  rule.of = royal_kind(node->find("of"), "of");
  rule.into = royal_kind(node->find("into"), "into");
  if (rule.of >= 0 && rule.of == rule.into) {
    error(*node->find("into"),
          fmt::format("two of '{0}' cannot fuse into '{0}'", variant_.pieces[rule.of].name));
  }
  const std::optional<RoyalSafetyRule>& safety = variant_.royal_safety;
  if (safety && count_holds_ && safety->max_count &&
      (*safety->max_count < 2 || *safety->max_count == safety->min_count)) {
    error(key_of("fusion"),
          fmt::format("fusion makes one royal piece of two, but royal-safety.count allows {} {}",
                      *safety->max_count == safety->min_count ? "exactly" : "at most",
                      *safety->max_count),
          "", count_causes());
  }
  variant_.fusion = std::move(rule);
}

void VariantBuilder::read_safe_path() {
  SafePathRule rule;
  const Node* node = rule_at("safe-path", &rule);
  if (node == nullptr) return;
  rule.of = royal_kinds(node->find("of"), "of");
  variant_.safe_path = std::move(rule);
}

void VariantBuilder::read_royal_safety() {
  RoyalSafetyRule rule;
  const Node* node = rule_at("royal-safety", &rule);
  if (node == nullptr) return;
  choice(node->find("royals"), "royals", {"all"});
  read_target(*node, &rule);
  const int squares = variant_.board.files * variant_.board.ranks;
  const std::size_t before = errors_;
  if (const Node* count = map_at(node, "count", "rules.royal-safety.count")) {
    const Node* each = count->find("each");
    const Node* min = count->find("min");
    const Node* max = count->find("max");
    if (each != nullptr && (min != nullptr || max != nullptr)) {
      error(*each, "count is either 'each' or 'min' and 'max'");
    }
    if (const auto value = integer(each, "each", 1, squares)) {
      rule.min_count = *value;
      rule.max_count = *value;
    } else if (each == nullptr) {
      if (min == nullptr && max == nullptr) error(*count, "count needs 'each' or 'min'");
      rule.min_count = integer(min, "min", 0, squares).value_or(0);
      rule.max_count = integer(max, "max", 1, squares);
      if (rule.max_count && *rule.max_count < rule.min_count) {
        error(*max, fmt::format("max {} is less than min {}", *rule.max_count, rule.min_count), "",
              {min});
      }
    }
    if (const Node* of = count->find("of")) {
      rule.players = some_players(of, "of");
      std::sort(rule.players.begin(), rule.players.end());
      if (rule.players.size() == variant_.players.size()) rule.players.clear();
    }
    rule.alone = royal_kind(count->find("alone"), "alone");
    if (rule.alone >= 0 && rule.min_count > 1) {
      error(*count->find("alone"),
            fmt::format("'{}' is its player's only royal piece, but the count is at least {}",
                        count->find("alone")->text, rule.min_count),
            "", {each, min});
    }
  }
  count_holds_ = errors_ == before;
  const bool any_royal = std::any_of(variant_.pieces.begin(), variant_.pieces.end(),
                                     [](const PieceKind& kind) { return kind.royal; });
  if (!any_royal && royals_known_ && pieces_read()) {
    error(key_of("royal-safety"), "royal-safety refers to nothing: no piece is royal", "",
          royal_causes());
  }
  variant_.royal_safety = std::move(rule);
}

void VariantBuilder::read_target(const Node& node, RoyalSafetyRule* rule) {
  const Node* target = node.find("target");
  const auto when = choice(target, "target", {"before-removal", "after-removal"});
  if (when && variant_.part_removal) rule->target = static_cast<RoyalSafetyRule::Target>(*when);
  if (when && lacks_part_removal() && !inherited(*target)) {
    error(*target, "'target' needs the rule 'part-removal'");
  }
}

Causes VariantBuilder::count_causes() const {
  Causes causes;
  const Node* rule = rules_ == nullptr ? nullptr : rules_->find("royal-safety");
  const Node* count = rule == nullptr ? nullptr : rule->find("count");
  if (count == nullptr || count->kind != Node::Kind::kMap) return causes;
  for (const Node::Entry& entry : count->entries) causes.push_back(&entry.value);
  causes.push_back(count);
  return causes;
}

Causes VariantBuilder::royal_causes() const {
  Causes causes;
  for (const auto& [path, node] : effective_.removed) {
    if (path.compare(0, 6, "pieces") == 0) causes.push_back(&node);
  }
  const Node* pieces = top("pieces");
  if (pieces == nullptr) return causes;
  for (const Node::Entry& entry : pieces->entries) {
    if (const Node* royal = entry.value.find("royal")) causes.push_back(royal);
  }
  return causes;
}

}  // namespace regelwerk::spec
