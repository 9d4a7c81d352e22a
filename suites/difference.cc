#include "suites/difference.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "spec/position_text.h"
#include "suites/difference_compare.h"
#include "suites/difference_positions.h"
#include "suites/suite_files.h"

namespace regelwerk::suites {
namespace {

constexpr int kGamePlies = 80;          // from a start position
constexpr int kShortPlies = 8;          // from any other position
constexpr std::size_t kPairLimit = 14;  // pieces up to which two are taken away at once
constexpr int kMaxCycles = 12;          // of a repetition
constexpr std::uint64_t kTurn = 1'000;  // positions of one source before the next has its turn
constexpr int kRepetitionTries = 40;
constexpr int kCandidates = 6;  // places of a kind that are made small, of which the smallest stays

// Takes away what does not matter.
class Reducer {
 public:
  Reducer(const SpecComparison& specs, SpecDifference difference, const std::atomic<bool>* stop)
      : specs_(specs), difference_(std::move(difference)), stop_(stop) {
    // The text is one that both can spell, or that one of them can.
    for (const Reference* reference : {&specs.a(), &specs.b()}) {
      const spec::RawPositionResult read =
          spec::parse_position_text(reference->variant(), difference_.position);
      if (read.position) {
        variant_ = &reference->variant();
        raw_ = *read.position;
        break;
      }
    }
    reduce();
  }

  const SpecDifference& difference() const { return difference_; }
  std::size_t pieces() const { return raw_.pieces.size(); }

 private:
  void reduce() {
    if (variant_ == nullptr) {
      return;
    }
    while (!stopped() && (remove_parts() || remove_pieces() || remove_pairs() || clear_fields())) {
    }
  }

  bool stopped() const { return stop_ != nullptr && stop_->load(); }

  bool try_one(const spec::RawPosition& smaller) {
    SpecDifference other = difference_;
    other.position = spec::write_position_text(*variant_, smaller);
    if (other.position == difference_.position || !specs_.differs_like(difference_, other)) {
      return false;
    }
    difference_.position = other.position;
    raw_ = smaller;
    return true;
  }

  // With the castling rights as they are, with one fewer, or with none.
  bool try_with_rights(spec::RawPosition smaller) {
    if (try_one(smaller)) {
      return true;
    }
    const std::string rights = smaller.castling.text;
    for (std::size_t i = 0; rights != "-" && i < rights.size(); ++i) {
      smaller.castling.text = rights.substr(0, i) + rights.substr(i + 1);
      if (smaller.castling.text.empty()) {
        smaller.castling.text = "-";
      }
      if (try_one(smaller)) {
        return true;
      }
    }
    smaller.castling.text = "-";
    return try_one(smaller);
  }

  bool remove_parts() {
    if (!variant_->part_removal) {
      return false;
    }
    for (const spec::Part& part : variant_->board.parts) {
      if (std::any_of(raw_.removed.begin(), raw_.removed.end(),
                      [&](spec::Square square) { return part.area.contains(square); })) {
        continue;
      }
      spec::RawPosition smaller = raw_;
      std::erase_if(smaller.pieces, [&](const spec::PlacedPiece& piece) {
        return part.area.contains(piece.square);
      });
      smaller.removed.clear();
      for (int rank = variant_->board.ranks - 1; rank >= 0; --rank) {
        for (int file = 0; file < variant_->board.files; ++file) {
          const spec::Square square{file, rank};
          const bool was =
              std::find(raw_.removed.begin(), raw_.removed.end(), square) != raw_.removed.end();
          if (was || part.area.contains(square)) {
            smaller.removed.push_back(square);
          }
        }
      }
      if (try_with_rights(std::move(smaller))) {
        return true;
      }
    }
    return false;
  }

  bool remove_pieces() {
    bool any = false;
    for (std::size_t i = 0; i < raw_.pieces.size() && !stopped();) {
      spec::RawPosition smaller = raw_;
      smaller.pieces.erase(smaller.pieces.begin() + static_cast<std::ptrdiff_t>(i));
      if (try_with_rights(std::move(smaller))) {
        any = true;
      } else {
        ++i;
      }
    }
    return any;
  }

