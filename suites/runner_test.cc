#include "suites/runner.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include <fstream>
#include <iterator>
#include <set>
#include <thread>

#include "suites/clusters.h"
#include "suites/reference.h"

namespace regelwerk::suites {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr char kStart[] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
constexpr char kAfterE4[] = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
constexpr char kCastles[] = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";

// A folder of files for one test.
class RunnerTest : public testing::Test {
 protected:
  void SetUp() override {
    const auto* info = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = std::filesystem::path(REGELWERK_BINARY_DIR) / "suites" / "testfiles" / info->name();
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
    spec::Diagnostics diagnostics;
    reference_ = Reference::load("chess", {}, &diagnostics);
    ASSERT_NE(reference_, nullptr) << spec::to_string(diagnostics);
    options_.variant = "chess";
    options_.tool_version = "test";
    options_.engine_deadline = std::chrono::milliseconds(20'000);
    options_.known_faults = write("no-faults.yaml", "known-faults: []\n");
  }

  std::filesystem::path write(const std::string& name, const std::string& text) {
    std::ofstream(folder_ / name) << text;
    return folder_ / name;
  }

  // What a right engine says about `position` and everything below it down to depth 1.
  // `wrong`: replaces lines.
  void tell(const std::string& position, int depth) {
    const generator::ReadResult read = reference_->game().read(position);
    ASSERT_NE(read.position, nullptr);
    tell(*read.position, position, depth);
  }
  void tell(const generator::Position& position, const std::string& text, int depth) {
    std::string line;
    for (const generator::DivideLine& move : position.divide(depth).divide) {
      line += " " + move.action + ":" + std::to_string(move.nodes);
    }
    table_[text + "|" + std::to_string(depth)] = line;
    if (depth > 1) {
      for (const generator::Action action : position.actions()) {
        const auto next = position.clone();
        next->apply(action);
        tell(*next, next->text(), depth - 1);
      }
    }
  }
  void replace(const std::string& position, int depth, const std::string& from,
               const std::string& to) {
    std::string& line = table_.at(position + "|" + std::to_string(depth));
    const std::size_t at = line.find(from);
    ASSERT_NE(at, std::string::npos) << from << " in " << line;
    line.replace(at, from.size(), to);
  }

  // An engine that knows what was told.
  std::string stub(const std::string& arguments = "") {
    std::string text;
    for (const auto& [question, answer] : table_) {
      text += question + "|" + answer + "\n";
    }
    return std::string(REGELWERK_STUB_ENGINE) + " --table " + write("table.txt", text).string() +
           " " + arguments;
  }

  suites::Run run_suite(const std::string& lines) {
    options_.suites = {write("suite.epd", lines)};
    return run_verification(options_);
  }

  static const Outcome& outcome(const suites::Run& run, std::size_t index,
                                const std::string& checker) {
    for (const Outcome& each : run.cases.at(index).outcomes) {
      if (each.checker == checker) {
        return each;
      }
    }
    ADD_FAILURE() << "no outcome of " << checker;
    static const Outcome kNone;
    return kNone;
  }
  const Outcome& engine_outcome(const suites::Run& run, std::size_t index = 0) const {
    return outcome(run, index, options_.engines.at(0));
  }

  std::filesystem::path folder_;
  std::unique_ptr<Reference> reference_;
  RunOptions options_;
  std::map<std::string, std::string> table_;
};

const std::string kStartSuite = std::string(kStart) + " ;D1 20 ;D2 400\n";

TEST_F(RunnerTest, EveryoneAgreesOnTheStartPosition) {
  tell(kStart, 1);
  tell(kStart, 2);
  options_.engines = {stub("--name Right")};
  const auto run = run_suite(kStartSuite);
  EXPECT_EQ(exit_status(run), 0);
  ASSERT_EQ(run.cases.size(), 2u);
  EXPECT_EQ(run.checkers.size(), 3u);
  EXPECT_EQ(run.checkers[2].version, "Right");
  const Counts counts = count_outcomes(run);
  EXPECT_EQ(counts.agrees, 6u);
  EXPECT_EQ(counts.checked(), 6u);
  EXPECT_EQ(engine_outcome(run, 1).actual, 400u);
}

TEST_F(RunnerTest, NamesAMissingMove) {
  tell(kStart, 1);
  options_.engines = {stub("--drop e2e4")};
  const auto run = run_suite(std::string(kStart) + " ;D1 20\n");
  EXPECT_EQ(exit_status(run), 1);
  const Outcome& wrong = engine_outcome(run);
  EXPECT_EQ(wrong.verdict, Verdict::kWrongMoves);
  EXPECT_EQ(wrong.actual, 19u);
  ASSERT_TRUE(wrong.difference.has_value());
  EXPECT_THAT(wrong.difference->missing, ElementsAre("e2e4"));
  EXPECT_THAT(wrong.difference->extra, IsEmpty());
  EXPECT_THAT(wrong.difference->line, IsEmpty());
  ASSERT_EQ(wrong.difference->notes.size(), 1u);
  EXPECT_TRUE(wrong.difference->notes[0].legal);
  EXPECT_EQ(wrong.difference->notes[0].clause, "C3");
  ASSERT_TRUE(wrong.cause.has_value());
  EXPECT_EQ(wrong.cause->fault, FaultClass::kMissing);
  EXPECT_EQ(wrong.cause->action, "e2e4");
  EXPECT_EQ(wrong.cause->rule, "first-move");
  EXPECT_EQ(wrong.cause->clause, "C3");
  EXPECT_GT(wrong.cause->questions, 0);
  EXPECT_THAT(wrong.evidence, IsEmpty());
}

TEST_F(RunnerTest, KeepsTheTranscriptsOfFailures) {
  tell(kStart, 1);
  options_.transcripts = folder_ / "transcripts";
  options_.engines = {stub("--signal 11 --when R3K2R")};
  const auto run = run_suite(std::string(kCastles) + " ;D1 26\n" + kStart + " ;D1 20\n");
  EXPECT_THAT(engine_outcome(run, 1).evidence, IsEmpty());
  // What was said, and a script that says it again.
  ASSERT_EQ(engine_outcome(run, 0).evidence.size(), 2u);
  std::ifstream file(engine_outcome(run, 0).evidence[0]);
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  EXPECT_THAT(text, HasSubstr(kCastles));
  EXPECT_THAT(text, HasSubstr("go perft 1"));
  // A file that cannot be written is no failure of the engine, and is said.
  options_.transcripts = write("a-file", "") / "below";
  const auto other = run_suite(std::string(kCastles) + " ;D1 26\n");
  EXPECT_THAT(engine_outcome(other, 0).evidence, IsEmpty());
  EXPECT_THAT(engine_outcome(other, 0).detail, HasSubstr("the transcript is not kept"));
  EXPECT_EQ(engine_outcome(other, 0).verdict, Verdict::kDied);
}

TEST_F(RunnerTest, FailuresOfOneCauseAreOneCluster) {
  tell(kStart, 1);
  tell(kStart, 2);
  tell(kAfterE4, 1);
  options_.engines = {stub("--drop e2e4")};
  const auto run = run_suite(kStartSuite + kAfterE4 + " ;D1 20\n");
  const std::vector<Cluster> found = clusters(run);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].cases, 2u);
  ASSERT_TRUE(found[0].example.has_value());
  EXPECT_EQ(found[0].example->clause, "C3");
}

