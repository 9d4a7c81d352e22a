// Runs in parallel, in parts, and in several goes: what is found must be the same.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>
#include <fstream>
#include <set>
#include <thread>

#include "suites/reference.h"
#include "suites/runner.h"

namespace regelwerk::suites {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;
using testing::HasSubstr;
using testing::IsEmpty;

// Everything a run found but times and where an answer came from.
std::vector<std::string> findings(const Run& run) {
  std::vector<std::string> lines;
  for (const CaseResult& result : run.cases) {
    std::string line = case_title(result) + " " + result.position;
    line += fmt::format(" expected {}", result.expected.value_or(0));
    for (const Outcome& outcome : result.outcomes) {
      line += fmt::format("\n{}: {} {} {} {}", outcome.checker, verdict_name(outcome.verdict),
                          outcome.actual.value_or(0), outcome.explained_at, outcome.detail);
      if (const auto& difference = outcome.difference) {
        line += fmt::format(" at {} {}: -{} +{}", difference->position, difference->depth,
                            fmt::join(difference->missing, " "), fmt::join(difference->extra, " "));
      }
    }
    line += fmt::format("\n{}", fmt::join(result.remarks, "\n"));
    lines.push_back(std::move(line));
  }
  return lines;
}

std::size_t count_origin(const Run& run, Origin origin, const std::string& checker) {
  std::size_t number = 0;
  for (const CaseResult& result : run.cases) {
    for (const Outcome& outcome : result.outcomes) {
      number += outcome.checker == checker && outcome.origin == origin ? 1 : 0;
    }
  }
  return number;
}

class RunnerScaleTest : public testing::Test {
 protected:
  static constexpr int kPositions = 8;

  void SetUp() override {
    const auto* info = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = fs::path(REGELWERK_BINARY_DIR) / "suites" / "testfiles" / info->name();
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    options_.variant = "chess";
    options_.tool_version = "test";
    options_.engine_deadline = milliseconds(20'000);
    options_.known_faults = write("no-faults.yaml", "known-faults: []\n");
    make_suite();
  }

  fs::path write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name) << text;
    return folder_ / name;
  }

  // Positions of a game with their counts at depths 1 and 2, and a table that answers each of them
  // and what is below it.
  void make_suite() {
    spec::Diagnostics diagnostics;
    const auto reference = Reference::load("chess", {}, &diagnostics);
    ASSERT_NE(reference, nullptr) << spec::to_string(diagnostics);
    auto position = reference->game().read("startpos").position;
    std::string suite;
    std::map<std::string, std::string> table;
    const auto tell = [&](const generator::Position& of, int depth) {
      std::string& line = table[of.text() + "|" + std::to_string(depth)];
      line.clear();
      for (const generator::DivideLine& move : of.divide(depth).divide) {
        line += fmt::format(" {}:{}", move.action, move.nodes);
      }
    };
    for (int i = 0; i < kPositions; ++i) {
      suite += fmt::format("{} ;D1 {} ;D2 {}\n", position->text(), position->perft(1).nodes,
                           position->perft(2).nodes);
      tell(*position, 1);
      tell(*position, 2);
      for (const generator::Action action : position->actions()) {
        const auto next = position->clone();
        next->apply(action);
        tell(*next, 1);
      }
      positions_.push_back(position->text());
      position->apply(position->actions()[static_cast<std::size_t>(i)]);
    }
    std::string lines;
    for (const auto& [question, answer] : table) {
      lines += question + "|" + answer + "\n";
    }
    write("table.txt", lines);
    options_.suites = {write("suite.epd", suite)};
  }

  std::string stub(const std::string& arguments = "") const {
    return fmt::format("{} --table {} {}", REGELWERK_STUB_ENGINE, (folder_ / "table.txt").string(),
                       arguments);
  }

  // A script for sh as an engine.
  std::string script(const std::string& name, const std::string& text) const {
    const fs::path path = write(name, "#!/bin/sh\n" + text);
    fs::permissions(path, fs::perms::owner_all);
    return path.string();
  }

