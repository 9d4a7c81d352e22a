// Laws that hold in every position of every bundled spec, asked in positions of random games. A
// failing law prints RapidCheck's seed, the shortest game it found, and the position.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <iostream>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "generator/perft_table.h"
#include "oracle/royal_safety.h"
#include "suites/properties_testing.h"

namespace regelwerk::suites {
namespace {

using spec::RawAction;
using spec::RawPosition;

constexpr double kNodes = kSanitized ? 3'000 : 40'000;

class Laws : public BundledSpec {};

INSTANTIATE_TEST_SUITE_P(Bundled, Laws, testing::ValuesIn(spec::bundled_variants()), instance_name);

bool is_fen4(const spec::Variant& variant) {
  return variant.position_text.form == spec::PositionTextForm::Form::kFen4;
}

// --- texts ---

TEST_P(Laws, PositionTextsReadBackToThemselvesOnBothSides) {
  for_games(fewer_if_sanitized(40), [&](const PlayedGame& played) {
    for (const std::string& text : played.positions) {
      RC_LOG() << text << "\n";
      RC_ASSERT(spec::write_position_text(variant(), raw_position(variant(), text)) == text);
      RC_ASSERT(read_by_generator(game(), text)->text() == text);
    }
    for (std::size_t i = played.positions.size() % 5; i < played.positions.size(); i += 5) {
      const std::string& text = played.positions[i];
      RC_LOG() << text << "\n";
      RC_ASSERT(referee().text(read_by_oracle(referee(), text)) == text);
    }
  });
}

TEST_P(Laws, ActionTextsReadBackToThemselves) {
  for_games(fewer_if_sanitized(60), [&](const PlayedGame& played) {
    const auto actions = played.last->actions();
    std::vector<std::string> texts;
    for (const generator::Action action : actions) {
      const std::string text = played.last->action_text(action);
      RC_LOG() << text << " ";
      RC_ASSERT(spec::write_action_text(variant(), raw_action(variant(), text)) == text);
      RC_ASSERT(played.last->find(text) == std::optional(action));
      texts.push_back(text);
    }
    RC_ASSERT(std::is_sorted(texts.begin(), texts.end()));
    RC_ASSERT(std::adjacent_find(texts.begin(), texts.end()) == texts.end());
  });
}

TEST_P(Laws, SpecWrittenOutLoadsToTheSameMeaning) {
  const auto check = [&](const spec::OptionChoices& options) {
    const spec::LoadResult first = spec::load_variant(GetParam(), options);
    ASSERT_TRUE(first.variant) << spec::to_string(first.diagnostics);
    const std::string yaml = spec::to_yaml(*first.variant);
    const spec::LoadResult second = spec::load_variant_text(yaml, "written.yaml");
    ASSERT_TRUE(second.variant) << spec::to_string(second.diagnostics);
    EXPECT_EQ(second.variant->meaning_hash, first.variant->meaning_hash);
    EXPECT_EQ(spec::to_yaml(*second.variant), yaml);
  };
  check({});
  std::set<std::string> meanings{variant().meaning_hash};
  for (const spec::Option& option : variant().options) {
    for (const std::string& value : option.values) {
      SCOPED_TRACE(option.name + "=" + value);
      check({{option.name, value}});
      if (value == option.default_value) continue;
      const auto other = spec::load_variant(GetParam(), {{option.name, value}});
      ASSERT_TRUE(other.variant);
      EXPECT_TRUE(meanings.insert(other.variant->meaning_hash).second);
    }
  }
}

// --- generator and referee ---

// Everything a player could write down but rearrangements.
class Writable {
 public:
  Writable(const spec::Variant& variant, const generator::Position& position)
      : variant_(variant), position_(position) {}