TEST_F(RunnerTest, NamesAnExtraMoveAndTheClauseThatForbidsIt) {
  tell(kCastles, 1);
  const std::string attacked = "4k3/8/8/8/8/8/5r2/R3K2R w KQ - 0 1";
  tell(attacked, 1);
  const std::uint64_t right = reference_->game().read(attacked).position->perft(1).nodes;
  options_.engines = {stub("--add e1g1:1")};
  const auto run = run_suite(attacked + " ;D1 " + std::to_string(right) + "\n");
  EXPECT_EQ(exit_status(run), 1);
  const Outcome& wrong = engine_outcome(run);
  EXPECT_EQ(wrong.verdict, Verdict::kWrongMoves);
  ASSERT_TRUE(wrong.difference.has_value());
  EXPECT_THAT(wrong.difference->missing, IsEmpty());
  EXPECT_THAT(wrong.difference->extra, ElementsAre("e1g1"));
  ASSERT_EQ(wrong.difference->notes.size(), 1u);
  const ActionNote& note = wrong.difference->notes[0];
  EXPECT_FALSE(note.legal);
  EXPECT_EQ(note.clause, "C6");
  EXPECT_THAT(note.rule, HasSubstr("castling."));
  EXPECT_THAT(note.shown, HasSubstr("f2"));
}

