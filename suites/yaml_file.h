// Reading the YAML files of this folder: the nodes of a spec::Document as the forms wanted.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "spec/diagnostic.h"
#include "spec/document.h"

namespace regelwerk::suites {

// Gives nodes as texts, lists and maps; whatever is not of the wanted form is reported to
// `diagnostics` (which must outlive this) and read as empty.
class YamlFile {
 public:
  YamlFile(const std::string& text, const std::string& file, spec::Diagnostics* diagnostics);

  // The document's root; nullptr, with an error, if the text is no YAML or holds nothing.
  const spec::Node* root() const { return root_ ? &*root_ : nullptr; }

  // A map's entries by key. Errors: no map, a key not among `known` (all are known if that is
  // empty).
  std::map<std::string, const spec::Node*> map(const spec::Node& node,
                                               const std::vector<std::string>& known);
  const std::vector<spec::Node>& list(const spec::Node& node);
  std::string text(const spec::Node& node);
  std::vector<std::string> texts(const spec::Node& node);
  // A whole number from 0 to 2^31 - 1; 0 with an error if it is none.
  int number(const spec::Node& node);

  void error(const spec::Node& node, std::string message, std::string hint = "");

 private:
  spec::Diagnostics* diagnostics_;
  std::optional<spec::Node> root_;
};

}  // namespace regelwerk::suites
