#include "tools/faulty_chess.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <sstream>
#include <utility>

#include "spec/load.h"

namespace regelwerk::tools {
namespace {

constexpr std::string_view kStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

int square_of(const std::string& text, std::size_t at) {
  if (text.size() < at + 2) return -1;
  const int file = text[at] - 'a';
  const int rank = text[at + 1] - '1';
  return file < 0 || file > 7 || rank < 0 || rank > 7 ? -1 : 8 * rank + file;
}

std::string square_text(int square) {
  return {static_cast<char>('a' + square % 8), static_cast<char>('1' + square / 8)};
}

bool is_white(char piece) { return std::isupper(static_cast<unsigned char>(piece)) != 0; }
char kind_of(char piece) {
  return static_cast<char>(std::toupper(static_cast<unsigned char>(piece)));
}

int find_king(const ChessBoard& board, bool white) {
  const auto found = std::find(board.at.begin(), board.at.end(), white ? 'K' : 'k');
  return found == board.at.end() ? -1 : static_cast<int>(found - board.at.begin());
}

// Rights whose king and rook stand at home.
std::string fitting_rights(const ChessBoard& board) {
  std::string fitting;
  for (const char right : board.rights) {
    const bool white = is_white(right);
    const int home = white ? 0 : 56;
    const int rook = kind_of(right) == 'K' ? home + 7 : home;
    if (right != '-' && board.at[home + 4] == (white ? 'K' : 'k') &&
        board.at[rook] == (white ? 'R' : 'r')) {
      fitting += right;
    }
  }
  return fitting.empty() ? "-" : fitting;
}

// Chess in which kings are pieces like others and nobody castles.
spec::Variant without_royals(spec::Variant variant) {
  for (spec::PieceKind& kind : variant.pieces) kind.royal = false;
  variant.royal_safety.reset();
  variant.castling.reset();
  variant.position_text.castling = spec::PositionTextForm::Castling::kNone;
  variant.endings = {};
  variant.draws = {};
  variant.start = std::string(kStart.substr(0, kStart.find(' '))) + " w - - 0 1";
  return variant;
}

std::vector<std::string> texts(const generator::Position& position) {
  std::vector<std::string> all;
  for (const generator::Action action : position.actions()) {
    all.push_back(position.action_text(action));
  }
  return all;
}

}  // namespace

std::optional<ChessFault> chess_fault(std::string_view name) {
  if (name == "none") return ChessFault::kNone;
  if (name == "knight-promotion") return ChessFault::kKnightPromotion;
  if (name == "castling-attack") return ChessFault::kCastlingAttack;
  if (name == "en-passant-pin") return ChessFault::kEnPassantPin;
  if (name == "king-beside-king") return ChessFault::kKingBesideKing;
  return std::nullopt;
}

std::optional<ChessBoard> ChessBoard::read(const std::string& text) {
  std::istringstream stream(text);
  std::string placement, side, passant;
  ChessBoard board;
  if (!(stream >> placement >> side >> board.rights >> passant)) return std::nullopt;
  stream >> board.half_moves >> board.move;
  int square = 56;
  for (const char sign : placement) {
    if (sign == '/') {
      square -= 16;
    } else if (sign >= '1' && sign <= '8') {
      square += sign - '0';
    } else {
      if (square < 0 || square > 63) return std::nullopt;
      if (std::string_view("PNBRQKpnbrqk").find(sign) == std::string_view::npos) {
        return std::nullopt;
      }
      board.at[square++] = sign;
    }
  }
  if (square != 8 || (side != "w" && side != "b")) return std::nullopt;
  board.white = side == "w";
  board.en_passant = passant == "-" ? -1 : square_of(passant, 0);
  return board;
}

std::string ChessBoard::placement() const {
  std::string text;
  for (int rank = 7; rank >= 0; --rank) {
    int empty = 0;
    for (int file = 0; file < 8; ++file) {
      const char piece = at[8 * rank + file];
      if (piece == '\0') {
        ++empty;
        continue;
      }
      if (empty > 0) text += std::to_string(std::exchange(empty, 0));
      text += piece;
    }
    if (empty > 0) text += std::to_string(empty);
    if (rank > 0) text += '/';
  }
  return text;
}

std::string ChessBoard::text() const {
  return fmt::format("{} {} {} {} {} {}", placement(), white ? 'w' : 'b', rights,
                     en_passant < 0 ? "-" : square_text(en_passant), half_moves, move);
}

std::optional<ChessBoard> ChessBoard::after(const std::string& move_text) const {
  const int from = square_of(move_text, 0);
  const int to = square_of(move_text, 2);
  if (from < 0 || to < 0 || move_text.size() > 5) return std::nullopt;
  ChessBoard next = *this;
  const char piece = at[from];
  const bool pawn = kind_of(piece) == 'P';
  const bool takes = at[to] != '\0';
  next.at[from] = '\0';
  next.at[to] = piece;
  if (move_text.size() == 5) {
    const char choice = move_text[4];
    next.at[to] = is_white(piece) ? kind_of(choice) : choice;
  }
  if (pawn && to == en_passant && from % 8 != to % 8) next.at[from / 8 * 8 + to % 8] = '\0';
  if (kind_of(piece) == 'K' && std::abs(to - from) == 2) {
    const int rook = to > from ? to + 1 : to - 2;
    next.at[(from + to) / 2] = at[rook];
    next.at[rook] = '\0';
  }
  next.en_passant = pawn && std::abs(to - from) == 16 ? (from + to) / 2 : -1;
  next.rights = fitting_rights(next);
  next.half_moves = pawn || takes ? 0 : half_moves + 1;
  next.move = white ? move : move + 1;
  next.white = !white;
  return next;
}

std::unique_ptr<FaultyChess> FaultyChess::make(ChessFault fault, spec::Diagnostics* diagnostics) {
  const spec::LoadResult loaded = spec::load_variant("chess");
  *diagnostics = loaded.diagnostics;
  if (!loaded.variant) return nullptr;
  std::unique_ptr<FaultyChess> chess(new FaultyChess());
  chess->fault_ = fault;
  chess->game_ = generator::Game::compile(*loaded.variant, diagnostics);
  chess->lawless_game_ = generator::Game::compile(without_royals(*loaded.variant), diagnostics);
  if (chess->game_ == nullptr || chess->lawless_game_ == nullptr) return nullptr;
  return chess;
}

ChessBoard FaultyChess::start() const { return ChessBoard::read(std::string(kStart)).value(); }

std::unique_ptr<generator::Position> FaultyChess::lawful(const ChessBoard& board) const {
  ChessBoard fitting = board;
  fitting.rights = fitting_rights(board);
  return game_->read(fitting.text()).position;
}

std::unique_ptr<generator::Position> FaultyChess::lawless(const ChessBoard& board) const {
  ChessBoard plain = board;
  plain.rights = "-";
  return lawless_game_->read(plain.text()).position;
}

bool FaultyChess::allows(const ChessBoard& board) const { return lawful(board) != nullptr; }

std::vector<int> FaultyChess::attackers(const ChessBoard& board, int square) const {
  std::vector<int> from;
  const auto position = lawless(board);
  if (position == nullptr) return from;
  for (const std::string& move : texts(*position)) {
    if (square_of(move, 2) == square) from.push_back(square_of(move, 0));
  }
  return from;
}

bool FaultyChess::in_check(const ChessBoard& board) const {
  ChessBoard other = board;
  other.white = !board.white;
  other.en_passant = -1;
  return !attackers(other, find_king(board, board.white)).empty();
}

void FaultyChess::add_castling(const ChessBoard& board, std::vector<std::string>* moves) const {
  const int home = board.white ? 0 : 56;
  const std::string rights = fitting_rights(board);
  for (const bool short_side : {true, false}) {
    const char right = short_side ? 'K' : 'Q';
    if (rights.find(board.white ? right : static_cast<char>(right + 32)) == std::string::npos) {
      continue;
    }
    const int from = home + 4;
    const int across = short_side ? from + 1 : from - 1;
    const int to = short_side ? from + 2 : from - 2;
    const std::vector<int> between =
        short_side ? std::vector<int>{across, to} : std::vector<int>{across, to, home + 1};
    if (std::any_of(between.begin(), between.end(),
                    [&](int square) { return board.at[square] != '\0'; })) {
      continue;
    }
    const auto attacked_on = [&](int square) {
      ChessBoard there = board;
      std::swap(there.at[from], there.at[square]);
      return in_check(there);
    };
    if (in_check(board) || !attacked_on(across) || attacked_on(to)) continue;
    moves->push_back(square_text(from) + square_text(to));
  }
}

void FaultyChess::add_en_passant(const ChessBoard& board, std::vector<std::string>* moves) const {
  if (board.en_passant < 0) return;
  for (const int from : attackers(board, board.en_passant)) {
    const std::string move = square_text(from) + square_text(board.en_passant);
    if (kind_of(board.at[from]) != 'P' || from % 8 == board.en_passant % 8) continue;
    if (std::find(moves->begin(), moves->end(), move) == moves->end()) moves->push_back(move);
  }
}

void FaultyChess::add_king_moves(const ChessBoard& board, std::vector<std::string>* moves) const {
  const int from = find_king(board, board.white);
  const int other = find_king(board, !board.white);
  if (from < 0 || other < 0) return;
  for (int to = 0; to < 64; ++to) {
    const int files = std::abs(from % 8 - to % 8);
    const int ranks = std::abs(from / 8 - to / 8);
    if (std::max(files, ranks) != 1) continue;
    if (board.at[to] != '\0' && is_white(board.at[to]) == board.white) continue;
    const std::string move = square_text(from) + square_text(to);
    const std::vector<int> by = attackers(board.after(move).value(), to);
    if (by == std::vector<int>{other}) moves->push_back(move);
  }
}

std::vector<std::string> FaultyChess::moves(const ChessBoard& board) const {
  const auto position = lawful(board);
  if (position == nullptr) {
    const auto plain = lawless(board);
    return plain == nullptr ? std::vector<std::string>() : texts(*plain);
  }
  std::vector<std::string> all = texts(*position);
  switch (fault_) {
    case ChessFault::kNone:
      return all;
    case ChessFault::kKnightPromotion:
      std::erase_if(all,
                    [](const std::string& move) { return move.size() == 5 && move[4] == 'n'; });
      return all;
    case ChessFault::kCastlingAttack:
      add_castling(board, &all);
      break;
    case ChessFault::kEnPassantPin:
      add_en_passant(board, &all);
      break;
    case ChessFault::kKingBesideKing:
      add_king_moves(board, &all);
      break;
  }
  std::sort(all.begin(), all.end());
  return all;
}

std::uint64_t FaultyChess::count(const ChessBoard& board, int depth) const {
  if (depth == 0) return 1;
  if (fault_ == ChessFault::kNone) {
    const auto position = lawful(board);
    if (position != nullptr) return position->perft(depth).nodes;
  }
  const std::vector<std::string> all = moves(board);
  if (depth == 1) return all.size();
  std::uint64_t nodes = 0;
  for (const std::string& move : all) nodes += count(board.after(move).value(), depth - 1);
  return nodes;
}

}  // namespace regelwerk::tools
