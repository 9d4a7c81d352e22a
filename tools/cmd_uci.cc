// regelwerk uci: the reference generator as a UCI engine, for other people's tools.

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>

#include "tools/command.h"
#include "tools/uci_generator.h"
#include "tools/uci_server.h"

namespace regelwerk::tools {
namespace {

struct UciArguments {
  std::string variant;
  std::vector<std::string> options;
};

Exit run_uci(const UciArguments& arguments) {
  UciServerOptions options;
  options.name = "Regelwerk " REGELWERK_VERSION;
  options.variant = arguments.variant;
  options.most_hash_mib = static_cast<int>(std::min<std::size_t>(memory_mib(), 1 << 20));
  if (!read_option_choices(arguments.options, &options.choices)) return Exit::kUsage;
  if (arguments.variant.empty() && !options.choices.empty()) {
    fmt::print(stderr, "error: --option belongs to a VARIANT\n");
    return Exit::kUsage;
  }
  spec::Diagnostics diagnostics;
  UciServer server(std::move(options), make_generator_rules, &diagnostics);
  fmt::print(stderr, "{}", spec::to_string(diagnostics));
  if (!server.ready()) return Exit::kUsage;
  server.run(std::cin, std::cout);
  return Exit::kAgreed;
}

}  // namespace

void add_uci(CLI::App* app, Run* run) {
  CLI::App* command =
      app->add_subcommand("uci", "speak UCI: count and show positions for other programs");
  const auto arguments = std::make_shared<UciArguments>();
  command->add_option("VARIANT", arguments->variant,
                      "a bundled variant's name, or a path to a spec; others with setoption");
  add_option_choices(command, &arguments->options);
  add_examples(command, {"regelwerk uci", "regelwerk uci my-variant.yaml",
                         "regelwerk verify my-variant.yaml --engine 'regelwerk uci'"});
  command->callback([=] { *run = [=] { return run_uci(*arguments); }; });
}

}  // namespace regelwerk::tools
