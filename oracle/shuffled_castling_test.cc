// Castling from any squares of the first rank to fixed files, written king takes rook.
#include "oracle/testing.h"

namespace regelwerk::oracle {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::laboratory;
using testing::loaded;
using testing::played;
using testing::position;
using testing::refusals;
using testing::targets;

const spec::Variant& shuffled() {
  static const spec::Variant variant = laboratory(
      "position-text: {action: king-takes-partner}\n"
      "rules: {castling: {homes: first-rank}}\n");
  return variant;
}

const spec::Variant& wide() {
  static const spec::Variant variant = loaded(spec::load_variant_text(
      "regelwerk: 1\nvariant: laboratory\ntitle: Laboratory\nextends: capablanca\n"
      "position-text: {castling: files, action: king-takes-partner}\n"
      "start: \"rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w JAja - 0 1\"\n"
      "rules: {castling: {homes: first-rank}}\n",
      "laboratory.yaml"));
  return variant;
}

struct Castled {
  const char* rank;   // White's first rank
  const char* right;  // the castling field
  const char* action;
  const char* after;  // White's first rank then
};

void PrintTo(const Castled& castled, std::ostream* out) {
  *out << castled.action << " on " << castled.rank;
}

class Shuffled : public ::testing::TestWithParam<Castled> {};

TEST_P(Shuffled, EndsOnTheSameSquares) {
  const Castled& given = GetParam();
  const Referee referee(shuffled());
  const Position at = position(
      referee, "4k3/8/8/8/8/8/8/" + std::string(given.rank) + " w " + given.right + " - 0 1");
  ASSERT_TRUE(referee.judge(at, given.action).legal);
  EXPECT_EQ(referee.text(referee.after(at, given.action)),
            "4k3/8/8/8/8/8/8/" + std::string(given.after) + " b - - 1 1");
  // The other colour, with the board turned over.
  std::string mirrored = given.rank;
  std::string reached = given.after;
  for (std::string* rank : {&mirrored, &reached}) {
    for (char& letter : *rank) {
      if ('A' <= letter && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
    }
  }
  std::string right = given.right;
  right[0] = static_cast<char>(right[0] - 'A' + 'a');
  std::string action = given.action;
  action[1] = action[3] = '8';
  EXPECT_EQ(referee.text(played(
                referee, position(referee, mirrored + "/8/8/8/8/8/8/4K3 b " + right + " - 0 1"),
                {action})),
            reached + "/8/8/8/8/8/8/4K3 w - - 1 2");
}

INSTANTIATE_TEST_SUITE_P(
    Arrangements, Shuffled,
    ::testing::Values(
        // As in chess.
        Castled{"R3K3", "Q", "e1a1", "2KR4"}, Castled{"4K2R", "K", "e1h1", "5RK1"},
        // Only the rook moves.
        Castled{"6KR", "K", "g1h1", "5RK1"}, Castled{"R1K5", "Q", "c1a1", "2KR4"},
        Castled{"1RK5", "Q", "c1b1", "2KR4"},
        // Only the king moves.
        Castled{"4KR2", "K", "e1f1", "5RK1"}, Castled{"1K3R2", "K", "b1f1", "5RK1"},
        Castled{"3RK3", "Q", "e1d1", "2KR4"}, Castled{"3R2K1", "Q", "g1d1", "2KR4"},
        // They change places.
        Castled{"5KR1", "K", "f1g1", "5RK1"}, Castled{"2RK4", "Q", "d1c1", "2KR4"},
        // Beside one another, away from the stops.
        Castled{"RK6", "Q", "b1a1", "2KR4"}, Castled{"1KR5", "K", "b1c1", "5RK1"},
        Castled{"5RK1", "Q", "g1f1", "2KR4"}, Castled{"2KR4", "K", "c1d1", "5RK1"},
        // Across the board.
        Castled{"1K5R", "K", "b1h1", "5RK1"}, Castled{"R5K1", "Q", "g1a1", "2KR4"},
        // The king steps where the rook has been, the rook beyond.
        Castled{"2R1K3", "Q", "e1c1", "2KR4"}, Castled{"4K1R1", "K", "e1g1", "5RK1"}));

// The first reason against the action.
std::string refusal(const std::string& text, const std::string& action) {
  const Referee referee(shuffled());
  const Verdict verdict = referee.judge(position(referee, text), action);
  if (verdict.reasons.empty()) return "legal";
  return verdict.reasons.front().rule + ": " + verdict.reasons.front().shown;
}

TEST(ShuffledCastling, IsWrittenBesideTheKingsOwnStep) {
  const Referee referee(shuffled());
  EXPECT_EQ(targets(referee, "4k3/8/8/8/8/8/8/RK6 w Q - 0 1", "b1"), "a1 a2 b2 c1 c2");
  EXPECT_EQ(targets(referee, "4k3/8/8/8/8/8/8/5KR1 w K - 0 1", "f1"), "e1 e2 f2 g1 g2");
  EXPECT_EQ(targets(referee, "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1"), "a1 d1 d2 e2 f1 f2 h1");
  EXPECT_EQ(refusal("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1").substr(0, 16), "movement.pattern");
}

TEST(ShuffledCastling, CrossesNothingButTheTwo) {
  // Between the two; where only the rook goes; where only the king goes.
  EXPECT_EQ(refusal("4k3/8/8/8/8/8/8/4KN1R w K - 0 1", "e1h1"),
            "castling.blocked: the knight on f1 stands in the way of castling");
  EXPECT_EQ(refusal("4k3/8/8/8/8/8/8/RK1N4 w Q - 0 1", "b1a1"),
            "castling.blocked: the knight on d1 stands in the way of castling");
  EXPECT_EQ(refusal("4k3/8/8/8/8/8/8/4KRN1 w K - 0 1", "e1f1"),
            "castling.blocked: the knight on g1 stands in the way of castling");
  EXPECT_EQ(refusal("4k3/8/8/8/8/8/8/1RN2K2 w Q - 0 1", "f1b1"),
            "castling.blocked: the knight on c1 stands in the way of castling");
  // Outside of both ways anything may stand.
  EXPECT_EQ(refusal("4k3/8/8/8/8/8/8/RK2N3 w Q - 0 1", "b1a1"), "legal");
  EXPECT_EQ(refusal("4k3/8/8/8/8/8/8/N1RK4 w Q - 0 1", "d1c1"), "legal");
  EXPECT_EQ(refusal("4k3/8/8/8/8/8/8/4KR1N w K - 0 1", "e1f1"), "legal");
  // An enemy stands in the way as well, also on the stop.
  EXPECT_EQ(refusal("4k3/8/8/8/8/8/8/1R2K1b1 w Q - 0 1", "e1b1"), "legal");
  EXPECT_EQ(refusal("4k3/8/8/8/8/8/8/1Rn1K3 w Q - 0 1", "e1b1"),
            "castling.blocked: the knight on c1 stands in the way of castling");
}

TEST(ShuffledCastling, NeedsASafeKingAllTheWay) {
  EXPECT_EQ(refusal("4k1r1/8/8/8/8/8/8/6KR w K - 0 1", "g1h1"),
            "castling.in-check: the king on g1 is attacked by the rook on g8");
  // The rook on f1 does not make f1 safe.
  EXPECT_EQ(refusal("4kr2/8/8/8/8/8/8/4KR2 w K - 0 1", "e1f1"),
            "castling.path-attacked: f1 is attacked by the rook on f8");
  EXPECT_EQ(refusal("2r1k3/8/8/8/8/8/8/1K5R w K - 0 1", "b1h1"),
            "castling.path-attacked: c1 is attacked by the rook on c8");
  EXPECT_EQ(refusal("4k1r1/8/8/8/8/8/8/5KR1 w K - 0 1", "f1g1"),
            "castling.target-attacked: g1 is attacked by the rook on g8");
  // Squares that only the rook leaves, crosses or reaches may be attacked.
  EXPECT_EQ(refusal("4kr2/8/8/8/8/8/8/6KR w K - 0 1", "g1h1"), "legal");
  EXPECT_EQ(refusal("1r1rk3/8/8/8/8/8/8/R1K5 w Q - 0 1", "c1a1"), "legal");
  EXPECT_EQ(refusal("r3k3/8/8/8/8/8/8/RK6 w Q - 0 1", "b1a1"), "legal");
}

TEST(ShuffledCastling, LosesTheShieldOfTheRook) {
  // The king stays; the rook went from between.
  EXPECT_EQ(refusal("4k3/8/8/8/8/8/8/rRK5 w Q - 0 1", "c1b1"),
            "castling.shield-lost: after c1b1 the rook on a1 attacks c1");
  EXPECT_EQ(refusal("4k3/8/8/8/8/8/8/q1RK4 w Q - 0 1", "d1c1"),
            "castling.target-attacked: c1 is attacked by the queen on a1");
  EXPECT_EQ(refusal("4k3/8/8/8/8/8/8/qR3K2 w Q - 0 1", "f1b1"),
            "castling.shield-lost: after f1b1 the queen on a1 attacks c1");
  // A piece that does not go along the rank was never held off, and the one on h1 meets the rook.
  EXPECT_EQ(refusal("4k3/8/8/8/8/8/8/bRK5 w Q - 0 1", "c1b1"), "legal");
  EXPECT_EQ(refusal("4k3/8/8/8/8/8/8/1R2K2n w Q - 0 1", "e1b1"), "legal");
}

TEST(ShuffledCastling, GoesWithTheRookOfTheRight) {
  // The inner rook has the right and castles past the outer one.
  const Referee referee(shuffled());
  const std::string inner = "4k3/8/8/8/8/8/8/4K1RR w G - 0 1";
  EXPECT_EQ(referee.text(played(referee, position(referee, inner), {"e1g1"})),
            "4k3/8/8/8/8/8/8/5RKR b - - 1 1");
  EXPECT_EQ(refusal(inner, "e1h1"),
            "castling.moved: the rook on h1 has no right to castle any more");
  const std::string outer = "4k3/8/8/8/8/8/8/4K1RR w K - 0 1";
  EXPECT_EQ(refusal(outer, "e1h1"),
            "castling.blocked: the rook on g1 stands in the way of castling");
  EXPECT_EQ(refusal(outer, "e1g1"),
            "castling.moved: the rook on g1 has no right to castle any more");
  // With both rights each is written by its own rook.
  EXPECT_EQ(targets(referee, "4k3/8/8/8/8/8/8/RR2K3 w BQ - 0 1", "e1"), "b1 d1 d2 e2 f1 f2");
}

TEST(ShuffledCastling, RightsEndWithKingAndRook) {
  const Referee referee(shuffled());
  const Position at = position(referee, "1r3kr1/6p1/8/8/8/8/6P1/1R3KR1 w KQkq - 0 1");
  EXPECT_EQ(referee.text(referee.after(at, "f1g1")), "1r3kr1/6p1/8/8/8/8/6P1/1R3RK1 b kq - 1 1");
  EXPECT_EQ(referee.text(referee.after(at, "f1f2")), "1r3kr1/6p1/8/8/8/8/5KP1/1R4R1 b kq - 1 1");
  EXPECT_EQ(referee.text(referee.after(at, "b1b2")), "1r3kr1/6p1/8/8/8/8/1R4P1/5KR1 b Kkq - 1 1");
  EXPECT_EQ(referee.text(referee.after(at, "b1b8")), "1R3kr1/6p1/8/8/8/8/6P1/5KR1 b Kk - 0 1");
  // Back where it was, the rook has moved.
  EXPECT_EQ(referee.text(played(referee, at, {"b1b2", "b8b7", "b2b1", "b7b8"})),
            "1r3kr1/6p1/8/8/8/8/6P1/1R3KR1 w Kk - 4 3");
}

TEST(ShuffledCastling, LettersNameTheOuterRookOrAFile) {
  const Referee referee(shuffled());
  const auto canonical = [&](const std::string& rank, const std::string& field) {
    const std::string text =
        referee.text(position(referee, "4k3/8/8/8/8/8/8/" + rank + " w " + field + " - 0 1"));
    return text.substr(text.find(" w ") + 3, text.find(" - 0") - text.find(" w ") - 3);
  };
  EXPECT_EQ(canonical("1R1K2R1", "KQ"), "KQ");
  EXPECT_EQ(canonical("1R1K2R1", "GB"), "KQ");
  EXPECT_EQ(canonical("1R1K2R1", "BG"), "KQ");
  EXPECT_EQ(canonical("1R1K2R1", "B"), "Q");
  EXPECT_EQ(canonical("1R1K2R1", "G"), "K");
  // A rook farther out takes the letter; between king and rook, or beyond the king, it does not.
  EXPECT_EQ(canonical("RR1K2RR", "GB"), "GB");
  EXPECT_EQ(canonical("RR1K2RR", "KQ"), "KQ");
  EXPECT_EQ(canonical("RR1K2RR", "HA"), "KQ");
  EXPECT_EQ(canonical("RR1K2RR", "GQ"), "GQ");
  EXPECT_EQ(canonical("1R1K1RR1", "KB"), "KQ");
  EXPECT_EQ(canonical("RK3RR1", "F"), "F");
  // The first move of another rook to the corner changes the letter, not the right.
  EXPECT_EQ(referee.text(played(referee, position(referee, "4k3/8/8/8/8/8/7R/1R1K2R1 w KQ - 0 1"),
                                {"h2h1"})),
            "4k3/8/8/8/8/8/8/1R1K2RR b GQ - 1 1");
}

TEST(ShuffledCastling, LettersThatNameNothingAreRefused) {
  const Referee referee(shuffled());
  const auto reasons = [&](const std::string& white) {
    return refusals(referee, "4k3/8/8/8/8/8/" + white + " - 0 1");
  };
  EXPECT_THAT(reasons("8/R1K4R w KQ"), IsEmpty());
  EXPECT_THAT(reasons("8/R1K5 w K"), ElementsAre("K: no white rook right of the king on rank 1"));
  EXPECT_THAT(reasons("RR6/2K5 w Q"), ElementsAre("Q: no white rook left of the king on rank 1"));
  EXPECT_THAT(reasons("2K5/R6R w KQ"),
              ElementsAre("K: no white king on rank 1", "Q: no white king on rank 1"));
  EXPECT_THAT(reasons("8/R1K4R w KH"), ElementsAre("K and H both name the rook on h1"));
  EXPECT_THAT(reasons("8/R1K4R w G"), ElementsAre("G: no white rook on g1"));
  EXPECT_THAT(reasons("8/R1K4R w C"), ElementsAre("C: no white rook on c1"));
  EXPECT_THAT(reasons("8/R1K4R w I"), ElementsAre("'I' is no castling letter"));
}

TEST(ShuffledCastling, HasOtherStopsOnAWiderBoard) {
  const Referee referee(wide());
  const auto after = [&](const std::string& rank, const std::string& field,
                         const std::string& action) {
    return referee.text(played(
        referee, position(referee, "4k5/10/10/10/10/10/10/" + rank + " w " + field + " - 0 1"),
        {action}));
  };
  const std::string left = "4k5/10/10/10/10/10/10/2KR6 b - - 1 1";
  const std::string right = "4k5/10/10/10/10/10/10/7RK1 b - - 1 1";
  EXPECT_EQ(after("RK8", "A", "b1a1"), left);
  EXPECT_EQ(after("1R6K1", "B", "i1b1"), left);
  EXPECT_EQ(after("2RK6", "C", "d1c1"), left);
  EXPECT_EQ(after("1K7R", "J", "b1j1"), right);
  EXPECT_EQ(after("8KR", "J", "i1j1"), right);
  EXPECT_EQ(after("7KR1", "I", "h1i1"), right);
  // Rights are written as files, read as either.
  EXPECT_EQ(referee.text(position(referee, "1r2k3r1/10/10/10/10/10/10/1R2K3R1 w KQkq - 0 1")),
            "1r2k3r1/10/10/10/10/10/10/1R2K3R1 w IBib - 0 1");
  EXPECT_EQ(referee.text(position(referee, "1r2k3r1/10/10/10/10/10/10/RR2K3R1 w BIqk - 0 1")),
            "1r2k3r1/10/10/10/10/10/10/RR2K3R1 w IBib - 0 1");
}

// The first positions of the chess programming wiki's table for this game, and positions with
// kings and rooks in a row; all counted by Stockfish and Fairy-Stockfish.
TEST(ShuffledCastling, LeavesAsManyActionsAsPublished) {
  const Referee referee(shuffled());
  const auto count = [&](const std::string& text, int depth) {
    return *referee.perft(position(referee, text), depth);
  };
  EXPECT_EQ(count("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", 3), 12189u);
  EXPECT_EQ(count("2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9", 3), 18002u);
  EXPECT_EQ(count("b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9", 3), 10471u);
  EXPECT_EQ(count("rk6/8/8/8/8/8/8/RKR5 w CAa - 0 1", 3), 3323u);
  EXPECT_EQ(count("1rk1r3/8/8/8/8/8/8/rRK1R3 w EBeb - 0 1", 3), 7074u);
  EXPECT_EQ(count("rr1k2r1/8/8/8/8/8/8/1RK3RR w GBgb - 0 1", 3), 22132u);
}

}  // namespace
}  // namespace regelwerk::oracle
