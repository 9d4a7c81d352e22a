// Every protocol and dialect, rightly and wrongly spoken, by the scripted stub.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include "oracle/engines/replay.h"
#include "oracle/engines/testing.h"
#include "oracle/engines/xboard_protocol.h"

namespace regelwerk::engines {
namespace {

constexpr auto kAccepted = MoveStatus::kAccepted;
constexpr auto kRefused = MoveStatus::kRefused;
constexpr auto kNotObservable = MoveStatus::kNotObservable;
using Source = RootMovesAnswer::Source;

constexpr const char* kAfterA3 = "rnbqkbnr/pppppppp/8/8/8/P7/1PPPPPPP/RNBQKBNR b KQkq - 0 1";
constexpr const char* kAfterB4 = "rnbqkbnr/pppppppp/8/8/1P6/8/P1PPPPPP/RNBQKBNR b KQkq - 0 1";

// A small game: two moves, then one and two.
std::string small_game() {
  const std::string start = kStart;
  return start + "|1|a2a3:1 b2b4:1\n" + start + "|2|a2a3:1 b2b4:2\n" + start + "|a2a3|" + kAfterA3 +
         "\n" + start + "|b2b4|" + kAfterB4 + "\n" + kAfterA3 + "|1|a7a6:1\n" + kAfterB4 +
         "|1|a7a6:1 b7b6:1\n" + kSameMoves + "|1|a2a3:1 b2b4:1\n" + kSameMoves +
         "|2|a2a3:3 b2b4:5\n";
}

class Dialects : public ::testing::Test {
 protected:
  std::string with_table(const std::string& arguments) const {
    return "--table " + table_.path() + " " + arguments;
  }
  TemporaryFile table_{"small-game", small_game()};
};

std::vector<MoveStatus> statuses(const RootMovesAnswer& answer) {
  std::vector<MoveStatus> result;
  for (const CandidateAnswer& candidate : answer.candidates) result.push_back(candidate.status);
  return result;
}

#define EXPECT_DIVIDES(answer, expected)                  \
  do {                                                    \
    const PerftAnswer given = (answer);                   \
    ASSERT_FALSE(given.failure) << given.failure->detail; \
    EXPECT_EQ(shown(given), expected);                    \
  } while (false)

std::string shown(const PerftAnswer& answer) {
  std::string text = std::to_string(answer.nodes) + (answer.divided ? "" : " undivided");
  for (const DivideLine& line : answer.divide) {
    text += " " + line.action + ":" + std::to_string(line.nodes);
  }
  return text;
}

// UCI and how it counts.

TEST_F(Dialects, UciCountsInOtherWords) {
  for (const char* style :
       {"--perft perft", "--perft divide", "--perft perft --style dash",
        "--perft perft --style bare --total ''", "--perft divide --style ordinal --total 'Total: '",
        "--perft perft --style long", "--style info", "--total 'Total nodes: '",
        "--total 'Nodes: ' --crlf", "--perft perft --noise --crlf", "--perft divide --no-d",
        "--perft perft --search", "--perft perft --plays-on", "--perft perft --silent-search",
        "--echo fen"}) {
    Engine engine(stub(with_table(style)), chess());
    const auto time = std::string(style).find("silent") == std::string::npos ? 60'000ms : 500ms;
    for (int i = 0; i < 2; ++i) {
      const PerftAnswer answer = engine.perft(kStart, 2, time);
      ASSERT_FALSE(answer.failure) << style << ": " << answer.failure->detail;
      EXPECT_EQ(shown(answer), "3 a2a3:1 b2b4:2") << style;
    }
    EXPECT_EQ(engine.protocol(), ProtocolKind::kUci);
  }
}

TEST_F(Dialects, SilenceIsAskedInOtherWords) {
  Engine engine(stub(with_table("--perft perft --ignore-go")), chess());
  EXPECT_DIVIDES(engine.perft(kStart, 2, 1s), "3 a2a3:1 b2b4:2");
  Engine never(stub(with_table("--perft none --ignore-go")), chess());
  EXPECT_FAILS(never.perft(kStart, 2, 5s), Kind::kNoPerft, "no answer to `go perft 1`");
  // One that can count, but hangs at this depth, hangs.
  Engine slow(stub(with_table("--hang --at-depth 2")), chess());
  EXPECT_FAILS(slow.perft(kStart, 2, kShort), Kind::kHung, "`go perft 2` within 0.3 s");
  EXPECT_COUNTS(slow.perft(kStart, 1, kPlenty), 2);
}

TEST_F(Dialects, ALateIntroductionIsHeard) {
  EngineOptions options;
  options.start_deadline = 4s;
  Engine engine(stub(with_table("--slow-uci 2500")), chess(), options);
  EXPECT_DIVIDES(engine.perft(kStart, 2, kPlenty), "3 a2a3:1 b2b4:2");
  EXPECT_THAT(sent_lines(engine), Contains("xboard"));
  EXPECT_EQ(engine.perft(kSameMoves, 1, kPlenty).checked, PositionCheck::kShown);
}

TEST_F(Dialects, UciDialectCanBeSet) {
  Engine engine(stub_with_keys(with_table("--perft 'test perft'"), "perft='test perft'"), chess());
  EXPECT_DIVIDES(engine.perft(kStart, 2, kPlenty), "3 a2a3:1 b2b4:2");
  Engine none(stub_with_keys(with_table(""), "perft=none"), chess());
  EXPECT_FAILS(none.perft(kStart, 2, kPlenty), Kind::kNoPerft, "told not to");
  EXPECT_THAT(sent_lines(none), Not(Contains(HasSubstr("perft"))));
}

TEST_F(Dialects, ATableOrATotalAloneIsACountWithoutMoves) {
  for (const char* style :
       {"--perft perft --style table", "--totals-only", "--totals-only --no-d --searchmoves",
        "--perft perft --totals-only --total 'Total: '"}) {
    Engine engine(stub(with_table(style)), chess());
    EXPECT_DIVIDES(engine.perft(kStart, 2, kPlenty), "3 undivided");
    EXPECT_DIVIDES(engine.divide(kStart, 2, asked({"a2a3", "b2b4"}, {"c2c5"}), kPlenty),
                   "3 a2a3:1 b2b4:2");
    EXPECT_DIVIDES(engine.divide(kStart, 1, asked({"a2a3"}), kPlenty), "2 undivided a2a3:1");
    const RootMovesAnswer root = engine.root_moves(kStart, asked({"a2a3"}, {"c2c5"}), kPlenty);
    ASSERT_FALSE(root.failure) << root.failure->detail;
    EXPECT_THAT(statuses(root), ElementsAre(kAccepted, kRefused));
    EXPECT_EQ(root.count, 2u);
    EXPECT_FALSE(root.complete);
  }
}

TEST_F(Dialects, ASearchThatDoesNotStopIsNoPerft) {
  Engine engine(stub(with_table("--deaf")), chess());
  EXPECT_FAILS(engine.perft(kStart, 2, 10s), Kind::kNoPerft, "does not stop");
}

TEST_F(Dialects, NoCountIsEverAskedForToDepthZero) {
  Engine engine(stub(with_table("--perft none")), chess());
  EXPECT_FAILS(engine.perft(kStart, 1, kPlenty), Kind::kNoPerft, "bestmove");
  for (const std::string& line : sent_lines(engine)) {
    EXPECT_THAT(line, Not(::testing::EndsWith(" 0")));
  }
}

// Options.

TEST_F(Dialects, OptionsAreCheckedBeforeTheyAreSent) {
  const std::string offers = "--combo Style=Solid,Wild --spin Hash=1,64 --string Book ";
  const auto with = [&](const std::string& keys) {
    return stub_with_keys(with_table(offers), keys);
  };
  Engine right(with("option.style=wild option.Hash=16 option.Book=x.bin"), chess());
  EXPECT_COUNTS(right.perft(kStart, 2, kPlenty), 3);
  EXPECT_THAT(sent_lines(right), Contains("setoption name Style value Wild"));
  EXPECT_THAT(sent_lines(right), Contains("setoption name Hash value 16"));
  const std::pair<const char*, const char*> wrong[] = {
      {"option.Style=Risky", "does not offer 'Risky', but Solid, Wild"},
      {"option.Hash=65", "goes from 1 to 64"},
      {"option.Hash=big", "is a number"},
      {"option.VariantPath=x", "offers no option 'VariantPath'"},
      {"option.Threads=2", "offers no option 'Threads'"}};
  for (const auto& [keys, detail] : wrong) {
    Engine engine(with(keys), chess());
    EXPECT_FAILS(engine.perft(kStart, 2, kPlenty), Kind::kOptionRefused, detail);
  }
}

TEST_F(Dialects, AnOptionThatDoesNotTakeIsAFailure) {
  Engine engine(
      stub_with_keys(with_table("--spin Hash=1,64 --refuse-option Hash"), "option.Hash=8"),
      chess());
  EXPECT_FAILS(engine.perft(kStart, 2, kPlenty), Kind::kOptionRefused, "No such option: Hash");
}

TEST_F(Dialects, AVariantFileMustExistAndComesFirst) {
  const std::string offers = "--string VariantPath --variant chess ";
  Engine missing(stub_with_keys(with_table(offers), "option.VariantPath=/there/is/none"), chess());
  EXPECT_FAILS(missing.perft(kStart, 2, kPlenty), Kind::kOptionRefused, "'/there/is/none'");
  const TemporaryFile file("variants", "[mine:chess]\n");
  Engine engine(stub_with_keys(with_table(offers), "option.VariantPath=" + file.path()), chess());
  EXPECT_COUNTS(engine.perft(kStart, 2, kPlenty), 3);
  const std::vector<std::string> sent = sent_lines(engine);
  ASSERT_GE(sent.size(), 5u);
  EXPECT_EQ(sent[1], "setoption name VariantPath value " + file.path());
  EXPECT_EQ(sent[3], "uci");
  EXPECT_EQ(sent[4], "setoption name UCI_Variant value chess");
}

TEST_F(Dialects, Chess960IsTurnedOffWhereItIsOnByItself) {
  Engine engine(stub(with_table("--chess960-on")), chess());
  EXPECT_COUNTS(engine.perft(kStart, 2, kPlenty), 3);
  EXPECT_THAT(sent_lines(engine), Contains("setoption name UCI_Chess960 value false"));
  Engine wanted(stub_with_keys(with_table("--chess960"), "chess960=on"), chess());
  EXPECT_COUNTS(wanted.perft(kStart, 2, kPlenty), 3);
  EXPECT_THAT(sent_lines(wanted), Contains("setoption name UCI_Chess960 value true"));
}

// The position.

TEST_F(Dialects, TheSideToMoveMustBeRight) {
  Engine engine(stub(with_table("--wrong-side")), chess());
  EXPECT_FAILS(engine.perft(kStart, 2, kPlenty), Kind::kOtherPosition, " b KQkq");
}

TEST_F(Dialects, AnAnswerAboutThePositionBeforeIsSeenByItsMoves) {
  const TemporaryFile table("previous", std::string(kStart) + "|1|a2a3:1 b2b4:1\n" + kOther +
                                            "|1|h1h8:1\n" + kAfterA3 + "|1|a7a6:1\n");
  Engine engine(stub("--previous --no-d --table " + table.path()), chess());
  EXPECT_COUNTS(engine.perft(kStart, 1, kPlenty), 2);
  EXPECT_FAILS(engine.perft(kOther, 1, kPlenty), Kind::kOtherPosition, "moves of other pieces");
}

TEST_F(Dialects, HowThePositionWasSeenIsTold) {
  Engine shows(stub(with_table("")), chess());
  EXPECT_EQ(shows.perft(kStart, 2, kPlenty).checked, PositionCheck::kShown);
  Engine hides(stub(with_table("--no-d")), chess());
  EXPECT_EQ(hides.perft(kStart, 2, kPlenty).checked, PositionCheck::kMoves);
  Engine silent(stub(with_table("--no-d --totals-only")), chess());
  EXPECT_EQ(silent.perft(kStart, 2, kPlenty).checked, PositionCheck::kNone);
}

TEST_F(Dialects, AnEngineThatReadsShortLinesHoldsAnotherPosition) {
  Engine engine(stub_with_divide("--line-limit 40"), chess());
  EXPECT_FAILS(engine.perft(kStart, 2, kPlenty), Kind::kOtherPosition, "was sent");
}

TEST_F(Dialects, ADroppedMoveIsSeen) {
  Engine engine(stub(with_table("")), chess());
  const PlayAnswer dropped = engine.play(kStart, {"a2a3", "a7a5", "b2b4"}, kPlenty);
  ASSERT_FALSE(dropped.failure) << dropped.failure->detail;
  EXPECT_TRUE(dropped.observable);
  EXPECT_EQ(dropped.played, 1u);
  EXPECT_EQ(dropped.held, kAfterA3);
  EXPECT_EQ(engine.play(kStart, {"a2a3", "a7a6"}, kPlenty).played, 2u);
  Engine hides(stub(with_table("--no-d")), chess());
  EXPECT_FALSE(hides.play(kStart, {"a2a3"}, kPlenty).observable);
}

// Without a count.

TEST_F(Dialects, RootMovesFromACountFromASearchAndByPlaying) {
  struct Case {
    const char* arguments;
    Source source;
    bool complete;
    std::vector<MoveStatus> statuses;
  };
  const Case cases[] = {
      {"", Source::kPerft, true, {kAccepted, kAccepted, kRefused}},
      {"--perft none --multipv 500", Source::kSearch, true, {kAccepted, kAccepted, kRefused}},
      {"--perft none --multipv 500 --no-d",
       Source::kSearch,
       true,
       {kAccepted, kAccepted, kRefused}},
      // There may be more moves than it may show.
      {"--perft none --multipv 2", Source::kSearch, false, {kAccepted, kAccepted, kRefused}},
      {"--perft none", Source::kPlayed, false, {kAccepted, kAccepted, kRefused}},
      {"--perft none --no-d --searchmoves",
       Source::kPlayed,
       false,
       {kAccepted, kAccepted, kRefused}},
      // It names its favourite whatever it is asked: that says nothing.
      {"--perft none --no-d",
       Source::kPlayed,
       false,
       {kNotObservable, kNotObservable, kNotObservable}},
  };
  for (const Case& one : cases) {
    Engine engine(stub(with_table(one.arguments)), chess());
    const RootMovesAnswer answer =
        engine.root_moves(kStart, asked({"a2a3", "b2b4"}, {"c2c5"}), kPlenty);
    ASSERT_FALSE(answer.failure) << one.arguments << ": " << answer.failure->detail;
    EXPECT_EQ(answer.source, one.source) << one.arguments;
    EXPECT_EQ(answer.complete, one.complete) << one.arguments;
    EXPECT_EQ(statuses(answer), one.statuses) << one.arguments;
  }
}

TEST_F(Dialects, AnExtraMoveIsSeenOnlyInACompleteList) {
  Engine complete(stub(with_table("--perft none --multipv 500")), chess());
  EXPECT_THAT(complete.root_moves(kStart, asked({"a2a3"}), kPlenty).moves,
              ElementsAre("a2a3", "b2b4"));
  Engine played(stub(with_table("--perft none")), chess());
  const RootMovesAnswer answer = played.root_moves(kStart, asked({"a2a3"}), kPlenty);
  EXPECT_THAT(answer.moves, ElementsAre("a2a3"));
  EXPECT_FALSE(answer.complete);
}

// Who plays whatever he is told says nothing by playing it.
TEST_F(Dialects, AcceptanceMeansNothingWithoutARefusedControl) {
  for (const char* style :
       {"--perft none --trusting", "--proto xboard --perft none --trusting --no-d",
        "--proto xboard --perft none --trusting"}) {
    Engine engine(stub(with_table(style)), chess());
    const RootMovesAnswer answer =
        engine.root_moves(kStart, asked({"a2a3", "b2b4"}, {"c2c5"}), kPlenty);
    ASSERT_FALSE(answer.failure) << style << ": " << answer.failure->detail;
    EXPECT_THAT(statuses(answer), ElementsAre(kNotObservable, kNotObservable, kNotObservable))
        << style;
    EXPECT_TRUE(answer.takes_anything) << style;
  }
  // Its own list is final, whatever it would play.
  Engine listing(stub(with_table("--perft none --trusting --multipv 500")), chess());
  const RootMovesAnswer answer =
      listing.root_moves(kStart, asked({"a2a3", "b2b4"}, {"c2c5"}), kPlenty);
  EXPECT_THAT(statuses(answer), ElementsAre(kAccepted, kAccepted, kRefused));
  EXPECT_TRUE(answer.complete);
  // Without a control nothing is known of a move that it takes.
  Engine strict(stub(with_table("--perft none")), chess());
  EXPECT_THAT(statuses(strict.root_moves(kStart, asked({"a2a3"}, {"b2b4"}, ""), kPlenty)),
              ElementsAre(kNotObservable, kNotObservable));
  // An illegal move that it takes beside a refused control is one that it knows.
  EXPECT_THAT(statuses(strict.root_moves(kStart, asked({"a2a3"}, {"b2b4"}), kPlenty)),
              ElementsAre(kAccepted, kAccepted));
}

TEST_F(Dialects, ASpellingOfALegalMoveIsNotSaidForAnotherOne) {
  const spec::Variant rules = bundled("chess");
  // d1a1 as castling of the king on d1 would be spelt d1c1, which is a step.
  const std::string position = "8/8/7k/8/8/8/8/R2K4 w - - 0 1";
  const TemporaryFile table("step", position + "|1|d1c1:1 d1d2:1\n");
  Engine engine(stub("--perft none --table " + table.path()), rules);
  EXPECT_THAT(statuses(engine.root_moves(position, asked({"d1c1", "d1d2"}, {"d1a1"}), kPlenty)),
              ElementsAre(kAccepted, kAccepted, kNotObservable));
}

TEST_F(Dialects, NoMoveInWhateverWords) {
  const std::string mate = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
  const TemporaryFile table("mate", mate + "|1|\n" + kStart + "|1|a2a3:1 b2b4:1\n");
  for (const char* word : {"(none)", "0000", "a1a1", "NULL", "none"}) {
    for (const char* counts : {"--perft none", "--perft none --multipv 500"}) {
      Engine engine(stub(std::string(counts) + " --none '" + word + "' --table " + table.path()),
                    chess());
      const RootMovesAnswer answer = engine.root_moves(mate, asked({}, {"h8g8"}), kPlenty);
      ASSERT_FALSE(answer.failure) << word << ": " << answer.failure->detail;
      EXPECT_TRUE(answer.complete) << word;
      EXPECT_TRUE(answer.moves.empty()) << word;
    }
    Engine stale(stub("--perft none --multipv 500 --stale-best --table " + table.path()), chess());
    EXPECT_TRUE(stale.root_moves(mate, asked({}, {"h8g8"}), kPlenty).moves.empty());
    // Instead of a count, from one that counts elsewhere.
    Engine counting(stub(std::string("--none '") + word + "' --mute-mates --table " + table.path()),
                    chess());
    EXPECT_DIVIDES(counting.perft(mate, 1, kPlenty), "0");
    EXPECT_DIVIDES(counting.perft(kStart, 1, kPlenty), "2 a2a3:1 b2b4:1");
  }
}

TEST_F(Dialects, TheOrderOfQuestionsChangesNoAnswer) {
  const std::string mate = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
  const TemporaryFile table("order", small_game() + mate + "|1|\n");
  for (const char* first : {mate.c_str(), kStart}) {
    Engine engine(stub("--none 0000 --mute-mates --table " + table.path()), chess());
    const std::string second = first == kStart ? mate : kStart;
    for (const std::string& position : {std::string(first), second, std::string(first)}) {
      EXPECT_COUNTS(engine.perft(position, 1, kPlenty), position == kStart ? 2 : 0);
    }
  }
}

TEST_F(Dialects, CountsWithoutATotalAndBareNumbers) {
  Engine sum(stub(with_table("--no-total")), chess());
  EXPECT_DIVIDES(sum.perft(kStart, 2, kPlenty), "3 a2a3:1 b2b4:2");
  EXPECT_EQ(sum.perft(kStart, 1, kPlenty).notes.size(), 1u);
  Engine bare(stub(with_table("--perft perft --totals-only --total ''")), chess());
  EXPECT_DIVIDES(bare.perft(kStart, 2, kPlenty), "3 undivided");
  EXPECT_THAT(bare.spoken_to_as(), HasSubstr(" proto=uci perft=perft"));
  Engine named(stub_with_keys(with_table("--perft perft --total 'n = '"), "total='n ='"), chess());
  EXPECT_DIVIDES(named.perft(kStart, 2, kPlenty), "3 a2a3:1 b2b4:2");
}

TEST_F(Dialects, SlowIsNotHung) {
  Engine aside(stub(with_table("--slow-aside --at 1")), chess());
  EXPECT_FAILS(aside.perft(kStart, 2, kShort), Kind::kTooSlow, "answers `isready`");
  EXPECT_FAILS(aside.perft(kStart, 2, kShort), Kind::kTooSlow, "deadline=SECONDS");
  Engine hung(stub(with_table("--hang --at 1")), chess());
  EXPECT_FAILS(hung.perft(kStart, 2, kShort), Kind::kHung, "`go perft 2` within 0.3 s");
}

TEST_F(Dialects, WhatItDoesNotSurviveIsNotSaidAgain) {
  for (const char* word : {"fen", "d"}) {
    Engine engine(stub(with_table(std::string("--no-d --deadly ") + word)), chess());
    EXPECT_DIVIDES(engine.perft(kStart, 2, kPlenty), "3 a2a3:1 b2b4:2");
    EXPECT_THAT(engine.notes(), ElementsAre(std::string("it ends when told `") + word +
                                            "`, which it is not told again"));
    const std::vector<std::string> sent = sent_lines(engine);
    EXPECT_EQ(std::count(sent.begin(), sent.end(), word), 1) << word;
  }
  // Searching is what every engine can do: who falls over that too is broken.
  Engine broken(stub(with_table("--deadly go --last-words 'no network'")), chess());
  EXPECT_FAILS(broken.perft(kStart, 2, kPlenty), Kind::kDied, "its last words: 'no network'");
  // An end after a refusal is the refusal.
  Engine ending(stub(with_table("--proto xboard --perft none --no-d --ends-on-illegal")), chess());
  EXPECT_THAT(statuses(ending.root_moves(kStart, asked({"a2a3", "b2b4"}, {"c2c5"}), kPlenty)),
              ElementsAre(kAccepted, kAccepted, kRefused));
}

// xboard.

TEST_F(Dialects, CastlingIsSaidInWordsOnlyToThoseWhoWantThem) {
  const spec::Variant rules = bundled("chess");
  const std::string position = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
  const TemporaryFile table("castling", position + "|1|e1g1:1 e1e2:1\n");
  Engine engine(stub("--proto xboard --perft none --table " + table.path()), rules);
  EXPECT_THAT(statuses(engine.root_moves(position, asked({"e1g1", "e1e2"}), kPlenty)),
              ElementsAre(kAccepted, kAccepted));
  EXPECT_THAT(sent_lines(engine), Contains("e1g1"));
  EXPECT_THAT(sent_lines(engine), Not(Contains("O-O")));
}

TEST_F(Dialects, XboardCounts) {
  for (const char* style :
       {"", "--no-ping", "--no-done", "--usermove", "--no-d", "--async", "--crlf", "--style long",
        "--perft divide", "--echo d", "--style bare --total ''", "--noise"}) {
    Engine engine(stub(with_table(std::string("--proto xboard ") + style)), chess());
    for (int i = 0; i < 2; ++i) {
      const PerftAnswer answer = engine.perft(kStart, 2, kPlenty);
      ASSERT_FALSE(answer.failure) << style << ": " << answer.failure->detail;
      EXPECT_EQ(shown(answer), "3 a2a3:1 b2b4:2") << style;
    }
    EXPECT_EQ(engine.protocol(), ProtocolKind::kXboard) << style;
    EXPECT_EQ(engine.name(), "Stub 1") << style;
  }
}

TEST_F(Dialects, XboardIsToldToWaitBeforeItGetsAPosition) {
  Engine engine(stub_with_keys(with_table("--proto xboard"), "proto=xboard"), chess());
  EXPECT_DIVIDES(engine.perft(kAfterA3, 1, kPlenty), "1 a7a6:1");
  const std::vector<std::string> sent = sent_lines(engine);
  const auto at = [&](const std::string& line) {
    return std::find(sent.begin(), sent.end(), line) - sent.begin();
  };
  EXPECT_LT(at("force"), at(std::string("setboard ") + kAfterA3));
  EXPECT_EQ(sent[0], "xboard");
  EXPECT_EQ(sent[1], "protover 2");
}

TEST_F(Dialects, XboardRanksFromZeroAreMadeOurs) {
  spec::Variant tall = variant("tall", 10);
  tall.board.ranks = 10;
  const std::string start = "k9/10/10/10/10/10/10/10/10/9K w - - 0 1";
  const TemporaryFile table("tall", start + "|1|j1j2:1 j1i10:1\n");
  for (const char* style : {"", "--style long"}) {
    Engine engine(stub("--proto xboard --rank-zero --variant tall " + std::string(style) +
                       " --table " + table.path()),
                  tall);
    EXPECT_DIVIDES(engine.perft(start, 1, kPlenty), "2 j1i10:1 j1j2:1");
  }
  Engine uci(stub("--rank-zero --variant tall --table " + table.path()), tall);
  EXPECT_DIVIDES(uci.perft(start, 1, kPlenty), "2 j1i10:1 j1j2:1");
}

TEST_F(Dialects, XboardFaultsAreNamed) {
  Engine refusing(stub(with_table("--proto xboard --refuse 4k3")), chess());
  EXPECT_FAILS(refusing.perft(kSameMoves, 1, kPlenty), Kind::kPositionRefused, "Illegal position");
  EXPECT_COUNTS(refusing.perft(kStart, 1, kPlenty), 2);
  Engine ignoring(stub(with_table("--proto xboard --ignore-position")), chess());
  EXPECT_FAILS(ignoring.perft(kSameMoves, 1, kPlenty), Kind::kOtherPosition, "holds");
  Engine no_perft(stub(with_table("--proto xboard --perft none")), chess());
  EXPECT_FAILS(no_perft.perft(kStart, 1, kPlenty), Kind::kNoPerft, "unknown command");
  Engine dying(stub(with_table("--proto xboard --signal 11 --when 4k3")), chess());
  EXPECT_FAILS(dying.perft(kSameMoves, 1, kPlenty), Kind::kDied, "SIGSEGV");
  EXPECT_COUNTS(dying.perft(kStart, 1, kPlenty), 2);
  Engine hanging(stub(with_table("--proto xboard --hang --at-depth 2")), chess());
  EXPECT_FAILS(hanging.perft(kStart, 2, kShort), Kind::kHung, "`perft 2`");
  const spec::Variant shogi = variant("shogi");
  Engine other(stub(with_table("--proto xboard")), shogi);
  EXPECT_FAILS(other.perft(kStart, 1, kPlenty), Kind::kVariantUnknown, "'shogi'");
  Engine option(stub_with_keys(with_table("--proto xboard"), "option.Hash=1"), chess());
  EXPECT_FAILS(option.perft(kStart, 1, kPlenty), Kind::kOptionRefused, "'Hash'");
}

TEST_F(Dialects, XboardMovesArePlayedWhereItCannotCount) {
  for (const char* style : {"", " --no-d", " --usermove --no-d", " --no-ping --no-d"}) {
    Engine engine(stub(with_table("--proto xboard --perft none" + std::string(style))), chess());
    const RootMovesAnswer answer =
        engine.root_moves(kStart, asked({"a2a3", "b2b4"}, {"c2c5"}), kPlenty);
    ASSERT_FALSE(answer.failure) << style << ": " << answer.failure->detail;
    EXPECT_THAT(statuses(answer), ElementsAre(kAccepted, kAccepted, kRefused)) << style;
    EXPECT_EQ(answer.source, Source::kPlayed);
    EXPECT_FALSE(answer.complete);
  }
}

TEST_F(Dialects, RefusingEverythingUnseenIsNoAnswer) {
  Engine engine(stub(with_table("--proto xboard --perft none --no-d")), chess());
  const RootMovesAnswer answer = engine.root_moves(kOther, asked({"h1h8", "e1e2"}), kPlenty);
  ASSERT_FALSE(answer.failure) << answer.failure->detail;
  EXPECT_TRUE(answer.refuses_everything);
  EXPECT_THAT(statuses(answer), ElementsAre(kNotObservable, kNotObservable));
}

TEST_F(Dialects, WithoutSetboardOnlyWhatEditCanTellIsTold) {
  const spec::Variant rules = bundled("chess");
  Engine engine(stub(with_table("--proto xboard --no-setboard --no-d")), rules);
  EXPECT_FAILS(engine.perft("r3k3/8/8/8/8/8/8/4K2R w K - 0 1", 1, kPlenty), Kind::kCannotSetUp,
               "castling rights");
  EXPECT_FAILS(engine.perft("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", 1, kPlenty), Kind::kCannotSetUp,
               "en passant");
  EXPECT_FAILS(engine.perft("4k3/8/8/8/8/8/8/4K2R w - - 0 1", 1, kPlenty), Kind::kCannotSetUp,
               "no right to castle");
  EXPECT_COUNTS(engine.perft(kStart, 1, kPlenty), 2);
}

TEST(XboardFeatures, AreRead) {
  XboardFeatures features;
  EXPECT_FALSE(parse_feature_line("pong 1", &features));
  EXPECT_FALSE(features.seen);
  EXPECT_TRUE(parse_feature_line(
      "#[Chess] 0w>feature setboard=1 usermove=1 time=0 myname=\"My Engine 2\" ping=1", &features));
  EXPECT_TRUE(parse_feature_line("feature variants=\"normal,  gothic,3check\"", &features));
  EXPECT_TRUE(parse_feature_line("feature option=\"Style -combo a /// *b\"", &features));
  EXPECT_TRUE(features.setboard && features.usermove && features.ping);
  EXPECT_EQ(features.name, "My Engine 2");
  EXPECT_THAT(features.variants, ElementsAre("normal", "gothic", "3check"));
  EXPECT_THAT(features.options, ElementsAre("Style"));
  EXPECT_FALSE(features.done);
  parse_feature_line("feature done=1", &features);
  EXPECT_TRUE(features.done);
}

// Scripts.

TEST_F(Dialects, PerftreeScriptsAreRunForEveryQuestion) {
  Engine found(stub(with_table("--proto perftree")), chess());
  EXPECT_DIVIDES(found.perft(kStart, 2, kPlenty), "3 a2a3:1 b2b4:2");
  EXPECT_EQ(found.protocol(), ProtocolKind::kPerftree);
  Engine set(stub_with_keys(with_table("--proto perftree"), "proto=perftree"), chess());
  EXPECT_DIVIDES(set.perft(kSameMoves, 2, kPlenty), "8 a2a3:3 b2b4:5");
  EXPECT_DIVIDES(set.perft(kAfterA3, 1, kPlenty), "1 a7a6:1");
  const RootMovesAnswer root = set.root_moves(kStart, asked({"a2a3"}, {"a2a5"}), kPlenty);
  EXPECT_THAT(statuses(root), ElementsAre(kAccepted, kRefused));
  EXPECT_TRUE(root.complete);
}

TEST_F(Dialects, PerftreeFaultsAreNamed) {
  const auto script = [&](const std::string& fault) {
    return stub_with_keys(with_table("--proto perftree " + fault), "proto=perftree");
  };
  const std::vector<std::tuple<const char*, Kind, const char*>> cases = {
      {"--signal 11", Kind::kDied, "signal 11 (SIGSEGV)"},
      {"--exit 2", Kind::kDied, "exited with code 2"},
      {"--hang", Kind::kHung, "0.3 s"},
      {"--wrong-sum", Kind::kNonsense, "add up to 3"}};
  for (const auto& [fault, kind, detail] : cases) {
    Engine engine(script(fault), chess());
    EXPECT_FAILS(engine.perft(kStart, 2, kShort), kind, detail);
  }
  Engine silent(stub_with_keys("--proto perftree", "proto=perftree"), chess());
  EXPECT_FAILS(silent.perft(kStart, 2, kPlenty), Kind::kDied, "not in the table");
}

TEST_F(Dialects, ExitCodesAgreeOrNot) {
  const auto script = [&](const std::string& fault) {
    return stub_with_keys(with_table("--proto exit-code " + fault), "proto=exit-code");
  };
  Engine engine(script(""), chess());
  EXPECT_TRUE(engine.agree(kStart, 2, 3, kPlenty).agrees);
  const AgreeAnswer wrong = engine.agree(kStart, 2, 4, kPlenty);
  EXPECT_FALSE(wrong.failure);
  EXPECT_FALSE(wrong.agrees);
  EXPECT_FAILS(engine.perft(kStart, 2, kPlenty), Kind::kNoPerft, "counts nothing");
  Engine flatterer(script("--always-agree"), chess());
  const AgreeAnswer flattery = flatterer.agree(kStart, 2, 3, kPlenty);
  ASSERT_TRUE(flattery.failure);
  EXPECT_EQ(flattery.failure->kind, Kind::kNonsense);
  EXPECT_FALSE(flattery.agrees);
  Engine dying(script("--exit 7"), chess());
  const AgreeAnswer death = dying.agree(kStart, 2, 3, kPlenty);
  ASSERT_TRUE(death.failure);
  EXPECT_EQ(death.failure->kind, Kind::kDied);
  Engine counting(stub(with_table("")), chess());
  EXPECT_TRUE(counting.agree(kStart, 2, 3, kPlenty).agrees);
  EXPECT_FALSE(counting.agree(kStart, 2, 4, kPlenty).agrees);
}

// The rest.

TEST_F(Dialects, TwoAnswersToOneQuestionAreNondeterminism) {
  const TemporaryFile counter("toggle", "0");
  Engine engine(stub(with_table("--toggle " + counter.path())), chess());
  EXPECT_FAILS(engine.perft_twice(kStart, 2, kPlenty), Kind::kNondeterministic,
               " nodes when asked again");
  Engine steady(stub(with_table("")), chess());
  EXPECT_DIVIDES(steady.perft_twice(kStart, 2, kPlenty), "3 a2a3:1 b2b4:2");
}

TEST_F(Dialects, AProgramThatSaysNothingHangs) {
  EngineOptions options;
  options.start_deadline = kShort;
  Engine engine(stub("--mute"), chess(), options);
  EXPECT_FAILS(engine.perft(kStart, 1, kPlenty), Kind::kHung, "`uci` within 0.3 s");
}

TEST_F(Dialects, AWrongDescriptionIsNotStarted) {
  Engine engine("cmd=x proto=xbord deadline=soon", chess());
  EXPECT_FAILS(engine.perft(kStart, 1, kPlenty), Kind::kNotFound, "'proto=xbord'");
  EXPECT_FAILS(engine.perft(kStart, 1, kPlenty), Kind::kNotFound, "'deadline=soon'");
}

TEST_F(Dialects, TheDeadlineOfTheKeysComesFirst) {
  Engine engine(stub_with_keys(with_table("--hang --at 1"), "deadline=0.2"), chess());
  EXPECT_FAILS(engine.perft(kStart, 2, kPlenty), Kind::kHung, "within 0.2 s");
}

std::string output_of(const std::string& script) {
  const TemporaryFile file("replay.sh", script);
  std::FILE* pipe = popen(("sh '" + file.path() + "' 0.2 2>&1").c_str(), "r");
  std::string text;
  char buffer[4096];
  for (std::size_t size; (size = std::fread(buffer, 1, sizeof buffer, pipe)) > 0;) {
    text.append(buffer, size);
  }
  pclose(pipe);
  return text;
}

TEST_F(Dialects, AFailureCanBeReplayed) {
  Engine engine(stub(with_table("--exit 7 --when 4k3")), chess());
  EXPECT_COUNTS(engine.perft(kStart, 2, kPlenty), 3);
  EXPECT_FAILS(engine.perft(kSameMoves, 2, kPlenty), Kind::kDied, "code 7");
  const std::string last = engine.replay_script();
  EXPECT_THAT(last, HasSubstr(kSameMoves));
  EXPECT_THAT(last, Not(HasSubstr(kStart)));
  EXPECT_THAT(engine.replay_script(Replay::kAll), HasSubstr(kStart));
  const std::string output = output_of(last);
  EXPECT_THAT(output, HasSubstr("uciok"));
  EXPECT_THAT(output, HasSubstr(std::string("Fen: ") + kSameMoves));
  EXPECT_THAT(output, HasSubstr("exit status 7"));
}

TEST_F(Dialects, AScriptCanBeReplayed) {
  Engine engine(stub_with_keys(with_table("--proto perftree --drop a2a3"), "proto=perftree"),
                chess());
  EXPECT_COUNTS(engine.perft(kStart, 2, kPlenty), 2);
  EXPECT_EQ(output_of(engine.replay_script()), "b2b4 2\n\n2exit status 0\n");
}

TEST(Replay, QuotesForTheShell) {
  EXPECT_EQ(shell_word("go"), "go");
  EXPECT_EQ(shell_word(""), "''");
  EXPECT_EQ(shell_word("go perft 3"), "'go perft 3'");
  EXPECT_EQ(shell_word("it's $HOME"), "'it'\\''s $HOME'");
}

}  // namespace
}  // namespace regelwerk::engines
