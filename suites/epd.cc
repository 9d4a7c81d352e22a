#include "suites/epd.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <fstream>
#include <optional>
#include <sstream>

#include "suites/text_file.h"

namespace regelwerk::suites {
namespace {

constexpr int kMaxDepth = 99;
constexpr std::string_view kBlanks = " \t\v\f";

// A piece of a line and where it begins in the line (offset in bytes from 0).
struct Span {
  std::string_view text;
  int offset = 0;
};

Span trimmed(Span span) {
  while (!span.text.empty() && kBlanks.find(span.text.front()) != std::string_view::npos) {
    span.text.remove_prefix(1);
    ++span.offset;
  }
  while (!span.text.empty() && kBlanks.find(span.text.back()) != std::string_view::npos) {
    span.text.remove_suffix(1);
  }
  return span;
}

// Words between blanks; a word that begins with a quotation mark reaches to the next one.
std::vector<Span> words(Span span) {
  std::vector<Span> result;
  std::size_t at = 0;
  while (at < span.text.size()) {
    if (kBlanks.find(span.text[at]) != std::string_view::npos) {
      ++at;
      continue;
    }
    std::size_t end = at;
    if (span.text[at] == '"') {
      const std::size_t close = span.text.find('"', at + 1);
      end = close == std::string_view::npos ? span.text.size() : close + 1;
    } else {
      while (end < span.text.size() && kBlanks.find(span.text[end]) == std::string_view::npos) {
        ++end;
      }
    }
    result.push_back({span.text.substr(at, end - at), span.offset + static_cast<int>(at)});
    at = end;
  }
  return result;
}

// Splits at `separator` outside quotation marks.
std::vector<Span> split(Span span, char separator) {
  std::vector<Span> result;
  std::size_t begin = 0;
  bool quoted = false;
  for (std::size_t i = 0; i <= span.text.size(); ++i) {
    if (i < span.text.size() && span.text[i] == '"') {
      quoted = !quoted;
    }
    if (i == span.text.size() || (span.text[i] == separator && !quoted)) {
      result.push_back({span.text.substr(begin, i - begin), span.offset + static_cast<int>(begin)});
      begin = i + 1;
    }
  }
  return result;
}

std::string_view unquoted(std::string_view text) {
  if (text.size() >= 2 && text.front() == '"' && text.back() == '"') {
    return text.substr(1, text.size() - 2);
  }
  return text;
}

std::string lower(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return result;
}

std::optional<std::uint64_t> number(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || text.empty()) {
    return std::nullopt;
  }
  return value;
}

// "D5" -> 5, "depth12" -> 12; the letters before the number must be one of `prefixes`.
std::optional<int> depth_word(std::string_view text, const std::vector<std::string>& prefixes) {
  const std::size_t digits = text.find_first_of("0123456789");
  if (digits == std::string_view::npos) {
    return std::nullopt;
  }
  const std::string prefix = lower(text.substr(0, digits));
  if (std::find(prefixes.begin(), prefixes.end(), prefix) == prefixes.end()) {
    return std::nullopt;
  }
  const std::optional<std::uint64_t> depth = number(text.substr(digits));
  if (!depth || *depth > 1'000'000) {
    return std::nullopt;
  }
  return static_cast<int>(*depth);
}

std::string single_blanks(Span span) {
  std::string result;
  for (const Span& word : words(span)) {
    result += (result.empty() ? "" : " ") + std::string(word.text);
  }
  return result;
}

// The row being read.
struct Row : CountCase {
  bool errors = false;    // already reported
  std::string halfmoves;  // EPD operations that stand for the counters
  std::string move_number;
  std::string source_line;
};

class Reader {
 public:
  Reader(std::string_view text, const std::string& file) : lines_(text, file) {
    result_.suite.file = file;
  }

  CountSuiteResult run() {
    while (lines_.next()) {
      read_line(Span{lines_.line(), 0});
    }
    close_row();
    if (result_.suite.cases.empty() && !spec::has_errors(result_.diagnostics)) {
      result_.diagnostics.push_back(
          lines_.error_in_file("no position with counts in this file; wanted lines such as "
                               "'POSITION ;D1 20 ;D2 400'"));
    }
    for (CountCase& row : result_.suite.cases) {
      if (row.source.empty()) {
        row.source = result_.suite.header.source;
      }
    }
    return std::move(result_);
  }

