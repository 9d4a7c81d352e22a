#include "suites/known_faults.h"

#include <algorithm>
#include <set>
#include <utility>

#include "suites/text_file.h"
#include "suites/yaml_file.h"

namespace regelwerk::suites {
namespace {

bool is_answer(const std::string& text) {
  static const std::set<std::string> words = {"died", "hung", "nonsense", "refused"};
  return words.count(text) > 0 ||
         (!text.empty() && text.find_first_not_of("0123456789") == std::string::npos);
}

std::optional<FaultClass> class_named(const std::string& name) {
  for (const FaultClass fault : {FaultClass::kMissing, FaultClass::kExtra, FaultClass::kWrongChild,
                                 FaultClass::kCountOnly}) {
    if (fault_class_name(fault) == name) return fault;
  }
  return std::nullopt;
}

}  // namespace

bool KnownFault::is_of(const std::string& engine_name, const std::string& variant_name) const {
  if (variant != variant_name) return false;
  if (engine.empty() || engine.back() != '*') return engine == engine_name;
  return engine_name.compare(0, engine.size() - 1, engine, 0, engine.size() - 1) == 0;
}

bool KnownFault::explains(const ActionNote& note) const {
  return fault == (note.legal ? FaultClass::kMissing : FaultClass::kExtra) && clause == note.clause;
}

const KnownFault* explain_cause(const std::vector<KnownFault>& faults, const Outcome& outcome) {
  if (!outcome.cause) return nullptr;
  const auto known = std::find_if(faults.begin(), faults.end(), [&](const KnownFault& fault) {
    return fault.fault == outcome.cause->fault && fault.clause == outcome.cause->clause;
  });
  if (known == faults.end()) return nullptr;
  const auto is_explained = [&](const ActionNote& note) {
    return std::any_of(faults.begin(), faults.end(),
                       [&](const KnownFault& fault) { return fault.explains(note); });
  };
  const bool alone =
      !outcome.difference ||
      std::all_of(outcome.difference->notes.begin(), outcome.difference->notes.end(), is_explained);
  return alone ? &*known : nullptr;
}

KnownFaultsResult read_known_faults_text(const std::string& text, const std::string& file) {
  KnownFaultsResult result;
  YamlFile yaml(text, file, &result.diagnostics);
  if (yaml.root() == nullptr) {
    return result;
  }
  const auto top = yaml.map(*yaml.root(), {"known-faults"});
  const auto found = top.find("known-faults");
  if (found == top.end()) {
    yaml.error(*yaml.root(), "no 'known-faults' in this file");
    return result;
  }
  std::set<std::string> seen;
  for (const spec::Node& node : yaml.list(*found->second)) {
    const auto entries = yaml.map(
        node, {"engine", "variant", "position", "depth", "answer", "class", "clause", "note"});
    const auto has = [&](const char* key) { return entries.count(key) > 0; };
    std::vector<std::string> wanted = {"engine", "variant"};
    const bool by_cause = has("class") || has("clause");
    if (by_cause) {
      wanted.insert(wanted.end(), {"class", "clause"});
      if (has("depth") || has("answer")) {
        yaml.error(node, "a known fault has 'depth' and 'answer', or 'class' and 'clause'");
      }
    } else {
      wanted.insert(wanted.end(), {"position", "depth", "answer"});
    }
    for (const std::string& key : wanted) {
      if (!has(key.c_str())) yaml.error(node, "a known fault without '" + key + "'");
    }
    KnownFault fault;
    fault.line = node.line;
    std::string class_name;
    const std::pair<const char*, std::string*> texts[] = {
        {"engine", &fault.engine}, {"variant", &fault.variant}, {"position", &fault.position},
        {"answer", &fault.answer}, {"class", &class_name},      {"clause", &fault.clause},
        {"note", &fault.note}};
    for (const auto& [key, field] : texts) {
      if (has(key)) *field = yaml.text(*entries.at(key));
    }
    if (has("depth")) fault.depth = yaml.number(*entries.at("depth"));
    if (has("answer") && !is_answer(fault.answer)) {
      yaml.error(
          *entries.at("answer"),
          "'" + fault.answer + "' is no answer; wanted a count, died, hung, nonsense or refused");
    }
    if (has("class")) {
      fault.fault = class_named(class_name);
      if (!fault.fault) {
        yaml.error(*entries.at("class"), "'" + class_name +
                                             "' is no class; wanted missing, extra, wrong_child "
                                             "or count_only");
      }
    }
    const std::string same = fault.engine + '\n' + fault.variant + '\n' + fault.position + '\n' +
                             std::to_string(fault.depth) + '\n' + class_name + '\n' + fault.clause;
    if (!seen.insert(same).second) {
      yaml.error(node, by_cause
                           ? "this engine, variant, class and clause is listed a second time"
                           : "this engine, variant, position and depth is listed a second time");
    }
    result.faults.push_back(std::move(fault));
  }
  return result;
}

KnownFaultsResult read_known_faults(const std::filesystem::path& path) {
  KnownFaultsResult result;
  const std::optional<std::string> text = read_file(path, &result.diagnostics);
  return text ? read_known_faults_text(*text, path.string()) : std::move(result);
}

}  // namespace regelwerk::suites
