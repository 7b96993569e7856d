#include "blocks/solve.hpp"

#include "blocks/breadth_first.hpp"
#include "blocks/goal_states.hpp"
#include "blocks/plan.hpp"
#include "blocks/with_space.hpp"
#include "search/ida_table.hpp"

namespace budge::blocks {

namespace {

// The start as a goal, for a search that comes from the other end.
std::vector<Goal> start_as_goal(const Layout& layout) {
  Goal goal;
  for (int slot = 0; slot < layout.slots(); ++slot) goal.push_back({layout.group_of[slot], layout.start[slot]});
  return {goal};
}

template <class S>
search::Solution run(const Layout& layout, Metric metric, Heuristic heuristic, const search::Request& request,
                     Control& control) {
  S space(layout, layout.goals, metric, search::is_blind(request.algorithm) ? Heuristic("zero") : heuristic);
  search::Solution found;
  search::guarded(found, [&] {
    if (request.algorithm == search::Algorithm::bidirectional || request.algorithm == search::Algorithm::nbs) {
      const auto add = [&](const std::vector<Place>& places) { space.add_goal_state(places); };
      if (!each_goal_state(layout, most_goal_states, control, add)) throw TooManyGoalStates{};
    }
    switch (request.algorithm) {
      case search::Algorithm::dijkstra:
      case search::Algorithm::bidirectional:
        found = search::run_blind(space, request, control);
        break;
      case search::Algorithm::nbs:
        found = search::run_nbs(space, S(layout, start_as_goal(layout), metric, heuristic), request, control);
        break;
      case search::Algorithm::ida:
        found = search::widen(
            search::IdaWithTable<S, search::GrowingTable<S>>(space, request.weight, control).run(request.trace));
        break;
      case search::Algorithm::sma:
        found = search::widen(search::Sma<S>(space, control).run(request.trace));
        break;
      case search::Algorithm::astar:
        found = search::widen(search::AStar<S>(space, request.weight, control).run(request.trace));
        break;
    }
  });
  found.plan = unit_steps(space, layout, {found.plan.begin(), found.plan.end()});
  return found;
}

}  // namespace

search::Solution solve(const Puzzle& puzzle, Metric metric, Heuristic heuristic, const search::Request& request,
                       Control& control) {
  search::Solution result;
  search::guarded(result, [&] {  // the set-up may be stopped, too
    const Layout layout(puzzle, &control);
    if (layout.goals.empty()) {
      result.status = search::Status::unsolvable;
      return;
    }
    result = with_space(layout, [&]<class S>() { return run<S>(layout, metric, heuristic, request, control); });
  });
  return result;
}

int evaluate(const Puzzle& puzzle, Metric metric, Heuristic heuristic) {
  const Layout layout(puzzle);
  return BlockBound(layout, layout.goals, metric, heuristic).evaluate([&](int slot) { return layout.start[slot]; });
}

std::uint64_t count_goal_states(const Puzzle& puzzle, Control& control) {
  std::uint64_t count = 0;
  const auto add = [&](const std::vector<Place>&) { ++count; };
  return each_goal_state(Layout(puzzle, &control), most_goal_states, control, add) ? count : most_goal_states + 1;
}

}  // namespace budge::blocks
