// Every key of the language, in one list: the loader refuses what is not in it, and the tests hold
// spec/README.md and spec/schema.json against it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace regelwerk::spec {

struct Key {
  std::string_view section;  // "" is the top; "pieces.*" is each entry under `pieces`
  std::string_view name;
  bool required = false;  // after `extends`
};

const std::vector<Key>& known_keys();

// Names of the keys of one section.
std::vector<std::string> keys_of(std::string_view section);

// The reasons that a rule's `clauses` may name ("rules.castling" -> moved, blocked, ...). Empty
// for sections whose `clauses` is always one id, and for those that have none.
const std::vector<std::string>& reasons_of(std::string_view section);

}  // namespace regelwerk::spec
