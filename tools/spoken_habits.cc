#include "tools/spoken_habits.h"

#include <algorithm>
#include <csignal>

namespace regelwerk::tools {
namespace {

// Stockfish's form, in which most counting UCI engines answer.
Count stockfish_form() {
  return {.words = "go perft", .move = "{move}: {count}", .total = "\nNodes searched: {count}\n"};
}

Echo stockfish_echo() { return {"d", "{board}\nFen: {fen}"}; }

Habits uci(std::string name, std::string source, std::vector<std::string> introduction) {
  Habits habits;
  habits.name = std::move(name);
  habits.source = std::move(source);
  habits.introduction = std::move(introduction);
  return habits;
}

Habits xboard(std::string name, std::string source, std::vector<std::string> introduction) {
  Habits habits = uci(std::move(name), std::move(source), std::move(introduction));
  habits.dialect = Dialect::kXboard;
  return habits;
}

// ---- one fault by one way: engines of which no more can be had than this ----

Habits divide() {
  Habits habits = uci("divide", "Stockfish's form", {"id name Spoken divide 1", "id author test"});
  habits.counts = {stockfish_form()};
  habits.echoes = {stockfish_echo()};
  habits.illegal_moves = IllegalMoves::kDropped;
  return habits;
}

Habits totals() {
  Habits habits = uci("totals", "as Ethereal 12.00, heard", {"id name Spoken totals 1"});
  habits.counts = {{.words = "perft", .total = "{count}"}};
  return habits;
}

Habits multipv() {
  Habits habits =
      uci("multipv", "as Glaurung 2.2, heard",
          {"id name Spoken multipv 1", "option name MultiPV type spin default 1 min 1 max 256"});
  habits.unknown = {"Unknown command: {line}"};
  habits.most_lines = 256;
  habits.illegal_moves = IllegalMoves::kPlayed;
  habits.searchmoves = true;
  return habits;
}

Habits multipv_ending(const std::string& name, const std::string& no_move) {
  Habits habits = multipv();
  habits.name = name;
  habits.source = "roots without moves, as reported of engines";
  habits.introduction.front() = "id name Spoken " + name + " 1";
  habits.no_move = no_move;
  return habits;
}

// As many lines as Toga II 3.0 offers, and searchmoves without effect.
Habits few_lines() {
  Habits habits = multipv();
  habits.name = "few-lines";
  habits.source = "as Toga II 3.0, heard";
  habits.introduction = {"id name Spoken few lines 1",
                         "option name MultiPV type spin default 1 min 1 max 10"};
  habits.unknown = {};
  habits.most_lines = 10;
  habits.searchmoves = false;
  habits.no_move = "bestmove a1a1";
  return habits;
}

Habits plain_xboard() {
  Habits habits =
      xboard("xboard", "the protocol's own words (Tim Mann, H.G. Muller: engine-intf)",
             {"feature ping=1 setboard=1 usermove=1 san=0 colors=0 myname=\"Spoken xboard 1\"",
              "feature done=1"});
  habits.unknown = {"Error (unknown command): {line}"};
  habits.illegal_move = {"Illegal move: {move}"};
  habits.illegal_position = {"tellusererror Illegal position"};
  habits.usermove = true;
  return habits;
}

// ---- engines as they are ----

// github.com/MartinMSPedersen/Crafty-Chess, source/option.c, input.c, utility.c (25.6).
Habits crafty() {
  Habits habits =
      xboard("crafty", "Crafty 25.6: option.c, input.c, setboard.c",
             {"feature ping=1 setboard=1 san=1 time=1 draw=1",
              "feature sigint=0 sigterm=0 reuse=0 analyze=1",
              "feature myname=\"Crafty-25.6\" name=1", "feature playother=1 colors=0 memory=1",
              "feature smp=1", "feature variants=\"normal,nocastle\"", "feature done=1"});
  habits.greeting = {"", "Initializing multiple threads.", "System is SMP, not NUMA.",
                     "", "Crafty v25.6 (1 cpus)",          ""};
  habits.unknown = {"Illegal move (unrecognizable): {line}"};
  habits.illegal_move = {"Illegal move: {move}"};
  habits.unreadable_move = {"Illegal move (unrecognizable): {line}"};
  habits.illegal_position = {
      "illegal position, no white king\nIllegal position, using normal initial chess position"};
  habits.counts = {{.words = "perft", .total = "total moves={count}  time=0.00"}};
  habits.san = true;
  habits.results = true;
  return habits;
}

// github.com/TerjeKir/weiss, src/uci.c, move.c, threads.h, tests.c (2.1-dev). The released program
// has no perft: that word is compiled in only with DEV.
Habits weiss() {
  Habits habits = uci("weiss", "Weiss 2.1-dev: uci.c, move.c, threads.h",
                      {"id name Weiss 2.1-dev", "id author Terje Kirstihagen",
                       "option name Hash type spin default 32 min 2 max 131072",
                       "option name Threads type spin default 1 min 1 max 2048",
                       "option name SyzygyPath type string default <empty>",
                       "option name MultiPV type spin default 1 min 1 max 64",
                       "option name Minimal type check default false",
                       "option name UCI_Chess960 type check default false",
                       "option name NoobBook type check default false"});
  habits.most_lines = 64;
  habits.searchmoves = true;
  habits.illegal_moves = IllegalMoves::kPlayed;
  habits.no_move = "bestmove a1a1";
  return habits;
}

// github.com/TerjeKir/weiss, src/tests.c: what the DEV build adds. Without a position behind the
// depth it counts Kiwipete, whatever was set up.
Habits weiss_dev() {
  Habits habits = weiss();
  habits.name = "weiss-dev";
  habits.source = "Weiss 2.1-dev with DEV: tests.c";
  habits.counts = {{.words = "perft",
                    .before = "\nPerft starting:\nDepth : {depth}\nFEN   : {fen}",
                    .total = "\nPerft complete:\nTime : 1ms\nNPS  : 1000\nNodes: {count}",
                    .position = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - "
                                "0 1"}};
  return habits;
}

// github.com/lucasart/Demolito, src/uci.c, gen.c, position.c. Its debug build stops at what is not
// a legal chess position (position.c asserts it).
Habits demolito() {
  Habits habits = uci("demolito", "Demolito 2025-04: uci.c, gen.c, position.c",
                      {"id name Demolito dev", "id author lucasart",
                       "option name Contempt type spin default 10 min -100 max 100",
                       "option name Hash type spin default 2 min 1 max 1048576",
                       "option name Ponder type check default false",
                       "option name Level type spin default 0 min 0 max 15",
                       "option name Threads type spin default 1 min 1 max 256",
                       "option name Time Buffer type spin default 60 min 0 max 1000",
                       "option name UCI_Chess960 type check default false",
                       "option name Fake Time type check default false"});
  habits.unknown = {"unknown command: {word}"};
  habits.illegal_position = {
      "demolito: position.c:127: pos_set: Assertion `bb_count(pos_pieces_cp(pos, color, KING)) == "
      "1' "
      "failed.",
      true, -1, SIGABRT};
  habits.illegal_move = {"demolito: position.c:420: pos_move: Assertion `m' failed.", true, -1,
                         SIGABRT};
  habits.illegal_moves = IllegalMoves::kTold;
  habits.counts = {
      {.words = "perft", .move = "{move}\t{count}", .total = "{count}", .needs_div = true}};
  habits.echoes = {{"d", "{board}\n{fen}"}};
  habits.no_move = "bestmove a1a1";
  return habits;
}

// OliThink 5.9.x: src/olithink.c as kept in github.com/olithink/OliThink before 5.11.9 and in
// github.com/maksimKorzh/chess_programming (didactic_engines/OliThink-master). No depth is read
// behind perft and divide: they count up to the depth of `sd` (64) until more input comes.
Habits olithink() {
  Habits habits = xboard("olithink", "OliThink 5.9: olithink.c",
                         {"feature setboard=1 myname=\"OliThink 5.9.9b\" colors=0 analyze=1 ping=1 "
                          "sigint=0 sigterm=0 done=1"});
  habits.unknown = {"UNKNOWN COMMAND: {line}"};
  habits.illegal_move = {"Illegal move: {move}", true};
  habits.san = true;
  habits.results = true;
  habits.counts = {
      {.words = "perft", .depth_given = false, .total = "Depth: {depth} Nodes: {count} "},
      {.words = "divide", .depth_given = false, .move = "{move} {count}"}};
  return habits;
}

// The words of which older versions are reported (`Error (...)`, `Illegal move` on standard
// output).
Habits olithink_old() {
  Habits habits = olithink();
  habits.name = "olithink-old";
  habits.source = "OliThink, as reported by users";
  habits.unknown = {"Error (unknown command): {line}"};
  habits.illegal_move = {"Error (illegal move): {move}"};
  return habits;
}

// N.E.G. 1.1, H.G. Muller: neg.c in github.com/maksimKorzh/chess_programming
// (didactic_engines/NEG). It knows no ping, tells each command that it reads, refuses nothing and
// plays what it is told.
Habits neg() {
  Habits habits = xboard("neg", "N.E.G. 1.1: neg.c",
                         {"feature myname=\"N.E.G. 1.1\" setboard=1 usermove=1 analyze=0 colors=0 "
                          "sigint=0 sigterm=0 done=1"});
  habits.usermove = true;
  habits.trusts = true;
  habits.pongs = 0;
  habits.after_each = "# command: {word}";
  return habits;
}

// github.com/kz04px/4ku, src/main.cpp. `go` reads on until it meets wtime or btime; a word that
// it does not know is played if it is a legal move, and passed over if not.
Habits four_ku() {
  Habits habits = uci(
      "4ku", "4ku 2024-05: main.cpp",
      {"id name 4ku", "id author Team4ku", "option name Threads type spin default 1 min 1 max 256",
       "option name Hash type spin default 64 min 1 max 65536"});
  habits.counts = {
      {.words = "perft", .total = "info depth {depth} nodes {count} time 0\nnodes {count}"}};
  habits.clock_only = true;
  habits.bare_moves = true;
  habits.no_move = "bestmove a1a1";
  return habits;
}

// ---- reported ways, spoken around a right generator ----

// A shim around the npm package `chess`, which writes the placement and nothing else.
Habits npm_chess() {
  Habits habits = divide();
  habits.name = "npm-chess";
  habits.source = "npm chess 1.5.1 through a shim";
  habits.introduction = {"id name npm chess 1.5.1"};
  habits.echoes = {{"d", "Fen: {placement}"}};
  return habits;
}

// github.com/octopus-prime/perft, README: ./perft d DEPTH [FEN]; the pieces have letters, the total
// is "n = 8,902", and a line of the same form is the speed.
Habits octopus() {
  Habits habits;
  habits.name = "octopus";
  habits.source = "octopus-prime/perft: README";
  habits.dialect = Dialect::kScript;
  habits.counts = {{.move = "{piece}{move} {count}", .total = "n = {commas}\nt = 0.5\np = 17,804"}};
  return habits;
}

// jhonnold/berserk#357: the sum of the divide in a signed number.
Habits overflow(int bits) {
  Habits habits = divide();
  habits.name = "overflow" + std::to_string(bits);
  habits.source = "jhonnold/berserk#357";
  habits.introduction = {"id name Overflow " + std::to_string(bits)};
  habits.counts.front().total = "\nNodes: {count}\nTime: 1ms\nNPS: 1000";
  habits.counts.front().bits = bits;
  return habits;
}

// Witek902/Caissa#24: at a root without moves it says so, then ends by signal 11.
Habits mate_crash(const std::string& name, const std::string& words, bool dies) {
  Habits habits = divide();
  habits.name = name;
  habits.source = "Witek902/Caissa#24";
  habits.introduction = {"id name MateCrash 1"};
  habits.no_move = "bestmove 0000";
  habits.trouble = Trouble::kCountingNoMoves;
  habits.troubled = {words, false, -1, dies ? SIGSEGV : 0};
  return habits;
}

// official-stockfish/Stockfish#3280: without its network file it ends at the first count.
Habits no_net() {
  Habits habits = divide();
  habits.name = "no-net";
  habits.source = "official-stockfish/Stockfish#3280";
  habits.introduction = {"id name NoNet 14", "option name EvalFile type string default nn.nnue"};
  habits.trouble = Trouble::kCounting;
  habits.troubled = {
      "info string ERROR: Network evaluation parameters compatible with the engine must be "
      "available.\n"
      "info string ERROR: The network file nn.nnue was not loaded successfully.\n"
      "info string ERROR: The engine will be terminated now.",
      false, 1};
  return habits;
}

// leedavid/NewGG#11: uciok before it is asked for.
Habits early_uciok() {
  Habits habits = divide();
  habits.name = "early-uciok";
  habits.source = "leedavid/NewGG#11";
  habits.introduction = {"id name Early 1", "option name UCI_Chess960 type check default false"};
  habits.greeting = {"uciok", "info initend"};
  return habits;
}

// Right and slow: it answers `isready` and `stop` while it counts.
Habits slow() {
  Habits habits = divide();
  habits.name = "slow";
  habits.source = "a slow program that is right";
  habits.introduction = {"id name Slow 1"};
  habits.nodes_per_second = 2000;
  return habits;
}

// GNU Chess 6.2.7 in xboard, heard: every pong comes twice, a played move is repeated.
Habits gnuchess_like() {
  Habits habits = plain_xboard();
  habits.name = "double-pong";
  habits.source = "as GNU Chess 6.2.7, heard";
  habits.introduction.front() =
      "feature ping=1 setboard=1 usermove=1 san=0 colors=0 myname=\"Spoken double pong 1\"";
  habits.unknown = {"Invalid move: {line}"};
  habits.illegal_move = {"Invalid move: {move}"};
  habits.illegal_position = {"telluser Board is wrong!"};
  habits.pongs = 2;
  habits.played = "1. {move}";
  habits.results = true;
  return habits;
}

// HoiChess 0.22, heard: it ends on every word that it does not know, moves that are not legal among
// them.
Habits fragile() {
  Habits habits = plain_xboard();
  habits.name = "fragile";
  habits.source = "as HoiChess 0.22.0, heard";
  habits.introduction = {
      "feature myname=\"Spoken fragile 1\" variants=\"normal\" ping=1 setboard=1 colors=0 done=1"};
  habits.usermove = false;
  habits.unknown = {"Illegal move: {line}\nError (unknown command): {line}", false, 1};
  habits.illegal_move = {"Illegal move: {move}\nError (unknown command): {move}", false, 1};
  habits.illegal_position = {"tellusererror Illegal position", false, 1};
  return habits;
}

}  // namespace

const std::vector<Habits>& all_habits() {
  static const std::vector<Habits> all = [] {
    std::vector<Habits> list = {
        divide(),
        totals(),
        multipv(),
        multipv_ending("multipv-0000", "bestmove 0000"),
        multipv_ending("multipv-a1a1", "bestmove a1a1"),
        multipv_ending("multipv-null", "bestmove NULL"),
        multipv_ending("multipv-silent", ""),
        few_lines(),
        plain_xboard(),
        gnuchess_like(),
        fragile(),
        crafty(),
        weiss(),
        weiss_dev(),
        demolito(),
        olithink(),
        olithink_old(),
        neg(),
        four_ku(),
        npm_chess(),
        octopus(),
        overflow(16),
        overflow(32),
        mate_crash("mate-crash", "info depth 0 score mate 0\nbestmove 0000", true),
        mate_crash("mate-crash-says", "info depth 0 score mate 0\nbestmove 0000", false),
        mate_crash("mate-crash-dies", "", true),
        no_net(),
        early_uciok(),
        slow(),
    };
    std::sort(list.begin(), list.end(),
              [](const Habits& a, const Habits& b) { return a.name < b.name; });
    return list;
  }();
  return all;
}

const Habits* find_habits(std::string_view name) {
  for (const Habits& habits : all_habits()) {
    if (habits.name == name) return &habits;
  }
  return nullptr;
}

}  // namespace regelwerk::tools
