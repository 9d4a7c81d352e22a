#include "suites/runner.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <condition_variable>
#include <ctime>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <thread>

#include "oracle/engines/engine.h"
#include "spec/position_text.h"
#include "suites/descent.h"
#include "suites/diagnosis.h"
#include "suites/diagrams.h"
#include "suites/engine_checker.h"
#include "suites/epd.h"
#include "suites/evidence.h"
#include "suites/examples.h"
#include "suites/hints.h"
#include "suites/known_faults.h"
#include "suites/refused.h"
#include "suites/suite_files.h"

namespace regelwerk::suites {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr int kStartDepth = 4;   // of a variant without suites
constexpr int kHangsInARow = 3;  // then an engine is not asked any more
constexpr int kReductions = 3;   // of one cause and checker; the same is seen from then on
constexpr std::string_view kGenerator = "generator";
constexpr std::string_view kOracle = "oracle";

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

std::string utc_now() {
  const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  std::tm parts{};
  gmtime_r(&now, &parts);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text;
}

// One flag for both ways in which a run ends early, so that whoever counts need only look at one.
class Stopper {
 public:
  Stopper(const std::atomic<bool>* interrupt, std::optional<milliseconds> time)
      : interrupt_(interrupt) {
    if (time) {
      deadline_ = Clock::now() + *time;
    }
    watcher_ = std::thread([this] { watch(); });
  }
  ~Stopper() {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      done_ = true;
    }
    wake_.notify_all();
    watcher_.join();
  }
  Stopper(const Stopper&) = delete;
  Stopper& operator=(const Stopper&) = delete;

  const std::atomic<bool>& flag() const { return flag_; }
  bool interrupted() const { return interrupt_ != nullptr && interrupt_->load(); }
  bool deadline_passed() const { return deadline_ && Clock::now() >= *deadline_; }
  bool stopped() const { return flag_.load() || interrupted() || deadline_passed(); }

 private:
  void watch() {
    constexpr milliseconds kEvery{20};
    std::unique_lock<std::mutex> lock(mutex_);
    while (!done_ && !flag_) {
      wake_.wait_for(lock, kEvery);
      if (interrupted() || deadline_passed()) {
        flag_ = true;
      }
    }
  }

  const std::atomic<bool>* interrupt_;
  std::optional<Clock::time_point> deadline_;
  std::atomic<bool> flag_{false};
  std::mutex mutex_;
  std::condition_variable wake_;
  bool done_ = false;
  std::thread watcher_;
};

// An engine for one variant, and what is known about it.
struct EngineState {
  std::string command;
  std::unique_ptr<engines::Engine> engine;
  std::optional<engines::Failure> unusable;  // not to be asked again
  int hangs = 0;                             // in a row
};

// A variant as one suite wants it (its options chosen), with the engines that play it.
struct Subject {
  std::unique_ptr<Reference> reference;
  std::unique_ptr<Reference> movement;  // for diagrams; made when first needed
  std::unique_ptr<Hints> hints;         // likewise
  std::vector<EngineState> engines;     // in the order of RunOptions::engines
};

// A position with its counts, on its way through the checkers.
struct CountRow {
  Subject* subject = nullptr;
  std::string suite;
  CountCase counts;
  bool given = false;  // by itself: there is no published count, the generator's is the reference
};

std::string single_blanks(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c != ' ' && c != '\t') {
      result += c;
    } else if (!result.empty() && result.back() != ' ') {
      result += ' ';
    }
  }
  while (!result.empty() && result.back() == ' ') {
    result.pop_back();
  }
  return result;
}

std::vector<std::string> keys_of(const std::map<std::string, std::uint64_t>& divide) {
  std::vector<std::string> keys;
  for (const auto& [action, nodes] : divide) {
    keys.push_back(action);
  }
  return keys;
}

std::uint64_t sum_of(const std::map<std::string, std::uint64_t>& divide) {
  std::uint64_t sum = 0;
  for (const auto& [action, nodes] : divide) {
    sum += nodes;
  }
  return sum;
}

class Runner {
 public:
  explicit Runner(const RunOptions& options)
      : options_(options), stopper_(options.stop, options.time) {}

  Run run() {
    const Clock::time_point start = Clock::now();
    run_.tool_version = options_.tool_version;
    run_.started = utc_now();
    prepare();
    if (!spec::has_errors(run_.diagnostics)) {
      check_all();
      report_resolved_faults();
    }
    name_checkers();
    run_.seconds = seconds_since(start);
    return std::move(run_);
  }

