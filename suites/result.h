// What a verification found: one plain model, filled by the runner and shown by every report.
//
// suites/runner.h -> Run -> reports/*.h. Nothing here refers to a generator, oracle or engine
// object, so that a Run can be kept, copied and written out.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "spec/diagnostic.h"

namespace regelwerk::suites {

// How a checker's answer to one case compares with what was expected.
enum class Verdict {
  kAgrees,
  kWrongCount,   // another number; the difference could not be traced to a move
  kWrongMoves,   // the set of moves differs somewhere below: `difference` names place and moves
  kWrongChild,   // counts a child otherwise inside the tree than when asked about it directly
  kWrongAnswer,  // an example, diagram or refusal is answered otherwise (detail says how)
  kRefused,       // says that it does not take the position
  kWrongPosition, // an engine is seen to hold another position than the one sent
  kDied,         // an engine ended or was killed before it answered
  kHung,         // an engine did not answer in time and showed no sign of life
  kNonsense,     // an engine answered outside the protocol
  kNondeterministic,  // answered the same question in two ways, one of them wrong
  kVariantUnknown,    // an engine does not offer the variant
  kNoPerft,           // an engine does not know the perft command
  kNotObservable,  // an engine that cannot count takes the legal moves; of others nothing is seen
  kTooSlow,        // an engine that lives needs more time than it has; not run
  kNotStarted,     // an engine's program was not found or cannot be started
  kNotRun,         // left out; detail says why ("above 200000 nodes", "deadline")
  kKnownFault,     // a wrong answer that the list of known faults has
  kInterrupted,    // cut off while it ran
};

// The stable name in reports: "agrees", "wrong_count", ...
std::string_view verdict_name(Verdict verdict);

// What the oracle says about one action on which checker and reference differ.
struct ActionNote {
  std::string action;
  bool legal = false;
  std::string rule;      // "castling.path-attacked"; if legal, what makes it so: "en-passant"
  std::string clause;    // "C6"; may be empty
  std::string sentence;  // the clause's sentence; may be empty
  std::string shown;     // what is seen on the board; may be empty
};

// Where a checker's moves differ from the reference.
struct Difference {
  std::string position;              // the position in which they differ
  int depth = 0;                     // plies counted from that position
  std::vector<std::string> line;     // the moves from the case's position to it
  std::vector<std::string> missing;  // legal, but not in the checker's list
  std::vector<std::string> extra;    // in the checker's list, but not legal
  std::vector<ActionNote> notes;     // one for each missing and extra action
};

// In which way a checker is wrong.
enum class FaultClass {
  kMissing,     // a legal action is not in its list
  kExtra,       // an action in its list is not legal, or stands there twice
  kWrongChild,  // its moves are right, but an action leads to a position that it gets wrong
  kCountOnly,   // its moves are right, and only the number is wrong
};

// The stable name in reports: "missing", "extra", "wrong_child", "count_only".
std::string_view fault_class_name(FaultClass fault);

// What is behind a wrong answer, shown in the smallest position that was found.
struct Cause {
  FaultClass fault = FaultClass::kMissing;
  std::string position;
  int depth = 1;       // at which the checker is wrong there
  std::string action;  // that is missing, extra, or leads to the wrong child; may be empty
  // The moves after `action` at the end of which a wrong child shows; the last one is missing or
  // extra there. Empty if the checker cannot be asked so.
  std::vector<std::string> then;
  // The rule that forbids an extra action ("castling.path-attacked"), makes a missing one legal
  // ("en-passant", oracle/grounds.h), or says what a wrong child should look like; may be empty.
  std::string rule;
  std::string clause;    // "C6"; may be empty
  std::string sentence;  // the clause's sentence; may be empty
  std::string shown;     // what is seen on the board; may be empty
  // kWrongChild: what of the child is wrong: "castling rights", "en passant", "promotion", "board",
  // "turn", ...; empty if unknown.
  std::string field;
  // All that is missing or extra in that position, sorted.
  std::vector<std::string> missing;
  std::vector<std::string> extra;
  int questions = 0;      // that the checker was asked to find and reduce this
  bool smallest = false;  // nothing more can be taken away by itself; false: not tried, or cut off
};

// Where an answer comes from.
enum class Origin {
  kAsked,    // this run
  kEarlier,  // an earlier result that this run resumes
  kCache,    // an earlier run, by way of the cache
};
std::string_view origin_name(Origin origin);  // "asked", "earlier", "cache"

// One checker's answer to one case.
struct Outcome {
  std::string checker;  // name of one of Run::checkers
  Verdict verdict = Verdict::kNotRun;
  std::optional<std::uint64_t> actual;  // its count, if it gave one
  std::string said;  // its total as it said it, where that is no count ("-3157"); else empty
  std::optional<Difference> difference;
  std::optional<Cause> cause;  // suites/diagnosis.h
  // A smaller depth of the same position and suite at which the same difference was found; 0 if
  // this is where it was found, or there is none.
  int explained_at = 0;
  std::string detail;                 // lines of text for a reader; may be empty
  std::vector<std::string> evidence;  // files that show what was said; may be empty
  double seconds = 0;
  Origin origin = Origin::kAsked;
};

enum class CaseKind { kCount, kExample, kDiagram, kRefusal };
std::string_view case_kind_name(CaseKind kind);  // "count", "example", "diagram", "refusal"

struct CaseResult {
  CaseKind kind = CaseKind::kCount;
  std::string suite;  // file; empty for a position given by itself
  int line = 0;       // from 1; 0 without a file
  std::string name;   // as the suite names it; may be empty or occur twice
  std::string position;
  int depth = 0;                          // kCount only
  std::optional<std::uint64_t> expected;  // kCount only; absent if no reference gave a number
  std::string source;                     // where `expected` comes from; may be empty
  std::string note;                       // the suite's own words about the case; may be empty
  std::string spec_hash;  // of the variant with the suite's options; empty if it is Run::spec_hash
  // No game leads to the position, and nobody asked to count it: what is wrong is shown, and is
  // neither a failure nor a reason for an exit status. An engine that cannot be started is, always.
  bool unreachable = false;
  // In the order of Run::checkers; engines have one for counts only.
  std::vector<Outcome> outcomes;
  std::vector<std::string> remarks;  // what the answers together suggest ("suspect the suite")
};

// "chess/tricky.epd:12 kiwipete D4", the text that reports call a case by.
std::string case_title(const CaseResult& result);

struct Checker {
  enum class Kind { kGenerator, kOracle, kEngine };
  Kind kind = Kind::kGenerator;
  std::string name;     // "generator", "oracle", or the engine's command; unique within a Run
  std::string version;  // an engine's own name ("Stockfish 15.1"); may be empty
  // Changes with the program, the command or the options; empty if unknown.
  std::string identity;
  // How an engine was spoken to in the end, as --engine takes it; empty if it was not.
  std::string spoken;
  std::vector<std::string> notes;  // what a reader should know of it, a sentence each
};

// The part of a run's cases that is checked: every `count`-th position or other case, from the
// `index`-th on. 1 <= index <= count.
struct Shard {
  int index = 1;
  int count = 1;
};

struct Run {
  std::string tool_version;
  std::string variant;
  std::string spec_file;
  std::string spec_hash;  // Variant::meaning_hash
  std::string started;    // UTC, ISO 8601: "2024-05-01T12:00:00Z"
  double seconds = 0;
  std::vector<Checker> checkers;
  std::vector<CaseResult> cases;
  Shard shard;
  std::size_t cases_elsewhere = 0;           // left to the other shards
  std::vector<std::string> resolved_faults;  // listed known faults that no longer occur
  spec::Diagnostics diagnostics;             // what is wrong with the spec or the suite files
  bool deadline_reached = false;
  bool interrupted = false;
};

// Numbers of outcomes (a case times a checker), not of cases.
struct Counts {
  std::uint64_t agrees = 0;
  std::uint64_t wrong = 0;    // kWrong*
  std::uint64_t refused = 0;  // kRefused
  std::uint64_t failed = 0;   // died, hung, nonsense, nondeterministic, not started
  std::uint64_t known_fault = 0;
  std::uint64_t uncounted = 0;  // what would be wrong, refused or failed if it were reachable
  std::uint64_t unable = 0;     // variant unknown, no perft
  std::uint64_t partly = 0;     // kNotObservable: right as far as it could be seen
  std::uint64_t not_run = 0;    // not run, too slow or interrupted
  // Answers that were compared, right or wrong.
  std::uint64_t checked() const {
    return agrees + wrong + refused + failed + known_fault + uncounted;
  }
  Counts& operator+=(const Counts& other);
  bool operator==(const Counts&) const = default;
};

Counts count_outcomes(const CaseResult& result);
Counts count_outcomes(const Run& run);
// Of one checker, by its name.
Counts count_outcomes(const Run& run, std::string_view checker);

// true for an answer that makes a verification fail or that a reader must see.
bool is_failure(Verdict verdict);
// Whether that answer fails the verification, too: not if the case is unreachable.
bool is_failure(const CaseResult& result, Verdict verdict);

// Exit status of the program for these runs:
//   130 interrupted, else the first that holds of
//   1   a disagreement: a wrong answer, a wrong position held, or generator and oracle differ on
//       whether to refuse
//   3   an engine died, hung, spoke nonsense, answered in two ways or refused a position
//   2   errors in a spec or suite, a position that generator and oracle refuse, an engine that
//       cannot be started, an engine of which nothing was seen, or nothing was checked (a shard
//       without a case for it is no such engine, and one without any case is no such run)
//   4   the deadline cut a run short
//   0   all that was selected agreed; what is unreachable may not
int exit_status(const std::vector<Run>& runs);
int exit_status(const Run& run);

}  // namespace regelwerk::suites
