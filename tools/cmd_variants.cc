// regelwerk variants: what is bundled.

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "spec/load.h"
#include "tools/command.h"
#include "tools/json_text.h"

namespace regelwerk::tools {
namespace {

Exit run_variants(bool json) {
  std::vector<spec::Variant> variants;
  bool all_loaded = true;
  for (const std::string& name : spec::bundled_variants()) {
    std::optional<spec::Variant> variant = load_or_explain(name, {});
    if (variant) {
      variants.push_back(std::move(*variant));
    } else {
      all_loaded = false;
    }
  }
  if (json) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const spec::Variant& variant : variants) {
      nlohmann::ordered_json players = nlohmann::ordered_json::array();
      for (const spec::Player& player : variant.players) players.push_back(player.name);
      nlohmann::ordered_json options = nlohmann::ordered_json::array();
      for (const spec::Option& option : variant.options) {
        options.push_back(
            {{"name", option.name}, {"values", option.values}, {"default", option.default_value}});
      }
      list.push_back({{"name", variant.name},
                      {"title", variant.title},
                      {"files", variant.board.files},
                      {"ranks", variant.board.ranks},
                      {"players", players},
                      {"options", options},
                      {"start", variant.start},
                      {"hash", variant.meaning_hash},
                      {"file", variant.file}});
    }
    fmt::print("{}\n", json_text(list));
  } else {
    std::size_t width = 0;
    for (const spec::Variant& variant : variants) width = std::max(width, variant.name.size());
    for (const spec::Variant& variant : variants) {
      fmt::print("{:<{}}  {:>5}  {} players  {}\n", variant.name, width,
                 fmt::format("{}x{}", variant.board.files, variant.board.ranks),
                 variant.players.size(), variant.title);
    }
  }
  if (variants.empty()) fmt::print(stderr, "error: no bundled variant found\n");
  return all_loaded && !variants.empty() ? Exit::kAgreed : Exit::kUsage;
}

}  // namespace

void add_variants(CLI::App* app, Run* run) {
  CLI::App* command =
      app->add_subcommand("variants", "list the bundled variants: name, board, players, title");
  const auto json = std::make_shared<bool>(false);
  add_json_flag(command, json.get());
  add_examples(command, {"regelwerk variants", "regelwerk variants --json"});
  command->callback([=] { *run = [=] { return run_variants(*json); }; });
}

}  // namespace regelwerk::tools
