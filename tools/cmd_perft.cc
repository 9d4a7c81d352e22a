// regelwerk perft: how many action sequences there are.

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <array>
#include <chrono>
#include <memory>
#include <nlohmann/json.hpp>

#include "generator/perft_table.h"
#include "tools/command.h"
#include "tools/json_text.h"

namespace regelwerk::tools {
namespace {

constexpr int kMaxDepth = 100;
constexpr int kMaxThreads = 1024;
constexpr int kMaxHashMib = 1 << 20;

struct PerftArguments {
  PositionArguments position;
  int depth = 0;
  std::string by = "generator";
  bool divide = false;
  bool stats = false;
  int threads = 1;
  int hash_mib = 0;  // 0: none
};

struct Line {
  std::string action;
  std::uint64_t nodes = 0;
};

// What is printed: the same whoever counted.
struct Count {
  std::uint64_t nodes = 0;
  bool complete = true;
  std::vector<Line> divide;
};

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

void print_divide(std::FILE* file, const Count& count) {
  for (const Line& line : count.divide) fmt::print(file, "{}: {}\n", line.action, line.nodes);
  if (!count.divide.empty()) fmt::print(file, "\n");
}

Exit print_count(const PerftArguments& arguments, const std::string& position, const Count& count,
                 double seconds) {
  if (!count.complete) {
    print_divide(stderr, count);
    if (count.nodes == 0) {
      fmt::print(stderr, "interrupted after {}\n", rate_text(0, seconds));
    } else {
      fmt::print(stderr, "interrupted: {} nodes counted so far, {}\n", count.nodes,
                 rate_text(count.nodes, seconds));
    }
    return Exit::kInterrupted;
  }
  if (arguments.position.json) {
    nlohmann::ordered_json json = {{"variant", arguments.position.variant},
                                   {"position", position},
                                   {"depth", arguments.depth},
                                   {"by", arguments.by},
                                   {"nodes", count.nodes}};
    if (arguments.divide) {
      json["divide"] = nlohmann::ordered_json::object();
      for (const Line& line : count.divide) json["divide"][line.action] = line.nodes;
    }
    fmt::print("{}\n", json_text(json));
  } else if (arguments.divide) {
    print_divide(stdout, count);
    fmt::print("Nodes searched: {}\n", count.nodes);
  } else {
    fmt::print("{}\n", count.nodes);
  }
  fmt::print(stderr, "{}\n", rate_text(count.nodes, seconds));
  return Exit::kAgreed;
}

constexpr std::array kColumns = {"nodes",  "captures",   "e.p.",   "castles", "promotions",
                                 "checks", "discovered", "double", "mates"};

std::array<std::uint64_t, kColumns.size()> columns_of(const generator::PerftStats& stats) {
  return {stats.nodes,      stats.captures, stats.en_passant,        stats.castles,
          stats.promotions, stats.checks,   stats.discovered_checks, stats.double_checks,
          stats.checkmates};
}

// The nodes, which come first, are the greatest number of a row.
std::size_t column_width(std::size_t column) { return column == 0 ? 14 : 11; }

// One row per depth, from 0 to the depth asked for, each printed as soon as it is known.
Exit run_stats(const PerftArguments& arguments, const generator::Position& position,
               const generator::PerftOptions& options, ProgressLine* progress) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  if (!arguments.position.json) {
    fmt::print("{:>5}", "depth");
    for (std::size_t i = 0; i < kColumns.size(); ++i) {
      fmt::print(" {:>{}}", kColumns[i], column_width(i));
    }
    fmt::print("\n");
  }
  const auto start = std::chrono::steady_clock::now();
  std::uint64_t nodes = 0;
  for (int depth = 0; depth <= arguments.depth; ++depth) {
    const generator::PerftStats stats = position.perft_stats(depth, options);
    progress->clear();
    if (interrupted()) {
      fmt::print(stderr, "interrupted at depth {}: {} nodes counted there so far\n", depth,
                 stats.nodes);
      return Exit::kInterrupted;
    }
    nodes += stats.nodes;
    const auto columns = columns_of(stats);
    if (arguments.position.json) {
      nlohmann::ordered_json row = {{"depth", depth}};
      for (std::size_t i = 0; i < kColumns.size(); ++i) row[kColumns[i]] = columns[i];
      rows.push_back(std::move(row));
    } else {
      fmt::print("{:>5}", depth);
      for (std::size_t i = 0; i < columns.size(); ++i) {
        fmt::print(" {:>{}}", columns[i], column_width(i));
      }
      fmt::print("\n");
      std::fflush(stdout);
    }
  }
  if (arguments.position.json) {
    const nlohmann::ordered_json json = {{"variant", arguments.position.variant},
                                         {"position", position.text()},
                                         {"by", arguments.by},
                                         {"stats", rows}};
    fmt::print("{}\n", json_text(json));
  }
  fmt::print(stderr, "{}\n", rate_text(nodes, seconds_since(start)));
  return Exit::kAgreed;
}

// Action by action, so that an interrupted count keeps the lines that are finished.
Count divide_by_generator(const generator::Position& root, int depth,
                          generator::PerftOptions options, ProgressLine* progress) {
  Count count;
  const std::vector<generator::Action> actions = root.actions();
  options.progress = [&](std::uint64_t nodes, double) {
    progress->show(fmt::format("{} of {} actions  {} nodes", count.divide.size(), actions.size(),
                               with_thousands(count.nodes + nodes)));
  };
  for (const generator::Action action : actions) {
    const std::unique_ptr<generator::Position> child = root.clone();
    child->apply(action);
    const generator::PerftResult result = child->perft(depth - 1, options);
    count.nodes += result.nodes;
    if (!result.complete) {
      count.complete = false;
      break;
    }
    count.divide.push_back({root.action_text(action), result.nodes});
  }
  return count;
}

void say_what_is_left_out(const spec::Variant& variant, const PerftArguments& arguments) {
  if (variant.rearrangement && arguments.position.with.empty()) {
    fmt::print(stderr, "rearrangements are left out; --with rearrange counts them\n");
  }
}

Exit run_by_generator(const PerftArguments& arguments) {
  const std::optional<GeneratorSession> session = open_generator(arguments.position);
  if (!session) return Exit::kUsage;
  say_what_is_left_out(*session->variant, arguments);
  catch_interrupt();
  ProgressLine progress;
  generator::PerftOptions options;
  options.threads = arguments.threads;
  std::optional<generator::PerftTable> table;
  if (arguments.hash_mib > 0) {
    const std::size_t available = memory_mib();
    if (static_cast<std::size_t>(arguments.hash_mib) > available) {
      fmt::print(stderr, "error: --hash {}: this machine has {} MiB of memory\n",
                 arguments.hash_mib, available);
      return Exit::kUsage;
    }
    table.emplace(static_cast<std::size_t>(arguments.hash_mib));
    options.table = &*table;
  }
  options.stop = &interrupted();
  options.progress = [&progress](std::uint64_t nodes, double done) {
    progress.show(fmt::format("{:3.0f} %  {} nodes", 100 * done, with_thousands(nodes)));
  };
  if (arguments.stats) return run_stats(arguments, *session->position, options, &progress);

  const auto start = std::chrono::steady_clock::now();
  const generator::Position& root = *session->position;
  Count count;
  if (arguments.divide && arguments.depth > 0) {
    count = divide_by_generator(root, arguments.depth, options, &progress);
  } else {
    const generator::PerftResult result = root.perft(arguments.depth, options);
    count.nodes = result.nodes;
    count.complete = result.complete;
  }
  progress.clear();
  return print_count(arguments, root.text(), count, seconds_since(start));
}

Exit run_by_oracle(const PerftArguments& arguments) {
  const std::optional<OracleSession> session = open_oracle(arguments.position);
  if (!session) return Exit::kUsage;
  catch_interrupt();
  const oracle::Referee& referee = *session->referee;
  const oracle::Position& root = session->positions.back();
  const bool rearrange = !arguments.position.with.empty();
  say_what_is_left_out(*session->variant, arguments);
  const auto stop = [] { return interrupted().load(); };
  const auto start = std::chrono::steady_clock::now();
  Count count;
  if (arguments.divide && arguments.depth > 0) {
    ProgressLine progress;
    const std::vector<std::string> actions = referee.legal_actions(root, rearrange);
    for (const std::string& action : actions) {
      progress.show(fmt::format("{} of {} actions", count.divide.size(), actions.size()));
      const std::optional<std::uint64_t> nodes =
          referee.perft(referee.after(root, action), arguments.depth - 1, stop, rearrange);
      if (!nodes) {
        count.complete = false;
        break;
      }
      count.divide.push_back({action, *nodes});
      count.nodes += *nodes;
    }
  } else {
    const std::optional<std::uint64_t> nodes =
        referee.perft(root, arguments.depth, stop, rearrange);
    count.complete = nodes.has_value();
    count.nodes = nodes.value_or(0);
  }
  return print_count(arguments, referee.text(root), count, seconds_since(start));
}

Exit run_perft(const PerftArguments& arguments) {
  if (arguments.by == "oracle") {
    if (arguments.stats || arguments.threads != 1 || arguments.hash_mib > 0) {
      fmt::print(
          stderr,
          "error: --stats, --threads and --hash are the generator's; not with --by oracle\n");
      return Exit::kUsage;
    }
    return run_by_oracle(arguments);
  }
  return run_by_generator(arguments);
}

}  // namespace

