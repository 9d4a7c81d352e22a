#include "tools/mutants.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <set>
#include <utility>

#include "oracle/action.h"
#include "oracle/board.h"
#include "oracle/castling.h"
#include "oracle/endings.h"
#include "oracle/part_removal.h"
#include "oracle/reading.h"
#include "oracle/royal_safety.h"
#include "spec/betza.h"

namespace regelwerk::tools {
namespace {

using oracle::Position;
using spec::RawAction;
using spec::Square;
using spec::Variant;

// What a player may do, and where it leads.
struct Step {
  oracle::Action action;
  Position after;
};

struct Rules {
  Variant right;
  Variant broken;      // the same unless the break is one of the spec
  std::string clause;  // the one that is broken
};

using Steps = std::vector<Step>;
using Adjust = void (*)(const Rules& rules, const Position& position, Steps* steps);

struct Break {
  MutantInfo info;
  // Changes the rules by which actions are judged and carried out.
  void (*change)(Variant* variant) = nullptr;
  // Changes what is legal in a position, or where it leads.
  Adjust adjust = nullptr;
  // Below the first action, a finished game counts as a leaf whatever the depth.
  bool finished_is_leaf = false;
  // Positions are read by the broken rules too.
  bool reads_broken = false;
  // What stands where in the start position is changed by this.
  std::string (*start)(std::string) = nullptr;
};

bool is_accepted(const Steps& steps, const RawAction& written) {
  return std::any_of(steps.begin(), steps.end(),
                     [&](const Step& step) { return step.action.written == written; });
}

// Everything that the player to act could write down as a move.
std::vector<RawAction> candidates(const Variant& variant, const Position& position) {
  std::vector<RawAction> all;
  for (Square from : oracle::pieces_of(variant, position, position.to_act)) {
    const spec::KindId kind = position.board.at(from).kind;
    std::vector<std::optional<spec::KindId>> choices = {std::nullopt};
    for (const spec::PromotionRule& rule : variant.promotions) {
      if (std::find(rule.of.begin(), rule.of.end(), kind) == rule.of.end()) continue;
      choices.insert(choices.end(), rule.to.begin(), rule.to.end());
    }
    for (Square to : oracle::all_squares(variant)) {
      for (const auto& choice : choices) {
        RawAction written;
        written.from = from;
        written.to = to;
        written.choice = choice;
        all.push_back(written);
      }
    }
  }
  return all;
}

// Whether the action is refused for this clause, and else at most for `also`.
bool is_refused_for(const Rules& rules, const Position& position, const RawAction& written,
                    const std::string& also = "") {
  oracle::Reasons reasons;
  if (oracle::may_act(rules.right, position, written, &reasons) || reasons.empty()) return false;
  bool found = false;
  for (const oracle::Reason& reason : reasons) {
    if (reason.clause == rules.clause) {
      found = true;
    } else if (reason.clause.empty() || reason.clause != also) {
      return false;
    }
  }
  return found;
}

// Moves that the piece's own rules allow and that are refused for this clause alone.
void add_unsafe(const Rules& rules, const Position& position, Steps* steps) {
  for (const RawAction& written : candidates(rules.right, position)) {
    const auto action = oracle::understand(rules.right, position, written, nullptr);
    if (!action || !is_refused_for(rules, position, written)) continue;
    steps->push_back({*action, oracle::carry_out(rules.right, position, *action)});
  }
}

bool is_free(const Position& position, const oracle::Castling& castling, Square square) {
  return square == castling.king_from || square == *castling.partner_from ||
         position.board.at(square).none();
}

// Castlings that are refused for this clause, and else at most for `also`; king and partner must
// find their squares free all the same.
void add_castlings(const Rules& rules, const Position& position, const std::string& also,
                   Steps* steps) {
  for (const RawAction& written : candidates(rules.right, position)) {
    const auto castling = oracle::castling_meant(rules.right, position, written);
    if (!castling || !castling->partner_from) continue;
    if (!oracle::exists(rules.right, position, castling->king_to) ||
        !oracle::exists(rules.right, position, castling->partner_to)) {
      continue;
    }
    if (!is_free(position, *castling, castling->king_to) ||
        !is_free(position, *castling, castling->partner_to)) {
      continue;
    }
    if (!is_refused_for(rules, position, written, also)) continue;
    const oracle::Action action{written, {}, castling, std::nullopt};
    steps->push_back({action, oracle::carry_out(rules.right, position, action)});
  }
}

void add_castlings_refused(const Rules& rules, const Position& position, Steps* steps) {
  add_castlings(rules, position, "", steps);
}

// The same where the partner has most often no right either.
void add_castlings_of_moved(const Rules& rules, const Position& position, Steps* steps) {
  const auto moved = rules.right.castling->clauses.find("moved");
  add_castlings(rules, position, moved == rules.right.castling->clauses.end() ? "" : moved->second,
                steps);
}

void end_by_claims(const Rules& rules, const Position& position, Steps* steps) {
  if (!oracle::status_of(rules.right, position, {}).claims.empty()) steps->clear();
}

void move_other_players_pieces(const Rules& rules, const Position& position, Steps* steps) {
  Position other = position;
  other.to_act = oracle::next_player(rules.right, position.to_act);
  other.en_passant.clear();
  if (!oracle::checks_on(rules.right, position, other.to_act).empty()) return;
  for (const oracle::Action& action : oracle::accepted_actions(rules.right, other)) {
    Position after = oracle::carry_out(rules.right, other, action);
    after.to_act = other.to_act;
    // Nobody gives away his own king.
    if (!oracle::checks_on(rules.right, after, position.to_act).empty()) continue;
    steps->push_back({action, std::move(after)});
  }
}

void stop_at_seams(const Rules& rules, const Position&, Steps* steps) {
  std::erase_if(*steps, [&](const Step& step) {
    return oracle::part_of(rules.right, step.action.written.from) !=
           oracle::part_of(rules.right, step.action.written.to);
  });
}

Variant without_removal(const Variant& variant) {
  Variant result = variant;
  result.part_removal.reset();
  return result;
}

// The pawn taken en passant still holds its part for the moment in which removal is judged.
void judge_removal_before_en_passant(const Rules& rules, const Position& position, Steps* steps) {
  for (Step& step : *steps) {
    if (!step.action.move.en_passant) continue;
    if (oracle::outcome_of(rules.right, position, step.action).vanishing.empty()) continue;
    step.after = oracle::carry_out(without_removal(rules.right), position, step.action);
  }
}

void enter_removed_parts(const Rules& rules, const Position& position, Steps* steps) {
  if (position.removed_parts.empty()) return;
  const Variant lasting = without_removal(rules.right);
  Position whole = position;
  whole.removed_parts.clear();
  for (const oracle::Action& action : oracle::accepted_actions(lasting, whole)) {
    if (oracle::exists(rules.right, position, action.written.to)) continue;
    steps->push_back({action, oracle::carry_out(lasting, whole, action)});
  }
}

void remove_removed_parts_again(const Rules&, const Position& position, Steps* steps) {
  for (Step& step : *steps) {
    for (int part : position.removed_parts) std::erase(step.after.removed_parts, part);
  }
}

void castle_by_two_squares(const Rules& rules, const Position& position, Steps* steps) {
  for (Step& step : *steps) {
    if (!step.action.castling) continue;
    oracle::Castling& castling = *step.action.castling;
    const int side = castling.side == oracle::Side::kLeft ? -1 : 1;
    const Square two{castling.king_from.file + 2 * side, castling.king_from.rank};
    if (two == *castling.partner_from || two == castling.king_to) continue;
    castling.king_to = two;
    castling.partner_to = {two.file - side, two.rank};
    step.after = oracle::carry_out(rules.right, position, step.action);
  }
}

void never_castle_while_in_check(const Rules& rules, const Position& position, Steps* steps) {
  if (oracle::checks_on(rules.right, position, position.to_act).empty()) return;
  std::erase_if(*steps, [](const Step& step) { return step.action.castling.has_value(); });
}

void shorten_fused_royal(Variant* variant, int range) {
  if (!variant->fusion) return;
  for (spec::Movement& movement :
       variant->pieces[static_cast<std::size_t>(variant->fusion->into)].movements) {
    movement.range = range;
  }
}

// Others may go where only the far reach of a fused royal forbids it.
void ignore_far_attacks(const Rules& rules, const Position& position, Steps* steps) {
  if (!rules.right.fusion) return;
  Variant near = rules.right;
  shorten_fused_royal(&near, 1);
  for (const oracle::Action& action : oracle::accepted_actions(near, position)) {
    const Square from = action.written.from;
    if (position.board.at(from).kind == rules.right.fusion->into) continue;
    if (is_accepted(*steps, action.written)) continue;
    steps->push_back({action, oracle::carry_out(rules.right, position, action)});
  }
}

// The last bishop and the knight beside it of either player change places.
std::string swap_last_minors(std::string start) {
  for (const char* pair : {"bn", "BN"}) {
    const std::size_t found = start.rfind(pair);
    if (found != std::string::npos) std::swap(start[found], start[found + 1]);
  }
  return start;
}

void remove_choice(Variant* variant, const std::string& name) {
  const auto kind = variant->kind_by_name(name);
  for (spec::PromotionRule& rule : variant->promotions) {
    if (kind) std::erase(rule.to, *kind);
  }
}

void let_jump(Variant* variant, const std::string& name) {
  if (const auto kind = variant->kind_by_name(name)) {
    auto& movements = variant->pieces[static_cast<std::size_t>(*kind)].movements;
    const auto jumps = spec::parse_betza("A").movements;
    movements.insert(movements.end(), jumps.begin(), jumps.end());
  }
}

// What is broken for each clause. Where a clause has many sides, the one that engines most often
// get wrong.
std::vector<Break> breaks() {
  using enum MutantFault;
  std::vector<Break> all;
  const auto add = [&](const char* clause, MutantFault fault, const char* what) -> Break& {
    all.push_back({{clause, fault, what}});
    return all.back();
  };
  add("C1", kExtra, "also moves pieces of the player who is not to act").adjust =
      move_other_players_pieces;
  add("C2", kExtra, "bishops also jump to the second square of a diagonal").change =
      [](Variant* v) { let_jump(v, "bishop"); };
  add("C3", kExtra, "double steps from any rank").change = [](Variant* v) {
    for (spec::PieceKind& kind : v->pieces) {
      for (spec::Movement& movement : kind.movements) movement.first_move_only = false;
    }
  };
  add("C4", kExtra, "en passant although it uncovers an attack on the own king").adjust =
      add_unsafe;
  add("C5", kMissing, "no promotion to a knight").change = [](Variant* v) {
    remove_choice(v, "knight");
  };
  add("C6", kExtra, "castling out of, through and into check").adjust = add_castlings_refused;
  add("C7", kExtra, "moves that leave or put the own king in check").adjust = add_unsafe;
  add("C8", kCount, "mate and stalemate count as leaves at any depth").finished_is_leaf = true;
  add("C9", kMissing, "no move once a draw may be claimed").adjust = end_by_claims;

  add("B1", kMissing, "nothing crosses the seam of the two boards").adjust = stop_at_seams;
  add("B2", kStart, "a bishop and a knight of the right board begin on each other's squares")
      .start = swap_last_minors;
  add("B3", kChild, "no board is ever removed").change = [](Variant* v) {
    v->part_removal.reset();
  };
  add("B4", kChild, "removal is judged before a pawn taken en passant is gone").adjust =
      judge_removal_before_en_passant;
  add("B5", kExtra, "pieces enter a removed board").adjust = enter_removed_parts;
  add("B6", kExtra, "a player without any king plays on").change = [](Variant* v) {
    v->endings.royals_lost.reset();
  };
  add("B7", kMissing, "no move that removes the mover's last king").change = [](Variant* v) {
    if (v->part_removal) v->part_removal->self_destruction = false;
  };
  add("B8", kChild, "a removed board comes back with the next move").adjust =
      remove_removed_parts_again;
  add("B9", kExtra, "a king's square is asked about only after removal").change = [](Variant* v) {
    v->royal_safety->target = spec::RoyalSafetyRule::Target::kAfterRemoval;
  };
  add("B10", kExtra, "castling with kings and rooks that have moved").adjust =
      add_castlings_refused;
  add("B11", kExtra, "castling over pieces that stand between").adjust = add_castlings_refused;
  add("B12", kChild, "in castling the king goes two squares").adjust = castle_by_two_squares;
  add("B13", kExtra, "castling with a rook on another rank").adjust = add_castlings_of_moved;
  add("B14", kExtra, "castling with a rook next to the king").adjust = add_castlings_of_moved;
  add("B15", kExtra, "castling out of, through and into check").adjust = add_castlings_refused;
  add("B16", kExtra, "castling although the rook had shielded the king's new square").adjust =
      add_castlings_refused;
  add("B17", kMissing, "no castling while any king is in check").adjust =
      never_castle_while_in_check;
  add("B18", kMissing, "kings never fuse").change = [](Variant* v) { v->fusion.reset(); };
  add("B19", kMissing, "the fused king goes two squares at most").change = [](Variant* v) {
    shorten_fused_royal(v, 2);
  };
  add("B20", kExtra, "the fused king passes attacked squares").change = [](Variant* v) {
    v->safe_path.reset();
  };
  add("B21", kExtra, "the fused king attacks one square far only").adjust = ignore_far_attacks;
  add("B22", kExtra, "a move may uncover an attack on an own king").adjust = add_unsafe;
  add("B23", kExtra, "a check need not be answered").adjust = add_unsafe;
  add("B24", kCount, "mate and stalemate count as leaves at any depth").finished_is_leaf = true;
  add("B25", kExtra, "kings go to attacked squares").adjust = add_unsafe;
  add("B26", kMissing, "no move once a draw may be claimed").adjust = end_by_claims;
  {
    Break& reading = add("B27", kReading, "takes positions with any number of kings");
    reading.change = [](Variant* v) {
      v->royal_safety->max_count.reset();
      v->royal_safety->alone = -1;
    };
    reading.reads_broken = true;
  }
  return all;
}

class MutantRules : public UciRules {
 public:
  MutantRules(Variant variant, Break what) : break_(std::move(what)) {
    rules_.clause = break_.info.clause;
    rules_.right = std::move(variant);
    rules_.broken = rules_.right;
    if (break_.change != nullptr) break_.change(&rules_.broken);
  }

