#include "blocks/solve.hpp"

#include "blocks/goal_states.hpp"
#include "blocks/plan.hpp"
#include "blocks/with_space.hpp"
#include "search/ida_table.hpp"

namespace budge {

namespace {

// The start as a goal, for a search that comes from the other end.
std::vector<Goal> start_as_goal(const Layout& layout) {
  Goal goal;
  for (int slot = 0; slot < layout.slots(); ++slot) goal.push_back({layout.group_of[slot], layout.start[slot]});
  return {goal};
}

template <class S>
Solution run(const Layout& layout, Metric metric, BlockHeuristic heuristic, const Request& request, Control& control) {
  S space(layout, layout.goals, metric, is_blind(request.algorithm) ? BlockHeuristic::zero : heuristic);
  Solution found;
  guarded(found, [&] {
    if (request.algorithm == Algorithm::bidirectional || request.algorithm == Algorithm::nbs) {
      const auto add = [&](const std::vector<Place>& places) { space.add_goal_state(places); };
      if (!each_goal_state(layout, most_goal_states, control, add)) throw TooManyGoalStates{};
    }
    switch (request.algorithm) {
      case Algorithm::dijkstra:
      case Algorithm::bidirectional:
        found = run_blind(space, request, control);
        break;
      case Algorithm::nbs:
        found = run_nbs(space, S(layout, start_as_goal(layout), metric, heuristic), request, control);
        break;
      case Algorithm::ida:
        found = widen(IdaWithTable<S>(space, request.weight, control).run(request.trace));
        break;
      case Algorithm::sma:
        found = widen(Sma<S>(space, control).run(request.trace));
        break;
      case Algorithm::astar:
        found = widen(AStar<S>(space, request.weight, control).run(request.trace));
        break;
    }
  });
  found.plan = unit_steps(space, layout, {found.plan.begin(), found.plan.end()});
  return found;
}

}  // namespace

Solution solve(const BlockPuzzle& puzzle, Metric metric, BlockHeuristic heuristic, const Request& request,
               Control& control) {
  const Layout layout(puzzle, &control);
  if (layout.goals.empty()) {
    Solution none;
    none.status = Status::unsolvable;
    return none;
  }
  return with_space(layout, [&]<class S>() { return run<S>(layout, metric, heuristic, request, control); });
}

int evaluate(const BlockPuzzle& puzzle, Metric metric, BlockHeuristic heuristic) {
  const Layout layout(puzzle);
  return BlockBound(layout, layout.goals, metric, heuristic).evaluate([&](int slot) { return layout.start[slot]; });
}

std::uint64_t count_goal_states(const BlockPuzzle& puzzle, Control& control) {
  std::uint64_t count = 0;
  const auto add = [&](const std::vector<Place>&) { ++count; };
  return each_goal_state(Layout(puzzle, &control), most_goal_states, control, add) ? count : most_goal_states + 1;
}

}  // namespace budge
