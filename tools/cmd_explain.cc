// regelwerk explain: is this action legal, and if not, which clause forbids it.

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>

#include "spec/square.h"
#include "tools/command.h"
#include "tools/json_text.h"

namespace regelwerk::tools {
namespace {

struct ExplainArguments {
  PositionArguments position;
  std::string action;
};

Exit run_explain(const ExplainArguments& arguments) {
  const std::optional<OracleSession> session = open_oracle(arguments.position);
  if (!session) return Exit::kUsage;
  const oracle::Position& position = session->positions.back();
  const oracle::Verdict verdict = session->referee->judge(position, arguments.action);

  if (arguments.position.json) {
    nlohmann::ordered_json reasons = nlohmann::ordered_json::array();
    for (const oracle::Reason& reason : verdict.reasons) {
      nlohmann::ordered_json squares = nlohmann::ordered_json::array();
      for (const spec::Square square : reason.squares) squares.push_back(spec::square_name(square));
      reasons.push_back({{"rule", reason.rule},
                         {"clause", reason.clause},
                         {"sentence", reason.sentence},
                         {"shown", reason.shown},
                         {"squares", squares}});
    }
    const nlohmann::ordered_json json = {{"variant", arguments.position.variant},
                                         {"position", session->referee->text(position)},
                                         {"action", arguments.action},
                                         {"legal", verdict.legal},
                                         {"reasons", reasons}};
    fmt::print("{}\n", json_text(json));
    return Exit::kAgreed;
  }

  fmt::print("{}\n", verdict.legal ? "legal" : "illegal");
  for (const oracle::Reason& reason : verdict.reasons) {
    const std::string name =
        reason.clause.empty() ? reason.rule : fmt::format("{} ({})", reason.clause, reason.rule);
    if (reason.sentence.empty()) {
      fmt::print("{}\n", name);
    } else {
      fmt::print("{}: {}\n", name, reason.sentence);
    }
    if (!reason.shown.empty()) fmt::print("  {}\n", reason.shown);
    if (!reason.squares.empty()) {
      std::string squares;
      for (const spec::Square square : reason.squares) squares += " " + spec::square_name(square);
      fmt::print("  squares:{}\n", squares);
    }
  }
  return Exit::kAgreed;
}

}  // namespace

void add_explain(CLI::App* app, Run* run) {
  CLI::App* command =
      app->add_subcommand("explain", "say whether an action is legal, and if not, by which clause");
  const auto arguments = std::make_shared<ExplainArguments>();
  add_variant_argument(command, &arguments->position.variant);
  command->add_option("ACTION", arguments->action, "an action as 'moves' writes it")->required();
  add_position_options(command, &arguments->position);
  add_examples(command, {"regelwerk explain chess e2e5",
                         "regelwerk explain chess e1g1 --fen \"r3k2r/8/8/8/8/5r2/8/R3K2R w KQkq "
                         "- 0 1\""});
  command->callback([=] { *run = [=] { return run_explain(*arguments); }; });
}

}  // namespace regelwerk::tools
