// IDA* by heuristics known by name, without the duplicates that an automaton knows.
#include "patterns/guide.hpp"
#include "tiles/linear_conflict.hpp"
#include "tiles/pruned.hpp"
#include "tiles/solve.hpp"
#include "tiles/xy.hpp"
#include "tokens/heuristics.hpp"
#include "tokens/solve.hpp"

namespace budge {

namespace {

template <class Cells, class Heuristic>
Solution with(const TokenPuzzle& puzzle, const Request& request, int fsm, Control& control) {
  return solve_pruned(TokenSpace<Cells, Heuristic>(puzzle), puzzle.width, request, fsm, control);
}

}  // namespace

Solution solve_pruned(const TokenPuzzle& puzzle, TileHeuristic heuristic, const Request& request, int fsm,
                      Control& control) {
  switch (heuristic) {
    case TileHeuristic::xy:
      return with<Nibbles, XY>(puzzle, request, fsm, control);
    case TileHeuristic::manhattan:
      return with_cells(puzzle.start.size(),
                        [&]<class Cells>() { return with<Cells, Manhattan>(puzzle, request, fsm, control); });
    case TileHeuristic::linear_conflict:
      return with_cells(puzzle.start.size(),
                        [&]<class Cells>() { return with<Cells, LinearConflict>(puzzle, request, fsm, control); });
    case TileHeuristic::zero:
    case TileHeuristic::misplaced:
      break;
  }
  return solve(puzzle, Guide{{heuristic}, {}, {}}, request, fsm, control);
}

}  // namespace budge
