#include "oracle/safe_path.h"

#include <fmt/format.h>

#include <algorithm>

#include "oracle/board.h"

namespace regelwerk::oracle {

using spec::Square;
using spec::square_name;
using spec::Variant;

bool needs_safe_path(const Variant& variant, spec::KindId kind) {
  if (!variant.safe_path) return false;
  const auto& kinds = variant.safe_path->of;
  return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
}

bool may_pass(const Variant& variant, const Position& position, Square from, const Way& way,
              Reasons* why) {
  const Piece piece = position.board.at(from);
  if (!needs_safe_path(variant, piece.kind)) return true;
  bool safe = true;
  for (Square square : passed_squares(from, way)) {
    Position passing = position;
    passing.board.clear(from);
    passing.board.put(square, piece);
    for (Square attacker : attackers(variant, passing, square, piece.player)) {
      safe = no(why, [&] {
        return make_reason(variant, "safe-path", "path-attacked", variant.safe_path->clauses,
                           fmt::format("{} would pass {}, which is attacked by {}",
                                       piece_on(variant, position, from), square_name(square),
                                       piece_on(variant, passing, attacker)),
                           {square, attacker, from});
      });
    }
  }
  return safe;
}

}  // namespace regelwerk::oracle
