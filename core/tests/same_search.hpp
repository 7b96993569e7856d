// Compares IDA* on a space with its own fast loops with IDA* on a general space: equal plans and counts.
#pragma once

#include "search/ida.hpp"
#include "tests/check.hpp"

namespace budge::test {

template <class General, class Fast>
void check_same_search(const General& general, const Fast& fast, int threads) {
  Control a, b;
  const auto slow = search::Ida<General>(general, search::Weight{}, 1, a).run(false);
  const auto quick = search::Ida<Fast>(fast, search::Weight{}, threads, b).run(false);
  CHECK(slow.plan == quick.plan);
  CHECK_EQ(a.generated, b.generated);
  CHECK_EQ(a.expanded, b.expanded);
}

}  // namespace budge::test
