// Builds a Variant from the effective document, and tells what is wrong with it. Its methods stand
// in several files: build.cc (reporting, reading values, the whole), build_game.cc (board, players,
// forms of text), build_pieces.cc (clauses, pieces), build_rules.cc, build_coalition.cc,
// build_endings.cc and build_start.cc.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "spec/build.h"
#include "spec/document.h"
#include "spec/position_text.h"
#include "spec/variant.h"

namespace regelwerk::spec {

using Causes = std::vector<const Node*>;
using Severity = Diagnostic::Severity;

// Largest number that a count in a spec may have.
inline constexpr int kLargestCount = 9999;

// "a, b or c".
std::string list_words(const std::vector<std::string>& words, std::string_view last_join);
std::string did_you_mean(const std::string& word, const std::vector<std::string>& known);
// What was found where a number or a truth value is wanted.
std::string found_value(const Node& node);
bool marches_along_ranks(Direction forward);

class VariantBuilder {
 public:
  VariantBuilder(const Effective& effective, Diagnostics* diagnostics)
      : effective_(effective), diagnostics_(diagnostics) {}

  std::optional<Variant> build();

 private:
  // --- Reporting -------------------------------------------------------------------------------
  void error(const Node& node, std::string message, std::string hint = {},
             const Causes& causes = {});
  void error_within(const Node& node, int offset, std::string message, std::string hint = {},
                    const Causes& causes = {});
  void warning(const Node& node, std::string message, const Causes& causes = {}, int offset = -1);
  bool inherited(const Node& node) const { return node.source != effective_.source; }
  // The `none` that removed an entry of the parent; nullptr if nothing did.
  const Node* removal(const std::string& path) const;

  // --- Access ----------------------------------------------------------------------------------
  const Node* top(const std::string& key) const { return effective_.root.find(key); }
  // The map under `key` of `parent`, its keys checked against `section`; nullptr if there is none.
  const Node* map_at(const Node* parent, const std::string& key, const std::string& section);
  bool expect_map(const Node& node, const std::string& what);
  void check_keys(const Node& map, const std::string& section);
  // The path of the maps in which a required key can be removed by a child.
  std::string path_of(const Node& map) const;
  static bool find_path(const Node& here, const Node& wanted, const std::string& prefix,
                        std::string* path);
  // Where a key that stands in the wrong place belongs; an empty text if nowhere or in many places.
  static std::string where_else(const std::string& key);
  std::optional<std::string> text(const Node* node, const std::string& what);
  std::optional<int> integer(const Node* node, const std::string& what, int least, int most);
  std::optional<bool> boolean(const Node* node, const std::string& what);
  // The index of the node's text in `words`.
  std::optional<std::size_t> choice(const Node* node, const std::string& what,
                                    const std::vector<std::string>& words);
  const std::vector<Node>* list(const Node* node, const std::string& what,
                                const std::string& example);
  bool check_name(const Node& key, const std::string& what);

  // --- Head ------------------------------------------------------------------------------------
  void read_head();

  // --- Board -----------------------------------------------------------------------------------
  void read_board();
  void read_parts(const Node& node);
  // "a8" or "a1-h8", on the board.
  std::optional<Rectangle> rectangle(const Node& node);

  // --- Players ---------------------------------------------------------------------------------
  void read_players();
  // The case in which a player's pieces are written, which the form fen needs and fen4 lacks.
  void read_case(const Node& node, std::map<bool, std::string>* cases, Player* player);
  // One rectangle or a list of them, no square twice.
  void read_set_up(const Node* node, Player* player);
  static Causes items_of(const Node& list);
  std::vector<std::string> player_names() const;
  // The player of this name; -1, with the reason told, if there is none.
  PlayerId player_of(const Node& node);
  // A list of different players, in the order written.
  std::vector<PlayerId> some_players(const Node* node, const std::string& what);
  void read_controllers();
  void read_turn_order(const std::vector<std::string>& names);
  void miss_in_order(const Node& node, const std::vector<std::string>& names,
                     const std::set<std::string>& seen);
  // The players' letters, "y,b,g,r", as an option's value writes an order.
  void read_order_letters(const Node& node, std::set<std::string>* seen);

