// What holds in every position of every game, tried on random games.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <rapidcheck/gtest.h>

#include <algorithm>

#include "oracle/royal_safety.h"
#include "oracle/testing.h"

namespace regelwerk::oracle {
namespace {

using testing::bundled;
using testing::laboratory;
using testing::position;

struct World {
  spec::Variant variant;
  std::vector<std::string> starts;
};

// Chess, the wide board, and pieces that neither has.
const std::vector<World>& worlds() {
  static const std::vector<World> all = {
      {bundled("chess"),
       {"startpos", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"}},
      {bundled("capablanca"),
       {"startpos", "r4k3r/pppppppppp/10/10/10/10/PPPPPPPPPP/R4K3R w KQkq - 0 1"}},
      {bundled("breitenschach"),
       {"startpos", "n3k7k3/16/16/16/16/16/16/R3K3R3K2R w AEIMP - 0 1",
        "n7k3k3/16/16/3pP11/8b7/16/7KK7/R7N6R w - d6 0 1",
        "4f11/15p/7q8/16/16/4KK10/16/R14N w - - 0 1"}},
      {laboratory("pieces: {bishop: {letter: B, moves: nN}, knight: {letter: N, moves: NN}, "
                  "queen: {letter: Q, moves: fRbR2cB3}}\n"
                  "rules: {promotion: {zone: last-2-ranks, compulsory: false}}\n"),
       {"startpos", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"}},
      // Promotion to what is lost, in part optional, and pawns that begin on the third rank.
      {laboratory(
           "start: \"rnbqkbnr/8/pppppppp/8/8/PPPPPPPP/8/RNBQKBNR w KQkq - 0 1\"\n"
           "rules:\n"
           "  first-move: {known-by: third-rank}\n"
           "  promotion: {zone: last-3-ranks, compulsory: last-rank, captured-only: true}\n"),
       {"startpos", "r3k2r/PP4PP/8/8/8/8/pp4pp/R3K2R w KQkq - 0 1",
        "1nbqk3/P5P1/6P1/8/8/1p6/p5p1/1NB1K2R w K - 0 1"}},
      // Any number of royals, and castling from anywhere.
      {laboratory("pieces: {queen: {royal: true}}\n"
                  "position-text: {action: king-takes-partner}\n"
                  "rules: {castling: {homes: first-rank}, royal-safety: {count: {min: 1}}}\n"
                  "draws: {insufficient-material: none}\n"),
       {"startpos", "1r1k2r1/1P4P1/8/8/8/8/1p4p1/1R1K2R1 w KQkq - 0 1",
        "2Q5/3Pq2k/6p1/4Bp1p/5P1P/8/8/K7 w - - 2 72", "2rkr3/8/8/8/8/8/8/5KRR w Gec - 0 1"}},
  };
  return all;
}

// A position some way into a random game.
Position wander(const Referee& referee, const std::string& start,
                const std::vector<std::uint16_t>& choices) {
  Position at = position(referee, start);
  for (std::uint16_t choice : choices) {
    const auto actions = referee.legal_actions(at);
    if (actions.empty()) break;
    at = referee.after(at, actions[choice % actions.size()]);
  }
  return at;
}

template <typename Law>
void for_random_positions(Law law) {
  const auto& all = worlds();
  const World& world = all[*rc::gen::inRange<std::size_t>(0, all.size())];
  const std::string start = *rc::gen::elementOf(world.starts);
  const auto choices = *rc::gen::arbitrary<std::vector<std::uint16_t>>();
  const Referee referee(world.variant);
  law(referee, wander(referee, start, choices));
}

// The same position with the colours exchanged and the board turned over.
Position turned_over(const spec::Variant& variant, const Position& from) {
  const auto over = [&](spec::Square square) {
    return spec::Square{square.file, variant.board.ranks - 1 - square.rank};
  };
  Position turned = from;
  for (int rank = 0; rank < variant.board.ranks; ++rank) {
    for (int file = 0; file < variant.board.files; ++file) {
      Piece piece = from.board.at({file, rank});
      if (!piece.none()) piece.player = static_cast<std::int8_t>(1 - piece.player);
      turned.board.put(over({file, rank}), piece);
    }
  }
  turned.to_act = 1 - from.to_act;
  for (auto& square : turned.unmoved) square = over(square);
  std::sort(turned.unmoved.begin(), turned.unmoved.end());
  for (auto& right : turned.en_passant) right = {over(right.crossed), over(right.piece)};
  return turned;
}

std::string turned_over(const spec::Variant& variant, const std::string& action) {
  auto raw = *spec::parse_action_text(variant, action, nullptr);
  raw.from.rank = variant.board.ranks - 1 - raw.from.rank;
  raw.to.rank = variant.board.ranks - 1 - raw.to.rank;
  return spec::write_action_text(variant, raw);
}

RC_GTEST_PROP(Laws, TurningTheBoardOverTurnsTheActionsOver, ()) {
  for_random_positions([](const Referee& referee, const Position& at) {
    std::vector<std::string> expected;
    for (const auto& action : referee.legal_actions(at)) {
      expected.push_back(turned_over(referee.variant(), action));
    }
    std::sort(expected.begin(), expected.end());
    RC_ASSERT(referee.legal_actions(turned_over(referee.variant(), at)) == expected);
  });
}

RC_GTEST_PROP(Laws, WhatIsWrittenIsReadAsTheSame, ()) {
  for_random_positions([](const Referee& referee, const Position& at) {
    const std::string text = referee.text(at);
    const ReadResult back = referee.read(text);
    RC_ASSERT(back.position.has_value());
    RC_ASSERT(back.problems.empty());
    RC_ASSERT(referee.same_position(*back.position, at));
    RC_ASSERT(referee.text(*back.position) == text);
    RC_ASSERT(referee.legal_actions(*back.position) == referee.legal_actions(at));
  });
}

RC_GTEST_PROP(Laws, NobodyLeavesARoyalAttacked, ()) {
  for_random_positions([](const Referee& referee, const Position& at) {
    for (const auto& action : referee.legal_actions(at)) {
      RC_ASSERT(checks_on(referee.variant(), referee.after(at, action), at.to_act).empty());
    }
  });
}

RC_GTEST_PROP(Laws, EveryActionIsWrittenOnce, ()) {
  for_random_positions([](const Referee& referee, const Position& at) {
    const auto actions = referee.legal_actions(at);
    RC_ASSERT(std::is_sorted(actions.begin(), actions.end()));
    RC_ASSERT(std::adjacent_find(actions.begin(), actions.end()) == actions.end());
  });
}

RC_GTEST_PROP(Laws, TheGameIsOverExactlyWithoutActions, ()) {
  for_random_positions([](const Referee& referee, const Position& at) {
    const bool over = referee.status(at).ending != "ongoing";
    RC_ASSERT(over == referee.legal_actions(at).empty());
    RC_ASSERT(*referee.perft(at, 1) == referee.legal_actions(at).size());
  });
}

}  // namespace
}  // namespace regelwerk::oracle
