// What belongs together stays together: bundled specs, rulings, README and JSON Schema.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>

#include "spec/document.h"
#include "spec/keys.h"
#include "spec/load.h"
#include "spec/testing.h"

namespace regelwerk::spec {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

fs::path spec_directory() { return fs::path(REGELWERK_SOURCE_DIR) / "spec"; }

std::string contents(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  EXPECT_TRUE(file.is_open()) << path;
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

// The file of a bundled variant, or the path that stands for one.
fs::path spec_file(const std::string& name_or_path) {
  const fs::path path = name_or_path;
  return path.has_extension() ? path : spec_directory() / "variants" / (name_or_path + ".yaml");
}

// Bundled variants, and those that are to be.
std::vector<std::string> whole_specs() {
  std::vector<std::string> specs = bundled_variants();
  const std::string four = koalitionsschach_spec();
  if (std::find(specs.begin(), specs.end(), four) == specs.end()) specs.push_back(four);
  return specs;
}

class Bundled : public ::testing::TestWithParam<std::string> {};

TEST_P(Bundled, LoadsWithoutAWarning) {
  const LoadResult result = load_variant(GetParam());
  EXPECT_TRUE(result.variant);
  EXPECT_EQ(to_string(result.diagnostics), "");
}

TEST_P(Bundled, HasItsClausesInTheRulings) {
  const LoadResult result = load_variant(GetParam());
  ASSERT_TRUE(result.variant);
  // The rulings of the variant and of those it extends.
  std::string rulings;
  std::string name = GetParam();
  while (!name.empty()) {
    const fs::path path = spec_file(name);
    const DocumentResult document = parse_document(contents(path), path.string());
    ASSERT_TRUE(document.root);
    const Node* source = document.root->find("source");
    ASSERT_NE(source, nullptr) << path;
    const Node* file = source->find("rulings");
    ASSERT_NE(file, nullptr) << path;
    rulings += contents(spec_directory() / "rulings" / file->text);
    const Node* extends = document.root->find("extends");
    name = extends == nullptr ? "" : extends->text;
  }
  EXPECT_FALSE(result.variant->clauses.empty());
  for (const auto& [id, clause] : result.variant->clauses) {
    EXPECT_NE(rulings.find("**" + id + "** [" + clause.reading + "]"), std::string::npos)
        << id << " with its reading is not in the rulings";
    EXPECT_GT(clause.says.size(), 20U) << id;
    EXPECT_NE(clause.says.back(), '.') << id;
    EXPECT_FALSE(clause.source.empty()) << id;
  }
}

TEST_P(Bundled, ExplainsEveryReason) {
  const LoadResult result = load_variant(GetParam());
  ASSERT_TRUE(result.variant);
  const Variant& variant = *result.variant;
  const auto expect_all = [](const std::string& section,
                             const std::map<std::string, std::string>& clauses) {
    for (const std::string& reason : reasons_of(section))
      EXPECT_EQ(clauses.count(reason), 1U) << section << "." << reason;
  };
  std::map<std::string, std::string> movement = variant.movement_clauses;
  if (!variant.part_removal) movement["removed"] = "cannot be";
  if (!variant.coalition) movement["friend"] = "cannot be";
  expect_all("movement", movement);
  if (variant.first_move) expect_all("rules.first-move", variant.first_move->clauses);
  if (variant.en_passant) expect_all("rules.en-passant", variant.en_passant->clauses);
  for (const PromotionRule& rule : variant.promotions) expect_all("rules.promotion", rule.clauses);
  if (variant.castling) expect_all("rules.castling", variant.castling->clauses);
  if (variant.fusion) expect_all("rules.fusion", variant.fusion->clauses);
  if (variant.safe_path) expect_all("rules.safe-path", variant.safe_path->clauses);
  if (variant.part_removal) expect_all("rules.part-removal", variant.part_removal->clauses);
  if (variant.royal_safety) expect_all("rules.royal-safety", variant.royal_safety->clauses);
  if (variant.coalition) expect_all("rules.coalition", variant.coalition->clauses);
  if (variant.check_reply) expect_all("rules.check-reply", variant.check_reply->clauses);
  if (variant.rearrangement) expect_all("rules.rearrangement", variant.rearrangement->clauses);
  if (variant.opening_rights) expect_all("rules.opening-rights", variant.opening_rights->clauses);
}

INSTANTIATE_TEST_SUITE_P(Specs, Bundled, ::testing::ValuesIn(whole_specs()),
                         [](const auto& info) { return fs::path(info.param).stem().string(); });

void collect_properties(const json& node, std::set<std::string>* names) {
  if (node.is_array()) {
    for (const json& item : node) collect_properties(item, names);
  }
  if (!node.is_object()) return;
  for (const auto& [key, value] : node.items()) {
    if (key == "properties") {
      for (const auto& [name, schema] : value.items()) {
        names->insert(name);
        EXPECT_TRUE(schema.contains("description") || schema.contains("$ref")) << name;
      }
    }
    collect_properties(value, names);
  }
}

std::set<std::string> key_names() {
  std::set<std::string> names;
  for (const Key& key : known_keys()) names.emplace(key.name);
  for (const Key& key : known_keys()) {
    for (const std::string& reason : reasons_of(key.section)) names.insert(reason);
  }
  names.insert("option");
  return names;
}

TEST(Schema, KnowsExactlyTheKeysOfTheLoader) {
  const json schema = json::parse(contents(spec_directory() / "schema.json"));
  std::set<std::string> properties;
  collect_properties(schema, &properties);
  EXPECT_EQ(properties, key_names());
}

// As much of JSON Schema as schema.json uses.
class Validator {
 public:
  explicit Validator(const json& schema) : root_(schema) {}

  bool accepts(const json& schema, const json& value) const {
    if (schema.contains("$ref")) {
      const std::string pointer = schema["$ref"].get<std::string>().substr(1);
      if (!accepts(root_.at(json::json_pointer(pointer)), value)) return false;
    }
    if (schema.contains("anyOf")) {
      bool any = false;
      for (const json& choice : schema["anyOf"]) any = any || accepts(choice, value);
      if (!any) return false;
    }
    if (schema.contains("const") && schema["const"] != value) return false;
    if (schema.contains("enum")) {
      const json& values = schema["enum"];
      if (std::find(values.begin(), values.end(), value) == values.end()) return false;
    }
    if (schema.contains("type") && !has_type(schema["type"], value)) return false;
    if (value.is_string() && schema.contains("pattern") &&
        !std::regex_search(value.get<std::string>(),
                           std::regex(schema["pattern"].get<std::string>()))) {
      return false;
    }
    if (value.is_number() && schema.contains("minimum") && value < schema["minimum"]) return false;
    if (value.is_number() && schema.contains("maximum") && value > schema["maximum"]) return false;
    if (value.is_array() && schema.contains("items")) {
      for (const json& item : value) {
        if (!accepts(schema["items"], item)) return false;
      }
    }
    return !value.is_object() || accepts_object(schema, value);
  }

 private:
  static bool has_type(const std::string& type, const json& value) {
    if (type == "string") return value.is_string();
    if (type == "integer") return value.is_number_integer();
    if (type == "boolean") return value.is_boolean();
    if (type == "array") return value.is_array();
    return type == "object" && value.is_object();
  }

  bool accepts_object(const json& schema, const json& value) const {
    if (schema.contains("required")) {
      for (const json& key : schema["required"]) {
        if (!value.contains(key.get<std::string>())) return false;
      }
    }
    for (const auto& [key, part] : value.items()) {
      if (schema.contains("propertyNames") && !accepts(schema["propertyNames"], key)) return false;
      if (schema.contains("properties") && schema["properties"].contains(key)) {
        if (!accepts(schema["properties"][key], part)) return false;
      } else if (schema.contains("additionalProperties")) {
        const json& others = schema["additionalProperties"];
        if (others.is_boolean() ? !others.get<bool>() : !accepts(others, part)) return false;
      }
    }
    return true;
  }

  const json& root_;
};

// The document as an editor sees it, with the types of YAML 1.2.
json typed(const Node& node) {
  switch (node.kind) {
    case Node::Kind::kSequence: {
      json list = json::array();
      for (const Node& item : node.items) list.push_back(typed(item));
      return list;
    }
    case Node::Kind::kMap: {
      json map = json::object();
      for (const Node::Entry& entry : node.entries) map[entry.key.text] = typed(entry.value);
      return map;
    }
    case Node::Kind::kScalar:
      if (!node.quoted && node.text == "true") return true;
      if (!node.quoted && node.text == "false") return false;
      if (!node.quoted && std::regex_match(node.text, std::regex("[0-9]+")))
        return std::stoi(node.text);
      return node.text;
    default:
      return nullptr;
  }
}

bool schema_accepts(const std::string& text) {
  static const json schema = json::parse(contents(spec_directory() / "schema.json"));
  const DocumentResult document = parse_document(text, "text");
  EXPECT_TRUE(document.root);
  return Validator(schema).accepts(schema, typed(*document.root));
}

TEST(Schema, AcceptsBundledSpecs) {
  for (const std::string& name : whole_specs()) {
    EXPECT_TRUE(schema_accepts(contents(spec_file(name)))) << name;
    const LoadResult result = load_variant(name);
    ASSERT_TRUE(result.variant);
    EXPECT_TRUE(schema_accepts(to_yaml(*result.variant))) << name;
  }
}

TEST(Schema, RefusesWrongSpecs) {
  const std::string head = "regelwerk: 1\nvariant: x\nextends: chess\n";
  EXPECT_TRUE(schema_accepts(head));
  EXPECT_TRUE(schema_accepts(head + "rules: {castling: none, promotion: {zone: last-2-ranks}}\n"));
  EXPECT_TRUE(schema_accepts(head + "rules: {promotion: {compulsory: {option: x}}}\n"));
  EXPECT_FALSE(schema_accepts("variant: x\nextends: chess\n"));
  EXPECT_FALSE(schema_accepts(head + "rule: {}\n"));
  EXPECT_FALSE(schema_accepts(head + "board: {files: 17}\n"));
  EXPECT_FALSE(schema_accepts(head + "board: {files: \"8\"}\n"));
  EXPECT_FALSE(schema_accepts(head + "rules: {castling: {clauses: {blokked: C6}}}\n"));
  EXPECT_FALSE(schema_accepts(head + "pieces: {King: {letter: K}}\n"));
  EXPECT_FALSE(schema_accepts(head + "pieces: {king: {letter: k}}\n"));
  EXPECT_FALSE(schema_accepts(head + "pieces: {king: {royal: 1}}\n"));
  EXPECT_FALSE(schema_accepts(head + "clauses: {c1: {says: x}}\n"));
  EXPECT_FALSE(schema_accepts(head + "endings: {stalemate: {result: lost}}\n"));
  EXPECT_TRUE(schema_accepts(head + "turn-order: \"w,b\"\n"));
  EXPECT_FALSE(schema_accepts(head + "turn-order: \"w;b\"\n"));
  EXPECT_FALSE(schema_accepts(head + "pieces: {king: {moves: {step: [N, N]}}}\n"));
  EXPECT_FALSE(schema_accepts(head + "rules: {coalition: {small-powers: yes}}\n"));
  EXPECT_FALSE(schema_accepts(head + "rules: {rearrangement: {clauses: {moved: C1}}}\n"));
  EXPECT_FALSE(schema_accepts(head + "endings: {broken-off: {result: loss}}\n"));
}

TEST(Readme, NamesEveryKeyAndReason) {
  const std::string readme = contents(spec_directory() / "README.md");
  for (const std::string& name : key_names()) {
    EXPECT_NE(readme.find("`" + name + "`"), std::string::npos) << name;
  }
}

// Each complete example of the README is a spec that loads.
TEST(Readme, ExamplesLoad) {
  const std::string readme = contents(spec_directory() / "README.md");
  int examples = 0;
  std::size_t at = 0;
  while ((at = readme.find("```yaml\n", at)) != std::string::npos) {
    at += 8;
    const std::string text = readme.substr(at, readme.find("```", at) - at);
    if (text.compare(0, 10, "regelwerk:") != 0) continue;
    ++examples;
    const LoadResult result = load_variant_text(text, "README example");
    EXPECT_TRUE(result.variant) << text;
    EXPECT_EQ(to_string(result.diagnostics), "") << text;
    EXPECT_TRUE(schema_accepts(text)) << text;
  }
  EXPECT_GE(examples, 3);
}

}  // namespace
}  // namespace regelwerk::spec
