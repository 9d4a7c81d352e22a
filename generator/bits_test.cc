#include "generator/bits.h"

#include <set>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace regelwerk::generator {
namespace {

template <int W>
Bits<W> bits_of(const std::set<int>& members) {
  Bits<W> b;
  for (const int m : members) b.set(m);
  return b;
}

template <int W>
void behaves_like_a_set() {
  const auto index = rc::gen::inRange(0, 64 * W);
  const auto members = *rc::gen::container<std::set<int>>(index);
  const auto others = *rc::gen::container<std::set<int>>(index);
  const Bits<W> a = bits_of<W>(members);
  const Bits<W> b = bits_of<W>(others);

  std::vector<int> listed;
  a.for_each([&](int i) { listed.push_back(i); });
  RC_ASSERT(listed == std::vector<int>(members.begin(), members.end()));
  RC_ASSERT(a.count() == static_cast<int>(members.size()));
  RC_ASSERT(a.any() == !members.empty());
  RC_ASSERT(a.more_than_one() == (members.size() > 1));
  if (!members.empty()) {
    RC_ASSERT(a.lowest() == *members.begin());
    RC_ASSERT(a.highest() == *members.rbegin());
  }
  const int probe = *index;
  RC_ASSERT(a.test(probe) == (members.count(probe) == 1));
  RC_ASSERT((a & b).test(probe) == (a.test(probe) && b.test(probe)));
  RC_ASSERT((a | b).test(probe) == (a.test(probe) || b.test(probe)));
  RC_ASSERT((a ^ b).test(probe) == (a.test(probe) != b.test(probe)));
  RC_ASSERT((~a).test(probe) == !a.test(probe));
  RC_ASSERT(a.without(b).test(probe) == (a.test(probe) && !b.test(probe)));
  RC_ASSERT(Bits<W>::single(probe) == bits_of<W>({probe}));
}

RC_GTEST_PROP(Bits, OfOneWordBehavesLikeASet, ()) { behaves_like_a_set<1>(); }
RC_GTEST_PROP(Bits, OfTwoWordsBehavesLikeASet, ()) { behaves_like_a_set<2>(); }
RC_GTEST_PROP(Bits, OfFourWordsBehavesLikeASet, ()) { behaves_like_a_set<4>(); }

}  // namespace
}  // namespace regelwerk::generator
