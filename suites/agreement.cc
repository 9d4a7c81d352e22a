#include "suites/agreement.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <random>
#include <set>

#include "oracle/board.h"
#include "oracle/movement.h"
#include "oracle/royal_safety.h"
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
  bool castling_over_seam = false;  // king and partner began on two parts
  bool promotion = false;
  bool removal = false;
  bool fusion = false;
  bool safe_path = false;    // by a royal whose path must be safe
  bool leaves_part = false;  // for another part
  bool check = false;
  bool ends = false;
  // With coalitions and replies out of turn:
  bool declaration = false;
  bool alliance_by_capture = false;
  bool alliance_by_check = false;
  bool reply = false;
  bool owed_reply = false;     // by a player who owed a turn already
  bool chained_reply = false;  // a reply upon which another player is asked
  bool wait = false;
  bool two_asked = false;
  bool pass = false;
  bool shift = false;
  bool asks = false;             // somebody is asked afterwards
  bool sits_out = false;         // a turn is sat out afterwards
  bool elimination = false;      // a player has lost his last piece
  bool rights_given = false;     // en passant may be taken afterwards
  bool at_right_angles = false;  // en passant, of players whose pieces do not face each other
  bool stepper = false;          // en passant by a piece that could also step to the crossed square
  // Pieces left on the part concerned: of the player where one has left it, of the other player
  // where one was captured. -1: neither happened.
  int left_behind = -1;
};

spec::PlacedPiece piece_at(const spec::RawPosition& position, spec::Square square) {
  const auto found =
      std::find_if(position.pieces.begin(), position.pieces.end(),
                   [&](const spec::PlacedPiece& piece) { return piece.square == square; });
  return found == position.pieces.end() ? spec::PlacedPiece{} : *found;
}

bool takes_en_passant(const spec::Variant& variant, spec::KindId kind) {
  const auto& movements = variant.pieces[static_cast<std::size_t>(kind)].movements;
  return std::any_of(movements.begin(), movements.end(),
                     [](const spec::Movement& movement) { return movement.takes_en_passant; });
}

bool needs_safe_path(const spec::Variant& variant, spec::KindId kind) {
  return variant.safe_path &&
         std::count(variant.safe_path->of.begin(), variant.safe_path->of.end(), kind) > 0;
}

// Could the kind go from one square to a neighbouring one by a movement that is no en passant?
bool steps_there(const spec::Variant& variant, const spec::PlacedPiece& piece, spec::Square to) {
  spec::Variant plain = variant;
  for (spec::PieceKind& kind : plain.pieces) {
    std::erase_if(kind.movements,
                  [](const spec::Movement& movement) { return movement.takes_en_passant; });
  }
  const oracle::Piece walker{static_cast<std::int8_t>(piece.player),
                             static_cast<std::int8_t>(piece.kind)};
  return !oracle::ways(plain, walker, piece.square, to).empty();
}

bool owns_a_piece(const spec::RawPosition& position, spec::PlayerId player) {
  return std::any_of(position.pieces.begin(), position.pieces.end(),
                     [&](const spec::PlacedPiece& piece) { return piece.player == player; });
}

// What an action does to alliances, to the order of play and to the players.
void add_company(const spec::Variant& variant, const spec::RawPosition& before,
                 const spec::RawPosition& after, const spec::RawAction& action, Effects* effects) {
  const char letter = variant.players[static_cast<std::size_t>(before.to_act)].letter;
  const auto owed = [](const spec::RawPosition& position) {
    return std::count_if(position.owed.text.begin(), position.owed.text.end(),
                         [](char sign) { return sign != '-'; });
  };
  effects->wait = action.type == spec::RawAction::Type::kWait;
  effects->pass = action.type == spec::RawAction::Type::kPass;
  effects->shift = action.type == spec::RawAction::Type::kShift;
  effects->reply = before.next_regular >= 0 && !effects->wait;
  effects->owed_reply = effects->reply && before.owed.text.find(letter) != std::string::npos;
  effects->asks = after.next_regular >= 0;
  effects->chained_reply = effects->reply && effects->asks && after.to_act != before.also_asked;
  effects->two_asked = after.also_asked >= 0;
  effects->sits_out = owed(after) < owed(before) + (effects->reply ? 1 : 0);
  effects->declaration = action.declares >= 0;
  for (std::size_t player = 0; player < variant.players.size(); ++player) {
    const auto id = static_cast<spec::PlayerId>(player);
    effects->elimination =
        effects->elimination || (owns_a_piece(before, id) && !owns_a_piece(after, id));
  }
}

