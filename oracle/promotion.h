// What a piece becomes where its march ends.
#pragma once

#include <optional>
#include <vector>

#include "oracle/position.h"
#include "oracle/reason.h"
#include "spec/variant.h"

namespace regelwerk::oracle {

// What a piece may become on a square. If several rules fit, it may become what any of them
// offers, and must become something if any of them says so.
struct PromotionOffer {
  std::vector<spec::KindId> to;  // empty: it does not promote there
  bool compulsory = false;
};
PromotionOffer promotion_offer(const spec::Variant& variant, Piece piece, spec::Square square);

// Whether any promotion rule concerns this kind.
bool can_ever_promote(const spec::Variant& variant, spec::KindId kind);

// May the piece from `from` arrive on `to` with this choice, or with none?
bool may_become(const spec::Variant& variant, const Position& position, spec::Square from,
                spec::Square to, std::optional<spec::KindId> choice, Reasons* why);

}  // namespace regelwerk::oracle
