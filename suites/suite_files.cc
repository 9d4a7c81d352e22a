#include "suites/suite_files.h"

#include <algorithm>
#include <set>

#include "suites/foreign_format.h"
#include "suites/text_file.h"

namespace regelwerk::suites {
namespace {

bool starts_with(std::string_view text, std::string_view start) {
  return text.substr(0, start.size()) == start;
}

CaseKind kind_of(const std::string& text, const std::filesystem::path& path) {
  const std::string ending = path.extension().string();
  const bool yaml = ending == ".yaml" || ending == ".yml";
  LineReader lines(text, path.string());
  while (lines.next()) {
    const std::string_view line = lines.line();
    if (yaml && (starts_with(line, "refused:") || starts_with(line, "accepted:"))) {
      return CaseKind::kRefusal;
    }
    if (!yaml && starts_with(line, "piece:")) {
      return CaseKind::kDiagram;
    }
    if (!yaml && line.find('/') != std::string_view::npos && !starts_with(line, "#")) {
      break;  // a position
    }
  }
  return yaml ? CaseKind::kExample : CaseKind::kCount;
}

// Why a file that is called YAML holds neither examples nor positions; empty if it does.
std::string other_yaml(const std::string& text, CaseKind kind) {
  if (kind != CaseKind::kExample || has_top_key(text, "examples")) {
    return "";
  }
  if (const std::string format = foreign_format(text); !format.empty()) {
    return "no suite: " + format;
  }
  return "";
}

}  // namespace

const std::string& SuiteFile::variant() const {
  switch (kind) {
    case CaseKind::kExample:
      return examples.variant;
    case CaseKind::kDiagram:
      return diagrams.variant;
    case CaseKind::kRefusal:
      return refusals.variant;
    case CaseKind::kCount:
      break;
  }
  return counts.header.variant;
}

const spec::OptionChoices& SuiteFile::options() const {
  switch (kind) {
    case CaseKind::kExample:
      return examples.options;
    case CaseKind::kRefusal:
      return refusals.options;
    case CaseKind::kDiagram:
    case CaseKind::kCount:
      break;
  }
  return counts.header.options;
}

std::size_t SuiteFile::size() const {
  return counts.cases.size() + examples.examples.size() + diagrams.diagrams.size() +
         refusals.cases.size();
}

SuiteFileResult read_suite_file(const std::filesystem::path& path) {
  SuiteFileResult result;
  result.suite.file = path.string();
  const std::optional<std::string> text = read_file(path, &result.diagnostics);
  if (!text) {
    return result;
  }
  result.suite.kind = kind_of(*text, path);
  if (std::string problem = other_yaml(*text, result.suite.kind); !problem.empty()) {
    result.diagnostics.push_back(LineReader(*text, path.string()).error_in_file(problem));
    return result;
  }
  const auto take = [&](auto&& read, auto& member) {
    result.diagnostics = std::move(read.diagnostics);
    member = std::move(read.file);
  };
  switch (result.suite.kind) {
    case CaseKind::kExample:
      take(read_examples_text(*text, path.string()), result.suite.examples);
      break;
    case CaseKind::kDiagram:
      take(read_diagrams_text(*text, path.string()), result.suite.diagrams);
      break;
    case CaseKind::kRefusal:
      take(read_refusals_text(*text, path.string()), result.suite.refusals);
      break;
    case CaseKind::kCount: {
      CountSuiteResult read = read_count_suite_text(*text, path.string());
      result.diagnostics = std::move(read.diagnostics);
      result.suite.counts = std::move(read.suite);
      break;
    }
  }
  return result;
}

std::vector<std::filesystem::path> bundled_suite_files(const std::filesystem::path& data,
                                                       const std::string& variant) {
  static const std::set<std::string> kEndings = {".epd", ".perft", ".csv", ".txt", ".yaml", ".yml"};
  std::vector<std::filesystem::path> files;
  const std::filesystem::path folder = data / "suites" / variant;
  std::error_code failure;
  for (std::filesystem::directory_iterator entry(folder, failure), end; !failure && entry != end;
       entry.increment(failure)) {
    const std::filesystem::path& path = entry->path();
    if (entry->is_regular_file() && kEndings.count(path.extension().string()) > 0 &&
        path.filename().string().front() != '.') {
      files.push_back(path);
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::vector<std::string> bundled_count_positions(const std::filesystem::path& data,
                                                 const std::string& variant) {
  std::vector<std::string> positions;
  for (const std::filesystem::path& path : bundled_suite_files(data, variant)) {
    for (const CountCase& row : read_suite_file(path).suite.counts.cases) {
      positions.push_back(row.position);
    }
  }
  return positions;
}

}  // namespace regelwerk::suites
