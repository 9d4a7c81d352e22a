#include "spec/betza.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <set>

namespace regelwerk::spec {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

// The only movement of `text`; fails the test if there is another number of them.
Movement one(const std::string& text) {
  const BetzaResult result = parse_betza(text);
  EXPECT_THAT(result.errors, IsEmpty())
      << text << ": " << (result.errors.empty() ? "" : result.errors[0].message);
  EXPECT_EQ(result.movements.size(), 1U) << text;
  return result.movements.empty() ? Movement() : result.movements[0];
}

std::vector<Offset> steps(const std::string& text) { return one(text).steps; }

std::string first_error(const std::string& text) {
  const BetzaResult result = parse_betza(text);
  if (result.errors.empty()) return "";
  return std::to_string(result.errors[0].position) + ": " + result.errors[0].message;
}

TEST(Betza, AtomsAreLeapsInAllDirections) {
  EXPECT_THAT(steps("W"),
              UnorderedElementsAre(Offset{0, 1}, Offset{1, 0}, Offset{0, -1}, Offset{-1, 0}));
  EXPECT_THAT(steps("F"),
              UnorderedElementsAre(Offset{1, 1}, Offset{1, -1}, Offset{-1, 1}, Offset{-1, -1}));
  EXPECT_THAT(steps("D"),
              UnorderedElementsAre(Offset{0, 2}, Offset{2, 0}, Offset{0, -2}, Offset{-2, 0}));
  EXPECT_THAT(steps("A"),
              UnorderedElementsAre(Offset{2, 2}, Offset{2, -2}, Offset{-2, 2}, Offset{-2, -2}));
  EXPECT_THAT(steps("N"),
              UnorderedElementsAre(Offset{1, 2}, Offset{2, 1}, Offset{-1, 2}, Offset{-2, 1},
                                   Offset{1, -2}, Offset{2, -1}, Offset{-1, -2}, Offset{-2, -1}));
  EXPECT_THAT(steps("H"), ::testing::Contains(Offset{0, 3}));
  EXPECT_THAT(steps("C"), ::testing::Contains(Offset{1, 3}));
  EXPECT_THAT(steps("Z"), ::testing::Contains(Offset{3, -2}));
  EXPECT_THAT(steps("G"), ::testing::Contains(Offset{-3, 3}));
  EXPECT_EQ(steps("L"), steps("C"));
  EXPECT_EQ(steps("J"), steps("Z"));
  EXPECT_EQ(steps("K").size(), 8U);
}

TEST(Betza, RangesAndDoubling) {
  EXPECT_EQ(one("W").range, 1);
  EXPECT_EQ(one("W3").range, 3);
  EXPECT_EQ(one("R").range, Movement::kUnlimited);
  EXPECT_EQ(one("R4").range, 4);
  EXPECT_EQ(one("Q3").range, 3);
  EXPECT_EQ(one("N2").range, 2);
  EXPECT_EQ(one("W0").range, Movement::kUnlimited);
  EXPECT_EQ(one("NN").range, Movement::kUnlimited);
  EXPECT_EQ(one("K").range, 1);
  EXPECT_EQ(one("B15").range, 15);
  EXPECT_EQ(one("R").steps, one("W").steps);
  EXPECT_EQ(one("Q").steps, one("K").steps);
}

TEST(Betza, ConcatenationGivesOneMovementEach) {
  const BetzaResult result = parse_betza("BN");
  ASSERT_EQ(result.movements.size(), 2U);
  EXPECT_EQ(result.movements[0].text, "B");
  EXPECT_EQ(result.movements[1].text, "N");
}

TEST(Betza, ThePawnOfChess) {
  const BetzaResult result = parse_betza("fmWfceFifmnD");
  ASSERT_THAT(result.errors, IsEmpty());
  ASSERT_EQ(result.movements.size(), 3U);
  const Movement& step = result.movements[0];
  EXPECT_EQ(step.text, "fmW");
  EXPECT_THAT(step.steps, ElementsAre(Offset{0, 1}));
  EXPECT_TRUE(step.moves && !step.captures && !step.first_move_only && !step.lame);
  EXPECT_FALSE(step.grants_en_passant || step.takes_en_passant);
  const Movement& capture = result.movements[1];
  EXPECT_EQ(capture.text, "fceF");
  EXPECT_THAT(capture.steps, ElementsAre(Offset{-1, 1}, Offset{1, 1}));
  EXPECT_TRUE(!capture.moves && capture.captures && capture.takes_en_passant);
  const Movement& double_step = result.movements[2];
  EXPECT_EQ(double_step.text, "ifmnD");
  EXPECT_THAT(double_step.steps, ElementsAre(Offset{0, 2}));
  EXPECT_TRUE(double_step.moves && !double_step.captures && double_step.first_move_only);
  EXPECT_TRUE(double_step.lame && double_step.grants_en_passant);
}

TEST(Betza, DirectionsOnOrthogonalAtomsAdd) {
  EXPECT_THAT(steps("fW"), ElementsAre(Offset{0, 1}));
  EXPECT_THAT(steps("lW"), ElementsAre(Offset{-1, 0}));
  EXPECT_THAT(steps("sW"), ElementsAre(Offset{-1, 0}, Offset{1, 0}));
  EXPECT_THAT(steps("vW"), ElementsAre(Offset{0, -1}, Offset{0, 1}));
  EXPECT_THAT(steps("frW"), UnorderedElementsAre(Offset{0, 1}, Offset{1, 0}));
  EXPECT_THAT(steps("fsR"), UnorderedElementsAre(Offset{0, 1}, Offset{1, 0}, Offset{-1, 0}));
  EXPECT_THAT(steps("frlR"), UnorderedElementsAre(Offset{0, 1}, Offset{1, 0}, Offset{-1, 0}));
}

TEST(Betza, DirectionsOnDiagonalAtomsMeetInPairs) {
  EXPECT_THAT(steps("fF"), ElementsAre(Offset{-1, 1}, Offset{1, 1}));
  EXPECT_THAT(steps("rB"), ElementsAre(Offset{1, -1}, Offset{1, 1}));
  EXPECT_THAT(steps("flF"), ElementsAre(Offset{-1, 1}));
  EXPECT_THAT(steps("lfF"), ElementsAre(Offset{-1, 1}));
  EXPECT_THAT(steps("flbrA"), UnorderedElementsAre(Offset{-2, 2}, Offset{2, -2}));
  EXPECT_THAT(steps("ffbrF"), UnorderedElementsAre(Offset{-1, 1}, Offset{1, 1}, Offset{1, -1}));
}

TEST(Betza, DirectionsOnObliqueAtoms) {
  const auto narrow_forward = UnorderedElementsAre(Offset{-1, 2}, Offset{1, 2});
  EXPECT_THAT(steps("fN"), narrow_forward);
  EXPECT_THAT(steps("ffN"), narrow_forward);
  EXPECT_THAT(steps("fsN"), UnorderedElementsAre(Offset{-2, 1}, Offset{2, 1}));
  EXPECT_THAT(steps("bsN"), UnorderedElementsAre(Offset{-2, -1}, Offset{2, -1}));
  EXPECT_THAT(steps("frN"), ElementsAre(Offset{2, 1}));
  EXPECT_THAT(steps("rfN"), ElementsAre(Offset{1, 2}));
  EXPECT_THAT(steps("rvN"), UnorderedElementsAre(Offset{1, 2}, Offset{1, -2}));
  EXPECT_THAT(steps("fhN"),
              UnorderedElementsAre(Offset{-1, 2}, Offset{1, 2}, Offset{-2, 1}, Offset{2, 1}));
  EXPECT_THAT(steps("vN"),
              UnorderedElementsAre(Offset{-1, 2}, Offset{1, 2}, Offset{-1, -2}, Offset{1, -2}));
  EXPECT_THAT(steps("sN"),
              UnorderedElementsAre(Offset{-2, 1}, Offset{2, 1}, Offset{-2, -1}, Offset{2, -1}));
  EXPECT_EQ(steps("fbN"), steps("vN"));
  EXPECT_THAT(steps("ffrrN"),
              UnorderedElementsAre(Offset{-1, 2}, Offset{1, 2}, Offset{2, 1}, Offset{2, -1}));
  EXPECT_THAT(steps("fC"), UnorderedElementsAre(Offset{-1, 3}, Offset{1, 3}));
}

TEST(Betza, LamenessNeedsAPath) {
  EXPECT_TRUE(one("nN").lame);
  EXPECT_FALSE(one("nN").grants_en_passant);
  EXPECT_TRUE(one("mnN").grants_en_passant);
  EXPECT_EQ(first_error("nW"),
            "0: 'n' has no meaning on 'W', which crosses no square within a step");
  EXPECT_EQ(first_error("nC"), "0: 'n' has no meaning on 'C', which has no defined path");
  EXPECT_EQ(first_error("mnNN"),
            "1: 'n' on a rider that only moves would leave several en passant squares");
}

TEST(Betza, ErrorsStandWhereTheyAre) {
  EXPECT_EQ(first_error(""), "0: no movement given");
  EXPECT_EQ(first_error("WX"), "1: unknown atom 'X'");
  EXPECT_EQ(first_error("fm"), "2: an atom is missing after the modifiers");
  EXPECT_EQ(first_error("fmm"), "2: modifier 'm' is given twice");
  EXPECT_EQ(first_error("3W"), "0: a range must follow an atom");
  EXPECT_EQ(first_error("W16"),
            "1: range 16 is longer than any board, at most 15 (0 is unlimited)");
  EXPECT_EQ(first_error("W03"), "1: a range has no leading zero");
  EXPECT_EQ(first_error("WW3"), "2: a doubled atom takes no range, it is unlimited already");
  EXPECT_EQ(first_error("RR"), "1: 'RR' is not a rider, doubling is for leapers");
  EXPECT_EQ(first_error("NNN"), "2: 'N' is written three times");
  EXPECT_EQ(first_error("mRcpR"), "3: modifier 'p' of other Betza dialects is not supported");
  EXPECT_EQ(first_error("fK"),
            "0: directions on 'K' are ambiguous, write its orthogonal and its diagonal part apart "
            "(W and F)");
  EXPECT_EQ(first_error("rlbF"),
            "0: directions 'rlb' are ambiguous on 'F', write each with two letters (ff for f)");
  EXPECT_EQ(first_error("fsF"), "0: direction 'fs' has no meaning on 'F'");
  EXPECT_EQ(first_error("fmrW"), "2: direction letters must stand together");
  EXPECT_EQ(first_error("eF"), "0: 'e' needs 'c' beside it: ce captures also en passant");
  EXPECT_EQ(first_error("W F"), "1: blanks are not allowed within a movement");
  EXPECT_EQ(first_error("hW"), "0: direction 'h' has no meaning on 'W'");
}

TEST(Betza, AllErrorsOfAText) {
  const BetzaResult result = parse_betza("XWpFW99");
  ASSERT_EQ(result.errors.size(), 3U);
  EXPECT_EQ(result.errors[0].position, 0);
  EXPECT_EQ(result.errors[1].position, 2);
  EXPECT_EQ(result.errors[2].position, 5);
}

rc::Gen<std::string> betza_text() {
  const auto group = rc::gen::apply(
      [](std::string i, std::string direction, std::string mode, std::string atom,
         std::string range) { return i + direction + mode + atom + range; },
      rc::gen::element<std::string>("", "i"),
      rc::gen::element<std::string>("", "f", "b", "l", "r", "v", "s", "fl", "br", "ff"),
      rc::gen::element<std::string>("", "m", "c", "ce", "n"),
      rc::gen::element<std::string>("W", "F", "D", "N", "A", "H", "C", "Z", "G", "B", "R", "Q",
                                    "K"),
      rc::gen::element<std::string>("", "1", "3", "0", "15"));
  return rc::gen::map(rc::gen::container<std::vector<std::string>>(group),
                      [](const std::vector<std::string>& groups) {
                        std::string text;
                        for (const std::string& part : groups) text += part;
                        return text;
                      });
}

RC_GTEST_PROP(BetzaProperties, MovementsReadTheSameAlone, ()) {
  const std::string text = *betza_text();
  const BetzaResult whole = parse_betza(text);
  std::string joined;
  for (const Movement& movement : whole.movements) {
    joined += movement.text;
    const BetzaResult alone = parse_betza(movement.text);
    RC_ASSERT(alone.errors.empty());
    RC_ASSERT(alone.movements.size() == 1U);
    RC_ASSERT(alone.movements[0].steps == movement.steps);
    RC_ASSERT(alone.movements[0].range == movement.range);
    RC_ASSERT(!movement.steps.empty());
    RC_ASSERT(std::set<Offset>(movement.steps.begin(), movement.steps.end()).size() ==
              movement.steps.size());
    RC_ASSERT(movement.moves || movement.captures);
  }
  if (whole.errors.empty() && !text.empty()) RC_ASSERT(joined == text);
}

RC_GTEST_PROP(BetzaProperties, AnyTextIsReadOrRefusedWithinIt, (const std::string& text)) {
  const BetzaResult result = parse_betza(text);
  RC_ASSERT(!result.errors.empty() || !result.movements.empty());
  for (const BetzaError& error : result.errors) {
    RC_ASSERT(error.position >= 0);
    RC_ASSERT(error.position <= static_cast<int>(text.size()));
    RC_ASSERT(!error.message.empty());
  }
}

RC_GTEST_PROP(BetzaProperties, MirroringLeftAndRightMirrorsTheSteps, ()) {
  const std::string text = *betza_text();
  std::string mirrored = text;
  for (char& c : mirrored) c = c == 'l' ? 'r' : c == 'r' ? 'l' : c;
  const BetzaResult a = parse_betza(text);
  const BetzaResult b = parse_betza(mirrored);
  RC_ASSERT(a.movements.size() == b.movements.size());
  for (std::size_t i = 0; i < a.movements.size(); ++i) {
    std::vector<Offset> flipped = a.movements[i].steps;
    for (Offset& step : flipped) step.right = -step.right;
    std::sort(flipped.begin(), flipped.end());
    RC_ASSERT(flipped == b.movements[i].steps);
  }
}

TEST(CrossedSquares, AlongLinesAndForKnightSteps) {
  EXPECT_THAT(crossed_squares({0, 2}), ElementsAre(Offset{0, 1}));
  EXPECT_THAT(crossed_squares({-3, 0}), ElementsAre(Offset{-1, 0}, Offset{-2, 0}));
  EXPECT_THAT(crossed_squares({2, -2}), ElementsAre(Offset{1, -1}));
  EXPECT_THAT(crossed_squares({1, -2}), ElementsAre(Offset{0, -1}));
  EXPECT_THAT(crossed_squares({-2, 1}), ElementsAre(Offset{-1, 0}));
  EXPECT_THAT(crossed_squares({0, 1}), IsEmpty());
}

}  // namespace
}  // namespace regelwerk::spec
