#include "suites/descent.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "suites/judging.h"
#include "suites/notation.h"

namespace regelwerk::suites {

using Counts64 = std::map<std::string, std::uint64_t>;

void DivideAnswer::add(const std::string& action, std::uint64_t count) {
  const auto [line, is_new] = divide.emplace(action, count);
  if (!is_new) {
    line->second += count;
    if (std::find(repeated.begin(), repeated.end(), action) == repeated.end()) {
      repeated.push_back(action);
    }
  }
  nodes += count;
}

namespace {

std::vector<std::string> keys_of(const Counts64& counts) {
  std::vector<std::string> keys;
  for (const auto& [action, nodes] : counts) {
    keys.push_back(action);
  }
  return keys;
}

std::map<std::string, std::string> spelling_of(const Reference& reference,
                                               const std::string& position_text,
                                               const Counts64& ours, const Counts64& theirs) {
  return our_spelling(reference.variant(), position_text, keys_of(ours), keys_of(theirs));
}

}  // namespace

Counts64 in_our_spelling(const Reference& reference, const std::string& position_text,
                         const Counts64& ours, const Counts64& theirs) {
  const auto spelling = spelling_of(reference, position_text, ours, theirs);
  Counts64 result;
  for (const auto& [action, nodes] : theirs) {
    result[spelling.at(action)] += nodes;
  }
  return result;
}

SetDifference compare_sets(const Counts64& ours, const Counts64& theirs,
                           const std::vector<std::string>& repeated) {
  SetDifference difference;
  const auto missing_in = [](const Counts64& from, const Counts64& what) {
    std::vector<std::string> missing;
    for (const auto& [action, nodes] : from) {
      if (what.count(action) == 0) {
        missing.push_back(action);
      }
    }
    return missing;
  };
  difference.missing = missing_in(ours, theirs);
  difference.extra = missing_in(theirs, ours);
  for (const std::string& action : repeated) {
    if (std::find(difference.extra.begin(), difference.extra.end(), action) ==
        difference.extra.end()) {
      difference.extra.push_back(action);
    }
  }
  std::sort(difference.extra.begin(), difference.extra.end());
  return difference;
}

std::optional<Counts64> our_divide(const generator::Position& position, int depth,
                                   const std::atomic<bool>& stop) {
  generator::PerftOptions options;
  options.stop = &stop;
  const generator::PerftResult counted = position.divide(depth, options);
  if (!counted.complete) {
    return std::nullopt;
  }
  Counts64 ours;
  for (const generator::DivideLine& line : counted.divide) {
    ours[line.action] = line.nodes;
  }
  return ours;
}

std::uint64_t sum_of(const Counts64& divide) {
  std::uint64_t sum = 0;
  for (const auto& [action, nodes] : divide) {
    sum += nodes;
  }
  return sum;
}

std::optional<Compared> compare_divides(const Reference& reference,
                                        const generator::Position& position,
                                        const std::string& position_text, int depth,
                                        const DivideAnswer& answer, const std::atomic<bool>& stop) {
  std::optional<Counts64> ours = our_divide(position, depth, stop);
  if (!ours) {
    return std::nullopt;
  }
  Compared compared;
  compared.ours = std::move(*ours);
  const auto spelling = spelling_of(reference, position_text, compared.ours, answer.divide);
  std::vector<std::string> repeated;
  for (const auto& [action, nodes] : answer.divide) {
    const std::string& ours_for_it = spelling.at(action);
    // One move in two spellings stands there twice.
    if (compared.theirs.count(ours_for_it) > 0) {
      repeated.push_back(ours_for_it);
    }
    compared.theirs[ours_for_it] += nodes;
  }
  for (const std::string& action : answer.repeated) {
    repeated.push_back(spelling.at(action));
  }
  compared.sets = compare_sets(compared.ours, compared.theirs, repeated);
  return compared;
}

std::vector<ActionNote> judge_actions(const Reference& reference, const std::string& position_text,
                                      const std::vector<std::string>& actions) {
  std::vector<ActionNote> notes;
  const oracle::ReadResult read = reference.referee().read(position_text);
  if (!read.position) {
    return notes;
  }
  for (const std::string& action : actions) {
    const oracle::Verdict verdict = judge_as_meant(reference, *read.position, action);
    ActionNote note;
    note.action = action;
    note.legal = verdict.legal;
    const oracle::Reasons reasons =
        verdict.legal ? reference.referee().grounds(*read.position, action) : verdict.reasons;
    if (!reasons.empty()) {
      const oracle::Reason& reason = reasons.front();
      note.rule = reason.rule;
      note.clause = reason.clause;
      note.sentence = reason.sentence;
      note.shown = reason.shown;
    }
    notes.push_back(std::move(note));
  }
  return notes;
}

namespace {

class Descent {
 public:
  Descent(const Reference& reference, const AskDivide& ask, const std::atomic<bool>& stop)
      : reference_(reference), ask_(ask), stop_(stop) {}

