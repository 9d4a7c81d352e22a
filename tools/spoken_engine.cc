// regelwerk_spoken_engine --as NAME [--lacking FAULT]: a chess engine that speaks as the engine of
// that name does, with right moves, or with one fault. For tests; not installed.
//
// What each NAME says stands in spoken_habits.cc; the moves are those of faulty_chess.h.

#include <fmt/core.h>
#include <poll.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <optional>
#include <sstream>
#include <thread>

#include "tools/faulty_chess.h"
#include "tools/spoken_habits.h"

namespace {

using namespace regelwerk;
using tools::ChessBoard;
using tools::Count;
using tools::Dialect;
using tools::FaultyChess;
using tools::Habits;
using tools::IllegalMoves;
using tools::Say;
using tools::Trouble;

constexpr int kDeepestUnasked = 64;                   // of counts to the depth set by `sd`
constexpr std::uint64_t kCountsInOneGo = 20'000'000;  // then such a count waits for more input

using Words = std::vector<std::string>;

Words words_of(const std::string& line) {
  std::istringstream stream(line);
  Words words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

bool is_coordinates(const std::string& text) {
  const auto square = [&](std::size_t at) {
    return text[at] >= 'a' && text[at] <= 'h' && text[at + 1] >= '1' && text[at + 1] <= '8';
  };
  return (text.size() == 4 || text.size() == 5) && square(0) && square(2);
}

std::string with_commas(std::int64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t at = digits.size(); at > 3 && digits[at - 4] != '-';) {
    at -= 3;
    digits.insert(at, ",");
  }
  return digits;
}

// The value of a signed number of so many bits that counts up to `number`.
std::int64_t wrapped(std::uint64_t number, int bits) {
  const int unused = 64 - bits;
  return static_cast<std::int64_t>(number << unused) >> unused;
}

// Lines of standard input, of which can be asked whether more have come.
class Input {
 public:
  std::optional<std::string> next() {
    while (lines_.empty() && !ended_) read_some();
    return take();
  }
  // Waits so long at most.
  std::optional<std::string> next_within(std::chrono::milliseconds time) {
    if (lines_.empty() && !ended_) {
      pollfd state{STDIN_FILENO, POLLIN, 0};
      if (poll(&state, 1, static_cast<int>(time.count())) > 0) read_some();
    }
    return take();
  }
  void put_back(std::string line) { lines_.push_front(std::move(line)); }
  bool waiting() {
    const auto line = next_within(std::chrono::milliseconds(0));
    if (line) put_back(*line);
    return line.has_value() || ended_;
  }

 private:
  std::optional<std::string> take() {
    if (lines_.empty()) return std::nullopt;
    std::string line = std::move(lines_.front());
    lines_.pop_front();
    return line;
  }
  void read_some() {
    std::array<char, 4096> bytes{};
    const ssize_t got = read(STDIN_FILENO, bytes.data(), bytes.size());
    if (got <= 0) {
      ended_ = true;
      return;
    }
    for (ssize_t i = 0; i < got; ++i) {
      if (bytes[i] == '\n') {
        lines_.push_back(std::move(rest_));
        rest_.clear();
      } else if (bytes[i] != '\r') {
        rest_ += bytes[i];
      }
    }
  }

  std::deque<std::string> lines_;
  std::string rest_;
  bool ended_ = false;
};

class Engine {
 public:
  Engine(const Habits& habits, const FaultyChess& chess)
      : habits_(habits), chess_(chess), board_(chess.start()) {}

  void run() {
    for (const std::string& line : habits_.greeting) put(line);
    while (const auto line = input_.next()) {
      if (!answer(*line)) return;
    }
  }

  // A script: words of the command line, and one answer.
  int run_script(const Words& arguments) {
    if (arguments.size() < 2) {
      put("Usage: ./perft <command> <depth> [<fen>]\nCommands: p[erft] | d[ivide] | t[est]");
      return 1;
    }
    if (arguments.size() > 2) {
      const auto board = ChessBoard::read(arguments[2]);
      if (!board) return 1;
      board_ = *board;
    }
    count_by(habits_.counts.front(), {arguments[1]});
    return 0;
  }

 private:
  void put(const std::string& text) {
    fmt::print("{}\n", text);
    std::fflush(stdout);
  }

