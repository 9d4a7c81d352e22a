// regelwerk_mutant VARIANT --break CLAUSE: a UCI engine in which one clause of the rules is broken.
// For tests; not installed.

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <iostream>

#include "spec/diagnostic.h"
#include "tools/mutants.h"
#include "tools/uci_server.h"

namespace {

using namespace regelwerk;

int run(const std::string& variant, const std::string& clause) {
  tools::UciServerOptions options;
  options.name = "Regelwerk without " + clause;
  options.variant = variant;
  spec::Diagnostics diagnostics;
  const auto make = [&](spec::Variant rules, spec::Diagnostics* problems) {
    return tools::make_mutant_rules(std::move(rules), clause, problems);
  };
  tools::UciServer server(options, make, &diagnostics);
  fmt::print(stderr, "{}", spec::to_string(diagnostics));
  if (!server.ready()) return 2;
  server.run(std::cin, std::cout);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("A UCI engine in which one clause of the rules is broken.", "regelwerk_mutant");
  std::string variant;
  std::string clause;
  bool list = false;
  app.add_option("VARIANT", variant, "a bundled variant's name, or a path to a spec");
  app.add_option("--break", clause, "the clause")->type_name("CLAUSE");
  app.add_flag("--list", list, "what is broken for each clause");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  try {
    if (list) {
      for (const regelwerk::tools::MutantInfo& info : regelwerk::tools::mutants()) {
        fmt::print("{:<4} {:<8} {}\n", info.clause, regelwerk::tools::fault_name(info.fault),
                   info.what);
      }
      return 0;
    }
    if (variant.empty() || clause.empty()) {
      fmt::print(stderr, "error: wanted VARIANT --break CLAUSE, or --list\n");
      return 2;
    }
    return run(variant, clause);
  } catch (const std::exception& error) {
    fmt::print(stderr, "internal error: {}\n", error.what());
    return 70;
  }
}
