// Readers and checks of examples, diagrams, refused positions and known faults.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "suites/diagrams.h"
#include "suites/examples.h"
#include "suites/known_faults.h"
#include "suites/notation.h"
#include "suites/reference.h"
#include "suites/refused.h"

namespace regelwerk::suites {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::unique_ptr<Reference> chess() {
  spec::Diagnostics diagnostics;
  std::unique_ptr<Reference> reference = Reference::load("chess", {}, &diagnostics);
  EXPECT_NE(reference, nullptr) << spec::to_string(diagnostics);
  return reference;
}

std::vector<Verdict> verdicts(const CaseResult& result) {
  std::vector<Verdict> all;
  for (const Outcome& outcome : result.outcomes) {
    all.push_back(outcome.verdict);
  }
  return all;
}

std::string details(const CaseResult& result) {
  std::string all;
  for (const Outcome& outcome : result.outcomes) {
    all += outcome.checker + ": " + outcome.detail + "\n";
  }
  return all;
}

CaseResult check(const std::string& example) {
  const ExampleFileResult read =
      read_examples_text("variant: chess\nexamples:\n  - {name: x, " + example + "}\n", "x.yaml");
  EXPECT_THAT(read.diagnostics, IsEmpty()) << spec::to_string(read.diagnostics);
  return check_example(*chess(), "x.yaml", read.file.examples.at(0));
}

auto both(Verdict generator, Verdict oracle) { return ElementsAre(generator, oracle); }

TEST(Examples, RightOnesAgree) {
  const std::vector<std::string> right = {
      "position: startpos, legal: [e2e4], illegal: {e2e5: }, count: 20",
      "position: startpos, moves: [f2f3, e7e5, g2g4, d8h4], "
      "status: {ending: checkmate, clause: C8, winner: black, claims: []}, actions: []",
      "position: \"r3k2r/8/8/8/8/5r2/8/R3K2R w KQkq - 0 1\", "
      "illegal: {e1g1: {clause: C6, rule: castling.path-attacked}}, legal: [e1c1]",
      "position: startpos, moves: [g1f3, g8f6, f3g1, f6g8, g1f3, g8f6, f3g1, f6g8], "
      "status: {ending: ongoing, claims: [threefold], clause: C9, winner: none}",
      "position: startpos, after: {action: e2e4, position: "
      "\"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\"}"};
  for (const std::string& example : right) {
    const CaseResult result = check(example);
    EXPECT_THAT(verdicts(result), both(Verdict::kAgrees, Verdict::kAgrees)) << example << "\n"
                                                                            << details(result);
  }
}

TEST(Examples, WrongOnesDisagreeOnBothSides) {
  const std::vector<std::string> wrong = {
      "position: startpos, legal: [e2e5]",
      "position: startpos, illegal: {e2e4: }",
      "position: startpos, count: 21",
      "position: startpos, actions: [e2e4]",
      "position: startpos, status: {ending: checkmate}",
      "position: startpos, moves: [e2e5], count: 20",
      "position: startpos, after: {action: e2e4, position: "
      "\"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1\"}"};
  for (const std::string& example : wrong) {
    EXPECT_THAT(verdicts(check(example)), both(Verdict::kWrongAnswer, Verdict::kWrongAnswer))
        << example;
  }
  EXPECT_THAT(verdicts(check("position: \"8/8/8/8/8/8/8/8 w - - 0 1\", count: 0")),
              both(Verdict::kRefused, Verdict::kRefused));
}

TEST(Examples, TheOracleAnswersForClauses) {
  const std::vector<std::string> wrong = {
      "position: startpos, illegal: {e2e5: {clause: C6}}",
      "position: startpos, illegal: {e2e5: {rule: castling.moved}}",
      "position: startpos, status: {claims: [fifty-move]}",
      "position: startpos, status: {winner: white}", "position: startpos, status: {clause: C8}"};
  for (const std::string& example : wrong) {
    EXPECT_THAT(verdicts(check(example)), both(Verdict::kAgrees, Verdict::kWrongAnswer)) << example;
  }
}

std::string example_errors(const std::string& text) {
  return spec::to_string(read_examples_text(text, "x.yaml").diagnostics);
}

TEST(Examples, ErrorsHaveTheirPlace) {
  EXPECT_THAT(example_errors("examples:\n  - {name: a, position: startpos, count: 20, lega: []}\n"),
              AllOf(HasSubstr("x.yaml:2:"), HasSubstr("unknown key 'lega'"),
                    HasSubstr("did you mean 'legal'?")));
  EXPECT_THAT(example_errors("examples:\n  - {name: a, position: startpos}\n"),
              HasSubstr("says nothing"));
  EXPECT_THAT(example_errors("examples:\n  - {count: 20}\n"),
              AllOf(HasSubstr("without 'name'"), HasSubstr("without 'position'")));
  EXPECT_THAT(example_errors("examples:\n  - {name: a, position: startpos, count: 20}\n"
                             "  - {name: a, position: startpos, count: 20}\n"),
              HasSubstr("x.yaml:3:12: error: a second example named 'a'"));
  EXPECT_THAT(example_errors("examples: []\n"), HasSubstr("no example"));
  EXPECT_THAT(example_errors("variant: chess\n"), HasSubstr("no 'examples'"));
  EXPECT_THAT(example_errors(""), HasSubstr("error"));
  EXPECT_THAT(example_errors("examples: [\n"), HasSubstr("error"));
  EXPECT_THAT(example_errors("examples:\n  - {name: a, position: startpos, count: twenty}\n"),
              HasSubstr("'twenty' is no whole number"));
}

TEST(Refusals, BothSidesAreAsked) {
  const RefusalFileResult read = read_refusals_text(
      "variant: chess\n"
      "refused:\n"
      "  - {position: \"4k3/8/8/8/8/8/8/1p2K3 w - - 0 1\", mentions: [b1, Pawn]}\n"
      "  - {position: \"4k3/8/8/8/8/8/8/1p2K3 w - - 0 1\", mentions: [h8]}\n"
      "  - {position: \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"}\n"
      "accepted:\n"
      "  - {position: \"4k3/8/8/8/8/8/8/4K3 w - -  0 1\", "
      "canonical: \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"}\n"
      "  - {position: \"4k3/8/8/8/8/8/8/4K3 w - -  0 1\"}\n"
      "  - {position: \"8/8/8/8/8/8/8/4K3 w - - 0 1\"}\n",
      "x.yaml");
  ASSERT_THAT(read.diagnostics, IsEmpty()) << spec::to_string(read.diagnostics);
  ASSERT_EQ(read.file.cases.size(), 6u);
  const auto reference = chess();
  const std::vector<Verdict> wanted = {Verdict::kAgrees,      Verdict::kWrongAnswer,
                                       Verdict::kWrongAnswer, Verdict::kAgrees,
                                       Verdict::kWrongAnswer, Verdict::kWrongAnswer};
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const CaseResult result = check_refusal(*reference, "x.yaml", read.file.cases[i]);
    EXPECT_THAT(verdicts(result), both(Verdict(wanted[i]), Verdict(wanted[i]))) << i << "\n"
                                                                                << details(result);
  }
}

