#include "suites/diagnosis.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <set>
#include <string_view>
#include <utility>

#include "spec/position_text.h"
#include "suites/judging.h"
#include "suites/minimise.h"
#include "suites/wrong_child.h"

namespace regelwerk::suites {
namespace {

// A position that both of our sides accept.
struct Accepted {
  std::unique_ptr<generator::Position> position;
  oracle::Position referee_position;
};

std::optional<Accepted> accept(const Reference& reference, const std::string& text) {
  generator::ReadResult read = reference.game().read(text);
  oracle::ReadResult judged = reference.referee().read(text);
  if (read.position == nullptr || !judged.position) {
    return std::nullopt;
  }
  return Accepted{std::move(read.position), std::move(*judged.position)};
}

// Special rules say more about a fault than plain movement. Lower is more special.
std::size_t rank_of(const std::string& rule) {
  constexpr std::array<std::string_view, 10> kOrder = {
      "castling",     "en-passant", "fusion",      "promotion", "first-move",
      "part-removal", "coalition",  "check-reply", "safe-path", "royal-safety"};
  const std::string_view key = std::string_view(rule).substr(0, rule.find('.'));
  return static_cast<std::size_t>(std::find(kOrder.begin(), kOrder.end(), key) - kOrder.begin());
}

bool contains(const std::vector<std::string>& list, const std::string& text) {
  return std::find(list.begin(), list.end(), text) != list.end();
}

class Diagnoser {
 public:
  Diagnoser(const Reference& reference, const Suspect& suspect, const DiagnosisOptions& options)
      : reference_(reference),
        suspect_(suspect),
        options_(options),
        stop_(options.stop != nullptr ? *options.stop : never_) {}

  Diagnosis run(const generator::Position& position, const std::string& text, int depth,
                const DivideAnswer& first) {
    if (first.failure) {
      result_.verdict = *first.failure;
      result_.detail = first.detail;
      return std::move(result_);
    }
    const AskDivide counted = [this](const std::string& where, int plies) {
      return ask(where, plies);
    };
    DescentResult found = descend(reference_, position, text, depth, first, counted, stop_);
    result_.verdict = found.verdict;
    result_.difference = found.difference;
    result_.detail = found.detail;
    limit_ = result_.questions + options_.max_questions;
    if (found.verdict == Verdict::kWrongMoves) {
      explain_moves(*found.difference);
    } else if (found.verdict == Verdict::kWrongChild && found.depth > 0) {
      explain_child(found);
    } else if (found.verdict == Verdict::kWrongCount && found.difference) {
      explain_number(found);
    }
    if (result_.cause) {
      result_.cause->questions = result_.questions;
    }
    return std::move(result_);
  }

 private:
  DivideAnswer ask(const std::string& text, int depth) {
    ++result_.questions;
    return suspect_.divide(text, depth);
  }

  bool stopped() const { return stop_.load(); }
  bool exhausted() const { return stopped() || result_.questions >= limit_; }

  // What the suspect lists in a position, beside what is right.
  std::optional<Compared> listed(const generator::Position& position, const std::string& text,
                                 int depth, const DivideAnswer& answer) const {
    if (answer.failure) {
      return std::nullopt;
    }
    return compare_divides(reference_, position, text, depth, answer, stop_);
  }
  std::optional<Compared> listed(const generator::Position& position, const std::string& text,
                                 int depth) {
    return listed(position, text, depth, ask(text, depth));
  }

  // Makes the position of the cause small; `still_shows` may update the cause.
  void reduce(const StillShows& still_shows) {
    Cause& cause = *result_.cause;
    const spec::RawPositionResult raw =
        spec::parse_position_text(reference_.variant(), cause.position);
    if (!raw.position || (options_.wants_smaller && !options_.wants_smaller(cause))) {
      return;
    }
    bool cut = false;
    MinimiseOptions limits;
    limits.stop = [&] {
      cut = cut || exhausted();
      return cut;
    };
    const spec::RawPosition small =
        minimise(reference_.variant(), *raw.position, still_shows, limits);
    cause.position = spec::write_position_text(reference_.variant(), small);
    cause.smallest = !cut;
  }

  void set_reason(const oracle::Reason& reason) {
    Cause& cause = *result_.cause;
    cause.rule = reason.rule;
    cause.clause = reason.clause;
    cause.sentence = reason.sentence;
    cause.shown = reason.shown;
  }

