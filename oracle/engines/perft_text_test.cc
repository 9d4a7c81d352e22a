#include "oracle/engines/perft_text.h"
#include "oracle/engines/refusals.h"

#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace regelwerk::engines {
namespace {

using ::testing::HasSubstr;
using Style = PerftReader::Style;

// All lines of a text; the reader stops by itself.
PerftAnswer read(const std::string& text, int depth, Style style = Style::kAny) {
  PerftReader reader(depth, {style, 0, ""});
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
  for (const char* text :
       {"Nodes: 8902\n", "Total: 8,902\n", "perft(3) = 8902\n", "Perft 3: 8902 nodes\n",
        "depth 3 nodes 8902 time 1\n", "8902 nodes\n",
        "depth  nodes  time\n1 20 0.0\n2 400 0.0\n3 8902 0.1\n",
        "| Depth | Time | Nodes |\n| 1 | 0.0 | 20 |\n| 3 | 0.1 | 8902 |\n",
        "perft 1: 20\nperft 2: 400\nperft 3: 8902\n",
        // Sjeng, Crafty, OliThink, 4ku
        "Raw nodes for depth 3: 8902\nTime : 0.00\n", "total moves=8902  time=0.00\n",
        "Depth: 1 Nodes: 20\nDepth: 2 Nodes: 400\nDepth: 3 Nodes: 8902\n",
        "info depth 3 nodes 8902 time 3\n"}) {
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
  EXPECT_EQ(shown(read("a2a3: many\nNodes searched: 6\n", 1)), "failure: no count in 'a2a3: many'");
  EXPECT_THAT(shown(read("a2a3: 18446744073709551615\nb2b3: 1\nTotal: 0\n", 1)), HasSubstr("2^64"));
}

TEST(PerftText, AMoveListedTwiceStandsTwice) {
  EXPECT_EQ(shown(read("a2a3: 3\na2a3: 3\nNodes searched: 6\n", 1)), "6 a2a3:3 a2a3:3");
  // Printed twice, but counted once.
  const PerftAnswer once = read("a2a3: 3\nb2b3: 1\na2a3: 3\nNodes searched: 4\n", 1);
  EXPECT_EQ(shown(once), "4 a2a3:3 b2b3:1");
  EXPECT_EQ(once.notes.size(), 1u);
}

TEST(PerftText, TotalsThatRunOverAreKeptAsSaid) {
  const PerftAnswer narrow = read("a2a3: 40000\nb2b3: 22379\nNodes: -3157\n", 3);
  EXPECT_EQ(shown(narrow), "62379 a2a3:40000 b2b3:22379");
  EXPECT_EQ(narrow.said, "-3157");
  const PerftAnswer alone = read("Nodes: -1099065436\n", 7);
  EXPECT_EQ(alone.said, "-1099065436");
  EXPECT_FALSE(alone.divided);
  EXPECT_EQ(wrapped_at(3195901860, "-1099065436"), 32);
  EXPECT_EQ(wrapped_at(62379, "-3157"), 16);
  EXPECT_EQ(wrapped_at(4085603, "22371"), 16);
  EXPECT_EQ(wrapped_at(12094237108, "3504302516"), 32);
  for (const char* other : {"62379", "-3158", "3157", "0x", "", "-"}) {
    EXPECT_FALSE(wrapped_at(62379, other)) << other;
  }
}

TEST(PerftText, WhatEndsWithoutATotalIsAddedUp) {
  PerftReader divide(2, {Style::kAny, 0, ""});
  divide.take("a2a3 3");
  divide.take("b2b3 5");
  EXPECT_FALSE(divide.complete());
  ASSERT_TRUE(divide.close());
  EXPECT_EQ(shown(divide.result()), "8 a2a3:3 b2b3:5");
  EXPECT_EQ(divide.result().notes.size(), 1u);
  PerftReader bare(3, {Style::kAny, 0, ""});
  bare.take("8902");
  ASSERT_TRUE(bare.close());
  EXPECT_EQ(shown(bare.result()), "8902 undivided");
  PerftReader nothing(3, {Style::kAny, 0, ""});
  nothing.take("thinking");
  EXPECT_FALSE(nothing.close());
}

TEST(PerftText, ATotalMayBeNamedByTheUser) {
  PerftReader reader(3, {Style::kAny, 0, "n ="});
  for (const char* line : {"Pa2a3 8000", "Pb2b3 902", "n = 8,902", "t = 0.5", "p = 17,804"}) {
    reader.take(line);
  }
  EXPECT_EQ(shown(reader.result()), "8902 a2a3:8000 b2b3:902");
}

TEST(PerftText, TotalsOfSmallerDepthsAreSkipped) {
  PerftReader reader(3, {Style::kAny, 2, ""});
  for (const char* line : {"Nodes: 20", "Nodes: 400", "Nodes: 8902"}) reader.take(line);
  EXPECT_EQ(shown(reader.result()), "8902 undivided");
}

TEST(Refusals, AreReadInTheWordsOfTheWild) {
  for (const char* line :
       {"Illegal move: e2e5", "Illegal move:e2e5", "Illegal move (game over): g8h8",
        "Invalid move: e2e5", "Error (Illegal move or unknown command): e2e5",
        "Error (unknown command): e2e5", "ILLEGAL MOVE", "Bad move e2e5 in movelist!"}) {
    EXPECT_TRUE(refuses_move(line)) << line;
  }
  for (const char* line : {"tellusererror Illegal position", "telluser Board is wrong!",
                           "board_init_list(): illegal position", "Error in FEN at character 0",
                           "board_from_fen(): bad FEN (pos=0)"}) {
    EXPECT_TRUE(refuses_position(line)) << line;
  }
  for (const char* line : {"", "1. e2e4", "pong 3", "1/2-1/2 {Drawn game}", "move e2e4"}) {
    EXPECT_FALSE(refuses_move(line)) << line;
    EXPECT_FALSE(refuses_position(line)) << line;
  }
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
