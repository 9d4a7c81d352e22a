// Koalitionsschach in play: whose turn follows, who is asked, what ends the game, what it counts.
#include "oracle/four_players_testing.h"

namespace regelwerk::oracle {
namespace {

using testing::board;
using testing::fields_of;
using testing::koalitionsschach;
using testing::position;
using Options = spec::OptionChoices;

// The fields behind the placement after each of the actions.
struct Line {
  const char* why;
  const char* pieces;
  const char* fields;
  std::vector<std::string> actions;
  std::vector<std::string> expected;
  Options options = {};
};

void PrintTo(const Line& line, std::ostream* out) { *out << line.why; }

class Play : public ::testing::TestWithParam<Line> {};

TEST_P(Play, GoesOnAsTheClauseSays) {
  const Line& line = GetParam();
  const Referee referee(koalitionsschach(line.options));
  Position at = position(referee, board(line.pieces, line.fields));
  std::vector<std::string> found;
  for (const std::string& action : line.actions) {
    const auto verdict = referee.judge(at, action);
    ASSERT_TRUE(verdict.legal) << action << " in " << referee.text(at) << ": "
                               << verdict.reasons[0].shown;
    at = referee.after(at, action);
    found.push_back(fields_of(referee.text(at)));
    const std::string text = referee.text(at);
    const ReadResult back = referee.read(text);
    ASSERT_TRUE(back.position) << text << ": " << testing::to_text(back.problems);
    EXPECT_EQ(*back.position, at) << text;
  }
  EXPECT_EQ(found, line.expected);
}

constexpr const char* kQuiet = "yKa1 bKj10 gGe9 rGe2";
INSTANTIATE_TEST_SUITE_P(
    Order, Play,
    ::testing::Values(Line{"K3: Yellow, Black, Green, Red, and a round is over",
                           kQuiet,
                           "y - - - - - 0 1",
                           {"a1a2", "j10j9", "e9d9", "e2f2", "a2a1"},
                           {"b - - - - - 1 1", "g - - - - - 2 1", "r - - - - - 0 1",
                            "y - - - - - 0 2", "b - - - - - 1 2"}},
                      Line{"K3: in the order of the draft",
                           kQuiet,
                           "y - - - - - 0 1",
                           {"a1a2", "e9d9", "j10j9", "e2f2"},
                           {"g - - - - - 1 1", "b - - - - - 0 1", "r - - - - - 1 1",
                            "y - - - - - 0 2"},
                           {{"order", "y,g,b,r"}}},
                      Line{"K27: who has no pieces is out, and his turns fall away",
                           "yKa1 bKj10 rGe2 bAe5 gGe8",
                           "b gy,rb - - - - 0 5",
                           {"e5e8", "e2f2", "a1a2", "j10j9", "f2g2"},
                           {"r gy,rb - - - - 0 5", "y gy,rb - - - - 0 6", "b gy,rb - - - - 1 6",
                            "r gy,rb - - - - 2 6", "y gy,rb - - - - 0 7"}},
                      Line{"K27: so may the last turn of a round",
                           "yKa1 bKj10 rGe8 bAe5 gGe9",
                           "b gb,ry - - - - 0 5",
                           {"e5e8", "e9d9", "a1a2"},
                           {"g gb,ry - - - - 0 5", "y gb,ry - - - - 0 6", "b gb,ry - - - - 1 6"}}));

INSTANTIATE_TEST_SUITE_P(
    Flags, Play,
    ::testing::Values(
        Line{"K8: each piece carries its own flag",
             "yKa1 yGe2 yWd1 bKj10",
             "y - - - - start 1 1",
             {"e2e3", "j10j9", "d1d3", "j9j10"},
             {"b - - - - d1 0 1", "y - - - - d1 1 2", "b - - - d2(d3) - 0 2", "y - - - - - 1 3"}},
        Line{"K8: it goes with a captured piece",
             "yKa1 yGe2 yGf2 bKj10 bAe8",
             "b - - - - start 0 1",
             {"e8e2"},
             {"y - - - - start 0 2"}},
        Line{"K9: the right lasts for each opponent and ends when its owner acts",
             "yKa1 yGe2 bKj10 gGe9 rGb5",
             "y - - - - e2,b5 0 1",
             {"e2e4", "j10j9", "e9d9", "b5d5", "a1a2", "j9j10", "d9c9"},
             {"b - - - e3(e4) b5 0 1", "g - - - e3(e4) b5 1 1", "r - - - e3(e4) b5 0 1",
              "y - - - c5(d5) - 0 2", "b - - - c5(d5) - 1 2", "g - - - c5(d5) - 2 2",
              "r - - - - - 0 2"}},
        Line{"K9: two rights at once, in board order",
             "yKa1 yGe2 bKj10 bGh9 gGi5 rGb5",
             "y - - - - start 1 1",
             {"e2e4", "h9h7", "i5g5"},
             {"b - - - e3(e4) h9,b5,i5 0 1", "g - - - h8(h7),e3(e4) b5,i5 0 1",
              "r - - - h8(h7),h5(g5),e3(e4) b5 0 1"}},
        Line{"K9: a piece on the crossed square ends it",
             "yKa1 yGe2 bKj10 bWf3 gGe9",
             "y - - - - e2 0 1",
             {"e2e4", "f3e3"},
             {"b - - - e3(e4) - 0 1", "g - - - - - 0 1"}},
        Line{"K9: so does the capture of the stepper",
             "yKa1 yGe2 bKj10 bAj4 gGe9",
             "y - - - - e2 0 1",
             {"e2e4", "j4e4"},
             {"b - - - e3(e4) - 0 1", "g - - - - - 0 1"}},
        Line{"K9: being asked is acting too",
             "yKe1 yGb2 bKj10 gTj4 rGb5 bGh9",
             "y gb - - - b2 0 1",
             {"b2b4", "j10j9", "j4e4"},
             {"b gb - - b3(b4) - 0 1", "g gb - - b3(b4) - 1 1", "y<r gb - - - - 2 1"}}));

INSTANTIATE_TEST_SUITE_P(
    Alliances, Play,
    ::testing::Values(Line{"K15: declared",
                           "yKa2 bKj10 gSh5 rPb5",
                           "g - - - - - 0 1",
                           {"h5h4+y"},
                           {"r gy - - - - 1 1"}},
                      Line{"K15: by check, and the checked king is asked",
                           "yKa2 bKj10 gSh5 rPb5",
                           "g - - - - - 0 1",
                           {"h5h8"},
                           {"b<r gy - - - - 1 1"}},
                      Line{"K15: by capture",
                           "yKa2 yGh2 bKj10 gSh5 rPc5",
                           "g - - - - - 0 1",
                           {"h5h2"},
                           {"y<r gb - - - - 0 1"}},
                      Line{"K17: by en passant capture",
                           "yKa1 yGe4 bKj10 gGf4 rPb5",
                           "g - - - e3(e4) - 0 1",
                           {"f4e3"},
                           {"r gb - - - - 0 1"}},
                      Line{"K17: both, first one and then the other",
                           "yKa2 bKj10 gSh5 rPb5",
                           "g - - - - - 0 1",
                           {"h5h8", "wait", "b5b7+b"},
                           {"b<r gy - - - - 1 1", "r gy - - - - 2 1", "y gy,rb - - - - 3 2"}},
                      Line{"K18: a line that another has opened",
                           "yKa2 yAi9 bKj10 gTh8 gGf5 rPc5",
                           "y - - - - - 0 1",
                           {"i9i1", "wait", "f5e5"},
                           {"b<g - - - - - 1 1", "g - - - - - 2 1", "b gy - - - - 0 1"},
                           {{"order", "y,g,b,r"}}}));

// A green tank that checks Black on the file e.
constexpr const char* kChecker = "yKa1 yEa3 bKe10 bGj9 gTd5 rGb5";
INSTANTIATE_TEST_SUITE_P(
    Replies, Play,
    ::testing::Values(Line{"K22, K23: a reply, and the next regular turn is sat out",
                           kChecker,
                           "g gy - - - - 0 1",
                           {"d5e5", "e10f10", "b5c5", "a1a2", "e5e4"},
                           {"b<r gy - - - - 1 1", "r gy - b - - 2 1", "y gy - b - - 0 2",
                            "g gy - - - - 1 2", "r gy - - - - 2 2"}},
                      Line{"K22: wait, and the answer comes on the turn",
                           kChecker,
                           "g gy - - - - 0 1",
                           {"d5e5", "wait", "b5c5", "a1a2", "e10f10"},
                           {"b<r gy - - - - 1 1", "r gy - - - - 2 1", "y gy - - - - 0 2",
                            "b gy - - - - 1 2", "g gy - - - - 2 2"}},
                      Line{"K22: whoever has the next turn is not asked",
                           "yKa1 yTd5 bKe10 gGj5 rGb5",
                           "y - - - - - 0 1",
                           {"d5e5", "e10f10"},
                           {"b - - - - - 1 1", "g - - - - - 2 1"}},
                      Line{"K22: nor if the turn between is sat out",
                           "yKa1 bKe10 rTd5 gGj5",
                           "r ry - y - - 0 1",
                           {"d5e5", "e10f10"},
                           {"b ry - - - - 1 2", "g ry - - - - 2 2"}},
                      Line{"K22: who owes that turn has not got it",
                           "yKa1 yTd5 bKe10 gGj5 rGb5",
                           "y gy - b - - 0 1",
                           {"d5e5", "e10f10", "j5i5", "b5c5", "a1a2", "i5h5"},
                           {"b<b gy - b - - 1 1", "g gy - b - - 2 1", "r gy - b - - 0 1",
                            "y gy - b - - 0 2", "g gy - - - - 1 2", "r gy - - - - 0 2"}},
                      Line{"K22: a waiting player is not asked about a second attacker",
                           "yKa1 yTa4 bKe10 gTd5 rGb5",
                           "g gy - - - - 0 1",
                           {"d5e5", "wait", "a4a10", "b5c5", "e10f9"},
                           {"b<y gy - - - - 1 2", "y gy - - - - 2 2", "r gy - - - - 3 2",
                            "b gy - - - - 0 2", "g gy - - - - 1 2"},
                           {{"order", "y,r,b,g"}}},
                      Line{"K24: a reply may give check",
                           "yKe2 bKe7 bTe8 gTd5 gGj5 rGb3",
                           "g gy - - - - 0 1",
                           {"d5d7", "e7f6", "e2f3", "b3c3", "j5i5"},
                           {"b<r gy - - - - 1 1", "y<r gy - b - - 2 1", "r gy - yb - - 3 1",
                            "g gy - - - - 0 2", "r gy - - - - 0 2"}},
                      Line{"K22: two kings checked at once, the first in order first",
                           "yKc10 yGd9 bKh8 gGe8 gGj5 rTb8 bGj9",
                           "g gb - - - - 0 1",
                           {"e8d9", "c10d9", "h8h7"},
                           {"y,b<r gb - - - - 0 1", "b<r gb - y - - 0 1", "r gb - yb - - 1 1"}},
                      Line{"K22: the second is not asked if the first lifts his check",
                           "yKd3 yEb7 bKh8 gTe8 gGj5 rTb8 bGj9",
                           "g gb - - - - 0 1",
                           {"e8d9", "b7d8"},
                           {"y,b<r gb - - - - 1 1", "r gb - y - - 2 1"}},
                      Line{"K22: the first may wait",
                           "yKd3 yTa5 bKh8 gTe8 gGj5 rTb8 bGj9",
                           "g gb - - - - 0 1",
                           {"e8d9", "wait", "wait"},
                           {"y,b<r gb - - - - 1 1", "b<r gb - - - - 2 1", "r gb - - - - 3 1"}},
                      Line{"K22: a friend's king exposed is asked as well",
                           "yKa1 yTa6 bKj6 gSe6 gGj5 rGb2",
                           "g gb - - - - 0 1",
                           {"e6e8"},
                           {"b<r gb - - - - 1 1"}},
                      Line{"K24: who would be next may be out by then",
                           "yKa1 bKe10 gTd5 gGj5 rGf10",
                           "g gy - - - - 0 1",
                           {"d5e5", "e10f10", "a1a2"},
                           {"b<r gy - - - - 1 1", "y gy - b - - 0 2", "g gy - - - - 1 2"}}));

INSTANTIATE_TEST_SUITE_P(
    Counters, Play,
    ::testing::Values(Line{"every action adds a halfmove, a capture or a guard's move resets",
                           "yKa1 bKe10 bAa10 gTd5 gEj4 rGb5",
                           "g gy - - - - 30 1",
                           {"d5e5", "wait", "b5c5", "a1b1", "e10f10", "j4h5"},
                           {"b<r gy - - - - 31 1", "r gy - - - - 32 1", "y gy - - - - 0 2",
                            "b gy - - - - 1 2", "g gy - - - - 2 2", "r gy - - - - 3 2"}},
                      Line{"K29: a rearrangement is no move of a guard",
                           "yKa1 bKe10 gGi4 gSj5 rGb5",
                           "g - bgr - - - 7 1",
                           {"@Gj7,Si4"},
                           {"r - br - - j7 8 1"}},
                      Line{"K29: and implies an alliance by check",
                           "yKa1 bKe6 gSi4",
                           "g - bgr - - - 0 1",
                           {"@Sj6"},
                           {"b<y gy b - - - 1 2"}},
                      Line{"rights end with round 3",
                           "yKa1 bKe10 gGi4 gSj5 rGb5",
                           "r gy,rb bgr - - - 7 3",
                           {"b5c5"},
                           {"y gy,rb - - - - 0 4"}},
                      Line{"or when their player is out",
                           "yKa1 yEh2 bKe10 gSi4 rGb5",
                           "y - bgr - - - 7 1",
                           {"h2i4"},
                           {"b - br - - - 0 1"}}));

const Options kRights = {{"opening-rights", "on"}};
INSTANTIATE_TEST_SUITE_P(
    OpeningRights, Play,
    ::testing::Values(
        Line{"K32: a shift costs no turn",
             "yKe1 yMd1 bKe10 gGe8 rGb5",
             "y - YB - - - 0 1",
             {"d1>c1", "e1e2"},
             {"y - B - - - 1 1", "b - B - - - 2 1"},
             kRights},
        Line{"K32: a check that it gives is asked at once, and then the same player goes on",
             "yKa2 yMf1 bKi6 bGj9 gGe8 rGb5",
             "y - YB - - - 0 1",
             {"f1>e1", "a2a1"},
             {"y - B - - - 1 1", "b - B - - - 2 1"},
             kRights},
        Line{"K32: passing passes the turn",
             "yKe1 yMd2 bKi6 bGj9 gGe8 rGb5",
             "g - YB - - - 0 1",
             {"pass+b", "pass"},
             {"r gb YB - - - 1 1", "y gb YB - - - 2 2"},
             kRights}));

}  // namespace
}  // namespace regelwerk::oracle
