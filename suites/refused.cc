#include "suites/refused.h"

#include <algorithm>
#include <cctype>
#include <chrono>

#include "suites/text_file.h"
#include "suites/yaml_file.h"

namespace regelwerk::suites {
namespace {

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

// What one side made of the position.
struct Reading {
  std::optional<std::string> text;  // canonical; absent if refused
  spec::Problems problems;
};

Outcome compare(const std::string& checker, const RefusalCase& refusal, const Reading& reading) {
  Outcome outcome;
  outcome.checker = checker;
  outcome.verdict = Verdict::kWrongAnswer;
  if (!refusal.refused) {
    if (!reading.text) {
      outcome.detail = "refused: " + one_line(reading.problems);
    } else if (*reading.text != refusal.canonical) {
      outcome.detail = "canonical text is " + *reading.text + " instead of " + refusal.canonical;
    } else {
      outcome.verdict = Verdict::kAgrees;
    }
    return outcome;
  }
  if (reading.text) {
    outcome.detail = "accepted as " + *reading.text;
    return outcome;
  }
  std::string said;
  for (const spec::Problem& problem : reading.problems) {
    if (!problem.warning) {
      said += lower(problem.message) + " " + lower(problem.square) + "\n";
    }
  }
  for (const std::string& word : refusal.mentions) {
    if (said.find(lower(word)) == std::string::npos) {
      outcome.detail +=
          (outcome.detail.empty() ? "refused, but no reason mentions '" : ", '") + word + "'";
    }
  }
  if (outcome.detail.empty()) {
    outcome.verdict = Verdict::kAgrees;
  } else {
    outcome.detail += ": " + one_line(reading.problems);
  }
  return outcome;
}

}  // namespace

RefusalFileResult read_refusals_text(const std::string& text, const std::string& file) {
  RefusalFileResult result;
  result.file.file = file;
  YamlFile yaml(text, file, &result.diagnostics);
  if (yaml.root() == nullptr) {
    return result;
  }
  const auto top = yaml.map(*yaml.root(), {"variant", "options", "refused", "accepted"});
  if (const auto found = top.find("variant"); found != top.end()) {
    result.file.variant = yaml.text(*found->second);
  }
  if (const auto found = top.find("options"); found != top.end()) {
    for (const auto& [name, value] : yaml.map(*found->second, {})) {
      result.file.options[name] = yaml.text(*value);
    }
  }
  for (const bool refused : {true, false}) {
    const auto found = top.find(refused ? "refused" : "accepted");
    if (found == top.end()) {
      continue;
    }
    for (const spec::Node& node : yaml.list(*found->second)) {
      const std::vector<std::string> keys =
          refused ? std::vector<std::string>{"position", "mentions", "why"}
                  : std::vector<std::string>{"position", "canonical", "why"};
      const auto entries = yaml.map(node, keys);
      RefusalCase refusal;
      refusal.line = node.line;
      refusal.refused = refused;
      for (const auto& [key, value] : entries) {
        if (key == "mentions") {
          refusal.mentions = yaml.texts(*value);
        } else {
          (key == "position"    ? refusal.position
           : key == "canonical" ? refusal.canonical
                                : refusal.why) = yaml.text(*value);
        }
      }
      if (entries.count("position") == 0) {
        yaml.error(node, "an entry without 'position'");
      }
      if (!refused && entries.count("canonical") == 0) {
        refusal.canonical = refusal.position;
      }
      result.file.cases.push_back(std::move(refusal));
    }
  }
  if (result.file.cases.empty() && result.diagnostics.empty()) {
    yaml.error(*yaml.root(), "no refused or accepted position in this file");
  }
  return result;
}

RefusalFileResult read_refusals(const std::filesystem::path& path) {
  RefusalFileResult result;
  const std::optional<std::string> text = read_file(path, &result.diagnostics);
  return text ? read_refusals_text(*text, path.string()) : std::move(result);
}

CaseResult check_refusal(const Reference& reference, const std::string& file,
                         const RefusalCase& refusal, Sides sides) {
  CaseResult result;
  result.kind = CaseKind::kRefusal;
  result.suite = file;
  result.line = refusal.line;
  result.name = refusal.refused ? "refused" : "accepted";
  result.position = refusal.position;
  result.note = refusal.why;
  const auto ask = [&](const std::string& checker, auto read) {
    const auto start = std::chrono::steady_clock::now();
    Outcome outcome = compare(checker, refusal, read());
    outcome.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    result.outcomes.push_back(std::move(outcome));
  };
  if (sides.generator) {
    ask("generator", [&] {
      const generator::ReadResult read = reference.game().read(refusal.position);
      Reading reading{std::nullopt, read.problems};
      if (read.position != nullptr) {
        reading.text = read.position->text();
      }
      return reading;
    });
  }
  if (sides.oracle) {
    ask("oracle", [&] {
      const oracle::ReadResult read = reference.referee().read(refusal.position);
      Reading reading{std::nullopt, read.problems};
      if (read.position) {
        reading.text = reference.referee().text(*read.position);
      }
      return reading;
    });
  }
  return result;
}

}  // namespace regelwerk::suites
