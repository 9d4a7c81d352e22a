// The syntax of position text and action text: text <-> squares with piece names and fields as
// written. What a field means, and whether the position is one that the rules allow, is decided
// by the generator and by the oracle, each on its own.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "spec/diagnostic.h"
#include "spec/variant.h"

namespace regelwerk::spec {

struct PlacedPiece {
  Square square;
  PlayerId player = -1;
  KindId kind = -1;
  bool operator==(const PlacedPiece&) const = default;
};

// A field as written, with its column (from 1) in the text.
struct Field {
  std::string text;
  int column = 0;
};

// Any arrangement of pieces with fields as written; not necessarily a legal position.
struct RawPosition {
  std::vector<PlacedPiece> pieces;  // from the highest rank down, each rank from file a
  std::vector<Square> removed;      // squares of removed parts, same order; only with part-removal
  PlayerId to_act = 0;
  Field castling{"-", 0};
  Field en_passant{"-", 0};
  int halfmoves = 0;    // 0..9999
  int move_number = 1;  // 1..9999 (0 is read as 1 with a warning); in the fen4 form the round

  // Only the fen4 form has these. A reply is written "b<g" or "b,y<g": to_act is the first asked,
  // also_asked the second (-1: none), next_regular whose turn follows; -1: no reply.
  PlayerId also_asked = -1;
  PlayerId next_regular = -1;
  Field alliances{"-", 0};
  Field rights{"-", 0};
  Field owed{"-", 0};
  Field unmoved{"-", 0};  // "-", "start" or squares
};

struct RawPositionResult {
  std::optional<RawPosition> position;  // absent if a problem is an error
  Problems problems;                    // all that are wrong, and warnings, in order of column
};

// Reads the `fen` form: placement, side, castling, en passant, halfmoves, move number. Fields may
// be separated by several blanks; the two counters may be missing (0 1, with a warning), and so
// may castling and en passant ("-"). Counters alone may not be missing in part. Empty squares are
// decimal numbers, read as the longest number on boards wider than 9 files; on narrower boards
// each digit counts by itself. `*` is a square of a removed part, known only to variants with part
// removal; whether whole parts are removed is not asked.
//
// Reads the `fen4` form likewise: placement, player to act, alliances, rights, owed turns, en
// passant, not-yet-moved, halfmoves, round. The two counters may be missing together, and so may
// all behind the player to act. Letters that name nobody, squares outside the board and what a
// field says twice are errors; fields are kept as written, in whatever order.
//
// In both forms "startpos" alone is the variant's start position.
RawPositionResult parse_position_text(const Variant& variant, std::string_view text);

// Single blanks, empties as the largest numbers; the fields that are kept as written stay so.
std::string write_position_text(const Variant& variant, const RawPosition& position);

// An action as written: from, to and the kind chosen in a promotion (e7e8q). All but moves, and
// declarations with them, belong to the fen4 form.
struct RawAction {
  enum class Type {
    kMove,
    kWait,       // "wait"
    kPass,       // "pass"
    kShift,      // "c1>d1"
    kRearrange,  // "@Pa7,Wb7,Gb6"
  };
  Type type = Type::kMove;
  Square from;
  Square to;
  std::optional<KindId> choice;
  PlayerId declares = -1;                               // "+y"; -1: nothing
  std::vector<std::pair<KindId, Square>> placements{};  // of a rearrangement, in board order
  bool operator==(const RawAction&) const = default;
};

// nullopt, with a problem that says why (several for a rearrangement), if the text has not this
// form or names a square outside the board, an unknown kind or player, or a square twice in a
// rearrangement. Placements of a rearrangement are read in any order and written in board order.
std::optional<RawAction> parse_action_text(const Variant& variant, std::string_view text,
                                           Problems* problems);
std::string write_action_text(const Variant& variant, const RawAction& action);

}  // namespace regelwerk::spec
