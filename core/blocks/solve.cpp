#include "blocks/solve.hpp"

#include "blocks/goal_states.hpp"
#include "blocks/plan.hpp"
#include "blocks/space.hpp"

namespace budge {

namespace {

template <class S>
Solution run(const Layout& layout, Metric metric, BlockHeuristic heuristic, const Request& request, Control& control) {
  S space(layout, metric, is_blind(request.algorithm) ? BlockHeuristic::zero : heuristic);
  if (request.algorithm == Algorithm::bidirectional) {
    const auto add = [&](const std::vector<Place>& places) { space.add_goal_state(places); };
    if (!each_goal_state(layout, most_goal_states, control, add)) throw TooManyGoalStates{};
  }
  Solution found =
      is_blind(request.algorithm) ? run_blind(space, request, control) : run_informed(space, request, control);
  found.plan = unit_steps(space, layout, {found.plan.begin(), found.plan.end()});
  return found;
}

}  // namespace

Solution solve(const BlockPuzzle& puzzle, Metric metric, BlockHeuristic heuristic, const Request& request,
               Control& control) {
  const Layout layout(puzzle);
  if (layout.goals.empty()) {
    Solution none;
    none.status = Status::unsolvable;
    return none;
  }
  const int words = Fields(layout).words;
  if (puzzle.width * puzzle.height <= Board64::capacity && words == 1) {
    return run<BlockSpace<1, Board64>>(layout, metric, heuristic, request, control);
  }
  if (words <= 2) return run<BlockSpace<2, Board256>>(layout, metric, heuristic, request, control);
  if (words <= 8) return run<BlockSpace<8, Board256>>(layout, metric, heuristic, request, control);
  return run<BlockSpace<32, Board256>>(layout, metric, heuristic, request, control);
}

int evaluate(const BlockPuzzle& puzzle, Metric metric, BlockHeuristic heuristic) {
  const Layout layout(puzzle);
  return BlockBound(layout, layout.goals, metric, heuristic).evaluate([&](int slot) { return layout.start[slot]; });
}

std::uint64_t count_goal_states(const BlockPuzzle& puzzle, Control& control) {
  std::uint64_t count = 0;
  const auto add = [&](const std::vector<Place>&) { ++count; };
  return each_goal_state(Layout(puzzle), most_goal_states, control, add) ? count : most_goal_states + 1;
}

}  // namespace budge
