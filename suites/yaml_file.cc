#include "suites/yaml_file.h"

#include <algorithm>
#include <charconv>

namespace regelwerk::suites {

using Kind = spec::Node::Kind;

YamlFile::YamlFile(const std::string& text, const std::string& file, spec::Diagnostics* diagnostics)
    : diagnostics_(diagnostics) {
  spec::DocumentResult document = spec::parse_document(text, file);
  diagnostics_->insert(diagnostics_->end(), document.diagnostics.begin(),
                       document.diagnostics.end());
  root_ = std::move(document.root);
  if (root_ && root_->kind == Kind::kNull) {
    error(*root_, "the file is empty");
    root_.reset();
  }
}

std::map<std::string, const spec::Node*> YamlFile::map(const spec::Node& node,
                                                       const std::vector<std::string>& known) {
  std::map<std::string, const spec::Node*> result;
  if (node.kind != Kind::kMap) {
    error(node, "found no map; wanted 'key: value' entries");
    return result;
  }
  for (const spec::Node::Entry& entry : node.entries) {
    const std::string& key = entry.key.text;
    if (!known.empty() && std::find(known.begin(), known.end(), key) == known.end()) {
      const std::string near = spec::nearest_word(key, known);
      error(entry.key, "unknown key '" + key + "'",
            near.empty() ? "" : "did you mean '" + near + "'?");
      continue;
    }
    result.emplace(key, &entry.value);
  }
  return result;
}

const std::vector<spec::Node>& YamlFile::list(const spec::Node& node) {
  if (node.kind != Kind::kSequence) {
    error(node, "found no list");
  }
  return node.items;
}

std::string YamlFile::text(const spec::Node& node) {
  if (node.kind != Kind::kScalar) {
    error(node, "found no text");
  }
  return node.text;
}

std::vector<std::string> YamlFile::texts(const spec::Node& node) {
  std::vector<std::string> result;
  for (const spec::Node& item : list(node)) {
    result.push_back(text(item));
  }
  return result;
}

int YamlFile::number(const spec::Node& node) {
  const std::string digits = text(node);
  int value = 0;
  const auto [end, failure] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (node.kind == Kind::kScalar &&
      (failure != std::errc() || value < 0 || end != digits.data() + digits.size())) {
    error(node, "'" + digits + "' is no whole number from 0 on");
    return 0;
  }
  return value;
}

void YamlFile::error(const spec::Node& node, std::string message, std::string hint) {
  if (node.kind == Kind::kBroken) {
    return;  // already reported
  }
  spec::Diagnostic diagnostic =
      node.source ? spec::diagnostic_at(*node.source, node.line, node.column, std::move(message))
                  : spec::Diagnostic{};
  diagnostic.hint = std::move(hint);
  diagnostics_->push_back(std::move(diagnostic));
}

}  // namespace regelwerk::suites