  // ---- missing and extra actions ----

  struct Suspicion {
    std::string action;
    bool extra = false;
    std::set<std::string> rules;  // that forbid an extra action
    bool contested = false;       // generator and referee do not agree about it
  };

  Suspicion suspicion_about(const Accepted& where, const std::string& action, bool extra) const {
    Suspicion suspicion{action, extra, {}, false};
    const oracle::Verdict verdict = judge_as_meant(reference_, where.referee_position, action);
    for (const oracle::Reason& reason : verdict.reasons) {
      suspicion.rules.insert(reason.rule);
    }
    suspicion.contested = verdict.legal != where.position->find(action).has_value();
    return suspicion;
  }

  // The action that says most: forbidden or allowed by the most special rule.
  Suspicion choose(const Accepted& where, const SetDifference& sets) const {
    std::optional<Suspicion> best;
    std::size_t best_rank = 0;
    const auto consider = [&](const std::string& action, bool extra) {
      Suspicion suspicion = suspicion_about(where, action, extra);
      const std::vector<ActionNote> notes =
          judge_actions(reference_, where.position->text(), {action});
      const std::size_t rank =
          (suspicion.contested ? 100 : 0) + (notes.empty() ? 50 : rank_of(notes[0].rule));
      if (!best || rank < best_rank) {
        best = std::move(suspicion);
        best_rank = rank;
      }
    };
    for (const std::string& action : sets.extra) {
      consider(action, true);
    }
    for (const std::string& action : sets.missing) {
      consider(action, false);
    }
    return *best;
  }

  // Whether the position would do, before the suspect is asked.
  bool may_show(const Accepted& where, const Suspicion& suspicion) const {
    const bool legal = where.position->find(suspicion.action).has_value();
    const oracle::Verdict verdict =
        judge_as_meant(reference_, where.referee_position, suspicion.action);
    if (legal != verdict.legal) {
      return false;
    }
    // An extra action that is legal is one that is listed twice.
    const bool twice = suspicion.extra && suspicion.rules.empty();
    if (legal != (!suspicion.extra || twice)) {
      return false;
    }
    return std::all_of(
        verdict.reasons.begin(), verdict.reasons.end(),
        [&](const oracle::Reason& reason) { return suspicion.rules.count(reason.rule) > 0; });
  }

  void explain_moves(const Difference& place) {
    const std::optional<Accepted> where = accept(reference_, place.position);
    if (!where) {
      return;
    }
    SetDifference sets{place.missing, place.extra};
    int depth = place.depth;
    if (depth > 1) {
      // A list can be wrong only where it is counted and not followed, or the other way round.
      const std::optional<Compared> single = listed(*where->position, place.position, 1);
      if (single && single->sets == sets) {
        depth = 1;
      }
    }
    const Suspicion suspicion = choose(*where, sets);
    Cause& cause = result_.cause.emplace();
    cause.fault = suspicion.extra ? FaultClass::kExtra : FaultClass::kMissing;
    cause.position = place.position;
    cause.depth = depth;
    cause.action = suspicion.action;
    cause.missing = sets.missing;
    cause.extra = sets.extra;
    name_reason(suspicion);
    if (!suspicion.contested) {
      reduce([&](const std::string& text) {
        const std::optional<Accepted> smaller = accept(reference_, text);
        if (!smaller || !may_show(*smaller, suspicion)) {
          return false;
        }
        const std::optional<Compared> seen = listed(*smaller->position, text, depth);
        if (!seen ||
            !contains(suspicion.extra ? seen->sets.extra : seen->sets.missing, suspicion.action)) {
          return false;
        }
        cause.missing = seen->sets.missing;
        cause.extra = seen->sets.extra;
        return true;
      });
    }
    name_reason(suspicion);
  }

