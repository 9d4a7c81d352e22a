// The result model as JUnit XML, for CI systems.
#pragma once

#include <string>
#include <vector>

#include "suites/result.h"

namespace regelwerk::reports {

// testsuites > testsuite (a suite file and a checker) > testcase (a case). A wrong answer is a
// `failure`, a refused position or a failed engine an `error`; what was not run, an engine that
// does not offer the variant and a known fault are `skipped`, and so is what is wrong on an
// unreachable position, which is told in full in `system-out`. Diagnostics are a testsuite "input".
// Characters that XML 1.0 does not allow are written as visible escapes (\x1b).
std::string junit_report(const std::vector<suites::Run>& runs);

}  // namespace regelwerk::reports
