#include "oracle/grounds.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "oracle/board.h"
#include "oracle/part_removal.h"
#include "oracle/royal_safety.h"
#include "oracle/safe_path.h"
#include "oracle/turns.h"

namespace regelwerk::oracle {

using spec::RawAction;
using spec::Square;
using spec::square_name;
using spec::Variant;

namespace {

using ClauseMap = std::map<std::string, std::string>;

class Grounds {
 public:
  Grounds(const Variant& variant, const Position& position, const Action& action)
      : variant_(variant), position_(position), action_(action) {}

  std::vector<Reason> all() {
    find();
    return std::move(found_);
  }

 private:
  void add(const std::string& key, const std::string& clause, std::string shown,
           std::vector<Square> squares) {
    Reason reason;
    reason.rule = key;
    reason.clause = clause;
    reason.sentence = variant_.sentence_of(clause);
    reason.shown = std::move(shown);
    reason.squares = std::move(squares);
    found_.push_back(std::move(reason));
  }

  // `name`: the reason whose clause says when the rule allows something; empty: none does.
  void add_rule(const std::string& key, const ClauseMap& clauses, const std::string& name,
                std::string shown, std::vector<Square> squares = {}) {
    const auto known = clauses.find(name);
    std::string clause =
        known != clauses.end() ? known->second : variant_.explaining_clause("rules." + key);
    if (clause.empty() && !clauses.empty()) clause = clauses.begin()->second;
    add(key, clause, std::move(shown), std::move(squares));
  }

  std::string me() const { return player_name(variant_, position_.to_act); }

  void find() {
    const RawAction& written = action_.written;
    switch (written.type) {
      case RawAction::Type::kWait:
        add_rule("check-reply", variant_.check_reply->clauses, "not-asked",
                 fmt::format("{} is asked and owes no turn", me()));
        return;
      case RawAction::Type::kPass:
        find_pass();
        find_declaration();
        return;
      case RawAction::Type::kShift:
        add_rule("opening-rights", variant_.opening_rights->clauses, "too-late",
                 fmt::format("{} may still put the piece on {} elsewhere", me(),
                             square_name(written.from)),
                 {written.from, written.to});
        return;
      case RawAction::Type::kRearrange:
        add_rule("rearrangement", variant_.rearrangement->clauses, "used",
                 fmt::format("{} may still rearrange", me()));
        find_declaration();
        return;
      case RawAction::Type::kMove:
        find_declaration();
        find_move();
        return;
    }
  }

  void find_pass() {
    if (variant_.opening_rights) {
      add_rule("opening-rights", variant_.opening_rights->clauses, "too-late",
               fmt::format("{} may pass in the first rounds", me()));
      return;
    }
    add("endings.stalemate",
        variant_.endings.stalemate ? variant_.endings.stalemate->clause : std::string(),
        fmt::format("{} has no other action", me()), {});
  }

  void find_declaration() {
    if (action_.written.declares < 0) return;
    add_rule("coalition", variant_.coalition->clauses, "too-late",
             fmt::format("{} may declare an alliance with {}", me(),
                         player_name(variant_, action_.written.declares)));
  }

  std::string mover() const { return piece_on(variant_, position_, action_.written.from); }

  void find_move() {
    const RawAction& written = action_.written;
    const std::string to = square_name(written.to);
    if (action_.castling) {
      const Castling& castling = *action_.castling;
      add_rule("castling", variant_.castling->clauses, "moved",
               fmt::format("{} castles with {}", mover(),
                           piece_on(variant_, position_, *castling.partner_from)),
               {castling.king_from, *castling.partner_from});
      return;
    }
    const PlainMove& move = action_.move;
    if (move.en_passant) {
      add_rule("en-passant", variant_.en_passant->clauses, "none",
               fmt::format("{} takes {}, which has just crossed {}", mover(),
                           piece_on(variant_, position_, *move.captured), to),
               {written.from, *move.captured, written.to});
    }
    if (move.fusion) {
      add_rule(
          "fusion", {}, "",
          fmt::format("{} becomes one with {}", mover(), piece_on(variant_, position_, written.to)),
          {written.from, written.to});
    }
    if (written.choice) find_promotion();
    if (needs_first_move()) {
      add_rule("first-move", variant_.first_move ? variant_.first_move->clauses : ClauseMap(),
               "moved", fmt::format("{} has not moved", mover()), {written.from, written.to});
    }
    find_consequences();
    find_royals();
    add_rule(
        "movement", variant_.movement_clauses, "pattern",
        move.captured && !move.en_passant
            ? fmt::format("{} captures {}", mover(), piece_on(variant_, position_, *move.captured))
            : fmt::format("{} goes to {}", mover(), to),
        {written.from, written.to});
  }

