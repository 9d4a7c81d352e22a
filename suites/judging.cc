#include "suites/judging.h"

#include <optional>
#include <vector>

#include "spec/position_text.h"

namespace regelwerk::suites {
namespace {

using spec::CastlingRule;

bool is_about(const oracle::Verdict& verdict, const std::string& rule) {
  return !verdict.legal && !verdict.reasons.empty() &&
         verdict.reasons.front().rule.rfind(rule + ".", 0) == 0;
}

// The castlings that `action` may mean, in the spelling of the variant.
std::vector<spec::RawAction> meant(const spec::Variant& variant, const spec::RawAction& action,
                                   const spec::RawPosition& position) {
  std::vector<spec::RawAction> castlings;
  const CastlingRule& rule = *variant.castling;
  const auto piece_on = [&](spec::Square square) -> const spec::PlacedPiece* {
    for (const spec::PlacedPiece& piece : position.pieces) {
      if (piece.square == square) return &piece;
    }
    return nullptr;
  };
  const spec::PlacedPiece* king = piece_on(action.from);
  if (king == nullptr || king->kind != rule.king || action.from.rank != action.to.rank) return {};
  const bool king_to =
      variant.position_text.action == spec::PositionTextForm::CastlingAction::kKingTo;
  for (const spec::PlacedPiece& partner : position.pieces) {
    if (partner.kind != rule.partner || partner.player != king->player ||
        partner.square.rank != action.from.rank) {
      continue;
    }
    const bool left = partner.square.file < action.from.file;
    const std::optional<CastlingRule::Wing>& wing = left ? rule.left : rule.right;
    if (!wing) continue;
    spec::RawAction castling = action;
    if (king_to && partner.square == action.to) {
      castling.to.file = wing->king_file;
    } else if (!king_to && wing->king_file == action.to.file) {
      castling.to = partner.square;
    } else {
      continue;
    }
    castlings.push_back(castling);
  }
  return castlings;
}

}  // namespace

oracle::Verdict judge_as_meant(const Reference& reference, const oracle::Position& position,
                               const std::string& action) {
  oracle::Verdict verdict = reference.referee().judge(position, action);
  const spec::Variant& variant = reference.variant();
  if (!is_about(verdict, "movement") || !variant.castling ||
      variant.castling->stops != CastlingRule::Stops::kFiles) {
    return verdict;
  }
  spec::Problems problems;
  const auto written = spec::parse_action_text(variant, action, &problems);
  const auto raw = spec::parse_position_text(variant, reference.referee().text(position));
  if (!written || !raw.position) return verdict;
  for (const spec::RawAction& castling : meant(variant, *written, *raw.position)) {
    oracle::Verdict other =
        reference.referee().judge(position, spec::write_action_text(variant, castling));
    if (is_about(other, "castling")) return other;
  }
  return verdict;
}

}  // namespace regelwerk::suites
