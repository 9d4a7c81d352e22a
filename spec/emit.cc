// The Variant as YAML text, and its meaning as a hash.

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <tuple>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "spec/build.h"
#include "spec/keys.h"
#include "spec/variant.h"

namespace regelwerk::spec {
namespace {

// A double-quoted YAML text on one line.
std::string quote(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    const unsigned char byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (byte < 0x20 || byte == 0x7F) {
      out += fmt::format("\\x{:02x}", byte);
    } else {
      out += c;
    }
  }
  return out + '"';
}

constexpr const char* kDirections[] = {"north", "east", "south", "west"};
constexpr const char* kResults[] = {"loss", "draw", "win"};
constexpr const char* kCastlingForms[] = {"none", "KQkq", "files", "files-of-unmoved"};
const char* known_by(const FirstMoveRule& rule) {
  if (rule.known_by == FirstMoveRule::KnownBy::kFlags) return "flags";
  return rule.rank == 3 ? "third-rank" : "second-rank";
}
constexpr const char* kLasts[] = {"next-action", "until-owner-acts"};
constexpr const char* kHomes[] = {"start-squares", "first-rank"};
constexpr const char* kTargets[] = {"before-removal", "after-removal"};
constexpr const char* kCastlingActions[] = {"king-to", "king-takes-partner"};

template <typename E>
std::size_t index(E value) {
  return static_cast<std::size_t>(value);
}

char file_letter(int file) { return static_cast<char>('a' + file); }

std::string rectangle_text(const Rectangle& area) {
  return area.low == area.high ? square_name(area.low)
                               : square_name(area.low) + "-" + square_name(area.high);
}

class Writer {
 public:
  explicit Writer(const Variant& variant) : variant_(variant) {}

  std::string write() {
    head();
    pieces();
    if (!variant_.movement_clauses.empty()) {
      line("movement: {{{}}}", clauses(variant_.movement_clauses).substr(2));
    }
    rules();
    endings();
    draws();
    clause_sentences();
    return std::move(out_);
  }

 private:
  template <typename... Args>
  void line(fmt::format_string<Args...> format, Args&&... args) {
    out_ += fmt::format(format, std::forward<Args>(args)...) + '\n';
  }

  void head() {
    line("regelwerk: {}", variant_.language);
    line("variant: {}", variant_.name);
    line("title: {}", quote(variant_.title));
    std::vector<std::string> parts;
    if (!variant_.source_document.empty()) {
      parts.push_back("document: " + quote(variant_.source_document));
    }
    if (!variant_.source_rulings.empty()) {
      parts.push_back("rulings: " + quote(variant_.source_rulings));
    }
    if (!parts.empty()) line("source: {{{}}}", fmt::join(parts, ", "));
    parts.clear();
    for (const auto& [key, value] : variant_.engines) {
      parts.push_back(key + ": " + (key == "uci-chess960" ? value : quote(value)));
    }
    if (!parts.empty()) line("engines: {{{}}}", fmt::join(parts, ", "));

    std::string board =
        fmt::format("files: {}, ranks: {}", variant_.board.files, variant_.board.ranks);
    parts.clear();
    for (const Part& part : variant_.board.parts) {
      parts.push_back(part.name + ": " + rectangle_text(part.area));
    }
    if (!parts.empty()) board += fmt::format(", parts: {{{}}}", fmt::join(parts, ", "));
    line("board: {{{}}}", board);
    line("players:");
    const bool fen4 = variant_.position_text.form == PositionTextForm::Form::kFen4;
    for (const Player& player : variant_.players) {
      std::string more;
      if (!fen4) more += player.upper_case ? ", pieces: upper-case" : ", pieces: lower-case";
      if (!player.set_up.empty()) more += ", set-up: " + areas(player.set_up);
      line("  {}: {{letter: {}, forward: {}{}}}", player.name, quote(std::string(1, player.letter)),
           kDirections[index(player.forward)], more);
    }
    parts.clear();
    for (const PlayerId player : variant_.turn_order)
      parts.push_back(variant_.players[player].name);
    line("turn-order: [{}]", fmt::join(parts, ", "));
    line("position-text: {{form: {}, castling: {}, action: {}}}", fen4 ? "fen4" : "fen",
         kCastlingForms[index(variant_.position_text.castling)],
         kCastlingActions[index(variant_.position_text.action)]);
    line("start: {}", quote(variant_.start));
    parts.clear();
    for (const Controller& controller : variant_.controllers) {
      parts.push_back(variant_.players[controller.player].name + ": " + controller.seat);
    }
    if (!parts.empty()) line("controllers: {{{}}}", fmt::join(parts, ", "));
  }

