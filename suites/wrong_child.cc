#include "suites/wrong_child.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <set>
#include <stdexcept>
#include <utility>

#include "spec/position_text.h"

namespace regelwerk::suites {
namespace {

std::string clause_of(const std::map<std::string, std::string>& clauses,
                      std::initializer_list<const char*> reasons) {
  for (const char* reason : reasons) {
    if (const auto found = clauses.find(reason); found != clauses.end()) {
      return found->second;
    }
  }
  return {};
}

// The field as a fault, with the rule that governs it.
ChildFault fault_of(const spec::Variant& variant, const std::string& field, std::string shown) {
  ChildFault fault;
  fault.field = field;
  fault.shown = std::move(shown);
  const auto rule = [&](const char* key, std::string clause) {
    fault.rule = key;
    fault.clause = std::move(clause);
  };
  if (field == "castling rights" && variant.castling) {
    rule("castling", clause_of(variant.castling->clauses, {"moved"}));
  } else if (field == "castling partner" && variant.castling) {
    std::string clause = variant.explaining_clause("rules.castling");
    rule("castling",
         clause.empty() ? clause_of(variant.castling->clauses, {"moved"}) : std::move(clause));
  } else if ((field == "en passant" || field == "captured piece") && variant.en_passant) {
    rule("en-passant", clause_of(variant.en_passant->clauses, {"not-next", "none"}));
  } else if (field == "promotion" && !variant.promotions.empty()) {
    rule("promotion", clause_of(variant.promotions.front().clauses, {"unknown-choice"}));
  } else if (field == "removed parts" && variant.part_removal) {
    rule("part-removal", variant.explaining_clause("rules.part-removal"));
  } else if (field == "turn") {
    rule("movement", clause_of(variant.movement_clauses, {"turn"}));
  } else if (field == "reply" && variant.check_reply) {
    rule("check-reply", clause_of(variant.check_reply->clauses, {"not-asked"}));
  } else if (field == "owed turns" && variant.check_reply) {
    rule("check-reply", clause_of(variant.check_reply->clauses, {"owes"}));
  } else if (field == "alliances" && variant.coalition) {
    rule("coalition", clause_of(variant.coalition->clauses, {"too-late"}));
  } else if (field == "rights" && variant.rearrangement) {
    rule("rearrangement", clause_of(variant.rearrangement->clauses, {"used"}));
  } else if (field == "first moves" && variant.first_move) {
    rule("first-move", clause_of(variant.first_move->clauses, {"moved"}));
  }
  return fault;
}

// A field that is kept as written.
struct Named {
  spec::Field spec::RawPosition::*field;
  const char* name;
};
constexpr Named kCastling{&spec::RawPosition::castling, "castling rights"};
constexpr Named kEnPassant{&spec::RawPosition::en_passant, "en passant"};
constexpr Named kAlliances{&spec::RawPosition::alliances, "alliances"};
constexpr Named kRights{&spec::RawPosition::rights, "rights"};
constexpr Named kOwed{&spec::RawPosition::owed, "owed turns"};
constexpr Named kUnmoved{&spec::RawPosition::unmoved, "first moves"};

struct Family {
  spec::RawPosition parent;
  spec::RawPosition child;
  std::optional<spec::RawAction> action;
};

std::optional<Family> family_of(const Reference& reference, const std::string& position_text,
                                const std::string& action) {
  const spec::Variant& variant = reference.variant();
  const generator::ReadResult read = reference.game().read(position_text);
  if (read.position == nullptr) {
    return std::nullopt;
  }
  const std::optional<generator::Action> move = read.position->find(action);
  if (!move) {
    return std::nullopt;
  }
  const spec::RawPositionResult parent = spec::parse_position_text(variant, read.position->text());
  read.position->apply(*move);
  const spec::RawPositionResult child = spec::parse_position_text(variant, read.position->text());
  if (!parent.position || !child.position) {
    return std::nullopt;
  }
  return Family{*parent.position, *child.position,
                spec::parse_action_text(variant, action, nullptr)};
}

struct Guess {
  spec::RawPosition child;
  std::string field;
  std::string shown;
};

class Guesses {
 public:
  Guesses(const spec::Variant& variant, const Family& family, std::string action)
      : variant_(variant), family_(family), action_(std::move(action)) {}

  std::vector<Guess> all() {
    en_passant();
    pieces();
    castling_rights();
    four_player_fields();
    turn();
    return std::move(guesses_);
  }

 private:
  void guess(spec::RawPosition child, const char* field, std::string shown) {
    guesses_.push_back({std::move(child), field, std::move(shown)});
  }

  static std::string or_dash(std::string text) { return text.empty() ? "-" : text; }
  static std::string without_dash(const std::string& text) { return text == "-" ? "" : text; }

