#include "oracle/engines/move_text.h"

#include <gtest/gtest.h>

namespace regelwerk::engines {
namespace {

TEST(MoveText, KnowsCoordinates) {
  for (const char* move : {"e2e4", "a7a8q", "a7a8=Q", "j10a1", "a9a10c", "P@e5", "0000", "O-O",
                           "0-0-0", "e1e1", "c1c2+"}) {
    EXPECT_TRUE(looks_like_move(move)) << move;
  }
  for (const char* text : {"", "e2", "e2e", "e0e1", "E2e4", "e2 e4", "e2e4qq", "O-O-O-O", "P@"}) {
    EXPECT_FALSE(looks_like_move(text)) << text;
  }
  EXPECT_TRUE(looks_like_move("a0j9", true));
}

TEST(MoveText, ReadsLongAlgebraicNotation) {
  const std::pair<const char*, const char*> cases[] = {
      {"Kh1-g2", "h1g2"},  {"c7-c8N", "c7c8n"}, {"c7xd8=Q+", "c7d8q"}, {"Rb0xb9", "b0b9"},
      {"Nb1c3", "b1c3"},   {"e5xd6ep", "e5d6"}, {"Qd1-h5#", "d1h5"},   {"O-O", "O-O"},
      {"O-O-O+", "O-O-O"}, {"e2e4", "e2e4"},    {"Cj10-a1", "j10a1"},  {"+Pe2-e4", "e2e4"}};
  for (const auto& [text, expected] : cases) EXPECT_EQ(coordinates(text), expected) << text;
  for (const char* text : {"Time", "Nf3", "e4", "Kb5", "exd5", "nodes", "", "K", "a1-"}) {
    EXPECT_FALSE(coordinates(text)) << text;
  }
}

TEST(MoveText, ShiftsRanks) {
  EXPECT_EQ(shift_ranks("a0j9", 1), "a1j10");
  EXPECT_EQ(shift_ranks("a1j10", -1), "a0j9");
  EXPECT_EQ(shift_ranks("a8a9q", 1), "a9a10q");
  EXPECT_EQ(shift_ranks("P@e0", 1), "P@e1");
  EXPECT_EQ(shift_ranks("O-O", 1), "O-O");
  EXPECT_TRUE(has_rank_zero("a1b0"));
  EXPECT_FALSE(has_rank_zero("a10b1"));
  EXPECT_FALSE(has_rank_zero("0000"));
}

// There and back again, over all squares of a board of ten ranks.
TEST(MoveText, ShiftingBackUndoesIt) {
  for (char file = 'a'; file <= 'j'; ++file) {
    for (int rank = 1; rank <= 10; ++rank) {
      const std::string move = "a1" + std::string(1, file) + std::to_string(rank);
      EXPECT_EQ(shift_ranks(shift_ranks(move, -1), 1), move);
    }
  }
}

}  // namespace
}  // namespace regelwerk::engines
