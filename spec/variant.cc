#include "spec/variant.h"

#include <cstdlib>

namespace regelwerk::spec {

std::vector<Offset> crossed_squares(Offset step) {
  const int x = std::abs(step.right);
  const int y = std::abs(step.forward);
  const int unit_right = (step.right > 0) - (step.right < 0);
  const int unit_forward = (step.forward > 0) - (step.forward < 0);
  std::vector<Offset> crossed;
  if (x == 0 || y == 0 || x == y) {
    const int length = x > y ? x : y;
    for (int i = 1; i < length; ++i) crossed.push_back({i * unit_right, i * unit_forward});
  } else if (x == 1 && y == 2) {
    crossed.push_back({0, unit_forward});
  } else if (x == 2 && y == 1) {
    crossed.push_back({unit_right, 0});
  }
  return crossed;
}

std::optional<KindId> Variant::kind_by_name(const std::string& kind_name) const {
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    if (pieces[i].name == kind_name) return static_cast<KindId>(i);
  }
  return std::nullopt;
}

std::optional<KindId> Variant::kind_by_letter(char upper_case_letter) const {
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    if (pieces[i].letter == upper_case_letter) return static_cast<KindId>(i);
  }
  return std::nullopt;
}

std::string Variant::sentence_of(const std::string& clause) const {
  const auto found = clauses.find(clause);
  return found == clauses.end() ? "" : found->second.says;
}

std::string Variant::explaining_clause(const std::string& key) const {
  for (const auto& [id, clause] : clauses) {
    if (clause.explains == key) return id;
  }
  return "";
}

}  // namespace regelwerk::spec
