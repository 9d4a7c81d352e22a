// Colour swap and mirror, for every bundled spec whose rules have them. Whether they do is decided
// from the spec's model; the output says so, and a list in this file keeps the decision honest.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <iostream>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "suites/properties_testing.h"
#include "suites/symmetry_testing.h"

namespace regelwerk::suites {
namespace {

enum class Holds { kNo, kWithoutCastlingRights, kAlways };

struct Found {
  Symmetry symmetry;
  Holds holds = Holds::kNo;
  std::string said;
};

std::string joined(const std::vector<std::string>& texts) {
  std::string all;
  for (const std::string& text : texts) all += (all.empty() ? "" : ", ") + text;
  return all;
}

// The first of `candidates` that the rules have, or the reasons against the last.
Found first_that_holds(const spec::Variant& variant, const std::vector<Symmetry>& candidates) {
  Found found;
  for (const Symmetry& symmetry : candidates) {
    const SymmetryOf of(variant, symmetry);
    found.symmetry = symmetry;
    if (const auto obstacles = of.obstacles(); !obstacles.empty()) {
      found.said = "no, because of " + joined(obstacles);
      continue;
    }
    const auto castling = of.obstacles_of_castling();
    found.holds = castling.empty() ? Holds::kAlways : Holds::kWithoutCastlingRights;
    found.said =
        castling.empty() ? "yes" : "without castling rights only (" + joined(castling) + ")";
    break;
  }
  return found;
}

Found colour_swap(const spec::Variant& variant) {
  return first_that_holds(variant,
                          {{.swaps_players = true, .flips_ranks = true},
                           {.swaps_players = true, .flips_files = true},
                           {.swaps_players = true, .flips_files = true, .flips_ranks = true}});
}

Found mirror(const spec::Variant& variant) {
  return first_that_holds(variant, {{.flips_files = true}, {.flips_ranks = true}});
}

class Symmetries : public BundledSpec {
 protected:
  // Actions, ending, check, counts, claims and the texts after each action are those of the image.
  void check(const char* name, const Found& found) const {
    std::cout << GetParam() << ": " << name << ": " << found.said << "\n";
    if (found.holds == Holds::kNo) GTEST_SKIP() << name << ": " << found.said;
    const SymmetryOf of(variant(), found.symmetry);
    for_games(fewer_if_sanitized(60), [&](const PlayedGame& played) {
      std::string text = played.positions.back();
      if (found.holds == Holds::kWithoutCastlingRights) text = without_castling(text);
      check_position(of, text);
    });
  }

 private:
  std::string without_castling(const std::string& text) const {
    spec::RawPosition raw = raw_position(variant(), text);
    raw.castling.text = "-";
    return read_by_generator(game(), spec::write_position_text(variant(), raw))->text();
  }

  // Canonical, and without the move number, which counts by who begins.
  std::string image(const SymmetryOf& of, const std::string& text) const {
    return without_move_number(read_by_generator(game(), of.position(text))->text());
  }
  static std::string without_move_number(const std::string& text) {
    return text.substr(0, text.rfind(' '));
  }

  std::vector<std::string> claims(const oracle::Position& position) const {
    std::vector<std::string> rules;
    for (const auto& claim : referee().status(position).claims) rules.push_back(claim.rule);
    return rules;
  }