int pieces_on_part(const spec::Variant& variant, const spec::RawPosition& position,
                   spec::PlayerId player, int part) {
  return static_cast<int>(std::count_if(
      position.pieces.begin(), position.pieces.end(), [&](const spec::PlacedPiece& piece) {
        return piece.player == player && oracle::part_of(variant, piece.square) == part;
      }));
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
  add_company(variant, before, *read.position, *raw, &effects);
  if (raw->type != spec::RawAction::Type::kMove) {
    return effects;
  }
  const spec::PlacedPiece mover = piece_at(before, raw->from);
  const spec::PlacedPiece target = piece_at(before, raw->to);
  if (mover.kind < 0) {
    return effects;
  }
  effects.promotion = raw->choice.has_value();
  effects.removal = read.position->removed.size() > before.removed.size();
  effects.safe_path = needs_safe_path(variant, mover.kind);
  const bool onto_own = target.kind >= 0 && target.player == mover.player;
  effects.fusion = onto_own && variant.fusion && mover.kind == variant.fusion->of &&
                   target.kind == variant.fusion->of;
  if (variant.castling && mover.kind == variant.castling->king && !effects.fusion) {
    // Only in castling do two pieces of the player leave their squares; where the partner's square
    // is written, that alone shows it.
    const auto left = std::count_if(
        before.pieces.begin(), before.pieces.end(), [&](const spec::PlacedPiece& piece) {
          return piece.player == before.to_act && piece_at(*read.position, piece.square) != piece;
        });
    effects.castling = onto_own || (!effects.removal && left >= 2);
  }
  effects.castling_over_seam =
      effects.castling && oracle::part_of(variant, raw->from) != oracle::part_of(variant, raw->to);
  effects.en_passant = target.kind < 0 && takes_en_passant(variant, mover.kind) &&
                       before.en_passant.text.find(spec::square_name(raw->to)) != std::string::npos;
  effects.capture = effects.en_passant || (target.kind >= 0 && target.player != mover.player);
  if (effects.en_passant) {
    // A piece that only stepped there took nothing: no hostile piece has gone.
    bool taken = false;
    for (const spec::PlacedPiece& piece : before.pieces) {
      if (piece.player != mover.player && piece_at(*read.position, piece.square).kind < 0) {
        const auto forward = [&](spec::PlayerId player) {
          return static_cast<int>(variant.players[static_cast<std::size_t>(player)].forward);
        };
        effects.at_right_angles = forward(mover.player) % 2 != forward(piece.player) % 2;
        taken = true;
      }
    }
    effects.capture = taken;
    effects.en_passant = taken;
    effects.stepper = effects.en_passant && steps_there(variant, mover, raw->to);
  }
  effects.rights_given = read.position->en_passant.text.size() > before.en_passant.text.size();
  const bool allies =
      !effects.declaration && read.position->alliances.text.size() > before.alliances.text.size();
  effects.alliance_by_capture = allies && effects.capture;
  effects.alliance_by_check = allies && !effects.capture;
  const int from_part = oracle::part_of(variant, raw->from);
  const int to_part = oracle::part_of(variant, raw->to);
  effects.leaves_part = from_part != to_part && !effects.castling;
  if (effects.leaves_part) {
    effects.left_behind = pieces_on_part(variant, before, mover.player, from_part) - 1;
  } else if (effects.capture && target.kind >= 0 && to_part >= 0) {
    effects.left_behind = pieces_on_part(variant, before, target.player, to_part) - 1;
  }
  return effects;
}

