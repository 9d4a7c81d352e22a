// Pieces of all sorts on boards of all sorts, through specs made for the purpose.
#include "oracle/movement.h"

#include "oracle/testing.h"

namespace regelwerk::oracle {
namespace {

using testing::bundled;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::laboratory;
using testing::played;
using testing::position;
using testing::refusals;
using testing::targets;

// Chess with one more piece, S, that moves as given.
spec::Variant with_piece(const std::string& moves) {
  return laboratory("pieces: {stranger: {letter: S, moves: " + moves + "}}\n");
}

struct Reach {
  const char* moves;
  const char* position;
  const char* from;
  const char* targets;
};

TEST(Movement, FollowsTheBetzaNotation) {
  for (const Reach& reach : {
           // Riders go on until something stands in the way; here a pawn at the second step.
           Reach{"NN", "8/8/8/3p4/8/8/8/1SK4k w - - 0 1", "b1", "a3 c3 d2 d5 f3 h4"},
           Reach{"NN", "8/8/8/8/8/1k6/8/K2S4 w - - 0 1", "d1", "a7 b2 b5 c3 e3 f2 f5 g7 h3"},
           // Limited riders.
           Reach{"R2", "8/8/8/8/8/8/1k6/S6K w - - 0 1", "a1", "a2 a3 b1 c1"},
           Reach{"Q3", "7k/8/8/8/8/2p5/8/S6K w - - 0 1", "a1", "a2 a3 a4 b1 b2 c1 c3 d1"},
           Reach{"WW", "7k/8/8/8/8/8/8/S6K w - - 0 1", "a1",
                 "a2 a3 a4 a5 a6 a7 a8 b1 c1 d1 e1 f1 g1"},
           // Leapers leap.
           Reach{"D", "7k/8/8/8/8/8/P7/SN5K w - - 0 1", "a1", "a3 c1"},
           Reach{"A", "7k/8/8/8/8/8/1P6/S6K w - - 0 1", "a1", "c3"},
           Reach{"C", "7k/8/8/8/8/8/8/S6K w - - 0 1", "a1", "b4 d2"},
           Reach{"DD", "7k/8/8/8/8/8/8/S6K w - - 0 1", "a1", "a3 a5 a7 c1 e1 g1"},
           Reach{"DD", "7k/8/8/8/p7/p7/p7/S6K w - - 0 1", "a1", "a3 c1 e1 g1"},
           // Lame leapers do not: a piece beside blocks two of the knight's squares.
           Reach{"nN", "7k/8/8/3p4/3S4/8/8/7K w - - 0 1", "d4", "b3 b5 c2 e2 f3 f5"},
           Reach{"nN", "7k/8/8/8/3Sp3/8/8/7K w - - 0 1", "d4", "b3 b5 c2 c6 e2 e6"},
           Reach{"nN", "7k/8/8/4p3/3S4/8/8/7K w - - 0 1", "d4", "b3 b5 c2 c6 e2 e6 f3 f5"},
           Reach{"nD", "7k/8/8/8/8/p7/P7/S1N4K w - - 0 1", "a1", ""},
           Reach{"nA", "7k/8/8/8/8/2p5/8/S6K w - - 0 1", "a1", "c3"},
           Reach{"nA", "7k/8/8/8/8/2p5/1p6/S6K w - - 0 1", "a1", ""},
           Reach{"nH", "7k/8/8/8/8/p7/8/S6K w - - 0 1", "a1", "d1"},
           // Directions and modes.
           Reach{"fB", "k7/8/8/8/3S4/8/8/7K w - - 0 1", "d4", "a7 b6 c5 e5 f6 g7 h8"},
           Reach{"mRcB", "k7/8/1p1p4/8/3S1p2/8/8/K7 w - - 0 1", "d4", "a4 b4 b6 c4 d1 d2 d3 d5 e4"},
           Reach{"sW", "7k/8/8/8/3S4/8/8/7K w - - 0 1", "d4", "c4 e4"},
           Reach{"ffN", "7k/8/8/8/3S4/8/8/7K w - - 0 1", "d4", "c6 e6"},
       }) {
    const spec::Variant variant = with_piece(reach.moves);
    const Referee referee(variant);
    EXPECT_EQ(targets(referee, reach.position, reach.from), reach.targets)
        << reach.moves << " in " << reach.position;
  }
}

TEST(Movement, TurnsForwardWithThePlayer) {
  const spec::Variant variant = with_piece("fR2");
  const Referee referee(variant);
  EXPECT_EQ(targets(referee, "7k/8/8/8/3S4/8/8/7K w - - 0 1", "d4"), "d5 d6");
  EXPECT_EQ(targets(referee, "7k/8/8/8/3s4/8/8/7K b - - 0 1", "d4"), "d2 d3");
  const spec::Variant right = with_piece("rW");
  const Referee right_handed(right);
  EXPECT_EQ(targets(right_handed, "7k/8/8/8/3S4/8/8/7K w - - 0 1", "d4"), "e4");
  EXPECT_EQ(targets(right_handed, "7k/8/8/8/3s4/8/8/7K b - - 0 1", "d4"), "c4");
}

TEST(Movement, TurnsForEveryDirectionOfTheBoard) {
  const spec::Offset ahead_and_right{1, 2};
  const auto is = [](Step step, int files, int ranks) {
    return step.files == files && step.ranks == ranks;
  };
  EXPECT_TRUE(is(turned(ahead_and_right, spec::Direction::kNorth), 1, 2));
  EXPECT_TRUE(is(turned(ahead_and_right, spec::Direction::kEast), 2, -1));
  EXPECT_TRUE(is(turned(ahead_and_right, spec::Direction::kSouth), -1, -2));
  EXPECT_TRUE(is(turned(ahead_and_right, spec::Direction::kWest), -2, 1));
}

TEST(Movement, NamesTheSquareThatBlocksALameLeap) {
  const spec::Variant variant = with_piece("nN");
  const Referee referee(variant);
  const Verdict verdict =
      referee.judge(position(referee, "7k/8/8/3p4/3S4/8/8/7K w - - 0 1"), "d4e6");
  ASSERT_EQ(verdict.reasons.size(), 1u);
  EXPECT_EQ(verdict.reasons[0].rule, "movement.blocked");
  EXPECT_EQ(verdict.reasons[0].shown,
            "the stranger on d4 cannot reach e6: the pawn on d5 stands in the way");
}

TEST(Movement, AttacksAsItCaptures) {
  // A lame leap that is blocked gives no check; a capture-only line does, a move-only one not.
  const spec::Variant lame = with_piece("nN");
  EXPECT_FALSE(
      Referee(lame).status(position(Referee(lame), "4k3/8/4pS2/8/8/8/8/4K3 b - - 0 1")).in_check ==
      false);
  EXPECT_FALSE(
      Referee(lame).status(position(Referee(lame), "4k3/5p2/5S2/8/8/8/8/4K3 b - - 0 1")).in_check);
  const spec::Variant quiet = with_piece("mRcB");
  EXPECT_FALSE(
      Referee(quiet).status(position(Referee(quiet), "4k3/8/8/8/4S3/8/8/K7 b - - 0 1")).in_check);
  EXPECT_TRUE(
      Referee(quiet).status(position(Referee(quiet), "4k3/8/8/7S/8/8/8/K7 b - - 0 1")).in_check);
}

TEST(Movement, LeavesARightOnEverySquareCrossed) {
  // Pawns that may make a triple step as their first move, too.
  spec::Variant variant = laboratory(
      "board: {files: 8, ranks: 10}\n"
      "start: \"rnbqkbnr/pppppppp/8/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"\n");
  auto& movements =
      variant.pieces[static_cast<std::size_t>(*variant.kind_by_name("pawn"))].movements;
  spec::Movement triple_step = movements.back();
  ASSERT_TRUE(triple_step.grants_en_passant);
  triple_step.steps = {{0, 3}};
  movements.push_back(triple_step);
  const Referee referee(variant);
  // From e2 to e5 over e3 and e4; black pawns on f4 and d5 look at one square each.
  const Position before = position(referee, "4k3/8/8/8/8/3p4/5p2/8/4P3/4K3 w - - 0 1");
  const Position triple = played(referee, before, {"e2e5"});
  EXPECT_EQ(triple.en_passant, (std::vector<EnPassantRight>{{{4, 2}, {4, 4}}, {{4, 3}, {4, 4}}}));
  EXPECT_EQ(referee.text(played(referee, triple, {"d5e4"})),
            "4k3/8/8/8/8/8/4pp2/8/8/4K3 w - - 0 2");
  EXPECT_EQ(referee.text(played(referee, triple, {"f4e3"})),
            "4k3/8/8/8/8/3p4/8/4p3/8/4K3 w - - 0 2");
}

TEST(Movement, PlaysOnTheSmallestAndTheLargestBoard) {
  const spec::Variant tiny = laboratory(
      "board: {files: 3, ranks: 3}\n"
      "rules: {castling: none}\n"
      "start: \"2k/3/K2 w - - 0 1\"\n");
  const Referee small(tiny);
  EXPECT_EQ(small.legal_actions(position(small, "startpos")),
            (std::vector<std::string>{"a1a2", "a1b1"}));
  const spec::Variant huge = laboratory(
      "board: {files: 16, ranks: 16}\n"
      "rules: {castling: none}\n"
      "start: \"14k1/16/16/16/16/16/16/16/16/16/16/16/16/16/16/K14R w - - 0 1\"\n");
  const Referee large(huge);
  const Position start = position(large, "startpos");
  EXPECT_TRUE(large.judge(start, "p1p15").legal);
  EXPECT_TRUE(large.judge(start, "p1b1").legal);
  EXPECT_EQ(large.judge(start, "p1a1").reasons.front().rule, "movement.own-piece");
}

TEST(Royals, AllOfThemMustBeSafe) {
  const spec::Variant variant = laboratory(
      "rules: {castling: none, royal-safety: {count: {each: 2}}}\n"
      "board: {files: 6, ranks: 6}\n"
      "start: \"k4k/pppppp/6/6/PPPPPP/K4K w - - 0 1\"\n");
  const Referee referee(variant);
  // The rook checks one king; whatever does not help that king is refused.
  const Position one = position(referee, "k4k/6/R5/6/6/K4K b - - 0 1");
  const Verdict other = referee.judge(one, "f6e5");
  ASSERT_FALSE(other.legal);
  EXPECT_EQ(other.reasons[0].shown,
            "the king on a6 is attacked by the rook on a4, and f6e5 does not end that");
  EXPECT_TRUE(referee.judge(one, "a6b6").legal);
  // Both are checked, and no action helps both: mate, though each alone could flee.
  const Position both = position(referee, "k4k/6/6/R4R/6/K4K b - - 0 1");
  const Status status = referee.status(both);
  EXPECT_EQ(status.ending, "checkmate");
  EXPECT_EQ(status.winner, 0);
  EXPECT_EQ(refusals(referee, "k5/6/6/6/6/K4K w - - 0 1"),
            (std::vector<std::string>{"Black has 1 royal piece (a6), 2 wanted"}));
}

TEST(Royals, AnyNumberWhereTheRulesSaySo) {
  const spec::Variant variant = laboratory("rules: {royal-safety: {count: none, royals: all}}\n");
  const Referee referee(variant);
  EXPECT_THAT(refusals(referee, "k1k1k3/8/8/8/8/8/8/K3K3 w - - 0 1").size(), 2u);
}

TEST(Promotion, MayBeOptional) {
  const spec::Variant variant = laboratory("rules: {promotion: {compulsory: false}}\n");
  const Referee referee(variant);
  EXPECT_EQ(targets(referee, "8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7"), "a8 a8b a8n a8q a8r");
  // It then stays a pawn on the last rank, which is a position to be read.
  const Position stayed =
      played(referee, position(referee, "8/P6k/8/8/8/8/8/K7 w - - 0 1"), {"a7a8"});
  EXPECT_EQ(referee.text(stayed), "P7/7k/8/8/8/8/8/K7 b - - 0 1");
  EXPECT_THAT(refusals(referee, referee.text(stayed)), IsEmpty());
}

TEST(Promotion, HasItsOwnZoneAndChoices) {
  const spec::Variant variant =
      laboratory("rules: {promotion: {zone: last-3-ranks, to: [knight], compulsory: false}}\n");
  const Referee referee(variant);
  EXPECT_EQ(targets(referee, "8/7k/8/P7/8/8/8/K7 w - - 0 1", "a5"), "a6 a6n");
  EXPECT_EQ(targets(referee, "8/7k/8/8/P7/8/8/K7 w - - 0 1", "a4"), "a5");
  EXPECT_EQ(referee.judge(position(referee, "8/7k/8/P7/8/8/8/K7 w - - 0 1"), "a5a6q")
                .reasons.front()
                .shown,
            "the pawn on a5 may become a knight on a6, not a queen");
}

TEST(FirstMove, MayBeFromTheThirdRank) {
  const spec::Variant variant = laboratory(
      "start: \"rnbqkbnr/8/pppppppp/8/8/PPPPPPPP/8/RNBQKBNR w KQkq - 0 1\"\n"
      "rules: {first-move: {known-by: third-rank}}\n");
  const Referee referee(variant);
  EXPECT_EQ(targets(referee, "startpos", "e3"), "e4 e5");
  EXPECT_EQ(targets(referee, "4k3/8/4p3/8/8/8/8/4K3 b - - 0 1", "e6"), "e4 e5");
  EXPECT_EQ(targets(referee, "4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", "e4"), "e5");
  const Verdict white = referee.judge(position(referee, "4k3/8/8/8/4P3/8/8/4K3 w - - 0 1"), "e4e6");
  ASSERT_FALSE(white.legal);
  EXPECT_EQ(white.reasons.front().rule, "first-move.moved");
  EXPECT_EQ(white.reasons.front().shown,
            "the pawn on e4 goes to e6 only as its first move, and e4 is not on White's third "
            "rank");
  // The crossed square lies on the fourth rank.
  const Position crossed =
      testing::played(referee, position(referee, "4k3/8/8/8/3p4/4P3/8/4K3 w - - 0 1"), {"e3e5"});
  EXPECT_FALSE(referee.judge(crossed, "d4e3").legal);
  const Position taken = testing::played(
      referee, position(referee, "4k3/8/8/3p4/8/4P3/8/4K3 w - - 0 1"), {"e3e5", "d5e4"});
  EXPECT_EQ(referee.text(taken), "4k3/8/8/8/4p3/8/8/4K3 w - - 0 2");
  EXPECT_EQ(referee.text(position(referee, "4k3/8/8/3pP3/8/8/8/4K3 b - e4 0 1")),
            "4k3/8/8/3pP3/8/8/8/4K3 b - e4 0 1");
  EXPECT_FALSE(referee.read("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1").position.has_value());
}

TEST(FirstMove, RefusesAPawnBehindItsRank) {
  const spec::Variant variant = laboratory(
      "start: \"rnbqkbnr/8/pppppppp/8/8/PPPPPPPP/8/RNBQKBNR w KQkq - 0 1\"\n"
      "rules: {first-move: {known-by: third-rank}}\n");
  const Referee referee(variant);
  EXPECT_THAT(testing::refusals(referee, "4k2p/p7/7p/8/8/P7/7P/4K2P w - - 0 1"),
              ElementsAre("a black pawn cannot stand on h8, on its own first rank",
                          "a black pawn cannot stand on a7, on its own second rank",
                          "a white pawn cannot stand on h2, on its own second rank",
                          "a white pawn cannot stand on h1, on its own first rank"));
  EXPECT_THAT(testing::refusals(referee, "4k3/8/7p/8/8/P7/8/4K3 w - - 0 1"), IsEmpty());
  // Who can go back may have come there.
  const spec::Variant retreating = laboratory(
      "pieces: {pawn: {letter: P, moves: fmWfceFifmnDbmW}}\n"
      "start: \"rnbqkbnr/8/pppppppp/8/8/PPPPPPPP/8/RNBQKBNR w KQkq - 0 1\"\n"
      "rules: {first-move: {known-by: third-rank}}\n");
  const Referee other(retreating);
  EXPECT_EQ(other.text(testing::played(other, position(other, "4k3/8/8/8/8/P7/8/4K3 w - - 0 1"),
                                       {"a3a2", "e8e7", "a2a1"})),
            "8/4k3/8/8/8/8/8/P3K3 b - - 0 2");
  EXPECT_THAT(testing::refusals(other, "4k3/8/8/8/8/8/P7/P3K3 w - - 0 1"), IsEmpty());
}

}  // namespace
}  // namespace regelwerk::oracle