TEST_F(RunnerTest, DescendsToThePositionThatIsWrong) {
  tell(kStart, 2);
  replace(kStart, 2, "e2e4:20", "e2e4:19");
  replace(kAfterE4, 1, " e7e5:1", "");
  options_.engines = {stub()};
  const auto run = run_suite(std::string(kStart) + " ;D2 400\n");
  EXPECT_EQ(exit_status(run), 1);
  const Outcome& wrong = engine_outcome(run);
  EXPECT_EQ(wrong.verdict, Verdict::kWrongMoves);
  EXPECT_EQ(wrong.actual, 399u);
  ASSERT_TRUE(wrong.difference.has_value());
  EXPECT_EQ(wrong.difference->position, kAfterE4);
  EXPECT_EQ(wrong.difference->depth, 1);
  EXPECT_THAT(wrong.difference->line, ElementsAre("e2e4"));
  EXPECT_THAT(wrong.difference->missing, ElementsAre("e7e5"));
}

TEST_F(RunnerTest, AMissingAndAnExtraMoveDoNotMakeUpForEachOther) {
  tell(kStart, 1);
  replace(kStart, 1, "e2e4:1", "e2e5:1");
  options_.engines = {stub()};
  const auto run = run_suite(std::string(kStart) + " ;D1 20\n");
  EXPECT_EQ(exit_status(run), 1);
  const Outcome& wrong = engine_outcome(run);
  EXPECT_EQ(wrong.verdict, Verdict::kWrongMoves);
  EXPECT_EQ(wrong.actual, 20u);
  ASSERT_TRUE(wrong.difference.has_value());
  EXPECT_THAT(wrong.difference->missing, ElementsAre("e2e4"));
  EXPECT_THAT(wrong.difference->extra, ElementsAre("e2e5"));
}

TEST_F(RunnerTest, ACountThatIsRightOnlyWhenAskedDirectlyIsAWrongChild) {
  tell(kStart, 2);
  replace(kStart, 2, "e2e4:20", "e2e4:21");
  options_.engines = {stub()};
  const auto run = run_suite(std::string(kStart) + " ;D2 400\n");
  EXPECT_EQ(exit_status(run), 1);
  EXPECT_EQ(engine_outcome(run).verdict, Verdict::kWrongChild);
  ASSERT_TRUE(engine_outcome(run).difference.has_value());
  EXPECT_THAT(engine_outcome(run).difference->line, ElementsAre("e2e4"));
}

TEST_F(RunnerTest, DeeperRowsOfAPositionPointBackToTheFirst) {
  tell(kStart, 1);
  tell(kStart, 2);
  options_.engines = {stub("--drop e2e4")};
  const auto run = run_suite(kStartSuite);
  ASSERT_EQ(run.cases.size(), 2u);
  EXPECT_EQ(engine_outcome(run, 1).verdict, Verdict::kWrongMoves);
  EXPECT_EQ(engine_outcome(run, 0).explained_at, 0);
  EXPECT_EQ(engine_outcome(run, 1).explained_at, 1);
}

