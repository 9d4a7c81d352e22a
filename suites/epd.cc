#include "suites/epd.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <utility>

#include "suites/count_columns.h"
#include "suites/count_json.h"
#include "suites/foreign_format.h"
#include "suites/span.h"
#include "suites/text_file.h"

namespace regelwerk::suites {
namespace {

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
  bool errors = false;        // already reported
  bool only_depth_0 = false;  // has a count at depth 0; only that if there are no others
  std::string halfmoves;      // EPD operations that stand for the counters
  std::string move_number;
  std::string source_line;
};

class Reader {
 public:
  Reader(std::string_view text, const std::string& file) : lines_(text, file) {
    result_.suite.file = file;
    judge_pairs(lines_);
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
    say_once_that_nothing_is_understood();
    for (CountCase& row : result_.suite.cases) {
      row.unreachable = result_.suite.header.unreachable;
      if (row.source.empty()) {
        row.source = result_.suite.header.source;
      }
    }
    return std::move(result_);
  }

 private:
  // A file of another kind is no list of wrong lines.
  void say_once_that_nothing_is_understood() {
    constexpr std::size_t kFew = 3;
    if (result_.suite.cases.empty() && no_counts_.size() > kFew &&
        no_counts_.size() == result_.diagnostics.size()) {
      result_.diagnostics.resize(1);
      result_.diagnostics[0].message =
          "this line and all others have no counts: no known layout of a suite; wanted "
          "'POSITION ;D1 20 ;D2 400', JSON or CSV";
    }
  }

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
    if (read_title_line(line)) {
      return;
    }
    if (!titles_.empty() && line.text.find(separator_) != std::string_view::npos) {
      read_titled_line(line);
      return;
    }
    if (read_record_line(line) || read_table_line(line)) {
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

  // A line that names the columns of what follows. The position is one of them, and the signs
  // between the columns are commas, tabs or semicolons.
  bool read_title_line(Span line) {
    for (const char separator : {',', '\t', ';'}) {
      const std::vector<Span> fields = split(line, separator);
      std::vector<ColumnTitle> titles;
      int positions = 0;
      for (const Span& field : fields) {
        titles.push_back(column_of(unquoted(trimmed(field).text)));
        positions += titles.back().column == Column::kPosition ? 1 : 0;
      }
      if (fields.size() < 2 || positions != 1) {
        continue;
      }
      titles_wrong_ = false;
      const auto has = [&](Column column) {
        return std::any_of(titles.begin(), titles.end(),
                           [&](const ColumnTitle& title) { return title.column == column; });
      };
      // Columns of other things may stand beside the count, not among the counts by depth.
      for (std::size_t i = 0; !has(Column::kNodes) && i < titles.size(); ++i) {
        if (titles[i].column == Column::kOther || titles[i].column == Column::kDepth) {
          titles_wrong_ = true;
          error(trimmed(fields[i]).offset,
                "'" + std::string(trimmed(fields[i]).text) +
                    "' names no depth; wanted titles such as 'D1', or 'depth' and 'nodes'");
        }
      }
      if (has(Column::kNodes) && !has(Column::kDepth)) {
        titles_wrong_ = true;
        error(line.offset, "a column of counts without a column 'depth'");
      }
      titles_ = std::move(titles);
      separator_ = separator;
      return true;
    }
    return false;
  }

  // Under a title line. A position may hold the separator: what is too much belongs to it.
  void read_titled_line(Span line) {
    if (titles_wrong_) {
      return;  // reported
    }
    std::vector<Span> fields = split(line, separator_);
    const std::size_t place = static_cast<std::size_t>(
        std::find_if(titles_.begin(), titles_.end(),
                     [](const ColumnTitle& each) { return each.column == Column::kPosition; }) -
        titles_.begin());
    if (fields.size() > titles_.size()) {
      const std::size_t surplus = fields.size() - titles_.size();
      const Span& last = fields[place + surplus];
      const std::size_t begin = static_cast<std::size_t>(fields[place].offset - line.offset);
      const std::size_t end =
          static_cast<std::size_t>(last.offset - line.offset) + last.text.size();
      if (surplus > 0 && is_count_field(last)) {
        error(last.offset, "more fields than the title line has");
        return;
      }
      fields[place] = line.part(begin, end - begin);
      fields.erase(fields.begin() + static_cast<std::ptrdiff_t>(place) + 1,
                   fields.begin() + static_cast<std::ptrdiff_t>(place + surplus) + 1);
    }
    if (fields.size() <= place) {
      error(line.offset, "fewer fields than the title line has");
      return;
    }
    open_row(field_text(fields[place]));
    std::optional<Span> depth;
    for (std::size_t i = 0; i < fields.size(); ++i) {
      if (titles_[i].column == Column::kDepth) {
        depth = field_text(fields[i]);
      }
    }
    for (std::size_t i = 0; i < fields.size(); ++i) {
      const Span field = field_text(fields[i]);
      switch (titles_[i].column) {
        case Column::kDepthOf:
          read_count_field(static_cast<std::uint64_t>(titles_[i].depth), field);
          break;
        case Column::kNodes:
          read_depth_and_count(depth.value_or(Span{"", field.offset}), field);
          break;
        case Column::kName:
          row_->name = single_blanks(field);
          break;
        case Column::kNote:
          row_->note = single_blanks(field);
          break;
        case Column::kSource:
          row_->source = single_blanks(field);
          break;
        case Column::kPosition:
        case Column::kDepth:
        case Column::kOther:
          break;
      }
    }
    close_row();
  }

  static Span field_text(Span field) {
    field = trimmed(field);
    const std::string_view inner = unquoted(field.text);
    return inner.size() == field.text.size() ? field : Span{inner, field.offset + 1};
  }

  static bool is_count_field(const Span& field) {
    return number(field_text(field).text).has_value();
  }

  // A line of fields without titles: a position and counts, or depth and count and perhaps a name.
  struct TableRow {
    Span position;
    std::vector<Span> counts;  // some may be empty: not counted
    std::optional<Span> name;
  };

  // Read from the right: a position may hold commas.
  static std::optional<TableRow> table_row(Span line) {
    const bool semicolons = line.text.find(';') != std::string_view::npos;
    for (const char separator : {',', '\t', ';'}) {
      if ((separator == ';') != semicolons) {
        continue;
      }
      const std::vector<Span> fields = split(line, separator);
      const auto numbers_before = [&](std::size_t end) {
        std::size_t begin = end;
        while (begin > 1 &&
               (is_count_field(fields[begin - 1]) || field_text(fields[begin - 1]).text.empty())) {
          --begin;
        }
        return begin;
      };
      std::size_t end = fields.size();
      while (end > 2 && field_text(fields[end - 1]).text.empty()) {
        --end;
      }
      std::size_t begin = numbers_before(end);
      TableRow row;
      if (begin == end && end > 3 && numbers_before(end - 1) + 2 <= end - 1) {
        row.name = field_text(fields[--end]);
        begin = numbers_before(end);
      }
      const bool some =
          std::any_of(fields.begin() + static_cast<std::ptrdiff_t>(begin),
                      fields.begin() + static_cast<std::ptrdiff_t>(end), is_count_field);
      const Span& last = fields[begin - 1];
      row.position =
          line.part(0, static_cast<std::size_t>(last.offset - line.offset) + last.text.size());
      const bool whole = row.position.text.find(' ') != std::string_view::npos ||
                         is_start_word(field_text(trimmed(row.position)).text);
      // Tabs and semicolons stand within other layouts, too.
      if (!some || find_operations(trimmed(row.position)) ||
          ((separator != ',' || row.name) && !whole) || (separator != ',' && end - begin < 2)) {
        // A field among the counts that is no number.
        if (separator != ',' || fields.size() < 3 || !is_count_field(fields[1]) ||
            fields[0].text.find(' ') == std::string_view::npos || find_operations(fields[0])) {
          continue;
        }
        begin = 1;
        end = fields.size();
        row = {fields[0], {}, std::nullopt};
      }
      row.position = field_text(row.position);
      for (std::size_t i = begin; i < end; ++i) {
        row.counts.push_back(field_text(fields[i]));
      }
      return row;
    }
    return std::nullopt;
  }

  // What all lines without titles say about two numbers behind a position.
  void judge_pairs(LineReader lines) {
    while (lines.next()) {
      const Span line = trimmed({lines.line()});
      const std::optional<TableRow> row =
          line.text.empty() || line.text.front() == '#' ? std::nullopt : table_row(line);
      if (!row) {
        continue;
      }
      const auto first = row->counts.size() == 2 ? number(row->counts[0].text) : std::nullopt;
      const auto second = row->counts.size() == 2 ? number(row->counts[1].text) : std::nullopt;
      if (first && second) {
        pairs_.add(single_blanks(row->position), *first, *second);
      } else {
        pairs_.add_other();
      }
    }
  }

  bool read_table_line(Span line) {
    const std::optional<TableRow> table = table_row(line);
    if (!table) {
      return false;
    }
    const std::vector<Span>& counts = table->counts;
    const PairReading::Verdict verdict = pairs_.verdict();
    const bool pair = verdict != PairReading::Verdict::kCounts;
    if (pair && verdict != PairReading::Verdict::kDepthAndCount) {
      // Once for the file.
      if (!std::exchange(unclear_, true)) {
        error(counts[0].offset,
              pair_problem(verdict, *number(counts[0].text), *number(counts[1].text),
                           "write a title line, 'fen,depth,nodes' or 'fen,D1,D2'"));
      }
      return true;
    }
    open_row(table->position);
    if (pair) {
      read_depth_and_count(counts[0], counts[1]);
    }
    for (std::size_t i = 0; !pair && i < counts.size(); ++i) {
      read_count_field(i + 1, counts[i]);
    }
    if (table->name && pair) {
      row_->name = single_blanks(*table->name);
    } else if (table->name) {
      read_count_field(counts.size() + 1, *table->name);
    }
    close_row();
    return true;
  }

  void read_depth_and_count(const Span& depth, const Span& nodes) {
    const std::optional<std::uint64_t> value = number(depth.text);
    if (!value) {
      error(depth.offset, "'" + std::string(depth.text) + "' is no depth; wanted digits only");
      row_->errors = true;
      return;
    }
    read_count_field(*value, nodes);
  }

  void read_count_field(std::uint64_t depth, const Span& field) {
    if (field.text.empty()) {
      return;  // a depth that was not counted
    }
    const std::optional<std::uint64_t> nodes = number(field.text);
    if (!nodes) {
      error(field.offset, "'" + std::string(field.text) + "' is no count; wanted digits only");
      row_->errors = true;
      return;
    }
    put_count(*row_, depth, *nodes, field.offset);
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
      no_counts_.push_back(result_.diagnostics.size());
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
      put_count(row, static_cast<std::uint64_t>(*depth), *nodes, word.offset);
      ++i;
    }
  }

