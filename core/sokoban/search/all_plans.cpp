#include "sokoban/search/all_plans.hpp"

#include "sokoban/rules/words.hpp"
#include "sokoban/search/complete_space.hpp"

namespace budge::sokoban {

search::PlansFound all_plans(const Puzzle& puzzle, Metric metric, std::int64_t optimum, std::size_t max_plans,
                             Control& control) {
  search::PlansFound found;
  search::guarded(found, [&] {  // a limit may stop the measuring of the level, too
    const Level level(puzzle, &control);
    with_fewer_sizes(level, [&](auto words) {
      CompleteSpace<words> space(level, metric);
      found = search::AllPlans<CompleteSpace<words>>(space, control).run(optimum, max_plans);
    });
  });
  return found;
}

}  // namespace budge::sokoban
