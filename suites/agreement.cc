#include "suites/agreement.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <random>

#include "spec/position_text.h"

namespace regelwerk::suites {
namespace {

std::vector<std::string> action_texts(const generator::Position& position) {
  std::vector<std::string> texts;
  for (const generator::Action action : position.actions()) {
    texts.push_back(position.action_text(action));
  }
  return texts;
}

// What the oracle says about the actions on which the lists differ.
std::string reasons(const Reference& reference, const oracle::Position& position,
                    const std::vector<std::string>& ours, const std::vector<std::string>& theirs) {
  std::vector<std::string> generator_only;
  std::vector<std::string> oracle_only;
  std::set_difference(ours.begin(), ours.end(), theirs.begin(), theirs.end(),
                      std::back_inserter(generator_only));
  std::set_difference(theirs.begin(), theirs.end(), ours.begin(), ours.end(),
                      std::back_inserter(oracle_only));
  std::string text;
  for (const std::string& action : generator_only) {
    const oracle::Verdict verdict = reference.referee().judge(position, action);
    text += fmt::format("\n  {} only by the generator; the oracle: ", action);
    if (verdict.legal) {
      text += "legal, though not in its list";
    }
    for (const oracle::Reason& reason : verdict.reasons) {
      text += fmt::format("{} ({}) {}; ", reason.rule, reason.clause, reason.shown);
    }
  }
  for (const std::string& action : oracle_only) {
    text += fmt::format("\n  {} only by the oracle", action);
  }
  return text;
}

// Both sides at the same position.
struct Pair {
  std::unique_ptr<generator::Position> ours;
  oracle::Position theirs;
};

std::optional<Pair> read_both(const Reference& reference, const std::string& text,
                              std::vector<Disagreement>& disagreements) {
  generator::ReadResult ours = reference.game().read(text);
  oracle::ReadResult theirs = reference.referee().read(text);
  const auto answer = [](bool accepted, const spec::Problems& problems) {
    return accepted ? std::string("accepted") : "refused: " + one_line(problems);
  };
  if ((ours.position != nullptr) != theirs.position.has_value()) {
    disagreements.push_back({text, "reading", answer(ours.position != nullptr, ours.problems),
                             answer(theirs.position.has_value(), theirs.problems)});
  }
  if (ours.position == nullptr || !theirs.position) {
    return std::nullopt;
  }
  const std::string our_text = ours.position->text();
  const std::string their_text = reference.referee().text(*theirs.position);
  if (our_text != their_text) {
    disagreements.push_back({text, "canonical text", our_text, their_text});
  }
  return Pair{std::move(ours.position), *std::move(theirs.position)};
}

// Returns the generator's list.
std::vector<std::string> compare(const Reference& reference, const Pair& pair,
                                 std::vector<Disagreement>& disagreements) {
  std::vector<std::string> ours = action_texts(*pair.ours);
  const std::vector<std::string> theirs = reference.referee().legal_actions(pair.theirs);
  if (ours != theirs) {
    disagreements.push_back({pair.ours->text(), "legal actions",
                             fmt::format("{}", fmt::join(ours, " ")),
                             fmt::format("{}", fmt::join(theirs, " ")) +
                                 reasons(reference, pair.theirs, ours, theirs)});
  }
  const oracle::Status status = reference.referee().status(pair.theirs);
  if (ending_name(pair.ours->outcome()) != status.ending) {
    disagreements.push_back(
        {pair.ours->text(), "ending", ending_name(pair.ours->outcome()), status.ending});
  }
  if (pair.ours->in_check() != status.in_check) {
    disagreements.push_back({pair.ours->text(), "check", pair.ours->in_check() ? "yes" : "no",
                             status.in_check ? "yes" : "no"});
  }
  return ours;
}

// What an action does, seen by the position texts before and after it: so it is independent of
// how either side makes moves.
struct Effects {
  bool capture = false;
  bool en_passant = false;
  bool castling = false;
  bool promotion = false;
  bool check = false;
  bool ends = false;
};

spec::PlacedPiece piece_at(const spec::RawPosition& position, spec::Square square) {
  const auto found =
      std::find_if(position.pieces.begin(), position.pieces.end(),
                   [&](const spec::PlacedPiece& piece) { return piece.square == square; });
  return found == position.pieces.end() ? spec::PlacedPiece{} : *found;
}

Effects effects_of(const spec::Variant& variant, const spec::RawPosition& before,
                   const generator::Position& after, const std::string& action) {
  Effects effects;
  effects.check = after.in_check();
  effects.ends = after.outcome() != generator::Outcome::kOngoing;
  const spec::RawPositionResult read = spec::parse_position_text(variant, after.text());
  const std::optional<spec::RawAction> raw = spec::parse_action_text(variant, action, nullptr);
  if (!read.position || !raw) {
    return effects;
  }
  effects.promotion = raw->choice.has_value();
  effects.capture = read.position->pieces.size() < before.pieces.size();
  effects.en_passant = read.position->pieces.size() + 1 == before.pieces.size() &&
                       piece_at(before, raw->to).kind < 0;
  // Only in castling do two pieces of the player leave their squares and stay on the board.
  const auto is_own = [&](const spec::PlacedPiece& piece) { return piece.player == before.to_act; };
  const auto own = [&](const spec::RawPosition& position) {
    return std::count_if(position.pieces.begin(), position.pieces.end(), is_own);
  };
  const auto left = std::count_if(
      before.pieces.begin(), before.pieces.end(), [&](const spec::PlacedPiece& piece) {
        return is_own(piece) && piece_at(*read.position, piece.square) != piece;
      });
  effects.castling = left >= 2 && own(before) == own(*read.position);
  return effects;
}

class Player {
 public:
  Player(const Reference& reference, const AgreementOptions& options)
      : reference_(reference), options_(options), random_(options.seed) {
    for (const char* name : {"captures", "en passant", "castlings", "promotions", "checks",
                             "checkmates", "stalemates"}) {
      result_.events[name] = 0;
    }
  }

