#include "oracle/promotion.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "oracle/board.h"
#include "spec/position_text.h"

namespace regelwerk::oracle {

using spec::KindId;
using spec::PlayerId;
using spec::PromotionRule;
using spec::Square;
using spec::square_name;
using spec::Variant;

namespace {

bool contains(const std::vector<KindId>& kinds, KindId kind) {
  return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
}

bool concerns(const PromotionRule& rule, KindId kind) { return contains(rule.of, kind); }

// The rules by which the piece may promote on the square.
std::vector<const PromotionRule*> rules_there(const Variant& variant, Piece piece, Square square) {
  std::vector<const PromotionRule*> rules;
  for (const PromotionRule& rule : variant.promotions) {
    if (!concerns(rule, piece.kind)) continue;
    if (in_zone(variant, rule.zone, piece.player, square)) rules.push_back(&rule);
  }
  return rules;
}

bool compels(const Variant& variant, const PromotionRule& rule, Piece piece, Square square) {
  return rule.compulsory && in_zone(variant, *rule.compulsory, piece.player, square);
}

int count_of(const Position& position, const std::vector<Square>& squares, KindId kind) {
  return static_cast<int>(std::count_if(squares.begin(), squares.end(), [&](Square square) {
    return position.board.at(square).kind == kind;
  }));
}

int count_at_start(const Variant& variant, PlayerId player, KindId kind) {
  const auto start = spec::parse_position_text(variant, variant.start);
  if (!start.position) throw std::logic_error("the start position of a variant cannot be read");
  const auto& pieces = start.position->pieces;
  return static_cast<int>(std::count_if(pieces.begin(), pieces.end(), [&](const auto& placed) {
    return placed.player == player && placed.kind == kind;
  }));
}

// What this rule offers the player in this position.
std::vector<KindId> offered_by(const Variant& variant, const Position& position,
                               const PromotionRule& rule, PlayerId player) {
  std::vector<KindId> kinds;
  for (KindId kind : rule.to) {
    if (!rule.captured_only || has_lost_one(variant, position, player, kind)) kinds.push_back(kind);
  }
  return kinds;
}

std::vector<KindId> offered_there(const Variant& variant, const Position& position, Piece piece,
                                  Square square) {
  std::vector<KindId> kinds;
  for (const PromotionRule* rule : rules_there(variant, piece, square)) {
    for (KindId kind : offered_by(variant, position, *rule, piece.player)) {
      if (!contains(kinds, kind)) kinds.push_back(kind);
    }
  }
  return kinds;
}

// The rule whose clause explains a refusal: the first that fits the square and `matches`, else one
// that fits the square, else one of the kind, else any.
template <typename Matches>
const PromotionRule* explaining_rule(const Variant& variant, Piece piece, Square square,
                                     Matches matches) {
  const auto there = rules_there(variant, piece, square);
  for (const PromotionRule* rule : there) {
    if (matches(*rule)) return rule;
  }
  if (!there.empty()) return there.front();
  for (const PromotionRule& rule : variant.promotions) {
    if (concerns(rule, piece.kind)) return &rule;
  }
  return variant.promotions.empty() ? nullptr : &variant.promotions.front();
}

Reason promotion_reason(const Variant& variant, const PromotionRule* rule, Square square,
                        const std::string& name, std::string shown) {
  return make_reason(variant, "promotion", name,
                     rule != nullptr ? rule->clauses : std::map<std::string, std::string>{},
                     std::move(shown), {square});
}

std::string kinds_in_words(const Variant& variant, const std::vector<KindId>& list) {
  std::string text;
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (i > 0) text += i + 1 == list.size() ? " or " : ", ";
    text += kind_name(variant, list[i]);
  }
  return text;
}

// Why the piece may not arrive without a choice where it must promote.
Reason why_compulsory(const Variant& variant, const Position& position, Square from, Square to) {
  const Piece piece = position.board.at(from);
  const auto left = offered_there(variant, position, piece, to);
  const std::string who = piece_on(variant, position, from);
  const PromotionRule* rule = explaining_rule(
      variant, piece, to,
      [&](const PromotionRule& candidate) { return compels(variant, candidate, piece, to); });
  return promotion_reason(
      variant, rule, to, "compulsory",
      left.empty()
          ? fmt::format("{} would have to promote on {}, and no kind is left: {} has lost no {}",
                        who, square_name(to), player_name(variant, piece.player),
                        kinds_in_words(variant, promotion_kinds(variant, piece, to)))
          : fmt::format("{} must become a {} on {}", who, kinds_in_words(variant, left),
                        square_name(to)));
}

// Why the piece may not become this, which a rule names.
Reason why_not_captured(const Variant& variant, const Position& position, Square from, Square to,
                        KindId choice) {
  const Piece piece = position.board.at(from);
  const PromotionRule* rule = explaining_rule(
      variant, piece, to,
      [&](const PromotionRule& candidate) { return contains(candidate.to, choice); });
  const auto squares = pieces_of(variant, position, piece.player);
  return promotion_reason(
      variant, rule, to, "not-captured",
      fmt::format("{} has lost no {}: {} on the board, {} at the start",
                  player_name(variant, piece.player), kind_name(variant, choice),
                  count_of(position, squares, choice),
                  count_at_start(variant, piece.player, choice)));
}

}  // namespace

std::vector<KindId> promotion_kinds(const Variant& variant, Piece piece, Square square) {
  std::vector<KindId> kinds;
  for (const PromotionRule* rule : rules_there(variant, piece, square)) {
    for (KindId kind : rule->to) {
      if (!contains(kinds, kind)) kinds.push_back(kind);
    }
  }
  return kinds;
}

bool must_promote_on(const Variant& variant, Piece piece, Square square) {
  const auto there = rules_there(variant, piece, square);
  return std::any_of(there.begin(), there.end(), [&](const PromotionRule* rule) {
    return compels(variant, *rule, piece, square);
  });
}

bool can_ever_promote(const Variant& variant, KindId kind) {
  return std::any_of(variant.promotions.begin(), variant.promotions.end(),
                     [&](const PromotionRule& rule) { return concerns(rule, kind); });
}

bool has_lost_one(const Variant& variant, const Position& position, PlayerId player, KindId kind) {
  return count_of(position, pieces_of(variant, position, player), kind) <
         count_at_start(variant, player, kind);
}

bool may_become(const Variant& variant, const Position& position, Square from, Square to,
                std::optional<KindId> choice, Reasons* why) {
  const Piece piece = position.board.at(from);
  if (!choice) {
    if (!must_promote_on(variant, piece, to)) return true;
    return no(why, [&] { return why_compulsory(variant, position, from, to); });
  }
  const auto any = [](const PromotionRule&) { return true; };
  const auto named = promotion_kinds(variant, piece, to);
  if (named.empty()) {
    return no(why, [&] {
      return promotion_reason(variant, explaining_rule(variant, piece, to, any), to, "not-there",
                              fmt::format("{} does not promote on {}",
                                          piece_on(variant, position, from), square_name(to)));
    });
  }
  if (!contains(named, *choice)) {
    return no(why, [&] {
      return promotion_reason(
          variant, explaining_rule(variant, piece, to, any), to, "unknown-choice",
          fmt::format("{} may become a {} on {}, not a {}", piece_on(variant, position, from),
                      kinds_in_words(variant, named), square_name(to),
                      kind_name(variant, *choice)));
    });
  }
  if (!contains(offered_there(variant, position, piece, to), *choice)) {
    return no(why, [&] { return why_not_captured(variant, position, from, to, *choice); });
  }
  return true;
}

}  // namespace regelwerk::oracle
