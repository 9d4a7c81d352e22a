// Which position texts the referee takes, and how he writes them.
#include "oracle/reading.h"

#include "oracle/testing.h"

namespace regelwerk::oracle {
namespace {

using testing::bundled;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::laboratory;
using ::testing::Not;
using testing::position;
using testing::refusals;
using testing::to_text;
using ::testing::UnorderedElementsAre;

std::vector<std::string> chess_refusals(const std::string& text) {
  return refusals(Referee(bundled("chess")), text);
}

std::string canonical(const std::string& variant, const std::string& text) {
  const Referee referee(bundled(variant));
  return referee.text(position(referee, text));
}

TEST(Reading, StartposIsTheStartOfTheVariant) {
  EXPECT_EQ(canonical("chess", "startpos"),
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
  EXPECT_EQ(canonical("capablanca", "startpos"),
            "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1");
}

TEST(Reading, RefusesAWrongNumberOfKings) {
  EXPECT_THAT(chess_refusals("8/2K5/8/8/2K1NB2/8/8/8 w - - 96 46"),
              ElementsAre("White has 2 royal pieces (c7 and c4), 1 wanted",
                          "Black has 0 royal pieces, 1 wanted"));
  EXPECT_THAT(chess_refusals("7R/8/8/8/8/8/8/8 w K - 0 1"),
              ElementsAre("White has 0 royal pieces, 1 wanted",
                          "Black has 0 royal pieces, 1 wanted", "K: no white king on rank 1"));
}

TEST(Reading, NamesTheSquareOfAKingTooMany) {
  const auto result = Referee(bundled("chess")).read("4k3/8/8/8/8/8/8/K3K3 w - - 0 1");
  ASSERT_EQ(result.problems.size(), 1u);
  EXPECT_EQ(result.problems[0].square, "e1");
}

TEST(Reading, RefusesPawnsOnFirstAndLastRank) {
  EXPECT_THAT(chess_refusals("8/6qk/8/5KPp/1Q3p2/4P1P1/8/1p6 w - - 0 70"),
              ElementsAre("a black pawn cannot stand on b1: it would have promoted"));
  EXPECT_THAT(chess_refusals("3Pk3/8/8/8/8/8/8/4K3 w - - 0 1"),
              ElementsAre("a white pawn cannot stand on d8: it would have promoted"));
  EXPECT_THAT(chess_refusals("4k2p/8/8/8/8/8/8/P3K3 w - - 0 1"),
              ElementsAre("a black pawn cannot stand on h8, on its own first rank",
                          "a white pawn cannot stand on a1, on its own first rank"));
}

TEST(Reading, RefusesAPlayerNotToActInCheck) {
  EXPECT_THAT(chess_refusals("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1"),
              ElementsAre("White is to act, but Black's king on e8 is attacked by the rook on e2"));
  EXPECT_THAT(chess_refusals("4k3/8/8/8/8/8/4R3/4K3 b - - 0 1"), IsEmpty());
  // Touching kings are in check by each other.
  EXPECT_THAT(chess_refusals("8/8/8/3kK3/8/8/8/8 w - - 0 1"),
              ElementsAre("White is to act, but Black's king on d5 is attacked by the king on e5"));
  // Published elsewhere as a promotion test with White to move, with the king captured.
  EXPECT_THAT(refusals(Referee(bundled("capablanca")), "5k4/4P5/10/10/10/10/10/5K4 w - - 0 1"),
              ElementsAre("White is to act, but Black's king on f8 is attacked by the pawn on e7"));
}

TEST(Reading, RefusesCastlingLettersThatNameNoPair) {
  EXPECT_THAT(chess_refusals("r3k2r/8/8/8/8/8/8/R3K1R1 w K - 0 1"),
              ElementsAre("K: the white rook on g1 is not where it begins"));
  EXPECT_THAT(chess_refusals("r3k2r/8/8/8/8/8/8/R3K3 w K - 0 1"),
              ElementsAre("K: no white rook right of the king on rank 1"));
  EXPECT_THAT(chess_refusals("2k3r1/8/8/8/8/8/8/2K3R1 b q - 0 1"),
              ElementsAre("q: the black king on c8 is not where it begins"));
  EXPECT_THAT(chess_refusals("r3k2r/8/8/8/8/8/8/R2K3R w KQ - 0 1"),
              ElementsAre("K: the white king on d1 is not where it begins",
                          "Q: the white king on d1 is not where it begins"));
  EXPECT_THAT(chess_refusals("r3k2r/8/8/8/8/8/4K3/R6R w K - 0 1"),
              ElementsAre("K: no white king on rank 1"));
  EXPECT_THAT(chess_refusals("4k3/8/8/8/8/8/8/R3K2r w K - 0 1"),
              ElementsAre("K: no white rook right of the king on rank 1"));
  EXPECT_THAT(chess_refusals("rkrnnbbq/pppppppp/8/8/8/8/PPPPPPPP/RKRNNBBQ w HEhe - 0 1"),
              ElementsAre("H: the white king on b1 is not where it begins",
                          "E: the white king on b1 is not where it begins",
                          "h: the black king on b8 is not where it begins",
                          "e: the black king on b8 is not where it begins"));
  EXPECT_THAT(chess_refusals("r3k2r/8/8/8/8/8/8/R3K2R w G - 0 1"),
              ElementsAre("G: no white rook on g1"));
}

TEST(Reading, RefusesRightsOfPiecesOnOthersHomes) {
  EXPECT_THAT(chess_refusals("4k3/8/8/8/8/8/8/K6R w K - 0 1"),
              ElementsAre("K: the white king on a1 is not where it begins"));
  EXPECT_THAT(chess_refusals("r6k/8/8/8/8/8/8/4K3 b q - 0 1"),
              ElementsAre("q: the black king on h8 is not where it begins"));
  EXPECT_THAT(chess_refusals("3k4/8/8/8/8/8/8/K3R3 w E - 0 1"),
              ElementsAre("E: the white king on a1 is not where it begins"));
  // The pieces of the start position tell where they begin, even if it gives them no right.
  const spec::Variant variant =
      laboratory("start: \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w Kk - 0 1\"\n");
  const Referee referee(variant);
  EXPECT_THAT(refusals(referee, "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"), IsEmpty());
  EXPECT_THAT(refusals(referee, "4k3/8/8/8/8/8/8/1R2K3 w Q - 0 1"),
              ElementsAre("Q: the white rook on b1 is not where it begins"));
}

TEST(Reading, RefusesRepeatedAndForeignCastlingLetters) {
  EXPECT_THAT(chess_refusals("r3k2r/8/8/8/8/8/8/R3K2R w KKqq - 0 1"), Not(IsEmpty()));
  EXPECT_THAT(chess_refusals("r3k2r/8/8/8/8/8/8/R3K2R w KH - 0 1"),
              ElementsAre("K and H both name the rook on h1"));
  EXPECT_THAT(chess_refusals("r3k2r/8/8/8/8/8/8/R3K2R w KZ - 0 1"),
              ElementsAre("'Z' is no castling letter"));
  EXPECT_THAT(chess_refusals("r3k2r/8/8/8/8/8/8/R3K2R w K- - 0 1"), Not(IsEmpty()));
}

TEST(Reading, PointsAtTheColumnOfACastlingLetter) {
  const auto result = Referee(bundled("chess")).read("r3k2r/8/8/8/8/8/8/R3K3 w Qk - 0 1");
  EXPECT_TRUE(result.position);
  const auto refused = Referee(bundled("chess")).read("r3k2r/8/8/8/8/8/8/R3K3 w QKk - 0 1");
  ASSERT_EQ(refused.problems.size(), 1u);
  EXPECT_EQ(refused.problems[0].column, 27);
}

TEST(Reading, TakesFileLettersAndAnyOrder) {
  const std::string text = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
  for (const char* field : {"HAha", "haHA", "qkQK", "KQha", "AkqH"}) {
    EXPECT_EQ(canonical("chess", "r3k2r/8/8/8/8/8/8/R3K2R w " + std::string(field) + " - 0 1"),
              text)
        << field;
  }
  EXPECT_EQ(canonical("capablanca", "r4k3r/10/10/10/10/10/10/R4K3R w Jj - 0 1"),
            "r4k3r/10/10/10/10/10/10/R4K3R w Kk - 0 1");
}

TEST(Reading, NamesAnInnerPartnerByItsFile) {
  const spec::Variant variant =
      laboratory("start: \"1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w KQkq - 0 1\"\n");
  const Referee referee(variant);
  const std::string inner = "1r2k1r1/8/8/8/8/8/8/1R2K1RR w GQkq - 0 1";
  EXPECT_EQ(referee.text(position(referee, inner)), inner);
  // K means the outermost rook, which has not been there from the start.
  EXPECT_THAT(refusals(referee, "1r2k1r1/8/8/8/8/8/8/1R2K1RR w K - 0 1"),
              ElementsAre("K: the white rook on h1 is not where it begins"));
  // Without the outer rook the file letter is read and K is written.
  EXPECT_EQ(referee.text(position(referee, "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1")),
            "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq - 0 1");
}

TEST(Reading, WritesFileLettersWhereTheVariantDoes) {
  const spec::Variant variant = laboratory(
      "position-text: {castling: files}\n"
      "start: \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1\"\n");
  const Referee referee(variant);
  EXPECT_EQ(referee.text(position(referee, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")),
            "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1");
}

TEST(Reading, RefusesCastlingWhereThereIsNone) {
  const spec::Variant variant = laboratory(
      "rules: {castling: none}\n"
      "start: \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1\"\n");
  const Referee referee(variant);
  EXPECT_THAT(refusals(referee, "r3k2r/8/8/8/8/8/8/R3K2R w KQ - 0 1"),
              ElementsAre("there is no castling in these rules: 'KQ' found, '-' wanted"));
  EXPECT_EQ(referee.legal_actions(position(referee, "4k3/8/8/8/8/8/8/R3K2R w - - 0 1")).size(),
            24u);
}

TEST(Reading, RefusesEnPassantSquaresThatNothingCrossed) {
  EXPECT_THAT(chess_refusals("rnbqkbnr/pppp2pp/5p2/3Pp3/8/8/PPP1PPPP/RNBQKBNR w KQkq e5 0 1"),
              ElementsAre("e5 is no en passant square when White is to act"));
  EXPECT_THAT(chess_refusals("4k3/8/8/8/4P3/8/8/4K3 w - e3 0 1"),
              ElementsAre("e3 is no en passant square when White is to act"));
  EXPECT_THAT(chess_refusals("4k3/8/4n3/3Pp3/8/8/8/4K3 w - e6 0 1"),
              ElementsAre("the en passant square e6 is occupied by the knight"));
  EXPECT_THAT(chess_refusals("4k3/8/8/3P4/8/8/8/4K3 w - e6 0 1"),
              ElementsAre("no black pawn on e5 that could have come over e6"));
  EXPECT_THAT(chess_refusals("4k3/8/8/3Pn3/8/8/8/4K3 w - e6 0 1"),
              ElementsAre("no black pawn on e5 that could have come over e6"));
  EXPECT_THAT(chess_refusals("4k3/4p3/8/3Pp3/8/8/8/4K3 w - e6 0 1"),
              ElementsAre("e7 is not empty, so the pawn on e5 cannot have come over e6"));
  EXPECT_THAT(chess_refusals("4k3/8/8/8/8/8/8/4K3 w - j9 0 1"), Not(IsEmpty()));
  EXPECT_THAT(chess_refusals("4k3/8/8/3Pp3/8/8/8/4K3 w - e6e6 0 1"), Not(IsEmpty()));
}

TEST(Reading, GivesAllReasonsAtOnce) {
  EXPECT_THAT(
      chess_refusals("P3k3/8/8/8/8/8/4R3/4K3 w K e6 0 1"),
      UnorderedElementsAre("a white pawn cannot stand on a8: it would have promoted",
                           "White is to act, but Black's king on e8 is attacked by the rook on e2",
                           "K: no white rook right of the king on rank 1",
                           "no black pawn on e5 that could have come over e6"));
}

TEST(Reading, RefusesWhatThePositionTextItselfRefuses) {
  for (const char* text :
       {"rn+bqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rnbqkbnr/pp*ppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r1bqkbnr/pp1ppppp/2n5/2p5/2P1PP2/8/PP1P2PP/RNBQKBNR/ b KQkq - 0 0", "", "8/8/8 w"}) {
    EXPECT_FALSE(chess_refusals(text).empty()) << text;
  }
}

TEST(Reading, TakesShortAndSpacedTexts) {
  EXPECT_EQ(canonical("chess", "r1bqkbnr/pp1ppppp/2n5/2p5/2P1PP2/8/PP1P2PP/RNBQKBNR b KQkq - 0 0"),
            "r1bqkbnr/pp1ppppp/2n5/2p5/2P1PP2/8/PP1P2PP/RNBQKBNR b KQkq - 0 1");
  EXPECT_EQ(canonical("chess", "4k3/8/8/8/8/8/8/4K2R  w  K -"), "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
}

TEST(Reading, WritesAnEnPassantSquareOnlyIfTheCaptureIsLegal) {
  // Nobody is there to take.
  EXPECT_EQ(canonical("chess", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"),
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
  // Taking would uncover a rook.
  EXPECT_EQ(canonical("chess", "8/8/8/r2pP2K/8/8/8/4k3 w - d6 0 1"),
            "8/8/8/r2pP2K/8/8/8/4k3 w - - 0 1");
  // Taking does not answer the check.
  EXPECT_EQ(canonical("chess", "k6b/6pp/pp1P4/1R6/5pP1/8/K6P/7B b - g3 0 19"),
            "k6b/6pp/pp1P4/1R6/5pP1/8/K6P/7B b - - 0 19");
  // One of two may take.
  EXPECT_EQ(canonical("chess", "4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 1"),
            "4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 1");
}

TEST(Reading, ComparesRightsByWhatTheyAllow) {
  const Referee referee(bundled("chess"));
  const auto with =
      position(referee, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
  const auto without =
      position(referee, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 5 9");
  EXPECT_TRUE(referee.same_position(with, without));
  EXPECT_FALSE(referee.same_position(position(referee, "4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 1"),
                                     position(referee, "4k3/8/8/3Pp3/8/8/8/4K3 w - - 0 1")));
  EXPECT_FALSE(referee.same_position(position(referee, "4k3/8/8/8/8/8/8/4K2R w K - 0 1"),
                                     position(referee, "4k3/8/8/8/8/8/8/4K2R w - - 0 1")));
  EXPECT_FALSE(referee.same_position(position(referee, "4k3/8/8/8/8/8/8/4K2R w - - 0 1"),
                                     position(referee, "4k3/8/8/8/8/8/8/4K2R b - - 0 1")));
}

TEST(Reading, TakesPositionsThatCannotArise) {
  // Three checks at once, nine pawns, a bishop shut in by its own pawns.
  EXPECT_THAT(chess_refusals("4k3/8/8/8/4r3/3n4/8/q3K3 w - - 0 1"), IsEmpty());
  EXPECT_THAT(chess_refusals("4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1"), IsEmpty());
  EXPECT_THAT(chess_refusals("4k3/8/8/8/8/8/PP6/B3K3 w - - 0 1"), IsEmpty());
}

}  // namespace
}  // namespace regelwerk::oracle