  void name_reason(const Suspicion& suspicion) {
    Cause& cause = *result_.cause;
    const std::optional<Accepted> where = accept(reference_, cause.position);
    if (!where) {
      return;
    }
    const oracle::Verdict verdict =
        judge_as_meant(reference_, where->referee_position, cause.action);
    if (!verdict.legal) {
      set_reason(verdict.reasons.front());
    } else {
      const std::vector<oracle::Reason> grounds =
          reference_.referee().grounds(where->referee_position, cause.action);
      set_reason(grounds.front());
      for (std::size_t i = 1; i < grounds.size(); ++i) {
        // What made the position matter is still there, so it may be what is misjudged.
        if (grounds[i].rule != "movement") {
          cause.shown +=
              fmt::format("; {}{}", grounds[i].shown,
                          grounds[i].clause.empty() ? "" : fmt::format(" ({})", grounds[i].clause));
        }
      }
      if (suspicion.extra && !suspicion.contested) {
        cause.shown = "it is listed more than once";
      }
      name_draw_taken_for_an_end(*where);
    }
    if (suspicion.contested) {
      result_.detail += fmt::format("{}generator and referee do not agree about {}",
                                    result_.detail.empty() ? "" : "\n", cause.action);
    }
  }

  // Who lists nothing at all where a draw can be claimed takes it for the end of the game.
  void name_draw_taken_for_an_end(const Accepted& where) {
    Cause& cause = *result_.cause;
    if (cause.missing.size() != where.position->actions().size()) {
      return;
    }
    const auto claims = reference_.referee().status(where.referee_position).claims;
    if (claims.empty()) {
      return;
    }
    cause.rule = "draws." + claims.front().rule;
    cause.clause = claims.front().clause;
    cause.sentence = reference_.variant().sentence_of(cause.clause);
    cause.shown = "it lists no move; the draw may be claimed, but it does not end the game";
  }

  // ---- wrong children ----

  // The checker's number for one action, and the right one; nullopt if it lists other moves.
  struct Numbers {
    std::uint64_t claimed = 0;
    std::uint64_t right = 0;
  };
  std::optional<Numbers> numbers(const generator::Position& position, const std::string& text,
                                 const std::string& action, int depth) {
    const std::optional<Compared> seen = listed(position, text, depth);
    if (!seen || seen->theirs.count(action) == 0 || seen->ours.count(action) == 0) {
      return std::nullopt;
    }
    return Numbers{seen->theirs.at(action), seen->ours.at(action)};
  }

  static std::optional<std::string> child_text(const Accepted& where, const std::string& action) {
    const std::unique_ptr<generator::Position> child = where.position->clone();
    const std::optional<generator::Action> move = child->find(action);
    if (!move) {
      return std::nullopt;
    }
    child->apply(*move);
    return child->text();
  }

  // Whether the suspect has the right divide of the child when it is asked about it.
  bool right_when_asked(const std::string& child, int depth) {
    const std::optional<Accepted> where = accept(reference_, child);
    if (!where) {
      return false;
    }
    const DivideAnswer answer = ask(child, depth);
    const std::optional<Compared> seen = listed(*where->position, child, depth, answer);
    return seen && seen->sets.none() && seen->ours == seen->theirs;
  }

  // The ending of the position: "checkmate"; empty if there are actions.
  struct Ended {
    std::string ending;
    std::string clause;
  };
  std::optional<Ended> ended(const std::string& text) const {
    const std::optional<Accepted> where = accept(reference_, text);
    if (!where || !where->position->actions().empty()) {
      return std::nullopt;
    }
    const oracle::Status status = reference_.referee().status(where->referee_position);
    return Ended{status.ending, status.clause};
  }

