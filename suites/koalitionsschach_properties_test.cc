// Laws that hold in every position of Koalitionsschach, asked of generator and oracle in positions
// of seeded random games. A failing property prints RapidCheck's seed and the positions.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <memory>
#include <random>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "spec/load.h"
#include "suites/suite_files.h"

namespace regelwerk::suites {
namespace {

constexpr int kSize = 10;
constexpr const char* kOrders[] = {"y,b,g,r", "y,b,r,g", "y,g,b,r",
                                   "y,g,r,b", "y,r,b,g", "y,r,g,b"};

const Reference& game(const std::string& order = "y,b,g,r") {
  static std::map<std::string, std::unique_ptr<Reference>> loaded;
  std::unique_ptr<Reference>& found = loaded[order];
  if (found == nullptr) {
    spec::Diagnostics diagnostics;
    found = Reference::load("koalitionsschach", {{"order", order}}, &diagnostics);
    if (found == nullptr) {
      throw std::runtime_error(spec::to_string(diagnostics));
    }
  }
  return *found;
}

// A position text taken apart here and not by the project's own reader.
struct Text {
  std::vector<std::vector<std::string>> cells;  // from rank 10 down; "" or "yK"
  std::string to_act;
  std::string alliances;
  std::string rights;
  std::string owed;
  std::string en_passant;
  std::string unmoved;
  int halfmoves = 0;
  int round = 1;
};

std::vector<std::string> split(const std::string& text, char by) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, by);) {
    parts.push_back(part);
  }
  return parts;
}

Text take_apart(const std::string& position) {
  Text text;
  std::istringstream fields(position);
  std::string placement;
  fields >> placement >> text.to_act >> text.alliances >> text.rights >> text.owed >>
      text.en_passant >> text.unmoved >> text.halfmoves >> text.round;
  for (const std::string& rank : split(placement, '/')) {
    text.cells.emplace_back();
    for (const std::string& cell : split(rank, ',')) {
      if (std::isdigit(static_cast<unsigned char>(cell[0])) != 0) {
        text.cells.back().resize(text.cells.back().size() + std::stoul(cell));
      } else {
        text.cells.back().push_back(cell);
      }
    }
  }
  return text;
}

std::string put_together(const Text& text) {
  std::string placement;
  for (const auto& rank : text.cells) {
    placement += placement.empty() ? "" : "/";
    std::string row;
    int empty = 0;
    const auto put = [&](const std::string& cell) { row += (row.empty() ? "" : ",") + cell; };
    for (const std::string& cell : rank) {
      if (cell.empty()) {
        ++empty;
        continue;
      }
      if (empty > 0) put(std::to_string(empty));
      empty = 0;
      put(cell);
    }
    if (empty > 0) put(std::to_string(empty));
    placement += row;
  }
  return placement + " " + text.to_act + " " + text.alliances + " " + text.rights + " " +
         text.owed + " " + text.en_passant + " " + text.unmoved + " " +
         std::to_string(text.halfmoves) + " " + std::to_string(text.round);
}

