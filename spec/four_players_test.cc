// What the language says about more than two players, read from Koalitionsschach.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <set>

#include "spec/load.h"
#include "spec/position_text.h"
#include "spec/testing.h"

namespace regelwerk::spec {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr PlayerId kYellow = 0;
constexpr PlayerId kBlack = 1;
constexpr PlayerId kGreen = 2;
constexpr PlayerId kRed = 3;

Variant loaded(const LoadResult& result) {
  EXPECT_EQ(to_string(result.diagnostics), "");
  if (!result.variant) throw std::runtime_error(to_string(result.diagnostics));
  return *result.variant;
}
Variant four(const OptionChoices& options = {}) {
  return loaded(load_variant(koalitionsschach_spec(), options));
}
// A child, as if it stood beside the repository's root.
LoadResult load_child(const std::string& more) {
  const std::string text =
      "regelwerk: 1\nvariant: child\nextends: " + koalitionsschach_spec() + "\n" + more;
  return load_variant_text(text, "/child.yaml");
}
Variant child(const std::string& more) { return loaded(load_child(more)); }

TEST(FourPlayers, BoardPlayersAndOrder) {
  const Variant variant = four();
  EXPECT_EQ(variant.board.files, 10);
  ASSERT_EQ(variant.players.size(), 4U);
  EXPECT_EQ(variant.players[kGreen].name, "green");
  EXPECT_EQ(variant.players[kGreen].letter, 'g');
  EXPECT_EQ(variant.players[kGreen].forward, Direction::kWest);
  EXPECT_EQ(variant.players[kRed].forward, Direction::kEast);
  EXPECT_THAT(variant.players[kYellow].set_up, ElementsAre(Rectangle{{1, 0}, {8, 1}}));
  EXPECT_THAT(variant.players[kBlack].set_up,
              ElementsAre(Rectangle{{1, 9}, {8, 9}}, Rectangle{{2, 8}, {7, 8}}));
  EXPECT_THAT(variant.turn_order, ElementsAre(kYellow, kBlack, kGreen, kRed));
  EXPECT_EQ(variant.position_text.form, PositionTextForm::Form::kFen4);
  ASSERT_EQ(variant.controllers.size(), 4U);
  EXPECT_EQ(variant.controllers[3].player, kRed);
  EXPECT_EQ(variant.controllers[3].seat, "seat-4");
}

TEST(FourPlayers, TheOrderIsAnOption) {
  const auto order = [](const std::string& value) { return four({{"order", value}}).turn_order; };
  EXPECT_THAT(order("y,g,b,r"), ElementsAre(kYellow, kGreen, kBlack, kRed));
  EXPECT_THAT(order("y,r,g,b"), ElementsAre(kYellow, kRed, kGreen, kBlack));
  EXPECT_EQ(four().options[0].values.size(), 6U);
  EXPECT_THAT(to_string(load_variant(koalitionsschach_spec(), {{"order", "b,y,g,r"}}).diagnostics),
              HasSubstr("option 'order' has no value 'b,y,g,r'"));
}

TEST(FourPlayers, AnOrderMayBeWrittenInLetters) {
  EXPECT_EQ(child("turn-order: \"y,g,b,r\"\n").meaning_hash,
            child("turn-order: [yellow, green, black, red]\n").meaning_hash);
}

// The numbers of K5 and of the table behind it, and the default start of K13.
TEST(FourPlayers, EveryoneHasHisPieces) {
  const Variant variant = four();
  const RawPositionResult start = parse_position_text(variant, variant.start);
  ASSERT_TRUE(start.position);
  std::map<std::string, int> counts;
  for (const PlacedPiece& piece : start.position->pieces) {
    ++counts[{variant.players[piece.player].letter, variant.pieces[piece.kind].letter}];
    const auto& areas = variant.players[piece.player].set_up;
    EXPECT_TRUE(std::any_of(areas.begin(), areas.end(), [&](const Rectangle& area) {
      return area.contains(piece.square);
    })) << square_name(piece.square);
  }
  const std::map<std::string, int> wanted = {{"yK", 1}, {"yT", 2}, {"yA", 1}, {"yE", 1}, {"yM", 1},
                                             {"yW", 3}, {"yG", 3}, {"bK", 1}, {"bT", 1}, {"bA", 2},
                                             {"bE", 1}, {"bM", 1}, {"bW", 4}, {"bG", 2}, {"gS", 2},
                                             {"gW", 2}, {"gG", 2}, {"rP", 2}, {"rW", 2}, {"rG", 2}};
  EXPECT_EQ(counts, wanted);
}

const Movement& only_movement(const Variant& variant, const std::string& name) {
  const PieceKind& kind = variant.pieces[*variant.kind_by_name(name)];
  EXPECT_EQ(kind.movements.size(), 1U);
  return kind.movements.front();
}

TEST(TwoSteps, ThePlaneHas32TargetsAndKnowsEveryWayToThem) {
  const Variant variant = four();
  const Movement& plane = only_movement(variant, "plane");
  EXPECT_EQ(plane.steps.size(), 32U);
  ASSERT_EQ(plane.via.size(), 32U);
  std::set<Offset> wanted;
  for (const int x : {-1, 1}) {
    for (const int y : {-1, 1}) {
      for (const auto& [a, b] : {std::pair(2, 0),
                                 {4, 0},
                                 {0, 2},
                                 {0, 4},
                                 {1, 1},
                                 {3, 3},
                                 {1, 3},
                                 {3, 1},
                                 {2, 4},
                                 {4, 2}}) {
        wanted.insert({a * x, b * y});
      }
    }
  }
  EXPECT_EQ(std::set<Offset>(plane.steps.begin(), plane.steps.end()), wanted);
  const auto is_knights = [](Offset step) {
    return step.right * step.right + step.forward * step.forward == 5;
  };
  for (std::size_t i = 0; i < plane.steps.size(); ++i) {
    EXPECT_FALSE(plane.via[i].empty());
    for (const Offset first : plane.via[i]) {
      EXPECT_TRUE(is_knights(first));
      EXPECT_TRUE(
          is_knights({plane.steps[i].right - first.right, plane.steps[i].forward - first.forward}));
    }
  }
  const auto ways = [&](Offset sum) {
    return plane.via[std::find(plane.steps.begin(), plane.steps.end(), sum) - plane.steps.begin()];
  };
  EXPECT_THAT(ways({1, 1}), ElementsAre(Offset{-1, 2}, Offset{2, -1}));
  EXPECT_THAT(ways({4, 2}), ElementsAre(Offset{2, 1}));
  EXPECT_TRUE(plane.moves && plane.captures);
  EXPECT_EQ(plane.range, 1);
}

TEST(TwoSteps, OtherStepsAddUpLikewise) {
  const Variant variant = child("pieces: {plane: {moves: {steps: [W, fW]}}}\n");
  const Movement& movement = only_movement(variant, "plane");
  EXPECT_THAT(movement.steps, ElementsAre(Offset{-1, 1}, Offset{0, 2}, Offset{1, 1}));
  EXPECT_THAT(movement.via[0], ElementsAre(Offset{-1, 0}));
  EXPECT_THAT(movement.via[1], ElementsAre(Offset{0, 1}));
  EXPECT_EQ(variant.pieces[*variant.kind_by_name("plane")].betza, "{steps: [W, fW]}");
}

TEST(FourPlayers, PiecesMoveAsTheTableSays) {
  const Variant variant = four();
  EXPECT_EQ(variant.pieces.size(), 9U);
  for (const auto& [name, betza] : {std::pair("king", "K"),
                                    {"submarine", "QN"},
                                    {"tank", "Q"},
                                    {"artillery", "R"},
                                    {"engineer", "N"},
                                    {"motorcyclist", "B"},
                                    {"guard", "fmWfceFifmnD"}}) {
    EXPECT_EQ(variant.pieces[*variant.kind_by_name(name)].betza, betza);
  }
  for (const PieceKind& kind : variant.pieces) EXPECT_EQ(kind.royal, kind.name == "king");
  const std::vector<Movement>& gun = variant.pieces[*variant.kind_by_name("machine-gun")].movements;
  EXPECT_TRUE(std::any_of(gun.begin(), gun.end(), [](const Movement& movement) {
    return movement.first_move_only && movement.grants_en_passant && !movement.captures;
  }));
  EXPECT_TRUE(std::any_of(gun.begin(), gun.end(),
                          [](const Movement& movement) { return movement.takes_en_passant; }));
}

TEST(FourPlayers, RulesOfTheCoalition) {
  const Variant variant = four();
  ASSERT_TRUE(variant.first_move && variant.en_passant);
  EXPECT_EQ(variant.first_move->known_by, FirstMoveRule::KnownBy::kFlags);
  EXPECT_EQ(variant.en_passant->lasts, EnPassantRule::Lasts::kUntilOwnerActs);
  EXPECT_EQ(variant.promotions[0].zone.last_ranks, 1);
  EXPECT_EQ(variant.promotions[0].to.size(), 6U);
  ASSERT_TRUE(variant.royal_safety);
  EXPECT_THAT(variant.royal_safety->players, ElementsAre(kYellow, kBlack));
  EXPECT_EQ(variant.royal_safety->max_count, 1);
  ASSERT_TRUE(variant.coalition);
  EXPECT_THAT(variant.coalition->great, ElementsAre(kYellow, kBlack));
  EXPECT_THAT(variant.coalition->small, ElementsAre(kGreen, kRed));
  EXPECT_EQ(variant.coalition->rounds, 3);
  EXPECT_FALSE(variant.coalition->small_powers);
  EXPECT_EQ(variant.coalition->clauses.at("contradiction"), "K17");
  ASSERT_TRUE(variant.check_reply);
  EXPECT_EQ(variant.check_reply->clauses.at("owes"), "K23");
  ASSERT_TRUE(variant.rearrangement);
  EXPECT_THAT(variant.rearrangement->players, ElementsAre(kBlack, kRed, kGreen));
  EXPECT_FALSE(variant.opening_rights);
  EXPECT_FALSE(variant.castling);
}

TEST(FourPlayers, EndingsAndDraws) {
  const Variant variant = four();
  ASSERT_TRUE(variant.endings.broken_off);
  EXPECT_EQ(variant.endings.broken_off->clause, "K19");
  EXPECT_FALSE(variant.endings.small_powers_lost);
  EXPECT_FALSE(variant.endings.small_power_passes);
  EXPECT_EQ(variant.endings.points_win, 6);
  EXPECT_EQ(variant.endings.points_draw, 2);
  EXPECT_EQ(variant.endings.points_broken_off, 1);
  EXPECT_THAT(variant.draws.move_counters, IsEmpty());
  ASSERT_TRUE(variant.draws.round_counter);
  EXPECT_EQ(variant.draws.round_counter->rounds, 50);
  EXPECT_FALSE(variant.draws.insufficient_material);
}

TEST(FourPlayers, OptionsSwitchRules) {
  const Variant on = four({{"opening-rights", "on"},
                           {"small-power-coalition", "on"},
                           {"small-power-stalemate", "pass"}});
  ASSERT_TRUE(on.opening_rights);
  EXPECT_THAT(on.opening_rights->shifters, ElementsAre(kYellow, kBlack));
  EXPECT_EQ(on.opening_rights->shifts, on.kind_by_name("motorcyclist"));
  EXPECT_EQ(on.opening_rights->clauses.at("same-colour"), "K32");
  EXPECT_TRUE(on.coalition->small_powers);
  ASSERT_TRUE(on.endings.small_powers_lost);
  EXPECT_EQ(on.endings.small_powers_lost->result, Result::kLoss);
  EXPECT_TRUE(on.endings.small_power_passes);
}

TEST(FourPlayers, RightsOfARuleThatIsOffAreLeftOutOfTheStart) {
  EXPECT_THAT(four().start, HasSubstr(" y - bgr - - start 0 1"));
  EXPECT_THAT(four({{"opening-rights", "on"}}).start, HasSubstr(" y - bgrYB - - start 0 1"));
  const Variant only_shifts = child(
      "rules: {rearrangement: none}\n"
      "start: \"4,bK,5/10/10/10/10/10/10/10/10/2,yM,1,yK,5 y - Y - - - 0 1\"\n");
  EXPECT_THAT(only_shifts.start, HasSubstr(" y - - - - - 0 1"));
}

TEST(FourPlayers, EveryClauseIsThere) {
  const Variant variant = four();
  EXPECT_EQ(variant.clauses.size(), 33U);
  for (int i = 1; i <= 33; ++i) EXPECT_EQ(variant.clauses.count("K" + std::to_string(i)), 1U) << i;
}

TEST(FourPlayers, EffectiveSpecsLoadBackEqual) {
  const std::vector<OptionChoices> choices = {
      {},
      {{"order", "y,r,b,g"}},
      {{"opening-rights", "on"}},
      {{"small-power-coalition", "on"}},
      {{"small-power-stalemate", "pass"}},
      {{"order", "y,g,b,r"}, {"opening-rights", "on"}, {"small-power-coalition", "on"}}};
  std::set<std::string> hashes;
  for (const OptionChoices& chosen : choices) {
    const Variant variant = four(chosen);
    const std::string text = to_yaml(variant);
    const Variant again = loaded(load_variant_text(text, "printed.yaml"));
    EXPECT_EQ(to_yaml(again), text);
    EXPECT_EQ(again.meaning_hash, variant.meaning_hash);
    EXPECT_TRUE(hashes.insert(variant.meaning_hash).second);
    EXPECT_EQ(again.pieces[1].movements[0].via, variant.pieces[1].movements[0].via);
  }
}

TEST(FourPlayers, TheMeaningHashKnowsEveryRule) {
  const std::string no_rights =
      "start: \"4,bK,5/10/10/10/10/10/10/10/10/4,yK,5 y - - - - - 0 1\"\n";
  const std::vector<std::string> changes = {
      "",
      no_rights,
      "players: {red: {set-up: [a4-b8]}}\n",
      "players: {red: {forward: west}}\n" + no_rights,
      "turn-order: [yellow, red, green, black]\n",
      "pieces: {plane: {moves: {steps: [N, fN]}}}\n",
      "pieces: {plane: {moves: {steps: [K, N]}}}\n",
      "pieces: {plane: {moves: {steps: [N, K]}}}\n",
      "rules: {first-move: {known-by: second-rank}}\n" + no_rights,
      "rules: {en-passant: {lasts: next-action}}\n",
      "rules: {coalition: {rounds: 4}}\n",
      "rules: {coalition: {small-powers: on}}\n",
      "rules: {coalition: none}\n",
      "rules: {coalition: none, royal-safety: {count: {of: [yellow]}}}\n"
      "start: \"10/10/10/10/10/10/10/10/10/4,yK,5 y - - - - - 0 1\"\n",
      "rules: {check-reply: none}\n",
      "rules: {rearrangement: {players: [black, red, green, yellow]}}\n",
      "rules: {rearrangement: {rounds: 2}}\n",
      "rules: {opening-rights: {when: on}}\n",
      "rules: {opening-rights: {when: on, rounds: 5}}\n",
      "rules: {opening-rights: {when: on, shifts: engineer}}\n",
      "rules: {opening-rights: {when: on, shifters: [yellow, black, red]}}\n",
      "rules: {opening-rights: {when: on, shifters: none, shifts: none}}\n" + no_rights,
      "endings: {broken-off: none}\n",
      "endings: {stalemate: {small-power: pass}}\n",
      "endings: {points: {draw: 3}}\n",
      "endings: {points: {broken-off: none}}\n",
      "endings: {points: none}\n",
      "draws: {fifty-round: {rounds: 40}}\n",
      "draws: {fifty-round: {automatic: true}}\n",
      "draws: {fifty-round: none}\n",
  };
  std::map<std::string, std::string> by_hash;
  for (const std::string& change : changes) {
    const LoadResult result = load_child(change);
    ASSERT_TRUE(result.variant) << to_string(result.diagnostics);
    const auto [other, added] = by_hash.try_emplace(result.variant->meaning_hash, change);
    EXPECT_TRUE(added) << change << "means the same as\n" << other->second;
    const std::string printed = to_yaml(*result.variant);
    const Variant again = loaded(load_variant_text(printed, "printed.yaml"));
    EXPECT_EQ(again.meaning_hash, result.variant->meaning_hash) << change;
    EXPECT_EQ(to_yaml(again), printed) << change;
  }
}

TEST(FourPlayers, TheMeaningHashIgnoresSpellingAndSeats) {
  const std::string hash = four().meaning_hash;
  for (const char* change :
       {"controllers: {green: seat-1, red: seat-2}\n", "controllers: none\n",
        "players: {black: {set-up: [c9-h10, b10, i10]}}\n",
        "rules: {rearrangement: {players: [green, red, black]}}\n",
        "rules: {coalition: {great: [black, yellow]}}\n", "rules: {promotion: {zone: last-rank}}\n",
        "rules: {opening-rights: none}\nstart: "
        "\"2,bA,bE,bM,bK,bA,bT,2/2,bW,bW,bG,bG,bW,bW,2/10/1,rW,6,gW,1/rP,rG,6,gG,gS/"
        "rP,rG,6,gG,gS/1,rW,6,gW,1/10/2,yW,yG,yG,yW,yG,yW,2/2,yT,yM,yK,yT,yE,yA,2 y - bgr - - "
        "start 0 1\"\n",
        "endings: {small-powers-lost: none}\n", "pieces: {plane: {moves: {steps: [N, sNvN]}}}\n"}) {
    const LoadResult result = load_child(change);
    ASSERT_TRUE(result.variant) << to_string(result.diagnostics);
    EXPECT_EQ(result.variant->meaning_hash, hash) << change;
  }
}

TEST(FourPlayers, WhatNeedsTheCoalitionGoesWithIt) {
  const Variant variant = child("rules: {coalition: none}\n");
  EXPECT_FALSE(variant.coalition);
  EXPECT_FALSE(variant.endings.broken_off);
  EXPECT_EQ(variant.endings.points_broken_off, 0);
  EXPECT_EQ(variant.clauses.count("K27"), 0U);
}

TEST(FourPlayers, ThreePlayAsWell) {
  const Variant variant =
      loaded(load_variant_text("regelwerk: 1\nvariant: three\n"
                               "board: {files: 6, ranks: 6}\n"
                               "players:\n"
                               "  white: {letter: w, forward: north}\n"
                               "  black: {letter: b, forward: south}\n"
                               "  red: {letter: r, forward: east}\n"
                               "turn-order: [white, red, black]\n"
                               "position-text: {form: fen4}\n"
                               "start: \"5,bK/6/rK,5/6/6/5,wK r - - - - - 0 1\"\n"
                               "pieces: {king: {letter: K, moves: K, royal: true}}\n"
                               "rules: {royal-safety: {count: {each: 1}}, check-reply: {}}\n"
                               "endings: {checkmate: {result: loss}, stalemate: {result: draw}}\n",
                               "three.yaml"));
  EXPECT_THAT(variant.turn_order, ElementsAre(0, 2, 1));
  EXPECT_THAT(variant.royal_safety->players, IsEmpty());
  EXPECT_TRUE(variant.check_reply);
}

}  // namespace
}  // namespace regelwerk::spec
