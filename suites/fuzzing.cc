#include "suites/fuzzing.h"

#include <algorithm>
#include <array>
#include <memory>
#include <random>
#include <set>
#include <utility>

#include "spec/position_text.h"

namespace regelwerk::suites {
namespace {

using std::chrono::steady_clock;

constexpr std::size_t kLegalSample = 10;    // actions whose clauses are looked up at each position
constexpr std::size_t kIllegalSample = 10;  // squares that the referee is asked about besides
constexpr int kThinnedOneIn = 3;            // games that begin with pieces taken away

class Fuzzer {
 public:
  Fuzzer(const Reference& reference, const Suspect& suspect, const FuzzOptions& options)
      : reference_(reference),
        suspect_(suspect),
        options_(options),
        random_(options.seed),
        begin_(steady_clock::now()) {
    for (const auto& [id, clause] : reference.variant().clauses) result_.clauses[id] = 0;
  }

  FuzzResult run() {
    while (!ended()) play_game();
    return std::move(result_);
  }

 private:
  std::size_t below(std::size_t count) { return static_cast<std::size_t>(random_() % count); }

  bool ended() {
    if (options_.stop != nullptr && options_.stop->load()) return true;
    if (result_.findings.size() >= options_.max_causes ||
        failures_in_a_row_ >= options_.max_failures)
      return true;
    const bool out_of_time = options_.time && steady_clock::now() - begin_ >= *options_.time;
    result_.complete =
        out_of_time || (options_.positions && result_.positions >= *options_.positions);
    return result_.complete;
  }

  // A start position; now and then with pieces taken away, which brings endings nearer.
  std::unique_ptr<generator::Position> begin_game(std::string* text) {
    *text = "startpos";
    if (!options_.starts.empty() && below(2) == 0)
      *text = options_.starts[below(options_.starts.size())];
    generator::ReadResult read = reference_.game().read(*text);
    if (read.position == nullptr) read = reference_.game().read(*text = "startpos");
    if (read.position != nullptr && below(kThinnedOneIn) == 0) {
      const std::string whole = read.position->text();
      const auto raw = spec::parse_position_text(reference_.variant(), whole);
      if (raw.position) {
        spec::RawPosition thinned = *raw.position;
        const std::size_t keep = 2 + below(8);
        std::erase_if(thinned.pieces, [&](const spec::PlacedPiece& piece) {
          return !reference_.variant().pieces[piece.kind].royal && below(10) >= keep;
        });
        const std::string candidate = spec::write_position_text(reference_.variant(), thinned);
        generator::ReadResult other = reference_.game().read(candidate);
        if (other.position != nullptr && reference_.referee().read(candidate).position) {
          *text = candidate;
          return std::move(other.position);
        }
      }
    }
    return std::move(read.position);
  }

  void play_game() {
    std::string start;
    const std::unique_ptr<generator::Position> position = begin_game(&start);
    if (position == nullptr) return;
    ++result_.games;
    std::vector<std::string> line;
    for (int ply = 0; ply < options_.max_plies && !ended(); ++ply) {
      const std::string text = position->text();
      if (!compare(*position, text, start, line)) return;
      const std::vector<generator::Action> actions = position->actions();
      if (actions.empty()) {
        note_ending(text);
        return;
      }
      const generator::Action chosen = choose(*position, text, actions);
      line.push_back(position->action_text(chosen));
      position->apply(chosen);
    }
  }

  // False if the game cannot go on.
  bool compare(const generator::Position& position, const std::string& text,
               const std::string& start, const std::vector<std::string>& line) {
    static const std::atomic<bool> kNever{false};
    const std::atomic<bool>& stop = options_.stop != nullptr ? *options_.stop : kNever;
    ++result_.questions;
    const DivideAnswer answer = suspect_.divide(text, options_.depth);
    if (stop.load()) return false;
    if (answer.failure) {
      ++failures_in_a_row_;
      result_.failures.push_back({*answer.failure, answer.detail, text, options_.depth});
      // What it cannot do it will not do when asked again.
      if (*answer.failure == Verdict::kNotStarted || *answer.failure == Verdict::kVariantUnknown ||
          *answer.failure == Verdict::kNoPerft) {
        failures_in_a_row_ = options_.max_failures;
      }
      return false;
    }
    failures_in_a_row_ = 0;
    ++result_.positions;
    const auto compared = compare_divides(reference_, position, text, options_.depth, answer, stop);
    if (!compared) return false;
    const bool agrees = compared->same() && answer.nodes == sum_of(compared->ours);
    if (!agrees) note(position, text, answer, start, line);
    if (options_.progress) {
      options_.progress({result_.games, result_.positions, result_.findings.size()});
    }
    return agrees;
  }

