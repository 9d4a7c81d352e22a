#include "suites/diagrams.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <optional>
#include <set>
#include <sstream>

#include "spec/position_text.h"
#include "spec/square.h"
#include "suites/text_file.h"

namespace regelwerk::suites {
namespace {

constexpr std::string_view kSigns = ".*xpo@";

std::string trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  if (begin == std::string_view::npos) {
    return {};
  }
  return std::string(text.substr(begin, text.find_last_not_of(" \t") - begin + 1));
}

class Reader {
 public:
  Reader(std::string_view text, const std::string& file) : lines_(text, file) {
    result_.file.file = file;
  }

  DiagramFileResult run() {
    while (lines_.next()) {
      const std::string line = trimmed(lines_.line());
      if (line.empty()) {
        continue;
      }
      if (line.front() == '#') {
        read_comment(line.substr(1));
      } else if (line.find(':') != std::string::npos) {
        read_key(line);
      } else {
        read_row(line);
      }
    }
    close();
    if (result_.file.diagrams.empty() && result_.diagnostics.empty()) {
      result_.diagnostics.push_back(lines_.error_in_file("no diagram in this file"));
    }
    return std::move(result_);
  }

 private:
  void error(std::string message) {
    result_.diagnostics.push_back(lines_.error(1, std::move(message)));
  }

  void read_comment(const std::string& comment) {
    const std::string text = trimmed(comment);
    constexpr std::string_view kVariant = "variant:";
    if (text.compare(0, kVariant.size(), kVariant) == 0) {
      result_.file.variant = trimmed(text.substr(kVariant.size()));
    }
  }

  void read_key(const std::string& line) {
    const std::size_t colon = line.find(':');
    const std::string key = trimmed(line.substr(0, colon));
    const std::string value = trimmed(line.substr(colon + 1));
    if (key == "piece") {
      close();
      open_.emplace();
      open_->line = lines_.number();
      const std::size_t blank = value.find_last_of(" \t");
      if (blank == std::string::npos) {
        error("'" + value + "' names no piece and player; wanted 'piece: knight white'");
        return;
      }
      open_->piece = trimmed(value.substr(0, blank));
      open_->player = value.substr(blank + 1);
      return;
    }
    if (key != "board" && key != "blocker") {
      error("unknown key '" + key + "'; wanted piece, board or blocker");
    } else if (!open_) {
      error("'" + key + "' before 'piece'");
    } else if (!open_->rows.empty()) {
      error("'" + key + "' after the first row");
    } else {
      (key == "board" ? open_->board : open_->blocker) = value;
    }
  }

  void read_row(const std::string& line) {
    if (!open_) {
      error("a row before 'piece'");
      return;
    }
    std::istringstream stream(line);
    std::string row;
    for (std::string sign; stream >> sign;) {
      if (sign.size() != 1 || kSigns.find(sign[0]) == std::string_view::npos) {
        error("'" + sign + "' is no sign; wanted one of . * x p o @, separated by blanks");
        return;
      }
      row += sign;
    }
    if (!open_->rows.empty() && open_->rows[0].size() != row.size()) {
      error("a row of " + std::to_string(row.size()) + " squares below one of " +
            std::to_string(open_->rows[0].size()));
    }
    open_->rows.push_back(std::move(row));
  }

  void close() {
    if (!open_) {
      return;
    }
    int pieces = 0;
    for (const std::string& row : open_->rows) {
      pieces += static_cast<int>(std::count(row.begin(), row.end(), '@'));
    }
    if (pieces != 1) {
      result_.diagnostics.push_back(lines_.error_at(
          open_->line, 1,
          "the diagram has " + std::to_string(pieces) + " squares with @; wanted exactly one", ""));
    }
    result_.file.diagrams.push_back(std::move(*open_));
    open_.reset();
  }

