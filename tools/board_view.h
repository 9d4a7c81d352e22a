// A position as a picture: text for the terminal, SVG for documents and reports.
//
// Works for every board that the rule language can describe and for any piece names.
#pragma once

#include <string>
#include <vector>

#include "spec/position_text.h"
#include "spec/variant.h"

namespace regelwerk::tools {

// Ranks from the highest down, ranks and files labelled, '.' for an empty square, '*' for one
// of a removed part. A piece is its
// letter in its player's case; with more than two players, the player's letter before it. Ends in a
// line end.
std::string board_text(const spec::Variant& variant, const spec::RawPosition& position);

struct SvgMarks {
  std::vector<spec::Square> changed;   // by the last action
  std::vector<spec::Square> attacked;  // royals in check
  std::string caption;                 // one line below the board; may be empty
};

// A complete SVG document. The six pieces of the orthodox game are drawn when the spec calls them
// so; every other piece is drawn as a plain figure with its letter.
std::string board_svg(const spec::Variant& variant, const spec::RawPosition& position,
                      const SvgMarks& marks);

// Squares whose piece differs between two positions, in order of squares.
std::vector<spec::Square> changed_squares(const spec::RawPosition& before,
                                          const spec::RawPosition& after);

}  // namespace regelwerk::tools