  void find_promotion() {
    const RawAction& written = action_.written;
    const spec::KindId mover_kind = position_.board.at(written.from).kind;
    for (const spec::PromotionRule& rule : variant_.promotions) {
      if (std::find(rule.of.begin(), rule.of.end(), mover_kind) == rule.of.end()) continue;
      if (std::find(rule.to.begin(), rule.to.end(), *written.choice) == rule.to.end()) continue;
      add_rule("promotion", rule.clauses, "unknown-choice",
               fmt::format("{} becomes a {} on {}", mover(), kind_name(variant_, *written.choice),
                           square_name(written.to)),
               {written.from, written.to});
      return;
    }
  }

  // Whether the piece gets there only by a way of its first move.
  bool needs_first_move() const {
    const RawAction& written = action_.written;
    bool first = false;
    for (const Way& way :
         ways(variant_, position_.board.at(written.from), written.from, written.to)) {
      const bool capture = action_.move.captured.has_value();
      const bool fits = action_.move.en_passant ? way.movement->takes_en_passant
                        : capture               ? way.movement->captures
                                                : way.movement->moves;
      if (!fits || first_obstacle(variant_, position_, written.from, way)) continue;
      if (!way.movement->first_move_only) return false;
      first = true;
    }
    return first;
  }

  void find_consequences() {
    const Outcome outcome = outcome_of(variant_, position_, action_);
    if (!outcome.vanishing.empty()) {
      const bool last = royals_of(variant_, outcome.after(), position_.to_act).empty();
      add_rule("part-removal", last ? variant_.part_removal->clauses : ClauseMap(),
               last ? "self-destruction" : "",
               fmt::format("{} {} removed afterwards", parts_in_words(variant_, outcome.vanishing),
                           outcome.vanishing.size() == 1 ? "is" : "are"));
    }
    if (action_.alliance && action_.written.declares < 0) {
      add_rule("coalition", variant_.coalition->clauses, "too-late",
               fmt::format("the action allies {} with {}",
                           player_name(variant_, action_.alliance->small),
                           player_name(variant_, action_.alliance->other)));
    }
    if (is_reply(position_)) {
      add_rule("check-reply", variant_.check_reply->clauses, "not-asked",
               fmt::format("{} is asked for a reply", me()));
    }
  }

  void find_royals() {
    const RawAction& written = action_.written;
    const Piece piece = position_.board.at(written.from);
    if (needs_safe_path(variant_, piece.kind)) {
      for (const Way& way : ways(variant_, piece, written.from, written.to)) {
        std::vector<Square> passed = passed_squares(written.from, way);
        if (passed.empty() || !may_pass(variant_, position_, written.from, way, nullptr)) continue;
        add_rule("safe-path", variant_.safe_path->clauses, "path-attacked",
                 fmt::format("{} passes {}, where nothing attacks it", mover(), list_of(passed)),
                 passed);
        break;
      }
    }
    if (!variant_.royal_safety) return;
    for (const Check& check : checks_on(variant_, position_, position_.to_act)) {
      add_rule("royal-safety", variant_.royal_safety->clauses, "left-in-check",
               fmt::format("{} is attacked by {}, and {} ends that",
                           piece_on(variant_, position_, check.royal),
                           piece_on(variant_, position_, check.attackers.front()),
                           spec::write_action_text(variant_, written)),
               {check.royal, check.attackers.front()});
      return;
    }
    if (variant_.pieces[static_cast<std::size_t>(piece.kind)].royal) return;
    Position without = position_;
    without.board.clear(written.from);
    for (const Check& check : checks_on(variant_, without, position_.to_act)) {
      add_rule("royal-safety", variant_.royal_safety->clauses, "exposed",
               fmt::format("{} shields {} from {}, and still does on {} or takes it", mover(),
                           piece_on(variant_, position_, check.royal),
                           piece_on(variant_, position_, check.attackers.front()),
                           square_name(written.to)),
               {written.from, check.royal, check.attackers.front()});
      return;
    }
  }

  const Variant& variant_;
  const Position& position_;
  const Action& action_;
  std::vector<Reason> found_;
};

}  // namespace

std::vector<Reason> grounds_of(const Variant& variant, const Position& position,
                               const Action& action) {
  return Grounds(variant, position, action).all();
}

}  // namespace regelwerk::oracle
