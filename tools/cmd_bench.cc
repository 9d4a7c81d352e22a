// regelwerk bench: perft speed beside installed peers, in one run on one machine.

#include <fmt/core.h>
#include <sys/resource.h>
#include <yaml-cpp/yaml.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <memory>
#include <nlohmann/json.hpp>

#include "oracle/engines/engine.h"
#include "spec/load.h"
#include "tools/command.h"
#include "tools/json_text.h"

namespace regelwerk::tools {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::minutes kPeerDeadline{5};
constexpr int kMaxRuns = 99;
// A position that the data file does not list is counted at the first depth that takes this long.
constexpr double kWorthMeasuring = 0.5;
constexpr int kDeepestTried = 12;

struct BenchArguments {
  std::vector<std::string> variants;
  int runs = 3;
  bool json = false;
};

// A line of suites/bench.yaml.
struct Entry {
  std::string variant;
  std::string name;
  std::string position;
  int depth = 0;  // 0: to be found
  std::vector<std::string> peers;
};

// A line of the table. Rates in million nodes a second.
struct Row {
  Entry entry;
  std::uint64_t nodes = 0;
  double rate = 0;
  std::string peer;
  double peer_rate = 0;
  std::string trouble;  // why there is no peer_rate
  bool wrong = false;   // the peer counts otherwise
};

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

double million_per_second(std::uint64_t nodes, double seconds) {
  return seconds > 0 ? static_cast<double>(nodes) / seconds / 1e6 : 0;
}

std::vector<Entry> read_entries(const std::string& file) {
  std::vector<Entry> entries;
  for (const YAML::Node& node : YAML::LoadFile(file)["positions"]) {
    Entry entry;
    entry.variant = node["variant"].as<std::string>();
    entry.name = node["name"].as<std::string>();
    entry.position = node["position"].as<std::string>();
    entry.depth = node["depth"].as<int>();
    entry.peers = node["peers"].as<std::vector<std::string>>();
    entries.push_back(std::move(entry));
  }
  return entries;
}

// The entries of the variants asked for; all without any. A variant without entries is counted
// from its start position.
std::vector<Entry> select_entries(const std::vector<Entry>& all,
                                  const std::vector<std::string>& variants) {
  if (variants.empty()) return all;
  std::vector<Entry> selected;
  for (const std::string& variant : variants) {
    const std::size_t before = selected.size();
    for (const Entry& entry : all) {
      if (entry.variant == variant) selected.push_back(entry);
    }
    if (selected.size() == before) selected.push_back({variant, "start", "startpos", 0, {}});
  }
  return selected;
}

std::string trouble_text(const engines::Failure& failure) {
  switch (failure.kind) {
    case engines::Failure::Kind::kNotFound:
      return "not installed";
    case engines::Failure::Kind::kVariantUnknown:
      return "variant unknown";
    case engines::Failure::Kind::kNoPerft:
      return "no perft";
    case engines::Failure::Kind::kPositionRefused:
    case engines::Failure::Kind::kCannotSetUp:
      return "position refused";
    case engines::Failure::Kind::kOtherPosition:
      return "holds another position";
    case engines::Failure::Kind::kTooSlow:
      return "too slow: " + failure.detail;
    case engines::Failure::Kind::kOptionRefused:
      return "option refused: " + failure.detail;
    case engines::Failure::Kind::kDied:
    case engines::Failure::Kind::kClosed:
      return "died: " + failure.detail;
    case engines::Failure::Kind::kHung:
      return "hung: " + failure.detail;
    case engines::Failure::Kind::kNonsense:
    case engines::Failure::Kind::kNondeterministic:
      return "spoke nonsense: " + failure.detail;
  }
  return failure.detail;
}

class Bench {
 public:
  explicit Bench(const BenchArguments& arguments) : arguments_(arguments) {}

  Exit run() {
    const std::string file = (spec::data_directory() / "suites" / "bench.yaml").string();
    std::vector<Entry> entries;
    try {
      entries = select_entries(read_entries(file), arguments_.variants);
    } catch (const YAML::Exception& error) {
      fmt::print(stderr, "{}: error: {}\n", file, error.what());
      return Exit::kUsage;
    }
    catch_interrupt();
    for (const Entry& entry : entries) {
      if (!measure(entry)) return interrupted() ? finish(Exit::kInterrupted) : Exit::kUsage;
    }
    const bool wrong =
        std::any_of(rows_.begin(), rows_.end(), [](const Row& row) { return row.wrong; });
    return finish(wrong ? Exit::kDisagreement : Exit::kAgreed);
  }

 private:
  // One row for each peer, one without if there are none. false: interrupted, or a wrong spec.
  bool measure(Entry entry) {
    PositionArguments position;
    position.variant = entry.variant;
    position.fen = entry.position;
    const std::optional<GeneratorSession> session = open_generator(position);
    if (!session) return false;
    if (entry.depth == 0) entry.depth = find_depth(*session->position);
    std::vector<std::string> peers = entry.peers;
    if (peers.empty()) peers.emplace_back();
    for (const std::string& peer : peers) {
      std::optional<Row> row = measure_beside(*session, entry, peer);
      if (!row) return false;
      progress_.clear();
      print_row(*row);
      rows_.push_back(std::move(*row));
    }
    return true;
  }

  int find_depth(const generator::Position& position) {
    generator::PerftOptions options;
    options.stop = &interrupted();
    int depth = 1;
    for (; depth < kDeepestTried; ++depth) {
      const auto start = Clock::now();
      position.perft(depth, options);
      if (seconds_since(start) >= kWorthMeasuring) break;
    }
    return depth;
  }

