// Runs the program as a user does and compares all it says: standard output, standard error and
// exit status.
//
// The cases stand in testdata/*.txt:
//   # comment
//   $ regelwerk fen chess          a command for sh, run in testdata/, with the program in PATH
//   rnbqkbnr/... w KQkq - 0 1      lines of standard output
//   2> warning: ...                lines of standard error
//   exit 0                         exit status; ends the case
// `<number>` stands for any decimal number (times, rates, counts of an interrupted run), `$OUT` for
// an empty folder, `$BUILD` for the build folder. With REGELWERK_UPDATE set, the files are
// rewritten with what the program says; read the difference before you believe it.

#include <fmt/core.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "spec/load.h"
#include "suites/suite_files.h"

namespace {

namespace suites = regelwerk::suites;
namespace fs = std::filesystem;

const fs::path kData = fs::path(REGELWERK_SOURCE_DIR) / "tools" / "testdata";

struct Case {
  int line = 0;
  std::string comment;  // lines before it, as written
  std::string command;
  std::string out;
  std::string err;
  int exit = -1;
};

std::string read_text(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

std::vector<Case> read_cases(const fs::path& path) {
  std::vector<Case> cases;
  std::ifstream stream(path);
  Case current;
  bool open = false;
  int number = 0;
  for (std::string line; std::getline(stream, line);) {
    ++number;
    if (!open) {
      if (line.rfind("$ ", 0) == 0) {
        current.line = number;
        current.command = line.substr(2);
        open = true;
      } else {
        EXPECT_TRUE(line.empty() || line[0] == '#') << path << ":" << number << ": " << line;
        current.comment += line + "\n";
      }
    } else if (line.rfind("exit ", 0) == 0) {
      current.exit = std::stoi(line.substr(5));
      cases.push_back(current);
      current = Case();
      open = false;
    } else if (line.rfind("2> ", 0) == 0 || line == "2>") {
      current.err += (line.size() > 3 ? line.substr(3) : "") + "\n";
    } else {
      current.out += line + "\n";
    }
  }
  EXPECT_FALSE(open) << path << ": the last case has no exit line";
  return cases;
}

// The folder that a case may write to, removed at the end.
class OutputFolder {
 public:
  OutputFolder() {
    std::string name = (fs::temp_directory_path() / "regelwerk-cli-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
    path_ = name;
  }
  ~OutputFolder() { fs::remove_all(path_); }
  OutputFolder(const OutputFolder&) = delete;
  OutputFolder& operator=(const OutputFolder&) = delete;
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

Case run(const Case& wanted) {
  const OutputFolder captured;
  const OutputFolder folder;
  const fs::path script = captured.path() / "command";
  const fs::path out = captured.path() / "out";
  const fs::path err = captured.path() / "err";
  std::ofstream(script) << fmt::format(
      "unset REGELWERK_DATA\nPATH='{}':\"$PATH\"\nOUT='{}'\nBUILD='{}'\nulimit -f 2000000\ncd '{}' "
      "|| exit 99\n{}\n",
      fs::path(REGELWERK_PROGRAM).parent_path().string(), folder.path().string(),
      REGELWERK_BINARY_DIR, kData.string(), wanted.command);
  const int status = std::system(
      fmt::format("sh '{}' >'{}' 2>'{}' </dev/null", script.string(), out.string(), err.string())
          .c_str());
  Case actual = wanted;
  // A program gone wild is not quoted in full.
  constexpr std::uintmax_t kMostSaid = 1'000'000;
  if (fs::file_size(out) > kMostSaid || fs::file_size(err) > kMostSaid) {
    ADD_FAILURE() << wanted.command << " says more than " << kMostSaid << " bytes";
    return actual;
  }
  actual.out = read_text(out);
  actual.err = read_text(err);
  actual.exit = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  return actual;
}

// Whether `actual` is `wanted`, where each <number> in `wanted` stands for one decimal number.
bool matches(std::string_view wanted, std::string_view actual) {
  constexpr std::string_view kPlaceholder = "<number>";
  const auto skip_digits = [&actual] {
    const std::size_t digits = std::min(actual.find_first_not_of("0123456789"), actual.size());
    actual.remove_prefix(digits);
    return digits > 0;
  };
  while (true) {
    const std::size_t literal = std::min(wanted.find(kPlaceholder), wanted.size());
    if (actual.substr(0, literal) != wanted.substr(0, literal)) return false;
    actual.remove_prefix(literal);
    wanted.remove_prefix(literal);
    if (wanted.empty()) return actual.empty();
    wanted.remove_prefix(kPlaceholder.size());
    if (!skip_digits()) return false;
    if (actual.size() > 1 && actual[0] == '.' && std::isdigit(actual[1]) != 0) {
      actual.remove_prefix(1);
      skip_digits();
    }
  }
}

// Times and rates as placeholders, for rewriting.
std::string without_times(std::string text) {
  text = std::regex_replace(text, std::regex(R"(\d+\.\d+ s\b)"), "<number> s");
  text = std::regex_replace(text, std::regex(R"(, \d+\.\d+ million nodes/s)"),
                            ", <number> million nodes/s");
  return text;
}

std::string as_written(const Case& c) {
  std::string text = c.comment + "$ " + c.command + "\n" + c.out;
  std::istringstream err(c.err);
  for (std::string line; std::getline(err, line);) {
    text += (line.empty() ? "2>" : "2> " + line) + "\n";
  }
  return text + fmt::format("exit {}\n", c.exit);
}

std::vector<std::string> case_files() {
  std::vector<std::string> names;
  for (const fs::directory_entry& entry : fs::directory_iterator(kData)) {
    if (entry.path().extension() == ".txt") names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

class Cli : public testing::TestWithParam<std::string> {};

TEST_P(Cli, SaysWhatItsCasesSay) {
  const fs::path path = kData / (GetParam() + ".txt");
  const std::vector<Case> cases = read_cases(path);
  ASSERT_FALSE(cases.empty());
  std::string rewritten;
  for (const Case& wanted : cases) {
    Case actual = run(wanted);
    if (std::getenv("REGELWERK_UPDATE") != nullptr) {
      ASSERT_TRUE(actual.exit < 128 || actual.exit == 130)
          << wanted.command << " crashed with exit status " << actual.exit << "; not rewritten";
      if (!matches(wanted.out, actual.out))
        actual.out = without_times(actual.out);
      else
        actual.out = wanted.out;
      if (!matches(wanted.err, actual.err))
        actual.err = without_times(actual.err);
      else
        actual.err = wanted.err;
      rewritten += as_written(actual);
      continue;
    }
    SCOPED_TRACE(fmt::format("{}:{}: {}", path.string(), wanted.line, wanted.command));
    EXPECT_EQ(wanted.exit, actual.exit) << actual.err;
    EXPECT_TRUE(matches(wanted.out, actual.out)) << "standard output, wanted:\n"
                                                 << wanted.out << "got:\n"
                                                 << actual.out;
    EXPECT_TRUE(matches(wanted.err, actual.err)) << "standard error, wanted:\n"
                                                 << wanted.err << "got:\n"
                                                 << actual.err;
  }
  if (!rewritten.empty()) {
    std::ofstream(path, std::ios::binary) << rewritten;
    FAIL() << path << " was rewritten";
  }
}

INSTANTIATE_TEST_SUITE_P(Files, Cli, testing::ValuesIn(case_files()),
                         [](const auto& info) { return info.param; });

// The command lines that read the positions which the bundled suites of a variant want refused:
// once by the generator and once by the referee, each in its own words.
std::vector<Case> refusals(const std::string& variant) {
  std::vector<Case> commands;
  for (const fs::path& path :
       suites::bundled_suite_files(regelwerk::spec::data_directory(), variant)) {
    const suites::SuiteFileResult read = suites::read_suite_file(path);
    std::string options;
    for (const auto& [name, value] : read.suite.refusals.options) {
      options += fmt::format(" --option {}={}", name, value);
    }
    for (const suites::RefusalCase& refusal : read.suite.refusals.cases) {
      if (!refusal.refused) continue;
      EXPECT_EQ(refusal.position.find('\''), std::string::npos) << "cannot be quoted for sh";
      for (const char* by : {"fen", "show"}) {
        Case command;
        command.comment = by == std::string("fen") ? "\n# " + refusal.why + "\n" : "";
        command.command =
            fmt::format("regelwerk {} {}{} --fen '{}'", by, variant, options, refusal.position);
        commands.push_back(std::move(command));
      }
    }
  }
  return commands;
}

class Refusals : public testing::TestWithParam<std::string> {};

// testdata/refused_VARIANT.txt says in full how each is refused. With REGELWERK_UPDATE set, what is
// missing there is added.
TEST_P(Refusals, AreAllQuotedInFull) {
  std::string name = "refused_" + GetParam();
  std::replace(name.begin(), name.end(), '-', '_');  // case files name tests
  const fs::path path = kData / (name + ".txt");
  std::map<std::string, Case> quoted;
  if (fs::exists(path)) {
    for (const Case& known : read_cases(path)) quoted.emplace(known.command, known);
  }
  std::string added;
  for (const Case& wanted : refusals(GetParam())) {
    const auto found = quoted.find(wanted.command);
    if (found != quoted.end()) {
      EXPECT_EQ(found->second.exit, 2) << wanted.command;
      EXPECT_EQ(found->second.out, "") << wanted.command;
      EXPECT_NE(found->second.err.find("error: "), std::string::npos) << wanted.command;
    } else {
      ADD_FAILURE() << path.filename() << " lacks " << wanted.command;
      if (std::getenv("REGELWERK_UPDATE") != nullptr) added += as_written(run(wanted));
    }
  }
  if (!added.empty()) std::ofstream(path, std::ios::binary | std::ios::app) << added;
}

INSTANTIATE_TEST_SUITE_P(Bundled, Refusals, testing::ValuesIn(regelwerk::spec::bundled_variants()),
                         [](const auto& info) {
                           std::string name = info.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

// The examples of README.md, in blocks marked `console`: standard output alone, and with `2>&1` the
// other too.
std::vector<Case> readme_examples() {
  std::vector<Case> examples;
  std::ifstream stream(fs::path(REGELWERK_SOURCE_DIR) / "README.md");
  bool in_block = false;
  int number = 0;
  for (std::string line; std::getline(stream, line);) {
    ++number;
    if (line.rfind("```", 0) == 0) {
      in_block = line == "```console";
    } else if (in_block && line.rfind("$ ", 0) == 0) {
      examples.emplace_back();
      examples.back().line = number;
      examples.back().command = line.substr(2);
    } else if (in_block && !examples.empty()) {
      examples.back().out += line + "\n";
    }
  }
  return examples;
}

bool is_installed(const std::string& program) {
  return std::system(
             ("PATH=\"$PATH:/usr/games:/usr/local/games\" command -v " + program + " >/dev/null")
                 .c_str()) == 0;
}

TEST(Readme, ShowsWhatTheProgramSays) {
  const std::vector<Case> examples = readme_examples();
  ASSERT_GT(examples.size(), 10U);
  for (const Case& example : examples) {
    if (example.command.find("--engine stockfish") != std::string::npos &&
        !is_installed("stockfish")) {
      continue;
    }
    EXPECT_EQ(run(example).out, example.out)
        << "README.md:" << example.line << ": " << example.command;
  }
}

TEST(CliCases, PlaceholdersMatchNumbersOnly) {
  EXPECT_TRUE(matches("<number> s (a+b)\n", "0.125 s (a+b)\n"));
  EXPECT_FALSE(matches("<number> s\n", "x s\n"));
  EXPECT_FALSE(matches("<number> s\n", "1 s\nmore\n"));
}

}  // namespace
