// Pruning of duplicates by a finite-state machine (Taylor and Korf, 1993).
//
// Depth-first search reaches a position by many paths, and some of these duplicates are known in advance. If two
// strings of moves lead to the same configuration on any board, only the first one needs to be searched, in the order
// of length and then of letters. A machine reads the moves of a path and refuses those that complete a redundant
// string; it costs one table look-up for each move. The first optimal path to a goal, in that order, contains no such
// string, so an optimal plan survives. With strings of length two the machine forbids the inverse move only.
//
// Near a wall the first string may be impossible. So a string is refused only if the blank's path along the first one
// stays within the smallest rectangle around its own: if one fits on the board, so does the other.
//
//   _ a    Three rounds of the blank through four cells, twelve moves, restore a, b, c. So six moves in one direction
//   b c    have the effect of six moves in the other: RDLURD equals DRULDR, on the same four cells. The first comes
//          first in the order U, L, R, D, so a path that ends with DRULDR is refused at its last move.
#pragma once

#include <cassert>
#include <cstdint>
#include <memory>
#include <vector>

namespace budge::tiles {

class Automaton {
 public:
  using State = std::uint32_t;
  static constexpr State refused = ~State{0};
  static constexpr int shortest = 2, longest = 14;  // lengths of strings that a machine can know

  // The machine for all strings of at most `length` moves.
  explicit Automaton(int length);

  // A machine from its table; throws std::invalid_argument if the table is invalid.
  explicit Automaton(std::vector<State> table);

  State start() const { return 0; }
  std::size_t states() const { return next_.size() / 4; }

  // The state after the blank goes up (0), left (1), right (2) or down (3), or `refused`.
  State after(State state, int direction) const {
    assert(state < states() && direction >= 0 && direction < 4);  // a refused state has no successor
    return next_[4 * state + direction];
  }

  // Prefetches what `after` will read.
  void fetch(State state) const { __builtin_prefetch(&next_[4 * state]); }

  const std::vector<State>& table() const { return next_; }

 private:
  std::vector<State> next_;  // by state, direction
};

// The number of refused strings of at most `length` moves that contain no other.
std::size_t count_refused(int length);

// An automaton is computed once in a process and shared between searches; store_automaton supplies one that was
// computed before.
std::shared_ptr<const Automaton> automaton(int length);
void store_automaton(int length, Automaton automaton);

}  // namespace budge::tiles
