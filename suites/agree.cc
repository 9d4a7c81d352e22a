// regelwerk_agree: plays random games with generator and oracle side by side, for as long as one
// likes, and prints how often each rule fired and every disagreement.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <csignal>
#include <cstdio>

#include "spec/load.h"
#include "suites/agreement.h"
#include "suites/suite_files.h"

namespace {

using namespace regelwerk;  // NOLINT: a program's main file

// A signal handler can reach nothing else.
std::atomic<bool> interrupted{false};

void interrupt(int) { interrupted = true; }

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Plays random games with generator and oracle side by side and compares them.");
  std::string variant;
  suites::AgreementOptions options;
  app.add_option("VARIANT", variant, "bundled variant or path of a spec")->required();
  std::vector<std::string> choices;
  app.add_option("--option", choices, "NAME=VALUE of the variant; may be repeated")
      ->allow_extra_args(false);
  app.add_option("--positions", options.positions, "positions to compare")->capture_default_str();
  app.add_option("--seed", options.seed, "equal seeds give equal games")->capture_default_str();
  app.add_option("--max-plies", options.max_plies, "of one game")->capture_default_str();
  app.add_option("--max-disagreements", options.max_disagreements, "to stop after")
      ->capture_default_str();
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }

  spec::OptionChoices chosen;
  for (const std::string& choice : choices) {
    const std::size_t equals = choice.find('=');
    if (equals == std::string::npos) {
      fmt::print(stderr, "'{}': NAME=VALUE wanted\n", choice);
      return 2;
    }
    chosen[choice.substr(0, equals)] = choice.substr(equals + 1);
  }
  spec::Diagnostics diagnostics;
  const auto reference = suites::Reference::load(variant, chosen, &diagnostics);
  fmt::print(stderr, "{}", spec::to_string(diagnostics));
  if (reference == nullptr) {
    return 2;
  }
  std::signal(SIGINT, interrupt);
  options.stop = &interrupted;
  options.starts = suites::bundled_count_positions(spec::data_directory(), variant);
  if (isatty(STDERR_FILENO) != 0) {
    options.progress = [&](std::uint64_t positions) {
      fmt::print(stderr, "\r{} of {} positions", positions, options.positions);
      std::fflush(stderr);
    };
  }
  const suites::AgreementResult result = suites::compare_by_random_play(*reference, options);
  if (options.progress) {
    fmt::print(stderr, "\r\033[K");
  }
  for (const suites::Disagreement& disagreement : result.disagreements) {
    fmt::print("{}\n", suites::to_string(disagreement));
  }
  const auto line = [](const std::string& name, std::uint64_t count) {
    fmt::print("{:<50} {:>12}\n", name, count);
  };
  line("positions", result.positions);
  line("actions", result.actions);
  line("games", result.games);
  for (const auto& [event, count] : result.events) {
    line(event, count);
  }
  for (const auto& [reason, count] : result.reasons) {
    line("refused: " + reason, count);
  }
  line("disagreements", result.disagreements.size());
  return !result.disagreements.empty() ? 1 : interrupted ? 130 : result.positions == 0 ? 2 : 0;
}