  // A stub that writes down what it is asked, before it can answer or be killed.
  std::string observed(const std::string& arguments = "") const {
    return script("observed",
                  fmt::format("exec {} --log {}\n", stub(arguments), (folder_ / "log").string()));
  }

  int questions() const {
    std::ifstream stream(folder_ / "log");
    int number = 0;
    for (std::string line; std::getline(stream, line);) {
      number += line.rfind("go perft", 0) == 0 ? 1 : 0;
    }
    return number;
  }

  suites::Run run_with_jobs(int jobs) const {
    RunOptions options = options_;
    options.jobs = jobs;
    return run_verification(options);
  }

  fs::path folder_;
  RunOptions options_;
  std::vector<std::string> positions_;
};

TEST_F(RunnerScaleTest, JobsDoNotChangeWhatIsFound) {
  options_.engines = {
      stub("--name Right"),      stub("--drop e2e4"), stub("--signal 11 --when 'b KQkq'"),
      "no-such-engine-anywhere", stub("--no-perft"),  stub("--change e7e5:3 --when /PPPP")};
  const suites::Run one = run_with_jobs(1);
  const suites::Run four = run_with_jobs(4);
  EXPECT_EQ(findings(four), findings(one));
  EXPECT_EQ(exit_status(four), exit_status(one));
  std::set<Verdict> verdicts;
  for (const CaseResult& result : one.cases) {
    for (const Outcome& outcome : result.outcomes) {
      verdicts.insert(outcome.verdict);
    }
  }
  // Otherwise the comparison shows little.
  for (const Verdict verdict : {Verdict::kAgrees, Verdict::kWrongMoves, Verdict::kDied,
                                Verdict::kNotStarted, Verdict::kNotRun, Verdict::kNoPerft}) {
    EXPECT_EQ(verdicts.count(verdict), 1u) << verdict_name(verdict);
  }
}

TEST_F(RunnerScaleTest, JobsDoNotChangeWhatTheBundledSuitesGive) {
  options_.suites.clear();
  options_.max_nodes = 3'000;
  EXPECT_EQ(findings(run_with_jobs(3)), findings(run_with_jobs(1)));
}

// The third hang in a row ends the questions, whoever was asked what in the meantime.
TEST_F(RunnerScaleTest, PatienceEndsAtTheSameCaseWhateverTheJobs) {
  options_.engines = {stub("--hang --when " + positions_[1].substr(0, positions_[1].find(' ')))};
  options_.engine_deadline = milliseconds(300);
  // Two hangs, then a right answer, then three.
  const auto row = [&](int i) { return positions_[static_cast<std::size_t>(i)]; };
  options_.suites = {write("hangs.epd", row(1) + " ;D1 20 ;D2 400\n" + row(2) + " ;D1 19\n" +
                                            row(1) + " ;D1 20 ;D2 400\n" + row(1) + " ;D1 20\n" +
                                            row(3) + " ;D1 20\n" + row(4) + " ;D1 20\n")};
  const suites::Run one = run_with_jobs(1);
  EXPECT_EQ(findings(run_with_jobs(4)), findings(one));
  ASSERT_EQ(one.cases.size(), 8u);
  EXPECT_EQ(one.cases[5].outcomes.back().verdict, Verdict::kHung);
  EXPECT_EQ(one.cases[6].outcomes.back().verdict, Verdict::kNotRun);
  EXPECT_THAT(one.cases[7].outcomes.back().detail, HasSubstr("3 times in a row"));
}

// Both begin only when the other is there.
TEST_F(RunnerScaleTest, EnginesAreAskedAtTheSameTime) {
  const auto waiting = [&](const std::string& me, const std::string& other) {
    return script(
        "engine-" + me,
        fmt::format("touch {0}/{1}\nwhile [ ! -e {0}/{2} ]; do sleep 0.02; done\nexec {3}\n",
                    folder_.string(), me, other, stub()));
  };
  options_.suites.clear();
  options_.position = {"startpos", 1};
  options_.engines = {waiting("a", "b"), waiting("b", "a")};
  const suites::Run run = run_with_jobs(2);
  EXPECT_EQ(exit_status(run), 0);
  EXPECT_EQ(count_outcomes(run).agrees, 4u);
}

