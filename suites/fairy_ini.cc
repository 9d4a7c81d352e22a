#include "suites/fairy_ini.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <optional>
#include <set>
#include <sstream>
#include <tuple>

#include "spec/betza.h"
#include "spec/load.h"
#include "spec/position_text.h"
#include "suites/yaml_file.h"

namespace regelwerk::suites {
namespace {

using spec::KindId;
using spec::Movement;
using spec::PieceKind;
using spec::Variant;

constexpr int kMostFiles = 12;
constexpr int kMostRanks = 10;
constexpr const char* kCustomSince = "13.1";

// What a movement does, whatever its spelling: one entry for each step and purpose.
using Ways = std::set<std::tuple<spec::Offset, int, bool, bool, bool, bool, bool>>;

// Moves and captures apart, so that "W" is "mWcW".
std::optional<Ways> ways_of(const std::vector<Movement>& movements) {
  Ways ways;
  for (const Movement& movement : movements) {
    if (!movement.via.empty()) return std::nullopt;
    for (const spec::Offset step : movement.steps) {
      const auto add = [&](bool capture) {
        ways.emplace(step, movement.range, capture, movement.first_move_only, movement.lame,
                     !capture && movement.grants_en_passant, capture && movement.takes_en_passant);
      };
      if (movement.moves) add(false);
      if (movement.captures) add(true);
    }
  }
  return ways;
}

bool goes_like(const PieceKind& kind, const std::string& betza) {
  const auto ways = ways_of(kind.movements);
  return ways && *ways == ways_of(spec::parse_betza(betza).movements);
}

std::string lower(char letter) {
  return std::string(1, static_cast<char>(std::tolower(static_cast<unsigned char>(letter))));
}

// Betza without the words that only one of the two dialects has.
bool is_plain_betza(const std::string& betza) {
  return !betza.empty() && betza.find_first_not_of("WFDNAHCZBRmcfblrsvhn") == std::string::npos;
}

class Writer {
 public:
  Writer(const Variant& variant, const FairyPieces& pieces) : variant_(variant), pieces_(pieces) {}

  FairyIni write(const std::string& section) {
    board();
    if (!ini_.gaps.empty()) {
      other_rules();
      return ini_;
    }
    kinds();
    first_move_and_en_passant();
    promotion();
    castling();
    royal_safety();
    endings();
    draws();
    other_rules();
    ini_.text = fmt::format("# {}, from the spec {}\n", variant_.title, variant_.meaning_hash);
    for (const FairyGap& gap : ini_.gaps) {
      ini_.text += fmt::format("# not expressed: {}, {}\n", gap.key, gap.what);
    }
    for (const std::string& remark : ini_.remarks) ini_.text += "# " + remark + "\n";
    ini_.text += fmt::format("[{}]\n{}", section, lines_);
    return ini_;
  }

 private:
  void set(const std::string& key, const std::string& value) {
    lines_ += fmt::format("{} = {}\n", key, value);
  }
  void set(const std::string& key, bool value) { set(key, std::string(value ? "true" : "false")); }
  void set(const std::string& key, int value) { set(key, std::to_string(value)); }

  void gap(const std::string& key, const std::string& what,
           const std::vector<std::string>& ids = {}) {
    std::set<std::string> clauses(ids.begin(), ids.end());
    for (const auto& [id, clause] : variant_.clauses) {
      if (clause.explains == key) clauses.insert(id);
    }
    clauses.erase("");
    ini_.gaps.push_back({key, what, {clauses.begin(), clauses.end()}});
  }
  static std::vector<std::string> ids(const spec::Rule& rule) {
    std::vector<std::string> all;
    for (const auto& [reason, id] : rule.clauses) all.push_back(id);
    return all;
  }
  void remark(std::string text) { ini_.remarks.push_back(std::move(text)); }

  const PieceKind& kind(KindId id) const { return variant_.pieces[static_cast<std::size_t>(id)]; }
  std::string letters(const std::vector<KindId>& ids) const {
    std::string text;
    for (KindId id : ids) text += lower(kind(id).letter);
    return text;
  }

