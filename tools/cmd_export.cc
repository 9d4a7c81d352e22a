// regelwerk export: the rules of a variant in the language of another program.

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <fstream>
#include <memory>

#include "suites/fairy_ini.h"
#include "tools/command.h"

namespace regelwerk::tools {
namespace {

struct ExportArguments {
  std::string variant;
  std::vector<std::string> options;
  std::string to;
  std::string name;
  std::string out;
};

void print_gaps(const spec::Variant& variant, const suites::FairyIni& ini) {
  for (const suites::FairyGap& gap : ini.gaps) {
    fmt::print(stderr, "cannot be expressed: {}, {}\n", gap.key, gap.what);
    for (const std::string& id : gap.clauses) {
      fmt::print(stderr, "  {}: {}\n", id, variant.sentence_of(id));
    }
  }
  for (const std::string& remark : ini.remarks) fmt::print(stderr, "note: {}\n", remark);
}

Exit run_export(const ExportArguments& arguments) {
  const auto variant = load_or_explain(arguments.variant, arguments.options);
  if (!variant) return Exit::kUsage;
  spec::Diagnostics diagnostics;
  const suites::FairyPieces pieces = suites::read_fairy_pieces(&diagnostics);
  fmt::print(stderr, "{}", spec::to_string(diagnostics));
  if (spec::has_errors(diagnostics)) return Exit::kUsage;
  const std::string section =
      arguments.name.empty() ? "regelwerk-" + variant->name : arguments.name;
  const suites::FairyIni ini = suites::to_fairy_ini(*variant, section, pieces);
  print_gaps(*variant, ini);
  if (ini.text.empty()) {
    fmt::print(stderr, "nothing written: the board or the players already rule it out\n");
  } else if (arguments.out.empty()) {
    fmt::print("{}", ini.text);
  } else {
    std::ofstream stream(arguments.out, std::ios::binary);
    stream << ini.text << std::flush;
    if (!stream) {
      fmt::print(stderr, "error: {} cannot be written\n", arguments.out);
      return Exit::kUsage;
    }
  }
  return ini.gaps.empty() ? Exit::kAgreed : Exit::kDisagreement;
}

}  // namespace

void add_export(CLI::App* app, Run* run) {
  CLI::App* command =
      app->add_subcommand("export", "write the rules in the language of another program");
  const auto arguments = std::make_shared<ExportArguments>();
  add_variant_argument(command, &arguments->variant);
  add_option_choices(command, &arguments->options);
  command->add_option("--to", arguments->to, "the other program: fairy-stockfish (a variants.ini)")
      ->required()
      ->check(CLI::IsMember({"fairy-stockfish"}));
  command
      ->add_option("--name", arguments->name,
                   "what the variant is called there, by default regelwerk-VARIANT")
      ->type_name("NAME")
      ->check([](const std::string& name) {
        const bool usable = !name.empty() && name.find_first_of("[]:; \t") == std::string::npos;
        return usable ? "" : "a name without blanks, brackets and colons is wanted";
      });
  command->add_option("--out", arguments->out, "write to this file")->type_name("FILE");
  add_examples(command, {"regelwerk export chess --to fairy-stockfish",
                         "regelwerk export my-variant.yaml --to fairy-stockfish --out mine.ini"});
  command->callback([=] { *run = [=] { return run_export(*arguments); }; });
}

}  // namespace regelwerk::tools
