// The forms in which people keep counts beside EPD: depth and count by line, JSON, tables with
// titles; and what is refused by its name.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "suites/epd.h"
#include "suites/suite_files.h"

namespace regelwerk::suites {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::Pair;

constexpr char kStart[] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
constexpr char kKings[] = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
constexpr char kFour[] = "9,bK/10/10/10/10/10/10/10/10/yK,9 y gb,ry - - - - 0 7";

// START, KINGS and FOUR are the positions above.
std::string filled(std::string text) {
  for (const auto& [name, position] :
       {std::pair<std::string, const char*>{"START", kStart}, {"KINGS", kKings}, {"FOUR", kFour}}) {
    for (std::size_t at = 0; (at = text.find(name, at)) != std::string::npos;) {
      text.replace(at, name.size(), position);
    }
  }
  return text;
}

CountSuite read(const std::string& text) {
  CountSuiteResult result = read_count_suite_text(filled(text), "suite.epd");
  EXPECT_THAT(result.diagnostics, IsEmpty()) << text << "\n" << spec::to_string(result.diagnostics);
  return result.suite;
}

std::string errors(const std::string& text) {
  const CountSuiteResult result = read_count_suite_text(filled(text), "suite.epd");
  EXPECT_TRUE(spec::has_errors(result.diagnostics)) << text;
  return spec::to_string(result.diagnostics);
}

// "LINE POSITION: 1=20 2=400", a row a line.
std::string rows(const CountSuite& suite) {
  std::string text;
  for (const CountCase& row : suite.cases) {
    text += std::to_string(row.line) + " " + row.position + ":";
    for (const auto& [depth, nodes] : row.nodes) {
      text += " " + std::to_string(depth) + "=" + std::to_string(nodes);
    }
    text += "\n";
  }
  return text;
}

struct Form {
  std::string text;
  std::string rows;
};

class ReadForm : public testing::TestWithParam<Form> {};

TEST_P(ReadForm, GivesTheRows) {
  EXPECT_EQ(rows(read(GetParam().text)), filled(GetParam().rows)) << GetParam().text;
}

INSTANTIATE_TEST_SUITE_P(
    DepthAndCount, ReadForm,
    testing::Values(
        // A position twice cannot have two counts at depth 1.
        Form{"KINGS,1,5\nKINGS,2,25\n", "1 KINGS: 1=5\n2 KINGS: 2=25\n"},
        // So many nodes at depth 2 no 32 pieces reach, and no start word stands for a board of it.
        Form{"START,3,8902", "1 START: 3=8902\n"},
        Form{"startfen,3,8902\nKINGS,1,5", "1 startpos: 3=8902\n2 KINGS: 1=5\n"},
        Form{"KINGS,0,1\nKINGS,3,170", "2 KINGS: 3=170\n"},
        Form{"START,4,197281,start\n\"KINGS\" , 2, 25 ,kings\n",
             "1 START: 4=197281\n2 KINGS: 2=25\n"},
        Form{"FOUR,1,31\nFOUR,2,1023", "1 FOUR: 1=31\n2 FOUR: 2=1023\n"},
        Form{"START\t1\t20\nSTART\t2\t400\n", "1 START: 1=20\n2 START: 2=400\n"},
        Form{"START;1;20\nSTART;2;400\n", "1 START: 1=20\n2 START: 2=400\n"},
        // A mate has no nodes at any depth.
        Form{"startpos,5,4865609\nKINGS,5,0", "1 startpos: 5=4865609\n2 KINGS: 5=0\n"},
        // Counts at depths 1, 2, ... as before.
        Form{"START,20,400", "1 START: 1=20 2=400\n"}, Form{"KINGS,5,25", "1 KINGS: 1=5 2=25\n"},
        Form{"START,20,400,\n", "1 START: 1=20 2=400\n"},
        Form{"FOUR,31,1023,95794", "1 FOUR: 1=31 2=1023 3=95794\n"},
        Form{"FOUR,31", "1 FOUR: 1=31\n"}, Form{"START,20,,8902", "1 START: 1=20 3=8902\n"},
        Form{"KINGS,3,170\nSTART,20,400,8902", "1 KINGS: 1=3 2=170\n2 START: 1=20 2=400 3=8902\n"},
        Form{"startpos ;D1 20\nStartFEN;D1 20", "1 startpos: 1=20\n2 startpos: 1=20\n"}));

INSTANTIATE_TEST_SUITE_P(
    Tables, ReadForm,
    testing::Values(Form{"fen,depth,nodes\nKINGS,1,5\n", "2 KINGS: 1=5\n"},
                    Form{"depth,nodes,fen\n1,5,KINGS\n3,90,FOUR\n", "2 KINGS: 1=5\n3 FOUR: 3=90\n"},
                    Form{"# x\nFEN\tDepth\tNodes\tTime\nKINGS\t1\t5\t0.3\n", "3 KINGS: 1=5\n"},
                    Form{"fen;depth;nodes\nKINGS;1;5\n", "2 KINGS: 1=5\n"},
                    Form{"\"Name\",\"FEN\",\"D1\",\"D2\"\n\"two, kings\",\"KINGS\",\"5\",\"25\"\n",
                         "2 KINGS: 1=5 2=25\n"},
                    Form{"fen,depth,nodes\nFOUR,2,1023\n\"FOUR\",1,31\n",
                         "2 FOUR: 2=1023\n3 FOUR: 1=31\n"},
                    Form{"position,1,2\nFOUR,31,1023\n", "2 FOUR: 1=31 2=1023\n"},
                    Form{"fen,depth,nodes\nSTART,0,1\nSTART,1,20\n", "3 START: 1=20\n"}));

INSTANTIATE_TEST_SUITE_P(
    Json, ReadForm,
    testing::Values(
        Form{"[{\"fen\":\"KINGS\",\"depth\":1,\"nodes\":5}]", "1 KINGS: 1=5\n"},
        Form{"\xEF\xBB\xBF[\r\n {\"depth\": \"2\",\r\n  \"count\": \"25\",\r\n"
             "  \"position\": \"KINGS\"}]\r\n",
             "4 KINGS: 2=25\n"},
        Form{"[{\"epd\":\"KINGS\",\"ply\":1,\"expected\":5,\"captures\":0},\n"
             "{\"fen\":\"startpos\",\"d\":1,\"perft\":20}]",
             "1 KINGS: 1=5\n2 startpos: 1=20\n"},
        Form{"{\"fen\":\"KINGS\",\"perft\":[5,25]}", "1 KINGS: 1=5 2=25\n"},
        Form{"[{\"fen\":\"START\",\"depth\":3,\"nodes\":[1,20,400,8902]}]",
             "1 START: 1=20 2=400 3=8902\n"},
        Form{"[{\"fen\":\"KINGS\",\"depths\":{\"1\":5,\"D2\":25,\"3\":null}}]",
             "1 KINGS: 1=5 2=25\n"},
        Form{"[{\"fen\":\"KINGS\",\"depths\":[1,2],\"nodes\":[5,25]}]", "1 KINGS: 1=5 2=25\n"},
        Form{"[{\"fen\":\"KINGS\",\"results\":[{\"depth\":1,\"nodes\":5},{\"depth\":2,"
             "\"nodes\":25}]}]",
             "1 KINGS: 1=5 2=25\n"},
        Form{"[{\"fen\":\"KINGS\",\"perft\":[[1,5],[2,25]]}]", "1 KINGS: 1=5 2=25\n"},
        Form{"[{\"fen\":\"KINGS\",\"d1\":5,\"perft 2\":25}]", "1 KINGS: 1=5 2=25\n"},
        Form{"[[\"START\",3,8902,\"id\"],\n[\"KINGS\",1,5,\"id\"]]",
             "1 START: 3=8902\n2 KINGS: 1=5\n"},
        Form{"[[\"START\",20,400]]", "1 START: 1=20 2=400\n"},
        Form{"[\"START\",20,400,8902]", "1 START: 1=20 2=400 3=8902\n"},
        Form{"[[\"START\",[20,400]]]", "1 START: 1=20 2=400\n"},
        Form{"{\"KINGS\":[5,25],\n\"startpos\":{\"1\":20}}",
             "1 KINGS: 1=5 2=25\n2 startpos: 1=20\n"},
        Form{"{\"about\":{\"by\":\"me\"},\"tests\":[{\"fen\":\"KINGS\",\"depth\":1,\"nodes\":5}]}",
             "1 KINGS: 1=5\n"},
        Form{"{\"fen\":\"KINGS\",\"depth\":1,\"nodes\":5}\n\n{\"fen\":\"START\",\"depth\":1,"
             "\"nodes\":20}\n",
             "1 KINGS: 1=5\n3 START: 1=20\n"},
        Form{"[{\"fen\":\"START\",\"depth\":0,\"nodes\":1},{\"fen\":\"START\",\"depth\":9,"
             "\"nodes\":18446744073709551615}]",
             "1 START: 9=18446744073709551615\n"}));

TEST(CountForms, NamesNotesAndHeadersOfTablesAndJson) {
  const CountSuite table = read(
      "# variant: chess\n# source: a book\nid,fen,depth,nodes,comment\nk,KINGS,1,5,\"a, b\"\n");
  EXPECT_EQ(table.header.variant, "chess");
  EXPECT_EQ(table.cases.at(0).name, "k");
  EXPECT_EQ(table.cases[0].note, "a, b");
  EXPECT_EQ(table.cases[0].source, "a book");
  EXPECT_EQ(table.cases[0].column, 3);
  const CountSuite json = read(
      "{\"variant\":\"chess\",\"source\":\"a book\",\"unreachable\":true,\"options\":{\"a\":"
      "\"b\"},\n\"rows\":[{\"id\":7,\"fen\":\"KINGS\",\"depth\":1,\"nodes\":5}]}");
  EXPECT_EQ(json.header.variant, "chess");
  EXPECT_EQ(json.header.variant_line, 1);
  EXPECT_EQ(json.header.options.at("a"), "b");
  EXPECT_EQ(json.cases.at(0).name, "7");
  EXPECT_EQ(json.cases[0].line, 2);
  EXPECT_EQ(json.cases[0].column, 24);
  EXPECT_EQ(json.cases[0].source, "a book");
  EXPECT_TRUE(json.cases[0].unreachable);
}

TEST(CountForms, WhatMayBeTwoThingsIsRefusedOnce) {
  for (const char* text :
       {"startpos,1,20\nKINGS,2,25\n", "[[\"startpos\",1,20],[\"KINGS\",2,25]]"}) {
    const std::string said = errors(text);
    EXPECT_THAT(said, AllOf(HasSubstr("suite.epd:1:"), HasSubstr("1 and 20 may be the count 20 at "
                                                                 "depth 1, or the counts at depths "
                                                                 "1 and 2; write")));
    EXPECT_EQ(said.find("error:"), said.rfind("error:")) << said;
  }
  // Depth 1 of the kings twice, and differently; the start twice at depth 1.
  EXPECT_THAT(errors("KINGS,1,5\nKINGS,2,25\nSTART,1,20\nSTART,1,21\n"), HasSubstr("neither"));
  EXPECT_THAT(errors("[{\"fen\":\"KINGS\",\"perft\":[1,5]}]"), HasSubstr("begins with 1"));
}

TEST(CountForms, ErrorsHaveTheirPlace) {
  EXPECT_THAT(errors("fen,depth,nodes\nKINGS,x,5\nSTART,1,\n"),
              AllOf(HasSubstr("suite.epd:2:31: error: 'x' is no depth"),
                    HasSubstr("suite.epd:3:1: error: no counts for this position")));
  EXPECT_THAT(errors("fen,depth,nodes\nKINGS,1,5,6\n"), HasSubstr("more fields"));
  EXPECT_THAT(errors("fen,nodes\nKINGS,5\n"),
              HasSubstr("suite.epd:1:1: error: a column of counts"));
  EXPECT_THAT(errors("fen,D1,captures\nKINGS,5,0\n"), HasSubstr("'captures' names no depth"));
  EXPECT_THAT(errors("[\n{\"fen\":\"KINGS\",\"depth\":1},\n{\"depth\":1,\"nodes\":5},\n"
                     "{\"fen\":\"KINGS\",\"nodes\":5},\n{\"fen\":\"KINGS\",\"depth\":1,"
                     "\"nodes\":1e3},\n{\"fen\":\"KINGS\",\"depth\":100,\"nodes\":1},\n"
                     "{\"fen\":\"KINGS\",\"depth\":1,\"nodes\":-5},\n7]"),
              AllOf(HasSubstr("suite.epd:2:1: error: no counts"),
                    HasSubstr("suite.epd:3:1: error: a row without a position"),
                    HasSubstr("suite.epd:4:48: error: a count without a depth"),
                    HasSubstr("suite.epd:5:58: error: '1e3' is no count"),
                    HasSubstr("suite.epd:6:60: error: depth 100"),
                    HasSubstr("suite.epd:7:58: error: '-5' is no count"),
                    HasSubstr("suite.epd:8:1: error: no row")));
  EXPECT_THAT(errors("[{\"fen\":\"KINGS\",\"depth\":1,\"nodes\":18446744073709551616}]"),
              HasSubstr("below 2^64"));
  EXPECT_THAT(errors("[{\"fen\":\"KINGS\",\"depth\":1,\"nodes\":5,\"result\":6}]"),
              HasSubstr("two counts"));
  EXPECT_THAT(errors("[{\"fen\":\"KINGS\",\n\"depth\":1,\"nodes\":5,]"),
              HasSubstr("suite.epd:2:21: error: from here on this is no JSON"));
  EXPECT_THAT(errors("[['START', 3, 8902, 'id']]"),
              HasSubstr("suite.epd:1:3: error: JavaScript or Python, not JSON"));
  EXPECT_THAT(errors("[]"), HasSubstr("no position with counts"));
  EXPECT_THAT(errors(std::string(40, '[')), HasSubstr("nested"));
  EXPECT_THAT(errors("[{\"fen\":\"KINGS\""), HasSubstr("no JSON"));
}

std::string utf16(const std::string& text, bool big) {
  std::string result;
  for (const char c : text) {
    result += big ? std::string{'\0', c} : std::string{c, '\0'};
  }
  return result;
}

TEST(CountForms, WhatIsSomethingElseIsNamedInOneSentence) {
  const std::string line = filled("START ;D1 20\n");
  const std::vector<std::pair<std::string, std::string>> table = {
      {"\xFF\xFE" + utf16(line, false), "UTF-16, not UTF-8; save the file as UTF-8"},
      {"\xFE\xFF" + utf16(line, true), "UTF-16"},
      {utf16(line, false), "UTF-16"},
      {utf16(line, true), "UTF-16"},
      {line + std::string(1, '\0'), "NUL bytes"},
      {"\x01\x02\x03\x04", "control characters"},
      {std::string("PK\x03\x04 x"), "zip"},
      {"\x1F\x8B\x08", "gzip"},
      {"# Counts\n\n| fen | depth | nodes |\n|-----|:-----:|---:|\n| START | 1 | 20 |\n",
       "a Markdown table"},
      {"fen | D1\n--- | ---\nSTART | 20\n", "a Markdown table"},
      {"Counts:\n\n```\nSTART ;D1 20\n```\n", "Markdown"},
      {"\n<!DOCTYPE html>\n<table><tr><td>START</td></tr></table>\n", "HTML or XML"},
      {"[Event \"x\"]\n\n1. e4 *\n", "PGN"},
      {"regelwerk: 1\nvariant: chess\n", "the rules of a variant"},
      {"const ROWS = [\n[\"START\", 20]\n];\n", "source code"},
      {"(\"START\", 1, 20),\n", "source code"},
      {"examples:\n  - {name: a}\n", "YAML; call the file .yaml"},
      {"- fen: START\n  depth: 1\n  nodes: 20\n", "YAML"},
      {"one\ntwo\nthree\nfour\nfive\n", "no known layout"}};
  for (const auto& [text, name] : table) {
    const std::string said = errors(text);
    EXPECT_THAT(said, HasSubstr(name));
    EXPECT_EQ(said.find("error:"), said.rfind("error:")) << said;
    for (const char c : said) {
      EXPECT_TRUE(static_cast<unsigned char>(c) >= ' ' || c == '\n') << static_cast<int>(c);
    }
  }
}

TEST(CountForms, ASpecGivenAsASuiteIsNamedInOneSentence) {
  const auto said = [](const std::string& text) {
    const std::filesystem::path path =
        std::filesystem::path(testing::TempDir()) / "regelwerk-count-forms.yaml";
    std::ofstream(path, std::ios::binary) << text;
    const SuiteFileResult result = read_suite_file(path);
    EXPECT_EQ(result.diagnostics.size(), 1u) << spec::to_string(result.diagnostics);
    return spec::to_string(result.diagnostics);
  };
  EXPECT_THAT(said("regelwerk: 1\nvariant: x\nextends: chess\n"),
              HasSubstr("no suite: the rules of a variant; give the file where VARIANT stands"));
  EXPECT_THAT(said("- {fen: x, depth: 1, nodes: 20}\n"), HasSubstr("YAML without examples"));
  EXPECT_THAT(said(utf16("examples:\n", false)), HasSubstr("UTF-16"));
}

TEST(CountForms, UnreachableIsAHeaderLine) {
  const CountSuite suite = read("# variant: chess\n# unreachable\n\n# why\nKINGS ;D1 5\n");
  EXPECT_TRUE(suite.header.unreachable);
  EXPECT_TRUE(suite.cases.at(0).unreachable);
  EXPECT_EQ(suite.cases[0].note, "why");
  const CountSuite other = read("# unreachable positions are elsewhere\nKINGS ;D1 5\n");
  EXPECT_FALSE(other.cases.at(0).unreachable);
  EXPECT_THAT(errors("KINGS ;D1 5\n# unreachable\n"), HasSubstr("before the first position"));
}

}  // namespace
}  // namespace regelwerk::suites
