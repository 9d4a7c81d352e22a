#include "oracle/engines/perft_text.h"

#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace regelwerk::engines {
namespace {

using ::testing::HasSubstr;
using Style = PerftReader::Style;

// All lines of a text; the reader stops by itself.
PerftAnswer read(const std::string& text, int depth, Style style = Style::kAny) {
  PerftReader reader(depth, style);
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) reader.take(line);
  return reader.result();
}

std::string shown(const PerftAnswer& answer) {
  if (answer.failure) return "failure: " + answer.failure->detail;
  std::string text = std::to_string(answer.nodes) + (answer.divided ? "" : " undivided");
  for (const DivideLine& line : answer.divide) {
    text += " " + line.action + ":" + std::to_string(line.nodes);
  }
  return text;
}

TEST(PerftText, ReadsDividesOfAllStyles) {
  for (const char* style :
       {"b2b4: 5\na2a3: 3\n\nNodes searched: 8\n", "a2a3 3\nb2b4 5\n\n8\n",
        "a2a3 - 3\nb2b4 - 5\nTotal: 8\n", "1. a2a3: 3\n2. b2b4: 5\nTotal nodes: 8\n",
        "a2a3 = 3\nb2b4 = 5\nNodes: 8 (0.1 s)\n", "a2a3:3\nb2b4:5\nnodes 8\n",
        "info string a2a3 3\ninfo string b2b4 5\ninfo string total: 8\n",
        "| a2a3 | 3 |\n| b2b4 | 5 |\n| total | 8 |\n", "a2-a3: 3\nb2-b4: 5\n8 nodes in 0.1 s\n",
        "Pa2-a3  3  3\nPb2-b4  5  8\n 2  8  0.00  230769.23nps\n",
        "a2a3: 3\nb2b4: 5\nperft(2) = 8\n", "a2a3: 3\nb2b4: 5\nPerft 2: 8\n",
        "a2a3: 3\nb2b4: 5\nLeaf nodes: 8\n",
        "a2a3: 3\r\n b2b4: 5\r\n\r\nNodes searched  : 8\r\n"}) {
    EXPECT_EQ(shown(read(style, 2)), "8 a2a3:3 b2b4:5") << style;
  }
}

TEST(PerftText, ReadsTotalsAlone) {
  for (const char* text : {"Nodes: 8902\n", "Total: 8,902\n", "perft(3) = 8902\n",
                           "Perft 3: 8902 nodes\n", "depth 3 nodes 8902 time 1\n", "8902 nodes\n",
                           "depth  nodes  time\n1 20 0.0\n2 400 0.0\n3 8902 0.1\n",
                           "| Depth | Time | Nodes |\n| 1 | 0.0 | 20 |\n| 3 | 0.1 | 8902 |\n",
                           "perft 1: 20\nperft 2: 400\nperft 3: 8902\n"}) {
    EXPECT_EQ(shown(read(text, 3)), "8902 undivided") << text;
  }
}

TEST(PerftText, OnlyTheDepthAskedForCounts) {
  EXPECT_THAT(shown(read("perft 1: 20\nperft 2: 400\n", 3)), HasSubstr("no total"));
  EXPECT_THAT(shown(read("depth nodes\n1 20\n2 400\n", 3)), HasSubstr("no total"));
  // A divide for every depth in turn: the last is the one.
  EXPECT_EQ(shown(read("a2-a3 1 1\nb2-b3 1 2\n 1  2  0.0  5nps\na2-a3 4 4\nb2-b3 6 10\n"
                       " 2  10  0.0  5nps\n",
                       2)),
            "10 a2a3:4 b2b3:6");
}

TEST(PerftText, AMoveListedWithNoNodesAtDepthOneIsIllegal) {
  const char* text =
      "Kh1-g1 0 0\nKh1-h2 1 1\nc7-c8Q 1 2\n 1  2  0.0  5nps\n"
      "Kh1-g1 0 0\nKh1-h2 5 5\nc7-c8Q 0 5\n 2  5  0.0  5nps\n";
  EXPECT_EQ(shown(read(text, 2)), "5 c7c8q:0 h1h2:5");  // the promotion mates
  EXPECT_EQ(shown(read("Kh1-g1 0 0\nKh1-h2 1 1\n 1  1  0.0  5nps\n", 1)), "1 h1h2:1");
}

TEST(PerftText, TalkIsNoCount) {
  for (const char* text :
       {"Perft 3\n", "Time (ms) : 3\n", "nodes/second: 5\n", "Nodes per second: 77\n",
        "info depth 3 nodes 8902 pv e2e4\n", "info string nodes: 5\n", "Total time: 5\n",
        "e2e4 e7e5 20\n", "moves: 20\n", "Depth: 3\n", "20\n", "readyok\n", "id name x 3\n",
        "1 20\n", "Checkers: \n", "bestmove e2e4\n"}) {
    EXPECT_THAT(shown(read(text, 3)), HasSubstr("no total")) << text;
  }
  // Nothing but a name counts while an engine talks.
  EXPECT_THAT(shown(read("a2a3: 3\n3\n", 1, Style::kLabelled)), HasSubstr("no total"));
}

TEST(PerftText, ContradictionsAreNonsense) {
  EXPECT_EQ(shown(read("a2a3: 3\nNodes searched: 4\n", 1)),
            "failure: says 4 nodes, but its 1 moves add up to 3");
  EXPECT_EQ(shown(read("a2a3: 3\na2a3: 3\nNodes searched: 6\n", 1)),
            "failure: the move a2a3 is listed twice");
  EXPECT_EQ(shown(read("a2a3: many\nNodes searched: 6\n", 1)), "failure: no count in 'a2a3: many'");
  EXPECT_THAT(shown(read("a2a3: 18446744073709551615\nb2b3: 1\nTotal: 0\n", 1)), HasSubstr("2^64"));
}

TEST(PerftText, ZeroIsACount) {
  EXPECT_EQ(shown(read("\nNodes searched: 0\n", 3)), "0");
  EXPECT_EQ(shown(read("Total: 0\n", 3)), "0");
}

TEST(PerftText, ReadsGroupsOfDigits) {
  EXPECT_EQ(parse_count("4,865,609"), 4865609u);
  EXPECT_EQ(parse_count("4'865'609"), 4865609u);
  EXPECT_EQ(parse_count("18446744073709551615"), 18446744073709551615u);
  for (const char* text : {"", "x", "-1", "1.5", "4,86", "4,8656", ",865", "4,865.609", "1e6",
                           "18446744073709551616", "4865,609", "0x10"}) {
    EXPECT_FALSE(parse_count(text)) << text;
  }
}

TEST(PerftText, KnowsComplaints) {
  for (const char* line :
       {"Unknown command: perft", "Error (unknown command): perft", "Error (unkown command): d",
        "Error (Illegal move or unknown command): divide 2", "unrecognized command 'x'"}) {
    EXPECT_TRUE(is_unknown_command(line)) << line;
  }
  EXPECT_FALSE(is_unknown_command("info string known command"));
}

}  // namespace
}  // namespace regelwerk::engines
