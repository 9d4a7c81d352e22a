#include "oracle/promotion.h"

#include <fmt/format.h>

#include <algorithm>

#include "oracle/board.h"

namespace regelwerk::oracle {

using spec::KindId;
using spec::PromotionRule;
using spec::Square;
using spec::square_name;
using spec::Variant;

namespace {

bool concerns(const PromotionRule& rule, KindId kind) {
  return std::find(rule.of.begin(), rule.of.end(), kind) != rule.of.end();
}

// The rule whose clause explains a refusal: the one that fits the square, else one of the kind,
// else any.
const PromotionRule* explaining_rule(const Variant& variant, Piece piece, Square square) {
  const PromotionRule* best = nullptr;
  for (const PromotionRule& rule : variant.promotions) {
    if (best == nullptr) best = &rule;
    if (!concerns(rule, piece.kind)) continue;
    if (!concerns(*best, piece.kind)) best = &rule;
    if (in_zone(variant, rule.zone, piece.player, square)) return &rule;
  }
  return best;
}

Reason promotion_reason(const Variant& variant, Piece piece, Square square, const std::string& name,
                        std::string shown) {
  const PromotionRule* rule = explaining_rule(variant, piece, square);
  return make_reason(variant, "promotion", name,
                     rule != nullptr ? rule->clauses : std::map<std::string, std::string>{},
                     std::move(shown), {square});
}

std::string kinds(const Variant& variant, const std::vector<KindId>& list) {
  std::string text;
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (i > 0) text += i + 1 == list.size() ? " or " : ", ";
    text += kind_name(variant, list[i]);
  }
  return text;
}

}  // namespace

PromotionOffer promotion_offer(const Variant& variant, Piece piece, Square square) {
  PromotionOffer offer;
  for (const PromotionRule& rule : variant.promotions) {
    if (!concerns(rule, piece.kind)) continue;
    if (!in_zone(variant, rule.zone, piece.player, square)) continue;
    for (KindId kind : rule.to) {
      if (std::find(offer.to.begin(), offer.to.end(), kind) == offer.to.end()) {
        offer.to.push_back(kind);
      }
    }
    offer.compulsory = offer.compulsory || rule.compulsory;
  }
  return offer;
}

bool can_ever_promote(const Variant& variant, KindId kind) {
  return std::any_of(variant.promotions.begin(), variant.promotions.end(),
                     [&](const PromotionRule& rule) { return concerns(rule, kind); });
}

bool may_become(const Variant& variant, const Position& position, Square from, Square to,
                std::optional<KindId> choice, Reasons* why) {
  const Piece piece = position.board.at(from);
  if (!choice && !can_ever_promote(variant, piece.kind)) return true;
  const PromotionOffer offer = promotion_offer(variant, piece, to);
  if (!choice) {
    if (offer.to.empty() || !offer.compulsory) return true;
    return no(why, [&] {
      return promotion_reason(
          variant, piece, to, "compulsory",
          fmt::format("{} must become a {} on {}", piece_on(variant, position, from),
                      kinds(variant, offer.to), square_name(to)));
    });
  }
  if (offer.to.empty()) {
    return no(why, [&] {
      return promotion_reason(variant, piece, to, "not-there",
                              fmt::format("{} does not promote on {}",
                                          piece_on(variant, position, from), square_name(to)));
    });
  }
  if (std::find(offer.to.begin(), offer.to.end(), *choice) == offer.to.end()) {
    return no(why, [&] {
      return promotion_reason(
          variant, piece, to, "unknown-choice",
          fmt::format("{} may become a {} on {}, not a {}", piece_on(variant, position, from),
                      kinds(variant, offer.to), square_name(to), kind_name(variant, *choice)));
    });
  }
  return true;
}

}  // namespace regelwerk::oracle