TEST_F(RunnerTest, CastlingSpeltAsKingTakesRookIsNoDifference) {
  tell(kCastles, 1);
  replace(kCastles, 1, "e1g1:1", "e1h1:1");
  replace(kCastles, 1, "e1c1:1", "e1a1:1");
  options_.engines = {stub()};
  const auto run = run_suite(std::string(kCastles) + " ;D1 26\n");
  EXPECT_EQ(engine_outcome(run).verdict, Verdict::kAgrees);
  EXPECT_EQ(exit_status(run), 0);
}

TEST_F(RunnerTest, ADeadEngineFailsItsRowAndAnswersTheNext) {
  tell(kStart, 1);
  tell(kCastles, 1);
  options_.engines = {stub("--signal 11 --when R3K2R")};
  const auto run = run_suite(std::string(kCastles) + " ;D1 26\n" + kStart + " ;D1 20\n");
  EXPECT_EQ(exit_status(run), 3);
  EXPECT_EQ(engine_outcome(run, 0).verdict, Verdict::kDied);
  EXPECT_FALSE(engine_outcome(run, 0).actual.has_value());
  EXPECT_THAT(engine_outcome(run, 0).detail, HasSubstr("signal 11"));
  EXPECT_EQ(engine_outcome(run, 1).verdict, Verdict::kAgrees);
}

TEST_F(RunnerTest, AWrongAnswerWeighsMoreThanADeadEngine) {
  tell(kStart, 1);
  options_.engines = {stub("--signal 11")};
  const auto run = run_suite(std::string(kStart) + " ;D1 21\n");
  EXPECT_EQ(exit_status(run), 1);
}

TEST_F(RunnerTest, AHangingEngineIsLeftAloneAfterAWhile) {
  options_.engines = {stub("--hang --when R3K2R")};
  options_.engine_deadline = std::chrono::milliseconds(300);
  const auto run = run_suite(std::string(kCastles) + " ;D1 26 ;D2 112 ;D3 3189 ;D4 17945\n");
  EXPECT_EQ(exit_status(run), 3);
  EXPECT_EQ(engine_outcome(run, 0).verdict, Verdict::kHung);
  EXPECT_EQ(engine_outcome(run, 2).verdict, Verdict::kHung);
  EXPECT_EQ(engine_outcome(run, 3).verdict, Verdict::kNotRun);
}

TEST_F(RunnerTest, NonsenseIsNoCount) {
  tell(kStart, 1);
  for (const char* fault : {"--nonsense", "--wrong-sum", "--bad-total", "--overflow"}) {
    options_.engines = {stub(fault)};
    const auto run = run_suite(std::string(kStart) + " ;D1 20\n");
    EXPECT_EQ(exit_status(run), 3) << fault;
    EXPECT_EQ(engine_outcome(run).verdict, Verdict::kNonsense) << fault;
    EXPECT_FALSE(engine_outcome(run).actual.has_value()) << fault;
  }
}

TEST_F(RunnerTest, AnEngineThatChecksNothingIsNoPass) {
  tell(kStart, 1);
  options_.engines = {stub("--no-perft --no-d")};
  EXPECT_EQ(exit_status(run_suite(kStartSuite)), 2);
  options_.engines = {"no-such-engine-anywhere"};
  const auto run = run_suite(kStartSuite);
  EXPECT_EQ(exit_status(run), 2);
  EXPECT_EQ(engine_outcome(run, 0).verdict, Verdict::kNotStarted);
  EXPECT_EQ(engine_outcome(run, 1).verdict, Verdict::kNotRun);
}

