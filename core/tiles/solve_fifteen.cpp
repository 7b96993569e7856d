// IDA* on the 15-puzzle, by the loops of fifteen.hpp.
#include <cassert>

#include "tiles/fifteen.hpp"
#include "tiles/linear_conflict.hpp"
#include "tiles/pruned.hpp"
#include "tiles/solve.hpp"
#include "tiles/xy.hpp"

namespace budge::tiles {

namespace {

template <class Heuristic>
search::Solution with(const tokens::Puzzle& puzzle, const search::Request& request, int fsm, Control& control) {
  using S = FifteenSpace<Heuristic>;
  if (fsm > 0) return solve_pruned(S(puzzle, *automaton(fsm)), puzzle.width, request, fsm, control);
  return search::widen(search::Ida<S>(S(puzzle), request.weight, request.threads, control).run(request.trace));
}

}  // namespace

// The loops know one operator order only.
bool is_fifteen(const tokens::Puzzle& puzzle, Heuristic heuristic) {
  const bool known =
      heuristic == Heuristic::manhattan || heuristic == Heuristic::linear_conflict || heuristic == Heuristic::xy;
  return known && puzzle.width == 4 && puzzle.graph == tokens::grid(4, 4);
}

search::Solution solve_fifteen(const tokens::Puzzle& puzzle, Heuristic heuristic, const search::Request& request,
                               int fsm, Control& control) {
  assert(is_fifteen(puzzle, heuristic));
  if (heuristic == Heuristic::linear_conflict) return with<LinearConflict>(puzzle, request, fsm, control);
  if (heuristic == Heuristic::xy) return with<XY>(puzzle, request, fsm, control);
  return with<tokens::Manhattan>(puzzle, request, fsm, control);
}

}  // namespace budge::tiles
