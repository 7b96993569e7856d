// Small pattern databases for tests.
#pragma once

#include <memory>
#include <numeric>
#include <vector>

#include "patterns/build.hpp"
#include "patterns/lookup.hpp"
#include "tests/check.hpp"

namespace budge::test {

// Appends the written bytes to a vector.
inline patterns::Write into(std::vector<std::uint8_t>& all) {
  return [&all](const std::uint8_t* data, std::size_t size) { all.insert(all.end(), data, data + size); };
}

inline std::shared_ptr<const patterns::Database> built(const patterns::Pattern& pattern, int threads = 1) {
  const auto data = std::make_shared<std::vector<std::uint8_t>>();
  Control control;
  CHECK(build(pattern, into(*data), threads, control).stop == Stop::none);
  CHECK_EQ(data->size(), pattern.bytes());
  return std::make_shared<const patterns::Database>(pattern, data->data(), data);
}

inline std::vector<int> same(int cells) {
  std::vector<int> map(cells);
  std::iota(map.begin(), map.end(), 0);
  return map;
}

}  // namespace budge::test