  // Own and peer's runs take turns, so that a change of the machine's pace meets both.
  std::optional<Row> measure_beside(const GeneratorSession& session, const Entry& entry,
                                    const std::string& peer) {
    Row row;
    row.entry = entry;
    row.peer = peer;
    std::unique_ptr<engines::Engine> engine;
    const std::string text = session.position->text();
    if (!peer.empty()) {
      engine = std::make_unique<engines::Engine>(peer, *session.variant);
      const engines::PerftAnswer first = engine->perft(text, 1, kPeerDeadline);
      if (!engine->name().empty()) row.peer = engine->name();
      if (first.failure) {
        row.trouble = trouble_text(*first.failure);
        engine.reset();
      }
    }
    generator::PerftOptions options;
    options.stop = &interrupted();
    std::vector<double> own;
    std::vector<double> others;
    for (int i = 0; i < arguments_.runs; ++i) {
      progress_.show(fmt::format("{} {} depth {}, run {} of {}", entry.variant, entry.name,
                                 entry.depth, i + 1, arguments_.runs));
      auto start = Clock::now();
      const generator::PerftResult result = session.position->perft(entry.depth, options);
      own.push_back(seconds_since(start));
      if (interrupted()) return std::nullopt;
      row.nodes = result.nodes;
      if (!engine) continue;
      start = Clock::now();
      const engines::PerftAnswer answer = engine->perft(text, entry.depth, kPeerDeadline);
      others.push_back(seconds_since(start));
      if (interrupted()) return std::nullopt;
      if (answer.failure) {
        row.trouble = trouble_text(*answer.failure);
        engine.reset();
      } else if (answer.nodes != row.nodes) {
        row.trouble = fmt::format("counts {}", with_thousands(answer.nodes));
        row.wrong = true;
        engine.reset();
      }
    }
    row.rate = million_per_second(row.nodes, median(own));
    if (engine) row.peer_rate = million_per_second(row.nodes, median(others));
    return row;
  }

  void print_head() const {
    fmt::print("{:<26} {:>5} {:>15} {:>10}  {:<28} {:>8} {:>6}\n", "position", "depth", "nodes",
               "regelwerk", "peer", "its rate", "ratio");
  }

  void print_row(const Row& row) const {
    if (arguments_.json) return;
    if (rows_.empty()) print_head();
    fmt::print("{:<26} {:>5} {:>15} {:>10.1f}", row.entry.variant + " " + row.entry.name,
               row.entry.depth, with_thousands(row.nodes), row.rate);
    if (row.peer.empty()) {
      fmt::print("\n");
    } else if (row.trouble.empty()) {
      fmt::print("  {:<28} {:>8.1f} {:>6.2f}\n", row.peer, row.peer_rate,
                 row.peer_rate > 0 ? row.rate / row.peer_rate : 0);
    } else {
      fmt::print("  {:<28} {}\n", row.peer, row.trouble);
    }
    std::fflush(stdout);
  }

  Exit finish(Exit exit) {
    progress_.clear();
    struct rusage usage = {};
    getrusage(RUSAGE_SELF, &usage);
    const double mebibytes = static_cast<double>(usage.ru_maxrss) / 1024;
    if (exit == Exit::kInterrupted) fmt::print(stderr, "interrupted\n");
    if (!arguments_.json) {
      fmt::print(
          "\nmillion nodes a second of wall time, one thread, no hash, median of {} runs\n"
          "peak memory {:.1f} MiB\n",
          arguments_.runs, mebibytes);
      return exit;
    }
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const Row& row : rows_) {
      nlohmann::ordered_json json = {{"variant", row.entry.variant},
                                     {"name", row.entry.name},
                                     {"position", row.entry.position},
                                     {"depth", row.entry.depth},
                                     {"nodes", row.nodes},
                                     {"million_nodes_per_second", row.rate}};
      if (!row.peer.empty()) {
        json["peer"] = row.peer;
        if (row.trouble.empty()) {
          json["peer_million_nodes_per_second"] = row.peer_rate;
        } else {
          json["peer_trouble"] = row.trouble;
        }
      }
      list.push_back(std::move(json));
    }
    const nlohmann::ordered_json json = {{"runs", arguments_.runs},
                                         {"rows", list},
                                         {"peak_memory_mib", mebibytes},
                                         {"complete", exit != Exit::kInterrupted}};
    fmt::print("{}\n", json_text(json));
    return exit;
  }

  const BenchArguments& arguments_;
  ProgressLine progress_;
  std::vector<Row> rows_;
};

}  // namespace

void add_bench(CLI::App* app, Run* run) {
  CLI::App* command =
      app->add_subcommand("bench", "measure perft speed, as a table, beside installed peers");
  const auto arguments = std::make_shared<BenchArguments>();
  command->add_option("VARIANT", arguments->variants,
                      "bundled names or paths to specs; without any, the positions of "
                      "suites/bench.yaml");
  command->add_option("--runs", arguments->runs, "the median of how many runs")
      ->type_name("N")
      ->check(CLI::Range(1, kMaxRuns))
      ->capture_default_str();
  add_json_flag(command, &arguments->json);
  add_examples(command, {"regelwerk bench", "regelwerk bench capablanca --runs 5"});
  command->callback([=] { *run = [=] { return Bench(*arguments).run(); }; });
}

}  // namespace regelwerk::tools
