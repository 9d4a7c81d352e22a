// What may occur in the positions of a game, known when the generator is compiled.
//
// The core is a template over a Features value; whether a rule does occur is then said by the
// compiled Rules. A smaller set makes smaller and faster code; the general sets carry any spec.
#pragma once

namespace regelwerk::generator {

struct Features {
  int words = 1;      // 64-bit words of a square set: 1, 2 or 4
  int planes = 32;    // bit planes that tell the kinds apart (see tables.h)
  int royals = 256;   // royals of one player at the most
  bool rays = true;   // pieces that go in ways other than queen lines, leaps and single steps
  int players = 2;    // 2: taking turns, hostile to each other; 4: turn_order.h, coalition.h
  bool parts = true;  // parts of the board that are removed; royals that fuse or need safe paths
  // Promotion to royals, only to captured kinds, or optional.
  bool promotions = true;
};

// The general set for a board of this many words. Holds every spec that loads.
constexpr Features general_features(int words) { return {.words = words}; }

// One royal a side, pieces compounded of rook, bishop, leaps and pawn-like steps.
constexpr Features plain_features(int words) {
  return {
      .words = words, .planes = 5, .royals = 1, .rays = false, .parts = false, .promotions = false};
}

// Two royals a side that may fuse, on a board that may lose a part.
constexpr Features parts_features(int words) {
  return {.words = words, .planes = 7, .royals = 2, .promotions = false};
}

// More than two players, friends and replies out of turn.
constexpr Features company_features(int words) {
  return {.words = words, .royals = 1, .players = 4, .parts = false};
}

}  // namespace regelwerk::generator
