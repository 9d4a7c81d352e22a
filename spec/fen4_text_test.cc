#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "spec/load.h"
#include "spec/position_text.h"
#include "spec/testing.h"

namespace regelwerk::spec {
namespace {

using ::testing::ElementsAre;
using ::testing::Pair;

constexpr PlayerId kYellow = 0;
constexpr PlayerId kBlack = 1;
constexpr PlayerId kGreen = 2;
constexpr PlayerId kRed = 3;

const Variant& four() {
  static const Variant variant = [] {
    LoadResult result = load_variant(koalitionsschach_spec());
    if (!result.variant) throw std::runtime_error(to_string(result.diagnostics));
    return std::move(*result.variant);
  }();
  return variant;
}

KindId kind(char letter) { return *four().kind_by_letter(letter); }

const std::string kKings = "4,bK,5/10/10/10/10/10/10/10/10/4,yK,5";

// "column[ square]: message" a line, warnings marked.
std::string told(const Problems& problems) {
  std::string out;
  for (const Problem& problem : problems) {
    out += std::to_string(problem.column) + (problem.square.empty() ? "" : " " + problem.square) +
           ": " + (problem.warning ? "warning: " : "") + problem.message + "\n";
  }
  return out;
}
std::string problems(std::string_view text) {
  return told(parse_position_text(four(), text).problems);
}
// Of the fields behind the placement.
std::string field_problems(const std::string& fields) { return problems(kKings + " " + fields); }
constexpr int kFirstField = 39;  // the column of the player to act

TEST(Fen4Text, ReadsTheStartPosition) {
  const RawPositionResult result = parse_position_text(four(), four().start);
  ASSERT_TRUE(result.position);
  EXPECT_EQ(told(result.problems), "");
  EXPECT_EQ(result.position->pieces.size(), 36U);
  EXPECT_EQ(result.position->pieces.front(), (PlacedPiece{{2, 9}, kBlack, kind('A')}));
  EXPECT_EQ(result.position->pieces[12], (PlacedPiece{{1, 6}, kRed, kind('W')}));
  EXPECT_EQ(result.position->pieces.back(), (PlacedPiece{{7, 0}, kYellow, kind('A')}));
  EXPECT_EQ(result.position->to_act, kYellow);
  EXPECT_EQ(result.position->next_regular, -1);
  EXPECT_EQ(result.position->rights.text, "bgr");
  EXPECT_EQ(result.position->unmoved.text, "start");
  EXPECT_EQ(four().start.substr(result.position->unmoved.column - 1, 5), "start");
  EXPECT_EQ(result.position->halfmoves, 0);
  EXPECT_EQ(result.position->move_number, 1);
  EXPECT_EQ(write_position_text(four(), *result.position), four().start);
}

TEST(Fen4Text, ReadsEveryField) {
  const std::string text = kKings + " b,y<g gy,rb rbgYB byb c3(c4),h8(g8) a4,b7 17 3";
  const RawPositionResult result = parse_position_text(four(), text);
  EXPECT_EQ(told(result.problems), "");
  ASSERT_TRUE(result.position);
  const RawPosition& position = *result.position;
  EXPECT_EQ(position.to_act, kBlack);
  EXPECT_EQ(position.also_asked, kYellow);
  EXPECT_EQ(position.next_regular, kGreen);
  EXPECT_EQ(position.alliances.text, "gy,rb");
  EXPECT_EQ(position.rights.text, "rbgYB");
  EXPECT_EQ(position.owed.text, "byb");
  EXPECT_EQ(position.en_passant.text, "c3(c4),h8(g8)");
  EXPECT_EQ(position.unmoved.text, "a4,b7");
  EXPECT_EQ(position.halfmoves, 17);
  EXPECT_EQ(position.move_number, 3);
  EXPECT_EQ(write_position_text(four(), position), text);
}

TEST(Fen4Text, TheColumnsOfFieldsAreThoseOfTheText) {
  const RawPositionResult result =
      parse_position_text(four(), kKings + "  y  -   bgr - c3(c4) - 0 1");
  ASSERT_TRUE(result.position);
  EXPECT_EQ(result.position->alliances.column, 43);
  EXPECT_EQ(result.position->rights.column, 47);
  EXPECT_EQ(result.position->en_passant.column, 53);
}

TEST(Fen4Text, NeighbouringEmptySquaresAreWrittenAsOneNumber) {
  const std::string text = "4,bK,5/1,1,8/10/3,3,4/10/10/10/10/10/2,2,yK,5 r - - - - - 0 1";
  EXPECT_EQ(problems(text), "");
  const RawPositionResult result = parse_position_text(four(), text);
  ASSERT_TRUE(result.position);
  EXPECT_EQ(result.position->to_act, kRed);
  EXPECT_EQ(write_position_text(four(), *result.position), kKings + " r - - - - - 0 1");
}

TEST(Fen4Text, EveryRankIsCounted) {
  EXPECT_EQ(problems("4,bK,5/10/10/10/10/10/10/10/4,yK,5 y - - - - - 0 1"),
            "1: 9 ranks, 10 wanted\n");
  EXPECT_EQ(problems(kKings + "/ y - - - - - 0 1"),
            "38: the placement ends in '/', but there is nothing after rank 1\n");
  EXPECT_EQ(problems("4,bK,6/9/11/10/10/10/10/10/10/4,yK,5,gG y - - - - - 0 1"),
            "1: rank 10 has 11 of 10 files\n8: rank 9 has 9 of 10 files\n"
            "10: rank 8 has 11 of 10 files\n31: rank 1 has 11 of 10 files\n");
}

TEST(Fen4Text, WrongCellsAreNamedWithTheirSquare) {
  const std::string form =
      " is no cell, a number or the letters of a player and of a piece wanted, like yK\n";
  EXPECT_EQ(problems("4,Kb,5/10/1,x,8/10/3,,5/10/10/10/010/4,yK,5 y - - - - - 0 1"),
            "3 e10: 'Kb' on e10" + form + "13 b8: 'x' on b8" + form +
                "20: rank 6 has 9 of 10 files\n"
                "22 d6: there is nothing between the commas on d6\n"
                "34: '010' is not a number of empty squares in rank 2\n");
  EXPECT_EQ(problems("4,wQ,5/10/10/10/10/10/10/10/10/4,yK,5 y - - - - - 0 1"),
            "3 e10: 'w' on e10 names no player, y, b, g or r wanted\n"
            "4 e10: 'Q' on e10 is no piece\n");
  EXPECT_EQ(problems("10,\xC3\xA4/10/10/10/10/10/10/10/10/4,yK,5 y - - - - - 0 1"),
            "1: rank 10 has 11 of 10 files\n4: '\xC3\xA4' in rank 10" + form);
}

TEST(Fen4Text, WhoIsToAct) {
  const std::string rest = " - - - - - 0 1";
  const auto at = [](int column) { return std::to_string(kFirstField + column); };
  EXPECT_EQ(field_problems("b<g" + rest), "");
  EXPECT_EQ(field_problems("w" + rest), at(0) + ": 'w' is no player to act, y, b, g or r wanted\n");
  EXPECT_EQ(field_problems("b," + rest).substr(0, 2), "39");
  EXPECT_EQ(field_problems("b,y,r<g" + rest),
            at(4) + ": 3 players are asked, at most two can be\n");
  EXPECT_EQ(field_problems("b,x<z" + rest),
            at(2) + ": 'x' is no player who is asked, y, b, g or r wanted\n" + at(4) +
                ": 'z' is no player whose turn follows, y, b, g or r wanted\n");
  EXPECT_EQ(field_problems("<" + rest),
            at(0) + ": '' is no player who is asked, y, b, g or r wanted\n" + at(1) +
                ": '' is no player whose turn follows, y, b, g or r wanted\n");
}

TEST(Fen4Text, Alliances) {
  const auto problem = [](const std::string& field) {
    return field_problems("y " + field + " - - - - 0 1");
  };
  EXPECT_EQ(problem("yg,br"), "");
  EXPECT_EQ(problem("gr"), "");
  EXPECT_EQ(problem("g"), "41: 'g' is no alliance, the letters of two players or '-' wanted\n");
  EXPECT_EQ(problem("gy,"), "44: '' is no alliance, the letters of two players or '-' wanted\n");
  EXPECT_EQ(problem("gw"), "42: 'w' in the alliance 'gw' is no player, y, b, g or r wanted\n");
  EXPECT_EQ(problem("gg"), "41: alliance 'gg' joins a player to himself\n");
  EXPECT_EQ(problem("gy,rb,yg"), "47: alliance 'yg' is given twice\n");
}

TEST(Fen4Text, RightsAndOwedTurns) {
  const auto problem = [](const std::string& fields) {
    return field_problems("y - " + fields + " - - 0 1");
  };
  EXPECT_EQ(problem("YrgBb ybyb"), "");
  EXPECT_EQ(problem("bw -"),
            "44: 'w' is no right, y, b, g, r, the same in upper case or '-' wanted\n");
  EXPECT_EQ(problem("bYb -"), "45: right 'b' is given twice\n");
  EXPECT_EQ(problem("- bB"), "46: 'B' owes no turn, y, b, g, r or '-' wanted\n");
}

TEST(Fen4Text, EnPassantRightsAndPiecesThatHaveNotMoved) {
  const auto problem = [](const std::string& fields) {
    return field_problems("y - - - " + fields + " 0 1");
  };
  EXPECT_EQ(problem("d9(d8),c3(c4) b7,a4"), "");
  EXPECT_EQ(problem("c3 -"),
            "47: 'c3' is no en passant right, the crossed square and behind it in brackets the "
            "piece's square wanted, like c3(c4)\n");
  EXPECT_EQ(problem("k3(c11),(c4) -"),
            "47 k3: k3 in the en passant field is not on the board\n"
            "50 c11: c11 in the en passant field is not on the board\n"
            "55: '' is no square of the en passant field\n");
  EXPECT_EQ(problem("c3(c4),c3(c4) -"), "54: en passant right 'c3(c4)' is given twice\n");
  EXPECT_EQ(problem("- a4,k1,start,a4"),
            "52 k1: k1 in the not-yet-moved field is not on the board\n"
            "55: 'start' is no square of the not-yet-moved field\n"
            "61 a4: a4 is given twice as not yet moved\n");
}

TEST(Fen4Text, ShortTextsAndCounters) {
  EXPECT_EQ(problems(""), "0: the position text is empty\n");
  EXPECT_EQ(problems(kKings), "38: the player to act is missing after the placement\n");
  EXPECT_EQ(field_problems("y"),
            "40: warning: all behind the player to act is missing, '- - - - - 0 1' taken\n");
  EXPECT_EQ(field_problems("y - -"),
            "44: the owed turns field is missing after the rights field\n");
  EXPECT_EQ(field_problems("y - - - - -"), "50: warning: counters are missing, '0 1' taken\n");
  EXPECT_EQ(field_problems("y - - - - - 5"),
            "52: the round number is missing after the halfmove counter\n");
  EXPECT_EQ(field_problems("y - - - - - 5 0"), "53: warning: round number 0, 1 taken\n");
  EXPECT_EQ(field_problems("y - - - - - 10000 -1 w"),
            "51: '10000' is no halfmove counter, a number from 0 to 9999 wanted\n"
            "57: '-1' is no round number, a number from 0 to 9999 wanted\n"
            "60: unexpected 'w' after the round number\n");
  EXPECT_EQ(problems(std::string(5000, '1')),
            "0: the position text has 5000 characters, at most 4000 are read\n");
  const RawPositionResult result = parse_position_text(four(), kKings + " g");
  ASSERT_TRUE(result.position);
  EXPECT_EQ(write_position_text(four(), *result.position), kKings + " g - - - - - 0 1");
}

std::string action_problems(std::string_view text) {
  Problems problems;
  const auto action = parse_action_text(four(), text, &problems);
  EXPECT_EQ(action.has_value(), problems.empty()) << text;
  return told(problems);
}

RawAction action(std::string_view text) {
  Problems problems;
  const auto action = parse_action_text(four(), text, &problems);
  if (!action) throw std::runtime_error(std::string(text) + ": " + told(problems));
  return *action;
}

TEST(Fen4Action, ReadsMovesWithAndWithoutDeclaration) {
  const RawAction promotion = action("e9e10t");
  EXPECT_EQ(promotion.from, (Square{4, 8}));
  EXPECT_EQ(promotion.to, (Square{4, 9}));
  EXPECT_EQ(promotion.choice, kind('T'));
  EXPECT_EQ(promotion.declares, -1);
  const RawAction declared = action("b5a5t+y");
  EXPECT_EQ(declared.choice, kind('T'));
  EXPECT_EQ(declared.declares, kYellow);
  EXPECT_EQ(action("i7h7+g").declares, kGreen);
}

TEST(Fen4Action, ReadsOtherActions) {
  EXPECT_EQ(action("wait").type, RawAction::Type::kWait);
  EXPECT_EQ(action("pass").type, RawAction::Type::kPass);
  EXPECT_EQ(action("pass+y").declares, kYellow);
  const RawAction shift = action("c1>d1");
  EXPECT_EQ(shift.type, RawAction::Type::kShift);
  EXPECT_EQ(shift.from, (Square{2, 0}));
  EXPECT_EQ(shift.to, (Square{3, 0}));
}

TEST(Fen4Action, RearrangementsAreWrittenInBoardOrder) {
  const RawAction read = action("@Wb4,Gb6,Pa7,Wb7,Gb5,Pa5+y");
  EXPECT_EQ(read.type, RawAction::Type::kRearrange);
  EXPECT_EQ(read.declares, kYellow);
  EXPECT_THAT(read.placements,
              ElementsAre(Pair(kind('P'), Square{0, 6}), Pair(kind('W'), Square{1, 6}),
                          Pair(kind('G'), Square{1, 5}), Pair(kind('P'), Square{0, 4}),
                          Pair(kind('G'), Square{1, 4}), Pair(kind('W'), Square{1, 3})));
  EXPECT_EQ(write_action_text(four(), read), "@Pa7,Wb7,Gb6,Pa5,Gb5,Wb4+y");
  EXPECT_EQ(write_action_text(four(), action("@Ah1,Ab10,Wa10")), "@Wa10,Ab10,Ah1");
}

TEST(Fen4Action, WhatIsWrittenIsRead) {
  for (const char* text : {"e9e10t", "b5a5t+y", "a1j10", "i7h7+y", "wait", "pass", "pass+b",
                           "c1>d1", "j10>a1", "@Pa7", "@Pa7,Wb7+b"}) {
    EXPECT_EQ(write_action_text(four(), action(text)), text);
  }
}

TEST(Fen4Action, SaysWhyNot) {
  const std::string form =
      " is no action, two squares and a piece letter if a pawn promotes wanted, like a2a3\n";
  EXPECT_EQ(action_problems(""), "1: ''" + form);
  EXPECT_EQ(action_problems("waits"), "1: 'waits'" + form);
  EXPECT_EQ(action_problems("+y"), "1: ''" + form);
  EXPECT_EQ(action_problems("a2a11"), "3 a11: a11 is not on the board\n");
  EXPECT_EQ(action_problems("a9a10Q"), "6: 'Q' is no piece\n");
  EXPECT_EQ(action_problems("a9a10T"), "6: the piece letter 'T' must be written in lower case\n");
  EXPECT_EQ(action_problems("i7h7+"), "6: '' is no player to ally with, y, b, g or r wanted\n");
  EXPECT_EQ(action_problems("i7h7+w"), "6: 'w' is no player to ally with, y, b, g or r wanted\n");
  EXPECT_EQ(action_problems("i7h7+y+b"),
            "6: 'y+b' is no player to ally with, y, b, g or r wanted\n");
  const std::string alone = ": no alliance is declared with 'wait' or with a piece put elsewhere\n";
  EXPECT_EQ(action_problems("wait+y"), "5" + alone);
  EXPECT_EQ(action_problems("c1>d1+y"), "6" + alone);
  EXPECT_EQ(action_problems("c1>k1"), "4 k1: k1 is not on the board\n");
  EXPECT_EQ(action_problems(">"), "1: '' is no square\n2: '' is no square\n");
  EXPECT_EQ(action_problems("c1>d1>e1"), "4: 'd1>e1' is no square\n");
  EXPECT_EQ(action_problems(std::string(2001, 'a')),
            "1: the action text has 2001 characters, at most 2000 are read\n");
}

TEST(Fen4Action, TellsEverythingThatIsWrongWithARearrangement) {
  EXPECT_EQ(action_problems("@"),
            "2: '' places no piece, a piece letter and a square wanted, like Ka7\n");
  EXPECT_EQ(action_problems("@Pa7,Xb7,Wk4,Ga7,P,pa5"),
            "6: 'X' is no piece\n11 k4: k4 is not on the board\n"
            "15 a7: two pieces are placed on a7\n"
            "18: 'P' places no piece, a piece letter and a square wanted, like Ka7\n"
            "20: 'p' is no piece\n");
}

TEST(Fen4Action, TheOtherFormKnowsOnlyMoves) {
  const LoadResult chess = load_variant("chess");
  ASSERT_TRUE(chess.variant);
  for (const char* text : {"wait", "pass", "e2e4+w", "c1>d1", "@Ka1"}) {
    EXPECT_FALSE(parse_action_text(*chess.variant, text, nullptr)) << text;
  }
}

rc::Gen<Square> any_square() {
  return rc::gen::construct<Square>(rc::gen::inRange(0, 10), rc::gen::inRange(0, 10));
}

rc::Gen<RawPosition> any_position() {
  return rc::gen::exec([] {
    RawPosition position;
    for (int rank = 9; rank >= 0; --rank) {
      for (int file = 0; file < 10; ++file) {
        if (*rc::gen::inRange(0, 3) != 0) continue;
        const int kinds = static_cast<int>(four().pieces.size());
        position.pieces.push_back(
            {{file, rank}, *rc::gen::inRange(0, 4), *rc::gen::inRange(0, kinds)});
      }
    }
    position.to_act = *rc::gen::inRange(0, 4);
    if (*rc::gen::arbitrary<bool>()) {
      position.next_regular = *rc::gen::inRange(0, 4);
      position.also_asked = *rc::gen::inRange(-1, 4);
    }
    position.alliances.text = *rc::gen::element<std::string>("-", "gy", "br,yg", "rg", "rb,ry");
    position.rights.text = *rc::gen::element<std::string>("-", "bgr", "rY", "YB", "y");
    position.owed.text = *rc::gen::element<std::string>("-", "b", "yyb", "ggg");
    position.en_passant.text = *rc::gen::element<std::string>("-", "c3(c4)", "a1(a1),j10(b5)");
    position.unmoved.text = *rc::gen::element<std::string>("-", "start", "a1", "j10,a4,b7");
    position.halfmoves = *rc::gen::inRange(0, 10000);
    position.move_number = *rc::gen::inRange(1, 10000);
    return position;
  });
}

RC_GTEST_PROP(Fen4TextProperties, WrittenPositionsReadBack, ()) {
  const RawPosition position = *any_position();
  const std::string text = write_position_text(four(), position);
  const RawPositionResult result = parse_position_text(four(), text);
  RC_ASSERT(told(result.problems) == "");
  RC_ASSERT(result.position.has_value());
  const RawPosition& read = *result.position;
  RC_ASSERT(read.pieces == position.pieces);
  RC_ASSERT(read.to_act == position.to_act);
  RC_ASSERT(read.also_asked == position.also_asked);
  RC_ASSERT(read.next_regular == position.next_regular);
  RC_ASSERT(read.alliances.text == position.alliances.text);
  RC_ASSERT(read.rights.text == position.rights.text);
  RC_ASSERT(read.owed.text == position.owed.text);
  RC_ASSERT(read.en_passant.text == position.en_passant.text);
  RC_ASSERT(read.unmoved.text == position.unmoved.text);
  RC_ASSERT(read.halfmoves == position.halfmoves);
  RC_ASSERT(read.move_number == position.move_number);
  RC_ASSERT(write_position_text(four(), read) == text);
}

// A text of words that may follow one another, so that many come near to a position.
rc::Gen<std::string> near_text(std::vector<std::string> words) {
  return rc::gen::map(
      rc::gen::container<std::vector<std::string>>(rc::gen::elementOf(std::move(words))),
      [](const std::vector<std::string>& parts) {
        std::string text;
        for (const std::string& part : parts) text += part;
        return text;
      });
}

RC_GTEST_PROP(Fen4TextProperties, AnyTextIsReadOrRefused, ()) {
  const bool whole_board = *rc::gen::arbitrary<bool>();
  const std::string text =
      (whole_board ? kKings + " " : "") +
      *near_text({"4",    "bK", ",",   "/",  "10", "yG", " ",    "-", "start", "c3",
                  "(c4)", "y",  "b<g", "gy", "0",  "1",  "\xC3", "x", " - ",   "\n"});
  const RawPositionResult result = parse_position_text(four(), text);
  RC_ASSERT(result.position.has_value() != has_errors(result.problems));
  for (const Problem& problem : result.problems) {
    RC_ASSERT(problem.column >= 0);
    RC_ASSERT(problem.column <= static_cast<int>(text.size()) + 1);
  }
  if (result.position) {
    const std::string canonical = write_position_text(four(), *result.position);
    const RawPositionResult again = parse_position_text(four(), canonical);
    RC_ASSERT(again.problems.empty());
    RC_ASSERT(write_position_text(four(), *again.position) == canonical);
  }
}

rc::Gen<RawAction> any_action() {
  return rc::gen::exec([] {
    using Type = RawAction::Type;
    RawAction action;
    action.type =
        *rc::gen::element(Type::kMove, Type::kWait, Type::kPass, Type::kShift, Type::kRearrange);
    const int kinds = static_cast<int>(four().pieces.size());
    if (action.type == Type::kMove || action.type == Type::kShift) {
      action.from = *any_square();
      action.to = *any_square();
    }
    if (action.type == Type::kMove && *rc::gen::arbitrary<bool>()) {
      action.choice = *rc::gen::inRange(0, kinds);
    }
    if (action.type != Type::kWait && action.type != Type::kShift) {
      action.declares = *rc::gen::inRange(-1, 4);
    }
    if (action.type == Type::kRearrange) {
      for (const Square square :
           *rc::gen::nonEmpty(rc::gen::unique<std::vector<Square>>(any_square()))) {
        action.placements.emplace_back(*rc::gen::inRange(0, kinds), square);
      }
    }
    return action;
  });
}

RC_GTEST_PROP(Fen4ActionProperties, WrittenActionsReadBack, ()) {
  const RawAction written = *any_action();
  const std::string text = write_action_text(four(), written);
  Problems problems;
  const auto read = parse_action_text(four(), text, &problems);
  RC_ASSERT(told(problems) == "");
  RC_ASSERT(read.has_value());
  RawAction same = *read;
  std::sort(same.placements.begin(), same.placements.end());
  RawAction wanted = written;
  std::sort(wanted.placements.begin(), wanted.placements.end());
  RC_ASSERT(same == wanted);
  RC_ASSERT(write_action_text(four(), *read) == text);
  RC_ASSERT(std::is_sorted(read->placements.begin(), read->placements.end(),
                           [](const auto& a, const auto& b) {
                             return a.second.rank != b.second.rank ? a.second.rank > b.second.rank
                                                                   : a.second.file < b.second.file;
                           }));
}

RC_GTEST_PROP(Fen4ActionProperties, AnyTextIsReadOrRefused, ()) {
  const std::string text = *near_text(
      {"@", "P", "a7", ",", "W", "b10", "+", "y", "wait", "pass", ">", "c1", "t", "\xC3", "k1"});
  Problems problems;
  const auto action = parse_action_text(four(), text, &problems);
  RC_ASSERT(action.has_value() == problems.empty());
  if (!action) return;
  const std::string canonical = write_action_text(four(), *action);
  RC_ASSERT(parse_action_text(four(), canonical, nullptr) == action);
}

}  // namespace
}  // namespace regelwerk::spec