  LineReader lines_;
  DiagramFileResult result_;
  std::optional<Diagram> open_;
};

// The drawing as a position, the square of the piece, and where it should go.
struct Drawn {
  std::string position;
  std::string from;
  std::set<std::string> targets;
};

// Where flags tell what has not moved: the pieces within their own set-up area that have a first
// move. "-" if there is none.
std::string unmoved_of(const spec::Variant& variant, const spec::RawPosition& position) {
  std::string text;
  if (!variant.first_move || variant.first_move->known_by != spec::FirstMoveRule::KnownBy::kFlags) {
    return "-";
  }
  for (const spec::PlacedPiece& piece : position.pieces) {
    const auto& areas = variant.players[static_cast<std::size_t>(piece.player)].set_up;
    const auto& movements = variant.pieces[static_cast<std::size_t>(piece.kind)].movements;
    const bool at_home = std::any_of(areas.begin(), areas.end(), [&](const spec::Rectangle& area) {
      return area.contains(piece.square);
    });
    const bool has_first_move =
        std::any_of(movements.begin(), movements.end(),
                    [](const spec::Movement& movement) { return movement.first_move_only; });
    if (at_home && has_first_move) {
      text += (text.empty() ? "" : ",") + spec::square_name(piece.square);
    }
  }
  return text.empty() ? "-" : text;
}

std::optional<Drawn> lay_out(const spec::Variant& variant, const Diagram& diagram,
                             std::string& problem) {
  const std::optional<spec::KindId> piece = variant.kind_by_name(diagram.piece);
  const std::optional<spec::KindId> blocker = variant.kind_by_name(diagram.blocker);
  const auto player =
      std::find_if(variant.players.begin(), variant.players.end(),
                   [&](const spec::Player& each) { return each.name == diagram.player; });
  if (!piece || !blocker) {
    problem = "unknown piece '" + (piece ? diagram.blocker : diagram.piece) + "'";
    return std::nullopt;
  }
  if (player == variant.players.end()) {
    problem = "unknown player '" + diagram.player + "'";
    return std::nullopt;
  }
  const spec::Board& board = variant.board;
  if (static_cast<int>(diagram.rows.size()) != board.ranks ||
      static_cast<int>(diagram.rows[0].size()) != board.files) {
    problem = "the diagram is " +
              std::to_string(diagram.rows.empty() ? 0 : diagram.rows[0].size()) + "x" +
              std::to_string(diagram.rows.size()) + ", the board " + std::to_string(board.files) +
              "x" + std::to_string(board.ranks);
    return std::nullopt;
  }
  const auto owner = static_cast<spec::PlayerId>(player - variant.players.begin());
  const spec::PlayerId other = owner == 0 ? 1 : 0;
  Drawn drawn;
  spec::RawPosition raw;
  raw.halfmoves = 1;  // a drawing is not the set-up of a game
  raw.to_act = owner;
  for (int row = 0; row < board.ranks; ++row) {
    for (int file = 0; file < board.files; ++file) {
      const spec::Square square{file, board.ranks - 1 - row};
      switch (diagram.rows[row][file]) {
        case '@':
          raw.pieces.push_back({square, owner, *piece});
          drawn.from = spec::square_name(square);
          break;
        case 'o':
          raw.pieces.push_back({square, owner, *blocker});
          break;
        case 'x':
          raw.pieces.push_back({square, other, *blocker});
          drawn.targets.insert(spec::square_name(square));
          break;
        case 'p':
          raw.pieces.push_back({square, other, *blocker});
          break;
        case '*':
          drawn.targets.insert(spec::square_name(square));
          break;
        default:
          break;
      }
    }
  }
  raw.unmoved.text = unmoved_of(variant, raw);
  drawn.position = spec::write_position_text(variant, raw);
  return drawn;
}

// Where the actions of the piece on `from` end; promotions to several kinds are one target.
std::set<std::string> targets_of(const spec::Variant& variant, const std::string& from,
                                 const std::vector<std::string>& actions) {
  std::set<std::string> targets;
  for (const std::string& text : actions) {
    const std::optional<spec::RawAction> action = spec::parse_action_text(variant, text, nullptr);
    if (action && spec::square_name(action->from) == from) {
      targets.insert(spec::square_name(action->to));
    }
  }
  return targets;
}

std::string joined(const std::set<std::string>& squares) {
  std::string text;
  for (const std::string& square : squares) {
    text += " " + square;
  }
  return text;
}

std::set<std::string> without(const std::set<std::string>& from,
                              const std::set<std::string>& what) {
  std::set<std::string> rest;
  std::set_difference(from.begin(), from.end(), what.begin(), what.end(),
                      std::inserter(rest, rest.end()));
  return rest;
}

}  // namespace

DiagramFileResult read_diagrams_text(std::string_view text, const std::string& file) {
  return Reader(text, file).run();
}

