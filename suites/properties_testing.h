// What the laws of all bundled specs share: the spec under test, and random games as data that
// RapidCheck can shrink. For tests only.
#pragma once

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <ostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "generator/game.h"
#include "oracle/referee.h"
#include "spec/load.h"
#include "spec/position_text.h"
#include "spec/variant.h"
#include "suites/reference.h"
#include "suites/suite_files.h"

namespace regelwerk::suites {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kSanitized = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif
#else
inline constexpr bool kSanitized = false;
#endif

// Sanitizers make the program ten times slower.
inline constexpr int fewer_if_sanitized(int cases) {
  return kSanitized ? std::max(cases / 5, 2) : cases;
}

inline constexpr int kLongestWalk = 200;  // actions

inline std::unique_ptr<Reference> loaded_reference(const std::string& name) {
  spec::Diagnostics diagnostics;
  auto reference = Reference::load(name, {}, &diagnostics);
  if (reference == nullptr) throw std::runtime_error(spec::to_string(diagnostics));
  return reference;
}

inline std::unique_ptr<generator::Position> read_by_generator(const generator::Game& game,
                                                              const std::string& text) {
  auto result = game.read(text);
  if (result.position == nullptr) {
    throw std::runtime_error("generator refuses " + text + ": " + one_line(result.problems));
  }
  return std::move(result.position);
}

inline oracle::Position read_by_oracle(const oracle::Referee& referee, const std::string& text) {
  auto result = referee.read(text);
  if (!result.position) {
    throw std::runtime_error("oracle refuses " + text + ": " + one_line(result.problems));
  }
  return *std::move(result.position);
}

inline spec::RawPosition raw_position(const spec::Variant& variant, const std::string& text) {
  auto result = spec::parse_position_text(variant, text);
  if (!result.position) throw std::runtime_error("no position text: " + text);
  return *std::move(result.position);
}

inline spec::RawAction raw_action(const spec::Variant& variant, const std::string& text) {
  const auto action = spec::parse_action_text(variant, text, nullptr);
  if (!action) throw std::runtime_error("no action text: " + text);
  return *action;
}

inline std::vector<std::string> texts_of_actions(const generator::Position& position) {
  std::vector<std::string> texts;
  for (const generator::Action action : position.actions()) {
    texts.push_back(position.action_text(action));
  }
  return texts;
}

inline spec::PlacedPiece piece_on_square(const spec::RawPosition& position, spec::Square square) {
  for (const spec::PlacedPiece& piece : position.pieces) {
    if (piece.square == square) return piece;
  }
  return {};
}

// The start position, then those of the counts in the bundled suites that the rules allow.
inline std::vector<std::string> walk_starts(const Reference& reference) {
  std::vector<std::string> starts{"startpos"};
  for (const std::string& position :
       bundled_count_positions(spec::data_directory(), reference.variant().name)) {
    if (reference.game().read(position).position != nullptr) starts.push_back(position);
  }
  return starts;
}

// A game as numbers. Any numbers are a game: each stands for one of the actions there are, modulo
// their number. Shrinks towards no action at all in the start position.
struct Walk {
  std::uint16_t start = 0;  // modulo the number of starts
  // Prefers captures, promotions, castlings and moves of what promotes, so that it soon comes to
  // what happens late in a game.
  bool forceful = false;
  std::vector<std::uint16_t> steps;
};

inline void showValue(const Walk& walk, std::ostream& os) {
  os << "start " << walk.start << (walk.forceful ? ", forceful:" : ":");
  for (const std::uint16_t step : walk.steps) os << " " << step;
}

// The walk without some of its actions: blocks of a half, of a quarter and so on, the last first.
inline rc::Seq<std::vector<std::uint16_t>> shorter_steps(const std::vector<std::uint16_t>& steps) {
  using Difference = std::vector<std::uint16_t>::difference_type;
  std::vector<std::vector<std::uint16_t>> shorter;
  const auto size = static_cast<Difference>(steps.size());
  for (Difference block = (size + 1) / 2; block > 0; block = block == 1 ? 0 : (block + 1) / 2) {
    for (Difference end = size; end > 0; end -= block) {
      auto rest = steps;
      rest.erase(rest.begin() + std::max<Difference>(end - block, 0), rest.begin() + end);
      shorter.push_back(std::move(rest));
    }
  }
  return rc::seq::fromContainer(std::move(shorter));
}

// Walks of 0 to `longest` actions, all lengths alike. They shrink by leaving out actions: what a
// number means depends on those before it, so smaller numbers are no simpler.
inline rc::Gen<Walk> arbitrary_walk(int longest) {
  const auto number =
      rc::gen::resize(rc::kNominalSize, rc::gen::inRange<std::uint16_t>(0, std::uint16_t{0xFFFF}));
  const auto steps =
      rc::gen::shrink(rc::gen::noShrink(rc::gen::resize(
                          longest, rc::gen::container<std::vector<std::uint16_t>>(number))),
                      [](const std::vector<std::uint16_t>& all) { return shorter_steps(all); });
  return rc::gen::build<Walk>(
      rc::gen::set(&Walk::start,
                   rc::gen::oneOf(rc::gen::just(std::uint16_t{0}), rc::gen::noShrink(number))),
      rc::gen::set(&Walk::forceful, rc::gen::resize(rc::kNominalSize, rc::gen::arbitrary<bool>())),
      rc::gen::set(&Walk::steps, steps));
}

enum class Force { kNone, kAdvance, kMuch };

// How much an action changes: by the position text before it and its own.
inline Force force_of(const spec::Variant& variant, const spec::RawPosition& before,
                      const spec::RawAction& action) {
  if (action.type != spec::RawAction::Type::kMove) return Force::kNone;
  const spec::PlacedPiece mover = piece_on_square(before, action.from);
  if (action.choice || piece_on_square(before, action.to).kind >= 0) return Force::kMuch;
  if (before.en_passant.text.find(spec::square_name(action.to)) != std::string::npos) {
    return Force::kMuch;
  }
  if (variant.castling && mover.kind == variant.castling->king &&
      action.from.rank == action.to.rank && std::abs(action.from.file - action.to.file) > 1) {
    return Force::kMuch;
  }
  const bool promotes = std::any_of(
      variant.promotions.begin(), variant.promotions.end(), [&](const spec::PromotionRule& rule) {
        return std::count(rule.of.begin(), rule.of.end(), mover.kind) > 0;
      });
  return promotes ? Force::kAdvance : Force::kNone;
}

inline generator::Action chosen_action(const spec::Variant& variant,
                                       const generator::Position& position,
                                       const std::vector<generator::Action>& actions, bool forceful,
                                       std::uint16_t step) {
  const std::size_t pick = step / 4;
  if (forceful && step % 4 != 0) {
    const spec::RawPosition before = raw_position(variant, position.text());
    const Force wanted = step % 4 == 1 ? Force::kAdvance : Force::kMuch;
    std::vector<generator::Action> preferred;
    for (const generator::Action action : actions) {
      const auto raw = raw_action(variant, position.action_text(action));
      if (force_of(variant, before, raw) == wanted) preferred.push_back(action);
    }
    if (!preferred.empty()) return preferred[pick % preferred.size()];
  }
  return actions[pick % actions.size()];
}

// A walk as played by the generator; ends early where the game does.
struct PlayedGame {
  std::vector<std::string> positions;  // the first is the start, the last may be finished
  std::vector<std::string> actions;    // one less
  std::unique_ptr<generator::Position> last;
};

inline PlayedGame played(const Reference& reference, const std::vector<std::string>& starts,
                         const Walk& walk) {
  PlayedGame game;
  game.last = read_by_generator(reference.game(), starts[walk.start % starts.size()]);
  game.positions.push_back(game.last->text());
  for (const std::uint16_t step : walk.steps) {
    const auto actions = game.last->actions();
    if (actions.empty()) break;
    const auto action =
        chosen_action(reference.variant(), *game.last, actions, walk.forceful, step);
    game.actions.push_back(game.last->action_text(action));
    game.last->apply(action);
    game.positions.push_back(game.last->text());
  }
  return game;
}

// The greatest depth, at least 1 and at most `most`, of which about `nodes` are not exceeded.
inline int depth_within(const generator::Position& position, double nodes, int most = 4) {
  const double actions = std::max<double>(static_cast<double>(position.actions().size()), 2.0);
  int depth = 1;
  for (double all = actions * actions; depth < most && all <= nodes; all *= actions) ++depth;
  return depth;
}

// A bundled spec, and the games it is tested with.
class SpecUnderTest {
 public:
  explicit SpecUnderTest(const std::string& name)
      : reference_(loaded_reference(name)), starts_(walk_starts(*reference_)) {}

