// Koalitionsschach: counts, and what holds in every position of every game.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <rapidcheck/gtest.h>

#include <algorithm>

#include "oracle/four_players_testing.h"
#include "oracle/packing.h"
#include "oracle/royal_safety.h"

namespace regelwerk::oracle {
namespace {

using testing::board;
using testing::koalitionsschach;
using testing::position;
using Options = spec::OptionChoices;

std::uint64_t one_by_one(const Referee& referee, const Position& at, int depth,
                         bool rearrangements) {
  if (depth == 0) return 1;
  std::uint64_t sum = 0;
  for (const auto& action : referee.legal_actions(at, rearrangements)) {
    sum += one_by_one(referee, referee.after(at, action), depth - 1, rearrangements);
  }
  return sum;
}

TEST(CoalitionPerft, StartsAsCountedByHand) {
  const Referee referee(koalitionsschach());
  const Position at = position(referee, "startpos");
  // Yellow: tank c1 4, artillery 2, engineer 3, machine guns 6, 4 and 6, guards 2 each.
  EXPECT_EQ(*referee.perft(at, 1), 31u);
  // Black: artillery c10 2, engineer 3, tank 4, machine guns 6, 4, 4 and 6, guards 2 each; no move
  // of Yellow's reaches that far.
  EXPECT_EQ(*referee.perft(at, 2), 31u * 33u);
}

TEST(CoalitionPerft, MergingCountsEverySequence) {
  const Referee referee(koalitionsschach());
  for (const auto& at : {board("yKa1 bKe10 gTd5 gGi5 rGb5 rPe6", "g - - - - i5,b5 0 1"),
                         board("yKd3 bKh8 gTe8 rTb8 yGe2", "g gb - - - e2 0 3"),
                         board("yKa1 yGe2 bKj10 bWd4 gGf4 rGd2", "y - - - - e2 0 3")}) {
    EXPECT_EQ(*referee.perft(position(referee, at), 3),
              one_by_one(referee, position(referee, at), 3, false))
        << at;
  }
}

TEST(CoalitionPerft, CountsRearrangementsOnDemand) {
  const Referee referee(koalitionsschach());
  // Three of the eight squares for different pieces, less the present placement; none of them gives
  // a check. Each with no declaration or one of two.
  Position at = position(referee, board("yKa1 bKc10 gAi4 gGi5 gWi6", "g - g - - - 0 1"));
  const auto plain = [&](const Position& here) { return referee.legal_actions(here).size(); };
  EXPECT_EQ(referee.rearrangements(at), referee.legal_actions(at, true).size() - plain(at));
  EXPECT_EQ(*referee.perft(at, 1, {}, true), referee.legal_actions(at, true).size());
  // Allied, nothing depends on the placement: 8 * 7 * 6 placements but one.
  at = position(referee, board("yKa1 bKc10 gAi4 gGi5 gWi6", "g gy g - - - 0 1"));
  EXPECT_EQ(referee.rearrangements(at), 8u * 7u * 6u - 1u);
  // Equal pieces are not told apart: 8 * 7 / 2 squares for them, 6 for the third.
  at = position(referee, board("yKa1 bKc10 gGi4 gGi5 gWi6", "g gy g - - - 0 1"));
  EXPECT_EQ(referee.rearrangements(at), 8u * 7u / 2u * 6u - 1u);
  // One square is taken.
  at = position(referee, board("yKa1 yAj7 bKc10 gGi4 gGi5 gWi6", "g gy g - - - 0 1"));
  EXPECT_EQ(referee.rearrangements(at), 7u * 6u / 2u * 5u - 1u);
}

TEST(CoalitionPerft, CountsRearrangementsThatShieldAKing) {
  const Referee referee(koalitionsschach());
  for (const char* pieces : {"yKa1 yTa10 bKc9 bAc10 bGd9", "yKa1 yTe2 yEd7 bKe10 bAc10 bGd9 bGe9",
                             "yKa1 yAe2 bKe10 bAh4"}) {
    const Position at = position(referee, board(pieces, "b - b - - - 0 2"));
    const auto without = referee.legal_actions(at);
    const auto with = referee.legal_actions(at, true);
    EXPECT_EQ(referee.rearrangements(at), with.size() - without.size()) << pieces;
    EXPECT_GT(with.size(), without.size()) << pieces;
  }
}

TEST(CoalitionPerft, GoesThroughRearrangements) {
  const Referee referee(koalitionsschach());
  const Position at = position(referee, board("yKa1 bKc10 gAi4 rGb5", "g gy,rb gr - - - 0 2"));
  EXPECT_EQ(*referee.perft(at, 2, {}, true), one_by_one(referee, at, 2, true));
  EXPECT_LT(*referee.perft(at, 2), *referee.perft(at, 2, {}, true));
}

// Positions to start random games from, with every option.
struct World {
  Options options;
  std::vector<std::string> starts;
};

const std::vector<World>& worlds() {
  static const std::vector<std::string> kStarts = {
      "startpos",
      board("yKa1 yGe2 yTd1 bKe10 bTd10 bGh9 gTd5 gGi5 rGb5 rPe6", "g - bgr - - e2,h9,i5,b5 0 1"),
      board("yKd3 yMd1 bKh8 bMe9 gTe8 gWi4 rTb8 rGb5 yGe2", "g - bgr - - start 0 2"),
      board("yKa1 yTi2 gTh3 bKj10 bAc9 gGe9 rTf3", "g gy,rb - yb - - 0 5")};
  static const std::vector<World> all = {
      {{}, kStarts},
      {{{"order", "y,g,b,r"}}, kStarts},
      {{{"opening-rights", "on"}, {"small-power-coalition", "on"}}, kStarts},
      {{{"small-power-stalemate", "pass"}}, kStarts}};
  return all;
}

template <typename Law>
void for_random_positions(Law law) {
  const auto& all = worlds();
  const World& world = all[*rc::gen::inRange<std::size_t>(0, all.size())];
  const Referee referee(koalitionsschach(world.options));
  Position at = position(referee, *rc::gen::elementOf(world.starts));
  for (const auto choice : *rc::gen::arbitrary<std::vector<std::uint16_t>>()) {
    const auto actions = referee.legal_actions(at);
    if (actions.empty()) break;
    at = referee.after(at, actions[choice % actions.size()]);
  }
  law(referee, at);
}

RC_GTEST_PROP(CoalitionLaws, WhatIsWrittenIsReadAsTheSame, ()) {
  for_random_positions([](const Referee& referee, const Position& at) {
    const std::string text = referee.text(at);
    const ReadResult back = referee.read(text);
    RC_ASSERT(back.position.has_value());
    RC_ASSERT(back.problems.empty());
    RC_ASSERT(*back.position == at);
    Position unpacked = unpack(referee.variant(), pack(referee.variant(), at));
    RC_ASSERT(referee.legal_actions(unpacked) == referee.legal_actions(at));
  });
}

RC_GTEST_PROP(CoalitionLaws, NobodyMovesIntoCheck, ()) {
  for_random_positions([](const Referee& referee, const Position& at) {
    for (const auto& action : referee.legal_actions(at)) {
      const Position after = referee.after(at, action);
      if (action == "wait") {
        RC_ASSERT(after.board == at.board);
        // Who waits owes nothing for it; the turns of others may be used up as play goes on.
        RC_ASSERT(std::count(after.owed.begin(), after.owed.end(), at.to_act) == 0);
      } else {
        RC_ASSERT(checks_on(referee.variant(), after, at.to_act).empty());
      }
    }
  });
}

RC_GTEST_PROP(CoalitionLaws, EveryActionIsWrittenOnceAndJudgedLegal, ()) {
  for_random_positions([](const Referee& referee, const Position& at) {
    const auto actions = referee.legal_actions(at);
    RC_ASSERT(std::adjacent_find(actions.begin(), actions.end()) == actions.end());
    for (const auto& action : actions) RC_ASSERT(referee.judge(at, action).legal);
    RC_ASSERT(*referee.perft(at, 1) == actions.size());
  });
}

// K18: no two actions of a small power that move the same way lead to the same position.
RC_GTEST_PROP(CoalitionLaws, NoActionExistsTwice, ()) {
  for_random_positions([](const Referee& referee, const Position& at) {
    std::map<std::string, std::string> reached;
    for (const auto& action : referee.legal_actions(at)) {
      const auto [found, is_new] = reached.emplace(referee.text(referee.after(at, action)), action);
      RC_ASSERT(is_new || found->second.substr(0, found->second.find('+')) !=
                              action.substr(0, action.find('+')));
    }
  });
}

RC_GTEST_PROP(CoalitionLaws, TheGameIsOverExactlyWithoutActions, ()) {
  for_random_positions([](const Referee& referee, const Position& at) {
    const bool over = referee.status(at).ending != "ongoing";
    const bool none = referee.legal_actions(at).empty() && referee.rearrangements(at) == 0;
    RC_ASSERT(over == none);
  });
}

RC_GTEST_PROP(CoalitionLaws, WhoeverActsIsInTheGameAndOwesNothingUnlessAsked, ()) {
  for_random_positions([](const Referee& referee, const Position& at) {
    for (const auto& action : referee.legal_actions(at)) {
      const Position after = referee.after(at, action);
      const auto status = referee.status(after);
      if (after.next_regular < 0) {
        RC_ASSERT(std::count(after.owed.begin(), after.owed.end(), after.to_act) == 0);
      } else {
        RC_ASSERT(status.in_check);
      }
    }
  });
}

}  // namespace
}  // namespace regelwerk::oracle
