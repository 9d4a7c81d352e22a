#include "suites/count_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>
#include <vector>

#include "suites/count_columns.h"
#include "suites/span.h"

namespace regelwerk::suites {
namespace {

constexpr std::size_t kMaxNesting = 16;

// A value and where it stands; the library's own values know no places.
struct Node {
  enum class Kind { kNull, kBool, kNumber, kText, kList, kMap };
  Kind kind = Kind::kNull;
  std::size_t at = 0;  // where it begins in the text (a text with escapes: somewhere within it)
  std::string text;    // scalars, as written
  std::vector<std::pair<std::string, Node>> members;  // the keys of a list are empty

  bool is_scalar() const { return kind == Kind::kNumber || kind == Kind::kText; }
  bool holds_others() const { return kind == Kind::kList || kind == Kind::kMap; }
};

// Reads the text and tells how far it has been read.
class Cursor {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  Cursor(const char* at, const char** seen) : at_(at), seen_(seen) {}
  reference operator*() const { return *at_; }
  Cursor& operator++() {
    ++at_;
    *seen_ = at_;
    return *this;
  }
  Cursor operator++(int) {
    Cursor before = *this;
    ++*this;
    return before;
  }
  bool operator==(const Cursor& other) const { return at_ == other.at_; }
  bool operator!=(const Cursor& other) const { return at_ != other.at_; }

 private:
  const char* at_;
  const char** seen_;
};

// Builds Nodes from the parser's events.
class Builder : public nlohmann::json_sax<nlohmann::json> {
 public:
  Builder(const char* begin, const char** seen) : begin_(begin), seen_(seen) {}

  Node root;
  bool too_deep = false;

  bool null() override { return add({Node::Kind::kNull, here(), "", {}}); }
  bool boolean(bool value) override {
    return add({Node::Kind::kBool, here(), value ? "true" : "false", {}});
  }
  bool number_integer(std::int64_t value) override { return number(std::to_string(value)); }
  bool number_unsigned(std::uint64_t value) override { return number(std::to_string(value)); }
  bool number_float(double /*value*/, const std::string& text) override { return number(text); }
  bool string(std::string& value) override {
    const std::size_t quote = here() - std::min(here(), value.size() + 1);
    return add({Node::Kind::kText, quote, std::move(value), {}});
  }
  bool binary(nlohmann::json::binary_t& /*value*/) override { return false; }
  bool start_object(std::size_t /*size*/) override { return open(Node::Kind::kMap); }
  bool start_array(std::size_t /*size*/) override { return open(Node::Kind::kList); }
  bool key(std::string& value) override {
    key_ = std::move(value);
    return true;
  }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool parse_error(std::size_t /*at*/, const std::string& /*token*/,
                   const nlohmann::json::exception& /*error*/) override {
    return false;
  }

 private:
  std::size_t here() const { return static_cast<std::size_t>(*seen_ - begin_) - 1; }

  // A number ends where the sign after it has been read.
  bool number(std::string text) {
    const std::size_t begin = here() - std::min(here(), text.size());
    return add({Node::Kind::kNumber, begin, std::move(text), {}});
  }

  bool add(Node node) {
    if (open_.empty()) {
      root = std::move(node);
    } else {
      open_.back().second.members.emplace_back(std::exchange(key_, ""), std::move(node));
    }
    return true;
  }

  bool open(Node::Kind kind) {
    too_deep = open_.size() >= kMaxNesting;
    open_.push_back({std::exchange(key_, ""), Node{kind, here(), "", {}}});
    return !too_deep;
  }

  bool close() {
    auto [key, node] = std::move(open_.back());
    open_.pop_back();
    key_ = std::move(key);
    return add(std::move(node));
  }