  bool remove_pairs() {
    if (raw_.pieces.size() > kPairLimit) {
      return false;
    }
    for (std::size_t i = 0; i < raw_.pieces.size(); ++i) {
      for (std::size_t j = i + 1; j < raw_.pieces.size(); ++j) {
        spec::RawPosition smaller = raw_;
        smaller.pieces.erase(smaller.pieces.begin() + static_cast<std::ptrdiff_t>(j));
        smaller.pieces.erase(smaller.pieces.begin() + static_cast<std::ptrdiff_t>(i));
        if (try_with_rights(std::move(smaller))) {
          return true;
        }
      }
    }
    return false;
  }

  bool clear_fields() {
    bool any = false;
    spec::RawPosition smaller = raw_;
    for (spec::Field spec::RawPosition::*field :
         {&spec::RawPosition::en_passant, &spec::RawPosition::alliances, &spec::RawPosition::rights,
          &spec::RawPosition::owed, &spec::RawPosition::unmoved}) {
      smaller = raw_;
      (smaller.*field).text = "-";
      any = try_one(smaller) || any;
    }
    smaller = raw_;
    smaller.also_asked = -1;
    smaller.next_regular = -1;
    any = try_one(smaller) || any;
    smaller = raw_;
    smaller.halfmoves = 0;
    any = try_one(smaller) || any;
    smaller = raw_;
    smaller.move_number = 1;
    any = try_one(smaller) || any;
    while (raw_.castling.text != "-") {
      const std::string rights = raw_.castling.text;
      bool dropped = false;
      for (std::size_t i = 0; i < rights.size() && !dropped; ++i) {
        smaller = raw_;
        smaller.castling.text = rights.substr(0, i) + rights.substr(i + 1);
        if (smaller.castling.text.empty()) {
          smaller.castling.text = "-";
        }
        dropped = try_one(smaller);
      }
      if (!dropped) {
        break;
      }
      any = true;
    }
    return any;
  }

  const SpecComparison& specs_;
  SpecDifference difference_;
  const std::atomic<bool>* stop_;
  const spec::Variant* variant_ = nullptr;
  spec::RawPosition raw_;
};

std::vector<int> counters_of(const spec::Variant& a, const spec::Variant& b) {
  std::vector<int> counters;
  for (const spec::Variant* variant : {&a, &b}) {
    for (const spec::DrawRules::MoveCounter& counter : variant->draws.move_counters) {
      counters.push_back(counter.halfmoves);
      counters.push_back(counter.halfmoves + 1);
    }
  }
  std::sort(counters.begin(), counters.end());
  counters.erase(std::unique(counters.begin(), counters.end()), counters.end());
  return counters;
}

class Search {
 public:
  Search(const Reference& a, const Reference& b, const DifferenceOptions& options)
      : specs_(a, b),
        options_(options),
        from_a_(a.variant(), counters_of(a.variant(), b.variant()), options.seed),
        from_b_(b.variant(), counters_of(a.variant(), b.variant()), options.seed + 1) {}

  DifferenceResult run() {
    // Each source has a share and random numbers of its own, so that what one finds does not
    // depend on what another holds; in turn, so that a search cut short has seen all of them.
    Source start{usable({specs_.a().variant().start, specs_.b().variant().start}), kGamePlies,
                 &result_.from_start};
    Source suites{usable(options_.starts), kShortPlies, &result_.from_suites};
    Source constructed{{}, kShortPlies, &result_.constructed};
    start.random.seed(options_.seed);
    suites.random.seed(options_.seed + 1);
    constructed.random.seed(options_.seed + 2);
    std::shuffle(suites.texts.begin(), suites.texts.end(), suites.random);
    const std::uint64_t third = options_.positions / 3;
    start.share = start.texts.empty() ? 0 : suites.texts.empty() ? options_.positions / 2 : third;
    suites.share = suites.texts.empty() ? 0 : third;
    constructed.share = options_.positions - start.share - suites.share;

    bool going = true;
    for (std::uint64_t goal = kTurn; going && !finished(); goal += kTurn) {
      const std::uint64_t before = result_.positions();
      play_from(&start, goal);
      play_constructed(&constructed, goal);
      play_from(&suites, goal);
      going = result_.positions() > before;
    }
    result_.complete = !stopped();
    for (const auto& [kind, found] : found_) {
      result_.differences.push_back(specs_.explained(found.difference));
    }
    return std::move(result_);
  }

