#include "suites/resume.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace regelwerk::suites {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

CaseResult count_case(const std::string& suite, std::optional<std::uint64_t> expected) {
  CaseResult result;
  result.suite = suite;
  result.position = "position";
  result.depth = 2;
  result.expected = expected;
  return result;
}

Outcome outcome(Verdict verdict, std::optional<std::uint64_t> actual) {
  Outcome outcome;
  outcome.checker = "mine";
  outcome.verdict = verdict;
  outcome.actual = actual;
  return outcome;
}

Run run_of(const Outcome& answer, const CaseResult& result = count_case("a.epd", 20)) {
  suites::Run run;
  run.variant = "some";
  run.spec_hash = "00";
  run.checkers = {{Checker::Kind::kEngine, "mine", "Mine 2", "11"}};
  run.cases = {result};
  run.cases[0].outcomes = {answer};
  return run;
}

const CaseResult kCase = count_case("a.epd", 20);
const Outcome kRight = outcome(Verdict::kAgrees, 20);

TEST(ResumeTest, CountsAreAnswers) {
  const suites::Run now = run_of(kRight);
  for (const Verdict verdict :
       {Verdict::kAgrees, Verdict::kWrongCount, Verdict::kWrongMoves, Verdict::kWrongChild}) {
    const EarlierAnswers earlier({run_of(outcome(verdict, 20))}, now);
    const EarlierAnswers::Answer* answer = earlier.find(kCase, "mine");
    ASSERT_NE(answer, nullptr) << verdict_name(verdict);
    EXPECT_EQ(answer->outcome.verdict, verdict);
    EXPECT_EQ(answer->expected, 20u);
    EXPECT_EQ(earlier.version("mine"), "Mine 2");
    EXPECT_THAT(earlier.remarks(), IsEmpty());
  }
}

TEST(ResumeTest, NothingElseIsAnAnswer) {
  const suites::Run now = run_of(kRight);
  for (const Verdict verdict :
       {Verdict::kRefused, Verdict::kDied, Verdict::kHung, Verdict::kNonsense, Verdict::kNotRun,
        Verdict::kVariantUnknown, Verdict::kNoPerft, Verdict::kNotStarted, Verdict::kInterrupted}) {
    const EarlierAnswers earlier({run_of(outcome(verdict, std::nullopt))}, now);
    EXPECT_EQ(earlier.find(kCase, "mine"), nullptr) << verdict_name(verdict);
  }
  const EarlierAnswers known({run_of(outcome(Verdict::kKnownFault, 19))}, now);
  EXPECT_EQ(known.find(kCase, "mine"), nullptr);
}

TEST(ResumeTest, CaseCheckerAndProgramMustBeTheSame) {
  const suites::Run now = run_of(kRight);
  const EarlierAnswers earlier({now}, now);
  EXPECT_NE(earlier.find(kCase, "mine"), nullptr);
  EXPECT_EQ(earlier.find(kCase, "oracle"), nullptr);
  CaseResult other = kCase;
  other.position += " ";
  EXPECT_EQ(earlier.find(other, "mine"), nullptr);
  other = kCase;
  other.depth = 3;
  EXPECT_EQ(earlier.find(other, "mine"), nullptr);
  EXPECT_EQ(earlier.find(count_case("a.epd", 21), "mine"), nullptr) << "the suite has changed";
  other = kCase;
  other.spec_hash = "other options";
  EXPECT_EQ(earlier.find(other, "mine"), nullptr);

  suites::Run rebuilt = now;
  rebuilt.checkers[0].identity = "12";
  const EarlierAnswers of_another({now}, rebuilt);
  EXPECT_EQ(of_another.find(kCase, "mine"), nullptr);
  EXPECT_THAT(of_another.remarks(), ElementsAre(HasSubstr("'mine' is not the program")));

  suites::Run unknown = now;
  unknown.checkers[0].identity.clear();
  EXPECT_EQ(EarlierAnswers({unknown}, unknown).find(kCase, "mine"), nullptr);

  suites::Run ruled_otherwise = now;
  ruled_otherwise.spec_hash = "01";
  const EarlierAnswers by_other_rules({now}, ruled_otherwise);
  EXPECT_EQ(by_other_rules.find(kCase, "mine"), nullptr);
  EXPECT_THAT(by_other_rules.remarks(), ElementsAre(HasSubstr("other rules")));

  suites::Run of_other_variant = now;
  of_other_variant.variant = "other";
  EXPECT_THAT(EarlierAnswers({now}, of_other_variant).remarks(),
              ElementsAre(HasSubstr("no result for other")));
}

// Its expected count is not known before the generator has counted.
TEST(ResumeTest, APositionByItselfIsFoundWithoutItsCount) {
  const suites::Run now = run_of(kRight, count_case("", 20));
  const EarlierAnswers earlier({now}, now);
  const EarlierAnswers::Answer* answer = earlier.find(count_case("", std::nullopt), "mine");
  ASSERT_NE(answer, nullptr);
  EXPECT_EQ(answer->expected, 20u);
  EXPECT_EQ(earlier.find(kCase, "mine"), nullptr) << "a suite's case is another one";
}

}  // namespace
}  // namespace regelwerk::suites