TEST_F(RunnerScaleTest, AnEngineHasAProcessForEachJob) {
  fs::create_directories(folder_ / "here");
  options_.engines = {
      script("engine",
             fmt::format("touch {0}/here/$$\n"
                         "while [ $(ls {0}/here | wc -l) -lt 2 ]; do sleep 0.02; done\nexec {1}\n",
                         folder_.string(), stub()))};
  // One thread may wait for what another does of its case.
  const suites::Run run = run_with_jobs(3);
  EXPECT_EQ(exit_status(run), 0);
  const auto processes =
      std::distance(fs::directory_iterator(folder_ / "here"), fs::directory_iterator());
  EXPECT_GE(processes, 2);
  EXPECT_LE(processes, 3);
}

TEST_F(RunnerScaleTest, AnInterruptEndsAllJobs) {
  std::atomic<bool> stop{false};
  options_.stop = &stop;
  options_.engines = {stub("--hang"), stub("--hang --name Other")};
  options_.engine_deadline = std::chrono::hours(24);
  std::thread later([&] {
    std::this_thread::sleep_for(milliseconds(200));
    stop = true;
  });
  const suites::Run run = run_with_jobs(4);
  later.join();
  EXPECT_EQ(exit_status(run), 130);
  ASSERT_EQ(run.cases.size(), 2u * kPositions);
  for (const CaseResult& result : run.cases) {
    EXPECT_EQ(result.outcomes.size(), 4u);
  }
}

TEST_F(RunnerScaleTest, ADeadlineEndsAllJobs) {
  options_.engines = {stub("--hang")};
  options_.engine_deadline = std::chrono::hours(24);
  options_.time = milliseconds(300);
  const suites::Run run = run_with_jobs(4);
  EXPECT_EQ(exit_status(run), 4);
  EXPECT_EQ(run.cases.size(), 2u * kPositions);
}

TEST_F(RunnerScaleTest, ProgressCountsEveryCaseInOrder) {
  std::vector<std::size_t> done;
  const std::thread::id caller = std::this_thread::get_id();
  options_.progress = [&](const Progress& progress) {
    EXPECT_EQ(std::this_thread::get_id(), caller);
    EXPECT_EQ(progress.total, 2u * kPositions);
    done.push_back(progress.done);
  };
  run_with_jobs(3);
  ASSERT_EQ(done.size(), 2u * kPositions + 1);
  for (std::size_t i = 0; i < done.size(); ++i) {
    EXPECT_EQ(done[i], i);
  }
}

// ---- shards ----

RC_GTEST_FIXTURE_PROP(RunnerScaleTest, ShardsAreDisjointAndComplete, ()) {
  const int count = *rc::gen::inRange(1, 12);
  const std::size_t rows = *rc::gen::inRange<std::size_t>(0, 12);
  std::string suite;
  std::multiset<std::string> all;
  for (std::size_t row = 0; row < rows; ++row) {
    const int depths = *rc::gen::inRange(1, 4);
    suite += positions_[row % positions_.size()];
    for (int depth = 1; depth <= depths; ++depth) {
      suite += fmt::format(" ;D{} 20", depth);
    }
    suite += "\n";
  }
  options_.suites = {write("suite.epd", suite),
                     fs::path(REGELWERK_SOURCE_DIR) / "suites/chess/diagrams.txt"};
  for (const std::string& line : findings(list_cases(options_))) {
    all.insert(line);
  }
  std::multiset<std::string> together;
  for (int index = 1; index <= count; ++index) {
    options_.shard = {index, count};
    const suites::Run part = list_cases(options_);
    RC_ASSERT(part.cases.size() + part.cases_elsewhere == all.size());
    for (const std::string& line : findings(part)) {
      together.insert(line);
    }
  }
  RC_ASSERT(together == all);
}

