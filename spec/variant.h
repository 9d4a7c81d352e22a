// The validated model of one variant: what its rules say, with nothing derived.
//
// YAML text -> Document (spec/document.h) -> Variant (this file, made by spec/load.h) -> the
// generator's Rules on one side, the oracle's Referee on the other. A Variant that exists is
// consistent: every id refers to something, every square lies on the board, the start position
// can be read. Values chosen by options are already substituted.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "spec/diagnostic.h"
#include "spec/square.h"

namespace regelwerk::spec {

using PlayerId = int;  // index into Variant::players; -1 is no player
using KindId = int;    // index into Variant::pieces; -1 is no kind

// A named part of the board (`board.parts`), such as one of two boards laid side by side.
struct Part {
  std::string name;
  Rectangle area;
};

struct Board {
  int files = 8;            // 1..kMaxFiles
  int ranks = 8;            // 1..kMaxRanks
  std::vector<Part> parts;  // empty, or a partition of the board
  bool contains(Square s) const {
    return 0 <= s.file && s.file < files && 0 <= s.rank && s.rank < ranks;
  }
};

struct Player {
  std::string name;   // "white"
  char letter = 'w';  // in position text
  Direction forward = Direction::kNorth;
  bool upper_case = false;        // how position text writes his pieces (two-player forms)
  std::vector<Rectangle> set_up;  // where his pieces are set up; empty: nowhere in particular
};

// One Betza atom with its modifiers, directions resolved. A piece moves as any of its Movements.
//
// From its square the piece goes k steps of one of `steps`, 1 <= k <= range (kUnlimited: as far
// as the board goes). All squares after the first k-1 steps must be empty; so must, if `lame`, the
// squares crossed within each step (see crossed_squares). The last square must be empty
// (`moves`) or hold a piece that can be captured (`captures`).
struct Movement {
  static constexpr int kUnlimited = 0;
  std::string text;                // as written: "fmW"
  std::vector<Offset> steps;       // distinct, in the owner's frame
  int range = 1;                   // >= 1, or kUnlimited
  bool moves = true;               // may go to an empty square (no modifier, or m)
  bool captures = true;            // may capture (no modifier, or c)
  bool first_move_only = false;    // i: only while the piece has not moved (FirstMoveRule)
  bool lame = false;               // n: may not jump
  bool grants_en_passant = false;  // n on a move-only atom: leaves the right on the crossed square
  bool takes_en_passant = false;   // e: may also capture onto an en passant square
  // Structured form `{steps: [N, N]}`: a leap by the sum of the two steps, for each sum reached by
  // way of at least one square of the board (nothing on it matters). Each entry of `via` are the
  // first steps that lead to the step of the same index; empty: no such condition.
  std::vector<std::vector<Offset>> via;
};

// The squares, relative to the start and in order, that a lame step passes over: for steps along
// a rank, file or diagonal those between; for (1,2)-steps the orthogonal neighbour in the long
// direction. Other steps cannot be lame (the loader refuses them).
std::vector<Offset> crossed_squares(Offset step);

struct PieceKind {
  std::string name;   // "archbishop"
  char letter = '?';  // upper case letter; in position text and promotion choices
  std::string betza;  // as written; the structured form as YAML, "{steps: [N, N]}"
  std::vector<Movement> movements;
  bool royal = false;
  Place place;
};

// A set of squares that a rule names relative to each player.
struct Zone {
  // last_ranks > 0: that many ranks farthest in the player's forward direction ("last-rank" is 1;
  // for players marching along ranks, that many files). Otherwise the squares of `areas`.
  int last_ranks = 0;
  std::vector<Rectangle> areas;
};

// What every rule carries: where it stands and which clause explains each of its reasons.
struct Rule {
  Place place;
  // Documented reason -> clause id ("in-check" -> "C6"). A reason without an entry has no clause;
  // explanations then name the rule's key and reason ("castling.in-check").
  std::map<std::string, std::string> clauses;
};

// When a piece counts as not yet moved (modifier i). Reasons: moved.
struct FirstMoveRule : Rule {
  enum class KnownBy {
    kRank,   // it stands on the player's rank `rank`; any piece there has "not moved"
    kFlags,  // position text says so for each piece of a kind that has an i movement
  };
  KnownBy known_by = KnownBy::kRank;
  int rank = 2;  // counted from the player's own edge, which is 1; 2 or 3
};

// Reasons: none, not-next (the right has ended), exposes (royal safety after both have gone).
struct EnPassantRule : Rule {
  enum class Lasts {
    kNextAction,      // for the one action after the double step
    kUntilOwnerActs,  // until the player who made it is to act again; one right for each player
  };
  Lasts lasts = Lasts::kNextAction;
};

// Reasons: compulsory (a choice is missing), not-there (a choice given elsewhere),
// unknown-choice (the kind is not offered), not-captured (of this kind the player has as many
// pieces as `start` gives him).
struct PromotionRule : Rule {
  std::vector<KindId> of;
  Zone zone;               // a move that ends here may promote
  std::vector<KindId> to;  // in the order written; royal kinds only without an upper royal count
  std::optional<Zone> compulsory;  // a move that ends here must promote; within `zone`
  // Only to kinds of which the player has fewer pieces on the board than in `start`, before the
  // move. Where promotion is compulsory and no kind is left, the piece cannot go.
  bool captured_only = false;
};

// Castling: an unmoved king and an unmoved partner of the same player on the same rank. Left and
// right are as White (forward north) sees them: left is towards file a, for every player.
// Reasons: moved (king or partner has moved, or no right), blocked (a piece between or on a
// square needed), other-rank (they stand on different ranks), no-gap (kBesidePartner: no square
// between them), in-check, path-attacked (a crossed square), target-attacked (the square
// reached), shield-lost (the square reached is attacked only because the partner has left its own).
struct CastlingRule : Rule {
  struct Wing {
    int king_file = 0;     // where the king stops
    int partner_file = 0;  // where the partner stops
  };
  enum class Stops {
    kFiles,          // on the files of `left` and `right`
    kBesidePartner,  // king on the last square before the partner, partner on the king's other side
  };
  enum class Homes {
    kStartSquares,  // kings and partners count as unmoved only where `start` has them
    kFirstRank,     // anywhere on the player's first rank
  };
  KindId king = -1;
  KindId partner = -1;
  Stops stops = Stops::kFiles;
  Homes homes = Homes::kStartSquares;
  std::optional<Wing> left;   // towards file a; nullopt: no castling to that side
  std::optional<Wing> right;  // towards the highest file
};

// A royal may step, as it moves, onto the square of another royal of its player and of its kind:
// both become one piece of kind `into`. Reasons: target-attacked.
struct FusionRule : Rule {
  KindId of = -1;
  KindId into = -1;
};

// Royals that may not pass an attacked square either. Each passed square is judged with the piece
// standing on it and its start empty, before any removal of a part. Reasons: path-attacked,
// target-attacked.
struct SafePathRule : Rule {
  std::vector<KindId> of;
};

// After an action, a part of the board on which some player has no piece left is removed with all
// that stands on it; all parts are judged at once, on the position after every other effect.
// Reasons: self-destruction (the action leaves its own player without a royal).
struct PartRemovalRule : Rule {
  bool self_destruction = true;  // whether such an action is legal
};

// Players who can become friends. Friends neither capture nor attack one another, and win
// together; all others are hostile. Two great powers (with a royal each) and two small ones
// (without): in the first `rounds` rounds an unallied small power, on its regular turn, joins a
// great power that has no ally, by declaring it with its action ("i7h7+y"), or by what the action
// does: a capture of a great power's piece, or an attack on its royal, allies it with the other.
// Reasons: not-open (the great power has an ally, or the small power has one), contradiction (the
// action would imply two different alliances), other-alliance (it implies another alliance than
// the declared one), duplicate (the same action without the declaration does the same), too-late
// (after the rounds, or not on the regular turn), not-small (only small powers declare).
struct CoalitionRule : Rule {
  std::vector<PlayerId> great;
  std::vector<PlayerId> small;
  int rounds = 3;
  // The two small powers may ally by declaration instead, while neither is allied and both have
  // pieces; then the great powers are friends too.
  bool small_powers = false;
};

// A player whose royal comes into check by another player's action is asked at once, out of turn,
// unless he has the next regular turn anyway; he makes a move and owes a turn, or waits. Who owes
// a turn may not wait, and is mated if he has no reply. Reasons: not-asked (`wait` by a player who
// is not asked), owes (`wait` by a player who owes a turn), move-only (another action than a move
// or `wait`).
struct CheckReplyRule : Rule {};

// Once, in the first `rounds` rounds, instead of a move, a player puts those of his pieces that
// stand in his set-up area on other squares of it ("@Pa7,Wb7"). Reasons: used, too-late,
// outside-area, taken (a square held by another player), pieces (not exactly the pieces there),
// same (nothing would change), in-check (his royal would be attacked), not-here (a reply).
struct RearrangementRule : Rule {
  std::vector<PlayerId> players;
  int rounds = 3;
};

// In the first `rounds` rounds any player may pass when not in check, and each of `shifters` once,
// before his action, puts a piece of kind `shifts` from a square of his set-up area on an empty
// one of the other colour there ("c1>d1"). Reasons: in-check, too-late, used, not-shifter, kind,
// same-colour, not-empty, outside-area, not-here.
struct OpeningRightsRule : Rule {
  int rounds = 3;
  std::vector<PlayerId> shifters;
  KindId shifts = -1;
};

// Which royal pieces must be safe after a move, and how many a player has.
// Reasons: left-in-check (already attacked, still is), exposed (a line was opened), into-check (a
// royal went to an attacked square), captured (a royal is never captured).
struct RoyalSafetyRule : Rule {
  // Where a square that a royal moves to must be unattacked: before and after the removal of
  // parts, or only after it.
  enum class Target { kBeforeRemoval, kAfterRemoval };
  Target target = Target::kBeforeRemoval;
  KindId alone = -1;  // a royal of this kind is its player's only one
  // Who has royals; the others never have one. Sorted; empty: every player.
  std::vector<PlayerId> players;
  int min_count = 1;                 // royals that each of them has in any position
  std::optional<int> max_count = 1;  // nullopt: any number
};

enum class Result { kLoss, kDraw, kWin };  // for the player who has no legal action

struct Ending {
  Result result = Result::kLoss;
  std::string clause;  // may be empty
  Place place;
};

struct Endings {
  std::optional<Ending> checkmate;    // no legal action, a royal attacked
  std::optional<Ending> stalemate;    // no legal action, no royal attacked
  std::optional<Ending> royals_lost;  // a player has no royal left; both players: a draw
  // Two players: one has royals only, the other something besides them; not while the bare player
  // is to act and the other has just one such piece, which he may capture. Result: for the bare.
  std::optional<Ending> bared;
  // The coalition rounds are over and a small power with pieces has no ally.
  std::optional<Ending> broken_off;
  // Allied small powers have no piece left. Only with CoalitionRule::small_powers.
  std::optional<Ending> small_powers_lost;
  // A player without royals who has no legal action passes instead of drawing the game.
  bool small_power_passes = false;
  // Points: for each member of the winning side, for each player in a draw, for each allied player
  // in a broken-off game. All zero: points are not counted.
  int points_win = 0;
  int points_draw = 0;
  int points_broken_off = 0;
};

// Draws that a position or a game may claim or that end it; they never empty the list of actions.
struct DrawRules {
  struct MoveCounter {
    int halfmoves = 100;     // without capture or move of a `reset_by` kind
    bool automatic = false;  // ends the game by itself; otherwise a claim
    std::string clause;
    std::string name;  // its key: "fifty-move"
  };
  struct Repetition {
    int count = 3;
    bool automatic = false;
    std::string clause;
    std::string name;  // its key: "threefold"
  };
  // Counted in rounds, from the record of a game: a position does not show it.
  struct RoundCounter {
    int rounds = 50;         // without capture or move of a `reset_by` kind
    bool automatic = false;  // ends the game by itself; otherwise a claim
    std::string clause;
  };
  struct InsufficientMaterial {
    // Pieces that the two players have together besides their royals, as sorted kind lists; an
    // empty list is bare royals. The player with none against the other with exactly this list.
    std::vector<std::vector<KindId>> against_bare_royal;
    // Kinds of which any number, of both players, draws if all stand on squares of one colour.
    std::vector<KindId> on_one_colour;
    // Royals of these kinds mate with any help: with one on the board, only bare royals draw.
    std::vector<KindId> strong_royals;
    // Declared only when this many parts are left (0: any number) and each player has one royal.
    int parts_left = 0;
    std::string clause;
  };
  std::vector<KindId> reset_by;  // a move of these resets the halfmove counter (a capture does)
  std::vector<MoveCounter> move_counters;     // fifty-move, seventy-five-move
  std::optional<RoundCounter> round_counter;  // fifty-round
  std::vector<Repetition> repetitions;        // threefold, fivefold
  std::optional<InsufficientMaterial> insufficient_material;
};

// How positions and actions are written.
struct PositionTextForm {
  enum class Castling {
    kNone,   // the field is always "-"
    kKQkq,   // K Q k q; a file letter where a rook farther out makes K or Q ambiguous (X-FEN)
    kFiles,  // the partner's file letter, upper case White (Shredder)
    kFilesOfUnmoved,  // file letters of the unmoved kings and partners
  };
  enum class CastlingAction { kKingTo, kKingTakesPartner };  // e1g1, e1h1
  Castling castling = Castling::kNone;
  CastlingAction action = CastlingAction::kKingTo;
  // kFen: six fields, two players by case. kFen4: placement with player and kind letters and comma
  // separated cells, player to act, alliances, rights, owed turns, en passant, not-yet-moved,
  // halfmoves, round.
  enum class Form { kFen, kFen4 };
  Form form = Form::kFen;
};

struct Clause {
  std::string says;     // one sentence, for explanations and the rule book
  std::string source;   // quotation or reference; may be empty
  std::string reading;  // "S", "R", "S+R", "L" or "L+R"
  // What it is about where it is more than the clause of a reason: path of a key that the spec
  // has ("rules.part-removal"); may be empty.
  std::string explains;
};

// Who decides for whom (`controllers`); never changes what is legal.
struct Controller {
  PlayerId player = -1;
  std::string seat;
};

struct Option {
  std::string name;
  std::vector<std::string> values;
  std::string default_value;
  std::string chosen;
  std::string clause;
};

struct Variant {
  int language = 1;
  std::string name;   // "capablanca"
  std::string title;  // "Capablanca chess"
  std::string file;   // path of the spec
  std::string source_document;
  std::string source_rulings;
  std::map<std::string, std::string> engines;  // "uci-variant" -> "capablanca"; never inherited
  Board board;
  std::vector<Player> players;       // in the order written
  std::vector<PlayerId> turn_order;  // each player once
  PositionTextForm position_text;
  std::string start;
  std::vector<PieceKind> pieces;
  std::optional<FirstMoveRule> first_move;
  std::optional<EnPassantRule> en_passant;
  std::vector<PromotionRule> promotions;
  std::optional<CastlingRule> castling;
  std::optional<FusionRule> fusion;
  std::optional<SafePathRule> safe_path;
  std::optional<PartRemovalRule> part_removal;
  std::optional<CoalitionRule> coalition;
  std::optional<CheckReplyRule> check_reply;
  std::optional<RearrangementRule> rearrangement;
  std::optional<OpeningRightsRule> opening_rights;
  std::optional<RoyalSafetyRule> royal_safety;
  Endings endings;
  DrawRules draws;
  std::vector<Controller> controllers;
  std::vector<Option> options;
  std::map<std::string, Clause> clauses;
  // Which clause explains each reason of plain movement (`movement.clauses`): "turn" (not the
  // player to act), "off-board" (a square outside the board is named), "no-piece" (nothing
  // there to move), "pattern" (the piece does not go there), "blocked" (a piece stands in the
  // way), "own-piece" (a piece of the same player stands there), "friend" (a friend's piece stands
  // there), "royal" (a royal stands there, which is never captured), "removed" (a square of a
  // removed part is named or crossed).
  std::map<std::string, std::string> movement_clauses;

  // 64-bit hash, as 16 hex digits, over the effective meaning (not title, sources, clause
  // sentences or engines): equal for two spellings of the same rules.
  std::string meaning_hash;

  std::optional<KindId> kind_by_name(const std::string& kind_name) const;
  std::optional<KindId> kind_by_letter(char upper_case_letter) const;
  // What the clause says; empty if there is no such clause.
  std::string sentence_of(const std::string& clause) const;
  // The first clause that explains this key ("rules.castling"); empty if none does.
  std::string explaining_clause(const std::string& key) const;
};

// The effective spec after `extends` and options, as YAML text that loads to an equal Variant.
std::string to_yaml(const Variant& variant);

}  // namespace regelwerk::spec
