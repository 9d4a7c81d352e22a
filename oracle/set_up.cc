#include "oracle/set_up.h"

#include <fmt/format.h>

#include <map>

#include "oracle/board.h"
#include "spec/position_text.h"

namespace regelwerk::oracle {

using spec::KindId;
using spec::PlayerId;
using spec::Square;
using spec::Variant;

spec::Problems set_up_problems(const Variant& variant, const Position& position) {
  spec::Problems problems;
  // Pieces wanted beyond those that stand there.
  std::map<std::pair<PlayerId, KindId>, int> wanted;
  std::map<std::pair<PlayerId, KindId>, int> missing;
  const auto start = spec::parse_position_text(variant, variant.start);
  if (start.position) {
    for (const spec::PlacedPiece& placed : start.position->pieces) {
      ++wanted[{placed.player, placed.kind}];
      ++missing[{placed.player, placed.kind}];
    }
  }
  for (Square square : all_squares(variant)) {
    const Piece& piece = position.board.at(square);
    if (piece.none()) continue;
    --missing[{piece.player, piece.kind}];
    if (in_set_up_area(variant, piece.player, square)) continue;
    problems.push_back(
        {0, spec::square_name(square),
         fmt::format("{} is outside {}'s set-up area", piece_on(variant, position, square),
                     player_name(variant, piece.player)),
         false});
  }
  for (const auto& [who, count] : missing) {
    if (count == 0) continue;
    const auto& [player, kind] = who;
    problems.push_back(
        {0, "",
         fmt::format("{}: {} on the board, {} wanted", owner_and_kind(variant, player, kind),
                     wanted[who] - count, wanted[who]),
         false});
  }
  return problems;
}

}  // namespace regelwerk::oracle