 private:
  // ---- what is to be checked ----

  void prepare() {
    Subject* subject = subject_for(options_.options);
    run_.variant = options_.variant;
    if (subject != nullptr) {
      const spec::Variant& variant = subject->reference->variant();
      run_.variant = variant.name;
      run_.spec_file = variant.file;
      run_.spec_hash = variant.meaning_hash;
    }
    add_checkers();
    const std::filesystem::path data = spec::data_directory();
    read_suites(data, subject);
    if (subject != nullptr && options_.position) {
      add_position(*subject, options_.position->position, options_.position->depth, "");
    } else if (subject != nullptr && files_.empty() && options_.suites.empty()) {
      add_position(*subject, "startpos", kStartDepth, "start position");
    }
    read_faults(data);
  }

  void add_checkers() {
    if (options_.generator) {
      run_.checkers.push_back({Checker::Kind::kGenerator, std::string(kGenerator), ""});
    }
    if (options_.oracle) {
      run_.checkers.push_back({Checker::Kind::kOracle, std::string(kOracle), ""});
    }
    std::set<std::string> names;
    for (const std::string& command : options_.engines) {
      if (names.insert(command).second) {
        run_.checkers.push_back({Checker::Kind::kEngine, command, ""});
      }
    }
  }

  // The variant with these options; nullptr if it cannot be loaded (reported once).
  Subject* subject_for(const spec::OptionChoices& choices) {
    const auto known = subjects_.find(choices);
    if (known != subjects_.end()) {
      return known->second.reference == nullptr ? nullptr : &known->second;
    }
    Subject& subject = subjects_[choices];
    subject.reference = Reference::load(options_.variant, choices, &run_.diagnostics);
    if (subject.reference == nullptr) {
      return nullptr;
    }
    std::set<std::string> names;
    for (const std::string& command : options_.engines) {
      if (!names.insert(command).second) {
        continue;
      }
      engines::EngineOptions engine_options;
      engine_options.uci_options = options_.uci_options;
      engine_options.stop = &stopper_.flag();
      subject.engines.push_back(
          {command,
           std::make_unique<engines::Engine>(command, subject.reference->variant(), engine_options),
           std::nullopt, 0});
    }
    return &subject;
  }

  void read_suites(const std::filesystem::path& data, const Subject* subject) {
    std::vector<std::filesystem::path> paths = options_.suites;
    const std::vector<std::string> bundled = spec::bundled_variants();
    const bool use_bundled =
        paths.empty() && !options_.position &&
        std::find(bundled.begin(), bundled.end(), options_.variant) != bundled.end();
    if (use_bundled) {
      paths = bundled_suite_files(data, options_.variant);
    }
    for (const std::filesystem::path& path : paths) {
      SuiteFileResult read = read_suite_file(path);
      run_.diagnostics.insert(run_.diagnostics.end(), read.diagnostics.begin(),
                              read.diagnostics.end());
      if (subject != nullptr) {
        check_header(read.suite, subject->reference->variant());
      }
      if (use_bundled) {
        read.suite.file = path.lexically_relative(data / "suites").generic_string();
      }
      files_.push_back(std::move(read.suite));
    }
  }

  void check_header(const SuiteFile& suite, const spec::Variant& variant) {
    spec::Diagnostic diagnostic;
    diagnostic.place.file = suite.file;
    if (!suite.variant().empty() && suite.variant() != variant.name) {
      diagnostic.place.line = suite.counts.header.variant_line;
      diagnostic.place.column = diagnostic.place.line > 0 ? 1 : 0;
      diagnostic.message = fmt::format("the suite is for the variant '{}', not for '{}'",
                                       suite.variant(), variant.name);
      run_.diagnostics.push_back(diagnostic);
    }
    const SuiteHeader& header = suite.counts.header;
    if (!header.spec_hash.empty() && header.spec_hash != variant.meaning_hash) {
      diagnostic.severity = spec::Diagnostic::Severity::kWarning;
      diagnostic.place.line = header.spec_hash_line;
      diagnostic.place.column = 1;
      diagnostic.message = fmt::format("made for the spec {}; the present one is {}",
                                       header.spec_hash, variant.meaning_hash);
      run_.diagnostics.push_back(diagnostic);
    }
  }

