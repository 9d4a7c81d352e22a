#include "reports/json.h"

#include <nlohmann/json.hpp>

#include "suites/clusters.h"

namespace regelwerk::reports {
namespace {

using Json = nlohmann::ordered_json;

template <typename T>
Json or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json to_json(const suites::ActionNote& note);
Json to_json(const suites::Cause& cause);
Json to_json(const suites::Cluster& cluster);
Json to_json(const suites::Outcome& outcome);
Json to_json(const suites::CaseResult& result);
Json to_json(const suites::Checker& checker);
Json to_json(const spec::Diagnostic& diagnostic);
Json to_json(const suites::Run& run);

template <typename T>
Json to_list(const std::vector<T>& items) {
  Json list = Json::array();
  for (const T& item : items) {
    if constexpr (std::is_same_v<T, std::string>) {
      list.push_back(item);
    } else {
      list.push_back(to_json(item));
    }
  }
  return list;
}

Json to_json(const suites::ActionNote& note) {
  return {{"action", note.action}, {"legal", note.legal},       {"rule", note.rule},
          {"clause", note.clause}, {"sentence", note.sentence}, {"shown", note.shown}};
}

Json to_json(const suites::Difference& difference) {
  Json json;
  json["position"] = difference.position;
  json["depth"] = difference.depth;
  json["line"] = to_list(difference.line);
  json["missing"] = to_list(difference.missing);
  json["extra"] = to_list(difference.extra);
  json["notes"] = to_list(difference.notes);
  return json;
}

Json to_json(const suites::Cause& cause) {
  Json json;
  json["fault"] = suites::fault_class_name(cause.fault);
  json["position"] = cause.position;
  json["depth"] = cause.depth;
  json["action"] = cause.action;
  json["then"] = to_list(cause.then);
  json["rule"] = cause.rule;
  json["clause"] = cause.clause;
  json["sentence"] = cause.sentence;
  json["shown"] = cause.shown;
  json["field"] = cause.field;
  json["missing"] = to_list(cause.missing);
  json["extra"] = to_list(cause.extra);
  json["questions"] = cause.questions;
  json["smallest"] = cause.smallest;
  return json;
}

Json to_json(const suites::Cluster& cluster) {
  Json json;
  json["checker"] = cluster.checker;
  json["verdict"] = suites::verdict_name(cluster.verdict);
  json["cases"] = cluster.cases;
  json["first_case"] = cluster.first_case;
  json["rules"] = to_list(cluster.rules);
  json["example"] = cluster.example ? to_json(*cluster.example) : Json(nullptr);
  return json;
}

Json to_json(const suites::Outcome& outcome) {
  Json json;
  json["checker"] = outcome.checker;
  json["verdict"] = suites::verdict_name(outcome.verdict);
  json["actual"] = or_null(outcome.actual);
  json["said"] = outcome.said;
  json["seconds"] = outcome.seconds;
  json["origin"] = suites::origin_name(outcome.origin);
  json["explained_at"] = outcome.explained_at;
  json["detail"] = outcome.detail;
  json["difference"] = outcome.difference ? to_json(*outcome.difference) : Json(nullptr);
  json["cause"] = outcome.cause ? to_json(*outcome.cause) : Json(nullptr);
  json["evidence"] = to_list(outcome.evidence);
  return json;
}

Json to_json(const suites::CaseResult& result) {
  Json json;
  json["kind"] = suites::case_kind_name(result.kind);
  json["suite"] = result.suite;
  json["line"] = result.line;
  json["name"] = result.name;
  json["position"] = result.position;
  json["depth"] = result.depth;
  json["expected"] = or_null(result.expected);
  json["source"] = result.source;
  json["note"] = result.note;
  json["spec_hash"] = result.spec_hash;
  json["unreachable"] = result.unreachable;
  json["remarks"] = to_list(result.remarks);
  json["outcomes"] = to_list(result.outcomes);
  return json;
}

std::string_view kind_name(suites::Checker::Kind kind) {
  switch (kind) {
    case suites::Checker::Kind::kGenerator:
      return "generator";
    case suites::Checker::Kind::kOracle:
      return "oracle";
    case suites::Checker::Kind::kEngine:
      break;
  }
  return "engine";
}

Json to_json(const suites::Checker& checker) {
  return {{"name", checker.name},
          {"kind", kind_name(checker.kind)},
          {"version", checker.version},
          {"spoken_to", checker.spoken},
          {"notes", to_list(checker.notes)},
          {"identity", checker.identity}};
}

Json to_json(const spec::Diagnostic& diagnostic) {
  const bool error = diagnostic.severity == spec::Diagnostic::Severity::kError;
  return {{"severity", error ? "error" : "warning"}, {"file", diagnostic.place.file},
          {"line", diagnostic.place.line},           {"column", diagnostic.place.column},
          {"message", diagnostic.message},           {"hint", diagnostic.hint}};
}

Json to_json(const suites::Run& run) {
  const suites::Counts counts = suites::count_outcomes(run);
  Json json;
  json["tool_version"] = run.tool_version;
  json["variant"] = run.variant;
  json["spec"] = {{"file", run.spec_file}, {"hash", run.spec_hash}};
  json["started"] = run.started;
  json["seconds"] = run.seconds;
  json["interrupted"] = run.interrupted;
  json["deadline_reached"] = run.deadline_reached;
  json["shard"] = {{"index", run.shard.index},
                   {"count", run.shard.count},
                   {"cases_elsewhere", run.cases_elsewhere}};
  json["checkers"] = to_list(run.checkers);
  json["summary"] = {{"checked", counts.checked()},   {"agrees", counts.agrees},
                     {"wrong", counts.wrong},         {"refused", counts.refused},
                     {"failed", counts.failed},       {"known_fault", counts.known_fault},
                     {"uncounted", counts.uncounted}, {"unable", counts.unable},
                     {"partly", counts.partly},
                     {"not_run", counts.not_run}};
  json["diagnostics"] = to_list(run.diagnostics);
  json["resolved_faults"] = to_list(run.resolved_faults);
  json["clusters"] = to_list(suites::clusters(run));
  json["cases"] = to_list(run.cases);
  return json;
}

}  // namespace

std::string json_report(const std::vector<suites::Run>& runs) {
  Json json;
  json["format"] = 1;
  json["exit_status"] = suites::exit_status(runs);
  json["runs"] = to_list(runs);
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace regelwerk::reports
