#include "fuzz/position_edit.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "spec/load.h"
#include "suites/reference.h"

namespace regelwerk::fuzz {
namespace {

class PositionEdit : public testing::TestWithParam<std::string> {};

// An editor whose positions nobody takes would be no better than changed bytes, and one whose
// positions all are taken would never try what has to be refused.
TEST_P(PositionEdit, GivesWellFormedTextsOfWhichSomeAreTaken) {
  spec::Diagnostics diagnostics;
  const auto reference = suites::Reference::load(GetParam(), {}, &diagnostics);
  ASSERT_NE(reference, nullptr);
  const spec::Variant& variant = reference->variant();
  const spec::RawPosition start = *spec::parse_position_text(variant, variant.start).position;
  Random random(1);
  std::set<std::string> texts;
  int taken = 0;
  constexpr int kTries = 400;
  for (int i = 0; i < kTries; ++i) {
    const spec::RawPosition position = edited(variant, start, random);
    const std::string text = spec::write_position_text(variant, position);
    const spec::RawPositionResult again = spec::parse_position_text(variant, text);
    // What a field says twice is refused; that may happen, but seldom.
    if (again.position) {
      EXPECT_EQ(spec::write_position_text(variant, *again.position), text);
      texts.insert(text);
    }
    taken += reference->referee().read(text).position ? 1 : 0;
  }
  EXPECT_GT(texts.size(), kTries / 2U);
  EXPECT_GT(taken, kTries / 20);
  EXPECT_LT(taken, kTries);
}

TEST_P(PositionEdit, GivesActionsThatReadBack) {
  const spec::LoadResult loaded = spec::load_variant(GetParam());
  const spec::Variant& variant = *loaded.variant;
  const spec::RawPosition start = *spec::parse_position_text(variant, variant.start).position;
  Random random(1);
  std::set<std::string> texts;
  for (int i = 0; i < 200; ++i) {
    const std::string text = spec::write_action_text(variant, any_action(variant, start, random));
    const auto again = spec::parse_action_text(variant, text, nullptr);
    ASSERT_TRUE(again) << text;
    EXPECT_EQ(spec::write_action_text(variant, *again), text);
    texts.insert(text);
  }
  EXPECT_GT(texts.size(), 50U);
}

INSTANTIATE_TEST_SUITE_P(Bundled, PositionEdit, testing::ValuesIn(spec::bundled_variants()),
                         [](const auto& each) {
                           std::string name = each.param;
                           std::erase(name, '-');
                           return name;
                         });

}  // namespace
}  // namespace regelwerk::fuzz
