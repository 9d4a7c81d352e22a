// The result model as JSON, for programs.
#pragma once

#include <string>
#include <vector>

#include "suites/result.h"

namespace regelwerk::reports {

// One object, indented by two blanks, ending in a line end. Fields are only ever added; their
// meaning is that of suites/result.h:
//
//   format: 1, exit_status
//   runs: [{
//     tool_version, variant, spec: {file, hash}, started, seconds, interrupted, deadline_reached,
//     shard: {index, count, cases_elsewhere},
//     checkers: [{name, kind: generator|oracle|engine, version, identity}],
//     summary: {checked, agrees, wrong, refused, failed, known_fault, unable, not_run},
//     diagnostics: [{severity, file, line, column, message, hint}],
//     resolved_faults: [text],
//     cases: [{kind, suite, line, name, position, depth, expected, source, note, spec_hash,
//       remarks,
//       outcomes: [{checker, verdict, actual, seconds, origin: asked|earlier|cache, explained_at,
//         detail,
//         difference: {position, depth, line, missing, extra,
//           notes: [{action, legal, rule, clause, sentence, shown}]},
//         cause: {fault: missing|extra|wrong_child|count_only, position, depth, action, then, rule,
//           clause, sentence, shown, field, missing, extra, questions, smallest},
//         evidence: [file]}]}],
//     clusters: [{checker, verdict, cases, first_case, rules, example: as cause}]
//   }]
//
// json_reader.h reads it; whatever is added here is to be read there, as a test sees to.
//
// Absent values are null (expected, actual, difference, cause, example) or empty texts. Counts are
// JSON numbers up to 2^64 - 1. Bytes that are no UTF-8 are replaced by U+FFFD.
std::string json_report(const std::vector<suites::Run>& runs);

}  // namespace regelwerk::reports
