// What every wire protocol can be asked. One file for each: uci_protocol, xboard_protocol,
// script_protocol. Engine (engine.h) starts and ends the process and puts answers together.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "oracle/engines/answers.h"
#include "oracle/engines/engine_spec.h"
#include "oracle/engines/session.h"
#include "spec/variant.h"

namespace regelwerk::engines {

// What was found out about an engine, at the start position of the variant, in which there is
// something to do; kept when its process is started again. What it does elsewhere changes nothing
// here, so that the order of the questions does not matter.
struct Findings {
  ProtocolKind protocol = ProtocolKind::kAuto;  // kAuto: not yet
  std::string name;
  bool explored = false;
  std::optional<std::string>
      perft;                       // how it is told to count (EngineSpec::perft); "none": it cannot
  bool second_number = false;      // `perft 3 1` divides
  bool divides = false;            // it lists moves with its counts
  bool gives_total = true;         // false: a divide without a total
  bool bare = false;               // its total is a number that stands alone in its line
  bool totals_each_depth = false;  // totals of smaller depths come first, without their depth
  bool counts_on = false;          // it goes on to greater depths than the one asked for
  std::optional<std::string> echo;  // the command that shows the position; "": there is none
  bool repeats_ping = false;        // xboard: it knows no `ping`, but repeats the word at once
  bool chess960 = false;            // castling is written as king takes partner
  bool rank_zero = false;           // its ranks begin with 0
  bool lists_variations = false;    // it shows as many variations as there are moves
  std::string no_perft;             // what it said to the first perft command

  // What is tried once and by itself; `trying` is what is being tried, empty in between.
  std::set<std::string> tried;
  std::string trying;
  std::chrono::milliseconds try_time{5'000};
  // What it did not survive, and how; it is not told so again.
  std::vector<std::string> notes;
  std::set<std::string> deadly;
  // It fell over what every engine must know; nothing that it shows afterwards counts.
  std::optional<Failure> broken;
};

// All that a protocol works with.
struct Context {
  Session& session;
  const spec::Variant& variant;
  const EngineSpec& spec;
  Findings& found;
};

// Tries something once, ever. `what` names it; nothing happens if it was tried before.
template <typename Try>
std::optional<Failure> once(Context& context, const std::string& what, Try attempt) {
  Findings& found = context.found;
  if (!found.tried.insert(what).second) return std::nullopt;
  found.trying = what;
  context.session.begin_question(found.try_time);
  auto trouble = attempt();
  if (!trouble) found.trying.clear();
  return trouble;
}

// The position that an engine was told to hold.
struct Held {
  std::optional<std::string> shown;  // as it shows it; not set: it does not
};

class Protocol {
 public:
  explicit Protocol(Context context) : context_(context) {}
  virtual ~Protocol() = default;
  Protocol(const Protocol&) = delete;
  Protocol& operator=(const Protocol&) = delete;

  // Finds out what the engine can do. May leave it in an unknown state and want to go on in a new
  // process: `again`. A failure while Findings::trying is set belongs to what was tried.
  virtual std::optional<Failure> explore(bool* again) {
    *again = false;
    return std::nullopt;
  }

  // Tells the engine a position and the moves played from it, and checks what it then shows: for no
  // moves, that it is the position sent.
  virtual std::optional<Failure> hold(const std::string& position,
                                      const std::vector<std::string>& moves, Held* held) = 0;

  // Counts from the position held.
  virtual std::optional<Failure> count(int depth, PerftAnswer* answer) = 0;

  // The legal moves of the position held, by other means than counting. Not set if there are none.
  // `none_expected`: there is no legal move, so that silence is an answer.
  struct Listed {
    std::vector<std::string> moves;
    bool complete = false;  // all that the engine knows
    bool numbered = false;  // it numbers them, one after the other
  };
  virtual std::optional<Failure> list_moves(bool none_expected, std::optional<Listed>* listed) {
    static_cast<void>(none_expected);
    listed->reset();
    return std::nullopt;
  }

  // The spellings of a move in this protocol, the usual one first. More than one for what looks
  // like castling only.
  virtual std::vector<std::string> spellings(const std::string& position,
                                             const std::string& move) const {
    static_cast<void>(position);
    return {move};
  }

  // What an engine does with a move.
  enum class Tried {
    kTaken,    // it played it, or named it as the best when confined to it
    kRefused,  // it said so, or stayed where it was
    kOther,    // confined to it, it named another move: it has this one not, or cannot be confined
    kUnseen,
  };
  // Plays one move from a position. If it is taken, the engine holds the position after it.
  virtual std::optional<Failure> try_move(const std::string& position, const std::string& move,
                                          Tried* tried) {
    static_cast<void>(position);
    static_cast<void>(move);
    *tried = Tried::kUnseen;
    return std::nullopt;
  }

 protected:
  Context context_;
};

// Other texts of a move that may be castling, in the order to try: as king takes partner, king to
// its target, in words. Empty if the move is no castling by its looks: a king along its rank, by
// more than one square or onto an own piece.
std::vector<std::string> castling_texts(const spec::Variant& variant, const std::string& position,
                                        const std::string& move);

// The same position? nullopt if it is; else a kOtherPosition.
std::optional<Failure> check_held(const spec::Variant& variant, const std::string& position,
                                  const std::string& shown);

}  // namespace regelwerk::engines
