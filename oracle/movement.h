// How pieces go and what they attack, read from their Movements one line at a time.
//
// Nothing here knows whose turn it is or whether a royal is safe: this is the pseudo-legal notion.
#pragma once

#include <optional>
#include <vector>

#include "oracle/position.h"
#include "oracle/reason.h"
#include "spec/variant.h"

namespace regelwerk::oracle {

// A step as the board sees it: files towards the last file, ranks towards the last rank.
struct Step {
  int files = 0;
  int ranks = 0;
};

// The owner's step, turned to where his pieces march.
Step turned(spec::Offset offset, spec::Direction forward);
// The square so many steps away; it may lie outside the board.
spec::Square beyond(spec::Square from, Step step, int times);

// One way a piece may take from one square to another: `count` equal steps of one Movement.
struct Way {
  const spec::Movement* movement = nullptr;
  Step step;
  int count = 1;
  // Where a single step leads by way of another square: the first halves that do (Movement::via).
  const std::vector<spec::Offset>* via = nullptr;
};

// All ways the pattern of the piece offers between two squares, whatever stands there. The
// Movements belong to `variant`.
std::vector<Way> ways(const spec::Variant& variant, Piece piece, spec::Square from,
                      spec::Square to);

// The squares that a piece on this way passes over, in order: those that it would have to touch
// between its steps and, if it may not jump, within them. Without the last square.
std::vector<spec::Square> passed_squares(spec::Square from, const Way& way);

// The first passed square that is occupied or not there; nullopt if the way is free.
std::optional<spec::Square> first_obstacle(const spec::Variant& variant, const Position& position,
                                           spec::Square from, const Way& way);

// Whether a step that leads by way of another square has one of the board to go by; true for all
// other steps. Nothing that stands there matters.
bool has_square_between(const spec::Variant& variant, const Position& position, spec::Square from,
                        const Way& way);

// Whether the piece on `square` counts as not yet moved (modifier i).
bool has_not_moved(const spec::Variant& variant, const Position& position, spec::Square square);

// Whether flags tell of pieces of this kind that they have not moved.
bool knows_first_moves(const spec::Variant& variant, spec::KindId kind);

// Whether such a piece could stand on `square` and count as not yet moved, in some position.
bool could_have_not_moved(const spec::Variant& variant, Piece piece, spec::Square square);

// Whether the piece on `from` could capture something on `square` now, en passant aside. That a
// royal may not go there, or not on this way, does not lessen what it attacks.
bool attacks(const spec::Variant& variant, const Position& position, spec::Square from,
             spec::Square square);

// Where the pieces stand that attack the square and are hostile to `player`.
std::vector<spec::Square> attackers(const spec::Variant& variant, const Position& position,
                                    spec::Square square, spec::PlayerId player);

bool is_attacked(const spec::Variant& variant, const Position& position, spec::Square square,
                 spec::PlayerId player);

// What a piece does that goes from one square to another by its pattern.
struct PlainMove {
  std::optional<spec::Square> captured;  // not always the square it goes to
  bool en_passant = false;
  std::vector<spec::Square> crossed;  // squares on which it may now be taken en passant
  bool fusion = false;                // with the piece on the square it goes to
};

// May the piece on `from` go to `to` by its pattern? Says why not.
std::optional<PlainMove> may_go(const spec::Variant& variant, const Position& position,
                                spec::Square from, spec::Square to, Reasons* why);

}  // namespace regelwerk::oracle
