#include "blocks/all_plans.hpp"

#include "blocks/plan.hpp"
#include "blocks/with_space.hpp"

namespace budge::blocks {

search::PlansFound all_plans(const Puzzle& puzzle, Metric metric, Heuristic heuristic, std::int64_t optimum,
                             std::size_t max_plans, Control& control) {
  search::PlansFound found;
  search::guarded(found, [&] {
    const Layout layout(puzzle, &control);
    with_space(layout, [&]<class S>() {
      const S space(layout, layout.goals, metric, heuristic);
      found = search::AllPlans<S>(space, control).run(optimum, max_plans);
      for (auto& plan : found.plans) plan = unit_steps(space, layout, {plan.begin(), plan.end()});
    });
  });
  return found;
}

}  // namespace budge::blocks