TEST(Refusals, ErrorsHaveTheirPlace) {
  const auto errors = [](const std::string& text) {
    return spec::to_string(read_refusals_text(text, "x.yaml").diagnostics);
  };
  EXPECT_THAT(errors("refused:\n  - {canonical: x}\n"),
              AllOf(HasSubstr("x.yaml:2:6"), HasSubstr("unknown key 'canonical'"),
                    HasSubstr("without 'position'")));
  EXPECT_THAT(errors("variant: chess\n"), HasSubstr("no refused or accepted position"));
}

std::string rook_drawing(const std::string& last_row) {
  return "# variant: chess\npiece: rook white\nboard: blocked\nblocker: bishop\n"
         ". . . . . . . .\n. . . o . . . .\n. . . * . . . .\n. . . * . . . .\n"
         "* x . @ * * * *\n. . . * . . . .\n. . . x . . . .\n" +
         last_row + "\n";
}

TEST(Diagrams, AreComparedOnBothSides) {
  spec::Diagnostics diagnostics;
  const auto movement = Reference::make(movement_only(chess()->variant()), &diagnostics);
  ASSERT_NE(movement, nullptr) << spec::to_string(diagnostics);
  DiagramFileResult read = read_diagrams_text(rook_drawing(". . . . . . . ."), "x.txt");
  ASSERT_THAT(read.diagnostics, IsEmpty()) << spec::to_string(read.diagnostics);
  EXPECT_EQ(read.file.variant, "chess");
  ASSERT_EQ(read.file.diagrams.size(), 1u);
  EXPECT_EQ(read.file.diagrams[0].line, 2);
  CaseResult result = check_diagram(*movement, "x.txt", read.file.diagrams[0]);
  // c4 lies on the way to the bishop on b4, and a4 behind it.
  EXPECT_THAT(verdicts(result), both(Verdict::kWrongAnswer, Verdict::kWrongAnswer));
  EXPECT_THAT(details(result), AllOf(HasSubstr("generator: does not reach a4; reaches c4"),
                                     HasSubstr("oracle: does not reach a4; reaches c4")));
  read.file.diagrams[0].rows[4] = ".x*@****";
  result = check_diagram(*movement, "x.txt", read.file.diagrams[0]);
  EXPECT_THAT(verdicts(result), both(Verdict::kAgrees, Verdict::kAgrees)) << details(result);
  read.file.diagrams[0].rows[6] = "...p....";
  EXPECT_THAT(details(check_diagram(*movement, "x.txt", read.file.diagrams[0])),
              HasSubstr("oracle: reaches d2"));
  read.file.diagrams[0].piece = "unicorn";
  EXPECT_THAT(details(check_diagram(*movement, "x.txt", read.file.diagrams[0])),
              HasSubstr("unknown piece 'unicorn'"));
}

