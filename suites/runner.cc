#include "suites/runner.h"

#include <fmt/format.h>

#include <algorithm>
#include <condition_variable>
#include <ctime>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <thread>

#include "oracle/engines/engine.h"
#include "oracle/engines/perft_text.h"
#include "spec/position_text.h"
#include "suites/answer_cache.h"
#include "suites/descent.h"
#include "suites/diagnosis.h"
#include "suites/diagrams.h"
#include "suites/engine_checker.h"
#include "suites/engine_pool.h"
#include "suites/epd.h"
#include "suites/evidence.h"
#include "suites/examples.h"
#include "suites/fingerprint.h"
#include "suites/hints.h"
#include "suites/known_faults.h"
#include "suites/refused.h"
#include "suites/resume.h"
#include "suites/schedule.h"
#include "suites/suite_files.h"

namespace regelwerk::suites {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr int kStartDepth = 4;   // of a variant without suites
constexpr int kQuestions = 150;  // to make one position small
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

// A process of an engine while one case has it.
struct EngineState {
  EnginePool& pool;
  const std::string& spec_hash;
  EnginePool::Lease engine;
};

// A variant as one suite wants it (its options chosen), with the engines that play it.
struct Subject {
  std::unique_ptr<Reference> reference;
  std::unique_ptr<Reference> movement;               // for diagrams, if there are some
  spec::Diagnostics movement_problems;               // why there is none
  std::unique_ptr<Hints> hints;                      // made when first needed
  std::vector<std::unique_ptr<EnginePool>> engines;  // in the order of RunOptions::engines
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

class Runner {
 public:
  explicit Runner(const RunOptions& options)
      : options_(options),
        stopper_(options.stop, options.time),
        schedule_(std::max(options.jobs, 1)) {}

  Run run() {
    const Clock::time_point start = Clock::now();
    run_.tool_version = options_.tool_version;
    run_.started = utc_now();
    prepare();
    if (!spec::has_errors(run_.diagnostics)) {
      plan_all();
      check_all();
      report_resolved_faults();
    }
    name_checkers();
    run_.seconds = seconds_since(start);
    return std::move(run_);
  }

  Run list() {
    run_.tool_version = options_.tool_version;
    prepare();
    if (!spec::has_errors(run_.diagnostics)) {
      plan_all();
    }
    for (const Unit& unit : units_) {
      if (!unit.row) {
        run_.cases.push_back(unit.blank);
        continue;
      }
      for (const auto& [depth, nodes] : unit.row->counts.nodes) {
        run_.cases.push_back(start_case(*unit.row, depth, nodes));
      }
    }
    return std::move(run_);
  }

 private:
  // ---- what is to be checked ----

  void prepare() {
    Subject* subject = subject_for(options_.options);
    run_.variant = options_.variant;
    run_.shard = options_.shard;
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
    if (subject != nullptr) {
      look_back(*subject);
    }
  }

  // What earlier runs can spare this one.
  void look_back(const Subject& subject) {
    const std::string own = options_.identity.empty() ? options_.tool_version : options_.identity;
    for (Checker& checker : run_.checkers) {
      checker.identity =
          checker.kind == Checker::Kind::kEngine ? pool_of(subject, checker.name).identity() : own;
    }
    if (!options_.cache.empty()) {
      cache_ = AnswerCache::open(options_.cache, &run_.diagnostics);
    }
    if (options_.earlier.empty()) {
      return;
    }
    earlier_ = EarlierAnswers(options_.earlier, run_);
    for (const std::string& remark : earlier_.remarks()) {
      warn(options_.earlier_file, remark);
    }
  }

