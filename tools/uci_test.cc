// The generator as a UCI engine: the protocol by itself, and its answers beside Stockfish's.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "oracle/engines/command_line.h"
#include "tools/uci_generator.h"
#include "tools/uci_server.h"
#include "tools/uci_testing.h"

namespace regelwerk::tools {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

std::string ask(const std::string& input, const std::string& variant = "") {
  UciServerOptions options;
  options.name = "Test";
  options.variant = variant;
  options.most_hash_mib = 64;
  spec::Diagnostics diagnostics;
  UciServer server(options, make_generator_rules, &diagnostics);
  EXPECT_EQ(spec::to_string(diagnostics), "");
  EXPECT_TRUE(server.ready());
  std::istringstream in(input);
  std::ostringstream out;
  server.run(in, out);
  return out.str();
}

TEST(Uci, ShakesHands) {
  const std::string said = ask("uci\nisready\nquit\nisready\n");
  EXPECT_THAT(said, AllOf(HasSubstr("id name Test\n"),
                          HasSubstr("option name UCI_Chess960 type check default false\n"),
                          HasSubstr("option name VariantPath type string default <empty>\n"),
                          HasSubstr("combo default chess var almost "), HasSubstr(" var chess960"),
                          Not(HasSubstr(" var koalitionsschach"))));
  EXPECT_TRUE(said.ends_with("uciok\nreadyok\n")) << said;
}

TEST(Uci, CountsInStockfishsForm) {
  EXPECT_EQ(ask("position fen 8/2P5/8/8/8/8/5k2/7K w - - 0 1\r\ngo perft 2\r\n"),
            "c7c8b: 6\nc7c8n: 6\nc7c8q: 6\nc7c8r: 6\nh1h2: 5\n\nNodes searched: 29\n\n");
  EXPECT_EQ(ask("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\ngo perft 1\n"),
            "\nNodes searched: 0\n\n");
  EXPECT_EQ(ask("go perft 0"), "\nNodes searched: 1\n\n");
}

TEST(Uci, TheTableAndThreadsChangeNoCount) {
  const std::string plain = ask("go perft 4\n");
  EXPECT_THAT(plain, HasSubstr("Nodes searched: 197281\n"));
  EXPECT_EQ(ask("setoption name Hash value 8\ngo perft 4\n"), plain);
  EXPECT_EQ(ask("setoption name hash value 8\nsetoption name Threads value 2\ngo perft 4\n"),
            plain);
  // A table is of one variant only.
  EXPECT_THAT(ask("setoption name Hash value 8\ngo perft 3\nsetoption name UCI_Variant value "
                  "almost\nposition startpos\ngo perft 3\n"),
              HasSubstr("Nodes searched: 11895\n"));
}

TEST(Uci, StopEndsACountAndNothingElse) {
  const std::string said = ask("go perft 30\nstop\nisready\ngo perft 1\n");
  EXPECT_THAT(said, AllOf(HasSubstr("info string stopped; "), HasSubstr("readyok\n"),
                          HasSubstr("Nodes searched: 20\n")));
  EXPECT_EQ(ask("stop\nisready\n"), "readyok\n");
}

TEST(Uci, QuitAndTheEndOfInputWaitForACount) {
  EXPECT_THAT(ask("go perft 4\nquit\n"), HasSubstr("Nodes searched: 197281\n"));
  EXPECT_THAT(ask("go perft 4"), HasSubstr("Nodes searched: 197281\n"));
}

TEST(Uci, KeepsThePositionBeforeAnIllegalMove) {
  const std::string said = ask("position startpos moves e2e4 e7e5 e4e5 g1f3\nd\n");
  EXPECT_THAT(said, AllOf(HasSubstr("info string error: move 3, e4e5, is not legal: C2, "),
                          HasSubstr("Fen: rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq "
                                    "- 0 2\n")));
}

TEST(Uci, KeepsThePositionBeforeARefusedOne) {
  const std::string said =
      ask("position startpos moves e2e4\nposition fen 8/8/8/8/8/8/8/8 w - - 0 1\nd\n");
  EXPECT_THAT(said, AllOf(HasSubstr("info string error: "), HasSubstr("position refused"),
                          HasSubstr("Fen: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b ")));
}

TEST(Uci, NeverDiesOfBadInput) {
  const std::string said = ask(
      "position\nposition fen\nposition fen moves\nposition startpos e2e4\ngo\ngo perft\ngo perft "
      "x\ngo perft -1\ngo perft 99999999999999\nsetoption\nsetoption name\nsetoption name Threads "
      "value 0\nsetoption name Hash value 65\nsetoption name UCI_Variant value ches\nsetoption "
      "name UCI_Variant\nsetoption name UCI_Chess960 value maybe\nsetoption name VariantPath "
      "value /no/such/file.yaml\nsetoption name Nothing value 1\nfoo bar\n\n  \nd d d\nisready\n");
  EXPECT_THAT(said, AllOf(HasSubstr("bestmove 0000\n"), HasSubstr("No such option: nothing\n"),
                          HasSubstr("Unknown command: 'foo bar'"),
                          HasSubstr("did you mean 'chess'"), Not(HasSubstr("internal error"))));
  EXPECT_TRUE(said.ends_with("readyok\n"));
}

TEST(Uci, Chess960ChangesHowCastlingIsWritten) {
  const std::string position = "position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\n";
  EXPECT_THAT(ask(position + "go perft 1\nd\n"),
              AllOf(HasSubstr("e1g1: 1\n"), HasSubstr("Fen: r3k2r/8/8/8/8/8/8/R3K2R w KQkq ")));
  EXPECT_THAT(ask(position + "setoption name UCI_Chess960 value true\ngo perft 1\nd\n"),
              AllOf(HasSubstr("e1h1: 1\n"), Not(HasSubstr("e1g1")),
                    HasSubstr("Fen: r3k2r/8/8/8/8/8/8/R3K2R w HAha ")));
  const std::string random = "position fen 4k3/8/8/8/8/8/8/RK3R2 w FA - 0 1\ngo perft 1\n";
  EXPECT_THAT(ask(random), HasSubstr("position refused"));
  EXPECT_THAT(ask("setoption name UCI_Chess960 value true\n" + random),
              AllOf(HasSubstr("b1f1: 1\n"), HasSubstr("b1a1: 1\n")));
}

TEST(Uci, TakesVariantsFromFiles) {
  const TestFolder folder;
  std::ofstream(folder.file("mine.yaml"))
      << "regelwerk: 1\nvariant: mine\ntitle: Mine\nextends: chess\nrules:\n  promotion: {to: "
         "[queen]}\n";
  const std::string said = ask("setoption name VariantPath value " + folder.file("mine.yaml") +
                               "\nuci\nsetoption name UCI_Variant value mine\nposition fen "
                               "8/2P5/8/8/8/8/5k2/7K w - - 0 1\ngo perft 1\n");
  EXPECT_THAT(said, AllOf(HasSubstr("info string variant mine added from "), HasSubstr(" var mine"),
                          HasSubstr("c7c8q: 1\n"), HasSubstr("\nNodes searched: 2\n")));
}

TEST(Uci, OptionsOfASpecAreOptionsOfTheEngine) {
  const std::string position =
      "position fen 1k14/16/16/P5B9/16/16/14PP/10r4K w - - 0 1\ngo perft 1\n";
  const std::string choose = "setoption name self-destruction value ";
  EXPECT_THAT(ask("uci\n"),
              HasSubstr("option name self-destruction type combo default legal var legal var "
                        "illegal\n"));
  EXPECT_THAT(ask(position, "breitenschach"), HasSubstr("Nodes searched: 1\n"));
  EXPECT_THAT(ask(choose + "illegal\n" + position, "breitenschach"),
              HasSubstr("Nodes searched: 0\n"));
  EXPECT_THAT(ask(choose + "illegal\nsetoption name UCI_Variant value breitenschach\n" + position),
              HasSubstr("Nodes searched: 0\n"));
  EXPECT_THAT(ask(choose + "perhaps\n" + position, "breitenschach"),
              AllOf(HasSubstr("error: self-destruction is one of legal, illegal"),
                    HasSubstr("Nodes searched: 1\n")));
}

TEST(Uci, SpeaksForFourPlayersToo) {
  EXPECT_THAT(ask("d\ngo perft 1\n", "koalitionsschach"),
              AllOf(HasSubstr("Fen: "), HasSubstr("| 10\n"), HasSubstr("Nodes searched: ")));
}

TEST(Uci, DrawsRemovedParts) {
  EXPECT_THAT(ask("position fen ********6k1/********8/********8/********8/********8/********8/"
                  "********8/********R6K w - - 0 1\nd\n",
                  "breitenschach"),
              HasSubstr(" | * | * | * | * | * | * | * | * | R |   |   |   |   |   |   | K | 1\n"));
}

// What they say about the same positions, castling written as UCI_Chess960 says.
void expect_like_stockfish(const std::vector<std::string>& positions, bool chess960) {
  const auto stockfish = engines::find_program("stockfish");
  if (!stockfish) GTEST_SKIP() << "stockfish is not installed";
  std::string input = chess960 ? "setoption name UCI_Chess960 value true\n" : "";
  for (const std::string& position : positions) {
    input += "position " + position + "\ngo perft 1\ngo perft 3\nd\n";
  }
  const std::string theirs = ask_program(*stockfish, input + "quit\n");
  const std::string ours = ask(input);
  const auto their_counts = divides_in(theirs);
  const auto our_counts = divides_in(ours);
  ASSERT_EQ(our_counts.size(), 2 * positions.size()) << ours;
  ASSERT_EQ(their_counts.size(), our_counts.size());
  for (std::size_t i = 0; i < our_counts.size(); ++i) {
    EXPECT_EQ(our_counts[i], their_counts[i]) << positions[i / 2];
  }
  // The rest line by line; the keys are our own. Stockfish counts in a thread of its own, so that
  // what it shows may come before the count.
  const auto shown = [](const std::string& said) {
    std::string text;
    std::istringstream lines(said);
    for (std::string line; std::getline(lines, line);) {
      const bool greeting = line.rfind("Stockfish ", 0) == 0;
      const bool counts = engines::parse_divide_line(line) || engines::parse_nodes_line(line);
      if (!greeting && !counts && !line.empty() && line.rfind("Key: ", 0) != 0) {
        text += line + "\n";
      }
    }
    return text;
  };
  EXPECT_EQ(shown(ours), shown(theirs));
}

TEST(Uci, SaysWhatStockfishSays) {
  expect_like_stockfish(
      {"startpos", "startpos moves e2e4 e7e5 g1f3 b8c6 f1b5",
       "fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
       "fen 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
       "fen r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
       "fen rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
       "fen rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3",
       "fen 4k3/8/8/8/7b/8/8/r3K3 w - - 0 1", "fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"},
      false);
}

TEST(Uci, SaysWhatStockfishSaysOfChess960) {
  expect_like_stockfish(
      {"startpos", "fen bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
       "fen 2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9",
       "fen qn1rbbkr/ppp2p1p/1n1pp1p1/8/3P4/P6P/1PP1PPPK/QNNRBB1R w hd - 2 9",
       "fen 4k3/8/8/8/8/8/8/RK3R2 w FA - 0 1 moves b1f1"},
      true);
}

}  // namespace
}  // namespace regelwerk::tools
