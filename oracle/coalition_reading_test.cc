// Which position texts of four players the referee takes, and how he writes them.
#include "oracle/four_players_testing.h"

namespace regelwerk::oracle {
namespace {

using testing::board;
using ::testing::ElementsAre;
using testing::fields_of;
using ::testing::IsEmpty;
using testing::koalitionsschach;
using testing::position;
using Options = spec::OptionChoices;

struct Refusal {
  const char* why;
  const char* pieces;
  const char* fields;
  std::vector<std::string> messages;
  Options options = {};
};

void PrintTo(const Refusal& refusal, std::ostream* out) { *out << refusal.why; }

class Refused : public ::testing::TestWithParam<Refusal> {};

TEST_P(Refused, ForEachReason) {
  const Refusal& refusal = GetParam();
  const Referee referee(koalitionsschach(refusal.options));
  EXPECT_EQ(testing::refusals(referee, board(refusal.pieces, refusal.fields)), refusal.messages);
}

constexpr const char* kFour = "yKa1 bKj10 gGe9 rGe2";
INSTANTIATE_TEST_SUITE_P(
    Positions, Refused,
    ::testing::Values(
        Refusal{"nothing", kFour, "y - - - - - 0 1", {}},
        Refusal{"a king too few and one too many",
                "bKj10 bKa10 gGe9",
                "b - - - - - 0 1",
                {"Yellow has 0 royal pieces, 1 wanted",
                 "Black has 2 royal pieces (a10 and j10), 1 wanted"}},
        Refusal{"a small power with a king",
                "yKa1 bKj10 gKe9",
                "y - - - - - 0 1",
                {"Green has a king on e9, but no royal piece by these rules"}},
        Refusal{"pieces on their promotion edge",
                "yKa1 bKj8 gGa9 rWj2 yGe10 bWe1",
                "y - - - - - 0 1",
                {"a yellow guard cannot stand on e10: it would have promoted",
                 "a green guard cannot stand on a9: it would have promoted",
                 "a red machine-gun cannot stand on j2: it would have promoted",
                 "a black machine-gun cannot stand on e1: it would have promoted"}},
        Refusal{"who acts owes",
                kFour,
                "y - - y - - 0 1",
                {"Yellow is to act, but owes a turn and would sit it out"}},
        Refusal{"who acts is out",
                "yKa1 bKj10 gGe9",
                "r - - - - - 0 1",
                {"Red is to act, but has no pieces"}},
        Refusal{"who owes has no king",
                kFour,
                "y - - gg - - 0 1",
                {"Green has no king, is never asked and owes no turn"}},
        Refusal{"who is asked is not in check",
                kFour,
                "b<r - - - - - 0 1",
                {"Black is asked, but is not in check"}},
        Refusal{"who is asked has no king",
                kFour,
                "g<r - - - - - 0 1",
                {"Green is asked, but has no king that could be in check"}},
        Refusal{"who is asked has the turn that follows",
                "yKa1 yTe5 bKe10 gGj9 rGb2",
                "b<b - - - - - 0 1",
                {"Black is asked, but has the next regular turn anyway"}},
        Refusal{"or will have it",
                "yKa1 rTe5 bKe10 gGj9",
                "b<y ry - y - - 0 1",
                {"Black is asked, but has the next regular turn anyway"}},
        Refusal{"unless he owes it", "yKa1 yTe5 bKe10 gGj9 rGb2", "b<b - - b - - 0 1", {}},
        Refusal{"asked twice",
                "yKa1 yTe5 bKe10 gGj9 rGb2",
                "b,b<g - - - - - 0 1",
                {"Black is asked twice"}},
        Refusal{"the turn that follows has no player",
                "yKa1 yTe5 bKe10 gGj9",
                "b<r - - - - - 0 1",
                {"Red's turn cannot follow: it has no pieces"}}));

INSTANTIATE_TEST_SUITE_P(
    Fields, Refused,
    ::testing::Values(
        Refusal{"one small power with both",
                kFour,
                "y gy,gb - - - - 0 1",
                {"the alliances contradict each other: Green is allied with Yellow already"}},
        Refusal{"both with one great power",
                kFour,
                "y gy,ry - - - - 0 1",
                {"the alliances contradict each other: Yellow is allied with Green already"}},
        Refusal{"great powers",
                kFour,
                "y yb - - - - 0 1",
                {"Yellow and Black are great powers, which cannot ally"}},
        Refusal{"small powers without the option",
                kFour,
                "y gr - - - - 0 1",
                {"Green and Red are small powers, which cannot ally by these rules"}},
        Refusal{"with it", kFour, "y gr - - - - 0 1", {}, {{"small-power-coalition", "on"}}},
        Refusal{"but no great power besides",
                kFour,
                "y gr,yg - - - - 0 1",
                {"the alliances contradict each other: Green is allied with Red already"},
                {{"small-power-coalition", "on"}}},
        Refusal{"Yellow never rearranges",
                kFour,
                "y - y - - - 0 1",
                {"'y' is no right that these rules give"}},
        Refusal{"no shift without the option",
                kFour,
                "y - bYB - - - 0 1",
                {"'Y' is no right that these rules give", "'B' is no right that these rules give"}},
        Refusal{"with it", kFour, "y - bYB - - - 0 1", {}, {{"opening-rights", "on"}}},
        Refusal{"flags outside the area",
                "yKa1 yGe3 bKj10",
                "y - - - - e3 0 1",
                {"the yellow guard on e3 has moved: it is outside Yellow's set-up area"}},
        Refusal{"all of them",
                "yKa1 yGe3 yGe2 bKj10",
                "y - - - - start 1 1",
                {"the yellow guard on e3 has moved: it is outside Yellow's set-up area"}},
        Refusal{"flags on other kinds",
                "yKa1 yTe2 bKj10",
                "y - - - - e2,f2 0 1",
                {"the yellow tank on e2 has no first move of its own kind",
                 "f2 is empty: no piece there has not moved"}},
        Refusal{"a right whose owner acts",
                "yKa1 yGe4 bKj10",
                "y - - - e3(e4) - 0 1",
                {"the right to take the yellow guard on e4 on e3 has ended: Yellow is to act"}},
        Refusal{"a right with a piece on the square",
                "yKa1 yGe4 bKj10 bAe3",
                "b - - - e3(e4) - 0 1",
                {"the right on e3 has ended: the black artillery on e3 stands there"}},
        Refusal{"a right of a piece that has gone",
                "yKa1 bKj10",
                "b - - - e3(e4) - 0 1",
                {"no piece stands on e4 that could have come over e3"}},
        Refusal{"a right from outside the area",
                "yKa1 yGe5 bKj10",
                "b - - - e4(e5) - 0 1",
                {"the yellow guard on e5 cannot have come over e4 by a double step"}},
        Refusal{"a right of another kind",
                "yKa1 yTe4 bKj10",
                "b - - - e3(e4) - 0 1",
                {"the yellow tank on e4 cannot have come over e3 by a double step"}},
        Refusal{"from the first line", "yKa1 yGe3 bKj10", "b - - - e2(e3) - 0 1", {}},
        Refusal{"an own piece behind it",
                "yKa1 yGe4 yTe2 bKj10",
                "b - - - e3(e4) - 0 1",
                {"the yellow guard on e4 cannot have come over e3: the yellow tank on e2 stands "
                 "where it would have come from"}},
        Refusal{
            "another's may stand there", "yKa1 yGe4 bTe2 bKj10 gGe9", "g - - - e3(e4) - 0 1", {}},
        Refusal{"two of one player",
                "yKa1 yGe4 yGg4 bKj10",
                "b - - - e3(e4),g3(g4) - 0 1",
                {"Yellow cannot have left a right on e3 and another on g3"}}));

TEST(Refusals, ComeAllAtOnce) {
  const Referee referee(koalitionsschach());
  EXPECT_THAT(
      testing::refusals(referee, board("yKa1 yGe3 bKj10 gKe9", "g gy,gb y g e2(e4) e3 0 1")),
      ElementsAre("Green has a king on e9, but no royal piece by these rules",
                  "the alliances contradict each other: Green is allied with Yellow already",
                  "'y' is no right that these rules give",
                  "Green has no king, is never asked and owes no turn",
                  "the yellow guard on e3 has moved: it is outside Yellow's set-up area",
                  "no piece stands on e4 that could have come over e2"));
}

TEST(Canonical, FieldsAreReadInAnyOrder) {
  const Referee referee(koalitionsschach({{"opening-rights", "on"}}));
  const auto canonical = [&](const std::string& fields, const std::string& pieces = kFour) {
    return fields_of(referee.text(position(referee, board(pieces, fields))));
  };

  EXPECT_EQ(canonical("g rb,yg BrYgb byb - - 3 2"), "g gy,rb bgrYB ybb - - 3 2");
  EXPECT_EQ(canonical("g - - - e3(e4),h8(h7) i5,b5 3 2", "yKa1 yGe4 bGh7 bKj10 gWi5 rGb5 rGc5"),
            "g - - - h8(h7),e3(e4) b5,i5 3 2");
  EXPECT_EQ(canonical("g - - - - i5,b5 3 2", "yKa1 bKj10 gWi5 rGb5"), "g - - - - start 3 2");
  // Rights that cannot be used any more are dropped.
  EXPECT_EQ(canonical("y gy,rb bgrYB - - - 0 4"), "y gy,rb - - - - 0 4");
  EXPECT_EQ(canonical("y gy bgrYB - - - 0 3", "yKa1 bKj10 gGe9"), "y gy bgYB - - - 0 3");
}

TEST(Canonical, AKingMayStandInCheckOutOfTurn) {
  const Referee referee(koalitionsschach());
  EXPECT_THAT(testing::refusals(referee, board("yKa1 yTe5 bKe10 gGj9", "y - - - - - 0 1")),
              IsEmpty());
}

}  // namespace
}  // namespace regelwerk::oracle
