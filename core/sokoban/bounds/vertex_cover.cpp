#include "sokoban/bounds/vertex_cover.hpp"

#include <algorithm>
#include <cassert>
#include <functional>

namespace budge::sokoban {

int VertexCover::min_cover(const std::vector<Conflict>& conflicts) {
  if (conflicts.empty()) return 0;
  std::ranges::fill(degree_, 0);
  for (const Conflict& conflict : conflicts) {
    assert(conflict.pushes % 2 == 0 && conflict.one != conflict.other);
    ++degree_[conflict.one], ++degree_[conflict.other];
  }
  const auto busiest = std::ranges::max_element(degree_);
  const int box = static_cast<int>(busiest - degree_.begin());
  if (*busiest == 1 || --branches_left_ < 0) return disjoint(conflicts);
  int highest = 0;
  for (const Conflict& conflict : conflicts) {
    if (conflict.has(box)) highest = std::max<int>(highest, conflict.pushes);
  }
  int best = 1 << 30;
  std::vector<Conflict> left;
  std::vector<int> given(degree_.size());
  for (int number = 0; number <= highest; number += 2) {  // of this box; its partners get the rest
    std::ranges::fill(given, 0);
    given[box] = number;
    int sum = number;
    for (const Conflict& conflict : conflicts) {
      if (!conflict.has(box) || conflict.pushes <= number) continue;
      given[conflict.partner(box)] = conflict.pushes - number;
      sum += conflict.pushes - number;
    }
    left.clear();
    for (Conflict conflict : conflicts) {
      const int rest = conflict.pushes - given[conflict.one] - given[conflict.other];
      if (conflict.has(box) || rest <= 0) continue;
      conflict.pushes = static_cast<std::uint8_t>(rest);
      left.push_back(conflict);
    }
    if (sum < best) best = std::min(best, sum + min_cover(left));
  }
  return best;
}

int VertexCover::disjoint(std::vector<Conflict> conflicts) {
  std::ranges::stable_sort(conflicts, std::greater<>(), &Conflict::pushes);
  std::ranges::fill(used_, 0);
  int sum = 0;
  for (const Conflict& conflict : conflicts) {
    if (used_[conflict.one] || used_[conflict.other]) continue;
    used_[conflict.one] = used_[conflict.other] = 1;
    sum += conflict.pushes;
  }
  return sum;
}

}  // namespace budge::sokoban
