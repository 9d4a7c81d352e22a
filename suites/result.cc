#include "suites/result.h"

#include <algorithm>

namespace regelwerk::suites {

std::string_view verdict_name(Verdict verdict) {
  switch (verdict) {
    case Verdict::kAgrees:
      return "agrees";
    case Verdict::kWrongCount:
      return "wrong_count";
    case Verdict::kWrongMoves:
      return "wrong_moves";
    case Verdict::kWrongChild:
      return "wrong_child";
    case Verdict::kWrongAnswer:
      return "wrong_answer";
    case Verdict::kRefused:
      return "refused";
    case Verdict::kWrongPosition:
      return "wrong_position";
    case Verdict::kTooSlow:
      return "too_slow";
    case Verdict::kDied:
      return "died";
    case Verdict::kHung:
      return "hung";
    case Verdict::kNonsense:
      return "nonsense";
    case Verdict::kNondeterministic:
      return "nondeterministic";
    case Verdict::kVariantUnknown:
      return "variant_unknown";
    case Verdict::kNoPerft:
      return "no_perft";
    case Verdict::kNotObservable:
      return "not_observable";
    case Verdict::kNotStarted:
      return "not_started";
    case Verdict::kNotRun:
      return "not_run";
    case Verdict::kKnownFault:
      return "known_fault";
    case Verdict::kInterrupted:
      return "interrupted";
  }
  return "unknown";
}

std::string_view fault_class_name(FaultClass fault) {
  switch (fault) {
    case FaultClass::kMissing:
      return "missing";
    case FaultClass::kExtra:
      return "extra";
    case FaultClass::kWrongChild:
      return "wrong_child";
    case FaultClass::kCountOnly:
      return "count_only";
  }
  return "unknown";
}

std::string_view origin_name(Origin origin) {
  switch (origin) {
    case Origin::kAsked:
      return "asked";
    case Origin::kEarlier:
      return "earlier";
    case Origin::kCache:
      return "cache";
  }
  return "unknown";
}

std::string_view case_kind_name(CaseKind kind) {
  switch (kind) {
    case CaseKind::kCount:
      return "count";
    case CaseKind::kExample:
      return "example";
    case CaseKind::kDiagram:
      return "diagram";
    case CaseKind::kRefusal:
      return "refusal";
  }
  return "unknown";
}

std::string case_title(const CaseResult& result) {
  std::string title;
  if (!result.suite.empty()) {
    title = result.suite + ":" + std::to_string(result.line);
  }
  const std::string& name = result.name.empty() && title.empty() ? result.position : result.name;
  if (!name.empty()) {
    title += (title.empty() ? "" : " ") + name;
  }
  if (result.kind == CaseKind::kCount) {
    title += " D" + std::to_string(result.depth);
  }
  return title;
}

Counts& Counts::operator+=(const Counts& other) {
  agrees += other.agrees;
  wrong += other.wrong;
  refused += other.refused;
  failed += other.failed;
  known_fault += other.known_fault;
  uncounted += other.uncounted;
  unable += other.unable;
  partly += other.partly;
  not_run += other.not_run;
  return *this;
}

namespace {

void add(Counts& counts, const CaseResult& result, Verdict verdict) {
  if (is_failure(verdict) && !is_failure(result, verdict)) {
    ++counts.uncounted;
    return;
  }
  switch (verdict) {
    case Verdict::kAgrees:
      ++counts.agrees;
      break;
    case Verdict::kWrongCount:
    case Verdict::kWrongMoves:
    case Verdict::kWrongChild:
    case Verdict::kWrongAnswer:
    case Verdict::kWrongPosition:
      ++counts.wrong;
      break;
    case Verdict::kRefused:
      ++counts.refused;
      break;
    case Verdict::kDied:
    case Verdict::kHung:
    case Verdict::kNonsense:
    case Verdict::kNondeterministic:
    case Verdict::kNotStarted:
      ++counts.failed;
      break;
    case Verdict::kVariantUnknown:
    case Verdict::kNoPerft:
      ++counts.unable;
      break;
    case Verdict::kNotObservable:
      ++counts.partly;
      break;
    case Verdict::kNotRun:
    case Verdict::kTooSlow:
    case Verdict::kInterrupted:
      ++counts.not_run;
      break;
    case Verdict::kKnownFault:
      ++counts.known_fault;
      break;
  }
}

const Outcome* outcome_of(const Run& run, const CaseResult& result, Checker::Kind kind) {
  for (const Checker& checker : run.checkers) {
    if (checker.kind != kind) {
      continue;
    }
    for (const Outcome& outcome : result.outcomes) {
      if (outcome.checker == checker.name) {
        return &outcome;
      }
    }
  }
  return nullptr;
}

bool gave_an_answer(const Outcome* outcome) {
  return outcome != nullptr && outcome->verdict != Verdict::kNotRun &&
         outcome->verdict != Verdict::kInterrupted;
}

struct Signs {
  bool disagreement = false;
  bool engine_failed = false;
  bool wrong_input = false;
};

Signs signs_of(const Run& run, const CaseResult& result) {
  Signs signs;
  if (result.unreachable) {
    signs.wrong_input =
        std::any_of(result.outcomes.begin(), result.outcomes.end(),
                    [](const Outcome& outcome) { return outcome.verdict == Verdict::kNotStarted; });
    return signs;
  }
  for (const Outcome& outcome : result.outcomes) {
    switch (outcome.verdict) {
      case Verdict::kWrongCount:
      case Verdict::kWrongMoves:
      case Verdict::kWrongChild:
      case Verdict::kWrongAnswer:
      case Verdict::kWrongPosition:
        signs.disagreement = true;
        break;
      case Verdict::kDied:
      case Verdict::kHung:
      case Verdict::kNonsense:
      case Verdict::kNondeterministic:
        signs.engine_failed = true;
        break;
      case Verdict::kNotStarted:
        signs.wrong_input = true;
        break;
      default:
        break;
    }
  }
  const Outcome* generator = outcome_of(run, result, Checker::Kind::kGenerator);
  const Outcome* oracle = outcome_of(run, result, Checker::Kind::kOracle);
  const bool generator_refuses = generator != nullptr && generator->verdict == Verdict::kRefused;
  const bool oracle_refuses = oracle != nullptr && oracle->verdict == Verdict::kRefused;
  if (generator_refuses != oracle_refuses && gave_an_answer(generator) && gave_an_answer(oracle)) {
    signs.disagreement = true;
  } else if (generator_refuses || oracle_refuses) {
    signs.wrong_input = true;
  }
  for (const Outcome& outcome : result.outcomes) {
    if (outcome.verdict == Verdict::kRefused && &outcome != generator && &outcome != oracle) {
      signs.engine_failed = true;
    }
  }
  return signs;
}

}  // namespace

Counts count_outcomes(const CaseResult& result) {
  Counts counts;
  for (const Outcome& outcome : result.outcomes) {
    add(counts, result, outcome.verdict);
  }
  return counts;
}

Counts count_outcomes(const Run& run) {
  Counts counts;
  for (const CaseResult& result : run.cases) {
    counts += count_outcomes(result);
  }
  return counts;
}

Counts count_outcomes(const Run& run, std::string_view checker) {
  Counts counts;
  for (const CaseResult& result : run.cases) {
    for (const Outcome& outcome : result.outcomes) {
      if (outcome.checker == checker) {
        add(counts, result, outcome.verdict);
      }
    }
  }
  return counts;
}

bool is_failure(Verdict verdict) {
  switch (verdict) {
    case Verdict::kWrongCount:
    case Verdict::kWrongMoves:
    case Verdict::kWrongChild:
    case Verdict::kWrongAnswer:
    case Verdict::kRefused:
    case Verdict::kWrongPosition:
    case Verdict::kDied:
    case Verdict::kHung:
    case Verdict::kNonsense:
    case Verdict::kNondeterministic:
    case Verdict::kNotStarted:
      return true;
    case Verdict::kAgrees:
    case Verdict::kVariantUnknown:
    case Verdict::kNoPerft:
    case Verdict::kNotObservable:
    case Verdict::kNotRun:
    case Verdict::kTooSlow:
    case Verdict::kKnownFault:
    case Verdict::kInterrupted:
      return false;
  }
  return true;
}

bool is_failure(const CaseResult& result, Verdict verdict) {
  return is_failure(verdict) && (!result.unreachable || verdict == Verdict::kNotStarted);
}

int exit_status(const std::vector<Run>& runs) {
  Signs signs;
  bool deadline = false;
  bool interrupted = false;
  std::uint64_t checked = 0;
  bool empty_shard = !runs.empty();
  std::vector<std::pair<std::string, std::uint64_t>> engines;  // name, answers seen
  for (const Run& run : runs) {
    deadline = deadline || run.deadline_reached;
    interrupted = interrupted || run.interrupted;
    signs.wrong_input = signs.wrong_input || spec::has_errors(run.diagnostics);
    checked += count_outcomes(run).checked();
    empty_shard = empty_shard && run.cases.empty() && run.cases_elsewhere > 0;
    for (const CaseResult& result : run.cases) {
      const Signs here = signs_of(run, result);
      signs.disagreement = signs.disagreement || here.disagreement;
      signs.engine_failed = signs.engine_failed || here.engine_failed;
      signs.wrong_input = signs.wrong_input || here.wrong_input;
    }
    for (const Checker& checker : run.checkers) {
      if (checker.kind != Checker::Kind::kEngine ||
          (run.cases_elsewhere > 0 && count_outcomes(run, checker.name) == Counts())) {
        continue;
      }
      auto known = std::find_if(engines.begin(), engines.end(),
                                [&](const auto& entry) { return entry.first == checker.name; });
      if (known == engines.end()) {
        known = engines.insert(engines.end(), {checker.name, 0});
      }
      const Counts counts = count_outcomes(run, checker.name);
      known->second += counts.checked() + counts.partly;
    }
  }
  if (interrupted) {
    return 130;
  }
  if (signs.disagreement) {
    return 1;
  }
  if (signs.engine_failed) {
    return 3;
  }
  if (signs.wrong_input) {
    return 2;
  }
  // A deadline explains why nothing was checked.
  if (deadline) {
    return 4;
  }
  const bool idle_engine = std::any_of(engines.begin(), engines.end(),
                                       [](const auto& entry) { return entry.second == 0; });
  return (checked == 0 && !empty_shard) || idle_engine ? 2 : 0;
}

int exit_status(const Run& run) { return exit_status(std::vector<Run>{run}); }

}  // namespace regelwerk::suites
