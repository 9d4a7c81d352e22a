// Chess with at most one fault, for engines that tests put before the program.
//
// Positions are FEN texts; the moves and counts are the generator's. A fault adds or takes away
// moves; behind a move that is not legal the generator cannot go, so that the moves there are those
// of chess without royal pieces, as of an engine that lets a king be taken.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "generator/game.h"
#include "spec/diagnostic.h"

namespace regelwerk::tools {

enum class ChessFault {
  kNone,
  kKnightPromotion,  // no pawn becomes a knight
  kCastlingAttack,   // castles although the square that the king crosses is attacked
  kEnPassantPin,     // takes en passant although that leaves or puts its king in check
  kKingBesideKing,   // a king may stand beside the other
};

// "knight-promotion", "castling-attack", "en-passant-pin", "king-beside-king", "none".
std::optional<ChessFault> chess_fault(std::string_view name);

// The six fields of a FEN, not necessarily of a legal position.
struct ChessBoard {
  std::array<char, 64> at{};  // a1, b1, ..., h8; letters as in a FEN, '\0' for an empty square
  bool white = true;          // to move
  std::string rights = "-";   // "KQkq"
  int en_passant = -1;        // square, or -1
  int half_moves = 0;
  int move = 1;

  // nullopt if the text has not the form of a FEN; the last two fields may be missing.
  static std::optional<ChessBoard> read(const std::string& text);
  std::string text() const;
  std::string placement() const;
  // After a move in coordinates ("e7e8q"), whether it is legal or not; castling is a king's move of
  // two squares. nullopt if the text is no such move.
  std::optional<ChessBoard> after(const std::string& move) const;
};

class FaultyChess {
 public:
  // Null, with diagnostics, if the rules of chess cannot be loaded.
  static std::unique_ptr<FaultyChess> make(ChessFault fault, spec::Diagnostics* diagnostics);

  ChessBoard start() const;
  // Whether the rules allow the position (rights that do not fit it are not looked at).
  bool allows(const ChessBoard& board) const;
  // Sorted, in coordinates.
  std::vector<std::string> moves(const ChessBoard& board) const;
  // Sequences of `depth` >= 0 moves.
  std::uint64_t count(const ChessBoard& board, int depth) const;
  // Whether the side to move is in check.
  bool in_check(const ChessBoard& board) const;

 private:
  FaultyChess() = default;
  std::unique_ptr<generator::Position> lawful(const ChessBoard& board) const;
  std::unique_ptr<generator::Position> lawless(const ChessBoard& board) const;
  // Squares of the pieces of the side to move that could take on `square`.
  std::vector<int> attackers(const ChessBoard& board, int square) const;
  void add_castling(const ChessBoard& board, std::vector<std::string>* moves) const;
  void add_en_passant(const ChessBoard& board, std::vector<std::string>* moves) const;
  void add_king_moves(const ChessBoard& board, std::vector<std::string>* moves) const;

  ChessFault fault_ = ChessFault::kNone;
  std::unique_ptr<generator::Game> game_;
  std::unique_ptr<generator::Game> lawless_game_;  // without royal pieces and castling
};

}  // namespace regelwerk::tools
