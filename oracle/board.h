// The first look a referee takes: which squares there are, what stands on them, who is whose enemy.
#pragma once

#include <string>
#include <vector>

#include "oracle/position.h"
#include "spec/variant.h"

namespace regelwerk::oracle {

// Whether the square is there to be stood on, passed over or attacked: on the board, and not on a
// part that has been removed.
bool exists(const spec::Variant& variant, const Position& position, spec::Square square);

// Whether pieces of `a` may capture pieces of `b`, attack his royals, and be blocked by them only
// as by an enemy: unless they are the same player, or friends by an alliance. (An alliance of the
// small powers makes the great powers friends too.)
bool hostile(const spec::Variant& variant, const Position& position, spec::PlayerId a,
             spec::PlayerId b);

// The player whose turn follows that of `player`.
spec::PlayerId next_player(const spec::Variant& variant, spec::PlayerId player);

// Every square of the board, from the highest rank down, each rank from file a.
std::vector<spec::Square> all_squares(const spec::Variant& variant);

// The squares of the player's pieces, in the order of all_squares.
std::vector<spec::Square> pieces_of(const spec::Variant& variant, const Position& position,
                                    spec::PlayerId player);

// Whether the square belongs to the area where the player sets up; any square if he has none.
bool in_set_up_area(const spec::Variant& variant, spec::PlayerId player, spec::Square square);

// The squares of the player's royal pieces, in the order of all_squares.
std::vector<spec::Square> royals_of(const spec::Variant& variant, const Position& position,
                                    spec::PlayerId player);

// Whether the rules give this player royals at all.
bool has_royals(const spec::Variant& variant, spec::PlayerId player);

// How many steps a square lies from the edge where the player begins, counted in his forward
// direction: 0 on his first rank, 1 on his second.
int steps_from_home(const spec::Variant& variant, spec::PlayerId player, spec::Square square);

bool in_zone(const spec::Variant& variant, const spec::Zone& zone, spec::PlayerId player,
             spec::Square square);

// The part of the board (index into spec::Board::parts) with this square; -1 if it has no parts.
int part_of(const spec::Variant& variant, spec::Square square);

// Words for explanations.
std::string player_name(const spec::Variant& variant, spec::PlayerId player);  // "White"
std::string kind_name(const spec::Variant& variant, spec::KindId kind);        // "rook"
// "the rook on f3", among more than two players "the red rook on f3"; the square must not be empty.
std::string piece_on(const spec::Variant& variant, const Position& position, spec::Square square);
// "white rook"
std::string owner_and_kind(const spec::Variant& variant, spec::PlayerId player, spec::KindId kind);
// "a1", "a1 and b1", "a1, b1 and c1"
std::string list_of(const std::vector<spec::Square>& squares);
// "part 'left'", "parts 'left' and 'right'"
std::string parts_in_words(const spec::Variant& variant, const std::vector<int>& parts);

}  // namespace regelwerk::oracle
