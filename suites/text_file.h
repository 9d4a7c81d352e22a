// Reading suite files line by line, with places for errors.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "spec/diagnostic.h"

namespace regelwerk::suites {

// The bytes of a file; nullopt, with an error, if it cannot be read or exceeds 256 MiB.
std::optional<std::string> read_file(const std::filesystem::path& path,
                                     spec::Diagnostics* diagnostics);

// Lines of a text without byte order mark and line ends (LF, CR LF, a single CR at the end of the
// text). Does not copy: `text` must outlive it.
class LineReader {
 public:
  LineReader(std::string_view text, std::string file);

  bool next();  // false: no line left
  std::string_view line() const { return line_; }
  int number() const { return number_; }  // from 1

  // An error in the present line; `column` counts from 1.
  spec::Diagnostic error(int column, std::string message) const;
  spec::Diagnostic error_at(int line, int column, std::string message,
                            std::string source_line) const;
  spec::Diagnostic error_in_file(std::string message) const;

 private:
  std::string_view rest_;
  std::string_view line_;
  std::string file_;
  int number_ = 0;
};

}  // namespace regelwerk::suites
