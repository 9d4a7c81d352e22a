#include "reports/terminal.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <sstream>

#include "reports/describe.h"

namespace regelwerk::reports {
namespace {

// "318 ok, 2 wrong, 41 not run"; "-" if nothing was asked of it.
std::string cell(const suites::Counts& counts) {
  std::string text;
  const auto add = [&](std::uint64_t number, const char* what) {
    if (number > 0) {
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", number, what);
    }
  };
  add(counts.agrees, "ok");
  add(counts.wrong, "wrong");
  add(counts.refused, "refused");
  add(counts.failed, "failed");
  add(counts.known_fault, "known");
  add(counts.partly, "partly");
  add(counts.uncounted, "not counted");
  add(counts.unable, "unable");
  add(counts.not_run, "not run");
  return text.empty() ? "-" : text;
}

// Columns as wide as their widest cell, two blanks between them.
std::string table(const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> widths;
  for (const std::vector<std::string>& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t i = 0; i < row.size(); ++i) {
      widths[i] = std::max(widths[i], row[i].size());
    }
  }
  std::string text;
  for (const std::vector<std::string>& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      line += fmt::format("{:<{}}", row[i], i + 1 < row.size() ? widths[i] + 2 : 0);
    }
    text += line + "\n";
  }
  return text;
}

std::string checker_title(const suites::Checker& checker) {
  return checker.version.empty() ? checker.name : checker.version;
}

std::string summary_table(const suites::Run& run) {
  std::vector<std::vector<std::string>> rows;
  rows.push_back({run.variant});
  for (const suites::Checker& checker : run.checkers) {
    rows[0].push_back(checker_title(checker));
  }
  for (const std::string& file : suite_files(run)) {
    std::map<std::string, suites::Counts> counts;
    for (const suites::CaseResult& result : run.cases) {
      if (result.suite != file) {
        continue;
      }
      for (const suites::Outcome& outcome : result.outcomes) {
        suites::CaseResult single;
        single.unreachable = result.unreachable;
        single.outcomes.push_back(outcome);
        counts[outcome.checker] += suites::count_outcomes(single);
      }
    }
    std::vector<std::string> row{file.empty() ? "position" : file};
    for (const suites::Checker& checker : run.checkers) {
      row.push_back(cell(counts[checker.name]));
    }
    rows.push_back(std::move(row));
  }
  return table(rows);
}

// A position given by itself is answered depth by depth.
std::string position_table(const suites::Run& run) {
  std::vector<std::vector<std::string>> rows;
  rows.push_back({"depth", "nodes"});
  for (const suites::Checker& checker : run.checkers) {
    rows[0].push_back(checker_title(checker));
  }
  std::string position;
  for (const suites::CaseResult& result : run.cases) {
    if (!result.suite.empty() || result.kind != suites::CaseKind::kCount) {
      continue;
    }
    position = result.position;
    std::vector<std::string> row{std::to_string(result.depth),
                                 result.expected ? std::to_string(*result.expected) : "-"};
    for (const suites::Outcome& outcome : result.outcomes) {
      row.push_back(outcome.verdict == suites::Verdict::kAgrees ? "ok" : headline(result, outcome));
    }
    rows.push_back(std::move(row));
  }
  return rows.size() == 1 ? "" : fmt::format("\n{}\n{}", position, table(rows));
}

