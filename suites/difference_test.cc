// Specs that differ in one rule: the search must find it, and show it by a small position.
#include "suites/difference.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>

#include "spec/position_text.h"

namespace regelwerk::suites {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

using Kind = DifferenceKind;

std::unique_ptr<Reference> bundled(const std::string& name,
                                   const spec::OptionChoices& options = {}) {
  spec::Diagnostics diagnostics;
  std::unique_ptr<Reference> reference = Reference::load(name, options, &diagnostics);
  EXPECT_NE(reference, nullptr) << spec::to_string(diagnostics);
  return reference;
}

// Chess with the given lines on top.
std::unique_ptr<Reference> changed_chess(const std::string& lines) {
  const std::string text = "regelwerk: 1\nvariant: changed\nextends: chess\n" + lines + "\n";
  spec::LoadResult loaded = spec::load_variant_text(text, "changed.yaml");
  EXPECT_TRUE(loaded.variant) << spec::to_string(loaded.diagnostics);
  spec::Diagnostics diagnostics;
  std::unique_ptr<Reference> reference =
      loaded.variant ? Reference::make(*std::move(loaded.variant), &diagnostics) : nullptr;
  EXPECT_NE(reference, nullptr) << spec::to_string(diagnostics);
  return reference;
}

DifferenceResult search(const Reference& a, const Reference& b, std::uint64_t positions,
                        std::uint64_t seed = 1, std::optional<Kind> kind = std::nullopt) {
  DifferenceOptions options;
  if (kind) {
    options.kinds = {*kind};
  }
  options.positions = positions;
  options.seed = seed;
  return find_differences(a, b, options);
}

const SpecDifference* of_kind(const DifferenceResult& result, Kind kind) {
  const auto found = std::find_if(result.differences.begin(), result.differences.end(),
                                  [&](const SpecDifference& one) { return one.kind == kind; });
  return found == result.differences.end() ? nullptr : &*found;
}

std::size_t pieces_in(const Reference& reference, const SpecDifference& difference) {
  const spec::RawPositionResult read =
      spec::parse_position_text(reference.variant(), difference.position);
  return read.position ? read.position->pieces.size() : 0;
}

std::vector<std::string> kinds(const DifferenceResult& result) {
  std::vector<std::string> names;
  for (const SpecDifference& difference : result.differences) {
    names.push_back(std::string(difference_name(difference.kind)) + " at " + difference.position);
  }
  return names;
}

struct Change {
  std::string name;
  std::string lines;
  Kind kind;
  std::size_t pieces;       // at most, kings included
  std::string rule_a = {};  // what forbids or explains it; empty: not asked
  std::string rule_b = {};
};

void PrintTo(const Change& change, std::ostream* stream) { *stream << change.name; }

class ChangedChess : public testing::TestWithParam<Change> {};

TEST_P(ChangedChess, IsFoundAndMadeSmall) {
  const Change& change = GetParam();
  const std::unique_ptr<Reference> chess = bundled("chess");
  const std::unique_ptr<Reference> changed = changed_chess(change.lines);
  ASSERT_TRUE(chess && changed);
  const DifferenceResult result = search(*chess, *changed, 6'000, 1, change.kind);
  const SpecDifference* found = of_kind(result, change.kind);
  ASSERT_NE(found, nullptr) << testing::PrintToString(kinds(result));
  EXPECT_LE(pieces_in(*chess, *found), change.pieces) << found->position;
  EXPECT_GE(pieces_in(*chess, *found), 1U) << found->position;
  EXPECT_EQ(found->doubt, "");
  EXPECT_NE(found->a.says + found->a.rule, found->b.says + found->b.rule);
  if (!change.rule_a.empty()) {
    EXPECT_EQ(found->a.rule, change.rule_a) << found->position;
  }
  if (!change.rule_b.empty()) {
    EXPECT_EQ(found->b.rule, change.rule_b) << found->position;
  }

  // The other way round the same is found, with the sides exchanged.
  const DifferenceResult reverse = search(*changed, *chess, 6'000, 1, change.kind);
  EXPECT_NE(of_kind(reverse, change.kind), nullptr) << testing::PrintToString(kinds(reverse));
}

INSTANTIATE_TEST_SUITE_P(
    OneRule, ChangedChess,
    testing::Values(
        Change{"NoEnPassant", "rules: {en-passant: none}", Kind::kAfterwards, 4, "en-passant"},
        Change{"NoCastlingLeft",
               "start: \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w Kk - 0 1\"\n"
               "rules: {castling: {king-stops: {left: none}, partner-stops: {left: none}}}",
               Kind::kAcceptance, 3},
        Change{"CastlingPartnerStopsElsewhere", "rules: {castling: {partner-stops: {right: e}}}",
               Kind::kAfterwards, 3, "castling", "castling"},
        Change{"CastlingKingStopsElsewhere",
               "rules: {castling: {king-stops: {left: b}, partner-stops: {left: c}}}",
               Kind::kActions, 3},
        Change{"PromotionWithoutKnight", "rules: {promotion: {to: [queen, rook, bishop]}}",
               Kind::kActions, 3, "", "promotion.unknown-choice"},
        Change{"OptionalPromotion", "rules: {promotion: {compulsory: false}}", Kind::kActions, 3,
               "promotion.compulsory"},
        Change{"NoDoubleStep", "pieces: {pawn: {moves: fmWfcF}}", Kind::kActions, 3, "",
               "movement.pattern"},
        Change{"JumpingDoubleStep", "pieces: {pawn: {moves: fmWfceFifmD}}", Kind::kActions, 4,
               "movement.blocked"},
        Change{"LameKnight", "pieces: {knight: {moves: nN}}", Kind::kActions, 4, "",
               "movement.blocked"},
        Change{"ShortQueen", "pieces: {queen: {moves: Q6}}", Kind::kActions, 3},
        Change{"NoSafeKing", "rules: {royal-safety: none}\nendings: {checkmate: none}",
               Kind::kActions, 3},
        Change{"StalemateLoses", "endings: {stalemate: {result: loss}}", Kind::kEnding, 4,
               "endings.stalemate", "endings.stalemate"},
        Change{"FortyMoves", "draws: {fifty-move: {halfmoves: 80}}", Kind::kClaims, 3, "",
               "draws.fifty-move"},
        Change{"SeventyFiveByClaim", "draws: {seventy-five-move: {automatic: false}}",
               Kind::kClaims, 3, "draws.seventy-five-move", "draws.seventy-five-move"},
        Change{"FourfoldRepetition", "draws: {threefold: {count: 4}}", Kind::kClaims, 3,
               "draws.threefold"},
        Change{"BishopsOfOneColourPlayOn", "draws: {insufficient-material: {on-one-colour: none}}",
               Kind::kClaims, 4, "draws.insufficient-material"},
        Change{"KnightsResetTheCounter", "draws: {reset-by: [pawn, knight]}", Kind::kAfterwards, 3},
        Change{"CastlingAnywhereOnTheFirstRank", "rules: {castling: {homes: first-rank}}",
               Kind::kAcceptance, 4}),
    [](const auto& info) { return info.param.name; });

TEST(Differences, AnIdenticalCopyHasNone) {
  const std::unique_ptr<Reference> chess = bundled("chess");
  const std::unique_ptr<Reference> copy = changed_chess("title: Copy");
  const DifferenceResult result = search(*chess, *copy, 3'000);
  EXPECT_THAT(kinds(result), IsEmpty());
  EXPECT_EQ(result.positions(), 3'000U);
  EXPECT_TRUE(result.complete);
}

TEST(Differences, ARepetitionIsShownByItsMoves) {
  const std::unique_ptr<Reference> chess = bundled("chess");
  const std::unique_ptr<Reference> changed = changed_chess("draws: {threefold: {count: 4}}");
  const DifferenceResult result = search(*chess, *changed, 6'000, 1, Kind::kClaims);
  const SpecDifference* found = of_kind(result, Kind::kClaims);
  ASSERT_NE(found, nullptr);
  EXPECT_THAT(found->moves, SizeIs(8));
  EXPECT_THAT(found->a.says, HasSubstr("draw may be claimed: threefold"));
  EXPECT_THAT(found->b.says, Not(HasSubstr("threefold")));
}

// Every line of a move that one spec alone allows is in the right list.
TEST(Differences, SaysWhoAllowsTheAction) {
  const std::unique_ptr<Reference> chess = bundled("chess");
  const std::unique_ptr<Reference> changed = changed_chess("pieces: {knight: {moves: NW}}");
  const DifferenceResult result = search(*chess, *changed, 6'000, 1, Kind::kActions);
  const SpecDifference* found = of_kind(result, Kind::kActions);
  ASSERT_NE(found, nullptr);
  EXPECT_THAT(found->only_a, IsEmpty());
  EXPECT_THAT(found->only_b, Contains(found->action));
  EXPECT_EQ(found->a.says, "illegal");
  EXPECT_EQ(found->a.clause, "C2");
  EXPECT_EQ(found->b.says, "legal");
}

TEST(Differences, SelfDestructionIsFound) {
  const std::unique_ptr<Reference> legal = bundled("breitenschach");
  const std::unique_ptr<Reference> illegal =
      bundled("breitenschach", {{"self-destruction", "illegal"}});
  const DifferenceResult result = search(*legal, *illegal, 8'000, 1, Kind::kActions);
  const SpecDifference* found = of_kind(result, Kind::kActions);
  ASSERT_NE(found, nullptr) << testing::PrintToString(kinds(result));
  EXPECT_LE(pieces_in(*legal, *found), 5U) << found->position;
  EXPECT_EQ(found->a.says, "legal");
  EXPECT_EQ(found->b.rule, "part-removal.self-destruction");
  EXPECT_EQ(found->b.clause, "B7");
  EXPECT_EQ(found->doubt, "");
}

TEST(Differences, KingTargetIsFound) {
  const std::unique_ptr<Reference> before = bundled("breitenschach");
  const std::unique_ptr<Reference> after =
      bundled("breitenschach", {{"king-target", "after-removal"}});
  const DifferenceResult result = search(*before, *after, 20'000, 1, Kind::kActions);
  const SpecDifference* found = of_kind(result, Kind::kActions);
  ASSERT_NE(found, nullptr) << testing::PrintToString(kinds(result));
  EXPECT_LE(pieces_in(*before, *found), 6U) << found->position;
  EXPECT_EQ(found->a.says, "illegal");
  EXPECT_EQ(found->b.says, "legal");
  EXPECT_EQ(found->doubt, "");
}

TEST(Differences, EqualSeedsGiveEqualAnswers) {
  const std::unique_ptr<Reference> chess = bundled("chess");
  const std::unique_ptr<Reference> changed = changed_chess("pieces: {queen: {moves: Q6}}");
  EXPECT_EQ(kinds(search(*chess, *changed, 1'000, 7)), kinds(search(*chess, *changed, 1'000, 7)));
}

TEST(Differences, BoardsOfOtherSizesDifferInWhatTheyTake) {
  const DifferenceResult result = search(*bundled("chess"), *bundled("capablanca"), 100);
  const SpecDifference* found = of_kind(result, Kind::kAcceptance);
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(found->a.says, "accepted");
  EXPECT_THAT(found->b.says, HasSubstr("refused: "));
}

TEST(Differences, StoppedFromOutsideTheSearchIsIncomplete) {
  const std::atomic<bool> stop{true};
  DifferenceOptions options;
  options.stop = &stop;
  const DifferenceResult result = find_differences(*bundled("chess"), *bundled("chess"), options);
  EXPECT_FALSE(result.complete);
  EXPECT_EQ(result.positions(), 0U);
}

TEST(Differences, StartsFromSuitesArePlayed) {
  // Far from any start: pawns about to promote all over the board.
  DifferenceOptions options;
  options.positions = 30;
  options.starts = {"no position at all", "7k/PPPPP3/8/8/8/8/ppppp3/7K w - - 0 1"};
  const std::unique_ptr<Reference> changed =
      changed_chess("rules: {promotion: {to: [queen, rook, bishop]}}");
  const DifferenceResult result = find_differences(*bundled("chess"), *changed, options);
  EXPECT_EQ(result.from_suites, 10U);
  EXPECT_NE(of_kind(result, Kind::kActions), nullptr);
}

TEST(BundledPositions, AreThoseOfBoardsOfTheSize) {
  const std::unique_ptr<Reference> chess = bundled("chess");
  const std::vector<std::string> positions = bundled_positions(chess->variant(), chess->variant());
  EXPECT_THAT(positions,
              Contains("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"));
  EXPECT_THAT(positions, Not(Contains(HasSubstr("10/10"))));
}

}  // namespace
}  // namespace regelwerk::suites
