#include "tools/board_view.h"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>

namespace regelwerk::tools {
namespace {

using PieceMap = std::map<spec::Square, const spec::PlacedPiece*>;

PieceMap by_square(const spec::RawPosition& position) {
  PieceMap map;
  for (const spec::PlacedPiece& piece : position.pieces) map[piece.square] = &piece;
  return map;
}

const spec::Player& player_of(const spec::Variant& variant, const spec::PlacedPiece& piece) {
  return variant.players.at(static_cast<std::size_t>(piece.player));
}

const spec::PieceKind& kind_of(const spec::Variant& variant, const spec::PlacedPiece& piece) {
  return variant.pieces.at(static_cast<std::size_t>(piece.kind));
}

// Index of the part that a square belongs to; -1 outside all parts.
int part_of(const spec::Board& board, spec::Square square) {
  for (std::size_t i = 0; i < board.parts.size(); ++i) {
    if (board.parts[i].area.contains(square)) return static_cast<int>(i);
  }
  return -1;
}

// Whether a part of the board begins with this file.
bool part_begins_at_file(const spec::Board& board, int file) {
  if (file == 0 || board.parts.empty()) return false;
  for (int rank = 0; rank < board.ranks; ++rank) {
    if (part_of(board, {file - 1, rank}) != part_of(board, {file, rank})) return true;
  }
  return false;
}

std::string piece_sign(const spec::Variant& variant, const spec::PlacedPiece& piece) {
  const char letter = kind_of(variant, piece).letter;
  const spec::Player& player = player_of(variant, piece);
  if (variant.players.size() > 2) return std::string{player.letter, letter};
  if (player.upper_case) return std::string{letter};
  return std::string{static_cast<char>(std::tolower(static_cast<unsigned char>(letter)))};
}

// A figure is drawn in a box of 100 by 100 units: `body` is filled with its player's colour
// and outlined, `lines` are strokes on top of it.

struct Figure {
  std::string_view body;
  std::string_view lines;
  std::string_view cross;  // stands above the body, in the outline's colour
};

constexpr std::string_view kFoot = "M27 85 H73 V79 Q73 72 64 71 H36 Q27 72 27 79 Z ";

struct NamedFigure {
  std::string_view name;
  Figure figure;
};

constexpr NamedFigure kFigures[] = {
    {"king",
     {"M34 71 C17 60 12 46 23 38 C34 31 46 37 50 47 C54 37 66 31 77 38 C88 46 83 60 66 71 Z "
      "M50 47 C41 37 43 29 50 26 C57 29 59 37 50 47 Z",
      "M34 71 Q50 64 66 71", "M50 9 V26 M42 16 H58"}},
    {"queen",
     {"M33 71 L17 36 L33 52 L34 26 L45 49 L50 21 L55 49 L66 26 L67 52 L83 36 L67 71 Z "
      "M12.5 33 a4.5 4.5 0 1 0 9 0 a4.5 4.5 0 1 0 -9 0 Z "
      "M29.5 22 a4.5 4.5 0 1 0 9 0 a4.5 4.5 0 1 0 -9 0 Z "
      "M45.5 17 a4.5 4.5 0 1 0 9 0 a4.5 4.5 0 1 0 -9 0 Z "
      "M61.5 22 a4.5 4.5 0 1 0 9 0 a4.5 4.5 0 1 0 -9 0 Z "
      "M78.5 33 a4.5 4.5 0 1 0 9 0 a4.5 4.5 0 1 0 -9 0 Z",
      "M30 62 Q50 55 70 62", ""}},
    {"rook",
     {"M36 71 V44 L28 37 V19 H38 V26 H45 V19 H55 V26 H62 V19 H72 V37 L64 44 V71 Z",
      "M36 44 H64 M29 37 H71", ""}},
    {"bishop",
     {"M37 71 C41 66 40 63 38 60 C29 49 34 36 50 23 C66 36 71 49 62 60 C60 63 59 66 63 71 Z "
      "M45 17 a5 5 0 1 0 10 0 a5 5 0 1 0 -10 0 Z",
      "M50 36 V51 M43 43 H57 M38 60 H62", ""}},
    {"knight",
     {"M33 71 C35 65 45 62 44 54 C37 56 33 62 27 63 C20 63 18 57 21 51 C27 41 31 31 40 25 "
      "L43 14 L52 23 C72 31 76 50 69 71 Z",
      "M40 36 h0.1 M26 55 h0.1 M54 30 C64 39 66 54 62 66", ""}},
    {"pawn",
     {"M37 71 C44 65 45 58 45 51 H55 C55 58 56 65 63 71 Z "
      "M36 37 a14 14 0 1 0 28 0 a14 14 0 1 0 -28 0 Z",
      "M39 51 H61", ""}},
};

constexpr std::string_view kPlainBody =
    "M35 71 C21 58 21 36 33 27 Q50 16 67 27 C79 36 79 58 65 71 Z";
constexpr std::string_view kRoyalSign = "M50 7 V21 M43 12.5 H57";

struct Paint {
  const char* fill;
  const char* line;
};

struct NamedPaint {
  std::string_view name;
  Paint paint;
};

// A player who is called by a colour is drawn in it; of two others one is light and one is dark,
// and more get a colour each, in the order of the spec.
Paint paint_of(const spec::Variant& variant, const spec::PlacedPiece& piece) {
  constexpr Paint kLight{"#ffffff", "#222222"};
  constexpr Paint kDark{"#3b3a38", "#f2efe8"};
  constexpr NamedPaint kPaints[] = {{"yellow", {"#f2c230", "#222222"}},
                                    {"red", {"#c9483b", "#222222"}},
                                    {"green", {"#4c9a57", "#222222"}},
                                    {"blue", {"#3f78c2", "#222222"}},
                                    {"white", kLight},
                                    {"black", kDark}};
  const std::string& name = player_of(variant, piece).name;
  for (const NamedPaint& named : kPaints) {
    if (named.name == name) return named.paint;
  }
  if (variant.players.size() <= 2) return player_of(variant, piece).upper_case ? kLight : kDark;
  return kPaints[static_cast<std::size_t>(piece.player) % std::size(kPaints)].paint;
}

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      default:
        result += c;
    }
  }
  return result;
}

