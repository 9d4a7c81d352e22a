#include "tools/board_view.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <pugixml.hpp>
#include <string>

#include "spec/load.h"

namespace regelwerk::tools {
namespace {

// A 4x3 board in two parts, with a piece that no figure is known for.
spec::Variant small_variant() {
  spec::Variant variant;
  variant.name = "small";
  variant.title = "Small & <quick>";
  variant.board.files = 4;
  variant.board.ranks = 3;
  variant.board.parts = {{"left", {{0, 0}, {1, 2}}}, {"right", {{2, 0}, {3, 2}}}};
  variant.players = {{"white", 'w', spec::Direction::kNorth, true},
                     {"black", 'b', spec::Direction::kSouth, false}};
  variant.turn_order = {0, 1};
  spec::PieceKind king;
  king.name = "king";
  king.letter = 'K';
  king.royal = true;
  spec::PieceKind hawk;
  hawk.name = "hawk";
  hawk.letter = 'H';
  variant.pieces = {king, hawk};
  return variant;
}

spec::RawPosition small_position() {
  spec::RawPosition position;
  position.pieces = {{{3, 2}, 1, 0}, {{1, 1}, 1, 1}, {{0, 0}, 0, 0}, {{2, 0}, 0, 1}};
  return position;
}

TEST(BoardText, LabelsRanksAndFilesAndDividesParts) {
  EXPECT_EQ(board_text(small_variant(), small_position()),
            "3  . . | . k\n"
            "2  . h | . .\n"
            "1  K . | H .\n"
            "\n"
            "   a b   c d\n");
}

TEST(BoardText, NamesThePlayerWhereThereAreMoreThanTwo) {
  spec::Variant variant = small_variant();
  variant.board.parts.clear();
  variant.players.push_back({"red", 'r', spec::Direction::kEast, false});
  spec::RawPosition position = small_position();
  position.pieces[1].player = 2;
  EXPECT_EQ(board_text(variant, position),
            "3   .  .  . bK\n"
            "2   . rH  .  .\n"
            "1  wK  . wH  .\n"
            "\n"
            "    a  b  c  d\n");
}

TEST(BoardText, AlignsTwoDigitRanks) {
  spec::Variant variant = small_variant();
  variant.board.parts.clear();
  variant.board.ranks = 10;
  const std::string text = board_text(variant, small_position());
  EXPECT_THAT(text, testing::StartsWith("10  . . . .\n 9  . . . .\n"));
}

TEST(BoardSvg, IsWellFormedAndHoldsEverySquareAndPiece) {
  SvgMarks marks;
  marks.caption = "white to act";
  const std::string svg = board_svg(small_variant(), small_position(), marks);
  pugi::xml_document document;
  ASSERT_TRUE(document.load_string(svg.c_str()));
  const pugi::xml_node root = document.child("svg");
  EXPECT_STREQ(root.child_value("title"), "Small & <quick>");
  int squares = 0;
  for (const pugi::xml_node node : root.children("rect")) {
    squares += node.attribute("width").as_int() == node.attribute("height").as_int() ? 1 : 0;
  }
  EXPECT_EQ(squares, 12);
  int pieces = 0;
  std::string letters;
  for (const pugi::xml_node node : root.children("g")) {
    ++pieces;
    letters += node.child_value("text");
  }
  EXPECT_EQ(pieces, 4);
  EXPECT_EQ(letters, "HH");
  EXPECT_THAT(svg, testing::HasSubstr(">white to act</text>"));
}

TEST(BoardSvg, MarksOnlyTheSquaresGiven) {
  const std::string plain = board_svg(small_variant(), small_position(), {});
  SvgMarks marks;
  marks.changed = {{0, 1}};
  marks.attacked = {{3, 2}};
  const std::string marked = board_svg(small_variant(), small_position(), marks);
  ASSERT_EQ(plain.size(), marked.size());
  int differing_lines = 0;
  std::size_t at = 0;
  while (at < plain.size()) {
    const std::size_t end = plain.find('\n', at);
    differing_lines += plain.compare(at, end - at, marked, at, end - at) == 0 ? 0 : 1;
    at = end + 1;
  }
  EXPECT_EQ(differing_lines, 2);
}

TEST(ChangedSquares, AreThoseLeftReachedAndRetaken) {
  const spec::RawPosition before = small_position();
  spec::RawPosition after = before;
  after.pieces[3].square = {1, 1};
  after.pieces.erase(after.pieces.begin() + 1);
  EXPECT_THAT(changed_squares(before, after),
              testing::ElementsAre(spec::Square{1, 1}, spec::Square{2, 0}));
  EXPECT_TRUE(changed_squares(before, before).empty());
}

TEST(BoardText, MarksRemovedSquares) {
  const spec::LoadResult loaded = spec::load_variant("breitenschach");
  ASSERT_TRUE(loaded.variant);
  const spec::RawPositionResult read = spec::parse_position_text(
      *loaded.variant,
      "********1k6/********8/********8/********8/********8/********8/********5F2/********8 w - - "
      "0 1");
  ASSERT_TRUE(read.position);
  const std::string text = board_text(*loaded.variant, *read.position);
  EXPECT_EQ(text.substr(0, text.find('\n')), "8  * * * * * * * * | . k . . . . . .");
  const std::string svg = board_svg(*loaded.variant, *read.position, {});
  EXPECT_NE(svg.find("#ece8df"), std::string::npos);
}

TEST(BoardSvg, DrawsPlayersInTheColoursOfTheirNames) {
  const spec::LoadResult loaded = spec::load_variant("koalitionsschach");
  ASSERT_TRUE(loaded.variant);
  const spec::RawPositionResult read =
      spec::parse_position_text(*loaded.variant, loaded.variant->start);
  ASSERT_TRUE(read.position);
  const std::string svg = board_svg(*loaded.variant, *read.position, {});
  for (const char* colour : {"#f2c230", "#c9483b", "#4c9a57", "#3b3a38"}) {
    EXPECT_NE(svg.find(colour), std::string::npos) << colour;
  }
  EXPECT_EQ(svg.find("#3f78c2"), std::string::npos);
}

}  // namespace
}  // namespace regelwerk::tools
