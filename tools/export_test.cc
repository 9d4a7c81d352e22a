// Sections of variants.ini: what cannot be told is named, and what is told counts as ours does.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "generator/game.h"
#include "oracle/engines/command_line.h"
#include "spec/load.h"
#include "suites/fairy_ini.h"
#include "tools/uci_testing.h"

namespace regelwerk {
namespace {

using suites::FairyIni;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using tools::ask_program;
using tools::Divide;
using tools::divides_in;
using tools::TestFolder;

spec::Variant load(const std::string& name) {
  spec::LoadResult loaded = spec::load_variant(name);
  EXPECT_TRUE(loaded.variant) << name;
  return std::move(*loaded.variant);
}

spec::Variant load_text(const std::string& text) {
  spec::LoadResult loaded =
      spec::load_variant_text("regelwerk: 1\nvariant: mine\ntitle: Mine\n" + text, "mine.yaml");
  EXPECT_TRUE(loaded.variant) << spec::to_string(loaded.diagnostics);
  return std::move(*loaded.variant);
}

FairyIni ini_of(const spec::Variant& variant) {
  spec::Diagnostics diagnostics;
  const FairyIni ini =
      suites::to_fairy_ini(variant, "test", suites::read_fairy_pieces(&diagnostics));
  EXPECT_EQ(spec::to_string(diagnostics), "");
  return ini;
}

std::vector<std::string> gap_keys(const FairyIni& ini) {
  std::vector<std::string> keys;
  for (const suites::FairyGap& gap : ini.gaps) keys.push_back(gap.key);
  return keys;
}

TEST(Export, WritesEveryRuleThatCanBeTold) {
  const FairyIni ini = ini_of(load("capablanca"));
  EXPECT_THAT(ini.gaps, IsEmpty());
  EXPECT_THAT(ini.text, AllOf(HasSubstr("[test]\nmaxFile = 10\nmaxRank = 8\n"),
                              HasSubstr("archbishop = a\nchancellor = c\n"),
                              HasSubstr("pawn = p\n"), HasSubstr("promotionPieceTypes = qcarbn\n"),
                              HasSubstr("castlingKingsideFile = i\ncastlingQueensideFile = c\n")));
}

TEST(Export, NamesWhatCannotBeToldClauseByClause) {
  const FairyIni ini = ini_of(load("breitenschach"));
  EXPECT_EQ(ini.text, "");
  EXPECT_THAT(gap_keys(ini), testing::ElementsAre("board", "rules.fusion", "rules.safe-path",
                                                  "rules.part-removal"));
  EXPECT_EQ(ini.gaps.back().clauses, (std::vector<std::string>{"B3", "B4", "B7", "B8"}));
  EXPECT_THAT(gap_keys(ini_of(load("coregal"))),
              testing::ElementsAre("pieces.queen", "rules.promotion", "rules.royal-safety"));
}

TEST(Export, EveryPartOfAPawnIsAskedFor) {
  EXPECT_THAT(gap_keys(ini_of(load_text("extends: chess\nrules: {en-passant: none}\npieces: {pawn: "
                                        "{moves: fmWfcFifmD}}\n"))),
              testing::Contains("pieces.pawn"));
  EXPECT_THAT(gap_keys(ini_of(load_text(
                  "extends: chess\nrules: {castling: {partner-stops: {left: e, right: f}}}\n"))),
              testing::ElementsAre("rules.castling"));
}

TEST(Export, APieceWithoutANameIsACustomPiece) {
  const FairyIni ini = ini_of(load_text("extends: chess\npieces: {knight: {moves: NC}}\n"));
  EXPECT_THAT(ini.gaps, IsEmpty());
  EXPECT_THAT(ini.text, HasSubstr("customPiece1 = n:NC\n"));
  EXPECT_THAT(ini.remarks, testing::Contains(HasSubstr("13.1")));
  EXPECT_THAT(gap_keys(ini_of(load_text("extends: chess\npieces: {knight: {moves: Q3}}\n"))),
              testing::ElementsAre("pieces.knight"));
}

// Positions of random games, so that promotions, castlings and checks occur.
std::vector<std::string> random_positions(const generator::Game& game, int count) {
  std::mt19937 random(1);
  std::vector<std::string> texts = {game.variant().start};
  while (static_cast<int>(texts.size()) < count) {
    auto position = game.read("startpos").position;
    const int plies = std::uniform_int_distribution(5, 120)(random);
    for (int i = 0; i < plies; ++i) {
      const auto actions = position->actions();
      if (actions.empty()) break;
      position->apply(actions[random() % actions.size()]);
    }
    texts.push_back(position->text());
  }
  return texts;
}

class FairyStockfish : public testing::TestWithParam<std::string> {};

TEST_P(FairyStockfish, CountsAsWeDo) {
  const auto program = engines::find_program("fairy-stockfish");
  if (!program) GTEST_SKIP() << "fairy-stockfish is not installed";
  const spec::Variant variant = load(GetParam());
  const FairyIni ini = ini_of(variant);
  if (!ini.gaps.empty()) GTEST_SKIP() << "these rules cannot be expressed there";
  const TestFolder folder;
  std::ofstream(folder.file("test.ini"), std::ios::binary) << ini.text;
  const std::string checked =
      ask_program(*program + " check '" + folder.file("test.ini") + "'", "quit\n");
  EXPECT_THAT(checked, AllOf(HasSubstr("Parsing variant: test"), Not(HasSubstr("Invalid")),
                             Not(HasSubstr("Missing"))));

  spec::Diagnostics diagnostics;
  const auto game = generator::Game::compile(variant, &diagnostics);
  ASSERT_TRUE(game) << spec::to_string(diagnostics);
  std::vector<std::string> texts = random_positions(*game, 40);
  if (variant.endings.bared) {
    // Bare kings, to act or not, against one piece and more, in reach or not.
    for (const char* text :
         {"6k5/12/12/12/12/12/12/K10R b - - 0 1", "10k1/11R/12/12/12/12/12/K11 b - - 0 1",
          "6k5/12/12/12/12/12/12/K9RR b - - 0 1", "6k5/12/12/12/12/12/12/K10R w - - 0 1"}) {
      texts.push_back(text);
    }
  }
  std::string input = "setoption name VariantPath value " + folder.file("test.ini") +
                      "\nsetoption name UCI_Variant value test\n";
  for (const std::string& text : texts) {
    input += fmt::format("position fen {}\ngo perft {}\n", text, text == variant.start ? 3 : 2);
  }
  const std::vector<Divide> theirs = divides_in(ask_program(*program, input + "quit\n"));
  ASSERT_EQ(theirs.size(), texts.size());
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const auto position = game->read(texts[i]).position;
    ASSERT_TRUE(position) << texts[i];
    const auto counted = position->divide(texts[i] == variant.start ? 3 : 2);
    Divide ours;
    ours.nodes = counted.nodes;
    for (const auto& line : counted.divide) ours.lines[line.action] = line.nodes;
    EXPECT_EQ(ours, theirs[i]) << texts[i];
  }
}

INSTANTIATE_TEST_SUITE_P(Bundled, FairyStockfish, testing::ValuesIn(spec::bundled_variants()),
                         [](const auto& info) { return info.param; });

TEST(Export, MostBundledVariantsOfTwoPlayersCanBeTold) {
  int told = 0;
  for (const std::string& name : spec::bundled_variants()) {
    if (ini_of(load(name)).gaps.empty()) ++told;
  }
  EXPECT_GE(told, 14);
}

}  // namespace
}  // namespace regelwerk
