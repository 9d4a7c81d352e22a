// An engine without a board, for tests: it speaks several protocols, answers from a table, and errs
// on order. It is a program of its own and uses nothing of the project.
//
//   regelwerk_stub_engine [options] [arguments of a script contract]
//
// How it speaks:
//   --proto NAME      uci (default); xboard; perftree: DEPTH FEN [MOVES] follow, it prints
//                     `move count` lines, an empty line, the total, and ends; exit-code: FEN DEPTH
//                     NODES follow, it ends with 0 if the count is right and with 1 if not
//   --name TEXT       its name; default "Stub 1"
//   --perft WORDS     how it is told to count: "go perft" (default; xboard: "perft"), "perft",
//                     "divide", ...; "none": it does not count
//   --style NAME      how it writes a divide: colon "e2e4: 20" (default), dash "e2e4 - 20",
//                     bare "e2e4 20", ordinal "1. e2e4: 20", info "info string e2e4 20",
//                     long "  Pe2-e4  20  20" for each depth up to the one asked for and only if a
//                     second number follows the depth, table (a table of depths, no moves)
//   --total TEXT      what stands before the total, for example "Total: "; default "Nodes searched:
//   "
//   --totals-only     no divide lines
//   --multipv N       offers MultiPV up to N; `go depth 1` then shows the moves of depth 1
//   --searchmoves     `go depth 1 searchmoves M` names M if it is legal, else none
//   --variant NAME    offers the variant (may be repeated); default: no such choice
//   --chess960        offers UCI_Chess960       --chess960-on  offers it, and has it on
//   --combo NAME=A,B  --spin NAME=MIN,MAX  --string NAME   offer an option (may be repeated)
//   --no-d            does not show its position   --echo fen   shows it when told "fen", not "d"
//   --crlf            ends its lines with CR LF and begins them with a blank
//   --noise           banners, info lines and blank lines everywhere
//   --rank-zero       its ranks begin with 0
//   --say TEXT        says TEXT on standard error when it starts
//   --log FILE        adds every line that it hears to the file
//   xboard: --no-ping  --no-setboard  --usermove  --no-done   lack or have the feature;
//           --async   counts aside, and answers the ping before
// What it knows:
//   --table FILE      lines `FEN|depth|e2e4:20 d2d4:20 ...` and `FEN|move|FEN after it`; lines that
//                     are empty or begin with # are skipped. Without a line for it, the start has
//                     the moves a2a3 and b2b4 until something else is asked. A count that is not in
//                     the table ends the program with code 3; a move that is not there is illegal.
//                     Without any line for a move, those of the divide of depth 1 are legal.
//   --divide TEXT     answers every question with this divide: "a2a3:1 a2a4:1"
// What it does wrong (one of them), and when:
//   --drop MOVE, --add MOVE:COUNT, --change MOVE:COUNT   a wrong but consistent divide
//   --signal N        dies by signal N when asked      --exit CODE   ends with CODE when asked
//   --break-off N     dies by signal N after the first divide line
//   --hang            never answers                    --close       closes its output, lives on
//   --flood           talks for ever                   --long-line   a line without end
//   --nonsense        `e2e4: many`                     --no-nodes    no total; hangs
//   --bad-total       "Nodes searched: ?"              --wrong-sum   total one more than the moves
//   --twice           lists its first move twice       --overflow    counts that exceed 64 bits
//   --late            says its answer a second time after the end of it
//   --previous        answers about the position before the last
//   --bestmove        searches instead of counting     --bestmove-after  counts, then says bestmove
//   --search          takes `go perft` for a search until it is told to stop
//   --silent-search   the same, saying nothing         --deaf        the same, and does not stop
//   --no-perft        "Unknown command"                --ignore-position  keeps the start position
//   --wrong-side      shows the position with the other side to move
//   --toggle FILE     every second time one more node for its first move (the file keeps count)
//   --line-limit N    reads no more than N bytes of a line
//   --at K            only at the K-th perft question of this process, not counting those to depth
//   1
//                     of the start before any other; default: at every one
//   --at-depth N      only when asked to this depth
//   --when TEXT       only if the position contains TEXT
//   --refuse TEXT     xboard: "tellusererror Illegal position" if the position contains TEXT
//   --refuse-option NAME  "No such option" though it offers it
//   --plays-on        after a search it has played the first legal move itself
//   --always-agree    exit-code: 0 for every count
//   --trusting        plays whatever it is told
//   --none WORD       what it names as the best move where it has none; default (none)
//   --stale-best      names its last best move where it has none
//   --mute-mates      says so, instead of counting, where it has no moves
//   --no-total        gives no total
//   --overflow-at N   gives the total as a signed number of N bits
//   --slow-aside      counts for ever, and answers other things meanwhile
//   --deadly WORD     ends with code 1 when told a line that begins with it
//   --last-words TEXT says TEXT before that
//   --ends-on-illegal xboard: ends after it has refused a move
// What goes wrong before any question:
//   --exit-at-start CODE   --signal-at-start N   --hang-on-uci   --hang-on-isready
//   --slow-uci MS     answers "uci" after so many milliseconds
//   --ignore-go       says nothing to `go perft`
//   --mute            answers nothing at all
//   --child FILE      starts a child that sleeps for ten minutes, and writes its number to FILE
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <unistd.h>