  void board() {
    const spec::Board& board = variant_.board;
    if (board.files > kMostFiles || board.ranks > kMostRanks) {
      const auto found = variant_.movement_clauses.find("off-board");
      gap("board",
          fmt::format("{}x{} squares, of at most {}x{}", board.files, board.ranks, kMostFiles,
                      kMostRanks),
          {found == variant_.movement_clauses.end() ? "" : found->second});
    }
    const auto& players = variant_.players;
    const bool usual = players.size() == 2 && players[0].upper_case && !players[1].upper_case &&
                       players[0].forward == spec::Direction::kNorth &&
                       players[1].forward == spec::Direction::kSouth &&
                       variant_.turn_order.front() == 0;
    if (!usual) {
      gap("players", "other players than White, who goes north and begins, and Black");
    } else if (variant_.position_text.form != spec::PositionTextForm::Form::kFen) {
      gap("position-text", "another form than FEN");
    }
    set("maxFile", board.files);
    set("maxRank", board.ranks);
  }

  bool promotes(KindId id) const {
    return std::any_of(variant_.promotions.begin(), variant_.promotions.end(), [&](const auto& p) {
      return std::find(p.of.begin(), p.of.end(), id) != p.of.end();
    });
  }

  // The program's pawn goes one step, perhaps two at first, and takes en passant where there is
  // something to take.
  bool is_pawn(const PieceKind& kind) const {
    return goes_like(kind, "fmWfcF") || goes_like(kind, "fmWfceF") ||
           goes_like(kind, "fmWfceFifmnD");
  }

  std::string pattern_clause() const {
    const auto found = variant_.movement_clauses.find("pattern");
    return found == variant_.movement_clauses.end() ? "" : found->second;
  }

  void kinds() {
    std::set<char> used;
    for (const PieceKind& kind : variant_.pieces) used.insert(kind.letter);
    int customs = 0;
    for (KindId id = 0; id < static_cast<KindId>(variant_.pieces.size()); ++id) {
      const PieceKind& kind = variant_.pieces[static_cast<std::size_t>(id)];
      const std::string key = "pieces." + kind.name;
      if (kind.royal) {
        if (royal_ >= 0) {
          gap(key, "royals of a second kind", {pattern_clause()});
        } else {
          royal_ = id;
          set("king", lower(kind.letter));
          continue;
        }
      }
      if (is_pawn(kind)) {
        if (pawn_ >= 0) {
          gap(key, "a second kind of pawn", {pattern_clause()});
        } else {
          pawn_ = id;
          set("pawn", lower(kind.letter));
        }
        continue;
      }
      if (const auto name = builtin(kind)) {
        set(*name, lower(kind.letter));
        taken_.emplace(*name, kind.letter);
      } else if (is_plain_betza(kind.betza)) {
        set(fmt::format("customPiece{}", ++customs), lower(kind.letter) + ":" + kind.betza);
        remark(fmt::format("the {} needs custom pieces, of version {} and later", kind.name,
                           kCustomSince));
      } else {
        gap(key, fmt::format("a piece that goes {}", kind.betza), {pattern_clause()});
      }
    }
    king_type(used);
    set("startFen", variant_.start);
  }

  // The name of a piece that goes so and is not given to another kind yet.
  std::optional<std::string> builtin(const PieceKind& kind) const {
    for (const auto& [name, betza] : pieces_) {
      if (taken_.count(name) == 0 && goes_like(kind, betza)) return name;
    }
    return std::nullopt;
  }

  // A king that goes like another piece: that piece must have a letter, though none is on the
  // board.
  void king_type(const std::set<char>& used) {
    if (royal_ < 0) return gap("pieces", "no royal", {pattern_clause()});
    const PieceKind& king = kind(royal_);
    if (goes_like(king, "K")) return;
    for (const auto& [name, betza] : pieces_) {
      if (!goes_like(king, betza)) continue;
      const auto named = taken_.find(name);
      char letter = named == taken_.end() ? 'X' : named->second;
      if (named == taken_.end()) {
        while (used.count(letter) != 0)
          letter = letter == 'A' ? 'Z' : static_cast<char>(letter - 1);
        set(name, lower(letter));
        remark(fmt::format("'{}' only names how the {} goes", lower(letter), king.name));
      }
      return set("kingType", lower(letter));
    }
    gap("pieces." + king.name, fmt::format("a royal that goes {}", king.betza), {pattern_clause()});
  }

