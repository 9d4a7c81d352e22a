// Helpers of the oracle's tests with four players.
#pragma once

#include <sstream>

#include "oracle/testing.h"

namespace regelwerk::oracle::testing {

// Koalitionsschach with these options, read once for each choice.
inline const spec::Variant& koalitionsschach(const spec::OptionChoices& options = {}) {
  static std::map<spec::OptionChoices, spec::Variant> variants;
  auto found = variants.find(options);
  if (found == variants.end()) {
    found =
        variants.emplace(options, loaded(spec::load_variant("koalitionsschach", options))).first;
  }
  return found->second;
}

// Position text from pieces and the fields behind the placement: "yKe1 bKe10", "y - - - - - 0 1".
inline std::string board(const std::string& pieces, const std::string& fields) {
  std::map<std::string, std::string> cells;
  std::istringstream words(pieces);
  for (std::string word; words >> word;) cells[word.substr(2)] = word.substr(0, 2);
  std::string text;
  for (int rank = 10; rank >= 1; --rank) {
    std::string row;
    int empty = 0;
    const auto put = [&row](const std::string& cell) { row += (row.empty() ? "" : ",") + cell; };
    for (char file = 'a'; file <= 'j'; ++file) {
      const auto found = cells.find(file + std::to_string(rank));
      if (found == cells.end()) {
        ++empty;
        continue;
      }
      if (empty > 0) put(std::to_string(empty));
      empty = 0;
      put(found->second);
    }
    if (empty > 0) put(std::to_string(empty));
    text += row + (rank > 1 ? "/" : " ");
  }
  return text + fields;
}

// The fields behind the placement.
inline std::string fields_of(const std::string& text) { return text.substr(text.find(' ') + 1); }

inline std::string placement_of(const std::string& text) { return text.substr(0, text.find(' ')); }

}  // namespace regelwerk::oracle::testing