  const Reference& reference() const { return *reference_; }
  const std::vector<std::string>& starts() const { return starts_; }

  // Checks law(const PlayedGame&) on so many random games; the seed, the shortest game found and
  // what the law logged are shown where it fails. 100 is what RC_PARAMS' max_success stands for.
  template <typename Law>
  void for_games(int cases, Law law) const {
    auto params = rc::detail::configuration().testParams;
    params.maxSuccess = std::max(params.maxSuccess * cases / 100, 1);
    const auto* info = testing::UnitTest::GetInstance()->current_test_info();
    rc::detail::TestMetadata metadata;
    metadata.id = std::string(info->test_suite_name()) + "/" + info->name();
    metadata.description = info->name();
    const auto result = rc::detail::checkTestable(
        [&] {
          const Walk walk = *arbitrary_walk(kLongestWalk);
          const PlayedGame game = played(*reference_, starts_, walk);
          RC_LOG() << reference_->variant().name << "\n" << game.positions.front() << "\n";
          for (const std::string& action : game.actions) RC_LOG() << action << " ";
          RC_LOG() << "\n" << game.positions.back() << "\n";
          law(game);
        },
        metadata, params);
    if (!result.template is<rc::detail::SuccessResult>()) {
      std::ostringstream message;
      rc::detail::printResultMessage(result, message);
      ADD_FAILURE() << message.str();
    }
  }

 private:
  std::unique_ptr<Reference> reference_;
  std::vector<std::string> starts_;
};

// The parameter of the test is the spec's name.
class BundledSpec : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override { spec_.emplace(GetParam()); }

  const Reference& reference() const { return spec_->reference(); }
  const spec::Variant& variant() const { return reference().variant(); }
  const generator::Game& game() const { return reference().game(); }
  const oracle::Referee& referee() const { return reference().referee(); }
  const std::vector<std::string>& starts() const { return spec_->starts(); }

  template <typename Law>
  void for_games(int cases, Law law) const {
    spec_->for_games(cases, law);
  }

 private:
  std::optional<SpecUnderTest> spec_;
};

// Readable names for the instances; a spec's name may hold hyphens.
inline std::string instance_name(const testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

}  // namespace regelwerk::suites