std::string figure_svg(const spec::Variant& variant, const spec::PlacedPiece& piece) {
  const spec::PieceKind& kind = kind_of(variant, piece);
  const Paint paint = paint_of(variant, piece);
  const auto named = std::find_if(std::begin(kFigures), std::end(kFigures),
                                  [&](const NamedFigure& f) { return f.name == kind.name; });
  const bool plain = named == std::end(kFigures);
  std::string svg = fmt::format("<path class=\"body\" fill=\"{}\" d=\"{}{}\"/>", paint.fill, kFoot,
                                plain ? kPlainBody : named->figure.body);
  if (!plain) {
    const Figure& figure = named->figure;
    if (!figure.cross.empty()) svg += fmt::format("<path class=\"cross\" d=\"{}\"/>", figure.cross);
    svg += fmt::format("<path class=\"line\" stroke=\"{}\" d=\"{}\"/>", paint.line, figure.lines);
    return svg;
  }
  if (kind.royal) svg += fmt::format("<path class=\"cross\" d=\"{}\"/>", kRoyalSign);
  svg += fmt::format("<text class=\"letter\" x=\"50\" y=\"61\" fill=\"{}\">{}</text>", paint.line,
                     escaped(std::string{kind.letter}));
  return svg;
}

constexpr int kCell = 60;    // width of a square
constexpr int kMargin = 30;  // room for the labels
constexpr int kCaptionHeight = 34;

}  // namespace

std::string board_text(const spec::Variant& variant, const spec::RawPosition& position) {
  const PieceMap pieces = by_square(position);
  const std::set<spec::Square> removed(position.removed.begin(), position.removed.end());
  const std::size_t width = variant.players.size() > 2 ? 2 : 1;
  const int label_width = variant.board.ranks >= 10 ? 2 : 1;
  std::string text;
  for (int rank = variant.board.ranks - 1; rank >= 0; --rank) {
    text += fmt::format("{:>{}} ", rank + 1, label_width);
    for (int file = 0; file < variant.board.files; ++file) {
      if (part_begins_at_file(variant.board, file)) text += " |";
      const auto found = pieces.find({file, rank});
      std::string sign = removed.count({file, rank}) > 0 ? "*" : ".";
      if (found != pieces.end()) sign = piece_sign(variant, *found->second);
      text += fmt::format(" {:>{}}", sign, width);
    }
    text += '\n';
  }
  text += '\n' + std::string(static_cast<std::size_t>(label_width) + 1, ' ');
  for (int file = 0; file < variant.board.files; ++file) {
    if (part_begins_at_file(variant.board, file)) text += "  ";
    text += fmt::format(" {:>{}}", static_cast<char>('a' + file), width);
  }
  return text + '\n';
}