TEST_F(RunnerTest, AnotherPositionThanTheOneSentIsADisagreement) {
  tell(kStart, 1);
  tell(kCastles, 1);
  options_.engines = {stub("--ignore-position")};
  const auto run = run_suite(std::string(kCastles) + " ;D1 26\n");
  EXPECT_EQ(engine_outcome(run).verdict, Verdict::kWrongPosition);
  EXPECT_EQ(exit_status(run), 1);
}

TEST_F(RunnerTest, ATotalThatHasRunOverIsWrongAtOnce) {
  tell(kStart, 3);
  options_.engines = {stub("--overflow-at 8")};
  const auto run = run_suite(std::string(kStart) + " ;D3 8902\n");
  EXPECT_EQ(exit_status(run), 1);
  EXPECT_EQ(engine_outcome(run).said, "-58");
  EXPECT_THAT(engine_outcome(run).detail, HasSubstr("the right count modulo 2^8"));
  ASSERT_TRUE(engine_outcome(run).cause);
  EXPECT_EQ(engine_outcome(run).cause->fault, FaultClass::kCountOnly);
}

TEST_F(RunnerTest, AMoveListedTwiceIsAnExtraMove) {
  tell(kStart, 1);
  options_.engines = {stub("--twice")};
  const auto run = run_suite(kStartSuite);
  EXPECT_EQ(exit_status(run), 1);
  ASSERT_TRUE(engine_outcome(run).cause);
  EXPECT_EQ(engine_outcome(run).cause->fault, FaultClass::kExtra);
  EXPECT_THAT(engine_outcome(run).cause->shown, HasSubstr("more than once"));
}

TEST_F(RunnerTest, WhoNeedsMoreTimeThanThereIsIsNotRun) {
  tell(kCastles, 1);
  options_.engines = {stub("--slow-aside --at 1 --when R3K2R")};
  options_.engine_deadline = std::chrono::milliseconds(300);
  const auto run = run_suite(std::string(kCastles) + " ;D1 26 ;D2 112 ;D3 3189\n");
  EXPECT_EQ(engine_outcome(run, 0).verdict, Verdict::kTooSlow);
  EXPECT_THAT(engine_outcome(run, 0).detail, HasSubstr("deadline=SECONDS"));
  for (const std::size_t deeper : {1, 2}) {
    EXPECT_EQ(engine_outcome(run, deeper).verdict, Verdict::kTooSlow);
    EXPECT_THAT(engine_outcome(run, deeper).detail, HasSubstr("not asked: depth 1"));
  }
  EXPECT_EQ(exit_status(run), 2) << "nothing was seen of it";
}

// A root without moves says nothing of what an engine can do; the order of the rows changes
// nothing.
TEST_F(RunnerTest, TheOrderOfTheRowsChangesNoVerdict) {
  const std::string mate = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
  tell(kStart, 1);
  tell(kCastles, 1);
  tell(mate, 1);
  std::vector<std::string> rows = {mate + " ;D1 0\n", std::string(kStart) + " ;D1 20\n",
                                   std::string(kCastles) + " ;D1 26\n"};
  for (const char* habits :
       {"--mute-mates --none 0000", "--mute-mates --none a1a1", "--perft none --multipv 500",
        "--perft none --trusting", "--drop e1g1", "--perft perft --totals-only --total ''"}) {
    options_.engines = {stub(habits)};
    std::map<std::string, std::string> first;
    std::sort(rows.begin(), rows.end());
    do {
      const auto run = run_suite(rows[0] + rows[1] + rows[2]);
      std::map<std::string, std::string> verdicts;
      for (std::size_t i = 0; i < run.cases.size(); ++i) {
        verdicts[run.cases[i].position] = std::string(verdict_name(engine_outcome(run, i).verdict));
      }
      if (first.empty()) first = verdicts;
      EXPECT_EQ(verdicts, first) << habits;
    } while (std::next_permutation(rows.begin(), rows.end()));
  }
}

