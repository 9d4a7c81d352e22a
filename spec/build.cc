#include "spec/build.h"

#include <algorithm>
#include <charconv>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "spec/betza.h"
#include "spec/keys.h"
#include "spec/position_text.h"

namespace regelwerk::spec {
namespace {

using Causes = std::vector<const Node*>;
using Severity = Diagnostic::Severity;

constexpr int kLanguageVersion = 1;
constexpr int kLargestCount = 9999;
constexpr int kMostPlayers = 4;

std::string list_words(const std::vector<std::string>& words, std::string_view last_join) {
  std::string out;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) out += i + 1 == words.size() ? fmt::format(" {} ", last_join) : ", ";
    out += words[i];
  }
  return out;
}

std::string did_you_mean(const std::string& word, const std::vector<std::string>& known) {
  const std::string nearest = nearest_word(word, known);
  return nearest.empty() ? "" : fmt::format("did you mean '{}'?", nearest);
}

bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
char to_upper(char c) { return is_lower(c) ? static_cast<char>(c - 'a' + 'A') : c; }

// What was found where a number or a truth value is wanted.
std::string found_value(const Node& node) { return node.quoted ? "a quoted text" : found(node); }

bool is_clause_id(const std::string& text) {
  return !text.empty() && is_upper(text[0]) && std::all_of(text.begin(), text.end(), [](char c) {
    return is_upper(c) || is_lower(c) || is_digit(c) || c == '-';
  });
}

// Forward component of a player's march along ranks or files.
bool marches_along_ranks(Direction forward) {
  return forward == Direction::kNorth || forward == Direction::kSouth;
}

class VariantBuilder {
 public:
  VariantBuilder(const Effective& effective, Diagnostics* diagnostics)
      : effective_(effective), diagnostics_(diagnostics) {}

  std::optional<Variant> build() {
    const Node& root = effective_.root;
    if (root.kind != Node::Kind::kMap) {
      error(root, fmt::format("a spec is a map of keys, found {}", found(root)));
      return std::nullopt;
    }
    const bool well_formed = !has_errors(*diagnostics_);
    check_keys(root, "");
    read_head();
    const std::size_t before = errors_;
    read_board();
    read_position_text();
    read_players();
    read_controllers();
    read_clause_definitions();
    read_pieces();
    const bool basics_hold = well_formed && errors_ == before;
    read_movement();
    read_rules();
    read_endings();
    read_draws();
    check_options();
    check_explained();
    if (basics_hold) read_start();
    if (errors_ > 0) return std::nullopt;
    if (well_formed) check_clause_use();
    drop_what_has_no_effect();
    variant_.options = effective_.options;
    variant_.meaning_hash = compute_meaning_hash(variant_);
    return std::move(variant_);
  }

 private:
  // --- Reporting -------------------------------------------------------------------------------

  void error(const Node& node, std::string message, std::string hint = {},
             const Causes& causes = {}) {
    error_within(node, -1, std::move(message), std::move(hint), causes);
  }
  void error_within(const Node& node, int offset, std::string message, std::string hint = {},
                    const Causes& causes = {}) {
    ++errors_;
    report(effective_, diagnostics_, node, offset, std::move(message), std::move(hint), causes);
  }
  void warning(const Node& node, std::string message, const Causes& causes = {}, int offset = -1) {
    report(effective_, diagnostics_, node, offset, std::move(message), {}, causes,
           Severity::kWarning);
  }
  bool inherited(const Node& node) const { return node.source != effective_.source; }

  // The `none` that removed an entry of the parent; nullptr if nothing did.
  const Node* removal(const std::string& path) const {
    const auto found = effective_.removed.find(path);
    return found == effective_.removed.end() ? nullptr : &found->second;
  }

  // --- Access ----------------------------------------------------------------------------------

  const Node* top(const std::string& key) const { return effective_.root.find(key); }

  // The map under `key` of `parent`, its keys checked against `section`; nullptr if there is none.
  const Node* map_at(const Node* parent, const std::string& key, const std::string& section) {
    if (parent == nullptr) return nullptr;
    const Node* node = parent->find(key);
    if (node == nullptr || !expect_map(*node, key)) return nullptr;
    check_keys(*node, section);
    return node;
  }

  bool expect_map(const Node& node, const std::string& what) {
    if (node.kind == Node::Kind::kMap) return true;
    if (node.kind != Node::Kind::kBroken) {
      error(node, fmt::format("'{}' must be a map, found {}", what, found(node)));
    }
    return false;
  }

  void check_keys(const Node& map, const std::string& section) {
    const std::vector<std::string> known = keys_of(section);
    for (const Node::Entry& entry : map.entries) {
      const std::string& key = entry.key.text;
      if (std::find(known.begin(), known.end(), key) != known.end()) continue;
      std::string hint = did_you_mean(key, known);
      if (hint.empty()) hint = where_else(key);
      error(entry.key, fmt::format("unknown key '{}'", key), hint);
    }
    for (const Key& key : known_keys()) {
      const std::string name(key.name);
      if (key.section != section || !key.required || map.find(name) != nullptr) continue;
      const Node* gone = removal(path_of(map) + name);
      error(gone != nullptr ? *gone : map, section.empty()
                                               ? fmt::format("key '{}' is missing", name)
                                               : fmt::format("key '{}' is missing here", name));
    }
  }

  // The path of the maps in which a required key can be removed by a child.
  std::string path_of(const Node& map) const {
    if (&map == &effective_.root || effective_.removed.empty()) return "";
    std::string path;
    find_path(effective_.root, map, "", &path);
    return path;
  }
  static bool find_path(const Node& here, const Node& wanted, const std::string& prefix,
                        std::string* path) {
    for (const Node::Entry& entry : here.entries) {
      const std::string next = prefix + entry.key.text + ".";
      if (&entry.value == &wanted) {
        *path = next;
        return true;
      }
      if (find_path(entry.value, wanted, next, path)) return true;
    }
    return false;
  }

  // Where a key that stands in the wrong place belongs; an empty text if nowhere or in many places.
  static std::string where_else(const std::string& key) {
    std::vector<std::string> places;
    for (const Key& known : known_keys()) {
      if (known.name != key || known.section.find('*') != std::string_view::npos) continue;
      places.push_back(known.section.empty() ? "at the top"
                                             : fmt::format("under '{}'", known.section));
    }
    if (places.empty() || places.size() > 2) return "";
    return fmt::format("'{}' belongs {}", key, list_words(places, "or"));
  }

  std::optional<std::string> text(const Node* node, const std::string& what) {
    if (node == nullptr || node->kind == Node::Kind::kBroken) return std::nullopt;
    if (node->kind != Node::Kind::kScalar || node->text.empty()) {
      error(*node, fmt::format("'{}' must be a text, found {}", what, found(*node)));
      return std::nullopt;
    }
    return node->text;
  }

  std::optional<int> integer(const Node* node, const std::string& what, int least, int most) {
    if (node == nullptr || node->kind == Node::Kind::kBroken) return std::nullopt;
    const std::string wanted = fmt::format("a number from {} to {}", least, most);
    if (node->kind != Node::Kind::kScalar || node->quoted) {
      error(*node, fmt::format("'{}' must be {}, found {}", what, wanted, found_value(*node)));
      return std::nullopt;
    }
    const std::string& digits = node->text;
    const bool plain = std::all_of(digits.begin(), digits.end(), is_digit);
    if (plain && digits.size() > 1 && digits[0] == '0') {
      error(*node, fmt::format("'{}' would be read as an octal number", digits),
            fmt::format("write it without the leading zero"));
      return std::nullopt;
    }
    int value = 0;
    const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (!plain || parsed.ec != std::errc() || value < least || value > most) {
      error(*node, fmt::format("'{}' must be {}, found {}", what, wanted, found(*node)));
      return std::nullopt;
    }
    return value;
  }

  std::optional<bool> boolean(const Node* node, const std::string& what) {
    if (node == nullptr || node->kind == Node::Kind::kBroken) return std::nullopt;
    const bool scalar = node->kind == Node::Kind::kScalar && !node->quoted;
    if (scalar && node->text == "true") return true;
    if (scalar && node->text == "false") return false;
    error(*node, fmt::format("'{}' must be true or false, found {}", what, found_value(*node)),
          scalar && is_yaml_word(node->text) ? "only these two spellings are read" : "");
    return std::nullopt;
  }

  // The index of the node's text in `words`.
  std::optional<std::size_t> choice(const Node* node, const std::string& what,
                                    const std::vector<std::string>& words) {
    if (node == nullptr || node->kind == Node::Kind::kBroken) return std::nullopt;
    if (node->kind == Node::Kind::kScalar) {
      const auto found = std::find(words.begin(), words.end(), node->text);
      if (found != words.end()) return found - words.begin();
    }
    const std::string wanted = list_words(words, "or");
    error(*node, fmt::format("'{}' must be {}, found {}", what, wanted, found(*node)),
          node->kind == Node::Kind::kScalar ? did_you_mean(node->text, words) : "");
    return std::nullopt;
  }

  const std::vector<Node>* list(const Node* node, const std::string& what,
                                const std::string& example) {
    if (node == nullptr || node->kind == Node::Kind::kBroken) return nullptr;
    if (node->kind == Node::Kind::kSequence) return &node->items;
    error(*node, fmt::format("'{}' must be a list like {}, found {}", what, example, found(*node)));
    return nullptr;
  }

