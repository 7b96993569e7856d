#include "robots/all_plans.hpp"

#include "robots/with_space.hpp"

namespace budge::robots {

search::PlansFound all_plans(const Puzzle& puzzle, std::int64_t optimum, std::size_t max_plans, Control& control) {
  const Rules rules(puzzle);
  return with_space(rules, [&]<class S>() {
    const S space(rules, Heuristic::stoppers);
    return search::AllPlans<S>(space, control).run(optimum, max_plans);
  });
}

}  // namespace budge::robots