  void add_position(Subject& subject, const std::string& position, int depth, std::string name) {
    CountRow row;
    row.subject = &subject;
    row.given = true;
    row.counts.name = std::move(name);
    row.counts.position = position;
    for (int each = 1; each <= depth; ++each) {
      row.counts.nodes[each] = 0;
    }
    given_ = std::move(row);
  }

  void read_faults(const std::filesystem::path& data) {
    if (options_.strict || options_.engines.empty()) {
      return;
    }
    std::filesystem::path path = options_.known_faults;
    if (path.empty()) {
      path = data / "suites" / "known-faults.yaml";
      if (!std::filesystem::exists(path)) {
        return;
      }
    }
    KnownFaultsResult read = read_known_faults(path);
    run_.diagnostics.insert(run_.diagnostics.end(), read.diagnostics.begin(),
                            read.diagnostics.end());
    faults_ = std::move(read.faults);
  }

  // ---- checking ----

  void check_all() {
    total_ = given_ ? given_->counts.nodes.size() : 0;
    for (const SuiteFile& file : files_) {
      total_ += file.size();
      for (const CountCase& counts : file.counts.cases) {
        total_ += counts.nodes.size() - 1;
      }
    }
    tell(nullptr);
    if (given_) {
      check_row(*given_);
    }
    for (const SuiteFile& file : files_) {
      check_file(file);
    }
  }

  void check_file(const SuiteFile& file) {
    spec::OptionChoices choices = file.options();
    std::string conflict;
    for (const auto& [name, value] : options_.options) {
      const auto [place, is_new] = choices.emplace(name, value);
      if (!is_new && place->second != value) {
        conflict = fmt::format("the suite is for {}={}", name, place->second);
      }
    }
    Subject* subject = conflict.empty() ? subject_for(choices) : nullptr;
    if (subject == nullptr && conflict.empty()) {
      return;  // reported
    }
    for (const CountCase& counts : file.counts.cases) {
      CountRow row{subject, file.file, counts, false};
      if (subject != nullptr) {
        check_row(row);
      } else {
        for (const auto& [depth, nodes] : counts.nodes) {
          leave_out(start_case(row, depth, nodes), conflict);
        }
      }
    }
    const Sides sides{options_.generator, options_.oracle};
    const auto check = [&](auto&& cases, CaseKind kind, auto&& ask) {
      for (const auto& each : cases) {
        CaseResult result;
        result.kind = kind;
        result.suite = file.file;
        result.line = each.line;
        if (subject == nullptr) {
          leave_out(std::move(result), conflict);
        } else if (stopper_.stopped()) {
          note_stop();
          leave_out(std::move(result), why_stopped());
        } else {
          finish(ask(each));
        }
      }
    };
    check(file.examples.examples, CaseKind::kExample, [&](const Example& example) {
      return check_example(*subject->reference, file.file, example, sides);
    });
    check(file.refusals.cases, CaseKind::kRefusal, [&](const RefusalCase& refusal) {
      return check_refusal(*subject->reference, file.file, refusal, sides);
    });
    check(file.diagrams.diagrams, CaseKind::kDiagram, [&](const Diagram& diagram) {
      return check_diagram_of(*subject, file.file, diagram, sides);
    });
  }

  CaseResult check_diagram_of(Subject& subject, const std::string& file, const Diagram& diagram,
                              Sides sides) {
    spec::Diagnostics problems;
    if (subject.movement == nullptr) {
      subject.movement = Reference::make(movement_only(subject.reference->variant()), &problems);
    }
    if (subject.movement != nullptr) {
      return check_diagram(*subject.movement, file, diagram, sides);
    }
    CaseResult result;
    result.kind = CaseKind::kDiagram;
    result.suite = file;
    result.line = diagram.line;
    for (const Checker& checker : run_.checkers) {
      if (checker.kind != Checker::Kind::kEngine) {
        Outcome outcome;
        outcome.checker = checker.name;
        outcome.verdict = Verdict::kWrongAnswer;
        outcome.detail = "the movements alone cannot be compiled: " + spec::to_string(problems);
        result.outcomes.push_back(std::move(outcome));
      }
    }
    return result;
  }

  CaseResult start_case(const CountRow& row, int depth, std::uint64_t nodes) const {
    CaseResult result;
    result.suite = row.suite;
    result.line = row.counts.line;
    result.name = row.counts.name;
    result.position = row.counts.position;
    result.depth = depth;
    if (!row.given) {
      result.expected = nodes;
    }
    result.source = row.counts.source;
    result.note = row.counts.note;
    return result;
  }

