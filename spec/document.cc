#include "spec/document.h"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <sstream>

#include <fmt/format.h>

namespace regelwerk::spec {
namespace {

// Longer lines are not repeated in diagnostics.
constexpr std::size_t kLongestShownLine = 1000;

std::vector<std::string> split_lines(const std::string& text) {
  std::vector<std::string> lines;
  std::size_t begin = text.compare(0, 3, "\xEF\xBB\xBF") == 0 ? 3 : 0;
  while (begin <= text.size()) {
    std::size_t end = text.find('\n', begin);
    if (end == std::string::npos) end = text.size();
    std::string line = text.substr(begin, end - begin);
    if (!line.empty() && line.back() == '\r') line.pop_back();
    lines.push_back(std::move(line));
    begin = end + 1;
  }
  return lines;
}

// Leaves the parser from inside an event.
struct Refused {
  YAML::Mark mark;
  std::string message;
};

// Where the first byte stands that is not UTF-8 text; npos if all is well.
std::size_t first_bad_byte(const std::string& text) {
  const auto byte = [&](std::size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
  };
  std::size_t i = 0;
  while (i < text.size()) {
    const unsigned first = byte(i);
    const std::size_t length = first == 0                      ? 0
                               : first < 0x80                  ? 1
                               : first >= 0xC2 && first < 0xE0 ? 2
                               : first >= 0xE0 && first < 0xF0 ? 3
                               : first >= 0xF0 && first < 0xF5 ? 4
                                                               : 0;
    if (length == 0) return i;
    for (std::size_t k = 1; k < length; ++k) {
      if ((byte(i + k) & 0xC0) != 0x80) return i;
    }
    const bool overlong =
        (first == 0xE0 && byte(i + 1) < 0xA0) || (first == 0xF0 && byte(i + 1) < 0x90);
    const bool outside =
        (first == 0xED && byte(i + 1) >= 0xA0) || (first == 0xF4 && byte(i + 1) >= 0x90);
    if (overlong || outside) return i;
    i += length;
  }
  return std::string::npos;
}

// Builds the tree on an explicit stack: containers are open nodes, a map keeps a pending key.
class Builder : public YAML::EventHandler {
 public:
  Builder(std::shared_ptr<const SourceText> source, Diagnostics* diagnostics)
      : source_(std::move(source)), diagnostics_(diagnostics) {}

  std::optional<Node> take_root() { return std::move(root_); }
  bool started() const { return started_; }
  YAML::Mark start() const { return start_; }

  void OnDocumentStart(const YAML::Mark& mark) override {
    started_ = true;
    start_ = mark;
  }
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    check(mark, "?", anchor);
    add(make(mark, Node::Kind::kNull));
  }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override {
    error(mark, "aliases ('*') are not allowed in a spec");
    add(make(mark, Node::Kind::kBroken));
  }
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    const char first = character(mark);
    Node node = make(mark, Node::Kind::kScalar);
    node.text = value;
    node.quoted = tag == "!" && (first == '"' || first == '\'' || first == '|' || first == '>');
    if (tag == "!" && !node.quoted && anchor == 0) {
      error(mark, "tags ('!') are not allowed in a spec");
    }
    check(mark, tag, anchor);
    add(std::move(node));
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    check(mark, tag, anchor);
    open(mark, Node::Kind::kSequence);
  }
  void OnSequenceEnd() override { close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    check(mark, tag, anchor);
    open(mark, Node::Kind::kMap);
  }
  void OnMapEnd() override { close(); }

 private:
  struct Open {
    Node node;
    std::optional<Node> key;  // read, its value is next
  };

  Node make(const YAML::Mark& mark, Node::Kind kind) const {
    Node node;
    node.kind = kind;
    node.source = source_;
    node.line = std::max(mark.line, 0) + 1;
    node.column = std::max(mark.column, 0) + 1;
    return node;
  }

  char character(const YAML::Mark& mark) const {
    if (mark.line < 0 || mark.line >= static_cast<int>(source_->lines.size())) return '\0';
    const std::string& line = source_->lines[mark.line];
    return mark.column >= 0 && mark.column < static_cast<int>(line.size()) ? line[mark.column]
                                                                           : '\0';
  }

  void error(const YAML::Mark& mark, std::string message) {
    diagnostics_->push_back(diagnostic_at(*source_, std::max(mark.line, 0) + 1,
                                          std::max(mark.column, 0) + 1, std::move(message)));
  }

  void check(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor) {
    if (anchor != 0) error(mark, "anchors ('&') are not allowed in a spec");
    if (!tag.empty() && tag != "?" && tag != "!") {
      error(mark, "tags ('!') are not allowed in a spec");
    }
  }

  void open(const YAML::Mark& mark, Node::Kind kind) {
    if (stack_.size() >= kMaxDocumentDepth) {
      throw Refused{mark, fmt::format("nested deeper than {} levels", kMaxDocumentDepth)};
    }
    stack_.push_back({make(mark, kind), std::nullopt});
  }

  void close() {
    if (stack_.empty()) return;
    Node node = std::move(stack_.back().node);
    if (stack_.back().key) add_entry(&node, std::move(*stack_.back().key), Node());
    stack_.pop_back();
    add(std::move(node));
  }

  void add(Node node) {
    if (stack_.empty()) {
      root_ = std::move(node);
      return;
    }
    Open& parent = stack_.back();
    if (parent.node.kind == Node::Kind::kSequence) {
      parent.node.items.push_back(std::move(node));
    } else if (!parent.key) {
      parent.key = std::move(node);
    } else {
      add_entry(&parent.node, std::move(*parent.key), std::move(node));
      parent.key.reset();
    }
  }

