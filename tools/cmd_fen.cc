// regelwerk fen: the canonical text of a position.

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>

#include "tools/command.h"
#include "tools/json_text.h"

namespace regelwerk::tools {
namespace {

Exit run_fen(const PositionArguments& arguments) {
  const std::optional<GeneratorSession> session = open_generator(arguments);
  if (!session) return Exit::kUsage;
  const std::string text = session->position->text();
  if (arguments.json) {
    const nlohmann::ordered_json json = {{"variant", arguments.variant}, {"position", text}};
    fmt::print("{}\n", json_text(json));
  } else {
    fmt::print("{}\n", text);
  }
  return Exit::kAgreed;
}

}  // namespace

void add_fen(CLI::App* app, Run* run) {
  CLI::App* command =
      app->add_subcommand("fen", "print the canonical position text, after --moves");
  const auto arguments = std::make_shared<PositionArguments>();
  add_variant_argument(command, &arguments->variant);
  add_position_options(command, arguments.get());
  add_examples(command, {"regelwerk fen chess", "regelwerk fen chess --moves \"e2e4 e7e5 g1f3\""});
  command->callback([=] { *run = [=] { return run_fen(*arguments); }; });
}

}  // namespace regelwerk::tools
