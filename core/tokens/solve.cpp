#include "tokens/solve.hpp"

#include "tokens/heuristics.hpp"

namespace budge {

namespace {

template <class Body>
auto with_heuristic(TokenHeuristic heuristic, Body&& body) {
  switch (heuristic) {
    case TokenHeuristic::zero:
      return body.template operator()<Zero>();
    case TokenHeuristic::misplaced:
      return body.template operator()<Misplaced>();
    default:
      return body.template operator()<Manhattan>();
  }
}

}  // namespace

Solution solve(const TokenPuzzle& puzzle, TokenHeuristic heuristic, const Request& request, Control& control) {
  return with_cells(puzzle.start.size(), [&]<class Cells>() {
    if (is_blind(request.algorithm)) return run_blind(TokenSpace<Cells, Zero>(puzzle), request, control);
    return with_heuristic(heuristic, [&]<class Heuristic>() {
      return run_informed<TokenSpace<Cells, Heuristic>>(puzzle, request, control);
    });
  });
}

int evaluate(const TokenPuzzle& puzzle, TokenHeuristic heuristic) {
  return with_heuristic(heuristic, [&]<class Heuristic>() {
    const TokenSpace<Array<std::uint16_t, 4096>, Heuristic> space(puzzle);
    return space.h(space.start());
  });
}

}  // namespace budge
