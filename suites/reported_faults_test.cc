// Faults that people have met with, which need rules of their own: small specs, and what both sides
// make of them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "spec/load.h"
#include "suites/reference.h"

namespace regelwerk::suites {
namespace {

using testing::ElementsAre;

// Chess, changed by the lines of `changes`.
std::unique_ptr<Reference> changed_chess(const std::string& changes) {
  spec::LoadResult loaded = spec::load_variant_text(
      "regelwerk: 1\nvariant: changed\nextends: chess\n" + changes, "changed.yaml");
  EXPECT_TRUE(loaded.variant) << spec::to_string(loaded.diagnostics);
  if (!loaded.variant) return nullptr;
  spec::Diagnostics diagnostics;
  auto reference = Reference::make(std::move(*loaded.variant), &diagnostics);
  EXPECT_NE(reference, nullptr) << spec::to_string(diagnostics);
  return reference;
}

// What both sides say of a position, where they have to say the same.
struct Answer {
  bool in_check = false;
  std::vector<std::string> actions;
  std::string text;
};

Answer ask(const Reference& reference, const std::string& position,
           const std::vector<std::string>& moves = {}) {
  const generator::ReadResult read = reference.game().read(position);
  oracle::ReadResult asked = reference.referee().read(position);
  EXPECT_NE(read.position, nullptr) << position;
  EXPECT_TRUE(asked.position) << position;
  if (read.position == nullptr || !asked.position) return {};
  for (const std::string& move : moves) {
    const auto action = read.position->find(move);
    EXPECT_TRUE(action) << move;
    if (!action) return {};
    read.position->apply(*action);
    *asked.position = reference.referee().after(*asked.position, move);
  }
  Answer answer{read.position->in_check(), {}, read.position->text()};
  for (const generator::Action action : read.position->actions()) {
    answer.actions.push_back(read.position->action_text(action));
  }
  EXPECT_EQ(reference.referee().status(*asked.position).in_check, answer.in_check);
  EXPECT_EQ(reference.referee().legal_actions(*asked.position), answer.actions);
  EXPECT_EQ(reference.referee().text(*asked.position), answer.text);
  return answer;
}

// Engines looked at the king that they found first: fairy-stockfish/Fairy-Stockfish, issue 260;
// cutechess/cutechess, issues 304 and 305; niklasf/python-chess, issue 1169.
TEST(ReportedFaults, EitherOfTwoKingsMayBeInCheck) {
  const auto reference = changed_chess(
      "start: \"rnbqkknr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKKNR w - - 0 1\"\n"
      "rules: {castling: none, royal-safety: {count: {each: 2}}}\n"
      "position-text: {castling: none}\nclauses: {C6: none}\n");
  ASSERT_NE(reference, nullptr);
  const Answer left = ask(*reference, "k6k/8/8/8/8/8/8/R3K2K b - - 0 1");
  EXPECT_TRUE(left.in_check);
  EXPECT_THAT(left.actions, ElementsAre("a8b7", "a8b8"));
  const Answer right = ask(*reference, "k6k/8/8/8/8/8/8/K3K2R b - - 0 1");
  EXPECT_TRUE(right.in_check);
  EXPECT_THAT(right.actions, ElementsAre("h8g7", "h8g8"));
  EXPECT_FALSE(ask(*reference, "k6k/8/8/8/8/8/8/K2RK3 b - - 0 1").in_check);
  // The same with the players exchanged.
  EXPECT_THAT(ask(*reference, "r3k2k/8/8/8/8/8/8/K6K w - - 0 1").actions,
              ElementsAre("a1b1", "a1b2"));
  // No move saves both.
  const Answer both = ask(*reference, "k6k/8/8/8/8/8/8/RK2K2R b - - 0 1");
  EXPECT_TRUE(both.in_check);
  EXPECT_TRUE(both.actions.empty());
}

// With twelve files k is a file, too: fairy-stockfish/Fairy-Stockfish, issues 718, 777 and 1013;
// gbtami/pychess-variants, issue 368. Here KQkq are the wings, always.
TEST(ReportedFaults, KIsTheRightWingOnWideBoards) {
  const auto reference = changed_chess(
      "board: {files: 12, ranks: 8}\n"
      "start: \"rnbqkbnr3r/pppppppppppp/12/12/12/12/PPPPPPPPPPPP/RNBQKBNR3R w KQkq - 0 1\"\n");
  ASSERT_NE(reference, nullptr);
  const Answer answer = ask(*reference, "4k7/12/12/12/12/12/12/4K2R3R w K - 0 1");
  EXPECT_EQ(answer.text, "4k7/12/12/12/12/12/12/4K2R3R w K - 0 1");
  EXPECT_THAT(answer.actions, testing::Not(testing::Contains("e1g1")));  // h1 is in the way
  EXPECT_THAT(ask(*reference, "4k7/12/12/12/12/12/12/4K2R3R w H - 0 1").actions,
              testing::Contains("e1g1"));
  EXPECT_THAT(ask(*reference, "4k7/12/12/12/12/12/12/4K6R w K - 0 1").actions,
              testing::Contains("e1g1"));
  for (const char* wrong :
       {"4k7/12/12/12/12/12/12/4K5R1 w K - 0 1", "4k7/12/12/12/12/12/12/4K2R3R w Kk - 0 1"}) {
    EXPECT_EQ(reference->game().read(wrong).position, nullptr) << wrong;
    EXPECT_FALSE(reference->referee().read(wrong).position) << wrong;
  }
}

// Rights by files have a letter for every rook, also for one on the k-file with another beyond it.
TEST(ReportedFaults, TextsOfInnerRooksOnTheKFileCanBeReadAgain) {
  const auto reference = changed_chess(
      "board: {files: 12, ranks: 8}\nposition-text: {castling: files}\n"
      "start: \"rnbqkbn3r1/pppppppppppp/12/12/12/12/PPPPPPPPPPPP/RNBQKBN3R1 w KAka - 0 1\"\n");
  ASSERT_NE(reference, nullptr);
  const Answer answer = ask(*reference, "4k7/11R/12/12/12/12/12/4K5R1 w K - 0 1", {"l7l1", "e8e7"});
  EXPECT_EQ(answer.text, "12/4k7/12/12/12/12/12/4K5RR w K - 2 2");
  EXPECT_THAT(answer.actions, testing::Contains("e1g1"));
  EXPECT_EQ(ask(*reference, answer.text).actions, answer.actions);
}

// Three conventions for the en passant square make one position of three texts:
// niklasf/python-chess, issues 66, 152, 162 and 834; official-stockfish/fishtest, issue 2286.
TEST(ReportedFaults, AnIdleEnPassantSquareMakesNoOtherPosition) {
  spec::Diagnostics diagnostics;
  const auto reference = Reference::load("chess", {}, &diagnostics);
  ASSERT_NE(reference, nullptr);
  const auto compare = [&](const std::string& placement, const std::string& square, bool same) {
    const std::string with = placement + " " + square + " 0 1";
    const std::string without = placement + " - 0 1";
    const auto& game = reference->game();
    EXPECT_EQ(game.read(with).position->hash() == game.read(without).position->hash(), same);
    EXPECT_EQ(game.read(with).position->text() == game.read(without).position->text(), same);
    const auto& referee = reference->referee();
    EXPECT_EQ(referee.same_position(*referee.read(with).position, *referee.read(without).position),
              same);
  };
  compare("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq", "e3", true);
  compare("8/8/8/8/k2Pp2Q/8/8/3K4 b -", "d3", true);  // the capture would expose the king
  compare("rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq", "e3", false);
}

// Fairy-Stockfish inherits nothing without a parent, and plays on: fairy-stockfish/Fairy-Stockfish,
// issue 569. With chess as the parent there are 12 and 144.
TEST(ReportedFaults, WithoutDoubleStepsThereAreTwelveMoves) {
  const auto reference = changed_chess(
      "pieces: {pawn: {moves: fmWfcF}}\nrules: {first-move: none, en-passant: none}\n"
      "clauses: {C3: none, C4: none}\n");
  ASSERT_NE(reference, nullptr);
  EXPECT_EQ(ask(*reference, "startpos").actions.size(), 12u);
  EXPECT_EQ(reference->game().read("startpos").position->perft(2).nodes, 144u);
  EXPECT_EQ(reference->referee().perft(*reference->referee().read("startpos").position, 2), 144u);
}

}  // namespace
}  // namespace regelwerk::suites