  const Variant& variant() const override { return rules_.right; }
  std::unique_ptr<UciPosition> read(const std::string& text,
                                    spec::Problems* problems) const override;
  void set_table(int) override {}
  std::string why_not(const UciPosition&, const std::string&) const override { return ""; }

  const Variant& texts() const { return break_.reads_broken ? rules_.broken : rules_.right; }

  Steps steps(const Position& position) const {
    Steps steps;
    for (const oracle::Action& action : oracle::accepted_actions(rules_.broken, position)) {
      steps.push_back({action, oracle::carry_out(rules_.broken, position, action)});
    }
    if (break_.adjust != nullptr) break_.adjust(rules_, position, &steps);
    return steps;
  }

  std::uint64_t count(const Position& position, int depth, const UciCounting& counting) const {
    if (depth == 0) return 1;
    if (counting.stop != nullptr && counting.stop->load()) return 0;
    const Steps all = steps(position);
    if (all.empty() && break_.finished_is_leaf) return 1;
    if (depth == 1) return all.size();
    std::uint64_t nodes = 0;
    for (const Step& step : all) nodes += count(step.after, depth - 1, counting);
    return nodes;
  }

 private:
  Rules rules_;
  Break break_;
};

class MutantPosition : public UciPosition {
 public:
  MutantPosition(const MutantRules& rules, Position position)
      : rules_(rules), position_(std::move(position)) {}

