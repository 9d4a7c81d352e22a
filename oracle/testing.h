// Helpers of the oracle's tests.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "oracle/referee.h"
#include "spec/load.h"

namespace regelwerk::oracle::testing {

inline spec::Variant loaded(spec::LoadResult result) {
  if (!result.variant) throw std::runtime_error(spec::to_string(result.diagnostics));
  return std::move(*result.variant);
}

inline const spec::Variant& bundled(const std::string& name) {
  static std::map<std::string, spec::Variant> variants;
  auto found = variants.find(name);
  if (found == variants.end()) {
    found = variants.emplace(name, loaded(spec::load_variant(name))).first;
  }
  return found->second;
}

// A variant for one test: chess, changed by the lines of `changes`.
inline spec::Variant laboratory(const std::string& changes) {
  return loaded(spec::load_variant_text(
      "regelwerk: 1\nvariant: laboratory\ntitle: Laboratory\nextends: chess\n" + changes,
      "laboratory.yaml"));
}

inline std::string to_text(const spec::Problems& problems) {
  std::string text;
  for (const auto& problem : problems) {
    if (!text.empty()) text += "\n";
    text += (problem.warning ? "warning: " : "") + problem.message;
  }
  return text;
}

inline Position position(const Referee& referee, const std::string& text) {
  ReadResult result = referee.read(text);
  if (!result.position) throw std::runtime_error(text + ": " + to_text(result.problems));
  return *result.position;
}

// All problems of a refused text; empty if it is accepted.
inline std::vector<std::string> refusals(const Referee& referee, const std::string& text) {
  std::vector<std::string> messages;
  const ReadResult result = referee.read(text);
  if (result.position) return messages;
  for (const auto& problem : result.problems) {
    if (!problem.warning) messages.push_back(problem.message);
  }
  return messages;
}

// The squares to which the piece on `from` may go, joined by blanks and sorted.
inline std::string targets(const Referee& referee, const std::string& text,
                           const std::string& from) {
  std::string found;
  for (const std::string& action : referee.legal_actions(position(referee, text))) {
    if (action.compare(0, from.size(), from) != 0) continue;
    if (!found.empty()) found += " ";
    found += action.substr(from.size());
  }
  return found;
}

inline Position played(const Referee& referee, Position from,
                       const std::vector<std::string>& actions) {
  for (const std::string& action : actions) from = referee.after(from, action);
  return from;
}

}  // namespace regelwerk::oracle::testing