  void first_move_and_en_passant() {
    bool doubles = false;
    bool grants = false;
    bool takes = false;
    if (pawn_ >= 0) {
      for (const Movement& movement : kind(pawn_).movements) {
        doubles = doubles || movement.first_move_only;
        grants = grants || movement.grants_en_passant;
        takes = takes || movement.takes_en_passant;
      }
    }
    set("doubleStep", doubles);
    if (!doubles) return;
    const auto& rule = variant_.first_move;
    if (!rule || rule->known_by != spec::FirstMoveRule::KnownBy::kRank) {
      const std::string what = "first moves that are not known by the rank";
      return rule ? gap("rules.first-move", what, ids(*rule)) : gap("rules.first-move", what);
    }
    set("doubleStepRank", rule->rank);
    if (!variant_.en_passant || !grants || !takes) {
      gap("rules.en-passant", "a double step without en passant");
    } else if (variant_.en_passant->lasts != spec::EnPassantRule::Lasts::kNextAction) {
      gap("rules.en-passant", "a right that lasts longer than one action",
          ids(*variant_.en_passant));
    }
  }

  void promotion() {
    const auto& rules = variant_.promotions;
    if (rules.empty()) {
      if (pawn_ >= 0) gap("rules.promotion", "pawns that never promote");
      return;
    }
    const spec::PromotionRule& rule = rules.front();
    if (rules.size() > 1 || rule.of != std::vector<KindId>{pawn_}) {
      return gap("rules.promotion", "promotion of others than the one kind of pawn", ids(rule));
    }
    if (rule.zone.last_ranks == 0) {
      return gap("rules.promotion", "a zone that is not made of the last ranks", ids(rule));
    }
    if (std::any_of(rule.to.begin(), rule.to.end(), [&](KindId id) { return kind(id).royal; })) {
      gap("rules.promotion", "promotion to a royal", ids(rule));
    }
    set("promotionRank", variant_.board.ranks - rule.zone.last_ranks + 1);
    set("promotionPieceTypes", letters(rule.to));
    const bool all = rule.compulsory && rule.compulsory->last_ranks == rule.zone.last_ranks;
    const bool at_last = rule.compulsory && rule.compulsory->last_ranks == 1;
    if (rule.compulsory && !all && !at_last) {
      gap("rules.promotion", "compulsory in another part of the zone than the last rank",
          ids(rule));
    }
    set("mandatoryPawnPromotion", all);
    // A pawn on the last rank could not move.
    if (!all && at_last) set("immobilityIllegal", true);
    if (rule.captured_only) promotion_limits(rule);
  }

  void promotion_limits(const spec::PromotionRule& rule) {
    const auto start = spec::parse_position_text(variant_, variant_.start);
    std::string limits;
    for (KindId id : rule.to) {
      int count[2] = {0, 0};
      for (const auto& piece : start.position->pieces) {
        if (piece.kind == id) ++count[piece.player];
      }
      if (count[0] != count[1]) {
        return gap("rules.promotion", "players who begin with different pieces", ids(rule));
      }
      limits += fmt::format("{}{}:{}", limits.empty() ? "" : " ", lower(kind(id).letter), count[0]);
    }
    set("promotionLimit", limits);
  }

  void castling() {
    set("castling", variant_.castling.has_value());
    if (!variant_.castling) return;
    const spec::CastlingRule& rule = *variant_.castling;
    const char* const key = "rules.castling";
    if (rule.stops != spec::CastlingRule::Stops::kFiles) {
      return gap(key, "a king that stops beside his partner", ids(rule));
    }
    if (rule.king != royal_) gap(key, "castling of another piece than the royal", ids(rule));
    if (!rule.left || !rule.right) return gap(key, "castling to one side only", ids(rule));
    if (rule.left->partner_file != rule.left->king_file + 1 ||
        rule.right->partner_file != rule.right->king_file - 1) {
      gap(key, "a partner that does not stop next to the king", ids(rule));
    }
    const auto file = [](int index) { return std::string(1, static_cast<char>('a' + index)); };
    set("castlingKingsideFile", file(rule.right->king_file));
    set("castlingQueensideFile", file(rule.left->king_file));
    if (!goes_like(kind(rule.partner), "R")) {
      set("castlingRookPiece", lower(kind(rule.partner).letter));
    }
    const bool anywhere = rule.homes == spec::CastlingRule::Homes::kFirstRank;
    const bool takes =
        variant_.position_text.action == spec::PositionTextForm::CastlingAction::kKingTakesPartner;
    if (anywhere || takes) set("chess960", true);
  }