namespace {

// Sanitizers catch signals in order to report them; an engine just dies.
void die_by(int signal) {
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

struct Settings {
  std::map<std::string, std::string> values;  // option -> value ("" for switches)
  std::vector<std::string> variants;
  std::vector<std::pair<std::string, std::string>> offers;  // --combo, --spin, --string and value
  std::vector<std::string> arguments;
  bool has(const std::string& name) const { return values.count(name) > 0; }
  std::string get(const std::string& name, const std::string& otherwise = "") const {
    const auto found = values.find(name);
    return found == values.end() ? otherwise : found->second;
  }
  int number(const std::string& name) const { return std::atoi(get(name, "0").c_str()); }
};

using Divide = std::vector<std::pair<std::string, std::uint64_t>>;

constexpr const char* kStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

[[noreturn]] void fail(const std::string& message) {
  std::cerr << "regelwerk_stub_engine: " << message << std::endl;
  std::exit(3);
}

Settings read_settings(int argc, char** argv) {
  static const std::vector<std::string> kWithValue = {"--table",         "--divide",
                                                      "--name",          "--say",
                                                      "--drop",          "--add",
                                                      "--change",        "--signal",
                                                      "--exit",          "--at",
                                                      "--at-depth",      "--when",
                                                      "--exit-at-start", "--child",
                                                      "--break-off",     "--signal-at-start",
                                                      "--proto",         "--perft",
                                                      "--style",         "--total",
                                                      "--multipv",       "--echo",
                                                      "--toggle",        "--refuse",
                                                      "--variant",       "--refuse-option",
                                                      "--line-limit",    "--slow-uci",
                                                      "--combo",         "--spin",
                                                      "--string",        "--log",
                                                      "--none",          "--deadly",
                                                      "--last-words",    "--overflow-at"};
  Settings settings;
  for (int i = 1; i < argc; ++i) {
    const std::string name = argv[i];
    if (name.rfind("--", 0) != 0) {
      settings.arguments.push_back(name);
      continue;
    }
    bool with_value = false;
    for (const std::string& known : kWithValue) with_value = with_value || known == name;
    if (with_value && i + 1 == argc) fail(name + " wants a value");
    const std::string value = with_value ? argv[++i] : "";
    if (name == "--variant") {
      settings.variants.push_back(value);
    } else if (name == "--combo" || name == "--spin" || name == "--string") {
      settings.offers.emplace_back(name, value);
    } else {
      settings.values[name] = value;
    }
  }
  return settings;
}

Divide read_divide(const std::string& text) {
  Divide divide;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    const std::size_t colon = word.find(':');
    if (colon == std::string::npos) fail("no count in '" + word + "'");
    divide.emplace_back(word.substr(0, colon), std::stoull(word.substr(colon + 1)));
  }
  return divide;
}

// Single blanks, so that positions can be compared.
std::string tidy(const std::string& text) {
  std::istringstream words(text);
  std::string result;
  for (std::string word; words >> word;) result += (result.empty() ? "" : " ") + word;
  return result;
}

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

// What all protocols share: the table, the position, the faults.
class Stub {
 public:
  explicit Stub(Settings settings) : settings_(std::move(settings)) {
    if (settings_.has("--table")) read_table(settings_.get("--table"));
  }

