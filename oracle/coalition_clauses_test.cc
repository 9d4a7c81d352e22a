// Koalitionsschach clause by clause: what each allows and what it forbids.
#include <algorithm>

#include "oracle/four_players_testing.h"

namespace regelwerk::oracle {
namespace {

using testing::board;
using ::testing::IsEmpty;
using testing::koalitionsschach;
using ::testing::Not;
using testing::position;
using testing::targets;
using Options = spec::OptionChoices;

struct Case {
  const char* why;  // the clause and what it shows
  const char* pieces;
  const char* fields;
  const char* action;
  const char* rule;    // of the first reason; empty: legal
  const char* clause;  // likewise
  Options options = {};
};

void PrintTo(const Case& one, std::ostream* out) { *out << one.why; }

class Clause : public ::testing::TestWithParam<Case> {};

TEST_P(Clause, AllowsOrForbids) {
  const Case& one = GetParam();
  const Referee referee(koalitionsschach(one.options));
  const Position at = position(referee, board(one.pieces, one.fields));
  const Verdict verdict = referee.judge(at, one.action);
  const auto listed = referee.legal_actions(at, true);
  const bool is_listed = std::find(listed.begin(), listed.end(), one.action) != listed.end();
  if (*one.rule == '\0') {
    EXPECT_TRUE(verdict.legal) << (verdict.reasons.empty() ? "" : verdict.reasons[0].shown);
    EXPECT_TRUE(is_listed);
    return;
  }
  ASSERT_FALSE(verdict.legal);
  EXPECT_FALSE(is_listed);
  ASSERT_THAT(verdict.reasons, Not(IsEmpty()));
  EXPECT_EQ(verdict.reasons[0].rule, one.rule) << verdict.reasons[0].shown;
  EXPECT_EQ(verdict.reasons[0].clause, one.clause) << verdict.reasons[0].shown;
}

INSTANTIATE_TEST_SUITE_P(
    BoardAndPieces, Clause,
    ::testing::Values(
        Case{"K1: the board ends at rank 10", "yKa1 yTe5 bKj10", "y - - - - - 0 1", "e5e11",
             "movement.off-board", "K1"},
        Case{"K1: rank 10 is on it", "yKa1 yTe5 bKj8", "y - - - - - 0 1", "e5e10", "", ""},
        Case{"K3: another player's piece", "yKa1 bKj10 bTe5", "y - - - - - 0 1", "e5e4",
             "movement.turn", "K3"},
        Case{"K4: no jumping", "yKa1 yTe5 yGe6 bKj10", "y - - - - - 0 1", "e5e7",
             "movement.blocked", "K4"},
        Case{"K5: Yellow goes to higher ranks", "yKa1 yGe5 bKj10", "y - - - - - 0 1", "e5e6", "",
             ""},
        Case{"K5: and not to lower ones", "yKa1 yGe5 bKj10", "y - - - - - 0 1", "e5e4",
             "movement.pattern", "K4"},
        Case{"K5: Black goes to lower ranks", "yKa1 bGe5 bKj10", "b - - - - - 0 1", "e5e4", "", ""},
        Case{"K5: Red goes to higher files", "yKa1 rGe5 bKj10", "r - - - - - 0 1", "e5f5", "", ""},
        Case{"K5: and not to lower ones", "yKa1 rGe5 bKj10", "r - - - - - 0 1", "e5d5",
             "movement.pattern", "K4"},
        Case{"K5: Green goes to lower files", "yKa1 gGe5 bKj10", "g - - - - - 0 1", "e5d5", "", ""},
        Case{"K6: a plane leaps", "yKa1 yPe5 yGe6 yGe7 yGd7 yGf7 bKj10", "y - - - - - 0 1", "e5e9",
             "", ""},
        Case{"K6: over the board's edge it finds no square between", "yKj1 yPa1 bKj10",
             "y - - - - - 0 1", "a1b2", "movement.pattern", "K4"},
        Case{"K6: nor from b2 to the corner", "yKj1 yPb2 bKj10", "y - - - - - 0 1", "b2a1",
             "movement.pattern", "K4"},
        Case{"K6: a single knight's move is none", "yKj1 yPe5 bKj10", "y - - - - - 0 1", "e5f7",
             "movement.pattern", "K4"},
        Case{"K7: a guard captures diagonally forward", "yKa1 yGe5 bKj10 bAf6", "y - - - - - 0 1",
             "e5f6", "", ""},
        Case{"K7: and not straight", "yKa1 yGe5 bKj10 bAe6", "y - - - - - 0 1", "e5e6",
             "movement.blocked", "K4"},
        Case{"K7: a red guard too, at right angles", "yKa1 rGe5 bKj10 bAf4", "r - - - - - 0 1",
             "e5f4", "", ""},
        Case{"K7: a machine gun goes back as a king", "yKa1 yWe5 bKj10", "y - - - - - 0 1", "e5d4",
             "", ""},
        Case{"K7: and captures straight", "yKa1 yWe5 bKj10 bAe6", "y - - - - - 0 1", "e5e6", "",
             ""},
        Case{"K7: a submarine goes as a knight", "yKa1 gSe5 bKj10", "g - - - - - 0 1", "e5f7", "",
             ""},
        Case{"K7: a tank does not", "yKa1 yTe5 bKj10", "y - - - - - 0 1", "e5f7",
             "movement.pattern", "K4"}));

INSTANTIATE_TEST_SUITE_P(
    FirstMovesAndPromotion, Clause,
    ::testing::Values(
        Case{"K8: a double step as the first move", "yKa1 yGe2 bKj10", "y - - - - start 1 1",
             "e2e4", "", ""},
        Case{"K8: from the first line too", "yKa1 yGe1 bKj10", "y - - - - start 1 1", "e1e3", "",
             ""},
        Case{"K8: not after a move", "yKa1 yGe2 bKj10", "y - - - - - 0 1", "e2e4",
             "first-move.moved", "K8"},
        Case{"K8: a machine gun's double step", "yKa1 yWe2 bKj10", "y - - - - start 1 1", "e2e4",
             "", ""},
        Case{"K8: not over a piece", "yKa1 yWe2 bKj10 bAe3", "y - - - - start 1 1", "e2e4",
             "movement.blocked", "K4"},
        Case{"K8: Red along the rank", "yKa1 rGb5 bKj10", "r - - - - start 0 1", "b5d5", "", ""},
        Case{"K10: promotion is compulsory", "yKa1 yGe9 bKj8", "y - - - - - 0 1", "e9e10",
             "promotion.compulsory", "K10"},
        Case{"K10: to a tank", "yKa1 yGe9 bKj8", "y - - - - - 0 1", "e9e10t", "", ""},
        Case{"K10: to a plane, for every player", "yKa1 yGe9 bKj8", "y - - - - - 0 1", "e9e10p", "",
             ""},
        Case{"K10: not to a machine gun", "yKa1 yGe9 bKj8", "y - - - - - 0 1", "e9e10w",
             "promotion.unknown-choice", "K10"},
        Case{"K10: not to a king", "yKa1 yGe9 bKj8", "y - - - - - 0 1", "e9e10k",
             "promotion.unknown-choice", "K10"},
        Case{"K10: a machine gun by a king's capture", "yKa1 yWe9 bKj8 bAd10", "y - - - - - 0 1",
             "e9d10s", "", ""},
        Case{"K10: Red on file j", "yKa1 rGi5 bKj8", "r - - - - - 0 1", "i5j5t", "", ""},
        Case{"K10: and not on rank 10", "yKa1 rWe9 bKj8", "r - - - - - 0 1", "e9e10", "", ""},
        Case{"K10: nobody promotes elsewhere", "yKa1 rWe9 bKj8", "r - - - - - 0 1", "e9e10t",
             "promotion.not-there", "K10"},
        Case{"K10: Green on file a, with a declaration", "yKd1 gGb5 bKj8", "g - - - - - 0 1",
             "b5a5t+y", "", ""},
        Case{"K10: Black on rank 1", "yKa1 bGe2 bKj8", "b - - - - - 0 1", "e2e1a", "", ""},
        Case{"K11: the king goes one step", "yKe1 yAh1 bKj8", "y - - - - - 0 1", "e1g1",
             "movement.pattern", "K4"}));

// Yellow's guard has just come from e2 to e4.
constexpr const char* kStepped = "yKa1 yGe4 bKj10 bGd4 gGf4 rGd2";
INSTANTIATE_TEST_SUITE_P(
    EnPassant, Clause,
    ::testing::Values(
        Case{"K9: the next opponent", kStepped, "b - - - e3(e4) - 0 1", "d4e3", "", ""},
        Case{"K9: a later one, at right angles", kStepped, "g - - - e3(e4) - 0 1", "f4e3", "", ""},
        Case{"K9: the last one, at right angles", kStepped, "r - - - e3(e4) - 0 1", "d2e3", "", ""},
        Case{"K9: without the right", kStepped, "b - - - - - 0 1", "d4e3", "en-passant.not-next",
             "K9"},
        Case{"K9: not a friend's", kStepped, "r ry - - e3(e4) - 0 1", "d2e3", "movement.pattern",
             "K4"},
        Case{"K9: a machine gun diagonally forward", "yKa1 yWe4 bKj10 bWd4", "b - - - e3(e4) - 0 1",
             "d4e3", "", ""}));

INSTANTIATE_TEST_SUITE_P(
    Friends, Clause,
    ::testing::Values(Case{"K16: a friend's piece is not captured", "yKa1 bKj10 bAe5 gSe8",
                           "g gb - - - - 0 1", "e8e5", "movement.friend", "K16"},
                      Case{"K16: an own one neither", "yKa1 bKj10 gGe5 gSe8", "g gb - - - - 0 1",
                           "e8e5", "movement.own-piece", "K16"},
                      Case{"K16: an enemy's is", "yKa1 bKj10 yAe5 gSe8", "g gb - - - - 0 1", "e8e5",
                           "", ""},
                      Case{"K16: so is an unallied small power's", "yKa2 bKj9 rPe5 gSe8",
                           "g - - - - - 0 1", "e8e5", "", ""},
                      Case{"K16: a king is never captured", "yKa1 bKj10 yTj5", "y - - - - - 0 1",
                           "j5j10", "movement.royal", "K16"},
                      Case{"K16: friends do not attack each other's king", "yKa5 bKj10 gSe8",
                           "y gy - - - - 0 1", "a5a4", "", ""},
                      Case{"K16: unallied small powers do", "yKa5 bKj10 gSe8", "y - - - - - 0 1",
                           "a5a4", "royal-safety.into-check", "K21"},
                      Case{"K21: the own king may not be exposed", "yKa5 yEb5 bKj10 bTj5",
                           "y - - - - - 0 1", "b5c7", "royal-safety.exposed", "K21"},
                      Case{"K21: nor left in check", "yKa5 yEb6 bKj10 bTj5", "y - - - - - 0 1",
                           "b6c8", "royal-safety.left-in-check", "K21"},
                      Case{"K21: a small power may expose its friend's king",
                           "yKa5 rPb5 bKj10 bTj5", "r ry - - - - 0 1", "b5d5", "", ""}));

// A submarine that can check Black from h8 and takes a yellow piece on h2.
constexpr const char* kFree = "yKa2 bKj10 yGh2 gSh5 rGb5";
INSTANTIATE_TEST_SUITE_P(
    Alliances, Clause,
    ::testing::Values(
        Case{"K15: by declaration", kFree, "g - - - - - 0 1", "h5h4+y", "", ""},
        Case{"K15: with either great power", kFree, "g - - - - - 0 3", "h5h4+b", "", ""},
        Case{"K15: no need to", kFree, "g - - - - - 0 3", "h5h4", "", ""},
        Case{"K15: great powers declare nothing", kFree, "y - - - - - 0 1", "a2a3+g",
             "coalition.not-small", "K15"},
        Case{"K14: not with one who has an ally", kFree, "g ry - - - - 0 1", "h5h4+y",
             "coalition.not-open", "K14"},
        Case{"K14: with the other one", kFree, "g ry - - - - 0 1", "h5h4+b", "", ""},
        Case{"K14: not twice", kFree, "g gy - - - - 0 1", "h5h4+b", "coalition.not-open", "K14"},
        Case{"K14: nor with itself", kFree, "g - - - - - 0 1", "h5h4+g", "coalition.not-open",
             "K14"},
        Case{"K33: not with a small power unless the option is on", kFree, "g - - - - - 0 1",
             "h5h4+r", "coalition.not-open", "K14"},
        Case{"K17: by check", kFree, "g - - - - - 0 1", "h5h8", "", ""},
        Case{"K17: by capture", kFree, "g - - - - - 0 1", "h5h2", "", ""},
        Case{"K17: not with both", "yKa1 bKj10 yGh8 gSh5 rGb5", "g - - - - - 0 1", "h5h8",
             "coalition.contradiction", "K17"},
        Case{"K18: but a declaration may say which", "yKa1 bKj10 yGh8 gSh5 rGb5", "g - - - - - 0 1",
             "h5h8+b", "", ""},
        Case{"K18: though not the captured one", "yKa1 bKj10 yGh8 gSh5 rGb5", "g - - - - - 0 1",
             "h5h8+y", "movement.friend", "K16"},
        Case{"K17: not with one who has an ally", kFree, "g ry - - - - 0 1", "h5h8",
             "coalition.not-open", "K14"},
        Case{"K18: the attacked king becomes a friend's", kFree, "g ry - - - - 0 1", "h5h8+b", "",
             ""},
        Case{"K18: not what happens anyway, by check", kFree, "g - - - - - 0 1", "h5h8+y",
             "coalition.duplicate", "K18"},
        Case{"K18: nor by capture", kFree, "g - - - - - 0 1", "h5h2+b", "coalition.duplicate",
             "K18"},
        Case{"K18: the piece taken belongs to the friend", kFree, "g - - - - - 0 1", "h5h2+y",
             "movement.friend", "K16"},
        Case{"K17: taking from a small power allies with nobody", "yKa1 bKj10 gSh5 rGh7",
             "g - - - - - 0 1", "h5h7+b", "", ""},
        Case{"K18: a standing attack allies any move that leaves it", "yKa1 bKj10 gSh8 gGf5",
             "g - - - - - 0 1", "f5e5+y", "coalition.duplicate", "K18"},
        Case{"K17: allied powers attack freely", kFree, "g gy - - - - 0 1", "h5h8", "", ""}));

INSTANTIATE_TEST_SUITE_P(
    Replies, Clause,
    ::testing::Values(
        Case{"K22: whoever is asked may wait", "yKa1 bKe10 gTe5 rGb5", "b<r gy - - - - 0 1", "wait",
             "", ""},
        Case{"K22: or move", "yKa1 bKe10 gTe5 rGb5", "b<r gy - - - - 0 1", "e10f10", "", ""},
        Case{"K22: out of check", "yKa1 bKe10 bAj8 gTe5 rGb5", "b<r gy - - - - 0 1", "j8j7",
             "royal-safety.left-in-check", "K21"},
        Case{"K22: others may not wait", "yKa1 bKe10 gTe5 rGb5", "b gy - - - - 0 1", "wait",
             "check-reply.not-asked", "K22"},
        Case{"K22: nobody rearranges out of turn", "yKa1 bKe10 gTe5 rGb5", "b<r gy b - - - 0 1",
             "@Kd10", "check-reply.move-only", "K22"},
        Case{"K22: though on the regular turn", "yKa1 bKe10 gTe5 rGb5", "b gy b - - - 0 1", "@Kd10",
             "", ""},
        Case{"K22: nor passes",
             "yKa1 bKe10 gTe5 rGb5",
             "b<r gy b - - - 0 1",
             "pass",
             "check-reply.move-only",
             "K22",
             {{"opening-rights", "on"}}},
        Case{"K23: who owes a turn may not wait", "yKa1 bKe10 gTe5 rGb5", "b<r gy - b - - 0 1",
             "wait", "check-reply.owes", "K23"},
        Case{"K23: but reply", "yKa1 bKe10 gTe5 rGb5", "b<r gy - b - - 0 1", "e10f10", "", ""}));

constexpr const char* kHome = "yKe1 bKe10 bAd10 bGe9 bTj9 gSj5 gGi5 gWi6 rPa5";
INSTANTIATE_TEST_SUITE_P(
    Rearrangements, Clause,
    ::testing::Values(
        Case{"K29: instead of a move", kHome, "g - bgr - - - 0 1", "@Wj7,Sj6,Gj4", "", ""},
        Case{"K29: anybody but Yellow", kHome, "y - bgr - - - 0 1", "@Kd1", "rearrangement.used",
             "K29"},
        Case{"K29: once", kHome, "g - br - - - 0 1", "@Wj7,Sj6,Gj4", "rearrangement.used", "K29"},
        Case{"K29: in rounds 1 to 3", kHome, "g gy,rb - - - - 0 4", "@Wj7,Sj6,Gj4",
             "rearrangement.too-late", "K29"},
        Case{"K29: within the area", kHome, "g - bgr - - - 0 1", "@Wj7,Sj6,Gh4",
             "rearrangement.outside-area", "K29"},
        Case{"K29: all pieces there", kHome, "g - bgr - - - 0 1", "@Wj7,Sj6",
             "rearrangement.pieces", "K29"},
        Case{"K29: a real change", kHome, "g - bgr - - - 0 1", "@Wi6,Gi5,Sj5", "rearrangement.same",
             "K29"},
        Case{"K29: not where others stand", "yKe1 bKe10 gSj5 yAj6", "g - bgr - - - 0 1", "@Sj6",
             "rearrangement.taken", "K29"},
        Case{"K29: Black's pieces outside stay", kHome, "b - bgr - - - 0 1", "@Ab10,Kc10,Gc9", "",
             ""},
        Case{"K29: and are not placed", kHome, "b - bgr - - - 0 1", "@Tb10,Ad10,Kc10,Gc9",
             "rearrangement.pieces", "K29"},
        Case{"K29: not into check", "yKe1 yTd1 bKe10", "b - bgr - - - 0 1", "@Kd10",
             "rearrangement.in-check", "K29"},
        Case{"K29: out of check", "yKe1 yTe3 bKe10", "b - bgr - - - 0 1", "@Kd10", "", ""},
        Case{"K29: with a declaration", kHome, "g - bgr - - - 0 1", "@Wj7,Sj6,Gj4+y", "", ""},
        Case{"K29: by check with the other great power", "yKa1 bKe6 gSi4", "g - bgr - - - 0 1",
             "@Sj6", "", ""},
        Case{"K18: which is not declared too", "yKa1 bKe6 gSi4", "g - bgr - - - 0 1", "@Sj6+y",
             "coalition.duplicate", "K18"},
        Case{"K17: not if that one is taken", "yKa1 bKe6 gSi4 rPa8", "g ry bgr - - - 0 1", "@Sj6",
             "coalition.not-open", "K14"}));

const Options kRights = {{"opening-rights", "on"}};
const Options kSmall = {{"small-power-coalition", "on"}};
const Options kPass = {{"small-power-stalemate", "pass"}};
constexpr const char* kOpening = "yKe1 yMd1 bKe10 bMd10 gSj5 rPa5";
INSTANTIATE_TEST_SUITE_P(
    OptionalRules, Clause,
    ::testing::Values(
        Case{"K32: no passing without the option", kOpening, "y - - - - - 0 1", "pass",
             "opening-rights.not-here", ""},
        Case{"K32: passing", kOpening, "y - YB - - - 0 1", "pass", "", "", kRights},
        Case{"K32: a small power too, declaring", kOpening, "g - YB - - - 0 1", "pass+y", "", "",
             kRights},
        Case{"K32: not in check", "yKe1 yMd1 bKe10 bTe5 gSj5 rPa5", "y - YB - - - 0 1", "pass",
             "opening-rights.in-check", "K32", kRights},
        Case{"K32: not after round 3", kOpening, "y gy,rb - - - - 0 4", "pass",
             "opening-rights.too-late", "K32", kRights},
        Case{"K32: a motorcyclist to the other colour", kOpening, "y - YB - - - 0 1", "d1>c1", "",
             "", kRights},
        Case{"K32: not the same colour", kOpening, "y - YB - - - 0 1", "d1>c2",
             "opening-rights.same-colour", "K32", kRights},
        Case{"K32: once", kOpening, "y - B - - - 0 1", "d1>c1", "opening-rights.used", "K32",
             kRights},
        Case{"K32: within the area", kOpening, "y - YB - - - 0 1", "d1>d4",
             "opening-rights.outside-area", "K32", kRights},
        Case{"K32: only motorcyclists", kOpening, "y - YB - - - 0 1", "e1>f1",
             "opening-rights.kind", "K32", kRights},
        Case{"K32: only to an empty square", "yKe1 yMd1 yGc1 bKe10", "y - YB - - - 0 1", "d1>c1",
             "opening-rights.not-empty", "K32", kRights},
        Case{"K32: not from another's", kOpening, "g - YB - - - 0 1", "d1>c1",
             "opening-rights.not-shifter", "K32", kRights},
        Case{"K32: not exposing the own king", "yKe1 yMe2 bKj10 bTe5", "y - YB - - - 0 1", "e2>f2",
             "opening-rights.in-check", "K32", kRights},
        Case{"K33: small powers ally", kFree, "g - - - - - 0 1", "h5h4+r", "", "", kSmall},
        Case{"K33: by a capture that would imply another alliance", kFree, "g - - - - - 0 1",
             "h5h2+r", "", "", kSmall},
        Case{"K33: by check", kFree, "g - - - - - 0 1", "h5h8+r", "", "", kSmall},
        Case{"K33: not if one of them has an ally", kFree, "g ry - - - - 0 1", "h5h4+r",
             "coalition.not-open", "K14", kSmall},
        Case{"K33: nor if one of them is out", "yKa2 bKj10 gSh5", "g - - - - - 0 1", "h5h4+r",
             "coalition.not-open", "K14", kSmall},
        Case{"K33: then the great powers are friends", "yKa2 yTe5 bKj10 bAe8 gSh4 rGb5",
             "y gr - - - - 0 1", "e5e8", "movement.friend", "K16", kSmall},
        Case{"K33: and do not attack each other's king", "yKa2 bKe3 bTe5 gSh1 rGb9",
             "y gr - - - - 0 1", "a2a3", "", "", kSmall},
        Case{"K26: a small power passes with the option", "yKa2 bKj10 gGe5 yAd5",
             "g gb - - - - 0 5", "pass", "", "", kPass},
        Case{"K26: not if it has an action", "yKa2 bKj10 gGe5", "g gb - - - - 0 5", "pass",
             "stalemate.small-power", "K26", kPass},
        Case{"K26: a great power does not", "yKa2 bKj10 gGe5", "y gb - - - - 0 5", "pass",
             "stalemate.small-power", "K26", kPass}));

TEST(Plane, MakesTwoKnightsMoves) {
  const Referee referee(koalitionsschach());
  const auto squares = [&](const std::string& text, const std::string& from) {
    const std::string found = targets(referee, text, from);
    return std::count(found.begin(), found.end(), ' ') + 1;
  };
  // 32 squares from e5 and f6 alone have all of them on the board.
  EXPECT_EQ(squares(board("yKj1 yPe5 bKj10", "y - - - - - 0 1"), "e5"), 32);
  EXPECT_EQ(targets(referee, board("yKj1 yPa1 bKj10", "y - - - - - 0 1"), "a1"),
            "a3 a5 b4 c1 c5 d2 d4 e1 e3");
  EXPECT_EQ(targets(referee, board("yKj1 yPa5 bKj10", "y - - - - - 0 1"), "a5"),
            "a1 a3 a7 a9 b2 b4 b6 b8 c1 c5 c9 d2 d4 d6 d8 e3 e5 e7");
}

TEST(Plane, ChecksLikeItMoves) {
  const Referee referee(koalitionsschach());
  EXPECT_TRUE(
      referee.status(position(referee, board("yKa5 yGb1 bKj10 rPe5 gGe9", "y - - - - - 0 1")))
          .in_check);
  EXPECT_FALSE(
      referee.status(position(referee, board("yKa1 yGj2 bKj10 rPb2 gGe9", "y - - - - - 0 1")))
          .in_check);
}

TEST(Words, NameThePieceWithItsPlayer) {
  const Referee referee(koalitionsschach());
  const Position at = position(referee, board("yKa5 yEb5 bKj10 rTj5 gGe9", "y gy,rb - - - - 0 5"));
  EXPECT_EQ(referee.judge(at, "b5c7").reasons.at(0).shown,
            "after b5c7 the red tank on j5 attacks the yellow king on a5");
  EXPECT_EQ(referee.judge(at, "j5j6").reasons.at(0).shown,
            "the red tank on j5 belongs to Red, and Yellow is to act");
}

TEST(Words, TellWhatADeclarationRunsInto) {
  const Referee referee(koalitionsschach());
  const Position at = position(referee, board(kFree, "g - - - - - 0 1"));
  const Verdict verdict = referee.judge(at, "h5h2+y");
  ASSERT_EQ(verdict.reasons.size(), 2u);
  EXPECT_EQ(verdict.reasons[0].shown,
            "the yellow guard on h2 is a friend's: Green and Yellow are allied");
  EXPECT_EQ(verdict.reasons[1].rule, "coalition.other-alliance");
  EXPECT_EQ(verdict.reasons[1].clause, "K18");
  EXPECT_EQ(verdict.reasons[1].shown, "h5h2 by itself allies Green with Black");
  EXPECT_EQ(referee.judge(at, "h5h8+y").reasons.at(0).shown,
            "h5h8 by itself allies Green with Yellow");
}

}  // namespace
}  // namespace regelwerk::oracle
