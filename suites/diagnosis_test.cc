// Checkers with one deliberate mistake each: the fault class, the clause and a small position must
// be found from a wrong count alone.
#include "suites/diagnosis.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <cstdlib>
#include <stdexcept>
#include <tuple>

#include "spec/position_text.h"
#include "suites/defective_checker.h"

namespace regelwerk::suites {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

constexpr char kKiwipete[] = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

const Reference& bundled(const std::string& name) {
  static std::map<std::string, std::unique_ptr<Reference>> references;
  std::unique_ptr<Reference>& reference = references[name];
  if (reference == nullptr) {
    spec::Diagnostics diagnostics;
    reference = Reference::load(name, {}, &diagnostics);
    if (reference == nullptr) {
      throw std::runtime_error(spec::to_string(diagnostics));
    }
  }
  return *reference;
}

std::unique_ptr<Reference> changed(const Reference& reference,
                                   const std::function<void(spec::Variant*)>& change) {
  spec::Variant variant = reference.variant();
  change(&variant);
  spec::Diagnostics diagnostics;
  std::unique_ptr<Reference> made = Reference::make(std::move(variant), &diagnostics);
  if (made == nullptr) {
    throw std::runtime_error(spec::to_string(diagnostics));
  }
  return made;
}

// ---- the board of a node, as far as mistakes need it ----

struct View {
  spec::RawPosition raw;
  const spec::Variant& variant;

  View(const spec::Variant& rules, const generator::Position& position)
      : raw(*spec::parse_position_text(rules, position.text()).position), variant(rules) {}

