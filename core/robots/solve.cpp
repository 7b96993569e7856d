#include "robots/solve.hpp"

#include <stdexcept>

#include "robots/backward.hpp"
#include "robots/goal_states.hpp"
#include "robots/with_space.hpp"
#include "search/ida_table.hpp"

namespace budge::robots {

namespace {

template <class S>
search::Solution from_both_ends(const Rules& rules, const search::Request& request, Control& control) {
  const int cells = rules.board.cells();
  if (count_goal_states(rules.slots, cells) > most_goal_states) throw TooManyGoalStates{};
  S forward(rules, Heuristic::zero);
  search::Solution found;
  search::guarded(found, [&] {
    each_goal_state(rules.slots, cells, [&](const std::vector<int>& state) { forward.add_goal_state(state); });
    const BackwardSpace<S> backward(rules, forward);
    found = search::widen(search::Bidirectional<S, BackwardSpace<S>>(forward, backward, control).run(request.trace));
  });
  return found;
}

// Slides cannot be taken back: breadth-first search is A* without a heuristic.
template <class S>
search::Solution run(const Rules& rules, Heuristic heuristic, const search::Request& request, Control& control) {
  switch (request.algorithm) {
    case search::Algorithm::dijkstra:
      return search::widen(search::AStar<S>(S(rules, Heuristic::zero), {}, control).run(request.trace));
    case search::Algorithm::astar:
      return search::widen(search::AStar<S>(S(rules, heuristic), request.weight, control).run(request.trace));
    case search::Algorithm::ida:
      return search::widen(
          search::IdaWithTable<S, search::GrowingTable<S>>(S(rules, heuristic), request.weight, control)
              .run(request.trace));
    case search::Algorithm::sma:
      return search::widen(search::Sma<S>(S(rules, heuristic), control).run(request.trace));
    case search::Algorithm::bidirectional:
      return from_both_ends<S>(rules, request, control);
    case search::Algorithm::nbs:
      break;
  }
  throw std::logic_error("an algorithm that does not serve robots");
}

}  // namespace

search::Solution solve(const Puzzle& puzzle, Heuristic heuristic, const search::Request& request, Control& control) {
  const Rules rules(puzzle);
  return with_space(rules, [&]<class S>() { return run<S>(rules, heuristic, request, control); });
}

int evaluate(const Puzzle& puzzle, Heuristic heuristic) {
  const Rules rules(puzzle);
  return with_space(rules, [&]<class S>() {
    const S space(rules, heuristic);
    return space.h(space.start());
  });
}

std::uint64_t count_goal_states(const Puzzle& puzzle) {
  return count_goal_states(Slots(puzzle), puzzle.width * puzzle.height);
}

}  // namespace budge::robots
