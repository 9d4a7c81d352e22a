// The start position against all the rest.

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "spec/position_text.h"
#include "spec/text_scan.h"
#include "spec/variant_builder.h"

namespace regelwerk::spec {

void VariantBuilder::read_start() {
  const Node* node = top("start");
  if (node == nullptr || node->kind == Node::Kind::kBroken) return;
  if (node->kind != Node::Kind::kScalar || !node->quoted) {
    error(*node, fmt::format("'start' must be a position text in quotes, found {}", found(*node)));
    if (node->kind != Node::Kind::kScalar) return;
  }
  variant_.start = node->text;
  const RawPositionResult result = parse_position_text(variant_, node->text);
  bool told = false;
  for (const Problem& problem : result.problems) {
    // An inherited start that a new board broke is wrong in every rank; once is enough.
    if (inherited(*node) && told && problem.square.empty()) continue;
    told = told || problem.square.empty();
    if (problem.warning) {
      warning(*node, "start: " + problem.message, board_causes_, problem.column - 1);
    } else {
      error_within(*node, problem.column - 1, "start: " + problem.message, "", start_causes());
    }
  }
  if (!result.position) return;
  RawPosition kept = *result.position;
  if (opening_rights_off_) drop_shift_rights(&kept.rights);
  variant_.start = write_position_text(variant_, kept);
  check_royals(*node, *result.position);
  check_parts(*node, *result.position);
  check_zones(*node, *result.position);
  check_rights(*node, *result.position);
  check_fen4_fields(*node, *result.position);
  if (!variant_.en_passant && result.position->en_passant.text != "-" && errors_ == 0) {
    error_within(*node, result.position->en_passant.column - 1,
                 fmt::format("start: en passant square {}, but there is no en-passant rule",
                             result.position->en_passant.text),
                 "", {removal("rules.en-passant")});
  }
}

void VariantBuilder::drop_shift_rights(Field* rights) {
  std::string& letters = rights->text;
  letters.erase(std::remove_if(letters.begin(), letters.end(), is_upper), letters.end());
  if (letters.empty()) letters = "-";
}

void VariantBuilder::check_fen4_fields(const Node& node, const RawPosition& position) {
  const auto wrong = [&](const Field& field, std::string message, const std::string& rule) {
    error_within(node, field.column - 1, "start: " + message, "",
                 {removal("rules." + rule), removal("rules"),
                  rules_ == nullptr ? nullptr : rules_->find(rule)});
  };
  if (position.alliances.text != "-" && !has_rule("coalition")) {
    wrong(position.alliances,
          fmt::format("alliances '{}', but there is no coalition rule", position.alliances.text),
          "coalition");
  }
  if (position.owed.text != "-" && !has_rule("check-reply")) {
    wrong(position.owed,
          fmt::format("owed turns '{}', but there is no check-reply rule", position.owed.text),
          "check-reply");
  }
  if (position.next_regular >= 0 && !has_rule("check-reply")) {
    error_within(node, 0, "start: a player is asked, but there is no check-reply rule", "",
                 {removal("rules.check-reply")});
  }
  if (position.rights.text != "-") check_opening_letters(position.rights, wrong);
  if (position.unmoved.text != "-") check_unmoved(node, position);
}

void VariantBuilder::check_opening_letters(const Field& rights, const Wrong& wrong) {
  const std::string& letters = rights.text;
  for (std::size_t i = 0; i < letters.size();) {
    const std::string rule = rule_without_right(letters[i]);
    std::size_t end = i + 1;
    while (end < letters.size() && rule_without_right(letters[end]) == rule) ++end;
    if (!rule.empty()) {
      wrong({letters.substr(i, end - i), rights.column + static_cast<int>(i)},
            fmt::format("right{} '{}', which the rule '{}' does not give", end - i == 1 ? "" : "s",
                        letters.substr(i, end - i), rule),
            rule);
    }
    i = end;
  }
}

std::string VariantBuilder::rule_without_right(char right) const {
  const bool shift = is_upper(right);
  const std::string rule = shift ? "opening-rights" : "rearrangement";
  if (faulty_rights_.count(rule) > 0 || (shift && opening_rights_off_)) return "";
  static const std::vector<PlayerId> kNobody;
  const std::vector<PlayerId>& who =
      shift ? (variant_.opening_rights ? variant_.opening_rights->shifters : kNobody)
            : (variant_.rearrangement ? variant_.rearrangement->players : kNobody);
  const bool given = std::any_of(who.begin(), who.end(), [&](PlayerId player) {
    const char letter = variant_.players[player].letter;
    return right == (shift ? to_upper(letter) : letter);
  });
  return given ? "" : rule;
}

void VariantBuilder::check_unmoved(const Node& node, const RawPosition& position) {
  const Field& field = position.unmoved;
  const auto wrong = [&](std::size_t offset, std::string message) {
    error_within(
        node, field.column - 1 + static_cast<int>(offset), "start: " + message, "",
        {removal("rules.first-move"), rules_ == nullptr ? nullptr : rules_->find("first-move")});
  };
  if (has_rule("first-move") && !first_move_holds_) return;
  if (!variant_.first_move || variant_.first_move->known_by != FirstMoveRule::KnownBy::kFlags) {
    wrong(0, "pieces are given as not yet moved, which needs first-move: {known-by: flags}");
    return;
  }
  const auto has_first_move = [&](KindId kind) {
    const std::vector<Movement>& movements = variant_.pieces[kind].movements;
    return std::any_of(movements.begin(), movements.end(),
                       [](const Movement& movement) { return movement.first_move_only; });
  };
  const bool all = field.text == "start";
  std::map<Square, std::size_t> listed;  // with its offset in the field
  for (std::size_t begin = 0; !all && begin < field.text.size();) {
    const std::size_t end = std::min(field.text.find(',', begin), field.text.size());
    const auto square = parse_square(std::string_view(field.text).substr(begin, end - begin));
    if (square) listed[*square] = begin;
    begin = end + 1;
  }
  for (const PlacedPiece& piece : position.pieces) {
    const auto named = listed.find(piece.square);
    if (named == listed.end() && !(all && has_first_move(piece.kind))) continue;
    const std::size_t offset = named == listed.end() ? 0 : named->second;
    if (named != listed.end()) listed.erase(named);
    const Player& owner = variant_.players[piece.player];
    const std::string who = fmt::format("the {} of {} on {}", variant_.pieces[piece.kind].name,
                                        owner.name, square_name(piece.square));
    if (!has_first_move(piece.kind)) {
      wrong(offset, who + " is given as not yet moved, but has no first move of its own");
    } else if (!owner.set_up.empty() &&
               std::none_of(owner.set_up.begin(), owner.set_up.end(),
                            [&](const Rectangle& area) { return area.contains(piece.square); })) {
      wrong(offset, who + " is given as not yet moved, but stands outside the set-up area");
    }
  }
  for (const auto& [square, offset] : listed) {
    wrong(offset, fmt::format("{} is given as not yet moved, but is empty", square_name(square)));
  }
}

Causes VariantBuilder::start_causes() const {
  Causes causes;
  for (const auto& [path, node] : effective_.removed) {
    if (path.compare(0, 7, "pieces.") == 0) causes.push_back(&node);
  }
  for (const auto& [path, node] : effective_.changed) {
    const bool letter = path.size() > 7 && path.compare(path.size() - 7, 7, ".letter") == 0;
    if (letter) causes.push_back(&node);
  }
  causes.insert(causes.end(), board_causes_.begin(), board_causes_.end());
  return causes;
}

void VariantBuilder::check_royals(const Node& node, const RawPosition& position) {
  if (!variant_.royal_safety || !count_holds_) return;
  const std::vector<PlayerId>& with_royals = variant_.royal_safety->players;
  Causes causes = royal_causes();
  for (const Node* cause : count_causes()) causes.push_back(cause);
  for (std::size_t i = 0; i < variant_.players.size(); ++i) {
    const int royals = static_cast<int>(std::count_if(
        position.pieces.begin(), position.pieces.end(), [&](const PlacedPiece& piece) {
          return piece.player == static_cast<PlayerId>(i) && variant_.pieces[piece.kind].royal;
        }));
    const bool counted =
        with_royals.empty() || std::find(with_royals.begin(), with_royals.end(),
                                         static_cast<PlayerId>(i)) != with_royals.end();
    const int min = counted ? variant_.royal_safety->min_count : 0;
    const std::optional<int> max = counted ? variant_.royal_safety->max_count : 0;
    if (royals >= min && (!max || royals <= *max)) continue;
    const std::string wanted = !counted      ? "none"
                               : !max        ? fmt::format("at least {}", min)
                               : min == *max ? fmt::format("exactly {}", min)
                                             : fmt::format("{} to {}", min, *max);
    error_within(node, 0,
                 fmt::format("start: {} has {} royal piece{}, {} wanted", variant_.players[i].name,
                             royals, royals == 1 ? "" : "s", wanted),
                 "", causes);
  }
  const KindId alone = variant_.royal_safety->alone;
  for (const PlacedPiece& piece : position.pieces) {
    if (piece.kind != alone) continue;
    const bool other = std::any_of(
        position.pieces.begin(), position.pieces.end(), [&](const PlacedPiece& candidate) {
          return candidate.player == piece.player && candidate.square != piece.square &&
                 variant_.pieces[candidate.kind].royal;
        });
    if (!other) continue;
    error_within(node, 0,
                 fmt::format("start: the {} of {} on {} is not the only royal piece",
                             variant_.pieces[alone].name, variant_.players[piece.player].name,
                             square_name(piece.square)),
                 "", causes);
  }
}

void VariantBuilder::check_parts(const Node& node, const RawPosition& position) {
  if (!variant_.part_removal || !parts_hold_) return;
  Causes causes = board_causes_;
  causes.push_back(top("board")->find("parts"));
  causes.push_back(&key_of("part-removal"));
  for (const Part& part : variant_.board.parts) {
    const std::set<Square> removed(position.removed.begin(), position.removed.end());
    std::optional<Square> gone;
    std::optional<Square> there;
    for (int file = part.area.low.file; file <= part.area.high.file; ++file) {
      for (int rank = part.area.low.rank; rank <= part.area.high.rank; ++rank) {
        const Square square{file, rank};
        std::optional<Square>& first = removed.count(square) > 0 ? gone : there;
        if (!first) first = square;
      }
    }
    if (gone && there) {
      error_within(node, 0,
                   fmt::format("start: part '{}' is removed in part: {} is gone, {} is there",
                               part.name, square_name(*gone), square_name(*there)),
                   "", causes);
      continue;
    }
    if (gone) continue;
    for (std::size_t i = 0; i < variant_.players.size(); ++i) {
      const bool any = std::any_of(
          position.pieces.begin(), position.pieces.end(), [&](const PlacedPiece& piece) {
            return piece.player == static_cast<PlayerId>(i) && part.area.contains(piece.square);
          });
      if (any) continue;
      error_within(node, 0,
                   fmt::format("start: {} has no piece on part '{}', which would be removed",
                               variant_.players[i].name, part.name),
                   "", causes);
    }
  }
}

bool VariantBuilder::in_zone(const Zone& zone, Direction forward, Square square) const {
  if (zone.last_ranks > 0) {
    switch (forward) {
      case Direction::kNorth:
        return square.rank >= variant_.board.ranks - zone.last_ranks;
      case Direction::kSouth:
        return square.rank < zone.last_ranks;
      case Direction::kEast:
        return square.file >= variant_.board.files - zone.last_ranks;
      case Direction::kWest:
        return square.file < zone.last_ranks;
    }
  }
  return std::any_of(zone.areas.begin(), zone.areas.end(),
                     [&](const Rectangle& area) { return area.contains(square); });
}

void VariantBuilder::check_zones(const Node& node, const RawPosition& position) {
  for (const PromotionRule& rule : variant_.promotions) {
    std::map<std::pair<PlayerId, KindId>, std::vector<std::string>> squares;
    for (const PlacedPiece& piece : position.pieces) {
      if (std::find(rule.of.begin(), rule.of.end(), piece.kind) == rule.of.end()) continue;
      const Direction forward = variant_.players[piece.player].forward;
      if (!rule.compulsory || !in_zone(*rule.compulsory, forward, piece.square)) continue;
      squares[{piece.player, piece.kind}].push_back(square_name(piece.square));
    }
    const Node* promotion = rules_->find("promotion");
    Causes causes = {promotion->find("compulsory"), promotion->find("zone"), promotion->find("of"),
                     promotion};
    for (const auto& [path, changed] : effective_.changed) {
      if (path.compare(0, 8, "players.") == 0) causes.push_back(&changed);
    }
    for (const auto& [who, where] : squares) {
      error_within(node, 0,
                   fmt::format("start: a {} of {} stands in its promotion zone on {}",
                               variant_.pieces[who.second].name, variant_.players[who.first].name,
                               list_words(where, "and")),
                   "", causes);
    }
  }
}

void VariantBuilder::check_rights(const Node& node, const RawPosition& position) {
  const std::string& rights = position.castling.text;
  if (!castling_holds_) return;
  check_file_of_k(position);
  if (rights == "-") return;
  Causes causes = {removal("rules.castling"), removal("rules")};
  if (const Node* rule = rules_ == nullptr ? nullptr : rules_->find("castling")) {
    causes.insert(causes.end(), {removal("rules.castling.king-stops.left"),
                                 removal("rules.castling.king-stops.right"), rule->find("king"),
                                 rule->find("partner"), rule->find("king-stops"), rule});
  }
  causes.push_back(position_text_castling());
  // Neighbouring letters with the same fault share a message.
  for (std::size_t i = 0; i < rights.size();) {
    const std::string problem = right_problem(rights[i], position);
    std::size_t end = i + 1;
    while (end < rights.size() && right_problem(rights[end], position) == problem) ++end;
    if (!problem.empty()) {
      error_within(node, position.castling.column - 1 + static_cast<int>(i),
                   fmt::format("start: castling right{} '{}': {}", end - i == 1 ? "" : "s",
                               rights.substr(i, end - i), problem),
                   "", causes);
    }
    i = end;
  }
}

// Where a partner is not the outermost one, its right is written by its file. On the k-file that
// would be the letter of the right wing.
void VariantBuilder::check_file_of_k(const RawPosition& position) {
  constexpr int kFileOfK = 'k' - 'a';
  if (!variant_.castling || variant_.position_text.castling != PositionTextForm::Castling::kKQkq ||
      variant_.board.files <= kFileOfK + 1) {
    return;
  }
  const CastlingRule& rule = *variant_.castling;
  const bool begins_there =
      rule.homes == CastlingRule::Homes::kFirstRank ||
      std::any_of(position.pieces.begin(), position.pieces.end(), [&](const PlacedPiece& piece) {
        const bool north = variant_.players[piece.player].forward == Direction::kNorth;
        return piece.kind == rule.partner && piece.square.file == kFileOfK &&
               piece.square.rank == (north ? 0 : variant_.board.ranks - 1);
      });
  if (rule.partner < 0 || !begins_there) return;
  error(*position_text_castling(),
        fmt::format("KQkq has no letter for a {} on the k-file, where another may stand beyond it; "
                    "write castling: files",
                    variant_.pieces[rule.partner].name),
        "", board_causes_);
}

std::string VariantBuilder::right_problem(char right, const RawPosition& position) const {
  if (!variant_.castling) return "there is no castling rule";
  const CastlingRule& rule = *variant_.castling;
  if (rule.king < 0 || rule.partner < 0) return "";
  PlayerId player = -1;
  for (std::size_t i = 0; i < variant_.players.size(); ++i) {
    if (variant_.players[i].upper_case == is_upper(right)) player = static_cast<PlayerId>(i);
  }
  if (player < 0) return "no player writes his pieces in this case";
  const Player& owner = variant_.players[player];
  const int home = owner.forward == Direction::kNorth ? 0 : variant_.board.ranks - 1;
  const std::string& king_name = variant_.pieces[rule.king].name;
  const std::string& partner_name = variant_.pieces[rule.partner].name;
  std::vector<int> kings;
  std::vector<int> partners;
  for (const PlacedPiece& piece : position.pieces) {
    if (piece.player != player || piece.square.rank != home) continue;
    if (piece.kind == rule.king) kings.push_back(piece.square.file);
    if (piece.kind == rule.partner) partners.push_back(piece.square.file);
  }
  const bool of_unmoved =
      variant_.position_text.castling == PositionTextForm::Castling::kFilesOfUnmoved;
  if (kings.empty() && !of_unmoved) {
    return fmt::format("{} has no {} on rank {}", owner.name, king_name, home + 1);
  }
  if (kings.size() > 1 && !of_unmoved) {
    return fmt::format(
        "{} has {} of '{}' on rank {}, which only castling: files-of-unmoved "
        "tells apart",
        owner.name, kings.size(), king_name, home + 1);
  }
  const char upper = to_upper(right);
  const bool side_letter = variant_.position_text.castling == PositionTextForm::Castling::kKQkq &&
                           (upper == 'K' || upper == 'Q');
  if (side_letter) {
    const bool to_right = upper == 'K';
    if (!(to_right ? rule.right : rule.left)) {
      return fmt::format("the castling rule has no {} side", to_right ? "right" : "left");
    }
    const bool there = std::any_of(partners.begin(), partners.end(), [&](int partner) {
      return std::any_of(kings.begin(), kings.end(),
                         [&](int king) { return to_right ? partner > king : partner < king; });
    });
    if (there) return "";
    return fmt::format("{} has no {} to the {} of the {} on rank {}", owner.name, partner_name,
                       to_right ? "right" : "left", king_name, home + 1);
  }
  const int file = upper - 'A';
  if (file >= variant_.board.files) {
    return fmt::format("file {} is not on the board", static_cast<char>('a' + file));
  }
  if (std::find(partners.begin(), partners.end(), file) != partners.end()) return "";
  if (of_unmoved) {
    if (std::find(kings.begin(), kings.end(), file) != kings.end()) return "";
    return fmt::format("{} has no {} and no {} on {}", owner.name, king_name, partner_name,
                       square_name({file, home}));
  }
  return fmt::format("{} has no {} on {}", owner.name, partner_name, square_name({file, home}));
}

}  // namespace regelwerk::spec