  // The letter of the piece there, upper case; '.' if there is none.
  char kind(const std::string& square) const {
    for (const spec::PlacedPiece& piece : raw.pieces) {
      if (spec::square_name(piece.square) == square) {
        return variant.pieces[static_cast<std::size_t>(piece.kind)].letter;
      }
    }
    return '.';
  }
  bool own(const std::string& square) const {
    for (const spec::PlacedPiece& piece : raw.pieces) {
      if (spec::square_name(piece.square) == square) {
        return piece.player == raw.to_act;
      }
    }
    return false;
  }
  bool white() const { return raw.to_act == 0; }
  bool has_right(char right) const { return raw.castling.text.find(right) != std::string::npos; }
  std::string text() const { return spec::write_position_text(variant, raw); }
};

std::string from_of(const std::string& action) { return action.substr(0, 2); }
std::string to_of(const std::string& action) { return action.substr(2, 2); }

void erase_moves(std::vector<TreeMove>* moves,
                 const std::function<bool(const std::string& action)>& which) {
  std::erase_if(*moves, [&](const TreeMove& move) { return which(move.action); });
}

bool lists(const std::vector<TreeMove>& moves, const std::string& action) {
  return std::any_of(moves.begin(), moves.end(),
                     [&](const TreeMove& move) { return move.action == action; });
}

void add_leaf(std::vector<TreeMove>* moves, const std::string& action) {
  if (!lists(*moves, action)) {
    moves->push_back({action, {}});
  }
}

// Adds the moves that are legal under other rules and fulfil a condition.
Spoil adding_from(
    std::shared_ptr<Reference> lenient,
    std::function<bool(const View&, const generator::Position&, const std::string&)> which) {
  return [lenient, which](const TreeNode& node, std::vector<TreeMove>* moves) {
    const generator::ReadResult read = lenient->game().read(node.position->text());
    if (read.position == nullptr) {
      return;
    }
    const View view(lenient->variant(), *node.position);
    for (const generator::Action action : read.position->actions()) {
      const std::string text = read.position->action_text(action);
      if (!lists(*moves, text) && which(view, *node.position, text)) {
        add_leaf(moves, text);
      }
    }
  };
}

std::shared_ptr<Reference> without_royal_safety() {
  static const std::shared_ptr<Reference> rules =
      changed(bundled("chess"), [](spec::Variant* variant) { variant->royal_safety.reset(); });
  return rules;
}

bool is_en_passant(const View& view, const std::string& action) {
  return view.kind(from_of(action)) == 'P' && action[0] != action[2] &&
         view.kind(to_of(action)) == '.';
}

bool is_castling(const View& view, const std::string& action) {
  return view.kind(from_of(action)) == 'K' && std::abs(action[0] - action[2]) > 1;
}

// Whether White would be safe with king and rook castled, the squares of the path aside.
bool is_safe_afterwards(const Reference& reference, View view, const std::string& king_to,
                        const std::string& rook_from, const std::string& rook_to) {
  for (spec::PlacedPiece& piece : view.raw.pieces) {
    if (spec::square_name(piece.square) == "e1") {
      piece.square = *spec::parse_square(king_to);
    } else if (spec::square_name(piece.square) == rook_from) {
      piece.square = *spec::parse_square(rook_to);
    }
  }
  view.raw.castling.text = "-";
  view.raw.en_passant.text = "-";
  view.raw.to_act = 1 - view.raw.to_act;
  return reference.game().read(view.text()).position != nullptr;
}

struct Mistake {
  const char* name;
  const char* position;
  int depth;
  Spoil spoil;
  FaultClass fault;
  const char* clause;
  const char* rule;  // how it begins
  const char* field;
  bool ends_are_leaves = false;
  bool plays_moves = false;
  std::size_t pieces = 4;  // at most so many are left
  const char* variant = "chess";
};

void PrintTo(const Mistake& mistake, std::ostream* out) { *out << mistake.name; }

void nothing(const TreeNode&, std::vector<TreeMove>*) {}

// Replaces the child of each chosen action by the position of another text.
Spoil respelling_children(std::function<std::optional<std::string>(
                              const View& before, const std::string& action, View after)>
                              respell,
                          const char* variant = "chess") {
  return [respell, variant](const TreeNode& node, std::vector<TreeMove>* moves) {
    const Reference& reference = bundled(variant);
    const View before(reference.variant(), *node.position);
    for (TreeMove& move : *moves) {
      if (move.child.position == nullptr) {
        continue;
      }
      const std::optional<std::string> text =
          respell(before, move.action, View(reference.variant(), *move.child.position));
      if (text) {
        generator::ReadResult read = reference.game().read(*text);
        if (read.position != nullptr) {
          move.child.position = std::move(read.position);
        }
      }
    }
  };
}

// Castling rights that a captured rook took along, kept in mind and used by another rook there.
void keeps_rights_of_captured_rooks(const TreeNode& node, std::vector<TreeMove>* moves) {
  const Reference& chess = bundled("chess");
  const View view(chess.variant(), *node.position);
  // A right in memory counts again once king and a rook stand at home.
  const auto at_home = [&](char right) {
    const bool white = right == 'K' || right == 'Q';
    const std::string rank = white ? "1" : "8";
    const std::string corner = (right == 'K' || right == 'k' ? "h" : "a") + rank;
    return white == view.white() && view.kind("e" + rank) == 'K' && view.own("e" + rank) &&
           view.kind(corner) == 'R' && view.own(corner);
  };
  for (const char right : node.memory) {
    if (!view.has_right(right) && at_home(right)) {
      View with = view;
      std::string rights;
      for (const char each : std::string("KQkq")) {
        if (view.has_right(each) || each == right) {
          rights += each;
        }
      }
      with.raw.castling.text = rights;
      const generator::ReadResult read = chess.game().read(with.text());
      if (read.position == nullptr) {
        continue;
      }
      for (const generator::Action action : read.position->actions()) {
        add_leaf(moves, read.position->action_text(action));
      }
    }
  }
  for (TreeMove& move : *moves) {
    if (move.child.position == nullptr) {
      continue;
    }
    const std::string to = to_of(move.action);
    for (const auto& [corner, right] :
         {std::pair{"a8", 'q'}, {"h8", 'k'}, {"a1", 'Q'}, {"h1", 'K'}}) {
      if (to == corner && view.has_right(right) &&
          move.child.memory.find(right) == std::string::npos) {
        move.child.memory += right;
      }
    }
  }
}

std::vector<Mistake> mistakes() {
  std::vector<Mistake> all;
  const auto add = [&](Mistake mistake) { all.push_back(std::move(mistake)); };

  add({"en passant is unknown", "r1b2rk1/q4ppp/p2B4/1pPP4/N6n/3B4/PP3KPP/R2Q4 w - b6 0 1", 2,
       [](const TreeNode& node, std::vector<TreeMove>* moves) {
         const View view(bundled("chess").variant(), *node.position);
         erase_moves(moves, [&](const std::string& action) { return is_en_passant(view, action); });
       },
       FaultClass::kMissing, "C4", "en-passant", ""});
  add({"en passant by one of two pawns only",
       "rnbqkbnr/ppp2pp1/4p3/3N4/3PpPp1/8/PPP3PP/R1B1KBNR b KQkq f3 0 1", 1,
       [](const TreeNode& node, std::vector<TreeMove>* moves) {
         const View view(bundled("chess").variant(), *node.position);
         const auto taken = std::count_if(moves->begin(), moves->end(), [&](const TreeMove& move) {
           return is_en_passant(view, move.action);
         });
         if (taken == 2) {
           erase_moves(moves, [&](const std::string& action) {
             return is_en_passant(view, action) && action[0] > action[2];
           });
         }
       },
       FaultClass::kMissing, "C4", "en-passant", "", false, false, 5});
  add({"en passant though both pawns shield the king", "8/8/8/r2pP2K/8/8/1k6/8 w - d6 0 2", 1,
       adding_from(
           without_royal_safety(),
           [](const View& view, const generator::Position& position, const std::string& action) {
             return !position.in_check() && is_en_passant(view, action);
           }),
       FaultClass::kExtra, "C4", "en-passant.exposes", "", false, false, 5});
  add({"en passant that leaves a check", "k6b/6pp/pp1P4/1R6/5pP1/8/K6P/7B b - g3 0 19", 1,
       adding_from(
           without_royal_safety(),
           [](const View& view, const generator::Position& position, const std::string& action) {
             return position.in_check() && is_en_passant(view, action);
           }),
       FaultClass::kExtra, "C7", "royal-safety.left-in-check", "", false, false, 5});
  add({"no promotion to knight", "r2q1rk1/pp1bbppp/4p3/P1p1P3/4P3/1P4P1/1BpQ1PBP/R4RK1 b - - 0 14",
       1,
       [](const TreeNode&, std::vector<TreeMove>* moves) {
         erase_moves(moves, [](const std::string& action) {
           return action.size() == 5 && action[4] == 'n';
         });
       },
       FaultClass::kMissing, "C5", "promotion", "", false, false, 3});
  add({"a pawn on the last rank stays a pawn", "8/2P5/8/8/8/8/5k2/7K w - - 0 1", 2,
       [](const TreeNode&, std::vector<TreeMove>* moves) {
         std::vector<std::string> plain;
         for (const TreeMove& move : *moves) {
           if (move.action.size() == 5) {
             plain.push_back(move.action.substr(0, 4));
           }
         }
         for (const std::string& action : plain) {
           add_leaf(moves, action);
         }
       },
       FaultClass::kExtra, "C5", "promotion.compulsory", "", false, false, 3});
  add({"promotion to king", "4k3/2P5/8/8/8/8/8/7K w - - 0 1", 1,
       [](const TreeNode&, std::vector<TreeMove>* moves) {
         std::vector<std::string> queens;
         for (const TreeMove& move : *moves) {
           if (move.action.size() == 5 && move.action[4] == 'q') {
             queens.push_back(move.action.substr(0, 4) + "k");
           }
         }
         for (const std::string& action : queens) {
           add_leaf(moves, action);
         }
       },
       FaultClass::kExtra, "C5", "promotion.unknown-choice", "", false, false, 3});
  add({"an attack on b1 forbids long castling", "1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1", 3,
       [](const TreeNode& node, std::vector<TreeMove>* moves) {
         View view(bundled("chess").variant(), *node.position);
         if (!view.white() || !lists(*moves, "e1c1")) {
           return;
         }
         // Somebody attacks b1 if White's king may not stand there.
         std::erase_if(view.raw.pieces, [](const spec::PlacedPiece& piece) {
           return spec::square_name(piece.square) == "a1";
         });
         for (spec::PlacedPiece& piece : view.raw.pieces) {
           if (spec::square_name(piece.square) == "e1") {
             piece.square = *spec::parse_square("b1");
           }
         }
         view.raw.castling.text = "-";
         view.raw.en_passant.text = "-";
         view.raw.to_act = 1;
         if (bundled("chess").game().read(view.text()).position == nullptr) {
           erase_moves(moves, [](const std::string& action) { return action == "e1c1"; });
         }
       },
       FaultClass::kMissing, "C6", "castling", ""});
  add({"castling through an attacked square", kKiwipete, 3,
       [](const TreeNode& node, std::vector<TreeMove>* moves) {
         const Reference& chess = bundled("chess");
         const View view(chess.variant(), *node.position);
         if (view.white() && view.has_right('K') && view.kind("f1") == '.' &&
             view.kind("g1") == '.' && !node.position->in_check() &&
             is_safe_afterwards(chess, view, "g1", "h1", "f1")) {
           add_leaf(moves, "e1g1");
         }
       },
       FaultClass::kExtra, "C6", "castling.path-attacked", ""});
  add({"castling out of check", "r3k2r/8/8/8/8/8/4q3/R3K2R b KQkq - 0 1", 2,
       [](const TreeNode& node, std::vector<TreeMove>* moves) {
         const Reference& chess = bundled("chess");
         const View view(chess.variant(), *node.position);
         if (view.white() && view.has_right('Q') && view.kind("d1") == '.' &&
             view.kind("c1") == '.' && view.kind("b1") == '.' && node.position->in_check() &&
             is_safe_afterwards(chess, view, "c1", "a1", "d1") &&
             is_safe_afterwards(chess, view, "d1", "a1", "c1")) {
           add_leaf(moves, "e1c1");
         }
       },
       FaultClass::kExtra, "C6", "castling.in-check", ""});
  add({"castling over a piece on b1", "rn2k3/8/8/8/8/8/8/RN2K3 w Qq - 0 1", 1,
       [](const TreeNode& node, std::vector<TreeMove>* moves) {
         const View view(bundled("chess").variant(), *node.position);
         if (view.white() && view.has_right('Q') && view.kind("d1") == '.' &&
             view.kind("c1") == '.' && view.kind("b1") != '.' && !node.position->in_check()) {
           add_leaf(moves, "e1c1");
         }
       },
       FaultClass::kExtra, "C6", "castling.blocked", ""});
  add({"a moved rook keeps its castling right", kKiwipete, 3,
       respelling_children([](const View& before, const std::string& action,
                              View after) -> std::optional<std::string> {
         // The other rook's move takes the wrong right away.
         if (before.white() && before.kind(from_of(action)) == 'R' && from_of(action) == "a1" &&
             before.has_right('Q') && before.has_right('K')) {
           std::string rights;
           for (const char right : before.raw.castling.text) {
             if (right != 'K' && right != 'Q') {
               rights += right;
             }
           }
           after.raw.castling.text = rights.empty() ? "-" : rights;
           return after.text();
         }
         return std::nullopt;
       }),
       FaultClass::kWrongChild, "C6", "castling", "castling rights"});
  add({"a captured rook leaves its castling right", "r3k2r/8/8/8/8/8/6r1/R3K2R b KQkq - 0 1", 4,
       keeps_rights_of_captured_rooks, FaultClass::kWrongChild, "C6", "castling", "castling rights",
       false, true, 6});
  add({"the castling rook stays where it was", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", 3,
       respelling_children([](const View& before, const std::string& action,
                              View after) -> std::optional<std::string> {
         if (!is_castling(before, action) || action != "e1g1") {
           return std::nullopt;
         }
         for (spec::PlacedPiece& piece : after.raw.pieces) {
           if (spec::square_name(piece.square) == "f1") {
             piece.square = *spec::parse_square("h1");
           }
         }
         std::sort(after.raw.pieces.begin(), after.raw.pieces.end(),
                   [](const spec::PlacedPiece& a, const spec::PlacedPiece& b) {
                     return a.square.rank != b.square.rank ? a.square.rank > b.square.rank
                                                           : a.square.file < b.square.file;
                   });
         return after.text();
       }),
       FaultClass::kWrongChild, "C6", "castling", "castling partner"});
  add({"a pinned piece leaves the line", kKiwipete, 3,
       adding_from(
           without_royal_safety(),
           [](const View& view, const generator::Position& position, const std::string& action) {
             return !position.in_check() && view.kind(from_of(action)) != 'K' &&
                    !is_en_passant(view, action);
           }),
       FaultClass::kExtra, "C7", "royal-safety.exposed", ""});
  add({"any move answers a double check", "4k3/8/8/8/4r3/5n2/3P4/R3K3 w - - 0 1", 1,
       adding_from(
           without_royal_safety(),
           [](const View& view, const generator::Position& position, const std::string& action) {
             return position.in_check() && view.kind(from_of(action)) != 'K' &&
                    !is_en_passant(view, action);
           }),
       FaultClass::kExtra, "C7", "royal-safety.left-in-check", "", false, false, 5});
  add({"the king goes to attacked squares", kKiwipete, 2,
       adding_from(
           without_royal_safety(),
           [](const View& view, const generator::Position& position, const std::string& action) {
             return !position.in_check() && view.kind(from_of(action)) == 'K' &&
                    !is_castling(view, action);
           }),
       FaultClass::kExtra, "C7", "royal-safety.into-check", ""});
  add({"the double step never ends a check", "4k3/8/8/8/r3K3/8/2P5/8 w - - 0 1", 1,
       [](const TreeNode& node, std::vector<TreeMove>* moves) {
         const View view(bundled("chess").variant(), *node.position);
         if (node.position->in_check()) {
           erase_moves(moves, [&](const std::string& action) {
             return view.kind(from_of(action)) == 'P' && std::abs(action[1] - action[3]) == 2;
           });
         }
       },
       FaultClass::kMissing, "C3", "first-move", ""});
  add({"no block of a check by a piece", "4k3/8/8/8/r2K4/8/8/2R3N1 w - - 0 1", 1,
       [](const TreeNode& node, std::vector<TreeMove>* moves) {
         const View view(bundled("chess").variant(), *node.position);
         if (node.position->in_check()) {
           erase_moves(moves, [&](const std::string& action) {
             return view.kind(from_of(action)) == 'R' && view.kind(to_of(action)) == '.';
           });
         }
       },
       FaultClass::kMissing, "C7", "royal-safety", ""});
  add({"the double step jumps", kKiwipete, 2,
       [](const TreeNode& node, std::vector<TreeMove>* moves) {
         const View view(bundled("chess").variant(), *node.position);
         for (char file = 'a'; view.white() && file <= 'h'; ++file) {
           const std::string name(1, file);
           if (view.kind(name + "2") == 'P' && view.own(name + "2") &&
               view.kind(name + "3") != '.' && view.kind(name + "4") == '.') {
             add_leaf(moves, name + "2" + name + "4");
           }
         }
       },
       FaultClass::kExtra, "C2", "movement.blocked", ""});
  add({"pawns capture round the edge", "rnbqkbnr/1ppppppp/8/p7/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
       2,
       [](const TreeNode& node, std::vector<TreeMove>* moves) {
         const View view(bundled("chess").variant(), *node.position);
         for (char rank = '2'; view.white() && rank <= '7'; ++rank) {
           const std::string from = std::string("h") + rank;
           const std::string to = std::string("a") + static_cast<char>(rank + 2);
           if (rank < '6' && view.kind(from) == 'P' && view.own(from) && view.kind(to) != '.' &&
               !view.own(to)) {
             add_leaf(moves, from + to);
           }
         }
       },
       FaultClass::kExtra, "C2", "movement.pattern", ""});
  add({"knights do not go to the edge", kKiwipete, 2,
       [](const TreeNode& node, std::vector<TreeMove>* moves) {
         const View view(bundled("chess").variant(), *node.position);
         erase_moves(moves, [&](const std::string& action) {
           return view.kind(from_of(action)) == 'N' && (action[2] == 'a' || action[2] == 'h');
         });
       },
       FaultClass::kMissing, "C2", "movement", "", false, false, 3});
  add({"finished games count as leaves",
       "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2", 3, nothing,
       FaultClass::kCountOnly, "C8", "endings.checkmate", "", true, false, 8});
  add({"stalemate counts as a leaf", "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1", 2, nothing,
       FaultClass::kCountOnly, "C8", "endings.", "", true, false, 4});
  add({"a double step leaves no right",
       "rnbqkbnr/ppp1pppp/8/8/3p4/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 3,
       respelling_children(
           [](const View&, const std::string&, View after) -> std::optional<std::string> {
             if (after.raw.en_passant.text == "-") {
               return std::nullopt;
             }
             after.raw.en_passant.text = "-";
             return after.text();
           }),
       FaultClass::kWrongChild, "C4", "en-passant", "en passant", false, false, 4});
  add({"the pawn taken en passant stays", "4k3/8/8/2Pp4/8/8/8/4K3 w - d6 0 2", 2,
       respelling_children([](const View& before, const std::string& action,
                              View after) -> std::optional<std::string> {
         if (!is_en_passant(before, action)) {
           return std::nullopt;
         }
         for (const spec::PlacedPiece& piece : before.raw.pieces) {
           if (spec::square_name(piece.square) == std::string(1, action[2]) + action[1]) {
             after.raw.pieces.push_back(piece);
           }
         }
         std::sort(after.raw.pieces.begin(), after.raw.pieces.end(),
                   [](const spec::PlacedPiece& a, const spec::PlacedPiece& b) {
                     return a.square.rank != b.square.rank ? a.square.rank > b.square.rank
                                                           : a.square.file < b.square.file;
                   });
         return after.text();
       }),
       FaultClass::kWrongChild, "C4", "en-passant", "captured piece"});
  add({"every promotion makes a queen", "8/2P5/8/8/8/8/5k2/7K w - - 0 1", 3,
       respelling_children(
           [](const View&, const std::string& action, View after) -> std::optional<std::string> {
             if (action.size() != 5 || action[4] == 'q') {
               return std::nullopt;
             }
             for (spec::PlacedPiece& piece : after.raw.pieces) {
               if (spec::square_name(piece.square) == to_of(action)) {
                 piece.kind = *bundled("chess").variant().kind_by_letter('Q');
               }
             }
             return after.text();
           }),
       FaultClass::kWrongChild, "C5", "promotion", "promotion", false, false, 3});
  add({"an en passant right outlives the next action",
       "rnbqkbnr/ppp1pppp/8/8/3p4/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 4,
       [](const TreeNode& node, std::vector<TreeMove>* moves) {
         const Reference& chess = bundled("chess");
         const View view(chess.variant(), *node.position);
         // memory: the crossed square, once it is out of date
         if (node.memory.size() == 2 && view.white() == (node.memory[1] == '6')) {
           View with = view;
           with.raw.en_passant.text = node.memory;
           const generator::ReadResult read = chess.game().read(with.text());
           if (read.position != nullptr) {
             for (const generator::Action action : read.position->actions()) {
               add_leaf(moves, read.position->action_text(action));
             }
           }
         }
         for (TreeMove& move : *moves) {
           if (move.child.position == nullptr) {
             continue;
           }
           const bool step = view.kind(from_of(move.action)) == 'P' &&
                             std::abs(move.action[1] - move.action[3]) == 2;
           // Kept for the action after the next one.
           move.child.memory =
               step ? "-" + std::string(1, move.action[0]) + (view.white() ? '3' : '6')
               : node.memory.size() == 3 ? node.memory + "+"
               : node.memory.size() == 4 ? node.memory.substr(1, 2)
                                         : "";
         }
       },
       FaultClass::kWrongChild, "C4", "en-passant.not-next", "en passant", false, true, 6});
  add({"a move is listed twice", kKiwipete, 2,
       [](const TreeNode& node, std::vector<TreeMove>* moves) {
         const View view(bundled("chess").variant(), *node.position);
         const std::size_t size = moves->size();
         for (std::size_t i = 0; i < size; ++i) {
           if (is_castling(view, (*moves)[i].action)) {
             const TreeMove copy = (*moves)[i];
             moves->push_back(copy);
           }
         }
       },
       FaultClass::kExtra, "C6", "castling", "", false, false, 3});

  // Other games.
  add({"kings do not become one", "r7k7/16/16/16/16/16/16/1KK6R6 w - - 0 1", 1,
       [](const TreeNode& node, std::vector<TreeMove>* moves) {
         const View view(bundled("breitenschach").variant(), *node.position);
         erase_moves(moves, [&](const std::string& action) {
           return view.kind(from_of(action)) == 'K' && view.own(to_of(action)) &&
                  view.kind(to_of(action)) == 'K';
         });
       },
       FaultClass::kMissing, "B18", "fusion", "", false, false, 6, "breitenschach"});
  add({"the fused king passes attacked squares", "1r6k7/16/16/16/16/16/16/F8R6 w - - 0 1", 2,
       [lenient = std::shared_ptr<Reference>(changed(
            bundled("breitenschach"), [](spec::Variant* rules) { rules->safe_path.reset(); }))](
           const TreeNode& node, std::vector<TreeMove>* moves) {
         const generator::ReadResult read = lenient->game().read(node.position->text());
         for (const generator::Action action : read.position->actions()) {
           add_leaf(moves, read.position->action_text(action));
         }
       },
       FaultClass::kExtra, "B20", "safe-path.path-attacked", "", false, false, 5, "breitenschach"});
  add({"nobody waits", "4,bK,5/10/10/10/10/1,rG,1,gT,yT,5/10/10/10/yK,9 b<g gy - - - - 0 1", 1,
       [](const TreeNode&, std::vector<TreeMove>* moves) {
         erase_moves(moves, [](const std::string& action) { return action == "wait"; });
       },
       FaultClass::kMissing, "K22", "check-reply", "", false, false, 6, "koalitionsschach"});
  add({"alliances are never declared", "startpos", 3,
       [](const TreeNode&, std::vector<TreeMove>* moves) {
         erase_moves(moves, [](const std::string& action) {
           return action.find('+') != std::string::npos;
         });
       },
       FaultClass::kMissing, "K15", "coalition", "", false, false, 6, "koalitionsschach"});
  return all;
}

class Mistakes : public testing::TestWithParam<Mistake> {};

TEST_P(Mistakes, AreNamedInASmallPosition) {
  const Mistake& mistake = GetParam();
  const Reference& reference = bundled(mistake.variant);
  const DefectiveChecker checker(reference, mistake.spoil, mistake.ends_are_leaves);
  const std::string given =
      mistake.position == std::string("startpos") ? reference.variant().start : mistake.position;
  const generator::ReadResult read = reference.game().read(given);
  ASSERT_NE(read.position, nullptr) << one_line(read.problems);
  const DivideAnswer first = checker.divide(given, mistake.depth);
  const generator::PerftResult right = read.position->divide(mistake.depth);
  std::map<std::string, std::uint64_t> ours;
  for (const generator::DivideLine& line : right.divide) {
    ours[line.action] = line.nodes;
  }
  ASSERT_NE(first.divide, ours) << "the mistake does not show";

  const Diagnosis found = diagnose(reference, *read.position, given, mistake.depth, first,
                                   checker.suspect(mistake.plays_moves));
  ASSERT_TRUE(found.cause.has_value()) << found.detail;
  const Cause& cause = *found.cause;
  const std::size_t pieces =
      spec::parse_position_text(reference.variant(), cause.position).position->pieces.size();
  std::string moves = cause.action;
  for (const std::string& move : cause.then) {
    moves += " " + move;
  }
  fmt::print("| {} | {} | {} ({}){} | {} | {} d{} | {} |\n", mistake.name,
             fault_class_name(cause.fault), cause.clause, cause.rule,
             cause.field.empty() ? "" : ", " + cause.field, moves, cause.position, cause.depth,
             cause.questions);
  EXPECT_EQ(cause.fault, mistake.fault);
  EXPECT_EQ(cause.clause, mistake.clause);
  EXPECT_THAT(cause.rule, StartsWith(mistake.rule));
  EXPECT_EQ(cause.field, mistake.field);
  EXPECT_FALSE(cause.shown.empty());
  EXPECT_FALSE(cause.sentence.empty());
  EXPECT_TRUE(cause.smallest);
  EXPECT_LE(pieces, mistake.pieces) << cause.position;
  // The position stands by itself: both sides take it, and the checker is wrong there.
  const generator::ReadResult small = reference.game().read(cause.position);
  ASSERT_NE(small.position, nullptr);
  EXPECT_TRUE(reference.referee().read(cause.position).position.has_value());
  std::map<std::string, std::uint64_t> small_ours;
  for (const generator::DivideLine& line : small.position->divide(cause.depth).divide) {
    small_ours[line.action] = line.nodes;
  }
  EXPECT_NE(checker.divide(cause.position, cause.depth).divide, small_ours);
}

std::string test_name(const testing::TestParamInfo<Mistake>& info) {
  std::string name;
  for (const char c : std::string(info.param.name)) {
    name += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
  }
  return name;
}

INSTANTIATE_TEST_SUITE_P(All, Mistakes, testing::ValuesIn(mistakes()), test_name);

// A checker that plays by other rules, as fast as the generator.
Suspect playing_by(const Reference& rules) {
  Suspect suspect;
  suspect.divide = [&rules](const std::string& text, int depth) {
    DivideAnswer answer;
    const generator::ReadResult read = rules.game().read(text);
    if (read.position == nullptr) {
      answer.failure = Verdict::kRefused;
      answer.detail = one_line(read.problems);
      return answer;
    }
    for (const generator::DivideLine& line : read.position->divide(depth).divide) {
      answer.add(line.action, line.nodes);
    }
    return answer;
  };
  return suspect;
}

Diagnosis diagnosis_of(const Reference& reference, const std::string& text, int depth,
                       const Suspect& suspect, const DiagnosisOptions& options = {}) {
  const generator::ReadResult read = reference.game().read(text);
  return diagnose(reference, *read.position, text, depth, suspect.divide(text, depth), suspect,
                  options);
}

TEST(Diagnose, KiwipeteAtDepthFive) {
  const Reference& chess = bundled("chess");
  for (const auto& [what, clause, change] :
       {std::tuple<const char*, const char*, void (*)(spec::Variant*)>{
            "no en passant", "C4", [](spec::Variant* rules) { rules->en_passant.reset(); }},
        {"no underpromotion", "C5",
         [](spec::Variant* rules) {
           rules->promotions[0].to.erase(rules->promotions[0].to.begin() + 1,
                                         rules->promotions[0].to.end());
         }},
        {"no castling to the left", "C6",
         [](spec::Variant* rules) { rules->castling->left.reset(); }}}) {
    const auto rules = changed(chess, change);
    const Suspect suspect = playing_by(*rules);
    const auto start = std::chrono::steady_clock::now();
    const Diagnosis found = diagnosis_of(chess, kKiwipete, 5, suspect);
    const double seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    ASSERT_TRUE(found.cause.has_value()) << what;
    fmt::print("{}: {} in {}, line of {}, {} questions, {:.2f} s\n", what, found.cause->action,
               found.cause->position, found.difference->line.size(), found.questions, seconds);
    EXPECT_EQ(found.cause->fault, FaultClass::kMissing);
    EXPECT_EQ(found.cause->clause, clause);
    EXPECT_LE(found.questions, 120);
    EXPECT_TRUE(found.cause->smallest);
  }
}

TEST(Diagnose, FindsTheShortestLine) {
  const Reference& chess = bundled("chess");
  const auto rules = changed(chess, [](spec::Variant* variant) { variant->en_passant.reset(); });
  // The first double step beside a hostile pawn can be played at once.
  const std::string text = "rnbqkbnr/ppp1pppp/8/8/3p4/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
  const Diagnosis found = diagnosis_of(chess, text, 4, playing_by(*rules));
  ASSERT_TRUE(found.difference.has_value());
  EXPECT_EQ(found.difference->line.size(), 1u);
  EXPECT_EQ(found.verdict, Verdict::kWrongMoves);
}

TEST(Diagnose, SaysTheSameEachTime) {
  const Reference& chess = bundled("chess");
  const std::string text = "r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1";
  const DefectiveChecker checker(chess, [](const TreeNode&, std::vector<TreeMove>* moves) {
    erase_moves(moves, [](const std::string& action) { return action[0] == 'a'; });
  });
  const Diagnosis one = diagnosis_of(chess, text, 3, checker.suspect());
  const Diagnosis two = diagnosis_of(chess, text, 3, checker.suspect());
  ASSERT_TRUE(one.cause && two.cause);
  EXPECT_EQ(one.cause->position, two.cause->position);
  EXPECT_EQ(one.cause->action, two.cause->action);
  EXPECT_EQ(one.questions, two.questions);
}

TEST(Diagnose, TwoAnswersToOneQuestionAreAVerdictOfTheirOwn) {
  const Reference& chess = bundled("chess");
  const std::string start = chess.variant().start;
  const DefectiveChecker right(chess, nothing);
  int asked = 0;
  Suspect suspect;
  suspect.divide = [&](const std::string& text, int depth) {
    DivideAnswer answer = right.divide(text, depth);
    if (asked++ == 0) {
      answer.nodes -= answer.divide.at("e2e4");
      answer.divide.erase("e2e4");
    }
    return answer;
  };
  const Diagnosis found = diagnosis_of(chess, start, 1, suspect);
  EXPECT_EQ(found.verdict, Verdict::kNondeterministic);
  EXPECT_FALSE(found.cause.has_value());
  EXPECT_THAT(found.detail, HasSubstr("lacks e2e4, then lists the right moves"));
}

TEST(Diagnose, ANumberThatChangesInsideTheTreeIsNondeterministicToo) {
  const Reference& chess = bundled("chess");
  const std::string start = chess.variant().start;
  const DefectiveChecker right(chess, nothing);
  int asked = 0;
  Suspect suspect;
  suspect.divide = [&](const std::string& text, int depth) {
    DivideAnswer answer = right.divide(text, depth);
    if (depth == 2) {
      answer.divide.at("e2e4") += ++asked;
      answer.nodes += asked;
    }
    return answer;
  };
  const Diagnosis found = diagnosis_of(chess, start, 2, suspect);
  EXPECT_EQ(found.verdict, Verdict::kNondeterministic);
  EXPECT_THAT(found.detail, HasSubstr("after e2e4"));
}

TEST(Diagnose, RightMovesWithAWrongSumAreACountOnly) {
  const Reference& chess = bundled("chess");
  const DefectiveChecker right(chess, nothing);
  Suspect suspect;
  suspect.divide = [&](const std::string& text, int depth) {
    DivideAnswer answer = right.divide(text, depth);
    answer.nodes += 1;
    return answer;
  };
  const Diagnosis found = diagnosis_of(chess, kKiwipete, 2, suspect);
  EXPECT_EQ(found.verdict, Verdict::kWrongCount);
  ASSERT_TRUE(found.cause.has_value());
  EXPECT_EQ(found.cause->fault, FaultClass::kCountOnly);
  EXPECT_EQ(found.cause->depth, 1);
  EXPECT_THAT(found.cause->shown, HasSubstr("every line is right"));
}

TEST(Diagnose, ALineThatCountsMoreThanOneLeafIsACountOnly) {
  const Reference& chess = bundled("chess");
  const DefectiveChecker right(chess, nothing);
  Suspect suspect;
  suspect.divide = [&](const std::string& text, int depth) {
    DivideAnswer answer = right.divide(text, depth);
    for (auto& [action, nodes] : answer.divide) {
      if (depth == 1 && action == "e1e2") {
        ++nodes;
        ++answer.nodes;
      }
    }
    return answer;
  };
  const Diagnosis found = diagnosis_of(chess, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", 1, suspect);
  ASSERT_TRUE(found.cause.has_value());
  EXPECT_EQ(found.cause->fault, FaultClass::kCountOnly);
  EXPECT_EQ(found.cause->action, "e1e2");
  EXPECT_EQ(found.cause->position, "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
}

TEST(Diagnose, AMissingAndAnExtraMoveDoNotMakeUpForEachOther) {
  const Reference& chess = bundled("chess");
  const DefectiveChecker checker(chess, [](const TreeNode&, std::vector<TreeMove>* moves) {
    if (lists(*moves, "e2e4")) {
      erase_moves(moves, [](const std::string& action) { return action == "e2e4"; });
      add_leaf(moves, "e2e5");
    }
  });
  const std::string start = chess.variant().start;
  const Diagnosis found = diagnosis_of(chess, start, 1, checker.suspect());
  EXPECT_EQ(checker.divide(start, 1).nodes, 20u);
  ASSERT_TRUE(found.difference.has_value());
  EXPECT_THAT(found.difference->missing, ElementsAre("e2e4"));
  EXPECT_THAT(found.difference->extra, ElementsAre("e2e5"));
  ASSERT_EQ(found.difference->notes.size(), 2u);
  EXPECT_TRUE(found.difference->notes[0].legal);
  EXPECT_EQ(found.difference->notes[0].clause, "C3");
  EXPECT_FALSE(found.difference->notes[1].legal);
}

TEST(Diagnose, AsksNoMoreThanItIsAllowed) {
  const Reference& chess = bundled("chess");
  const auto rules =
      changed(chess, [](spec::Variant* variant) { variant->castling->left.reset(); });
  DiagnosisOptions options;
  options.max_questions = 3;
  const Diagnosis few = diagnosis_of(chess, kKiwipete, 1, playing_by(*rules), options);
  ASSERT_TRUE(few.cause.has_value());
  EXPECT_LE(few.cause->questions, 3 + 2);
  EXPECT_FALSE(few.cause->smallest);
  EXPECT_EQ(few.cause->clause, "C6");
  options = {};
  options.wants_smaller = [](const Cause& cause) { return cause.clause != "C6"; };
  const Diagnosis none = diagnosis_of(chess, kKiwipete, 1, playing_by(*rules), options);
  ASSERT_TRUE(none.cause.has_value());
  EXPECT_EQ(none.cause->position, kKiwipete);
  EXPECT_FALSE(none.cause->smallest);
}

TEST(Diagnose, EndsEarlyWhenItIsStopped) {
  const Reference& chess = bundled("chess");
  const auto rules =
      changed(chess, [](spec::Variant* variant) { variant->castling->left.reset(); });
  const std::atomic<bool> stop{true};
  DiagnosisOptions options;
  options.stop = &stop;
  const Diagnosis found = diagnosis_of(chess, kKiwipete, 3, playing_by(*rules), options);
  EXPECT_FALSE(found.cause.has_value());
  EXPECT_THAT(found.detail, HasSubstr("cut off"));
}

// The engine shows its position; nothing in its numbers tells which field is wrong.
TEST(Diagnose, BelievesWhatTheCheckerShowsOfAChild) {
  const Reference& chess = bundled("chess");
  const DefectiveChecker right(chess, nothing);
  Suspect suspect;
  suspect.divide = [&](const std::string& text, int depth) {
    DivideAnswer answer = right.divide(text, depth);
    const auto castling = answer.divide.find("e1g1");
    if (depth > 1 && castling != answer.divide.end()) {
      castling->second += 1000;
      answer.nodes += 1000;
    }
    return answer;
  };
  suspect.show = [&](const std::string& text,
                     const std::vector<std::string>& actions) -> std::optional<std::string> {
    const generator::ReadResult read = chess.game().read(text);
    read.position->apply(*read.position->find(actions.at(0)));
    View view(chess.variant(), *read.position);
    view.raw.castling.text = "-";
    return view.text();
  };
  const Diagnosis found = diagnosis_of(chess, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", 2, suspect);
  EXPECT_EQ(found.verdict, Verdict::kWrongChild);
  ASSERT_TRUE(found.cause.has_value());
  EXPECT_EQ(found.cause->field, "castling rights");
  EXPECT_EQ(found.cause->clause, "C6");
  EXPECT_THAT(found.cause->shown, HasSubstr("instead of"));
}

TEST(Diagnose, APartThatIsNotRemovedIsAWrongChild) {
  const Reference& rules = bundled("breitenschach");
  const auto lenient =
      changed(rules, [](spec::Variant* variant) { variant->part_removal.reset(); });
  const Suspect plain = playing_by(rules);
  const Suspect without = playing_by(*lenient);
  Suspect suspect;
  suspect.divide = [&](const std::string& text, int depth) {
    return (text.find('*') == std::string::npos ? without : plain).divide(text, depth);
  };
  const Diagnosis found =
      diagnosis_of(rules, "r7k7/16/16/16/16/16/16/R1N10K2 w - - 0 1", 2, suspect);
  EXPECT_EQ(found.verdict, Verdict::kWrongChild);
  ASSERT_TRUE(found.cause.has_value()) << found.detail;
  EXPECT_EQ(found.cause->field, "removed parts");
  EXPECT_EQ(found.cause->clause, "B3");
}

}  // namespace
}  // namespace regelwerk::suites
