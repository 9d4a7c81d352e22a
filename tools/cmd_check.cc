// regelwerk check: is this spec right, and if not, where is it wrong.

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>

#include "generator/game.h"
#include "oracle/referee.h"
#include "spec/load.h"
#include "tools/command.h"
#include "tools/json_text.h"

namespace regelwerk::tools {
namespace {

struct CheckArguments {
  std::vector<std::string> specs;
  std::vector<std::string> options;
  bool print = false;
  bool json = false;
};

// What only the two implementations can find: a rule that the tables cannot hold, a start position
// that the rules refuse.
spec::Diagnostics check_use(const spec::Variant& variant) {
  spec::Diagnostics diagnostics;
  const auto refuse_start = [&](const char* side, const spec::Problems& problems) {
    for (const spec::Problem& problem : problems) {
      spec::Diagnostic diagnostic;
      diagnostic.severity = problem.warning ? spec::Diagnostic::Severity::kWarning
                                            : spec::Diagnostic::Severity::kError;
      diagnostic.place.file = variant.file;
      diagnostic.message =
          fmt::format("start position, as the {} reads it: {}{}{}", side, problem.square,
                      problem.square.empty() ? "" : ": ", problem.message);
      diagnostics.push_back(diagnostic);
    }
  };
  const auto game = generator::Game::compile(variant, &diagnostics);
  if (game) refuse_start("generator", game->read("startpos").problems);
  if (!spec::has_errors(diagnostics)) {
    refuse_start("oracle", oracle::Referee(variant).read("startpos").problems);
  }
  return diagnostics;
}

nlohmann::ordered_json to_json(const spec::Diagnostic& diagnostic) {
  nlohmann::ordered_json json = {
      {"severity", diagnostic.severity == spec::Diagnostic::Severity::kError ? "error" : "warning"},
      {"file", diagnostic.place.file},
      {"line", diagnostic.place.line},
      {"column", diagnostic.place.column},
      {"message", diagnostic.message}};
  if (!diagnostic.hint.empty()) json["hint"] = diagnostic.hint;
  return json;
}

Exit run_check(const CheckArguments& arguments) {
  spec::OptionChoices choices;
  for (const std::string& option : arguments.options) {
    const std::size_t equals = option.find('=');
    if (equals == std::string::npos || equals == 0) {
      fmt::print(stderr, "error: --option {}: wanted NAME=VALUE\n", option);
      return Exit::kUsage;
    }
    choices[option.substr(0, equals)] = option.substr(equals + 1);
  }
  bool right = true;
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const std::string& name : arguments.specs) {
    spec::LoadResult loaded = spec::load_variant(name, choices);
    if (loaded.variant) {
      for (spec::Diagnostic& diagnostic : check_use(*loaded.variant)) {
        loaded.diagnostics.push_back(std::move(diagnostic));
      }
    }
    const bool this_right = loaded.variant && !spec::has_errors(loaded.diagnostics);
    right = right && this_right;
    fmt::print(stderr, "{}", spec::to_string(loaded.diagnostics));
    if (arguments.json) {
      nlohmann::ordered_json entry = {{"spec", name}, {"right", this_right}};
      if (this_right) {
        entry["variant"] = loaded.variant->name;
        entry["hash"] = loaded.variant->meaning_hash;
      }
      entry["diagnostics"] = nlohmann::ordered_json::array();
      for (const spec::Diagnostic& diagnostic : loaded.diagnostics) {
        entry["diagnostics"].push_back(to_json(diagnostic));
      }
      if (arguments.print && this_right) entry["effective"] = spec::to_yaml(*loaded.variant);
      list.push_back(std::move(entry));
    } else if (this_right) {
      if (arguments.print) {
        fmt::print("{}", spec::to_yaml(*loaded.variant));
      } else {
        fmt::print("{}: right, hash {}\n", name, loaded.variant->meaning_hash);
      }
    }
  }
  if (arguments.json) fmt::print("{}\n", json_text(list));
  return right ? Exit::kAgreed : Exit::kUsage;
}

}  // namespace

void add_check(CLI::App* app, Run* run) {
  CLI::App* command = app->add_subcommand("check", "validate specs; every problem is reported");
  const auto arguments = std::make_shared<CheckArguments>();
  command->add_option("SPEC", arguments->specs, "bundled names or paths to specs")->required();
  command->add_flag("--print", arguments->print,
                    "show the effective spec, after 'extends' and options");
  add_option_choices(command, &arguments->options);
  add_json_flag(command, &arguments->json);
  add_examples(command, {"regelwerk check my-variant.yaml", "regelwerk check chess --print"});
  command->callback([=] { *run = [=] { return run_check(*arguments); }; });
}

}  // namespace regelwerk::tools
