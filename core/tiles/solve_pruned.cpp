// IDA* by heuristics known by name, without the duplicates that an automaton knows.
#include "tiles/guide.hpp"
#include "tiles/linear_conflict.hpp"
#include "tiles/pruned.hpp"
#include "tiles/solve.hpp"
#include "tiles/xy.hpp"
#include "tokens/heuristics.hpp"

namespace budge::tiles {

namespace {

template <class Cells, class Heuristic>
search::Solution with(const tokens::Puzzle& puzzle, const search::Request& request, int fsm, Control& control) {
  return solve_pruned(tokens::TokenSpace<Cells, Heuristic>(puzzle), puzzle.width, request, fsm, control);
}

template <class Cells>
search::Solution with(const tokens::Puzzle& puzzle, Heuristic heuristic, const search::Request& request, int fsm,
                      Control& control) {
  if (heuristic == Heuristic::linear_conflict) return with<Cells, LinearConflict>(puzzle, request, fsm, control);
  return with<Cells, tokens::Manhattan>(puzzle, request, fsm, control);
}

}  // namespace

search::Solution solve_pruned(const tokens::Puzzle& puzzle, Heuristic heuristic, const search::Request& request,
                              int fsm, Control& control) {
  using Bytes = tokens::Array<std::uint8_t, 32>;
  if (heuristic == Heuristic::xy) return with<tokens::Nibbles, XY>(puzzle, request, fsm, control);
  const bool incremental = heuristic == Heuristic::manhattan || heuristic == Heuristic::linear_conflict;
  if (incremental && puzzle.start.size() <= tokens::Nibbles::capacity) {
    return with<tokens::Nibbles>(puzzle, heuristic, request, fsm, control);
  }
  if (incremental && puzzle.start.size() <= Bytes::capacity) {
    return with<Bytes>(puzzle, heuristic, request, fsm, control);
  }
  return solve(puzzle, Guide{{heuristic}, {}, {}}, request, fsm, control);
}

}  // namespace budge::tiles