  void warn(std::string file, std::string message) {
    spec::Diagnostic diagnostic;
    diagnostic.severity = spec::Diagnostic::Severity::kWarning;
    diagnostic.place.file = std::move(file);
    diagnostic.message = std::move(message);
    run_.diagnostics.push_back(std::move(diagnostic));
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
      const spec::Variant& variant = subject.reference->variant();
      subject.engines.push_back(std::make_unique<EnginePool>(
          command,
          options_.identify ? engine_fingerprint(command, options_.uci_options, variant.engines)
                            : "",
          [command, &variant, engine_options] {
            return std::make_unique<engines::Engine>(command, variant, engine_options);
          }));
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

  // What one thread checks by itself: all depths of a position, or one case of another kind.
  struct Unit {
    std::optional<CountRow> row;
    CaseResult blank;                   // without a row: the case before it is checked
    std::function<CaseResult()> check;  // without a row; none if there is a conflict
    std::string conflict;               // why it cannot be checked
    std::size_t size() const { return row ? row->counts.nodes.size() : 1; }
  };

  void plan_all() {
    if (given_) {
      plan({*given_, {}, nullptr, ""});
    }
    for (const SuiteFile& file : files_) {
      plan_file(file);
    }
  }

  // Every count-th unit is this shard's.
  void plan(Unit unit) {
    const std::size_t number = planned_++;
    if (number % static_cast<std::size_t>(options_.shard.count) ==
        static_cast<std::size_t>(options_.shard.index - 1)) {
      total_ += unit.size();
      units_.push_back(std::move(unit));
    } else {
      run_.cases_elsewhere += unit.size();
    }
  }

  void plan_file(const SuiteFile& file) {
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
      plan({CountRow{subject, file.file, counts, false}, {}, nullptr, conflict});
    }
    const Sides sides{options_.generator, options_.oracle};
    const auto plan_others = [&](const auto& cases, CaseKind kind, auto&& describe, auto&& check) {
      for (const auto& each : cases) {
        Unit unit;
        unit.blank.kind = kind;
        unit.blank.suite = file.file;
        unit.blank.line = each.line;
        describe(each, unit.blank);
        unit.conflict = conflict;
        if (subject != nullptr) {
          unit.check = [check, &each] { return check(each); };
        }
        plan(std::move(unit));
      }
    };
    plan_others(
        file.examples.examples, CaseKind::kExample,
        [](const Example& example, CaseResult& blank) {
          blank.name = example.name;
          blank.position = example.position;
        },
        [=, &file](const Example& example) {
          return check_example(*subject->reference, file.file, example, sides);
        });
    plan_others(
        file.refusals.cases, CaseKind::kRefusal,
        [](const RefusalCase& refusal, CaseResult& blank) { blank.position = refusal.position; },
        [=, &file](const RefusalCase& refusal) {
          return check_refusal(*subject->reference, file.file, refusal, sides);
        });
    plan_others(
        file.diagrams.diagrams, CaseKind::kDiagram, [](const Diagram&, CaseResult&) {},
        [=, this, &file](const Diagram& diagram) {
          return check_diagram_of(*subject, file.file, diagram, sides);
        });
    if (subject != nullptr && !file.diagrams.diagrams.empty() && subject->movement == nullptr) {
      subject->movement = Reference::make(movement_only(subject->reference->variant()),
                                          &subject->movement_problems);
    }
  }

  void check_all() {
    tell(nullptr);
    schedule_.run(units_.size(), [this](std::size_t index, const Schedule::Deliver& deliver) {
      const Unit& unit = units_[index];
      if (unit.row) {
        check_row(unit, deliver);
        return;
      }
      CaseResult result = unit.blank;
      if (!unit.conflict.empty()) {
        leave_out(result, unit.conflict);
      } else if (stopper_.stopped()) {
        note_stop();
        leave_out(result, why_stopped());
      } else {
        result = unit.check();
      }
      deliver([this, result] { finish(result); });
    });
    if (cache_fails_) {
      warn(options_.cache.string(), "an answer could not be written into the cache");
    }
    run_.interrupted = cut_by_interrupt_;
    run_.deadline_reached = cut_by_deadline_;
  }

