// The program `regelwerk`: a list of subcommands, each declared in its own cmd_*.cc.

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <array>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#include "spec/diagnostic.h"
#include "tools/command.h"

namespace regelwerk::tools {
namespace {

constexpr std::array kCommands = {
    add_variants, add_check, add_show, add_moves, add_explain, add_status, add_fen,    add_perft,
    add_verify,   add_bench, add_diff, add_fuzz,  add_replay,  add_uci,    add_export,
};

std::vector<std::string> long_option_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

// The parser's message, with the nearest known option where one is misspelt.
std::string usage_message(const CLI::App* app, const CLI::Error& error) {
  const CLI::App* command = app;
  if (!app->get_subcommands().empty()) command = app->get_subcommands().front();
  std::string what = error.what();
  // "The following ..." to "the following ...", but not "DEPTH is ...".
  if (what.size() > 1 && std::islower(static_cast<unsigned char>(what[1])) != 0) {
    what[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(what[0])));
  }
  std::string text = fmt::format("error: {}\n", what);
  for (const std::string& word : command->remaining()) {
    if (word.rfind("--", 0) != 0) continue;
    const std::string near =
        spec::nearest_word(word.substr(0, word.find('=')), long_option_names(*command));
    if (!near.empty()) text += fmt::format("did you mean '{}'?\n", near);
  }
  return text + fmt::format("'{} --help' shows how it is used\n",
                            command == app ? "regelwerk" : "regelwerk " + command->get_name());
}

// A first word that is no command gets a message of its own: the parser would only say that a
// subcommand is required.
bool explain_wrong_command(const CLI::App& app, int argc, char** argv) {
  if (argc < 2) {
    fmt::print(stderr, "error: a command is missing\n'regelwerk --help' lists the commands\n");
    return true;
  }
  if (argv[1][0] == '-') return false;
  std::vector<std::string> known;
  for (const CLI::App* command : app.get_subcommands({})) known.push_back(command->get_name());
  const std::string word = argv[1];
  for (const std::string& name : known) {
    if (name == word) return false;
  }
  const std::string near = spec::nearest_word(word, known);
  fmt::print(stderr, "error: unknown command '{}'{}\n", word,
             near.empty() ? "" : fmt::format("; did you mean '{}'?", near));
  fmt::print(stderr, "'regelwerk --help' lists the commands\n");
  return true;
}

// An installed program takes its data from beside itself, wherever the prefix has been moved to.
void find_installed_data() {
  std::error_code error;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
  if (error) return;
  const std::filesystem::path data = program.parent_path().parent_path() / REGELWERK_DATA_FOLDER;
  if (std::filesystem::exists(data / "spec" / "variants", error)) {
    setenv("REGELWERK_DATA", data.c_str(), 0);
  }
}

Exit run_program(int argc, char** argv) {
  find_installed_data();
  CLI::App app("Checks rules of board games: which actions are legal, why not, and how many.",
               "regelwerk");
  app.set_version_flag("--version", "regelwerk " REGELWERK_VERSION);
  app.require_subcommand(1);
  app.failure_message(usage_message);
  app.get_formatter()->column_width(28);
  app.footer("'regelwerk COMMAND --help' shows a command's options and examples.");
  Run run;
  for (const auto add : kCommands) add(&app, &run);
  if (explain_wrong_command(app, argc, argv)) return Exit::kUsage;
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? Exit::kAgreed : Exit::kUsage;
  }
  return run();
}

}  // namespace
}  // namespace regelwerk::tools

int main(int argc, char** argv) {
  using regelwerk::tools::Exit;
  Exit exit = Exit::kInternal;
  try {
    exit = regelwerk::tools::run_program(argc, argv);
  } catch (const std::exception& error) {
    fmt::print(stderr, "internal error: {}\n", error.what());
  }
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
    fmt::print(stderr, "error: standard output cannot be written\n");
    if (exit == Exit::kAgreed) exit = Exit::kUsage;
  }
  return static_cast<int>(exit);
}
