// Laws of Breitenschach alone, beside those that every bundled spec keeps (properties_test.cc). A
// failing property prints RapidCheck's seed and the position.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <memory>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "suites/properties_testing.h"

namespace regelwerk::suites {
namespace {

constexpr int kFiles = 16;
constexpr int kRanks = 8;
constexpr char kGone = '*';

const SpecUnderTest& breitenschach() {
  static const SpecUnderTest loaded("breitenschach");
  return loaded;
}

const Reference& chess() {
  static const std::unique_ptr<Reference> loaded = loaded_reference("chess");
  return *loaded;
}

// A position text taken apart here and not by the project's own reader.
struct Text {
  std::vector<std::string> ranks;  // from the eighth down, a sign for each square, '.' if empty
  std::string side;
  std::string castling;
  std::string en_passant;
  std::string counters;
};

Text take_apart(const std::string& position) {
  Text text;
  std::istringstream fields(position);
  std::string placement;
  std::string half;
  std::string full;
  fields >> placement >> text.side >> text.castling >> text.en_passant >> half >> full;
  text.counters = half + " " + full;
  std::string rank;
  int number = 0;
  for (const char sign : placement + "/") {
    if (std::isdigit(static_cast<unsigned char>(sign)) != 0) {
      number = number * 10 + (sign - '0');
      continue;
    }
    rank.append(static_cast<std::size_t>(number), '.');
    number = 0;
    if (sign == '/') {
      text.ranks.push_back(rank);
      rank.clear();
    } else {
      rank += sign;
    }
  }
  return text;
}

std::string put_together(const Text& text) {
  std::string position;
  for (const std::string& rank : text.ranks) {
    position += position.empty() ? "" : "/";
    int empty = 0;
    const auto flush = [&] {
      position += empty > 0 ? std::to_string(empty) : "";
      empty = 0;
    };
    for (const char sign : rank) {
      if (sign == '.') {
        ++empty;
      } else {
        flush();
        position += sign;
      }
    }
    flush();
  }
  return position + " " + text.side + " " + text.castling + " " + text.en_passant + " " +
         text.counters;
}

bool is_white(char sign) { return std::isupper(static_cast<unsigned char>(sign)) != 0; }
bool is_black(char sign) { return std::islower(static_cast<unsigned char>(sign)) != 0; }

bool is_gone(const Text& text, bool left) { return text.ranks[0][left ? 0 : kFiles - 1] == kGone; }

// Along the whole game: removed boards stay away, whole boards are removed, either player stands on
// every board that is left, and kings are at most two, or one fused.
TEST(BreitenschachProperties, BoardsAndKingsKeepTheirLaws) {
  breitenschach().for_games(100, [](const PlayedGame& played) {
    bool gone[2] = {false, false};
    for (const std::string& position : played.positions) {
      RC_LOG() << position << "\n";
      const Text text = take_apart(position);
      for (const bool left : {true, false}) {
        int stars = 0;
        int white = 0;
        int black = 0;
        for (const std::string& rank : text.ranks) {
          const std::string half = rank.substr(left ? 0 : kFiles / 2, kFiles / 2);
          stars += static_cast<int>(std::count(half.begin(), half.end(), kGone));
          white += static_cast<int>(std::count_if(half.begin(), half.end(), is_white));
          black += static_cast<int>(std::count_if(half.begin(), half.end(), is_black));
        }
        RC_ASSERT(stars == (is_gone(text, left) ? kRanks * kFiles / 2 : 0));
        RC_ASSERT((is_gone(text, left) || !gone[left ? 0 : 1]));
        RC_ASSERT((is_gone(text, left) || (white > 0 && black > 0)));
        gone[left ? 0 : 1] = is_gone(text, left);
      }
      const std::string board = put_together(text).substr(0, position.find(' '));
      for (const std::string kinds : {"KF", "kf"}) {
        const auto kings = std::count(board.begin(), board.end(), kinds[0]);
        const auto fused = std::count(board.begin(), board.end(), kinds[1]);
        RC_ASSERT((fused == 0 ? kings <= 2 : fused == 1 && kings == 0));
        RC_ASSERT((kings + fused > 0 || gone[0] || gone[1]));
      }
    }
  });
}

// A few pieces on one board, one king a side; not always a position that is accepted.
Text random_board(std::uint32_t seed) {
  std::mt19937 random(seed);
  Text text;
  text.ranks.assign(kRanks, std::string(kFiles / 2, '.'));
  text.side = random() % 2 == 0 ? "w" : "b";
  text.castling = "-";
  text.en_passant = "-";
  text.counters = "0 1";
  std::string pieces = "Kk";
  for (int more = static_cast<int>(random() % 12); more > 0; --more) {
    pieces += "QRBNPPPqrbnppp"[random() % 14];
  }
  for (const char piece : pieces) {
    for (;;) {
      const bool pawn = piece == 'P' || piece == 'p';
      const std::size_t rank = pawn ? 1 + random() % (kRanks - 2) : random() % kRanks;
      char& square = text.ranks[rank][random() % (kFiles / 2)];
      if (square == '.') {
        square = piece;
        break;
      }
    }
  }
  return text;
}

RC_GTEST_PROP(BreitenschachProperties, OneBoardIsChess, (std::uint32_t seed, bool left)) {
  const Text plain = random_board(seed);
  Text wide = plain;
  for (std::string& rank : wide.ranks) {
    const std::string gone(kFiles / 2, kGone);
    rank = left ? rank + gone : gone + rank;
  }
  RC_LOG() << put_together(plain) << "\n" << put_together(wide) << "\n";
  const Reference& wide_game = breitenschach().reference();
  const auto chess_read = chess().game().read(put_together(plain));
  const auto wide_read = wide_game.game().read(put_together(wide));
  const bool accepted = chess_read.position != nullptr;
  RC_ASSERT((wide_read.position != nullptr) == accepted);
  RC_PRE(accepted);
  std::vector<std::string> expected = texts_of_actions(*chess_read.position);
  if (!left) {
    for (std::string& action : expected) {
      action[0] = static_cast<char>(action[0] + kFiles / 2);
      action[2] = static_cast<char>(action[2] + kFiles / 2);
    }
  }
  RC_ASSERT(texts_of_actions(*wide_read.position) == expected);
  RC_ASSERT(wide_read.position->outcome() == chess_read.position->outcome());
  RC_ASSERT(wide_read.position->in_check() == chess_read.position->in_check());
  RC_ASSERT(wide_read.position->perft(3).nodes == chess_read.position->perft(3).nodes);
  RC_ASSERT(wide_game.referee().legal_actions(
                read_by_oracle(wide_game.referee(), put_together(wide))) == expected);
}

}  // namespace
}  // namespace regelwerk::suites
