// What the generator's tests share.
#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "generator/game.h"
#include "spec/load.h"

namespace regelwerk::generator {

inline std::unique_ptr<Game> compiled(const spec::LoadResult& loaded, bool general = false,
                                      bool list_rearrangements = false) {
  EXPECT_TRUE(loaded.variant) << spec::to_string(loaded.diagnostics);
  if (!loaded.variant) return nullptr;
  spec::Diagnostics diagnostics;
  auto game = Game::compile(*loaded.variant, &diagnostics,
                            {.force_general = general, .list_rearrangements = list_rearrangements});
  EXPECT_TRUE(game) << spec::to_string(diagnostics);
  return game;
}
inline std::unique_ptr<Game> bundled(const std::string& name, bool general = false) {
  return compiled(spec::load_variant(name), general);
}
inline std::unique_ptr<Game> from_text(const std::string& text, bool general = false) {
  return compiled(spec::load_variant_text(text, "test.yaml"), general);
}

inline std::unique_ptr<Position> read(const Game& game, const std::string& text) {
  ReadResult result = game.read(text);
  for (const spec::Problem& p : result.problems) {
    if (!p.warning) ADD_FAILURE() << text << ": " << p.message;
  }
  if (!result.position) throw std::runtime_error("refused: " + text);
  return std::move(result.position);
}

inline std::string refusal(const Game& game, const std::string& text) {
  const ReadResult result = game.read(text);
  EXPECT_EQ(result.position, nullptr) << text;
  std::string all;
  for (const spec::Problem& p : result.problems) all += p.message + "\n";
  return all;
}

inline std::vector<std::string> action_texts(const Position& position) {
  std::vector<std::string> texts;
  for (const Action a : position.actions()) texts.push_back(position.action_text(a));
  return texts;
}

// The text after `line`; empty if the position or an action is refused.
inline std::string text_after(const Game& game, const std::string& text,
                              const std::vector<std::string>& line) {
  const ReadResult start = game.read(text);
  if (!start.position) return "";
  for (const std::string& action : line) {
    const auto found = start.position->find(action);
    if (!found) return "";
    start.position->apply(*found);
  }
  return start.position->text();
}

}  // namespace regelwerk::generator
