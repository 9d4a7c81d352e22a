#include "oracle/rearrangement.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <stdexcept>

#include "oracle/board.h"
#include "oracle/movement.h"
#include "oracle/royal_safety.h"
#include "oracle/turns.h"

namespace regelwerk::oracle {

using spec::KindId;
using spec::PlayerId;
using spec::RawAction;
using spec::Square;
using spec::square_name;
using spec::Variant;

namespace {

Reason rearrangement_reason(const Variant& variant, const std::string& name, std::string shown,
                            std::vector<Square> squares = {}) {
  static const std::map<std::string, std::string> kNoClauses;
  return make_reason(variant, "rearrangement", name,
                     variant.rearrangement ? variant.rearrangement->clauses : kNoClauses,
                     std::move(shown), std::move(squares));
}

std::vector<KindId> sorted_kinds(const Placements& placements) {
  std::vector<KindId> kinds;
  for (const auto& [kind, square] : placements) kinds.push_back(kind);
  std::sort(kinds.begin(), kinds.end());
  return kinds;
}

std::vector<std::pair<Square, KindId>> by_square(const Placements& placements) {
  std::vector<std::pair<Square, KindId>> sorted;
  for (const auto& [kind, square] : placements) sorted.emplace_back(square, kind);
  std::sort(sorted.begin(), sorted.end());
  return sorted;
}

bool same_placement(const Placements& a, const Placements& b) {
  return by_square(a) == by_square(b);
}

// "plane, guard x2"
std::string in_words(const Variant& variant, const std::vector<KindId>& kinds) {
  std::map<KindId, int> counts;
  for (KindId kind : kinds) ++counts[kind];
  std::string text;
  for (const auto& [kind, count] : counts) {
    if (!text.empty()) text += ", ";
    text += kind_name(variant, kind);
    if (count > 1) text += fmt::format(" x{}", count);
  }
  return text.empty() ? "nothing" : text;
}

// Are these squares of the area that nobody else holds?
bool squares_are_free(const Variant& variant, const Position& position,
                      const Placements& placements, Reasons* why) {
  const PlayerId player = position.to_act;
  bool free = true;
  for (const auto& [kind, square] : placements) {
    if (!in_set_up_area(variant, player, square)) {
      free = no(why, [&, at = square] {
        return rearrangement_reason(variant, "outside-area",
                                    fmt::format("{} is outside {}'s set-up area", square_name(at),
                                                player_name(variant, player)),
                                    {at});
      });
      continue;
    }
    const Piece standing = position.board.at(square);
    if (standing.none() || standing.player == player) continue;
    free = no(why, [&, at = square] {
      return rearrangement_reason(
          variant, "taken", fmt::format("{} holds the square", piece_on(variant, position, at)),
          {at});
    });
  }
  return free;
}

bool royals_are_safe(const Variant& variant, const Position& position, const Position& after,
                     Reasons* why) {
  bool safe = true;
  for (const Check& check : checks_on(variant, after, position.to_act)) {
    for (Square attacker : check.attackers) {
      safe = no(why, [&] {
        return rearrangement_reason(
            variant, "in-check",
            fmt::format("afterwards {} attacks {}", piece_on(variant, after, attacker),
                        piece_on(variant, after, check.royal)),
            {check.royal, attacker});
      });
    }
  }
  return safe;
}

std::uint64_t times(std::uint64_t a, std::uint64_t b) {
  if (b != 0 && a > std::numeric_limits<std::uint64_t>::max() / b) {
    throw std::overflow_error("more rearrangements than 64 bits can count");
  }
  return a * b;
}

// In how many orders these pieces can stand on as many squares, equal kinds not told apart.
std::uint64_t orders(const std::vector<KindId>& kinds) {
  std::uint64_t count = 1;
  std::uint64_t placed = 0;
  std::map<KindId, std::uint64_t> of_kind;
  for (KindId kind : kinds) {
    // Exact at each step: the product so far counts the orders of the pieces so far.
    count = times(count, ++placed) / ++of_kind[kind];
  }
  return count;
}

}  // namespace

bool has_right_to_rearrange(const Variant& variant, const Position& position, Reasons* why) {
  const PlayerId player = position.to_act;
  if (is_reply(position)) {
    no(why, [&] {
      return rearrangement_reason(
          variant, "not-here",
          fmt::format("{} has not its regular turn", player_name(variant, player)));
    });
  }
  if (!variant.rearrangement) {
    return no(why, [&] {
      return rearrangement_reason(variant, "used", "these rules know no rearrangement");
    });
  }
  bool right = !is_reply(position);
  if (position.move_number > variant.rearrangement->rounds) {
    right = no(why, [&] {
      return rearrangement_reason(variant, "too-late",
                                  fmt::format("it is round {}, and only the first {} allow it",
                                              position.move_number, variant.rearrangement->rounds));
    });
  } else if (std::find(position.may_rearrange.begin(), position.may_rearrange.end(), player) ==
             position.may_rearrange.end()) {
    const auto& players = variant.rearrangement->players;
    const bool never = std::find(players.begin(), players.end(), player) == players.end();
    right = no(why, [&] {
      return rearrangement_reason(
          variant, "used",
          fmt::format("{} {}", player_name(variant, player),
                      never ? "never rearranges its pieces" : "has used the right to rearrange"));
    });
  }
  return right;
}

OwnArea own_area(const Variant& variant, const Position& position) {
  OwnArea area;
  for (Square square : all_squares(variant)) {
    if (!in_set_up_area(variant, position.to_act, square)) continue;
    if (!exists(variant, position, square)) continue;
    const Piece& piece = position.board.at(square);
    if (!piece.none() && piece.player != position.to_act) continue;
    area.squares.push_back(square);
    if (!piece.none()) area.pieces.emplace_back(piece.kind, square);
  }
  return area;
}

bool may_rearrange(const Variant& variant, const Position& position, const RawAction& written,
                   Reasons* why) {
  bool allowed = has_right_to_rearrange(variant, position, why);
  if (!allowed && why == nullptr) return false;
  const OwnArea area = own_area(variant, position);
  if (!squares_are_free(variant, position, written.placements, why)) allowed = false;
  const auto wanted = sorted_kinds(area.pieces);
  const auto placed = sorted_kinds(written.placements);
  if (wanted != placed) {
    return no(why, [&] {
      return rearrangement_reason(
          variant, "pieces",
          fmt::format("in {}'s set-up area stand {}, and {} would be placed",
                      player_name(variant, position.to_act), in_words(variant, wanted),
                      in_words(variant, placed)));
    });
  }
  if (same_placement(area.pieces, written.placements)) {
    allowed = no(
        why, [&] { return rearrangement_reason(variant, "same", "the pieces stand so already"); });
  }
  if (!allowed) return false;
  return royals_are_safe(variant, position, rearranged(variant, position, written.placements), why);
}

Position rearranged(const Variant& variant, const Position& position,
                    const Placements& placements) {
  Position after = position;
  const PlayerId player = position.to_act;
  for (const auto& [kind, square] : own_area(variant, position).pieces) {
    after.board.clear(square);
    std::erase(after.first_moves, square);
  }
  for (const auto& [kind, square] : placements) {
    after.board.put(square, {static_cast<std::int8_t>(player), static_cast<std::int8_t>(kind)});
    if (knows_first_moves(variant, kind)) after.first_moves.push_back(square);
  }
  std::sort(after.first_moves.begin(), after.first_moves.end());
  std::erase_if(after.en_passant,
                [&](const EnPassantRight& right) { return !after.board.at(right.crossed).none(); });
  std::erase(after.may_rearrange, player);
  return after;
}

bool for_each_placement(const std::vector<KindId>& kinds, const std::vector<Square>& squares,
                        const std::function<bool(const Placements&)>& visit) {
  std::map<KindId, std::size_t> left;
  for (KindId kind : kinds) ++left[kind];
  Placements placed;
  // Goes through the squares; each gets one of the kinds that are left, or stays empty.
  const std::function<bool(std::size_t, std::size_t)> place = [&](std::size_t index,
                                                                  std::size_t pieces) -> bool {
    if (pieces == 0) return visit(placed);
    if (squares.size() - index < pieces) return true;
    for (auto& [kind, count] : left) {
      if (count == 0) continue;
      --count;
      placed.emplace_back(kind, squares[index]);
      const bool on = place(index + 1, pieces - 1);
      placed.pop_back();
      ++count;
      if (!on) return false;
    }
    return place(index + 1, pieces);
  };
  return place(0, kinds.size());
}

std::uint64_t count_by_held_squares(const Variant& variant, const Position& position,
                                    std::uint64_t enough) {
  if (!has_right_to_rearrange(variant, position, nullptr)) return 0;
  const OwnArea area = own_area(variant, position);
  // All kinds but royals look alike to an attacker; any one of them stands for the others.
  std::vector<KindId> patterns;
  std::vector<KindId> others;
  for (KindId kind : sorted_kinds(area.pieces)) {
    const bool royal = variant.pieces[static_cast<std::size_t>(kind)].royal;
    if (!royal) others.push_back(kind);
    patterns.push_back(royal ? kind : others.front());
  }
  const std::uint64_t each = orders(others);
  std::uint64_t count = 0;
  Placements present = area.pieces;
  for (auto& [kind, square] : present) {
    if (!variant.pieces[static_cast<std::size_t>(kind)].royal) kind = others.front();
  }
  for_each_placement(patterns, area.squares, [&](const Placements& placements) {
    const Position after = rearranged(variant, position, placements);
    if (!royals_are_safe(variant, position, after, nullptr)) return true;
    // The present placement is one of those on the present squares, and no rearrangement.
    const std::uint64_t here = each - (same_placement(placements, present) ? 1 : 0);
    if (count > std::numeric_limits<std::uint64_t>::max() - here) {
      throw std::overflow_error("more rearrangements than 64 bits can count");
    }
    count += here;
    return enough == 0 || count < enough;
  });
  return count;
}

}  // namespace regelwerk::oracle
