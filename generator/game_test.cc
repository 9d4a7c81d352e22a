#include "generator/game.h"

#include <algorithm>
#include <random>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "generator/testing.h"
#include "spec/load.h"

namespace regelwerk::generator {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::UnorderedElementsAre;

std::vector<std::string> actions_from(const Position& position, const std::string& square) {
  std::vector<std::string> texts;
  for (const std::string& text : action_texts(position)) {
    if (text.substr(0, square.size()) == square) texts.push_back(text.substr(square.size()));
  }
  return texts;
}

struct Count {
  const char* position;
  int depth;
  std::uint64_t nodes;
};

// Published: chessprogramming.org "Perft Results"; the same numbers stand in many public suites
// and are given by Stockfish.
const Count kChess[] = {
    {"startpos", 1, 20},
    {"startpos", 4, 197281},
    {"startpos", 5, 4865609},
    {"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4, 4085603},
    {"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 5, 674624},
    {"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 4, 422333},
    {"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 4, 2103487},
    {"r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 4, 3894594},
};
// Published: start position and castling test in the suites of ywzvennu/mcr; Fairy-Stockfish
// gives the same numbers.
const Count kCapablanca[] = {
    {"startpos", 3, 25228},
    {"startpos", 4, 805128},
    {"r4k3r/pppppppppp/10/10/10/10/PPPPPPPPPP/R4K3R w KQkq - 0 1", 4, 887784},
    {"1nabqkbcn1/p1ppppppp1/1r6r1/1p6p1/3PP5/2N4N2/PPP2PPPPP/R1ABQKBC1R w KQ - 0 5", 4, 3514971},
};

TEST(Perft, GivesThePublishedCountsOfChess) {
  for (const bool general : {false, true}) {
    const auto game = bundled("chess", general);
    EXPECT_EQ(game->feature_set(), general ? "general-1" : "plain-1");
    for (const Count& c : kChess) {
      EXPECT_EQ(read(*game, c.position)->perft(c.depth).nodes, c.nodes) << c.position;
    }
  }
}

TEST(Perft, GivesThePublishedCountsOfCapablancaChess) {
  for (const bool general : {false, true}) {
    const auto game = bundled("capablanca", general);
    EXPECT_EQ(game->feature_set(), general ? "general-2" : "plain-2");
    for (const Count& c : kCapablanca) {
      EXPECT_EQ(read(*game, c.position)->perft(c.depth).nodes, c.nodes) << c.position;
    }
  }
}

// Every bundled variant, played at random, has the same actions under the general feature set.
TEST(FeatureSets, GiveTheSameActionsAlongRandomGames) {
  for (const std::string& name : spec::bundled_variants()) {
    const auto chosen = bundled(name);
    const auto general = bundled(name, true);
    std::mt19937_64 random(20260101);
    for (int g = 0; g < 20; ++g) {
      auto a = read(*chosen, "startpos");
      auto b = read(*general, "startpos");
      for (int ply = 0; ply < 120; ++ply) {
        const auto texts = action_texts(*a);
        ASSERT_EQ(texts, action_texts(*b)) << name << " " << a->text();
        ASSERT_EQ(a->text(), b->text());
        if (texts.empty()) break;
        const std::string& pick = texts[random() % texts.size()];
        a->apply(*a->find(pick));
        b->apply(*b->find(pick));
      }
    }
  }
}

// A position that was played to is the position read from its text, in text, hash and actions.
TEST(Position, ReadAgainIsTheSame) {
  for (const std::string& name : spec::bundled_variants()) {
    const auto game = bundled(name);
    std::mt19937_64 random(7);
    for (int g = 0; g < 30; ++g) {
      auto position = read(*game, "startpos");
      for (int ply = 0; ply < 150; ++ply) {
        const auto again = read(*game, position->text());
        ASSERT_NE(again, nullptr);
        ASSERT_EQ(again->text(), position->text());
        ASSERT_EQ(again->hash(), position->hash()) << position->text();
        const auto actions = position->actions();
        ASSERT_EQ(again->actions().size(), actions.size()) << position->text();
        ASSERT_EQ(again->in_check(), position->in_check());
        if (actions.empty()) break;
        position->apply(actions[random() % actions.size()]);
      }
    }
  }
}

TEST(Perft, DivideAddsUpAndIsSorted) {
  const auto game = bundled("chess");
  const auto position = read(*game, kChess[3].position);
  const PerftResult result = position->divide(3);
  std::uint64_t sum = 0;
  for (const DivideLine& line : result.divide) sum += line.nodes;
  EXPECT_EQ(sum, 97862u);
  EXPECT_EQ(result.nodes, 97862u);
  EXPECT_EQ(result.divide.size(), 48u);
  EXPECT_TRUE(std::is_sorted(result.divide.begin(), result.divide.end(),
                             [](const auto& a, const auto& b) { return a.action < b.action; }));
}

TEST(Perft, ThreadsChangeNoCount) {
  const auto game = bundled("capablanca");
  const auto position = read(*game, "startpos");
  for (const int threads : {1, 2, 5}) {
    PerftOptions options;
    options.threads = threads;
    EXPECT_EQ(position->perft(4, options).nodes, 805128u);
    EXPECT_EQ(position->perft_stats(3, options).nodes, 25228u);
  }
}

TEST(Perft, DepthZeroIsOneNode) {
  const auto game = bundled("chess");
  EXPECT_EQ(read(*game, "startpos")->perft(0).nodes, 1u);
  EXPECT_EQ(read(*game, "startpos")->perft_stats(0).nodes, 1u);
}

TEST(Perft, CountsNothingBelowAFinishedGame) {
  const auto game = bundled("chess");
  for (const char* mate : {"k7/1Q6/1K6/8/8/8/8/8 b - - 0 1", "k7/8/1Q6/8/8/8/8/1K6 b - - 0 1"}) {
    const auto position = read(*game, mate);
    for (const int depth : {1, 2, 3}) EXPECT_EQ(position->perft(depth).nodes, 0u);
  }
  EXPECT_EQ(read(*game, "k7/1Q6/1K6/8/8/8/8/8 b - - 0 1")->outcome(), Outcome::kCheckmate);
  EXPECT_EQ(read(*game, "k7/8/1Q6/8/8/8/8/1K6 b - - 0 1")->outcome(), Outcome::kStalemate);
  EXPECT_EQ(read(*game, "startpos")->outcome(), Outcome::kOngoing);
}

TEST(Perft, StopsWhenAskedAndSaysSo) {
  const auto game = bundled("chess");
  std::atomic<bool> stop{true};
  PerftOptions options;
  options.stop = &stop;
  const PerftResult result = read(*game, "startpos")->perft(6, options);
  EXPECT_FALSE(result.complete);
  EXPECT_LT(result.nodes, 119060324u);
}

TEST(Perft, ReportsProgressUpToTheEnd) {
  const auto game = bundled("chess");
  PerftOptions options;
  options.threads = 2;
  double last = 0;
  std::uint64_t nodes = 0;
  options.progress = [&](std::uint64_t n, double done) {
    EXPECT_GE(done, 0.0);
    EXPECT_LE(done, 1.0);
    last = std::max(last, done);
    nodes = std::max(nodes, n);
  };
  read(*game, "startpos")->perft(4, options);
  EXPECT_EQ(last, 1.0);
  EXPECT_EQ(nodes, 197281u);
}

// Published: chessprogramming.org "Perft Results".
TEST(PerftStats, GivesThePublishedTables) {
  const auto game = bundled("chess");
  const PerftStats start = read(*game, "startpos")->perft_stats(5);
  EXPECT_EQ(start.nodes, 4865609u);
  EXPECT_EQ(start.captures, 82719u);
  EXPECT_EQ(start.en_passant, 258u);
  EXPECT_EQ(start.castles, 0u);
  EXPECT_EQ(start.promotions, 0u);
  EXPECT_EQ(start.checks, 27351u);
  EXPECT_EQ(start.discovered_checks, 6u);
  EXPECT_EQ(start.double_checks, 0u);
  EXPECT_EQ(start.checkmates, 347u);
  const PerftStats kiwipete = read(*game, kChess[3].position)->perft_stats(3);
  EXPECT_EQ(kiwipete.nodes, 97862u);
  EXPECT_EQ(kiwipete.captures, 17102u);
  EXPECT_EQ(kiwipete.en_passant, 45u);
  EXPECT_EQ(kiwipete.castles, 3162u);
  EXPECT_EQ(kiwipete.promotions, 0u);
  EXPECT_EQ(kiwipete.checks, 993u);
  EXPECT_EQ(kiwipete.checkmates, 1u);
}

TEST(Position, FindsExactlyItsActions) {
  const auto game = bundled("chess");
  const auto position = read(*game, "r3k2r/8/8/8/8/5r2/8/R3K2R w KQkq - 0 1");
  const auto texts = action_texts(*position);
  EXPECT_THAT(texts, Contains("e1c1"));
  EXPECT_THAT(texts, Not(Contains("e1g1")));
  std::set<std::string> found;
  for (char f = 'a'; f <= 'h'; ++f) {
    for (char r = '1'; r <= '8'; ++r) {
      for (char g = 'a'; g <= 'h'; ++g) {
        for (char s = '1'; s <= '8'; ++s) {
          const std::string text{f, r, g, s};
          if (position->find(text)) found.insert(text);
        }
      }
    }
  }
  EXPECT_EQ(std::vector<std::string>(found.begin(), found.end()), texts);
}

TEST(Position, WritesEnPassantOnlyIfTheCaptureIsLegal) {
  const auto game = bundled("chess");
  const auto after = [&](const std::string& text, const std::string& move) {
    const auto position = read(*game, text);
    position->apply(*position->find(move));
    return position->text();
  };
  EXPECT_EQ(after("startpos", "e2e4"),
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
  EXPECT_EQ(after("4k3/8/8/8/3p4/8/4P3/4K3 w - - 5 9", "e2e4"),
            "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 9");
  // The capture would uncover the rook on h4.
  EXPECT_EQ(after("8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1", "e2e4"), "8/8/8/8/k2pP2R/8/8/4K3 b - - 0 1");
}

TEST(Position, CountsHalfmovesAndMoves) {
  const auto game = bundled("chess");
  const auto position = read(*game, "4k3/8/8/8/8/8/4P3/4K2R w K - 7 12");
  position->apply(*position->find("e1g1"));
  EXPECT_EQ(position->text(), "4k3/8/8/8/8/8/4P3/5RK1 b - - 8 12");
  position->apply(*position->find("e8d7"));
  EXPECT_EQ(position->text(), "8/3k4/8/8/8/8/4P3/5RK1 w - - 9 13");
  position->apply(*position->find("e2e3"));
  EXPECT_EQ(position->text(), "8/3k4/8/8/8/4P3/8/5RK1 b - - 0 13");
}

TEST(Position, LosesCastlingRightsWithTheRook) {
  const auto game = bundled("chess");
  const auto position = read(*game, "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1");
  const auto stays = position->clone();
  position->apply(*position->find("h8h1"));
  EXPECT_THAT(position->text(), HasSubstr(" w Qq "));
  stays->apply(*stays->find("e8d8"));
  EXPECT_THAT(stays->text(), HasSubstr(" w KQ "));
}

TEST(Reading, TellsEveryReasonAtOnce) {
  const auto game = bundled("chess");
  const std::string all = refusal(*game, "4k3/8/8/8/8/8/8/PK2K2p w KQx e5 0 1");
  EXPECT_THAT(all, HasSubstr("white has 2 royal pieces (b1, e1), 1 wanted"));
  EXPECT_THAT(all, HasSubstr("a1, its own first rank"));
  EXPECT_THAT(all, HasSubstr("h1, where it must have promoted"));
  EXPECT_THAT(all, HasSubstr("K: no white rook right"));
  EXPECT_THAT(all, HasSubstr("Q: no white rook left"));
  EXPECT_THAT(all, HasSubstr("'x' is no castling letter"));
  EXPECT_THAT(all, HasSubstr("en passant square e5"));
}

TEST(Reading, RefusesAWaitingKingInCheck) {
  const auto game = bundled("chess");
  EXPECT_THAT(refusal(*game, "4k3/8/8/8/8/8/8/4R1K1 w - - 0 1"),
              HasSubstr("the black king on e8 is attacked (from e1)"));
}

TEST(Reading, ChecksEnPassantSquares) {
  const auto game = bundled("chess");
  const std::string fields = " w - e6 0 1";
  EXPECT_NE(game->read("4k3/8/8/3Pp3/8/8/8/4K3" + fields).position, nullptr);
  EXPECT_THAT(refusal(*game, "4k3/8/8/3P4/8/8/8/4K3" + fields), HasSubstr("no black piece"));
  EXPECT_THAT(refusal(*game, "4k3/8/4n3/3Pp3/8/8/8/4K3" + fields), HasSubstr("not empty"));
  EXPECT_THAT(refusal(*game, "3k4/4n3/8/3Pp3/8/8/8/4K3" + fields),
              HasSubstr("e7, where the double step began"));
  EXPECT_THAT(refusal(*game, "4k3/8/8/3Pp3/8/8/8/4K3 w - e3 0 1"), HasSubstr("no black double"));
}

TEST(Reading, TakesCastlingLettersOfEveryForm) {
  const auto game = bundled("chess");
  for (const char* field : {"KQkq", "HAha", "qkQK", "KAhq"}) {
    const auto position = read(*game, std::string("r3k2r/8/8/8/8/8/8/R3K2R w ") + field + " - 0 1");
    EXPECT_EQ(position->text(), "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1") << field;
  }
  EXPECT_THAT(refusal(*game, "r3k2r/8/8/8/8/8/8/R3K2R w KK - 0 1"), HasSubstr("twice"));
  EXPECT_THAT(refusal(*game, "r3k2r/8/8/8/8/8/8/R3K2R w KH - 0 1"), HasSubstr("there already"));
  EXPECT_THAT(refusal(*game, "4k3/8/8/8/8/8/8/R2K3R w K - 0 1"), HasSubstr("e1"));
  EXPECT_THAT(refusal(*game, "4k3/8/8/8/8/8/8/R3K1R1 w K - 0 1"), HasSubstr("g1"));
}

// Specs beyond the bundled ones, so that each way of moving has its own check.
const char kSmall[] =
    "regelwerk: 1\n"
    "variant: small\n"
    "title: Small\n"
    "extends: chess\n"
    "board: {files: 7, ranks: 7}\n";
const char kSmallRules[] = "rules: {castling: none, en-passant: none}\n";

TEST(Ways, NightridersRideAndStopAtPieces) {
  const auto game = from_text(std::string(kSmall) + kSmallRules +
                              "start: \"k6/7/7/7/7/7/K6 w - - 0 1\"\n"
                              "pieces: {nightrider: {letter: S, moves: NN}}\n");
  EXPECT_EQ(game->feature_set(), "general-1");
  EXPECT_THAT(actions_from(*read(*game, "k6/7/7/7/7/7/S5K w - - 0 1"), "a1"),
              UnorderedElementsAre("b3", "c5", "d7", "c2", "e3", "g4"));
  EXPECT_THAT(actions_from(*read(*game, "k6/7/2p4/7/4P2/7/S5K w - - 0 1"), "a1"),
              UnorderedElementsAre("b3", "c5", "c2"));
}

TEST(Ways, NightridersCheckAndPinAlongTheirRides) {
  const auto game = from_text(std::string(kSmall) + kSmallRules +
                              "start: \"k6/7/7/7/7/7/K6 w - - 0 1\"\n"
                              "pieces: {nightrider: {letter: S, moves: NN}}\n");
  // The nightrider on a1 looks at d7 over b3 and c5.
  const auto check = read(*game, "3k3/7/7/7/2r4/7/S5K b - - 0 1");
  EXPECT_TRUE(check->in_check());
  const auto blocks = actions_from(*check, "c3");
  EXPECT_THAT(blocks, UnorderedElementsAre("b3", "c5"));
  const auto pinned = read(*game, "3k3/7/2r4/7/7/7/S5K b - - 0 1");
  EXPECT_FALSE(pinned->in_check());
  EXPECT_THAT(actions_from(*pinned, "c5"), IsEmpty());
  const auto pinned_knight = read(*game, "3k3/7/2n4/7/7/7/S5K b - - 0 1");
  EXPECT_THAT(actions_from(*pinned_knight, "c5"), UnorderedElementsAre("b3"));
}

TEST(Ways, LameLeapersAreBlockedAndUnblockedChecksAreIllegal) {
  const auto game = from_text(std::string(kSmall) + kSmallRules +
                              "start: \"k6/7/7/7/7/7/K6 w - - 0 1\"\n"
                              "pieces: {horse: {letter: H, moves: nN}}\n");
  EXPECT_THAT(actions_from(*read(*game, "k6/7/7/7/7/P6/H5K w - - 0 1"), "a1"),
              UnorderedElementsAre("c2"));
  // The horse on a1 would attack b3 over a2; the rook there may not leave.
  const auto pinned = read(*game, "7/7/7/7/1k5/r6/H5K b - - 0 1");
  EXPECT_THAT(actions_from(*pinned, "a2"), UnorderedElementsAre("a1"));
}

TEST(Ways, LimitedRidersAndDirectionsGoNoFarther) {
  const auto game = from_text(std::string(kSmall) + kSmallRules +
                              "start: \"k6/7/7/7/7/7/K6 w - - 0 1\"\n"
                              "pieces:\n"
                              "  short-rook: {letter: S, moves: R2}\n"
                              "  lance: {letter: L, moves: fR}\n");
  EXPECT_THAT(actions_from(*read(*game, "k6/7/7/3S3/7/7/6K w - - 0 1"), "d4"),
              UnorderedElementsAre("d5", "d6", "d3", "d2", "c4", "b4", "e4", "f4"));
  EXPECT_THAT(actions_from(*read(*game, "6k/7/7/7/7/7/L5K w - - 0 1"), "a1"),
              UnorderedElementsAre("a2", "a3", "a4", "a5", "a6", "a7"));
  EXPECT_THAT(actions_from(*read(*game, "l5k/7/7/7/7/7/6K b - - 0 1"), "a7"),
              UnorderedElementsAre("a6", "a5", "a4", "a3", "a2", "a1"));
}

TEST(Ways, OverlappingWaysGiveNoActionTwice) {
  const auto game = from_text(std::string(kSmall) + kSmallRules +
                              "start: \"k6/7/7/7/7/7/K6 w - - 0 1\"\n"
                              "pieces: {jumper: {letter: J, moves: RmDcW}}\n");
  auto texts = action_texts(*read(*game, "k6/7/7/2p4/2J4/7/6K w - - 0 1"));
  EXPECT_EQ(std::set<std::string>(texts.begin(), texts.end()).size(), texts.size());
  EXPECT_THAT(texts, Contains("c3c5"));  // over the pawn, moving only
}

TEST(Royals, AllMustBeSafe) {
  const auto game =
      from_text(std::string(kSmall) +
                "start: \"k5k/7/7/7/7/7/K5K w - - 0 1\"\n"
                "rules:\n"
                "  castling: none\n"
                "  en-passant: none\n"
                "  royal-safety: {royals: all, count: {each: none, min: 1, max: 2}}\n");
  // A rook forks both kings: only its capture helps.
  const auto fork = read(*game, "k5k/7/7/7/r5K/7/K6 w - - 0 1");
  EXPECT_TRUE(fork->in_check());
  EXPECT_THAT(action_texts(*fork), IsEmpty());
  EXPECT_EQ(fork->outcome(), Outcome::kCheckmate);
  const auto taken = read(*game, "k5k/7/7/7/r5K/7/K1B4 w - - 0 1");
  EXPECT_THAT(action_texts(*taken), ElementsAre("c1a3"));
  const auto taken_by_king = read(*game, "k5k/7/7/7/r5K/K6/7 w - - 0 1");
  EXPECT_THAT(action_texts(*taken_by_king), ElementsAre("a2a3"));
  // Each king pins for itself.
  const auto pinned = read(*game, "k5k/7/r6/7/7/R6/K5K w - - 0 1");
  EXPECT_THAT(actions_from(*pinned, "a2"), UnorderedElementsAre("a3", "a4", "a5"));
}

TEST(Promotion, MayBeOptional) {
  const auto game =
      from_text(std::string(kSmall) +
                "start: \"k6/pp5/7/7/7/PP5/K6 w - - 0 1\"\n"
                "rules:\n"
                "  castling: none\n"
                "  en-passant: none\n"
                "  promotion: {zone: last-2-ranks, to: [queen], compulsory: false}\n");
  EXPECT_THAT(actions_from(*read(*game, "6k/7/P6/7/7/7/K6 w - - 0 1"), "a5"),
              UnorderedElementsAre("a6", "a6q"));
}

// A player not named in `count.of` has no royal, in a game for two as well.
TEST(Reading, CountsRoyalsOnlyOfThePlayersWhoHaveThem) {
  const auto game = from_text(R"(
regelwerk: 1
variant: test
extends: chess
start: "4k1n1/p7/8/8/8/8/PP6/1B1Q4 w - - 0 1"
rules: {royal-safety: {count: {each: 1, of: [black]}}}
)");
  const auto position = read(*game, "startpos");
  EXPECT_EQ(position->perft(1).nodes, position->actions().size());
  EXPECT_EQ(refusal(*game, "4k3/8/8/8/8/8/8/K7 w - - 0 1"),
            "white has 1 royal pieces (a1), 0 wanted\n");
}

}  // namespace
}  // namespace regelwerk::generator
