// What every wire protocol can be asked. One file for each: uci_protocol, xboard_protocol,
// script_protocol. Engine (engine.h) starts and ends the process and puts answers together.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "oracle/engines/answers.h"
#include "oracle/engines/engine_spec.h"
#include "oracle/engines/session.h"
#include "spec/variant.h"

namespace regelwerk::engines {

// What was found out about an engine; kept when its process is started again.
struct Findings {
  ProtocolKind protocol = ProtocolKind::kAuto;  // kAuto: not yet
  std::string name;
  std::optional<std::string> perft;  // the words before the depth; "none": it cannot count
  bool second_number = false;        // `perft 3 1` divides
  bool asked_second_number = false;
  std::optional<std::string> echo;  // the command that shows the position; "": there is none
  bool chess960 = false;            // castling is written as king takes partner
  bool rank_zero = false;           // its ranks begin with 0
  bool go_searches = false;         // it takes "go perft" for a search
  bool go_doubted = false;          // it did not answer the first "go perft"
  bool only_tries = false;          // this question is only to see whether it can count
  bool lists_variations = false;    // it was seen to show more than one variation
  std::string no_perft;             // what it said to the first perft command
};

// All that a protocol works with.
struct Context {
  Session& session;
  const spec::Variant& variant;
  const EngineSpec& spec;
  Findings& found;
};

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

  // Tells the engine a position and the moves played from it, and checks what it then shows: for no
  // moves, that it is the position sent.
  virtual std::optional<Failure> hold(const std::string& position,
                                      const std::vector<std::string>& moves, Held* held) = 0;

  // Counts from the position held.
  virtual std::optional<Failure> count(int depth, PerftAnswer* answer) = 0;

  // The legal moves of the position held, by other means than counting. False if there are none.
  struct Listed {
    std::vector<std::string> moves;
    bool complete = false;
  };
  virtual std::optional<Failure> list_moves(std::optional<Listed>* listed) = 0;

  // Plays one move from a position. If it is accepted, the engine holds the position after it.
  virtual std::optional<Failure> try_move(const std::string& position, const std::string& move,
                                          MoveStatus* status) = 0;

 protected:
  Context context_;
};

// Other texts of a move that may be castling, in the order to try: as king takes partner, king to
// its target, in words. Empty if the move is no castling by its looks: a king along its rank, by
// more than one square or onto an own piece.
std::vector<std::string> castling_texts(const spec::Variant& variant, const std::string& position,
                                        const std::string& move);

// The same position? nullopt if it is; else a kPositionRefused.
std::optional<Failure> check_held(const spec::Variant& variant, const std::string& position,
                                  const std::string& shown);

}  // namespace regelwerk::engines
