#include "reports/json_reader.h"

#include <fmt/format.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>

namespace regelwerk::reports {
namespace {

using Json = nlohmann::json;

constexpr int kFormat = 1;

template <typename T>
void read(const Json& json, const char* key, T* value) {
  if (const auto found = json.find(key); found != json.end() && !found->is_null()) {
    *value = found->get<T>();
  }
}

template <typename T>
void read(const Json& json, const char* key, std::optional<T>* value) {
  if (const auto found = json.find(key); found != json.end() && !found->is_null()) {
    *value = found->get<T>();
  }
}

// The enumerator that `name_of` calls so. Names beyond the last enumerator are "unknown".
template <typename T, typename NameOf>
void read_name(const Json& json, const char* key, NameOf name_of, T* value) {
  std::string name;
  read(json, key, &name);
  if (name.empty()) {
    return;
  }
  for (int i = 0; name_of(static_cast<T>(i)) != "unknown"; ++i) {
    if (name_of(static_cast<T>(i)) == name) {
      *value = static_cast<T>(i);
      return;
    }
  }
  throw std::invalid_argument(fmt::format("unknown {} '{}'", key, name));
}

template <typename T, typename Read>
void read_list(const Json& json, const char* key, Read read_item, std::vector<T>* list) {
  if (const auto found = json.find(key); found != json.end()) {
    if (!found->is_array()) {
      throw std::invalid_argument(fmt::format("'{}' is no list", key));
    }
    for (const Json& item : *found) {
      list->push_back(read_item(item));
    }
  }
}

suites::ActionNote read_note(const Json& json) {
  suites::ActionNote note;
  read(json, "action", &note.action);
  read(json, "legal", &note.legal);
  read(json, "rule", &note.rule);
  read(json, "clause", &note.clause);
  read(json, "sentence", &note.sentence);
  read(json, "shown", &note.shown);
  return note;
}

suites::Difference read_difference(const Json& json) {
  suites::Difference difference;
  read(json, "position", &difference.position);
  read(json, "depth", &difference.depth);
  read(json, "line", &difference.line);
  read(json, "missing", &difference.missing);
  read(json, "extra", &difference.extra);
  read_list(json, "notes", read_note, &difference.notes);
  return difference;
}

suites::Cause read_cause(const Json& json) {
  suites::Cause cause;
  read_name(json, "fault", suites::fault_class_name, &cause.fault);
  read(json, "position", &cause.position);
  read(json, "depth", &cause.depth);
  read(json, "action", &cause.action);
  read(json, "then", &cause.then);
  read(json, "rule", &cause.rule);
  read(json, "clause", &cause.clause);
  read(json, "sentence", &cause.sentence);
  read(json, "shown", &cause.shown);
  read(json, "field", &cause.field);
  read(json, "missing", &cause.missing);
  read(json, "extra", &cause.extra);
  read(json, "questions", &cause.questions);
  read(json, "smallest", &cause.smallest);
  return cause;
}

suites::Outcome read_outcome(const Json& json) {
  suites::Outcome outcome;
  read(json, "checker", &outcome.checker);
  read_name(json, "verdict", suites::verdict_name, &outcome.verdict);
  read(json, "actual", &outcome.actual);
  read(json, "said", &outcome.said);
  read(json, "seconds", &outcome.seconds);
  read_name(json, "origin", suites::origin_name, &outcome.origin);
  read(json, "explained_at", &outcome.explained_at);
  read(json, "detail", &outcome.detail);
  if (const auto found = json.find("difference"); found != json.end() && !found->is_null()) {
    outcome.difference = read_difference(*found);
  }
  if (const auto found = json.find("cause"); found != json.end() && !found->is_null()) {
    outcome.cause = read_cause(*found);
  }
  read(json, "evidence", &outcome.evidence);
  return outcome;
}

suites::CaseResult read_case(const Json& json) {
  suites::CaseResult result;
  read_name(json, "kind", suites::case_kind_name, &result.kind);
  read(json, "suite", &result.suite);
  read(json, "line", &result.line);
  read(json, "name", &result.name);
  read(json, "position", &result.position);
  read(json, "depth", &result.depth);
  read(json, "expected", &result.expected);
  read(json, "source", &result.source);
  read(json, "note", &result.note);
  read(json, "spec_hash", &result.spec_hash);
  read(json, "unreachable", &result.unreachable);
  read(json, "remarks", &result.remarks);
  read_list(json, "outcomes", read_outcome, &result.outcomes);
  return result;
}

suites::Checker read_checker(const Json& json) {
  suites::Checker checker;
  std::string kind;
  read(json, "name", &checker.name);
  read(json, "kind", &kind);
  read(json, "version", &checker.version);
  read(json, "spoken_to", &checker.spoken);
  read(json, "notes", &checker.notes);
  read(json, "identity", &checker.identity);
  checker.kind = kind == "generator" ? suites::Checker::Kind::kGenerator
                 : kind == "oracle"  ? suites::Checker::Kind::kOracle
                                     : suites::Checker::Kind::kEngine;
  return checker;
}

spec::Diagnostic read_diagnostic(const Json& json) {
  spec::Diagnostic diagnostic;
  std::string severity;
  read(json, "severity", &severity);
  diagnostic.severity = severity == "warning" ? spec::Diagnostic::Severity::kWarning
                                              : spec::Diagnostic::Severity::kError;
  read(json, "file", &diagnostic.place.file);
  read(json, "line", &diagnostic.place.line);
  read(json, "column", &diagnostic.place.column);
  read(json, "message", &diagnostic.message);
  read(json, "hint", &diagnostic.hint);
  return diagnostic;
}

suites::Run read_run(const Json& json) {
  suites::Run run;
  read(json, "tool_version", &run.tool_version);
  read(json, "variant", &run.variant);
  if (const auto spec = json.find("spec"); spec != json.end()) {
    read(*spec, "file", &run.spec_file);
    read(*spec, "hash", &run.spec_hash);
  }
  read(json, "started", &run.started);
  read(json, "seconds", &run.seconds);
  read(json, "interrupted", &run.interrupted);
  read(json, "deadline_reached", &run.deadline_reached);
  if (const auto shard = json.find("shard"); shard != json.end()) {
    read(*shard, "index", &run.shard.index);
    read(*shard, "count", &run.shard.count);
    read(*shard, "cases_elsewhere", &run.cases_elsewhere);
  }
  read_list(json, "checkers", read_checker, &run.checkers);
  read_list(json, "diagnostics", read_diagnostic, &run.diagnostics);
  read(json, "resolved_faults", &run.resolved_faults);
  read_list(json, "cases", read_case, &run.cases);
  return run;
}

}  // namespace

JsonReportResult read_json_report(std::string_view text) {
  JsonReportResult result;
  try {
    const Json json = Json::parse(text);
    if (!json.is_object() || !json.contains("format") || !json.contains("runs")) {
      result.error = "no JSON report of a verification";
    } else if (json["format"] != kFormat) {
      result.error =
          fmt::format("a report of format {}, wanted {}", json["format"].dump(), kFormat);
    } else {
      read_list(json, "runs", read_run, &result.runs);
    }
  } catch (const nlohmann::json::parse_error&) {
    result.error = "no JSON";
  } catch (const nlohmann::json::exception& error) {
    result.error = fmt::format("no JSON report of a verification: {}", error.what());
  } catch (const std::invalid_argument& error) {
    result.error = fmt::format("no JSON report of a verification: {}", error.what());
  }
  if (!result.error.empty()) {
    result.runs.clear();
  }
  return result;
}

JsonReportResult read_json_report_file(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  if (!stream) {
    return {{}, "cannot be read"};
  }
  return read_json_report(text.str());
}

}  // namespace regelwerk::reports
