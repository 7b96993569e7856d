#include "blocks/bound.hpp"

#include "blocks/heuristics.hpp"

namespace budge::blocks {

std::span<const About> Heuristic::all() { return All::about; }

BlockBound::BlockBound(const Layout& layout, const std::vector<Goal>& goals, Metric metric, Heuristic heuristic)
    : depends_(layout.slots()) {
  with_heuristic(All(), heuristic.place(), [&]<class H>() {
    if constexpr (requires { &H::distances; }) count<H>(layout, goals, metric);
  });
}

template <class H>
void BlockBound::count(const Layout& layout, const std::vector<Goal>& goals, Metric metric) {
  for (const Goal& goal : goals) {
    OneGoal& one = goals_.emplace_back();
    for (std::size_t i = 0; i < goal.size(); ++i) {
      layout.poll_clock();
      const auto [number, place] = goal[i];
      const Group& group = layout.groups[number];
      const int last = group.first + static_cast<int>(group.size()) - 1;
      one.terms.push_back({group.first, last, i + 1 == goal.size() || goal[i + 1].group != number,
                           H::distances(layout, group, place, metric)});
      assert(one.terms.back().distance.size() == group.places());
      for (int slot = group.first; slot <= last; ++slot) depends_[slot] = true;
    }
    if constexpr (requires { H::blockers; }) {
      one.conflicts = Conflicts(layout, goal, metric, H::blockers);
      conflicts_ = true;
      if (H::blockers == Blockers::all) depends_.assign(layout.slots(), true);
    }
  }
}

}  // namespace budge::blocks
