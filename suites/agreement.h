// Random games played by generator and oracle side by side.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "suites/reference.h"

namespace regelwerk::suites {

// A position on which the two differ: a case for the text of the rules to decide.
struct Disagreement {
  std::string position;   // the generator's text
  std::string what;       // "legal actions", "text after e2e4", "ending", "check", "reading"
  std::string generator;  // its answer
  std::string oracle;     // its answer, with the oracle's reason where it refuses an action
};

struct AgreementOptions {
  std::uint64_t positions = 3'000;  // to compare; fewer if stopped or after max_disagreements
  std::uint64_t seed = 1;           // equal seeds give equal games
  int max_plies = 120;              // of one game
  // Where games begin, chosen at random: position texts, of which those that the generator refuses
  // are skipped. The start position is always among them.
  std::vector<std::string> starts;
  std::size_t max_disagreements = 10;
  const std::atomic<bool>* stop = nullptr;
  std::function<void(std::uint64_t positions)> progress;  // after each game
};

struct AgreementResult {
  std::uint64_t positions = 0;  // compared
  std::uint64_t actions = 0;    // legal actions compared
  std::uint64_t games = 0;
  // How often each event happened on the way: "captures", "en passant", "castlings", "promotions",
  // "checks", "checkmates", "stalemates", and those that the variant's own rules bring ("fusions",
  // "part removals", "replies", "rearrangements"). Every name that the variant can have is there,
  // if with 0.
  std::map<std::string, std::uint64_t> events;
  // How often the oracle gave each reason when asked about actions that are not legal: "B15
  // castling.path-attacked" with the number of actions.
  std::map<std::string, std::uint64_t> reasons;
  std::vector<Disagreement> disagreements;
};

// Play is biased towards captures, promotions, castling, en passant, checks, and whatever else the
// variant's rules make rare, so that these rules fire. At every position it compares: the lists of
// legal actions, the ending and whether the player is in check; and after the action played, the
// canonical texts. Of the actions that are not legal the oracle judges all castlings that can be
// written as such, some actions of royals and some at random.
AgreementResult compare_by_random_play(const Reference& reference,
                                       const AgreementOptions& options = {});

// Compares both sides on one position text; appends what differs.
void compare_position(const Reference& reference, const std::string& position_text,
                      std::vector<Disagreement>& disagreements);

// Plays one game from a position text, comparing as compare_by_random_play does at every position
// and after every action, and at the end whether the text reads back to the same position. `choose`
// is asked for an action, as its index among so many legal ones sorted by text; nullopt ends the
// game. Ends with the first position on which the two differ. Appends what differs and returns how
// many positions were compared; 0 if either side refuses the text.
std::uint64_t compare_game(
    const Reference& reference, const std::string& start,
    const std::function<std::optional<std::size_t>(std::size_t legal)>& choose,
    std::vector<Disagreement>& disagreements);

std::string to_string(const Disagreement& disagreement);

}  // namespace regelwerk::suites
