#include "sokoban/search/from_both_ends.hpp"

#include "search/bidirectional.hpp"
#include "search/nbs.hpp"
#include "sokoban/rules/words.hpp"
#include "sokoban/search/both_ways.hpp"

namespace budge::sokoban {

search::Solution solve_from_both_ends(const Level& level, Metric metric, Heuristic heuristic,
                                      const search::Request& request, Control& control) {
  return with_words(level, [&](auto words) -> search::Solution {
    const bool blind = request.algorithm == search::Algorithm::bidirectional;
    PushSpace<words> pushes(level, metric, blind ? Heuristic::zero : heuristic);
    TwoWaySpace<words> steps(level, metric);
    using F = Forwards<words>;
    using B = Backwards<words>;
    F forward(pushes, steps);
    B backward(pushes, steps, heuristic);
    if (blind) return search::Bidirectional<F, B>(forward, backward, control).run(request.trace);
    return search::Nbs<F, B>(forward, backward, control).run(request.trace);
  });
}

}  // namespace budge::sokoban