  void pieces() {
    line("pieces:");
    for (const PieceKind& kind : variant_.pieces) {
      const bool structured = !kind.movements.empty() && !kind.movements.front().via.empty();
      line("  {}: {{letter: {}, moves: {}{}}}", kind.name, quote(std::string(1, kind.letter)),
           structured ? kind.betza : quote(kind.betza), kind.royal ? ", royal: true" : "");
    }
  }

  // ", clauses: {reason: id, ...}"; empty if there are none.
  std::string clauses(const std::map<std::string, std::string>& clauses) {
    if (clauses.empty()) return "";
    std::vector<std::string> parts;
    for (const auto& [reason, id] : clauses) {
      parts.push_back(reason + ": " + id);
      used_clauses_.insert(id);
    }
    return fmt::format(", clauses: {{{}}}", fmt::join(parts, ", "));
  }
  std::string clause(const std::string& id) {
    if (id.empty()) return "";
    used_clauses_.insert(id);
    return ", clauses: " + id;
  }

  std::string names(const std::vector<KindId>& kinds) const {
    std::vector<std::string> parts;
    for (const KindId kind : kinds) parts.push_back(variant_.pieces[kind].name);
    return fmt::format("[{}]", fmt::join(parts, ", "));
  }

  std::string players(const std::vector<PlayerId>& ids) const {
    std::vector<std::string> parts;
    for (const PlayerId id : ids) parts.push_back(variant_.players[id].name);
    return fmt::format("[{}]", fmt::join(parts, ", "));
  }

  static std::string areas(const std::vector<Rectangle>& areas) {
    std::vector<std::string> parts;
    for (const Rectangle& area : areas) parts.push_back(rectangle_text(area));
    return fmt::format("[{}]", fmt::join(parts, ", "));
  }

  static std::string zone(const Zone& zone) {
    if (zone.last_ranks == 1) return "last-rank";
    if (zone.last_ranks > 1) return fmt::format("last-{}-ranks", zone.last_ranks);
    return areas(zone.areas);
  }

  std::string stops(int CastlingRule::Wing::*file) const {
    std::vector<std::string> parts;
    const CastlingRule& rule = *variant_.castling;
    if (rule.left) parts.push_back(fmt::format("left: {}", file_letter(*rule.left.*file)));
    if (rule.right) parts.push_back(fmt::format("right: {}", file_letter(*rule.right.*file)));
    return fmt::format("{{{}}}", fmt::join(parts, ", "));
  }

