#include "tokens/solve.hpp"

#include <stdexcept>

#include "tokens/heuristics.hpp"

namespace budge::tokens {

namespace {

// One type for all three, so that every search is compiled once.
PerToken followed(const Puzzle& puzzle, Heuristic heuristic) {
  switch (heuristic) {
    case Heuristic::zero:
      return PerToken(puzzle);
    case Heuristic::misplaced:
      return Misplaced(puzzle);
    case Heuristic::manhattan:
      return Manhattan(puzzle);
  }
  throw std::logic_error("no such heuristic");
}

}  // namespace

search::Solution solve(const Puzzle& puzzle, Heuristic heuristic, const search::Request& request, Control& control) {
  return with_cells(puzzle.start.size(), [&]<class Cells>() {
    if (search::is_blind(request.algorithm))
      return search::run_blind(TokenSpace<Cells, Zero>(puzzle), request, control);
    return run_informed(puzzle, request, control, [&](const Puzzle& from) {
      return TokenSpace<Cells, PerToken>(from, followed(from, heuristic));
    });
  });
}

int evaluate(const Puzzle& puzzle, Heuristic heuristic) {
  const TokenSpace<Array<std::uint16_t, 4096>, PerToken> space(puzzle, followed(puzzle, heuristic));
  return space.h(space.start());
}

}  // namespace budge::tokens
