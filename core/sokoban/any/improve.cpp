// In turns, a plan becomes cheaper and it is proven how much any plan costs at least. So the best plan is known ever
// more closely from both sides, and where they meet it is optimal.
#include "sokoban/any/improve.hpp"

#include <algorithm>
#include <optional>

#include "sokoban/any/improvement.hpp"
#include "sokoban/solve.hpp"
#include "support/sub_control.hpp"

namespace budge::sokoban {

namespace {

constexpr std::uint64_t most_bytes = 1'500'000'000;  // for A*

// A* takes turns with the improvement, until the plan is proven optimal or the memory given to A* is full.
void raise_bound(const Puzzle& puzzle, Metric metric, const std::vector<int>& plan, Improvement& improvement,
                 Control& control) {
  const Limits& all = control.limits();
  SubControl astar(control, std::min((all.memory - std::min(all.memory, control.bytes())) / 4 * 3, most_bytes));
  std::uint64_t next = 0, last = 0;  // positions expanded, and nodes that may be generated, until the next turn
  const auto take_turn = [&](Cost) -> std::optional<search::Solution> {
    const Control& inner = astar.control;
    if (inner.expanded < next && inner.generated < last && inner.lower_bound < control.best_cost) return std::nullopt;
    astar.report();
    control.poll();
    next = inner.expanded + improvement.take_turn(inner.expanded, inner.lower_bound);
    last = inner.generated + all.nodes - std::min(all.nodes, control.generated);
    if (!improvement.is_proven()) return std::nullopt;
    return search::Solution{search::Status::optimal, Stop::none, plan, {}};
  };
  const search::Solution found = solve(puzzle, metric, Heuristic::matching, {search::Algorithm("astar"), {}, 1, false},
                                       astar.control, {}, take_turn);
  astar.report();
  if (found.status == search::Status::optimal) improvement.offer(found.plan);
  control.poll();
}

}  // namespace

Stop improve(const Puzzle& puzzle, const Level& level, Metric metric, bool go_on, std::vector<int>& plan,
             Control& control) {
  try {
    Improvement improvement(level, metric, plan, control);
    if (!go_on || improvement.is_proven()) return Stop::none;
    improvement.begin();
    if (!improvement.is_proven()) raise_bound(puzzle, metric, plan, improvement, control);
    while (!improvement.is_proven() && !improvement.is_over()) improvement.take_turn();
    return Stop::none;
  } catch (const Stopped& stopped) {
    return stopped.reason;
  }
}

}  // namespace budge::sokoban