  void rules() {
    if (!variant_.first_move && !variant_.en_passant && variant_.promotions.empty() &&
        !variant_.castling && !variant_.fusion && !variant_.safe_path && !variant_.part_removal &&
        !variant_.royal_safety && !variant_.coalition && !variant_.check_reply &&
        !variant_.rearrangement && !variant_.opening_rights) {
      return;
    }
    line("rules:");
    if (variant_.first_move) {
      line("  first-move: {{known-by: {}{}}}", known_by(*variant_.first_move),
           clauses(variant_.first_move->clauses));
    }
    if (variant_.en_passant) {
      line("  en-passant: {{lasts: {}{}}}", kLasts[index(variant_.en_passant->lasts)],
           clauses(variant_.en_passant->clauses));
    }
    const bool several = variant_.promotions.size() > 1;
    if (several) line("  promotion:");
    for (const PromotionRule& rule : variant_.promotions) {
      std::string compulsory = "false";
      if (rule.compulsory) compulsory = zone(*rule.compulsory);
      line("  {} {{of: {}, zone: {}, to: {}, compulsory: {}, captured-only: {}{}}}",
           several ? "-" : "promotion:", names(rule.of), zone(rule.zone), names(rule.to),
           compulsory == zone(rule.zone) ? "true" : compulsory, rule.captured_only,
           clauses(rule.clauses));
    }
    if (const auto& rule = variant_.castling) {
      const bool beside = rule->stops == CastlingRule::Stops::kBesidePartner;
      line("  castling: {{king: {}, partner: {}, king-stops: {}, partner-stops: {}, homes: {}{}}}",
           variant_.pieces[rule->king].name, variant_.pieces[rule->partner].name,
           beside ? "beside-partner" : stops(&CastlingRule::Wing::king_file),
           beside ? "other-side" : stops(&CastlingRule::Wing::partner_file),
           kHomes[index(rule->homes)], clauses(rule->clauses));
    }
    if (const auto& rule = variant_.fusion) {
      line("  fusion: {{of: {}, into: {}{}}}", variant_.pieces[rule->of].name,
           variant_.pieces[rule->into].name, clauses(rule->clauses));
    }
    if (const auto& rule = variant_.safe_path) {
      line("  safe-path: {{of: {}{}}}", names(rule->of), clauses(rule->clauses));
    }
    if (const auto& rule = variant_.part_removal) {
      line("  part-removal: {{when: a-player-has-no-piece-there, own-last-royal: {}{}}}",
           rule->self_destruction ? "legal" : "illegal", clauses(rule->clauses));
    }
    if (const auto& rule = variant_.royal_safety) {
      std::string count = fmt::format("min: {}", rule->min_count);
      if (rule->max_count) count += fmt::format(", max: {}", *rule->max_count);
      if (rule->alone >= 0) count += ", alone: " + variant_.pieces[rule->alone].name;
      if (!rule->players.empty()) count += ", of: " + players(rule->players);
      std::string target;
      if (variant_.part_removal) {
        target = fmt::format("target: {}, ", kTargets[index(rule->target)]);
      }
      line("  royal-safety: {{royals: all, {}count: {{{}}}{}}}", target, count,
           clauses(rule->clauses));
    }
    coalition_rules();
  }

  void coalition_rules() {
    // "name: {a, b}", whatever is there of its parts.
    const auto write = [&](const char* name, const std::string& parts) {
      line("  {}: {{{}}}", name, parts.compare(0, 2, ", ") == 0 ? parts.substr(2) : parts);
    };
    if (const auto& rule = variant_.coalition) {
      write("coalition", fmt::format("great: {}, small: {}, rounds: {}, small-powers: {}{}",
                                     players(rule->great), players(rule->small), rule->rounds,
                                     rule->small_powers ? "on" : "off", clauses(rule->clauses)));
    }
    if (const auto& rule = variant_.check_reply) write("check-reply", clauses(rule->clauses));
    if (const auto& rule = variant_.rearrangement) {
      write("rearrangement", fmt::format("players: {}, rounds: {}{}", players(rule->players),
                                         rule->rounds, clauses(rule->clauses)));
    }
    if (const auto& rule = variant_.opening_rights) {
      std::string shift;
      if (rule->shifts >= 0) {
        shift = fmt::format(", shifters: {}, shifts: {}", players(rule->shifters),
                            variant_.pieces[rule->shifts].name);
      }
      write("opening-rights",
            fmt::format("rounds: {}{}{}", rule->rounds, shift, clauses(rule->clauses)));
    }
  }

  void endings() {
    const Endings& endings = variant_.endings;
    const bool points =
        endings.points_win > 0 || endings.points_draw > 0 || endings.points_broken_off > 0;
    if (!endings.checkmate && !endings.stalemate && !endings.royals_lost && !endings.bared &&
        !endings.broken_off && !endings.small_powers_lost && !points) {
      return;
    }
    line("endings:");
    const auto write = [&](const char* key, const std::optional<Ending>& ending) {
      if (!ending) return;
      const bool passes = &ending == &endings.stalemate && endings.small_power_passes;
      line("  {}: {{result: {}{}{}}}", key, kResults[index(ending->result)],
           passes ? ", small-power: pass" : "", clause(ending->clause));
    };
    write("checkmate", endings.checkmate);
    write("stalemate", endings.stalemate);
    write("royals-lost", endings.royals_lost);
    write("bared", endings.bared);
    const auto write_without_result = [&](const char* key, const std::optional<Ending>& ending) {
      if (!ending) return;
      const std::string id = clause(ending->clause);
      line("  {}: {{{}}}", key, id.empty() ? id : id.substr(2));
    };
    write_without_result("broken-off", endings.broken_off);
    write_without_result("small-powers-lost", endings.small_powers_lost);
    if (points) {
      line("  points: {{win: {}, draw: {}{}}}", endings.points_win, endings.points_draw,
           endings.broken_off ? fmt::format(", broken-off: {}", endings.points_broken_off) : "");
    }
  }

