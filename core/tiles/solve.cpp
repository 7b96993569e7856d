#include "tiles/solve.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "tiles/linear_conflict.hpp"
#include "tiles/xy.hpp"
#include "tokens/solve.hpp"

namespace budge::tiles {

namespace {

// The heuristics that make sense on any graph.
tokens::Heuristic general(Heuristic heuristic) {
  switch (heuristic) {
    case Heuristic::zero:
      return tokens::Heuristic::zero;
    case Heuristic::misplaced:
      return tokens::Heuristic::misplaced;
    case Heuristic::manhattan:
      return tokens::Heuristic::manhattan;
    case Heuristic::linear_conflict:
    case Heuristic::xy:
      break;
  }
  throw std::logic_error("a heuristic for grids alone");
}

}  // namespace

tokens::Puzzle board(int width, int height, std::vector<int> start, std::vector<int> goal, const char* order) {
  tokens::Puzzle puzzle{tokens::grid(width, height), std::move(start), std::move(goal), width};
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

search::Solution solve(const tokens::Puzzle& puzzle, Heuristic heuristic, const search::Request& request, int fsm,
                       Control& control) {
  if (search::is_blind(request.algorithm)) return solve(puzzle, tokens::Heuristic::zero, request, control);
  const bool ida = request.algorithm == search::Algorithm::ida;
  if (ida && is_fifteen(puzzle, heuristic)) return solve_fifteen(puzzle, heuristic, request, fsm, control);
  if (ida && fsm > 0) return solve_pruned(puzzle, heuristic, request, fsm, control);
  switch (heuristic) {
    case Heuristic::linear_conflict:
      return tokens::with_cells(puzzle.start.size(), [&]<class Cells>() {
        return tokens::run_informed<tokens::TokenSpace<Cells, LinearConflict>>(puzzle, request, control);
      });
    case Heuristic::xy:
      return tokens::run_informed<tokens::TokenSpace<tokens::Nibbles, XY>>(puzzle, request, control);
    case Heuristic::zero:
    case Heuristic::misplaced:
    case Heuristic::manhattan:
      break;
  }
  return solve(puzzle, general(heuristic), request, control);
}

int evaluate(const tokens::Puzzle& puzzle, Heuristic heuristic) {
  switch (heuristic) {
    case Heuristic::linear_conflict: {
      const tokens::TokenSpace<tokens::Array<std::uint16_t, 4096>, LinearConflict> space(puzzle);
      return space.h(space.start());
    }
    case Heuristic::xy: {
      const tokens::TokenSpace<tokens::Nibbles, XY> space(puzzle);
      return space.h(space.start());
    }
    case Heuristic::zero:
    case Heuristic::misplaced:
    case Heuristic::manhattan:
      break;
  }
  return evaluate(puzzle, general(heuristic));
}

}  // namespace budge::tiles