TEST_F(RunnerTest, AnUnknownVariantIsNeverACount) {
  options_.variant = "capablanca";
  options_.engines = {stub()};
  const auto run =
      run_suite("rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1 ;D1 28\n");
  EXPECT_EQ(engine_outcome(run).verdict, Verdict::kVariantUnknown);
  EXPECT_FALSE(engine_outcome(run).actual.has_value());
  EXPECT_EQ(outcome(run, 0, "generator").verdict, Verdict::kAgrees);
  EXPECT_EQ(exit_status(run), 2);
}

std::string fault_file(const std::string& answer) {
  return "known-faults:\n  - {engine: Stub 1, variant: chess, position: \"" + std::string(kStart) +
         "\", depth: 1, answer: \"" + answer + "\", note: \"forgets a pawn\"}\n";
}

TEST_F(RunnerTest, AKnownFaultDoesNotFail) {
  tell(kStart, 1);
  options_.engines = {stub("--drop e2e4")};
  options_.known_faults = write("faults.yaml", fault_file("19"));
  const std::string suite = std::string(kStart) + " ;D1 20\n";
  const auto known = run_suite(suite);
  EXPECT_EQ(engine_outcome(known).verdict, Verdict::kKnownFault);
  EXPECT_THAT(engine_outcome(known).detail, HasSubstr("forgets a pawn"));
  EXPECT_EQ(exit_status(known), 0);

  options_.strict = true;
  EXPECT_EQ(exit_status(run_suite(suite)), 1);
  options_.strict = false;

  options_.known_faults = write("faults.yaml", fault_file("18"));
  const auto other = run_suite(suite);
  EXPECT_EQ(engine_outcome(other).verdict, Verdict::kWrongMoves);
  EXPECT_THAT(engine_outcome(other).detail, HasSubstr("18"));
  EXPECT_EQ(exit_status(other), 1);
}

TEST_F(RunnerTest, AKnownFaultMayBeNamedByItsCause) {
  tell(kStart, 1);
  options_.engines = {stub("--drop e2e4")};
  const std::string suite = std::string(kStart) + " ;D1 20\n";
  const auto with = [&](const std::string& clause) {
    options_.known_faults = write(
        "faults.yaml",
        "known-faults:\n  - {engine: \"Stub*\", variant: chess, class: missing, clause: " + clause +
            ", note: \"forgets pawns\"}\n");
    return run_suite(suite);
  };
  const auto known = with("C3");
  EXPECT_EQ(engine_outcome(known).verdict, Verdict::kKnownFault);
  EXPECT_THAT(engine_outcome(known).detail, HasSubstr("forgets pawns"));
  EXPECT_EQ(exit_status(known), 0);
  EXPECT_EQ(engine_outcome(with("C4")).verdict, Verdict::kWrongMoves);
  options_.engines = {stub()};
  EXPECT_THAT(with("C3").resolved_faults, IsEmpty());
}

TEST_F(RunnerTest, AKnownFaultThatIsGoneIsReported) {
  tell(kStart, 1);
  options_.engines = {stub()};
  options_.known_faults = write("faults.yaml", fault_file("19"));
  const auto run = run_suite(std::string(kStart) + " ;D1 20\n");
  EXPECT_EQ(exit_status(run), 0);
  ASSERT_EQ(run.resolved_faults.size(), 1u);
  EXPECT_THAT(run.resolved_faults[0], HasSubstr("no longer occurs"));
}

TEST_F(RunnerTest, ACountUnderTheWrongDepthIsSeenThrough) {
  const auto run = run_suite(std::string(kStart) + " ;D1 20 ;D2 8902\n");
  EXPECT_EQ(exit_status(run), 1);
  EXPECT_EQ(outcome(run, 1, "generator").verdict, Verdict::kWrongCount);
  EXPECT_THAT(run.cases[1].remarks, Contains(HasSubstr("suspect the suite")));
  const auto other = run_suite(std::string(kStart) + " ;D3 400\n");
  EXPECT_THAT(other.cases[0].remarks, Contains(HasSubstr("at depth 2")));
}

