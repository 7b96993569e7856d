#include "tiles/solve.hpp"

#include <algorithm>
#include <string>

#include "tiles/fifteen.hpp"
#include "tiles/linear_conflict.hpp"
#include "tiles/pruned.hpp"
#include "tiles/xy.hpp"
#include "tokens/solve.hpp"

namespace budge {

namespace {

TokenHeuristic general(TileHeuristic heuristic) {
  switch (heuristic) {
    case TileHeuristic::zero:
      return TokenHeuristic::zero;
    case TileHeuristic::misplaced:
      return TokenHeuristic::misplaced;
    default:
      return TokenHeuristic::manhattan;
  }
}

// The loops of fifteen.hpp know one operator order only.
bool is_fifteen(const TokenPuzzle& puzzle) { return puzzle.width == 4 && puzzle.graph == grid(4, 4); }

template <class Heuristic>
Solution solve_fifteen(const TokenPuzzle& puzzle, const Request& request, int fsm, Control& control) {
  using S = FifteenSpace<Heuristic>;
  if (fsm > 0) return solve_pruned(S(puzzle, *automaton(fsm)), puzzle.width, request, fsm, control);
  return widen(Ida<S>(S(puzzle), request.weight, request.threads, control).run(request.trace));
}

}  // namespace

TokenPuzzle tiles(int width, int height, std::vector<int> start, std::vector<int> goal, const char* order) {
  TokenPuzzle puzzle{grid(width, height), std::move(start), std::move(goal), width};
  for (int cell = 0; cell < width * height; ++cell) {
    auto rank = [&](int neighbour) {
      const int step = neighbour - cell;
      // On a board one column wide up and left are the same step: it is up.
      const char direction = step == -width ? 'U' : step == width ? 'D' : step < 0 ? 'L' : 'R';
      return std::string(order).find(direction);
    };
    std::sort(puzzle.graph[cell].begin(), puzzle.graph[cell].end(), [&](int a, int b) { return rank(a) < rank(b); });
  }
  return puzzle;
}

Solution solve(const TokenPuzzle& puzzle, TileHeuristic heuristic, const Request& request, int fsm, Control& control) {
  if (is_blind(request.algorithm)) return solve(puzzle, TokenHeuristic::zero, request, control);
  const bool ida = request.algorithm == Algorithm::ida, fifteen = ida && is_fifteen(puzzle);
  switch (heuristic) {
    case TileHeuristic::linear_conflict:
      if (fifteen) return solve_fifteen<LinearConflict>(puzzle, request, fsm, control);
      break;
    case TileHeuristic::xy:
      if (fifteen) return solve_fifteen<XY>(puzzle, request, fsm, control);
      break;
    case TileHeuristic::manhattan:
      if (fifteen) return solve_fifteen<Manhattan>(puzzle, request, fsm, control);
      break;
    default:
      break;
  }
  if (ida && fsm > 0) return solve_pruned(puzzle, heuristic, request, fsm, control);
  switch (heuristic) {
    case TileHeuristic::linear_conflict:
      return with_cells(puzzle.start.size(), [&]<class Cells>() {
        return run_informed<TokenSpace<Cells, LinearConflict>>(puzzle, request, control);
      });
    case TileHeuristic::xy:
      return run_informed<TokenSpace<Nibbles, XY>>(puzzle, request, control);
    default:
      return solve(puzzle, general(heuristic), request, control);
  }
}

int evaluate(const TokenPuzzle& puzzle, TileHeuristic heuristic) {
  switch (heuristic) {
    case TileHeuristic::linear_conflict: {
      const TokenSpace<Array<std::uint16_t, 4096>, LinearConflict> space(puzzle);
      return space.h(space.start());
    }
    case TileHeuristic::xy: {
      const TokenSpace<Nibbles, XY> space(puzzle);
      return space.h(space.start());
    }
    default:
      return evaluate(puzzle, general(heuristic));
  }
}

}  // namespace budge