  void royal_safety() {
    if (!variant_.royal_safety) {
      return gap("rules.royal-safety", "royals that may be left attacked");
    }
    const spec::RoyalSafetyRule& rule = *variant_.royal_safety;
    if (rule.min_count != 1 || rule.max_count != 1) {
      gap("rules.royal-safety", "another number of royals than one for each player", ids(rule));
    }
  }

  static std::string result(spec::Result result) {
    if (result == spec::Result::kLoss) return "loss";
    return result == spec::Result::kWin ? "win" : "draw";
  }

  void endings() {
    const spec::Endings& endings = variant_.endings;
    const auto one = [&](const char* name, const char* key, const std::optional<spec::Ending>& e) {
      if (e) return set(key, result(e->result));
      gap(std::string("endings.") + name, "a game that this does not end");
    };
    one("checkmate", "checkmateValue", endings.checkmate);
    one("stalemate", "stalemateValue", endings.stalemate);
    if (endings.bared) {
      // A bare king to act against one other piece plays on: "claim" asks for one more then.
      set("extinctionValue", result(endings.bared->result));
      set("extinctionClaim", true);
      set("extinctionPieceTypes", std::string("*"));
      set("extinctionPieceCount", 1);
      set("extinctionOpponentPieceCount", 2);
    }
  }

  void draws() {
    const spec::DrawRules& draws = variant_.draws;
    std::optional<int> moves;
    for (const auto& counter : draws.move_counters) {
      moves = std::min(moves.value_or(counter.halfmoves / 2), counter.halfmoves / 2);
    }
    set("nMoveRule", moves.value_or(0));
    std::optional<int> times;
    for (const auto& repetition : draws.repetitions) {
      times = std::min(times.value_or(repetition.count), repetition.count);
    }
    set("nFoldRule", times.value_or(0));
    if (moves && pawn_ >= 0 && draws.reset_by != std::vector<KindId>{pawn_}) {
      gap("draws.reset-by", "a counter that others than pawns reset");
    }
    if (draws.round_counter) gap("draws.fifty-round", "a count of rounds");
    if (moves || times) remark("draws that may be claimed end a played game by themselves there");
  }

  // Rules that the program has nothing like.
  void other_rules() {
    const auto lacks = [&](const char* name, const auto& rule, const char* what) {
      if (rule) gap(std::string("rules.") + name, what, ids(*rule));
    };
    lacks("fusion", variant_.fusion, "royals that become one piece");
    lacks("safe-path", variant_.safe_path, "royals that may not pass an attacked square");
    lacks("part-removal", variant_.part_removal, "parts of the board that are removed");
    lacks("coalition", variant_.coalition, "players who become friends");
    lacks("check-reply", variant_.check_reply, "replies out of turn");
    lacks("rearrangement", variant_.rearrangement, "pieces that are set up anew");
    lacks("opening-rights", variant_.opening_rights, "passing and shifting in the first rounds");
  }

  const Variant& variant_;
  const FairyPieces& pieces_;
  FairyIni ini_;
  std::string lines_;
  std::map<std::string, char> taken_;  // the program's names already given, and to which letter
  KindId royal_ = -1;
  KindId pawn_ = -1;
};

}  // namespace

FairyPieces read_fairy_pieces(spec::Diagnostics* diagnostics) {
  FairyPieces pieces;
  const std::filesystem::path path = spec::data_directory() / "suites" / "fairy-stockfish.yaml";
  std::ifstream stream(path, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  if (!stream) {
    spec::Diagnostic diagnostic;
    diagnostic.place.file = path.string();
    diagnostic.message = "cannot be read";
    diagnostics->push_back(diagnostic);
    return pieces;
  }
  YamlFile yaml(text.str(), path.string(), diagnostics);
  if (yaml.root() == nullptr) return pieces;
  const auto top = yaml.map(*yaml.root(), {"pieces"});
  const auto found = top.find("pieces");
  if (found == top.end()) {
    yaml.error(*yaml.root(), "no 'pieces' in this file");
    return pieces;
  }
  for (const auto& [name, node] : yaml.map(*found->second, {})) {
    const std::string betza = yaml.text(*node);
    if (!spec::parse_betza(betza).errors.empty()) yaml.error(*node, "no Betza notation");
    pieces.emplace(name, betza);
  }
  return pieces;
}

FairyIni to_fairy_ini(const spec::Variant& variant, const std::string& section,
                      const FairyPieces& pieces) {
  return Writer(variant, pieces).write(section);
}

}  // namespace regelwerk::suites