TEST_F(RunnerTest, ALostEnPassantSquareIsHintedAt) {
  const std::string with = "4k3/8/8/2Pp4/8/8/8/4K3 w - d6 0 2";
  const std::string without = "4k3/8/8/2Pp4/8/8/8/4K3 w - - 0 2";
  const generator::ReadResult read = reference_->game().read(without);
  ASSERT_NE(read.position, nullptr);
  tell(*read.position, with, 1);
  options_.engines = {stub()};
  const std::uint64_t right = reference_->game().read(with).position->perft(1).nodes;
  const auto run = run_suite(with + " ;D1 " + std::to_string(right) + "\n");
  EXPECT_EQ(engine_outcome(run).verdict, Verdict::kWrongMoves);
  EXPECT_THAT(engine_outcome(run).detail, HasSubstr("without its en passant square"));
  EXPECT_THAT(engine_outcome(run).difference->missing, ElementsAre("c5d6"));
}

TEST_F(RunnerTest, RowsAboveTheLimitAreNotRun) {
  options_.max_nodes = 100;
  const auto run = run_suite(kStartSuite);
  EXPECT_EQ(exit_status(run), 0);
  const Counts counts = count_outcomes(run);
  EXPECT_EQ(counts.checked(), 2u);
  EXPECT_EQ(counts.not_run, 2u);
  EXPECT_THAT(outcome(run, 1, "oracle").detail, HasSubstr("above 100 nodes"));
  options_.max_nodes = 1;
  EXPECT_EQ(exit_status(run_suite(kStartSuite)), 2) << "nothing was checked";
}

TEST_F(RunnerTest, ADeadlineLeavesRowsOut) {
  options_.time = std::chrono::milliseconds(0);
  const auto run = run_suite(kStartSuite);
  EXPECT_TRUE(run.deadline_reached);
  EXPECT_EQ(exit_status(run), 4);
  EXPECT_EQ(count_outcomes(run).not_run, 4u);
}

TEST_F(RunnerTest, AnInterruptGivesThePartialResult) {
  std::atomic<bool> stop{false};
  options_.stop = &stop;
  options_.progress = [&](const Progress& progress) {
    EXPECT_EQ(progress.total, 2u);
    stop = progress.done == 1;
  };
  const auto run = run_suite(kStartSuite);
  EXPECT_TRUE(run.interrupted);
  EXPECT_EQ(exit_status(run), 130);
  ASSERT_EQ(run.cases.size(), 2u);
  EXPECT_EQ(outcome(run, 0, "generator").verdict, Verdict::kAgrees);
  EXPECT_EQ(outcome(run, 1, "generator").verdict, Verdict::kNotRun);
}

TEST_F(RunnerTest, AnInterruptDoesNotWaitForTheEngine) {
  std::atomic<bool> stop{false};
  options_.stop = &stop;
  options_.engines = {stub("--hang")};
  options_.engine_deadline = std::chrono::hours(24);
  std::thread later([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    stop = true;
  });
  const auto run = run_suite(kStartSuite);
  later.join();
  EXPECT_EQ(exit_status(run), 130);
  EXPECT_EQ(engine_outcome(run, 0).verdict, Verdict::kInterrupted);
}

TEST_F(RunnerTest, AnIllegalPositionIsRefusedNotMiscounted) {
  tell(kStart, 1);
  options_.engines = {stub()};
  const auto run =
      run_suite("3Pk3/8/8/8/8/8/8/4K3 w - - 0 1 ;D1 5\n" + std::string(kStart) + " ;D1 20\n");
  EXPECT_EQ(outcome(run, 0, "generator").verdict, Verdict::kRefused);
  EXPECT_EQ(outcome(run, 0, "oracle").verdict, Verdict::kRefused);
  EXPECT_EQ(engine_outcome(run, 0).verdict, Verdict::kNotRun);
  EXPECT_EQ(exit_status(run), 2);
}