 private:
  // The smallest place of one kind so far.
  struct Found {
    SpecDifference difference;
    std::pair<std::size_t, std::size_t> size;  // pieces, moves
    int candidates = 0;
    std::uint64_t game = 0;  // of the last candidate
  };

  // Where positions come from.
  struct Source {
    std::vector<std::string> texts;
    int plies = 0;  // of a game
    std::uint64_t* counter = nullptr;
    std::uint64_t share = 0;  // positions to compare
    std::size_t games = 0;
    std::mt19937_64 random{};
  };

  bool stopped() const { return options_.stop != nullptr && options_.stop->load(); }
  bool finished() const {
    return stopped() || std::all_of(options_.kinds.begin(), options_.kinds.end(),
                                    [&](DifferenceKind kind) { return settled(kind); });
  }

  // Shown often enough, or not looked for.
  bool settled(DifferenceKind kind) const {
    const auto found = found_.find(kind);
    return options_.kinds.count(kind) == 0 ||
           (found != found_.end() && found->second.candidates >= kCandidates);
  }

  void report() const {
    if (options_.progress) {
      options_.progress(result_.positions(), found_.size());
    }
  }

  // What at least one spec takes.
  std::vector<std::string> usable(const std::vector<std::string>& texts) const {
    std::vector<std::string> taken;
    for (const std::string& text : texts) {
      if (stopped()) {
        break;
      }
      if (text == "startpos") {
        continue;  // two positions, if the specs begin differently
      }
      const Acceptance accepted = specs_.read(text);
      if (accepted.pair.a != nullptr || accepted.pair.b != nullptr) {
        taken.push_back(text);
      }
    }
    return taken;
  }

  // Each text once in turn, then again by chance.
  void play_from(Source* source, std::uint64_t goal) {
    const std::uint64_t limit = std::min(goal, source->share);
    while (!source->texts.empty() && *source->counter < limit && !finished()) {
      const std::size_t size = source->texts.size();
      const std::string& start =
          source->texts[source->games < size ? source->games : source->random() % size];
      ++source->games;
      const std::uint64_t before = *source->counter;
      play(start, source, limit);
      if (*source->counter == before) {
        ++*source->counter;  // taken by one spec only: read, if not played
      }
      report();
    }
  }

  void play_constructed(Source* source, std::uint64_t goal) {
    constexpr std::uint64_t kTextsPerPosition = 50;  // most are refused
    const std::uint64_t limit = std::min(goal, source->share);
    while (source->games < limit * kTextsPerPosition && *source->counter < limit && !finished()) {
      const std::string text = (source->games % 2 == 0 ? from_a_ : from_b_).make();
      ++source->games;
      const std::uint64_t before = *source->counter;
      play(text, source, limit);
      if (*source->counter == before) {
        continue;
      }
      note(DifferenceKind::kClaims, text);
      if (repetitions_ < kRepetitionTries && try_repetition(text, &source->random)) {
        ++repetitions_;
      }
      report();
    }
  }

  void note(DifferenceKind kind, const std::string& text, std::vector<std::string> moves = {}) {
    if (settled(kind)) {
      return;
    }
    const auto before = found_.find(kind);
    if (before != found_.end() && before->second.game == games_) {
      return;  // one game shows the same thing again and again
    }
    SpecDifference difference;
    difference.kind = kind;
    difference.position = text;
    difference.moves = std::move(moves);
    const Acceptance accepted = specs_.read(text);
    if (kind == DifferenceKind::kAcceptance) {
      difference.a.says = accepted.pair.a != nullptr ? "accepted" : "refused";
    } else if (accepted.differs()) {
      note(DifferenceKind::kAcceptance, text);
      return;
    } else if (kind == DifferenceKind::kActions && accepted.both()) {
      difference.only_a = specs_.compare(accepted.pair).only_a;
    }
    // What a game shows may need more than its text; only what the text shows is reported.
    if (!specs_.differs_like(difference, difference)) {
      return;
    }
    const Reducer reducer(specs_, std::move(difference), options_.stop);
    Found& found = found_[kind];
    ++found.candidates;
    found.game = games_;
    const std::pair<std::size_t, std::size_t> size(reducer.pieces(),
                                                   reducer.difference().moves.size());
    if (found.candidates == 1 || size < found.size) {
      found.size = size;
      found.difference = reducer.difference();
    }
  }