  int run() {
    begin();
    const std::string proto = settings_.get("--proto", "uci");
    if (proto == "perftree") return run_perftree();
    if (proto == "exit-code") return run_exit_code();
    if (proto != "uci" && proto != "xboard") fail("unknown protocol " + proto);
    for (std::string line; std::getline(std::cin, line);) {
      if (settings_.has("--log"))
        std::ofstream(settings_.get("--log"), std::ios::app) << line << "\n";
      while (settings_.has("--mute")) pause();
      if (settings_.has("--line-limit")) {
        line = line.substr(0, static_cast<std::size_t>(settings_.number("--line-limit")));
      }
      line = tidy(line);
      if (line == "quit") break;
      if (settings_.has("--deadly") &&
          (line + " ").rfind(settings_.get("--deadly") + " ", 0) == 0) {
        if (settings_.has("--last-words")) say(settings_.get("--last-words"));
        return 1;
      }
      if (proto == "uci") {
        take_uci(line);
      } else {
        take_xboard(line);
      }
    }
    return 0;
  }

 private:
  void read_table(const std::string& file) {
    std::ifstream stream(file);
    if (!stream) fail("cannot read " + file);
    for (std::string line; std::getline(stream, line);) {
      if (line.empty() || line[0] == '#') continue;
      const std::size_t first = line.find('|');
      const std::size_t second = first == std::string::npos ? first : line.find('|', first + 1);
      if (second == std::string::npos) fail("no table line: " + line);
      const std::string position = tidy(line.substr(0, first));
      const std::string key = tidy(line.substr(first + 1, second - first - 1));
      const std::string value = line.substr(second + 1);
      if (key.find_first_not_of("0123456789") == std::string::npos) {
        table_[{position, std::atoi(key.c_str())}] = read_divide(value);
      } else {
        children_[{position, key}] = tidy(value);
      }
    }
  }

  // Speaking.

  void say(const std::string& text) {
    std::cout << (settings_.has("--crlf") ? " " + text + "\r\n" : text + "\n") << std::flush;
  }

  void noise() {
    if (!settings_.has("--noise")) return;
    say("");
    say("info string hello: 1");
    say("Stub engine, a banner: 3 lines");
    say("info depth 1 nodes 77 pv e2e4");
  }

  void begin() {
    if (settings_.has("--child")) start_child(settings_.get("--child"));
    if (settings_.has("--say")) std::cerr << settings_.get("--say") << std::endl;
    if (settings_.has("--exit-at-start")) std::exit(settings_.number("--exit-at-start"));
    if (settings_.has("--signal-at-start")) die_by(settings_.number("--signal-at-start"));
    noise();
  }

  void start_child(const std::string& file) {
    const pid_t child = fork();
    if (child == 0) {
      sleep(600);
      _exit(0);
    }
    std::ofstream(file) << child << std::endl;
  }

  std::string perft_words() const {
    return settings_.get("--perft", settings_.get("--proto") == "xboard" ? "perft" : "go perft");
  }

  // "perft 3" and "perft 3 1", in its own words: true, with an answer.
  bool take_perft(const std::string& line) {
    const std::string words = perft_words();
    if (line.rfind(words + " ", 0) != 0) return false;
    const std::vector<std::string> numbers = words_of(line.substr(words.size()));
    const int depth = std::atoi(numbers.at(0).c_str());
    // Who asks so finds out how it counts.
    if (questions_ > 0 || depth != 1 || position_ != kStart) ++questions_;
    answer(depth, numbers.size() > 1);
    return true;
  }

