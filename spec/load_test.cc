#include "spec/load.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "spec/testing.h"

namespace regelwerk::spec {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Key;
using ::testing::UnorderedElementsAre;

Variant loaded(const LoadResult& result) {
  EXPECT_TRUE(result.diagnostics.empty()) << to_string(result.diagnostics);
  if (!result.variant) throw std::runtime_error(to_string(result.diagnostics));
  return *result.variant;
}
Variant load(const std::string& name) { return loaded(load_variant(name)); }
Variant load_text(const std::string& text, const OptionChoices& options = {}) {
  return loaded(load_variant_text(text, "test.yaml", options));
}

// Of a bundled variant, or of a file.
std::string bundled_text(const std::string& name) {
  const std::filesystem::path given = name;
  const std::filesystem::path path =
      given.has_extension() ? given : data_directory() / "spec" / "variants" / (name + ".yaml");
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

const std::string kChild = "regelwerk: 1\nvariant: child\nextends: chess\n";

TEST(Load, ChessIsWhole) {
  const Variant chess = load("chess");
  EXPECT_EQ(chess.name, "chess");
  EXPECT_EQ(chess.title, "Chess");
  EXPECT_EQ(chess.engines.at("uci-variant"), "chess");
  EXPECT_EQ(chess.board.files, 8);
  ASSERT_EQ(chess.players.size(), 2U);
  EXPECT_EQ(chess.players[1].forward, Direction::kSouth);
  EXPECT_TRUE(chess.players[0].upper_case);
  EXPECT_THAT(chess.turn_order, ElementsAre(0, 1));
  EXPECT_EQ(chess.pieces.size(), 6U);
  EXPECT_TRUE(chess.pieces[*chess.kind_by_name("king")].royal);
  ASSERT_TRUE(chess.castling);
  ASSERT_TRUE(chess.castling->left && chess.castling->right);
  EXPECT_EQ(chess.castling->left->king_file, 2);
  EXPECT_EQ(chess.castling->right->partner_file, 5);
  EXPECT_EQ(chess.castling->clauses.at("path-attacked"), "C6");
  ASSERT_EQ(chess.promotions.size(), 1U);
  EXPECT_EQ(chess.promotions[0].to.size(), 4U);
  EXPECT_EQ(chess.promotions[0].zone.last_ranks, 1);
  ASSERT_TRUE(chess.royal_safety);
  EXPECT_EQ(chess.royal_safety->max_count, 1);
  ASSERT_EQ(chess.draws.move_counters.size(), 2U);
  EXPECT_EQ(chess.draws.move_counters[1].name, "seventy-five-move");
  EXPECT_TRUE(chess.draws.move_counters[1].automatic);
  EXPECT_EQ(chess.draws.insufficient_material->against_bare_royal.size(), 3U);
  EXPECT_EQ(chess.movement_clauses.at("pattern"), "C2");
  EXPECT_EQ(chess.clauses.size(), 9U);
  EXPECT_EQ(chess.meaning_hash.size(), 16U);
}

TEST(Load, CapablancaTakesTheRestFromChess) {
  const Variant capablanca = load("capablanca");
  EXPECT_EQ(capablanca.board.files, 10);
  EXPECT_EQ(capablanca.pieces.size(), 8U);
  EXPECT_EQ(capablanca.castling->right->king_file, 8);
  EXPECT_EQ(capablanca.castling->king, capablanca.kind_by_name("king"));
  EXPECT_EQ(capablanca.castling->clauses.at("blocked"), "P3");
  EXPECT_EQ(capablanca.promotions[0].to.size(), 6U);
  EXPECT_EQ(capablanca.endings.checkmate->clause, "P5");
  EXPECT_EQ(capablanca.endings.checkmate->result, Result::kLoss);
  EXPECT_EQ(capablanca.movement_clauses.at("pattern"), "P2");
  EXPECT_EQ(capablanca.movement_clauses.at("blocked"), "C2");
  EXPECT_THAT(capablanca.clauses,
              UnorderedElementsAre(Key("C1"), Key("C2"), Key("C3"), Key("C4"), Key("C7"), Key("C9"),
                                   Key("P1"), Key("P2"), Key("P3"), Key("P4"), Key("P5")));
}

TEST(Load, BreitenschachHasItsRules) {
  const Variant variant = load("breitenschach");
  const KindId king = *variant.kind_by_name("king");
  const KindId fused = *variant.kind_by_name("fused-king");
  ASSERT_EQ(variant.board.parts.size(), 2U);
  EXPECT_EQ(variant.board.parts[0].area, (Rectangle{{0, 0}, {7, 7}}));
  EXPECT_EQ(variant.board.parts[1].area, (Rectangle{{8, 0}, {15, 7}}));
  EXPECT_EQ(variant.position_text.castling, PositionTextForm::Castling::kFilesOfUnmoved);
  EXPECT_EQ(variant.position_text.action, PositionTextForm::CastlingAction::kKingTakesPartner);
  EXPECT_EQ(variant.pieces[fused].letter, 'F');
  EXPECT_TRUE(variant.pieces[fused].royal);
  ASSERT_TRUE(variant.castling);
  EXPECT_EQ(variant.castling->stops, CastlingRule::Stops::kBesidePartner);
  EXPECT_EQ(variant.castling->homes, CastlingRule::Homes::kFirstRank);
  EXPECT_FALSE(variant.castling->left || variant.castling->right);
  EXPECT_EQ(variant.castling->clauses.at("no-gap"), "B14");
  ASSERT_TRUE(variant.fusion);
  EXPECT_EQ(variant.fusion->of, king);
  EXPECT_EQ(variant.fusion->into, fused);
  ASSERT_TRUE(variant.safe_path);
  EXPECT_THAT(variant.safe_path->of, ElementsAre(fused));
  ASSERT_TRUE(variant.part_removal);
  EXPECT_TRUE(variant.part_removal->self_destruction);
  EXPECT_EQ(variant.part_removal->clauses.at("self-destruction"), "B7");
  EXPECT_EQ(variant.movement_clauses.at("removed"), "B5");
  ASSERT_TRUE(variant.royal_safety);
  EXPECT_EQ(variant.royal_safety->target, RoyalSafetyRule::Target::kBeforeRemoval);
  EXPECT_EQ(variant.royal_safety->alone, fused);
  EXPECT_EQ(variant.royal_safety->min_count, 1);
  EXPECT_EQ(variant.royal_safety->max_count, 2);
  ASSERT_TRUE(variant.endings.royals_lost);
  EXPECT_EQ(variant.endings.royals_lost->result, Result::kLoss);
  EXPECT_EQ(variant.endings.royals_lost->clause, "B6");
  EXPECT_EQ(variant.draws.insufficient_material->parts_left, 1);
  EXPECT_THAT(variant.draws.insufficient_material->strong_royals, ElementsAre(fused));
  for (int i = 1; i <= 27; ++i) EXPECT_EQ(variant.clauses.count("B" + std::to_string(i)), 1U) << i;
  EXPECT_EQ(variant.clauses.at("B12").explains, "rules.castling");
}

TEST(Load, BreitenschachHasItsOptions) {
  const Variant other = loaded(load_variant(
      "breitenschach", {{"self-destruction", "illegal"}, {"king-target", "after-removal"}}));
  EXPECT_FALSE(other.part_removal->self_destruction);
  EXPECT_EQ(other.royal_safety->target, RoyalSafetyRule::Target::kAfterRemoval);
  EXPECT_THAT(to_string(load_variant("breitenschach", {{"king-target", "never"}}).diagnostics),
              HasSubstr("has no value 'never', before-removal or after-removal wanted"));
}

const std::string kWide = "regelwerk: 1\nvariant: child\nextends: breitenschach\n";
const std::string kNoRights =
    "start: \"rnbqkbnrrnbqkbnr/pppppppppppppppp/16/16/16/16/PPPPPPPPPPPPPPPP/RNBQKBNRRNBQKBNR w - "
    "- 0 1\"\n";

TEST(Load, WhatNeedsPartRemovalGoesWithIt) {
  const Variant child = load_text(kWide + "rules: {part-removal: none}\n");
  EXPECT_FALSE(child.part_removal);
  EXPECT_FALSE(child.endings.royals_lost);
  EXPECT_EQ(child.draws.insufficient_material->parts_left, 0);
  EXPECT_EQ(child.clauses.count("B3"), 0U);
  EXPECT_EQ(load_text(to_yaml(child)).meaning_hash, child.meaning_hash);
  const Variant whole = load_text(kWide + "board: {parts: none}\n");
  EXPECT_FALSE(whole.part_removal);
  // Without removal there is nothing to be before or after.
  EXPECT_EQ(
      load_text(kWide + "rules: {part-removal: none, royal-safety: {target: none}}\n").meaning_hash,
      child.meaning_hash);
}

TEST(Load, EachAndMinAndMaxReplaceOneAnother) {
  const auto safety = [](const std::string& text) { return *load_text(text).royal_safety; };
  EXPECT_EQ(safety(kChild + "rules: {royal-safety: {count: {min: 1, max: 3}}}\n").max_count, 3);
  EXPECT_EQ(safety(kChild + "rules: {royal-safety: {count: {min: 0}}}\n").max_count, std::nullopt);
  const RoyalSafetyRule each =
      safety(kWide + "rules: {fusion: none, royal-safety: {count: {each: 2, alone: none}}}\n");
  EXPECT_EQ(each.min_count, 2);
  EXPECT_EQ(each.max_count, 2);
}

TEST(Load, BundledVariantsAreListed) {
  EXPECT_THAT(bundled_variants(), ::testing::IsSupersetOf({"capablanca", "chess"}));
}

TEST(Load, EffectiveSpecsLoadBackEqual) {
  for (const std::string& name : bundled_variants()) {
    const Variant variant = load(name);
    const std::string text = to_yaml(variant);
    const Variant again = load_text(text);
    EXPECT_EQ(to_yaml(again), text) << name;
    EXPECT_EQ(again.meaning_hash, variant.meaning_hash) << name;
  }
}

TEST(Load, EnginesTitleAndSourceAreNotInherited) {
  const Variant child = load_text(kChild);
  EXPECT_TRUE(child.engines.empty());
  EXPECT_EQ(child.title, "child");
  EXPECT_EQ(child.source_document, "");
  EXPECT_EQ(child.meaning_hash, load("chess").meaning_hash);
}

TEST(Load, NoneRemovesWhatIsInherited) {
  const Variant child =
      load_text(kChild +
                "start: \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1\"\n"
                "rules: {castling: none, en-passant: none}\n"
                "draws: {fivefold: none}\n");
  EXPECT_FALSE(child.castling);
  EXPECT_FALSE(child.en_passant);
  EXPECT_EQ(child.draws.repetitions.size(), 1U);
  for (const Movement& movement : child.pieces[*child.kind_by_name("pawn")].movements) {
    EXPECT_FALSE(movement.takes_en_passant || movement.grants_en_passant);
  }
  EXPECT_NE(child.meaning_hash, load("chess").meaning_hash);
}

TEST(Load, RulesThatAChildMakesIdleAreDropped) {
  const Variant child = load_text(kChild + "pieces: {pawn: {moves: fmWfcF}}\n");
  EXPECT_FALSE(child.first_move);
  EXPECT_FALSE(child.en_passant);
}

TEST(Load, OneReasonOfAnInheritedClauseMayChange) {
  const Variant child = load_text(kChild +
                                  "rules: {castling: {clauses: {blocked: X1}}}\n"
                                  "clauses: {X1: {says: nothing may stand between}}\n");
  EXPECT_EQ(child.castling->clauses.at("blocked"), "X1");
  EXPECT_EQ(child.castling->clauses.at("in-check"), "C6");
}

const std::string kWithOptions = kChild +
                                 "options:\n"
                                 "  stalemate: {values: [draw, loss], default: draw}\n"
                                 "  must-promote: {values: [true, false], default: true}\n"
                                 "endings: {stalemate: {result: {option: stalemate}}}\n"
                                 "rules: {promotion: {compulsory: {option: must-promote}}}\n";

TEST(Load, OptionsAreFilledIn) {
  const Variant standard = load_text(kWithOptions);
  EXPECT_EQ(standard.endings.stalemate->result, Result::kDraw);
  EXPECT_EQ(standard.meaning_hash, load("chess").meaning_hash);
  ASSERT_EQ(standard.options.size(), 2U);
  EXPECT_EQ(standard.options[0].name, "stalemate");
  const Variant other = load_text(kWithOptions, {{"stalemate", "loss"}, {"must-promote", "off"}});
  EXPECT_EQ(other.endings.stalemate->result, Result::kLoss);
  EXPECT_FALSE(other.promotions[0].compulsory);
  EXPECT_EQ(other.options[1].chosen, "false");
  EXPECT_NE(other.meaning_hash, standard.meaning_hash);
  const Variant printed = load_text(to_yaml(other));
  EXPECT_EQ(printed.meaning_hash, other.meaning_hash);
}

TEST(Load, WrongOptionsAreNamed) {
  EXPECT_EQ(
      to_string(load_variant_text(kWithOptions, "t.yaml", {{"stalemat", "loss"}}).diagnostics),
      "t.yaml: error: unknown option 'stalemat'; did you mean 'stalemate'?\n");
  EXPECT_EQ(
      to_string(load_variant_text(kWithOptions, "t.yaml", {{"stalemate", "win"}}).diagnostics),
      "t.yaml: error: option 'stalemate' has no value 'win', draw or loss wanted\n");
  EXPECT_THAT(to_string(load_variant("chess", {{"x", "y"}}).diagnostics),
              HasSubstr("this variant has none"));
}

TEST(Load, MissingFilesAreDiagnostics) {
  EXPECT_EQ(to_string(load_variant("ches").diagnostics),
            "ches: error: neither a bundled variant nor a file; did you mean 'chess'?\n");
  EXPECT_EQ(to_string(load_variant("./nothing.yaml").diagnostics),
            "./nothing.yaml: error: no such file\n");
  EXPECT_EQ(to_string(load_variant("/").diagnostics), "/: error: this is a directory\n");
}

TEST(Load, EverythingPrintedLoadsBack) {
  const Variant variant = load_text(
      "regelwerk: 1\nvariant: all\nextends: chess\n"
      "title: \"A \\\"title\\\" \\\\ with \xC3\xA4: # and more\"\n"
      "source: {document: d.txt, rulings: r.md}\n"
      "engines: {uci-variant: some, uci-chess960: true}\n"
      "board: {parts: {left: a1-d8, right: e1-h8}}\n"
      "position-text: {castling: files, action: king-takes-partner}\n"
      "start: \"rnbqkbnr/pppppppp/44/8/8/8/PPPPPPPP/RNBQKBNR  w  Hh - 0 1\"\n"
      "pieces: {dame: {letter: D, moves: WW}}\n"
      "rules:\n"
      "  promotion:\n"
      "    - {of: [pawn], zone: last-2-ranks, to: [queen], compulsory: false}\n"
      "    - {of: [dame], zone: [d4, e5-f6], to: [queen]}\n"
      "  castling: {king-stops: {left: none}, partner-stops: {left: none}}\n"
      "  royal-safety: {count: {each: none, min: 1}}\n"
      "endings: {stalemate: none}\n");
  EXPECT_EQ(variant.title, "A \"title\" \\ with \xC3\xA4: # and more");
  EXPECT_EQ(variant.start, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w Hh - 0 1");
  EXPECT_EQ(variant.board.parts[1].area, (Rectangle{{4, 0}, {7, 7}}));
  EXPECT_FALSE(variant.castling->left);
  EXPECT_FALSE(variant.royal_safety->max_count);
  ASSERT_EQ(variant.promotions.size(), 2U);
  EXPECT_EQ(variant.promotions[1].zone.areas.size(), 2U);
  const std::string printed = to_yaml(variant);
  const Variant again = load_text(printed);
  EXPECT_EQ(to_yaml(again), printed);
  EXPECT_EQ(again.meaning_hash, variant.meaning_hash);
}

TEST(Load, ManyProblemsAreCounted) {
  std::string text = kChild;
  for (int i = 0; i < 300; ++i) text += "wrong" + std::to_string(i) + ": 1\n";
  const LoadResult result = load_variant_text(text, "t.yaml");
  EXPECT_EQ(result.diagnostics.size(), 101U);
  EXPECT_EQ(to_string(result.diagnostics.back()),
            "t.yaml: error: 200 more problems are not shown\n");
}

TEST(Load, TheDataDirectoryCanBeChosen) {
  const std::filesystem::path place =
      std::filesystem::path(::testing::TempDir()) / "regelwerk-data";
  std::filesystem::create_directories(place / "spec" / "variants");
  std::ofstream(place / "spec" / "variants" / "own.yaml") << bundled_text("chess");
  ASSERT_EQ(setenv("REGELWERK_DATA", place.c_str(), 1), 0);
  EXPECT_THAT(bundled_variants(), ElementsAre("own"));
  EXPECT_TRUE(load_variant("own").variant);
  EXPECT_FALSE(load_variant("chess").variant);
  unsetenv("REGELWERK_DATA");
  std::filesystem::remove_all(place);
}

TEST(MeaningHash, IgnoresSpellingAndNames) {
  const std::string hash = load("chess").meaning_hash;
  const auto of = [](const std::string& more) { return load_text(kChild + more).meaning_hash; };
  EXPECT_EQ(of("title: Another\n"), hash);
  EXPECT_EQ(of("pieces: {rook: {moves: W0}}\n"), hash);
  EXPECT_EQ(of("pieces: {king: {moves: WF}}\n"), hash);
  EXPECT_EQ(of("pieces: {bishop: {moves: mBcB}}\n"), hash);
  EXPECT_EQ(of("rules: {promotion: {to: [knight, rook, bishop, queen]}}\n"), hash);
  EXPECT_NE(of("rules: {promotion: {to: [knight, rook, bishop]}}\n"), hash);
  EXPECT_NE(of("pieces: {rook: {moves: W7}}\n"), hash);
  EXPECT_NE(of("endings: {stalemate: {result: loss}}\n"), hash);
  EXPECT_NE(of("draws: {fifty-move: {halfmoves: 80}}\n"), hash);
}

TEST(MeaningHash, KnowsEveryRule) {
  const std::vector<std::string> changes = {
      "",
      "board: {parts: {left: a1-g8, right: h1-p8}}\n",
      "board: {parts: none}\n",
      "position-text: {castling: files}\n" + kNoRights,
      kNoRights,
      "rules: {castling: none}\n" + kNoRights,
      "rules: {castling: {homes: start-squares}}\n",
      "rules: {castling: {king-stops: {left: c}, partner-stops: {left: d}}}\n",
      "rules: {castling: {king-stops: {left: c}, partner-stops: {left: d}}}\n"
      "position-text: {action: king-to}\n",
      "rules: {fusion: none}\n",
      "rules: {fusion: {of: king, into: duke}}\npieces: {duke: {letter: D, moves: F, royal: "
      "true}}\n",
      "pieces: {duke: {letter: D, moves: F, royal: true}}\n",
      "rules: {safe-path: none}\n",
      "rules: {safe-path: {of: [king]}}\n",
      "rules: {safe-path: {of: [king, fused-king]}}\n",
      "rules: {part-removal: none}\n",
      "rules: {part-removal: {own-last-royal: illegal}}\n",
      "rules: {royal-safety: {target: after-removal}}\n",
      "rules: {royal-safety: {count: {alone: none}}}\n",
      "rules: {royal-safety: {count: {max: 3}}}\n",
      "endings: {royals-lost: none}\n",
      "endings: {royals-lost: {result: win}}\n",
      "draws: {insufficient-material: {strong-royals: none}}\n",
      "draws: {insufficient-material: {strong-royals: [king, fused-king]}}\n",
      "draws: {insufficient-material: {parts-left: none}}\n",
      "draws: {insufficient-material: {parts-left: 2}}\n",
  };
  std::map<std::string, std::string> by_hash;
  for (const std::string& change : changes) {
    const LoadResult result = load_variant_text(kWide + change, "test.yaml");
    ASSERT_TRUE(result.variant) << to_string(result.diagnostics);
    const auto [other, added] = by_hash.try_emplace(result.variant->meaning_hash, change);
    EXPECT_TRUE(added) << change << "means the same as\n" << other->second;
    const std::string printed = to_yaml(*result.variant);
    const Variant again = load_text(printed);
    EXPECT_EQ(again.meaning_hash, result.variant->meaning_hash) << change;
    EXPECT_EQ(to_yaml(again), printed) << change;
  }
  EXPECT_EQ(load("breitenschach").meaning_hash, load_text(kWide).meaning_hash);
}

TEST(Load, FilesWithCarriageReturnsAndAByteOrderMarkAreRead) {
  std::string text = "\xEF\xBB\xBF";
  for (const char c : bundled_text("chess"))
    text += c == '\n' ? std::string("\r\n") : std::string(1, c);
  EXPECT_EQ(load_text(text).meaning_hash, load("chess").meaning_hash);
}

// Whatever is done to a spec, loading ends with a variant or with an error.
void expect_answer(const std::string& text) {
  const LoadResult result = load_variant_text(text, "mutated.yaml");
  RC_ASSERT(result.variant.has_value() != has_errors(result.diagnostics));
  if (result.variant)
    RC_ASSERT(load_variant_text(to_yaml(*result.variant), "again.yaml").variant.has_value());
  for (const Diagnostic& diagnostic : result.diagnostics) RC_ASSERT(!to_string(diagnostic).empty());
}

rc::Gen<std::string> any_spec() {
  return rc::gen::map(rc::gen::element<std::string>("breitenschach", "capablanca", "chess",
                                                    koalitionsschach_spec()),
                      bundled_text);
}

RC_GTEST_PROP(LoadProperties, TruncatedSpecsAreAnswered, ()) {
  const std::string text = *any_spec();
  expect_answer(text.substr(0, *rc::gen::inRange<std::size_t>(0, text.size() + 1)));
}

RC_GTEST_PROP(LoadProperties, MutatedSpecsAreAnswered, ()) {
  std::string text = *any_spec();
  const int changes = *rc::gen::inRange(1, 6);
  for (int i = 0; i < changes; ++i) {
    const std::size_t at = *rc::gen::inRange<std::size_t>(0, text.size());
    const std::string put = *rc::gen::oneOf(
        rc::gen::container<std::string>(
            1, rc::gen::elementOf(std::string("{}[],:-?&*!|>'\"%@#~ \n\t0129aKQrfmz"))),
        rc::gen::element<std::string>("none", "{option: x}", "017", "true", "~", "\xC3\xA4", "[[]]",
                                      "16", "last-rank", "fen", "fen4", "on", "flags", "y,b"),
        rc::gen::map(rc::gen::arbitrary<char>(), [](char c) { return std::string(1, c); }));
    const std::size_t length = *rc::gen::element<std::size_t>(0, 1, 1, 5, 40);
    text.replace(at, std::min(length, text.size() - at), put);
  }
  expect_answer(text);
}

RC_GTEST_PROP(LoadProperties, SpecsWithoutALineAreAnswered, ()) {
  const std::string text = *any_spec();
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  const std::size_t drop = *rc::gen::inRange<std::size_t>(0, lines.size());
  const std::size_t twice = *rc::gen::inRange<std::size_t>(0, lines.size());
  std::string changed;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (i != drop) changed += lines[i] + "\n";
    if (i == twice) changed += lines[i] + "\n";
  }
  expect_answer(changed);
}

}  // namespace
}  // namespace regelwerk::spec
