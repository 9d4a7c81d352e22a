#include "suites/minimise.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <set>

#include "spec/load.h"

namespace regelwerk::suites {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

constexpr char kKiwipete[] = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 3 7";

class MinimiseTest : public testing::Test {
 protected:
  void SetUp() override {
    spec::LoadResult loaded = spec::load_variant("chess");
    ASSERT_TRUE(loaded.variant.has_value());
    variant_ = std::move(*loaded.variant);
  }
  std::string small(const std::string& text, const StillShows& still_shows,
                    const MinimiseOptions& options = {}) const {
    const spec::RawPositionResult raw = spec::parse_position_text(variant_, text);
    return spec::write_position_text(variant_,
                                     minimise(variant_, *raw.position, still_shows, options));
  }

  spec::Variant variant_;
};

// Of a text: whether these pieces stand in it.
bool has(const std::string& text, const std::string& letters) {
  const std::string placement = text.substr(0, text.find(' '));
  return std::all_of(letters.begin(), letters.end(),
                     [&](char letter) { return placement.find(letter) != std::string::npos; });
}

TEST_F(MinimiseTest, KeepsWhatIsNeededAndNothingElse) {
  int asked = 0;
  const std::string text = small(kKiwipete, [&](const std::string& candidate) {
    ++asked;
    return has(candidate, "KkN") && candidate.find(" w Q") != std::string::npos;
  });
  EXPECT_THAT(text, HasSubstr(" w Q - 0 1"));
  EXPECT_TRUE(has(text, "KkN"));
  EXPECT_EQ(std::count_if(text.begin(), text.begin() + static_cast<long>(text.find(' ')),
                          [](unsigned char c) { return std::isalpha(c) != 0; }),
            3);
  EXPECT_LT(asked, 120);
}

TEST_F(MinimiseTest, NeverAsksTwiceAboutOneText) {
  std::set<std::string> seen;
  small(kKiwipete, [&](const std::string& candidate) {
    EXPECT_TRUE(seen.insert(candidate).second) << candidate;
    return has(candidate, "KkqQ");
  });
  EXPECT_EQ(seen.count(kKiwipete), 0u) << "it is known to show there";
}

TEST_F(MinimiseTest, IsTheSameEachTime) {
  const StillShows shows = [](const std::string& candidate) { return has(candidate, "Kkb"); };
  EXPECT_EQ(small(kKiwipete, shows), small(kKiwipete, shows));
}

TEST_F(MinimiseTest, TakesAwayTwoAtOnceWhereOneAloneDoesNotDo) {
  // A queen and a rook, or neither.
  const std::string text = "4k3/8/8/8/8/8/8/Q3K2r w - - 0 1";
  const StillShows shows = [](const std::string& candidate) {
    return has(candidate, "Kk") && has(candidate, "Q") == has(candidate, "r");
  };
  EXPECT_EQ(small(text, shows), "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
  // The whole group goes at once; one of three that hang together in pairs needs the pairs.
  const StillShows pairs = [](const std::string& candidate) {
    return has(candidate, "KkN") && has(candidate, "Q") == has(candidate, "r");
  };
  const std::string three = "4k3/8/8/8/8/8/8/QN2K2r w - - 0 1";
  EXPECT_EQ(small(three, pairs), "4k3/8/8/8/8/8/8/1N2K3 w - - 0 1");
  MinimiseOptions no_pairs;
  no_pairs.pair_limit = 0;
  EXPECT_EQ(small(three, pairs, no_pairs), three);
}

TEST_F(MinimiseTest, StopsWhenItIsTold) {
  int asked = 0;
  MinimiseOptions options;
  options.stop = [&] { return asked >= 5; };
  const std::string text = small(
      kKiwipete,
      [&](const std::string& candidate) {
        ++asked;
        return has(candidate, "KkQ");
      },
      options);
  EXPECT_EQ(asked, 5);
  EXPECT_TRUE(has(text, "KkQ"));
}

}  // namespace
}  // namespace regelwerk::suites