  template <typename Fn>
  void for_each(Fn fn) const {
    const int kinds = static_cast<int>(variant_.pieces.size());
    for_each_pair([&](RawAction action) {
      fn(action);
      for (int kind = 0; kind < kinds; ++kind) {
        action.choice = kind;
        fn(action);
      }
    });
    if (!is_fen4(variant_)) return;
    const int players = static_cast<int>(variant_.players.size());
    for (int declares = -1; declares < players; ++declares) {
      for (const auto type : {RawAction::Type::kWait, RawAction::Type::kPass}) {
        RawAction action;
        action.type = type;
        action.declares = declares;
        fn(action);
      }
    }
    for_each_pair([&](RawAction action) {
      action.type = RawAction::Type::kShift;
      fn(action);
      action.type = RawAction::Type::kMove;
      for (action.declares = 0; action.declares < players; ++action.declares) fn(action);
    });
    for (const std::string& text : texts_of_actions(position_)) {
      RawAction action = raw_action(variant_, text);
      if (!action.choice) continue;
      for (int kind = 0; kind < kinds; ++kind) {
        action.choice = kind;
        for (action.declares = 0; action.declares < players; ++action.declares) fn(action);
      }
    }
  }

 private:
  template <typename Fn>
  void for_each_pair(Fn fn) const {
    const int squares = variant_.board.files * variant_.board.ranks;
    const auto square = [&](int i) {
      return spec::Square{i % variant_.board.files, i / variant_.board.files};
    };
    for (int from = 0; from < squares; ++from) {
      for (int to = 0; to < squares; ++to) {
        RawAction action;
        action.from = square(from);
        action.to = square(to);
        fn(action);
      }
    }
  }