  // Nothing after a colon has no place of its own.
  void place_null(const Node& key, Node* value) const {
    if (value->kind != Node::Kind::kNull) return;
    YAML::Mark mark = mark_of(*value);
    const char first = character(mark);
    if (first == '~' || first == 'n' || first == 'N') return;
    value->source = source_;
    value->line = key.line;
    value->column = key.column;
  }

  void add_entry(Node* map, Node key, Node value) {
    place_null(key, &value);
    const YAML::Mark mark = mark_of(key);
    if (key.kind == Node::Kind::kBroken) return;
    if (key.kind != Node::Kind::kScalar) {
      error(mark, "a key must be one word");
      return;
    }
    if (const Node::Entry* first = map->find_entry(key.text)) {
      error(mark,
            fmt::format("key '{}' is given twice, first in line {}", key.text, first->key.line));
      return;
    }
    if (map->entries.size() >= kMaxDocumentEntries) {
      throw Refused{mark, fmt::format("more than {} keys in one map", kMaxDocumentEntries)};
    }
    map->entries.push_back({std::move(key), std::move(value)});
  }

  static YAML::Mark mark_of(const Node& node) {
    YAML::Mark mark;
    mark.line = node.line - 1;
    mark.column = node.column - 1;
    return mark;
  }

  const std::shared_ptr<const SourceText> source_;
  Diagnostics* const diagnostics_;
  std::vector<Open> stack_;
  std::optional<Node> root_;
  bool started_ = false;
  YAML::Mark start_;
};

}  // namespace

const Node::Entry* Node::find_entry(const std::string& key) const {
  for (const Entry& entry : entries) {
    if (entry.key.text == key) return &entry;
  }
  return nullptr;
}

const Node* Node::find(const std::string& key) const {
  const Entry* entry = find_entry(key);
  return entry == nullptr ? nullptr : &entry->value;
}

Diagnostic diagnostic_at(const SourceText& source, int line, int column, std::string message) {
  Diagnostic diagnostic;
  diagnostic.place = {source.file, line, column};
  diagnostic.message = std::move(message);
  if (line >= 1 && line <= static_cast<int>(source.lines.size())) {
    const std::string& text = source.lines[line - 1];
    if (text.size() <= kLongestShownLine) diagnostic.source_line = text;
  }
  return diagnostic;
}

DocumentResult parse_document(const std::string& text, const std::string& file) {
  DocumentResult result;
  const auto fail = [&](const SourceText& source, int line, int column, std::string message) {
    result.root.reset();
    result.diagnostics = {diagnostic_at(source, line, column, std::move(message))};
    return std::move(result);
  };
  if (text.size() > kMaxDocumentBytes) {
    return fail(
        {file, {}}, 0, 0,
        fmt::format("the file has {} bytes, at most {} are read", text.size(), kMaxDocumentBytes));
  }
  const auto source = std::make_shared<const SourceText>(SourceText{file, split_lines(text)});
  if (const std::size_t bad = first_bad_byte(text); bad != std::string::npos) {
    const int line = static_cast<int>(std::count(text.begin(), text.begin() + bad, '\n')) + 1;
    const std::size_t before = bad == 0 ? std::string::npos : text.rfind('\n', bad - 1);
    const int column = static_cast<int>(before == std::string::npos ? bad + 1 : bad - before);
    result.diagnostics = {diagnostic_at(
        {file, {}}, line, column,
        fmt::format("byte 0x{:02x} is not UTF-8 text", static_cast<unsigned char>(text[bad])))};
    return result;
  }
  try {
    std::istringstream stream(text);
    YAML::Parser parser(stream);
    Builder builder(source, &result.diagnostics);
    if (!parser.HandleNextDocument(builder) || !builder.started()) {
      return fail(*source, 0, 0, "the file is empty");
    }
    result.root = builder.take_root();
    if (!result.root) return fail(*source, 0, 0, "the file is empty");
    // Once more only to see whether there is anything else; asking until the end is reached can
    // go on for ever on broken input.
    Diagnostics ignored;
    Builder second(source, &ignored);
    if (parser.HandleNextDocument(second) && second.started()) {
      const YAML::Mark mark = second.start();
      if (mark.line == builder.start().line && mark.column == builder.start().column) {
        // The reader did not get past a character that it cannot use.
        return fail(*source, mark.line + 1, mark.column + 1,
                    "not valid YAML: nothing can begin here");
      }
      result.diagnostics.push_back(diagnostic_at(*source, std::max(mark.line, 0) + 1,
                                                 std::max(mark.column, 0) + 1,
                                                 "a spec is one YAML document, here a second "
                                                 "begins"));
    }
  } catch (const Refused& refused) {
    return fail(*source, refused.mark.line + 1, refused.mark.column + 1, refused.message);
  } catch (const YAML::Exception& exception) {
    const int line = std::max(exception.mark.line, 0);
    const std::string shown =
        line < static_cast<int>(source->lines.size()) ? source->lines[line] : std::string();
    const std::size_t text_begin = shown.find_first_not_of(" \t");
    const std::size_t tab = shown.find('\t');
    if (tab != std::string::npos && tab < text_begin) {
      return fail(*source, line + 1, static_cast<int>(tab) + 1,
                  "not valid YAML: a tab cannot indent, use blanks");
    }
    const bool alias = exception.msg.find("referenced anchor") != std::string::npos;
    return fail(*source, line + 1, std::max(exception.mark.column, 0) + 1,
                alias ? "not valid YAML: a text that begins with '*' must be quoted"
                      : fmt::format("not valid YAML: {}", exception.msg));
  }
  return result;
}

}  // namespace regelwerk::spec
