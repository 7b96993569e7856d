#include "tokens/solve.hpp"

#include "tokens/heuristics.hpp"

namespace budge {

namespace {

// One type for all three, so that every search is compiled once.
PerToken followed(const TokenPuzzle& puzzle, TokenHeuristic heuristic) {
  switch (heuristic) {
    case TokenHeuristic::zero:
      return PerToken(puzzle);
    case TokenHeuristic::misplaced:
      return Misplaced(puzzle);
    default:
      return Manhattan(puzzle);
  }
}

}  // namespace

Solution solve(const TokenPuzzle& puzzle, TokenHeuristic heuristic, const Request& request, Control& control) {
  return with_cells(puzzle.start.size(), [&]<class Cells>() {
    if (is_blind(request.algorithm)) return run_blind(TokenSpace<Cells, Zero>(puzzle), request, control);
    return run_informed(puzzle, request, control, [&](const TokenPuzzle& from) {
      return TokenSpace<Cells, PerToken>(from, followed(from, heuristic));
    });
  });
}

int evaluate(const TokenPuzzle& puzzle, TokenHeuristic heuristic) {
  const TokenSpace<Array<std::uint16_t, 4096>, PerToken> space(puzzle, followed(puzzle, heuristic));
  return space.h(space.start());
}

}  // namespace budge