  void draws() {
    const DrawRules& draws = variant_.draws;
    if (draws.reset_by.empty() && draws.move_counters.empty() && draws.repetitions.empty() &&
        !draws.insufficient_material && !draws.round_counter) {
      return;
    }
    line("draws:");
    if (!draws.reset_by.empty()) line("  reset-by: {}", names(draws.reset_by));
    for (const DrawRules::MoveCounter& rule : draws.move_counters) {
      line("  {}: {{halfmoves: {}, automatic: {}{}}}", rule.name, rule.halfmoves, rule.automatic,
           clause(rule.clause));
    }
    if (const auto& rule = draws.round_counter) {
      line("  fifty-round: {{rounds: {}, automatic: {}{}}}", rule->rounds, rule->automatic,
           clause(rule->clause));
    }
    for (const DrawRules::Repetition& rule : draws.repetitions) {
      line("  {}: {{count: {}, automatic: {}{}}}", rule.name, rule.count, rule.automatic,
           clause(rule.clause));
    }
    if (const auto& rule = draws.insufficient_material) {
      std::vector<std::string> materials;
      for (const auto& material : rule->against_bare_royal) materials.push_back(names(material));
      std::string more;
      if (!rule->strong_royals.empty()) more += ", strong-royals: " + names(rule->strong_royals);
      if (rule->parts_left > 0) more += fmt::format(", parts-left: {}", rule->parts_left);
      line("  insufficient-material: {{against-bare-royal: [{}], on-one-colour: {}{}{}}}",
           fmt::join(materials, ", "), names(rule->on_one_colour), more, clause(rule->clause));
    }
  }

  // The clauses of options go with them: the options are filled in.
  void clause_sentences() {
    bool any = false;
    for (const auto& [id, clause] : variant_.clauses) {
      if (used_clauses_.count(id) == 0 && clause.explains.empty()) continue;
      if (!any) line("clauses:");
      any = true;
      line("  {}:", id);
      line("    says: {}", quote(clause.says));
      if (!clause.source.empty()) line("    source: {}", quote(clause.source));
      if (!clause.reading.empty()) line("    reading: {}", clause.reading);
      if (!clause.explains.empty()) line("    explains: {}", clause.explains);
    }
  }

  const Variant& variant_;
  std::string out_;
  std::set<std::string> used_clauses_;
};

// The meaning, spelt in one way: pieces by letter, movements step by step, sets sorted, no clauses
// and no words that only people read.
class Meaning {
 public:
  explicit Meaning(const Variant& variant) : variant_(variant) {}

  std::string text() {
    add("language {}", variant_.language);
    add("board {} {}", variant_.board.files, variant_.board.ranks);
    std::vector<std::string> parts;
    for (const Part& part : variant_.board.parts) parts.push_back(rectangle_text(part.area));
    add_sorted("parts", std::move(parts));
    for (const PlayerId id : variant_.turn_order) {
      const Player& player = variant_.players[id];
      add("player {} {} {}", player.letter, kDirections[index(player.forward)], player.upper_case);
      if (player.set_up.empty()) continue;
      std::set<Square> squares;
      for (const Rectangle& area : player.set_up) {
        for (int file = area.low.file; file <= area.high.file; ++file) {
          for (int rank = area.low.rank; rank <= area.high.rank; ++rank) {
            squares.insert({file, rank});
          }
        }
      }
      std::string names;
      for (const Square square : squares) names += ' ' + square_name(square);
      add("set-up{}", names);
    }
    add("text {} {}",
        kCastlingForms[index(variant_.castling ? variant_.position_text.castling
                                               : PositionTextForm::Castling::kNone)],
        kCastlingActions[index(variant_.castling ? variant_.position_text.action
                                                 : PositionTextForm::CastlingAction::kKingTo)]);
    if (variant_.position_text.form == PositionTextForm::Form::kFen4) add("text fen4");
    add("start {}", variant_.start);
    std::vector<std::string> pieces;
    for (const PieceKind& kind : variant_.pieces) pieces.push_back(piece(kind));
    add_sorted("pieces", std::move(pieces));
    rules();
    endings_and_draws();
    return std::move(out_);
  }