spec::RawAction from_to(spec::Square from, spec::Square to) {
  spec::RawAction action;
  action.from = from;
  action.to = to;
  return action;
}

// How many tickets an action gets in the draw for the one played.
std::uint64_t weight_of(const Effects& effects) {
  std::uint64_t weight = effects.en_passant  ? 40
                         : effects.ends      ? 10
                         : effects.castling  ? (effects.castling_over_seam ? 60 : 30)
                         : effects.removal   ? 20
                         : effects.fusion    ? 10
                         : effects.promotion ? 5
                         : effects.check     ? 4
                         : effects.safe_path ? 3
                         : effects.capture   ? 2
                                             : 1;
  // The fewer pieces hold a part of the board, the more is worth what takes one from it.
  if (effects.left_behind >= 0 && effects.left_behind < 6) {
    weight += static_cast<std::uint64_t>(6 - effects.left_behind);
  }
  weight += effects.two_asked || effects.chained_reply || effects.elimination ? 40 : 0;
  weight += effects.at_right_angles || effects.stepper ? 20 : 0;
  weight += effects.asks || effects.alliance_by_capture || effects.alliance_by_check ? 8 : 0;
  weight += effects.owed_reply || effects.wait || effects.pass || effects.shift ? 3 : 0;
  weight += effects.rights_given ? 2 : 0;
  return weight;
}