  void check_position(const SymmetryOf& of, const std::string& text) const {
    RC_LOG() << text << "\n" << of.position(text) << "\n";
    const auto first = read_by_generator(game(), text);
    const auto second = read_by_generator(game(), of.position(text));
    RC_ASSERT(image(of, second->text()) == without_move_number(text));
    std::vector<std::string> expected;
    for (const generator::Action action : first->actions()) {
      const std::string seen = of.action(first->action_text(action));
      expected.push_back(seen);
      const auto there = second->find(seen);
      RC_LOG() << seen << " ";
      RC_ASSERT(there.has_value());
      const auto after_first = first->clone();
      after_first->apply(action);
      const auto after_second = second->clone();
      after_second->apply(*there);
      RC_ASSERT(without_move_number(after_second->text()) == image(of, after_first->text()));
    }
    std::sort(expected.begin(), expected.end());
    RC_ASSERT(texts_of_actions(*second) == expected);
    RC_ASSERT(second->outcome() == first->outcome());
    RC_ASSERT(second->in_check() == first->in_check());
    RC_ASSERT(second->perft_stats(2) == first->perft_stats(2));
    const oracle::Position first_seen = read_by_oracle(referee(), text);
    const oracle::Position second_seen = read_by_oracle(referee(), second->text());
    RC_ASSERT(referee().legal_actions(second_seen) == expected);
    RC_ASSERT(referee().status(second_seen).ending == referee().status(first_seen).ending);
    RC_ASSERT(claims(second_seen) == claims(first_seen));
  }
};

INSTANTIATE_TEST_SUITE_P(Bundled, Symmetries, testing::ValuesIn(spec::bundled_variants()),
                         instance_name);

TEST_P(Symmetries, ColourSwapChangesNothing) { check("colour swap", colour_swap(variant())); }

TEST_P(Symmetries, MirrorChangesNothing) { check("mirror", mirror(variant())); }

// A spec that is not named here is tested for what its model says, but the model's answer is not.
TEST_P(Symmetries, ModelSaysWhichSymmetriesTheRulesHave) {
  using enum Holds;
  struct Expected {
    Holds colour_swap = kAlways;
    Holds mirror = kWithoutCastlingRights;
  };
  const std::map<std::string, Expected> expected = {
      {"almost", {}},
      {"amazon", {}},
      {"breitenschach", {kAlways, kAlways}},  // stops beside the partner, wherever that is
      {"capablanca", {}},
      {"caparandom", {}},
      {"chancellor", {kAlways, kAlways}},  // nine files, the king on the middle one
      {"chess", {}},
      {"chess960", {}},
      {"coregal", {}},
      {"courier", {kAlways, kAlways}},  // no castling
      {"embassy", {}},
      {"gothic", {}},
      {"grand", {kAlways, kAlways}},  // no castling
      {"janus", {}},  // stops that mirror each other, but a king that starts left of the middle
      {"knightmate", {}},
      {"koalitionsschach", {kNo, kNo}},  // four players
      {"nocastle", {kAlways, kAlways}},
  };
  const auto found = expected.find(GetParam());
  if (found == expected.end()) GTEST_SKIP() << "nothing is known of this spec";
  const Found swap = colour_swap(variant());
  const Found mirrored = mirror(variant());
  EXPECT_EQ(swap.holds, found->second.colour_swap) << swap.said;
  EXPECT_EQ(mirrored.holds, found->second.mirror) << mirrored.said;
}

// The decision itself, on games made for it.
class SymmetryDecision : public testing::Test {
 protected:
  static spec::Variant changed_chess(const std::string& changes) {
    auto loaded = spec::load_variant_text(
        "regelwerk: 1\nvariant: laboratory\nextends: chess\n" + changes, "laboratory.yaml");
    if (!loaded.variant) throw std::runtime_error(spec::to_string(loaded.diagnostics));
    return *std::move(loaded.variant);
  }
};

TEST_F(SymmetryDecision, APieceThatGoesToOneSideOnlyLeavesTheHalfTurn) {
  const spec::Variant variant = changed_chess(
      "pieces: {knight: {moves: frN}}\nrules: {castling: none}\n"
      "position-text: {castling: none}\n"
      "start: \"4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1\"\n");
  EXPECT_EQ(mirror(variant).holds, Holds::kNo);
  const Found swap = colour_swap(variant);
  EXPECT_EQ(swap.holds, Holds::kAlways);
  EXPECT_TRUE(swap.symmetry.flips_files && swap.symmetry.flips_ranks);
}

TEST_F(SymmetryDecision, AKingThatStartsElsewhereForOnePlayerForbidsCastlingUnderTheSwap) {
  const spec::Variant variant =
      changed_chess("start: \"rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"\n");
  EXPECT_EQ(colour_swap(variant).holds, Holds::kWithoutCastlingRights);
}

TEST_F(SymmetryDecision, APromotionZoneOfSquaresMustBeItsOwnImage) {
  const auto with_zone = [&](const std::string& zone) {
    return changed_chess("rules: {promotion: {zone: " + zone + "}}\n");
  };
  EXPECT_EQ(colour_swap(with_zone("[a8-h8, a1-h1]")).holds, Holds::kAlways);
  EXPECT_EQ(colour_swap(with_zone("[a8-h8, a1-g1]")).holds, Holds::kNo);
  EXPECT_EQ(mirror(with_zone("[a8-h8, a1-h1, c4, f4]")).holds, Holds::kWithoutCastlingRights);
  EXPECT_EQ(mirror(with_zone("[a8-h8, a1-h1, c4]")).holds, Holds::kNo);
}

}  // namespace
}  // namespace regelwerk::suites