TEST(Diagrams, RoyalPiecesAndPromotionsAreMovementToo) {
  spec::Diagnostics diagnostics;
  const auto movement = Reference::make(movement_only(chess()->variant()), &diagnostics);
  ASSERT_NE(movement, nullptr) << spec::to_string(diagnostics);
  const DiagramFileResult read = read_diagrams_text(
      "piece: king black\nboard: beside hostile pieces\nblocker: queen\n"
      ". . . . . . . .\n. . . . . . . .\n. . . . . . . .\n. . . . . . . .\n"
      ". . . * * o . .\n. . . x @ * . .\n. . . * x * . .\n. . . . . . . .\n"
      "piece: pawn white\nboard: before the last rank\n"
      "x . p . . . . .\n. @ . . . . . .\n. . . . . . . .\n. . . . . . . .\n"
      ". . . . . . . .\n. . . . . . . .\n. . . . . . . .\n. . . . . . . .\n",
      "x.txt");
  ASSERT_THAT(read.diagnostics, IsEmpty()) << spec::to_string(read.diagnostics);
  EXPECT_THAT(verdicts(check_diagram(*movement, "x.txt", read.file.diagrams.at(0))),
              both(Verdict::kAgrees, Verdict::kAgrees))
      << details(check_diagram(*movement, "x.txt", read.file.diagrams.at(0)));
  EXPECT_THAT(details(check_diagram(*movement, "x.txt", read.file.diagrams.at(1))),
              HasSubstr("generator: reaches b8 c8"));
}

