// Small pattern databases for tests.
#pragma once

#include <memory>
#include <numeric>
#include <vector>

#include "patterns/build.hpp"
#include "patterns/lookup.hpp"
#include "tests/check.hpp"

namespace budge::test {

inline std::shared_ptr<const patterns::Database> built(const patterns::Pattern& pattern, int threads = 1) {
  const auto data = std::make_shared<std::vector<std::uint8_t>>(pattern.bytes());
  Control control;
  CHECK(build(pattern, data->data(), threads, control).stop == Stop::none);
  return std::make_shared<const patterns::Database>(pattern, data->data(), data);
}

inline std::vector<int> same(int cells) {
  std::vector<int> map(cells);
  std::iota(map.begin(), map.end(), 0);
  return map;
}

}  // namespace budge::test