  CaseResult check_diagram_of(const Subject& subject, const std::string& file,
                              const Diagram& diagram, Sides sides) const {
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
        outcome.detail =
            "the movements alone cannot be compiled: " + spec::to_string(subject.movement_problems);
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
    result.unreachable = row.counts.unreachable && !options_.count_unreachable;
    if (row.subject != nullptr) {
      const std::string& hash = row.subject->reference->variant().meaning_hash;
      result.spec_hash = hash == run_.spec_hash ? "" : hash;
    }
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

  // What was found at a smaller depth of a position.
  struct Traced {
    int depth = 0;
    Verdict verdict = Verdict::kWrongMoves;
    std::optional<Difference> difference;
    std::optional<Cause> cause;
  };

  // A checker's answers to the depths of one position so far.
  struct Track {
    std::optional<Traced> traced;
    double speed = 0;     // nodes a second of an engine at the greatest depth so far; 0: not known
    int too_slow_at = 0;  // the depth for which its time did not suffice; 0: none
    bool moves_only = false;  // it cannot count, but shows its moves
    Patience patience;
  };

  // What the cases of one position share.
  struct Row {
    const CountRow& row;
    const Reference& reference;
    generator::ReadResult read;
    oracle::ReadResult oracle_read;
    std::string sent;
    std::map<std::string, Track> tracks;  // by checker, one for each from the beginning
    bool above_limit = false;             // a smaller depth of a given position was
  };

  // What a case has learnt about an engine.
  struct Learnt {
    bool asked = false;
    std::optional<engines::Failure> failure;  // of the question
    std::vector<std::size_t> resolved;        // known faults that it does not have
  };

  struct Case {
    std::shared_ptr<Row> of;
    const CountRow& row;
    const Reference& reference;
    const generator::ReadResult& read;
    const oracle::ReadResult& oracle_read;
    const std::string& sent;
    CaseResult result;
    std::map<std::string, Learnt> learnt;  // by engine, one for each from the beginning
    std::optional<std::map<std::string, std::uint64_t>> divide;  // the generator's
    bool generator_explained = false;
  };

  // All depths of one position.
  void check_row(const Unit& unit, const Schedule::Deliver& deliver) {
    std::shared_ptr<Row> row;
    for (const auto& [depth, nodes] : unit.row->counts.nodes) {
      CaseResult result = start_case(*unit.row, depth, nodes);
      const bool stopped = unit.conflict.empty() && stopper_.stopped();
      if (stopped) {
        note_stop();
      }
      // What is known from an earlier result stays known.
      if (!unit.conflict.empty() || (stopped && earlier_.empty())) {
        leave_out(result, stopped ? why_stopped() : unit.conflict);
        deliver([this, result] { finish(result); });
        continue;
      }
      if (row == nullptr) {
        row = start_row(*unit.row);
      }
      const auto current = std::make_shared<Case>(
          Case{row, row->row, row->reference, row->read, row->oracle_read, row->sent, result});
      for (const Checker& checker : run_.checkers) {
        if (checker.kind == Checker::Kind::kEngine) {
          current->learnt[checker.name];
        }
      }
      check_case(*current);
      deliver([this, current] { close_case(*current); });
    }
  }

  std::shared_ptr<Row> start_row(const CountRow& row) const {
    const Reference& reference = *row.subject->reference;
    // As written, but spelt in full: engines differ on what they make of a short text.
    std::string sent = row.counts.position;
    if (const auto raw = spec::parse_position_text(reference.variant(), sent); raw.position) {
      sent = spec::write_position_text(reference.variant(), *raw.position);
    }
    const auto started = std::make_shared<Row>(Row{row,
                                                   reference,
                                                   reference.game().read(row.counts.position),
                                                   reference.referee().read(row.counts.position),
                                                   std::move(sent),
                                                   {}});
    for (const Checker& checker : run_.checkers) {
      started->tracks[checker.name];
    }
    return started;
  }

  void check_case(Case& current) {
    CaseResult& result = current.result;
    std::vector<std::optional<Outcome>> earlier = answers_from_earlier(current);
    std::optional<Outcome> counted = count_by_generator(current, earlier);
    result.outcomes.resize(run_.checkers.size());
    std::vector<Schedule::Task> questions;
    for (std::size_t i = 0; i < run_.checkers.size(); ++i) {
      const Checker& checker = run_.checkers[i];
      Outcome& outcome = result.outcomes[i];
      if (checker.kind == Checker::Kind::kGenerator) {
        outcome = *counted;
      } else if (earlier[i]) {
        outcome = std::move(*earlier[i]);
      } else if (checker.kind == Checker::Kind::kOracle) {
        questions.emplace_back([this, &current, &outcome] { outcome = ask_oracle(current); });
      } else {
        questions.emplace_back(
            [this, &current, &outcome, &checker] { outcome = ask_engine(current, checker.name); });
      }
    }
    schedule_.fork(std::move(questions));
    conclude(current);
  }

  // The generator's outcome, if it was asked. Sets the expected count of a given position, and
  // drops what of `earlier` was compared with another one.
  std::optional<Outcome> count_by_generator(Case& current,
                                            std::vector<std::optional<Outcome>>& earlier) {
    CaseResult& result = current.result;
    std::optional<Outcome> known;  // the generator's earlier answer
    bool others_known = true;
    for (std::size_t i = 0; i < run_.checkers.size(); ++i) {
      if (run_.checkers[i].kind == Checker::Kind::kGenerator) {
        known = earlier[i];
      } else {
        others_known = others_known && earlier[i];
      }
    }
    std::optional<Outcome> counted;
    const bool as_reference = current.row.given || !options_.engines.empty() || options_.oracle;
    if (known && others_known) {
      counted = known;
    } else if (options_.generator || as_reference) {
      counted = ask_generator(current);
      if (!counted->actual && known) {
        counted = known;
      }
    }
    if (current.row.given && counted->actual) {
      result.expected = counted->actual;
      result.source = "generator";
      counted->verdict = Verdict::kAgrees;
    }
    for (std::size_t i = 0; i < run_.checkers.size(); ++i) {
      const EarlierAnswers::Answer* answer = earlier_.find(result, run_.checkers[i].name);
      if (earlier[i] && (!result.expected || answer->expected != *result.expected)) {
        earlier[i].reset();
      }
    }
    return counted;
  }

  // By checker: what an earlier result answers.
  std::vector<std::optional<Outcome>> answers_from_earlier(Case& current) {
    std::vector<std::optional<Outcome>> answers(run_.checkers.size());
    for (std::size_t i = 0; i < run_.checkers.size(); ++i) {
      const Checker& checker = run_.checkers[i];
      const EarlierAnswers::Answer* answer = earlier_.find(current.result, checker.name);
      if (answer == nullptr) {
        continue;
      }
      std::optional<Traced>& traced = current.of->tracks.at(checker.name).traced;
      const Outcome& outcome = answer->outcome;
      if (checker.kind == Checker::Kind::kEngine) {
        EnginePool& pool = pool_of(*current.row.subject, checker.name);
        pool.heard_name(earlier_.version(checker.name));
        // The list of known faults is today's.
        if (!known_faults_of(current, pool.name()).empty() ||
            (outcome.verdict != Verdict::kAgrees &&
             !known_causes_of(current, pool.name()).empty())) {
          continue;
        }
      }
      // A reference to a smaller depth must find it.
      if (outcome.explained_at > 0 && (!traced || traced->depth != outcome.explained_at)) {
        continue;
      }
      answers[i] = outcome;
      answers[i]->origin = Origin::kEarlier;
      if (!traced && (outcome.cause || outcome.difference)) {
        traced = {current.result.depth, outcome.verdict, outcome.difference, outcome.cause};
      }
    }
    return answers;
  }

  // What all answers together tell.
  void conclude(Case& current) {
    explain_generator(current);
    add_remarks(current);
  }

  // In the order of the cases. An engine that earlier cases have shown not to be worth asking was
  // perhaps asked here nevertheless, when that was not known yet.
  void close_case(Case& current) {
    bool changed = false;
    for (Outcome& outcome : current.result.outcomes) {
      const auto found = current.learnt.find(outcome.checker);
      if (found == current.learnt.end() || outcome.origin == Origin::kEarlier) {
        continue;
      }
      EnginePool& pool = pool_of(*current.row.subject, outcome.checker);
      const Learnt& learnt = found->second;
      if (const std::optional<engines::Failure> over = pool.unusable()) {
        changed = changed || outcome.actual;
        outcome = not_asked(outcome.checker, *over);
        continue;
      }
      if (learnt.asked) {
        pool.answered(learnt.failure);
      }
      resolved_.insert(learnt.resolved.begin(), learnt.resolved.end());
    }
    if (changed) {
      current.result.remarks.clear();
      if (current.generator_explained) {
        Outcome* generator = outcome_of(current.result, kGenerator);
        generator->verdict = Verdict::kWrongCount;
        generator->difference.reset();
        generator->detail.clear();
      }
      conclude(current);
    }
    finish(std::move(current.result));
  }

  static Outcome not_asked(const std::string& checker, const engines::Failure& over) {
    Outcome outcome;
    outcome.checker = checker;
    const Verdict verdict = verdict_of(over.kind);
    const bool unable = verdict == Verdict::kVariantUnknown || verdict == Verdict::kNoPerft;
    outcome.verdict = unable ? verdict : Verdict::kNotRun;
    outcome.detail = over.detail;
    return outcome;
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
    if (current.row.given && current.of->above_limit) {
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
      current.of->above_limit = true;
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
      trace(current, outcome, current.result.depth, ask(current.sent, current.result.depth), ask);
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

  static EnginePool& pool_of(const Subject& subject, const std::string& command) {
    for (const std::unique_ptr<EnginePool>& pool : subject.engines) {
      if (pool->command() == command) {
        return *pool;
      }
    }
    throw std::logic_error("no engine '" + command + "' in this run");
  }

  static EngineState engine_state(const Case& current, const std::string& command) {
    EnginePool& pool = pool_of(*current.row.subject, command);
    return {pool, current.reference.variant().meaning_hash, pool.lease()};
  }

  // The engine's answer; `origin` says whether it had to be asked.
  engines::PerftAnswer engine_count(EngineState& state, const std::string& text, int depth,
                                    milliseconds time, Origin* origin) {
    const CacheQuestion question{state.pool.identity(), state.spec_hash, text, depth};
    engines::PerftAnswer answer;
    if (cache_ != nullptr) {
      if (const std::optional<CachedCount> known = cache_->find(question)) {
        state.pool.heard_name(known->engine_name);
        answer.nodes = known->nodes;
        for (const auto& [move, nodes] : known->divide) {
          answer.divide.push_back({move, nodes});
        }
        answer.divided = !answer.divide.empty() || answer.nodes == 0;
        *origin = Origin::kCache;
        return answer;
      }
    }
    answer = state.engine->perft(text, depth, time);
    state.pool.heard(*state.engine, answer.notes);
    *origin = Origin::kAsked;
    const bool repeats = std::adjacent_find(answer.divide.begin(), answer.divide.end(),
                                            [](const auto& a, const auto& b) {
                                              return a.action == b.action;
                                            }) != answer.divide.end();
    if (cache_ != nullptr && !answer.failure && answer.said.empty() && !repeats) {
      CachedCount count{state.engine->name(), answer.nodes, {}};
      for (const engines::DivideLine& line : answer.divide) {
        count.divide[line.action] = line.nodes;
      }
      if (!cache_->store(question, count)) {
        cache_fails_ = true;
      }
    }
    return answer;
  }

  milliseconds engine_time(const std::optional<std::uint64_t>& expected) const {
    constexpr std::uint64_t kMillion = 1'000'000;
    const std::uint64_t nodes = expected.value_or(0);
    const auto by_size = milliseconds(5'000 * std::min<std::uint64_t>(nodes / kMillion, 100'000));
    return std::max(options_.engine_deadline, nodes > 20 * kMillion ? by_size : milliseconds(0));
  }

  // Its divide below the position of a case; an engine that gives totals only is made to divide.
  DivideAnswer engine_divide(const Case& current, EngineState& state, const std::string& text,
                             int depth, milliseconds time) {
    Origin origin = Origin::kAsked;
    const engines::PerftAnswer said = engine_count(state, text, depth, time, &origin);
    EngineChecker checker(current.reference, *state.engine);
    return checker.divided(said, text, depth, time);
  }

  Outcome ask_engine(Case& current, const std::string& command) {
    EngineState state = engine_state(current, command);
    Track& track = current.of->tracks.at(command);
    Learnt& learnt = current.learnt.at(command);
    Outcome outcome;
    outcome.checker = command;
    if (const std::optional<engines::Failure> over = state.pool.unusable()) {
      return not_asked(command, *over);
    }
    if (track.patience.over()) {
      return not_asked(command, *track.patience.over());
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
    std::optional<engines::Failure> failure;
    if (state.engine->protocol() == engines::ProtocolKind::kExitCode) {
      failure = ask_whether_right(current, state, time, outcome);
    } else if (track.moves_only) {
      outcome.verdict = Verdict::kNoPerft;
      outcome.detail = "cannot count; its moves are compared at the smallest depth of the position";
    } else {
      failure = ask_for_count(current, state, time, outcome);
      if (failure && failure->kind == engines::Failure::Kind::kNoPerft && !stopper_.stopped()) {
        track.moves_only = true;
        failure = compare_moves(current, state, time, outcome);
      }
    }
    outcome.seconds = seconds_since(start);
    if (failure && stopper_.stopped()) {
      return cut_off(command);
    }
    learnt.asked = true;
    learnt.failure = failure;
    track.patience.answered(failure);
    if (failure) {
      outcome.verdict = verdict_of(failure->kind);
      outcome.detail = failure->kind == engines::Failure::Kind::kCannotSetUp
                           ? "cannot be set up: " + failure->detail
                           : failure->detail;
    }
    apply_known_fault(current, state, outcome);
    keep_evidence(current, state, outcome);
    return outcome;
  }

  // For questions that are smaller than one that took the time since `start`.
  static milliseconds smaller_time(Clock::time_point start, milliseconds at_most) {
    constexpr milliseconds kLeast{2'000};
    constexpr int kTimes = 10;
    const auto took = std::chrono::duration_cast<milliseconds>(Clock::now() - start);
    return std::min(at_most, kLeast + kTimes * took);
  }

  // On the way to a cause an engine that hangs is not asked any more: every hang costs its time.
  static AskDivide until_it_hangs(AskDivide ask) {
    return [ask = std::move(ask), hung = std::make_shared<bool>(false)](const std::string& text,
                                                                        int depth) {
      DivideAnswer answer;
      if (*hung) {
        answer.failure = Verdict::kHung;
        answer.detail = "not asked any more: it did not answer before";
        return answer;
      }
      answer = ask(text, depth);
      *hung = answer.failure == Verdict::kHung;
      return answer;
    };
  }

  // What follows gives the failure of the question, if it failed, and otherwise fills `outcome`.

  std::optional<engines::Failure> ask_for_count(Case& current, EngineState& state,
                                                milliseconds time, Outcome& outcome) {
    if (std::optional<engines::Failure> slow = foretell(current, state, time)) {
      return slow;
    }
    const Clock::time_point start = Clock::now();
    const engines::PerftAnswer said =
        engine_count(state, current.sent, current.result.depth, time, &outcome.origin);
    Track& track = current.of->tracks.at(state.pool.command());
    if (said.failure) {
      return known_as_slow(*said.failure, current, track, time);
    }
    note_speed(track, said.nodes, start, outcome.origin);
    const milliseconds patience = smaller_time(start, time);
    if (has_run_over(current, said, outcome)) {
      return std::nullopt;
    }
    outcome.actual = said.nodes;
    outcome.verdict =
        said.nodes == *current.result.expected ? Verdict::kAgrees : Verdict::kWrongCount;
    DivideAnswer first = EngineChecker::as_divide(said);
    const bool other_divide = outcome.verdict == Verdict::kAgrees && said.divided &&
                              current.divide && sum_of(*current.divide) == said.nodes &&
                              in_our_spelling(current.reference, current.sent, *current.divide,
                                              first.divide) != *current.divide;
    if (outcome.verdict == Verdict::kWrongCount && said.checked == engines::PositionCheck::kNone &&
        outcome.origin == Origin::kAsked &&
        counts_something_else(current, state, said.nodes, time)) {
      return engines::Failure{engines::Failure::Kind::kNoPerft,
                              fmt::format("it counts {} whatever position it is sent", said.nodes)};
    }
    if (outcome.verdict == Verdict::kWrongCount || other_divide) {
      outcome.verdict = Verdict::kWrongCount;
      if (!said.divided) {
        EngineChecker checker(current.reference, *state.engine);
        first = checker.divided(said, current.sent, current.result.depth, time);
      }
      trace(current, outcome, current.result.depth, first,
            until_it_hangs([&](const std::string& text, int depth) {
              return engine_divide(current, state, text, depth, patience);
            }));
      add_hints(current, outcome);
    }
    return std::nullopt;
  }

  // Whether it gives the same number for the start position and for that after the first action,
  // and neither is right: then it counts some position of its own.
  bool counts_something_else(const Case& current, EngineState& state, std::uint64_t nodes,
                             milliseconds time) const {
    const generator::ReadResult start = current.reference.game().read("startpos");
    if (start.position == nullptr || start.position->actions().empty()) {
      return false;
    }
    const auto gives = [&](const generator::Position& position) {
      const engines::PerftAnswer said =
          state.engine->perft(position.text(), current.result.depth, time);
      return !said.failure && said.said.empty() && said.nodes == nodes &&
             position.perft(current.result.depth).nodes != nodes;
    };
    const std::unique_ptr<generator::Position> next = start.position->clone();
    next->apply(next->actions().front());
    return gives(*start.position) && gives(*next);
  }

  // ---- whether its time suffices ----

  // Below this nobody is called slow before he was asked.
  static constexpr double kLeastSpeed = 1'000;  // nodes a second

  static double in_seconds(milliseconds time) {
    return std::chrono::duration<double>(time).count();
  }

  // A small count says more of how long a question takes than of the speed.
  static void note_speed(Track& track, std::uint64_t nodes, Clock::time_point start, Origin origin,
                         std::uint64_t at_least = 1'000) {
    constexpr double kMeasurable = 0.05;
    const double took = seconds_since(start);
    if (origin == Origin::kAsked && took >= kMeasurable && nodes >= at_least) {
      track.speed = static_cast<double>(nodes) / took;
    }
  }

  engines::Failure too_slow(const Case& current, Track& track, milliseconds time) const {
    track.too_slow_at = current.result.depth;
    const double nodes = static_cast<double>(*current.result.expected);
    return {
        engines::Failure::Kind::kTooSlow,
        fmt::format("{:.0f} nodes a second foretell {:.0f} s for {} nodes, and {:g} s are allowed; "
                    "deadline=SECONDS in its command gives more",
                    track.speed, nodes / track.speed, *current.result.expected, in_seconds(time))};
  }

  // Why a count is not asked for: smaller ones have shown that it would take far too long. Where
  // that is possible and not known yet, the position is counted to smaller depths first.
  std::optional<engines::Failure> foretell(Case& current, EngineState& state, milliseconds time) {
    constexpr double kFarTooLong = 3;
    Track& track = current.of->tracks.at(state.pool.command());
    if (track.too_slow_at > 0) {
      return engines::Failure{
          engines::Failure::Kind::kTooSlow,
          fmt::format("not asked: depth {} was too slow already", track.too_slow_at)};
    }
    const double nodes = static_cast<double>(*current.result.expected);
    if (nodes / kLeastSpeed <= in_seconds(time)) {
      return std::nullopt;
    }
    Origin origin = Origin::kAsked;
    if (track.speed == 0) {
      engine_count(state, current.sent, 1, time, &origin);  // so that it has started
    }
    for (int depth = 1; depth < current.result.depth && track.speed == 0; ++depth) {
      const Clock::time_point start = Clock::now();
      const engines::PerftAnswer said = engine_count(state, current.sent, depth, time, &origin);
      if (said.failure) {
        break;  // the question itself will show it
      }
      note_speed(track, said.nodes, start, origin, 1);
    }
    if (track.speed > 0 && nodes / track.speed > kFarTooLong * in_seconds(time)) {
      return too_slow(current, track, time);
    }
    return std::nullopt;
  }

  // Who counts on while he is asked other things looks like one that hangs; his speed tells.
  engines::Failure known_as_slow(const engines::Failure& failure, const Case& current, Track& track,
                                 milliseconds time) const {
    constexpr double kCloseToIt = 0.25;
    if (failure.kind == engines::Failure::Kind::kTooSlow) {
      track.too_slow_at = current.result.depth;
    }
    const double nodes = static_cast<double>(*current.result.expected);
    const bool foretold = track.speed > 0 && nodes / track.speed > kCloseToIt * in_seconds(time);
    return failure.kind == engines::Failure::Kind::kHung && foretold
               ? too_slow(current, track, time)
               : failure;
  }

  // ---- totals that have run over ----

  // Whether its total is no count, or the right one in too narrow a number; then that is the fault.
  bool has_run_over(const Case& current, const engines::PerftAnswer& said, Outcome& outcome) const {
    const std::string total = said.said.empty() ? std::to_string(said.nodes) : said.said;
    const std::optional<int> bits = engines::wrapped_at(*current.result.expected, total);
    constexpr int kNoAccident = 16;  // bits: a smaller number may fit by chance
    if (said.said.empty() && (!bits || *bits < kNoAccident)) {
      return false;
    }
    const std::string why = bits ? fmt::format("the right count modulo 2^{}", *bits)
                                 : fmt::format("no count: {}", fmt::join(said.notes, "; "));
    outcome.verdict = Verdict::kWrongCount;
    if (said.said.empty()) {
      outcome.actual = said.nodes;
    } else {
      outcome.said = said.said;
    }
    Cause cause;
    cause.fault = FaultClass::kCountOnly;
    cause.position = current.sent;
    cause.depth = current.result.depth;
    cause.shown = "its total is " + why;
    cause.questions = 1;
    outcome.cause = std::move(cause);
    add_detail(outcome, why);
    return true;
  }

  // A program that only says whether a count is right.
  std::optional<engines::Failure> ask_whether_right(Case& current, EngineState& state,
                                                    milliseconds time, Outcome& outcome) {
    const engines::AgreeAnswer said =
        state.engine->agree(current.sent, current.result.depth, *current.result.expected, time);
    state.pool.heard(*state.engine);
    if (said.failure) {
      return said.failure;
    }
    outcome.verdict = said.agrees ? Verdict::kAgrees : Verdict::kWrongCount;
    if (!said.agrees && current.read.position != nullptr) {
      EngineChecker checker(current.reference, *state.engine);
      add_detail(outcome, checker.where_it_disagrees(current.sent, current.result.depth, time,
                                                     stopper_.flag()));
    }
    return std::nullopt;
  }

  // An engine that cannot count: the moves that it is seen to take for legal.
  std::optional<engines::Failure> compare_moves(Case& current, EngineState& state,
                                                milliseconds time, Outcome& outcome) {
    EngineChecker checker(current.reference, *state.engine);
    const Clock::time_point start = Clock::now();
    const MovesAnswer said = checker.moves(current.sent, time);
    const milliseconds patience = smaller_time(start, time);
    state.pool.heard(*state.engine);
    if (said.failure) {
      return said.failure;
    }
    const auto compared = compare_divides(current.reference, *current.read.position, current.sent,
                                          1, said.moves, stopper_.flag());
    if (!compared) {
      return engines::Failure{engines::Failure::Kind::kHung, "cut off"};
    }
    const std::size_t legal = compared->ours.size();
    if (!compared->sets.none()) {
      outcome.verdict = Verdict::kWrongCount;
      trace(current, outcome, 1, said.moves,
            until_it_hangs([&](const std::string& text, int depth) {
              return checker.divide(text, depth, patience);
            }));
      return std::nullopt;
    }
    const std::string seen =
        said.complete ? fmt::format("its {} moves are right", legal)
        : said.refuses_everything
            ? fmt::format("it refuses all {} moves and shows no position: it may hold another one",
                          legal)
        : said.takes_anything && said.unobservable == legal
            ? "it takes plainly illegal moves too, so that its taking a move tells nothing"
            : fmt::format(
                  "it takes {} of the {} moves and none of {} illegal ones that were tried; "
                  "others are not observable",
                  legal - said.unobservable, legal, said.tried);
    if (current.result.depth > 1 || (!said.complete && said.unobservable == legal && legal > 0)) {
      outcome.verdict = Verdict::kNoPerft;
      outcome.detail = "cannot count; " + seen;
    } else if (said.complete) {
      outcome.verdict = Verdict::kAgrees;
      outcome.actual = legal;
    } else {
      outcome.verdict = Verdict::kNotObservable;
      outcome.detail = seen;
    }
    return std::nullopt;
  }

  void keep_evidence(const Case& current, const EngineState& state, Outcome& outcome) {
    if (options_.transcripts.empty() || !is_failure(outcome.verdict) ||
        outcome.origin != Origin::kAsked) {
      return;
    }
    const std::lock_guard lock(evidence_mutex_);
    const WrittenEvidence written = write_evidence(
        options_.transcripts, case_title(current.result) + " " + state.pool.command(),
        {state.engine->transcript(), state.engine->replay_script()});
    outcome.evidence = written.files;
    if (!written.problem.empty()) {
      add_detail(outcome, "the transcript is not kept: " + written.problem);
    }
  }

  static void add_detail(Outcome& outcome, const std::string& text) {
    if (text.empty()) {
      return;
    }
    outcome.detail += (outcome.detail.empty() ? "" : "\n") + text;
  }

  // Whether the generator gives the same count: then the suite is the one to suspect.
  static bool generator_agrees(Case& current, const Outcome& outcome) {
    const Outcome* generator = outcome_of(current.result, kGenerator);
    return generator != nullptr && outcome.actual && outcome.actual != current.result.expected &&
           generator->actual == outcome.actual;
  }

  // Follows a wrong count down to the move. Once for each position and checker: what is wrong at a
  // small depth is wrong at every greater one.
  void trace(Case& current, Outcome& outcome, int depth, const DivideAnswer& first,
             const AskDivide& ask) {
    if (current.read.position == nullptr || first.failure || generator_agrees(current, outcome)) {
      return;
    }
    std::optional<Traced>& traced = current.of->tracks.at(outcome.checker).traced;
    if (traced) {
      outcome.verdict = traced->verdict;
      outcome.difference = traced->difference;
      outcome.cause = traced->cause;
      outcome.explained_at = traced->depth;
      return;
    }
    const std::uint64_t limit = limit_of(kGenerator, current.row.given);
    if (*current.result.expected > limit) {
      return;
    }
    DiagnosisOptions diagnosis_options;
    diagnosis_options.stop = &stopper_.flag();
    diagnosis_options.max_questions = kQuestions;
    Suspect suspect;
    suspect.divide = ask;
    Diagnosis found = diagnose(current.reference, *current.read.position, current.sent, depth,
                               first, suspect, diagnosis_options);
    outcome.verdict = found.verdict;
    outcome.difference = std::move(found.difference);
    outcome.cause = std::move(found.cause);
    add_detail(outcome, found.detail);
    if (outcome.cause) {
      traced = {current.result.depth, outcome.verdict, outcome.difference, outcome.cause};
    }
  }

  // A wrong count that is the right one of other rules or of another position tells what was lost.
  void add_hints(Case& current, Outcome& outcome) {
    const bool lists_differ = outcome.verdict == Verdict::kWrongMoves;
    if (!outcome.actual || (!lists_differ && generator_agrees(current, outcome))) {
      return;
    }
    const std::lock_guard lock(hints_mutex_);
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
    if (generator == nullptr || generator->verdict != Verdict::kWrongCount || current.row.given ||
        generator->origin == Origin::kEarlier) {
      return;
    }
    for (const Checker& checker : run_.checkers) {
      const Outcome* other = outcome_of(current.result, checker.name);
      if (other == nullptr || other->verdict != Verdict::kAgrees) {
        continue;
      }
      const AskDivide ask = [&](const std::string& text, int depth) {
        if (checker.kind == Checker::Kind::kOracle) {
          return oracle_divide(current.reference, text, depth);
        }
        EngineState state = engine_state(current, checker.name);
        return engine_divide(current, state, text, depth, engine_time(current.result.expected));
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
      current.generator_explained = true;
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

  // Those listed for this case, as places in the list.
  std::vector<std::size_t> known_faults_of(const Case& current, const std::string& engine) const {
    const std::string position = single_blanks(current.result.position);
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < faults_.size(); ++i) {
      const KnownFault& fault = faults_[i];
      if (!fault.fault && fault.is_of(engine, run_.variant) &&
          fault.depth == current.result.depth && single_blanks(fault.position) == position) {
        found.push_back(i);
      }
    }
    return found;
  }

  void apply_known_fault(Case& current, const EngineState& state, Outcome& outcome) const {
    for (const std::size_t i : known_faults_of(current, state.pool.name())) {
      const KnownFault& fault = faults_[i];
      if (is_failure(outcome.verdict) && answer_text(outcome) == fault.answer) {
        outcome.verdict = Verdict::kKnownFault;
        outcome.detail = fault.note + (outcome.detail.empty() || fault.note.empty() ? "" : "\n") +
                         outcome.detail;
      } else if (is_failure(outcome.verdict)) {
        outcome.detail += fmt::format("{}the known fault here is another one: {}",
                                      outcome.detail.empty() ? "" : "\n", fault.answer);
      } else if (outcome.verdict == Verdict::kAgrees) {
        current.learnt.at(outcome.checker).resolved.push_back(i);
      }
    }
    apply_known_cause(current, state, outcome);
  }

  // Those listed by their cause.
  std::vector<KnownFault> known_causes_of(const Case& current, const std::string& engine) const {
    const std::string position = single_blanks(current.result.position);
    std::vector<KnownFault> found;
    for (const KnownFault& fault : faults_) {
      if (fault.fault && fault.is_of(engine, run_.variant) &&
          (fault.position.empty() || single_blanks(fault.position) == position)) {
        found.push_back(fault);
      }
    }
    return found;
  }

  // Whether such a fault is gone cannot be said: perhaps no row asked for it.
  void apply_known_cause(const Case& current, const EngineState& state, Outcome& outcome) const {
    const std::vector<KnownFault> listed = known_causes_of(current, state.pool.name());
    const KnownFault* known = explain_cause(listed, outcome);
    if (!is_failure(outcome.verdict) || known == nullptr) return;
    outcome.verdict = Verdict::kKnownFault;
    outcome.detail =
        known->note + (outcome.detail.empty() || known->note.empty() ? "" : "\n") + outcome.detail;
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

  void note_stop() { (stopper_.interrupted() ? cut_by_interrupt_ : cut_by_deadline_) = true; }

  std::string why_stopped() const { return stopper_.interrupted() ? "interrupted" : "deadline"; }

  void leave_out(CaseResult& result, const std::string& why) const {
    for (const Checker& checker : run_.checkers) {
      if (checker.kind != Checker::Kind::kEngine || result.kind == CaseKind::kCount) {
        result.outcomes.push_back(not_run(checker.name, why));
      }
    }
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
        for (const std::unique_ptr<EnginePool>& pool : subject.engines) {
          if (pool->command() == checker.name && pool->name() != checker.name) {
            checker.version = pool->name();
          }
          if (pool->command() == checker.name && !pool->spoken().empty()) {
            checker.spoken = pool->spoken();
            checker.notes = pool->notes();
          }
        }
      }
    }
  }

  const RunOptions& options_;
  Stopper stopper_;
  Schedule schedule_;
  Run run_;
  std::map<spec::OptionChoices, Subject> subjects_;
  std::vector<SuiteFile> files_;
  std::optional<CountRow> given_;
  std::vector<KnownFault> faults_;
  std::set<std::size_t> resolved_;
  EarlierAnswers earlier_;
  std::unique_ptr<AnswerCache> cache_;  // may be null
  std::vector<Unit> units_;
  std::size_t planned_ = 0;  // units, also those of other shards
  std::size_t total_ = 0;    // cases of `units_`
  // Set by any thread.
  std::atomic<bool> cut_by_interrupt_{false};
  std::atomic<bool> cut_by_deadline_{false};
  std::atomic<bool> cache_fails_{false};
  std::mutex hints_mutex_;
  std::mutex evidence_mutex_;
};

}  // namespace

Run run_verification(const RunOptions& options) { return Runner(options).run(); }

Run list_cases(const RunOptions& options) { return Runner(options).list(); }

}  // namespace regelwerk::suites