 private:
  void error(int offset, std::string message) {
    result_.diagnostics.push_back(lines_.error(offset + 1, std::move(message)));
  }

  void read_line(Span whole) {
    const Span line = trimmed(whole);
    if (line.text.empty()) {
      note_.clear();
      row_source_.clear();
      return;
    }
    if (line.text.front() == '#') {
      read_comment(line);
      return;
    }
    if (read_record_line(line) || read_csv_line(line)) {
      return;
    }
    read_epd_line(line);
  }

  void read_comment(Span line) {
    line.text.remove_prefix(1);
    ++line.offset;
    line = trimmed(line);
    const std::size_t colon = line.text.find(':');
    const std::string key =
        colon == std::string_view::npos ? "" : lower(line.text.substr(0, colon));
    const std::string value = colon == std::string_view::npos
                                  ? ""
                                  : std::string(trimmed({line.text.substr(colon + 1), 0}).text);
    SuiteHeader& header = result_.suite.header;
    const bool before_rows = result_.suite.cases.empty() && !row_;
    if (key == "source") {
      if (before_rows && header.source.empty()) {
        header.source = value;
      } else {
        row_source_ = value;
      }
      return;
    }
    if (key == "variant" || key == "option" || key == "spec") {
      if (!before_rows) {
        error(line.offset, "'" + key + "' must stand before the first position");
        return;
      }
      read_header(key, value, line.offset);
      return;
    }
    if (lower(line.text) == "unreachable") {
      if (!before_rows) {
        error(line.offset, "'unreachable' must stand before the first position");
      }
      header.unreachable = true;
      return;
    }
    note_ += (note_.empty() ? "" : "\n") + std::string(line.text);
  }

  void read_header(const std::string& key, const std::string& value, int offset) {
    SuiteHeader& header = result_.suite.header;
    if (value.empty()) {
      error(offset, "'" + key + "' has no value");
    } else if (key == "variant") {
      if (!header.variant.empty() && header.variant != value) {
        error(offset, "a second variant, '" + value + "', after '" + header.variant + "'");
      }
      header.variant = value;
      header.variant_line = lines_.number();
    } else if (key == "spec") {
      header.spec_hash = value;
      header.spec_hash_line = lines_.number();
    } else {
      const std::size_t equals = value.find('=');
      if (equals == std::string::npos || equals == 0) {
        error(offset, "'" + value + "' is no option; wanted NAME=VALUE");
      } else {
        header.options[value.substr(0, equals)] = value.substr(equals + 1);
      }
    }
  }

  // id NAME / epd FEN / perft DEPTH COUNT, one a line.
  bool read_record_line(Span line) {
    const std::size_t blank = line.text.find_first_of(kBlanks);
    if (blank == std::string_view::npos) {
      return false;
    }
    const std::string key = lower(line.text.substr(0, blank));
    const Span rest = trimmed({line.text.substr(blank), line.offset + static_cast<int>(blank)});
    if (key == "id") {
      close_row();
      pending_name_ = std::string(unquoted(rest.text));
      return true;
    }
    if (key == "epd" || key == "fen") {
      // A record may also put its counts behind the position.
      if (find_operations(rest)) {
        read_epd_line(rest);
        return true;
      }
      open_row(rest);
      return true;
    }
    if (key == "perft") {
      if (!row_) {
        error(line.offset, "'perft' without a position before it ('epd FEN')");
        return true;
      }
      read_counts(line, *row_);
      return true;
    }
    return false;
  }

