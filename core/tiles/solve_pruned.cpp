// IDA* with listed heuristics and an automaton that prunes duplicates.
#include "tiles/guide.hpp"
#include "tiles/heuristics.hpp"
#include "tiles/pruned.hpp"
#include "tiles/solve.hpp"

namespace budge::tiles {

search::Solution solve_pruned(const tokens::Puzzle& puzzle, Heuristic heuristic, const search::Request& request,
                              int fsm, Control& control) {
  return with_heuristic(All(), heuristic.place(), [&]<class H>() {
    if constexpr (Alternating<H>) {
      return with_cells<H>(puzzle.start.size(), [&]<class Cells>() {
        return solve_pruned(tokens::TokenSpace<Cells, H>(puzzle), puzzle.width, request, fsm, control);
      });
    } else {
      return solve(puzzle, Guide{{heuristic}, {}, {}}, request, fsm, control);  // which corrects the parity
    }
  });
}

}  // namespace budge::tiles
