// What is wrong with a text that a user gave us, and where.
#pragma once

#include <string>
#include <vector>

namespace regelwerk::spec {

// A place in a file. line and column count from 1; column counts bytes. line 0: the whole file.
struct Place {
  std::string file;
  int line = 0;
  int column = 0;
  bool operator==(const Place&) const = default;
};

// One finding about a spec or suite file. Printed as
//   file:line:column: error: message
//   the source line
//        ^
// with `hint` ("did you mean 'castling'?") appended to the message line where there is one. Control
// characters, which message and line may hold, are printed as \x1b or as blanks.
struct Diagnostic {
  enum class Severity { kError, kWarning };
  Severity severity = Severity::kError;
  Place place;
  std::string message;      // lower case, no full stop, says what was found and what was wanted
  std::string hint;         // may be empty
  std::string source_line;  // without its line end; empty if the place has no line
};

using Diagnostics = std::vector<Diagnostic>;

// The whole multi-line text of one diagnostic, ending in a line end.
std::string to_string(const Diagnostic& diagnostic);
std::string to_string(const Diagnostics& diagnostics);

bool has_errors(const Diagnostics& diagnostics);

// One finding about a text typed on one line (position text, action text).
struct Problem {
  int column = 0;        // from 1, in bytes; 0 if it concerns the whole text
  std::string square;    // name of the square concerned; empty if there is none
  std::string message;   // as in Diagnostic
  bool warning = false;  // true: the text is accepted all the same
};
using Problems = std::vector<Problem>;

bool has_errors(const Problems& problems);

// The known word nearest to `word` (edit distance at most a third of its length, at least 1), or
// an empty text.
std::string nearest_word(const std::string& word, const std::vector<std::string>& known);

}  // namespace regelwerk::spec
