#include "spec/build.h"

#include <algorithm>
#include <charconv>
#include <set>

#include <fmt/format.h>

#include "spec/keys.h"
#include "spec/text_scan.h"
#include "spec/variant_builder.h"

namespace regelwerk::spec {

std::string list_words(const std::vector<std::string>& words, std::string_view last_join) {
  std::string out;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) out += i + 1 == words.size() ? fmt::format(" {} ", last_join) : ", ";
    out += words[i];
  }
  return out;
}

std::string did_you_mean(const std::string& word, const std::vector<std::string>& known) {
  const std::string nearest = nearest_word(word, known);
  return nearest.empty() ? "" : fmt::format("did you mean '{}'?", nearest);
}

std::string found_value(const Node& node) { return node.quoted ? "a quoted text" : found(node); }

bool marches_along_ranks(Direction forward) {
  return forward == Direction::kNorth || forward == Direction::kSouth;
}

std::optional<Variant> VariantBuilder::build() {
  const Node& root = effective_.root;
  if (root.kind != Node::Kind::kMap) {
    error(root, fmt::format("a spec is a map of keys, found {}", found(root)));
    return std::nullopt;
  }
  const bool well_formed = !has_errors(*diagnostics_);
  check_keys(root, "");
  read_head();
  const std::size_t before = errors_;
  read_board();
  read_position_text();
  read_players();
  read_controllers();
  read_clause_definitions();
  read_pieces();
  const bool basics_hold = well_formed && errors_ == before;
  read_movement();
  read_rules();
  read_endings();
  read_draws();
  check_options();
  check_explained();
  if (basics_hold) read_start();
  if (errors_ > 0) return std::nullopt;
  if (well_formed) check_clause_use();
  drop_what_has_no_effect();
  variant_.options = effective_.options;
  variant_.meaning_hash = compute_meaning_hash(variant_);
  return std::move(variant_);
}

void VariantBuilder::error(const Node& node, std::string message, std::string hint,
                           const Causes& causes) {
  error_within(node, -1, std::move(message), std::move(hint), causes);
}

void VariantBuilder::error_within(const Node& node, int offset, std::string message,
                                  std::string hint, const Causes& causes) {
  ++errors_;
  report(effective_, diagnostics_, node, offset, std::move(message), std::move(hint), causes);
}

void VariantBuilder::warning(const Node& node, std::string message, const Causes& causes,
                             int offset) {
  report(effective_, diagnostics_, node, offset, std::move(message), {}, causes,
         Severity::kWarning);
}

const Node* VariantBuilder::removal(const std::string& path) const {
  const auto found = effective_.removed.find(path);
  return found == effective_.removed.end() ? nullptr : &found->second;
}

const Node* VariantBuilder::map_at(const Node* parent, const std::string& key,
                                   const std::string& section) {
  if (parent == nullptr) return nullptr;
  const Node* node = parent->find(key);
  if (node == nullptr || !expect_map(*node, key)) return nullptr;
  check_keys(*node, section);
  return node;
}

bool VariantBuilder::expect_map(const Node& node, const std::string& what) {
  if (node.kind == Node::Kind::kMap) return true;
  if (node.kind != Node::Kind::kBroken) {
    error(node, fmt::format("'{}' must be a map, found {}", what, found(node)));
  }
  return false;
}

void VariantBuilder::check_keys(const Node& map, const std::string& section) {
  const std::vector<std::string> known = keys_of(section);
  for (const Node::Entry& entry : map.entries) {
    const std::string& key = entry.key.text;
    if (std::find(known.begin(), known.end(), key) != known.end()) continue;
    std::string hint = did_you_mean(key, known);
    if (hint.empty()) hint = where_else(key);
    error(entry.key, fmt::format("unknown key '{}'", key), hint);
  }
  // Without a parent, and without a board either: probably the parent was forgotten.
  const bool orphan = section.empty() && map.find("extends") == nullptr &&
                      map.find("board") == nullptr && removal("board") == nullptr;
  for (const Key& key : known_keys()) {
    const std::string name(key.name);
    if (key.section != section || !key.required || map.find(name) != nullptr) continue;
    const Node* gone = removal(path_of(map) + name);
    error(gone != nullptr ? *gone : map,
          section.empty() ? fmt::format("key '{}' is missing", name)
                          : fmt::format("key '{}' is missing here", name),
          orphan && name == "board" ? "only 'extends' takes from another spec what is not said here"
                                    : "");
  }
}