  // --- Position text ---------------------------------------------------------------------------
  void read_position_text();
  const Node* position_text_key(const std::string& key) const;
  // Tells if `what` writes fields that only the form fen4 has.
  void needs_fen4(const Node& node, const std::string& what);

  // --- Clauses ---------------------------------------------------------------------------------
  void read_clause_definitions();
  // What a clause may explain beside the reasons that name it.
  static std::vector<std::string> explainable();
  bool has_explained(const std::string& what) const;
  // A clause that explains what the spec has is used; an inherited one goes with what it explained.
  void check_explained();
  // One clause id; an empty text if there is none or it is wrong.
  std::string clause_id(const Node* node);
  // `clauses` of a rule: one id for all its reasons, or a map from reasons to ids.
  std::map<std::string, std::string> rule_clauses(const Node& rule, const std::string& section);
  void check_clause_use();

  // --- Pieces ----------------------------------------------------------------------------------
  void read_pieces();
  void read_letter(const Node::Entry& entry, std::map<char, std::string>* letters, PieceKind* kind);
  void read_moves(const Node* node, PieceKind* kind);
  // {steps: [N, N]}: two steps, one after the other, with anything between.
  void read_two_steps(const Node& node, PieceKind* kind);
  // The offsets of one plain step, such as N or K.
  std::set<Offset> read_step(const Node& node);
  // A movement that another one of the same piece contains.
  void warn_of_repetition(const Node& node, const std::vector<Movement>& movements);
  std::vector<std::string> piece_names() const;
  KindId kind(const Node* node, const std::string& what);
  std::vector<KindId> kinds(const Node* node, const std::string& what, bool repeats = false);

  // --- Rules -----------------------------------------------------------------------------------
  void read_movement();
  void read_rules();
  // The rule `key`, with what every rule carries filled in; nullptr if the variant lacks it.
  const Node* rule_at(const std::string& key, Rule* rule);
  bool any_movement(bool Movement::*flag) const;
  // Tells of each piece that uses a modifier whose rule is missing.
  void movements_need(bool Movement::*flag, char modifier, const std::string& rule,
                      Severity severity);
  // A rule that no piece can use: wrong where it is written, dropped where it is inherited.
  template <typename R>
  void refers_to_nothing(std::optional<R>* rule, const Node& node, const std::string& message) {
    if (inherited(node)) {
      rule->reset();
    } else {
      error(node, message);
    }
  }
  void read_first_move();
  void read_en_passant();
  // The right stands on the crossed square, so that there must be exactly one.
  void check_crossed_squares();
  bool has_rule(const std::string& key) const;
  const Node& key_of(const std::string& rule) const { return rules_->find_entry(rule)->key; }
  // Whether all pieces have readable movements, so that what they lack can be said.
  bool pieces_read() const;
  void read_promotions();
  void read_promotion(const Node& node, const Node& place);
  // `what` is the key: "zone".
  void read_zone(const Node* node, const std::string& what, Zone* zone);
  void read_compulsory(const Node* node, PromotionRule* rule);
  void check_royal_promotions();
  void read_castling();
  const Node* position_text_castling() const;
  // A word for all castlings, or files for either side.
  void read_stops(const Node& node, CastlingRule* rule);
  // Whether the node is `word`. Anything else that is no map is wrong.
  bool stop_word(const Node& node, const std::string& what, const std::string& word);
  void read_stop_files(const Node* king, const Node* partner, CastlingRule* rule);
  std::optional<int> stop_file(const Node& node);
  // A piece that has to be royal.
  KindId royal_kind(const Node* node, const std::string& what);
  std::vector<KindId> royal_kinds(const Node* node, const std::string& what);
  void read_part_removal();
  // Whether there is no such rule, rather than one that is wrong.
  bool lacks_part_removal() const { return !has_rule("part-removal") || removal_dropped_; }
  void read_fusion();
  void read_safe_path();
  void read_royal_safety();
  void read_target(const Node& node, RoyalSafetyRule* rule);
  // What in the loaded file may have changed how many royal pieces there are.
  Causes count_causes() const;
  // What in the loaded file may have changed which pieces are royal.
  Causes royal_causes() const;