  void say(const Say& what, const std::string& line, const std::string& move = "") {
    if (!what.text.empty()) {
      const Words words = words_of(line);
      const std::string text =
          fmt::format(fmt::runtime(what.text), fmt::arg("line", line), fmt::arg("move", move),
                      fmt::arg("word", words.empty() ? "" : words.front()));
      fmt::print(what.on_stderr ? stderr : stdout, "{}\n", text);
    }
    std::fflush(stdout);
    std::fflush(stderr);
    if (what.kill_signal != 0) {
      std::signal(what.kill_signal, SIG_DFL);
      std::raise(what.kill_signal);
    }
    if (what.exit_status >= 0) std::_Exit(what.exit_status);
  }

  // False at the end.
  bool answer(const std::string& line) {
    const Words words = words_of(line);
    if (words.empty()) return true;
    if (words.front() == "quit") return false;
    if (searching_ && (words.front() == "stop" || words.front() == "?")) {
      finish_search();
      return true;
    }
    const bool known =
        show(words.front()) || count_asked(words) ||
        (habits_.dialect == Dialect::kUci ? answer_uci(line, words) : answer_xboard(line, words));
    if (!known) say(habits_.unknown, line);
    if (!habits_.after_each.empty()) say({habits_.after_each}, line);
    return true;
  }

  bool legal(const std::string& move) const {
    const std::vector<std::string> moves = chess_.moves(board_);
    return std::find(moves.begin(), moves.end(), move) != moves.end();
  }

  // ---- showing ----

  std::string drawing() const {
    std::string text;
    for (int rank = 7; rank >= 0; --rank) {
      for (int file = 0; file < 8; ++file) {
        const char piece = board_.at[8 * rank + file];
        text += piece == '\0' ? '.' : piece;
        if (file < 7) text += ' ';
      }
      if (rank > 0) text += '\n';
    }
    return text;
  }

  bool show(const std::string& word) {
    for (const tools::Echo& echo : habits_.echoes) {
      if (echo.word != word) continue;
      put(fmt::format(fmt::runtime(echo.text), fmt::arg("board", drawing()),
                      fmt::arg("fen", board_.text()), fmt::arg("placement", board_.placement())));
      return true;
    }
    return false;
  }

  // ---- counting ----

  bool count_asked(const Words& words) {
    for (const Count& count : habits_.counts) {
      const Words asked = words_of(count.words);
      if (asked.empty() || words.size() < asked.size() ||
          !std::equal(asked.begin(), asked.end(), words.begin())) {
        continue;
      }
      count_by(count,
               Words(words.begin() + static_cast<std::ptrdiff_t>(asked.size()), words.end()));
      return true;
    }
    return false;
  }

  void count_by(const Count& how, const Words& arguments) {
    const bool no_moves = chess_.moves(board_).empty();
    if (habits_.trouble == Trouble::kCounting ||
        (habits_.trouble == Trouble::kCountingNoMoves && no_moves)) {
      say(habits_.troubled, "");
      return;
    }
    const ChessBoard held = board_;
    if (!how.position.empty()) {
      std::string position;
      for (std::size_t i = 1; i < arguments.size(); ++i) position += arguments[i] + " ";
      board_ = ChessBoard::read(position).value_or(*ChessBoard::read(how.position));
    }
    if (how.depth_given) {
      const int depth = arguments.empty() ? 1 : std::atoi(arguments.front().c_str());
      const bool div = arguments.size() > 1 && arguments[1] == "div";
      count_depth(how, depth, !how.needs_div || div);
    } else if (how.total.empty()) {
      count_depth(how, std::min(deepest_, 4), true);
    } else {
      count_up(how);
    }
    board_ = held;
  }

