// A spec file as written: every node with its place and the text before any typing.
//
// YAML text -> Document -> (extends, options) -> Variant (spec/load.h). Made from yaml-cpp's
// events, which still know what its node interface forgets: places, quotes, anchors, duplicate
// keys and numbers as they were spelt.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "spec/diagnostic.h"

namespace regelwerk::spec {

// A file's name and its lines, shared by the nodes read from it.
struct SourceText {
  std::string file;
  std::vector<std::string> lines;  // without line ends
};

struct Node {
  enum class Kind {
    kNull,      // nothing after the colon, or ~
    kScalar,    // one value
    kSequence,  // a list
    kMap,
    kBroken,  // something that was already reported; stands for any value
  };
  struct Entry;

  Kind kind = Kind::kNull;
  std::string text;     // of a scalar, without its quotes
  bool quoted = false;  // a scalar in quotes or in block form
  std::shared_ptr<const SourceText> source;
  int line = 1;                // from 1
  int column = 1;              // from 1, in bytes
  std::vector<Node> items;     // of a sequence
  std::vector<Entry> entries;  // of a map, keys distinct, in the order written

  Place place() const { return {source ? source->file : std::string(), line, column}; }
  // The value under `key` of a map; nullptr if there is none.
  const Node* find(const std::string& key) const;
  const Entry* find_entry(const std::string& key) const;
};

struct Node::Entry {
  Node key;  // a scalar
  Node value;
};

struct DocumentResult {
  std::optional<Node> root;  // absent if the text cannot be read at all
  Diagnostics diagnostics;
};

// Largest text, longest map and deepest nesting that are read.
inline constexpr std::size_t kMaxDocumentBytes = 1 << 18;
inline constexpr std::size_t kMaxDocumentEntries = 1000;
inline constexpr int kMaxDocumentDepth = 32;

// Reads one YAML document. A syntax error comes alone; duplicate keys, anchors, aliases, tags, keys
// that are no scalars and a second document are each reported. Never throws for bad input.
DocumentResult parse_document(const std::string& text, const std::string& file);

// A diagnostic at a place of a source, with the line to show.
Diagnostic diagnostic_at(const SourceText& source, int line, int column, std::string message);

}  // namespace regelwerk::spec