  void take_uci(const std::string& line) {
    if (line == "uci") {
      introduce();
    } else if (line == "isready") {
      while (settings_.has("--hang-on-isready")) pause();
      noise();
      say("readyok");
    } else if (line == settings_.get("--echo", "d") && !settings_.has("--no-d")) {
      show();
    } else if (line.rfind("position fen ", 0) == 0) {
      take_position(line.substr(13));
    } else if (take_perft(line)) {
    } else if (line.rfind("go perft ", 0) == 0 && settings_.has("--ignore-go")) {
    } else if (line.rfind("go perft ", 0) == 0 && searches_for_perft()) {
      start_search();
    } else if (line.rfind("go ", 0) == 0) {
      search(line);
    } else if (line.rfind("setoption name ", 0) == 0) {
      take_option(line.substr(15));
    } else if (line == "stop" && searching_) {
      if (!settings_.has("--deaf")) say("bestmove e2e4");
      searching_ = false;
    } else if (line != "ucinewgame" && line != "stop") {
      say("Unknown command: " + line);
    }
  }

  void take_option(const std::string& text) {
    const std::string name = text.substr(0, text.find(" value "));
    const std::string value =
        text.find(" value ") == std::string::npos ? "" : text.substr(text.find(" value ") + 7);
    if (settings_.get("--refuse-option") == name) say("No such option: " + name);
    if (name == "MultiPV") multipv_ = std::atoi(value.c_str());
  }

  // An illegal move ends the reading of the list, silently.
  void take_position(const std::string& text) {
    if (settings_.has("--ignore-position")) return;
    const std::size_t moves = text.find(" moves");
    set_position(text.substr(0, moves));
    if (moves == std::string::npos) return;
    for (const std::string& move : words_of(text.substr(moves + 6))) {
      if (!play(move)) return;
    }
  }

  void set_position(const std::string& position) {
    previous_ = position_;
    position_ = position;
  }

  // False: illegal. Where only its legality is known, the position after a move is made up.
  bool play(const std::string& move) {
    const auto child = children_.find({position_, move});
    if (child != children_.end()) {
      set_position(child->second);
      return true;
    }
    if (settings_.has("--trusting")) {
      turn();
      return true;
    }
    const bool listed =
        children_.lower_bound({position_, ""}) != children_.lower_bound({position_ + " ", ""});
    if (listed || !knows(1)) return false;
    for (const auto& [legal, count] : known(1)) {
      if (legal != move) continue;
      turn();
      return true;
    }
    return false;
  }

  // The other side is to move; nothing else is known of the position.
  void turn() {
    const bool white = position_.find(" w ") != std::string::npos;
    std::string after = position_;
    after.replace(after.find(white ? " w " : " b "), 3, white ? " b " : " w ");
    set_position(after);
  }

  std::string none() const { return settings_.get("--none", "(none)"); }

  void search(const std::string& line) {
    if (!knows(1)) return say("bestmove " + none());
    const Divide moves = known(1);
    const std::size_t confined = line.find(" searchmoves ");
    if (confined != std::string::npos && settings_.has("--searchmoves")) {
      const std::string wanted = line.substr(confined + 13);
      for (const auto& [move, count] : moves) {
        if (move == wanted) return say("bestmove " + move);
      }
      return say("bestmove (none)");
    }
    int number = 0;
    for (const auto& [move, count] : moves) {
      if (++number > multipv_) break;
      say("info depth 1 multipv " + std::to_string(number) + " score cp 0 nodes 20 pv " + move);
    }
    if (!moves.empty()) last_best_ = moves.front().first;
    const bool stale = settings_.has("--stale-best") && !last_best_.empty();
    say("bestmove " + (moves.empty() && !stale ? none() : last_best_));
    if (settings_.has("--plays-on") && !moves.empty()) play(moves.front().first);
  }

  void introduce() {
    while (settings_.has("--hang-on-uci")) pause();
    usleep(static_cast<useconds_t>(settings_.number("--slow-uci")) * 1000);
    say("id name " + settings_.get("--name", "Stub 1"));
    noise();
    if (settings_.has("--chess960")) say("option name UCI_Chess960 type check default false");
    if (settings_.has("--chess960-on")) say("option name UCI_Chess960 type check default true");
    if (settings_.has("--multipv")) {
      say("option name MultiPV type spin default 1 min 1 max " + settings_.get("--multipv"));
    }
    if (!settings_.variants.empty()) {
      std::string line = "option name UCI_Variant type combo default " + settings_.variants.front();
      for (const std::string& variant : settings_.variants) line += " var " + variant;
      say(line);
    }
    for (const auto& [kind, text] : settings_.offers) say(offer(kind, text));
    say("uciok");
  }

