#include "sokoban/players/joint.hpp"

#include <stdexcept>

#include "search/astar.hpp"
#include "search/ida_table.hpp"
#include "search/sma.hpp"
#include "sokoban/players/joint_space.hpp"
#include "sokoban/rules/words.hpp"

namespace budge::sokoban {

search::Solution solve_jointly(const Level& level, Heuristic heuristic, const search::Request& request,
                               Control& control) {
  return with_words(level, [&](auto words) -> search::Solution {
    using S = JointSpace<words>;
    switch (request.algorithm) {
      case search::Algorithm::dijkstra: {
        S blind(level, Heuristic::zero);
        return search::AStar<S>(blind, request.weight, control).run(request.trace);
      }
      case search::Algorithm::astar: {
        S space(level, heuristic);
        return search::AStar<S>(space, request.weight, control).run(request.trace);
      }
      case search::Algorithm::ida: {
        S space(level, heuristic);
        return search::IdaWithTable<S, search::ReplacingTable<S>>(space, request.weight, control).run(request.trace);
      }
      case search::Algorithm::sma: {
        S space(level, heuristic);
        return search::Sma<S>(space, control).run(request.trace);
      }
      case search::Algorithm::bidirectional:
      case search::Algorithm::nbs:
        break;
    }
    throw std::invalid_argument("several players are searched from the start alone");
  });
}

int evaluate_jointly(const Level& level, Heuristic heuristic) {
  const auto bound = with_words(level, [&](auto words) {
    JointSpace<words> space(level, heuristic);
    return space.h(space.start());
  });
  return bound >= Matching::infinite ? -1 : static_cast<int>(bound);
}

}  // namespace budge::sokoban
