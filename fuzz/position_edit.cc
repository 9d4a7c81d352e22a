#include "fuzz/position_edit.h"

#include <algorithm>
#include <string>
#include <vector>

namespace regelwerk::fuzz {
namespace {

using spec::PlacedPiece;
using spec::Square;

class Editor {
 public:
  Editor(const spec::Variant& variant, spec::RawPosition position, Random& random)
      : variant_(variant), position_(std::move(position)), random_(random) {}

  spec::RawPosition run() {
    for (std::size_t left = 1 + below(4); left > 0; --left) edit();
    in_order();
    return std::move(position_);
  }

 private:
  std::size_t below(std::size_t end) { return random_() % end; }
  int player() { return static_cast<int>(below(variant_.players.size())); }
  char letter() { return variant_.players[static_cast<std::size_t>(player())].letter; }
  Square square() {
    return {static_cast<int>(below(static_cast<std::size_t>(variant_.board.files))),
            static_cast<int>(below(static_cast<std::size_t>(variant_.board.ranks)))};
  }
  PlacedPiece any_piece() {
    return {square(), player(), static_cast<spec::KindId>(below(variant_.pieces.size()))};
  }

  void edit() {
    const bool four = variant_.position_text.form == spec::PositionTextForm::Form::kFen4;
    switch (below(four ? 12 : 9)) {
      case 0:
      case 1:
        return put(any_piece());
      case 2:
      case 3:
        return move_piece();
      case 4:
        return change_piece();
      case 5:
        if (!position_.pieces.empty()) position_.pieces.erase(one_piece());
        return;
      case 6:
        position_.to_act = player();
        return;
      case 7:
        position_.en_passant.text = below(3) == 0 ? "-" : en_passant(four);
        return;
      case 8:
        return four || below(3) > 0 ? counters_or_castling(four) : remove_part();
      case 9:
        return asked();
      case 10:
        return companies();
      default:
        position_.unmoved.text = below(3) == 0   ? "-"
                                 : below(2) == 0 ? "start"
                                                 : squares_of_pieces();
    }
  }

  std::vector<PlacedPiece>::iterator one_piece() {
    return position_.pieces.begin() + static_cast<std::ptrdiff_t>(below(position_.pieces.size()));
  }
  void put(PlacedPiece piece) {
    std::erase_if(position_.pieces,
                  [&](const PlacedPiece& other) { return other.square == piece.square; });
    std::erase(position_.removed, piece.square);
    position_.pieces.push_back(piece);
  }
  void move_piece() {
    if (position_.pieces.empty()) return;
    const auto at = one_piece();
    PlacedPiece piece = *at;
    position_.pieces.erase(at);
    piece.square = square();
    put(piece);
  }
  void change_piece() {
    if (position_.pieces.empty()) return;
    const PlacedPiece other = any_piece();
    PlacedPiece& piece = *one_piece();
    if (below(2) == 0) {
      piece.kind = other.kind;
    } else {
      piece.player = other.player;
    }
  }
  std::string en_passant(bool four) {
    std::string text = spec::square_name(square());
    if (four) text += "(" + spec::square_name(square()) + ")";
    return text;
  }
  void counters_or_castling(bool four) {
    if (four || below(4) == 0) {
      position_.halfmoves = static_cast<int>(below(120));
      position_.move_number = 1 + static_cast<int>(below(6));
      return;
    }
    std::string letters = "KQkq";
    for (int file = 0; file < variant_.board.files; ++file) {
      letters += static_cast<char>('a' + file);
      letters += static_cast<char>('A' + file);
    }
    std::string text;
    for (std::size_t left = below(5); left > 0; --left) {
      const char sign = letters[below(below(2) == 0 ? 4 : letters.size())];
      if (text.find(sign) == std::string::npos) text += sign;
    }
    position_.castling.text = text.empty() ? "-" : text;
  }
  void remove_part() {
    if (!variant_.part_removal || variant_.board.parts.empty()) return;
    const auto& part = variant_.board.parts[below(variant_.board.parts.size())];
    for (int file = part.area.low.file; file <= part.area.high.file; ++file) {
      for (int rank = part.area.low.rank; rank <= part.area.high.rank; ++rank) {
        const Square square{file, rank};
        std::erase_if(position_.pieces,
                      [&](const PlacedPiece& piece) { return piece.square == square; });
        std::erase(position_.removed, square);
        position_.removed.push_back(square);
      }
    }
  }
  void asked() {
    position_.next_regular = below(2) == 0 ? -1 : player();
    position_.also_asked = position_.next_regular < 0 || below(2) == 0 ? -1 : player();
  }
  void companies() {
    if (below(3) == 0) {
      position_.alliances.text = "-";
      const char small = letter();
      const char other = letter();
      if (small != other) position_.alliances.text = {small, other};
      return;
    }
    std::string text;
    for (std::size_t left = below(4); left > 0; --left) {
      const char sign = letter();
      if (text.find(sign) == std::string::npos) text += sign;
    }
    (below(2) == 0 ? position_.owed : position_.rights).text = text.empty() ? "-" : text;
  }
  std::string squares_of_pieces() {
    std::string text;
    for (const PlacedPiece& piece : position_.pieces) {
      if (below(2) == 0) text += (text.empty() ? "" : ",") + spec::square_name(piece.square);
    }
    return text.empty() ? "-" : text;
  }
  void in_order() {
    const auto before = [](Square a, Square b) {
      return std::pair(-a.rank, a.file) < std::pair(-b.rank, b.file);
    };
    std::sort(
        position_.pieces.begin(), position_.pieces.end(),
        [&](const PlacedPiece& a, const PlacedPiece& b) { return before(a.square, b.square); });
    std::sort(position_.removed.begin(), position_.removed.end(), before);
  }