  AgreementResult run() {
    std::vector<std::string> starts{"startpos"};
    for (const std::string& start : options_.starts) {
      if (reference_.game().read(start).position != nullptr) {
        starts.push_back(start);
      }
    }
    while (!finished()) {
      // Half of the games begin where the rules begin.
      const std::size_t which = random_() % 2 == 0 ? 0 : random_() % starts.size();
      const std::uint64_t before = result_.positions;
      play(starts[which]);
      ++result_.games;
      if (result_.positions == before && which == 0) {
        break;  // the start position cannot be played
      }
      if (options_.progress) {
        options_.progress(result_.positions);
      }
    }
    return std::move(result_);
  }

 private:
  bool finished() const {
    return result_.positions >= options_.positions ||
           result_.disagreements.size() >= options_.max_disagreements ||
           (options_.stop != nullptr && options_.stop->load());
  }

  void play(const std::string& start) {
    std::optional<Pair> pair = read_both(reference_, start, result_.disagreements);
    for (int ply = 0; pair && ply <= options_.max_plies && !finished(); ++ply) {
      const std::vector<std::string> actions = compare(reference_, *pair, result_.disagreements);
      ++result_.positions;
      result_.actions += actions.size();
      if (actions.empty()) {
        const std::string ending = ending_name(pair->ours->outcome());
        ++result_.events[ending == "checkmate"   ? "checkmates"
                         : ending == "stalemate" ? "stalemates"
                                                 : ending];
        return;
      }
      const std::string before = pair->ours->text();
      const std::string action = choose(*pair->ours, before, actions);
      pair->ours->apply(*pair->ours->find(action));
      if (!reference_.referee().judge(pair->theirs, action).legal) {
        return;  // already among the disagreements: the lists differ
      }
      pair->theirs = reference_.referee().after(pair->theirs, action);
      const std::string ours = pair->ours->text();
      const std::string theirs = reference_.referee().text(pair->theirs);
      if (ours != theirs) {
        result_.disagreements.push_back({before, "text after " + action, ours, theirs});
        return;
      }
      // What is written is what was meant: the text reads back to the same position.
      if (random_() % 16 == 0) {
        std::optional<Pair> again = read_both(reference_, ours, result_.disagreements);
        if (again && (again->ours->text() != ours || again->ours->hash() != pair->ours->hash())) {
          result_.disagreements.push_back({ours, "reading back", again->ours->text(),
                                           reference_.referee().text(again->theirs)});
        }
      }
    }
  }

  // Rare kinds of actions more often than their number would have it; counts what is chosen.
  std::string choose(const generator::Position& position, const std::string& text,
                     const std::vector<std::string>& actions) {
    const spec::RawPositionResult before = spec::parse_position_text(reference_.variant(), text);
    if (!before.position) {
      return actions[random_() % actions.size()];
    }
    std::vector<Effects> effects;
    std::vector<std::uint64_t> weights;
    std::uint64_t sum = 0;
    for (const std::string& action : actions) {
      const std::unique_ptr<generator::Position> next = position.clone();
      next->apply(*next->find(action));
      effects.push_back(effects_of(reference_.variant(), *before.position, *next, action));
      const Effects& here = effects.back();
      weights.push_back(here.en_passant  ? 40
                        : here.ends      ? 10
                        : here.castling  ? 30
                        : here.promotion ? 5
                        : here.check     ? 4
                        : here.capture   ? 2
                                         : 1);
      sum += weights.back();
    }
    std::uint64_t at = random_() % sum;
    std::size_t chosen = 0;
    while (at >= weights[chosen]) {
      at -= weights[chosen];
      ++chosen;
    }
    const Effects& here = effects[chosen];
    result_.events["captures"] += here.capture ? 1 : 0;
    result_.events["en passant"] += here.en_passant ? 1 : 0;
    result_.events["castlings"] += here.castling ? 1 : 0;
    result_.events["promotions"] += here.promotion ? 1 : 0;
    result_.events["checks"] += here.check ? 1 : 0;
    return actions[chosen];
  }

  const Reference& reference_;
  const AgreementOptions& options_;
  std::mt19937_64 random_;
  AgreementResult result_;
};

}  // namespace

AgreementResult compare_by_random_play(const Reference& reference,
                                       const AgreementOptions& options) {
  return Player(reference, options).run();
}

void compare_position(const Reference& reference, const std::string& position_text,
                      std::vector<Disagreement>& disagreements) {
  const std::optional<Pair> pair = read_both(reference, position_text, disagreements);
  if (pair) {
    compare(reference, *pair, disagreements);
  }
}

std::string to_string(const Disagreement& disagreement) {
  return fmt::format("position: {}\ndiffers: {}\ngenerator: {}\noracle: {}\n",
                     disagreement.position, disagreement.what, disagreement.generator,
                     disagreement.oracle);
}

}  // namespace regelwerk::suites
