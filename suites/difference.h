// Where two specs rule differently, shown by small positions.
//
// Two References -> random play, constructed positions and suite positions -> the first few places
// of each kind of difference, made small -> the smallest, and what either referee says there.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "suites/reference.h"

namespace regelwerk::suites {

enum class DifferenceKind {
  kActions,     // an action is legal by one spec only
  kAfterwards,  // an action that both allow leads to different positions
  kEnding,      // the game has ended by one only, or with another result
  kClaims,      // another draw may be claimed or ends the game
  kAcceptance,  // a position text that one takes and the other refuses
};

// The stable name in reports: "actions", "afterwards", "ending", "claims", "acceptance".
std::string_view difference_name(DifferenceKind kind);

// What one spec says about the place of a difference.
struct SpecAnswer {
  std::string says;      // "legal", "illegal", "stalemate: drawn", "accepted", ...
  std::string rule;      // "castling.path-attacked"; empty if none forbids or explains
  std::string clause;    // "C6"; may be empty
  std::string sentence;  // the clause's sentence; may be empty
  std::string shown;     // what is seen on the board; may be empty
};

struct SpecDifference {
  DifferenceKind kind = DifferenceKind::kActions;
  std::string position;             // a text that both read, except for kAcceptance
  std::vector<std::string> moves;   // played from it first; only where history counts (kClaims)
  std::string action;               // kActions and kAfterwards: the action explained
  std::vector<std::string> only_a;  // kActions: legal by A alone, sorted
  std::vector<std::string> only_b;
  SpecAnswer a;
  SpecAnswer b;
  // Empty, or that generator and referee of a spec disagree here, so that the difference may be
  // one between the two implementations.
  std::string doubt;
};

struct DifferenceOptions {
  std::uint64_t positions = 20'000;  // to compare, over all sources
  std::uint64_t seed = 1;            // equal seeds give equal answers
  // Position texts to play from besides the start positions and constructed ones; texts that
  // neither spec takes are skipped.
  std::vector<std::string> starts;
  // What to look for; the search ends once each of them is found a few times.
  std::set<DifferenceKind> kinds = {DifferenceKind::kActions, DifferenceKind::kAfterwards,
                                    DifferenceKind::kEnding, DifferenceKind::kClaims,
                                    DifferenceKind::kAcceptance};
  const std::atomic<bool>* stop = nullptr;
  std::function<void(std::uint64_t positions, std::size_t found)> progress;  // after each game
};

struct DifferenceResult {
  std::vector<SpecDifference> differences;  // at most one of each kind, in the order of the enum
  std::uint64_t from_start = 0;             // positions compared in games from the start positions
  std::uint64_t constructed = 0;            // and after constructed positions
  std::uint64_t from_suites = 0;            // and after `starts`
  bool complete = true;                     // false: stopped from outside
  std::uint64_t positions() const { return from_start + constructed + from_suites; }
};

// Each position found is made small: pieces, rights, removed
// parts and counters are taken away as long as the specs still differ there in the same way. Of the
// first few of a kind the smallest is kept.
DifferenceResult find_differences(const Reference& a, const Reference& b,
                                  const DifferenceOptions& options = {});

// Position texts in the bundled suites of every variant whose board is as large as that of `a` or
// of `b`, sorted, each once. Files that cannot be read are left out.
std::vector<std::string> bundled_positions(const spec::Variant& a, const spec::Variant& b);

}  // namespace regelwerk::suites
