// regelwerk replay: asks an engine again about a failure kept in a file.

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "oracle/engines/engine.h"
#include "suites/engine_checker.h"
#include "suites/regression.h"
#include "tools/command.h"
#include "tools/engine_command.h"

namespace regelwerk::tools {
namespace {

constexpr std::chrono::milliseconds kQuestionDeadline{100'000};

struct ReplayArguments {
  std::vector<std::string> files;
  std::string engine;  // instead of that of the file
  std::vector<std::string> engine_options;
};

Exit worse(Exit a, Exit b) {
  // As everywhere: a disagreement before a failed engine before wrong input.
  for (const Exit exit :
       {Exit::kInterrupted, Exit::kDisagreement, Exit::kEngineFailed, Exit::kUsage}) {
    if (a == exit || b == exit) return exit;
  }
  return Exit::kAgreed;
}

Exit replay_file(const ReplayArguments& arguments, const std::string& file) {
  const suites::RegressionCaseResult read = suites::read_case(file);
  fmt::print(stderr, "{}", spec::to_string(read.diagnostics));
  if (!read.regression) return Exit::kUsage;
  const suites::RegressionCase& regression = *read.regression;
  const std::string command = arguments.engine.empty() ? regression.engine : arguments.engine;
  if (command.empty()) {
    fmt::print(stderr, "error: {}: no engine in this file; name one with --engine\n", file);
    return Exit::kUsage;
  }
  if (!check_engine(command)) return Exit::kUsage;
  spec::Diagnostics diagnostics;
  const auto reference =
      suites::Reference::load(regression.variant, regression.options, &diagnostics);
  fmt::print(stderr, "{}", spec::to_string(diagnostics));
  if (reference == nullptr) return Exit::kUsage;
  if (!regression.spec_hash.empty() && regression.spec_hash != reference->variant().meaning_hash) {
    fmt::print(stderr, "warning: {}: the rules of {} have changed since (spec hash {}, now {})\n",
               file, regression.variant, regression.spec_hash, reference->variant().meaning_hash);
  }
  const generator::ReadResult position = reference->game().read(regression.position);
  if (position.position == nullptr) {
    fmt::print(stderr, "error: {}: position refused: {}\n", file,
               suites::one_line(position.problems));
    return Exit::kUsage;
  }
  engines::EngineOptions settings;
  settings.uci_options = regression.engine_options;
  const auto more = pairs_of(arguments.engine_options);
  settings.uci_options.insert(settings.uci_options.end(), more.begin(), more.end());
  settings.stop = &interrupted();
  engines::Engine engine(command, reference->variant(), settings);
  suites::EngineChecker checker(*reference, engine);
  const suites::Suspect suspect = checker.suspect(kQuestionDeadline);
  const suites::ReplayResult result =
      suites::replay(*reference, regression, suspect.divide, interrupted());
  if (interrupted()) return Exit::kInterrupted;
  if (result.failure) {
    fmt::print("{}: {}: {}\n", file, suites::verdict_name(*result.failure), result.detail);
    return *result.failure == suites::Verdict::kNotStarted ||
                   *result.failure == suites::Verdict::kVariantUnknown
               ? Exit::kUsage
               : Exit::kEngineFailed;
  }
  if (result.agrees) {
    fmt::print("{}: agrees now\n", file);
    return Exit::kAgreed;
  }
  fmt::print("{}: still wrong\n  in      {}\n", file, regression.position);
  if (!result.difference.missing.empty()) {
    fmt::print("  missing {}\n", fmt::join(result.difference.missing, " "));
  }
  if (!result.difference.extra.empty()) {
    fmt::print("  extra   {}\n", fmt::join(result.difference.extra, " "));
  }
  for (const suites::ReplayResult::Count& count : result.counts) {
    fmt::print("  {}: {} at depth {}, not {}\n", count.action.empty() ? "total" : count.action,
               count.right, regression.depth, count.given);
  }
  if (!regression.clause.empty() || !regression.explained.empty()) {
    fmt::print("  {}{}{}\n", regression.clause,
               regression.clause.empty() || regression.explained.empty() ? "" : ": ",
               regression.explained);
  }
  return Exit::kDisagreement;
}

Exit run_replay(const ReplayArguments& arguments) {
  if (!check_pairs("--engine-option", arguments.engine_options)) return Exit::kUsage;
  catch_interrupt();
  Exit exit = Exit::kAgreed;
  for (const std::string& file : arguments.files) {
    if (interrupted()) return Exit::kInterrupted;
    exit = worse(exit, replay_file(arguments, file));
  }
  return exit;
}

}  // namespace

void add_replay(CLI::App* app, Run* run) {
  CLI::App* command = app->add_subcommand(
      "replay", "ask an engine again about a failure that 'regelwerk fuzz' kept in a file");
  const auto arguments = std::make_shared<ReplayArguments>();
  command->add_option("FILE", arguments->files, "cases as fuzz writes them")->required();
  command->add_option("--engine", arguments->engine, "instead of the engine named in the file")
      ->type_name("CMD");
  command
      ->add_option("--engine-option", arguments->engine_options,
                   "an option of the engine; may be repeated")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  add_examples(command, {"regelwerk replay regelwerk-cases/extra-C4-1f3a77b0.yaml",
                         "regelwerk replay cases/*.yaml --engine ./mine"});
  command->callback([=] { *run = [=] { return run_replay(*arguments); }; });
}

}  // namespace regelwerk::tools
