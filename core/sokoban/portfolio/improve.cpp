#include "sokoban/portfolio/improve.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

#include "sokoban/portfolio/improvement.hpp"
#include "sokoban/portfolio/portfolio.hpp"
#include "support/sub_control.hpp"

namespace budge::sokoban {

namespace {

// The improvement of a plan as a task of A*, which runs within the limits of the improvement.
class ImprovementTask : public Task {
 public:
  ImprovementTask(Improvement& improvement, const std::vector<int>& plan, SubControl& astar, Control& control)
      : improvement_(improvement), plan_(plan), astar_(astar), control_(control) {}

  std::optional<search::Solution> take_turn(Cost) override {
    const Control& astar = astar_.control;
    const bool is_due = astar.expanded >= next_turn_ || astar.generated >= max_generated_;
    if (!is_due && astar.lower_bound < control_.best_cost) return std::nullopt;
    astar_.report();
    control_.poll();
    next_turn_ = astar.expanded + improvement_.take_turn(astar.expanded, astar.lower_bound);
    const std::uint64_t max_nodes = control_.limits().nodes;
    max_generated_ = astar.generated + max_nodes - std::min(max_nodes, control_.generated);
    if (!improvement_.is_proven()) return std::nullopt;
    return search::Solution{search::Status::optimal, Stop::none, plan_, {}};
  }

 private:
  Improvement& improvement_;
  const std::vector<int>& plan_;
  SubControl& astar_;
  Control& control_;
  std::uint64_t next_turn_ = 0, max_generated_ = 0;  // expansions of A* and its nodes until the next turn
};

// Runs A* with the improvement as one of its tasks, until the plan is proven optimal or the memory for A* is full.
void prove_and_improve(const Puzzle& puzzle, const Level& level, Metric metric, Improvement& improvement,
                       const std::vector<int>& plan, Control& control) {
  const std::uint64_t left = control.limits().memory - std::min(control.limits().memory, control.bytes());
  SubControl astar(control, std::min(left / 4 * 3, level.tuning().improve_astar_bytes));
  search::Solution found;
  search::guarded(found, [&] {
    const Level own(puzzle, &astar.control, level.tuning());
    Tasks tasks = proof_tasks(own, metric, astar.control);
    tasks.push_back(std::make_unique<ImprovementTask>(improvement, plan, astar, control));
    found = prove(own, metric, std::move(tasks), 1, false, astar.control);
  });
  astar.report();
  if (found.status == search::Status::optimal) improvement.offer(found.plan);
  control.poll();
}

}  // namespace

Stop improve(const Puzzle& puzzle, const Level& level, Metric metric, bool searching, std::vector<int>& plan,
             Control& control) {
  try {
    Improvement improvement(level, metric, plan, control);
    if (!searching || improvement.is_proven()) return Stop::none;
    improvement.begin();
    if (!improvement.is_proven()) prove_and_improve(puzzle, level, metric, improvement, plan, control);
    while (!improvement.is_proven() && !improvement.is_exhausted()) improvement.take_turn();
    return Stop::none;
  } catch (const Stopped& stopped) {
    return stopped.reason;
  }
}

}  // namespace budge::sokoban