DiagramFileResult read_diagrams(const std::filesystem::path& path) {
  DiagramFileResult result;
  const std::optional<std::string> text = read_file(path, &result.diagnostics);
  return text ? read_diagrams_text(*text, path.string()) : std::move(result);
}

// Movement is what a drawing shows. Royal safety, safe paths, castling and fusion only take actions
// away or add ones that are not movement, and a kind's movements do not depend on them; so without
// these rules, and without royal pieces, the actions of a piece are exactly the squares it can go
// to, and no king has to stand anywhere. Nor has anything else, without the removal of parts.
spec::Variant movement_only(const spec::Variant& variant) {
  spec::Variant plain = variant;
  for (spec::PieceKind& kind : plain.pieces) {
    kind.royal = false;
  }
  if (plain.players.size() == 2) {
    plain.royal_safety.reset();
  } else if (plain.royal_safety) {
    // Coalitions are about royals, so the rule stays, with none of them on the board.
    plain.royal_safety->min_count = 0;
  }
  plain.castling.reset();
  plain.fusion.reset();
  plain.safe_path.reset();
  plain.part_removal.reset();
  plain.position_text.castling = spec::PositionTextForm::Castling::kNone;
  plain.endings = {};
  plain.draws = {};
  // The start position with its castling field emptied.
  const spec::RawPositionResult start = spec::parse_position_text(variant, variant.start);
  if (start.position) {
    spec::RawPosition raw = *start.position;
    raw.castling.text = "-";
    plain.start = spec::write_position_text(plain, raw);
  }
  return plain;
}

CaseResult check_diagram(const Reference& reference, const std::string& file,
                         const Diagram& diagram, Sides sides) {
  const spec::Variant& variant = reference.variant();
  CaseResult result;
  result.kind = CaseKind::kDiagram;
  result.suite = file;
  result.line = diagram.line;
  result.name = diagram.piece + " " + diagram.player +
                (diagram.board.empty() ? "" : ", " + diagram.board + " board");
  std::string problem;
  const std::optional<Drawn> drawn = lay_out(variant, diagram, problem);
  if (drawn) {
    result.position = drawn->position;
  }
  const auto ask =
      [&](const std::string& checker,
          const std::function<std::optional<std::vector<std::string>>(std::string & refusal)>&
              actions_of) {
        Outcome outcome;
        outcome.checker = checker;
        outcome.verdict = Verdict::kWrongAnswer;
        if (!drawn) {
          outcome.detail = problem;
          result.outcomes.push_back(std::move(outcome));
          return;
        }
        const auto start = std::chrono::steady_clock::now();
        std::string refusal;
        const std::optional<std::vector<std::string>> actions = actions_of(refusal);
        if (!actions) {
          outcome.verdict = Verdict::kRefused;
          outcome.detail = "position refused: " + refusal;
        } else {
          const std::set<std::string> targets = targets_of(variant, drawn->from, *actions);
          const std::set<std::string> missing = without(drawn->targets, targets);
          const std::set<std::string> extra = without(targets, drawn->targets);
          if (missing.empty() && extra.empty()) {
            outcome.verdict = Verdict::kAgrees;
          }
          if (!missing.empty()) {
            outcome.detail = "does not reach" + joined(missing);
          }
          if (!extra.empty()) {
            outcome.detail +=
                (outcome.detail.empty() ? "" : "; ") + std::string("reaches") + joined(extra);
          }
        }
        outcome.seconds =
            std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        result.outcomes.push_back(std::move(outcome));
      };
  using Actions = std::optional<std::vector<std::string>>;
  if (sides.generator) {
    ask("generator", [&](std::string& refusal) -> Actions {
      const generator::ReadResult read = reference.game().read(drawn->position);
      if (read.position == nullptr) {
        refusal = one_line(read.problems);
        return std::nullopt;
      }
      std::vector<std::string> actions;
      for (const generator::Action action : read.position->actions()) {
        actions.push_back(read.position->action_text(action));
      }
      return actions;
    });
  }
  if (sides.oracle) {
    ask("oracle", [&](std::string& refusal) -> Actions {
      const oracle::ReadResult read = reference.referee().read(drawn->position);
      if (!read.position) {
        refusal = one_line(read.problems);
        return std::nullopt;
      }
      return reference.referee().legal_actions(*read.position);
    });
  }
  return result;
}

}  // namespace regelwerk::suites