  const spec::Variant& variant_;
  const generator::Position& position_;
};

TEST_P(Laws, RefereeAcceptsExactlyWhatTheGeneratorLists) {
  const int squares = variant().board.files * variant().board.ranks;
  const int writable = squares * squares * (static_cast<int>(variant().pieces.size()) + 1);
  for_games(kSanitized ? 1 : std::clamp(100'000 / writable, 1, 3), [&](const PlayedGame& played) {
    // With sanitizers only for every fifth square where a move begins.
    const int part = kSanitized ? 5 : 1;
    const int chosen = static_cast<int>(played.positions.size()) % part;
    const auto belongs = [&](const RawAction& action) {
      return (action.from.rank * variant().board.files + action.from.file) % part == chosen;
    };
    const oracle::Position position = read_by_oracle(referee(), played.positions.back());
    std::set<std::string> accepted;
    Writable(variant(), *played.last).for_each([&](const RawAction& action) {
      if (!belongs(action)) return;
      const std::string text = spec::write_action_text(variant(), action);
      if (referee().judge(position, text).legal) accepted.insert(text);
    });
    std::vector<std::string> listed = texts_of_actions(*played.last);
    std::erase_if(listed,
                  [&](const std::string& text) { return !belongs(raw_action(variant(), text)); });
    RC_ASSERT(std::vector<std::string>(accepted.begin(), accepted.end()) == listed);
  });
}

TEST_P(Laws, GeneratorAndRefereeAgreeOnCheckAndEnding) {
  for_games(fewer_if_sanitized(60), [&](const PlayedGame& played) {
    const oracle::Position position = read_by_oracle(referee(), played.positions.back());
    const oracle::Status status = referee().status(position);
    RC_ASSERT(status.in_check == played.last->in_check());
    RC_ASSERT(status.ending == ending_name(played.last->outcome()));
    // Rearrangements are legal without being listed.
    const bool over = played.last->outcome() != generator::Outcome::kOngoing;
    const bool none_left =
        played.last->actions().empty() &&
        (!variant().rearrangement || over || referee().rearrangements(position) == 0);
    RC_ASSERT(none_left == over);
  });
}

// --- counts ---

TEST_P(Laws, DivideAddsUpToPerftAndPerftToThatOfTheChildren) {
  for_games(fewer_if_sanitized(40), [&](const PlayedGame& played) {
    const int most = depth_within(*played.last, kNodes);
    RC_ASSERT(played.last->perft(0).nodes == 1u);
    for (int depth = 1; depth <= most; ++depth) {
      const std::uint64_t all = played.last->perft(depth).nodes;
      const generator::PerftResult divided = played.last->divide(depth);
      RC_ASSERT(divided.nodes == all);
      std::uint64_t sum = 0;
      std::vector<std::string> texts;
      for (const generator::DivideLine& line : divided.divide) {
        const auto child = played.last->clone();
        child->apply(*played.last->find(line.action));
        RC_LOG() << line.action << " ";
        RC_ASSERT(child->perft(depth - 1).nodes == line.nodes);
        sum += line.nodes;
        texts.push_back(line.action);
      }
      RC_ASSERT(sum == all);
      RC_ASSERT(texts == texts_of_actions(*played.last));
      RC_ASSERT(played.last->perft_stats(depth).nodes == all);
    }
  });
}

TEST_P(Laws, ThreadsAndTablesChangeNoCount) {
  // Filled by all positions of the test, so that a key that says too little is found out.
  generator::PerftTable kept(1);
  for_games(fewer_if_sanitized(10), [&](const PlayedGame& played) {
    for (std::size_t back = 1; back <= 2 && back <= played.positions.size(); ++back) {
      const auto position =
          read_by_generator(game(), played.positions[played.positions.size() - back]);
      const int depth = depth_within(*position, kNodes / 2);
      const generator::PerftResult plain = position->divide(depth);
      const generator::PerftStats stats = position->perft_stats(depth);
      generator::PerftTable fresh(1);
      for (const int threads : {1, 2, 3}) {
        for (generator::PerftTable* table :
             {static_cast<generator::PerftTable*>(nullptr), &fresh, &kept}) {
          generator::PerftOptions options;
          options.threads = threads;
          options.table = table;
          RC_LOG() << threads << " threads, " << (table == nullptr ? "no table" : "a table")
                   << "\n";
          const generator::PerftResult counted = position->perft(depth, options);
          RC_ASSERT(counted.complete);
          RC_ASSERT(counted.nodes == plain.nodes);
          const generator::PerftResult divided = position->divide(depth, options);
          RC_ASSERT(divided.divide.size() == plain.divide.size());
          for (std::size_t i = 0; i < plain.divide.size(); ++i) {
            RC_ASSERT(divided.divide[i].action == plain.divide[i].action);
            RC_ASSERT(divided.divide[i].nodes == plain.divide[i].nodes);
          }
        }
        generator::PerftOptions options;
        options.threads = threads;
        RC_ASSERT(position->perft_stats(depth, options) == stats);
      }
    }
  });
}

TEST_P(Laws, GeneralFeatureSetRulesLikeTheSmallOne) {
  spec::Diagnostics diagnostics;
  const auto general = generator::Game::compile(variant(), &diagnostics, {.force_general = true});
  ASSERT_NE(general, nullptr) << spec::to_string(diagnostics);
  RecordProperty("feature_set", game().feature_set());
  for_games(fewer_if_sanitized(30), [&](const PlayedGame& played) {
    auto position = read_by_generator(*general, played.positions.front());
    for (std::size_t i = 0; i < played.positions.size(); ++i) {
      RC_LOG() << played.positions[i] << "\n";
      RC_ASSERT(position->text() == played.positions[i]);
      if (i == played.actions.size()) break;
      const auto action = position->find(played.actions[i]);
      RC_ASSERT(action.has_value());
      position->apply(*action);
    }
    RC_ASSERT(texts_of_actions(*position) == texts_of_actions(*played.last));
    RC_ASSERT(position->outcome() == played.last->outcome());
    RC_ASSERT(position->in_check() == played.last->in_check());
    RC_ASSERT(position->to_act() == played.last->to_act());
    for (int depth = depth_within(*position, kNodes); depth > 0; --depth) {
      RC_ASSERT(position->perft(depth).nodes == played.last->perft(depth).nodes);
      RC_ASSERT(position->perft_stats(depth) == played.last->perft_stats(depth));
    }
  });
}

// --- positions made and read ---

// The text without its counters.
std::string without_counters(const std::string& text) {
  return text.substr(0, text.rfind(' ', text.rfind(' ') - 1));
}

TEST_P(Laws, PositionMadeByActionsIsThePositionReadFromItsText) {
  for_games(fewer_if_sanitized(40), [&](const PlayedGame& played) {
    auto made = read_by_generator(game(), played.positions.front());
    std::set<std::uint64_t> hashes;
    std::set<std::string> different;
    for (std::size_t i = 0; i < played.positions.size(); ++i) {
      RC_LOG() << played.positions[i] << "\n";
      const auto again = read_by_generator(game(), played.positions[i]);
      RC_ASSERT(again->text() == made->text());
      RC_ASSERT(again->hash() == made->hash());
      RC_ASSERT(again->to_act() == made->to_act());
      RC_ASSERT(again->in_check() == made->in_check());
      RC_ASSERT(again->outcome() == made->outcome());
      RC_ASSERT(again->perft(1).nodes == made->perft(1).nodes);
      hashes.insert(made->hash());
      different.insert(without_counters(played.positions[i]));
      if (i < played.actions.size()) made->apply(*made->find(played.actions[i]));
    }
    const auto again = read_by_generator(game(), played.positions.back());
    RC_ASSERT(texts_of_actions(*again) == texts_of_actions(*played.last));
    RC_ASSERT(again->perft(2).nodes == played.last->perft(2).nodes);
    // Where a right is written that nobody can use, texts differ and hashes do not.
    if (is_fen4(variant())) {
      RC_ASSERT(hashes.size() <= different.size());
    } else {
      RC_ASSERT(hashes.size() == different.size());
    }
  });
}

// --- royals ---

bool is_royal(const spec::Variant& variant, spec::KindId kind) {
  return variant.pieces[static_cast<std::size_t>(kind)].royal;
}

// Squares of a player's royals, those that lie on `removed` squares left out.
std::set<spec::Square> royals_of(const spec::Variant& variant, const RawPosition& position,
                                 spec::PlayerId player, const std::vector<spec::Square>& removed) {
  std::set<spec::Square> squares;
  for (const spec::PlacedPiece& piece : position.pieces) {
    if (piece.player == player && is_royal(variant, piece.kind) &&
        std::count(removed.begin(), removed.end(), piece.square) == 0) {
      squares.insert(piece.square);
    }
  }
  return squares;
}

TEST_P(Laws, NoActionLeavesARoyalOfItsPlayerAttackedNorCapturesOne) {
  if (!variant().royal_safety) GTEST_SKIP() << "no rule protects royals";
  for_games(fewer_if_sanitized(40), [&](const PlayedGame& played) {
    const RawPosition before = raw_position(variant(), played.positions.back());
    const spec::PlayerId mover = played.last->to_act();
    for (const generator::Action action : played.last->actions()) {
      const std::string name = played.last->action_text(action);
      const RawAction raw = raw_action(variant(), name);
      const auto child = played.last->clone();
      child->apply(action);
      const std::string text = child->text();
      RC_LOG() << name << ": " << text << "\n";
      // Who waits does nothing about his check; he loses his king only when he must act and cannot.
      if (raw.type != RawAction::Type::kWait) {
        RC_ASSERT(oracle::checks_on(variant(), read_by_oracle(referee(), text), mover).empty());
      }
      const RawPosition after = raw_position(variant(), text);
      for (spec::PlayerId player = 0; player < static_cast<int>(variant().players.size());
           ++player) {
        const auto had = royals_of(variant(), before, player, after.removed);
        const auto has = royals_of(variant(), after, player, after.removed);
        if (player != mover) {
          RC_ASSERT(has == had);
          continue;
        }
        const bool fuses = raw.type == RawAction::Type::kMove && variant().fusion &&
                           piece_on_square(before, raw.from).kind == variant().fusion->of &&
                           piece_on_square(before, raw.to).kind == variant().fusion->of;
        const int promoted = raw.choice && is_royal(variant(), *raw.choice) ? 1 : 0;
        if (after.removed == before.removed) {
          RC_ASSERT(static_cast<int>(has.size()) ==
                    static_cast<int>(had.size()) + promoted - (fuses ? 1 : 0));
        }
      }
    }
  });
}

// --- what the walks reach ---

// The laws would prove little about positions that the walks never come to.
TEST_P(Laws, WalksReachWhatTheRulesAreAbout) {
  std::map<std::string, int> reached{{"captures", 0}, {"checks", 0}, {"finished", 0}};
  if (!variant().promotions.empty()) reached["promotions"] = 0;
  if (variant().castling) reached["castlings"] = 0;
  if (variant().en_passant) reached["en passant"] = 0;
  if (variant().fusion) reached["fusions"] = 0;
  if (variant().part_removal) reached["removals"] = 0;
  if (variant().check_reply) reached["replies"] = 0;
  if (variant().coalition) reached["alliances"] = 0;
  if (variant().endings.bared) reached["bared"] = 0;
  const auto all_reached = [&] {
    return std::all_of(reached.begin(), reached.end(),
                       [](const auto& event) { return event.second > 0; });
  };
  std::mt19937 random(20);
  for (int round = 0; round < 600 && !all_reached(); ++round) {
    Walk walk;
    walk.forceful = random() % 4 != 0;
    walk.start = round % 2 == 0 ? 0 : static_cast<std::uint16_t>(random());
    for (int i = 0; i < kLongestWalk; ++i)
      walk.steps.push_back(static_cast<std::uint16_t>(random()));
    const PlayedGame played = suites::played(reference(), starts(), walk);
    for (std::size_t i = 0; i < played.actions.size(); ++i) {
      const RawPosition before = raw_position(variant(), played.positions[i]);
      const RawPosition after = raw_position(variant(), played.positions[i + 1]);
      const RawAction action = raw_action(variant(), played.actions[i]);
      if (variant().check_reply) reached["replies"] += before.next_regular >= 0 ? 1 : 0;
      if (variant().coalition) {
        reached["alliances"] += before.alliances.text != after.alliances.text ? 1 : 0;
      }
      if (action.type != RawAction::Type::kMove) continue;
      const spec::PlacedPiece mover = piece_on_square(before, action.from);
      const spec::PlacedPiece target = piece_on_square(before, action.to);
      const bool own = target.kind >= 0 && target.player == mover.player;
      const bool fuses = own && variant().fusion && mover.kind == variant().fusion->of &&
                         target.kind == variant().fusion->of;
      const auto moved = std::count_if(
          before.pieces.begin(), before.pieces.end(), [&](const spec::PlacedPiece& piece) {
            return piece.player == mover.player && piece_on_square(after, piece.square) != piece;
          });
      const bool removes = after.removed != before.removed;
      reached["captures"] += target.kind >= 0 && !own ? 1 : 0;
      if (!variant().promotions.empty()) reached["promotions"] += action.choice ? 1 : 0;
      if (variant().castling) reached["castlings"] += moved == 2 && !fuses && !removes ? 1 : 0;
      if (variant().fusion) reached["fusions"] += fuses ? 1 : 0;
      if (variant().part_removal) reached["removals"] += removes ? 1 : 0;
      if (variant().en_passant) {
        reached["en passant"] += target.kind < 0 && after.pieces.size() < before.pieces.size() &&
                                         after.removed == before.removed
                                     ? 1
                                     : 0;
      }
    }
    reached["finished"] += played.last->actions().empty() ? 1 : 0;
    if (variant().endings.bared) {
      reached["bared"] += played.last->outcome() == generator::Outcome::kBared ? 1 : 0;
    }
    for (std::size_t i = 0; i < played.positions.size(); i += 4) {
      reached["checks"] += read_by_generator(game(), played.positions[i])->in_check() ? 1 : 0;
    }
  }
  for (const auto& [event, times] : reached) {
    std::cout << GetParam() << ": " << event << ": " << times << "\n";
    EXPECT_GT(times, 0) << event;
  }
}

}  // namespace
}  // namespace regelwerk::suites
