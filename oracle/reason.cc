#include "oracle/reason.h"

namespace regelwerk::oracle {

Reason make_reason(const spec::Variant& variant, const std::string& key, const std::string& name,
                   const std::map<std::string, std::string>& clauses, std::string shown,
                   std::vector<spec::Square> squares) {
  Reason reason;
  reason.rule = key + "." + name;
  if (auto found = clauses.find(name); found != clauses.end()) reason.clause = found->second;
  reason.sentence = variant.sentence_of(reason.clause);
  reason.shown = std::move(shown);
  reason.squares = std::move(squares);
  return reason;
}

}  // namespace regelwerk::oracle
