// Faults of released engines, found by an ordinary verification. Skipped where the program is not
// installed or is another version.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "suites/runner.h"

namespace regelwerk::suites {
namespace {

suites::Run verify(const std::string& variant, const std::string& position, int depth,
                   const std::string& engine) {
  RunOptions options;
  options.variant = variant;
  options.position = {position, depth};
  options.engines = {engine};
  options.oracle = false;
  options.strict = true;
  return run_verification(options);
}

// Whether the engine is there and calls itself so.
bool is_installed(const std::string& engine, const std::string& name) {
  const suites::Run run = verify("chess", "startpos", 1, engine);
  return !run.checkers.empty() && run.checkers.back().version == name;
}

const Outcome& answer(const suites::Run& run, std::size_t index) {
  return run.cases.at(index).outcomes.back();
}

// Public case a07: niklasf/python-chess, examples/perft/tricky.perft, ep-unrelated-check.
TEST(LiveFaults, StockfishTakesEnPassantInCheckAndThenDies) {
  if (!is_installed("stockfish", "Stockfish 15.1"))
    GTEST_SKIP() << "Stockfish 15.1 is not installed";
  const suites::Run run =
      verify("chess", "rnbqk1nr/bb3p1p/1q2r3/2pPp3/3P4/7P/1PP1NpPP/R1BQKBNR w KQkq c6 0 1", 4,
             "stockfish");
  EXPECT_EQ(exit_status(run), 1);
  const Outcome& first = answer(run, 0);
  EXPECT_EQ(first.verdict, Verdict::kWrongMoves);
  ASSERT_TRUE(first.cause);
  EXPECT_EQ(first.cause->fault, FaultClass::kExtra);
  EXPECT_EQ(first.cause->action, "d5c6");
  EXPECT_EQ(first.cause->clause, "C7");
  EXPECT_EQ(first.cause->position, "4k3/8/8/2pP4/8/8/5p2/4K3 w - c6 0 1");
  EXPECT_EQ(answer(run, 1).actual, 142u);
  for (const std::size_t deeper : {2, 3}) {
    EXPECT_EQ(answer(run, deeper).verdict, Verdict::kDied);
    EXPECT_THAT(answer(run, deeper).detail, testing::HasSubstr("signal 11"));
  }
}

// Public case a19: official-stockfish/Stockfish#2671. With the option all is well.
TEST(LiveFaults, StockfishWithoutItsOptionCastlesIntoCheck) {
  if (!is_installed("stockfish", "Stockfish 15.1"))
    GTEST_SKIP() << "Stockfish 15.1 is not installed";
  const std::string position = "4k3/8/8/8/8/8/8/rR2K1N1 w Q - 0 1";
  const suites::Run run = verify("chess960", position, 1, "cmd=stockfish chess960=off");
  EXPECT_EQ(exit_status(run), 1);
  ASSERT_TRUE(answer(run, 0).cause);
  EXPECT_EQ(answer(run, 0).cause->fault, FaultClass::kExtra);
  EXPECT_EQ(answer(run, 0).cause->action, "e1c1");  // the castling, as such an engine writes it
  EXPECT_EQ(answer(run, 0).cause->clause, "X2");
  EXPECT_EQ(exit_status(verify("chess960", position, 3, "stockfish")), 0);
}

// Public case d11: without `force` Sjaak II answers about the position after its own move.
TEST(LiveFaults, SjaakIsToldNotToPlay) {
  const std::string engine = "cmd=sjaakii proto=xboard";
  if (!is_installed(engine, "Sjaak II 1.4.1")) GTEST_SKIP() << "Sjaak II 1.4.1 is not installed";
  EXPECT_EQ(exit_status(verify("chess", "8/8/8/1k6/3Pp3/8/8/4KQ2 b - d3 0 1", 2, engine)), 0);
}

TEST(LiveFaults, FairyMaxShowsNoCountsAndNotAllMoves) {
  if (!is_installed("fairymax", "Fairy-Max 5.0b"))
    GTEST_SKIP() << "Fairy-Max 5.0b is not installed";
  const suites::Run run = verify("chess", "startpos", 2, "fairymax");
  EXPECT_EQ(answer(run, 0).verdict, Verdict::kNotObservable);
  EXPECT_EQ(answer(run, 1).verdict, Verdict::kNoPerft);
}

// A rule library through a script of the perftree contract (tools/peers/).
TEST(LivePeers, ChessJsAgreesWhereItIsInstalled) {
  const std::string engine = std::string("cmd='node ") + REGELWERK_SOURCE_DIR +
                             "/tools/peers/chess_js.mjs' proto=perftree";
  const std::string kiwipete =
      "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
  const suites::Run run = verify("chess", kiwipete, 2, engine);
  const Verdict verdict = answer(run, 0).verdict;
  if (verdict == Verdict::kDied || verdict == Verdict::kNotStarted) {
    GTEST_SKIP() << "chess.js is not installed for node: " << answer(run, 0).detail;
  }
  EXPECT_EQ(verdict, Verdict::kAgrees) << answer(run, 0).detail;
  EXPECT_EQ(answer(run, 1).verdict, Verdict::kAgrees) << answer(run, 1).detail;
}

}  // namespace
}  // namespace regelwerk::suites
