// Clauses, pieces and their movements.

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "spec/betza.h"
#include "spec/keys.h"
#include "spec/text_scan.h"
#include "spec/variant_builder.h"

namespace regelwerk::spec {
namespace {

bool is_clause_id(const std::string& text) {
  return !text.empty() && is_upper(text[0]) && std::all_of(text.begin(), text.end(), [](char c) {
    return is_upper(c) || is_lower(c) || is_digit(c) || c == '-';
  });
}

}  // namespace

void VariantBuilder::read_clause_definitions() {
  const Node* clauses = top("clauses");
  if (clauses == nullptr || !expect_map(*clauses, "clauses")) return;
  for (const Node::Entry& entry : clauses->entries) {
    const std::string& id = entry.key.text;
    if (!is_clause_id(id)) {
      error(entry.key,
            fmt::format("'{}' is no clause id, a capital letter and letters or digits wanted, "
                        "like C6",
                        id));
    }
    Clause& clause = variant_.clauses[id];
    if (!expect_map(entry.value, id)) continue;
    check_keys(entry.value, "clauses.*");
    clause.says = text(entry.value.find("says"), "says").value_or("");
    clause.source = text(entry.value.find("source"), "source").value_or("");
    static const std::vector<std::string> kReadings = {"S", "R", "S+R", "L", "L+R"};
    if (const auto reading = choice(entry.value.find("reading"), "reading", kReadings)) {
      clause.reading = kReadings[*reading];
    }
    if (const Node* explains = entry.value.find("explains")) {
      const std::vector<std::string> words = explainable();
      if (const auto what = choice(explains, "explains", words)) clause.explains = words[*what];
    }
  }
}

std::vector<std::string> VariantBuilder::explainable() {
  std::vector<std::string> words = {"board", "players",    "turn-order", "position-text",
                                    "start", "pieces",     "rules",      "endings",
                                    "draws", "controllers"};
  for (const std::string& rule : keys_of("rules")) words.push_back("rules." + rule);
  return words;
}

bool VariantBuilder::has_explained(const std::string& what) const {
  if (what == "rules.first-move") return variant_.first_move.has_value();
  if (what == "rules.en-passant") return variant_.en_passant.has_value();
  if (what == "rules.promotion") return !variant_.promotions.empty();
  if (what == "rules.castling") return variant_.castling.has_value();
  if (what == "rules.fusion") return variant_.fusion.has_value();
  if (what == "rules.safe-path") return variant_.safe_path.has_value();
  if (what == "rules.part-removal") return variant_.part_removal.has_value();
  if (what == "rules.royal-safety") return variant_.royal_safety.has_value();
  if (what == "rules.coalition") return variant_.coalition.has_value();
  if (what == "rules.check-reply") return variant_.check_reply.has_value();
  if (what == "rules.rearrangement") return variant_.rearrangement.has_value();
  if (what == "rules.opening-rights") return variant_.opening_rights.has_value();
  return top(what) != nullptr;
}

void VariantBuilder::check_explained() {
  for (auto& [id, clause] : variant_.clauses) {
    if (clause.explains.empty()) continue;
    if (has_explained(clause.explains)) {
      used_clauses_.insert(id);
      continue;
    }
    const Node* node = top("clauses")->find(id)->find("explains");
    if (clause.explains == "rules.opening-rights" && opening_rights_off_) {
      used_clauses_.insert(id);
    } else if (!inherited(*node)) {
      error(*node, fmt::format("clause '{}' explains '{}', which the spec does not have", id,
                               clause.explains));
    }
    clause.explains.clear();
  }
}

std::string VariantBuilder::clause_id(const Node* node) {
  if (node == nullptr || node->kind == Node::Kind::kBroken) return "";
  if (node->kind != Node::Kind::kScalar) {
    error(*node, fmt::format("a clause id like C6 wanted, found {}", found(*node)));
    return "";
  }
  if (variant_.clauses.count(node->text) == 0) {
    error(*node, fmt::format("clause '{}' is not defined under 'clauses'", node->text), "",
          {removal("clauses." + node->text), removal("clauses")});
    return "";
  }
  used_clauses_.insert(node->text);
  return node->text;
}

std::map<std::string, std::string> VariantBuilder::rule_clauses(const Node& rule,
                                                                const std::string& section) {
  std::map<std::string, std::string> clauses;
  const Node* node = rule.find("clauses");
  if (node == nullptr) return clauses;
  const std::vector<std::string>& reasons = reasons_of(section);
  if (node->kind != Node::Kind::kMap) {
    const std::string id = clause_id(node);
    if (!id.empty()) {
      for (const std::string& reason : reasons) clauses[reason] = id;
    }
    return clauses;
  }
  for (const Node::Entry& entry : node->entries) {
    const std::string& reason = entry.key.text;
    if (std::find(reasons.begin(), reasons.end(), reason) == reasons.end()) {
      std::string hint = did_you_mean(reason, reasons);
      if (hint.empty()) {
        hint = (reasons.size() == 1 ? "its only reason is " : "its reasons are ") +
               list_words(reasons, "and");
      }
      error(entry.key, fmt::format("unknown reason '{}'", reason), hint);
      continue;
    }
    const std::string id = clause_id(&entry.value);
    if (!id.empty()) clauses[reason] = id;
  }
  return clauses;
}

void VariantBuilder::check_clause_use() {
  for (auto clause = variant_.clauses.begin(); clause != variant_.clauses.end();) {
    if (used_clauses_.count(clause->first) > 0) {
      ++clause;
      continue;
    }
    // What a child no longer uses of its parent's clauses is left out without a word.
    const Node::Entry* entry = top("clauses")->find_entry(clause->first);
    if (entry != nullptr && !inherited(entry->key)) {
      warning(entry->key, fmt::format("clause '{}' is never used", clause->first));
    }
    clause = variant_.clauses.erase(clause);
  }
}

void VariantBuilder::read_pieces() {
  const Node* pieces = top("pieces");
  if (pieces == nullptr || !expect_map(*pieces, "pieces")) return;
  if (pieces->entries.empty()) error(*pieces, "there are no pieces");
  std::map<char, std::string> letters;
  for (const Node::Entry& entry : pieces->entries) {
    check_name(entry.key, "piece");
    PieceKind kind;
    kind.name = entry.key.text;
    kind.place = entry.key.place();
    if (expect_map(entry.value, kind.name)) {
      check_keys(entry.value, "pieces.*");
      read_letter(entry, &letters, &kind);
      read_moves(entry.value.find("moves"), &kind);
      const Node* royal = entry.value.find("royal");
      const std::optional<bool> is_royal = boolean(royal, "royal");
      kind.royal = is_royal.value_or(false);
      royals_known_ = royals_known_ && (royal == nullptr || is_royal.has_value());
    }
    variant_.pieces.push_back(std::move(kind));
  }
}

void VariantBuilder::read_letter(const Node::Entry& entry, std::map<char, std::string>* letters,
                                 PieceKind* kind) {
  const Node* node = entry.value.find("letter");
  const auto word = text(node, "letter");
  if (!word) return;
  if (word->size() != 1 || !is_upper((*word)[0])) {
    error(*node, fmt::format("a piece's letter is one capital letter, found '{}'", *word));
    return;
  }
  kind->letter = (*word)[0];
  const auto [other, added] = letters->try_emplace(kind->letter, kind->name);
  if (!added) {
    const Node* first = top("pieces")->find(other->second);
    error(
        *node,
        fmt::format("pieces {} and {} both have the letter '{}'", other->second, kind->name, *word),
        "", {first->find("letter"), first});
  }
}

void VariantBuilder::read_moves(const Node* node, PieceKind* kind) {
  if (node != nullptr && node->kind == Node::Kind::kMap) {
    read_two_steps(*node, kind);
    return;
  }
  const auto word = text(node, "moves");
  if (!word) return;
  kind->betza = *word;
  BetzaResult result = parse_betza(*word);
  for (BetzaError& problem : result.errors) {
    error_within(*node, problem.position, std::move(problem.message));
  }
  if (result.errors.empty()) warn_of_repetition(*node, result.movements);
  kind->movements = std::move(result.movements);
}

void VariantBuilder::read_two_steps(const Node& node, PieceKind* kind) {
  check_keys(node, "pieces.*.moves");
  const std::size_t before = errors_;
  const Node* steps = node.find("steps");
  const std::vector<Node>* items = list(steps, "steps", "[N, N]");
  if (items == nullptr) return;
  if (items->size() != 2) {
    error(*steps, fmt::format("'steps' names {} step{}, two wanted", items->size(),
                              items->size() == 1 ? "" : "s"));
  }
  std::vector<std::set<Offset>> offsets;
  for (const Node& item : *items) offsets.push_back(read_step(item));
  if (errors_ > before) return;
  std::map<Offset, std::set<Offset>> firsts;
  for (const Offset first : offsets[0]) {
    for (const Offset second : offsets[1]) {
      const Offset sum{first.right + second.right, first.forward + second.forward};
      if (sum != Offset{}) firsts[sum].insert(first);
    }
  }
  if (firsts.empty()) {
    error(*steps, "the two steps lead nowhere but to where they began");
    return;
  }
  Movement movement;
  movement.text = fmt::format("{{steps: [{}, {}]}}", items->front().text, items->back().text);
  for (const auto& [sum, ways] : firsts) {
    movement.steps.push_back(sum);
    movement.via.emplace_back(ways.begin(), ways.end());
  }
  kind->betza = movement.text;
  kind->movements.push_back(std::move(movement));
}

std::set<Offset> VariantBuilder::read_step(const Node& node) {
  std::set<Offset> out;
  const auto word = text(&node, "steps");
  if (!word) return out;
  BetzaResult result = parse_betza(*word);
  for (BetzaError& problem : result.errors) {
    error_within(node, problem.position, std::move(problem.message));
  }
  for (const Movement& movement : result.movements) {
    const bool plain = movement.range == 1 && movement.moves && movement.captures &&
                       !movement.first_move_only && !movement.lame && !movement.takes_en_passant &&
                       !movement.grants_en_passant;
    if (!plain) {
      error(node, fmt::format("'{}' is no single step, an atom without range and without "
                              "modifiers but directions wanted",
                              movement.text));
      break;
    }
    out.insert(movement.steps.begin(), movement.steps.end());
  }
  return out;
}

void VariantBuilder::warn_of_repetition(const Node& node, const std::vector<Movement>& movements) {
  const auto contains = [](const Movement& whole, const Movement& part) {
    return std::includes(whole.steps.begin(), whole.steps.end(), part.steps.begin(),
                         part.steps.end()) &&
           (whole.range == Movement::kUnlimited ||
            (part.range != Movement::kUnlimited && part.range <= whole.range)) &&
           (whole.moves || !part.moves) && (whole.captures || !part.captures) &&
           (!whole.first_move_only || part.first_move_only) && (!whole.lame || part.lame) &&
           (whole.takes_en_passant || !part.takes_en_passant) &&
           (whole.grants_en_passant == part.grants_en_passant);
  };
  int offset = 0;
  for (std::size_t i = 0; i < movements.size(); ++i) {
    for (std::size_t j = 0; j < movements.size(); ++j) {
      if (i == j || !contains(movements[j], movements[i])) continue;
      if (j > i && contains(movements[i], movements[j])) continue;  // told of the later one
      warning(node, fmt::format("'{}' adds nothing to '{}'", movements[i].text, movements[j].text),
              {}, offset);
      break;
    }
    offset += static_cast<int>(movements[i].text.size());
  }
}

std::vector<std::string> VariantBuilder::piece_names() const {
  std::vector<std::string> names;
  for (const PieceKind& kind : variant_.pieces) names.push_back(kind.name);
  return names;
}

KindId VariantBuilder::kind(const Node* node, const std::string& what) {
  const auto name = text(node, what);
  if (!name) return -1;
  if (const auto id = variant_.kind_by_name(*name)) return *id;
  if (variant_.pieces.empty() && top("pieces") != nullptr) return -1;
  error(*node, fmt::format("unknown piece '{}'", *name), did_you_mean(*name, piece_names()),
        {removal("pieces." + *name), removal("pieces")});
  return -1;
}

std::vector<KindId> VariantBuilder::kinds(const Node* node, const std::string& what, bool repeats) {
  std::vector<KindId> out;
  const std::vector<Node>* items = list(node, what, "[queen, rook]");
  if (items == nullptr) return out;
  for (const Node& item : *items) {
    const KindId id = kind(&item, what);
    if (id < 0) continue;
    if (!repeats && std::find(out.begin(), out.end(), id) != out.end()) {
      error(item, fmt::format("piece '{}' is named twice", item.text));
      continue;
    }
    out.push_back(id);
  }
  return out;
}

}  // namespace regelwerk::spec