TEST(Diagrams, ErrorsHaveTheirPlace) {
  const auto errors = [](const std::string& text) {
    return spec::to_string(read_diagrams_text(text, "x.txt").diagnostics);
  };
  EXPECT_THAT(errors(rook_drawing(". . . . . . .")), HasSubstr("x.txt:12:1: error: a row of 7"));
  EXPECT_THAT(errors(rook_drawing(". . . ? . . . .")), HasSubstr("'?' is no sign"));
  EXPECT_THAT(errors(rook_drawing(". . . @ . . . .")), HasSubstr("2 squares with @"));
  EXPECT_THAT(errors("piece: rook\n"), HasSubstr("names no piece and player"));
  EXPECT_THAT(errors(". .\n"), HasSubstr("before 'piece'"));
  EXPECT_THAT(errors("pieces: rook white\n"), HasSubstr("unknown key 'pieces'"));
  EXPECT_THAT(errors("# nothing\n"), HasSubstr("no diagram"));
}

TEST(KnownFaults, AreReadWithTheirAnswers) {
  const KnownFaultsResult read = read_known_faults_text(
      "known-faults:\n"
      "  - {engine: E 1, variant: chess, position: \"p\", depth: 3, answer: died, note: why}\n"
      "  - {engine: E 1, variant: chess, position: \"p\", depth: 2, answer: \"142\"}\n",
      "x.yaml");
  ASSERT_THAT(read.diagnostics, IsEmpty()) << spec::to_string(read.diagnostics);
  ASSERT_EQ(read.faults.size(), 2u);
  EXPECT_EQ(read.faults[0].answer, "died");
  EXPECT_EQ(read.faults[1].depth, 2);
  EXPECT_THAT(read_known_faults_text("known-faults: []\n", "x.yaml").diagnostics, IsEmpty());
  EXPECT_THAT(spec::to_string(read_known_faults_text("known-faults:\n  - {engine: E, depth: 1, "
                                                     "answer: wrong, position: p, variant: c}\n",
                                                     "x.yaml")
                                  .diagnostics),
              HasSubstr("'wrong' is no answer"));
  EXPECT_THAT(spec::to_string(
                  read_known_faults_text("known-faults:\n  - {engine: E}\n", "x.yaml").diagnostics),
              AllOf(HasSubstr("without 'answer'"), HasSubstr("without 'position'")));
}

TEST(KnownFaults, MayNameClassAndClauseInsteadOfAPosition) {
  const KnownFaultsResult read = read_known_faults_text(
      "known-faults:\n"
      "  - {engine: \"E 1*\", variant: chess, class: missing, clause: C4, note: why}\n"
      "  - {engine: E 1, variant: chess, position: p, class: extra, clause: C7}\n",
      "x.yaml");
  ASSERT_THAT(read.diagnostics, IsEmpty()) << spec::to_string(read.diagnostics);
  ASSERT_EQ(read.faults.size(), 2u);
  EXPECT_TRUE(read.faults[0].is_of("E 1.5", "chess"));
  EXPECT_FALSE(read.faults[0].is_of("E 2", "chess"));
  EXPECT_FALSE(read.faults[0].is_of("E 1.5", "chess960"));
  EXPECT_TRUE(read.faults[1].is_of("E 1", "chess"));
  EXPECT_FALSE(read.faults[1].is_of("E 1.5", "chess"));
  const auto errors = [](const std::string& entry) {
    return spec::to_string(
        read_known_faults_text("known-faults:\n  - {" + entry + "}\n", "x.yaml").diagnostics);
  };
  EXPECT_THAT(errors("engine: E, variant: c, class: missing"), HasSubstr("without 'clause'"));
  EXPECT_THAT(errors("engine: E, variant: c, class: lost, clause: C4"),
              HasSubstr("'lost' is no class"));
  EXPECT_THAT(errors("engine: E, variant: c, class: missing, clause: C4, depth: 1"),
              HasSubstr("'depth' and 'answer', or 'class' and 'clause'"));
}

