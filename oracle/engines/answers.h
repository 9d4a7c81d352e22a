// What comes back from an outside program: answers and the reasons why there is none.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace regelwerk::engines {

// Why there is no answer.
struct Failure {
  enum class Kind {
    kNotFound,          // no such program, it cannot be started, or its description is wrong
    kDied,              // ended or was killed by a signal before it answered
    kClosed,            // closed its output and lived on; was killed
    kHung,              // did not answer by the deadline, showed no life, and was killed
    kTooSlow,           // did not answer by the deadline, but answers other questions meanwhile
    kNonsense,          // answered, but not in the protocol's form, or contradicted itself
    kNondeterministic,  // answered the same question in two ways
    kVariantUnknown,    // does not offer the variant
    kOptionRefused,     // does not have an option, or does not take its value
    kOtherPosition,     // is seen to hold another position than the one sent
    kPositionRefused,   // says that it does not take the position
    kCannotSetUp,       // has no command by which it could be told the position
    kNoPerft,           // cannot count
  };
  Kind kind = Kind::kDied;
  std::string detail;  // "killed by signal 11 (SIGSEGV)", one line
};

struct DivideLine {
  std::string action;  // as the engine writes it; long algebraic and ranks from 0 made coordinates
  std::uint64_t nodes = 0;
};

// How it is known that the engine counted from the position asked about.
enum class PositionCheck {
  kNone,   // it is not: the engine shows nothing of it
  kMoves,  // its moves start where the side to move has pieces
  kShown,  // it showed the position
};

// Either `failure`, or a count. If there are divide lines, they add up to it.
struct PerftAnswer {
  std::optional<Failure> failure;
  std::uint64_t nodes = 0;
  // Its total as it said it, where that is no count at all ("-3157") or is one that has run over:
  // then `nodes` is what its moves add up to, or 0 without moves. Empty: `nodes` is what it said.
  std::string said;
  // What a reader of the answer should know, a sentence each: that there was no total, and the
  // like.
  std::vector<std::string> notes;
  // False if the engine gave a total alone; `divide` is then empty and says nothing about moves.
  bool divided = false;
  std::vector<DivideLine> divide;  // sorted by action; a move that it lists twice stands here twice
  PositionCheck checked = PositionCheck::kNone;
};

// Whether a move is legal in an engine's eyes.
enum class MoveStatus {
  kAccepted,
  kRefused,
  kNotObservable,  // nothing that the engine shows tells
};

// A move that an engine is asked about.
struct Candidate {
  std::string action;
  // A plainly illegal move of the same kind in the same position. That the engine takes `action`
  // means something only if it refuses this one; empty: there is none, and it means nothing.
  std::string control;
  bool legal = false;  // as the referee says: other spellings of it may be tried
};

struct CandidateAnswer {
  std::string action;  // as it was asked for
  MoveStatus status = MoveStatus::kNotObservable;
};

// Which moves an engine takes for legal in one position.
struct RootMovesAnswer {
  enum class Source {
    kPerft,    // the divide of depth 1
    kSearch,   // the principal variations of a search for many
    kPlayed,   // the candidates were played one by one
    kNothing,  // nothing is observable
  };
  std::optional<Failure> failure;
  Source source = Source::kNothing;
  // All that were asked for, in the order given.
  std::vector<CandidateAnswer> candidates;
  // Whether `moves` are all that the engine knows; that is final in both directions. If not, a move
  // that is illegal and was not among the candidates is not observable, and nobody may say that the
  // engine agrees.
  bool complete = false;
  std::vector<std::string> moves;  // that the engine takes for legal, its spelling, sorted
  // How many moves the engine counts, where it counts without naming them. More than the accepted
  // candidates means that it knows moves that nobody asked about.
  std::optional<std::uint64_t> count;
  // It takes plainly illegal moves too, so that taking a move tells nothing.
  bool takes_anything = false;
  // It refused every candidate, legal ones among them, and shows no position: it may hold another.
  bool refuses_everything = false;
};

// What became of a list of moves.
struct PlayAnswer {
  std::optional<Failure> failure;
  bool observable = false;  // false: the engine does not show its position
  // How many of the moves it played, from the front. Engines stop at the first that they take for
  // illegal and say nothing.
  std::size_t played = 0;
  std::string held;  // the position it shows at the end
};

// The answer of a program that only says whether a count is right.
struct AgreeAnswer {
  std::optional<Failure> failure;
  bool agrees = false;
};

}  // namespace regelwerk::engines