  const char* begin_;
  const char** seen_;
  std::string key_;
  std::vector<std::pair<std::string, Node>> open_;
};

bool is_position(const Node& node) {
  return node.kind == Node::Kind::kText &&
         (node.text.find('/') != std::string::npos || is_start_word(node.text));
}

const Node* find(const Node& map, Column column) {
  for (const auto& [key, value] : map.members) {
    if (column_of(key).column == column) {
      return &value;
    }
  }
  return nullptr;
}

std::string one_line(std::string_view text) {
  std::string result;
  for (const unsigned char c : text) {
    if (c > ' ') {
      result += static_cast<char>(c);
    } else if (!result.empty() && result.back() != ' ') {
      result += ' ';
    }
  }
  while (!result.empty() && result.back() == ' ') {
    result.pop_back();
  }
  return result;
}

class JsonReader {
 public:
  JsonReader(std::string_view text, const std::string& file) : text_(text), file_(file) {
    result_.suite.file = file;
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] == '\n') {
        lines_.push_back(i + 1);
      }
    }
  }

  CountSuiteResult run() {
    std::vector<Node> roots;
    if (parse(&roots)) {
      for (const Node& root : roots) {
        find_rows(root);
      }
      read_rows();
      if (result_.suite.cases.empty() && !spec::has_errors(result_.diagnostics)) {
        error(0,
              "no position with counts in this JSON; wanted rows such as "
              "{\"fen\": \"...\", \"depth\": 3, \"nodes\": 8902}");
      }
    }
    for (CountCase& row : result_.suite.cases) {
      row.unreachable = result_.suite.header.unreachable;
      if (row.source.empty()) {
        row.source = result_.suite.header.source;
      }
    }
    return std::move(result_);
  }

 private:
  struct PendingRow {
    const Node* node;
    std::optional<std::string> position;  // its key, if it stands under its position
  };

  int line_of(std::size_t at) const {
    return static_cast<int>(std::upper_bound(lines_.begin(), lines_.end(), at) - lines_.begin());
  }

  std::size_t line_begin(int line) const { return lines_[static_cast<std::size_t>(line - 1)]; }

  void error(std::size_t at, std::string message) {
    spec::Diagnostic diagnostic;
    const int line = line_of(at);
    const std::size_t begin = line_begin(line);
    std::string_view shown = text_.substr(begin, text_.find('\n', begin) - begin);
    while (!shown.empty() && shown.back() == '\r') {
      shown.remove_suffix(1);
    }
    const std::size_t column = std::min(at - begin, shown.size());
    diagnostic.place = {file_, line, static_cast<int>(column) + 1};
    diagnostic.message = std::move(message);
    // A file on one line would fill the screen.
    constexpr std::size_t kWidest = 200;
    if (shown.size() <= kWidest) {
      diagnostic.source_line = std::string(shown);
    }
    result_.diagnostics.push_back(std::move(diagnostic));
  }

  // One value, or several one after the other (one a line).
  bool parse(std::vector<Node>* roots) {
    const char* const begin = text_.data();
    const char* const end = begin + text_.size();
    const char* seen = begin;
    while (true) {
      while (seen != end &&
             (kBlanks.find(*seen) != std::string_view::npos || *seen == '\n' || *seen == '\r')) {
        ++seen;
      }
      if (seen == end) {
        return true;
      }
      const char* const start = seen;
      Builder builder(begin, &seen);
      const bool read = nlohmann::json::sax_parse(Cursor(start, &seen), Cursor(end, &seen),
                                                  &builder, nlohmann::json::input_format_t::json,
                                                  /*strict=*/false);
      if (!read || !builder.root.holds_others()) {
        // Nothing but what follows a whole value can be a scalar: the text begins with a bracket.
        const std::size_t at = static_cast<std::size_t>(seen - begin) - (seen == begin ? 0 : 1);
        const bool quote = at < text_.size() && text_[at] == '\'';
        error(std::min(at, text_.size() - 1),
              builder.too_deep
                  ? fmt::format("nested more than {} deep: no suite of counts", kMaxNesting)
              : quote ? "JavaScript or Python, not JSON: write the texts in double quotes"
                      : "from here on this is no JSON; it begins as JSON and is read as such");
        return false;
      }
      roots->push_back(std::move(builder.root));
    }
  }

  void find_rows(const Node& root) {
    if (root.kind == Node::Kind::kMap && find(root, Column::kPosition) == nullptr) {
      find_rows_in_map(root);
    } else if (root.kind == Node::Kind::kMap || is_list_row(root)) {
      rows_.push_back({&root, std::nullopt});
    } else {
      for (const auto& [key, row] : root.members) {
        rows_.push_back({&row, std::nullopt});
      }
    }
  }

  // Positions as keys, or what a file says about itself beside one list of rows.
  void find_rows_in_map(const Node& root) {
    const Node* list = nullptr;
    for (const auto& [key, value] : root.members) {
      if (key.find('/') != std::string::npos || is_start_word(key)) {
        rows_.push_back({&value, key});
      } else if (key == "options" && value.kind == Node::Kind::kMap) {
        for (const auto& [name, choice] : value.members) {
          result_.suite.header.options[name] = choice.text;
        }
      } else if (holds_rows(value)) {
        if (list != nullptr) {
          error(value.at, "more than one list of rows: give each a file of its own");
          return;
        }
        list = &value;
      } else if (!value.holds_others()) {
        read_header(key, value);
      }
    }
    if (list != nullptr) {
      find_rows(*list);
    }
  }

  static bool holds_rows(const Node& value) {
    return std::any_of(value.members.begin(), value.members.end(), [](const auto& member) {
      return member.second.holds_others() || member.first.find('/') != std::string::npos;
    });
  }

  void read_header(const std::string& key, const Node& value) {
    SuiteHeader& header = result_.suite.header;
    if (key == "variant") {
      header.variant = value.text;
      header.variant_line = line_of(value.at);
    } else if (key == "source") {
      header.source = one_line(value.text);
    } else if (key == "spec") {
      header.spec_hash = value.text;
      header.spec_hash_line = line_of(value.at);
    } else if (key == "unreachable") {
      header.unreachable = value.text == "true";
    }
  }

  static bool is_list_row(const Node& node) {
    return node.kind == Node::Kind::kList &&
           std::any_of(node.members.begin(), node.members.end(),
                       [](const auto& member) { return is_position(member.second); });
  }

  // The numbers of a row that is a list, in their order.
  static std::vector<const Node*> numbers_of(const Node& row) {
    std::vector<const Node*> numbers;
    for (const auto& [key, value] : row.members) {
      if (value.kind == Node::Kind::kNumber ||
          (value.kind == Node::Kind::kText && suites::number(value.text))) {
        numbers.push_back(&value);
      }
    }
    return numbers;
  }

  void read_rows() {
    judge_pairs();
    for (const PendingRow& pending : rows_) {
      const std::size_t errors = result_.diagnostics.size();
      CountCase row;
      zero_ = false;
      read_row(pending, &row);
      if (result_.diagnostics.size() != errors) {
        continue;
      }
      if (row.position.empty()) {
        error(pending.node->at,
              "a row without a position; wanted one under 'fen', 'epd' or "
              "'position'");
      } else if (row.nodes.empty() && !zero_) {
        error(pending.node->at,
              "no counts for this position; wanted 'depth' and 'nodes', or a "
              "count for each depth");
      } else if (!row.nodes.empty()) {
        result_.suite.cases.push_back(std::move(row));
      }
    }
  }

  void judge_pairs() {
    for (const PendingRow& pending : rows_) {
      if (!is_list_row(*pending.node)) {
        continue;
      }
      const std::vector<const Node*> numbers = numbers_of(*pending.node);
      const auto position =
          std::find_if(pending.node->members.begin(), pending.node->members.end(),
                       [](const auto& member) { return is_position(member.second); });
      const auto first = numbers.size() == 2 ? suites::number(numbers[0]->text) : std::nullopt;
      const auto second = numbers.size() == 2 ? suites::number(numbers[1]->text) : std::nullopt;
      if (first && second) {
        pairs_.add(one_line(position->second.text), *first, *second);
      } else if (!numbers.empty()) {
        pairs_.add_other();
      }
    }
  }

  void read_row(const PendingRow& pending, CountCase* row) {
    const Node& node = *pending.node;
    if (pending.position) {
      set_position(*pending.position, node, row);
      read_counts(node, nullptr, row);
    } else if (node.kind == Node::Kind::kMap) {
      read_map_row(node, row);
    } else if (node.kind == Node::Kind::kList) {
      read_list_row(node, row);
    } else {
      error(node.at,
            "no row; wanted {\"fen\": \"...\", \"depth\": 3, \"nodes\": 8902} or "
            "[\"FEN\", 3, 8902]");
    }
  }

  void set_position(const std::string& text, const Node& at, CountCase* row) {
    row->position = is_start_word(text) ? "startpos" : one_line(text);
    row->line = line_of(at.at);
    const std::size_t begin = line_begin(row->line);
    const std::size_t found = text_.rfind(text, at.at + 1);
    row->column =
        static_cast<int>(found == std::string_view::npos || found < begin ? at.at - begin
                                                                          : found - begin) +
        1;
  }

  void read_map_row(const Node& node, CountCase* row) {
    const Node* depth = find(node, Column::kDepth);
    for (const auto& [key, value] : node.members) {
      const ColumnTitle title = column_of(key);
      switch (title.column) {
        case Column::kPosition:
          if (value.kind == Node::Kind::kText) {
            set_position(value.text, value, row);
          }
          break;
        case Column::kNodes:
          if (value.kind != Node::Kind::kNull) {
            read_counts(value, depth, row);
          }
          break;
        case Column::kDepthOf:
          if (value.kind != Node::Kind::kNull) {
            add(static_cast<std::uint64_t>(title.depth), value, row);
          }
          break;
        case Column::kName:
          row->name = one_line(value.text);
          break;
        case Column::kNote:
          row->note = one_line(value.text);
          break;
        case Column::kSource:
          row->source = one_line(value.text);
          break;
        case Column::kDepth:
          // {"depths": {"1": 20}}
          if (value.holds_others() && find(node, Column::kNodes) == nullptr) {
            read_counts(value, nullptr, row);
          }
          break;
        case Column::kOther:
          break;
      }
    }
  }

  void read_list_row(const Node& node, CountCase* row) {
    for (const auto& [key, value] : node.members) {
      if (is_position(value) && row->position.empty()) {
        set_position(value.text, value, row);
      } else if (value.kind == Node::Kind::kText && !suites::number(value.text)) {
        row->name = row->name.empty() ? one_line(value.text) : row->name;
      } else if (value.holds_others()) {
        read_counts(value, nullptr, row);
      }
    }
    const std::vector<const Node*> numbers = numbers_of(node);
    if (numbers.size() == 2) {
      const auto first = suites::number(numbers[0]->text);
      const auto second = suites::number(numbers[1]->text);
      const PairReading::Verdict verdict = pairs_.verdict();
      if (verdict == PairReading::Verdict::kDepthAndCount) {
        add_at(*numbers[0], *numbers[1], row);
        return;
      }
      if (first && second && verdict != PairReading::Verdict::kCounts) {
        // Once for the file.
        if (!std::exchange(unclear_, true)) {
          error(numbers[0]->at,
                pair_problem(verdict, *first, *second,
                             "write {\"fen\": ..., \"depth\": ..., \"nodes\": ...}"));
        }
        zero_ = true;
        return;
      }
    }
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      add(i + 1, *numbers[i], row);
    }
  }

  // What stands under 'nodes' or its like, `depth` beside it (may be null).
  void read_counts(const Node& value, const Node* depth, CountCase* row) {
    switch (value.kind) {
      case Node::Kind::kMap:
        read_counts_by_key(value, row);
        return;
      case Node::Kind::kList:
        read_list_of_counts(value, depth, row);
        return;
      default:
        if (depth == nullptr) {
          error(value.at, fmt::format("a count without a depth; wanted 'depth' beside it"));
        } else {
          add_at(*depth, value, row);
        }
    }
  }

  void read_counts_by_key(const Node& map, CountCase* row) {
    const Node* depth = find(map, Column::kDepth);
    const Node* nodes = find(map, Column::kNodes);
    if (depth != nullptr && nodes != nullptr) {
      add_at(*depth, *nodes, row);
      return;
    }
    for (const auto& [key, value] : map.members) {
      const ColumnTitle title = column_of(key);
      if (title.column != Column::kDepthOf) {
        error(value.at, fmt::format("'{}' names no depth; wanted a key such as \"3\" or \"D3\"",
                                    one_line(key)));
        return;
      }
      if (value.kind != Node::Kind::kNull) {
        add(static_cast<std::uint64_t>(title.depth), value, row);
      }
    }
  }

  void read_list_of_counts(const Node& list, const Node* depth, CountCase* row) {
    const auto& members = list.members;
    const bool nested = std::any_of(members.begin(), members.end(), [](const auto& member) {
      return member.second.holds_others();
    });
    if (nested) {
      for (const auto& [key, value] : members) {
        if (value.kind == Node::Kind::kMap) {
          read_counts_by_key(value, row);
        } else if (value.kind == Node::Kind::kList && value.members.size() == 2) {
          add_at(value.members[0].second, value.members[1].second, row);
        } else {
          error(value.at, "no depth with its count; wanted [DEPTH, COUNT]");
        }
      }
      return;
    }
    if (depth != nullptr && depth->kind == Node::Kind::kList) {
      if (depth->members.size() != members.size()) {
        error(list.at,
              fmt::format("{} counts for {} depths", members.size(), depth->members.size()));
        return;
      }
      for (std::size_t i = 0; i < members.size(); ++i) {
        add_at(depth->members[i].second, members[i].second, row);
      }
      return;
    }
    const std::optional<std::size_t> first = first_depth(list, depth);
    for (std::size_t i = 0; first && i < members.size(); ++i) {
      if (members[i].second.kind != Node::Kind::kNull) {
        add(*first + i, members[i].second, row);
      }
    }
  }

  // 1, or 0 where the greatest depth says so; an error where nothing does.
  std::optional<std::size_t> first_depth(const Node& list, const Node* depth) {
    const std::size_t size = list.members.size();
    const bool begins_with_one = size > 0 && list.members[0].second.text == "1";
    if (depth != nullptr && depth->is_scalar()) {
      const std::optional<std::uint64_t> last = suites::number(depth->text);
      if (last == size) {
        return 1;
      }
      if (last && *last + 1 == size && begins_with_one) {
        return 0;
      }
      error(list.at, fmt::format("{} counts do not end at depth {}", size, one_line(depth->text)));
      return std::nullopt;
    }
    if (begins_with_one && size > 1) {
      error(list.at,
            "a list of counts that begins with 1 may begin at depth 0 or at depth 1; name the "
            "depths: {\"1\": 20, \"2\": 400}");
      return std::nullopt;
    }
    return 1;
  }

  void add_at(const Node& depth, const Node& nodes, CountCase* row) {
    const auto value = depth.is_scalar() ? suites::number(depth.text) : std::nullopt;
    if (!value) {
      error(depth.at, fmt::format("'{}' is no depth; wanted digits only", one_line(depth.text)));
      return;
    }
    add(*value, nodes, row);
  }

  void add(std::uint64_t depth, const Node& nodes, CountCase* row) {
    const auto value = nodes.is_scalar() ? suites::number(nodes.text) : std::nullopt;
    if (!value) {
      error(nodes.at, fmt::format("'{}' is no count; wanted digits only, below 2^64",
                                  nodes.holds_others() ? "..." : one_line(nodes.text)));
      return;
    }
    const std::string problem = add_count(row, depth, *value);
    if (!problem.empty()) {
      error(nodes.at, problem);
    }
    zero_ = zero_ || depth == 0;
  }

  std::string_view text_;
  std::string file_;
  std::vector<std::size_t> lines_ = {0};  // where each begins
  CountSuiteResult result_;
  std::vector<PendingRow> rows_;
  PairReading pairs_;
  bool unclear_ = false;  // reported
  bool zero_ = false;     // the present row has no counts, and rightly so
};

std::string_view without_mark(std::string_view text) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (text.substr(0, kByteOrderMark.size()) == kByteOrderMark) {
    text.remove_prefix(kByteOrderMark.size());
  }
  return text;
}

}  // namespace

bool is_json(std::string_view text) {
  text = without_mark(text);
  const std::size_t first = text.find_first_not_of(" \t\v\f\r\n");
  return first != std::string_view::npos && (text[first] == '[' || text[first] == '{');
}

CountSuiteResult read_count_json(std::string_view text, const std::string& file) {
  return JsonReader(without_mark(text), file).run();
}

}  // namespace regelwerk::suites