  void castling_rights() {
    if (variant_.position_text.form != spec::PositionTextForm::Form::kFen) {
      return;
    }
    const std::string before = without_dash(family_.parent.castling.text);
    const std::string after = without_dash(family_.child.castling.text);
    const auto with = [&](const std::string& rights, std::string shown) {
      spec::RawPosition child = family_.child;
      child.castling.text = or_dash(rights);
      guess(std::move(child), "castling rights", std::move(shown));
    };
    for (const char right : before) {
      if (after.find(right) != std::string::npos) {
        continue;
      }
      std::string rights;
      for (const char each : before) {
        if (each == right || after.find(each) != std::string::npos) {
          rights += each;
        }
      }
      with(rights, fmt::format("the castling right {} is still there after {}", right, action_));
    }
    if (before != after) {
      with(before,
           fmt::format("the castling rights {} are all still there after {}", before, action_));
    }
    for (const char right : after) {
      std::string rights = after;
      rights.erase(rights.find(right), 1);
      with(rights, fmt::format("the castling right {} is lost after {}", right, action_));
    }
    if (after.size() > 1) {
      with("", fmt::format("the castling rights {} are lost after {}", after, action_));
    }
  }

  void en_passant() {
    const std::string before = family_.parent.en_passant.text;
    const std::string after = family_.child.en_passant.text;
    spec::RawPosition child = family_.child;
    if (after != "-") {
      child.en_passant.text = "-";
      guess(child, "en passant",
            fmt::format("the en passant right on {} is lost after {}", after, action_));
    }
    if (before != "-" && before != after) {
      child.en_passant.text = before;
      guess(child, "en passant",
            fmt::format("the en passant right on {} is still there after {}", before, action_));
    }
  }

  const spec::PlacedPiece* piece_at(const spec::RawPosition& position, spec::Square square) const {
    const auto found =
        std::find_if(position.pieces.begin(), position.pieces.end(),
                     [&](const spec::PlacedPiece& piece) { return piece.square == square; });
    return found == position.pieces.end() ? nullptr : &*found;
  }

  static spec::RawPosition with_piece(spec::RawPosition position, spec::Square square,
                                      std::optional<spec::PlacedPiece> piece) {
    std::erase_if(position.pieces,
                  [&](const spec::PlacedPiece& each) { return each.square == square; });
    if (piece) {
      piece->square = square;
      position.pieces.push_back(*piece);
      std::sort(position.pieces.begin(), position.pieces.end(),
                [](const spec::PlacedPiece& a, const spec::PlacedPiece& b) {
                  return a.square.rank != b.square.rank ? a.square.rank > b.square.rank
                                                        : a.square.file < b.square.file;
                });
    }
    return position;
  }

  std::string kind_name(spec::KindId kind) const {
    return variant_.pieces[static_cast<std::size_t>(kind)].name;
  }

  void pieces() {
    if (!family_.action || family_.action->type != spec::RawAction::Type::kMove) {
      return;
    }
    const spec::RawAction& action = *family_.action;
    const spec::PlacedPiece* arrived = piece_at(family_.child, action.to);
    if (action.choice && arrived != nullptr) {
      std::set<spec::KindId> kinds;
      for (const spec::PromotionRule& rule : variant_.promotions) {
        kinds.insert(rule.to.begin(), rule.to.end());
        kinds.insert(rule.of.begin(), rule.of.end());
      }
      for (const spec::KindId kind : kinds) {
        if (kind == arrived->kind) {
          continue;
        }
        spec::PlacedPiece other = *arrived;
        other.kind = kind;
        guess(with_piece(family_.child, action.to, other), "promotion",
              fmt::format("after {} a {} stands on {} instead of a {}", action_, kind_name(kind),
                          spec::square_name(action.to), kind_name(arrived->kind)));
      }
    }
    // Squares beside from and to that the action has changed: of pieces taken in passing, and of
    // castling partners.
    for (const spec::PlacedPiece& piece : family_.parent.pieces) {
      if (piece.square == action.from || piece_at(family_.child, piece.square) != nullptr) {
        continue;
      }
      const bool own = piece.player == family_.parent.to_act;
      guess(with_piece(family_.child, piece.square, piece),
            own ? "castling partner" : "captured piece",
            fmt::format("after {} the {} is still on {}", action_, kind_name(piece.kind),
                        spec::square_name(piece.square)));
      if (!own) {
        continue;
      }
      for (const spec::PlacedPiece& other : family_.child.pieces) {
        const bool arrived_here = other.player == piece.player && other.kind == piece.kind &&
                                  piece_at(family_.parent, other.square) == nullptr;
        if (arrived_here) {
          guess(with_piece(with_piece(family_.child, other.square, std::nullopt), piece.square,
                           piece),
                "castling partner",
                fmt::format("after {} the {} has stayed on {}", action_, kind_name(piece.kind),
                            spec::square_name(piece.square)));
        }
      }
    }
  }

