// What actions do to a position, and where a game stands.
#include "oracle/testing.h"

namespace regelwerk::oracle {
namespace {

using testing::bundled;
using ::testing::IsEmpty;
using testing::laboratory;
using testing::played;
using testing::position;

std::string after(const std::string& variant, const std::string& from,
                  const std::vector<std::string>& actions) {
  const Referee referee(bundled(variant));
  return referee.text(played(referee, position(referee, from), actions));
}

TEST(Game, CountsHalfmovesAndMoves) {
  EXPECT_EQ(after("chess", "startpos", {"g1f3", "b8c6", "f3g1"}),
            "r1bqkbnr/pppppppp/2n5/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 3 2");
  EXPECT_EQ(after("chess", "startpos", {"g1f3", "b8c6", "e2e4"}),
            "r1bqkbnr/pppppppp/2n5/8/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 0 2");
  EXPECT_EQ(after("chess", "4k3/8/8/8/8/2n5/8/R3K2R w KQ - 40 60", {"e1f2", "c3d5", "a1a8"}),
            "R3k3/8/8/3n4/8/8/5K2/7R b - - 43 61");
  EXPECT_EQ(after("chess", "4k3/8/8/3n4/8/8/8/3RK3 w - - 40 60", {"d1d5"}),
            "4k3/8/8/3R4/8/8/8/4K3 b - - 0 60");
}

TEST(Game, CastlingMovesBothAndEndsBothRights) {
  const std::string both = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 7 9";
  EXPECT_EQ(after("chess", both, {"e1g1"}), "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 8 9");
  EXPECT_EQ(after("chess", both, {"e1c1", "e8g8"}), "r4rk1/8/8/8/8/8/8/2KR3R w - - 9 10");
  const std::string wide = "r4k3r/10/10/10/10/10/10/R4K3R w KQkq - 0 1";
  EXPECT_EQ(after("capablanca", wide, {"f1i1"}), "r4k3r/10/10/10/10/10/10/R6RK1 b kq - 1 1");
  EXPECT_EQ(after("capablanca", wide, {"f1c1", "f8i8"}), "r6rk1/10/10/10/10/10/10/2KR5R w - - 2 2");
}

TEST(Game, RightsEndWithTheFirstMoveOrTheCaptureOfAPartner) {
  const std::string both = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
  EXPECT_EQ(after("chess", both, {"a1a8"}), "R3k2r/8/8/8/8/8/8/4K2R b Kk - 0 1");
  EXPECT_EQ(after("chess", both, {"h1h2", "e8e7", "h2h1"}), "r6r/4k3/8/8/8/8/8/R3K2R b Q - 3 2");
  // A promoted rook on the corner is no original one.
  EXPECT_EQ(after("chess", "4k3/8/8/8/8/8/6p1/4K2R b K - 0 1", {"g2h1r"}),
            "4k3/8/8/8/8/8/8/4K2r w - - 0 2");
}

TEST(Game, EnPassantTakesThePawnBeside) {
  EXPECT_EQ(after("chess", "4k3/2p5/8/3P4/8/8/8/4K3 b - - 3 4", {"c7c5", "d5c6"}),
            "4k3/8/2P5/8/8/8/8/4K3 b - - 0 5");
  // The right lasts for one action.
  const Referee referee(bundled("chess"));
  const Position later = played(referee, position(referee, "4k3/2p5/8/3P4/8/8/8/4K3 b - - 3 4"),
                                {"c7c5", "e1e2", "e8e7"});
  const Verdict verdict = referee.judge(later, "d5c6");
  ASSERT_FALSE(verdict.legal);
  EXPECT_EQ(verdict.reasons.front().rule, "en-passant.not-next");
}

TEST(Game, PromotionPutsTheChosenPiece) {
  EXPECT_EQ(after("chess", "1n5k/P7/8/8/8/8/8/K7 w - - 5 9", {"a7b8n"}),
            "1N5k/8/8/8/8/8/8/K7 b - - 0 9");
  EXPECT_EQ(after("capablanca", "9k/P9/10/10/10/10/10/K9 w - - 5 9", {"a7a8c"}),
            "C8k/10/10/10/10/10/10/K9 b - - 0 9");
}

struct Ended {
  const char* position;
  const char* ending;
  const char* clause;
  std::optional<spec::PlayerId> winner;
  bool in_check;
};

TEST(Game, EndsInMateAndStalemate) {
  const Referee referee(bundled("chess"));
  for (const Ended& ended :
       {Ended{"R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1", "checkmate", "C8", 0, true},
        Ended{"rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", "checkmate", "C8", 1,
              true},
        Ended{"k7/2Q5/1K6/8/8/8/8/8 b - - 0 1", "stalemate", "C8", std::nullopt, false},
        // The only flight square is free of attack, so it goes on.
        Ended{"R5k1/5pp1/7p/8/8/8/8/K7 b - - 0 1", "ongoing", "", std::nullopt, true},
        Ended{"startpos", "ongoing", "", std::nullopt, false}}) {
    const Position at = position(referee, ended.position);
    const Status status = referee.status(at);
    EXPECT_EQ(status.ending, ended.ending) << ended.position;
    EXPECT_EQ(status.clause, ended.clause) << ended.position;
    EXPECT_EQ(status.winner, ended.winner) << ended.position;
    EXPECT_EQ(status.in_check, ended.in_check) << ended.position;
    if (status.ending != "ongoing") {
      EXPECT_THAT(referee.legal_actions(at), IsEmpty());
      EXPECT_EQ(*referee.perft(at, 1), 0u);
      EXPECT_EQ(*referee.perft(at, 3), 0u);
    }
  }
}

TEST(Game, StalemateCanBeAWinOrALoss) {
  const std::string text = "k7/2Q5/1K6/8/8/8/8/8 b - - 0 1";
  const spec::Variant lost = laboratory("endings: {stalemate: {result: loss}}\n");
  const Referee losing(lost);
  EXPECT_EQ(losing.status(position(losing, text)).winner, 0);
  const spec::Variant won = laboratory("endings: {stalemate: {result: win}}\n");
  const Referee winning(won);
  EXPECT_EQ(winning.status(position(winning, text)).winner, 1);
}

std::vector<std::string> claims(const Referee& referee, const Position& at,
                                const std::vector<Position>& history = {}) {
  std::vector<std::string> texts;
  for (const auto& claim : referee.status(at, history).claims) {
    texts.push_back(claim.rule + (claim.automatic ? "!" : "") + " " + claim.clause + ": " +
                    claim.shown);
  }
  return texts;
}

TEST(Claims, CountHalfmoves) {
  const Referee referee(bundled("chess"));
  EXPECT_THAT(claims(referee, position(referee, "4k3/8/8/8/8/8/8/R3K3 w - - 99 80")), IsEmpty());
  EXPECT_THAT(claims(referee, position(referee, "4k3/8/8/8/8/8/8/R3K3 w - - 104 80")),
              ::testing::ElementsAre("fifty-move C9: the halfmove counter is 104"));
  EXPECT_THAT(claims(referee, position(referee, "4k3/8/8/8/8/8/8/R3K3 w - - 150 80")),
              ::testing::ElementsAre("fifty-move C9: the halfmove counter is 150",
                                     "seventy-five-move! C9: the halfmove counter is 150"));
  // They take no action away.
  EXPECT_FALSE(
      referee.legal_actions(position(referee, "4k3/8/8/8/8/8/8/R3K3 w - - 150 80")).empty());
  // Mate comes first.
  EXPECT_THAT(claims(referee, position(referee, "R5k1/5ppp/8/8/8/8/8/K7 b - - 150 90")), IsEmpty());
}

TEST(Claims, CountRepetitions) {
  const Referee referee(bundled("chess"));
  std::vector<Position> history;
  Position at = position(referee, "startpos");
  const std::vector<std::string> there_and_back = {"g1f3", "g8f6", "f3g1", "f6g8"};
  for (int round = 1; round <= 4; ++round) {
    EXPECT_EQ(claims(referee, at, history).size(), round < 3 ? 0u : 1u);
    for (const auto& action : there_and_back) {
      history.push_back(at);
      at = referee.after(at, action);
    }
  }
  EXPECT_THAT(claims(referee, at, history),
              ::testing::ElementsAre("threefold C9: the position has occurred 5 times",
                                     "fivefold! C9: the position has occurred 5 times"));
}

TEST(Claims, TellPositionsApartByTheirRights) {
  const Referee referee(bundled("chess"));
  std::vector<Position> history;
  Position at = position(referee, "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
  const auto go_and_come_back = [&] {
    for (const char* action : {"h1h2", "e8e7", "h2h1", "e7e8"}) {
      history.push_back(at);
      at = referee.after(at, action);
    }
  };
  go_and_come_back();
  go_and_come_back();
  // Three times the same board, the first time with the right to castle.
  EXPECT_THAT(claims(referee, at, history), IsEmpty());
  go_and_come_back();
  EXPECT_THAT(claims(referee, at, history),
              ::testing::ElementsAre("threefold C9: the position has occurred 3 times"));
}

TEST(Claims, KnowInsufficientMaterial) {
  const Referee referee(bundled("chess"));
  const auto insufficient = [&](const char* text) {
    return !referee.status(position(referee, text)).claims.empty();
  };
  EXPECT_TRUE(insufficient("4k3/8/8/8/8/8/8/4K3 w - - 0 1"));
  EXPECT_TRUE(insufficient("4k3/8/8/8/8/8/8/4KB2 w - - 0 1"));
  EXPECT_TRUE(insufficient("4kn2/8/8/8/8/8/8/4K3 w - - 0 1"));
  // All bishops on one colour, however many and whose ever.
  EXPECT_TRUE(insufficient("4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1"));
  EXPECT_TRUE(insufficient("4kb2/8/8/8/8/B7/8/2B1K3 w - - 0 1"));
  EXPECT_FALSE(insufficient("4kb2/8/8/8/8/8/8/4KB2 w - - 0 1"));
  EXPECT_FALSE(insufficient("4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1"));
  EXPECT_FALSE(insufficient("4k3/8/8/8/8/8/8/3NKN2 w - - 0 1"));
  EXPECT_FALSE(insufficient("4kn2/8/8/8/8/8/8/4KB2 w - - 0 1"));
  EXPECT_FALSE(insufficient("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"));
  const Referee wide(bundled("capablanca"));
  EXPECT_TRUE(wide.status(position(wide, "5k4/10/10/10/10/10/10/5KB3 w - - 0 1")).claims.size() ==
              1);
  EXPECT_THAT(wide.status(position(wide, "5k4/10/10/10/10/10/10/5KA3 w - - 0 1")).claims,
              IsEmpty());
  EXPECT_THAT(wide.status(position(wide, "5k4/10/10/10/10/10/10/5KC3 w - - 0 1")).claims,
              IsEmpty());
  EXPECT_EQ(claims(referee, position(referee, "4k3/8/8/8/8/8/8/4KB2 w - - 0 1")).front(),
            "insufficient-material! C9: besides the royals, White has a bishop and Black has "
            "nothing");
}

}  // namespace
}  // namespace regelwerk::oracle