  DescentResult run(const generator::Position& root, const std::string& root_text, int depth,
                    const DivideAnswer& first) {
    position_ = root.clone();
    place_.position = root_text;
    std::optional<Compared> here;
    for (place_.depth = 1; place_.depth < depth && !here; ++place_.depth) {
      const DivideAnswer answer = ask_(root_text, place_.depth);
      if (stop_) {
        return cut_off();
      }
      if (answer.failure) {
        continue;
      }
      here = compare(answer);
      if (!here) {
        return cut_off();
      }
      if (here->same() && answer.nodes == sum_of(here->ours)) {
        here.reset();
        continue;
      }
      nodes_ = answer.nodes;
      break;
    }
    if (!here) {
      place_.depth = depth;
      nodes_ = first.nodes;
      here = compare(first);
      if (!here) {
        return cut_off();
      }
    }
    return go_down(std::move(*here));
  }

 private:
  static DescentResult cut_off() {
    DescentResult result;
    result.detail = "the search for the move was cut off";
    return result;
  }

  std::optional<Compared> compare(const DivideAnswer& answer) const {
    return compare_divides(reference_, *position_, place_.position, place_.depth, answer, stop_);
  }

  DescentResult go_down(Compared here) {
    while (true) {
      if (!here.sets.none()) {
        return wrong_moves(here);
      }
      // The smallest subtree that differs is the cheapest way down.
      const std::pair<const std::string, std::uint64_t>* child = nullptr;
      for (const auto& entry : here.ours) {
        if (here.theirs.at(entry.first) != entry.second &&
            (child == nullptr || entry.second < child->second)) {
          child = &entry;
        }
      }
      if (child == nullptr) {
        return wrong_total(here);
      }
      const std::string action = child->first;
      const std::uint64_t right = child->second;
      const std::uint64_t claimed = here.theirs.at(action);
      if (place_.depth == 1) {
        return wrong_line(action, claimed);
      }
      const Difference parent = place_;
      const std::unique_ptr<generator::Position> parent_position = position_->clone();
      const std::optional<generator::Action> move = position_->find(action);
      if (!move) {
        DescentResult result;
        result.detail =
            fmt::format("the move {} of the generator's divide cannot be played", action);
        return result;
      }
      position_->apply(*move);
      place_.line.push_back(action);
      place_.position = position_->text();
      --place_.depth;
      const DivideAnswer answer = ask_(place_.position, place_.depth);
      if (answer.failure) {
        return wrong_child(
            parent, action,
            fmt::format("counts {} instead of {} nodes here, and when asked about it: {}", claimed,
                        right, answer.detail));
      }
      std::optional<Compared> below = compare(answer);
      if (!below) {
        return cut_off();
      }
      if (below->same() && answer.nodes == right) {
        return only_inside_the_tree(parent, *parent_position, action, claimed, right);
      }
      nodes_ = answer.nodes;
      here = std::move(*below);
    }
  }