  void note(const generator::Position& position, const std::string& text,
            const DivideAnswer& answer, const std::string& start,
            const std::vector<std::string>& line) {
    DiagnosisOptions diagnosis_options;
    diagnosis_options.max_questions = options_.max_questions;
    diagnosis_options.stop = options_.stop;
    diagnosis_options.wants_smaller = [&](const Cause& cause) {
      return known_.count(key_of(Verdict::kWrongMoves, &cause)) == 0;
    };
    FuzzFinding finding{
        start,
        line,
        text,
        options_.depth,
        diagnose(reference_, position, text, options_.depth, answer, suspect_, diagnosis_options),
        1};
    result_.questions += static_cast<std::uint64_t>(finding.diagnosis.questions);
    const auto& cause = finding.diagnosis.cause;
    const auto [known, is_new] = known_.try_emplace(
        key_of(finding.diagnosis.verdict, cause ? &*cause : nullptr), result_.findings.size());
    if (is_new) {
      result_.findings.push_back(std::move(finding));
    } else {
      ++result_.findings[known->second].times;
    }
  }

  using Key = std::array<std::string, 3>;
  static Key key_of(Verdict verdict, const Cause* cause) {
    if (cause == nullptr) return {std::string(verdict_name(verdict)), "", ""};
    return {std::string(fault_class_name(cause->fault)),
            cause->clause.empty() ? cause->rule : cause->clause, cause->field};
  }

  static std::string name_of(const oracle::Reason& reason) {
    return reason.clause.empty() ? reason.rule : reason.clause;
  }

  // The rarer the clauses of an action so far, the likelier it is chosen.
  generator::Action choose(const generator::Position& position, const std::string& text,
                           const std::vector<generator::Action>& actions) {
    const oracle::ReadResult read = reference_.referee().read(text);
    if (!read.position) return actions[below(actions.size())];
    ask_about_others(*read.position);
    std::vector<std::pair<generator::Action, std::vector<std::string>>> sample;
    std::vector<double> weights;
    for (std::size_t i = 0; i < kLegalSample; ++i) {
      const generator::Action action = actions[below(actions.size())];
      std::vector<std::string> clauses;
      double weight = 0;
      const std::string spelt = position.action_text(action);
      if (!reference_.referee().judge(*read.position, spelt).legal) continue;  // not ours to settle
      for (const oracle::Reason& ground : reference_.referee().grounds(*read.position, spelt)) {
        clauses.push_back(name_of(ground));
        weight += 1.0 / (1.0 + static_cast<double>(result_.clauses[clauses.back()]));
      }
      sample.emplace_back(action, std::move(clauses));
      weights.push_back(weight);
    }
    if (sample.empty()) return actions[below(actions.size())];
    double total = 0;
    for (const double weight : weights) total += weight;
    double at = total * static_cast<double>(random_() >> 11) * 0x1.0p-53;
    std::size_t chosen = 0;
    while (chosen + 1 < sample.size() && at >= weights[chosen]) at -= weights[chosen++];
    for (const std::string& clause : sample[chosen].second) ++result_.clauses[clause];
    return sample[chosen].first;
  }

  void note_ending(const std::string& text) {
    const oracle::ReadResult read = reference_.referee().read(text);
    if (!read.position) return;
    const std::string clause = reference_.referee().status(*read.position).clause;
    if (!clause.empty()) ++result_.clauses[clause];
  }

  // What forbids actions: the referee is asked about pieces of the player and squares at random.
  void ask_about_others(const oracle::Position& position) {
    const spec::Variant& variant = reference_.variant();
    const auto raw = spec::parse_position_text(variant, reference_.referee().text(position));
    if (!raw.position || raw.position->pieces.empty()) return;
    const auto& pieces = raw.position->pieces;
    for (std::size_t i = 0; i < kIllegalSample; ++i) {
      const spec::PlacedPiece& piece = pieces[below(pieces.size())];
      if (piece.player != raw.position->to_act) continue;
      const spec::Square to{static_cast<int>(below(static_cast<std::size_t>(variant.board.files))),
                            static_cast<int>(below(static_cast<std::size_t>(variant.board.ranks)))};
      const oracle::Verdict verdict = reference_.referee().judge(
          position, spec::square_name(piece.square) + spec::square_name(to));
      if (!verdict.legal && !verdict.reasons.empty()) {
        ++result_.clauses[name_of(verdict.reasons.front())];
      }
    }
  }

  const Reference& reference_;
  const Suspect& suspect_;
  const FuzzOptions& options_;
  std::mt19937_64 random_;
  steady_clock::time_point begin_;
  int failures_in_a_row_ = 0;
  std::map<Key, std::size_t> known_;  // causes met so far -> index of the finding
  FuzzResult result_;
};

}  // namespace

FuzzResult fuzz_checker(const Reference& reference, const Suspect& suspect,
                        const FuzzOptions& options) {
  return Fuzzer(reference, suspect, options).run();
}

}  // namespace regelwerk::suites