  // --- Coalition -------------------------------------------------------------------------------
  // `rounds` of a rule for the beginning of a game.
  int rounds_of(const Node& rule);
  void needs_rule(const std::string& rule, const std::string& needed);
  void read_coalition();
  std::vector<PlayerId> two_powers(const Node* node, const std::string& what);
  // Two great powers, two small ones, and nobody else.
  void check_powers(const Node& node, const CoalitionRule& rule);
  void check_royals_of_powers(const CoalitionRule& rule);
  void read_check_reply();
  // Tells of a player without a set-up area.
  void needs_set_up(const Node& list, const std::vector<PlayerId>& players);
  void read_rearrangement();
  void read_opening_rights();
  void read_coalition_endings(const Node& endings);
  void read_points(const Node* points);

  // --- Endings and draws -----------------------------------------------------------------------
  void read_endings();
  void read_draws();
  void read_insufficient_material(const Node& draws);
  void read_parts_left(const Node* node, DrawRules::InsufficientMaterial* rule);
  void refuse_royals(const Node& items);

  // --- Options ---------------------------------------------------------------------------------
  void check_options();

  // --- Start position --------------------------------------------------------------------------
  void read_start();
  // `start` gives these rights for the case that the rule is switched on.
  static void drop_shift_rights(Field* rights);
  // Fields of the form fen4 that speak of rules which the variant does not have.
  void check_fen4_fields(const Node& node, const RawPosition& position);
  // Who may rearrange (player's letter) and who may shift (in upper case). Neighbouring letters
  // with the same fault share a message.
  using Wrong =
      std::function<void(const Field& field, std::string message, const std::string& rule)>;
  void check_opening_letters(const Field& rights, const Wrong& wrong);
  // The rule that ought to give a right and does not; an empty text if it does.
  std::string rule_without_right(char right) const;
  void check_unmoved(const Node& node, const RawPosition& position);
  Causes start_causes() const;
  void check_royals(const Node& node, const RawPosition& position);
  // A part is there as a whole, with pieces of every player, or gone as a whole.
  void check_parts(const Node& node, const RawPosition& position);
  bool in_zone(const Zone& zone, Direction forward, Square square) const;
  void check_zones(const Node& node, const RawPosition& position);
  void check_rights(const Node& node, const RawPosition& position);
  void check_file_of_k(const RawPosition& position);
  // Why the position cannot have this right; an empty text if it can.
  std::string right_problem(char right, const RawPosition& position) const;

  // --- Last ------------------------------------------------------------------------------------
  // So that equal rules give equal models: without the en passant rule its modifiers say nothing.
  void drop_what_has_no_effect();

  const Effective& effective_;
  Diagnostics* const diagnostics_;
  Variant variant_;
  std::size_t errors_ = 0;
  const Node* rules_ = nullptr;
  std::optional<PositionTextForm::Form> form_;  // absent if it could not be read
  Causes board_causes_;
  std::set<std::string> used_clauses_;
  std::set<KindId> promoting_;
  std::set<std::string> faulty_rights_;  // rules whose rights in `start` cannot be judged
  bool royals_known_ = true;             // every `royal` could be read
  bool castling_holds_ = true;           // the castling rule is absent or without errors
  bool count_holds_ = true;              // likewise the count of royal-safety
  bool parts_hold_ = true;               // likewise the parts of the board
  bool removal_dropped_ = false;         // part-removal was inherited and has nothing to apply to
  bool first_move_holds_ = false;        // how a first move is known could be read
  bool opening_rights_off_ = false;      // the rule is there, but switched off
};

}  // namespace regelwerk::spec
