// The summary that a person reads: a row for each suite file, every failure in full, a last line.
#pragma once

#include <string>
#include <vector>

#include "suites/result.h"

namespace regelwerk::reports {

struct TerminalOptions {
  // Failures shown in full for each checker and suite file; the others are counted.
  std::size_t max_failures = 10;
  // Shows how long everything took. Off, the text of equal results is equal.
  bool times = true;
};

// Ends in a line end. Diagnostics of the runs are not part of it: they belong to standard error.
std::string terminal_report(const std::vector<suites::Run>& runs,
                            const TerminalOptions& options = {});

}  // namespace regelwerk::reports
