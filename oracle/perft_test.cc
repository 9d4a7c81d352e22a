// Counts that others have published, and laws that counts obey.
#include "oracle/testing.h"

namespace regelwerk::oracle {
namespace {

using testing::bundled;
using testing::position;

struct Count {
  const char* variant;
  const char* position;
  std::vector<std::uint64_t> nodes;  // from depth 1
};

void PrintTo(const Count& count, std::ostream* out) {
  *out << count.variant << " " << count.position;
}

class Perft : public ::testing::TestWithParam<Count> {};

TEST_P(Perft, CountsWhatIsPublished) {
  const Count& count = GetParam();
  const Referee referee(bundled(count.variant));
  const Position at = position(referee, count.position);
  int depth = 0;
  EXPECT_EQ(*referee.perft(at, 0), 1u);
  for (std::uint64_t nodes : count.nodes) {
    ++depth;
    EXPECT_EQ(*referee.perft(at, depth), nodes) << "depth " << depth;
  }
}

// The positions of the chess programming community's page of perft results.
INSTANTIATE_TEST_SUITE_P(
    WellKnown, Perft,
    ::testing::Values(
        Count{"chess", "startpos", {20, 400, 8902}},
        Count{"chess",
              "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
              {48, 2039, 97862}},
        Count{"chess", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", {14, 191, 2812, 43238}},
        Count{"chess",
              "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
              {6, 264, 9467}},
        Count{"chess",
              "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
              {44, 1486, 62379}},
        Count{"chess",
              "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
              {46, 2079, 89890}}));

// Public reports of faults in other programs; the counts are those that several engines agree on.
INSTANTIATE_TEST_SUITE_P(
    Reported, Perft,
    ::testing::Values(
        Count{"chess", "k7/1Q6/1K6/8/8/8/8/8 b - - 0 1", {0, 0, 0}},
        Count{"chess",
              "rnbqk1nr/bb3p1p/1q2r3/2pPp3/3P4/7P/1PP1NpPP/R1BQKBNR w KQkq c6 0 1",
              {2, 92, 2528}},
        Count{"chess", "B6b/8/8/8/2K5/5k2/8/b6B b - - 0 1", {6, 106, 1829, 31151}},
        Count{"chess", "k6b/6pp/pp1P4/1R6/5pP1/8/K6P/7B b - g3 0 19", {3}},
        Count{"chess", "rnbqkbnr/ppp2pp1/4p3/3N4/3PpPp1/8/PPP3PP/R1B1KBNR b KQkq f3 0 1", {42}},
        Count{"chess", "r2q1rk1/pp1bbppp/4p3/P1p1P3/4P3/1P4P1/1BpQ1PBP/R4RK1 b - - 0 14", {33}},
        Count{"chess", "1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1", {16}},
        Count{"chess", "rnbqkbnr/pppp2pp/5p2/3Pp3/8/8/PPP1PPPP/RNBQKBNR w KQkq e6 0 1", {30, 746}},
        Count{"chess", "r1bqkbnr/pp1ppppp/2n5/2p5/2P1PP2/8/PP1P2PP/RNBQKBNR b KQkq - 0 1", {25}},
        Count{"chess", "r4rk1/1R5p/3p1q2/p1pP4/P7/7P/6P1/1R1Q3K b - - 0 24", {35}},
        Count{"chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", {15, 66}},
        Count{"chess", "2k3q1/8/2N1P3/8/3n4/3p4/2K5/8 w - - 0 2", {7}}));

// Capablanca chess: the test suites of Fairy-Stockfish, and further positions confirmed by it.
INSTANTIATE_TEST_SUITE_P(
    Capablanca, Perft,
    ::testing::Values(
        Count{"capablanca", "startpos", {28, 784, 25228}},
        Count{"capablanca",
              "r4k3r/pppppppppp/10/10/10/10/PPPPPPPPPP/R4K3R w KQkq - 0 1",
              {31, 961, 29210}},
        Count{"capablanca", "r4k3r/10/10/10/10/10/10/R4K3R w KQkq - 0 1", {28}},
        Count{"capablanca",
              "1nabqkbcn1/p1ppppppp1/1r6r1/1p6p1/3PP5/2N4N2/PPP2PPPPP/R1ABQKBC1R w KQ - 0 5",
              {47, 1866}}));

TEST(PerftLaws, DivideAddsUp) {
  const Referee referee(bundled("chess"));
  const Position at =
      position(referee, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
  const auto lines = *referee.divide(at, 2);
  ASSERT_EQ(lines.size(), 48u);
  std::uint64_t sum = 0;
  for (const auto& line : lines) sum += line.nodes;
  EXPECT_EQ(sum, 2039u);
  EXPECT_TRUE(std::is_sorted(lines.begin(), lines.end(),
                             [](const auto& a, const auto& b) { return a.action < b.action; }));
  EXPECT_THROW(referee.divide(at, 0), std::invalid_argument);
  EXPECT_THROW(referee.perft(at, -1), std::invalid_argument);
}

TEST(PerftLaws, MergingCountsEverySequence) {
  const Referee referee(bundled("chess"));
  const std::function<std::uint64_t(const Position&, int)> one_by_one =
      [&](const Position& at, int depth) -> std::uint64_t {
    if (depth == 0) return 1;
    std::uint64_t sum = 0;
    for (const auto& action : referee.legal_actions(at)) {
      sum += one_by_one(referee.after(at, action), depth - 1);
    }
    return sum;
  };
  for (const char* text :
       {"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"}) {
    EXPECT_EQ(*referee.perft(position(referee, text), 3), one_by_one(position(referee, text), 3))
        << text;
  }
}

TEST(PerftLaws, StopsWhenAsked) {
  const Referee referee(bundled("chess"));
  const Position at = position(referee, "startpos");
  int asked = 0;
  EXPECT_FALSE(referee.perft(at, 3, [&] { return ++asked > 5; }).has_value());
  EXPECT_EQ(asked, 6);
  EXPECT_FALSE(referee.divide(at, 3, [] { return true; }).has_value());
}

// Reading what is written gives the same position, wherever a game goes.
TEST(PerftLaws, EveryPositionOfAGameCanBeReadBack) {
  for (const auto& [name, text] :
       {std::pair{"chess", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"},
        {"chess", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1"},
        {"capablanca", "r4k3r/pppppppppp/10/10/10/10/PPPPPPPPPP/R4K3R w KQkq - 0 1"}}) {
    const Referee referee(bundled(name));
    const Position root = position(referee, text);
    for (const auto& first : referee.legal_actions(root)) {
      const Position between = referee.after(root, first);
      for (const auto& second : referee.legal_actions(between)) {
        const Position at = referee.after(between, second);
        const std::string written = referee.text(at);
        const Position back = position(referee, written);
        ASSERT_TRUE(referee.same_position(at, back)) << written;
        ASSERT_EQ(referee.text(back), written);
      }
    }
  }
}

}  // namespace
}  // namespace regelwerk::oracle
