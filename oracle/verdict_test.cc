// Every reason that a referee can give, on the board where he gives it.
#include "oracle/testing.h"

namespace regelwerk::oracle {
namespace {

using ::testing::AllOf;
using testing::bundled;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::Field;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::laboratory;
using ::testing::Not;
using testing::position;

struct Refused {
  const char* variant;
  const char* position;
  const char* action;
  const char* rule;
  const char* clause;
  const char* shown;
};

void PrintTo(const Refused& refused, std::ostream* out) {
  *out << refused.variant << " " << refused.action << " in " << refused.position;
}

class FirstReason : public ::testing::TestWithParam<Refused> {};

TEST_P(FirstReason, NamesRuleClauseAndWhatIsSeen) {
  const Refused& expected = GetParam();
  const Referee referee(bundled(expected.variant));
  const Verdict verdict = referee.judge(position(referee, expected.position), expected.action);
  EXPECT_FALSE(verdict.legal);
  ASSERT_THAT(verdict.reasons, Not(IsEmpty()));
  const Reason& first = verdict.reasons.front();
  EXPECT_EQ(first.rule, expected.rule);
  EXPECT_EQ(first.clause, expected.clause);
  EXPECT_EQ(first.shown, expected.shown);
}

constexpr const char* kStart = "startpos";

INSTANTIATE_TEST_SUITE_P(
    Movement, FirstReason,
    ::testing::Values(
        Refused{"chess", kStart, "e7e5", "movement.turn", "C1",
                "the pawn on e7 belongs to Black, and White is to act"},
        Refused{"chess", kStart, "b1b3", "movement.pattern", "C2",
                "the knight on b1 does not go to b3"},
        Refused{"chess", kStart, "e2e2", "movement.pattern", "C2",
                "the pawn on e2 does not go to e2"},
        Refused{"chess", kStart, "e2d3", "movement.pattern", "C2",
                "the pawn on e2 goes to d3 only to capture, and d3 is empty"},
        Refused{"chess", kStart, "a1a4", "movement.blocked", "C2",
                "the rook on a1 cannot reach a4: the pawn on a2 stands in the way"},
        Refused{"chess", kStart, "a1a2", "movement.own-piece", "C2",
                "the pawn on a2 is White's own"},
        Refused{"chess", "4k3/8/8/4p3/4P3/8/8/4K3 w - - 0 1", "e4e5", "movement.blocked", "C2",
                "the pawn on e5 stands in the way: the pawn on e4 does not capture in this "
                "direction"},
        Refused{"chess", "4k3/8/8/8/8/4n3/4P3/K7 w - - 0 1", "e2e4", "movement.blocked", "C2",
                "the pawn on e2 cannot reach e4: the knight on e3 stands in the way"},
        Refused{"chess", "4k3/8/8/8/8/4P3/8/4K3 w - - 0 1", "e3e5", "first-move.moved", "C3",
                "the pawn on e3 goes to e5 only as its first move, and e3 is not on White's "
                "second rank"},
        Refused{"chess", "4k3/8/4p3/8/8/8/8/4K3 b - - 0 1", "e6e4", "first-move.moved", "C3",
                "the pawn on e6 goes to e4 only as its first move, and e6 is not on Black's "
                "second rank"},
        Refused{"capablanca", kStart, "c1c3", "movement.pattern", "P2",
                "the archbishop on c1 does not go to c3"},
        Refused{"capablanca", kStart, "h1h4", "movement.blocked", "C2",
                "the chancellor on h1 cannot reach h4: the pawn on h2 stands in the way"}));

INSTANTIATE_TEST_SUITE_P(
    EnPassant, FirstReason,
    ::testing::Values(
        Refused{"chess", "4k3/8/8/3Pp3/8/8/8/4K3 w - - 0 1", "d5e6", "en-passant.not-next", "C4",
                "the pawn on e5 cannot be taken on e6: it has not just come from e7"},
        Refused{"chess", "8/8/8/r2pP2K/8/8/8/4k3 w - d6 0 1", "e5d6", "en-passant.exposes", "C4",
                "after e5d6 the pawn on e5 and the pawn on d5 have gone, and the rook on a5 "
                "attacks the king on h5"},
        // A line of the taken pawn alone.
        Refused{"chess", "6b1/8/8/3pP3/8/1K6/8/4k3 w - d6 0 1", "e5d6", "en-passant.exposes", "C4",
                "after e5d6 the pawn on e5 and the pawn on d5 have gone, and the bishop on g8 "
                "attacks the king on b3"},
        Refused{"capablanca", "10/10/10/r2pP4K/10/10/10/4k5 w - d6 0 1", "e5d6",
                "en-passant.exposes", "C4",
                "after e5d6 the pawn on e5 and the pawn on d5 have gone, and the rook on a5 "
                "attacks the king on j5"}));

INSTANTIATE_TEST_SUITE_P(
    Promotion, FirstReason,
    ::testing::Values(
        Refused{"chess", "8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7a8", "promotion.compulsory", "C5",
                "the pawn on a7 must become a queen, rook, bishop or knight on a8"},
        Refused{"chess", "8/8/P6k/8/8/8/8/K7 w - - 0 1", "a6a7q", "promotion.not-there", "C5",
                "the pawn on a6 does not promote on a7"},
        Refused{"chess", "8/P6k/8/8/8/8/8/K7 w - - 0 1", "a1a2q", "promotion.not-there", "C5",
                "the king on a1 does not promote on a2"},
        Refused{"chess", "8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7a8k", "promotion.unknown-choice", "C5",
                "the pawn on a7 may become a queen, rook, bishop or knight on a8, not a king"},
        Refused{"capablanca", "10/P8k/10/10/10/10/10/K9 w - - 0 1", "a7a8", "promotion.compulsory",
                "P4",
                "the pawn on a7 must become a queen, chancellor, archbishop, rook, bishop or "
                "knight on a8"}));

INSTANTIATE_TEST_SUITE_P(
    Castling, FirstReason,
    ::testing::Values(
        Refused{"chess", "r3k2r/8/8/8/8/5r2/8/R3K2R w KQkq - 0 1", "e1g1", "castling.path-attacked",
                "C6", "f1 is attacked by the rook on f3"},
        Refused{"chess", "r3k2r/8/8/8/8/6r1/8/R3K2R w KQkq - 0 1", "e1g1",
                "castling.target-attacked", "C6", "g1 is attacked by the rook on g3"},
        Refused{"chess", "r3k2r/8/8/8/8/4r3/8/R3K2R w KQkq - 0 1", "e1c1", "castling.in-check",
                "C6", "the king on e1 is attacked by the rook on e3"},
        Refused{"chess", "r3k2r/8/8/8/8/8/8/R3K1NR w KQkq - 0 1", "e1g1", "castling.blocked", "C6",
                "the knight on g1 stands in the way of castling"},
        Refused{"chess", "r3k2r/8/8/8/8/8/8/RN2K2R w KQkq - 0 1", "e1c1", "castling.blocked", "C6",
                "the knight on b1 stands in the way of castling"},
        Refused{"chess", "r3k2r/8/8/8/8/8/8/R3K2R w Qkq - 0 1", "e1g1", "castling.moved", "C6",
                "no rook right of the king on e1 has the right to castle with it"},
        Refused{"chess", "r3k2r/8/8/8/8/8/8/R3K2R w kq - 0 1", "e1c1", "castling.moved", "C6",
                "the king on e1 has no right to castle any more"},
        Refused{"chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1q", "promotion.not-there",
                "C5", "the king on e1 does not promote on g1"},
        // A king that takes his partner is not how this variant writes castling.
        Refused{"chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1h1", "movement.pattern", "C2",
                "the king on e1 does not go to h1"},
        Refused{"capablanca", "r4k3r/10/10/10/10/7r2/10/R4K3R w KQkq - 0 1", "f1i1",
                "castling.path-attacked", "P3", "h1 is attacked by the rook on h3"},
        Refused{"capablanca", "r4k3r/10/10/10/10/2r7/10/R4K3R w KQkq - 0 1", "f1c1",
                "castling.target-attacked", "P3", "c1 is attacked by the rook on c3"},
        Refused{"capablanca", "r4k3r/10/10/10/10/10/10/R4K3R w KQkq - 0 1", "f1h1",
                "movement.pattern", "P2", "the king on f1 does not go to h1"}));

INSTANTIATE_TEST_SUITE_P(
    RoyalSafety, FirstReason,
    ::testing::Values(
        Refused{"chess", "4k3/8/8/8/8/4r3/8/R3K3 w - - 0 1", "a1a8", "royal-safety.left-in-check",
                "C7", "the king on e1 is attacked by the rook on e3, and a1a8 does not end that"},
        Refused{"chess", "4k3/8/8/8/8/4r3/4N3/4K3 w - - 0 1", "e2c3", "royal-safety.exposed", "C7",
                "after e2c3 the rook on e3 attacks the king on e1"},
        Refused{"chess", "4k3/8/8/8/8/5r2/8/4K3 w - - 0 1", "e1f1", "royal-safety.into-check", "C7",
                "f1 is attacked by the rook on f3"},
        // Back along the line of the check: the king no longer shields the square.
        Refused{"chess", "4k3/8/8/4r3/4K3/8/8/8 w - - 0 1", "e4e3", "royal-safety.into-check", "C7",
                "e3 is attacked by the rook on e5"},
        // Kings keep apart, and a guarded piece is not taken.
        Refused{"chess", "8/8/8/8/8/2k5/8/K7 w - - 0 1", "a1b2", "royal-safety.into-check", "C7",
                "b2 is attacked by the king on c3"},
        Refused{"chess", "8/8/8/8/8/2k5/1p6/K7 w - - 0 1", "a1b2", "royal-safety.into-check", "C7",
                "b2 is attacked by the king on c3"},
        // En passant that leaves a check alone is refused for the check.
        Refused{"chess", "k6b/6pp/pp1P4/1R6/5pP1/8/K6P/7B b - g3 0 19", "f4g3",
                "royal-safety.left-in-check", "C7",
                "the king on a8 is attacked by the bishop on h1, and f4g3 does not end that"}));

TEST(Verdict, GivesTheClausesSentence) {
  spec::Variant variant = bundled("chess");
  variant.clauses["C6"].says = "castling has conditions";
  const Referee referee(variant);
  const Verdict verdict =
      referee.judge(position(referee, "4k3/8/8/8/8/5r2/8/4K2R w K - 0 1"), "e1g1");
  ASSERT_THAT(verdict.reasons, Not(IsEmpty()));
  EXPECT_EQ(verdict.reasons.front().sentence, "castling has conditions");
}

TEST(Verdict, ShowsTheSquares) {
  const Referee referee(bundled("chess"));
  const Verdict verdict =
      referee.judge(position(referee, "4k3/8/8/8/8/5r2/8/4K2R w K - 0 1"), "e1g1");
  ASSERT_EQ(verdict.reasons.size(), 1u);
  EXPECT_THAT(verdict.reasons.front().squares, ElementsAre(spec::Square{5, 0}, spec::Square{5, 2}));
}

TEST(Verdict, GivesEveryReasonAgainstACastling) {
  const Referee referee(bundled("chess"));
  const Verdict verdict =
      referee.judge(position(referee, "4k3/8/8/8/8/3nrrr1/8/4K1NR w K - 0 1"), "e1g1");
  std::vector<std::string> shown;
  for (const Reason& reason : verdict.reasons) shown.push_back(reason.rule + " " + reason.shown);
  EXPECT_THAT(shown, ElementsAre("castling.blocked the knight on g1 stands in the way of castling",
                                 "castling.in-check the king on e1 is attacked by the knight on d3",
                                 "castling.in-check the king on e1 is attacked by the rook on e3",
                                 "castling.path-attacked f1 is attacked by the rook on f3",
                                 "castling.target-attacked g1 is attacked by the rook on g3"));
}

TEST(Verdict, SaysThatThereIsNoEnPassantRightBesideThePattern) {
  const Referee referee(bundled("chess"));
  const Verdict verdict = referee.judge(position(referee, "startpos"), "e2d3");
  EXPECT_THAT(verdict.reasons,
              Contains(AllOf(Field(&Reason::rule, "en-passant.none"), Field(&Reason::clause, "C4"),
                             Field(&Reason::shown, "nothing has just come over d3"))));
}

TEST(Verdict, CallsAnEmptySquareByItsName) {
  const Referee referee(bundled("chess"));
  const Verdict verdict = referee.judge(position(referee, "startpos"), "e4e5");
  ASSERT_EQ(verdict.reasons.size(), 1u);
  EXPECT_EQ(verdict.reasons.front().rule, "movement.no-piece");
  EXPECT_EQ(verdict.reasons.front().shown, "e4 is empty");
}

TEST(Verdict, RefusesTextsThatAreNoAction) {
  const Referee referee(bundled("chess"));
  const Position start = position(referee, "startpos");
  for (const char* text : {"", "e2", "e2e", "castle", "e2e4x", "e2e4qq", "0-0", "E2E4", "e7e8Q"}) {
    const Verdict verdict = referee.judge(start, text);
    EXPECT_FALSE(verdict.legal) << text;
    EXPECT_THAT(verdict.reasons, Contains(Field(&Reason::rule, "action.unreadable"))) << text;
  }
  EXPECT_THAT(referee.judge(start, "h1i1").reasons,
              Contains(Field(&Reason::rule, "movement.off-board")));
  EXPECT_THAT(referee.judge(start, "a8a9").reasons,
              Contains(Field(&Reason::rule, "movement.off-board")));
}

TEST(Verdict, SaysLastThatTheGameIsOver) {
  const Referee referee(bundled("chess"));
  const Verdict verdict =
      referee.judge(position(referee, "R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1"), "g8f8");
  ASSERT_EQ(verdict.reasons.size(), 2u);
  EXPECT_EQ(verdict.reasons[0].rule, "royal-safety.into-check");
  EXPECT_EQ(verdict.reasons[1].rule, "action.game-over");
  EXPECT_EQ(verdict.reasons[1].clause, "C8");
  EXPECT_EQ(verdict.reasons[1].shown, "the game is over: Black has no legal action (checkmate)");
}

TEST(Verdict, NeverLetsARoyalBeCaptured) {
  const Referee referee(bundled("chess"));
  // No text gives this position; the other player would have had to leave his check.
  Position impossible = position(referee, "4k3/8/8/8/8/8/4R3/K7 b - - 0 1");
  impossible.to_act = 0;
  const Verdict verdict = referee.judge(impossible, "e2e8");
  ASSERT_THAT(verdict.reasons, Not(IsEmpty()));
  EXPECT_EQ(verdict.reasons.front().rule, "movement.royal");
  EXPECT_EQ(verdict.reasons.front().clause, "C7");
  EXPECT_EQ(verdict.reasons.front().shown, "the king on e8 is never captured");
}

TEST(Verdict, AfterThrowsForWhatIsNotLegal) {
  const Referee referee(bundled("chess"));
  const Position start = position(referee, "startpos");
  EXPECT_THROW(referee.after(start, "e2e5"), std::invalid_argument);
  EXPECT_THROW(referee.after(start, "nonsense"), std::invalid_argument);
  EXPECT_EQ(referee.text(referee.after(start, "e2e4")),
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
}

// Whatever two squares and a choice a player may write down, judge and the list agree, and every
// refusal says why.
TEST(Verdict, AgreesWithTheListOfActions) {
  for (const auto& [name, text] :
       {std::pair{"chess", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"},
        {"chess", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1"},
        {"chess", "8/2p5/3p4/KP5r/1R2Pp1k/8/6P1/8 b - e3 0 1"},
        {"chess", "8/P3k3/8/8/8/8/8/K7 w - - 0 1"}}) {
    const Referee referee(bundled(name));
    const Position from = position(referee, text);
    const auto legal = referee.legal_actions(from);
    std::size_t found = 0;
    for (int a = 0; a < 64; ++a) {
      for (int b = 0; b < 64; ++b) {
        const std::string squares =
            spec::square_name({a % 8, a / 8}) + spec::square_name({b % 8, b / 8});
        for (const char* choice : {"", "q", "r", "b", "n", "k", "p"}) {
          const std::string action = squares + choice;
          const Verdict verdict = referee.judge(from, action);
          const bool listed = std::find(legal.begin(), legal.end(), action) != legal.end();
          EXPECT_EQ(verdict.legal, listed) << action;
          EXPECT_EQ(verdict.reasons.empty(), verdict.legal) << action;
          found += verdict.legal ? 1 : 0;
        }
      }
    }
    EXPECT_EQ(found, legal.size()) << text;
  }
}

}  // namespace
}  // namespace regelwerk::oracle