TEST_F(RunnerTest, AGivenPositionIsCheckedAtEveryDepth) {
  tell(kCastles, 1);
  tell(kCastles, 2);
  tell(kCastles, 3);
  replace(kCastles, 2, "e1g1:", "e1g1:1");
  options_.engines = {stub()};
  options_.position = {kCastles, 3};
  const auto run = run_verification(options_);
  ASSERT_EQ(run.cases.size(), 3u);
  EXPECT_EQ(run.cases[0].expected, 26u);
  EXPECT_EQ(run.cases[2].depth, 3);
  EXPECT_EQ(outcome(run, 2, "oracle").verdict, Verdict::kAgrees);
  EXPECT_EQ(engine_outcome(run, 0).verdict, Verdict::kAgrees);
  EXPECT_NE(engine_outcome(run, 1).verdict, Verdict::kAgrees);
  EXPECT_EQ(exit_status(run), 1);
}

TEST_F(RunnerTest, ASuiteOfAnotherVariantIsAnError) {
  const auto run = run_suite("# variant: capablanca\n" + kStartSuite);
  EXPECT_TRUE(spec::has_errors(run.diagnostics));
  EXPECT_THAT(run.cases, IsEmpty());
  EXPECT_EQ(exit_status(run), 2);
  EXPECT_THAT(spec::to_string(run.diagnostics), HasSubstr("suite.epd:1:1"));
}

TEST_F(RunnerTest, AnotherSpecHashIsAWarning) {
  const auto run = run_suite("# spec: 0123456789abcdef\n" + kStartSuite);
  EXPECT_FALSE(spec::has_errors(run.diagnostics));
  EXPECT_THAT(spec::to_string(run.diagnostics), HasSubstr("0123456789abcdef"));
  EXPECT_EQ(exit_status(run), 0);
}

TEST_F(RunnerTest, WrongInputIsReportedAllAtOnce) {
  options_.suites = {write("one.epd", "rubbish\n"), write("two.yaml", "examples: [{nam: x}]\n")};
  const auto run = run_verification(options_);
  EXPECT_EQ(exit_status(run), 2);
  EXPECT_THAT(spec::to_string(run.diagnostics), HasSubstr("one.epd:1:1"));
  EXPECT_THAT(spec::to_string(run.diagnostics), HasSubstr("did you mean 'name'?"));
  options_.variant = "no-such-variant";
  EXPECT_EQ(exit_status(run_verification(options_)), 2);
}

TEST_F(RunnerTest, ASpecOfOnesOwnIsCheckedFromItsStart) {
  options_.variant = write("mine.yaml",
                           "regelwerk: 1\nvariant: mine\ntitle: Mine\nextends: chess\n"
                           "rules: {promotion: {to: [queen]}}\n")
                         .string();
  const auto run = run_verification(options_);
  EXPECT_EQ(run.variant, "mine") << spec::to_string(run.diagnostics);
  ASSERT_FALSE(run.cases.empty());
  EXPECT_EQ(outcome(run, 0, "oracle").verdict, Verdict::kAgrees);
  EXPECT_EQ(exit_status(run), 0);
}

TEST_F(RunnerTest, AllKindsOfBundledFilesAreRun) {
  options_.max_nodes = 1'000;
  const auto run = run_verification(options_);
  EXPECT_FALSE(spec::has_errors(run.diagnostics)) << spec::to_string(run.diagnostics);
  std::set<CaseKind> kinds;
  for (const CaseResult& result : run.cases) {
    kinds.insert(result.kind);
    EXPECT_THAT(result.suite, Not(HasSubstr("suites/")));
  }
  EXPECT_EQ(kinds.size(), 4u);
}

}  // namespace
}  // namespace regelwerk::suites
