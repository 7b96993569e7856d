#include "sokoban/players/joint.hpp"

#include "search/astar.hpp"
#include "search/bidirectional.hpp"
#include "search/ida_table.hpp"
#include "search/nbs.hpp"
#include "search/sma.hpp"
#include "sokoban/players/joint_backwards.hpp"
#include "sokoban/players/joint_space.hpp"
#include "sokoban/rules/words.hpp"

namespace budge::sokoban {

search::Solution solve_jointly(const Level& level, Heuristic heuristic, const search::Request& request,
                               Control& control) {
  return with_words_of<2, 64>(level, [&](auto words) -> search::Solution {
    using S = JointSpace<words>;
    using B = JointBackwards<words>;
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
      case search::Algorithm::bidirectional: {
        S blind(level, Heuristic::zero);
        B backwards(level, blind, Heuristic::zero);
        return search::Bidirectional<S, B>(blind, backwards, control).run(request.trace);
      }
      case search::Algorithm::nbs: {
        S space(level, heuristic);
        B backwards(level, space, heuristic);
        return search::Nbs<S, B>(space, backwards, control).run(request.trace);
      }
    }
    __builtin_unreachable();
  });
}

int evaluate_jointly(const Level& level, Heuristic heuristic) {
  const auto bound = with_words_of<2, 64>(level, [&](auto words) {
    JointSpace<words> space(level, heuristic);
    return space.h(space.start());
  });
  return bound >= Matching::infinite ? -1 : static_cast<int>(bound);
}

}  // namespace budge::sokoban
