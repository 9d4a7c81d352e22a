#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <pugixml.hpp>
#include <sstream>

#include "reports/describe.h"
#include "reports/json.h"
#include "reports/json_reader.h"
#include "reports/junit.h"
#include "reports/terminal.h"

namespace regelwerk::reports {
namespace {

using suites::Verdict;
using testing::HasSubstr;

suites::Outcome outcome(const std::string& checker, Verdict verdict) {
  suites::Outcome result;
  result.checker = checker;
  result.verdict = verdict;
  result.seconds = 0.25;
  return result;
}

suites::CaseResult count_case(const std::string& suite, int line, int depth,
                              std::uint64_t expected) {
  suites::CaseResult result;
  result.suite = suite;
  result.line = line;
  result.name = "corner";
  result.position = "r3k2r/8/8/8/8/5r2/8/R3K2R w KQkq - 0 1";
  result.depth = depth;
  result.expected = expected;
  result.source = "a book";
  return result;
}

// One of everything that a report has to show.
suites::Run sample_run() {
  suites::Run run;
  run.tool_version = "1.2.3";
  run.variant = "chess";
  run.spec_file = "chess.yaml";
  run.spec_hash = "00112233aabbccdd";
  run.started = "2024-05-01T12:00:00Z";
  run.seconds = 1.5;
  run.checkers = {{suites::Checker::Kind::kGenerator, "generator", ""},
                  {suites::Checker::Kind::kOracle, "oracle", ""},
                  {suites::Checker::Kind::kEngine, "./mine --uci", "Mine 2 <beta>", "0123abcd"}};

  suites::CaseResult right = count_case("chess/a.epd", 3, 1, 20);
  for (const suites::Checker& checker : run.checkers) {
    right.outcomes.push_back(outcome(checker.name, Verdict::kAgrees));
    right.outcomes.back().actual = 20;
  }
  right.spec_hash = "ffeeddcc00112233";
  right.outcomes[0].origin = suites::Origin::kEarlier;
  right.outcomes[2].origin = suites::Origin::kCache;
  run.cases.push_back(right);

  suites::CaseResult wrong = count_case("chess/a.epd", 4, 2, 568);
  wrong.note = "the rook on f3 forbids castling to the right";
  wrong.remarks = {"568 is what the suite expects at depth 2"};
  wrong.outcomes.push_back(outcome("generator", Verdict::kAgrees));
  wrong.outcomes.back().actual = 568;
  wrong.outcomes.push_back(outcome("oracle", Verdict::kNotRun));
  wrong.outcomes.back().detail = "above 100 nodes";
  wrong.outcomes.push_back(outcome("./mine --uci", Verdict::kWrongMoves));
  wrong.outcomes.back().actual = 570;
  wrong.outcomes.back().detail = "two\nlines";
  suites::Difference difference;
  difference.position = "r3k2r/8/8/8/8/5r2/4K3/R6R b kq - 1 1";
  difference.depth = 1;
  difference.line = {"e1e2"};
  difference.missing = {"f3f2"};
  difference.extra = {"e8g8"};
  difference.notes = {{"f3f2", true, "", "", "", ""},
                      {"e8g8", false, "castling.path-attacked", "C6", "castling needs free squares",
                       "f8 is attacked by the rook on f3"}};
  wrong.outcomes.back().difference = difference;
  suites::Cause cause;
  cause.fault = suites::FaultClass::kExtra;
  cause.position = "4k2r/8/8/8/8/5R2/8/4K3 b k - 0 1";
  cause.action = "e8g8";
  cause.rule = "castling.path-attacked";
  cause.clause = "C6";
  cause.sentence = "castling needs free squares";
  cause.shown = "f8 is attacked by the rook on f3";
  cause.extra = {"e8g8"};
  cause.questions = 17;
  cause.smallest = true;
  wrong.outcomes.back().cause = cause;
  wrong.outcomes.back().evidence = {"transcripts/a.log"};
  run.cases.push_back(wrong);

  suites::CaseResult deeper = wrong;
  deeper.depth = 3;
  deeper.outcomes.back().explained_at = 2;
  run.cases.push_back(deeper);

  suites::CaseResult trouble = count_case("chess/b.epd", 1, 3, UINT64_MAX);
  trouble.outcomes.push_back(outcome("generator", Verdict::kRefused));
  trouble.outcomes.back().detail = "position refused: two kings & a <pawn>";
  trouble.outcomes.push_back(outcome("oracle", Verdict::kInterrupted));
  trouble.outcomes.push_back(outcome("./mine --uci", Verdict::kDied));
  trouble.outcomes.back().detail = "killed by signal 11\x1b[0m \xff";
  run.cases.push_back(trouble);

  suites::CaseResult known = count_case("chess/b.epd", 2, 1, 5);
  known.outcomes.push_back(outcome("generator", Verdict::kAgrees));
  known.outcomes.push_back(outcome("oracle", Verdict::kAgrees));
  known.outcomes.push_back(outcome("./mine --uci", Verdict::kKnownFault));
  known.outcomes.back().actual = 6;
  known.outcomes.back().detail = "known since 1999";
  run.cases.push_back(known);

  suites::CaseResult example;
  example.kind = suites::CaseKind::kExample;
  example.suite = "chess/examples.yaml";
  example.line = 9;
  example.name = "castling-out-of-check";
  example.position = "startpos";
  example.outcomes.push_back(outcome("generator", Verdict::kAgrees));
  example.outcomes.push_back(outcome("oracle", Verdict::kWrongAnswer));
  example.outcomes.back().detail = "e1g1 is judged legal";
  example.outcomes.push_back(outcome("./mine --uci", Verdict::kNoPerft));
  run.cases.push_back(example);

  suites::CaseResult given = count_case("", 0, 1, 20);
  given.name = "";
  for (const suites::Checker& checker : run.checkers) {
    given.outcomes.push_back(outcome(checker.name, Verdict::kAgrees));
    given.outcomes.back().actual = 20;
  }
  run.cases.push_back(given);

  suites::CaseResult child = count_case("chess/b.epd", 3, 3, 700);
  child.outcomes.push_back(outcome("./mine --uci", Verdict::kWrongChild));
  child.outcomes.back().actual = 701;
  suites::Cause lost;
  lost.fault = suites::FaultClass::kWrongChild;
  lost.position = "4k2r/8/8/8/8/8/8/4K3 b k - 0 1";
  lost.depth = 2;
  lost.action = "h8h7";
  lost.then = {"e1e2", "e8g8"};
  lost.rule = "castling.moved";
  lost.clause = "C6";
  lost.sentence = "castling needs free squares";
  lost.shown = "e8g8 is then extra";
  lost.field = "castling rights";
  lost.extra = {"e8g8"};
  lost.questions = 1;
  child.outcomes.back().cause = lost;
  run.cases.push_back(child);

  suites::CaseResult twice = count_case("chess/b.epd", 4, 1, 20);
  twice.outcomes.push_back(outcome("./mine --uci", Verdict::kNondeterministic));
  twice.outcomes.back().actual = 19;
  twice.outcomes.back().detail = "asked twice, it first lacks e2e4, then lists the right moves";
  run.cases.push_back(twice);

  suites::CaseResult unreachable = count_case("chess/unreachable.epd", 8, 1, 6);
  unreachable.unreachable = true;
  unreachable.note = "the check is older than the double step";
  unreachable.outcomes.push_back(outcome("generator", Verdict::kAgrees));
  unreachable.outcomes.back().actual = 6;
  unreachable.outcomes.push_back(outcome("./mine --uci", Verdict::kWrongMoves));
  unreachable.outcomes.back().actual = 5;
  run.cases.push_back(unreachable);

  run.shard = {2, 3};
  run.cases_elsewhere = 14;
  run.resolved_faults = {"Mine 2, startpos at depth 1 (19): no longer occurs"};
  spec::Diagnostic warning;
  warning.severity = spec::Diagnostic::Severity::kWarning;
  warning.place = {"chess/a.epd", 1, 1};
  warning.message = "made for another spec";
  warning.source_line = "# spec: 00";
  run.diagnostics.push_back(warning);
  return run;
}

void expect_golden(const std::string& name, const std::string& text) {
  const std::string path = std::string(REGELWERK_SOURCE_DIR) + "/reports/testdata/" + name;
  if (std::getenv("REGELWERK_UPDATE_GOLDEN") != nullptr) {
    std::ofstream(path, std::ios::binary) << text;
  }
  std::ifstream file(path, std::ios::binary);
  ASSERT_TRUE(file) << path << "; REGELWERK_UPDATE_GOLDEN=1 writes it";
  std::ostringstream golden;
  golden << file.rdbuf();
  EXPECT_EQ(text, golden.str()) << "REGELWERK_UPDATE_GOLDEN=1 accepts the new text";
}

TEST(Terminal, ShowsFailuresInFull) {
  expect_golden("terminal.golden", terminal_report({sample_run()}));
}

TEST(Terminal, CountsWhatItDoesNotShow) {
  suites::Run run;
  run.variant = "chess";
  run.checkers = {{suites::Checker::Kind::kGenerator, "generator", ""}};
  for (int line = 1; line <= 5; ++line) {
    run.cases.push_back(count_case("a.epd", line, 1, 20));
    run.cases.back().outcomes.push_back(outcome("generator", Verdict::kWrongCount));
    run.cases.back().outcomes.back().actual = 19;
  }
  TerminalOptions options;
  options.max_failures = 2;
  options.times = false;
  const std::string text = terminal_report({run}, options);
  EXPECT_THAT(text, HasSubstr("a.epd:2 corner D1: generator"));
  EXPECT_THAT(text, testing::Not(HasSubstr("a.epd:3")));
  EXPECT_THAT(text, HasSubstr("a.epd: generator: 3 more failures are not shown here"));
  EXPECT_THAT(text, HasSubstr("checked 5, not run 0\ndisagreement found\n"));
}

TEST(Terminal, NothingIsNoPass) {
  EXPECT_THAT(terminal_report({}), HasSubstr("nothing was checked"));
}

TEST(Terminal, SaysWhichEngineCheckedNothing) {
  suites::Run run;
  run.variant = "chess";
  run.checkers = {{suites::Checker::Kind::kGenerator, "generator", ""},
                  {suites::Checker::Kind::kEngine, "mine", ""}};
  run.cases.push_back(count_case("a.epd", 1, 1, 20));
  run.cases[0].outcomes = {outcome("generator", Verdict::kAgrees),
                           outcome("mine", Verdict::kVariantUnknown)};
  EXPECT_THAT(terminal_report({run}), HasSubstr("mine checked nothing"));
  run.cases[0].outcomes = {outcome("generator", Verdict::kRefused),
                           outcome("mine", Verdict::kAgrees)};
  EXPECT_THAT(terminal_report({run}), HasSubstr("a position is refused"));
  run.diagnostics.emplace_back();
  EXPECT_THAT(terminal_report({run}), HasSubstr("errors in a spec or a suite"));
}

TEST(Json, HasItsDocumentedFields) {
  const std::string text = json_report({sample_run()});
  expect_golden("json.golden", text);
  const nlohmann::json json = nlohmann::json::parse(text);
  EXPECT_EQ(json["runs"][0]["cases"][3]["expected"].get<std::uint64_t>(), UINT64_MAX);
  EXPECT_EQ(json["exit_status"], 1);
}

// Whatever a report says can be resumed from it. The sample has one of everything, so that a field
// that is written but not read shows here.
TEST(Json, IsReadBack) {
  suites::Run run = sample_run();
  run.cases[3].outcomes[2].detail = "killed by signal 11";  // bytes that are no text are not kept
  run.interrupted = true;
  run.deadline_reached = true;
  run.diagnostics[0].hint = "a hint";
  suites::Run other;
  other.variant = "other";
  const std::string text = json_report({run, other});
  const JsonReportResult read = read_json_report(text);
  EXPECT_EQ(read.error, "");
  ASSERT_EQ(read.runs.size(), 2u);
  EXPECT_EQ(json_report(read.runs), text);
  EXPECT_EQ(read.runs[0].cases[1].outcomes[2].difference->notes[1].clause, "C6");
}

TEST(Json, AnythingElseIsNotReadBack) {
  const std::string text = json_report({sample_run()});
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string changed = text;
    const std::size_t at = changed.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return changed.replace(at, from.size(), to);
  };
  for (const std::string& wrong :
       {std::string(), text.substr(0, text.size() / 2), std::string("[]"), std::string("{}"),
        std::string("7"), with("\"format\": 1", "\"format\": 2"), with("\"agrees\",", "\"agree\","),
        with("\"explained_at\": 0", "\"explained_at\": \"0\""), with("\"line\": 3", "\"line\": []"),
        with("\"runs\": [", "\"runs\": 1, \"x\": [")}) {
    const JsonReportResult read = read_json_report(wrong);
    EXPECT_NE(read.error, "") << wrong.substr(0, 200);
    EXPECT_TRUE(read.runs.empty());
  }
  EXPECT_EQ(read_json_report_file("no/such/file").error, "cannot be read");
}

TEST(Terminal, SaysWhatWasNotAskedNow) {
  const std::string text = terminal_report({sample_run()});
  EXPECT_THAT(text, HasSubstr("shard 2/3: 14 cases left to the other shards\n"));
  EXPECT_THAT(text, HasSubstr("taken over from the earlier result: 1 answer\n"));
  EXPECT_THAT(text, HasSubstr("taken from the cache: 1 answer\n"));
}

TEST(Junit, IsXmlWhateverAnEngineSays) {
  const std::string text = junit_report({sample_run()});
  expect_golden("junit.golden", text);
  pugi::xml_document document;
  ASSERT_TRUE(document.load_string(text.c_str()));
  const pugi::xml_node root = document.child("testsuites");
  int tests = 0;
  int failures = 0;
  int errors = 0;
  int skipped = 0;
  for (const pugi::xml_node suite : root.children("testsuite")) {
    for (const pugi::xml_node test : suite.children("testcase")) {
      ++tests;
      failures += test.child("failure") ? 1 : 0;
      errors += test.child("error") ? 1 : 0;
      skipped += test.child("skipped") ? 1 : 0;
    }
  }
  EXPECT_EQ(root.attribute("tests").as_int(), tests);
  EXPECT_EQ(root.attribute("failures").as_int(), failures);
  EXPECT_EQ(root.attribute("errors").as_int(), errors);
  EXPECT_EQ(root.attribute("skipped").as_int(), skipped);
  EXPECT_EQ(failures, 4);
  EXPECT_EQ(errors, 3);
  EXPECT_THAT(text, HasSubstr("\\x1b[0m \\xff"));
  for (const char c : text) {
    EXPECT_TRUE(static_cast<unsigned char>(c) >= 0x20 || c == '\n' || c == '\t');
  }
}

TEST(Junit, WrongInputIsAnError) {
  suites::Run run = sample_run();
  run.cases.clear();
  run.diagnostics[0].severity = spec::Diagnostic::Severity::kError;
  pugi::xml_document document;
  ASSERT_TRUE(document.load_string(junit_report({run}).c_str()));
  EXPECT_EQ(document.child("testsuites").attribute("errors").as_int(), 1);
}

}  // namespace
}  // namespace regelwerk::reports