  std::uint64_t limit_of(std::string_view checker, bool given) const {
    if (options_.max_nodes) {
      return *options_.max_nodes;
    }
    if (checker == kOracle) {
      return RunOptions::kDefaultOracleMaxNodes;
    }
    return given ? UINT64_MAX : RunOptions::kDefaultMaxNodes;
  }

  // All depths of one position.
  void check_row(const CountRow& row) {
    const Reference& reference = *row.subject->reference;
    const generator::ReadResult read = reference.game().read(row.counts.position);
    const oracle::ReadResult oracle_read = reference.referee().read(row.counts.position);
    // As written, but spelt in full: engines differ on what they make of a short text.
    std::string sent = row.counts.position;
    if (sent == "startpos") {
      sent = reference.variant().start;
    } else if (const auto raw = spec::parse_position_text(reference.variant(), sent);
               raw.position) {
      sent = spec::write_position_text(reference.variant(), *raw.position);
    }
    std::map<std::string, Traced> traced;  // by checker
    for (const auto& [depth, nodes] : row.counts.nodes) {
      CaseResult result = start_case(row, depth, nodes);
      if (stopper_.stopped()) {
        note_stop();
        leave_out(std::move(result), why_stopped());
        continue;
      }
      Case current{row, reference, read, oracle_read, sent, result, traced, std::nullopt};
      check_case(current);
      finish(std::move(result));
    }
  }

  // What was found at a smaller depth of a position.
  struct Traced {
    int depth = 0;
    Verdict verdict = Verdict::kWrongMoves;
    std::optional<Difference> difference;
    std::optional<Cause> cause;
  };

  struct Case {
    const CountRow& row;
    const Reference& reference;
    const generator::ReadResult& read;
    const oracle::ReadResult& oracle_read;
    const std::string& sent;
    CaseResult& result;
    std::map<std::string, Traced>& traced;
    std::optional<std::map<std::string, std::uint64_t>> divide;  // the generator's
  };

  void check_case(Case& current) {
    CaseResult& result = current.result;
    std::optional<Outcome> counted;  // the generator's outcome, if it was asked
    const bool as_reference = current.row.given || !options_.engines.empty() || options_.oracle;
    if (options_.generator || as_reference) {
      counted = ask_generator(current);
      if (current.row.given && counted->actual) {
        result.expected = counted->actual;
        result.source = "generator";
        counted->verdict = Verdict::kAgrees;
      }
    }
    for (const Checker& checker : run_.checkers) {
      if (checker.kind == Checker::Kind::kGenerator) {
        result.outcomes.push_back(*counted);
      } else if (checker.kind == Checker::Kind::kOracle) {
        result.outcomes.push_back(ask_oracle(current));
      } else {
        result.outcomes.push_back(ask_engine(current, checker.name));
      }
    }
    explain_generator(current);
    add_remarks(current);
  }

  Outcome not_run(std::string checker, std::string why) const {
    Outcome outcome;
    outcome.checker = std::move(checker);
    outcome.verdict = Verdict::kNotRun;
    outcome.detail = std::move(why);
    return outcome;
  }

  // nullopt if the checker has to count; else the outcome that says why not.
  std::optional<Outcome> leave_out_by_limits(const Case& current, std::string_view checker) {
    if (stopper_.stopped()) {
      note_stop();
      return not_run(std::string(checker), why_stopped());
    }
    const std::uint64_t limit = limit_of(checker, current.row.given);
    if (current.result.expected && *current.result.expected > limit) {
      return not_run(std::string(checker), fmt::format("above {} nodes", limit));
    }
    return std::nullopt;
  }

  // What became of a count that was stopped.
  Outcome cut_off(std::string checker) {
    note_stop();
    Outcome outcome = not_run(std::move(checker), why_stopped());
    if (stopper_.interrupted()) {
      outcome.verdict = Verdict::kInterrupted;
    }
    return outcome;
  }

