// What every report says in the same words.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "suites/clusters.h"
#include "suites/result.h"

namespace regelwerk::reports {

// The suite files of a run, in the order of its cases; the empty text stands for positions given
// by themselves.
std::vector<std::string> suite_files(const suites::Run& run);

// The text with everything made visible that is no text: control characters but line end and tab,
// bytes that are no UTF-8, and code points that XML 1.0 does not allow become \x1b and the like.
std::string visible(std::string_view text);

// One line: "expected 20, got 21 (+1)", "died: killed by signal 11", "above 200000 nodes".
std::string headline(const suites::CaseResult& result, const suites::Outcome& outcome);

// Several lines, the last with its line end: position, numbers, where the moves differ, which they
// are and which clause says so, the cause, remarks.
std::string describe_failure(const suites::CaseResult& result, const suites::Outcome& outcome);

// One line: "extra d5e6: C4 (en-passant.exposes)".
std::string cause_title(const suites::Cause& cause);

// Several lines: class, action and clause; the smallest position; why; the clause's sentence.
std::string describe_cause(const suites::Cause& cause);

// "mine: 88 failing cases, 1 cause", and each cause with its number of cases; empty without any.
std::string describe_clusters(const std::vector<suites::Cluster>& clusters);

}  // namespace regelwerk::reports