class Player {
 public:
  Player(const Reference& reference, const AgreementOptions& options)
      : reference_(reference), options_(options), random_(options.seed) {
    for (const char* name : {"captures", "promotions", "checks", "checkmates", "stalemates"}) {
      result_.events[name] = 0;
    }
    const spec::Variant& variant = reference_.variant();
    if (variant.en_passant) {
      result_.events["en passant"] = 0;
    }
    if (variant.castling) {
      result_.events["castlings"] = 0;
    }
    if (variant.coalition) {
      for (const char* name : {"declarations", "alliances by capture", "alliances by check",
                               "eliminations", "broken-off"}) {
        result_.events[name] = 0;
      }
      if (variant.coalition->small_powers) {
        result_.events["small-powers-lost"] = 0;
      }
    }
    if (variant.check_reply) {
      for (const char* name : {"replies", "replies when owing", "replies that ask another", "waits",
                               "two players asked", "turns sat out"}) {
        result_.events[name] = 0;
      }
    }
    if (variant.players.size() > 2) {
      result_.events["en passant at right angles"] = 0;
      result_.events["en passant by a piece that steps there too"] = 0;
    }
    if (variant.rearrangement) {
      result_.events["rearrangements"] = 0;
      result_.events["rearrangements refused"] = 0;
    }
    if (variant.opening_rights) {
      result_.events["passes"] = 0;
      result_.events["shifts"] = 0;
    }
    const bool beside_partner =
        variant.castling && variant.castling->stops == spec::CastlingRule::Stops::kBesidePartner;
    has_parts_ = !variant.board.parts.empty();
    has_several_royals_ = variant.royal_safety && variant.royal_safety->max_count.value_or(2) > 1;
    if (has_several_royals_) {
      result_.events["checks on two royals"] = 0;
    }
    if (has_parts_) {
      result_.events["departures to another part"] = 0;
    }
    if (variant.part_removal) {
      result_.events["part removals"] = 0;
    }
    if (variant.endings.royals_lost) {
      result_.events["royals-lost"] = 0;
    }
    if (variant.endings.bared) {
      result_.events["bared"] = 0;
    }
    if (variant.fusion) {
      result_.events["fusions"] = 0;
    }
    if (variant.safe_path) {
      result_.events["moves along a safe path"] = 0;
      result_.events["unsafe paths refused"] = 0;
    }
    if (beside_partner) {
      result_.events["castlings refused, partner was a shield"] = 0;
    }
    if (beside_partner && has_parts_) {
      result_.events["castlings over a seam"] = 0;
    }
    if (beside_partner && has_several_royals_) {
      result_.events["castlings possible, ending another royal's check"] = 0;
      result_.events["castlings refused, another royal in check"] = 0;
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
      // A quarter of the games begin where the rules begin. The others are short, so that what
      // their beginnings are rich in happens often.
      const std::size_t which = random_() % 4 == 0 ? 0 : random_() % starts.size();
      const int most = which == 0 ? options_.max_plies
                                  : 4 + static_cast<int>(random_() % (options_.max_plies / 3 + 1));
      const std::uint64_t before = result_.positions;
      play(starts[which], std::min(most, options_.max_plies));
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

  void play(const std::string& start, int max_plies) {
    std::optional<Pair> pair = read_both(reference_, start, result_.disagreements);
    for (int ply = 0; pair && ply <= max_plies && !finished(); ++ply) {
      const std::vector<std::string> actions = compare(reference_, *pair, result_.disagreements);
      ++result_.positions;
      result_.actions += actions.size();
      look_at(*pair, actions);
      if (actions.empty()) {
        const std::string ending = ending_name(pair->ours->outcome());
        if (ending == "ongoing") {
          return;  // what is legal is not in the lists: a rearrangement
        }
        ++result_.events[ending == "checkmate"   ? "checkmates"
                         : ending == "stalemate" ? "stalemates"
                                                 : ending];
        return;
      }
      const std::string before = pair->ours->text();
      std::optional<std::string> rearrangement = rearranged(*pair);
      const std::string action =
          rearrangement ? *rearrangement : choose(*pair->ours, before, actions);
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

  // Now and then, where the player has the right: pieces of his area put anew at random, as an
  // action to play. Lists do not hold these actions, so both sides are asked about this one alone.
  std::optional<std::string> rearranged(const Pair& pair) {
    const spec::Variant& variant = reference_.variant();
    const spec::PlayerId player = pair.theirs.to_act;
    if (!variant.rearrangement ||
        std::count(pair.theirs.may_rearrange.begin(), pair.theirs.may_rearrange.end(), player) ==
            0 ||
        random_() % 8 != 0) {
      return std::nullopt;
    }
    spec::RawAction action;
    action.type = spec::RawAction::Type::kRearrange;
    std::vector<spec::Square> squares;
    std::vector<spec::KindId> kinds;
    for (const spec::Rectangle& area : variant.players[static_cast<std::size_t>(player)].set_up) {
      for (const spec::Square square : oracle::all_squares(variant)) {
        const oracle::Piece piece = pair.theirs.board.at(square);
        if (!area.contains(square)) {
          continue;
        }
        if (piece.player == player) {
          kinds.push_back(piece.kind);
        }
        // A square that another player holds is refused; now and then that shall happen.
        if (piece.none() || piece.player == player || random_() % 8 == 0) {
          squares.push_back(square);
        }
      }
    }
    if (kinds.empty()) {
      return std::nullopt;
    }
    std::shuffle(squares.begin(), squares.end(), random_);
    for (std::size_t i = 0; i < kinds.size(); ++i) {
      action.placements.emplace_back(kinds[i], squares[i]);
    }
    std::sort(action.placements.begin(), action.placements.end(),
              [](const auto& one, const auto& other) {
                return std::pair(-one.second.rank, one.second.file) <
                       std::pair(-other.second.rank, other.second.file);
              });
    if (random_() % 3 == 0) {
      action.declares = static_cast<spec::PlayerId>(random_() % variant.players.size());
    }
    const std::string text = spec::write_action_text(variant, action);
    const bool ours = pair.ours->find(text).has_value();
    const oracle::Verdict theirs = reference_.referee().judge(pair.theirs, text);
    if (ours != theirs.legal) {
      result_.disagreements.push_back(
          {pair.ours->text(), "verdict on " + text, ours ? "legal" : "illegal",
           theirs.legal ? "legal" : theirs.reasons.front().rule + " " + theirs.reasons[0].shown});
      return std::nullopt;
    }
    count_if(ours, "rearrangements");
    count_if(!ours, "rearrangements refused");
    return ours ? std::optional<std::string>(text) : std::nullopt;
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
    const std::vector<generator::Action> codes = position.actions();  // in the order of the texts
    for (std::size_t i = 0; i < actions.size(); ++i) {
      const std::unique_ptr<generator::Position> next = position.clone();
      next->apply(codes[i]);
      effects.push_back(effects_of(reference_.variant(), *before.position, *next, actions[i]));
      const Effects& here = effects.back();
      weights.push_back(weight_of(here));
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
    count_if(here.en_passant, "en passant");
    result_.events["promotions"] += here.promotion ? 1 : 0;
    result_.events["checks"] += here.check ? 1 : 0;
    count_if(here.castling, "castlings");
    count_if(here.declaration, "declarations");
    count_if(here.alliance_by_capture, "alliances by capture");
    count_if(here.alliance_by_check, "alliances by check");
    count_if(here.elimination, "eliminations");
    count_if(here.reply, "replies");
    count_if(here.owed_reply, "replies when owing");
    count_if(here.chained_reply, "replies that ask another");
    count_if(here.wait, "waits");
    count_if(here.two_asked, "two players asked");
    count_if(here.sits_out, "turns sat out");
    count_if(here.at_right_angles, "en passant at right angles");
    count_if(here.stepper, "en passant by a piece that steps there too");
    count_if(here.pass, "passes");
    count_if(here.shift, "shifts");
    count_if(here.castling_over_seam, "castlings over a seam");
    count_if(here.removal, "part removals");
    count_if(here.fusion, "fusions");
    count_if(here.safe_path, "moves along a safe path");
    count_if(here.leaves_part, "departures to another part");
    return actions[chosen];
  }

  // Only what the variant can have is counted: see the constructor.
  void count_if(bool happened, const char* event) {
    const auto found = result_.events.find(event);
    if (happened && found != result_.events.end()) {
      ++found->second;
    }
  }

  // Asks the oracle about actions that are not legal: those of the royals, which most rules are
  // about, and some at random. Counts its reasons, and the rare cases.
  void look_at(const Pair& pair, const std::vector<std::string>& actions) {
    const spec::Variant& variant = reference_.variant();
    const oracle::Position& position = pair.theirs;
    const spec::PlayerId player = position.to_act;
    const std::vector<oracle::Check> checks = oracle::checks_on(variant, position, player);
    count_if(checks.size() >= 2, "checks on two royals");
    if (actions.empty()) {
      return;
    }
    const std::vector<spec::Square> own = oracle::pieces_of(variant, position, player);
    std::vector<spec::RawAction> candidates;
    for (const spec::Square from : own) {
      const oracle::Piece piece = position.board.at(from);
      if (!variant.pieces[static_cast<std::size_t>(piece.kind)].royal) {
        continue;
      }
      std::vector<spec::RawAction> steps;
      for (const spec::Square to : oracle::all_squares(variant)) {
        if (castles(piece, position.board.at(to))) {
          // Without the right the answer is nearly always the same.
          const bool right =
              std::count(position.unmoved.begin(), position.unmoved.end(), from) > 0 &&
              std::count(position.unmoved.begin(), position.unmoved.end(), to) > 0;
          if (right || random_() % 16 == 0)
            judge_castling(pair, checks, actions, from_to(from, to));
        } else if (!oracle::ways(variant, piece, from, to).empty()) {
          steps.push_back(from_to(from, to));
        }
      }
      for (int i = 0; i < 2 && !steps.empty(); ++i) {
        candidates.push_back(steps[random_() % steps.size()]);
      }
    }
    const std::vector<spec::Square> squares = oracle::all_squares(variant);
    for (int i = 0; i < 4 && !own.empty(); ++i) {
      const spec::Square from = own[random_() % own.size()];
      candidates.push_back(from_to(from, squares[random_() % squares.size()]));
    }
    if (variant.coalition && !own.empty()) {
      // What could be declared with a legal move, and with any.
      spec::RawAction declared = candidates.back();
      const std::optional<spec::RawAction> legal =
          spec::parse_action_text(variant, actions[random_() % actions.size()], nullptr);
      for (spec::RawAction candidate : {declared, legal.value_or(declared)}) {
        candidate.declares = static_cast<spec::PlayerId>(random_() % variant.players.size());
        candidates.push_back(candidate);
      }
    }
    if (variant.check_reply) {
      spec::RawAction wait;
      wait.type = spec::RawAction::Type::kWait;
      candidates.push_back(wait);
    }
    if (variant.opening_rights) {
      spec::RawAction pass;
      pass.type = spec::RawAction::Type::kPass;
      candidates.push_back(pass);
    }
    for (const spec::RawAction& candidate : candidates) {
      judge(pair, actions, candidate);
    }
  }

  // May this be castling, written as king takes partner?
  bool castles(const oracle::Piece& piece, const oracle::Piece& target) const {
    const auto& rule = reference_.variant().castling;
    return rule && rule->stops == spec::CastlingRule::Stops::kBesidePartner &&
           piece.kind == rule->king && target.kind == rule->partner &&
           target.player == piece.player;
  }

  // The oracle's reasons, counted; none if the action is in the list.
  std::vector<oracle::Reason> judge(const Pair& pair, const std::vector<std::string>& actions,
                                    const spec::RawAction& candidate) {
    const std::string text = spec::write_action_text(reference_.variant(), candidate);
    if (std::binary_search(actions.begin(), actions.end(), text)) {
      return {};
    }
    const oracle::Verdict verdict = reference_.referee().judge(pair.theirs, text);
    if (verdict.legal) {
      result_.disagreements.push_back(
          {pair.ours->text(), "verdict on " + text, "not in the list", "legal"});
    }
    std::set<std::string> told;
    bool unsafe_path = false;
    for (const oracle::Reason& reason : verdict.reasons) {
      told.insert(reason.clause + " " + reason.rule);
      unsafe_path = unsafe_path || reason.rule.rfind("safe-path.", 0) == 0;
    }
    for (const std::string& reason : told) {
      ++result_.reasons[reason];
    }
    count_if(unsafe_path, "unsafe paths refused");
    return verdict.reasons;
  }

  void judge_castling(const Pair& pair, const std::vector<oracle::Check>& checks,
                      const std::vector<std::string>& actions, const spec::RawAction& castling) {
    const bool another_in_check =
        std::any_of(checks.begin(), checks.end(),
                    [&](const oracle::Check& check) { return check.royal != castling.from; });
    const std::vector<oracle::Reason> reasons = judge(pair, actions, castling);
    if (reasons.empty()) {
      count_if(another_in_check, "castlings possible, ending another royal's check");
      return;
    }
    const auto all = [&](const auto& is) {
      return std::all_of(reasons.begin(), reasons.end(), is);
    };
    count_if(all([](const oracle::Reason& reason) {
               return reason.rule == "royal-safety.left-in-check";
             }),
             "castlings refused, another royal in check");
    count_if(
        all([](const oracle::Reason& reason) { return reason.rule == "castling.shield-lost"; }),
        "castlings refused, partner was a shield");
  }

  const Reference& reference_;
  const AgreementOptions& options_;
  std::mt19937_64 random_;
  bool has_parts_ = false;
  bool has_several_royals_ = false;
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
