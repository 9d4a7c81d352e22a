// Koalitionsschach: what ends the game, who wins and what it counts; claims; the set-up.
#include <algorithm>

#include "oracle/four_players_testing.h"

namespace regelwerk::oracle {
namespace {

using testing::board;
using ::testing::ElementsAre;
using testing::fields_of;
using ::testing::IsEmpty;
using testing::koalitionsschach;
using testing::placement_of;
using testing::played;
using testing::position;
using Options = spec::OptionChoices;

constexpr const char* kStart =
    "2,bA,bE,bM,bK,bA,bT,2/2,bW,bW,bG,bG,bW,bW,2/10/1,rW,6,gW,1/rP,rG,6,gG,gS/rP,rG,6,gG,gS/"
    "1,rW,6,gW,1/10/2,yW,yG,yG,yW,yG,yW,2/2,yT,yM,yK,yT,yE,yA,2 y - bgr - - start 0 1";

struct End {
  const char* why;
  const char* pieces;
  const char* fields;
  const char* ending;
  const char* clause;
  std::vector<spec::PlayerId> winners;
  std::vector<int> points;
  Options options = {};
};

void PrintTo(const End& end, std::ostream* out) { *out << end.why; }

class Ending : public ::testing::TestWithParam<End> {};

TEST_P(Ending, IsAsTheClauseSays) {
  const End& end = GetParam();
  const Referee referee(koalitionsschach(end.options));
  const Position at = position(referee, board(end.pieces, end.fields));
  const Status status = referee.status(at);
  EXPECT_EQ(status.ending, end.ending);
  EXPECT_EQ(status.clause, end.clause);
  EXPECT_EQ(status.winners, end.winners);
  EXPECT_EQ(status.points, end.points);
  const bool over = status.ending != "ongoing";
  EXPECT_EQ(over, referee.legal_actions(at, true).empty());
  if (over) {
    EXPECT_EQ(*referee.perft(at, 2, {}, true), 0u);
  }
}

constexpr const char* kMated = "yKa1 yTi2 yTj5 bKj10 gGe9 rGb5";
const Options kSmall = {{"small-power-coalition", "on"}};
INSTANTIATE_TEST_SUITE_P(
    Mates, Ending,
    ::testing::Values(End{"K25: on the regular turn; K20: no ally",
                          kMated,
                          "b - - - - - 0 1",
                          "checkmate",
                          "K25",
                          {0},
                          {6, 0, 0, 0}},
                      End{"K25: with the ally",
                          kMated,
                          "b gy,rb - - - - 0 5",
                          "checkmate",
                          "K25",
                          {0, 2},
                          {6, 0, 6, 0}},
                      End{"K25: a flight square",
                          "yKa1 yTi2 yTj5 bKh10 gGe9 rGb5",
                          "b gy,rb - - - - 0 5",
                          "ongoing",
                          "",
                          {},
                          {}},
                      End{"K23: mated when owing a turn",
                          "yKa1 yTi2 gTj5 bKj10 gGe9 rGb5",
                          "b<r gy - b - - 0 2",
                          "checkmate",
                          "K25",
                          {0, 2},
                          {6, 0, 6, 0}},
                      End{"K22: not when asked without owing",
                          "yKa1 yTi2 gTj5 bKj10 gGe9 rGb5",
                          "b<r gy - - - - 0 2",
                          "ongoing",
                          "",
                          {},
                          {}},
                      End{"K25: a neutral power's check wins for the other great power",
                          "yKa1 bTb9 rTa9 bKj10 gGe9",
                          "y gb - - - - 0 2",
                          "checkmate",
                          "K25",
                          {1, 2},
                          {0, 6, 6, 0}},
                      End{"K25: no rearrangement helps",
                          "yKa1 yTa10 yTa9 bKe10 rGb5",
                          "b - br - - - 0 1",
                          "checkmate",
                          "K25",
                          {0},
                          {6, 0, 0, 0}},
                      End{"K30: one that blocks the line does",
                          "yKa1 yTa10 yTa9 bKe10 bGh9 rGb5",
                          "b - br - - - 0 1",
                          "ongoing",
                          "",
                          {},
                          {}},
                      End{"K30: not without the right",
                          "yKa1 yTa10 yTa9 bKe10 bGh9 rGb5",
                          "b - r - - - 0 1",
                          "checkmate",
                          "K25",
                          {0},
                          {6, 0, 0, 0}},
                      End{"K33: small powers mate either king",
                          "yKa1 bTc1 rTb9 rTa9 bKj10 gGe9",
                          "y gr - - - - 0 5",
                          "checkmate",
                          "K25",
                          {2, 3},
                          {0, 0, 6, 6},
                          kSmall},
                      End{"K33: and lose when they have no piece left",
                          "yKa1 bKj10",
                          "y gr - - - - 0 5",
                          "small-powers-lost",
                          "K33",
                          {0, 1},
                          {6, 6, 0, 0},
                          kSmall},
                      End{"K33: only if they are allied",
                          "yKa1 bKj10",
                          "y - - - - - 0 5",
                          "ongoing",
                          "",
                          {},
                          {},
                          kSmall}));

INSTANTIATE_TEST_SUITE_P(
    OtherEndings, Ending,
    ::testing::Values(
        End{"K19: nobody allied",
            "yKa1 bKj10 gGe9 rGb5",
            "y - - - - - 0 4",
            "broken-off",
            "K19",
            {},
            {0, 0, 0, 0}},
        End{"K19: one alliance",
            "yKa1 bKj10 gGe9 rGb5",
            "y rb - - - - 0 4",
            "broken-off",
            "K19",
            {},
            {0, 1, 0, 1}},
        End{"K19: two alliances",
            "yKa1 bKj10 gGe9 rGb5",
            "y gy,rb - - - - 0 4",
            "ongoing",
            "",
            {},
            {}},
        End{"K19: not before", "yKa1 bKj10 gGe9 rGb5", "y - - - - - 0 3", "ongoing", "", {}, {}},
        End{"K27: who is out is not asked for an ally",
            "yKa1 bKj10 gGe9",
            "y gy - - - - 0 4",
            "ongoing",
            "",
            {},
            {}},
        End{"K27: even if both are", "yKa1 bKj10", "y - - - - - 0 4", "ongoing", "", {}, {}},
        End{"K19: no mate is looked for",
            kMated,
            "b gy - - - - 0 5",
            "broken-off",
            "K19",
            {},
            {1, 0, 1, 0}},
        End{"K19: a check is not answered any more",
            "yKa1 bKe10 gTe5 rGb5",
            "b<y gy - - - - 0 4",
            "broken-off",
            "K19",
            {},
            {1, 0, 1, 0}},
        End{"K26: a small power too is stalemated",
            "yKa2 yAd5 bKj10 gGe5",
            "g gb - - - - 0 5",
            "stalemate",
            "K26",
            {},
            {2, 2, 2, 2}},
        End{"K26: unless it passes",
            "yKa2 yAd5 bKj10 gGe5",
            "g gb - - - - 0 5",
            "ongoing",
            "",
            {},
            {},
            {{"small-power-stalemate", "pass"}}},
        End{"K26: a great power",
            "yKa2 yTi8 bKj10",
            "b - - - - - 0 5",
            "stalemate",
            "K26",
            {},
            {2, 2, 2, 2}},
        End{"K26: not if it can rearrange",
            "yKa2 yAh6 bKj10 gGi6",
            "g - bgr - - - 0 1",
            "ongoing",
            "",
            {},
            {}}));

TEST(BreakOff, ComesAtOnceWithTheLastTurnOfRoundThree) {
  const Referee referee(koalitionsschach());
  const std::string pieces = "yKa1 yGa5 bKe10 gGe8 rTd5";
  // Red's last action checks Black, who is not asked any more.
  Position at = position(referee, board(pieces, "r ry - - - - 0 3"));
  at = referee.after(at, "d5d10");
  EXPECT_EQ(fields_of(referee.text(at)), "y ry - - - - 1 4");
  EXPECT_EQ(referee.status(at).ending, "broken-off");
  // Owed turns that come next are used up.
  at = position(referee, board(pieces, "r ry - yb - - 0 3"));
  at = referee.after(at, "d5d6");
  EXPECT_EQ(fields_of(referee.text(at)), "g ry - - - - 1 4");
  // An alliance in the last action prevents it.
  at = position(referee, board(pieces, "r gy - - - - 0 3"));
  EXPECT_EQ(referee.status(referee.after(at, "d5d6+b")).ending, "ongoing");
  at = referee.after(at, "d5d6");
  EXPECT_EQ(referee.status(at).ending, "broken-off");
  const Verdict verdict = referee.judge(at, "a1a2");
  ASSERT_FALSE(verdict.legal);
  EXPECT_EQ(verdict.reasons.at(0).rule, "action.game-over");
  EXPECT_EQ(verdict.reasons.at(0).clause, "K19");
}

TEST(BreakOff, ComesWhenTheLastTurnFallsAway) {
  const Referee referee(koalitionsschach({{"order", "y,b,r,g"}}));
  // Red checks Black; the reply takes the last piece of Green, whose turn would be the last of
  // round 3. Red has an ally and Green is out, so the game goes on.
  Position at = position(referee, board("yKa2 bKe10 rTd5 gGf10", "r - - - - - 0 3"));
  at = referee.after(at, "d5e5");
  EXPECT_EQ(fields_of(referee.text(at)), "b<g ry - - - - 1 3");
  at = referee.after(at, "e10f10");
  EXPECT_EQ(fields_of(referee.text(at)), "y ry - b - - 0 4");
  EXPECT_EQ(referee.status(at).ending, "ongoing");
  // Yellow's reply takes Green's last piece; Red has no ally, so that Black is not asked.
  at = position(referee, board("yKd3 bKh8 bGj9 rTb8 rGi5 gTd9", "y,b<g gb - - - - 1 3"));
  at = referee.after(at, "wait");
  EXPECT_EQ(fields_of(referee.text(at)), "b<g gb - - - - 2 3");
  at = position(referee, board("yKd8 bKh8 bGj9 rTb8 rGi5 gTd9", "y<g gb - - - - 1 3"));
  at = referee.after(at, "d8d9");
  // The turn that the reply owes comes next and is used up.
  EXPECT_EQ(fields_of(referee.text(at)), "b gb - - - - 0 4");
  EXPECT_EQ(referee.status(at).ending, "broken-off");
}

TEST(Mate, MayBeLiftedByAFriendBeforeTheTurn) {
  const Referee referee(koalitionsschach());
  // Black cannot answer Green's check and waits; Red, its friend, takes the checker.
  Position at = position(referee, board("yKa1 yTi2 gTh3 bKj10 gGe9 rTf5", "g gy,rb - - - - 0 5"));
  at = referee.after(at, "h3j3");
  EXPECT_THAT(referee.legal_actions(at), ElementsAre("wait"));
  at = played(referee, at, {"wait", "f5f3", "a1a2"});
  EXPECT_EQ(referee.status(at).ending, "checkmate");
  at = position(referee, board("yKa1 yTi2 gTh3 bKj10 gGe9 rTf3", "g gy,rb - - - - 0 5"));
  at = played(referee, at, {"h3j3", "wait", "f3j3", "a1a2"});
  EXPECT_EQ(at.to_act, 1);
  EXPECT_FALSE(referee.status(at).in_check);
}

TEST(Mate, IsLeftForTheTurnAfterWaiting) {
  const Referee referee(koalitionsschach());
  Position at = position(referee, board("yKa1 yTi2 gTh3 bKj10 gGe9 rGb5", "g gy,rb - - - - 0 5"));
  at = played(referee, at, {"h3j3", "wait", "b5c5", "a1a2"});
  const Status status = referee.status(at);
  EXPECT_EQ(status.ending, "checkmate");
  EXPECT_THAT(status.winners, ElementsAre(0, 2));
  EXPECT_EQ(status.winner, 0);
}

TEST(LastingEnPassant, TakesThePieceAtRightAngles) {
  const Referee referee(koalitionsschach());
  for (const auto& [turn, action, left] : {std::tuple{"b", "d4e3", "yKa1 bGe3 bKj10 gGf4 rGd2"},
                                           {"g", "f4e3", "yKa1 gGe3 bKj10 bGd4 rGd2"},
                                           {"r", "d2e3", "yKa1 rGe3 bKj10 bGd4 gGf4"}}) {
    const Position at = position(referee, board("yKa1 yGe4 bKj10 bGd4 gGf4 rGd2",
                                                std::string(turn) + " - - - e3(e4) - 0 1"));
    EXPECT_EQ(placement_of(referee.text(referee.after(at, action))), placement_of(board(left, " ")))
        << action;
  }
}

TEST(LastingEnPassant, IsNoKingsStep) {
  const Referee referee(koalitionsschach());
  // Diagonally forward it captures, sideways it does not.
  Position at = position(referee, board("yKa1 yGe4 bKj10 bWd4 bWd3", "b - - - e3(e4) - 0 1"));
  EXPECT_EQ(placement_of(referee.text(referee.after(at, "d4e3"))),
            placement_of(board("yKa1 bKj10 bWe3 bWd3", " ")));
  EXPECT_EQ(placement_of(referee.text(referee.after(at, "d3e3"))),
            placement_of(board("yKa1 yGe4 bKj10 bWe3 bWd4", " ")));
  // A friend's right offers nothing.
  at = position(referee, board("yKa1 yGe4 bKj10 rWd2", "r ry - - e3(e4) - 0 1"));
  EXPECT_EQ(placement_of(referee.text(referee.after(at, "d2e3"))),
            placement_of(board("yKa1 yGe4 bKj10 rWe3", " ")));
}

std::vector<std::string> claims(const Referee& referee, const std::vector<Position>& record) {
  std::vector<std::string> names;
  const std::vector<Position> history(record.begin(), record.end() - 1);
  for (const auto& claim : referee.status(record.back(), history).claims) {
    names.push_back(claim.rule + " " + claim.clause);
  }
  return names;
}

TEST(CoalitionClaims, CountRepetitionsWhateverTheRound) {
  const Referee referee(koalitionsschach());
  std::vector<Position> record = {
      position(referee, board("yKa1 bKj10 gSe7 rPh5", "y gy,rb - - - - 0 5"))};
  const std::vector<std::string> there_and_back = {"a1a2", "j10j9", "e7e6", "h5h7",
                                                   "a2a1", "j9j10", "e6e7", "h7h5"};
  for (int times = 1; times <= 3; ++times) {
    EXPECT_EQ(claims(referee, record).size(), times < 3 ? 0u : 1u);
    if (times == 3) break;
    for (const auto& action : there_and_back)
      record.push_back(referee.after(record.back(), action));
  }
  EXPECT_THAT(claims(referee, record), ElementsAre("threefold K4"));
}

TEST(CoalitionClaims, CountRoundsFromTheRecord) {
  const Referee referee(koalitionsschach());
  std::vector<Position> record = {position(referee, board("yKa1 yGa5 bKj10", "y - - - - - 0 5"))};
  const auto play = [&](const std::vector<std::string>& actions) {
    for (const auto& action : actions) record.push_back(referee.after(record.back(), action));
  };
  const auto has_fifty = [&] {
    const auto all = claims(referee, record);
    return std::find(all.begin(), all.end(), "fifty-round K4") != all.end();
  };
  play({"a5a6", "j10j9"});  // round 5 has a guard's move
  for (int rounds = 0; rounds < 50; rounds += 2) {
    EXPECT_FALSE(has_fifty()) << rounds;
    play({"a1a2", "j9j10"});
    EXPECT_FALSE(has_fifty()) << rounds;
    play({"a2a1", "j10j9"});
  }
  EXPECT_EQ(record.back().move_number, 56);
  EXPECT_TRUE(has_fifty());
}

TEST(SetUp, IsThatOfTheFigure) {
  const Referee referee(koalitionsschach());
  const Position start = position(referee, "startpos");
  EXPECT_EQ(referee.text(start), kStart);
  // K28: another one in the same areas; a king may stand in check.
  std::string other = kStart;
  const std::string row = "2,yT,yM,yK,yT,yE,yA,2";
  other.replace(other.find(row), row.size(), "1,yT,yM,1,yK,yT,yE,yA,2");
  EXPECT_THAT(referee.read(other).problems, IsEmpty());
}

TEST(SetUp, HasRightCountsAndStaysInTheAreas) {
  const Referee referee(koalitionsschach());
  std::string wrong = kStart;
  const std::string row = "2,yT,yM,yK,yT,yE,yA,2";
  wrong.replace(wrong.find(row), row.size(), "yT,2,yE,yK,yT,yE,yA,2");
  std::vector<std::string> messages;
  for (const auto& problem : referee.read(wrong).problems) {
    messages.push_back(problem.message);
  }
  EXPECT_THAT(messages, ::testing::UnorderedElementsAre(
                            "the yellow tank on a1 is outside Yellow's set-up area",
                            "yellow engineer: 2 on the board, 1 wanted",
                            "yellow motorcyclist: 0 on the board, 1 wanted"));
}

}  // namespace
}  // namespace regelwerk::oracle
