// What `verify` says of engines of every make, in whose words tools/spoken_engine.cc speaks: a
// right one is called right, and four faults are found by four ways of asking.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "suites/runner.h"

namespace regelwerk::suites {
namespace {

suites::Run ask(const std::string& command) {
  RunOptions options;
  options.variant = "chess";
  options.oracle = false;
  options.suites = {REGELWERK_SOURCE_DIR "/tools/peers/selection.epd"};
  options.engines = {command};
  return run_verification(options);
}

std::string spoken(const std::string& arguments) {
  return std::string(REGELWERK_SPOKEN_ENGINE) + " --as " + arguments;
}

std::string wrong_answers(const suites::Run& run) {
  std::string text;
  for (const CaseResult& result : run.cases) {
    const Outcome& outcome = result.outcomes.back();
    if (!is_failure(outcome.verdict)) continue;
    text += fmt::format("{} {}: {} {}\n", result.position, result.depth,
                        verdict_name(outcome.verdict), outcome.detail);
  }
  return text;
}

class RightEngines : public testing::TestWithParam<const char*> {};

TEST_P(RightEngines, AreNeverCalledWrong) {
  const suites::Run run = ask(spoken(GetParam()));
  EXPECT_EQ(exit_status(run), 0) << wrong_answers(run);
}

INSTANTIATE_TEST_SUITE_P(SpokenEngines, RightEngines,
                         testing::Values("crafty", "demolito", "divide", "double-pong",
                                         "early-uciok", "few-lines", "fragile", "mate-crash-says",
                                         "multipv", "multipv-0000", "multipv-a1a1", "multipv-null",
                                         "npm-chess", "olithink", "olithink-old", "totals", "weiss",
                                         "weiss-dev", "xboard"),
                         [](const auto& info) {
                           std::string name = info.param;
                           std::erase(name, '-');
                           return name;
                         });

// Those that fall over or run over are told so at the rows where they do, and nowhere else.
TEST(SpokenEngines, FailOnlyWhereTheyFail) {
  const suites::Run crash = ask(spoken("mate-crash"));
  EXPECT_EQ(exit_status(crash), 3);
  for (const CaseResult& result : crash.cases) {
    EXPECT_EQ(result.outcomes.back().verdict,
              *result.expected == 0 ? Verdict::kDied : Verdict::kAgrees)
        << result.position;
  }
  const suites::Run octopus =
      ask(fmt::format("cmd='{} d' proto=perftree total='n ='", spoken("octopus")));
  EXPECT_EQ(exit_status(octopus), 0) << wrong_answers(octopus);
}

TEST(SpokenEngines, AnOverflowIsNamed) {
  RunOptions options;
  options.variant = "chess";
  options.oracle = false;
  options.position = {"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 3};
  options.engines = {spoken("overflow16")};
  const suites::Run run = run_verification(options);
  EXPECT_EQ(exit_status(run), 1);
  const Outcome& last = run.cases.back().outcomes.back();
  EXPECT_EQ(last.said, "-3157");
  EXPECT_THAT(last.detail, testing::HasSubstr("the right count modulo 2^16"));
}

struct Way {
  const char* name;
  bool names_moves;  // it shows moves, so that the clause can be named
};
struct Lack {
  const char* name;
  FaultClass fault;
  const char* clause;
};

class Faults : public testing::TestWithParam<std::tuple<Way, Lack>> {};

TEST_P(Faults, AreFound) {
  const auto& [way, lack] = GetParam();
  const suites::Run run = ask(spoken(fmt::format("{} --lacking {}", way.name, lack.name)));
  EXPECT_EQ(exit_status(run), 1);
  bool named = false;
  for (const CaseResult& result : run.cases) {
    const Outcome& outcome = result.outcomes.back();
    if (!outcome.cause) continue;
    if (way.names_moves) {
      named = named || (outcome.cause->fault == lack.fault && outcome.cause->clause == lack.clause);
    } else {
      // A total says that there is a fault; a move that it has is never called missing.
      EXPECT_NE(outcome.cause->fault,
                lack.fault == FaultClass::kExtra ? FaultClass::kMissing : FaultClass::kExtra);
    }
  }
  EXPECT_EQ(named, way.names_moves);
}

INSTANTIATE_TEST_SUITE_P(
    SpokenEngines, Faults,
    testing::Combine(testing::Values(Way{"divide", true}, Way{"totals", false},
                                     Way{"multipv", true}, Way{"xboard", true}),
                     testing::Values(Lack{"knight-promotion", FaultClass::kMissing, "C5"},
                                     Lack{"castling-attack", FaultClass::kExtra, "C6"},
                                     Lack{"en-passant-pin", FaultClass::kExtra, "C4"},
                                     Lack{"king-beside-king", FaultClass::kExtra, "C7"})),
    [](const auto& info) {
      std::string name =
          fmt::format("{}_{}", std::get<0>(info.param).name, std::get<1>(info.param).name);
      std::erase(name, '-');
      return name;
    });

}  // namespace
}  // namespace regelwerk::suites