 private:
  template <typename... Args>
  void add(fmt::format_string<Args...> format, Args&&... args) {
    out_ += fmt::format(format, std::forward<Args>(args)...) + '\n';
  }
  void add_sorted(const char* what, std::vector<std::string> parts) {
    std::sort(parts.begin(), parts.end());
    add("{} {}", what, fmt::join(parts, " "));
  }

  // How far the piece may go to move and to capture, for each step and condition.
  std::string piece(const PieceKind& kind) const {
    using Key = std::tuple<Offset, bool, bool, bool, bool, std::vector<Offset>>;
    std::map<Key, std::pair<int, int>> reach;
    for (const Movement& movement : kind.movements) {
      const int range = movement.range == Movement::kUnlimited ? 1000 : movement.range;
      for (std::size_t i = 0; i < movement.steps.size(); ++i) {
        auto& [moves, captures] = reach[{
            movement.steps[i], movement.first_move_only, movement.lame, movement.grants_en_passant,
            movement.takes_en_passant && variant_.en_passant.has_value(),
            movement.via.empty() ? std::vector<Offset>() : movement.via[i]}];
        if (movement.moves) moves = std::max(moves, range);
        if (movement.captures) captures = std::max(captures, range);
      }
    }
    std::string out = fmt::format("{}{}(", kind.letter, kind.royal ? "+" : "");
    for (const auto& [key, ranges] : reach) {
      const auto& [step, first, lame, grants, takes, via] = key;
      for (const Offset way : via) out += fmt::format("{},{}|", way.right, way.forward);
      out += fmt::format("{},{}:{}{}{}{}:{},{};", step.right, step.forward, int{first}, int{lame},
                         int{grants}, int{takes}, ranges.first, ranges.second);
    }
    return out + ")";
  }

  std::string letters(std::vector<KindId> kinds, bool sorted = true) const {
    std::string out;
    for (const KindId kind : kinds) out += variant_.pieces[kind].letter;
    if (sorted) std::sort(out.begin(), out.end());
    return out.empty() ? "-" : out;
  }

  static std::string zone_text(const Zone& zone) {
    std::vector<std::string> areas;
    for (const Rectangle& area : zone.areas) areas.push_back(rectangle_text(area));
    std::sort(areas.begin(), areas.end());
    return fmt::format("{}{}", zone.last_ranks, fmt::join(areas, "+"));
  }

  static std::string wing(const std::optional<CastlingRule::Wing>& wing) {
    return wing ? fmt::format("{}{}", file_letter(wing->king_file), file_letter(wing->partner_file))
                : "-";
  }