  Outcome ask_generator(Case& current) {
    Outcome outcome;
    outcome.checker = std::string(kGenerator);
    if (current.read.position == nullptr) {
      outcome.verdict = Verdict::kRefused;
      outcome.detail = "position refused: " + one_line(current.read.problems);
      return outcome;
    }
    if (std::optional<Outcome> left = leave_out_by_limits(current, kGenerator)) {
      return *left;
    }
    const std::uint64_t limit = limit_of(kGenerator, current.row.given);
    if (current.row.given && given_above_limit_) {
      return not_run(std::string(kGenerator), fmt::format("above {} nodes", limit));
    }
    const Clock::time_point start = Clock::now();
    generator::PerftOptions perft_options;
    perft_options.threads = options_.threads;
    perft_options.stop = &stopper_.flag();
    // Engines and oracle are compared move by move, so that a missing and an extra move cannot make
    // up for each other.
    const generator::PerftResult counted =
        current.read.position->divide(current.result.depth, perft_options);
    if (!counted.complete) {
      return cut_off(std::string(kGenerator));
    }
    outcome.seconds = seconds_since(start);
    current.divide.emplace();
    for (const generator::DivideLine& line : counted.divide) {
      current.divide->emplace(line.action, line.nodes);
    }
    if (current.row.given && counted.nodes > limit) {
      given_above_limit_ = true;
      return not_run(std::string(kGenerator), fmt::format("above {} nodes", limit));
    }
    outcome.actual = counted.nodes;
    outcome.verdict = !current.result.expected || *current.result.expected == counted.nodes
                          ? Verdict::kAgrees
                          : Verdict::kWrongCount;
    return outcome;
  }

  Outcome ask_oracle(Case& current) {
    Outcome outcome;
    outcome.checker = std::string(kOracle);
    if (!current.oracle_read.position) {
      outcome.verdict = Verdict::kRefused;
      outcome.detail = "position refused: " + one_line(current.oracle_read.problems);
      return outcome;
    }
    if (std::optional<Outcome> left = leave_out_by_limits(current, kOracle)) {
      return *left;
    }
    if (!current.result.expected) {
      return not_run(std::string(kOracle), "no reference count");
    }
    const Clock::time_point start = Clock::now();
    const std::optional<std::uint64_t> nodes =
        current.reference.referee().perft(*current.oracle_read.position, current.result.depth,
                                          [this] { return stopper_.flag().load(); });
    if (!nodes) {
      return cut_off(std::string(kOracle));
    }
    outcome.seconds = seconds_since(start);
    outcome.actual = *nodes;
    outcome.verdict = *nodes == *current.result.expected ? Verdict::kAgrees : Verdict::kWrongCount;
    const bool other_moves =
        current.divide && current.reference.referee().legal_actions(
                              *current.oracle_read.position) != keys_of(*current.divide);
    if (outcome.verdict == Verdict::kWrongCount || other_moves) {
      outcome.verdict = Verdict::kWrongCount;
      const AskDivide ask = [this, &current](const std::string& text, int depth) {
        return oracle_divide(current.reference, text, depth);
      };
      trace(current, outcome, ask(current.sent, current.result.depth), ask);
    }
    return outcome;
  }

  DivideAnswer oracle_divide(const Reference& reference, const std::string& text, int depth) {
    DivideAnswer answer;
    const oracle::ReadResult read = reference.referee().read(text);
    if (!read.position) {
      answer.failure = Verdict::kRefused;
      answer.detail = "position refused: " + one_line(read.problems);
      return answer;
    }
    const auto divide = reference.referee().divide(*read.position, depth,
                                                   [this] { return stopper_.flag().load(); });
    if (!divide) {
      answer.failure = Verdict::kInterrupted;
      answer.detail = "cut off";
      return answer;
    }
    for (const oracle::Referee::DivideLine& line : *divide) {
      answer.add(line.action, line.nodes);
    }
    return answer;
  }

  EngineState& engine_state(const Case& current, const std::string& command) {
    for (EngineState& state : current.row.subject->engines) {
      if (state.command == command) {
        return state;
      }
    }
    throw std::logic_error("no engine '" + command + "' in this run");
  }