  void play(const std::string& start, Source* source, std::uint64_t limit) {
    ++games_;
    Acceptance here = specs_.read(start);
    if (here.differs()) {
      note(DifferenceKind::kAcceptance, start);
    }
    std::string text = start;
    for (int ply = 0;
         ply <= source->plies && here.both() && *source->counter < limit && !finished(); ++ply) {
      ++*source->counter;
      const PairComparison seen = specs_.compare(here.pair);
      if (!seen.only_a.empty() || !seen.only_b.empty()) {
        note(DifferenceKind::kActions, text);
      }
      if (!seen.afterwards.empty()) {
        note(DifferenceKind::kAfterwards, text);
      }
      if (seen.ending) {
        note(DifferenceKind::kEnding, text);
      }
      if (seen.actions.empty() || source->random() % 8 == 0) {
        note(DifferenceKind::kClaims, text);
      }
      if (seen.actions.empty()) {
        return;
      }
      const ComparedAction& action = choose(text, seen.actions, &source->random);
      text = action.in_a ? action.after_a : action.after_b;
      if (action.in_a && action.in_b && action.after_a == action.after_b) {
        here.pair.a->apply(*action.in_a);
        here.pair.b->apply(*action.in_b);
        if (source->random() % 4 == 0 && specs_.read(text).differs()) {
          note(DifferenceKind::kAcceptance, text);
        }
      } else {
        // Where they part, both go on from the text if both take it.
        here = specs_.read(text);
        if (here.differs()) {
          note(DifferenceKind::kAcceptance, text);
        }
      }
    }
  }

  // First a sort of action, then one of that sort: castling comes up as often as plain moves.
  const ComparedAction& choose(const std::string& text, const std::vector<ComparedAction>& actions,
                               std::mt19937_64* random) {
    const spec::Variant& variant = specs_.a().variant();
    const spec::RawPositionResult before = spec::parse_position_text(variant, text);
    std::map<std::string, std::vector<std::size_t>> sorts;
    for (std::size_t i = 0; i < actions.size(); ++i) {
      sorts[sort_of(variant, before, actions[i])].push_back(i);
    }
    const auto sort =
        std::next(sorts.begin(), static_cast<std::ptrdiff_t>((*random)() % sorts.size()));
    return actions[sort->second[(*random)() % sort->second.size()]];
  }

  static std::string sort_of(const spec::Variant& variant, const spec::RawPositionResult& before,
                             const ComparedAction& action) {
    std::string sort = action.in_a && action.in_b ? "both" : "one";
    const std::optional<spec::RawAction> raw =
        spec::parse_action_text(variant, action.action, nullptr);
    const spec::RawPositionResult after =
        spec::parse_position_text(variant, action.in_a ? action.after_a : action.after_b);
    if (!raw || !before.position || !after.position) {
      return sort;
    }
    int kind = -1;
    bool target_taken = false;
    for (const spec::PlacedPiece& piece : before.position->pieces) {
      if (piece.square == raw->from) {
        kind = piece.kind;
      }
      target_taken = target_taken || piece.square == raw->to;
    }
    const std::size_t lost = before.position->pieces.size() - after.position->pieces.size();
    sort += " " + std::to_string(static_cast<int>(raw->type));
    sort += " " + std::to_string(kind);
    sort += target_taken ? " x" : "";
    sort += " " + std::to_string(lost);
    sort += raw->choice ? " =" : "";
    sort += raw->declares >= 0 ? " declares" : "";
    sort += std::abs(raw->from.file - raw->to.file) > 1 ? " wide" : "";
    sort += std::abs(raw->from.rank - raw->to.rank) > 1 ? " far" : "";
    sort += after.position->castling.text != before.position->castling.text ? " rights" : "";
    sort += after.position->en_passant.text != "-" ? " ep" : "";
    return sort;
  }