std::string board_svg(const spec::Variant& variant, const spec::RawPosition& position,
                      const SvgMarks& marks) {
  const spec::Board& board = variant.board;
  const int width = kMargin * 2 + kCell * board.files;
  const int height =
      kMargin * 2 + kCell * board.ranks + (marks.caption.empty() ? 0 : kCaptionHeight);
  const auto x_of = [&](int file) { return kMargin + kCell * file; };
  const auto y_of = [&](int rank) { return kMargin + kCell * (board.ranks - 1 - rank); };

  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} "
      "{1}\">\n<title>{2}</title>\n",
      width, height, escaped(variant.title.empty() ? variant.name : variant.title));
  svg +=
      "<style>\n"
      "text { font-family: 'DejaVu Sans', Verdana, Helvetica, sans-serif; }\n"
      ".label { font-size: 15px; fill: #55504a; text-anchor: middle; }\n"
      ".caption { font-size: 17px; fill: #2b2926; text-anchor: middle; }\n"
      ".letter { font-size: 36px; font-weight: bold; text-anchor: middle; }\n"
      ".body { stroke: #1e1d1b; stroke-width: 3.5; stroke-linejoin: round; }\n"
      ".line { fill: none; stroke-width: 3.5; stroke-linecap: round; stroke-linejoin: round; }\n"
      ".cross { fill: none; stroke: #1e1d1b; stroke-width: 5; stroke-linecap: round; }\n"
      "</style>\n";
  svg += fmt::format("<rect width=\"{}\" height=\"{}\" fill=\"#fbf9f4\"/>\n", width, height);

  const std::set<spec::Square> changed(marks.changed.begin(), marks.changed.end());
  const std::set<spec::Square> attacked(marks.attacked.begin(), marks.attacked.end());
  const std::set<spec::Square> removed(position.removed.begin(), position.removed.end());
  for (int rank = board.ranks - 1; rank >= 0; --rank) {
    for (int file = 0; file < board.files; ++file) {
      const spec::Square square{file, rank};
      const bool dark = (file + rank) % 2 == 0;
      const char* colour = dark ? "#b9a283" : "#efe6d4";
      if (changed.count(square) > 0) colour = dark ? "#c9b04e" : "#ecdc8a";
      if (removed.count(square) > 0) colour = "#ece8df";
      if (attacked.count(square) > 0) colour = dark ? "#d0644f" : "#ea8f7b";
      svg += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\"/>\n",
                         x_of(file), y_of(rank), kCell, kCell, colour);
      if (removed.count(square) > 0) {
        svg += fmt::format(
            "<path d=\"M{} {} l{} {}\" stroke=\"#cfc8ba\" stroke-width=\"2\" fill=\"none\"/>\n",
            x_of(file), y_of(rank) + kCell, kCell, -kCell);
      }
    }
  }
  for (int file = 1; file < board.files; ++file) {
    for (int rank = 0; rank < board.ranks; ++rank) {
      if (part_of(board, {file - 1, rank}) == part_of(board, {file, rank})) continue;
      svg += fmt::format(
          "<path d=\"M{} {} v{}\" stroke=\"#4a4138\" stroke-width=\"4\" fill=\"none\"/>\n",
          x_of(file), y_of(rank), kCell);
    }
  }
  for (int rank = 1; rank < board.ranks; ++rank) {
    for (int file = 0; file < board.files; ++file) {
      if (part_of(board, {file, rank - 1}) == part_of(board, {file, rank})) continue;
      svg += fmt::format(
          "<path d=\"M{} {} h{}\" stroke=\"#4a4138\" stroke-width=\"4\" fill=\"none\"/>\n",
          x_of(file), y_of(rank - 1), kCell);
    }
  }
  svg += fmt::format(
      "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"#4a4138\" "
      "stroke-width=\"2\"/>\n",
      kMargin, kMargin, kCell * board.files, kCell * board.ranks);

  for (int file = 0; file < board.files; ++file) {
    svg +=
        fmt::format("<text class=\"label\" x=\"{}\" y=\"{}\">{}</text>\n", x_of(file) + kCell / 2,
                    kMargin + kCell * board.ranks + 20, static_cast<char>('a' + file));
  }
  for (int rank = 0; rank < board.ranks; ++rank) {
    svg += fmt::format("<text class=\"label\" x=\"{}\" y=\"{}\">{}</text>\n", kMargin / 2,
                       y_of(rank) + kCell / 2 + 5, rank + 1);
  }
  for (const spec::PlacedPiece& piece : position.pieces) {
    svg +=
        fmt::format("<g transform=\"translate({} {}) scale({})\">{}</g>\n", x_of(piece.square.file),
                    y_of(piece.square.rank), kCell / 100.0, figure_svg(variant, piece));
  }
  if (!marks.caption.empty()) {
    svg += fmt::format("<text class=\"caption\" x=\"{}\" y=\"{}\">{}</text>\n", width / 2,
                       height - 18, escaped(marks.caption));
  }
  return svg + "</svg>\n";
}

std::vector<spec::Square> changed_squares(const spec::RawPosition& before,
                                          const spec::RawPosition& after) {
  const PieceMap old_pieces = by_square(before);
  const PieceMap new_pieces = by_square(after);
  std::set<spec::Square> squares;
  for (const auto& [square, piece] : old_pieces) {
    const auto found = new_pieces.find(square);
    if (found == new_pieces.end() || !(*found->second == *piece)) squares.insert(square);
  }
  for (const auto& [square, piece] : new_pieces) {
    if (old_pieces.count(square) == 0) squares.insert(square);
  }
  return {squares.begin(), squares.end()};
}

}  // namespace regelwerk::tools
