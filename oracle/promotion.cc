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

// A kind is in one promotion rule at most.
const PromotionRule* rule_of(const Variant& variant, KindId kind) {
  for (const PromotionRule& rule : variant.promotions) {
    if (contains(rule.of, kind)) return &rule;
  }
  return nullptr;
}

// The rule by which the piece may promote on the square; nullptr if it does not promote there.
const PromotionRule* rule_there(const Variant& variant, Piece piece, Square square) {
  const PromotionRule* rule = rule_of(variant, piece.kind);
  if (rule == nullptr || !in_zone(variant, rule->zone, piece.player, square)) return nullptr;
  return rule;
}

int count_on_board(const Variant& variant, const Position& position, PlayerId player, KindId kind) {
  const auto squares = pieces_of(variant, position, player);
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

// Whether the rule offers this kind, which it names, in this position.
bool is_left(const Variant& variant, const Position& position, const PromotionRule& rule,
             PlayerId player, KindId kind) {
  return !rule.captured_only ||
         count_on_board(variant, position, player, kind) < count_at_start(variant, player, kind);
}

// Where nothing of the piece's kind promotes, the clause of the first rule explains.
Reason promotion_reason(const Variant& variant, Piece piece, Square square, const std::string& name,
                        std::string shown) {
  const PromotionRule* rule = rule_of(variant, piece.kind);
  if (rule == nullptr && !variant.promotions.empty()) rule = &variant.promotions.front();
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

// Why the piece may not arrive as it is: it must become something, or there is nothing to become.
std::string must_promote(const Variant& variant, const Position& position,
                         const PromotionRule& rule, Square from, Square to) {
  const PlayerId player = position.board.at(from).player;
  const std::string who = piece_on(variant, position, from);
  std::vector<KindId> left;
  for (KindId kind : rule.to) {
    if (is_left(variant, position, rule, player, kind)) left.push_back(kind);
  }
  if (!left.empty()) {
    return fmt::format("{} must become a {} on {}", who, kinds_in_words(variant, left),
                       square_name(to));
  }
  return fmt::format("{} would have to promote on {}, and no kind is left: {} has lost no {}", who,
                     square_name(to), player_name(variant, player),
                     kinds_in_words(variant, rule.to));
}

}  // namespace

std::vector<KindId> promotion_kinds(const Variant& variant, Piece piece, Square square) {
  const PromotionRule* rule = rule_there(variant, piece, square);
  return rule != nullptr ? rule->to : std::vector<KindId>();
}

bool must_promote_on(const Variant& variant, Piece piece, Square square) {
  const PromotionRule* rule = rule_there(variant, piece, square);
  return rule != nullptr && rule->compulsory &&
         in_zone(variant, *rule->compulsory, piece.player, square);
}

bool can_ever_promote(const Variant& variant, KindId kind) {
  return rule_of(variant, kind) != nullptr;
}

bool may_become(const Variant& variant, const Position& position, Square from, Square to,
                std::optional<KindId> choice, Reasons* why) {
  const Piece piece = position.board.at(from);
  const PromotionRule* rule = rule_there(variant, piece, to);
  if (!choice) {
    if (!must_promote_on(variant, piece, to)) return true;
    return no(why, [&] {
      return promotion_reason(variant, piece, to, "compulsory",
                              must_promote(variant, position, *rule, from, to));
    });
  }
  if (rule == nullptr) {
    return no(why, [&] {
      return promotion_reason(variant, piece, to, "not-there",
                              fmt::format("{} does not promote on {}",
                                          piece_on(variant, position, from), square_name(to)));
    });
  }
  if (!contains(rule->to, *choice)) {
    return no(why, [&] {
      return promotion_reason(
          variant, piece, to, "unknown-choice",
          fmt::format("{} may become a {} on {}, not a {}", piece_on(variant, position, from),
                      kinds_in_words(variant, rule->to), square_name(to),
                      kind_name(variant, *choice)));
    });
  }
  if (!is_left(variant, position, *rule, piece.player, *choice)) {
    return no(why, [&] {
      return promotion_reason(
          variant, piece, to, "not-captured",
          fmt::format("{} has lost no {}: {} on the board, {} at the start",
                      player_name(variant, piece.player), kind_name(variant, *choice),
                      count_on_board(variant, position, piece.player, *choice),
                      count_at_start(variant, piece.player, *choice)));
    });
  }
  return true;
}

}  // namespace regelwerk::oracle
