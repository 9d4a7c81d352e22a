// Target diagrams: hand-drawn pictures of where a piece goes (suites/README.md).
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "spec/diagnostic.h"
#include "suites/examples.h"
#include "suites/reference.h"
#include "suites/result.h"

namespace regelwerk::suites {

struct Diagram {
  int line = 0;
  std::string piece;               // kind's name
  std::string player;              // player's name
  std::string board;               // "empty", "blocked", ...
  std::string blocker = "knight";  // kind's name
  // Rows from the highest rank down, each from file a; signs . * x p o @ (exactly one @).
  std::vector<std::string> rows;
};

struct DiagramFile {
  std::string file;
  std::string variant;  // header `# variant:`; empty without it
  std::vector<Diagram> diagrams;
};

struct DiagramFileResult {
  DiagramFile file;  // complete if and only if there is no error
  spec::Diagnostics diagnostics;
};

// Errors: an unknown line or sign, rows of different lengths, not exactly one @, a block without
// rows, a file without blocks.
DiagramFileResult read_diagrams_text(std::string_view text, const std::string& file);
DiagramFileResult read_diagrams(const std::filesystem::path& path);

// The variant with nothing left but how its pieces move: no piece is royal, and there is neither
// castling nor an ending. Both sides read diagrams by it.
spec::Variant movement_only(const spec::Variant& variant);

// One outcome per side asked, as check_example gives. `reference` is made of
// movement_only(variant). A diagram that does not fit the variant (unknown piece or player, another
// board) is a wrong answer of every side.
CaseResult check_diagram(const Reference& reference, const std::string& file,
                         const Diagram& diagram, Sides sides = {});

}  // namespace regelwerk::suites