  static std::string offer(const std::string& kind, const std::string& text) {
    const std::size_t equals = text.find('=');
    const std::string name = text.substr(0, equals);
    std::vector<std::string> values;
    if (equals != std::string::npos) {
      std::istringstream stream(text.substr(equals + 1));
      for (std::string value; std::getline(stream, value, ',');) values.push_back(value);
    }
    if (kind == "--string") return "option name " + name + " type string default <empty>";
    if (kind == "--spin") {
      return "option name " + name + " type spin default " + values.at(0) + " min " + values.at(0) +
             " max " + values.at(1);
    }
    std::string line = "option name " + name + " type combo default " + values.at(0);
    for (const std::string& value : values) line += " var " + value;
    return line;
  }

  void show() {
    std::string shown = position_;
    if (settings_.has("--wrong-side")) {
      const std::size_t side = shown.find(" w ");
      if (side != std::string::npos) shown[side + 1] = 'b';
    }
    say("");
    say(" +---+---+");
    say((settings_.get("--echo") == "fen" ? "" : "Fen: ") + shown);
  }

  // xboard.

  void take_xboard(const std::string& line) {
    if (line == "protover 2") {
      say_features();
    } else if (line.rfind("ping ", 0) == 0 && !settings_.has("--no-ping")) {
      say("pong " + line.substr(5));
    } else if (line == "new") {
      forced_ = false;
      set_position(kStart);
    } else if (line == "force") {
      forced_ = true;
    } else if (line.rfind("setboard ", 0) == 0 && !settings_.has("--no-setboard")) {
      set_board(line.substr(9));
    } else if (line == "edit") {
      editing_ = true;
    } else if (editing_) {
      editing_ = line != ".";
    } else if (line == settings_.get("--echo", "fen") && !settings_.has("--no-d")) {
      show();
    } else if (settings_.has("--async") && line.rfind(perft_words() + " ", 0) == 0) {
      std::thread([this, depth = std::atoi(line.substr(perft_words().size()).c_str())] {
        usleep(50'000);
        answer(depth, false);
      }).detach();
    } else if (take_perft(line)) {
    } else if (line.rfind("usermove ", 0) == 0 && settings_.has("--usermove")) {
      take_move(line.substr(9));
    } else if (line != "xboard" && line.rfind("variant ", 0) != 0 &&
               line.rfind("option ", 0) != 0) {
      const bool a_move =
          line.size() >= 4 && line.size() <= 7 && line.find(' ') == std::string::npos;
      if (a_move && !settings_.has("--usermove")) {
        take_move(line);
      } else {
        say("Error (unknown command): " + line);
      }
    }
  }

  void say_features() {
    std::string line = "feature myname=\"" + settings_.get("--name", "Stub 1") + "\"";
    line += settings_.has("--no-ping") ? "" : " ping=1";
    line += settings_.has("--no-setboard") ? " setboard=0" : " setboard=1";
    line += settings_.has("--usermove") ? " usermove=1" : "";
    say(line);
    std::string variants = "normal";
    for (const std::string& variant : settings_.variants) variants += "," + variant;
    say("feature variants=\"" + variants + "\"");
    for (const auto& [kind, text] : settings_.offers) {
      say("feature option=\"" + text.substr(0, text.find('=')) + " -string x\"");
    }
    if (!settings_.has("--no-done")) say("feature done=1");
  }

  void set_board(const std::string& position) {
    if (settings_.has("--refuse") &&
        position.find(settings_.get("--refuse")) != std::string::npos) {
      return say("tellusererror Illegal position");
    }
    if (settings_.has("--ignore-position")) return;
    set_position(position);
    // Not told to wait, it plays when it is its turn: Black's, in a new game.
    if (!forced_ && position.find(" b ") != std::string::npos) say("move a7a6");
  }

  void take_move(const std::string& move) {
    if (play(move)) return;
    say("Illegal move: " + move);
    if (settings_.has("--ends-on-illegal")) std::exit(1);
  }

  // Scripts.

  int run_perftree() {
    if (settings_.arguments.size() < 2) fail("wants DEPTH FEN [MOVES]");
    position_ = tidy(settings_.arguments[1]);
    if (settings_.arguments.size() > 2) {
      for (const std::string& move : words_of(settings_.arguments[2])) {
        if (!play(move)) fail("illegal move " + move);
      }
    }
    ++questions_;
    depth_ = std::atoi(settings_.arguments[0].c_str());
    misbehave();
    Divide divide = known(depth_);
    spoil(&divide);
    std::uint64_t sum = due("--wrong-sum") ? 1 : 0;
    for (const auto& [move, count] : divide) {
      say(move + " " + std::to_string(count));
      sum += count;
    }
    say("");
    if (!due("--no-nodes")) std::cout << sum << std::flush;
    return 0;
  }

  int run_exit_code() {
    if (settings_.arguments.size() < 3) fail("wants FEN DEPTH NODES");
    position_ = tidy(settings_.arguments[0]);
    ++questions_;
    depth_ = std::atoi(settings_.arguments[1].c_str());
    misbehave();
    Divide divide = known(depth_);
    spoil(&divide);
    std::uint64_t sum = 0;
    for (const auto& [move, count] : divide) sum += count;
    const bool agrees = settings_.arguments[2] == std::to_string(sum);
    return agrees || settings_.has("--always-agree") ? 0 : 1;
  }

  // Answers and faults.

  bool is_first_try(int depth) const {
    return questions_ == 0 && depth == 1 && position_ == kStart;
  }

  bool knows(int depth) const {
    return settings_.has("--divide") || is_first_try(depth) || table_.count({position_, depth}) > 0;
  }

  Divide known(int depth) const {
    if (settings_.has("--divide")) return read_divide(settings_.get("--divide"));
    const auto found = table_.find({settings_.has("--previous") ? previous_ : position_, depth});
    if (found == table_.end() && is_first_try(depth)) {
      return {{"a2a3", 1}, {"b2b4", 1}};
    }
    if (found == table_.end()) fail("not in the table: " + position_);
    return found->second;
  }

  // Whether the fault is due at this question.
  bool due(const std::string& fault) const {
    return settings_.has(fault) &&
           (!settings_.has("--at") || settings_.number("--at") == questions_) &&
           (!settings_.has("--at-depth") || settings_.number("--at-depth") == depth_) &&
           (!settings_.has("--when") ||
            position_.find(settings_.get("--when")) != std::string::npos);
  }

  void spoil(Divide* divide) const {
    if (due("--drop")) {
      std::erase_if(*divide,
                    [&](const auto& line) { return line.first == settings_.get("--drop"); });
    }
    if (due("--add")) divide->push_back(read_divide(settings_.get("--add")).front());
    if (due("--change")) {
      const auto wanted = read_divide(settings_.get("--change")).front();
      for (auto& line : *divide) {
        if (line.first == wanted.first) line.second = wanted.second;
      }
    }
    if (due("--twice")) divide->push_back(divide->front());
    if (due("--overflow")) divide->front().second = ~std::uint64_t{0};
    if (due("--toggle") && toggled()) ++divide->front().second;
  }

  bool toggled() const {
    const std::string file = settings_.get("--toggle");
    int count = 0;
    std::ifstream(file) >> count;
    std::ofstream(file) << ++count;
    return count % 2 == 0;
  }

  void misbehave() {
    if (due("--signal")) die_by(settings_.number("--signal"));
    if (due("--exit")) std::exit(settings_.number("--exit"));
    if (due("--close")) close(STDOUT_FILENO);
    if (due("--long-line")) {
      while (true) std::cout << std::string(10'000, 'x') << std::flush;
    }
    while (due("--flood")) say("info string still here");
    while (due("--hang") || due("--close")) pause();
  }

  void answer(int depth, bool second_number) {
    depth_ = depth;
    misbehave();
    if (due("--no-perft")) return say("Unknown command: go perft");
    if (due("--bestmove")) return say("bestmove e2e4 ponder e7e5");
    if (due("--nonsense")) return say("e2e4: many");
    if (searches_for_perft() && perft_words() == "go perft") return start_search();
    if (settings_.get("--style") == "long") return print_long(depth, second_number);
    if (settings_.get("--style") == "table") return print_table(depth);
    if (due("--slow-aside")) return;
    Divide divide = known(depth);
    if (settings_.has("--mute-mates") && divide.empty()) return say("bestmove " + none());
    spoil(&divide);
    print(divide);
    if (due("--late")) print(divide);
    if (due("--bestmove-after")) say("bestmove 0000");
  }

  bool searches_for_perft() const {
    return settings_.has("--search") || settings_.has("--silent-search") || settings_.has("--deaf");
  }

  void start_search() {
    searching_ = true;
    if (!settings_.has("--silent-search")) say("info depth 1 score cp 12 nodes 20 pv e2e4 e7e5");
  }

  std::string spelt(const std::string& move) const {
    if (!settings_.has("--rank-zero")) return move;
    std::string text;
    for (std::size_t i = 0; i < move.size(); ++i) {
      const bool square = i > 0 && '1' <= move[i] && move[i] <= '9' && 'a' <= move[i - 1];
      if (!square) {
        text += move[i];
      } else if (move[i] == '1' && i + 1 < move.size() && move[i + 1] == '0') {
        text += '9';
        ++i;
      } else {
        text += static_cast<char>(move[i] - 1);
      }
    }
    return text;
  }

  void print_long(int depth, bool divided) {
    for (int d = 1; d <= depth; ++d) {
      Divide divide = known(d);
      if (d == depth) spoil(&divide);
      std::uint64_t sum = 0;
      for (const auto& [move, count] : divide) {
        sum += count;
        if (!divided) continue;
        const std::string text = spelt(move);
        say("  P" + text.substr(0, 2) + "-" + text.substr(2) + "   " + std::to_string(count) +
            "   " + std::to_string(sum));
      }
      say(" " + std::to_string(d) + "  " + std::to_string(sum) + "  0.01  12.50nps");
    }
  }

  void print_table(int depth) {
    say("| depth | nodes | time |");
    for (int d = 1; d <= depth; ++d) {
      std::uint64_t sum = 0;
      for (const auto& [move, count] : known(d)) sum += count;
      say("| " + std::to_string(d) + " | " + std::to_string(sum) + " | 0.01 |");
    }
  }

  std::string divide_line(int number, const std::string& move, std::uint64_t count) const {
    const std::string style = settings_.get("--style", "colon");
    const std::string nodes = std::to_string(count);
    if (style == "dash") return move + " - " + nodes;
    if (style == "bare") return move + " " + nodes;
    if (style == "ordinal") return std::to_string(number) + ". " + move + ": " + nodes;
    if (style == "info") return "info string " + move + " " + nodes;
    return move + ": " + nodes;
  }

  void print(const Divide& divide) {
    noise();
    std::uint64_t sum = due("--wrong-sum") ? 1 : 0;
    int number = 0;
    for (const auto& [move, count] : divide) {
      sum += count;
      if (settings_.has("--totals-only")) continue;
      say(divide_line(++number, spelt(move), count));
      if (due("--break-off")) die_by(settings_.number("--break-off"));
    }
    noise();
    say("");
    while (due("--no-nodes")) pause();
    if (settings_.has("--no-total")) return;
    const std::string colon = settings_.has("--noise") ? "  : " : ": ";
    const std::string label = settings_.get("--total", "Nodes searched" + colon);
    std::string total = std::to_string(sum);
    if (settings_.has("--overflow-at")) {
      const auto range = std::uint64_t{1} << settings_.number("--overflow-at");
      const auto low = static_cast<std::int64_t>(sum % range);
      total =
          std::to_string(sum % range < range / 2 ? low : low - static_cast<std::int64_t>(range));
    }
    say(label + (due("--bad-total") ? "?" : total));
    say("");
    if (settings_.has("--noise")) say("Time (ms) : 3");
  }

  Settings settings_;
  std::map<std::pair<std::string, int>, Divide> table_;
  std::map<std::pair<std::string, std::string>, std::string> children_;
  std::string position_ = kStart;
  std::string previous_ = kStart;
  int questions_ = 0;
  int depth_ = 0;  // of the last
  int multipv_ = 1;
  std::string last_best_;
  bool searching_ = false;
  bool forced_ = false;
  bool editing_ = false;
};

}  // namespace

int main(int argc, char** argv) { return Stub(read_settings(argc, argv)).run(); }