std::string failures(const suites::Run& run, const TerminalOptions& options) {
  std::string text;
  std::map<std::pair<std::string, std::string>, std::size_t> shown;  // suite file, checker
  for (const suites::CaseResult& result : run.cases) {
    for (const suites::Outcome& outcome : result.outcomes) {
      if (!suites::is_failure(outcome.verdict)) {
        continue;
      }
      std::size_t& count = shown[{result.suite, outcome.checker}];
      if (++count > options.max_failures) {
        continue;
      }
      const bool counts = suites::is_failure(result, outcome.verdict);
      const std::string title =
          suites::case_title(result) + (counts ? "" : " (unreachable, not counted)");
      if (outcome.explained_at > 0) {
        text += fmt::format("\n{}: {}: {}, as at depth {}\n", title, outcome.checker,
                            headline(result, outcome), outcome.explained_at);
        continue;
      }
      text += fmt::format("\n{}: {}\n", title, outcome.checker);
      std::istringstream lines(describe_failure(result, outcome));
      for (std::string line; std::getline(lines, line);) {
        text += fmt::format("  {}\n", line);
      }
    }
  }
  for (const auto& [where, count] : shown) {
    if (count > options.max_failures) {
      text += fmt::format("\n{}: {}: {} more failures are not shown here\n",
                          where.first.empty() ? "position" : where.first, where.second,
                          count - options.max_failures);
    }
  }
  return text;
}

// What is behind the failures of a checker with several of them.
std::string causes(const suites::Run& run) {
  std::map<std::string, std::uint64_t> cases;
  std::vector<suites::Cluster> found = suites::clusters(run);
  for (const suites::Cluster& cluster : found) {
    cases[cluster.checker] += cluster.cases;
  }
  std::erase_if(found, [&](const suites::Cluster& cluster) { return cases[cluster.checker] < 2; });
  return found.empty() ? "" : "\n" + describe_clusters(found);
}

// Known faults and what no engine could do, one line each.
std::string side_notes(const suites::Run& run) {
  std::string text;
  for (const suites::CaseResult& result : run.cases) {
    for (const suites::Outcome& outcome : result.outcomes) {
      if (outcome.verdict == suites::Verdict::kKnownFault) {
        text += fmt::format("{}: {}: {}\n", suites::case_title(result), outcome.checker,
                            headline(result, outcome));
      }
    }
  }
  for (const std::string& fault : run.resolved_faults) {
    text += fmt::format("known fault: {}\n", fault);
  }
  for (const suites::Checker& checker : run.checkers) {
    // How to speak to an engine is no news as long as all is well.
    const suites::Counts counts = suites::count_outcomes(run, checker.name);
    for (const std::string& note : checker.notes) {
      text += fmt::format("{}: {}\n", checker.name, note);
    }
    if (!checker.spoken.empty() && checker.spoken != checker.name &&
        (counts.agrees != counts.checked() || counts.unable > 0 || counts.partly > 0 ||
         counts.checked() == 0 || !checker.notes.empty())) {
      text += fmt::format("{}: spoken to as: {}\n", checker.name, checker.spoken);
    }
    if (counts.unable == 0 && counts.partly == 0) {
      continue;
    }
    for (const suites::CaseResult& result : run.cases) {
      const auto outcome = std::find_if(
          result.outcomes.begin(), result.outcomes.end(), [&](const suites::Outcome& each) {
            return each.checker == checker.name &&
                   (each.verdict == suites::Verdict::kVariantUnknown ||
                    each.verdict == suites::Verdict::kNoPerft ||
                    each.verdict == suites::Verdict::kNotObservable);
          });
      if (outcome != result.outcomes.end()) {
        text += fmt::format("{}: {}\n", checker.name, headline(result, *outcome));
        break;
      }
    }
  }
  return text.empty() ? "" : "\n" + text;
}

