#include "suites/engine_checker.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "spec/position_text.h"

namespace regelwerk::suites {
namespace {

using std::chrono::milliseconds;

constexpr std::size_t kTempting = 60;  // illegal moves that are tried where there is no list

// The first reason against an action that looks right at a glance.
bool is_tempting(const oracle::Verdict& verdict) {
  if (verdict.legal || verdict.reasons.empty()) return false;
  const std::string& rule = verdict.reasons.front().rule;
  const std::string key = rule.substr(0, rule.find('.'));
  return key == "royal-safety" || key == "castling" || key == "en-passant" || key == "first-move" ||
         key == "promotion" || key == "fusion" || key == "safe-path" || key == "part-removal";
}

std::vector<std::string> legal_texts(const generator::Position& position) {
  std::vector<std::string> texts;
  for (const generator::Action action : position.actions()) {
    texts.push_back(position.action_text(action));
  }
  return texts;
}

DivideAnswer failed(const engines::Failure& failure) {
  DivideAnswer answer;
  answer.failure = verdict_of(failure.kind);
  answer.detail = failure.detail;
  return answer;
}

}  // namespace

Verdict verdict_of(engines::Failure::Kind kind) {
  switch (kind) {
    case engines::Failure::Kind::kNotFound:
    case engines::Failure::Kind::kOptionRefused:
      return Verdict::kNotStarted;
    case engines::Failure::Kind::kDied:
    case engines::Failure::Kind::kClosed:
      return Verdict::kDied;
    case engines::Failure::Kind::kHung:
      return Verdict::kHung;
    case engines::Failure::Kind::kNonsense:
      return Verdict::kNonsense;
    case engines::Failure::Kind::kNondeterministic:
      return Verdict::kNondeterministic;
    case engines::Failure::Kind::kVariantUnknown:
      return Verdict::kVariantUnknown;
    case engines::Failure::Kind::kPositionRefused:
      return Verdict::kRefused;
    case engines::Failure::Kind::kNoPerft:
      return Verdict::kNoPerft;
  }
  return Verdict::kNonsense;
}

std::vector<std::string> tempting_actions(const Reference& reference,
                                          const std::string& position_text, std::size_t limit) {
  const oracle::ReadResult read = reference.referee().read(position_text);
  if (!read.position) return {};
  const std::string text = reference.referee().text(*read.position);
  const spec::RawPositionResult raw = spec::parse_position_text(reference.variant(), text);
  if (!raw.position) return {};
  std::set<std::string> found;
  const spec::Board& board = reference.variant().board;
  for (const spec::PlacedPiece& piece : raw.position->pieces) {
    if (piece.player != raw.position->to_act) continue;
    for (int file = 0; file < board.files; ++file) {
      for (int rank = 0; rank < board.ranks; ++rank) {
        const std::string action =
            spec::square_name(piece.square) + spec::square_name({file, rank});
        if (is_tempting(reference.referee().judge(*read.position, action))) found.insert(action);
      }
    }
  }
  std::vector<std::string> actions(found.begin(), found.end());
  if (actions.size() > limit) actions.resize(limit);
  return actions;
}

DivideAnswer EngineChecker::divide(const std::string& position_text, int depth,
                                   milliseconds deadline) {
  if (cannot_count_) {
    if (depth > 1) {
      return failed({engines::Failure::Kind::kNoPerft, "only its moves can be seen, no counts"});
    }
    const MovesAnswer answer = moves(position_text, deadline);
    return answer.failure ? failed(*answer.failure) : answer.moves;
  }
  engines::PerftAnswer said = engine_.perft(position_text, depth, deadline);
  if (said.failure && said.failure->kind == engines::Failure::Kind::kNoPerft) {
    cannot_count_ = true;
    return divide(position_text, depth, deadline);
  }
  return divided(std::move(said), position_text, depth, deadline);
}

DivideAnswer EngineChecker::divided(engines::PerftAnswer said, const std::string& position_text,
                                    int depth, milliseconds deadline) {
  if (!said.failure && !said.divided) {
    const generator::ReadResult read = reference_.game().read(position_text);
    if (read.position != nullptr) {
      const std::uint64_t total = said.nodes;
      said = engine_.divide(position_text, depth, legal_texts(*read.position), deadline);
      said.nodes = total;
    }
  }
  return said.failure ? failed(*said.failure) : as_divide(said);
}

DivideAnswer EngineChecker::as_divide(const engines::PerftAnswer& said) {
  DivideAnswer answer;
  for (const engines::DivideLine& line : said.divide) answer.add(line.action, line.nodes);
  answer.nodes = said.nodes;
  return answer;
}

MovesAnswer EngineChecker::moves(const std::string& position_text, milliseconds deadline) {
  MovesAnswer answer;
  const generator::ReadResult read = reference_.game().read(position_text);
  if (read.position == nullptr) {
    answer.failure = {engines::Failure::Kind::kPositionRefused, one_line(read.problems)};
    return answer;
  }
  const std::vector<std::string> legal = legal_texts(*read.position);
  std::vector<std::string> candidates = legal;
  const std::vector<std::string> others = tempting_actions(reference_, position_text, kTempting);
  candidates.insert(candidates.end(), others.begin(), others.end());
  const engines::RootMovesAnswer said = engine_.root_moves(position_text, candidates, deadline);
  if (said.failure) {
    answer.failure = said.failure;
    return answer;
  }
  if (said.source == engines::RootMovesAnswer::Source::kNothing) {
    answer.failure = {engines::Failure::Kind::kNoPerft, "shows neither counts nor moves"};
    return answer;
  }
  answer.complete = said.complete;
  left_open_ = left_open_ || !said.complete;
  answer.tried = others.size();
  if (said.complete) {
    for (const std::string& move : said.moves) answer.moves.add(move, 1);
    return answer;
  }
  for (const engines::CandidateAnswer& candidate : said.candidates) {
    const bool is_legal = std::find(legal.begin(), legal.end(), candidate.action) != legal.end();
    const bool unseen = candidate.status == engines::MoveStatus::kNotObservable;
    if (is_legal && unseen) ++answer.unobservable;
    if (candidate.status == engines::MoveStatus::kAccepted || (is_legal && unseen)) {
      answer.moves.add(candidate.action, 1);
    }
  }
  return answer;
}

std::string EngineChecker::where_it_disagrees(const std::string& position_text, int depth,
                                              milliseconds deadline,
                                              const std::atomic<bool>& stop) {
  generator::ReadResult read = reference_.game().read(position_text);
  std::vector<std::string> line;
  std::unique_ptr<generator::Position> position = std::move(read.position);
  while (position != nullptr && depth > 1 && !stop.load()) {
    std::unique_ptr<generator::Position> next;
    for (const generator::Action action : position->actions()) {
      std::unique_ptr<generator::Position> child = position->clone();
      child->apply(action);
      const std::uint64_t right = child->perft(depth - 1).nodes;
      const engines::AgreeAnswer said = engine_.agree(child->text(), depth - 1, right, deadline);
      if (said.failure) return "";
      if (!said.agrees) {
        line.push_back(position->action_text(action));
        next = std::move(child);
        break;
      }
    }
    if (next == nullptr) break;  // every child is right: the moves here are not
    position = std::move(next);
    --depth;
  }
  if (position == nullptr) return "";
  const std::size_t moves = position->actions().size();
  if (depth > 1) {
    return fmt::format(
        "it agrees with the count of every child of {}, so it knows other moves than "
        "the {} there",
        position->text(), moves);
  }
  return fmt::format("{}{}: the position has {} moves, which it denies", position->text(),
                     line.empty() ? "" : fmt::format(" (after {})", fmt::join(line, " ")), moves);
}

Suspect EngineChecker::suspect(milliseconds deadline) {
  Suspect suspect;
  suspect.divide = [this, deadline](const std::string& text, int depth) {
    return divide(text, depth, deadline);
  };
  suspect.show = [this, deadline](
                     const std::string& text,
                     const std::vector<std::string>& actions) -> std::optional<std::string> {
    const engines::PlayAnswer said = engine_.play(text, actions, deadline);
    if (said.failure || !said.observable || said.played < actions.size()) return std::nullopt;
    return said.held;
  };
  return suspect;
}

}  // namespace regelwerk::suites