  bool check_name(const Node& key, const std::string& what) {
    if (is_yaml_word(key.text) && !key.quoted) {
      error(key, fmt::format("'{}' cannot name a {}, some YAML readers take it for another value",
                             key.text, what));
      return false;
    }
    if (is_name(key.text)) return true;
    error(key, fmt::format("'{}' cannot name a {}, lower case letters, digits and hyphens wanted",
                           key.text, what));
    return false;
  }

  // --- Head ------------------------------------------------------------------------------------

  void read_head() {
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

  // --- Board -----------------------------------------------------------------------------------

  void read_board() {
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

  void read_parts(const Node& node) {
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
        error(*parts,
              fmt::format("the parts do not cover the board: {} is in none",
                          square_name({file, rank})),
              "", board_causes_);
        return;
      }
    }
  }

  // "a8" or "a1-h8", on the board.
  std::optional<Rectangle> rectangle(const Node& node) {
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
          error(node, fmt::format("{} is not on the board", square_name(square)), "",
                board_causes_);
          return std::nullopt;
        }
        return Rectangle{{std::min(low->file, high->file), std::min(low->rank, high->rank)},
                         {std::max(low->file, high->file), std::max(low->rank, high->rank)}};
      }
    }
    error(node, fmt::format("a square or a rectangle like a1-h8 wanted, found {}", found(node)));
    return std::nullopt;
  }

  // --- Players ---------------------------------------------------------------------------------

  void read_players() {
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
      error(*players, fmt::format("{} player{}, two to {} wanted", names.size(),
                                  names.size() == 1 ? "" : "s", kMostPlayers));
    } else if (names.size() > 2 && form_ == PositionTextForm::Form::kFen) {
      error(*players,
            fmt::format("{} players, but position text of the form fen tells only two apart",
                        names.size()),
            "write position-text: {form: fen4}", {position_text_key("form")});
    }
    if (names.size() > 1) read_turn_order(names);
  }

  // The case in which a player's pieces are written, which the form fen needs and fen4 lacks.
  void read_case(const Node& node, std::map<bool, std::string>* cases, Player* player) {
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

  // One rectangle or a list of them, no square twice.
  void read_set_up(const Node* node, Player* player) {
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

  static Causes items_of(const Node& list) {
    Causes items;
    for (const Node& item : list.items) items.push_back(&item);
    return items;
  }

  std::vector<std::string> player_names() const {
    std::vector<std::string> names;
    for (const Player& player : variant_.players) names.push_back(player.name);
    return names;
  }

  // The player of this name; -1, with the reason told, if there is none.
  PlayerId player_of(const Node& node) {
    const std::vector<std::string> names = player_names();
    const auto found = std::find(names.begin(), names.end(), node.text);
    if (found != names.end()) return static_cast<PlayerId>(found - names.begin());
    error(node, fmt::format("unknown player '{}'", node.text), did_you_mean(node.text, names),
          {top("players")});
    return -1;
  }

  // A list of different players, in the order written.
  std::vector<PlayerId> some_players(const Node* node, const std::string& what) {
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

  void read_controllers() {
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

  void read_turn_order(const std::vector<std::string>& names) {
    const Node* node = top("turn-order");
    std::set<std::string> seen;
    if (node != nullptr && node->kind == Node::Kind::kScalar && !node->text.empty()) {
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

  void miss_in_order(const Node& node, const std::vector<std::string>& names,
                     const std::set<std::string>& seen) {
    for (const std::string& name : names) {
      if (seen.count(name) > 0) continue;
      error(node, fmt::format("player '{}' is missing in the turn order", name), "",
            {top("players")});
    }
  }

  // The players' letters, "y,b,g,r", as an option's value writes an order.
  void read_order_letters(const Node& node, std::set<std::string>* seen) {
    const std::string& order = node.text;
    for (std::size_t begin = 0; begin <= order.size();) {
      const std::size_t end = std::min(order.find(',', begin), order.size());
      const std::string word = order.substr(begin, end - begin);
      const auto player = std::find_if(
          variant_.players.begin(), variant_.players.end(),
          [&](const Player& candidate) { return word.size() == 1 && candidate.letter == word[0]; });
      if (player == variant_.players.end()) {
        error_within(node, static_cast<int>(begin), fmt::format("'{}' is no player's letter", word),
                     "an order is a list of players or their letters like \"w,b\"",
                     {top("players")});
      } else if (!seen->insert(player->name).second) {
        error_within(node, static_cast<int>(begin),
                     fmt::format("player '{}' is in the turn order twice", player->name));
      } else {
        variant_.turn_order.push_back(static_cast<PlayerId>(player - variant_.players.begin()));
      }
      begin = end + 1;
    }
  }

  // --- Position text ---------------------------------------------------------------------------

  void read_position_text() {
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
        error(*form->find("castling"), "position text of the form fen4 has no field for castling",
              "", {form->find("form")});
      }
    }
    if (const auto action =
            choice(form->find("action"), "action", {"king-to", "king-takes-partner"})) {
      variant_.position_text.action = *action == 0 ? Action::kKingTo : Action::kKingTakesPartner;
    }
  }

  const Node* position_text_key(const std::string& key) const {
    const Node* form = top("position-text");
    return form == nullptr ? nullptr : form->find(key);
  }

  // Tells if `what` writes fields that only the form fen4 has.
  void needs_fen4(const Node& node, const std::string& what) {
    if (form_ != PositionTextForm::Form::kFen) return;
    error(node, fmt::format("{} needs position-text.form: fen4", what), "",
          {position_text_key("form")});
  }

  // --- Clauses ---------------------------------------------------------------------------------

  void read_clause_definitions() {
    const Node* clauses = top("clauses");
    if (clauses == nullptr || !expect_map(*clauses, "clauses")) return;
    for (const Node::Entry& entry : clauses->entries) {
      const std::string& id = entry.key.text;
      if (!is_clause_id(id)) {
        error(entry.key,
              fmt::format("'{}' is no clause id, a capital letter and letters or digits wanted, "
                          "like C6",
                          id));
      }
      Clause& clause = variant_.clauses[id];
      if (!expect_map(entry.value, id)) continue;
      check_keys(entry.value, "clauses.*");
      clause.says = text(entry.value.find("says"), "says").value_or("");
      clause.source = text(entry.value.find("source"), "source").value_or("");
      static const std::vector<std::string> kReadings = {"S", "R", "S+R", "L", "L+R"};
      if (const auto reading = choice(entry.value.find("reading"), "reading", kReadings)) {
        clause.reading = kReadings[*reading];
      }
      if (const Node* explains = entry.value.find("explains")) {
        const std::vector<std::string> words = explainable();
        if (const auto what = choice(explains, "explains", words)) clause.explains = words[*what];
      }
    }
  }

  // What a clause may explain beside the reasons that name it.
  static std::vector<std::string> explainable() {
    std::vector<std::string> words = {"board", "players",    "turn-order", "position-text",
                                      "start", "pieces",     "rules",      "endings",
                                      "draws", "controllers"};
    for (const std::string& rule : keys_of("rules")) words.push_back("rules." + rule);
    return words;
  }

  bool has_explained(const std::string& what) const {
    if (what == "rules.first-move") return variant_.first_move.has_value();
    if (what == "rules.en-passant") return variant_.en_passant.has_value();
    if (what == "rules.promotion") return !variant_.promotions.empty();
    if (what == "rules.castling") return variant_.castling.has_value();
    if (what == "rules.fusion") return variant_.fusion.has_value();
    if (what == "rules.safe-path") return variant_.safe_path.has_value();
    if (what == "rules.part-removal") return variant_.part_removal.has_value();
    if (what == "rules.royal-safety") return variant_.royal_safety.has_value();
    if (what == "rules.coalition") return variant_.coalition.has_value();
    if (what == "rules.check-reply") return variant_.check_reply.has_value();
    if (what == "rules.rearrangement") return variant_.rearrangement.has_value();
    if (what == "rules.opening-rights") return variant_.opening_rights.has_value();
    return top(what) != nullptr;
  }

  // A clause that explains what the spec has is used; an inherited one goes with what it explained.
  void check_explained() {
    for (auto& [id, clause] : variant_.clauses) {
      if (clause.explains.empty()) continue;
      if (has_explained(clause.explains)) {
        used_clauses_.insert(id);
        continue;
      }
      const Node* node = top("clauses")->find(id)->find("explains");
      if (clause.explains == "rules.opening-rights" && opening_rights_off_) {
        used_clauses_.insert(id);
      } else if (!inherited(*node)) {
        error(*node, fmt::format("clause '{}' explains '{}', which the spec does not have", id,
                                 clause.explains));
      }
      clause.explains.clear();
    }
  }

  // One clause id; an empty text if there is none or it is wrong.
  std::string clause_id(const Node* node) {
    if (node == nullptr || node->kind == Node::Kind::kBroken) return "";
    if (node->kind != Node::Kind::kScalar) {
      error(*node, fmt::format("a clause id like C6 wanted, found {}", found(*node)));
      return "";
    }
    if (variant_.clauses.count(node->text) == 0) {
      error(*node, fmt::format("clause '{}' is not defined under 'clauses'", node->text), "",
            {removal("clauses." + node->text), removal("clauses")});
      return "";
    }
    used_clauses_.insert(node->text);
    return node->text;
  }

  // `clauses` of a rule: one id for all its reasons, or a map from reasons to ids.
  std::map<std::string, std::string> rule_clauses(const Node& rule, const std::string& section) {
    std::map<std::string, std::string> clauses;
    const Node* node = rule.find("clauses");
    if (node == nullptr) return clauses;
    const std::vector<std::string>& reasons = reasons_of(section);
    if (node->kind != Node::Kind::kMap) {
      const std::string id = clause_id(node);
      if (!id.empty()) {
        for (const std::string& reason : reasons) clauses[reason] = id;
      }
      return clauses;
    }
    for (const Node::Entry& entry : node->entries) {
      const std::string& reason = entry.key.text;
      if (std::find(reasons.begin(), reasons.end(), reason) == reasons.end()) {
        std::string hint = did_you_mean(reason, reasons);
        if (hint.empty()) {
          hint = (reasons.size() == 1 ? "its only reason is " : "its reasons are ") +
                 list_words(reasons, "and");
        }
        error(entry.key, fmt::format("unknown reason '{}'", reason), hint);
        continue;
      }
      const std::string id = clause_id(&entry.value);
      if (!id.empty()) clauses[reason] = id;
    }
    return clauses;
  }

  void check_clause_use() {
    for (auto clause = variant_.clauses.begin(); clause != variant_.clauses.end();) {
      if (used_clauses_.count(clause->first) > 0) {
        ++clause;
        continue;
      }
      // What a child no longer uses of its parent's clauses is left out without a word.
      const Node::Entry* entry = top("clauses")->find_entry(clause->first);
      if (entry != nullptr && !inherited(entry->key)) {
        warning(entry->key, fmt::format("clause '{}' is never used", clause->first));
      }
      clause = variant_.clauses.erase(clause);
    }
  }

  // --- Pieces ----------------------------------------------------------------------------------

  void read_pieces() {
    const Node* pieces = top("pieces");
    if (pieces == nullptr || !expect_map(*pieces, "pieces")) return;
    if (pieces->entries.empty()) error(*pieces, "there are no pieces");
    std::map<char, std::string> letters;
    for (const Node::Entry& entry : pieces->entries) {
      check_name(entry.key, "piece");
      PieceKind kind;
      kind.name = entry.key.text;
      kind.place = entry.key.place();
      if (expect_map(entry.value, kind.name)) {
        check_keys(entry.value, "pieces.*");
        read_letter(entry, &letters, &kind);
        read_moves(entry.value.find("moves"), &kind);
        const Node* royal = entry.value.find("royal");
        const std::optional<bool> is_royal = boolean(royal, "royal");
        kind.royal = is_royal.value_or(false);
        royals_known_ = royals_known_ && (royal == nullptr || is_royal.has_value());
      }
      variant_.pieces.push_back(std::move(kind));
    }
  }

  void read_letter(const Node::Entry& entry, std::map<char, std::string>* letters,
                   PieceKind* kind) {
    const Node* node = entry.value.find("letter");
    const auto word = text(node, "letter");
    if (!word) return;
    if (word->size() != 1 || !is_upper((*word)[0])) {
      error(*node, fmt::format("a piece's letter is one capital letter, found '{}'", *word));
      return;
    }
    kind->letter = (*word)[0];
    const auto [other, added] = letters->try_emplace(kind->letter, kind->name);
    if (!added) {
      const Node* first = top("pieces")->find(other->second);
      error(*node,
            fmt::format("pieces {} and {} both have the letter '{}'", other->second, kind->name,
                        *word),
            "", {first->find("letter"), first});
    }
  }

  void read_moves(const Node* node, PieceKind* kind) {
    if (node != nullptr && node->kind == Node::Kind::kMap) {
      read_two_steps(*node, kind);
      return;
    }
    const auto word = text(node, "moves");
    if (!word) return;
    kind->betza = *word;
    BetzaResult result = parse_betza(*word);
    for (BetzaError& problem : result.errors) {
      error_within(*node, problem.position, std::move(problem.message));
    }
    if (result.errors.empty()) warn_of_repetition(*node, result.movements);
    kind->movements = std::move(result.movements);
  }

  // {steps: [N, N]}: two steps, one after the other, with anything between.
  void read_two_steps(const Node& node, PieceKind* kind) {
    check_keys(node, "pieces.*.moves");
    const std::size_t before = errors_;
    const Node* steps = node.find("steps");
    const std::vector<Node>* items = list(steps, "steps", "[N, N]");
    if (items == nullptr) return;
    if (items->size() != 2) {
      error(*steps, fmt::format("'steps' names {} step{}, two wanted", items->size(),
                                items->size() == 1 ? "" : "s"));
    }
    std::vector<std::set<Offset>> offsets;
    for (const Node& item : *items) offsets.push_back(read_step(item));
    if (errors_ > before) return;
    std::map<Offset, std::set<Offset>> firsts;
    for (const Offset first : offsets[0]) {
      for (const Offset second : offsets[1]) {
        const Offset sum{first.right + second.right, first.forward + second.forward};
        if (sum != Offset{}) firsts[sum].insert(first);
      }
    }
    if (firsts.empty()) {
      error(*steps, "the two steps lead nowhere but to where they began");
      return;
    }
    Movement movement;
    movement.text = fmt::format("{{steps: [{}, {}]}}", items->front().text, items->back().text);
    for (const auto& [sum, ways] : firsts) {
      movement.steps.push_back(sum);
      movement.via.emplace_back(ways.begin(), ways.end());
    }
    kind->betza = movement.text;
    kind->movements.push_back(std::move(movement));
  }

  // The offsets of one plain step, such as N or K.
  std::set<Offset> read_step(const Node& node) {
    std::set<Offset> out;
    const auto word = text(&node, "steps");
    if (!word) return out;
    BetzaResult result = parse_betza(*word);
    for (BetzaError& problem : result.errors) {
      error_within(node, problem.position, std::move(problem.message));
    }
    for (const Movement& movement : result.movements) {
      const bool plain = movement.range == 1 && movement.moves && movement.captures &&
                         !movement.first_move_only && !movement.lame &&
                         !movement.takes_en_passant && !movement.grants_en_passant;
      if (!plain) {
        error(node, fmt::format("'{}' is no single step, an atom without range and without "
                                "modifiers but directions wanted",
                                movement.text));
        break;
      }
      out.insert(movement.steps.begin(), movement.steps.end());
    }
    return out;
  }

  // A movement that another one of the same piece contains.
  void warn_of_repetition(const Node& node, const std::vector<Movement>& movements) {
    const auto contains = [](const Movement& whole, const Movement& part) {
      return std::includes(whole.steps.begin(), whole.steps.end(), part.steps.begin(),
                           part.steps.end()) &&
             (whole.range == Movement::kUnlimited ||
              (part.range != Movement::kUnlimited && part.range <= whole.range)) &&
             (whole.moves || !part.moves) && (whole.captures || !part.captures) &&
             (!whole.first_move_only || part.first_move_only) && (!whole.lame || part.lame) &&
             (whole.takes_en_passant || !part.takes_en_passant) &&
             (whole.grants_en_passant == part.grants_en_passant);
    };
    int offset = 0;
    for (std::size_t i = 0; i < movements.size(); ++i) {
      for (std::size_t j = 0; j < movements.size(); ++j) {
        if (i == j || !contains(movements[j], movements[i])) continue;
        if (j > i && contains(movements[i], movements[j])) continue;  // told of the later one
        warning(node,
                fmt::format("'{}' adds nothing to '{}'", movements[i].text, movements[j].text), {},
                offset);
        break;
      }
      offset += static_cast<int>(movements[i].text.size());
    }
  }

  std::vector<std::string> piece_names() const {
    std::vector<std::string> names;
    for (const PieceKind& kind : variant_.pieces) names.push_back(kind.name);
    return names;
  }

  KindId kind(const Node* node, const std::string& what) {
    const auto name = text(node, what);
    if (!name) return -1;
    if (const auto id = variant_.kind_by_name(*name)) return *id;
    if (variant_.pieces.empty() && top("pieces") != nullptr) return -1;
    error(*node, fmt::format("unknown piece '{}'", *name), did_you_mean(*name, piece_names()),
          {removal("pieces." + *name), removal("pieces")});
    return -1;
  }

  std::vector<KindId> kinds(const Node* node, const std::string& what, bool repeats = false) {
    std::vector<KindId> out;
    const std::vector<Node>* items = list(node, what, "[queen, rook]");
    if (items == nullptr) return out;
    for (const Node& item : *items) {
      const KindId id = kind(&item, what);
      if (id < 0) continue;
      if (!repeats && std::find(out.begin(), out.end(), id) != out.end()) {
        error(item, fmt::format("piece '{}' is named twice", item.text));
        continue;
      }
      out.push_back(id);
    }
    return out;
  }

  // --- Rules -----------------------------------------------------------------------------------

  void read_movement() {
    if (const Node* movement = map_at(&effective_.root, "movement", "movement")) {
      variant_.movement_clauses = rule_clauses(*movement, "movement");
    }
  }

  void read_rules() {
    rules_ = map_at(&effective_.root, "rules", "rules");
    read_first_move();
    read_en_passant();
    read_promotions();
    read_castling();
    read_part_removal();
    read_royal_safety();
    read_fusion();
    read_safe_path();
    read_coalition();
    read_check_reply();
    read_rearrangement();
    read_opening_rights();
  }

  // The rule `key`, with what every rule carries filled in; nullptr if the variant lacks it.
  const Node* rule_at(const std::string& key, Rule* rule) {
    const Node* node = map_at(rules_, key, "rules." + key);
    if (node == nullptr) return nullptr;
    rule->place = rules_->find_entry(key)->key.place();
    rule->clauses = rule_clauses(*node, "rules." + key);
    return node;
  }

  bool any_movement(bool Movement::*flag) const {
    for (const PieceKind& kind : variant_.pieces) {
      for (const Movement& movement : kind.movements) {
        if (movement.*flag) return true;
      }
    }
    return false;
  }

  // Tells of each piece that uses a modifier whose rule is missing.
  void movements_need(bool Movement::*flag, char modifier, const std::string& rule,
                      Severity severity) {
    const Node* pieces = top("pieces");
    if (pieces == nullptr) return;
    for (const PieceKind& kind : variant_.pieces) {
      int offset = 0;
      for (const Movement& movement : kind.movements) {
        if (movement.*flag) {
          const int at = offset + static_cast<int>(movement.text.find(modifier));
          const std::string message =
              fmt::format("modifier '{}' needs the rule '{}'", modifier, rule);
          if (severity == Severity::kError) ++errors_;
          report(effective_, diagnostics_, *pieces->find(kind.name)->find("moves"), at, message, "",
                 {removal("rules." + rule), removal("rules")}, severity);
          break;
        }
        offset += static_cast<int>(movement.text.size());
      }
    }
  }

  // A rule that no piece can use: wrong where it is written, dropped where it is inherited.
  template <typename R>
  void refers_to_nothing(std::optional<R>* rule, const Node& node, const std::string& message) {
    if (inherited(node)) {
      rule->reset();
    } else {
      error(node, message);
    }
  }

  void read_first_move() {
    FirstMoveRule rule;
    const bool used = any_movement(&Movement::first_move_only);
    const Node* node = rule_at("first-move", &rule);
    if (node == nullptr) {
      if (used && !has_rule("first-move")) {
        movements_need(&Movement::first_move_only, 'i', "first-move", Severity::kError);
      }
      return;
    }
    const Node* known = node->find("known-by");
    if (const auto how = choice(known, "known-by", {"second-rank", "flags"})) {
      rule.known_by = static_cast<FirstMoveRule::KnownBy>(*how);
      if (rule.known_by == FirstMoveRule::KnownBy::kFlags) needs_fen4(*known, "known-by: flags");
    }
    variant_.first_move = std::move(rule);
    if (!used && pieces_read()) {
      refers_to_nothing(&variant_.first_move, key_of("first-move"),
                        "first-move refers to nothing: no piece has a movement with 'i'");
    }
  }

  void read_en_passant() {
    EnPassantRule rule;
    const bool granted = any_movement(&Movement::grants_en_passant);
    const bool taken = any_movement(&Movement::takes_en_passant);
    const Node* node = rule_at("en-passant", &rule);
    if (node == nullptr) {
      if (taken && !has_rule("en-passant") && removal("rules.en-passant") == nullptr) {
        movements_need(&Movement::takes_en_passant, 'e', "en-passant", Severity::kWarning);
      }
      return;
    }
    const Node* lasts = node->find("lasts");
    if (const auto until = choice(lasts, "lasts", {"next-action", "until-owner-acts"})) {
      rule.lasts = static_cast<EnPassantRule::Lasts>(*until);
      if (rule.lasts == EnPassantRule::Lasts::kUntilOwnerActs) {
        needs_fen4(*lasts, "lasts: until-owner-acts");
      }
    }
    check_crossed_squares();
    variant_.en_passant = std::move(rule);
    if ((!granted || !taken) && pieces_read()) {
      refers_to_nothing(&variant_.en_passant, key_of("en-passant"),
                        granted ? "en-passant refers to nothing: no piece captures with 'e'"
                                : "en-passant refers to nothing: no piece has a movement with "
                                  "'mn' that leaves the right");
    }
  }

  // The right stands on the crossed square, so that there must be exactly one.
  void check_crossed_squares() {
    for (const PieceKind& kind : variant_.pieces) {
      std::size_t offset = 0;
      for (const Movement& movement : kind.movements) {
        offset = std::min(kind.betza.find(movement.text, offset), kind.betza.size());
        const auto several =
            std::find_if(movement.steps.begin(), movement.steps.end(),
                         [](Offset step) { return crossed_squares(step).size() != 1; });
        if (movement.grants_en_passant && several != movement.steps.end()) {
          error_within(*top("pieces")->find(kind.name)->find("moves"),
                       static_cast<int>(offset + movement.text.find('n')),
                       fmt::format("'{}' crosses {} squares, but an en passant right needs exactly "
                                   "one",
                                   movement.text, crossed_squares(*several).size()),
                       "", {&key_of("en-passant")});
        }
        offset += movement.text.size();
      }
    }
  }

  bool has_rule(const std::string& key) const {
    return rules_ != nullptr && rules_->find(key) != nullptr;
  }
  const Node& key_of(const std::string& rule) const { return rules_->find_entry(rule)->key; }
  // Whether all pieces have readable movements, so that what they lack can be said.
  bool pieces_read() const {
    return !variant_.pieces.empty() &&
           std::all_of(variant_.pieces.begin(), variant_.pieces.end(),
                       [](const PieceKind& kind) { return !kind.movements.empty(); });
  }

  void read_promotions() {
    const Node* node = rules_ == nullptr ? nullptr : rules_->find("promotion");
    if (node == nullptr) return;
    const Node& key = key_of("promotion");
    if (node->kind != Node::Kind::kSequence) {
      read_promotion(*node, key);
      return;
    }
    if (node->items.empty()) error(*node, "promotion is an empty list", "use none to remove it");
    for (const Node& item : node->items) read_promotion(item, item);
  }

  void read_promotion(const Node& node, const Node& place) {
    if (!expect_map(node, "promotion")) return;
    check_keys(node, "rules.promotion");
    PromotionRule rule;
    rule.place = place.place();
    rule.clauses = rule_clauses(node, "rules.promotion");
    rule.of = kinds(node.find("of"), "of");
    read_zone(node.find("zone"), &rule.zone);
    rule.to = kinds(node.find("to"), "to");
    rule.compulsory = boolean(node.find("compulsory"), "compulsory").value_or(true);
    for (const std::string what : {"of", "to"}) {
      const Node* items = node.find(what);
      if (items != nullptr && items->kind == Node::Kind::kSequence && items->items.empty()) {
        error(*items, fmt::format("'{}' names no piece", what));
      }
    }
    if (const Node* to = node.find("to"); to != nullptr) {
      for (const Node& item : to->items) {
        const auto id = variant_.kind_by_name(item.text);
        if (!id) continue;
        if (variant_.pieces[*id].royal) {
          error(item, fmt::format("promotion to '{}', which is royal", item.text), "",
                {top("pieces")->find(item.text)->find("royal")});
        } else if (std::find(rule.of.begin(), rule.of.end(), *id) != rule.of.end()) {
          error(item, fmt::format("'{}' cannot promote to itself", item.text),
                "compulsory: false allows it to stay");
        }
      }
    }
    if (const Node* of = node.find("of"); of != nullptr) {
      for (const Node& item : of->items) {
        const auto id = variant_.kind_by_name(item.text);
        if (!id) continue;
        if (!promoting_.insert(*id).second) {
          error(item, fmt::format("'{}' is already in another promotion rule", item.text));
        }
        if (variant_.pieces[*id].royal) {
          error(item, fmt::format("'{}' is royal and cannot promote", item.text), "",
                {top("pieces")->find(item.text)->find("royal")});
        }
      }
    }
    variant_.promotions.push_back(std::move(rule));
  }

  void read_zone(const Node* node, Zone* zone) {
    if (node == nullptr || node->kind == Node::Kind::kBroken) return;
    if (node->kind == Node::Kind::kSequence) {
      if (node->items.empty()) error(*node, "the zone has no square");
      for (const Node& item : node->items) {
        if (const auto area = rectangle(item)) zone->areas.push_back(*area);
      }
      return;
    }
    if (node->kind == Node::Kind::kScalar) {
      const std::string& word = node->text;
      int last = 0;
      if (word == "last-rank" || word == "opposite-edge") {
        last = 1;
      } else if (word.size() > 11 && word.compare(0, 5, "last-") == 0 &&
                 word.compare(word.size() - 6, 6, "-ranks") == 0) {
        const std::string digits = word.substr(5, word.size() - 11);
        const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), last);
        if (parsed.ptr != digits.data() + digits.size() || digits[0] == '0') last = -1;
      }
      if (last > 0) {
        for (const Player& player : variant_.players) {
          const int depth =
              marches_along_ranks(player.forward) ? variant_.board.ranks : variant_.board.files;
          if (last <= depth) continue;
          error(*node, fmt::format("zone '{}' is deeper than the board", word), "", board_causes_);
          return;
        }
        zone->last_ranks = last;
        return;
      }
    }
    error(*node,
          fmt::format("'zone' must be last-rank, last-N-ranks, opposite-edge or a list of squares "
                      "and rectangles, found {}",
                      found(*node)),
          node->kind == Node::Kind::kScalar
              ? did_you_mean(node->text, {"last-rank", "last-2-ranks", "opposite-edge"})
              : "");
  }

  void read_castling() {
    CastlingRule rule;
    const std::size_t before = errors_;
    const Node* node = rule_at("castling", &rule);
    if (node == nullptr) return;
    rule.king = kind(node->find("king"), "king");
    rule.partner = kind(node->find("partner"), "partner");
    if (rule.king >= 0 && rule.king == rule.partner) {
      error(*node->find("partner"), "king and partner of castling are the same piece");
    }
    read_stops(*node, &rule);
    if (const auto homes = choice(node->find("homes"), "homes", {"start-squares", "first-rank"})) {
      rule.homes = static_cast<CastlingRule::Homes>(*homes);
    }
    if (rule.stops == CastlingRule::Stops::kBesidePartner &&
        variant_.position_text.action == PositionTextForm::CastlingAction::kKingTo) {
      const Node* form = top("position-text");
      error(*node->find("king-stops"),
            "castling beside the partner needs position-text.action: king-takes-partner, since its "
            "king may go a single step",
            "",
            {removal("position-text.action"), form == nullptr ? nullptr : form->find("action")});
    }
    if (variant_.players.size() > 2) {
      error(key_of("castling"),
            fmt::format("castling is for two players, not {}", variant_.players.size()), "",
            {top("players")});
    }
    for (const Player& player : variant_.players) {
      if (marches_along_ranks(player.forward)) continue;
      error(
          key_of("castling"),
          fmt::format("castling needs players who march north or south, {} does not", player.name),
          "", {top("players")});
      break;
    }
    const Node* field = position_text_castling();
    const bool readable = field == nullptr || field->text == "none";
    if (readable && variant_.position_text.castling == PositionTextForm::Castling::kNone) {
      error(key_of("castling"),
            "castling needs a field in the position text, but position-text.castling is none", "",
            {removal("position-text.castling"), position_text_castling()});
    }
    castling_holds_ = errors_ == before;
    variant_.castling = std::move(rule);
  }

  const Node* position_text_castling() const {
    const Node* form = top("position-text");
    return form == nullptr ? nullptr : form->find("castling");
  }

  // A word for all castlings, or files for either side.
  void read_stops(const Node& node, CastlingRule* rule) {
    const Node* king = node.find("king-stops");
    const Node* partner = node.find("partner-stops");
    const bool king_word = king != nullptr && stop_word(*king, "king-stops", "beside-partner");
    const bool partner_word =
        partner != nullptr && stop_word(*partner, "partner-stops", "other-side");
    const bool king_files = king != nullptr && king->kind == Node::Kind::kMap;
    const bool partner_files = partner != nullptr && partner->kind == Node::Kind::kMap;
    if (king_files) check_keys(*king, "rules.castling.king-stops");
    if (partner_files) check_keys(*partner, "rules.castling.partner-stops");
    if (king_word) rule->stops = CastlingRule::Stops::kBesidePartner;
    if (king_word && partner_files) {
      error(*partner, "'king-stops' is beside-partner, which leaves no files to 'partner-stops'",
            "write partner-stops: other-side", {king});
    }
    if (king_files && partner_word) {
      error(*partner, "'partner-stops' is other-side, which needs king-stops: beside-partner", "",
            {king});
    }
    if (partner == nullptr && (king_files || king == nullptr)) {
      const Node* gone = removal("rules.castling.partner-stops");
      error(gone != nullptr ? *gone : node, "key 'partner-stops' is missing here", "", {king});
    }
    if (king_files && partner_files) read_stop_files(king, partner, rule);
  }

  // Whether the node is `word`. Anything else that is no map is wrong.
  bool stop_word(const Node& node, const std::string& what, const std::string& word) {
    if (node.kind == Node::Kind::kScalar && node.text == word) return true;
    if (node.kind == Node::Kind::kMap || node.kind == Node::Kind::kBroken) return false;
    error(node, fmt::format("'{}' must be {} or a map of files, found {}", what, word, found(node)),
          node.kind == Node::Kind::kScalar ? did_you_mean(node.text, {word}) : "");
    return false;
  }

  void read_stop_files(const Node* king, const Node* partner, CastlingRule* rule) {
    const auto read_side = [&](const std::string& side, std::optional<CastlingRule::Wing>* wing) {
      const Node* king_stop = king->find(side);
      const Node* partner_stop = partner->find(side);
      if (king_stop == nullptr && partner_stop == nullptr) return;
      if (king_stop == nullptr || partner_stop == nullptr) {
        error(king_stop == nullptr ? *king : *partner,
              fmt::format("the other piece of castling has a stop to the {}, this one has none",
                          side));
        return;
      }
      const auto king_file = stop_file(*king_stop);
      const auto partner_file = stop_file(*partner_stop);
      if (!king_file || !partner_file) return;
      if (*king_file == *partner_file) {
        error(*partner_stop,
              fmt::format("king and partner both stop on file {}",
                          static_cast<char>('a' + *king_file)),
              "", {king_stop});
        return;
      }
      *wing = CastlingRule::Wing{*king_file, *partner_file};
    };
    const std::size_t before_sides = errors_;
    read_side("left", &rule->left);
    read_side("right", &rule->right);
    if (!rule->left && !rule->right && errors_ == before_sides) {
      error(*king, "castling has neither a left nor a right stop");
    }
  }

  std::optional<int> stop_file(const Node& node) {
    const auto word = text(&node, "file");
    if (!word) return std::nullopt;
    if (word->size() != 1 || !is_lower((*word)[0])) {
      error(node, fmt::format("a file letter wanted, found '{}'", *word));
      return std::nullopt;
    }
    const int file = (*word)[0] - 'a';
    if (file >= variant_.board.files) {
      error(node, fmt::format("file {} is not on the board", *word), "", board_causes_);
      return std::nullopt;
    }
    return file;
  }

  // A piece that has to be royal.
  KindId royal_kind(const Node* node, const std::string& what) {
    const KindId id = kind(node, what);
    if (id < 0 || variant_.pieces[id].royal || !royals_known_) return id;
    const Node* piece = top("pieces")->find(variant_.pieces[id].name);
    error(*node, fmt::format("'{}' is not royal", node->text), "",
          {piece->find("royal"), removal("pieces." + node->text + ".royal"), piece});
    return -1;
  }

  std::vector<KindId> royal_kinds(const Node* node, const std::string& what) {
    std::vector<KindId> out;
    const std::vector<Node>* items = list(node, what, "[king]");
    if (items == nullptr) return out;
    if (items->empty()) error(*node, fmt::format("'{}' names no piece", what));
    for (const Node& item : *items) {
      const KindId id = royal_kind(&item, what);
      if (id < 0) continue;
      if (std::find(out.begin(), out.end(), id) != out.end()) {
        error(item, fmt::format("piece '{}' is named twice", item.text));
      } else {
        out.push_back(id);
      }
    }
    return out;
  }

  void read_part_removal() {
    PartRemovalRule rule;
    const Node* node = rule_at("part-removal", &rule);
    if (node == nullptr) return;
    choice(node->find("when"), "when", {"a-player-has-no-piece-there"});
    if (const auto own =
            choice(node->find("own-last-royal"), "own-last-royal", {"legal", "illegal"})) {
      rule.self_destruction = *own == 0;
    }
    if (form_ == PositionTextForm::Form::kFen4) {
      error(key_of("part-removal"),
            "part-removal needs position-text.form: fen, fen4 cannot write removed squares", "",
            {position_text_key("form")});
    }
    variant_.part_removal = std::move(rule);
    if (parts_hold_ && variant_.board.parts.size() < 2) {
      refers_to_nothing(&variant_.part_removal, key_of("part-removal"),
                        "part-removal needs two parts or more in 'board.parts'");
      removal_dropped_ = !variant_.part_removal;
    }
  }
  // Whether there is no such rule, rather than one that is wrong.
  bool lacks_part_removal() const { return !has_rule("part-removal") || removal_dropped_; }

  void read_fusion() {
    FusionRule rule;
    const Node* node = rule_at("fusion", &rule);
    if (node == nullptr) return;
    rule.of = royal_kind(node->find("of"), "of");
    rule.into = royal_kind(node->find("into"), "into");
    if (rule.of >= 0 && rule.of == rule.into) {
      error(*node->find("into"),
            fmt::format("two of '{0}' cannot fuse into '{0}'", variant_.pieces[rule.of].name));
    }
    const std::optional<RoyalSafetyRule>& safety = variant_.royal_safety;
    if (safety && count_holds_ && safety->max_count &&
        (*safety->max_count < 2 || *safety->max_count == safety->min_count)) {
      error(key_of("fusion"),
            fmt::format("fusion makes one royal piece of two, but royal-safety.count allows {} {}",
                        *safety->max_count == safety->min_count ? "exactly" : "at most",
                        *safety->max_count),
            "", count_causes());
    }
    variant_.fusion = std::move(rule);
  }

  void read_safe_path() {
    SafePathRule rule;
    const Node* node = rule_at("safe-path", &rule);
    if (node == nullptr) return;
    rule.of = royal_kinds(node->find("of"), "of");
    variant_.safe_path = std::move(rule);
  }

  void read_royal_safety() {
    RoyalSafetyRule rule;
    const Node* node = rule_at("royal-safety", &rule);
    if (node == nullptr) return;
    choice(node->find("royals"), "royals", {"all"});
    read_target(*node, &rule);
    const int squares = variant_.board.files * variant_.board.ranks;
    const std::size_t before = errors_;
    if (const Node* count = map_at(node, "count", "rules.royal-safety.count")) {
      const Node* each = count->find("each");
      const Node* min = count->find("min");
      const Node* max = count->find("max");
      if (each != nullptr && (min != nullptr || max != nullptr)) {
        error(*each, "count is either 'each' or 'min' and 'max'");
      }
      if (const auto value = integer(each, "each", 1, squares)) {
        rule.min_count = *value;
        rule.max_count = *value;
      } else if (each == nullptr) {
        if (min == nullptr && max == nullptr) error(*count, "count needs 'each' or 'min'");
        rule.min_count = integer(min, "min", 0, squares).value_or(0);
        rule.max_count = integer(max, "max", 1, squares);
        if (rule.max_count && *rule.max_count < rule.min_count) {
          error(*max, fmt::format("max {} is less than min {}", *rule.max_count, rule.min_count),
                "", {min});
        }
      }
      if (const Node* of = count->find("of")) {
        rule.players = some_players(of, "of");
        std::sort(rule.players.begin(), rule.players.end());
        if (rule.players.size() == variant_.players.size()) rule.players.clear();
      }
      rule.alone = royal_kind(count->find("alone"), "alone");
      if (rule.alone >= 0 && rule.min_count > 1) {
        error(*count->find("alone"),
              fmt::format("'{}' is its player's only royal piece, but the count is at least {}",
                          count->find("alone")->text, rule.min_count),
              "", {each, min});
      }
    }
    count_holds_ = errors_ == before;
    const bool any_royal = std::any_of(variant_.pieces.begin(), variant_.pieces.end(),
                                       [](const PieceKind& kind) { return kind.royal; });
    if (!any_royal && royals_known_ && pieces_read()) {
      error(key_of("royal-safety"), "royal-safety refers to nothing: no piece is royal", "",
            royal_causes());
    }
    variant_.royal_safety = std::move(rule);
  }

  void read_target(const Node& node, RoyalSafetyRule* rule) {
    const Node* target = node.find("target");
    const auto when = choice(target, "target", {"before-removal", "after-removal"});
    if (when && variant_.part_removal) rule->target = static_cast<RoyalSafetyRule::Target>(*when);
    if (when && lacks_part_removal() && !inherited(*target)) {
      error(*target, "'target' needs the rule 'part-removal'");
    }
  }

  // `rounds` of a rule for the beginning of a game.
  int rounds_of(const Node& rule) {
    return integer(rule.find("rounds"), "rounds", 1, kLargestCount).value_or(3);
  }

  void needs_rule(const std::string& rule, const std::string& needed) {
    const Node* rules = top("rules");
    if (has_rule(needed) || (rules != nullptr && rules->kind != Node::Kind::kMap)) return;
    error(key_of(rule), fmt::format("{} needs the rule '{}'", rule, needed), "",
          {removal("rules." + needed)});
  }

  void read_coalition() {
    CoalitionRule rule;
    const Node* node = rule_at("coalition", &rule);
    if (node == nullptr) return;
    needs_fen4(key_of("coalition"), "coalition");
    const std::size_t before = errors_;
    rule.great = some_players(node->find("great"), "great");
    rule.small = some_players(node->find("small"), "small");
    const bool read = errors_ == before && node->find("great") && node->find("small");
    if (read) check_powers(*node, rule);
    rule.rounds = rounds_of(*node);
    const Node* small_powers = node->find("small-powers");
    rule.small_powers = choice(small_powers, "small-powers", {"off", "on"}).value_or(0) == 1;
    needs_rule("coalition", "royal-safety");
    if (read && errors_ == before && variant_.royal_safety && count_holds_) {
      std::vector<PlayerId> great = rule.great;
      std::sort(great.begin(), great.end());
      const RoyalSafetyRule& safety = *variant_.royal_safety;
      if (safety.players != great || safety.min_count != 1 || safety.max_count != 1) {
        error(
            key_of("coalition"),
            fmt::format("great powers have one royal piece each and small powers none, but "
                        "royal-safety.count says otherwise"),
            fmt::format("write count: {{each: 1, of: [{}, {}]}}",
                        variant_.players[rule.great[0]].name, variant_.players[rule.great[1]].name),
            count_causes());
      }
    }
    variant_.coalition = std::move(rule);
  }

  // Two great powers, two small ones, and nobody else.
  void check_powers(const Node& node, const CoalitionRule& rule) {
    for (const std::string what : {"great", "small"}) {
      const std::vector<PlayerId>& powers = what == "great" ? rule.great : rule.small;
      if (powers.size() == 2) continue;
      error(*node.find(what), fmt::format("'{}' names {} player{}, two wanted", what, powers.size(),
                                          powers.size() == 1 ? "" : "s"));
    }
    for (std::size_t i = 0; i < variant_.players.size(); ++i) {
      const auto in = [&](const std::vector<PlayerId>& powers) {
        return std::find(powers.begin(), powers.end(), static_cast<PlayerId>(i)) != powers.end();
      };
      const std::string& name = variant_.players[i].name;
      if (in(rule.great) && in(rule.small)) {
        error(*node.find("small"),
              fmt::format("player '{}' is both a great and a small power", name), "",
              {node.find("great")});
      } else if (!in(rule.great) && !in(rule.small)) {
        error(key_of("coalition"),
              fmt::format("player '{}' is neither a great nor a small power", name), "",
              {node.find("great"), node.find("small"), top("players")});
      }
    }
  }

  void read_check_reply() {
    CheckReplyRule rule;
    const Node* node = rule_at("check-reply", &rule);
    if (node == nullptr) return;
    needs_fen4(key_of("check-reply"), "check-reply");
    needs_rule("check-reply", "royal-safety");
    if (variant_.players.size() == 2) {
      error(key_of("check-reply"),
            "check-reply needs more than two players, since of two the other acts next anyway", "",
            {top("players")});
    }
    variant_.check_reply = std::move(rule);
  }

  // Tells of a player without a set-up area.
  void needs_set_up(const Node& list, const std::vector<PlayerId>& players) {
    for (const PlayerId player : players) {
      const std::string& name = variant_.players[player].name;
      const Node* entry = top("players")->find(name);
      if (!variant_.players[player].set_up.empty() || entry->find("set-up") != nullptr) continue;
      const auto item = std::find_if(list.items.begin(), list.items.end(),
                                     [&](const Node& each) { return each.text == name; });
      error(*item, fmt::format("player '{}' has no set-up area", name), "",
            {removal("players." + name + ".set-up"), entry});
    }
  }

  void read_rearrangement() {
    RearrangementRule rule;
    const Node* node = rule_at("rearrangement", &rule);
    if (node == nullptr) return;
    needs_fen4(key_of("rearrangement"), "rearrangement");
    if (const Node* players = node->find("players")) {
      rule.players = some_players(players, "players");
      needs_set_up(*players, rule.players);
    }
    rule.rounds = rounds_of(*node);
    variant_.rearrangement = std::move(rule);
  }

  void read_opening_rights() {
    OpeningRightsRule rule;
    const Node* node = rule_at("opening-rights", &rule);
    if (node == nullptr) return;
    needs_fen4(key_of("opening-rights"), "opening-rights");
    const bool on = choice(node->find("when"), "when", {"off", "on"}).value_or(1) == 1;
    rule.rounds = rounds_of(*node);
    const Node* shifters = node->find("shifters");
    const Node* shifts = node->find("shifts");
    if (shifters != nullptr) {
      rule.shifters = some_players(shifters, "shifters");
      needs_set_up(*shifters, rule.shifters);
    }
    rule.shifts = kind(shifts, "shifts");
    if ((shifters == nullptr) != (shifts == nullptr)) {
      const bool who = shifters == nullptr;
      const Node* gone =
          removal(who ? "rules.opening-rights.shifters" : "rules.opening-rights.shifts");
      error(gone != nullptr ? *gone
            : who           ? *shifts
                            : *shifters,
            who ? "'shifts' needs 'shifters', who may do it"
                : "'shifters' needs 'shifts', the piece that they put elsewhere",
            "", {who ? shifts : shifters});
    }
    opening_rights_off_ = !on;
    if (on) variant_.opening_rights = std::move(rule);
  }

  // What in the loaded file may have changed how many royal pieces there are.
  Causes count_causes() const {
    Causes causes;
    const Node* rule = rules_ == nullptr ? nullptr : rules_->find("royal-safety");
    const Node* count = rule == nullptr ? nullptr : rule->find("count");
    if (count == nullptr || count->kind != Node::Kind::kMap) return causes;
    for (const Node::Entry& entry : count->entries) causes.push_back(&entry.value);
    causes.push_back(count);
    return causes;
  }

  // What in the loaded file may have changed which pieces are royal.
  Causes royal_causes() const {
    Causes causes;
    for (const auto& [path, node] : effective_.removed) {
      if (path.compare(0, 6, "pieces") == 0) causes.push_back(&node);
    }
    const Node* pieces = top("pieces");
    if (pieces == nullptr) return causes;
    for (const Node::Entry& entry : pieces->entries) {
      if (const Node* royal = entry.value.find("royal")) causes.push_back(royal);
    }
    return causes;
  }

  // --- Endings and draws -----------------------------------------------------------------------

  void read_endings() {
    const Node* endings = map_at(&effective_.root, "endings", "endings");
    if (endings == nullptr) return;
    const auto read = [&](const std::string& key, std::optional<Ending>* ending) {
      const Node* node =
          map_at(endings, key, key == "stalemate" ? "endings.stalemate" : "endings.*");
      if (node == nullptr) return;
      ending->emplace();
      (*ending)->place = endings->find_entry(key)->key.place();
      if (const auto result = choice(node->find("result"), "result", {"loss", "draw", "win"})) {
        (*ending)->result = static_cast<Result>(*result);
      }
      (*ending)->clause = clause_id(node->find("clauses"));
    };
    read("checkmate", &variant_.endings.checkmate);
    read("stalemate", &variant_.endings.stalemate);
    read("royals-lost", &variant_.endings.royals_lost);
    if (variant_.endings.royals_lost && lacks_part_removal()) {
      refers_to_nothing(&variant_.endings.royals_lost, endings->find_entry("royals-lost")->key,
                        "royals-lost needs the rule 'part-removal', nothing else takes a royal");
    }
    read_coalition_endings(*endings);
    const Node* rules = top("rules");
    const bool rules_known = rules == nullptr || rules->kind == Node::Kind::kMap;
    if (variant_.endings.checkmate && rules_known && !has_rule("royal-safety")) {
      error(endings->find_entry("checkmate")->key, "checkmate needs the rule 'royal-safety'", "",
            {removal("rules.royal-safety"), removal("rules")});
    }
  }

  void read_coalition_endings(const Node& endings) {
    const auto read = [&](const std::string& key, Result result, std::optional<Ending>* ending) {
      const Node* node = map_at(&endings, key, "endings.of-coalition");
      if (node == nullptr) return;
      ending->emplace();
      const Node& place = endings.find_entry(key)->key;
      (*ending)->place = place.place();
      (*ending)->result = result;
      (*ending)->clause = clause_id(node->find("clauses"));
      if (!has_rule("coalition")) {
        refers_to_nothing(ending, place, fmt::format("{} needs the rule 'coalition'", key));
      }
    };
    read("broken-off", Result::kDraw, &variant_.endings.broken_off);
    read("small-powers-lost", Result::kLoss, &variant_.endings.small_powers_lost);
    // Small powers that cannot ally with one another cannot lose together.
    if (variant_.coalition && !variant_.coalition->small_powers) {
      variant_.endings.small_powers_lost.reset();
    }
    if (const Node* stalemate = endings.find("stalemate")) {
      const Node* passes = stalemate->find("small-power");
      const auto word = choice(passes, "small-power", {"draw", "pass"});
      variant_.endings.small_power_passes = word.value_or(0) == 1 && has_rule("coalition");
      if (word && !has_rule("coalition") && !inherited(*passes)) {
        error(*passes, "'small-power' needs the rule 'coalition'");
      }
    }
    read_points(map_at(&endings, "points", "endings.points"));
  }

  void read_points(const Node* points) {
    if (points == nullptr) return;
    const auto read = [&](const std::string& key) {
      return integer(points->find(key), key, 0, kLargestCount).value_or(0);
    };
    Endings& endings = variant_.endings;
    endings.points_win = read("win");
    endings.points_draw = read("draw");
    endings.points_broken_off = read("broken-off");
    const Node* broken_off = points->find("broken-off");
    if (broken_off == nullptr || endings.broken_off) return;
    endings.points_broken_off = 0;
    if (!inherited(*broken_off)) {
      error(*broken_off, "points for 'broken-off' need the ending of that name");
    }
  }

  void read_draws() {
    const Node* draws = map_at(&effective_.root, "draws", "draws");
    if (draws == nullptr) return;
    variant_.draws.reset_by = draws->find("reset-by") == nullptr
                                  ? std::vector<KindId>()
                                  : kinds(draws->find("reset-by"), "reset-by");
    const auto counter = [&](const std::string& key, int halfmoves) {
      const Node* node = map_at(draws, key, "draws.move-counter");
      if (node == nullptr) return;
      DrawRules::MoveCounter rule;
      rule.name = key;
      rule.halfmoves =
          integer(node->find("halfmoves"), "halfmoves", 1, kLargestCount).value_or(halfmoves);
      rule.automatic =
          boolean(node->find("automatic"), "automatic").value_or(key == "seventy-five-move");
      rule.clause = clause_id(node->find("clauses"));
      variant_.draws.move_counters.push_back(std::move(rule));
    };
    counter("fifty-move", 100);
    counter("seventy-five-move", 150);
    if (const Node* node = map_at(draws, "fifty-round", "draws.fifty-round")) {
      DrawRules::RoundCounter rule;
      rule.rounds = integer(node->find("rounds"), "rounds", 1, kLargestCount).value_or(50);
      rule.automatic = boolean(node->find("automatic"), "automatic").value_or(false);
      rule.clause = clause_id(node->find("clauses"));
      variant_.draws.round_counter = std::move(rule);
    }
    const auto repetition = [&](const std::string& key, int count) {
      const Node* node = map_at(draws, key, "draws.repetition");
      if (node == nullptr) return;
      DrawRules::Repetition rule;
      rule.name = key;
      rule.count = integer(node->find("count"), "count", 2, kLargestCount).value_or(count);
      rule.automatic = boolean(node->find("automatic"), "automatic").value_or(key == "fivefold");
      rule.clause = clause_id(node->find("clauses"));
      variant_.draws.repetitions.push_back(std::move(rule));
    };
    repetition("threefold", 3);
    repetition("fivefold", 5);
    read_insufficient_material(*draws);
  }

  void read_insufficient_material(const Node& draws) {
    const Node* node = map_at(&draws, "insufficient-material", "draws.insufficient-material");
    if (node == nullptr) return;
    if (variant_.players.size() > 2) {
      error(
          draws.find_entry("insufficient-material")->key,
          fmt::format("insufficient-material is for two players, not {}", variant_.players.size()),
          "", {top("players")});
    }
    DrawRules::InsufficientMaterial rule;
    const Node* bare = node->find("against-bare-royal");
    if (bare != nullptr) {
      if (const auto* lists = list(bare, "against-bare-royal", "[[], [bishop]]")) {
        for (const Node& item : *lists) {
          const std::size_t before = errors_;
          std::vector<KindId> material = kinds(&item, "against-bare-royal", true);
          refuse_royals(item);
          if (errors_ > before || material.size() != item.items.size()) continue;
          std::sort(material.begin(), material.end());
          const auto& seen = rule.against_bare_royal;
          if (std::find(seen.begin(), seen.end(), material) != seen.end()) {
            error(item, "this material is listed twice");
          } else {
            rule.against_bare_royal.push_back(std::move(material));
          }
        }
      }
    }
    if (const Node* on_one = node->find("on-one-colour")) {
      rule.on_one_colour = kinds(on_one, "on-one-colour");
      refuse_royals(*on_one);
    }
    if (const Node* strong = node->find("strong-royals")) {
      rule.strong_royals = royal_kinds(strong, "strong-royals");
    }
    read_parts_left(node->find("parts-left"), &rule);
    rule.clause = clause_id(node->find("clauses"));
    variant_.draws.insufficient_material = std::move(rule);
  }

  void read_parts_left(const Node* node, DrawRules::InsufficientMaterial* rule) {
    if (node == nullptr) return;
    if (!variant_.part_removal) {
      if (lacks_part_removal() && !inherited(*node)) {
        error(*node, "'parts-left' needs the rule 'part-removal'");
      }
      return;
    }
    if (!parts_hold_) return;
    const auto parts =
        integer(node, "parts-left", 1, std::max<int>(variant_.board.parts.size(), 1));
    rule->parts_left = parts.value_or(0);
  }

  void refuse_royals(const Node& items) {
    for (const Node& item : items.items) {
      const auto id = variant_.kind_by_name(item.text);
      if (id && variant_.pieces[*id].royal) {
        error(item, fmt::format("'{}' is royal, only other pieces are listed", item.text), "",
              {top("pieces")->find(item.text)->find("royal")});
      }
    }
  }

  // --- Options ---------------------------------------------------------------------------------

  void check_options() {
    const Node* options = top("options");
    if (options == nullptr || options->kind != Node::Kind::kMap) return;
    for (const Node::Entry& entry : options->entries) {
      if (entry.value.kind == Node::Kind::kMap) clause_id(entry.value.find("clauses"));
    }
  }

  // --- Start position --------------------------------------------------------------------------

  void read_start() {
    const Node* node = top("start");
    if (node == nullptr || node->kind == Node::Kind::kBroken) return;
    if (node->kind != Node::Kind::kScalar || !node->quoted) {
      error(*node,
            fmt::format("'start' must be a position text in quotes, found {}", found(*node)));
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

  // `start` gives these rights for the case that the rule is switched on.
  static void drop_shift_rights(Field* rights) {
    std::string& letters = rights->text;
    letters.erase(std::remove_if(letters.begin(), letters.end(), is_upper), letters.end());
    if (letters.empty()) letters = "-";
  }

  // Fields of the form fen4 that speak of rules which the variant does not have.
  void check_fen4_fields(const Node& node, const RawPosition& position) {
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
    if (position.rights.text != "-") check_opening_letters(wrong, position.rights);
    if (position.unmoved.text != "-") check_unmoved(node, position);
  }

  // Who may rearrange (player's letter) and who may shift (in upper case).
  template <typename Wrong>
  void check_opening_letters(const Wrong& wrong, const Field& rights) {
    for (std::size_t i = 0; i < rights.text.size(); ++i) {
      const bool shift = is_upper(rights.text[i]);
      if (shift && opening_rights_off_) continue;
      const std::string rule = shift ? "opening-rights" : "rearrangement";
      static const std::vector<PlayerId> kNobody;
      const std::vector<PlayerId>& who =
          shift ? (variant_.opening_rights ? variant_.opening_rights->shifters : kNobody)
                : (variant_.rearrangement ? variant_.rearrangement->players : kNobody);
      const bool given = std::any_of(who.begin(), who.end(), [&](PlayerId player) {
        const char letter = variant_.players[player].letter;
        return rights.text[i] == (shift ? to_upper(letter) : letter);
      });
      if (given) continue;
      const Field letter{rights.text.substr(i, 1), rights.column + static_cast<int>(i)};
      wrong(letter, fmt::format("right '{}', which the rule '{}' does not give", letter.text, rule),
            rule);
    }
  }

  void check_unmoved(const Node& node, const RawPosition& position) {
    const Field& field = position.unmoved;
    const auto wrong = [&](std::string message) {
      error_within(
          node, field.column - 1, "start: " + message, "",
          {removal("rules.first-move"), rules_ == nullptr ? nullptr : rules_->find("first-move")});
    };
    if (!variant_.first_move || variant_.first_move->known_by != FirstMoveRule::KnownBy::kFlags) {
      wrong("pieces are given as not yet moved, which needs first-move: {known-by: flags}");
      return;
    }
    const auto has_first_move = [&](KindId kind) {
      const std::vector<Movement>& movements = variant_.pieces[kind].movements;
      return std::any_of(movements.begin(), movements.end(),
                         [](const Movement& movement) { return movement.first_move_only; });
    };
    const bool all = field.text == "start";
    std::set<Square> listed;
    for (std::size_t begin = 0; !all && begin < field.text.size();) {
      const std::size_t end = std::min(field.text.find(',', begin), field.text.size());
      const auto square = parse_square(std::string_view(field.text).substr(begin, end - begin));
      if (square) listed.insert(*square);
      begin = end + 1;
    }
    for (const PlacedPiece& piece : position.pieces) {
      const bool named = listed.erase(piece.square) > 0;
      if (!named && !(all && has_first_move(piece.kind))) continue;
      const Player& owner = variant_.players[piece.player];
      const std::string who = fmt::format("the {} of {} on {}", variant_.pieces[piece.kind].name,
                                          owner.name, square_name(piece.square));
      if (!has_first_move(piece.kind)) {
        wrong(who + " is given as not yet moved, but has no first move of its own");
      } else if (!owner.set_up.empty() &&
                 std::none_of(owner.set_up.begin(), owner.set_up.end(),
                              [&](const Rectangle& area) { return area.contains(piece.square); })) {
        wrong(who + " is given as not yet moved, but stands outside the set-up area");
      }
    }
    for (const Square square : listed) {
      wrong(fmt::format("{} is given as not yet moved, but is empty", square_name(square)));
    }
  }

  Causes start_causes() const {
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

  void check_royals(const Node& node, const RawPosition& position) {
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
      const std::string wanted = !max          ? fmt::format("at least {}", min)
                                 : min == *max ? fmt::format("exactly {}", min)
                                               : fmt::format("{} to {}", min, *max);
      error_within(node, 0,
                   fmt::format("start: {} has {} royal piece{}, {} wanted",
                               variant_.players[i].name, royals, royals == 1 ? "" : "s", wanted),
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

  // A part is there as a whole, with pieces of every player, or gone as a whole.
  void check_parts(const Node& node, const RawPosition& position) {
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

  bool in_zone(const Zone& zone, Direction forward, Square square) const {
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

  void check_zones(const Node& node, const RawPosition& position) {
    for (const PromotionRule& rule : variant_.promotions) {
      std::map<std::pair<PlayerId, KindId>, std::vector<std::string>> squares;
      for (const PlacedPiece& piece : position.pieces) {
        if (std::find(rule.of.begin(), rule.of.end(), piece.kind) == rule.of.end()) continue;
        if (!in_zone(rule.zone, variant_.players[piece.player].forward, piece.square)) continue;
        squares[{piece.player, piece.kind}].push_back(square_name(piece.square));
      }
      const Node* promotion = rules_->find("promotion");
      Causes causes = {promotion->find("zone"), promotion->find("of"), promotion};
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

  void check_rights(const Node& node, const RawPosition& position) {
    const std::string& rights = position.castling.text;
    if (rights == "-" || !castling_holds_) return;
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

  // Why the position cannot have this right; an empty text if it can.
  std::string right_problem(char right, const RawPosition& position) const {
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

  // --- Last ------------------------------------------------------------------------------------

  // So that equal rules give equal models: without the en passant rule its modifiers say nothing.
  void drop_what_has_no_effect() {
    if (variant_.en_passant) return;
    for (PieceKind& kind : variant_.pieces) {
      for (Movement& movement : kind.movements) {
        movement.takes_en_passant = false;
        movement.grants_en_passant = false;
      }
    }
  }

  const Effective& effective_;
  Diagnostics* const diagnostics_;
  Variant variant_;
  std::size_t errors_ = 0;
  const Node* rules_ = nullptr;
  std::optional<PositionTextForm::Form> form_;  // absent if it could not be read
  Causes board_causes_;
  std::set<std::string> used_clauses_;
  std::set<KindId> promoting_;
  bool royals_known_ = true;         // every `royal` could be read
  bool castling_holds_ = true;       // the castling rule is absent or without errors
  bool count_holds_ = true;          // likewise the count of royal-safety
  bool parts_hold_ = true;           // likewise the parts of the board
  bool removal_dropped_ = false;     // part-removal was inherited and has nothing to apply to
  bool opening_rights_off_ = false;  // the rule is there, but switched off
};

}  // namespace

bool is_name(const std::string& text) {
  if (text.empty() || text.size() > 60 || !is_lower(text[0]) || text.back() == '-') return false;
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return is_lower(c) || is_digit(c) || c == '-'; });
}

bool is_yaml_word(const std::string& text) {
  static const std::set<std::string> words = {"y",   "n",    "yes",   "no",   "on",
                                              "off", "true", "false", "null", "none"};
  std::string lower;
  for (const char c : text) lower += is_upper(c) ? static_cast<char>(c - 'A' + 'a') : c;
  return words.count(lower) > 0 || text == "~";
}

std::string found(const Node& node) {
  constexpr std::size_t kLongest = 40;
  switch (node.kind) {
    case Node::Kind::kNull:
      return "nothing";
    case Node::Kind::kSequence:
      return "a list";
    case Node::Kind::kMap:
      return "a map";
    case Node::Kind::kBroken:
      return "nothing usable";
    case Node::Kind::kScalar:
      break;
  }
  if (node.text.empty()) return "an empty text";
  std::string shown;
  for (const char c : node.text) shown += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  if (shown.size() > kLongest) {
    std::size_t end = kLongest;
    while (end > 0 && (static_cast<unsigned char>(shown[end]) & 0xC0) == 0x80) --end;
    shown = shown.substr(0, end) + "...";
  }
  return "'" + shown + "'";
}

void report(const Effective& effective, Diagnostics* diagnostics, const Node& node, int offset,
            std::string message, std::string hint, const Causes& causes, Severity severity) {
  const Node* at = &node;
  if (node.source != effective.source) {
    at = nullptr;
    for (const Node* cause : causes) {
      if (cause != nullptr && cause->source == effective.source) {
        at = cause;
        break;
      }
    }
    if (at == nullptr) at = effective.extends ? &*effective.extends : &effective.root;
    if (node.source != nullptr) {
      const std::string& file = node.source->file;
      message +=
          fmt::format(" (inherited from {}:{})", file.substr(file.rfind('/') + 1), node.line);
    }
  }
  int column = at->column;
  if (at == &node && offset >= 0 && node.kind == Node::Kind::kScalar) {
    // A text with escapes or line breaks cannot be pointed into.
    const int begin = column - 1 + (node.quoted ? 1 : 0);
    const std::vector<std::string>& lines = node.source->lines;
    if (node.line <= static_cast<int>(lines.size()) &&
        lines[node.line - 1].compare(std::min<std::size_t>(begin, lines[node.line - 1].size()),
                                     node.text.size(), node.text) == 0) {
      column = begin + 1 + offset;
    }
  }
  for (char& c : message) {
    if (static_cast<unsigned char>(c) < 0x20) c = ' ';
  }
  const std::shared_ptr<const SourceText>& source = at->source ? at->source : effective.source;
  Diagnostic diagnostic = diagnostic_at(*source, at->line, column, std::move(message));
  diagnostic.hint = std::move(hint);
  diagnostic.severity = severity;
  diagnostics->push_back(std::move(diagnostic));
}

std::optional<Variant> build_variant(const Effective& effective, Diagnostics* diagnostics) {
  return VariantBuilder(effective, diagnostics).build();
}

}  // namespace regelwerk::spec
