#include "suites/epd.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace regelwerk::suites {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;

constexpr char kStart[] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

CountSuite read(const std::string& text) {
  CountSuiteResult result = read_count_suite_text(text, "suite.epd");
  EXPECT_THAT(result.diagnostics, IsEmpty()) << spec::to_string(result.diagnostics);
  return result.suite;
}

std::string errors(const std::string& text) {
  const CountSuiteResult result = read_count_suite_text(text, "suite.epd");
  EXPECT_TRUE(spec::has_errors(result.diagnostics)) << text;
  return spec::to_string(result.diagnostics);
}

class Layout : public testing::TestWithParam<std::string> {};

TEST_P(Layout, GivesThePositionAndItsCounts) {
  std::string text = GetParam();
  const std::size_t at = text.find("START");
  text.replace(at, 5, kStart);
  const CountSuite suite = read(text);
  ASSERT_EQ(suite.cases.size(), 1u);
  EXPECT_EQ(suite.cases[0].position, kStart);
  EXPECT_THAT(suite.cases[0].nodes, ElementsAre(Pair(1, 20), Pair(2, 400)));
}

INSTANTIATE_TEST_SUITE_P(
    OfTheField, Layout,
    testing::Values("START ;D1 20 ;D2 400\n", "START;D1 20;D2 400", "START; D1 20; D2 400;\n",
                    "START D1 20; D2 400;\n", "START D1 20 D2 400\n", "START d1 20; d2 400;\n",
                    "\xEF\xBB\xBFSTART ;D1 20 ;D2 400\r\n", "  START\t ;D1\t20  ;D2   400  \n\n\n",
                    "START ;D0 1 ;D1 20 ;D2 400\n", "START ;D1 20 ;D2 400 ; # a remark\n",
                    "START; perft 1 = 20; perft 2 = 400\n", "START,20,400\n", "\"START\",20,400\n",
                    "fen,D1,D2\nSTART,20,400\n", "fen,depth 2,depth 1\nSTART,400,20\n",
                    "id one\nepd START\nperft 1 20\nperft 2 400\n", "epd START ;D1 20 ;D2 400\n",
                    "START ;D1 20 ;D2 400 ;id \"one\"; c0 \"x; y\";\n",
                    "START ;D1 20 ;D1 20 ;D2 400"));

TEST(CountSuite, KeepsNamesNotesAndSources) {
  const CountSuite suite = read(
      "# variant: chess\n# option: order=w,b\n# spec: 00ff\n# source: a book\n\n"
      "# two kings\n# alone\n4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;D1 5 ;id \"kings\"\n"
      "\n# source: elsewhere\n4k3/8/8/8/8/8/8/4K3 b - - 0 1 ;D1 5\n");
  EXPECT_EQ(suite.header.variant, "chess");
  EXPECT_EQ(suite.header.options.at("order"), "w,b");
  EXPECT_EQ(suite.header.spec_hash, "00ff");
  EXPECT_EQ(suite.header.variant_line, 1);
  ASSERT_EQ(suite.cases.size(), 2u);
  EXPECT_EQ(suite.cases[0].note, "two kings\nalone");
  EXPECT_EQ(suite.cases[0].name, "kings");
  EXPECT_EQ(suite.cases[0].line, 8);
  EXPECT_EQ(suite.cases[0].source, "a book");
  EXPECT_EQ(suite.cases[1].source, "elsewhere");
  EXPECT_EQ(suite.cases[1].note, "");
  EXPECT_EQ(suite.cases[1].line, 11);
}

TEST(CountSuite, TwoRecordsWithOneNameAreTwo) {
  const CountSuite suite = read(
      "id x-fen 03\nepd 4k3/8/8/8/8/8/8/4K3 w - - 0 1\nperft 7 4557457200\n\n"
      "id x-fen 03\nepd 4k3/8/8/8/8/8/8/4K3 b - - 0 1\nperft 8 12094237108\n");
  ASSERT_EQ(suite.cases.size(), 2u);
  EXPECT_EQ(suite.cases[0].name, "x-fen 03");
  EXPECT_EQ(suite.cases[1].name, "x-fen 03");
  EXPECT_EQ(suite.cases[0].line, 2);
  EXPECT_EQ(suite.cases[0].nodes.at(7), 4557457200u);
  EXPECT_EQ(suite.cases[1].nodes.at(8), 12094237108u);
}

