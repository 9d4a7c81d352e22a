#include "oracle/engines/refusals.h"

#include <array>
#include <cctype>
#include <string>

namespace regelwerk::engines {
namespace {

constexpr std::size_t kLongestUsefulLine = 400;

enum class Means { kUnknownCommand, kMove, kPosition, kMoveOrPosition };

struct Phrase {
  std::string_view words;  // in lower case
  Means means;
  std::string_view seen;  // a program that says so, or the document that prescribes it
};

// The xboard protocol (CECP, section 9) prescribes "Error (ERRORTYPE): COMMAND", "Illegal move:
// MOVE", "Illegal move (REASON): MOVE" and "tellusererror Illegal position".
constexpr std::array kPhrases = {
    Phrase{"unknown command", Means::kUnknownCommand, "Stockfish, Sjaak II, Fairy-Max"},
    Phrase{"unkown command", Means::kUnknownCommand, "several small engines"},
    Phrase{"unrecognized command", Means::kUnknownCommand, "several small engines"},
    Phrase{"unrecognised command", Means::kUnknownCommand, "several small engines"},
    Phrase{"invalid command", Means::kUnknownCommand, "several small engines"},
    Phrase{"command not found", Means::kUnknownCommand, "shells around an engine"},
    Phrase{"not a command", Means::kUnknownCommand, "several small engines"},
    Phrase{"unsupported command", Means::kUnknownCommand, "several small engines"},
    Phrase{"unknown uci command", Means::kUnknownCommand, "several small engines"},
    Phrase{"illegal move", Means::kMove,
           "CECP; Crafty, Sjeng, Phalanx, Fairy-Max, HoiChess, PolyGlot"},
    Phrase{"bad move", Means::kMove, "Sjaak II, on standard error"},
    Phrase{"invalid move", Means::kMove, "GNU Chess"},
    Phrase{"illegal position", Means::kPosition,
           "CECP; Crafty, HoiChess; Toga II on standard error"},
    Phrase{"invalid position", Means::kPosition, "several small engines"},
    Phrase{"board is wrong", Means::kPosition, "GNU Chess"},
    Phrase{"bad position", Means::kPosition, "several small engines"},
    Phrase{"illegal fen", Means::kPosition, "several small engines"},
    Phrase{"invalid fen", Means::kPosition, "several small engines"},
    Phrase{"bad fen", Means::kPosition, "Toga II, PolyGlot, GNU Chess, Sjaak II"},
    Phrase{"error in fen", Means::kPosition, "Glaurung"},
    Phrase{"tellusererror", Means::kPosition, "CECP"},
    Phrase{"error (", Means::kMoveOrPosition, "CECP"},
    Phrase{"error:", Means::kMoveOrPosition, "several small engines"},
};

bool says(std::string_view line, Means means) {
  std::string text;
  for (const char c : line.substr(0, kLongestUsefulLine)) {
    text += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  for (const Phrase& phrase : kPhrases) {
    const bool fits = phrase.means == means || phrase.means == Means::kUnknownCommand ||
                      (phrase.means == Means::kMoveOrPosition && means != Means::kUnknownCommand);
    if (fits && text.find(phrase.words) != std::string::npos) return true;
  }
  return false;
}

}  // namespace

bool is_unknown_command(std::string_view line) { return says(line, Means::kUnknownCommand); }
bool refuses_move(std::string_view line) { return says(line, Means::kMove); }
bool refuses_position(std::string_view line) { return says(line, Means::kPosition); }

}  // namespace regelwerk::engines
