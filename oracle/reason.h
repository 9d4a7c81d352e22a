// Why an action is not legal, and how the referee's questions hand their reasons over.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "spec/square.h"
#include "spec/variant.h"

namespace regelwerk::oracle {

// Why an action is not legal.
struct Reason {
  std::string rule;      // the rule's key and reason: "castling.path-attacked"
  std::string clause;    // "C6"; empty if the spec names none
  std::string sentence;  // the clause's sentence; empty if there is none
  std::string shown;     // what is seen on the board: "f1 is attacked by the rook on f3"
  std::vector<spec::Square> squares;  // the squares that show it
};

using Reasons = std::vector<Reason>;

// `key` and `name` make "castling.path-attacked"; `clauses` are those of that rule.
Reason make_reason(const spec::Variant& variant, const std::string& key, const std::string& name,
                   const std::map<std::string, std::string>& clauses, std::string shown,
                   std::vector<spec::Square> squares);

// A question answered no. `make` tells the reason and is asked only if somebody wants to know:
// listing actions asks thousands of questions and reads no answer but yes or no.
template <typename MakeReason>
bool no(Reasons* why, MakeReason make) {
  if (why != nullptr) why->push_back(make());
  return false;
}

}  // namespace regelwerk::oracle