  void count_depth(const Count& how, int depth, bool move_lines) {
    if (!how.before.empty()) {
      put(fmt::format(fmt::runtime(how.before), fmt::arg("depth", depth),
                      fmt::arg("fen", board_.text())));
    }
    std::uint64_t total = 0;
    std::string lines;
    if (how.move.empty() || depth < 1) {
      total = chess_.count(board_, depth);
    } else {
      for (const std::string& move : chess_.moves(board_)) {
        const std::uint64_t nodes = chess_.count(board_.after(move).value(), depth - 1);
        total += nodes;
        const char piece = board_.at[(move[1] - '1') * 8 + move[0] - 'a'];
        lines += fmt::format(fmt::runtime(how.move + "\n"), fmt::arg("move", move),
                             fmt::arg("count", nodes),
                             fmt::arg("piece", static_cast<char>(std::toupper(piece))));
      }
    }
    if (!take_time(total)) return;
    if (move_lines) fmt::print("{}", lines);
    if (!how.total.empty()) put_total(how, depth, total);
    std::fflush(stdout);
  }

  void put_total(const Count& how, int depth, std::uint64_t total) {
    const std::int64_t kept = wrapped(total, how.bits);
    put(fmt::format(fmt::runtime(how.total), fmt::arg("depth", depth), fmt::arg("count", kept),
                    fmt::arg("commas", with_commas(kept))));
  }

  // Every depth from 1 on, up to the one set by `sd` or until more input comes; the depth that is
  // broken off has a sign behind its count.
  void count_up(const Count& how) {
    for (int depth = 1; depth <= deepest_; ++depth) {
      const std::uint64_t last = depth == 1 ? 0 : chess_.count(board_, depth - 1);
      if (last * 30 > kCountsInOneGo) {
        while (!input_.waiting()) std::this_thread::sleep_for(std::chrono::milliseconds(10));
      }
      if (input_.waiting() && depth > 1) {
        put(fmt::format("Depth: {} Nodes: {}+", depth, last));
        return;
      }
      put_total(how, depth, chess_.count(board_, depth));
    }
  }

  // Counts slowly; false if it was stopped.
  bool take_time(std::uint64_t nodes) {
    if (habits_.nodes_per_second == 0) return true;
    const auto end = std::chrono::steady_clock::now() +
                     std::chrono::milliseconds(nodes * 1000 / habits_.nodes_per_second);
    std::vector<std::string> later;
    bool stopped = false;
    while (!stopped && std::chrono::steady_clock::now() < end) {
      const auto line = input_.next_within(std::chrono::milliseconds(10));
      if (!line) continue;
      if (*line == "isready") {
        put("readyok");
      } else if (*line == "stop") {
        stopped = true;
      } else if (*line == "quit") {
        std::_Exit(0);
      } else {
        later.push_back(*line);
      }
    }
    for (auto line = later.rbegin(); line != later.rend(); ++line) input_.put_back(*line);
    return !stopped;
  }

  // ---- UCI ----

  bool answer_uci(const std::string& line, const Words& words) {
    const std::string& word = words.front();
    if (word == "uci") {
      for (const std::string& each : habits_.introduction) put(each);
      put("uciok");
    } else if (word == "isready") {
      put("readyok");
    } else if (word == "setoption") {
      if (words.size() == 5 && words[2] == "MultiPV") lines_ = std::atoi(words[4].c_str());
    } else if (word == "position") {
      set_position(line, words);
    } else if (word == "go") {
      go(words);
    } else if (habits_.bare_moves) {
      if (legal(word)) board_ = board_.after(word).value();
    } else {
      return word == "ucinewgame" || word == "stop" || word == "debug" || word == "ponderhit";
    }
    return true;
  }

  void set_position(const std::string& line, const Words& words) {
    const auto moves = std::find(words.begin(), words.end(), "moves");
    std::string text;
    for (auto word = words.begin() + 1; word != moves; ++word) {
      if (*word != "fen") text += *word + " ";
    }
    const auto board = text == "startpos " ? std::optional(chess_.start()) : ChessBoard::read(text);
    if (!board || !chess_.allows(*board)) say(habits_.illegal_position, line);
    if (!board) return;
    board_ = *board;
    if (moves == words.end()) return;
    for (auto move = moves + 1; move != words.end(); ++move) {
      if (!legal(*move) && habits_.illegal_moves != IllegalMoves::kPlayed) {
        if (habits_.illegal_moves == IllegalMoves::kTold) say(habits_.illegal_move, line, *move);
        return;
      }
      const auto next = board_.after(*move);
      if (!next) return;
      board_ = *next;
    }
  }