  void four_player_fields() {
    if (variant_.position_text.form != spec::PositionTextForm::Form::kFen4) {
      return;
    }
    for (const Named& each : {kAlliances, kRights, kOwed, kUnmoved}) {
      const std::string& before = (family_.parent.*each.field).text;
      if (before == (family_.child.*each.field).text) {
        continue;
      }
      spec::RawPosition child = family_.child;
      (child.*each.field).text = before;
      guess(std::move(child), each.name,
            fmt::format("the {} are those before {}", each.name, action_));
    }
    if (family_.child.next_regular >= 0) {
      spec::RawPosition child = family_.child;
      child.to_act = child.next_regular;
      child.next_regular = -1;
      child.also_asked = -1;
      guess(std::move(child), "reply", fmt::format("nobody is asked after {}", action_));
    }
  }

  void turn() {
    spec::RawPosition child = family_.child;
    child.to_act = family_.parent.to_act;
    if (child.to_act == family_.child.to_act) {
      return;
    }
    child.en_passant.text = "-";
    child.next_regular = -1;
    child.also_asked = -1;
    guess(std::move(child), "turn", fmt::format("the turn has not passed on after {}", action_));
  }

  const spec::Variant& variant_;
  const Family& family_;
  std::string action_;
  std::vector<Guess> guesses_;
};

}  // namespace

std::vector<ChildFault> faults_by_count(const Reference& reference,
                                        const std::string& position_text, const std::string& action,
                                        int depth, std::uint64_t claimed) {
  std::vector<ChildFault> faults;
  const std::optional<Family> family = family_of(reference, position_text, action);
  if (!family) {
    return faults;
  }
  const spec::Variant& variant = reference.variant();
  for (const Guess& guess : Guesses(variant, *family, action).all()) {
    const generator::ReadResult read =
        reference.game().read(spec::write_position_text(variant, guess.child));
    if (read.position != nullptr && read.position->perft(depth).nodes == claimed) {
      faults.push_back(fault_of(variant, guess.field, guess.shown));
    }
  }
  return faults;
}

std::optional<ChildFault> fault_by_text(const Reference& reference,
                                        const std::string& position_text, const std::string& action,
                                        const std::string& shown_child) {
  const std::optional<Family> family = family_of(reference, position_text, action);
  const spec::Variant& variant = reference.variant();
  // In the canonical spelling if the rules allow it, else as written.
  const generator::ReadResult canonical = reference.game().read(shown_child);
  const spec::RawPositionResult read = spec::parse_position_text(
      variant, canonical.position != nullptr ? canonical.position->text() : shown_child);
  if (!family || !read.position) {
    return std::nullopt;
  }
  const spec::RawPosition& theirs = *read.position;
  const spec::RawPosition& ours = family->child;
  if (!(theirs.removed == ours.removed)) {
    return fault_of(variant, "removed parts",
                    fmt::format("after {} it shows other parts as removed", action));
  }
  if (!(theirs.pieces == ours.pieces)) {
    const bool promotes = family->action && family->action->choice;
    return fault_of(variant, promotes ? "promotion" : "board",
                    fmt::format("after {} it shows another board: {}", action, shown_child));
  }
  if (theirs.to_act != ours.to_act) {
    return fault_of(variant, "turn", fmt::format("after {} another player is to act", action));
  }
  for (const Named& each : {kCastling, kEnPassant, kAlliances, kRights, kOwed, kUnmoved}) {
    const std::string& has = (theirs.*each.field).text;
    const std::string& should = (ours.*each.field).text;
    if (has != should) {
      return fault_of(
          variant, each.name,
          fmt::format("after {} it shows {} {} instead of {}", action, each.name, has, should));
    }
  }
  return std::nullopt;
}

std::optional<ChildFault> fault_by_action(const Reference& reference,
                                          const std::string& position_text,
                                          const std::string& action) {
  const std::optional<Family> family = family_of(reference, position_text, action);
  if (!family) {
    return std::nullopt;
  }
  const spec::Variant& variant = reference.variant();
  if (!(family->parent.removed == family->child.removed)) {
    return fault_of(variant, "removed parts", action + " has a part of the board removed");
  }
  const oracle::ReadResult read = reference.referee().read(position_text);
  if (read.position) {
    for (const oracle::Reason& ground : reference.referee().grounds(*read.position, action)) {
      if (ground.rule == "castling") {
        return fault_of(variant, "castling partner", ground.shown);
      }
      if (ground.rule == "promotion") {
        return fault_of(variant, "promotion", ground.shown);
      }
      if (ground.rule == "en-passant") {
        return fault_of(variant, "captured piece", ground.shown);
      }
      if (ground.rule == "fusion" || ground.rule == "part-removal") {
        ChildFault fault;
        fault.field = "board";
        fault.rule = ground.rule;
        fault.clause = ground.clause;
        fault.shown = ground.shown;
        return fault;
      }
    }
  }
  for (const Named& each : {kCastling, kEnPassant, kAlliances, kOwed, kRights}) {
    const std::string& before = (family->parent.*each.field).text;
    const std::string& after = (family->child.*each.field).text;
    if (before != after) {
      return fault_of(
          variant, each.name,
          fmt::format("{} changes the {} from {} to {}", action, each.name, before, after));
    }
  }
  return std::nullopt;
}

}  // namespace regelwerk::suites
