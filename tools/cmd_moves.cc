// regelwerk moves: the legal actions of a position.

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>

#include "tools/command.h"
#include "tools/json_text.h"

namespace regelwerk::tools {
namespace {

struct MovesArguments {
  PositionArguments position;
  std::string by = "generator";
};

Exit run_moves(const MovesArguments& arguments) {
  std::string position;
  std::vector<std::string> actions;
  if (arguments.by == "oracle") {
    const std::optional<OracleSession> session = open_oracle(arguments.position);
    if (!session) return Exit::kUsage;
    position = session->referee->text(session->positions.back());
    actions = session->referee->legal_actions(session->positions.back(),
                                              !arguments.position.with.empty());
  } else {
    const std::optional<GeneratorSession> session = open_generator(arguments.position);
    if (!session) return Exit::kUsage;
    position = session->position->text();
    for (const generator::Action action : session->position->actions()) {
      actions.push_back(session->position->action_text(action));
    }
  }
  if (arguments.position.json) {
    const nlohmann::ordered_json json = {{"variant", arguments.position.variant},
                                         {"position", position},
                                         {"by", arguments.by},
                                         {"actions", actions}};
    fmt::print("{}\n", json_text(json));
  } else {
    for (const std::string& action : actions) fmt::print("{}\n", action);
  }
  return Exit::kAgreed;
}

}  // namespace

void add_moves(CLI::App* app, Run* run) {
  CLI::App* command = app->add_subcommand("moves", "list the legal actions, one a line, sorted");
  const auto arguments = std::make_shared<MovesArguments>();
  add_variant_argument(command, &arguments->position.variant);
  add_position_options(command, &arguments->position);
  add_with_option(command, &arguments->position);
  command->add_option("--by", arguments->by, "who lists them")
      ->check(CLI::IsMember({"generator", "oracle"}))
      ->capture_default_str();
  add_examples(command, {"regelwerk moves chess", "regelwerk moves chess --moves e2e4 e7e5",
                         "regelwerk moves chess --fen \"8/8/8/8/8/4k3/4p3/4K3 w - - 0 1\" "
                         "--by oracle"});
  command->callback([=] { *run = [=] { return run_moves(*arguments); }; });
}

}  // namespace regelwerk::tools
