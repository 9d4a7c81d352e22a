// The conversation about a count with an engine that stays, whatever its protocol: how it is told
// to count, when its answer is over, and whether one that does not answer is slow or hangs.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "oracle/engines/perft_text.h"
#include "oracle/engines/protocol.h"

namespace regelwerk::engines {

class CountDialogue {
 public:
  // A question that the engine answers when it has done what it was told before, or meanwhile:
  // "isready" with "readyok". Without a question there is none.
  struct Fence {
    std::string question;
    std::string answer;
  };
  CountDialogue(Context& context, std::function<Fence()> fence)
      : context_(context), fence_(std::move(fence)) {}

  // Finds out how the engine counts: by its spec, or else in the first of `usual` words that works.
  // `again`: the process is busy otherwise, and the rest is to be found out in a new one.
  std::optional<Failure> explore(const std::vector<std::string>& usual, bool* again);

  // Counts in the words found; kNoPerft if there are none.
  std::optional<Failure> count(int depth, PerftAnswer* answer);

 private:
  // Tries whether the engine counts when told so in these words ("go perft"; `{depth}` stands for
  // the depth, `;` divides lines; without `{depth}` it comes last), and learns the form of its
  // answer. The engine holds the start position, in which there is something to count. If it does
  // not count, `works` is false and Findings::no_perft says why. `busy`: the process is occupied
  // otherwise.
  std::optional<Failure> try_words(const std::string& words, bool* works, bool* busy);

  // Whether totals of smaller depths come before the one asked for, where that is not said with
  // them. `first` is the count of depth 1.
  std::optional<Failure> learn_totals(std::uint64_t first);

  enum class End { kCounted, kUnknown, kSearches, kSilent, kNoMoves };
  struct Patience {
    bool trying = false;            // nobody knows yet that it counts
    bool close_when_quiet = false;  // its answer may have no end of its own
    std::size_t lines = 0;          // of a divide without a total; 0: not known
    int bare = 0;  // the number that is the total, of those that stand alone; 0: none
  };
  std::optional<Failure> listen(PerftReader& reader, const std::string& command, Patience patience,
                                End* end);
  std::optional<Failure> slow_or_hung(const std::string& command);
  bool goes_on(const PerftAnswer& first);
  void say(const std::string& words, int depth);
  std::string spoken(const std::string& words, int depth) const;
  PerftReader reader_for(const std::string& words, int depth) const;
  void note_no_perft(std::string why);
  void to_our_ranks(PerftAnswer* answer);

  Context& context_;
  std::function<Fence()> fence_;
};

}  // namespace regelwerk::engines