  void rules() {
    if (variant_.first_move) add("first-move {}", known_by(*variant_.first_move));
    if (variant_.en_passant) add("en-passant {}", kLasts[index(variant_.en_passant->lasts)]);
    std::vector<std::string> promotions;
    for (const PromotionRule& rule : variant_.promotions) {
      const std::string zone = zone_text(rule.zone);
      const std::string compulsory = rule.compulsory ? zone_text(*rule.compulsory) : "";
      promotions.push_back(fmt::format("{}>{}@{}{}{}", letters(rule.of), letters(rule.to), zone,
                                       !rule.compulsory     ? "?"
                                       : compulsory == zone ? "!"
                                                            : "!" + compulsory,
                                       rule.captured_only ? " captured" : ""));
    }
    add_sorted("promotions", std::move(promotions));
    if (const auto& rule = variant_.castling) {
      add("castling {}{} {} {}", variant_.pieces[rule->king].letter,
          variant_.pieces[rule->partner].letter, wing(rule->left), wing(rule->right));
      if (rule->stops == CastlingRule::Stops::kBesidePartner) add("castling-beside-partner");
      if (rule->homes == CastlingRule::Homes::kFirstRank) add("castling-from-first-rank");
    }
    if (const auto& rule = variant_.fusion) {
      add("fusion {} {}", variant_.pieces[rule->of].letter, variant_.pieces[rule->into].letter);
    }
    if (const auto& rule = variant_.safe_path) add("safe-path {}", letters(rule->of));
    if (const auto& rule = variant_.part_removal) add("part-removal {}", rule->self_destruction);
    if (const auto& rule = variant_.royal_safety) {
      add("royal-safety {} {}", rule->min_count, rule->max_count.value_or(-1));
      if (rule->alone >= 0) add("alone {}", variant_.pieces[rule->alone].letter);
      if (variant_.part_removal) add("target {}", kTargets[index(rule->target)]);
      if (!rule->players.empty()) add("royals of {}", players(rule->players));
    }
    if (const auto& rule = variant_.coalition) {
      add("coalition {} {} {} {}", players(rule->great), players(rule->small), rule->rounds,
          rule->small_powers);
    }
    if (variant_.check_reply) add("check-reply");
    if (const auto& rule = variant_.rearrangement) {
      add("rearrangement {} {}", players(rule->players), rule->rounds);
    }
    if (const auto& rule = variant_.opening_rights) {
      add("opening-rights {} {} {}", rule->rounds, players(rule->shifters),
          rule->shifts < 0 ? '-' : variant_.pieces[rule->shifts].letter);
    }
  }

  // Players' letters, sorted.
  std::string players(const std::vector<PlayerId>& ids) const {
    std::string out;
    for (const PlayerId id : ids) out += variant_.players[id].letter;
    std::sort(out.begin(), out.end());
    return out.empty() ? "-" : out;
  }

  void endings_and_draws() {
    const auto ending = [&](const char* what, const std::optional<Ending>& ending) {
      if (ending) add("{} {}", what, kResults[index(ending->result)]);
    };
    ending("checkmate", variant_.endings.checkmate);
    ending("stalemate", variant_.endings.stalemate);
    ending("royals-lost", variant_.endings.royals_lost);
    ending("bared", variant_.endings.bared);
    ending("broken-off", variant_.endings.broken_off);
    ending("small-powers-lost", variant_.endings.small_powers_lost);
    if (variant_.endings.stalemate && variant_.endings.small_power_passes) {
      add("small-power-passes");
    }
    const std::array points = {variant_.endings.points_win, variant_.endings.points_draw,
                               variant_.endings.points_broken_off};
    if (points != std::array{0, 0, 0}) add("points {}", fmt::join(points, " "));
    const DrawRules& draws = variant_.draws;
    add("reset-by {}", letters(draws.reset_by));
    for (const auto& rule : draws.move_counters) {
      add("{} {} {}", rule.name, rule.halfmoves, rule.automatic);
    }
    if (const auto& rule = draws.round_counter) {
      add("fifty-round {} {}", rule->rounds, rule->automatic);
    }
    for (const auto& rule : draws.repetitions) {
      add("{} {} {}", rule.name, rule.count, rule.automatic);
    }
    if (const auto& rule = draws.insufficient_material) {
      std::vector<std::string> materials;
      for (const auto& material : rule->against_bare_royal) {
        materials.push_back(letters(material));
      }
      add_sorted("bare", std::move(materials));
      add("one-colour {}", letters(rule->on_one_colour));
      if (!rule->strong_royals.empty()) add("strong-royals {}", letters(rule->strong_royals));
      if (rule->parts_left > 0) add("parts-left {}", rule->parts_left);
    }
  }

  const Variant& variant_;
  std::string out_;
};

}  // namespace

std::string to_yaml(const Variant& variant) { return Writer(variant).write(); }

std::string compute_meaning_hash(const Variant& variant) {
  // FNV-1a: stable across machines and builds, which std::hash is not.
  std::uint64_t hash = 0xcbf29ce484222325ULL;
  for (const char c : Meaning(variant).text()) {
    hash ^= static_cast<unsigned char>(c);
    hash *= 0x100000001b3ULL;
  }
  return fmt::format("{:016x}", hash);
}

}  // namespace regelwerk::spec