const std::string& cell_at(const Text& text, const std::string& square) {
  const int rank = std::stoi(square.substr(1));
  return text
      .cells[static_cast<std::size_t>(kSize - rank)][static_cast<std::size_t>(square[0] - 'a')];
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

std::vector<std::string> actions_by_oracle(const Reference& reference, const std::string& text) {
  const auto result = reference.referee().read(text);
  if (!result.position) {
    throw std::runtime_error(text + ": " + one_line(result.problems));
  }
  return reference.referee().legal_actions(*result.position);
}

const std::vector<std::string>& starts() {
  static const std::vector<std::string> found = [] {
    std::vector<std::string> positions{"startpos"};
    for (const std::string& position :
         bundled_count_positions(spec::data_directory(), "koalitionsschach")) {
      if (game().game().read(position).position != nullptr) positions.push_back(position);
    }
    return positions;
  }();
  return found;
}

// How gladly an action is played: captures and waits before others.
int weight_of(const Text& before, const std::string& action) {
  if (action == "wait") {
    return 6;
  }
  const std::size_t second = action.find_first_of("abcdefghij", 1);
  const std::string target =
      action.substr(second, action.find_first_not_of("0123456789", second + 1) - second);
  return cell_at(before, target).empty() ? 1 : 6;
}

struct Walk {
  std::vector<std::string> positions;  // the first is the start, the last may be finished
  std::vector<std::string> actions;    // one less
};

Walk walk_from_seed(std::uint32_t seed) {
  std::mt19937 random(seed);
  const auto& from = starts();
  auto position = read(game(), from[random() % 3 == 0 ? 0 : random() % from.size()]);
  Walk walk{{position->text()}, {}};
  const int plies = static_cast<int>(random() % 50);
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

// A symmetry of board and players.
struct Symmetry {
  std::map<char, char> players;
  bool files = true;
  bool ranks = false;

  char player(char letter) const {
    const auto found = players.find(letter);
    return found == players.end() ? letter : found->second;
  }
  std::string square(const std::string& name) const {
    const int rank = std::stoi(name.substr(1));
    const char file = files ? static_cast<char>('a' + 'j' - name[0]) : name[0];
    return file + std::to_string(ranks ? kSize + 1 - rank : rank);
  }
  // Squares within a text, and players where `letters` says so.
  std::string squares(const std::string& text) const {
    std::string seen;
    for (std::size_t i = 0; i < text.size();) {
      const bool is_square = text[i] >= 'a' && text[i] <= 'j' && i + 1 < text.size() &&
                             std::isdigit(static_cast<unsigned char>(text[i + 1])) != 0;
      if (!is_square) {
        seen += i > 0 && text[i - 1] == '+' ? player(text[i]) : text[i];
        ++i;
        continue;
      }
      const std::size_t end = std::min(text.find_first_not_of("0123456789", i + 1), text.size());
      seen += square(text.substr(i, end - i));
      i = end;
    }
    return seen;
  }
  std::string position(const std::string& text) const {
    Text seen = take_apart(text);
    for (auto& rank : seen.cells) {
      if (files) std::reverse(rank.begin(), rank.end());
      for (std::string& cell : rank) {
        if (!cell.empty()) cell[0] = player(cell[0]);
      }
    }
    if (ranks) std::reverse(seen.cells.begin(), seen.cells.end());
    for (std::string* field : {&seen.to_act, &seen.alliances, &seen.rights, &seen.owed}) {
      for (char& letter : *field) letter = player(letter);
    }
    seen.en_passant = squares(seen.en_passant);
    seen.unmoved = seen.unmoved == "start" ? seen.unmoved : squares(seen.unmoved);
    return put_together(seen);
  }
};

const Symmetry kLeftRight{{{'r', 'g'}, {'g', 'r'}}, true, false};
const Symmetry kHalfTurn{{{'r', 'g'}, {'g', 'r'}, {'y', 'b'}, {'b', 'y'}}, true, true};

// Actions, ending and counts of `text` in the first game are those of its image in the second.
void check_symmetry(const Reference& first_game, const Reference& second_game,
                    const Symmetry& symmetry, const std::string& text) {
  RC_LOG() << text << "\n" << symmetry.position(text) << "\n";
  const auto first = read(first_game, text);
  const auto second = read(second_game, symmetry.position(text));
  std::vector<std::string> expected = actions_of(*first);
  std::transform(expected.begin(), expected.end(), expected.begin(),
                 [&](const std::string& action) { return symmetry.squares(action); });
  RC_ASSERT(actions_of(*second) == sorted(expected));
  RC_ASSERT(actions_by_oracle(second_game, second->text()) == sorted(expected));
  RC_ASSERT(second->outcome() == first->outcome());
  RC_ASSERT(second->in_check() == first->in_check());
  RC_ASSERT(second->perft(2).nodes == first->perft(2).nodes);
}

RC_GTEST_PROP(KoalitionsschachProperties, LeftAndRightAreAlikeWithRedAndGreen,
              (std::uint32_t seed)) {
  const std::string text = walk_from_seed(seed).positions.back();
  // A set-up is held to each player's own pieces (K28).
  RC_PRE(text != game("y,b,g,r").variant().start);
  check_symmetry(game("y,b,g,r"), game("y,b,r,g"), kLeftRight, text);
}

// Half a turn takes Yellow to Black and Green to Red. It leaves the areas of set-up aside, which
// differ, and the rounds, which always begin with Yellow; so it holds once both are of no account.
RC_GTEST_PROP(KoalitionsschachProperties, HalfATurnChangesNothingWhenTheRoundsAreOver,
              (std::uint32_t seed)) {
  Text text = take_apart(walk_from_seed(seed).positions.back());
  RC_PRE(text.alliances.size() == 5);
  text.rights = "-";
  text.en_passant = "-";
  text.unmoved = "-";
  text.round += 10;
  check_symmetry(game("y,b,g,r"), game("y,r,g,b"), kHalfTurn, put_together(text));
}

// Without the small powers, Yellow and Black act in turn, in whatever order the four would.
RC_GTEST_PROP(KoalitionsschachProperties, TwoGreatPowersAloneTakeTurns, (std::uint32_t seed)) {
  Text text = take_apart(walk_from_seed(seed).positions.back());
  for (auto& rank : text.cells) {
    for (std::string& cell : rank) {
      if (!cell.empty() && (cell[0] == 'r' || cell[0] == 'g')) cell.clear();
    }
  }
  text.to_act = seed % 2 == 0 ? "y" : "b";
  text.owed = text.rights = text.en_passant = text.unmoved = "-";
  const std::string position = put_together(text);
  RC_LOG() << position << "\n";
  const auto first = read(game(), position);
  for (const std::string order : kOrders) {
    const auto other = read(game(order), position);
    RC_ASSERT(actions_of(*other) == actions_of(*first));
    RC_ASSERT(other->perft(3).nodes == first->perft(3).nodes);
    for (const generator::Action action : other->actions()) {
      const auto after = other->clone();
      after->apply(action);
      RC_ASSERT(after->to_act() == 1 - other->to_act());
    }
  }
}

RC_GTEST_PROP(KoalitionsschachProperties, AlliancesAndOwedTurnsKeepTheirLaws,
              (std::uint32_t seed)) {
  const Walk walk = walk_from_seed(seed);
  for (std::size_t i = 0; i + 1 < walk.positions.size(); ++i) {
    RC_LOG() << walk.positions[i] << " " << walk.actions[i] << "\n";
    const Text before = take_apart(walk.positions[i]);
    const Text after = take_apart(walk.positions[i + 1]);
    // What has been agreed stays.
    const std::vector<std::string> now = split(after.alliances, ',');
    for (const std::string& alliance : split(before.alliances, ',')) {
      RC_ASSERT((alliance == "-" || std::count(now.begin(), now.end(), alliance) == 1));
    }
    // An alliance arises from the action of the small power that enters it, on its own turn.
    if (after.alliances != before.alliances) {
      RC_ASSERT(before.to_act.size() == 1u);
      RC_ASSERT((before.to_act == "g" || before.to_act == "r"));
      RC_ASSERT(before.round <= 3);
    }
    // Owed turns are those of great powers; only a reply adds one, and only to him who replied.
    const bool reply = before.to_act.size() > 1 && walk.actions[i] != "wait";
    for (const char player : std::string("ybgr")) {
      const auto owed = [&](const Text& text) {
        return std::count(text.owed.begin(), text.owed.end(), player);
      };
      RC_ASSERT((owed(after) == 0 || player == 'y' || player == 'b'));
      RC_ASSERT(owed(after) <= owed(before) + (reply && before.to_act[0] == player ? 1 : 0));
    }
    // Nobody is to act in turn who owes that turn.
    RC_ASSERT((after.to_act.size() > 1 || after.owed.find(after.to_act) == std::string::npos));
    RC_ASSERT(after.round >= before.round);
  }
}

RC_GTEST_PROP(KoalitionsschachProperties, OnePlayerActsAndNoKingIsATarget, (std::uint32_t seed)) {
  for (const std::string& position : walk_from_seed(seed).positions) {
    RC_LOG() << position << "\n";
    const Text text = take_apart(position);
    const std::vector<std::string> actions = actions_of(*read(game(), position));
    RC_ASSERT(std::adjacent_find(actions.begin(), actions.end()) == actions.end());
    RC_ASSERT(std::is_sorted(actions.begin(), actions.end()));
    for (const std::string& action : actions) {
      if (action == "wait") {
        RC_ASSERT(text.to_act.size() > 1);
        continue;
      }
      const std::size_t second = action.find_first_of("abcdefghij", 1);
      const std::size_t end =
          std::min(action.find_first_not_of("0123456789", second + 1), action.size());
      const std::string& mover = cell_at(text, action.substr(0, second));
      const std::string& target = cell_at(text, action.substr(second, end - second));
      RC_ASSERT(mover[0] == text.to_act[0]);
      RC_ASSERT((target.empty() || (target[1] != 'K' && target[0] != mover[0])));
      RC_ASSERT((action.find('+') == std::string::npos || text.to_act.size() == 1));
    }
  }
}

RC_GTEST_PROP(KoalitionsschachProperties, TextsReadBackToTheSamePosition, (std::uint32_t seed)) {
  const Walk walk = walk_from_seed(seed);
  auto played = read(game(), walk.positions.front());
  for (std::size_t i = 0; i < walk.positions.size(); ++i) {
    const std::string& text = walk.positions[i];
    RC_LOG() << text << "\n";
    const auto again = read(game(), text);
    RC_ASSERT(again->text() == text);
    RC_ASSERT(again->hash() == played->hash());
    RC_ASSERT(put_together(take_apart(text)) == text);
    const auto by_oracle = game().referee().read(text);
    RC_ASSERT(by_oracle.position.has_value());
    RC_ASSERT(game().referee().text(*by_oracle.position) == text);
    if (i < walk.actions.size()) {
      played->apply(*played->find(walk.actions[i]));
    }
  }
}

// Rearrangements are not listed; counted they are, against numbers worked out by hand.
TEST(KoalitionsschachRearrangements, AreAsManyAsWaysToPutThePieces) {
  struct Case {
    const char* position;
    std::uint64_t rearrangements;
  };
  const std::string start = read(game(), "startpos")->text();
  const std::string placement = start.substr(0, start.find(' '));
  const std::string green = placement + " g gb bgr - - start 0 1";
  const std::string red = placement + " r gb,ry bgr - - start 0 1";
  const Case cases[] = {
      // Two of each of three kinds and two empty squares: 8! / (2! 2! 2! 2!), less the one there.
      {green.c_str(), 2519},
      {red.c_str(), 2519},
      // One piece, and four other squares that nobody holds.
      {"bK,9/1,rG,8/10/10/10/7,yG,yG,yG/8,yG,gS/8,yG,1/10/yK,9 g gb g - - - 0 1", 4},
      // The king of Black may not go to the files of the yellow tanks: 14 squares less its own,
      // b10, and d10 and d9.
      {"4,bK,5/10/10/10/10/10/10/10/1,yT,1,yT,6/9,yK b - b - - - 0 1", 10},
  };
  spec::Diagnostics diagnostics;
  generator::Game::Options options;
  options.list_rearrangements = true;
  const auto listing = generator::Game::compile(game().variant(), &diagnostics, options);
  ASSERT_NE(listing, nullptr) << spec::to_string(diagnostics);
  for (const auto& [position, expected] : cases) {
    const auto plain = read(game(), position);
    const auto with = listing->read(position);
    ASSERT_NE(with.position, nullptr) << position;
    EXPECT_EQ(with.position->perft(1).nodes - plain->perft(1).nodes, expected) << position;
    const auto by_oracle = game().referee().read(position);
    ASSERT_TRUE(by_oracle.position.has_value()) << position;
    EXPECT_EQ(game().referee().rearrangements(*by_oracle.position), expected) << position;
    const auto listed = game().referee().legal_actions(*by_oracle.position, true);
    EXPECT_EQ(std::count_if(listed.begin(), listed.end(),
                            [](const std::string& action) { return action[0] == '@'; }),
              static_cast<std::ptrdiff_t>(expected))
        << position;
    EXPECT_EQ(actions_of(*with.position), listed) << position;
  }
}

// The properties above would prove little about positions that the walks never reach.
TEST(KoalitionsschachWalks, ReachWhatTheRulesAreAbout) {
  int replies = 0;
  int waits = 0;
  int owed = 0;
  int decided = 0;
  int declared = 0;
  int en_passant = 0;
  int finished = 0;
  for (std::uint32_t seed = 0; seed < 300; ++seed) {
    const Walk walk = walk_from_seed(seed);
    for (std::size_t i = 0; i < walk.actions.size(); ++i) {
      const Text before = take_apart(walk.positions[i]);
      const bool asked = before.to_act.size() > 1;
      waits += walk.actions[i] == "wait" ? 1 : 0;
      replies += asked && walk.actions[i] != "wait" ? 1 : 0;
      owed += before.owed != "-" ? 1 : 0;
      declared += walk.actions[i].find('+') != std::string::npos ? 1 : 0;
      en_passant += before.en_passant != "-" ? 1 : 0;
    }
    decided += take_apart(walk.positions.back()).alliances.size() == 5 ? 1 : 0;
    finished += read(game(), walk.positions.back())->actions().empty() ? 1 : 0;
  }
  EXPECT_GE(replies, 30);
  EXPECT_GE(waits, 30);
  EXPECT_GE(owed, 30);
  EXPECT_GE(decided, 60);
  EXPECT_GE(declared, 60);
  EXPECT_GE(en_passant, 60);
  EXPECT_GE(finished, 10);
}

}  // namespace
}  // namespace regelwerk::suites