  bool read_csv_line(Span line) {
    if (line.text.find(',') == std::string_view::npos ||
        line.text.find(';') != std::string_view::npos) {
      return false;
    }
    std::vector<Span> fields = split(line, ',');
    for (Span& field : fields) {
      field = trimmed(field);
    }
    const std::string first = lower(unquoted(fields[0].text));
    if (first == "fen" || first == "position" || first == "epd") {
      read_csv_titles(fields);
      return true;
    }
    if (find_operations({fields[0].text, fields[0].offset})) {
      return false;
    }
    Span position = fields[0];
    if (position.text != unquoted(position.text)) {
      position = {unquoted(position.text), position.offset + 1};
    }
    open_row(position);
    for (std::size_t i = 1; i < fields.size(); ++i) {
      const int depth = csv_depths_.empty()       ? static_cast<int>(i)
                        : i <= csv_depths_.size() ? csv_depths_[i - 1]
                                                  : 0;
      if (fields[i].text.empty()) {
        continue;  // a depth that was not counted
      }
      const std::optional<std::uint64_t> nodes = number(unquoted(fields[i].text));
      if (depth == 0) {
        error(fields[i].offset, "more fields than the title line has");
      } else if (!nodes) {
        error(fields[i].offset,
              "'" + std::string(fields[i].text) + "' is no count; wanted digits only");
      } else {
        add_count(*row_, depth, *nodes, fields[i].offset);
      }
    }
    close_row();
    return true;
  }

  void read_csv_titles(const std::vector<Span>& fields) {
    csv_depths_.clear();
    for (std::size_t i = 1; i < fields.size(); ++i) {
      const std::optional<int> depth = depth_word(
          unquoted(fields[i].text), {"", "d", "depth", "depth ", "depth_", "perft", "perft "});
      if (!depth || *depth < 1 || *depth > kMaxDepth) {
        error(fields[i].offset,
              "'" + std::string(fields[i].text) + "' names no depth; wanted a title such as 'D1'");
        csv_depths_.push_back(kMaxDepth + 1);
        continue;
      }
      csv_depths_.push_back(*depth);
    }
  }

  // Where the operations (";D1 20", "D1 20", "perft 5 = 20") of an EPD line begin: the number of
  // bytes of `line` before them.
  static std::optional<std::size_t> find_operations(Span line) {
    const std::size_t semicolon = line.text.find(';');
    const std::vector<Span> all = words(line);
    for (std::size_t i = 1; i + 1 < all.size(); ++i) {
      const std::string_view word = all[i].text;
      // A lower case "d3" may be an en passant square, the fourth field.
      const bool depth = depth_word(word, {"d"}) && (word.front() == 'D' || i >= 4) &&
                         std::isdigit(static_cast<unsigned char>(all[i + 1].text.front()));
      if (depth || lower(word) == "perft") {
        return std::min(semicolon, static_cast<std::size_t>(all[i].offset - line.offset));
      }
    }
    if (semicolon == std::string_view::npos) {
      return std::nullopt;
    }
    return semicolon;
  }

  void read_epd_line(Span line) {
    const std::optional<std::size_t> operations = find_operations(line);
    if (!operations) {
      error(line.offset,
            "no counts on this line; wanted 'POSITION ;D1 20 ;D2 400' or another known layout");
      return;
    }
    open_row({line.text.substr(0, *operations), line.offset});
    const Span rest{line.text.substr(*operations), line.offset + static_cast<int>(*operations)};
    for (const Span& part : split(rest, ';')) {
      const Span operation = trimmed(part);
      if (operation.text.empty()) {
        continue;
      }
      if (operation.text.front() == '#') {
        break;
      }
      read_operation(operation);
    }
    close_row();
  }

  void read_operation(Span operation) {
    const std::vector<Span> all = words(operation);
    const std::string key = lower(all[0].text);
    if (key == "id" && all.size() == 2) {
      row_->name = std::string(unquoted(all[1].text));
    } else if (key == "id" && all.size() > 2) {
      row_->name = single_blanks({operation.text.substr(2), operation.offset});
    } else if (key.size() == 2 && key[0] == 'c' &&
               std::isdigit(static_cast<unsigned char>(key[1]))) {
      const std::string text =
          std::string(unquoted(trimmed({operation.text.substr(2), operation.offset}).text));
      row_->note += (row_->note.empty() ? "" : "\n") + text;
    } else if ((key == "hmvc" || key == "fmvn") && all.size() == 2 && number(all[1].text)) {
      (key == "hmvc" ? row_->halfmoves : row_->move_number) = std::string(all[1].text);
    } else {
      read_counts(operation, *row_);
    }
  }

