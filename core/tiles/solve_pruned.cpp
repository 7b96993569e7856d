// IDA* by heuristics known by name, without the duplicates that an automaton knows.
#include "patterns/guide.hpp"
#include "tiles/linear_conflict.hpp"
#include "tiles/pruned.hpp"
#include "tiles/solve.hpp"
#include "tiles/xy.hpp"
#include "tokens/heuristics.hpp"

namespace budge {

namespace {

template <class Cells, class Heuristic>
Solution with(const TokenPuzzle& puzzle, const Request& request, int fsm, Control& control) {
  return solve_pruned(TokenSpace<Cells, Heuristic>(puzzle), puzzle.width, request, fsm, control);
}

template <class Cells>
Solution with(const TokenPuzzle& puzzle, TileHeuristic heuristic, const Request& request, int fsm, Control& control) {
  if (heuristic == TileHeuristic::linear_conflict) return with<Cells, LinearConflict>(puzzle, request, fsm, control);
  return with<Cells, Manhattan>(puzzle, request, fsm, control);
}

}  // namespace

Solution solve_pruned(const TokenPuzzle& puzzle, TileHeuristic heuristic, const Request& request, int fsm,
                      Control& control) {
  using Bytes = Array<std::uint8_t, 32>;
  if (heuristic == TileHeuristic::xy) return with<Nibbles, XY>(puzzle, request, fsm, control);
  const bool incremental = heuristic == TileHeuristic::manhattan || heuristic == TileHeuristic::linear_conflict;
  if (incremental && puzzle.start.size() <= Nibbles::capacity) {
    return with<Nibbles>(puzzle, heuristic, request, fsm, control);
  }
  if (incremental && puzzle.start.size() <= Bytes::capacity) {
    return with<Bytes>(puzzle, heuristic, request, fsm, control);
  }
  return solve(puzzle, Guide{{heuristic}, {}, {}}, request, fsm, control);
}

}  // namespace budge
