// Pruning of duplicates by a finite-state machine (Taylor and Korf, 1993).
//
// Depth-first search meets a position again and again by different ways. Some of that can be known beforehand: if two
// strings of moves lead to the same configuration of any board, only the first, in the order of length and then of
// letters, need ever be made. A machine that reads the moves of a path and refuses those that complete a string made
// superfluous this way costs one table look-up a move. The first optimal path to a goal, in that order, contains no
// such string, so optimal plans survive; with strings of length two the machine is the usual ban on taking back a move.
//
// Near a wall the first string may not be possible. So a string is only refused if the blank's path along the first one
// stays within the smallest rectangle around its own: where the one fits on the board, so does the other.
//
//   _ a    Three rounds of the blank through four cells, twelve moves, put a, b, c back where they were. So six moves
//   b c    one way round do what six the other way do: RDLURD leads to the same as DRULDR, on the same four cells. The
//          first comes first in the order U, L, R, D; a path that ends with DRULDR is refused at its last move.
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
  static constexpr int shortest = 2, longest = 14;  // of the strings that a machine may know

  // The machine for all strings of at most `length` moves.
  explicit Automaton(int length);

  // A machine that was learned before, by its table; throws std::invalid_argument for what is none.
  explicit Automaton(std::vector<State> table);

  State start() const { return 0; }
  std::size_t states() const { return next_.size() / 4; }

  // The state after the blank goes up (0), left (1), right (2) or down (3), or `refused`.
  State after(State state, int direction) const {
    assert(state < states() && direction >= 0 && direction < 4);  // nothing follows what is refused
    return next_[4 * state + direction];
  }

  // Asks for what `after` will read.
  void fetch(State state) const { __builtin_prefetch(&next_[4 * state]); }

  const std::vector<State>& table() const { return next_; }

 private:
  std::vector<State> next_;  // by state, direction
};

// How many strings of at most `length` moves are refused that contain no other.
std::size_t count_refused(int length);

// Machines are learned once in a process and shared between searches; `know` spares learning one.
std::shared_ptr<const Automaton> automaton(int length);
void know(int length, Automaton machine);

}  // namespace budge::tiles