std::string VariantBuilder::path_of(const Node& map) const {
  if (&map == &effective_.root || effective_.removed.empty()) return "";
  std::string path;
  find_path(effective_.root, map, "", &path);
  return path;
}

bool VariantBuilder::find_path(const Node& here, const Node& wanted, const std::string& prefix,
                               std::string* path) {
  for (const Node::Entry& entry : here.entries) {
    const std::string next = prefix + entry.key.text + ".";
    if (&entry.value == &wanted) {
      *path = next;
      return true;
    }
    if (find_path(entry.value, wanted, next, path)) return true;
  }
  return false;
}

std::string VariantBuilder::where_else(const std::string& key) {
  std::vector<std::string> places;
  for (const Key& known : known_keys()) {
    if (known.name != key) continue;
    if (known.section.find('*') != std::string_view::npos) return "";
    places.push_back(known.section.empty() ? "at the top"
                                           : fmt::format("under '{}'", known.section));
  }
  if (places.empty() || places.size() > 2) return "";
  return fmt::format("'{}' belongs {}", key, list_words(places, "or"));
}

std::optional<std::string> VariantBuilder::text(const Node* node, const std::string& what) {
  if (node == nullptr || node->kind == Node::Kind::kBroken) return std::nullopt;
  if (node->kind != Node::Kind::kScalar || node->text.empty()) {
    error(*node, fmt::format("'{}' must be a text, found {}", what, found(*node)));
    return std::nullopt;
  }
  return node->text;
}

std::optional<int> VariantBuilder::integer(const Node* node, const std::string& what, int least,
                                           int most) {
  if (node == nullptr || node->kind == Node::Kind::kBroken) return std::nullopt;
  const std::string wanted = fmt::format("a number from {} to {}", least, most);
  if (node->kind != Node::Kind::kScalar || node->quoted) {
    error(*node, fmt::format("'{}' must be {}, found {}", what, wanted, found_value(*node)));
    return std::nullopt;
  }
  const std::string& digits = node->text;
  const bool plain = std::all_of(digits.begin(), digits.end(), is_digit);
  if (plain && digits.size() > 1 && digits[0] == '0') {
    error(*node, fmt::format("'{}' would be read as an octal number", digits),
          fmt::format("write it without the leading zero"));
    return std::nullopt;
  }
  int value = 0;
  const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (!plain || parsed.ec != std::errc() || value < least || value > most) {
    error(*node, fmt::format("'{}' must be {}, found {}", what, wanted, found(*node)));
    return std::nullopt;
  }
  return value;
}

std::optional<bool> VariantBuilder::boolean(const Node* node, const std::string& what) {
  if (node == nullptr || node->kind == Node::Kind::kBroken) return std::nullopt;
  const bool scalar = node->kind == Node::Kind::kScalar && !node->quoted;
  if (scalar && node->text == "true") return true;
  if (scalar && node->text == "false") return false;
  error(*node, fmt::format("'{}' must be true or false, found {}", what, found_value(*node)),
        scalar && is_yaml_word(node->text) ? "only these two spellings are read" : "");
  return std::nullopt;
}

std::optional<std::size_t> VariantBuilder::choice(const Node* node, const std::string& what,
                                                  const std::vector<std::string>& words) {
  if (node == nullptr || node->kind == Node::Kind::kBroken) return std::nullopt;
  if (node->kind == Node::Kind::kScalar) {
    const auto found = std::find(words.begin(), words.end(), node->text);
    if (found != words.end()) return found - words.begin();
  }
  const std::string wanted = list_words(words, "or");
  error(*node, fmt::format("'{}' must be {}, found {}", what, wanted, found(*node)),
        node->kind == Node::Kind::kScalar ? did_you_mean(node->text, words) : "");
  return std::nullopt;
}

const std::vector<Node>* VariantBuilder::list(const Node* node, const std::string& what,
                                              const std::string& example) {
  if (node == nullptr || node->kind == Node::Kind::kBroken) return nullptr;
  if (node->kind == Node::Kind::kSequence) return &node->items;
  error(*node, fmt::format("'{}' must be a list like {}, found {}", what, example, found(*node)));
  return nullptr;
}

