#include "suites/engine_checker.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <map>
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

// Plainly illegal actions of a position, one for each kind of action.
class Controls {
 public:
  Controls(const Reference& reference, const oracle::Position& position,
           const spec::RawPosition& raw)
      : reference_(reference), position_(position), raw_(raw) {}

  // "" if there is none.
  std::string for_action(const std::string& action) {
    spec::Problems problems;
    const auto written = spec::parse_action_text(reference_.variant(), action, &problems);
    const spec::PlacedPiece* piece = written ? piece_on(written->from) : nullptr;
    if (piece == nullptr) return "";
    const bool castling = looks_like_castling(*piece, written->to);
    const auto [known, is_new] = known_.emplace(std::pair{piece->kind, castling}, "");
    if (is_new) known->second = castling ? like_castling(*piece) : like_a_move(*piece);
    return known->second;
  }

 private:
  const spec::PlacedPiece* piece_on(spec::Square square) const {
    for (const spec::PlacedPiece& piece : raw_.pieces) {
      if (piece.square == square && piece.player == raw_.to_act) return &piece;
    }
    return nullptr;
  }

  bool looks_like_castling(const spec::PlacedPiece& piece, spec::Square to) const {
    const auto& rule = reference_.variant().castling;
    if (!rule || piece.kind != rule->king || to.rank != piece.square.rank) return false;
    return piece_on(to) != nullptr || std::abs(to.file - piece.square.file) > 1;
  }

  // Against the pattern of the piece, and against nothing else.
  bool is_plain(const spec::PlacedPiece& piece, spec::Square to) const {
    if (to == piece.square || piece_on(to) != nullptr) return false;
    const oracle::Verdict verdict = reference_.referee().judge(position_, text(piece, to));
    return !verdict.legal && !verdict.reasons.empty() &&
           verdict.reasons.front().rule == "movement.pattern";
  }

  static std::string text(const spec::PlacedPiece& piece, spec::Square to) {
    return spec::square_name(piece.square) + spec::square_name(to);
  }

  std::string like_a_move(const spec::PlacedPiece& piece) const {
    const spec::Board& board = reference_.variant().board;
    // From the middle outwards: on the edges promotion would be a second question.
    for (int step = 0; step < board.ranks; ++step) {
      const int rank = board.ranks / 2 + (step % 2 == 0 ? step / 2 : -(step + 1) / 2);
      for (int file = 0; rank >= 0 && rank < board.ranks && file < board.files; ++file) {
        const spec::Square to{file, rank};
        if (!looks_like_castling(piece, to) && is_plain(piece, to)) return text(piece, to);
      }
    }
    return "";
  }

  // Two squares along the rank towards a side without any partner, or else along the file.
  std::string like_castling(const spec::PlacedPiece& king) const {
    const spec::Square from = king.square;
    for (const int direction : {-1, 1}) {
      const bool partner =
          std::any_of(raw_.pieces.begin(), raw_.pieces.end(), [&](const spec::PlacedPiece& piece) {
            return piece.player == king.player &&
                   piece.kind == reference_.variant().castling->partner &&
                   piece.square.rank == from.rank &&
                   (piece.square.file - from.file) * direction > 0;
          });
      const spec::Square to{from.file + 2 * direction, from.rank};
      if (!partner && is_on_board(to) && is_plain(king, to)) return text(king, to);
    }
    for (const int distance : {2, -2, 3, -3}) {
      const spec::Square to{from.file, from.rank + distance};
      if (is_on_board(to) && is_plain(king, to)) return text(king, to);
    }
    return "";
  }

  bool is_on_board(spec::Square square) const {
    const spec::Board& board = reference_.variant().board;
    return square.file >= 0 && square.file < board.files && square.rank >= 0 &&
           square.rank < board.ranks;
  }

  const Reference& reference_;
  const oracle::Position& position_;
  const spec::RawPosition& raw_;
  std::map<std::pair<spec::KindId, bool>, std::string> known_;
};

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
    case engines::Failure::Kind::kTooSlow:
      return Verdict::kTooSlow;
    case engines::Failure::Kind::kOtherPosition:
      return Verdict::kWrongPosition;
    case engines::Failure::Kind::kCannotSetUp:
      return Verdict::kNotRun;
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

std::vector<engines::Candidate> candidates_of(const Reference& reference,
                                              const std::string& position_text, std::size_t limit) {
  const generator::ReadResult ours = reference.game().read(position_text);
  const oracle::ReadResult read = reference.referee().read(position_text);
  if (ours.position == nullptr || !read.position) return {};
  const std::string text = reference.referee().text(*read.position);
  const spec::RawPositionResult raw = spec::parse_position_text(reference.variant(), text);
  if (!raw.position) return {};
  Controls controls(reference, *read.position, *raw.position);
  std::vector<engines::Candidate> candidates;
  std::set<std::string> from_to;  // of the legal actions, without a choice
  for (const generator::Action action : ours.position->actions()) {
    const std::string legal = ours.position->action_text(action);
    spec::Problems problems;
    if (const auto written = spec::parse_action_text(reference.variant(), legal, &problems)) {
      from_to.insert(spec::square_name(written->from) + spec::square_name(written->to));
    }
    candidates.push_back({legal, controls.for_action(legal), true});
  }
  std::set<std::string> found;
  const spec::Board& board = reference.variant().board;
  for (const spec::PlacedPiece& piece : raw.position->pieces) {
    if (piece.player != raw.position->to_act) continue;
    for (int file = 0; file < board.files; ++file) {
      for (int rank = 0; rank < board.ranks; ++rank) {
        const std::string action =
            spec::square_name(piece.square) + spec::square_name({file, rank});
        if (from_to.count(action) > 0) continue;
        if (is_tempting(reference.referee().judge(*read.position, action))) found.insert(action);
      }
    }
  }
  for (const std::string& action : found) {
    if (limit-- == 0) break;
    candidates.push_back({action, controls.for_action(action), false});
  }
  return candidates;
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
    const std::vector<engines::Candidate> candidates =
        candidates_of(reference_, position_text, kTempting);
    if (!candidates.empty()) {
      const std::uint64_t total = said.nodes;
      said = engine_.divide(position_text, depth, candidates, deadline);
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
  const std::vector<engines::Candidate> candidates =
      candidates_of(reference_, position_text, kTempting);
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
  answer.takes_anything = said.takes_anything;
  answer.refuses_everything = said.refuses_everything;
  left_open_ = left_open_ || !said.complete;
  if (said.complete) {
    for (const std::string& move : said.moves) answer.moves.add(move, 1);
    return answer;
  }
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const bool unseen = said.candidates[i].status == engines::MoveStatus::kNotObservable;
    if (candidates[i].legal && unseen) ++answer.unobservable;
    if (!candidates[i].legal && !unseen) ++answer.tried;
    if (said.candidates[i].status == engines::MoveStatus::kAccepted ||
        (candidates[i].legal && unseen)) {
      answer.moves.add(candidates[i].action, 1);
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
