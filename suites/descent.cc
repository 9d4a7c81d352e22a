#include "suites/descent.h"

#include <fmt/format.h>

#include <algorithm>

#include "suites/notation.h"

namespace regelwerk::suites {
using Counts64 = std::map<std::string, std::uint64_t>;

Counts64 in_our_spelling(const Reference& reference, const std::string& position_text,
                         const Counts64& ours, const Counts64& theirs) {
  std::vector<std::string> our_actions;
  for (const auto& [action, nodes] : ours) {
    our_actions.push_back(action);
  }
  std::vector<std::string> their_actions;
  for (const auto& [action, nodes] : theirs) {
    their_actions.push_back(action);
  }
  const std::map<std::string, std::string> spelling =
      our_spelling(reference.variant(), position_text, our_actions, their_actions);
  Counts64 result;
  for (const auto& [action, nodes] : theirs) {
    result[spelling.at(action)] = nodes;
  }
  return result;
}

namespace {

std::vector<std::string> missing_in(const Counts64& from, const Counts64& what) {
  std::vector<std::string> missing;
  for (const auto& [action, nodes] : from) {
    if (what.count(action) == 0) {
      missing.push_back(action);
    }
  }
  return missing;
}

}  // namespace

std::vector<ActionNote> judge_actions(const Reference& reference, const std::string& position_text,
                                      const std::vector<std::string>& actions) {
  std::vector<ActionNote> notes;
  const oracle::ReadResult read = reference.referee().read(position_text);
  if (!read.position) {
    return notes;
  }
  for (const std::string& action : actions) {
    const oracle::Verdict verdict = reference.referee().judge(*read.position, action);
    ActionNote note;
    note.action = action;
    note.legal = verdict.legal;
    if (!verdict.reasons.empty()) {
      const oracle::Reason& reason = verdict.reasons.front();
      note.rule = reason.rule;
      note.clause = reason.clause;
      note.sentence = reason.sentence;
      note.shown = reason.shown;
    }
    notes.push_back(std::move(note));
  }
  return notes;
}

DescentResult descend(const Reference& reference, const generator::Position& root,
                      const std::string& root_text, int depth, const DivideAnswer& first,
                      const AskDivide& ask, const std::atomic<bool>& stop) {
  DescentResult result;
  Difference place;
  place.position = root_text;
  place.depth = depth;
  std::unique_ptr<generator::Position> position = root.clone();
  DivideAnswer theirs_raw = first;
  generator::PerftOptions options;
  options.stop = &stop;
  while (true) {
    const generator::PerftResult counted = position->divide(place.depth, options);
    if (!counted.complete) {
      result.detail = "the search for the move was cut off";
      return result;
    }
    Counts64 ours;
    for (const generator::DivideLine& line : counted.divide) {
      ours[line.action] = line.nodes;
    }
    const Counts64 theirs = in_our_spelling(reference, place.position, ours, theirs_raw.divide);
    place.missing = missing_in(ours, theirs);
    place.extra = missing_in(theirs, ours);
    if (!place.missing.empty() || !place.extra.empty()) {
      std::vector<std::string> actions = place.missing;
      actions.insert(actions.end(), place.extra.begin(), place.extra.end());
      place.notes = judge_actions(reference, place.position, actions);
      result.verdict = Verdict::kWrongMoves;
      result.difference = std::move(place);
      return result;
    }
    // The smallest subtree that differs is the cheapest way down.
    const std::pair<const std::string, std::uint64_t>* child = nullptr;
    for (const auto& entry : ours) {
      if (theirs.at(entry.first) != entry.second &&
          (child == nullptr || entry.second < child->second)) {
        child = &entry;
      }
    }
    if (child == nullptr) {
      // Asked once more it agrees.
      result.verdict = Verdict::kWrongChild;
      result.detail = fmt::format("no move of this position has a wrong count");
      result.difference = std::move(place);
      return result;
    }
    const std::uint64_t claimed = theirs.at(child->first);
    place.line.push_back(child->first);
    if (place.depth == 1) {
      result.detail = fmt::format("the single move {} counts {} nodes", child->first, claimed);
      place.line.pop_back();
      result.difference = std::move(place);
      return result;
    }
    const std::optional<generator::Action> action = position->find(child->first);
    if (!action) {
      result.detail =
          fmt::format("the move {} of the generator's divide cannot be played", child->first);
      return result;
    }
    position->apply(*action);
    place.position = position->text();
    --place.depth;
    theirs_raw = ask(place.position, place.depth);
    if (theirs_raw.failure) {
      result.verdict = Verdict::kWrongChild;
      result.detail = fmt::format("counts {} instead of {} nodes here, and when asked about it: {}",
                                  claimed, child->second, theirs_raw.detail);
      result.difference = std::move(place);
      return result;
    }
    if (theirs_raw.nodes == child->second) {
      result.verdict = Verdict::kWrongChild;
      result.detail =
          fmt::format("counts {} nodes here inside the tree, but {}, which is right, when asked",
                      claimed, theirs_raw.nodes);
      result.difference = std::move(place);
      return result;
    }
  }
}

}  // namespace regelwerk::suites
