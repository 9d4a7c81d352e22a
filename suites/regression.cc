#include "suites/regression.h"

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include <cctype>
#include <stdexcept>

#include "suites/text_file.h"
#include "suites/yaml_file.h"

namespace regelwerk::suites {
namespace {

constexpr int kFormat = 1;

// FNV-1a: short and the same everywhere; it only names files.
std::uint32_t checksum(const std::string& text) {
  std::uint32_t sum = 2166136261U;
  for (const char c : text) sum = (sum ^ static_cast<unsigned char>(c)) * 16777619U;
  return sum;
}

}  // namespace

RegressionCase case_of(const FuzzFinding& finding) {
  RegressionCase regression;
  regression.position = finding.position;
  regression.depth = finding.depth;
  regression.start = finding.start;
  regression.line = finding.line;
  regression.explained = finding.diagnosis.detail;
  if (const auto& cause = finding.diagnosis.cause) {
    regression.position = cause->position;
    regression.depth = cause->depth;
    regression.fault = fault_class_name(cause->fault);
    regression.action = cause->action;
    regression.clause = cause->clause;
    regression.rule = cause->rule.empty() ? cause->field : cause->rule;
    regression.explained = cause->shown.empty() ? cause->sentence : cause->shown;
    regression.missing = cause->missing;
    regression.extra = cause->extra;
  }
  return regression;
}

std::string write_case(const RegressionCase& regression, const std::string& file) {
  YAML::Emitter out;
  out << YAML::BeginMap;
  const auto quoted = [&](const char* key, const std::string& value) {
    if (!value.empty()) out << YAML::Key << key << YAML::Value << YAML::DoubleQuoted << value;
  };
  const auto words = [&](const char* key, const std::vector<std::string>& values) {
    if (values.empty()) return;
    out << YAML::Key << key << YAML::Value << YAML::Flow << YAML::BeginSeq;
    for (const std::string& value : values) out << YAML::DoubleQuoted << value;
    out << YAML::EndSeq;
  };
  std::vector<std::string> options;
  for (const auto& [name, value] : regression.options) options.push_back(name + "=" + value);
  std::vector<std::string> engine_options;
  for (const auto& [name, value] : regression.engine_options) {
    engine_options.push_back(name + "=" + value);
  }
  out << YAML::Key << "regelwerk-case" << YAML::Value << kFormat;
  quoted("variant", regression.variant);
  words("options", options);
  quoted("spec-hash", regression.spec_hash);
  quoted("engine", regression.engine);
  words("engine-options", engine_options);
  quoted("position", regression.position);
  out << YAML::Key << "depth" << YAML::Value << regression.depth;
  quoted("class", regression.fault);
  quoted("action", regression.action);
  quoted("clause", regression.clause);
  quoted("rule", regression.rule);
  quoted("explained", regression.explained);
  words("missing", regression.missing);
  words("extra", regression.extra);
  quoted("seed", std::to_string(regression.seed));
  quoted("start", regression.start);
  words("line", regression.line);
  out << YAML::EndMap;
  return fmt::format("# Run it again: regelwerk replay {}\n{}\n", file, out.c_str());
}

RegressionCaseResult read_case_text(const std::string& text, const std::string& file) {
  RegressionCaseResult result;
  YamlFile yaml(text, file, &result.diagnostics);
  if (yaml.root() == nullptr) return result;
  if (yaml.root()->kind == spec::Node::Kind::kMap &&
      yaml.root()->find("regelwerk-case") == nullptr) {
    yaml.error(*yaml.root(), "no 'regelwerk-case' in this file: it is no case");
    return result;
  }
  const auto entries =
      yaml.map(*yaml.root(), {"regelwerk-case", "variant", "options", "spec-hash", "engine",
                              "engine-options", "position", "depth", "class", "action", "clause",
                              "rule", "explained", "missing", "extra", "seed", "start", "line"});
  RegressionCase regression;
  const auto find = [&](const std::string& key) -> const spec::Node* {
    const auto entry = entries.find(key);
    return entry == entries.end() ? nullptr : entry->second;
  };
  const auto read = [&](const std::string& key, std::string* field) {
    if (const spec::Node* node = find(key)) *field = yaml.text(*node);
  };
  const auto pairs = [&](const std::string& key) {
    std::vector<std::pair<std::string, std::string>> found;
    const spec::Node* node = find(key);
    if (node == nullptr) return found;
    for (const std::string& word : yaml.texts(*node)) {
      const std::size_t equals = word.find('=');
      if (equals == std::string::npos) {
        yaml.error(*node, "'" + word + "': NAME=VALUE wanted");
      } else {
        found.emplace_back(word.substr(0, equals), word.substr(equals + 1));
      }
    }
    return found;
  };
  for (const char* needed : {"variant", "position", "depth"}) {
    if (find(needed) == nullptr) {
      yaml.error(*yaml.root(), fmt::format("no '{}' in this file", needed));
    }
  }
  if (const spec::Node* format = find("regelwerk-case")) {
    if (yaml.number(*format) != kFormat) {
      yaml.error(*format,
                 fmt::format("cases of the form {} are read, not {}", kFormat, format->text));
    }
  }
  read("variant", &regression.variant);
  for (const auto& [name, value] : pairs("options")) regression.options[name] = value;
  read("spec-hash", &regression.spec_hash);
  read("engine", &regression.engine);
  regression.engine_options = pairs("engine-options");
  read("position", &regression.position);
  if (const spec::Node* depth = find("depth")) {
    regression.depth = yaml.number(*depth);
    if (regression.depth < 1) yaml.error(*depth, "the depth is at least 1");
  }
  read("class", &regression.fault);
  read("action", &regression.action);
  read("clause", &regression.clause);
  read("rule", &regression.rule);
  read("explained", &regression.explained);
  if (const spec::Node* node = find("missing")) regression.missing = yaml.texts(*node);
  if (const spec::Node* node = find("extra")) regression.extra = yaml.texts(*node);
  std::string seed;
  read("seed", &seed);
  if (!seed.empty() && seed.find_first_not_of("0123456789") == std::string::npos &&
      seed.size() < 20) {
    regression.seed = std::stoull(seed);
  }
  read("start", &regression.start);
  if (const spec::Node* node = find("line")) regression.line = yaml.texts(*node);
  if (!spec::has_errors(result.diagnostics)) result.regression = std::move(regression);
  return result;
}

RegressionCaseResult read_case(const std::filesystem::path& path) {
  RegressionCaseResult result;
  const std::optional<std::string> text = read_file(path, &result.diagnostics);
  return text ? read_case_text(*text, path.string()) : std::move(result);
}

std::string case_file_name(const RegressionCase& regression) {
  std::string name = regression.fault.empty() ? "wrong" : regression.fault;
  const std::string& cause = regression.clause.empty() ? regression.rule : regression.clause;
  if (!cause.empty()) name += "-" + cause;
  name += fmt::format("-{:08x}",
                      checksum(regression.variant + regression.position + regression.action));
  for (char& c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '-') c = '-';
  }
  return name + ".yaml";
}

ReplayResult replay(const Reference& reference, const RegressionCase& regression,
                    const AskDivide& ask, const std::atomic<bool>& stop) {
  const generator::ReadResult read = reference.game().read(regression.position);
  if (read.position == nullptr) throw std::invalid_argument(one_line(read.problems));
  const std::string text = read.position->text();
  ReplayResult result;
  const DivideAnswer answer = ask(text, regression.depth);
  if (answer.failure) {
    result.failure = answer.failure;
    result.detail = answer.detail;
    return result;
  }
  const auto compared =
      compare_divides(reference, *read.position, text, regression.depth, answer, stop);
  if (!compared) {
    result.failure = Verdict::kInterrupted;
    return result;
  }
  result.difference = compared->sets;
  for (const auto& [action, count] : compared->ours) {
    const auto given = compared->theirs.find(action);
    if (given != compared->theirs.end() && given->second != count) {
      result.counts.push_back({action, count, given->second});
    }
  }
  const std::uint64_t nodes = sum_of(compared->ours);
  result.agrees = compared->same() && answer.nodes == nodes;
  if (!result.agrees && result.difference.none() && result.counts.empty()) {
    result.counts.push_back({"", nodes, answer.nodes});
  }
  return result;
}

}  // namespace regelwerk::suites