  void put_count(Row& row, std::uint64_t depth, std::uint64_t nodes, int offset) {
    const std::string problem = add_count(&row, depth, nodes);
    if (!problem.empty()) {
      error(offset, problem);
      row.errors = true;
    }
    row.only_depth_0 = row.only_depth_0 || depth == 0;
  }

  void open_row(Span position) {
    close_row(/*keep_name=*/true);
    position = trimmed(position);
    row_.emplace();
    row_->line = lines_.number();
    row_->column = position.offset + 1;
    row_->source_line = std::string(lines_.line());
    row_->position = is_start_word(position.text) ? "startpos" : single_blanks(position);
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
      if (!row_->errors && !row_->only_depth_0) {
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
  std::vector<ColumnTitle> titles_;  // of the columns; empty without a title line
  bool titles_wrong_ = false;        // reported: nothing can be read under them
  char separator_ = ',';             // of the columns under a title line
  PairReading pairs_;
  bool unclear_ = false;                     // reported
  std::vector<std::size_t> no_counts_ = {};  // errors about lines without counts
};

}  // namespace

CountSuiteResult read_count_suite_text(std::string_view text, const std::string& file) {
  if (const std::string format = foreign_format(text); !format.empty()) {
    CountSuiteResult refused;
    refused.suite.file = file;
    refused.diagnostics.push_back(LineReader(text, file).error_in_file("no suite: " + format));
    return refused;
  }
  return is_json(text) ? read_count_json(text, file) : Reader(text, file).run();
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
