#include "robots/goal_states.hpp"

#include <algorithm>

#include "search/tuning.hpp"

namespace budge::robots {

namespace {

// The robots that may be anywhere.
int free_robots(const Slots& slots) {
  return slots.count() - slots.named() - static_cast<int>(slots.any_targets().size());
}

}  // namespace

std::uint64_t count_goal_states(const Slots& slots, int cells) {
  const int free = free_robots(slots), room = cells - (slots.count() - free);
  std::uint64_t count = 1;
  for (int i = 0; i < free; ++i) {
    if (i >= room) return 0;
    count = count * static_cast<std::uint64_t>(room - i) / static_cast<std::uint64_t>(i + 1);
    if (count > search::tuning.max_goal_states && i + 1 <= room / 2)
      return search::tuning.max_goal_states + 1;  // from here on it only grows
  }
  return std::min(count, search::tuning.max_goal_states + 1);
}

void each_goal_state(const Slots& slots, int cells, const std::function<void(const std::vector<int>&)>& take) {
  std::vector<int> state = slots.targets(), fixed = slots.any_targets();
  std::vector<bool> taken(static_cast<std::size_t>(cells));
  for (const int cell : state) taken[cell] = true;
  for (const int cell : fixed) taken[cell] = true;
  std::vector<int> chosen;
  const auto choose = [&](const auto& self, int from) -> void {
    if (static_cast<int>(chosen.size()) == free_robots(slots)) {
      std::vector<int> whole = state, others = fixed;
      others.insert(others.end(), chosen.begin(), chosen.end());
      std::sort(others.begin(), others.end());
      whole.insert(whole.end(), others.begin(), others.end());
      take(whole);
      return;
    }
    for (int cell = from; cell < cells; ++cell) {
      if (taken[cell]) continue;
      chosen.push_back(cell);
      self(self, cell + 1);
      chosen.pop_back();
    }
  };
  choose(choose, 0);
}

}  // namespace budge::robots