  DescentResult wrong_moves(const Compared& here) {
    DescentResult result;
    result.verdict = Verdict::kWrongMoves;
    const DivideAnswer again = ask_(place_.position, place_.depth);
    std::optional<Compared> second = again.failure ? std::nullopt : compare(again);
    if (again.failure) {
      result.detail = "when asked once more: " + again.detail;
    } else if (second && !(second->sets == here.sets)) {
      result.verdict = Verdict::kNondeterministic;
      result.detail = fmt::format("asked twice, it first {}, then {}", in_words(here.sets),
                                  in_words(second->sets));
    }
    place_.missing = here.sets.missing;
    place_.extra = here.sets.extra;
    std::vector<std::string> actions = place_.missing;
    actions.insert(actions.end(), place_.extra.begin(), place_.extra.end());
    place_.notes = judge_actions(reference_, place_.position, actions);
    for (ActionNote& note : place_.notes) {
      const bool twice = note.legal && std::find(place_.extra.begin(), place_.extra.end(),
                                                 note.action) != place_.extra.end();
      if (twice) {
        note.shown = "it is listed more than once";
      }
    }
    result.difference = place_;
    return result;
  }

  static std::string in_words(const SetDifference& sets) {
    if (sets.none()) {
      return "lists the right moves";
    }
    std::string text;
    if (!sets.missing.empty()) {
      text = fmt::format("lacks {}", fmt::join(sets.missing, " "));
    }
    if (!sets.extra.empty()) {
      text += fmt::format("{}adds {}", text.empty() ? "" : " and ", fmt::join(sets.extra, " "));
    }
    return text;
  }

  DescentResult wrong_total(const Compared& here) {
    DescentResult result;
    result.difference = place_;
    result.detail = nodes_ == sum_of(here.ours)
                        ? "no move of this position has a wrong count"
                        : fmt::format("every line is right, and their sum {} is given as {}",
                                      sum_of(here.ours), nodes_);
    return result;
  }

  DescentResult wrong_line(const std::string& action, std::uint64_t claimed) {
    DescentResult result;
    result.difference = place_;
    result.detail = fmt::format("the single move {} counts {} nodes", action, claimed);
    result.parent = place_.position;
    result.action = action;
    result.depth = 1;
    return result;
  }

  DescentResult wrong_child(const Difference& parent, const std::string& action,
                            std::string detail) {
    DescentResult result;
    result.verdict = Verdict::kWrongChild;
    result.difference = place_;
    result.detail = std::move(detail);
    result.parent = parent.position;
    result.action = action;
    result.depth = parent.depth;
    return result;
  }

  // Inside the tree the number is wrong, and when asked about the child it is right.
  DescentResult only_inside_the_tree(const Difference& parent,
                                     const generator::Position& parent_position,
                                     const std::string& action, std::uint64_t claimed,
                                     std::uint64_t right) {
    DescentResult result = wrong_child(
        parent, action,
        fmt::format("counts {} nodes here inside the tree, but {}, which is right, when asked",
                    claimed, right));
    const DivideAnswer again = ask_(parent.position, parent.depth);
    if (again.failure) {
      result.detail += ";\nwhen asked about the tree once more: " + again.detail;
      return result;
    }
    const std::optional<Counts64> ours = our_divide(parent_position, parent.depth, stop_);
    if (!ours) {
      return cut_off();
    }
    const Counts64 theirs = in_our_spelling(reference_, parent.position, *ours, again.divide);
    const auto line = theirs.find(action);
    if (line == theirs.end() || line->second != claimed) {
      result.verdict = Verdict::kNondeterministic;
      result.detail =
          fmt::format("asked twice for depth {} of {}, it counts {} nodes after {}, then {}",
                      parent.depth, parent.position, claimed, action,
                      line == theirs.end() ? "does not list it" : std::to_string(line->second));
    }
    return result;
  }

  const Reference& reference_;
  const AskDivide& ask_;
  const std::atomic<bool>& stop_;
  std::unique_ptr<generator::Position> position_;
  Difference place_;
  std::uint64_t nodes_ = 0;  // the total that the checker gave for place_
};

}  // namespace

DescentResult descend(const Reference& reference, const generator::Position& position,
                      const std::string& position_text, int depth, const DivideAnswer& first,
                      const AskDivide& ask, const std::atomic<bool>& stop) {
  return Descent(reference, ask, stop).run(position, position_text, depth, first);
}

}  // namespace regelwerk::suites