bool VariantBuilder::check_name(const Node& key, const std::string& what) {
  if (is_yaml_word(key.text) && !key.quoted) {
    error(key, fmt::format("'{}' cannot name a {}, some YAML readers take it for another value",
                           key.text, what));
    return false;
  }
  if (is_name(key.text)) return true;
  error(key, fmt::format("'{}' cannot name a {}, lower case letters, digits and hyphens wanted",
                         key.text, what));
  return false;
}

void VariantBuilder::check_options() {
  const Node* options = top("options");
  if (options == nullptr || options->kind != Node::Kind::kMap) return;
  for (const Node::Entry& entry : options->entries) {
    if (entry.value.kind == Node::Kind::kMap) clause_id(entry.value.find("clauses"));
  }
}

void VariantBuilder::drop_what_has_no_effect() {
  if (variant_.en_passant) return;
  for (PieceKind& kind : variant_.pieces) {
    for (Movement& movement : kind.movements) {
      movement.takes_en_passant = false;
      movement.grants_en_passant = false;
    }
  }
}

bool is_name(const std::string& text) {
  if (text.empty() || text.size() > 60 || !is_lower(text[0]) || text.back() == '-') return false;
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return is_lower(c) || is_digit(c) || c == '-'; });
}

bool is_yaml_word(const std::string& text) {
  static const std::set<std::string> words = {"y",   "n",    "yes",   "no",   "on",
                                              "off", "true", "false", "null", "none"};
  std::string lower;
  for (const char c : text) lower += is_upper(c) ? static_cast<char>(c - 'A' + 'a') : c;
  return words.count(lower) > 0 || text == "~";
}

std::string found(const Node& node) {
  constexpr std::size_t kLongest = 40;
  switch (node.kind) {
    case Node::Kind::kNull:
      return "nothing";
    case Node::Kind::kSequence:
      return "a list";
    case Node::Kind::kMap:
      return "a map";
    case Node::Kind::kBroken:
      return "nothing usable";
    case Node::Kind::kScalar:
      break;
  }
  if (node.text.empty()) return "an empty text";
  std::string shown;
  for (const char c : node.text) shown += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  if (shown.size() > kLongest) {
    std::size_t end = kLongest;
    while (end > 0 && (static_cast<unsigned char>(shown[end]) & 0xC0) == 0x80) --end;
    shown = shown.substr(0, end) + "...";
  }
  return "'" + shown + "'";
}

void report(const Effective& effective, Diagnostics* diagnostics, const Node& node, int offset,
            std::string message, std::string hint, const Causes& causes, Severity severity) {
  const Node* at = &node;
  if (node.source != effective.source) {
    at = nullptr;
    for (const Node* cause : causes) {
      if (cause != nullptr && cause->source == effective.source) {
        at = cause;
        break;
      }
    }
    if (at == nullptr) at = effective.extends ? &*effective.extends : &effective.root;
    if (node.source != nullptr) {
      const std::string& file = node.source->file;
      message +=
          fmt::format(" (inherited from {}:{})", file.substr(file.rfind('/') + 1), node.line);
    }
  }
  int column = at->column;
  if (at == &node && offset >= 0 && node.kind == Node::Kind::kScalar) {
    // A text with escapes or line breaks cannot be pointed into.
    const int begin = column - 1 + (node.quoted ? 1 : 0);
    const std::vector<std::string>& lines = node.source->lines;
    if (node.line <= static_cast<int>(lines.size()) &&
        lines[node.line - 1].compare(std::min<std::size_t>(begin, lines[node.line - 1].size()),
                                     node.text.size(), node.text) == 0) {
      column = begin + 1 + offset;
    }
  }
  for (char& c : message) {
    if (static_cast<unsigned char>(c) < 0x20) c = ' ';
  }
  const std::shared_ptr<const SourceText>& source = at->source ? at->source : effective.source;
  Diagnostic diagnostic = diagnostic_at(*source, at->line, column, std::move(message));
  diagnostic.hint = std::move(hint);
  diagnostic.severity = severity;
  diagnostics->push_back(std::move(diagnostic));
}

std::optional<Variant> build_variant(const Effective& effective, Diagnostics* diagnostics) {
  return VariantBuilder(effective, diagnostics).build();
}

}  // namespace regelwerk::spec
