// A JSON report read back, so that a later run can go on where an earlier one ended.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "suites/result.h"

namespace regelwerk::reports {

struct JsonReportResult {
  std::vector<suites::Run> runs;
  std::string error;  // one line; empty if the text was read
};

// The inverse of json_report(); fields that a report lacks (an older one) keep their defaults. An
// error if the text is no JSON, no report, or a report of another format.
JsonReportResult read_json_report(std::string_view text);
JsonReportResult read_json_report_file(const std::filesystem::path& path);

}  // namespace regelwerk::reports
