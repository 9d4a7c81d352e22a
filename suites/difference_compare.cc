#include "suites/difference_compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <stdexcept>

#include "spec/position_text.h"

namespace regelwerk::suites {
namespace {

struct Listed {
  std::string text;
  generator::Action action;
};

std::vector<Listed> listed(const generator::Position& position) {
  std::vector<Listed> list;
  for (const generator::Action action : position.actions()) {
    list.push_back({position.action_text(action), action});
  }
  return list;
}

std::string after(const generator::Position& position, generator::Action action) {
  const std::unique_ptr<generator::Position> next = position.clone();
  next->apply(action);
  return next->text();
}

// Outcome and result, without clauses.
struct End {
  generator::Outcome outcome = generator::Outcome::kOngoing;
  std::optional<spec::Result> result;
  bool operator==(const End&) const = default;
};

const std::optional<spec::Ending>& ending_for(const spec::Endings& endings,
                                              generator::Outcome outcome) {
  static const std::optional<spec::Ending> kNone;
  switch (outcome) {
    case generator::Outcome::kOngoing:
      return kNone;
    case generator::Outcome::kCheckmate:
      return endings.checkmate;
    case generator::Outcome::kStalemate:
      return endings.stalemate;
    case generator::Outcome::kRoyalsLost:
      return endings.royals_lost;
    case generator::Outcome::kBared:
      return endings.bared;
    case generator::Outcome::kBrokenOff:
      return endings.broken_off;
    case generator::Outcome::kSmallPowersLost:
      return endings.small_powers_lost;
  }
  throw std::logic_error("an outcome without an ending");
}

End end_of(const spec::Endings& endings, generator::Outcome outcome) {
  const std::optional<spec::Ending>& ending = ending_for(endings, outcome);
  return {outcome,
          ending ? std::optional<spec::Result>(ending->result) : std::optional<spec::Result>()};
}

// Over although the player to act might have had an action.
bool ended_on_the_board(generator::Outcome outcome) {
  return outcome != generator::Outcome::kOngoing && outcome != generator::Outcome::kCheckmate &&
         outcome != generator::Outcome::kStalemate;
}

// The referee's positions from the first to the last; empty if one is refused or illegal.
std::vector<oracle::Position> played(const oracle::Referee& referee, const std::string& text,
                                     const std::vector<std::string>& moves) {
  std::vector<oracle::Position> positions;
  oracle::ReadResult read = referee.read(text);
  if (!read.position) {
    return positions;
  }
  positions.push_back(std::move(*read.position));
  for (const std::string& move : moves) {
    if (!referee.judge(positions.back(), move).legal) {
      return {};
    }
    positions.push_back(referee.after(positions.back(), move));
  }
  return positions;
}

oracle::Status last_status(const oracle::Referee& referee,
                           const std::vector<oracle::Position>& positions) {
  return referee.status(positions.back(), {positions.begin(), positions.end() - 1});
}

std::vector<std::pair<std::string, bool>> claim_names(const oracle::Status& status) {
  std::vector<std::pair<std::string, bool>> names;
  for (const oracle::Status::Claim& claim : status.claims) {
    names.emplace_back(claim.rule, claim.automatic);
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::string result_of(const spec::Variant& variant, const oracle::Status& status) {
  if (status.winner) {
    return variant.players.at(static_cast<std::size_t>(*status.winner)).name + " wins";
  }
  return "drawn";
}

SpecAnswer judged(const Reference& reference, const std::string& text, const std::string& action) {
  SpecAnswer answer;
  const oracle::ReadResult read = reference.referee().read(text);
  if (!read.position) {
    answer.says = "the referee refuses the position";
    return answer;
  }
  const oracle::Verdict verdict = reference.referee().judge(*read.position, action);
  answer.says = verdict.legal ? "legal" : "illegal";
  if (!verdict.reasons.empty()) {
    const oracle::Reason& reason = verdict.reasons.front();
    answer.rule = reason.rule;
    answer.clause = reason.clause;
    answer.sentence = reason.sentence;
    answer.shown = reason.shown;
  }
  return answer;
}

SpecAnswer ended(const Reference& reference, const std::string& text) {
  SpecAnswer answer;
  const oracle::ReadResult read = reference.referee().read(text);
  if (!read.position) {
    answer.says = "the referee refuses the position";
    return answer;
  }
  const oracle::Status status = reference.referee().status(*read.position);
  answer.says = status.ending;
  if (status.ending != "ongoing") {
    answer.says += ": " + result_of(reference.variant(), status);
    answer.rule = "endings." + status.ending;
    answer.clause = status.clause;
    answer.sentence = reference.variant().sentence_of(status.clause);
  }
  return answer;
}

SpecAnswer claimed(const Reference& reference, const std::vector<oracle::Position>& positions,
                   const std::vector<std::pair<std::string, bool>>& others) {
  SpecAnswer answer;
  if (positions.empty()) {
    answer.says = "the referee refuses the position or a move";
    return answer;
  }
  answer.says = "no draw";
  bool first = true;
  for (const oracle::Status::Claim& claim : last_status(reference.referee(), positions).claims) {
    const std::string here =
        fmt::format("{}: {}", claim.automatic ? "draw" : "draw may be claimed", claim.rule);
    answer.says = first ? here : answer.says + "; " + here;
    first = false;
    if (answer.rule.empty() && std::find(others.begin(), others.end(),
                                         std::pair(claim.rule, claim.automatic)) == others.end()) {
      answer.rule = "draws." + claim.rule;
      answer.clause = claim.clause;
      answer.sentence = reference.variant().sentence_of(claim.clause);
      answer.shown = claim.shown;
    }
  }
  return answer;
}

SpecAnswer taken(const spec::Problems& problems, bool accepted) {
  SpecAnswer answer;
  answer.says = accepted ? "accepted" : "refused: " + one_line(problems);
  return answer;
}

spec::PlacedPiece piece_at(const spec::RawPosition& position, spec::Square square) {
  for (const spec::PlacedPiece& piece : position.pieces) {
    if (piece.square == square) {
      return piece;
    }
  }
  return {};
}

// The rule behind an action's effect, judged by what changed on the board.
void name_effect(const spec::Variant& variant, const std::string& before_text,
                 const std::string& action, const std::string& after_text, SpecAnswer* answer) {
  const spec::RawPositionResult before = spec::parse_position_text(variant, before_text);
  const spec::RawPositionResult after = spec::parse_position_text(variant, after_text);
  const std::optional<spec::RawAction> raw = spec::parse_action_text(variant, action, nullptr);
  if (!before.position || !after.position || !raw) {
    return;
  }
  const auto left = std::count_if(before.position->pieces.begin(), before.position->pieces.end(),
                                  [&](const spec::PlacedPiece& piece) {
                                    return piece.player == before.position->to_act &&
                                           piece_at(*after.position, piece.square) != piece;
                                  });
  const spec::Rule* rule = nullptr;
  if (variant.part_removal && before.position->removed != after.position->removed) {
    answer->rule = "part-removal";
    rule = &*variant.part_removal;
  } else if (variant.castling && left >= 2) {
    answer->rule = "castling";
    rule = &*variant.castling;
  } else if (!variant.promotions.empty() && raw->choice) {
    answer->rule = "promotion";
    rule = &variant.promotions.front();
  } else if (variant.en_passant && after.position->en_passant.text != "-") {
    answer->rule = "en-passant";
    rule = &*variant.en_passant;
  }
  if (rule != nullptr && !rule->clauses.empty()) {
    answer->clause = rule->clauses.begin()->second;
    answer->sentence = variant.sentence_of(answer->clause);
  }
}

std::string doubt_about(const char* name, const Reference& reference,
                        const SpecDifference& difference, const generator::Position* position) {
  const oracle::ReadResult read = reference.referee().read(difference.position);
  if ((position != nullptr) != read.position.has_value()) {
    return fmt::format("generator and referee of {} disagree on whether to take the position",
                       name);
  }
  if (position == nullptr) {
    return "";
  }
  std::vector<std::string> actions;
  for (const Listed& here : listed(*position)) {
    actions.push_back(here.text);
  }
  if (actions != reference.referee().legal_actions(*read.position)) {
    return fmt::format("generator and referee of {} disagree on the legal actions", name);
  }
  if (ending_name(position->outcome()) != reference.referee().status(*read.position).ending) {
    return fmt::format("generator and referee of {} disagree on the ending", name);
  }
  if (difference.kind == DifferenceKind::kAfterwards) {
    const std::optional<generator::Action> action = position->find(difference.action);
    if (action && after(*position, *action) != reference.referee().text(reference.referee().after(
                                                   *read.position, difference.action))) {
      return fmt::format("generator and referee of {} disagree on the position afterwards", name);
    }
  }
  return "";
}

}  // namespace

Acceptance SpecComparison::read(const std::string& text) const {
  Acceptance result;
  result.pair.a = a_.game().read(text).position;
  result.pair.b = b_.game().read(text).position;
  return result;
}

PairComparison SpecComparison::compare(const SpecPair& pair) const {
  PairComparison result;
  const End end_a = end_of(a_.variant().endings, pair.a->outcome());
  const End end_b = end_of(b_.variant().endings, pair.b->outcome());
  const std::vector<Listed> in_a = listed(*pair.a);
  const std::vector<Listed> in_b = listed(*pair.b);
  for (std::size_t i = 0, j = 0; i < in_a.size() || j < in_b.size();) {
    const bool take_a = j == in_b.size() || (i < in_a.size() && in_a[i].text <= in_b[j].text);
    const bool take_b = i == in_a.size() || (j < in_b.size() && in_b[j].text <= in_a[i].text);
    ComparedAction action;
    action.action = take_a ? in_a[i].text : in_b[j].text;
    if (take_a) {
      action.in_a = in_a[i++].action;
      action.after_a = after(*pair.a, *action.in_a);
    }
    if (take_b) {
      action.in_b = in_b[j++].action;
      action.after_b = after(*pair.b, *action.in_b);
    }
    if (!take_b) {
      result.only_a.push_back(action.action);
    } else if (!take_a) {
      result.only_b.push_back(action.action);
    } else if (action.after_a != action.after_b) {
      result.afterwards.push_back(action.action);
    }
    result.actions.push_back(std::move(action));
  }
  if (ended_on_the_board(end_a.outcome) != ended_on_the_board(end_b.outcome)) {
    result.only_a.clear();
    result.only_b.clear();
  }
  // Mate by one spec is no difference of its own where the other knows one more way out.
  result.ending = end_a != end_b && result.only_a.empty() && result.only_b.empty();
  return result;
}

bool SpecComparison::claims_differ(const std::string& text,
                                   const std::vector<std::string>& moves) const {
  const std::vector<oracle::Position> in_a = played(a_.referee(), text, moves);
  const std::vector<oracle::Position> in_b = played(b_.referee(), text, moves);
  if (in_a.empty() || in_b.empty()) {
    return false;
  }
  const oracle::Status status_a = last_status(a_.referee(), in_a);
  const oracle::Status status_b = last_status(b_.referee(), in_b);
  return status_a.ending == status_b.ending && claim_names(status_a) != claim_names(status_b);
}

bool SpecComparison::differs_like(const SpecDifference& like, const SpecDifference& other) const {
  const Acceptance accepted = read(other.position);
  if (like.kind == DifferenceKind::kAcceptance) {
    return accepted.differs() && (accepted.pair.a != nullptr) == (like.a.says == "accepted");
  }
  if (!accepted.both()) {
    return false;
  }
  if (like.kind == DifferenceKind::kClaims) {
    return claims_differ(other.position, other.moves);
  }
  const PairComparison seen = compare(accepted.pair);
  switch (like.kind) {
    case DifferenceKind::kActions:
      return like.only_a.empty() ? !seen.only_b.empty() : !seen.only_a.empty();
    case DifferenceKind::kAfterwards:
      return !seen.afterwards.empty();
    default:
      return seen.ending;
  }
}

SpecDifference SpecComparison::explained(SpecDifference difference) const {
  const std::string& text = difference.position;
  const Acceptance accepted = read(text);
  difference.doubt = doubt_about("A", a_, difference, accepted.pair.a.get());
  const std::string of_b = doubt_about("B", b_, difference, accepted.pair.b.get());
  difference.doubt += (difference.doubt.empty() || of_b.empty() ? "" : "; ") + of_b;
  PairComparison seen;
  if (accepted.both()) {
    seen = compare(accepted.pair);
  }
  switch (difference.kind) {
    case DifferenceKind::kActions: {
      difference.only_a = seen.only_a;
      difference.only_b = seen.only_b;
      const bool allowed_by_a = !seen.only_a.empty();
      difference.action = allowed_by_a ? seen.only_a.front() : seen.only_b.front();
      difference.a = judged(a_, text, difference.action);
      difference.b = judged(b_, text, difference.action);
      break;
    }
    case DifferenceKind::kAfterwards: {
      difference.action = seen.afterwards.front();
      const auto found =
          std::find_if(seen.actions.begin(), seen.actions.end(),
                       [&](const ComparedAction& one) { return one.action == difference.action; });
      difference.a.says = found->after_a;
      difference.b.says = found->after_b;
      name_effect(a_.variant(), text, difference.action, found->after_a, &difference.a);
      name_effect(b_.variant(), text, difference.action, found->after_b, &difference.b);
      break;
    }
    case DifferenceKind::kEnding:
      difference.a = ended(a_, text);
      difference.b = ended(b_, text);
      break;
    case DifferenceKind::kClaims: {
      const std::vector<oracle::Position> in_a = played(a_.referee(), text, difference.moves);
      const std::vector<oracle::Position> in_b = played(b_.referee(), text, difference.moves);
      const auto names_a = in_a.empty() ? std::vector<std::pair<std::string, bool>>()
                                        : claim_names(last_status(a_.referee(), in_a));
      const auto names_b = in_b.empty() ? std::vector<std::pair<std::string, bool>>()
                                        : claim_names(last_status(b_.referee(), in_b));
      difference.a = claimed(a_, in_a, names_b);
      difference.b = claimed(b_, in_b, names_a);
      break;
    }
    case DifferenceKind::kAcceptance:
      difference.a = taken(a_.game().read(text).problems, accepted.pair.a != nullptr);
      difference.b = taken(b_.game().read(text).problems, accepted.pair.b != nullptr);
      break;
  }
  return difference;
}

}  // namespace regelwerk::suites
