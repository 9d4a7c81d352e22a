#include "spec/keys.h"

#include <map>

namespace regelwerk::spec {

const std::vector<Key>& known_keys() {
  static const std::vector<Key> keys = {
      {"", "regelwerk", true},
      {"", "variant", true},
      {"", "title"},
      {"", "extends"},
      {"", "source"},
      {"", "engines"},
      {"", "board", true},
      {"", "players", true},
      {"", "turn-order", true},
      {"", "position-text", true},
      {"", "start", true},
      {"", "pieces", true},
      {"", "movement"},
      {"", "rules"},
      {"", "endings"},
      {"", "draws"},
      {"", "options"},
      {"", "clauses"},
      {"source", "document"},
      {"source", "rulings"},
      {"engines", "uci-variant"},
      {"engines", "uci-chess960"},
      {"board", "files", true},
      {"board", "ranks", true},
      {"board", "parts"},
      {"players.*", "letter", true},
      {"players.*", "forward", true},
      {"players.*", "pieces", true},
      {"position-text", "form", true},
      {"position-text", "castling"},
      {"position-text", "action"},
      {"pieces.*", "letter", true},
      {"pieces.*", "moves", true},
      {"pieces.*", "royal"},
      {"movement", "clauses"},
      {"rules", "first-move"},
      {"rules", "en-passant"},
      {"rules", "promotion"},
      {"rules", "castling"},
      {"rules", "fusion"},
      {"rules", "safe-path"},
      {"rules", "part-removal"},
      {"rules", "royal-safety"},
      {"rules.first-move", "known-by", true},
      {"rules.first-move", "clauses"},
      {"rules.en-passant", "lasts", true},
      {"rules.en-passant", "clauses"},
      {"rules.promotion", "of", true},
      {"rules.promotion", "zone", true},
      {"rules.promotion", "to", true},
      {"rules.promotion", "compulsory"},
      {"rules.promotion", "clauses"},
      {"rules.castling", "king", true},
      {"rules.castling", "partner", true},
      {"rules.castling", "king-stops", true},
      {"rules.castling", "partner-stops"},
      {"rules.castling", "homes"},
      {"rules.castling", "clauses"},
      {"rules.castling.king-stops", "left"},
      {"rules.castling.king-stops", "right"},
      {"rules.castling.partner-stops", "left"},
      {"rules.castling.partner-stops", "right"},
      {"rules.fusion", "of", true},
      {"rules.fusion", "into", true},
      {"rules.fusion", "clauses"},
      {"rules.safe-path", "of", true},
      {"rules.safe-path", "clauses"},
      {"rules.part-removal", "when", true},
      {"rules.part-removal", "own-last-royal", true},
      {"rules.part-removal", "clauses"},
      {"rules.royal-safety", "royals"},
      {"rules.royal-safety", "target"},
      {"rules.royal-safety", "count"},
      {"rules.royal-safety", "clauses"},
      {"rules.royal-safety.count", "each"},
      {"rules.royal-safety.count", "min"},
      {"rules.royal-safety.count", "max"},
      {"rules.royal-safety.count", "alone"},
      {"endings", "checkmate"},
      {"endings", "stalemate"},
      {"endings", "royals-lost"},
      {"endings.*", "result", true},
      {"endings.*", "clauses"},
      {"draws", "reset-by"},
      {"draws", "fifty-move"},
      {"draws", "seventy-five-move"},
      {"draws", "threefold"},
      {"draws", "fivefold"},
      {"draws", "insufficient-material"},
      {"draws.move-counter", "halfmoves"},
      {"draws.move-counter", "automatic"},
      {"draws.move-counter", "clauses"},
      {"draws.repetition", "count"},
      {"draws.repetition", "automatic"},
      {"draws.repetition", "clauses"},
      {"draws.insufficient-material", "against-bare-royal"},
      {"draws.insufficient-material", "on-one-colour"},
      {"draws.insufficient-material", "strong-royals"},
      {"draws.insufficient-material", "parts-left"},
      {"draws.insufficient-material", "clauses"},
      {"options.*", "values", true},
      {"options.*", "default", true},
      {"options.*", "clauses"},
      {"clauses.*", "says", true},
      {"clauses.*", "source"},
      {"clauses.*", "reading"},
      {"clauses.*", "explains"},
  };
  return keys;
}

std::vector<std::string> keys_of(std::string_view section) {
  std::vector<std::string> names;
  for (const Key& key : known_keys()) {
    if (key.section == section) names.emplace_back(key.name);
  }
  return names;
}

const std::vector<std::string>& reasons_of(std::string_view section) {
  static const std::map<std::string, std::vector<std::string>, std::less<>> reasons = {
      {"movement", {"turn", "off-board", "no-piece", "pattern", "blocked", "own-piece", "removed"}},
      {"rules.first-move", {"moved"}},
      {"rules.en-passant", {"none", "not-next", "exposes"}},
      {"rules.promotion", {"compulsory", "not-there", "unknown-choice"}},
      {"rules.castling",
       {"moved", "blocked", "other-rank", "no-gap", "in-check", "path-attacked",
        "target-attacked"}},
      {"rules.fusion", {"target-attacked"}},
      {"rules.safe-path", {"path-attacked", "target-attacked"}},
      {"rules.part-removal", {"self-destruction"}},
      {"rules.royal-safety", {"left-in-check", "exposed", "into-check", "captured"}},
  };
  static const std::vector<std::string> none;
  const auto found = reasons.find(section);
  return found == reasons.end() ? none : found->second;
}

}  // namespace regelwerk::spec
