#include "reports/junit.h"

#include <fmt/format.h>

#include <pugixml.hpp>
#include <sstream>

#include "reports/describe.h"

namespace regelwerk::reports {
namespace {

void set(pugi::xml_node node, const char* name, const std::string& value) {
  node.append_attribute(name).set_value(visible(value).c_str());
}

void set(pugi::xml_node node, const char* name, std::uint64_t value) {
  node.append_attribute(name).set_value(static_cast<unsigned long long>(value));
}

std::string seconds_text(double seconds) { return fmt::format("{:.3f}", seconds); }

struct Totals {
  std::uint64_t tests = 0;
  std::uint64_t failures = 0;
  std::uint64_t errors = 0;
  std::uint64_t skipped = 0;
  double seconds = 0;
};

void set_totals(pugi::xml_node node, const Totals& totals) {
  set(node, "tests", totals.tests);
  set(node, "failures", totals.failures);
  set(node, "errors", totals.errors);
  set(node, "skipped", totals.skipped);
  set(node, "time", seconds_text(totals.seconds));
}

void add_body(pugi::xml_node test, const char* element, const suites::CaseResult& result,
              const suites::Outcome& outcome) {
  pugi::xml_node node = test.append_child(element);
  set(node, "message", headline(result, outcome));
  if (std::string_view(element) != "skipped") {
    set(node, "type", std::string(suites::verdict_name(outcome.verdict)));
    node.append_child(pugi::node_pcdata)
        .set_value(visible(describe_failure(result, outcome)).c_str());
  }
}

// Wrong where it does not count: skipped, and told in full beside.
void add_uncounted(pugi::xml_node test, const suites::CaseResult& result,
                   const suites::Outcome& outcome) {
  set(test.append_child("skipped"), "message",
      fmt::format("unreachable position, not counted: {}", headline(result, outcome)));
  test.append_child("system-out")
      .append_child(pugi::node_pcdata)
      .set_value(visible(describe_failure(result, outcome)).c_str());
}

void add_test(pugi::xml_node suite, const suites::CaseResult& result,
              const suites::Outcome& outcome, const std::string& class_name, Totals& totals) {
  pugi::xml_node test = suite.append_child("testcase");
  set(test, "name", suites::case_title(result));
  set(test, "classname", class_name);
  if (!result.suite.empty()) {
    set(test, "file", result.suite);
    set(test, "line", static_cast<std::uint64_t>(result.line));
  }
  set(test, "time", seconds_text(outcome.seconds));
  ++totals.tests;
  totals.seconds += outcome.seconds;
  if (suites::is_failure(outcome.verdict) && !suites::is_failure(result, outcome.verdict)) {
    ++totals.skipped;
    add_uncounted(test, result, outcome);
    return;
  }
  switch (outcome.verdict) {
    case suites::Verdict::kAgrees:
      break;
    case suites::Verdict::kWrongCount:
    case suites::Verdict::kWrongMoves:
    case suites::Verdict::kWrongChild:
    case suites::Verdict::kWrongAnswer:
    case suites::Verdict::kWrongPosition:
      ++totals.failures;
      add_body(test, "failure", result, outcome);
      break;
    case suites::Verdict::kRefused:
    case suites::Verdict::kDied:
    case suites::Verdict::kHung:
    case suites::Verdict::kNonsense:
    case suites::Verdict::kNondeterministic:
    case suites::Verdict::kNotStarted:
      ++totals.errors;
      add_body(test, "error", result, outcome);
      break;
    case suites::Verdict::kVariantUnknown:
    case suites::Verdict::kNoPerft:
    case suites::Verdict::kNotObservable:
    case suites::Verdict::kNotRun:
    case suites::Verdict::kTooSlow:
    case suites::Verdict::kKnownFault:
    case suites::Verdict::kInterrupted:
      ++totals.skipped;
      add_body(test, "skipped", result, outcome);
      break;
  }
}

Totals& operator+=(Totals& sum, const Totals& other) {
  sum.tests += other.tests;
  sum.failures += other.failures;
  sum.errors += other.errors;
  sum.skipped += other.skipped;
  sum.seconds += other.seconds;
  return sum;
}

void add_diagnostics(pugi::xml_node root, const suites::Run& run, Totals& sum) {
  if (run.diagnostics.empty()) {
    return;
  }
  pugi::xml_node suite = root.append_child("testsuite");
  set(suite, "name", run.variant + " input");
  Totals totals;
  pugi::xml_node attributes = suite;
  for (const spec::Diagnostic& diagnostic : run.diagnostics) {
    const bool error = diagnostic.severity == spec::Diagnostic::Severity::kError;
    pugi::xml_node test = suite.append_child("testcase");
    set(test, "name",
        fmt::format("{}:{}:{}", diagnostic.place.file, diagnostic.place.line,
                    diagnostic.place.column));
    set(test, "classname", run.variant + ".input");
    ++totals.tests;
    pugi::xml_node node = test.append_child(error ? "error" : "system-out");
    if (error) {
      ++totals.errors;
      set(node, "message", diagnostic.message);
      set(node, "type", "input");
    }
    node.append_child(pugi::node_pcdata).set_value(visible(spec::to_string(diagnostic)).c_str());
  }
  set_totals(attributes, totals);
  sum += totals;
}

// What is behind the failures of one checker in one suite.
void add_causes(pugi::xml_node suite, const suites::Run& run, const std::string& file,
                const suites::Checker& checker) {
  suites::Run part;
  part.checkers = {checker};
  for (const suites::CaseResult& result : run.cases) {
    if (result.suite == file) {
      part.cases.push_back(result);
    }
  }
  const std::string text = describe_clusters(suites::clusters(part));
  if (!text.empty()) {
    suite.append_child("system-out")
        .append_child(pugi::node_pcdata)
        .set_value(visible(text).c_str());
  }
}

}  // namespace

std::string junit_report(const std::vector<suites::Run>& runs) {
  pugi::xml_document document;
  pugi::xml_node declaration = document.append_child(pugi::node_declaration);
  declaration.append_attribute("version") = "1.0";
  declaration.append_attribute("encoding") = "UTF-8";
  pugi::xml_node root = document.append_child("testsuites");
  set(root, "name", "regelwerk");
  Totals sum;
  for (const suites::Run& run : runs) {
    add_diagnostics(root, run, sum);
    for (const std::string& file : suite_files(run)) {
      for (const suites::Checker& checker : run.checkers) {
        Totals totals;
        pugi::xml_node suite = root.append_child("testsuite");
        const std::string what = file.empty() ? "position" : file;
        set(suite, "name", fmt::format("{} {} {}", run.variant, what, checker.name));
        set(suite, "timestamp", run.started);
        pugi::xml_node properties = suite.append_child("properties");
        const auto property = [&](const char* name, const std::string& value) {
          pugi::xml_node node = properties.append_child("property");
          set(node, "name", name);
          set(node, "value", value);
        };
        property("tool-version", run.tool_version);
        property("spec-hash", run.spec_hash);
        if (!checker.version.empty()) {
          property("checker-version", checker.version);
        }
        for (const suites::CaseResult& result : run.cases) {
          for (const suites::Outcome& outcome : result.outcomes) {
            if (result.suite == file && outcome.checker == checker.name) {
              add_test(suite, result, outcome, run.variant + "." + checker.name, totals);
            }
          }
        }
        add_causes(suite, run, file, checker);
        set_totals(suite, totals);
        sum += totals;
      }
    }
  }
  set_totals(root, sum);
  std::ostringstream text;
  document.save(text, "  ", pugi::format_default, pugi::encoding_utf8);
  return text.str();
}

}  // namespace regelwerk::reports