  std::string text() const override { return oracle::write_position(rules_.texts(), position_); }
  std::uint64_t key() const override { return std::hash<std::string>()(text()); }
  std::vector<std::string> actions() const override {
    std::vector<std::string> texts;
    for (const Step& step : rules_.steps(position_)) texts.push_back(text_of(step));
    std::sort(texts.begin(), texts.end());
    return texts;
  }
  bool play(const std::string& action) override {
    auto step = find(action);
    if (!step) return false;
    position_ = std::move(step->after);
    return true;
  }
  std::uint64_t count(const std::string& action, int depth,
                      const UciCounting& counting) const override {
    return rules_.count(find(action).value().after, depth - 1, counting);
  }

 private:
  std::string text_of(const Step& step) const {
    return spec::write_action_text(rules_.variant(), step.action.written);
  }
  std::optional<Step> find(const std::string& action) const {
    for (Step& step : rules_.steps(position_)) {
      if (text_of(step) == action) return std::move(step);
    }
    return std::nullopt;
  }

  const MutantRules& rules_;
  Position position_;
};

std::unique_ptr<UciPosition> MutantRules::read(const std::string& text,
                                               spec::Problems* problems) const {
  std::string wanted = text;
  if (text == "startpos" && break_.start != nullptr) wanted = break_.start(rules_.right.start);
  oracle::ReadResult result = oracle::read_position(texts(), wanted);
  *problems = std::move(result.problems);
  if (!result.position) return nullptr;
  return std::make_unique<MutantPosition>(*this, std::move(*result.position));
}

}  // namespace

std::vector<MutantInfo> mutants() {
  std::vector<MutantInfo> all;
  for (const Break& one : breaks()) all.push_back(one.info);
  return all;
}

const char* fault_name(MutantFault fault) {
  switch (fault) {
    case MutantFault::kMissing:
      return "missing";
    case MutantFault::kExtra:
      return "extra";
    case MutantFault::kChild:
      return "child";
    case MutantFault::kCount:
      return "count";
    case MutantFault::kStart:
      return "start";
    case MutantFault::kReading:
      return "reading";
  }
  return "";
}

std::unique_ptr<UciRules> make_mutant_rules(Variant variant, const std::string& clause,
                                            spec::Diagnostics* diagnostics) {
  const auto refuse = [&](std::string message) {
    spec::Diagnostic diagnostic;
    diagnostic.place.file = variant.file;
    diagnostic.message = std::move(message);
    diagnostics->push_back(diagnostic);
    return nullptr;
  };
  if (variant.clauses.count(clause) == 0) return refuse(fmt::format("no clause '{}'", clause));
  for (Break& one : breaks()) {
    if (one.info.clause != clause) continue;
    return std::make_unique<MutantRules>(std::move(variant), std::move(one));
  }
  return refuse(fmt::format("nobody knows how to break clause '{}'", clause));
}

}  // namespace regelwerk::tools