  void explain_child(const DescentResult& found) {
    const std::optional<Accepted> where = accept(reference_, found.parent);
    if (!where) {
      return;
    }
    Cause& cause = result_.cause.emplace();
    cause.fault = FaultClass::kWrongChild;
    cause.position = found.parent;
    cause.action = found.action;
    cause.depth = found.depth;
    std::optional<Numbers> here;
    // The smallest depth at which it shows.
    for (int depth = 2; depth <= found.depth && !exhausted(); ++depth) {
      const std::optional<Numbers> now =
          numbers(*where->position, found.parent, found.action, depth);
      if (now && now->claimed != now->right) {
        cause.depth = depth;
        here = now;
        break;
      }
    }
    if (!here) {
      return;
    }
    const std::optional<std::string> child = child_text(*where, found.action);
    if (const std::optional<Ended> over = child ? ended(*child) : std::nullopt) {
      explain_ending(*over, *here);
      return;
    }
    // All that fit; each position on the way rules out some of them.
    std::vector<ChildFault> by_count =
        faults_by_count(reference_, cause.position, cause.action, cause.depth - 1, here->claimed);
    const std::optional<ChildFault> by_text = shown_fault(cause.position, cause.action);
    const std::optional<Trail> trail = follow(cause.position, cause.action, cause.depth);
    name_child_fault(by_count, by_text, trail);
    reduce([&](const std::string& text) {
      const std::optional<Accepted> smaller = accept(reference_, text);
      const std::optional<std::string> below =
          smaller ? child_text(*smaller, cause.action) : std::nullopt;
      if (!below || ended(*below)) {
        return false;
      }
      const std::optional<Numbers> now =
          numbers(*smaller->position, text, cause.action, cause.depth);
      if (!now || now->claimed == now->right) {
        return false;
      }
      if (!by_count.empty()) {
        std::set<std::string> fields;
        for (const ChildFault& fault : by_count) {
          fields.insert(fault.field);
        }
        std::vector<ChildFault> still;
        for (ChildFault& fault :
             faults_by_count(reference_, text, cause.action, cause.depth - 1, now->claimed)) {
          if (fields.count(fault.field) > 0) {
            still.push_back(std::move(fault));
          }
        }
        if (still.empty()) {
          return false;
        }
        by_count = std::move(still);
        return true;
      }
      if (trail) {
        const std::optional<Trail> other = follow(text, cause.action, cause.depth);
        return other && other->actions.back() == trail->actions.back() &&
               other->reason.rule == trail->reason.rule;
      }
      if (by_text) {
        const std::optional<ChildFault> fault = shown_fault(text, cause.action);
        return fault && fault->field == by_text->field;
      }
      return right_when_asked(*below, cause.depth - 1);
    });
    if (cause.position != found.parent) {
      name_child_fault(by_count, by_text ? shown_fault(cause.position, cause.action) : std::nullopt,
                       follow(cause.position, cause.action, cause.depth));
    }
  }

  std::optional<ChildFault> shown_fault(const std::string& text, const std::string& action) {
    if (!suspect_.show) {
      return std::nullopt;
    }
    ++result_.questions;
    const std::optional<std::string> shown = suspect_.show(text, {action});
    return shown ? fault_by_text(reference_, text, action, *shown) : std::nullopt;
  }

  // The way from a wrong child to a missing or extra action, played by the suspect.
  struct Trail {
    std::vector<std::string> actions;  // after the first one
    bool extra = false;
    oracle::Reason reason;
  };
  std::optional<Trail> follow(const std::string& text, const std::string& action, int depth) {
    if (!suspect_.divide_after) {
      return std::nullopt;
    }
    const std::optional<Accepted> where = accept(reference_, text);
    if (!where) {
      return std::nullopt;
    }
    std::vector<std::string> played;
    std::string next = action;
    const std::unique_ptr<generator::Position> position = where->position->clone();
    while (--depth >= 1) {
      const std::optional<generator::Action> move = position->find(next);
      if (!move) {
        return std::nullopt;
      }
      position->apply(*move);
      played.push_back(next);
      ++result_.questions;
      const std::string here = position->text();
      const std::optional<Compared> seen =
          listed(*position, here, depth, suspect_.divide_after(text, played, depth));
      if (!seen) {
        return std::nullopt;
      }
      if (!seen->sets.none()) {
        const std::optional<Accepted> there = accept(reference_, here);
        if (!there) {
          return std::nullopt;
        }
        const Suspicion suspicion = choose(*there, seen->sets);
        Trail trail;
        trail.actions.assign(played.begin() + 1, played.end());
        trail.actions.push_back(suspicion.action);
        trail.extra = suspicion.extra;
        const oracle::Verdict verdict =
            judge_as_meant(reference_, there->referee_position, suspicion.action);
        trail.reason =
            verdict.legal
                ? reference_.referee().grounds(there->referee_position, suspicion.action).front()
                : verdict.reasons.front();
        return trail;
      }
      const std::pair<const std::string, std::uint64_t>* child = nullptr;
      for (const auto& entry : seen->ours) {
        if (seen->theirs.at(entry.first) != entry.second &&
            (child == nullptr || entry.second < child->second)) {
          child = &entry;
        }
      }
      if (child == nullptr) {
        return std::nullopt;
      }
      next = child->first;
    }
    return std::nullopt;
  }