  void go(const Words& words) {
    const auto has = [&](const char* word) {
      return std::find(words.begin(), words.end(), word) != words.end();
    };
    if (habits_.clock_only) {
      bool clock = has("wtime") || has("btime");
      while (!clock) {
        const auto line = input_.next();
        if (!line) std::_Exit(0);
        const Words more = words_of(*line);
        clock = std::find(more.begin(), more.end(), "wtime") != more.end();
      }
    }
    only_.clear();
    const auto named = std::find(words.begin(), words.end(), "searchmoves");
    if (habits_.searchmoves && named != words.end()) only_.assign(named + 1, words.end());
    only_named_ = habits_.searchmoves && named != words.end();
    const bool bounded =
        has("depth") || has("nodes") || has("movetime") || has("wtime") || habits_.clock_only;
    if (bounded || !habits_.searches_for_ever) {
      finish_search();
    } else {
      searching_ = true;
    }
  }

  void finish_search() {
    searching_ = false;
    std::vector<std::string> moves = chess_.moves(board_);
    if (only_named_) {
      std::erase_if(moves, [&](const std::string& move) {
        return std::find(only_.begin(), only_.end(), move) == only_.end();
      });
    }
    const std::size_t lines = std::min<std::size_t>(std::max(1, lines_), moves.size());
    for (std::size_t i = 0; i < lines; ++i) {
      put(fmt::format("info depth 1 seldepth 1 multipv {} score cp {} nodes {} time 1 pv {}", i + 1,
                      10 - static_cast<int>(i), moves.size(), moves[i]));
    }
    if (!moves.empty()) {
      put("bestmove " + moves.front());
    } else if (!habits_.no_move.empty()) {
      put(habits_.no_move);
    }
  }

  // ---- xboard ----

  bool answer_xboard(const std::string& line, const Words& words) {
    const std::string& word = words.front();
    static const Words passed_over = {"xboard", "accepted", "rejected", "level",   "st",   "time",
                                      "otim",   "post",     "nopost",   "hard",    "easy", "random",
                                      "result", "computer", "force",    "variant", "?",    "."};
    if (word == "protover") {
      for (const std::string& each : habits_.introduction) put(each);
    } else if (word == "ping" && habits_.pongs > 0) {
      for (int i = 0; i < habits_.pongs; ++i) put("pong" + line.substr(line.find("ping") + 4));
    } else if (word == "new") {
      board_ = chess_.start();
      before_.clear();
    } else if (word == "setboard") {
      const auto board = ChessBoard::read(line.substr(line.find("setboard") + 8));
      if (!board || (!habits_.illegal_position.text.empty() && !chess_.allows(*board))) {
        say(habits_.illegal_position, line);
      } else {
        board_ = *board;
        before_.clear();
      }
    } else if (word == "sd" && words.size() > 1) {
      deepest_ = std::atoi(words[1].c_str());
    } else if (word == "undo") {
      if (!before_.empty()) {
        board_ = before_.back();
        before_.pop_back();
      }
    } else if (word == "go") {
      const std::vector<std::string> moves = chess_.moves(board_);
      if (!moves.empty()) {
        put("move " + moves.front());
        play(moves.front());
      }
    } else if (habits_.usermove ? word == "usermove" && words.size() > 1 : words.size() == 1) {
      const std::string& text = words.back();
      if (std::find(passed_over.begin(), passed_over.end(), word) != passed_over.end()) return true;
      return take_move(line, text);
    } else {
      return std::find(passed_over.begin(), passed_over.end(), word) != passed_over.end();
    }
    return true;
  }

  // False if the text is no move at all.
  bool take_move(const std::string& line, const std::string& text) {
    if (is_coordinates(text)) {
      if (legal(text) || habits_.trusts) {
        play(text);
      } else {
        say(habits_.illegal_move, line, text);
      }
      return true;
    }
    if (!habits_.san) {
      if (habits_.usermove) say(habits_.illegal_move, line, text);
      return habits_.usermove;
    }
    const auto move = from_algebraic(text);
    if (!move) return false;
    if (move->empty()) {
      say(habits_.illegal_move, line, text);
    } else {
      play(*move);
    }
    return true;
  }

