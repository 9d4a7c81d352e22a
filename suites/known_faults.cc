#include "suites/known_faults.h"

#include <set>
#include <tuple>

#include "suites/text_file.h"
#include "suites/yaml_file.h"

namespace regelwerk::suites {

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
  std::set<std::tuple<std::string, std::string, std::string, int>> seen;
  for (const spec::Node& node : yaml.list(*found->second)) {
    const std::vector<std::string> keys = {"engine", "variant", "position",
                                           "depth",  "answer",  "note"};
    const auto entries = yaml.map(node, keys);
    KnownFault fault;
    fault.line = node.line;
    for (const std::string& key : keys) {
      const auto entry = entries.find(key);
      if (entry == entries.end()) {
        if (key != "note") {
          yaml.error(node, "a known fault without '" + key + "'");
        }
        continue;
      }
      const spec::Node& value = *entry->second;
      if (key == "depth") {
        fault.depth = yaml.number(value);
        continue;
      }
      std::string& field = key == "engine"     ? fault.engine
                           : key == "variant"  ? fault.variant
                           : key == "position" ? fault.position
                           : key == "answer"   ? fault.answer
                                               : fault.note;
      field = yaml.text(value);
      const std::set<std::string> words = {"died", "hung", "nonsense", "refused"};
      if (key == "answer" && words.count(field) == 0 &&
          (field.empty() || field.find_first_not_of("0123456789") != std::string::npos)) {
        yaml.error(value,
                   "'" + field + "' is no answer; wanted a count, died, hung, nonsense or refused");
      }
    }
    if (!seen.insert({fault.engine, fault.variant, fault.position, fault.depth}).second) {
      yaml.error(node, "this engine, variant, position and depth is listed a second time");
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
