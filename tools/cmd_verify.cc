// regelwerk verify: do suites, generator, oracle and engines agree.

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>

#include "reports/json.h"
#include "reports/json_reader.h"
#include "reports/junit.h"
#include "reports/terminal.h"
#include "spec/load.h"
#include "suites/fingerprint.h"
#include "suites/result.h"
#include "suites/runner.h"
#include "tools/command.h"
#include "tools/engine_command.h"

namespace regelwerk::tools {
namespace {

constexpr int kMaxDepth = 100;
constexpr int kMaxJobs = 1024;
constexpr double kMaxSeconds = 1e7;  // longer is as good as for ever

// Times go to standard error, so that equal results are equal text.
std::string text_report(const std::vector<suites::Run>& runs) {
  reports::TerminalOptions options;
  options.times = false;
  return reports::terminal_report(runs, options);
}

struct ReportKind {
  const char* name;
  std::string (*render)(const std::vector<suites::Run>&);
};

constexpr std::array kReports = {
    ReportKind{"json", reports::json_report},
    ReportKind{"junit", reports::junit_report},
    ReportKind{"text", text_report},
};

std::vector<std::string> report_kinds() {
  std::vector<std::string> names;
  for (const ReportKind& kind : kReports) names.emplace_back(kind.name);
  return names;
}

struct VerifyArguments {
  std::vector<std::string> variants;
  bool all = false;
  std::vector<std::string> engines;
  std::vector<std::string> engine_options;  // NAME=VALUE
  std::vector<std::string> suites;
  std::string fen;
  int depth = 0;
  std::optional<std::uint64_t> max_nodes;
  std::optional<double> seconds;
  std::vector<std::string> reports;  // KIND=FILE
  std::string transcripts;
  std::vector<std::string> options;
  int jobs = 1;
  std::string shard;  // I/N
  std::string resume;
  std::string cache;
  bool list = false;
  bool strict = false;
  std::string unreachable = "show";
  bool bisect = false;
  bool json = false;
};

// "2/3"; nullopt if it is something else, or no shard of so many.
std::optional<suites::Shard> shard_of(const std::string& text) {
  const std::size_t slash = text.find('/');
  suites::Shard shard;
  const auto number = [](const std::string& digits, int* value) {
    return !digits.empty() && digits.find_first_not_of("0123456789") == std::string::npos &&
           CLI::detail::lexical_cast(digits, *value);
  };
  if (slash == std::string::npos || !number(text.substr(0, slash), &shard.index) ||
      !number(text.substr(slash + 1), &shard.count) || shard.index < 1 ||
      shard.index > shard.count) {
    return std::nullopt;
  }
  return shard;
}

// Wrong combinations of arguments, all at once.
std::vector<std::string> wrong_usage(const VerifyArguments& arguments) {
  std::vector<std::string> wrong;
  if (arguments.all && !arguments.variants.empty()) {
    wrong.emplace_back("--all stands for every bundled variant: name none beside it");
  } else if (!arguments.all && arguments.variants.empty()) {
    wrong.emplace_back("wanted variants, or --all for the bundled ones");
  }
  if (arguments.fen.empty() != (arguments.depth == 0)) {
    wrong.emplace_back("--fen and --depth belong together");
  }
  if (!arguments.shard.empty() && !shard_of(arguments.shard)) {
    wrong.push_back(fmt::format("--shard {}: wanted I/N with I from 1 to N", arguments.shard));
  }
  if (arguments.list && arguments.json) {
    wrong.emplace_back("--list and --json do not go together");
  }
  for (const std::string& option : arguments.options) {
    const std::size_t equals = option.find('=');
    if (equals == std::string::npos || equals == 0) {
      wrong.push_back(fmt::format("--option {}: wanted NAME=VALUE", option));
    }
  }
  for (const std::string& report : arguments.reports) {
    const std::size_t equals = report.find('=');
    if (equals == std::string::npos || equals + 1 == report.size()) {
      wrong.push_back(fmt::format("--report {}: wanted KIND=FILE", report));
      continue;
    }
    const std::string kind = report.substr(0, equals);
    const std::vector<std::string> kinds = report_kinds();
    if (std::find(kinds.begin(), kinds.end(), kind) == kinds.end()) {
      const std::string near = spec::nearest_word(kind, kinds);
      wrong.push_back(fmt::format("--report {}: no report is called '{}'{}", report, kind,
                                  near.empty() ? "" : fmt::format("; did you mean '{}'?", near)));
    }
  }
  return wrong;
}

// The parser by itself takes -5 for a number close to 2^64.
std::string whole_number(const std::string& text) {
  return text.find_first_not_of("0123456789") == std::string::npos
             ? ""
             : fmt::format("wanted a whole number, not {}", text);
}

std::string positive_seconds(const std::string& text) {
  double seconds = 0;
  return CLI::detail::lexical_cast(text, seconds) && seconds > 0
             ? ""
             : fmt::format("wanted a number of seconds above 0, not {}", text);
}

suites::RunOptions run_options(const VerifyArguments& arguments) {
  suites::RunOptions options;
  for (const auto& [name, value] : pairs_of(arguments.options)) options.options[name] = value;
  for (const std::string& suite : arguments.suites) options.suites.emplace_back(suite);
  if (!arguments.fen.empty()) options.position = {arguments.fen, arguments.depth};
  options.engines = arguments.engines;
  options.uci_options = pairs_of(arguments.engine_options);
  options.max_nodes = arguments.max_nodes;
  options.strict = arguments.strict;
  options.count_unreachable = arguments.strict || arguments.unreachable == "count";
  options.transcripts = arguments.transcripts;
  options.tool_version = REGELWERK_VERSION;
  // Only where something is kept from one run to another.
  options.identify =
      arguments.json || !arguments.resume.empty() || !arguments.cache.empty() ||
      std::any_of(arguments.reports.begin(), arguments.reports.end(),
                  [](const std::string& report) { return report.starts_with("json="); });
  if (options.identify) {
    // Another build may rule otherwise.
    options.identity = suites::file_fingerprint("/proc/self/exe").value_or(REGELWERK_VERSION);
  }
  options.jobs = arguments.jobs;
  options.shard = shard_of(arguments.shard).value_or(suites::Shard());
  options.cache = arguments.cache;
  options.stop = &interrupted();
  return options;
}

bool write_reports(const VerifyArguments& arguments, const std::vector<suites::Run>& runs) {
  bool written = true;
  for (const std::string& report : arguments.reports) {
    const std::size_t equals = report.find('=');
    const std::string file = report.substr(equals + 1);
    const auto kind = std::find_if(kReports.begin(), kReports.end(), [&](const ReportKind& k) {
      return k.name == report.substr(0, equals);
    });
    std::ofstream stream(file, std::ios::binary);
    stream << kind->render(runs);
    stream.close();
    if (!stream) {
      fmt::print(stderr, "error: {} cannot be written\n", file);
      written = false;
    }
  }
  return written;
}

// One title a line.
Exit list(const VerifyArguments& arguments, suites::RunOptions options) {
  bool errors = false;
  for (const std::string& variant : arguments.all ? spec::bundled_variants() : arguments.variants) {
    options.variant = variant;
    const suites::Run run = suites::list_cases(options);
    fmt::print(stderr, "{}", spec::to_string(run.diagnostics));
    errors = errors || spec::has_errors(run.diagnostics);
    for (const suites::CaseResult& result : run.cases) {
      fmt::print("{}\n", suites::case_title(result));
    }
  }
  return errors ? Exit::kUsage : Exit::kAgreed;
}

// For `git bisect run`: a revision that cannot be judged is skipped.
Exit for_bisect(Exit exit) {
  switch (exit) {
    case Exit::kUsage:
    case Exit::kEngineFailed:
    case Exit::kDeadline:
      return Exit::kBisectSkip;
    default:
      return exit;
  }
}

Exit verify(const VerifyArguments& arguments) {
  bool right = true;
  for (const std::string& engine : arguments.engines) right = check_engine(engine) && right;
  right = check_pairs("--engine-option", arguments.engine_options) && right;
  const std::vector<std::string> wrong = wrong_usage(arguments);
  for (const std::string& message : wrong) fmt::print(stderr, "error: {}\n", message);
  if (!right || !wrong.empty()) return Exit::kUsage;

  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  std::optional<Clock::time_point> deadline;
  if (arguments.seconds) {
    const double seconds = *arguments.seconds < kMaxSeconds ? *arguments.seconds : kMaxSeconds;
    deadline = start + std::chrono::milliseconds(std::llround(seconds * 1000));
  }
  suites::RunOptions options = run_options(arguments);
  if (!arguments.resume.empty()) {
    reports::JsonReportResult read = reports::read_json_report_file(arguments.resume);
    if (!read.error.empty()) {
      fmt::print(stderr, "error: --resume {}: {}\n", arguments.resume, read.error);
      return Exit::kUsage;
    }
    options.earlier = std::move(read.runs);
    options.earlier_file = arguments.resume;
  }
  if (arguments.list) return list(arguments, std::move(options));
  catch_interrupt();
  std::vector<suites::Run> runs;
  for (const std::string& variant : arguments.all ? spec::bundled_variants() : arguments.variants) {
    if (interrupted()) break;
    options.variant = variant;
    if (deadline) {
      // What is left of the time for all; at least a moment, so that the run says what it left out.
      options.time =
          std::max(std::chrono::duration_cast<std::chrono::milliseconds>(*deadline - Clock::now()),
                   std::chrono::milliseconds(1));
    }
    ProgressLine line;
    options.progress = [&](const suites::Progress& progress) {
      line.show(fmt::format("{}: {} of {}", variant, progress.done, progress.total));
    };
    runs.push_back(suites::run_verification(options));
    line.clear();
    fmt::print(stderr, "{}", spec::to_string(runs.back().diagnostics));
  }
  if (runs.empty()) return interrupted() ? Exit::kInterrupted : Exit::kUsage;

  fmt::print("{}", arguments.json ? reports::json_report(runs) : text_report(runs));
  fmt::print(stderr, "{:.3f} s\n", std::chrono::duration<double>(Clock::now() - start).count());
  const bool written = write_reports(arguments, runs);
  const Exit exit = static_cast<Exit>(suites::exit_status(runs));
  return exit == Exit::kAgreed && !written ? Exit::kUsage : exit;
}

}  // namespace

void add_verify(CLI::App* app, Run* run) {
  CLI::App* command = app->add_subcommand(
      "verify", "compare suites, generator, oracle and outside engines with one another");
  const auto arguments = std::make_shared<VerifyArguments>();
  command->add_option("VARIANT", arguments->variants, "bundled names or paths to specs");
  command->add_flag("--all", arguments->all, "every bundled variant");
  command
      ->add_option("--engine", arguments->engines,
                   "an engine's command line, or 'cmd=COMMAND KEY=VALUE...' with the keys proto "
                   "(uci, xboard, perftree, exit-code), perft, variant, chess960, deadline, "
                   "option.NAME ...; may be repeated")
      ->type_name("CMD")
      ->allow_extra_args(false);
  command
      ->add_option("--engine-option", arguments->engine_options,
                   "set an option of every engine; may be repeated")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  command
      ->add_option("--suite", arguments->suites,
                   "a suite file instead of the bundled ones; may be repeated")
      ->type_name("FILE")
      ->allow_extra_args(false);
  command->add_option("--fen", arguments->fen, "one position instead of suites, with --depth")
      ->type_name("TEXT");
  command->add_option("--depth", arguments->depth, "every depth from 1 to N of that position")
      ->type_name("N")
      ->check(CLI::Range(1, kMaxDepth));
  command
      ->add_option("--max-nodes", arguments->max_nodes,
                   "leave out counts above N (default: 50 million, for the oracle 200000)")
      ->type_name("N")
      ->check(whole_number);
  command
      ->add_option("--time", arguments->seconds,
                   "stop after so many seconds; what is left is listed as not run")
      ->type_name("SECONDS")
      ->check(positive_seconds);
  command
      ->add_option("--jobs", arguments->jobs,
                   "work on N positions and checkers at a time; each engine gets up to N processes "
                   "(default: 1)")
      ->type_name("N")
      ->check(CLI::Range(1, kMaxJobs));
  command
      ->add_option("--shard", arguments->shard,
                   "check only the I-th of N parts, I from 1; together they are everything")
      ->type_name("I/N");
  command
      ->add_option("--resume", arguments->resume,
                   "take over the counts of an earlier --report json=FILE, where rules, case and "
                   "program are the same")
      ->type_name("FILE");
  command
      ->add_option("--cache", arguments->cache,
                   "keep the counts of engines in a folder, and use those of earlier runs")
      ->type_name("DIR");
  command->add_flag("--list", arguments->list, "list the cases, one a line, and check nothing");
  std::string kinds;
  for (const std::string& kind : report_kinds()) kinds += (kinds.empty() ? "" : ", ") + kind;
  command
      ->add_option("--report", arguments->reports,
                   "also write a report to a file: " + kinds + "; may be repeated")
      ->type_name("KIND=FILE")
      ->allow_extra_args(false);
  command
      ->add_option("--transcripts", arguments->transcripts,
                   "keep what was said to an engine that failed or was wrong in files of a folder")
      ->type_name("DIR");
  add_option_choices(command, &arguments->options);
  command->add_flag("--strict", arguments->strict,
                    "take known faults of engines and wrong answers on unreachable positions "
                    "for faults");
  command
      ->add_option("--unreachable", arguments->unreachable,
                   "wrong answers on positions of suites that no game can reach: show (default), "
                   "or count")
      ->type_name("show|count")
      ->check(CLI::IsMember({"show", "count"}));
  command->add_flag("--bisect", arguments->bisect,
                    "exit status 125 instead of 2, 3 and 4, for 'git bisect run'");
  add_json_flag(command, &arguments->json);
  add_examples(
      command,
      {"regelwerk verify chess",
       "regelwerk verify --all --engine stockfish --engine fairy-stockfish",
       "regelwerk verify chess --fen startpos --depth 5 --engine ./mine",
       "regelwerk verify chess --engine ./mine --jobs 4 --shard 1/3 --cache ~/.cache/perft",
       "regelwerk verify my-variant.yaml --suite my-counts.epd --report junit=out.xml"});
  command->callback([=] {
    *run = [=] {
      const Exit exit = verify(*arguments);
      return arguments->bisect ? for_bisect(exit) : exit;
    };
  });
}

}  // namespace regelwerk::tools
