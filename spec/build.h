// From the effective document (after `extends` and options) to the validated Variant. Used by
// spec/load.cc only.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "spec/diagnostic.h"
#include "spec/document.h"
#include "spec/variant.h"

namespace regelwerk::spec {

// What is to be built, and what is known about where its nodes come from.
struct Effective {
  Node root;
  // The file that is being loaded; nodes of other sources are inherited.
  std::shared_ptr<const SourceText> source;
  std::optional<Node> extends;          // the value of `extends`
  std::map<std::string, Node> removed;  // "pieces.rook" -> the `none` that removed it
  std::map<std::string, Node> changed;  // "pieces.rook.letter" -> what replaced an inherited value
  std::vector<Option> options;
};

// nullopt if there is an error. Appends to `diagnostics`, in any order.
std::optional<Variant> build_variant(const Effective& effective, Diagnostics* diagnostics);

// Names a spec may give: lower case words joined by hyphens.
bool is_name(const std::string& text);
// Words that YAML readers of version 1.1 take for something else than text.
bool is_yaml_word(const std::string& text);
// "'abc'", "a list", "a map", "nothing".
std::string found(const Node& node);
// Appends what `problem` says at `node`, `offset` bytes into its text. If the node is inherited,
// points at the first of `causes` in the loaded file, else at `extends`.
void report(const Effective& effective, Diagnostics* diagnostics, const Node& node, int offset,
            std::string message, std::string hint = {}, const std::vector<const Node*>& causes = {},
            Diagnostic::Severity severity = Diagnostic::Severity::kError);

// See Variant::meaning_hash.
std::string compute_meaning_hash(const Variant& variant);

}  // namespace regelwerk::spec