TEST_F(RunnerScaleTest, ShardsFindWhatTheWholeFinds) {
  options_.engines = {stub("--drop e2e4")};
  const suites::Run whole = run_with_jobs(1);
  const std::vector<std::string> wanted = findings(whole);
  std::size_t seen = 0;
  for (int index = 1; index <= 3; ++index) {
    options_.shard = {index, 3};
    const suites::Run part = run_with_jobs(2);
    std::size_t at = 0;  // in the order of the whole
    for (const std::string& line : findings(part)) {
      while (at < wanted.size() && wanted[at] != line) {
        ++at;
      }
      ASSERT_LT(at, wanted.size()) << line;
      ++seen;
    }
  }
  EXPECT_EQ(seen, wanted.size());
}

TEST_F(RunnerScaleTest, AnEmptyShardIsNoFailureButAnEmptyRunIs) {
  options_.engines = {stub()};
  options_.shard = {kPositions + 1, kPositions + 1};
  const suites::Run run = run_with_jobs(1);
  EXPECT_THAT(run.cases, IsEmpty());
  EXPECT_EQ(run.cases_elsewhere, 2u * kPositions);
  EXPECT_EQ(exit_status(run), 0);
  options_.shard = {1, 2};
  options_.suites = {write("none.epd", "# nothing\n")};
  EXPECT_EQ(exit_status(run_with_jobs(1)), 2);
}

// ---- resuming ----

TEST_F(RunnerScaleTest, AResumedRunAsksOnlyTheRest) {
  options_.engines = {observed("--drop a2a3")};
  const suites::Run whole = run_with_jobs(1);
  const int all_questions = questions();

  fs::remove(folder_ / "log");
  std::atomic<bool> stop{false};
  RunOptions first = options_;
  first.stop = &stop;
  first.progress = [&](const Progress& progress) { stop = stop || progress.done == 5; };
  options_.earlier = {run_verification(first)};
  EXPECT_EQ(exit_status(options_.earlier), 130);
  const int first_questions = questions();
  EXPECT_LT(first_questions, all_questions);

  const suites::Run resumed = run_with_jobs(1);
  EXPECT_EQ(findings(resumed), findings(whole));
  EXPECT_EQ(exit_status(resumed), exit_status(whole));
  // Each question once, but for how it is to be asked.
  EXPECT_EQ(questions(), all_questions + 1);
  for (const char* checker : {"generator", "oracle"}) {
    EXPECT_EQ(count_origin(resumed, Origin::kEarlier, checker), 5u);
  }
  EXPECT_EQ(count_origin(resumed, Origin::kEarlier, options_.engines[0]), 5u);
  EXPECT_EQ(resumed.checkers[2].version, "Stub 1");
}

TEST_F(RunnerScaleTest, AResumedRunThatIsCutOffLosesNothing) {
  options_.engines = {observed()};
  options_.earlier = {run_with_jobs(1)};
  const std::vector<std::string> before = findings(options_.earlier[0]);
  std::atomic<bool> stop{true};
  options_.stop = &stop;
  const suites::Run cut = run_with_jobs(2);
  EXPECT_EQ(findings(cut), before);
}

TEST_F(RunnerScaleTest, ACompleteResultLeavesNothingToAsk) {
  options_.engines = {observed("--drop e2e4")};
  options_.position = {"startpos", 2};
  options_.earlier = {run_with_jobs(1)};
  const int asked = questions();
  const suites::Run resumed = run_with_jobs(2);
  EXPECT_EQ(findings(resumed), findings(options_.earlier[0]));
  EXPECT_EQ(questions(), asked);
  EXPECT_EQ(count_origin(resumed, Origin::kAsked, options_.engines[0]), 0u);
  EXPECT_EQ(count_origin(resumed, Origin::kAsked, "generator"), 0u);
}

