// Solving a board of tiles with pattern databases.
#include "patterns/guide.hpp"
#include "tiles/guided.hpp"
#include "tiles/pattern_descent.hpp"
#include "tiles/pruned.hpp"
#include "tiles/solve.hpp"
#include "tokens/solve.hpp"

namespace budge {

Solution solve(const TokenPuzzle& puzzle, const Guide& guide, const Request& request, int fsm, Control& control) {
  if (request.algorithm == Algorithm::ida && PatternTables::serve(puzzle, guide)) {
    if (puzzle.goal.size() <= Nibbles::capacity) {
      return solve_pruned(PatternSpace<Nibbles>(puzzle, guide), puzzle.width, request, fsm, control);
    }
    using Cells = Array<std::uint8_t, PatternTables::most_tiles>;
    return solve_pruned(PatternSpace<Cells>(puzzle, guide), puzzle.width, request, fsm, control);
  }
  return with_cells(puzzle.start.size(), [&]<class Cells>() {
    TokenSpace<Cells, Guided> space(puzzle, Guided(puzzle, guide));
    if (request.algorithm == Algorithm::ida) {
      return solve_pruned(std::move(space), puzzle.width, request, fsm, control);
    }
    if (request.algorithm == Algorithm::sma) return widen(Sma(space, control).run(request.trace));
    return widen(AStar(space, request.weight, control).run(request.trace));
  });
}

int evaluate(const TokenPuzzle& puzzle, const Guide& guide) {
  using Space = TokenSpace<Array<std::uint16_t, 4096>, Guided>;
  const Space space(puzzle, Guided(puzzle, guide));
  return space.h(space.start());
}

}  // namespace budge
