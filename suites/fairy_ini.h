// A variant as a section of Fairy-Stockfish's variants.ini, as far as that program can express it.
//
// spec::Variant -> FairyIni: the text, what the text does not say, clause by clause, and remarks.
// The keys used are those that version 11.1 knows; a piece without a name there needs 13.1.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "spec/diagnostic.h"
#include "spec/variant.h"

namespace regelwerk::suites {

// Name of a piece in Fairy-Stockfish -> its movement in Betza notation.
using FairyPieces = std::map<std::string, std::string>;

// The bundled list, suites/fairy-stockfish.yaml. Empty, with diagnostics, if it cannot be read.
FairyPieces read_fairy_pieces(spec::Diagnostics* diagnostics);

// Something that the other program cannot be told.
struct FairyGap {
  std::string key;                   // of the spec: "rules.fusion"
  std::string what;                  // in a few words
  std::vector<std::string> clauses;  // ids of the clauses that speak of it, sorted
  bool operator==(const FairyGap&) const = default;
};

struct FairyIni {
  std::string text;                  // empty if the board or the players already rule it out
  std::vector<FairyGap> gaps;        // the actions or results differ by these
  std::vector<std::string> remarks;  // what to know where nothing differs
};

// `section`: the name between the brackets, which must not be one that the program has already.
FairyIni to_fairy_ini(const spec::Variant& variant, const std::string& section,
                      const FairyPieces& pieces);

}  // namespace regelwerk::suites
