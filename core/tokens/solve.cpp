#include "tokens/solve.hpp"

#include <stdexcept>

#include "tokens/heuristics.hpp"

namespace budge::tokens {

namespace {

Sum sum_named(Heuristic heuristic) {
  return with_heuristic(All(), heuristic.place(), []<class H>() -> Sum { return sum_of<H>; });
}

}  // namespace

std::span<const About> Heuristic::all() { return All::about; }

search::Solution solve(const Puzzle& puzzle, Heuristic heuristic, const search::Request& request, Control& control) {
  return solve(puzzle, sum_named(heuristic), request, control);
}

search::Solution solve(const Puzzle& puzzle, Sum sum, const search::Request& request, Control& control) {
  return with_cells(puzzle.start.size(), [&]<class Cells>() {
    if (search::is_blind(request.algorithm))
      return search::run_blind(TokenSpace<Cells, Unguided>(puzzle), request, control);
    return run_informed(puzzle, request, control,
                        [&](const Puzzle& from) { return TokenSpace<Cells, PerToken>(from, sum(from)); });
  });
}

int evaluate(const Puzzle& puzzle, Heuristic heuristic) { return evaluate(puzzle, sum_named(heuristic)); }

int evaluate(const Puzzle& puzzle, Sum sum) {
  const TokenSpace<Array<std::uint16_t, 4096>, PerToken> space(puzzle, sum(puzzle));
  return space.h(space.start());
}

}  // namespace budge::tokens