  // "D1 20", "D1 20 D2 400", "perft 5 = 20", "perft 5 20".
  void read_counts(Span span, Row& row) {
    const std::vector<Span> all = words(span);
    std::size_t i = 0;
    while (i < all.size()) {
      const Span& word = all[i];
      if (word.text.front() == '#') {
        return;
      }
      std::optional<int> depth = depth_word(word.text, {"d"});
      if (!depth && lower(word.text) == "perft" && i + 1 < all.size()) {
        ++i;
        depth = depth_word(all[i].text, {""});
      }
      if (!depth) {
        error(word.offset, "'" + std::string(span.text.substr(word.offset - span.offset)) +
                               "' is not understood; wanted a depth and a count such as 'D1 20'");
        row.errors = true;
        return;
      }
      ++i;
      if (i < all.size() && (all[i].text == "=" || all[i].text == ":")) {
        ++i;
      }
      std::string_view count = i < all.size() ? all[i].text : std::string_view();
      while (!count.empty() && count.back() == ';') {
        count.remove_suffix(1);
      }
      const std::optional<std::uint64_t> nodes = number(count);
      if (!nodes) {
        const int offset = i < all.size() ? all[i].offset : word.offset;
        error(offset, i < all.size() ? "'" + std::string(all[i].text) +
                                           "' is no count; wanted digits only, below 2^64"
                                     : "depth without a count");
        row.errors = true;
        return;
      }
      add_count(row, *depth, *nodes, word.offset);
      ++i;
    }
  }

  void add_count(Row& row, int depth, std::uint64_t nodes, int offset) {
    if (depth == 0 && nodes == 1) {
      return;
    }
    if (depth < 1 || depth > kMaxDepth) {
      error(offset, depth == 0 ? "depth 0 is 1 node for every position"
                               : "depth " + std::to_string(depth) + " is not in 1 to 99");
      row.errors = true;
      return;
    }
    const auto [place, is_new] = row.nodes.emplace(depth, nodes);
    if (!is_new && place->second != nodes) {
      error(offset, "depth " + std::to_string(depth) + " has two counts, " +
                        std::to_string(place->second) + " and " + std::to_string(nodes));
      row.errors = true;
    }
  }

  void open_row(Span position) {
    close_row(/*keep_name=*/true);
    position = trimmed(position);
    row_.emplace();
    row_->line = lines_.number();
    row_->column = position.offset + 1;
    row_->source_line = std::string(lines_.line());
    row_->position = single_blanks(position);
    row_->name = pending_name_;
    row_->note = note_;
    row_->source = row_source_;
    pending_name_.clear();
    note_.clear();
    row_source_.clear();
    if (row_->position.empty()) {
      error(position.offset, "counts without a position before them");
      row_->errors = true;
    }
  }

  void close_row(bool keep_name = false) {
    if (!keep_name) {
      pending_name_.clear();
    }
    if (!row_) {
      return;
    }
    if (row_->nodes.empty()) {
      if (!row_->errors) {
        result_.diagnostics.push_back(lines_.error_at(
            row_->line, row_->column, "no counts for this position", row_->source_line));
      }
    } else if (!row_->errors) {
      if (!row_->halfmoves.empty() || !row_->move_number.empty()) {
        row_->position += " " + (row_->halfmoves.empty() ? "0" : row_->halfmoves) + " " +
                          (row_->move_number.empty() ? "1" : row_->move_number);
      }
      result_.suite.cases.push_back(*row_);
    }
    row_.reset();
  }

  LineReader lines_;
  CountSuiteResult result_;
  std::optional<Row> row_;
  std::string pending_name_;
  std::string note_;
  std::string row_source_;
  std::vector<int> csv_depths_;  // of the title line; empty: 1, 2, 3, ...
};

}  // namespace

CountSuiteResult read_count_suite_text(std::string_view text, const std::string& file) {
  return Reader(text, file).run();
}

CountSuiteResult read_count_suite(const std::filesystem::path& path) {
  CountSuiteResult result;
  const std::optional<std::string> text = read_file(path, &result.diagnostics);
  if (!text) {
    result.suite.file = path.string();
    return result;
  }
  return read_count_suite_text(*text, path.string());
}

}  // namespace regelwerk::suites