  void play(const std::string& move) {
    const auto next = board_.after(move);
    if (!next) return;
    before_.push_back(board_);
    board_ = *next;
    if (!habits_.played.empty()) {
      put(fmt::format(fmt::runtime(habits_.played), fmt::arg("move", move)));
    }
    if (!habits_.results || !chess_.moves(board_).empty()) return;
    if (!chess_.in_check(board_)) {
      put("1/2-1/2 {Stalemate}");
    } else {
      put(board_.white ? "0-1 {Black mates}" : "1-0 {White mates}");
    }
  }

  // The legal move that a text in short algebraic notation means; empty if none or more than one,
  // nullopt if the text is no such notation.
  std::optional<std::string> from_algebraic(std::string text) const {
    while (!text.empty() && (text.back() == '+' || text.back() == '#')) text.pop_back();
    std::string castling;
    if (text == "O-O") castling = board_.white ? "e1g1" : "e8g8";
    if (text == "O-O-O") castling = board_.white ? "e1c1" : "e8c8";
    if (!castling.empty()) return legal(castling) ? castling : "";
    char piece = 'P';
    char choice = '\0';
    if (!text.empty() && std::string_view("NBRQK").find(text.front()) != std::string_view::npos) {
      piece = text.front();
      text.erase(0, 1);
    }
    if (text.size() > 2 && text[text.size() - 2] == '=') {
      choice = static_cast<char>(std::tolower(text.back()));
      text.resize(text.size() - 2);
    }
    std::erase(text, 'x');
    if (text.size() < 2 || text.size() > 4) return std::nullopt;
    const std::string to = text.substr(text.size() - 2);
    const std::string from = text.substr(0, text.size() - 2);
    if (!is_coordinates("a1" + to)) return std::nullopt;
    std::string found;
    for (const std::string& move : chess_.moves(board_)) {
      const char moved = board_.at[(move[1] - '1') * 8 + move[0] - 'a'];
      if (std::toupper(moved) != piece || move.substr(2, 2) != to) continue;
      if ((move.size() == 5 ? move[4] : '\0') != choice) continue;
      if (std::any_of(from.begin(), from.end(), [&](char sign) {
            return move.substr(0, 2).find(sign) == std::string::npos;
          })) {
        continue;
      }
      if (!found.empty()) return "";
      found = move;
    }
    return found;
  }

  const Habits& habits_;
  const FaultyChess& chess_;
  Input input_;
  ChessBoard board_;
  std::vector<ChessBoard> before_;
  int lines_ = 1;
  int deepest_ = kDeepestUnasked;
  bool searching_ = false;
  std::vector<std::string> only_;  // the moves that are searched, if some are named
  bool only_named_ = false;
};

int run(const std::string& name, const std::string& lacking, const Words& arguments) {
  const Habits* habits = tools::find_habits(name);
  const auto fault = tools::chess_fault(lacking);
  if (habits == nullptr || !fault) {
    fmt::print(stderr, "error: unknown {} '{}'\n", habits == nullptr ? "name" : "fault",
               habits == nullptr ? name : lacking);
    return 2;
  }
  spec::Diagnostics diagnostics;
  const auto chess = FaultyChess::make(*fault, &diagnostics);
  if (chess == nullptr) {
    fmt::print(stderr, "{}", spec::to_string(diagnostics));
    return 2;
  }
  Engine engine(*habits, *chess);
  if (habits->dialect == Dialect::kScript) return engine.run_script(arguments);
  engine.run();
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("An engine that speaks as the one of that name does.",
               "regelwerk_spoken_engine");
  std::string name;
  std::string lacking = "none";
  Words arguments;
  bool list = false;
  app.add_option("--as", name, "whose habits")->type_name("NAME");
  app.add_option("--lacking", lacking,
                 "one fault: knight-promotion, castling-attack, en-passant-pin, king-beside-king")
      ->type_name("FAULT");
  app.add_flag("--list", list, "all names, and where what is known of them comes from");
  app.add_option("ARGUMENTS", arguments, "of a program that answers on its command line");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  try {
    if (list) {
      for (const Habits& habits : tools::all_habits()) {
        fmt::print("{:<16} {}\n", habits.name, habits.source);
      }
      return 0;
    }
    return run(name, lacking, arguments);
  } catch (const std::exception& error) {
    fmt::print(stderr, "error: {}\n", error.what());
    return 70;
  }
}