  void name_child_fault(const std::vector<ChildFault>& by_count,
                        const std::optional<ChildFault>& by_text,
                        const std::optional<Trail>& trail) {
    Cause& cause = *result_.cause;
    const std::optional<ChildFault> fault =
        !by_count.empty() ? by_count.front()
        : by_text         ? by_text
                          : fault_by_action(reference_, cause.position, cause.action);
    if (fault) {
      cause.field = fault->field;
      cause.rule = fault->rule;
      cause.clause = fault->clause;
      cause.shown = fault->shown;
    }
    if (trail) {
      cause.then = trail->actions;
      cause.missing.clear();
      cause.extra.clear();
      (trail->extra ? cause.extra : cause.missing) = {trail->actions.back()};
      const std::string seen = !by_count.empty() || by_text ? cause.shown + "; " : "";
      set_reason(trail->reason);
      cause.shown = fmt::format("{}{} is then {}: {}", seen, trail->actions.back(),
                                trail->extra ? "extra" : "missing", trail->reason.shown);
    }
    cause.sentence = reference_.variant().sentence_of(cause.clause);
  }

  // ---- numbers alone ----

  void explain_ending(const Ended& over, const Numbers& here) {
    Cause& cause = *result_.cause;
    result_.verdict = Verdict::kWrongCount;
    cause.fault = FaultClass::kCountOnly;
    std::uint64_t claimed = here.claimed;
    cause.rule = "endings." + over.ending;
    cause.clause = over.clause;
    cause.sentence = reference_.variant().sentence_of(over.clause);
    reduce([&](const std::string& text) {
      const std::optional<Accepted> smaller = accept(reference_, text);
      const std::optional<std::string> below =
          smaller ? child_text(*smaller, cause.action) : std::nullopt;
      const std::optional<Ended> still = below ? ended(*below) : std::nullopt;
      if (!still || still->ending != over.ending) {
        return false;
      }
      const std::optional<Numbers> now =
          numbers(*smaller->position, text, cause.action, cause.depth);
      if (!now || now->claimed == 0) {
        return false;
      }
      claimed = now->claimed;
      return true;
    });
    cause.shown = fmt::format(
        "after {} the game is over ({}) above the last ply, which is no leaf, and it counts {}",
        cause.action, over.ending, claimed);
  }

  void explain_number(const DescentResult& found) {
    const Difference& place = *found.difference;
    const std::optional<Accepted> where = accept(reference_, place.position);
    // Without an action the total alone is wrong, beyond what the divide can tell.
    if (!where || place.depth == 0) {
      return;
    }
    Cause& cause = result_.cause.emplace();
    cause.fault = FaultClass::kCountOnly;
    cause.position = place.position;
    cause.depth = place.depth;
    cause.action = found.action;
    cause.shown = found.detail;
    if (found.action.empty()) {
      reduce([&](const std::string& text) {
        const std::optional<Accepted> smaller = accept(reference_, text);
        if (!smaller) {
          return false;
        }
        const DivideAnswer answer = ask(text, cause.depth);
        const std::optional<Compared> seen = listed(*smaller->position, text, cause.depth, answer);
        return seen && seen->same() && answer.nodes != sum_of(seen->ours);
      });
      return;
    }
    reduce([&](const std::string& text) {
      const std::optional<Accepted> smaller = accept(reference_, text);
      if (!smaller || !smaller->position->find(cause.action)) {
        return false;
      }
      const std::optional<Numbers> now =
          numbers(*smaller->position, text, cause.action, cause.depth);
      return now && now->claimed != now->right;
    });
  }

  const Reference& reference_;
  const Suspect& suspect_;
  const DiagnosisOptions& options_;
  const std::atomic<bool> never_{false};
  const std::atomic<bool>& stop_;
  Diagnosis result_;
  int limit_ = 0;
};

}  // namespace

Diagnosis diagnose(const Reference& reference, const generator::Position& position,
                   const std::string& position_text, int depth, const DivideAnswer& first,
                   const Suspect& suspect, const DiagnosisOptions& options) {
  return Diagnoser(reference, suspect, options).run(position, position_text, depth, first);
}

}  // namespace regelwerk::suites
