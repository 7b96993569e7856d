// IDA* on the 15-puzzle, by the loops of fifteen.hpp.
#include <cassert>

#include "tiles/fifteen.hpp"
#include "tiles/heuristics.hpp"
#include "tiles/pruned.hpp"
#include "tiles/solve.hpp"

namespace budge::tiles {

template <class H>
constexpr bool has_loops = search::Descends<FifteenSpace<H>> && DescendsByAutomaton<FifteenSpace<H>> &&
                           search::Descends<Pruned<FifteenSpace<H>>>;
static_assert(has_loops<tokens::Manhattan> && has_loops<LinearConflict> && has_loops<XY>);
static_assert(search::Sweeps<FifteenSpace<tokens::Manhattan>> && SweepsByAutomaton<FifteenSpace<tokens::Manhattan>>);

// The loops support one operator order only.
bool is_fifteen(const tokens::Puzzle& puzzle, Heuristic heuristic) {
  const bool known = with_heuristic(All(), heuristic.place(), []<class H>() { return fifteen::HasLoops<H>; });
  return known && puzzle.width == 4 && puzzle.graph == tokens::grid(4, 4);
}

search::Solution solve_fifteen(const tokens::Puzzle& puzzle, Heuristic heuristic, const search::Request& request,
                               int fsm, Control& control) {
  assert(is_fifteen(puzzle, heuristic));
  return with_heuristic(All(), heuristic.place(), [&]<class H>() -> search::Solution {
    if constexpr (fifteen::HasLoops<H>) {
      using S = FifteenSpace<H>;
      if (fsm > 0) return solve_pruned(S(puzzle, *automaton(fsm)), puzzle.width, request, fsm, control);
      return search::run_ida(S(puzzle), request, control);
    }
    return {};
  });
}

}  // namespace budge::tiles
