// Laws that hold in every position of Breitenschach, asked of generator and oracle in positions of
// seeded random games. A failing property prints RapidCheck's seed and the position.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cctype>
#include <memory>
#include <random>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "spec/load.h"
#include "suites/suite_files.h"

namespace regelwerk::suites {
namespace {

constexpr int kFiles = 16;
constexpr int kRanks = 8;
constexpr char kGone = '*';

std::unique_ptr<Reference> load(const std::string& name) {
  spec::Diagnostics diagnostics;
  auto reference = Reference::load(name, {}, &diagnostics);
  if (reference == nullptr) {
    throw std::runtime_error(spec::to_string(diagnostics));
  }
  return reference;
}

const Reference& game() {
  static const std::unique_ptr<Reference> loaded = load("breitenschach");
  return *loaded;
}

const Reference& chess() {
  static const std::unique_ptr<Reference> loaded = load("chess");
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

char sign_at(const Text& text, const std::string& square) {
  return text.ranks[static_cast<std::size_t>(kRanks - (square[1] - '0'))]
                   [static_cast<std::size_t>(square[0] - 'a')];
}

bool is_white(char sign) { return std::isupper(static_cast<unsigned char>(sign)) != 0; }
bool is_black(char sign) { return std::islower(static_cast<unsigned char>(sign)) != 0; }
bool is_left(const std::string& square) { return square[0] < 'i'; }

char other_case(char sign) {
  const auto byte = static_cast<unsigned char>(sign);
  return static_cast<char>(std::isupper(byte) != 0 ? std::tolower(byte) : std::toupper(byte));
}

// White's letters before Black's, each in the order of the files.
std::string sorted_letters(std::string letters) {
  std::sort(letters.begin(), letters.end());
  return letters;
}

char mirrored_file(char file) {
  return static_cast<char>(file >= 'a' ? 'a' + kFiles - 1 - (file - 'a')
                                       : 'A' + kFiles - 1 - (file - 'A'));
}

// Square names within a text, such as an action's.
std::string mirrored_squares(std::string text) {
  for (std::size_t i = 0; i + 1 < text.size(); ++i) {
    if (std::isdigit(static_cast<unsigned char>(text[i + 1])) != 0) {
      text[i] = mirrored_file(text[i]);
    }
  }
  return text;
}

std::string mirrored(const std::string& position) {
  Text text = take_apart(position);
  for (std::string& rank : text.ranks) {
    std::reverse(rank.begin(), rank.end());
  }
  for (char& letter : text.castling) {
    letter = letter == '-' ? letter : mirrored_file(letter);
  }
  text.castling = sorted_letters(text.castling);
  text.en_passant = mirrored_squares(text.en_passant);
  return put_together(text);
}

std::string swapped_squares(std::string text) {
  for (char& sign : text) {
    if (std::isdigit(static_cast<unsigned char>(sign)) != 0) {
      sign = static_cast<char>('0' + kRanks + 1 - (sign - '0'));
    }
  }
  return text;
}

std::string swapped(const std::string& position) {
  Text text = take_apart(position);
  std::reverse(text.ranks.begin(), text.ranks.end());
  for (std::string& rank : text.ranks) {
    std::transform(rank.begin(), rank.end(), rank.begin(), other_case);
  }
  text.side = text.side == "w" ? "b" : "w";
  std::transform(text.castling.begin(), text.castling.end(), text.castling.begin(), other_case);
  text.castling = sorted_letters(text.castling);
  text.en_passant = swapped_squares(text.en_passant);
  return put_together(text);
}

std::vector<std::string> actions_of(const generator::Position& position) {
  std::vector<std::string> texts;
  for (const generator::Action action : position.actions()) {
    texts.push_back(position.action_text(action));
  }
  return texts;
}

std::unique_ptr<generator::Position> read(const Reference& reference, const std::string& text) {
  auto result = reference.game().read(text);
  if (result.position == nullptr) {
    throw std::runtime_error(text + ": " + one_line(result.problems));
  }
  return std::move(result.position);
}

oracle::Position read_by_oracle(const Reference& reference, const std::string& text) {
  auto result = reference.referee().read(text);
  if (!result.position) {
    throw std::runtime_error(text + ": " + one_line(result.problems));
  }
  return *std::move(result.position);
}

const std::vector<std::string>& starts() {
  static const std::vector<std::string> found = [] {
    std::vector<std::string> positions{"startpos"};
    for (const auto& path : bundled_suite_files(spec::data_directory(), "breitenschach")) {
      for (const CountCase& row : read_suite_file(path).suite.counts.cases) {
        positions.push_back(row.position);
      }
    }
    return positions;
  }();
  return found;
}

// How gladly an action is played: captures, departures, castling and fusion before others.
int weight_of(const Text& before, const std::string& action) {
  const std::string from = action.substr(0, 2);
  const std::string to = action.substr(2, 2);
  const char target = sign_at(before, to);
  const bool own = before.side == "w" ? is_white(target) : is_black(target);
  if (own) {
    return 20;
  }
  return 1 + (target != '.' ? 5 : 0) + (is_left(from) != is_left(to) ? 5 : 0) +
         (std::toupper(static_cast<unsigned char>(sign_at(before, from))) == 'F' ? 3 : 0);
}

struct Walk {
  std::vector<std::string> positions;  // the first is the start, the last may be finished
  std::vector<std::string> actions;    // one less
};

Walk walk_from_seed(std::uint32_t seed) {
  std::mt19937 random(seed);
  auto position = read(game(), starts()[random() % starts().size()]);
  Walk walk{{position->text()}, {}};
  const int plies = static_cast<int>(random() % 40);
  for (int ply = 0; ply < plies; ++ply) {
    const Text before = take_apart(walk.positions.back());
    std::vector<std::string> tickets;
    for (const std::string& action : actions_of(*position)) {
      tickets.insert(tickets.end(), static_cast<std::size_t>(weight_of(before, action)), action);
    }
    if (tickets.empty()) {
      break;
    }
    const std::string action = tickets[random() % tickets.size()];
    position->apply(*position->find(action));
    walk.positions.push_back(position->text());
    walk.actions.push_back(action);
  }
  return walk;
}

std::vector<std::string> sorted(std::vector<std::string> texts) {
  std::sort(texts.begin(), texts.end());
  return texts;
}

// The same actions, counts, ending and texts after the last action, seen through a symmetry.
template <typename OfPosition, typename OfSquares>
void check_symmetry(std::uint32_t seed, OfPosition of_position, OfSquares of_squares) {
  const Walk walk = walk_from_seed(seed);
  for (const std::string& text : walk.positions) {
    RC_LOG() << text << "\n";
  }
  const auto first = read(game(), walk.positions.back());
  const auto second = read(game(), of_position(walk.positions.back()));
  std::vector<std::string> expected = actions_of(*first);
  std::transform(expected.begin(), expected.end(), expected.begin(), of_squares);
  RC_ASSERT(second->text() == of_position(first->text()));
  RC_ASSERT(actions_of(*second) == sorted(expected));
  RC_ASSERT(second->outcome() == first->outcome());
  RC_ASSERT(second->in_check() == first->in_check());
  RC_ASSERT(second->perft(2).nodes == first->perft(2).nodes);
  RC_ASSERT(game().referee().legal_actions(read_by_oracle(game(), second->text())) ==
            sorted(expected));
  if (!walk.actions.empty()) {
    const auto before = read(game(), of_position(walk.positions[walk.positions.size() - 2]));
    const auto action = before->find(of_squares(walk.actions.back()));
    RC_ASSERT(action.has_value());
    before->apply(*action);
    // The move number is the only thing that knows who began.
    Text reached = take_apart(before->text());
    Text wanted = take_apart(of_position(walk.positions.back()));
    reached.counters.resize(reached.counters.find(' '));
    wanted.counters.resize(wanted.counters.find(' '));
    RC_ASSERT(put_together(reached) == put_together(wanted));
  }
}

RC_GTEST_PROP(BreitenschachProperties, LeftAndRightAreAlike, (std::uint32_t seed)) {
  check_symmetry(seed, mirrored, mirrored_squares);
}

RC_GTEST_PROP(BreitenschachProperties, WhiteAndBlackAreAlike, (std::uint32_t seed)) {
  check_symmetry(seed, swapped, swapped_squares);
}

bool is_gone(const Text& text, bool left) { return text.ranks[0][left ? 0 : kFiles - 1] == kGone; }

TEST(BreitenschachTexts, MirroringTwiceAndSwappingTwiceChangesNothing) {
  for (const std::string& start : starts()) {
    const std::string text = read(game(), start)->text();
    EXPECT_EQ(mirrored(mirrored(text)), text);
    EXPECT_EQ(swapped(swapped(text)), text);
    EXPECT_NE(mirrored(text), swapped(text));
  }
}

// Along the whole game: removed boards stay away, whole boards are removed, either player stands on
// every board that is left, and kings are at most two, or one fused.
RC_GTEST_PROP(BreitenschachProperties, BoardsAndKingsKeepTheirLaws, (std::uint32_t seed)) {
  const Walk walk = walk_from_seed(seed);
  bool gone[2] = {false, false};
  for (const std::string& position : walk.positions) {
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
}

RC_GTEST_PROP(BreitenschachProperties, TextsReadBackToTheSamePosition, (std::uint32_t seed)) {
  const Walk walk = walk_from_seed(seed);
  auto played = read(game(), walk.positions.front());
  std::set<std::uint64_t> hashes;
  std::set<std::string> different;  // but for the counters
  for (std::size_t i = 0; i < walk.positions.size(); ++i) {
    const std::string& text = walk.positions[i];
    RC_LOG() << text << "\n";
    const auto again = read(game(), text);
    RC_ASSERT(again->text() == text);
    RC_ASSERT(again->hash() == played->hash());
    RC_ASSERT(game().referee().text(read_by_oracle(game(), text)) == text);
    hashes.insert(again->hash());
    Text plain = take_apart(text);
    plain.counters.clear();
    different.insert(put_together(plain));
    if (i < walk.actions.size()) {
      played->apply(*played->find(walk.actions[i]));
    }
  }
  RC_ASSERT(hashes.size() == different.size());
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
  const auto chess_read = chess().game().read(put_together(plain));
  const auto wide_read = game().game().read(put_together(wide));
  const bool accepted = chess_read.position != nullptr;
  RC_ASSERT((wide_read.position != nullptr) == accepted);
  RC_PRE(accepted);
  std::vector<std::string> expected = actions_of(*chess_read.position);
  if (!left) {
    for (std::string& action : expected) {
      action[0] = static_cast<char>(action[0] + kFiles / 2);
      action[2] = static_cast<char>(action[2] + kFiles / 2);
    }
  }
  RC_ASSERT(actions_of(*wide_read.position) == expected);
  RC_ASSERT(wide_read.position->outcome() == chess_read.position->outcome());
  RC_ASSERT(wide_read.position->in_check() == chess_read.position->in_check());
  RC_ASSERT(wide_read.position->perft(3).nodes == chess_read.position->perft(3).nodes);
  RC_ASSERT(game().referee().legal_actions(read_by_oracle(game(), put_together(wide))) == expected);
}

// The properties above would prove little about positions that the walks never reach.
TEST(BreitenschachWalks, ReachWhatTheRulesAreAbout) {
  int removals = 0;
  int fusions = 0;
  int castlings = 0;
  int finished = 0;
  for (std::uint32_t seed = 0; seed < 400; ++seed) {
    const Walk walk = walk_from_seed(seed);
    for (std::size_t i = 0; i < walk.actions.size(); ++i) {
      const Text before = take_apart(walk.positions[i]);
      const Text after = take_apart(walk.positions[i + 1]);
      const char mover = sign_at(before, walk.actions[i].substr(0, 2));
      const char target = sign_at(before, walk.actions[i].substr(2, 2));
      for (const bool left : {true, false}) {
        removals += is_gone(after, left) && !is_gone(before, left) ? 1 : 0;
      }
      fusions += target == mover && std::toupper(static_cast<unsigned char>(mover)) == 'K' ? 1 : 0;
      castlings += target != mover && is_white(target) == is_white(mover) && target != '.' &&
                           is_black(target) == is_black(mover)
                       ? 1
                       : 0;
    }
    finished += read(game(), walk.positions.back())->actions().empty() ? 1 : 0;
  }
  EXPECT_GE(removals, 20);
  EXPECT_GE(fusions, 20);
  EXPECT_GE(castlings, 20);
  EXPECT_GE(finished, 20);
}

}  // namespace
}  // namespace regelwerk::suites
