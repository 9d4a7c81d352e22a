#include <gtest/gtest.h>

#include "generator/testing.h"

namespace regelwerk::generator {
namespace {

std::vector<std::string> from(const Position& position, const std::string& square) {
  std::vector<std::string> found;
  for (const std::string& text : action_texts(position)) {
    if (text.starts_with(square)) found.push_back(text);
  }
  return found;
}

using Texts = std::vector<std::string>;

const char* const kCapturedOnly = R"(
regelwerk: 1
variant: test
extends: chess
rules: {promotion: {zone: last-2-ranks, compulsory: last-rank, captured-only: true}}
)";

TEST(Promotion, IsOptionalOutsideTheCompulsoryRanks) {
  const auto game = from_text(kCapturedOnly);
  const auto position = read(*game, "4k3/8/P7/8/8/8/8/1NBQKBNR w - - 0 1");
  EXPECT_EQ(from(*position, "a6"), (Texts{"a6a7", "a6a7r"}));
}

TEST(Promotion, IsOnlyToKindsOfWhichOneIsLost) {
  const auto game = from_text(kCapturedOnly);
  const auto position = read(*game, "4k3/P7/8/8/8/8/8/RNBK1BNR w - - 0 1");
  EXPECT_EQ(from(*position, "a7"), (Texts{"a7a8q"}));
}

TEST(Promotion, CannotHappenWhileNothingIsLost) {
  const auto game = from_text(kCapturedOnly);
  const auto position = read(*game, "4k3/P7/8/8/8/8/8/RNBQKBNR w - - 0 1");
  EXPECT_EQ(from(*position, "a7"), Texts{});
  EXPECT_EQ(position->perft(1).nodes, position->actions().size());
  // It gives check on the last rank all the same.
  const auto checked = read(*game, "1k6/P7/8/8/8/8/8/RNBQKBNR b - - 0 1");
  EXPECT_TRUE(checked->in_check());
}

TEST(Promotion, CountsThePiecesOfTheOwnPlayerOnly) {
  const auto game = from_text(kCapturedOnly);
  const auto position = read(*game, "rnbqkb2/8/8/8/8/8/6p1/RNBQK3 b - - 0 1");
  EXPECT_EQ(from(*position, "g2"), (Texts{"g2g1n", "g2g1r"}));
}

const char* const kRoyalQueens = R"(
regelwerk: 1
variant: test
extends: chess
pieces: {queen: {royal: true}}
rules: {royal-safety: {count: {min: 1}}}
)";

TEST(Promotion, ToARoyalNeedsASafeSquare) {
  const auto game = from_text(kRoyalQueens);
  const auto attacked = read(*game, "4k2r/P5P1/8/8/8/8/8/4K3 w - - 0 1");
  EXPECT_EQ(from(*attacked, "a7"), (Texts{"a7a8b", "a7a8n", "a7a8q", "a7a8r"}));
  EXPECT_EQ(from(*attacked, "g7"),
            (Texts{"g7g8b", "g7g8n", "g7g8r", "g7h8b", "g7h8n", "g7h8q", "g7h8r"}));
  EXPECT_EQ(attacked->perft(1).nodes, attacked->actions().size());
}

TEST(Promotion, ToARoyalSeesThroughTheSquareLeft) {
  // Once the pawn has left g7, the bishop on a1 looks at h8: not at g8.
  const auto game = from_text(kRoyalQueens);
  const auto position = read(*game, "4k2n/6P1/8/8/8/8/8/b3K3 w - - 0 1");
  EXPECT_EQ(from(*position, "g7"),
            (Texts{"g7g8b", "g7g8n", "g7g8q", "g7g8r", "g7h8b", "g7h8n", "g7h8r"}));
}

TEST(Promotion, ToARoyalIsBoundByPinsAndChecks) {
  const auto game = from_text(kRoyalQueens);
  const auto pinned = read(*game, "8/K1P3r1/8/8/8/8/8/4k3 w - - 0 1");
  EXPECT_EQ(from(*pinned, "c7"), Texts{});
  const auto checked = read(*game, "1r5k/P7/8/8/8/8/8/1K6 w - - 0 1");
  EXPECT_EQ(from(*checked, "a7"), (Texts{"a7b8b", "a7b8n", "a7b8q", "a7b8r"}));
}

TEST(Promotion, IsCountedAsListedInTheGeneralSet) {
  for (const char* spec : {kCapturedOnly, kRoyalQueens}) {
    const auto game = from_text(spec);
    const auto position = read(*game, "r3k3/1P4P1/8/8/8/8/1p4p1/R3K3 w - - 0 1");
    std::uint64_t nodes = 0;
    for (const Action action : position->actions()) {
      const auto child = position->clone();
      child->apply(action);
      nodes += child->actions().size();
    }
    EXPECT_EQ(position->perft(2).nodes, nodes);
  }
}

TEST(FirstMove, FromTheThirdRank) {
  const auto game = from_text(R"(
regelwerk: 1
variant: test
extends: chess
start: "rnbqkbnr/8/pppppppp/8/8/PPPPPPPP/8/RNBQKBNR w KQkq - 0 1"
rules: {first-move: {known-by: third-rank}}
)");
  const auto position = read(*game, "startpos");
  EXPECT_EQ(from(*position, "a3"), (Texts{"a3a4", "a3a5"}));
  EXPECT_EQ(refusal(*game, "4k3/8/8/8/8/8/P7/4K3 w - - 0 1"),
            "a white pawn stands on a2, behind the rank of its first move\n");
}

TEST(FirstMove, MayBeginFartherBackWhereTheStartPositionDoes) {
  const auto game = from_text(R"(
regelwerk: 1
variant: test
extends: chess
start: "rnbqkbnr/pppppppp/8/8/8/8/8/PPPPKPPP w kq - 0 1"
)");
  const auto position = read(*game, "4k3/8/8/8/8/8/8/P3K3 w - - 0 1");
  EXPECT_EQ(from(*position, "a1"), Texts{"a1a2"});
  EXPECT_EQ(refusal(*game, "p3k3/8/8/8/8/8/8/P3K3 w - - 0 1"),
            "a black pawn stands on a8, its own first rank\n");
}

TEST(FirstMove, PiecesThatGoBackMayStandBehindIt) {
  const auto game = from_text(R"(
regelwerk: 1
variant: test
extends: chess
pieces: {pawn: {moves: fmWfceFifmnDbmW}}
)");
  const auto position = read(*game, "4k3/8/8/8/8/8/8/P3K3 w - - 0 1");
  EXPECT_EQ(from(*position, "a1"), Texts{"a1a2"});
}

TEST(Bared, EndsTheGameUnlessTheOtherMayBeBaredInTurn) {
  const auto game = from_text(R"(
regelwerk: 1
variant: test
extends: chess
endings: {bared: {result: loss}}
)");
  const auto outcome = [&](const std::string& text) { return read(*game, text)->outcome(); };
  EXPECT_EQ(outcome("4k3/8/8/8/8/8/8/R3K3 w - - 0 1"), Outcome::kBared);
  EXPECT_EQ(outcome("4k3/8/8/8/8/8/8/R3K3 b - - 0 1"), Outcome::kOngoing);
  EXPECT_EQ(outcome("4k3/8/8/8/8/8/8/R3K2R b - - 0 1"), Outcome::kBared);
  EXPECT_EQ(outcome("4k3/8/8/8/8/8/8/4K3 b - - 0 1"), Outcome::kOngoing);
  EXPECT_EQ(read(*game, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1")->perft(1).nodes, 0u);
}

}  // namespace
}  // namespace regelwerk::generator
