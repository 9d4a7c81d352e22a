#include "spec/diagnostic.h"

#include <gtest/gtest.h>

#include "spec/square.h"

namespace regelwerk::spec {
namespace {

Diagnostic sample() {
  Diagnostic diagnostic;
  diagnostic.place = {"a.yaml", 3, 5};
  diagnostic.message = "unknown key 'royl'";
  diagnostic.hint = "did you mean 'royal'?";
  diagnostic.source_line = "    royl: true";
  return diagnostic;
}

TEST(Diagnostic, HasPlaceMessageHintLineAndCaret) {
  EXPECT_EQ(to_string(sample()),
            "a.yaml:3:5: error: unknown key 'royl'; did you mean 'royal'?\n"
            "    royl: true\n"
            "    ^\n");
}

TEST(Diagnostic, CaretStandsUnderTheCharacterWhateverPrecedesIt) {
  Diagnostic diagnostic = sample();
  diagnostic.hint.clear();
  diagnostic.source_line = "\t\xC3\xA4: x";
  diagnostic.place.column = 6;
  EXPECT_EQ(to_string(diagnostic),
            "a.yaml:3:6: error: unknown key 'royl'\n\t\xC3\xA4: x\n\t   ^\n");
}

TEST(Diagnostic, ShowsNoControlCharacters) {
  Diagnostic diagnostic;
  diagnostic.place = {"a.yaml", 1, 3};
  diagnostic.message = "unknown key 'a\nb\x1b[31m'";
  diagnostic.hint = "did you mean '\x7f'?";
  diagnostic.source_line = "\t\x1b[\r";
  EXPECT_EQ(
      to_string(diagnostic),
      "a.yaml:1:3: error: unknown key 'a\\x0ab\\x1b[31m'; did you mean '\\x7f'?\n\t [ \n\t ^\n");
}

TEST(Diagnostic, ConcerningTheWholeFile) {
  Diagnostic diagnostic;
  diagnostic.severity = Diagnostic::Severity::kWarning;
  diagnostic.place.file = "a.yaml";
  diagnostic.message = "the file is empty";
  EXPECT_EQ(to_string(diagnostic), "a.yaml: warning: the file is empty\n");
  EXPECT_FALSE(has_errors({diagnostic}));
  EXPECT_TRUE(has_errors({diagnostic, sample()}));
}

TEST(NearestWord, AllowsAThirdOfTheLength) {
  const std::vector<std::string> known = {"castling", "clauses", "king", "letter"};
  EXPECT_EQ(nearest_word("castlign", known), "castling");
  EXPECT_EQ(nearest_word("clause", known), "clauses");
  EXPECT_EQ(nearest_word("kng", known), "king");
  EXPECT_EQ(nearest_word("ring", known), "king");
  EXPECT_EQ(nearest_word("bring", known), "");
  EXPECT_EQ(nearest_word("x", known), "");
}

TEST(Square, NamesReadBack) {
  for (int file = 0; file < kMaxFiles; ++file) {
    for (int rank = 0; rank < kMaxRanks; ++rank) {
      EXPECT_EQ(parse_square(square_name({file, rank})), (Square{file, rank}));
    }
  }
  for (const char* wrong : {"", "a", "a0", "a01", "A1", "q1", "a17", "a1 ", "1a", "a-1", "a100"}) {
    EXPECT_EQ(parse_square(wrong), std::nullopt) << wrong;
  }
}

}  // namespace
}  // namespace regelwerk::spec
