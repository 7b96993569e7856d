// Solving a board of tiles with pattern databases.
#include "tiles/guide.hpp"
#include "tiles/guided.hpp"
#include "tiles/pattern_space.hpp"
#include "tiles/pruned.hpp"
#include "tiles/solve.hpp"
#include "tokens/solve.hpp"

namespace budge::tiles {

namespace {

constexpr std::size_t few = 7;

// A search that stores states.
template <class Cells, class Heuristic>
search::Solution solve_stored(const tokens::Puzzle& puzzle, const Guide& guide, const search::Request& request,
                              Control& control) {
  using S = tokens::TokenSpace<Cells, Heuristic>;
  S space(puzzle, Heuristic(puzzle, guide));
  if (request.algorithm == search::Algorithm::sma)
    return search::widen(search::Sma<S>(space, control).run(request.trace));
  return search::widen(search::AStar<S>(space, request.weight, control).run(request.trace));
}

}  // namespace

search::Solution solve(const tokens::Puzzle& puzzle, const Guide& guide, const search::Request& request, int fsm,
                       Control& control) {
  if (request.algorithm == search::Algorithm::ida && PatternTables::serve(puzzle, guide)) {
    if (puzzle.goal.size() <= tokens::Nibbles::capacity) {
      return solve_pruned(PatternSpace<tokens::Nibbles>(puzzle, guide), puzzle.width, request, fsm, control);
    }
    using Cells = tokens::Array<std::uint8_t, PatternTables::most_tiles>;
    return solve_pruned(PatternSpace<Cells>(puzzle, guide), puzzle.width, request, fsm, control);
  }
  return tokens::with_cells(puzzle.start.size(), [&]<class Cells>() {
    std::size_t lookups = 0;
    for (const patterns::LookupSum& sum : guide.sums) lookups += sum.size();
    if (request.algorithm == search::Algorithm::ida) {
      tokens::TokenSpace<Cells, Guided> space(puzzle, Guided(puzzle, guide));
      return solve_pruned(std::move(space), puzzle.width, request, fsm, control);
    }
    // What is kept with every state should be no more than it has to be, on boards where many states are kept.
    if constexpr (std::same_as<Cells, tokens::Nibbles>) {
      if (lookups <= few) return solve_stored<Cells, GuidedBy<few>>(puzzle, guide, request, control);
    }
    return solve_stored<Cells, Guided>(puzzle, guide, request, control);
  });
}

int evaluate(const tokens::Puzzle& puzzle, const Guide& guide) {
  using Everything = tokens::TokenSpace<tokens::Array<std::uint16_t, 4096>, Guided>;
  const Everything space(puzzle, Guided(puzzle, guide));
  return space.h(space.start());
}

}  // namespace budge::tiles
