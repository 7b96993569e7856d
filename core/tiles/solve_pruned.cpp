// IDA* by heuristics known by name, without the duplicates that an automaton knows.
#include "tiles/guide.hpp"
#include "tiles/linear_conflict.hpp"
#include "tiles/pruned.hpp"
#include "tiles/solve.hpp"
#include "tiles/xy.hpp"
#include "tokens/heuristics.hpp"
#include "tokens/solve.hpp"

namespace budge::tiles {

namespace {

template <class Cells, class Heuristic>
search::Solution with(const tokens::Puzzle& puzzle, const search::Request& request, int fsm, Control& control) {
  return solve_pruned(tokens::TokenSpace<Cells, Heuristic>(puzzle), puzzle.width, request, fsm, control);
}

}  // namespace

search::Solution solve_pruned(const tokens::Puzzle& puzzle, Heuristic heuristic, const search::Request& request,
                              int fsm, Control& control) {
  switch (heuristic) {
    case Heuristic::xy:
      return with<tokens::Nibbles, XY>(puzzle, request, fsm, control);
    case Heuristic::manhattan:
      return tokens::with_cells(puzzle.start.size(), [&]<class Cells>() {
        return with<Cells, tokens::Manhattan>(puzzle, request, fsm, control);
      });
    case Heuristic::linear_conflict:
      return tokens::with_cells(puzzle.start.size(), [&]<class Cells>() {
        return with<Cells, LinearConflict>(puzzle, request, fsm, control);
      });
    case Heuristic::zero:
    case Heuristic::misplaced:
      break;
  }
  return solve(puzzle, Guide{{heuristic}, {}, {}}, request, fsm, control);
}

}  // namespace budge::tiles
