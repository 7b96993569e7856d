#include "tiles/solve.hpp"

#include <algorithm>
#include <cassert>
#include <string>

#include "tiles/heuristics.hpp"
#include "tiles/pruned.hpp"

namespace budge::tiles {

namespace {

[[maybe_unused]] int height(const tokens::Puzzle& puzzle) {
  return static_cast<int>(puzzle.goal.size()) / puzzle.width;
}

}  // namespace

tokens::Puzzle board(const Instance& instance, const char* order) {
  const int width = instance.width, height = instance.height;
  assert(static_cast<int>(instance.start.size()) == width * height && instance.goal.size() == instance.start.size());
  tokens::Puzzle puzzle{tokens::grid(width, height), instance.start, instance.goal, width};
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
  assert(heuristic.refuses(puzzle.width, height(puzzle)).empty());
  if (search::is_blind(request.algorithm)) return solve(puzzle, tokens::sum_of<tokens::Zero>, request, control);
  const bool ida = request.algorithm == search::Algorithm::ida;
  if (ida && is_fifteen(puzzle, heuristic)) return solve_fifteen(puzzle, heuristic, request, fsm, control);
  return with_heuristic(All(), heuristic.place(), [&]<class H>() {
    if (ida && fsm > 0) return solve_pruned(puzzle, heuristic, request, fsm, control);
    if constexpr (std::derived_from<H, tokens::PerToken>) {
      return solve(puzzle, tokens::sum_of<H>, request, control);
    } else {
      return with_cells<H>(puzzle.start.size(), [&]<class Cells>() {
        return tokens::run_informed<tokens::TokenSpace<Cells, H>>(puzzle, request, control);
      });
    }
  });
}

}  // namespace budge::tiles