TEST(KnownFaults, ExplainACauseOnlyIfNothingElseIsWrong) {
  const std::vector<KnownFault> faults =
      read_known_faults_text(
          "known-faults:\n  - {engine: E, variant: c, class: missing, clause: C4}\n", "x.yaml")
          .faults;
  Outcome outcome;
  EXPECT_EQ(explain_cause(faults, outcome), nullptr);
  outcome.cause = Cause();
  outcome.cause->fault = FaultClass::kMissing;
  outcome.cause->clause = "C4";
  EXPECT_EQ(explain_cause(faults, outcome), &faults[0]);
  ActionNote passant;
  passant.legal = true;
  passant.clause = "C4";
  outcome.difference = Difference();
  outcome.difference->notes = {passant};
  EXPECT_EQ(explain_cause(faults, outcome), &faults[0]);
  ActionNote castling = passant;
  castling.clause = "C6";
  outcome.difference->notes.push_back(castling);
  EXPECT_EQ(explain_cause(faults, outcome), nullptr);
  outcome.difference->notes = {passant};
  outcome.cause->fault = FaultClass::kExtra;
  EXPECT_EQ(explain_cause(faults, outcome), nullptr);
}

using Spelling = std::map<std::string, std::string>;

TEST(Notation, RespellsOnlyWhatIsNotLegalAsWritten) {
  const auto reference = chess();
  const std::string position = "4k3/1P6/8/8/8/8/8/R3K2R w KQ - 0 1";
  std::vector<std::string> legal;
  const auto read = reference->game().read(position);
  ASSERT_NE(read.position, nullptr);
  for (const auto action : read.position->actions()) {
    legal.push_back(read.position->action_text(action));
  }
  const auto respell = [&](const std::vector<std::string>& texts) {
    return our_spelling(reference->variant(), position, legal, texts);
  };
  EXPECT_EQ(respell({"e1h1", "e1a1"}), (Spelling{{"e1h1", "e1g1"}, {"e1a1", "e1c1"}}));
  EXPECT_EQ(respell({"O-O", "0-0-0"}), (Spelling{{"O-O", "e1g1"}, {"0-0-0", "e1c1"}}));
  EXPECT_EQ(respell({"b7b8Q", "b7b8=n"}), (Spelling{{"b7b8Q", "b7b8q"}, {"b7b8=n", "b7b8n"}}));
  EXPECT_EQ(respell({"a1b1", "e1e3"}), (Spelling{{"a1b1", "a1b1"}, {"e1e3", "e1e3"}}));
  // Both spellings at once: one of them is an extra move.
  EXPECT_EQ(respell({"e1g1", "e1h1"}), (Spelling{{"e1g1", "e1g1"}, {"e1h1", "e1h1"}}));
  EXPECT_EQ(respell({"O-O", "e1h1"}).at("e1h1"), "e1h1");
}

// What our_spelling makes of each text alone.
std::string alone(const Reference& reference, const std::string& position,
                  const std::string& text) {
  std::vector<std::string> legal;
  const auto read = reference.game().read(position);
  for (const auto action : read.position->actions()) {
    legal.push_back(read.position->action_text(action));
  }
  return our_spelling(reference.variant(), position, legal, {text}).at(text);
}

