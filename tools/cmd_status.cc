// regelwerk status: where a game stands.

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>

#include "tools/command.h"
#include "tools/json_text.h"

namespace regelwerk::tools {
namespace {

std::string in_brackets(const std::string& clause) {
  return clause.empty() ? "" : fmt::format(" [{}]", clause);
}

Exit run_status(const PositionArguments& arguments) {
  const std::optional<OracleSession> session = open_oracle(arguments);
  if (!session) return Exit::kUsage;
  const spec::Variant& variant = *session->variant;
  const oracle::Position& position = session->positions.back();
  const oracle::Status status = session->referee->status(position, session->history());
  const bool over = status.ending != "ongoing";

  if (arguments.json) {
    nlohmann::ordered_json claims = nlohmann::ordered_json::array();
    for (const oracle::Status::Claim& claim : status.claims) {
      claims.push_back({{"rule", claim.rule},
                        {"clause", claim.clause},
                        {"automatic", claim.automatic},
                        {"shown", claim.shown}});
    }
    nlohmann::ordered_json winner = nullptr;
    if (status.winner) winner = variant.players.at(static_cast<std::size_t>(*status.winner)).name;
    const nlohmann::ordered_json json = {{"variant", arguments.variant},
                                         {"position", session->referee->text(position)},
                                         {"ending", status.ending},
                                         {"clause", status.clause},
                                         {"winner", winner},
                                         {"in_check", status.in_check},
                                         {"claims", claims}};
    fmt::print("{}\n", json_text(json));
    return Exit::kAgreed;
  }

  if (over) {
    fmt::print("{}: {}{}\n", status.ending, result_text(variant, status),
               in_brackets(status.clause));
  } else {
    fmt::print("ongoing{}\n", status.in_check ? ", in check" : "");
  }
  for (const oracle::Status::Claim& claim : status.claims) {
    fmt::print("{}: {}{}{}\n", claim.automatic ? "draw" : "draw may be claimed", claim.rule,
               claim.shown.empty() ? "" : ", " + claim.shown, in_brackets(claim.clause));
  }
  return Exit::kAgreed;
}

}  // namespace

void add_status(CLI::App* app, Run* run) {
  CLI::App* command = app->add_subcommand(
      "status", "say how the game stands: ongoing or ended, draw claims, and the clause");
  const auto arguments = std::make_shared<PositionArguments>();
  add_variant_argument(command, &arguments->variant);
  add_position_options(command, arguments.get());
  add_examples(command, {"regelwerk status chess --moves f2f3 e7e5 g2g4 d8h4",
                         "regelwerk status chess --fen \"k7/1Q6/1K6/8/8/8/8/8 b - - 0 1\" --json"});
  command->callback([=] { *run = [=] { return run_status(*arguments); }; });
}

}  // namespace regelwerk::tools
