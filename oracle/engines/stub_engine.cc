// An engine without a board, for tests: it speaks UCI, answers perft from a table, and errs on
// order. It is a program of its own and uses nothing of the project.
//
//   regelwerk_stub_engine [options]
//
// What it knows:
//   --table FILE      lines `FEN|depth|e2e4:20 d2d4:20 ...`; lines that are empty or begin with #
//                     are skipped. A question that is not in the table ends the program with
//                     code 3.
//   --divide TEXT     answers every question with this divide: "a2a3:1 a2a4:1"
//   --name TEXT       `id name`; default "Stub 1"
//   --variant NAME    offers UCI_Variant with this value (may be repeated); default: no such option
//   --chess960        offers UCI_Chess960
//   --no-d            does not know the command `d`
//   --crlf            ends its lines with CR LF and begins them with a blank
//   --noise           banners, info lines and blank lines everywhere
//   --say TEXT        says TEXT on standard error when it starts
//
// What it does wrong (one of them), and when:
//   --drop MOVE, --add MOVE:COUNT, --change MOVE:COUNT   a wrong but consistent divide
//   --signal N        dies by signal N when asked      --exit CODE   ends with CODE when asked
//   --break-off N     dies by signal N after the first divide line
//   --hang            never answers                    --close       closes its output, lives on
//   --flood           talks for ever                   --long-line   a line without end
//   --nonsense        `e2e4: many`                     --no-nodes    no "Nodes searched" line;
//   hangs
//   --bad-total       "Nodes searched: ?"              --wrong-sum   total one more than the moves
//   --twice           lists its first move twice       --overflow    counts that exceed 64 bits
//   --late            says its answer a second time after the end of it
//   --bestmove        searches instead of counting     --bestmove-after  counts, then says bestmove
//   --no-perft        "Unknown command"                --ignore-position  keeps the start position
//   --at K            only at the K-th perft question of this process; default: at every one
//   --when TEXT       only if the position contains TEXT
// What goes wrong before any question:
//   --exit-at-start CODE   --signal-at-start N   --hang-on-uci   --hang-on-isready
//   --child FILE      starts a child that sleeps for ten minutes, and writes its number to FILE
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
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
  static const std::vector<std::string> kWithValue = {
      "--table", "--divide",        "--name",   "--say",       "--drop",
      "--add",   "--change",        "--signal", "--exit",      "--at",
      "--when",  "--exit-at-start", "--child",  "--break-off", "--signal-at-start"};
  Settings settings;
  for (int i = 1; i < argc; ++i) {
    const std::string name = argv[i];
    bool with_value = name == "--variant";
    for (const std::string& known : kWithValue) with_value = with_value || known == name;
    if (with_value && i + 1 == argc) fail(name + " wants a value");
    const std::string value = with_value ? argv[++i] : "";
    if (name == "--variant") {
      settings.variants.push_back(value);
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

class Stub {
 public:
  explicit Stub(Settings settings) : settings_(std::move(settings)) {
    if (settings_.has("--table")) read_table(settings_.get("--table"));
  }

  int run() {
    begin();
    for (std::string line; std::getline(std::cin, line);) {
      line = tidy(line);
      if (line == "quit") break;
      if (line == "uci") {
        introduce();
      } else if (line == "isready") {
        while (settings_.has("--hang-on-isready")) pause();
        noise();
        say("readyok");
      } else if (line == "d") {
        show();
      } else if (line.rfind("position fen ", 0) == 0) {
        if (!settings_.has("--ignore-position")) position_ = line.substr(13);
      } else if (line.rfind("go perft ", 0) == 0) {
        ++questions_;
        answer(std::atoi(line.substr(9).c_str()));
      } else if (line != "ucinewgame" && line.rfind("setoption ", 0) != 0) {
        say("Unknown command: " + line);
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
      const int depth = std::atoi(line.substr(first + 1, second - first - 1).c_str());
      table_[{tidy(line.substr(0, first)), depth}] = read_divide(line.substr(second + 1));
    }
  }

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

  void introduce() {
    while (settings_.has("--hang-on-uci")) pause();
    say("id name " + settings_.get("--name", "Stub 1"));
    noise();
    if (settings_.has("--chess960")) say("option name UCI_Chess960 type check default false");
    if (!settings_.variants.empty()) {
      std::string line = "option name UCI_Variant type combo default " + settings_.variants.front();
      for (const std::string& variant : settings_.variants) line += " var " + variant;
      say(line);
    }
    say("uciok");
  }

  void show() {
    if (settings_.has("--no-d")) {
      say("Unknown command: d");
      return;
    }
    say("");
    say(" +---+---+");
    say("Fen: " + position_);
  }

  Divide known(int depth) const {
    if (settings_.has("--divide")) return read_divide(settings_.get("--divide"));
    const auto found = table_.find({position_, depth});
    if (found == table_.end()) fail("not in the table: " + position_);
    return found->second;
  }

  // Whether the fault is due at this question.
  bool due(const std::string& fault) const {
    return settings_.has(fault) &&
           (!settings_.has("--at") || settings_.number("--at") == questions_) &&
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

  void answer(int depth) {
    misbehave();
    if (due("--no-perft")) return say("Unknown command: go perft");
    if (due("--bestmove")) return say("bestmove e2e4 ponder e7e5");
    if (due("--nonsense")) return say("e2e4: many");
    Divide divide = known(depth);
    spoil(&divide);
    print(divide);
    if (due("--late")) print(divide);
    if (due("--bestmove-after")) say("bestmove 0000");
  }

  void print(const Divide& divide) {
    noise();
    std::uint64_t sum = due("--wrong-sum") ? 1 : 0;
    for (const auto& [move, count] : divide) {
      say(move + ": " + std::to_string(count));
      sum += count;
      if (due("--break-off")) die_by(settings_.number("--break-off"));
    }
    noise();
    say("");
    while (due("--no-nodes")) pause();
    const std::string colon = settings_.has("--noise") ? "  : " : ": ";
    say("Nodes searched" + colon + (due("--bad-total") ? "?" : std::to_string(sum)));
    say("");
    if (settings_.has("--noise")) say("Time (ms) : 3");
  }

  Settings settings_;
  std::map<std::pair<std::string, int>, Divide> table_;
  std::string position_ = kStart;
  int questions_ = 0;
};

}  // namespace

int main(int argc, char** argv) { return Stub(read_settings(argc, argv)).run(); }