TEST_F(RunnerScaleTest, AnotherProgramIsAskedAgain) {
  options_.engines = {observed("--drop e2e4")};
  options_.earlier = {run_with_jobs(1)};
  EXPECT_EQ(exit_status(options_.earlier), 1);
  const int asked = questions();
  ASSERT_EQ(observed(), options_.engines[0]);  // mended, under the same name
  const suites::Run resumed = run_with_jobs(1);
  EXPECT_EQ(exit_status(resumed), 0);
  EXPECT_EQ(questions(), asked + 2 * kPositions + 1);
  EXPECT_EQ(count_origin(resumed, Origin::kEarlier, options_.engines[0]), 0u);
  EXPECT_THAT(spec::to_string(resumed.diagnostics), HasSubstr("is not the program that it was"));

  options_.identity = "another build";
  EXPECT_EQ(count_origin(run_with_jobs(1), Origin::kEarlier, "generator"), 0u);
}

TEST_F(RunnerScaleTest, AFaultThatBecameKnownIsJudgedByTheNewList) {
  options_.engines = {stub("--drop e2e4")};
  options_.suites = {write("one.epd", positions_[0] + " ;D1 20\n")};
  options_.earlier = {run_with_jobs(1)};
  EXPECT_EQ(exit_status(options_.earlier), 1);
  options_.known_faults =
      write("faults.yaml", "known-faults:\n  - {engine: Stub 1, variant: chess, position: \"" +
                               positions_[0] + "\", depth: 1, answer: \"19\", note: \"e4\"}\n");
  EXPECT_EQ(exit_status(run_with_jobs(1)), 0);
}

// ---- the cache ----

TEST_F(RunnerScaleTest, TheCacheAnswersInsteadOfTheEngine) {
  options_.cache = folder_ / "cache";
  options_.engines = {observed("--drop e2e4")};
  const suites::Run first = run_with_jobs(2);
  EXPECT_EQ(exit_status(first), 1);
  EXPECT_EQ(count_origin(first, Origin::kCache, options_.engines[0]), 0u);
  const int asked = questions();
  EXPECT_GE(asked, 2 * kPositions);
  const suites::Run second = run_with_jobs(4);
  EXPECT_EQ(findings(second), findings(first));
  // Also the counts on the way down to a wrong move are kept; what was no count is asked again.
  EXPECT_LT(questions(), 2 * asked);
  EXPECT_EQ(count_origin(second, Origin::kCache, options_.engines[0]), 2u * kPositions);
  EXPECT_EQ(second.checkers[2].version, "Stub 1");

  observed();  // mended
  const suites::Run third = run_with_jobs(1);
  EXPECT_EQ(exit_status(third), 0);
  EXPECT_EQ(count_origin(third, Origin::kCache, options_.engines[0]), 0u);
}

TEST_F(RunnerScaleTest, AFailureIsNotCached) {
  options_.cache = folder_ / "cache";
  options_.engines = {observed("--wrong-sum")};
  EXPECT_EQ(exit_status(run_with_jobs(1)), 3);
  const int asked = questions();
  const suites::Run again = run_with_jobs(1);
  EXPECT_EQ(exit_status(again), 3);
  EXPECT_EQ(questions(), 2 * asked);
}

TEST_F(RunnerScaleTest, AFolderThatCannotBeIsWrongInput) {
  options_.cache = write("file", "");
  options_.engines = {stub()};
  const suites::Run run = run_with_jobs(1);
  EXPECT_EQ(exit_status(run), 2);
  EXPECT_THAT(run.cases, IsEmpty());
}

// ---- listing ----

TEST_F(RunnerScaleTest, TheListIsWhatARunChecks) {
  options_.suites.clear();
  options_.max_nodes = 1;
  const suites::Run list = list_cases(options_);
  const suites::Run run = run_with_jobs(1);
  ASSERT_EQ(list.cases.size(), run.cases.size());
  for (std::size_t i = 0; i < list.cases.size(); ++i) {
    EXPECT_EQ(list.cases[i].suite, run.cases[i].suite);
    EXPECT_EQ(list.cases[i].line, run.cases[i].line);
    EXPECT_EQ(list.cases[i].depth, run.cases[i].depth);
    EXPECT_THAT(list.cases[i].outcomes, IsEmpty());
  }
}

}  // namespace
}  // namespace regelwerk::suites