TEST(Notation, ReadsTheTableOfSpellings) {
  const auto reference = chess();
  const std::string castles = "r3k3/1P6/8/3pP3/8/8/3N4/RN2K2R w KQ d6 0 2";
  const std::vector<std::pair<std::string, std::string>> table = {
      {"e1h1", "e1g1"},
      {"O-O", "e1g1"},
      {"0-0+", "e1g1"},
      {"o-o", "e1g1"},
      {"E1G1", "e1g1"},
      {"b7b8Q", "b7b8q"},
      {"b7b8=Q", "b7b8q"},
      {"b7b8/q", "b7b8q"},
      {"b7b8(R)", "b7b8r"},
      {"B7B8N", "b7b8n"},
      {"b7xa8=Q+", "b7a8q"},
      {"bxa8=Q", "b7a8q"},
      {"b8=Q#", "b7b8q"},
      {"H1-H2", "h1h2"},
      {"h1-h2", "h1h2"},
      {"Rh1-h2", "h1h2"},
      {"e5xd6", "e5d6"},
      {"e5xd6 e.p.", "e5d6"},
      {"exd6", "e5d6"},
      {"e6", "e5e6"},
      {"Ndf3", "d2f3"},
      {"Nf3", "d2f3"},
      {"Nc3", "b1c3"},
      {"Kd1", "e1d1"},
      {"Rh8+", "h1h8"},
      {"R1a3", "a1a3"},
      // Nothing that is legal, or several things.
      {"Rg8", "Rg8"},
      {"e5f6", "e5f6"},
      {"Q", "Q"},
      {"", ""},
      {"b8=K", "b8=K"},
      {"0000", "0000"},
      {"P@e4", "P@e4"},
      {"+", "+"}};
  for (const auto& [written, meant] : table) {
    EXPECT_EQ(alone(*reference, castles, written), meant) << written;
  }
  // Two knights go there: nothing is made of the short text.
  EXPECT_EQ(alone(*reference, "4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1", "Nd2"), "Nd2");
}

TEST(Notation, RanksFromZeroConcernAWholeList) {
  spec::Diagnostics diagnostics;
  const auto reference = Reference::load("koalitionsschach", {}, &diagnostics);
  ASSERT_NE(reference, nullptr);
  const std::string corner = "9,bK/10/10/10/10/10/10/10/10/yT,8,yK y - - - - - 0 1";
  const auto respell = [&](const std::vector<std::string>& texts) {
    const auto read = reference->game().read(corner);
    std::vector<std::string> legal;
    for (const auto action : read.position->actions()) {
      legal.push_back(read.position->action_text(action));
    }
    return our_spelling(reference->variant(), corner, legal, texts);
  };
  EXPECT_EQ(respell({"a0a9", "a0a1"}), (Spelling{{"a0a9", "a1a10"}, {"a0a1", "a1a2"}}));
  EXPECT_EQ(respell({"a1a10", "a1a2"}), (Spelling{{"a1a10", "a1a10"}, {"a1a2", "a1a2"}}));

  // No rank 0 in sight, but every move starts below a piece.
  const std::string middle = "9,bK/10/10/10/10/4,yT,5/10/10/10/9,yK y - - - - - 0 1";
  const auto read = reference->game().read(middle);
  const std::vector<std::string> legal = {"e5e6", "e5f5"};
  EXPECT_EQ(our_spelling(reference->variant(), middle, legal, {"e4e5", "e4f4"}),
            (Spelling{{"e4e5", "e5e6"}, {"e4f4", "e5f5"}}));
  EXPECT_EQ(our_spelling(reference->variant(), middle, legal, {"e5e4"}),
            (Spelling{{"e5e4", "e5e4"}}));
}

TEST(Notation, NoMoveIsAPass) {
  spec::Diagnostics diagnostics;
  const auto reference = Reference::load("koalitionsschach", {}, &diagnostics);
  const std::vector<std::string> legal = {"pass"};
  for (const char* text : {"0000", "@@@@", "null", "PASS"}) {
    EXPECT_EQ(our_spelling(reference->variant(), "startpos", legal, {text}).at(text), "pass");
  }
}

TEST(Notation, AKingThatStopsBesideHisPartnerMayBeWrittenToHisStop) {
  spec::Diagnostics diagnostics;
  const auto reference = Reference::load("breitenschach", {}, &diagnostics);
  ASSERT_NE(reference, nullptr);
  const std::string text = "4k3r7/16/16/16/16/16/16/4K3R6R w EI - 0 1";
  EXPECT_EQ(our_spelling(reference->variant(), text, {"e1i1"}, {"e1h1"}).at("e1h1"), "e1i1");
}

}  // namespace
}  // namespace regelwerk::suites
