#include "oracle/engines/engine.h"

#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <fstream>
#include <memory>
#include <thread>

#include "oracle/engines/testing.h"

namespace regelwerk::engines {
namespace {

TEST(StubEngine, CountsAndSortsTheDivide) {
  Engine engine(stub("--divide 'b2b4:5 a2a3:3' --name 'My Engine 7'"), chess());
  const PerftAnswer answer = engine.perft(kStart, 2, kPlenty);
  ASSERT_FALSE(answer.failure) << answer.failure->detail;
  EXPECT_EQ(answer.nodes, 8u);
  ASSERT_EQ(answer.divide.size(), 2u);
  EXPECT_EQ(answer.divide[0].action, "a2a3");
  EXPECT_EQ(answer.divide[0].nodes, 3u);
  EXPECT_EQ(answer.divide[1].action, "b2b4");
  EXPECT_EQ(engine.name(), "My Engine 7");
}

TEST(StubEngine, HasTheCommandAsNameUntilItHasSaidSo) {
  Engine engine("./some engine", chess());
  EXPECT_EQ(engine.name(), "./some engine");
  EXPECT_EQ(engine.command(), "./some engine");
}

TEST(StubEngine, AnswersFromATable) {
  const TemporaryFile table("table", std::string(kStart) + "|1|a2a3:1 a2a4:1\n# note\n" + kStart +
                                         "|2|a2a3:20 a2a4:20\n" + kOther + "|1|h1h8:1\n");
  Engine engine(stub("--table '" + table.path() + "'"), chess());
  EXPECT_COUNTS(engine.perft(kStart, 2, kPlenty), 40);
  EXPECT_COUNTS(engine.perft(kOther, 1, kPlenty), 1);
  EXPECT_COUNTS(engine.perft("startpos", 1, kPlenty), 2);
  EXPECT_FAILS(engine.perft(kOther, 2, kPlenty), Kind::kDied, "not in the table");
}

TEST(StubEngine, WrongDividesArriveAsTheyAre) {
  Engine dropped(stub_with_divide("--drop a2a3"), chess());
  EXPECT_COUNTS(dropped.perft(kStart, 2, kPlenty), 5);
  Engine added(stub_with_divide("--add c2c3:4"), chess());
  EXPECT_COUNTS(added.perft(kStart, 2, kPlenty), 12);
  Engine changed(stub_with_divide("--change a2a3:4"), chess());
  EXPECT_COUNTS(changed.perft(kStart, 2, kPlenty), 9);
}

TEST(StubEngine, NoiseAndLineEndsDoNotMatter) {
  for (const char* style : {"--noise", "--crlf", "--noise --crlf", "--no-d", "--no-d --crlf"}) {
    Engine engine(stub_with_divide(style), chess());
    const PerftAnswer answer = engine.perft(kStart, 2, kPlenty);
    ASSERT_FALSE(answer.failure) << style << ": " << answer.failure->detail;
    EXPECT_EQ(answer.nodes, 8u) << style;
    EXPECT_EQ(answer.divide.size(), 2u) << style;
    EXPECT_COUNTS(engine.perft(kSameMoves, 2, kPlenty), 8);
  }
}

TEST(StubEngine, DeathBySignalIsNamedAndTheNextQuestionIsAnswered) {
  Engine engine(stub_with_divide("--signal 11 --at 2"), chess());
  EXPECT_COUNTS(engine.perft(kStart, 2, kPlenty), 8);
  EXPECT_FAILS(engine.perft(kStart, 2, kPlenty), Kind::kDied,
               "killed by signal 11 (SIGSEGV) after `go perft 2`");
  EXPECT_COUNTS(engine.perft(kStart, 2, kPlenty), 8);
}

TEST(StubEngine, DeathInTheMiddleOfADivideIsNoCount) {
  Engine engine(stub_with_divide("--break-off 6 --at 1"), chess());
  EXPECT_FAILS(engine.perft(kStart, 2, kPlenty), Kind::kDied, "signal 6 (SIGABRT)");
}

TEST(StubEngine, ExitCodesAreNotSignals) {
  Engine engine(stub_with_divide("--exit 11 --at 1"), chess());
  EXPECT_FAILS(engine.perft(kStart, 2, kPlenty), Kind::kDied, "exited with code 11 after");
  Engine clean(stub_with_divide("--exit 0 --at 1"), chess());
  EXPECT_FAILS(clean.perft(kStart, 2, kPlenty), Kind::kDied, "exited with code 0 after");
}

TEST(StubEngine, AKillFromOutsideIsNotTakenForOurs) {
  Engine engine(stub_with_divide("--signal 9 --at 1"), chess());
  EXPECT_FAILS(engine.perft(kStart, 2, kPlenty), Kind::kDied, "signal 9 (SIGKILL)");
}

TEST(StubEngine, AShellsExitCodeIsExplained) {
  Engine engine("sh -c '" REGELWERK_STUB_ENGINE " --signal 11 --at 1 --divide a2a3:1; exit $?'",
                chess());
  EXPECT_FAILS(engine.perft(kStart, 2, kPlenty), Kind::kDied,
               "exited with code 139, which from a shell script means signal 11 (SIGSEGV)");
}

TEST(StubEngine, DyingAtOnceIsToldWithItsLastWords) {
  Engine engine(stub("--exit-at-start 2 --say 'no network file'"), chess());
  EXPECT_FAILS(engine.perft(kStart, 2, kPlenty), Kind::kDied, "exited with code 2 after `uci`");
  EXPECT_FAILS(engine.perft(kStart, 2, kPlenty), Kind::kDied, "no network file");
  Engine killed(stub("--signal-at-start 11"), chess());
  EXPECT_FAILS(killed.perft(kStart, 2, kPlenty), Kind::kDied, "signal 11 (SIGSEGV) after `uci`");
}

TEST(StubEngine, WhatCannotBeStartedIsNotFound) {
  Engine missing("there-is-no-such-engine --x", chess());
  EXPECT_FAILS(missing.perft(kStart, 1, kPlenty), Kind::kNotFound, "'there-is-no-such-engine'");
  Engine missing_path("./there/is/none", chess());
  EXPECT_FAILS(missing_path.perft(kStart, 1, kPlenty), Kind::kNotFound, "'./there/is/none'");
  Engine empty("", chess());
  EXPECT_FAILS(empty.perft(kStart, 1, kPlenty), Kind::kNotFound, "empty command");
  Engine folder("/usr", chess());
  EXPECT_FAILS(folder.perft(kStart, 1, kPlenty), Kind::kNotFound, "'/usr'");
  const TemporaryFile text("text", "neither a program nor a script\n");
  chmod(text.path().c_str(), 0755);
  Engine no_program("'" + text.path() + "'", chess());
  EXPECT_FAILS(no_program.perft(kStart, 1, kPlenty), Kind::kNotFound, "cannot start");
}

TEST(StubEngine, HangingIsEndedAtTheDeadline) {
  Engine engine(stub_with_divide("--hang --at 1 --when 4k3"), chess());
  EXPECT_FAILS(engine.perft(kOther, 2, kShort), Kind::kHung, "`go perft 2` within 0.3 s");
  EXPECT_COUNTS(engine.perft(kStart, 2, kPlenty), 8);
}

TEST(StubEngine, AStopFromOutsideEndsTheQuestion) {
  std::atomic<bool> stop = false;
  EngineOptions options;
  options.stop = &stop;
  Engine engine(stub_with_divide("--hang --when 4k3"), chess(), options);
  EXPECT_COUNTS(engine.perft(kStart, 2, kPlenty), 8);
  std::thread later([&stop] {
    std::this_thread::sleep_for(100ms);
    stop = true;
  });
  const PerftAnswer answer = engine.perft(kOther, 2, kPlenty);
  later.join();
  ASSERT_TRUE(answer.failure);
  EXPECT_EQ(answer.failure->kind, Kind::kHung);
  EXPECT_THAT(answer.failure->detail, HasSubstr("stopped"));
  stop = false;
  EXPECT_COUNTS(engine.perft(kStart, 2, kPlenty), 8);
}

TEST(StubEngine, AHalfAnswerIsNoAnswer) {
  Engine engine(stub_with_divide("--no-nodes --at 1"), chess());
  EXPECT_FAILS(engine.perft(kStart, 2, kShort), Kind::kHung, "0.3 s");
}

TEST(StubEngine, TalkingForEverIsHangingToo) {
  Engine engine(stub_with_divide("--flood --at 1"), chess());
  EXPECT_FAILS(engine.perft(kStart, 2, kShort), Kind::kHung, "0.3 s");
  EXPECT_LE(engine.transcript().size(), 11'000u);
}

TEST(StubEngine, ALineWithoutEndIsNonsense) {
  Engine engine(stub_with_divide("--long-line --at 1"), chess());
  EXPECT_FAILS(engine.perft(kStart, 2, kPlenty), Kind::kNonsense, "bytes");
}

TEST(StubEngine, AClosedOutputWithoutAnEndIsNoDeath) {
  Engine engine(stub_with_divide("--close --at 1"), chess());
  EXPECT_FAILS(engine.perft(kStart, 2, kPlenty), Kind::kClosed, "without ending, and was killed");
}

TEST(StubEngine, HangingInTheHandshakeHasItsOwnDeadline) {
  EngineOptions options;
  options.start_deadline = kShort;
  Engine on_uci(stub("--hang-on-uci"), chess(), options);
  EXPECT_FAILS(on_uci.perft(kStart, 2, kPlenty), Kind::kHung, "`uci` within 0.3 s");
  Engine on_isready(stub("--hang-on-isready"), chess(), options);
  EXPECT_FAILS(on_isready.perft(kStart, 2, kPlenty), Kind::kHung, "`isready` within 0.3 s");
}

TEST(StubEngine, AProgramThatOnlyEchoesIsNoEngine) {
  EngineOptions options;
  options.start_deadline = kShort;
  Engine engine("cat", chess(), options);
  EXPECT_FAILS(engine.perft(kStart, 2, kPlenty), Kind::kHung, "`uci`");
}

TEST(StubEngine, NonsenseIsNeverACount) {
  const std::pair<const char*, const char*> cases[] = {
      {"--nonsense", "'e2e4: many'"},
      {"--bad-total", "'Nodes searched: ?'"},
      {"--wrong-sum", "says 9 nodes, but its 2 moves add up to 8"},
      {"--overflow", "2^64"}};
  for (const auto& [fault, detail] : cases) {
    Engine engine(stub_with_divide(fault), chess());
    EXPECT_FAILS(engine.perft(kStart, 2, kPlenty), Kind::kNonsense, detail);
  }
}

TEST(StubEngine, LateAnswersAreNotTakenForTheNextQuestions) {
  const TemporaryFile table("late",
                            std::string(kStart) + "|1|a2a3:1 a2a4:1\n" + kOther + "|1|h1h8:1\n");
  for (const char* style : {"", " --no-d"}) {
    Engine engine(stub("--late --table '" + table.path() + "'" + style), chess());
    EXPECT_COUNTS(engine.perft(kStart, 1, kPlenty), 2);
    EXPECT_COUNTS(engine.perft(kOther, 1, kPlenty), 1);
  }
}

TEST(StubEngine, ASearchIsNoPerft) {
  Engine searching(stub_with_divide("--bestmove"), chess());
  EXPECT_FAILS(searching.perft(kStart, 2, kPlenty), Kind::kNoPerft, "bestmove e2e4");
  Engine refusing(stub_with_divide("--no-perft"), chess());
  EXPECT_FAILS(refusing.perft(kStart, 2, kPlenty), Kind::kNoPerft, "Unknown command");
}

TEST(StubEngine, ABestmoveAfterTheCountDoesNotMatter) {
  Engine engine(stub_with_divide("--bestmove-after"), chess());
  EXPECT_COUNTS(engine.perft(kStart, 2, kPlenty), 8);
  EXPECT_COUNTS(engine.perft(kStart, 2, kPlenty), 8);
}

TEST(StubEngine, AnotherPositionThanTheOneSentIsRefused) {
  Engine engine(stub_with_divide("--ignore-position"), chess());
  EXPECT_COUNTS(engine.perft(kStart, 2, kPlenty), 8);
  const PerftAnswer answer = engine.perft(kOther, 2, kPlenty);
  ASSERT_TRUE(answer.failure);
  EXPECT_EQ(answer.failure->kind, Kind::kOtherPosition);
  EXPECT_THAT(answer.failure->detail, HasSubstr(kOther));
  EXPECT_THAT(answer.failure->detail, HasSubstr(kStart));
}

TEST(StubEngine, AVariantMustBeOfferedAsSpelt) {
  const spec::Variant capablanca = variant("capablanca", 10);
  Engine without(stub_with_divide(""), capablanca);
  EXPECT_FAILS(without.perft(kStart, 1, kPlenty), Kind::kVariantUnknown, "UCI_Variant");
  Engine other(stub_with_divide("--variant chess --variant Capablanca"), capablanca);
  EXPECT_FAILS(other.perft(kStart, 1, kPlenty), Kind::kVariantUnknown, "'capablanca'");
  Engine not_chess(stub_with_divide("--variant shogi"), chess());
  EXPECT_FAILS(not_chess.perft(kStart, 1, kPlenty), Kind::kVariantUnknown, "'chess'");
  spec::Variant unnamed = chess();
  unnamed.engines.clear();
  Engine nameless(stub_with_divide("--variant chess"), unnamed);
  EXPECT_FAILS(nameless.perft(kStart, 1, kPlenty), Kind::kVariantUnknown, "no uci-variant");
}

TEST(StubEngine, OptionsAreSetBeforeThePosition) {
  const spec::Variant capablanca = variant("capablanca");
  Engine engine(stub_with_divide("--variant chess --variant capablanca"), capablanca);
  EXPECT_COUNTS(engine.perft(kStart, 2, kPlenty), 8);
  EXPECT_THAT(
      sent_lines(engine),
      ElementsAre("uci", "setoption name UCI_Variant value capablanca", "ucinewgame", "isready",
                  // what it can do
                  "isready", std::string("position fen ") + kStart, "isready", "d", "isready",
                  "go perft 1",
                  // the question
                  "isready", std::string("position fen ") + kStart, "d", "isready", "go perft 2"));
}

TEST(StubEngine, Chess960IsSetIfTheSpecAsksForIt) {
  spec::Variant chess960 = chess();
  chess960.engines["uci-chess960"] = "on";
  Engine without(stub_with_divide(""), chess960);
  EXPECT_FAILS(without.perft(kStart, 1, kPlenty), Kind::kVariantUnknown, "UCI_Chess960");
  Engine with(stub_with_divide("--chess960"), chess960);
  EXPECT_COUNTS(with.perft(kStart, 1, kPlenty), 8);
  EXPECT_THAT(with.transcript(), Contains(HasSubstr("> setoption name UCI_Chess960 value true")));
}

TEST(StubEngine, AWishForAnUnknownOptionIsNotDroppedInSilence) {
  EngineOptions options;
  options.uci_options = {{"Hsah", "16"}};
  Engine engine(stub_with_divide(""), chess(), options);
  EXPECT_FAILS(engine.perft(kStart, 1, kPlenty), Kind::kOptionRefused, "'Hsah'");
}

TEST(StubEngine, DepthZeroIsNeverAsked) {
  Engine engine(stub_with_divide(""), chess());
  EXPECT_THROW(engine.perft(kStart, 0, kPlenty), std::invalid_argument);
}

bool is_alive(pid_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/stat");
  std::string line;
  if (!std::getline(file, line)) return false;
  const std::size_t name_end = line.rfind(')');
  return name_end == std::string::npos || line.substr(name_end + 2, 1) != "Z";
}

TEST(StubEngine, ChildrenOfAWrapperDoNotOutliveIt) {
  for (const char* fault : {"--hang", "--exit 1", ""}) {
    const TemporaryFile number("child");
    {
      Engine engine(stub_with_divide("--child '" + number.path() + "' " + fault), chess());
      engine.perft(kStart, 1, kShort);
    }
    pid_t child = 0;
    std::ifstream(number.path()) >> child;
    ASSERT_GT(child, 0);
    // A killed orphan vanishes when the system gets round to it.
    for (int i = 0; i < 1000 && is_alive(child); ++i) std::this_thread::sleep_for(10ms);
    EXPECT_FALSE(is_alive(child)) << fault;
  }
}

TEST(StubEngine, TwoEnginesDoNotHoldEachOthersPipes) {
  // The second would keep the first one's input open, so that "quit" or a closed pipe is not seen.
  auto first = std::make_unique<Engine>(stub_with_divide(""), chess());
  EXPECT_COUNTS(first->perft(kStart, 2, kPlenty), 8);
  Engine second("sh -c 'ls -l /proc/self/fd >&2; exit 5'", chess());
  const PerftAnswer answer = second.perft(kStart, 2, kPlenty);
  ASSERT_TRUE(answer.failure);
  // Standard streams and the open folder itself: 0 to 3.
  EXPECT_THAT(answer.failure->detail, HasSubstr(" 3 ->"));
}

TEST(StubEngine, ManyEnginesInManyThreads) {
  std::vector<std::thread> threads;
  std::atomic<int> right = 0;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&right] {
      Engine engine(stub_with_divide("--signal 11 --at 2"), chess());
      for (int k = 0; k < 6; ++k) {
        const PerftAnswer answer = engine.perft(kStart, 2, kPlenty);
        const bool dies = k % 2 == 1;
        if (dies ? answer.failure && answer.failure->kind == Kind::kDied : answer.nodes == 8) {
          ++right;
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(right, 24);
}

}  // namespace
}  // namespace regelwerk::engines