void add_perft(CLI::App* app, Run* run) {
  CLI::App* command = app->add_subcommand("perft", "count the action sequences of a given length");
  const auto arguments = std::make_shared<PerftArguments>();
  add_variant_argument(command, &arguments->position.variant);
  command->add_option("DEPTH", arguments->depth, "length of the sequences")
      ->required()
      ->check(CLI::Range(0, kMaxDepth));
  add_position_options(command, &arguments->position);
  add_with_option(command, &arguments->position);
  command->add_option("--by", arguments->by, "who counts")
      ->check(CLI::IsMember({"generator", "oracle"}))
      ->capture_default_str();
  CLI::Option* divide =
      command->add_flag("--divide", arguments->divide, "count each first action by itself");
  CLI::Option* stats =
      command
          ->add_flag("--stats", arguments->stats,
                     "per depth: captures, checks and other events of the last action")
          ->excludes(divide);
  command->add_option("--threads", arguments->threads, "how many threads count")
      ->type_name("N")
      ->check(CLI::Range(1, kMaxThreads))
      ->capture_default_str();
  command
      ->add_option("--hash", arguments->hash_mib,
                   "remember counts of positions in a table of this size")
      ->type_name("MIB")
      ->check(CLI::Range(1, kMaxHashMib))
      ->excludes(stats);
  add_examples(command,
               {"regelwerk perft chess 5", "regelwerk perft chess 7 --hash 1024 --threads 2",
                "regelwerk perft chess 3 --divide", "regelwerk perft chess 4 --stats",
                "regelwerk perft my-variant.yaml 3 --by oracle"});
  command->callback([=] { *run = [=] { return run_perft(*arguments); }; });
}

}  // namespace regelwerk::tools
