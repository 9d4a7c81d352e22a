// regelwerk diff: where two specs, or two readings of one, rule differently.

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "spec/load.h"
#include "spec/position_text.h"
#include "suites/difference.h"
#include "suites/reference.h"
#include "tools/board_view.h"
#include "tools/command.h"
#include "tools/json_text.h"

namespace regelwerk::tools {
namespace {

constexpr std::uint64_t kMaxPositions = 1'000'000'000;

struct DiffArguments {
  std::string a;
  std::string b;  // empty: the same spec as A
  std::vector<std::string> options;
  std::vector<std::string> options_a;
  std::vector<std::string> options_b;
  std::uint64_t positions = 20'000;
  std::uint64_t seed = 1;
  bool json = false;
};

// One of the two, as the user chose it.
struct Side {
  std::string spec;
  std::vector<std::string> options;
  std::unique_ptr<suites::Reference> reference;

  std::string title() const {
    std::string text = spec;
    for (const std::string& option : options) text += " --option " + option;
    return text;
  }
};

bool open_side(Side* side) {
  std::optional<spec::Variant> variant = load_or_explain(side->spec, side->options);
  if (!variant) return false;
  spec::Diagnostics diagnostics;
  side->reference = suites::Reference::make(std::move(*variant), &diagnostics);
  fmt::print(stderr, "{}", spec::to_string(diagnostics));
  return side->reference != nullptr;
}

std::string headline(suites::DifferenceKind kind) {
  switch (kind) {
    case suites::DifferenceKind::kActions:
      return "legal actions differ";
    case suites::DifferenceKind::kAfterwards:
      return "the position after an action differs";
    case suites::DifferenceKind::kEnding:
      return "the ending differs";
    case suites::DifferenceKind::kClaims:
      return "the draws differ";
    case suites::DifferenceKind::kAcceptance:
      return "one takes a position that the other refuses";
  }
  return "";
}

// The first few of many.
std::string some(const std::vector<std::string>& words) {
  constexpr std::size_t kShown = 12;
  std::string text;
  for (std::size_t i = 0; i < words.size() && i < kShown; ++i) text += " " + words[i];
  if (words.size() > kShown) text += fmt::format(" and {} more", words.size() - kShown);
  return text;
}

void print_answer(const char* name, const suites::SpecAnswer& answer) {
  fmt::print("  {}: {}", name, answer.says);
  if (!answer.rule.empty()) {
    fmt::print(" by {}", answer.clause.empty()
                             ? answer.rule
                             : fmt::format("{} ({})", answer.clause, answer.rule));
  }
  fmt::print("{}{}\n", answer.shown.empty() ? "" : ", ", answer.shown);
  if (!answer.sentence.empty()) fmt::print("     {}: {}\n", answer.clause, answer.sentence);
}

void print_difference(const Side& a, const Side& b, const suites::SpecDifference& difference) {
  fmt::print("{}\n\n", headline(difference.kind));
  for (const Side* side : {&a, &b}) {
    const spec::Variant& variant = side->reference->variant();
    const spec::RawPositionResult raw = spec::parse_position_text(variant, difference.position);
    if (raw.position) {
      fmt::print("{}\n", board_text(variant, *raw.position));
      break;
    }
  }
  fmt::print("  position: {}\n", difference.position);
  if (!difference.moves.empty()) fmt::print("  moves:{}\n", some(difference.moves));
  if (!difference.only_a.empty()) fmt::print("  legal by A only:{}\n", some(difference.only_a));
  if (!difference.only_b.empty()) fmt::print("  legal by B only:{}\n", some(difference.only_b));
  if (!difference.action.empty()) fmt::print("  action: {}\n", difference.action);
  print_answer("A", difference.a);
  print_answer("B", difference.b);
  if (!difference.doubt.empty()) fmt::print("  remark: {}\n", difference.doubt);
  fmt::print("\n");
}

nlohmann::ordered_json side_json(const Side& side) {
  return {{"spec", side.spec},
          {"options", side.options},
          {"spec_hash", side.reference->variant().meaning_hash}};
}

nlohmann::ordered_json answer_json(const suites::SpecAnswer& answer) {
  return {{"says", answer.says},
          {"rule", answer.rule},
          {"clause", answer.clause},
          {"sentence", answer.sentence},
          {"shown", answer.shown}};
}

void print_json(const Side& a, const Side& b, const DiffArguments& arguments,
                const suites::DifferenceResult& result) {
  nlohmann::ordered_json differences = nlohmann::ordered_json::array();
  for (const suites::SpecDifference& difference : result.differences) {
    differences.push_back({{"kind", suites::difference_name(difference.kind)},
                           {"position", difference.position},
                           {"moves", difference.moves},
                           {"action", difference.action},
                           {"only_a", difference.only_a},
                           {"only_b", difference.only_b},
                           {"a", answer_json(difference.a)},
                           {"b", answer_json(difference.b)},
                           {"doubt", difference.doubt}});
  }
  const nlohmann::ordered_json json = {{"a", side_json(a)},
                                       {"b", side_json(b)},
                                       {"differences", differences},
                                       {"searched",
                                        {{"positions", result.positions()},
                                         {"from_start", result.from_start},
                                         {"constructed", result.constructed},
                                         {"from_suites", result.from_suites},
                                         {"seed", arguments.seed},
                                         {"complete", result.complete}}}};
  fmt::print("{}\n", json_text(json));
}

// Which options belong to which side; false after explaining a wrong use.
bool choose_sides(const DiffArguments& arguments, Side* a, Side* b) {
  a->spec = arguments.a;
  a->options = arguments.options_a;
  b->options = arguments.options_b;
  if (arguments.b.empty()) {
    b->spec = arguments.a;
    b->options.insert(b->options.end(), arguments.options.begin(), arguments.options.end());
    if (a->options.empty() && b->options.empty()) {
      fmt::print(stderr,
                 "error: nothing to compare: wanted a second spec or --option NAME=VALUE\n");
      return false;
    }
    return true;
  }
  b->spec = arguments.b;
  if (!arguments.options.empty()) {
    fmt::print(stderr,
               "error: --option with two specs: wanted --option-a or --option-b, which say whose "
               "option it is\n");
    return false;
  }
  return true;
}

Exit diff(const DiffArguments& arguments) {
  Side a;
  Side b;
  if (!choose_sides(arguments, &a, &b)) return Exit::kUsage;
  const bool opened_a = open_side(&a);
  const bool opened_b = open_side(&b);
  if (!opened_a || !opened_b) return Exit::kUsage;

  catch_interrupt();
  suites::DifferenceOptions options;
  options.positions = arguments.positions;
  options.seed = arguments.seed;
  options.starts = suites::bundled_positions(a.reference->variant(), b.reference->variant());
  options.stop = &interrupted();
  ProgressLine line;
  options.progress = [&](std::uint64_t positions, std::size_t found) {
    line.show(fmt::format("{} of {} positions, {} found", with_thousands(positions),
                          with_thousands(arguments.positions), found));
  };
  const suites::DifferenceResult result =
      suites::find_differences(*a.reference, *b.reference, options);
  line.clear();

  if (arguments.json) {
    print_json(a, b, arguments, result);
  } else {
    fmt::print("A: {}\nB: {}\n\n", a.title(), b.title());
    for (const suites::SpecDifference& difference : result.differences) {
      print_difference(a, b, difference);
    }
    if (!result.complete) fmt::print("interrupted; this is what was known by then\n");
    fmt::print(
        "{}; searched {} positions (seed {}): {} from the start, {} from constructed positions, {} "
        "from the suites\n",
        result.differences.empty()
            ? "no difference found"
            : fmt::format("{} {} of difference found", result.differences.size(),
                          result.differences.size() == 1 ? "kind" : "kinds"),
        with_thousands(result.positions()), arguments.seed, with_thousands(result.from_start),
        with_thousands(result.constructed), with_thousands(result.from_suites));
  }
  if (!result.complete) return Exit::kInterrupted;
  return result.differences.empty() ? Exit::kAgreed : Exit::kDisagreement;
}

}  // namespace

void add_diff(CLI::App* app, Run* run) {
  CLI::App* command = app->add_subcommand(
      "diff", "find small positions in which two specs, or two readings of one, differ");
  const auto arguments = std::make_shared<DiffArguments>();
  command->add_option("A", arguments->a, "a bundled variant's name, or a path to a spec")
      ->required();
  command->add_option("B", arguments->b, "the other; without it, A with the options of --option");
  const auto choices = [&](const char* name, std::vector<std::string>* to, const char* about) {
    command->add_option(name, *to, about)->type_name("NAME=VALUE")->allow_extra_args(false);
  };
  choices("--option", &arguments->options,
          "without B: compare A with A under this option; may be repeated");
  choices("--option-a", &arguments->options_a, "choose an option for A; may be repeated");
  choices("--option-b", &arguments->options_b, "choose an option for B; may be repeated");
  command->add_option("--positions", arguments->positions, "compare at most N positions")
      ->type_name("N")
      ->check(CLI::Range(std::uint64_t{1}, kMaxPositions).description(""))
      ->capture_default_str();
  command
      ->add_option("--seed", arguments->seed, "of the random numbers; equal seeds, equal answers")
      ->type_name("S")
      ->capture_default_str();
  add_json_flag(command, &arguments->json);
  add_examples(command,
               {"regelwerk diff chess my-chess.yaml",
                "regelwerk diff breitenschach --option self-destruction=illegal",
                "regelwerk diff breitenschach breitenschach --option-b "
                "king-target=after-removal --positions 100000",
                "Exit status: 0 none found within the search, 1 found, 2 wrong usage or spec,"
                " 130 interrupted"});
  command->callback([=] { *run = [=] { return diff(*arguments); }; });
}

}  // namespace regelwerk::tools