  const spec::Variant& variant_;
  spec::RawPosition position_;
  Random& random_;
};

}  // namespace

spec::RawPosition edited(const spec::Variant& variant, spec::RawPosition position, Random& random) {
  return Editor(variant, std::move(position), random).run();
}

spec::RawAction any_action(const spec::Variant& variant, const spec::RawPosition& position,
                           Random& random) {
  const auto below = [&](std::size_t end) { return random() % end; };
  const auto square = [&] {
    return Square{static_cast<int>(below(static_cast<std::size_t>(variant.board.files))),
                  static_cast<int>(below(static_cast<std::size_t>(variant.board.ranks)))};
  };
  const auto kind = [&] { return static_cast<spec::KindId>(below(variant.pieces.size())); };
  spec::RawAction action;
  action.from =
      position.pieces.empty() ? square() : position.pieces[below(position.pieces.size())].square;
  action.to = below(2) == 0 && !position.pieces.empty()
                  ? position.pieces[below(position.pieces.size())].square
                  : square();
  if (below(6) == 0) action.choice = kind();
  if (variant.position_text.form != spec::PositionTextForm::Form::kFen4) return action;
  if (below(4) == 0) action.declares = static_cast<int>(below(variant.players.size()));
  switch (below(8)) {
    case 0:
      return {.type = spec::RawAction::Type::kWait};
    case 1:
      return {.type = spec::RawAction::Type::kPass, .declares = action.declares};
    case 2:
      return {.type = spec::RawAction::Type::kShift, .from = action.from, .to = action.to};
    case 3:
    case 4: {  // the player's own pieces of his area, on squares of it
      action.type = spec::RawAction::Type::kRearrange;
      action.choice.reset();
      std::vector<Square> squares;
      const auto& areas = variant.players[static_cast<std::size_t>(position.to_act)].set_up;
      for (int rank = variant.board.ranks - 1; rank >= 0; --rank) {
        for (int file = 0; file < variant.board.files; ++file) {
          for (const spec::Rectangle& area : areas) {
            if (area.contains({file, rank})) squares.push_back({file, rank});
          }
        }
      }
      std::vector<spec::KindId> kinds;
      for (const PlacedPiece& piece : position.pieces) {
        if (piece.player == position.to_act &&
            std::count(squares.begin(), squares.end(), piece.square) > 0) {
          kinds.push_back(piece.kind);
        }
      }
      std::shuffle(kinds.begin(), kinds.end(), random);
      while (squares.size() > kinds.size()) {
        squares.erase(squares.begin() + static_cast<std::ptrdiff_t>(below(squares.size())));
      }
      for (std::size_t i = 0; i < squares.size(); ++i) {
        action.placements.emplace_back(kinds[i], squares[i]);
      }
      return action;
    }
    default:
      return action;
  }
}

}  // namespace regelwerk::fuzz
