// regelwerk show: the board, and how the game stands.

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>

#include "tools/board_view.h"
#include "tools/command.h"
#include "tools/json_text.h"

namespace regelwerk::tools {
namespace {

struct ShowArguments {
  PositionArguments position;
  std::string svg;
};

// A text that the referee wrote, as squares.
spec::RawPosition raw(const spec::Variant& variant, const std::string& text) {
  spec::RawPositionResult result = spec::parse_position_text(variant, text);
  if (!result.position) throw std::logic_error("canonical position text is not read back: " + text);
  return std::move(*result.position);
}

std::string status_line(const spec::Variant& variant, const spec::RawPosition& position,
                        const oracle::Status& status) {
  const std::string& player = variant.players.at(static_cast<std::size_t>(position.to_act)).name;
  std::string line = player + " to act";
  if (position.next_regular >= 0) {
    line += fmt::format(" out of turn, before {}",
                        variant.players.at(static_cast<std::size_t>(position.next_regular)).name);
  }
  if (status.in_check) line += ", in check";
  if (status.ending == "ongoing") return line + ", ongoing";
  return fmt::format("{}, {}: {}", line, status.ending, result_text(variant, status));
}

// The royals of the player in check, if it is clear which of them is attacked.
std::vector<spec::Square> attacked_royals(const spec::Variant& variant,
                                          const spec::RawPosition& position,
                                          const oracle::Status& status) {
  std::vector<spec::Square> squares;
  if (!status.in_check) return squares;
  for (const spec::PlacedPiece& piece : position.pieces) {
    if (piece.player == position.to_act &&
        variant.pieces.at(static_cast<std::size_t>(piece.kind)).royal) {
      squares.push_back(piece.square);
    }
  }
  if (squares.size() > 1) squares.clear();
  return squares;
}

Exit run_show(const ShowArguments& arguments) {
  const std::optional<OracleSession> session = open_oracle(arguments.position);
  if (!session) return Exit::kUsage;
  const spec::Variant& variant = *session->variant;
  const oracle::Referee& referee = *session->referee;
  const std::string text = referee.text(session->positions.back());
  const spec::RawPosition position = raw(variant, text);
  const oracle::Status status = referee.status(session->positions.back(), session->history());
  const std::string line = status_line(variant, position, status);

  if (!arguments.svg.empty()) {
    SvgMarks marks;
    marks.caption = line;
    marks.attacked = attacked_royals(variant, position, status);
    if (session->positions.size() > 1) {
      const oracle::Position& before = session->positions[session->positions.size() - 2];
      marks.changed = changed_squares(raw(variant, referee.text(before)), position);
    }
    std::ofstream file(arguments.svg, std::ios::binary);
    file << board_svg(variant, position, marks);
    file.close();
    if (!file) {
      fmt::print(stderr, "error: {} cannot be written\n", arguments.svg);
      return Exit::kUsage;
    }
  }

  if (arguments.position.json) {
    nlohmann::ordered_json pieces = nlohmann::ordered_json::array();
    for (const spec::PlacedPiece& piece : position.pieces) {
      pieces.push_back({{"square", spec::square_name(piece.square)},
                        {"player", variant.players.at(static_cast<std::size_t>(piece.player)).name},
                        {"piece", variant.pieces.at(static_cast<std::size_t>(piece.kind)).name}});
    }
    const nlohmann::ordered_json json = {
        {"variant", arguments.position.variant},
        {"position", text},
        {"to_act", variant.players.at(static_cast<std::size_t>(position.to_act)).name},
        {"in_check", status.in_check},
        {"ending", status.ending},
        {"pieces", pieces}};
    fmt::print("{}\n", json_text(json));
  } else {
    fmt::print("{}\n{}\n", board_text(variant, position), line);
  }
  return Exit::kAgreed;
}

}  // namespace

void add_show(CLI::App* app, Run* run) {
  CLI::App* command = app->add_subcommand("show", "show the board and how the game stands");
  const auto arguments = std::make_shared<ShowArguments>();
  add_variant_argument(command, &arguments->position.variant);
  add_position_options(command, &arguments->position);
  command->add_option("--svg", arguments->svg, "draw the board to a file")->type_name("FILE");
  add_examples(command,
               {"regelwerk show chess --moves e2e4", "regelwerk show capablanca --svg board.svg"});
  command->callback([=] { *run = [=] { return run_show(*arguments); }; });
}

}  // namespace regelwerk::tools
