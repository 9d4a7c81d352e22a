// What comes before the pieces: board, players, forms of text.

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "spec/text_scan.h"
#include "spec/variant_builder.h"

namespace regelwerk::spec {
namespace {

constexpr int kLanguageVersion = 1;
constexpr int kMostPlayers = 4;

}  // namespace

void VariantBuilder::read_head() {
  if (const Node* node = top("regelwerk")) {
    const bool number = node->kind == Node::Kind::kScalar && !node->quoted &&
                        node->text == std::to_string(kLanguageVersion);
    if (!number && node->kind != Node::Kind::kBroken) {
      error(*node,
            fmt::format("'regelwerk' is the version of the language and must be {}, found {}",
                        kLanguageVersion, found_value(*node)));
    }
  }
  variant_.language = kLanguageVersion;
  variant_.file = effective_.source->file;
  if (const Node* node = top("variant")) {
    if (text(node, "variant") && check_name(*node, "variant")) variant_.name = node->text;
  }
  variant_.title = text(top("title"), "title").value_or(variant_.name);
  if (const Node* source = map_at(&effective_.root, "source", "source")) {
    variant_.source_document = text(source->find("document"), "document").value_or("");
    variant_.source_rulings = text(source->find("rulings"), "rulings").value_or("");
  }
  if (const Node* engines = map_at(&effective_.root, "engines", "engines")) {
    if (const auto name = text(engines->find("uci-variant"), "uci-variant")) {
      variant_.engines["uci-variant"] = *name;
    }
    if (const auto chess960 = boolean(engines->find("uci-chess960"), "uci-chess960")) {
      variant_.engines["uci-chess960"] = *chess960 ? "true" : "false";
    }
  }
}

void VariantBuilder::read_board() {
  const Node* board = map_at(&effective_.root, "board", "board");
  if (board == nullptr) return;
  const auto files = integer(board->find("files"), "files", 1, kMaxFiles);
  const auto ranks = integer(board->find("ranks"), "ranks", 1, kMaxRanks);
  if (!files || !ranks) return;
  variant_.board.files = *files;
  variant_.board.ranks = *ranks;
  board_causes_ = {board->find("files"), board->find("ranks")};
  const Node* parts = board->find("parts");
  if (parts == nullptr) return;
  const std::size_t before = errors_;
  read_parts(*parts);
  parts_hold_ = errors_ == before;
}

void VariantBuilder::read_parts(const Node& node) {
  if (!expect_map(node, "parts")) return;
  const Node* const parts = &node;
  std::map<Square, std::string> owner;
  bool whole = true;
  for (const Node::Entry& entry : parts->entries) {
    if (!check_name(entry.key, "part")) whole = false;
    const std::optional<Rectangle> area = rectangle(entry.value);
    if (!area) {
      whole = false;
      continue;
    }
    std::string overlap;
    Square first;
    for (int file = area->low.file; file <= area->high.file; ++file) {
      for (int rank = area->low.rank; rank <= area->high.rank; ++rank) {
        const auto [place, added] = owner.try_emplace({file, rank}, entry.key.text);
        if (!added && overlap.empty()) {
          overlap = place->second;
          first = {file, rank};
        }
      }
    }
    if (!overlap.empty()) {
      error(entry.value, fmt::format("parts '{}' and '{}' both hold {}", overlap, entry.key.text,
                                     square_name(first)));
    }
    variant_.board.parts.push_back({entry.key.text, *area});
  }
  if (!whole) return;
  for (int rank = 0; rank < variant_.board.ranks; ++rank) {
    for (int file = 0; file < variant_.board.files; ++file) {
      if (owner.count({file, rank}) > 0) continue;
      error(
          *parts,
          fmt::format("the parts do not cover the board: {} is in none", square_name({file, rank})),
          "", board_causes_);
      return;
    }
  }
}

std::optional<Rectangle> VariantBuilder::rectangle(const Node& node) {
  if (node.kind == Node::Kind::kBroken) return std::nullopt;
  if (node.kind == Node::Kind::kScalar) {
    const std::size_t hyphen = node.text.find('-');
    const auto low = parse_square(std::string_view(node.text).substr(0, hyphen));
    const auto high = hyphen == std::string::npos
                          ? low
                          : parse_square(std::string_view(node.text).substr(hyphen + 1));
    if (low && high) {
      for (const Square square : {*low, *high}) {
        if (variant_.board.contains(square)) continue;
        error(node, fmt::format("{} is not on the board", square_name(square)), "", board_causes_);
        return std::nullopt;
      }
      return Rectangle{{std::min(low->file, high->file), std::min(low->rank, high->rank)},
                       {std::max(low->file, high->file), std::max(low->rank, high->rank)}};
    }
  }
  error(node, fmt::format("a square or a rectangle like a1-h8 wanted, found {}", found(node)));
  return std::nullopt;
}

void VariantBuilder::read_players() {
  const Node* players = top("players");
  if (players == nullptr || !expect_map(*players, "players")) return;
  std::vector<std::string> names;
  std::map<char, std::string> letters;
  std::map<bool, std::string> cases;
  for (const Node::Entry& entry : players->entries) {
    check_name(entry.key, "player");
    names.push_back(entry.key.text);
    if (!expect_map(entry.value, entry.key.text)) continue;
    check_keys(entry.value, "players.*");
    Player player;
    player.name = entry.key.text;
    const Node* letter = entry.value.find("letter");
    if (const auto word = text(letter, "letter")) {
      if (word->size() != 1 || !is_lower((*word)[0])) {
        error(*letter,
              fmt::format("a player's letter is one lower case letter, found '{}'", *word));
      } else {
        player.letter = (*word)[0];
        const auto [other, added] = letters.try_emplace(player.letter, player.name);
        if (!added) {
          error(*letter, fmt::format("players {} and {} both have the letter '{}'", other->second,
                                     player.name, *word));
        }
      }
    }
    if (const auto forward =
            choice(entry.value.find("forward"), "forward", {"north", "east", "south", "west"})) {
      player.forward = static_cast<Direction>(*forward);
    }
    read_case(entry.value, &cases, &player);
    read_set_up(entry.value.find("set-up"), &player);
    variant_.players.push_back(std::move(player));
  }
  if (names.size() < 2 || names.size() > kMostPlayers) {
    error(*players, fmt::format("{} player{}, 2 to {} wanted", names.size(),
                                names.size() == 1 ? "" : "s", kMostPlayers));
  } else if (names.size() > 2 && form_ == PositionTextForm::Form::kFen) {
    error(*players,
          fmt::format("{} players, but position text of the form fen tells only two apart",
                      names.size()),
          "write position-text: {form: fen4}", {position_text_key("form")});
  }
  if (names.size() > 1) read_turn_order(names);
}

void VariantBuilder::read_case(const Node& node, std::map<bool, std::string>* cases,
                               Player* player) {
  const Node* pieces = node.find("pieces");
  if (pieces == nullptr) {
    if (form_ != PositionTextForm::Form::kFen) return;
    const Node* gone = removal("players." + player->name + ".pieces");
    error(gone != nullptr ? *gone : node, "key 'pieces' is missing here", "",
          {position_text_key("form")});
    return;
  }
  const auto upper = choice(pieces, "pieces", {"lower-case", "upper-case"});
  if (form_ == PositionTextForm::Form::kFen4) {
    if (inherited(*pieces)) return;
    error(*pieces, "'pieces' belongs to the form fen, fen4 writes the player's letter");
    return;
  }
  if (!upper) return;
  player->upper_case = *upper == 1;
  const auto [other, added] = cases->try_emplace(player->upper_case, player->name);
  if (added) return;
  error(*pieces, fmt::format("players {} and {} both write their pieces in {}", other->second,
                             player->name, pieces->text));
}

void VariantBuilder::read_set_up(const Node* node, Player* player) {
  if (node == nullptr || node->kind == Node::Kind::kBroken) return;
  const bool several = node->kind == Node::Kind::kSequence;
  if (several && node->items.empty()) error(*node, "the set-up area has no square");
  std::set<Square> squares;
  for (const Node* item : several ? items_of(*node) : Causes{node}) {
    const auto area = rectangle(*item);
    if (!area) continue;
    std::optional<Square> again;
    for (int file = area->low.file; file <= area->high.file; ++file) {
      for (int rank = area->low.rank; rank <= area->high.rank; ++rank) {
        if (!squares.insert({file, rank}).second && !again) again = Square{file, rank};
      }
    }
    if (again) {
      error(*item, fmt::format("the set-up area names {} twice", square_name(*again)));
    }
    player->set_up.push_back(*area);
  }
}

Causes VariantBuilder::items_of(const Node& list) {
  Causes items;
  for (const Node& item : list.items) items.push_back(&item);
  return items;
}

std::vector<std::string> VariantBuilder::player_names() const {
  std::vector<std::string> names;
  for (const Player& player : variant_.players) names.push_back(player.name);
  return names;
}

PlayerId VariantBuilder::player_of(const Node& node) {
  const std::vector<std::string> names = player_names();
  const auto found = std::find(names.begin(), names.end(), node.text);
  if (found != names.end()) return static_cast<PlayerId>(found - names.begin());
  error(node, fmt::format("unknown player '{}'", node.text), did_you_mean(node.text, names),
        {top("players")});
  return -1;
}

std::vector<PlayerId> VariantBuilder::some_players(const Node* node, const std::string& what) {
  std::vector<PlayerId> out;
  const std::vector<Node>* items = list(node, what, "[white, black]");
  if (items == nullptr) return out;
  if (items->empty()) error(*node, fmt::format("'{}' names no player", what));
  for (const Node& item : *items) {
    if (!text(&item, what)) continue;
    const PlayerId player = player_of(item);
    if (player < 0) continue;
    if (std::find(out.begin(), out.end(), player) != out.end()) {
      error(item, fmt::format("player '{}' is named twice", item.text));
    } else {
      out.push_back(player);
    }
  }
  return out;
}

void VariantBuilder::read_controllers() {
  const Node* node = top("controllers");
  if (node == nullptr || !expect_map(*node, "controllers")) return;
  std::set<PlayerId> seated;
  for (const Node::Entry& entry : node->entries) {
    const PlayerId player = player_of(entry.key);
    const auto seat = text(&entry.value, entry.key.text);
    if (seat && !check_name(entry.value, "seat")) continue;
    if (player >= 0) seated.insert(player);
    if (player >= 0 && seat) variant_.controllers.push_back({player, *seat});
  }
  for (std::size_t i = 0; i < variant_.players.size(); ++i) {
    if (seated.count(static_cast<PlayerId>(i)) > 0) continue;
    error(*node, fmt::format("nobody decides for player '{}'", variant_.players[i].name), "",
          {removal("controllers." + variant_.players[i].name), top("players")});
  }
}

void VariantBuilder::read_turn_order(const std::vector<std::string>& names) {
  const Node* node = top("turn-order");
  std::set<std::string> seen;
  if (node != nullptr && node->kind == Node::Kind::kScalar &&
      node->text.find(',') != std::string::npos) {
    read_order_letters(*node, &seen);
    miss_in_order(*node, names, seen);
    return;
  }
  const std::vector<Node>* order = list(node, "turn-order", "[white, black]");
  if (order == nullptr) return;
  for (const Node& item : *order) {
    const auto name = text(&item, "turn-order");
    if (!name) continue;
    const auto found = std::find(names.begin(), names.end(), *name);
    if (found == names.end()) {
      error(item, fmt::format("unknown player '{}'", *name), did_you_mean(*name, names),
            {top("players")});
    } else if (!seen.insert(*name).second) {
      error(item, fmt::format("player '{}' is in the turn order twice", *name));
    } else {
      variant_.turn_order.push_back(static_cast<PlayerId>(found - names.begin()));
    }
  }
  miss_in_order(*node, names, seen);
}

void VariantBuilder::miss_in_order(const Node& node, const std::vector<std::string>& names,
                                   const std::set<std::string>& seen) {
  for (const std::string& name : names) {
    if (seen.count(name) > 0) continue;
    error(node, fmt::format("player '{}' is missing in the turn order", name), "",
          {top("players")});
  }
}

void VariantBuilder::read_order_letters(const Node& node, std::set<std::string>* seen) {
  const std::string& order = node.text;
  for (std::size_t begin = 0; begin <= order.size();) {
    const std::size_t end = std::min(order.find(',', begin), order.size());
    const std::string word = order.substr(begin, end - begin);
    const auto player = std::find_if(
        variant_.players.begin(), variant_.players.end(),
        [&](const Player& candidate) { return word.size() == 1 && candidate.letter == word[0]; });
    if (player == variant_.players.end()) {
      error_within(node, static_cast<int>(begin), fmt::format("'{}' is no player's letter", word),
                   "an order is a list of players or their letters like \"w,b\"", {top("players")});
    } else if (!seen->insert(player->name).second) {
      error_within(node, static_cast<int>(begin),
                   fmt::format("player '{}' is in the turn order twice", player->name));
    } else {
      variant_.turn_order.push_back(static_cast<PlayerId>(player - variant_.players.begin()));
    }
    begin = end + 1;
  }
}

void VariantBuilder::read_position_text() {
  const Node* form = map_at(&effective_.root, "position-text", "position-text");
  if (form == nullptr) return;
  if (const auto word = choice(form->find("form"), "form", {"fen", "fen4"})) {
    form_ = static_cast<PositionTextForm::Form>(*word);
    variant_.position_text.form = *form_;
  }
  using Castling = PositionTextForm::Castling;
  using Action = PositionTextForm::CastlingAction;
  if (const auto castling = choice(form->find("castling"), "castling",
                                   {"none", "KQkq", "files", "files-of-unmoved"})) {
    constexpr Castling kForms[] = {Castling::kNone, Castling::kKQkq, Castling::kFiles,
                                   Castling::kFilesOfUnmoved};
    variant_.position_text.castling = kForms[*castling];
    if (*castling > 0 && form_ == PositionTextForm::Form::kFen4) {
      error(*form->find("castling"), "position text of the form fen4 has no field for castling", "",
            {form->find("form")});
    }
  }
  if (const auto action =
          choice(form->find("action"), "action", {"king-to", "king-takes-partner"})) {
    variant_.position_text.action = *action == 0 ? Action::kKingTo : Action::kKingTakesPartner;
  }
}

const Node* VariantBuilder::position_text_key(const std::string& key) const {
  const Node* form = top("position-text");
  return form == nullptr ? nullptr : form->find(key);
}

void VariantBuilder::needs_fen4(const Node& node, const std::string& what) {
  if (form_ != PositionTextForm::Form::kFen) return;
  error(node, fmt::format("{} needs position-text.form: fen4", what), "",
        {position_text_key("form")});
}

}  // namespace regelwerk::spec
