// Real engines, where they are installed. What they do wrong was seen with the versions named.
#include "oracle/engines/testing.h"

namespace regelwerk::engines {
namespace {

TEST(Stockfish, CountsFromTheStart) {
  SKIP_WITHOUT("stockfish");
  Engine engine("stockfish", chess());
  // Numbers: published by the Chess Programming Wiki, "Perft Results".
  const std::uint64_t counts[] = {20, 400, 8902, 197281, 4865609};
  for (int depth = 1; depth <= 5; ++depth) {
    EXPECT_COUNTS(engine.perft(kStart, depth, kPlenty), counts[depth - 1]);
  }
  EXPECT_THAT(engine.name(), HasSubstr("Stockfish"));
}

TEST(Stockfish, AFinishedGameIsZeroAndNoNonsense) {
  SKIP_WITHOUT("stockfish");
  Engine engine("stockfish", chess());
  EXPECT_COUNTS(engine.perft("k7/1Q6/1K6/8/8/8/8/8 b - - 0 1", 3, kPlenty), 0);
}

TEST(Stockfish, TakesThePositionAfterAnyOther) {
  SKIP_WITHOUT("stockfish");
  Engine engine("stockfish", chess());
  EXPECT_COUNTS(engine.perft(kStart, 1, kPlenty), 20);
  EXPECT_COUNTS(engine.perft("B6b/8/8/8/2K5/5k2/8/b6B b - - 0 1", 3, kPlenty), 1829);
  EXPECT_COUNTS(engine.perft("r4rk1/1R5p/3p1q2/p1pP4/P7/7P/6P1/1R1Q3K b - - 0 24", 1, kPlenty), 35);
  EXPECT_COUNTS(engine.perft("4k3/8/8/8/8/8/8/4K2R w K - 0 1", 2, kPlenty), 66);
}

// Stockfish 15.1 lists an en passant capture that leaves a check in place, and falls over it at
// depth 3; without the en passant square it counts 2528, as does everybody else with it. Other
// versions count rightly.
TEST(Stockfish, MayDieInTheMiddleOfASuite) {
  SKIP_WITHOUT("stockfish");
  Engine engine("stockfish", chess());
  EXPECT_COUNTS(engine.perft(kStart, 3, kPlenty), 8902);
  const PerftAnswer answer = engine.perft(
      "rnbqk1nr/bb3p1p/1q2r3/2pPp3/3P4/7P/1PP1NpPP/R1BQKBNR w KQkq c6 0 1", 3, kPlenty);
  if (engine.name() == "Stockfish 15.1") {
    ASSERT_TRUE(answer.failure);
    EXPECT_EQ(answer.failure->kind, Kind::kDied);
    EXPECT_THAT(answer.failure->detail, HasSubstr("signal 11 (SIGSEGV) after `go perft 3`"));
  } else {
    EXPECT_TRUE(answer.failure || answer.nodes == 2528) << answer.nodes;
  }
  EXPECT_COUNTS(
      engine.perft("rnbqk1nr/bb3p1p/1q2r3/2pPp3/3P4/7P/1PP1NpPP/R1BQKBNR w KQkq - 0 1", 3, kPlenty),
      2528);
}

TEST(Stockfish, WithoutAKingItDiesOrRefusesButNeverCounts) {
  SKIP_WITHOUT("stockfish");
  Engine engine("stockfish", chess());
  const PerftAnswer answer = engine.perft("7R/8/8/8/8/8/8/8 w K - 0 1", 1, 5s);
  ASSERT_TRUE(answer.failure);
  EXPECT_COUNTS(engine.perft(kStart, 1, kPlenty), 20);
}

TEST(Stockfish, DoesNotKnowOtherVariants) {
  SKIP_WITHOUT("stockfish");
  const spec::Variant atomic = variant("atomic");
  Engine engine("stockfish", atomic);
  EXPECT_FAILS(engine.perft(kStart, 4, kPlenty), Kind::kVariantUnknown, "'atomic'");
}

TEST(Stockfish, PlaysChess960OnlyWithTheOption) {
  SKIP_WITHOUT("stockfish");
  spec::Variant chess960 = chess();
  chess960.engines["uci-chess960"] = "on";
  Engine engine("stockfish", chess960);
  EXPECT_COUNTS(engine.perft("4k3/8/8/8/8/8/8/rR2K1N1 w B - 0 1", 1, kPlenty), 11);
  EXPECT_COUNTS(engine.perft("4k3/8/8/8/8/8/8/4K1RR w G - 0 1", 3, kPlenty), 2446);
  EXPECT_COUNTS(
      engine.perft("nrkb2nr/ppppp1p1/6bp/5p2/BPP1P1P1/P7/3P1P1P/qRK1BQNR w BHbh - 0 3", 1, kPlenty),
      28);
}

TEST(FairyStockfish, CountsCapablancaChess) {
  SKIP_WITHOUT("fairy-stockfish");
  const spec::Variant capablanca = bundled("capablanca");
  Engine engine("fairy-stockfish", capablanca);
  EXPECT_COUNTS(engine.perft("rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1",
                             3, kPlenty),
                25228);
  const PerftAnswer answer = engine.perft("r4k3r/10/10/10/10/10/10/R4K3R w KQkq - 0 1", 1, kPlenty);
  ASSERT_FALSE(answer.failure) << answer.failure->detail;
  EXPECT_EQ(answer.nodes, 28u);
  std::vector<std::string> moves;
  for (const DivideLine& line : answer.divide) moves.push_back(line.action);
  EXPECT_THAT(moves, Contains("f1i1"));
  EXPECT_THAT(moves, Contains("f1c1"));
}

TEST(FairyStockfish, KnowsOnlyTheVariantsItOffers) {
  SKIP_WITHOUT("fairy-stockfish");
  const spec::Variant misspelt = variant("Crazyhouse");
  Engine engine("fairy-stockfish", misspelt);
  EXPECT_FAILS(engine.perft(kStart, 1, kPlenty), Kind::kVariantUnknown, "'Crazyhouse'");
}

TEST(FairyStockfish, SurvivesABrokenBoardAsAFailure) {
  SKIP_WITHOUT("fairy-stockfish");
  const spec::Variant capablanca = bundled("capablanca");
  Engine engine("fairy-stockfish", capablanca);
  const PerftAnswer answer =
      engine.perft("rnabqkbcnr/pppppppppp/55/91/19/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1", 1, 5s);
  EXPECT_TRUE(answer.failure);
  EXPECT_COUNTS(engine.perft("r4k3r/10/10/10/10/10/10/R4K3R w KQkq - 0 1", 3, kPlenty), 18317);
}

std::vector<std::string> actions(const PerftAnswer& answer) {
  std::vector<std::string> result;
  for (const DivideLine& line : answer.divide) result.push_back(line.action);
  return result;
}

MoveStatus status_of(const RootMovesAnswer& answer, const std::string& action) {
  for (const CandidateAnswer& candidate : answer.candidates) {
    if (candidate.action == action) return candidate.status;
  }
  return MoveStatus::kNotObservable;
}

// 15.1 lists an en passant capture that leaves the check of the pawn on f2.
TEST(Stockfish, ListsAnIllegalEnPassant) {
  SKIP_WITHOUT("stockfish");
  Engine engine("stockfish", chess());
  const PerftAnswer answer = engine.perft(
      "rnbqk1nr/bb3p1p/1q2r3/2pPp3/3P4/7P/1PP1NpPP/R1BQKBNR w KQkq c6 0 1", 1, kPlenty);
  ASSERT_FALSE(answer.failure) << answer.failure->detail;
  EXPECT_THAT(actions(answer), Contains("e1f2"));
  if (engine.name() == "Stockfish 15.1") {
    EXPECT_THAT(actions(answer), Contains("d5c6"));
  }
}

TEST(Stockfish, StopsReadingAtAnIllegalMove) {
  SKIP_WITHOUT("stockfish");
  Engine engine("stockfish", chess());
  const PlayAnswer dropped = engine.play("startpos", {"e2e4", "e7e5", "e1e3", "g8f6"}, kPlenty);
  ASSERT_FALSE(dropped.failure) << dropped.failure->detail;
  EXPECT_TRUE(dropped.observable);
  EXPECT_EQ(dropped.played, 2u);
  EXPECT_EQ(engine.play("startpos", {"e2e4", "e7e5", "g1f3"}, kPlenty).played, 3u);
  const std::string castling = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
  EXPECT_EQ(engine.play(castling, {"e1h1"}, kPlenty).played, 0u);
  EXPECT_EQ(engine.play(castling, {"e1g1"}, kPlenty).played, 1u);
  EXPECT_EQ(
      engine.play("r4rk1/1R5p/3p1q2/p1pP4/P7/7P/6P1/1R1Q3K b - - 0 24", {"b8e8"}, kPlenty).played,
      0u);
  Engine chess960("cmd=stockfish chess960=on", chess());
  EXPECT_EQ(chess960.play(castling, {"e1h1"}, kPlenty).played, 1u);
  EXPECT_EQ(chess960.play(castling, {"e1g1"}, kPlenty).played, 0u);
}

// A castling into check without the option; 11 moves are right.
TEST(Stockfish, MiscountsChess960WithoutTheOption) {
  SKIP_WITHOUT("stockfish");
  const std::string position = "4k3/8/8/8/8/8/8/rR2K1N1 w Q - 0 1";
  Engine without("stockfish", chess());
  const PerftAnswer wrong = without.perft(position, 1, kPlenty);
  if (without.name() == "Stockfish 15.1") {
    EXPECT_TRUE(wrong.failure || wrong.nodes == 12) << wrong.nodes;
  }
  Engine with("cmd=stockfish chess960=on", chess());
  EXPECT_COUNTS(with.perft(position, 1, kPlenty), 11);
}

TEST(Stockfish, ListsAllMovesBySearching) {
  SKIP_WITHOUT("stockfish");
  const spec::Variant rules = bundled("chess");
  Engine engine("cmd=stockfish perft=none", rules);
  const RootMovesAnswer answer =
      engine.root_moves(kKiwipete, asked({"e1g1", "e1c1", "e2a6", "d5e6"}, {"a1a8"}), kPlenty);
  ASSERT_FALSE(answer.failure) << answer.failure->detail;
  EXPECT_EQ(answer.source, RootMovesAnswer::Source::kSearch);
  EXPECT_TRUE(answer.complete);
  EXPECT_EQ(answer.moves.size(), 48u);
  EXPECT_EQ(status_of(answer, "e1g1"), MoveStatus::kAccepted);
  EXPECT_EQ(status_of(answer, "a1a8"), MoveStatus::kRefused);
}

TEST(Stockfish, OptionsTakeOrFail) {
  SKIP_WITHOUT("stockfish");
  Engine right("cmd=stockfish option.Hash=32 option.UCI_ShowWDL=on", chess());
  EXPECT_COUNTS(right.perft("startpos", 2, kPlenty), 400);
  Engine wrong("cmd=stockfish option.Hash=0", chess());
  EXPECT_FAILS(wrong.perft("startpos", 2, kPlenty), Kind::kOptionRefused, "goes from 1");
  Engine unknown("cmd=stockfish option.VariantPath=/dev/null", chess());
  EXPECT_FAILS(unknown.perft("startpos", 2, kPlenty), Kind::kOptionRefused, "'VariantPath'");
}

TEST(FairyStockfish, ReadsAVariantFile) {
  SKIP_WITHOUT("fairy-stockfish");
  const TemporaryFile file("variants.ini", "[single:chess]\ndoubleStep = false\n");
  Engine engine("cmd=fairy-stockfish variant=single option.VariantPath=" + file.path(), chess());
  EXPECT_COUNTS(engine.perft("startpos", 2, kPlenty), 144);
  Engine without("cmd=fairy-stockfish variant=single", chess());
  EXPECT_FAILS(without.perft("startpos", 2, kPlenty), Kind::kVariantUnknown, "'single'");
}

TEST(FairyStockfish, CountsAsideInXboard) {
  SKIP_WITHOUT("fairy-stockfish");
  Engine engine("cmd=fairy-stockfish proto=xboard", chess());
  EXPECT_COUNTS(engine.perft(kKiwipete, 3, kPlenty), 97862);
  EXPECT_COUNTS(engine.perft("startpos", 4, kPlenty), 197281);
}

// With "setboard" but without "force" it plays at once, and counts 21 from the child.
TEST(Sjaak, WaitsWhenItIsToldTo) {
  SKIP_WITHOUT("sjaakii");
  Engine engine("cmd=sjaakii proto=xboard", chess());
  const PerftAnswer answer = engine.perft("8/8/8/1k6/3Pp3/8/8/4KQ2 b - d3 0 1", 1, kPlenty);
  ASSERT_FALSE(answer.failure) << answer.failure->detail;
  EXPECT_EQ(answer.nodes, 6u);
  EXPECT_THAT(actions(answer), ElementsAre("b5a4", "b5a5", "b5b4", "b5b6", "b5c6", "e4d3"));
  EXPECT_EQ(answer.checked, PositionCheck::kShown);
}

TEST(Sjaak, CountsAndDividesInBothProtocols) {
  SKIP_WITHOUT("sjaakii");
  for (const char* command : {"cmd=sjaakii proto=xboard", "cmd=sjaakii proto=uci perft=perft"}) {
    Engine engine(command, chess());
    const PerftAnswer answer = engine.perft(kKiwipete, 3, kPlenty);
    ASSERT_FALSE(answer.failure) << command << ": " << answer.failure->detail;
    EXPECT_EQ(answer.nodes, 97862u) << command;
    EXPECT_EQ(answer.divide.size(), 48u) << command;
    EXPECT_COUNTS(engine.perft("startpos", 4, kPlenty), 197281);
  }
}

// It takes "go perft" for a search and does not stop it when told; a new process is asked in other
// words.
TEST(Sjaak, IsUnderstoodWithoutBeingTold) {
  SKIP_WITHOUT("sjaakii");
  Engine engine("sjaakii", chess());
  EXPECT_COUNTS(engine.perft("startpos", 3, kPlenty), 8902);
  EXPECT_EQ(engine.protocol(), ProtocolKind::kUci);
}

TEST(Sjaak, CountsCapablancaChess) {
  SKIP_WITHOUT("sjaakii");
  const spec::Variant capablanca = bundled("capablanca");
  Engine engine("cmd=sjaakii proto=xboard", capablanca);
  EXPECT_COUNTS(engine.perft("startpos", 3, kPlenty), 25228);
  EXPECT_COUNTS(engine.perft("r4k3r/10/10/10/10/10/10/R4K3R w KQkq - 0 1", 3, kPlenty), 18317);
}

TEST(Sjaak, NumbersTenRanksFromZero) {
  SKIP_WITHOUT("sjaakii");
  spec::Variant grand = variant("grand", 10);
  grand.board.ranks = 10;
  const std::string start =
      "r8r/1nbqkcabn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQKCABN1/R8R w - - 0 1";
  grand.start = start;
  for (const char* command : {"cmd=sjaakii proto=xboard", "cmd=fairy-stockfish proto=xboard"}) {
    if (!find_program(command[4] == 's' ? "sjaakii" : "fairy-stockfish")) continue;
    Engine engine(command, grand);
    const PerftAnswer answer = engine.perft(start, 1, kPlenty);
    ASSERT_FALSE(answer.failure) << command << ": " << answer.failure->detail;
    EXPECT_EQ(answer.nodes, 65u) << command;
    EXPECT_THAT(actions(answer), Contains("a1a2")) << command;
    EXPECT_THAT(actions(answer), Not(Contains("a0a1"))) << command;
  }
}

TEST(FairyMax, HasItsMovesPlayedOneByOne) {
  SKIP_WITHOUT("fairymax");
  const spec::Variant rules = bundled("chess");
  Engine engine("fairymax", rules);
  EXPECT_FAILS(engine.perft("startpos", 2, kPlenty), Kind::kNoPerft, "unknown command");
  const RootMovesAnswer start =
      engine.root_moves("startpos", asked({"e2e4", "g1f3"}, {"e2e5", "a1a2", "e1g1"}), kPlenty);
  ASSERT_FALSE(start.failure) << start.failure->detail;
  EXPECT_EQ(engine.protocol(), ProtocolKind::kXboard);
  EXPECT_EQ(start.source, RootMovesAnswer::Source::kPlayed);
  EXPECT_FALSE(start.complete);
  EXPECT_THAT(start.moves, ElementsAre("e2e4", "g1f3"));
  // Black to move, told piece by piece.
  const RootMovesAnswer edited = engine.root_moves(
      "8/8/8/1k6/3Pp3/8/8/4KQ2 b - - 0 1", asked({"b5a4", "b5b4"}, {"b5c4", "e4d3"}), kPlenty);
  ASSERT_FALSE(edited.failure) << edited.failure->detail;
  EXPECT_THAT(edited.moves, ElementsAre("b5a4", "b5b4"));
  // Kings and rooks at home: all rights are meant.
  const RootMovesAnswer rights = engine.root_moves(kKiwipete, asked({"e1g1"}), kPlenty);
  ASSERT_FALSE(rights.failure) << rights.failure->detail;
  EXPECT_EQ(status_of(rights, "e1g1"), MoveStatus::kAccepted);
  std::string fewer = kKiwipete;
  fewer.replace(fewer.find("KQkq"), 4, "Kkq");
  const RootMovesAnswer untold = engine.root_moves(fewer, asked({"e1g1"}), kPlenty);
  ASSERT_TRUE(untold.failure);
  EXPECT_EQ(untold.failure->kind, Kind::kCannotSetUp);
}

}  // namespace
}  // namespace regelwerk::engines