  // Two quiet actions, there and back, until the claims differ. false: none was possible.
  bool try_repetition(const std::string& text, std::mt19937_64* random) {
    if (settled(DifferenceKind::kClaims)) {
      return false;
    }
    Acceptance here = specs_.read(text);
    std::vector<std::string> cycle;
    for (int ply = 0; ply < 4; ++ply) {
      if (!here.both()) {
        return false;
      }
      const std::vector<ComparedAction> actions = specs_.compare(here.pair).actions;
      std::vector<const ComparedAction*> fitting;
      for (const ComparedAction& action : actions) {
        if (!action.in_a || !action.in_b || action.after_a != action.after_b) {
          continue;
        }
        if (ply < 2 || action.action == reversed(cycle[static_cast<std::size_t>(ply) - 2])) {
          fitting.push_back(&action);
        }
      }
      if (fitting.empty()) {
        return false;
      }
      const ComparedAction& chosen = *fitting[(*random)() % fitting.size()];
      cycle.push_back(chosen.action);
      here.pair.a->apply(*chosen.in_a);
      here.pair.b->apply(*chosen.in_b);
    }
    std::vector<std::string> moves;
    for (int round = 0; round < kMaxCycles && !stopped(); ++round) {
      for (const std::string& move : cycle) {
        moves.push_back(move);
        if (specs_.claims_differ(text, moves)) {
          note(DifferenceKind::kClaims, text, moves);
          return true;
        }
      }
    }
    return true;
  }

  std::string reversed(const std::string& action) const {
    const spec::Variant& variant = specs_.a().variant();
    std::optional<spec::RawAction> raw = spec::parse_action_text(variant, action, nullptr);
    if (!raw) {
      return "";
    }
    std::swap(raw->from, raw->to);
    return spec::write_action_text(variant, *raw);
  }

  const SpecComparison specs_;
  const DifferenceOptions& options_;
  PositionMaker from_a_;
  PositionMaker from_b_;
  int repetitions_ = 0;
  std::uint64_t games_ = 0;
  std::map<DifferenceKind, Found> found_;
  DifferenceResult result_;
};

}  // namespace

std::string_view difference_name(DifferenceKind kind) {
  switch (kind) {
    case DifferenceKind::kActions:
      return "actions";
    case DifferenceKind::kAfterwards:
      return "afterwards";
    case DifferenceKind::kEnding:
      return "ending";
    case DifferenceKind::kClaims:
      return "claims";
    case DifferenceKind::kAcceptance:
      return "acceptance";
  }
  throw std::logic_error("a kind of difference without a name");
}

DifferenceResult find_differences(const Reference& a, const Reference& b,
                                  const DifferenceOptions& options) {
  return Search(a, b, options).run();
}

std::vector<std::string> bundled_positions(const spec::Variant& a, const spec::Variant& b) {
  std::set<std::string> positions;
  for (const std::string& name : spec::bundled_variants()) {
    const spec::LoadResult loaded = spec::load_variant(name);
    if (!loaded.variant) {
      continue;
    }
    const spec::Board& board = loaded.variant->board;
    const auto as_large = [&](const spec::Variant& variant) {
      return variant.board.files == board.files && variant.board.ranks == board.ranks;
    };
    if (!as_large(a) && !as_large(b)) {
      continue;
    }
    for (const std::filesystem::path& path : bundled_suite_files(spec::data_directory(), name)) {
      const SuiteFileResult read = read_suite_file(path);
      if (spec::has_errors(read.diagnostics)) {
        continue;
      }
      for (const CountCase& one : read.suite.counts.cases) {
        positions.insert(one.position);
      }
      for (const Example& one : read.suite.examples.examples) {
        positions.insert(one.position);
      }
      for (const RefusalCase& one : read.suite.refusals.cases) {
        positions.insert(one.position);
      }
    }
  }
  return {positions.begin(), positions.end()};
}

}  // namespace regelwerk::suites