// What a reader cannot see in the answers: that they were not asked for now, or not all of them.
std::string scale_notes(const std::vector<suites::Run>& runs) {
  std::string text;
  std::size_t elsewhere = 0;
  suites::Shard shard;
  std::map<suites::Origin, std::size_t> origins;
  for (const suites::Run& run : runs) {
    elsewhere += run.cases_elsewhere;
    shard = run.shard;
    for (const suites::CaseResult& result : run.cases) {
      for (const suites::Outcome& outcome : result.outcomes) {
        ++origins[outcome.origin];
      }
    }
  }
  const auto number_of = [](std::size_t number, const char* what) {
    return fmt::format("{} {}{}", number, what, number == 1 ? "" : "s");
  };
  if (shard.count > 1) {
    text += fmt::format("shard {}/{}: {} left to the other shards\n", shard.index, shard.count,
                        number_of(elsewhere, "case"));
  }
  if (const std::size_t number = origins[suites::Origin::kEarlier]; number > 0) {
    text += fmt::format("taken over from the earlier result: {}\n", number_of(number, "answer"));
  }
  if (const std::size_t number = origins[suites::Origin::kCache]; number > 0) {
    text += fmt::format("taken from the cache: {}\n", number_of(number, "answer"));
  }
  return text.empty() ? "" : "\n" + text;
}

// Why a run without a wrong answer is no pass.
std::string wrong_input_line(const std::vector<suites::Run>& runs) {
  suites::Counts all;
  bool errors = false;
  for (const suites::Run& run : runs) {
    all += suites::count_outcomes(run);
    errors = errors || spec::has_errors(run.diagnostics);
  }
  if (errors) {
    return "errors in a spec or a suite";
  }
  if (all.checked() == 0) {
    return "nothing was checked";
  }
  std::map<std::string, std::uint64_t> checked;
  for (const suites::Run& run : runs) {
    for (const suites::Checker& checker : run.checkers) {
      checked[checker.name] += suites::count_outcomes(run, checker.name).checked();
    }
  }
  for (const auto& [name, count] : checked) {
    if (count == 0) {
      return fmt::format("{} checked nothing", name);
    }
  }
  return all.refused > 0 ? "a position is refused" : "an engine cannot be started";
}

bool nothing_selected(const std::vector<suites::Run>& runs) {
  return std::all_of(runs.begin(), runs.end(),
                     [](const suites::Run& run) { return run.cases.empty(); });
}

bool anything_uncounted(const std::vector<suites::Run>& runs) {
  return std::any_of(runs.begin(), runs.end(), [](const suites::Run& run) {
    return suites::count_outcomes(run).uncounted > 0;
  });
}

std::string verdict_line(const std::vector<suites::Run>& runs) {
  switch (suites::exit_status(runs)) {
    case 0:
      return nothing_selected(runs)     ? "no case falls to this shard"
             : anything_uncounted(runs) ? "all that counts agrees"
                                        : "all that was selected agrees";
    case 1:
      return "disagreement found";
    case 2:
      return wrong_input_line(runs);
    case 3:
      return "an engine failed";
    case 4:
      return "cut short by the deadline; nothing wrong was seen";
    default:
      return "interrupted; this is what was known by then";
  }
}

}  // namespace

std::string terminal_report(const std::vector<suites::Run>& runs, const TerminalOptions& options) {
  std::string text;
  suites::Counts counts;
  double seconds = 0;
  for (const suites::Run& run : runs) {
    counts += suites::count_outcomes(run);
    seconds += run.seconds;
    if (run.cases.empty()) {
      text += fmt::format("{}{}\n", text.empty() ? "" : "\n", run.variant);
      continue;
    }
    text += (text.empty() ? "" : "\n") + summary_table(run);
    text += position_table(run);
    text += failures(run, options);
    text += causes(run);
    text += side_notes(run);
  }
  text += scale_notes(runs);
  text += fmt::format("\nchecked {}, {}not run {}", counts.checked(),
                      counts.partly > 0 ? fmt::format("partly observed {}, ", counts.partly) : "",
                      counts.not_run + counts.unable);
  if (counts.uncounted > 0) {
    text += fmt::format(", {} wrong on unreachable positions, not counted", counts.uncounted);
  }
  if (options.times) {
    text += fmt::format(" ({:.1f} s)", seconds);
  }
  text += fmt::format("\n{}\n", verdict_line(runs));
  // Engines and suites must not speak to the terminal.
  return visible(text);
}

}  // namespace regelwerk::reports