TEST(CountSuite, AnEnPassantSquareIsNoDepth) {
  const CountSuite suite = read("4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1 ;D1 7\n");
  EXPECT_EQ(suite.cases[0].position, "4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1");
  EXPECT_EQ(read("4k3/8/8/8/3Pp3/8/8/4K3 b - d3 D1 7\n").cases[0].position,
            "4k3/8/8/8/3Pp3/8/8/4K3 b - d3");
}

TEST(CountSuite, CountersMayBeOperations) {
  const CountSuite suite = read(
      "4k3/8/8/8/8/8/8/4K3 w - - hmvc 3; fmvn 7; D1 5;\n"
      "4k3/8/8/8/8/8/8/4K3 w - -;hmvc 3; D1 5;\n");
  EXPECT_EQ(suite.cases[1].position, "4k3/8/8/8/8/8/8/4K3 w - - 3 1");
}

TEST(CountSuite, SaysWhereALineIsNotUnderstood) {
  EXPECT_THAT(errors("\n" + std::string(kStart) + " ;D1 20 ;E2 400\n"),
              HasSubstr("suite.epd:2:66: error: 'E2 400' is not understood"));
  EXPECT_THAT(errors("one\nD2\n"), testing::AllOf(HasSubstr("suite.epd:1:1: error: no counts"),
                                                  HasSubstr("suite.epd:2:1: error: no counts")));
  EXPECT_THAT(errors(std::string(kStart) + " ;D5 4,865,609\n"), HasSubstr("digits only"));
  EXPECT_THAT(errors(std::string(kStart) + " ;D5 18446744073709551616\n"), HasSubstr("2^64"));
  EXPECT_THAT(errors(std::string(kStart) + " ;D1 20 ;D1 21\n"), HasSubstr("two counts"));
  EXPECT_THAT(errors(std::string(kStart) + " ;D0 2\n"), HasSubstr("depth 0"));
  EXPECT_THAT(errors(std::string(kStart) + " ;D100 2\n"), HasSubstr("1 to 99"));
  EXPECT_THAT(errors(std::string(kStart) + " ;D1\n"), HasSubstr("depth without a count"));
  EXPECT_THAT(errors(std::string(kStart) + " ;\n"), HasSubstr("no counts for this position"));
  EXPECT_THAT(errors(std::string(kStart) + ",20,x\n"), HasSubstr("'x' is no count"));
  EXPECT_THAT(errors("perft 1 20\n"), HasSubstr("without a position"));
  EXPECT_THAT(errors(";D1 20\n"), HasSubstr("without a position"));
  EXPECT_THAT(errors("id a\nepd 4k3/8/8/8/8/8/8/4K3 w - -\nid b\n"),
              HasSubstr("suite.epd:2:5: error: no counts"));
}

TEST(CountSuite, OneWrongLineDoesNotHideTheNext) {
  const std::string text = errors("x\ny\n" + std::string(kStart) + " ;D1 20\nz\n");
  EXPECT_THAT(text, HasSubstr("suite.epd:1:"));
  EXPECT_THAT(text, HasSubstr("suite.epd:2:"));
  EXPECT_THAT(text, HasSubstr("suite.epd:4:"));
}

TEST(CountSuite, AFileWithoutAPositionIsAnError) {
  EXPECT_THAT(errors(""), HasSubstr("no position"));
  EXPECT_THAT(errors("# only\n\n# comments\n"), HasSubstr("no position"));
}

TEST(CountSuite, AMissingFileIsAnError) {
  const CountSuiteResult result = read_count_suite("no/such/file.epd");
  EXPECT_THAT(spec::to_string(result.diagnostics), HasSubstr("no such file"));
}

TEST(CountSuite, HeadersBehindAPositionAreErrors) {
  EXPECT_THAT(errors(std::string(kStart) + " ;D1 20\n# variant: chess\n"),
              HasSubstr("before the first position"));
}

}  // namespace
}  // namespace regelwerk::suites
