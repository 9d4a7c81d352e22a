#include "reports/describe.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <sstream>

namespace regelwerk::reports {
namespace {

// Length of the well-formed UTF-8 character at the front of `text`; 0 if there is none, or one that
// XML 1.0 and terminals do not take.
std::size_t visible_character(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  if (first < 0x80) {
    return first >= 0x20 || first == '\n' || first == '\t' ? 1 : 0;
  }
  const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC2 ? 2 : 0;
  if (length == 0 || first > 0xF4 || text.size() < length) {
    return 0;
  }
  std::uint32_t code = first & (0xFFU >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) {
      return 0;
    }
    code = (code << 6) | (byte(i) & 0x3FU);
  }
  constexpr std::uint32_t kSmallest[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool allowed = code >= kSmallest[length] && code <= 0x10FFFF && code != 0xFFFE &&
                       code != 0xFFFF && (code < 0xD800 || code > 0xDFFF);
  return allowed ? length : 0;
}

std::string underscores_to_blanks(std::string_view name) {
  std::string words(name);
  std::replace(words.begin(), words.end(), '_', ' ');
  return words;
}

std::string verdict_words(suites::Verdict verdict) {
  return underscores_to_blanks(suites::verdict_name(verdict));
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

std::string indented(const std::string& text, std::string_view indent) {
  std::istringstream lines(text);
  std::string result;
  for (std::string line; std::getline(lines, line);) {
    result += fmt::format("{}{}\n", indent, line);
  }
  return result;
}

std::string signed_difference(std::uint64_t actual, std::uint64_t expected) {
  return actual >= expected ? fmt::format("+{}", actual - expected)
                            : fmt::format("-{}", expected - actual);
}

void describe_moves(const suites::Difference& difference, const char* what,
                    const std::vector<std::string>& actions, std::string& text) {
  for (const std::string& action : actions) {
    text += fmt::format("  {} {}", what, action);
    const auto note =
        std::find_if(difference.notes.begin(), difference.notes.end(),
                     [&](const suites::ActionNote& each) { return each.action == action; });
    if (note == difference.notes.end()) {
      text += "\n";
      continue;
    }
    if (note->legal && note->rule.empty()) {
      text += ": the oracle says legal\n";
      continue;
    }
    text += fmt::format(": {} by {}{}", note->legal ? "legal" : "illegal", note->rule,
                        note->clause.empty() ? "" : fmt::format(" (clause {})", note->clause));
    text += note->shown.empty() ? "\n" : fmt::format(", {}\n", note->shown);
    if (!note->sentence.empty()) {
      text += fmt::format("    {}: {}\n", note->clause, note->sentence);
    }
  }
}

}  // namespace

std::string cause_title(const suites::Cause& cause) {
  std::string text = underscores_to_blanks(suites::fault_class_name(cause.fault));
  if (!cause.action.empty()) {
    text += (cause.fault == suites::FaultClass::kWrongChild ? " after " : " ") + cause.action;
  }
  for (const std::string& move : cause.then) {
    text += " " + move;
  }
  if (!cause.field.empty()) {
    text += fmt::format(", {}", cause.field);
  }
  if (!cause.clause.empty()) {
    text += fmt::format(": {}{}", cause.clause,
                        cause.rule.empty() ? "" : fmt::format(" ({})", cause.rule));
  } else if (!cause.rule.empty()) {
    text += ": " + cause.rule;
  }
  return text;
}

std::string describe_cause(const suites::Cause& cause) {
  std::string text = fmt::format("cause: {}\n", cause_title(cause));
  text +=
      fmt::format("  {}: {}{}\n", cause.smallest ? "smallest position" : "position", cause.position,
                  cause.depth > 1 ? fmt::format(" at depth {}", cause.depth) : "");
  if (!cause.shown.empty()) {
    const bool extra = cause.fault == suites::FaultClass::kExtra;
    const bool missing = cause.fault == suites::FaultClass::kMissing;
    text += fmt::format("  {}{}\n", extra ? "illegal: " : missing ? "legal: " : "", cause.shown);
  }
  if (!cause.sentence.empty()) {
    text += fmt::format("  {}: {}\n", cause.clause, cause.sentence);
  }
  text +=
      fmt::format("  found with {} question{}\n", cause.questions, cause.questions == 1 ? "" : "s");
  return text;
}

std::string describe_clusters(const std::vector<suites::Cluster>& found) {
  std::string text;
  std::string checker;
  for (std::size_t i = 0; i < found.size(); ++i) {
    const suites::Cluster& cluster = found[i];
    if (i == 0 || cluster.checker != checker) {
      checker = cluster.checker;
      std::uint64_t cases = 0;
      std::size_t causes = 0;
      for (const suites::Cluster& each : found) {
        cases += each.checker == checker ? each.cases : 0;
        causes += each.checker == checker ? 1 : 0;
      }
      text += fmt::format("{}: {} failing case{}, {} cause{}\n", checker, cases,
                          cases == 1 ? "" : "s", causes, causes == 1 ? "" : "s");
    }
    text += fmt::format("  {} x ", cluster.cases);
    if (cluster.example) {
      text += fmt::format("{}\n    {}\n", cause_title(*cluster.example), cluster.example->position);
      if (cluster.rules.size() > 1) {
        text += fmt::format("    rules: {}\n", fmt::join(cluster.rules, ", "));
      }
    } else {
      text += verdict_words(cluster.verdict) + "\n";
    }
    text += fmt::format("    first: {}\n", cluster.first_case);
  }
  return text;
}

std::vector<std::string> suite_files(const suites::Run& run) {
  std::vector<std::string> files;
  for (const suites::CaseResult& result : run.cases) {
    if (std::find(files.begin(), files.end(), result.suite) == files.end()) {
      files.push_back(result.suite);
    }
  }
  return files;
}

std::string visible(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::size_t length = visible_character(text);
    if (length == 0) {
      result += fmt::format("\\x{:02x}", static_cast<unsigned char>(text.front()));
      text.remove_prefix(1);
    } else {
      result += text.substr(0, length);
      text.remove_prefix(length);
    }
  }
  return result;
}

std::string headline(const suites::CaseResult& result, const suites::Outcome& outcome) {
  const std::string words = verdict_words(outcome.verdict);
  if (!outcome.said.empty() && result.expected) {
    return fmt::format("{}expected {}, got {}",
                       outcome.verdict == suites::Verdict::kKnownFault ? words + ": " : "",
                       *result.expected, outcome.said);
  }
  if (outcome.actual && result.expected && *outcome.actual != *result.expected) {
    return fmt::format("{}expected {}, got {} ({})",
                       outcome.verdict == suites::Verdict::kKnownFault ? words + ": " : "",
                       *result.expected, *outcome.actual,
                       signed_difference(*outcome.actual, *result.expected));
  }
  const std::string detail = first_line(outcome.detail);
  return detail.empty() ? words : words + ": " + detail;
}

std::string describe_failure(const suites::CaseResult& result, const suites::Outcome& outcome) {
  std::string text = fmt::format("position: {}\n", result.position);
  if (result.kind == suites::CaseKind::kCount) {
    text += fmt::format("depth: {}\n", result.depth);
  }
  if (result.expected) {
    text += fmt::format("expected: {}", *result.expected);
    text += result.source.empty() ? "\n" : fmt::format(" ({})\n", first_line(result.source));
  }
  if (!outcome.said.empty()) {
    text += fmt::format("got: {}\n", outcome.said);
  } else if (outcome.actual && result.expected) {
    text += fmt::format("got: {} ({})\n", *outcome.actual,
                        signed_difference(*outcome.actual, *result.expected));
  } else {
    text += fmt::format("got: {}\n", verdict_words(outcome.verdict));
  }
  if (outcome.explained_at > 0) {
    text += fmt::format("found at depth {}\n", outcome.explained_at);
  }
  if (outcome.difference) {
    const suites::Difference& difference = *outcome.difference;
    text += fmt::format("differs at: {}\n", difference.position);
    if (!difference.line.empty()) {
      text += fmt::format("  after: {}\n", fmt::join(difference.line, " "));
    }
    describe_moves(difference, "missing", difference.missing, text);
    describe_moves(difference, "extra", difference.extra, text);
  }
  if (outcome.cause) {
    text += describe_cause(*outcome.cause);
  }
  text += indented(outcome.detail, "detail: ");
  for (const std::string& file : outcome.evidence) {
    text += fmt::format("see: {}\n", file);
  }
  for (const std::string& remark : result.remarks) {
    text += fmt::format("remark: {}\n", remark);
  }
  text += indented(result.note, "note: ");
  return text;
}

}  // namespace regelwerk::reports
