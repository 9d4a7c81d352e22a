// regelwerk fuzz: random games against an outside program.

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>

#include "oracle/engines/engine.h"
#include "spec/load.h"
#include "suites/engine_checker.h"
#include "suites/fuzzing.h"
#include "suites/regression.h"
#include "suites/suite_files.h"
#include "tools/command.h"
#include "tools/engine_command.h"
#include "tools/json_text.h"

namespace regelwerk::tools {
namespace {

constexpr double kDefaultSeconds = 60;
constexpr std::chrono::milliseconds kQuestionDeadline{20'000};

struct FuzzArguments {
  std::string variant;
  std::vector<std::string> options;
  std::string engine;
  std::vector<std::string> engine_options;
  std::optional<double> seconds;
  std::optional<std::uint64_t> positions;
  std::uint64_t seed = 1;
  int depth = 2;
  std::string out = "regelwerk-cases";
  bool json = false;
};

// Writes the case of a finding; the path, empty if it cannot be written.
std::string keep(const FuzzArguments& arguments, const spec::OptionChoices& choices,
                 const suites::Reference& reference, const suites::FuzzFinding& finding) {
  suites::RegressionCase regression = suites::case_of(finding);
  regression.variant = arguments.variant;
  regression.options = choices;
  regression.spec_hash = reference.variant().meaning_hash;
  regression.engine = arguments.engine;
  regression.engine_options = pairs_of(arguments.engine_options);
  regression.seed = arguments.seed;
  std::error_code ignored;
  std::filesystem::create_directories(arguments.out, ignored);
  const std::filesystem::path path =
      std::filesystem::path(arguments.out) / suites::case_file_name(regression);
  std::ofstream file(path, std::ios::binary);
  file << suites::write_case(regression, path.string());
  file.close();
  if (!file) {
    fmt::print(stderr, "error: {} cannot be written\n", path.string());
    return "";
  }
  return path.string();
}

std::string heading(const suites::FuzzFinding& finding) {
  const auto& cause = finding.diagnosis.cause;
  if (!cause) return std::string(suites::verdict_name(finding.diagnosis.verdict));
  std::string text(suites::fault_class_name(cause->fault));
  if (!cause->action.empty()) text += " " + cause->action;
  const std::string& rule = cause->rule.empty() ? cause->field : cause->rule;
  if (!cause->clause.empty() || !rule.empty()) {
    text += ":";
    if (!cause->clause.empty()) text += " " + cause->clause;
    if (!rule.empty()) text += " (" + rule + ")";
  }
  return text;
}

void print_finding(const suites::FuzzFinding& finding, const std::string& file) {
  fmt::print("{}, met {} time{}\n", heading(finding), finding.times, finding.times == 1 ? "" : "s");
  if (const auto& cause = finding.diagnosis.cause) {
    fmt::print("  in   {}\n", cause->position);
    const std::string& shown = cause->shown.empty() ? cause->sentence : cause->shown;
    if (!shown.empty()) fmt::print("  why  {}\n", shown);
    if (!cause->then.empty()) fmt::print("  then {}\n", fmt::join(cause->then, " "));
  } else {
    fmt::print("  in   {}\n", finding.position);
    if (!finding.diagnosis.detail.empty()) fmt::print("  why  {}\n", finding.diagnosis.detail);
  }
  if (!file.empty()) fmt::print("  case regelwerk replay {}\n", file);
}

nlohmann::ordered_json as_json(const suites::FuzzResult& result,
                               const std::vector<std::string>& files) {
  nlohmann::ordered_json json = {{"games", result.games},
                                 {"positions", result.positions},
                                 {"questions", result.questions},
                                 {"findings", nlohmann::ordered_json::array()},
                                 {"failures", nlohmann::ordered_json::array()},
                                 {"clauses", result.clauses}};
  for (std::size_t i = 0; i < result.findings.size(); ++i) {
    const suites::FuzzFinding& finding = result.findings[i];
    const auto& cause = finding.diagnosis.cause;
    nlohmann::ordered_json entry = {{"verdict", suites::verdict_name(finding.diagnosis.verdict)},
                                    {"times", finding.times},
                                    {"position", cause ? cause->position : finding.position},
                                    {"file", files[i]}};
    if (cause) {
      entry["class"] = suites::fault_class_name(cause->fault);
      entry["action"] = cause->action;
      entry["clause"] = cause->clause;
      entry["rule"] = cause->rule.empty() ? cause->field : cause->rule;
    }
    json["findings"].push_back(std::move(entry));
  }
  for (const suites::FuzzFailure& failure : result.failures) {
    json["failures"].push_back({{"verdict", suites::verdict_name(failure.verdict)},
                                {"position", failure.position},
                                {"depth", failure.depth},
                                {"detail", failure.detail}});
  }
  return json;
}

void print_coverage(const suites::FuzzResult& result) {
  std::string fired;
  std::string never;
  for (const auto& [clause, times] : result.clauses) {
    if (times > 0) {
      fired += fmt::format(" {} {}", clause, times);
    } else {
      never += " " + clause;
    }
  }
  fmt::print("clauses that had a say:{}\n", fired.empty() ? " none" : fired);
  if (!never.empty()) fmt::print("never:{}\n", never);
}

Exit exit_of(const suites::FuzzResult& result) {
  if (!result.findings.empty()) return Exit::kDisagreement;
  if (interrupted()) return Exit::kInterrupted;
  if (result.positions == 0) {
    // It was never heard about a position: not there, or of another kind.
    const bool failed = !result.failures.empty() &&
                        result.failures.front().verdict != suites::Verdict::kNotStarted &&
                        result.failures.front().verdict != suites::Verdict::kVariantUnknown &&
                        result.failures.front().verdict != suites::Verdict::kNoPerft;
    return failed ? Exit::kEngineFailed : Exit::kUsage;
  }
  return result.failures.empty() ? Exit::kAgreed : Exit::kEngineFailed;
}

Exit run_fuzz(const FuzzArguments& arguments) {
  spec::OptionChoices choices;
  if (!read_option_choices(arguments.options, &choices) ||
      !check_pairs("--engine-option", arguments.engine_options) ||
      !check_engine(arguments.engine)) {
    return Exit::kUsage;
  }
  spec::Diagnostics diagnostics;
  const auto reference = suites::Reference::load(arguments.variant, choices, &diagnostics);
  fmt::print(stderr, "{}", spec::to_string(diagnostics));
  if (reference == nullptr) return Exit::kUsage;
  catch_interrupt();
  engines::EngineOptions engine_settings;
  engine_settings.uci_options = pairs_of(arguments.engine_options);
  engine_settings.stop = &interrupted();
  engines::Engine engine(arguments.engine, reference->variant(), engine_settings);
  suites::EngineChecker checker(*reference, engine);

  ProgressLine progress;
  suites::FuzzOptions options;
  options.seed = arguments.seed;
  options.depth = arguments.depth;
  options.positions = arguments.positions;
  if (arguments.seconds || !arguments.positions) {
    const double seconds = arguments.seconds.value_or(kDefaultSeconds);
    options.time = std::chrono::milliseconds(std::llround(seconds * 1000));
  }
  options.starts = suites::bundled_count_positions(spec::data_directory(), arguments.variant);
  options.stop = &interrupted();
  options.progress = [&](const suites::FuzzProgress& seen) {
    progress.show(fmt::format("{} positions in {} games, {} causes", seen.positions, seen.games,
                              seen.causes));
  };
  const suites::Suspect suspect = checker.suspect(kQuestionDeadline);
  const auto begin = std::chrono::steady_clock::now();
  const suites::FuzzResult result = suites::fuzz_checker(*reference, suspect, options);
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  progress.clear();

  std::vector<std::string> files;
  for (const suites::FuzzFinding& finding : result.findings) {
    files.push_back(keep(arguments, choices, *reference, finding));
  }
  if (arguments.json) {
    fmt::print("{}\n", json_text(as_json(result, files)));
  } else {
    for (std::size_t i = 0; i < result.findings.size(); ++i) {
      print_finding(result.findings[i], files[i]);
    }
    for (const suites::FuzzFailure& failure : result.failures) {
      fmt::print("no answer ({}): {}, depth {}: {}\n", suites::verdict_name(failure.verdict),
                 failure.position, failure.depth, failure.detail);
    }
    fmt::print("{} positions in {} games compared with {}, {} question{}: {}\n", result.positions,
               result.games, engine.name(), result.questions, result.questions == 1 ? "" : "s",
               result.positions == 0     ? "nothing was compared"
               : result.findings.empty() ? "no difference"
                                         : fmt::format("{} cause{}", result.findings.size(),
                                                       result.findings.size() == 1 ? "" : "s"));
    if (checker.left_open()) {
      fmt::print(
          "not observable: illegal moves that the engine may take for legal, but for the few "
          "that were tried\n");
    }
    print_coverage(result);
  }
  fmt::print(stderr, "{:.3f} s\n", seconds);
  return exit_of(result);
}

}  // namespace

void add_fuzz(CLI::App* app, Run* run) {
  CLI::App* command =
      app->add_subcommand("fuzz", "play random games against an outside program and compare");
  const auto arguments = std::make_shared<FuzzArguments>();
  add_variant_argument(command, &arguments->variant);
  command->add_option("--engine", arguments->engine, "its command line, as for verify")
      ->type_name("CMD")
      ->required();
  command
      ->add_option("--engine-option", arguments->engine_options,
                   "an option of the engine; may be repeated")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  command
      ->add_option("--time", arguments->seconds,
                   "how long (default: 60, or no limit with --positions)")
      ->type_name("SECONDS")
      ->check(CLI::PositiveNumber);
  command->add_option("--positions", arguments->positions, "how many positions")
      ->type_name("N")
      ->check(CLI::PositiveNumber);
  command->add_option("--seed", arguments->seed, "equal seeds play equal games")
      ->type_name("N")
      ->capture_default_str();
  command->add_option("--depth", arguments->depth, "of the divides that are compared")
      ->type_name("N")
      ->check(CLI::Range(1, 5))
      ->capture_default_str();
  command->add_option("--out", arguments->out, "folder for the files of what is found")
      ->type_name("DIR")
      ->capture_default_str();
  add_option_choices(command, &arguments->options);
  add_json_flag(command, &arguments->json);
  add_examples(command,
               {"regelwerk fuzz chess --engine ./mine --time 60 --seed 7",
                "regelwerk fuzz chess --engine \"cmd=sjaakii proto=xboard\" --positions 1000"});
  command->callback([=] { *run = [=] { return run_fuzz(*arguments); }; });
}

}  // namespace regelwerk::tools