  milliseconds engine_time(const std::optional<std::uint64_t>& expected) const {
    constexpr std::uint64_t kMillion = 1'000'000;
    const std::uint64_t nodes = expected.value_or(0);
    const auto by_size = milliseconds(5'000 * std::min<std::uint64_t>(nodes / kMillion, 100'000));
    return std::max(options_.engine_deadline, nodes > 20 * kMillion ? by_size : milliseconds(0));
  }

  DivideAnswer engine_divide(EngineState& state, const std::string& text, int depth,
                             milliseconds time) {
    DivideAnswer answer;
    engines::PerftAnswer said = state.engine->perft(text, depth, time);
    if (said.failure) {
      answer.failure = verdict_of(said.failure->kind);
      answer.detail = said.failure->detail;
      return answer;
    }
    for (const engines::DivideLine& line : said.divide) {
      answer.add(line.action, line.nodes);
    }
    answer.nodes = said.nodes;
    return answer;
  }

  Outcome ask_engine(Case& current, const std::string& command) {
    EngineState& state = engine_state(current, command);
    Outcome outcome;
    outcome.checker = command;
    if (state.unusable) {
      const bool unable = verdict_of(state.unusable->kind) == Verdict::kVariantUnknown ||
                          verdict_of(state.unusable->kind) == Verdict::kNoPerft;
      outcome.verdict = unable ? verdict_of(state.unusable->kind) : Verdict::kNotRun;
      outcome.detail = state.unusable->detail;
      return outcome;
    }
    if (current.read.position == nullptr) {
      return not_run(command, "the generator refuses the position");
    }
    if (std::optional<Outcome> left = leave_out_by_limits(current, command)) {
      return *left;
    }
    if (!current.result.expected) {
      return not_run(command, "no reference count");
    }
    const Clock::time_point start = Clock::now();
    const milliseconds time = engine_time(current.result.expected);
    const engines::PerftAnswer said = state.engine->perft(current.sent, current.result.depth, time);
    outcome.seconds = seconds_since(start);
    if (said.failure && stopper_.stopped()) {
      return cut_off(command);
    }
    if (said.failure) {
      outcome.verdict = verdict_of(said.failure->kind);
      outcome.detail = said.failure->detail;
      remember_failure(state, *said.failure);
    } else {
      state.hangs = 0;
      outcome.actual = said.nodes;
      outcome.verdict =
          said.nodes == *current.result.expected ? Verdict::kAgrees : Verdict::kWrongCount;
    }
    DivideAnswer first;
    for (const engines::DivideLine& line : said.divide) {
      first.add(line.action, line.nodes);
    }
    first.nodes = said.nodes;
    const bool other_divide = outcome.verdict == Verdict::kAgrees && said.divided &&
                              current.divide && sum_of(*current.divide) == said.nodes &&
                              in_our_spelling(current.reference, current.sent, *current.divide,
                                              first.divide) != *current.divide;
    if (outcome.verdict == Verdict::kWrongCount || other_divide) {
      outcome.verdict = Verdict::kWrongCount;
      // A total alone says nothing about moves.
      if (said.divided) {
        trace(current, outcome, first, [&](const std::string& text, int depth) {
          return engine_divide(state, text, depth, time);
        });
      }
      add_hints(current, outcome);
    }
    apply_known_fault(current, state, outcome);
    keep_evidence(current, state, outcome);
    return outcome;
  }

  void keep_evidence(const Case& current, const EngineState& state, Outcome& outcome) {
    if (options_.transcripts.empty() || !is_failure(outcome.verdict)) {
      return;
    }
    const WrittenEvidence written =
        write_evidence(options_.transcripts, case_title(current.result) + " " + state.command,
                       {state.engine->transcript(), ""});
    outcome.evidence = written.files;
    if (!written.problem.empty()) {
      add_detail(outcome, "the transcript is not kept: " + written.problem);
    }
  }

  static void add_detail(Outcome& outcome, const std::string& text) {
    outcome.detail += (outcome.detail.empty() ? "" : "\n") + text;
  }

  void remember_failure(EngineState& state, const engines::Failure& failure) {
    switch (failure.kind) {
      case engines::Failure::Kind::kNotFound:
      case engines::Failure::Kind::kOptionRefused:
      case engines::Failure::Kind::kVariantUnknown:
      case engines::Failure::Kind::kNoPerft:
        state.unusable = failure;
        break;
      case engines::Failure::Kind::kHung:
        if (++state.hangs == kHangsInARow) {
          state.unusable = failure;
          state.unusable->detail =
              fmt::format("not asked any more: did not answer {} times in a row", kHangsInARow);
        }
        break;
      default:
        state.hangs = 0;
        break;
    }
  }

  // Whether the generator gives the same count: then the suite is the one to suspect.
  static bool generator_agrees(Case& current, const Outcome& outcome) {
    const Outcome* generator = outcome_of(current.result, kGenerator);
    return generator != nullptr && outcome.actual && outcome.actual != current.result.expected &&
           generator->actual == outcome.actual;
  }

  // Follows a wrong count down to the move. Once for each position and checker: what is wrong at a
  // small depth is wrong at every greater one.
  void trace(Case& current, Outcome& outcome, const DivideAnswer& first, const AskDivide& ask) {
    if (current.read.position == nullptr || first.failure || generator_agrees(current, outcome)) {
      return;
    }
    const auto known = current.traced.find(outcome.checker);
    if (known != current.traced.end()) {
      outcome.verdict = known->second.verdict;
      outcome.difference = known->second.difference;
      outcome.cause = known->second.cause;
      outcome.explained_at = known->second.depth;
      return;
    }
    const std::uint64_t limit = limit_of(kGenerator, current.row.given);
    if (*current.result.expected > limit) {
      return;
    }
    DiagnosisOptions diagnosis_options;
    diagnosis_options.stop = &stopper_.flag();
    diagnosis_options.wants_smaller = [&](const Cause& cause) {
      return ++reductions_[{outcome.checker, std::string(fault_class_name(cause.fault)),
                            cause.clause + " " + cause.rule}] <= kReductions;
    };
    Suspect suspect;
    suspect.divide = ask;
    Diagnosis found = diagnose(current.reference, *current.read.position, current.sent,
                               current.result.depth, first, suspect, diagnosis_options);
    outcome.verdict = found.verdict;
    outcome.difference = std::move(found.difference);
    outcome.cause = std::move(found.cause);
    outcome.detail = std::move(found.detail);
    if (outcome.cause) {
      current.traced[outcome.checker] = {current.result.depth, outcome.verdict, outcome.difference,
                                         outcome.cause};
    }
  }

  // A wrong count that is the right one of other rules or of another position tells what was lost.
  void add_hints(Case& current, Outcome& outcome) {
    const bool lists_differ = outcome.verdict == Verdict::kWrongMoves;
    if (!outcome.actual || (!lists_differ && generator_agrees(current, outcome))) {
      return;
    }
    std::unique_ptr<Hints>& hints = current.row.subject->hints;
    if (hints == nullptr) {
      hints = std::make_unique<Hints>(current.reference);
    }
    for (const std::string& hint :
         hints->for_count(current.sent, current.result.depth, *outcome.actual,
                          *current.result.expected, stopper_.flag())) {
      add_detail(outcome, hint);
    }
  }

  // If the generator is wrong and somebody else has the expected count, their divides show where.
  void explain_generator(Case& current) {
    Outcome* generator = outcome_of(current.result, kGenerator);
    if (generator == nullptr || generator->verdict != Verdict::kWrongCount || current.row.given) {
      return;
    }
    for (const Checker& checker : run_.checkers) {
      const Outcome* other = outcome_of(current.result, checker.name);
      if (other == nullptr || other->verdict != Verdict::kAgrees) {
        continue;
      }
      const AskDivide ask = [&](const std::string& text, int depth) {
        return checker.kind == Checker::Kind::kOracle
                   ? oracle_divide(current.reference, text, depth)
                   : engine_divide(engine_state(current, checker.name), text, depth,
                                   engine_time(current.result.expected));
      };
      const DivideAnswer first = ask(current.sent, current.result.depth);
      if (first.failure) {
        continue;
      }
      DescentResult found = descend(current.reference, *current.read.position, current.sent,
                                    current.result.depth, first, ask, stopper_.flag());
      if (found.verdict != Verdict::kWrongMoves || !found.difference) {
        continue;
      }
      // The generator is the one that misses what the other has.
      std::swap(found.difference->missing, found.difference->extra);
      generator->verdict = Verdict::kWrongMoves;
      generator->difference = std::move(found.difference);
      generator->detail =
          fmt::format("compared with {}, which has the expected count", checker.name);
      return;
    }
  }

  void add_remarks(Case& current) {
    CaseResult& result = current.result;
    if (!result.expected || current.row.given) {
      return;
    }
    std::set<std::uint64_t> counts;
    std::vector<std::string> who;
    bool wrong = false;
    for (const Outcome& outcome : result.outcomes) {
      if (outcome.actual) {
        counts.insert(*outcome.actual);
        who.push_back(outcome.checker);
        wrong = wrong || *outcome.actual != *result.expected;
      }
    }
    if (!wrong) {
      return;
    }
    if (counts.size() == 1 && who.size() >= 2) {
      result.remarks.push_back(
          fmt::format("{} all count {}: suspect the suite", fmt::join(who, ", "), *counts.begin()));
    }
    if (current.read.position == nullptr) {
      return;
    }
    // A count under the wrong depth is a common slip of suites.
    for (int depth = 1; depth < result.depth; ++depth) {
      generator::PerftOptions perft_options;
      perft_options.stop = &stopper_.flag();
      const generator::PerftResult counted = current.read.position->perft(depth, perft_options);
      if (!counted.complete) {
        return;
      }
      if (counted.nodes == *result.expected) {
        result.remarks.push_back(
            fmt::format("{} is the count of this position at depth {}", *result.expected, depth));
      }
    }
    for (const auto& [depth, nodes] : current.row.counts.nodes) {
      if (depth != result.depth && counts.size() == 1 && nodes == *counts.begin()) {
        result.remarks.push_back(
            fmt::format("{} is what the suite expects at depth {}", nodes, depth));
      }
    }
  }

  static Outcome* outcome_of(CaseResult& result, std::string_view checker) {
    for (Outcome& outcome : result.outcomes) {
      if (outcome.checker == checker) {
        return &outcome;
      }
    }
    return nullptr;
  }

  // ---- known faults ----

  static std::string answer_text(const Outcome& outcome) {
    return outcome.actual ? std::to_string(*outcome.actual)
                          : std::string(verdict_name(outcome.verdict));
  }

  void apply_known_fault(const Case& current, const EngineState& state, Outcome& outcome) {
    const std::string position = single_blanks(current.result.position);
    for (std::size_t i = 0; i < faults_.size(); ++i) {
      const KnownFault& fault = faults_[i];
      if (fault.engine != state.engine->name() || fault.variant != run_.variant ||
          fault.depth != current.result.depth || single_blanks(fault.position) != position) {
        continue;
      }
      if (is_failure(outcome.verdict) && answer_text(outcome) == fault.answer) {
        outcome.verdict = Verdict::kKnownFault;
        outcome.detail = fault.note + (outcome.detail.empty() || fault.note.empty() ? "" : "\n") +
                         outcome.detail;
      } else if (is_failure(outcome.verdict)) {
        outcome.detail += fmt::format("{}the known fault here is another one: {}",
                                      outcome.detail.empty() ? "" : "\n", fault.answer);
      } else if (outcome.verdict == Verdict::kAgrees) {
        resolved_.insert(i);
      }
    }
  }

  void report_resolved_faults() {
    for (const std::size_t i : resolved_) {
      const KnownFault& fault = faults_[i];
      run_.resolved_faults.push_back(fmt::format("{}, {} at depth {} ({}): no longer occurs",
                                                 fault.engine, fault.position, fault.depth,
                                                 fault.answer));
    }
  }

  // ---- the course of the run ----

  void note_stop() {
    if (stopper_.interrupted()) {
      run_.interrupted = true;
    } else {
      run_.deadline_reached = true;
    }
  }

  std::string why_stopped() const { return stopper_.interrupted() ? "interrupted" : "deadline"; }

  void leave_out(CaseResult result, const std::string& why) {
    for (const Checker& checker : run_.checkers) {
      if (checker.kind != Checker::Kind::kEngine || result.kind == CaseKind::kCount) {
        result.outcomes.push_back(not_run(checker.name, why));
      }
    }
    finish(std::move(result));
  }

  void finish(CaseResult result) {
    run_.cases.push_back(std::move(result));
    tell(&run_.cases.back());
  }

  void tell(const CaseResult* last) const {
    if (options_.progress) {
      options_.progress({run_.cases.size(), total_, last});
    }
  }

  void name_checkers() {
    for (Checker& checker : run_.checkers) {
      for (const auto& [choices, subject] : subjects_) {
        for (const EngineState& state : subject.engines) {
          if (state.command == checker.name && state.engine->name() != state.command) {
            checker.version = state.engine->name();
          }
        }
      }
    }
  }

  const RunOptions& options_;
  Stopper stopper_;
  Run run_;
  std::map<spec::OptionChoices, Subject> subjects_;
  std::vector<SuiteFile> files_;
  std::optional<CountRow> given_;
  bool given_above_limit_ = false;
  std::vector<KnownFault> faults_;
  std::set<std::size_t> resolved_;
  std::map<std::array<std::string, 3>, int> reductions_;  // by checker, fault class, rule
  std::size_t total_ = 0;
};

}  // namespace

Run run_verification(const RunOptions& options) { return Runner(options).run(); }

}  // namespace regelwerk::suites
