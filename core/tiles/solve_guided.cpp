// Solving a board of tiles with pattern databases.
#include "patterns/guide.hpp"
#include "tiles/guided.hpp"
#include "tiles/solve.hpp"
#include "tokens/solve.hpp"

namespace budge {

Solution solve(const TokenPuzzle& puzzle, const Guide& guide, const Request& request, Control& control) {
  return with_cells(puzzle.start.size(), [&]<class Cells>() {
    return run_informed(TokenSpace<Cells, Guided>(puzzle, Guided(puzzle, guide)), request, control);
  });
}

int evaluate(const TokenPuzzle& puzzle, const Guide& guide) {
  using Space = TokenSpace<Array<std::uint16_t, 4096>, Guided>;
  const Space space(puzzle, Guided(puzzle, guide));
  return space.h(space.start());
}

}  // namespace budge
