#include "spec/position_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "spec/load.h"

namespace regelwerk::spec {
namespace {

Variant load(const std::string& name) {
  LoadResult result = load_variant(name);
  if (!result.variant) ADD_FAILURE() << to_string(result.diagnostics);
  return std::move(*result.variant);
}

const Variant& chess() {
  static const Variant variant = load("chess");
  return variant;
}
const Variant& capablanca() {
  static const Variant variant = load("capablanca");
  return variant;
}

const Variant& breitenschach() {
  static const Variant variant = load("breitenschach");
  return variant;
}

// "column[ square]: message" a line, warnings marked.
std::string problems(const Variant& variant, std::string_view text) {
  std::string out;
  for (const Problem& problem : parse_position_text(variant, text).problems) {
    out += std::to_string(problem.column) + (problem.square.empty() ? "" : " " + problem.square) +
           ": " + (problem.warning ? "warning: " : "") + problem.message + "\n";
  }
  return out;
}

TEST(PositionText, ReadsTheStartPosition) {
  const RawPositionResult result = parse_position_text(chess(), chess().start);
  ASSERT_TRUE(result.position);
  EXPECT_TRUE(result.problems.empty());
  EXPECT_EQ(result.position->pieces.size(), 32U);
  EXPECT_EQ(result.position->pieces[0], (PlacedPiece{{0, 7}, 1, *chess().kind_by_name("rook")}));
  EXPECT_EQ(result.position->to_act, 0);
  EXPECT_EQ(result.position->castling.text, "KQkq");
  EXPECT_EQ(result.position->castling.column, 47);
  EXPECT_EQ(result.position->en_passant.text, "-");
  EXPECT_EQ(write_position_text(chess(), *result.position), chess().start);
}

TEST(PositionText, DigitsSideBySideCountEachByItselfOnNarrowBoards) {
  const RawPositionResult result = parse_position_text(chess(), "8/7P/8/8/1k15/8/P7/K7 w - - 0 1");
  EXPECT_EQ(problems(chess(), "8/7P/8/8/1k15/8/P7/K7 w - - 0 1"), "");
  ASSERT_TRUE(result.position);
  EXPECT_EQ(write_position_text(chess(), *result.position), "8/7P/8/8/1k6/8/P7/K7 w - - 0 1");
}

TEST(PositionText, DigitsSideBySideAreOneNumberOnWideBoards) {
  EXPECT_EQ(problems(capablanca(),
                     "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1"),
            "");
  EXPECT_EQ(problems(capablanca(),
                     "rnabqkbcnr/pppppppppp/55/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1"),
            "23: rank 6 has 55 of 10 files (adjacent digits are one number on this board)\n");
}

TEST(PositionText, StarsAreSquaresOfRemovedParts) {
  std::string text;
  for (int rank = 8; rank >= 1; --rank) {
    text += std::string(rank == 8 ? "4k3" : rank == 1 ? "R3K3" : "8") + "********";
    text += rank > 1 ? "/" : " w AE - 3 40";
  }
  EXPECT_EQ(problems(breitenschach(), text), "");
  const RawPositionResult result = parse_position_text(breitenschach(), text);
  ASSERT_TRUE(result.position);
  ASSERT_EQ(result.position->removed.size(), 64U);
  EXPECT_EQ(result.position->removed.front(), (Square{8, 7}));
  EXPECT_EQ(result.position->removed.back(), (Square{15, 0}));
  EXPECT_EQ(result.position->pieces.size(), 3U);
  EXPECT_EQ(write_position_text(breitenschach(), *result.position), text);
}

TEST(PositionText, StarsCountAsFiles) {
  EXPECT_EQ(problems(breitenschach(), "4k3*********/16/16/16/16/16/16/4K37 w - - 0 1"),
            "1: rank 8 has 17 of 16 files\n"
            "32: rank 1 has 42 of 16 files (adjacent digits are one number on this board)\n");
  EXPECT_EQ(problems(breitenschach(), "4k11/16/88/16/16/16/16/4K3*7 w - - 0 1"),
            "9: rank 6 has 88 of 16 files (adjacent digits are one number on this board)\n");
}

TEST(PositionText, StartposStandsAlone) {
  const RawPositionResult read = parse_position_text(chess(), "  startpos\t\n");
  ASSERT_TRUE(read.position);
  EXPECT_EQ(write_position_text(chess(), *read.position), chess().start);
  EXPECT_EQ(problems(chess(), "startpos moves e2e4"), "10: unexpected 'moves' after 'startpos'\n");
  EXPECT_EQ(problems(chess(), "startpos/8 w - - 0 1").find("unexpected"), std::string::npos);
}

TEST(PositionText, EveryRankIsCounted) {
  EXPECT_EQ(problems(chess(), "9/4k4/9/9/9/9/9/4K4/9 w - - 0 1"),
            "1: 9 ranks, 8 wanted\n1: rank 8 has 9 of 8 files\n3: rank 7 has 9 of 8 files\n"
            "7: rank 6 has 9 of 8 files\n9: rank 5 has 9 of 8 files\n11: rank 4 has 9 of 8 files\n"
            "13: rank 3 has 9 of 8 files\n15: rank 2 has 9 of 8 files\n"
            "17: rank 1 has 9 of 8 files\n");
  EXPECT_EQ(problems(capablanca(), "rnbqkbnr/10/10/10/10/10/10/RNABQKBCNR w - - 0 1"),
            "1: rank 8 has 8 of 10 files\n");
  EXPECT_EQ(problems(chess(), "k7/8/8 w - - 0 1"), "1: 3 ranks, 8 wanted\n");
  EXPECT_EQ(problems(chess(), "k7 w - - 0 1"), "1: 1 rank, 8 wanted\n");
  EXPECT_EQ(problems(chess(), "k7/8/8/8/8/8/8/K7/ w - - 0 1"),
            "18: the placement ends in '/', but there is nothing after rank 1\n");
  EXPECT_EQ(problems(chess(), "k7//8/8/8/8/8/K7 w - - 0 1"), "4: rank 7 has 0 of 8 files\n");
  EXPECT_EQ(problems(chess(), "k70/8/8/8/8/8/8/K7 w - - 0 1"),
            "3: '0' is not a number of empty squares in rank 8\n");
}

TEST(PositionText, UnknownPiecesAreNamedWithTheirSquare) {
  EXPECT_EQ(problems(chess(), "rn*bqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
            "1: rank 8 has 9 of 8 files\n3 c8: '*' on c8 is no piece\n");
  EXPECT_EQ(problems(chess(), "rnbqkbnr/pp*ppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
            "12 c7: '*' on c7 is no piece\n");
  EXPECT_EQ(problems(chess(), "rnbqkbnr/ppappppp/8/8/8/8/PPPPXPPP/RNBQKBNR w KQkq - 0 1"),
            "12 c7: 'a' on c7 is no piece\n31 e2: 'X' on e2 is no piece\n");
  EXPECT_EQ(
      problems(chess(), "rnbqkbnr/pp\xE2\x99\x9Fppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
      "12 c7: '\xE2\x99\x9F' on c7 is no piece\n");
  EXPECT_EQ(problems(chess(), "rnbqkbnrx/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
            "1: rank 8 has 9 of 8 files\n9: 'x' in rank 8 is no piece\n");
}

TEST(PositionText, ShortTexts) {
  const std::string board = "4k3/8/8/8/8/8/8/4K3";
  EXPECT_EQ(problems(chess(), ""), "0: the position text is empty\n");
  EXPECT_EQ(problems(chess(), board), "20: the side to move is missing\n");
  EXPECT_EQ(problems(chess(), board + " w"),
            "22: warning: castling rights, en passant square and counters are missing, '- - 0 1' "
            "taken\n");
  EXPECT_EQ(problems(chess(), board + " w -"),
            "24: warning: en passant square and counters are missing, '- 0 1' taken\n");
  EXPECT_EQ(problems(chess(), board + " w - -"),
            "26: warning: counters are missing, '0 1' taken\n");
  EXPECT_EQ(problems(chess(), board + " w - - 0"),
            "28: the move number is missing after the halfmove counter\n");
  EXPECT_EQ(problems(chess(), board + " w - - 0 0"), "29: warning: move number 0, 1 taken\n");
  EXPECT_EQ(problems(chess(), board + " w  - 0 1"),
            "26: '0' is no en passant square, a square or '-' wanted\n29: the move number is "
            "missing after the halfmove "
            "counter\n");
  const RawPositionResult result = parse_position_text(chess(), board + " b");
  ASSERT_TRUE(result.position);
  EXPECT_EQ(write_position_text(chess(), *result.position), board + " b - - 0 1");
}

TEST(PositionText, WrongFieldsAreAllReported) {
  EXPECT_EQ(problems(chess(), "4k3/8/8/8/8/8/8/4K3 x K! z9 -1 99999 a b"),
            "21: 'x' is no side to move, w or b wanted\n24: '!' is no castling right, letters or "
            "'-' wanted\n"
            "26: 'z9' is no en passant square, a square or '-' wanted\n"
            "29: '-1' is no halfmove counter, a number from 0 to 9999 wanted\n"
            "32: '99999' is no move number, a number from 0 to 9999 wanted\n"
            "38: unexpected 'a' after the move number\n40: unexpected 'b' after the move number\n");
  EXPECT_EQ(
      problems(chess(), "4k3/8/8/8/8/8/8/4K3 w KKqq j9 0 1"),
      "24: castling right 'K' is given twice\n28 j9: en passant square j9 is not on the board\n");
  EXPECT_EQ(problems(chess(), "4k3/8/8/8/8/8/8/4K3 w - i3 0 1"),
            "25 i3: en passant square i3 is not on the board\n");
}

TEST(PositionText, BlanksAroundAndBetweenDoNotMatter) {
  for (const char* text : {"  4k3/8/8/8/8/8/8/4K3  w - -\t0   1 \r\n",
                           "\xEF\xBB\xBF"
                           "4k3/8/8/8/8/8/8/4K3 w - - 0 1"}) {
    const RawPositionResult result = parse_position_text(chess(), text);
    ASSERT_TRUE(result.position) << text;
    EXPECT_TRUE(result.problems.empty());
    EXPECT_EQ(write_position_text(chess(), *result.position), "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
  }
}

std::string action_problem(const Variant& variant, std::string_view text) {
  Problems problems;
  const auto action = parse_action_text(variant, text, &problems);
  EXPECT_EQ(action.has_value(), problems.empty()) << text;
  return problems.empty() ? "" : std::to_string(problems[0].column) + ": " + problems[0].message;
}

TEST(ActionText, ReadsAndWrites) {
  for (const char* text : {"e2e4", "e7e8q", "a1h8"}) {
    const auto action = parse_action_text(chess(), text, nullptr);
    ASSERT_TRUE(action) << text;
    EXPECT_EQ(write_action_text(chess(), *action), text);
  }
  const auto action = parse_action_text(capablanca(), "a7j8c", nullptr);
  ASSERT_TRUE(action);
  EXPECT_EQ(action->from, (Square{0, 6}));
  EXPECT_EQ(action->to, (Square{9, 7}));
  EXPECT_EQ(action->choice, capablanca().kind_by_name("chancellor"));
}

TEST(ActionText, SaysWhyNot) {
  const std::string form =
      " is no action, two squares and a piece letter if a pawn promotes wanted, like a2a3";
  EXPECT_EQ(action_problem(chess(), ""), "1: ''" + form);
  EXPECT_EQ(action_problem(chess(), "e2"), "3: 'e2'" + form);
  EXPECT_EQ(action_problem(chess(), "e2-e4"), "3: 'e2-e4'" + form);
  EXPECT_EQ(action_problem(chess(), "O-O"), "1: 'O-O'" + form);
  EXPECT_EQ(action_problem(chess(), "e7e8qq"), "5: 'e7e8qq'" + form);
  EXPECT_EQ(action_problem(chess(), "e2e9"), "3: e9 is not on the board");
  EXPECT_EQ(action_problem(chess(), "j2e4"), "1: j2 is not on the board");
  EXPECT_EQ(action_problem(chess(), "e7e8x"), "5: 'x' is no piece");
  EXPECT_EQ(action_problem(chess(), "e7e8Q"),
            "5: the piece letter 'Q' must be written in lower case");
}

rc::Gen<RawPosition> position_of(const Variant& variant) {
  return rc::gen::exec([&variant] {
    RawPosition position;
    for (int rank = variant.board.ranks - 1; rank >= 0; --rank) {
      for (int file = 0; file < variant.board.files; ++file) {
        if (variant.part_removal && *rc::gen::inRange(0, 6) == 0) {
          position.removed.push_back({file, rank});
          continue;
        }
        if (*rc::gen::inRange(0, 3) != 0) continue;
        position.pieces.push_back({{file, rank},
                                   *rc::gen::inRange(0, 2),
                                   *rc::gen::inRange(0, static_cast<int>(variant.pieces.size()))});
      }
    }
    position.to_act = *rc::gen::inRange(0, 2);
    position.castling.text = *rc::gen::element<std::string>("-", "K", "Qkq", "KQkq", "HAha");
    position.en_passant.text = *rc::gen::element<std::string>("-", "e3", "a6");
    position.halfmoves = *rc::gen::inRange(0, 10000);
    position.move_number = *rc::gen::inRange(1, 10000);
    return position;
  });
}

RC_GTEST_PROP(PositionTextProperties, WrittenPositionsReadBack, ()) {
  const Variant& variant =
      **rc::gen::elementOf(std::vector<const Variant*>{&breitenschach(), &capablanca(), &chess()});
  const RawPosition position = *position_of(variant);
  const std::string text = write_position_text(variant, position);
  const RawPositionResult result = parse_position_text(variant, text);
  RC_ASSERT(result.position.has_value());
  RC_ASSERT(result.problems.empty());
  RC_ASSERT(result.position->pieces == position.pieces);
  RC_ASSERT(result.position->removed == position.removed);
  RC_ASSERT(result.position->to_act == position.to_act);
  RC_ASSERT(result.position->halfmoves == position.halfmoves);
  RC_ASSERT(write_position_text(variant, *result.position) == text);
}

RC_GTEST_PROP(PositionTextProperties, AnyTextIsReadOrRefused, ()) {
  const std::string text =
      *rc::gen::container<std::string>(rc::gen::elementOf(std::string("kKpP18/ wb-09xe3\xC3\n")));
  const RawPositionResult result = parse_position_text(chess(), text);
  RC_ASSERT(result.position.has_value() != has_errors(result.problems));
  for (const Problem& problem : result.problems) {
    RC_ASSERT(problem.column >= 0);
    RC_ASSERT(problem.column <= static_cast<int>(text.size()) + 1);
  }
  if (result.position) {
    const std::string canonical = write_position_text(chess(), *result.position);
    const RawPositionResult again = parse_position_text(chess(), canonical);
    RC_ASSERT(again.position.has_value());
    RC_ASSERT(again.problems.empty());
    RC_ASSERT(write_position_text(chess(), *again.position) == canonical);
  }
}

RC_GTEST_PROP(ActionTextProperties, AnyTextIsReadOrRefused, ()) {
  const std::string text =
      *rc::gen::container<std::string>(rc::gen::elementOf(std::string("abehq12890-Q\xC3")));
  Problems problems;
  const auto action = parse_action_text(chess(), text, &problems);
  RC_ASSERT(action.has_value() == problems.empty());
  if (action) RC_ASSERT(write_action_text(chess(), *action) == text);
}

}  // namespace
}  // namespace regelwerk::spec
