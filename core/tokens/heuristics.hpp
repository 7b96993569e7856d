// Heuristics for tokens on any graph: zero, misplaced, and the sum of distances (Manhattan, on a grid).
//
// A heuristic evaluates an arrangement to a Memo and updates the memo when one token slides between two vertices
// (`after`; the cells are those after the slide). `h` reads the value from a memo.
#pragma once

#include "tokens/cells.hpp"
#include "tokens/space.hpp"

namespace budge {

class Zero {
 public:
  struct Memo {};

  explicit Zero(const TokenPuzzle&) {}
  template <class Cells>
  Memo evaluate(const Cells&) const {
    return {};
  }
  template <class Cells>
  Memo after(Memo, int, int, int, const Cells&) const {
    return {};
  }
  int h(Memo) const { return 0; }
};

// The number of tokens that are not at home.
class Misplaced {
 public:
  using Memo = int;

  explicit Misplaced(const TokenPuzzle& puzzle) : home_(puzzle.goal.size()) {
    for (std::size_t cell = 0; cell < home_.size(); ++cell) home_[puzzle.goal[cell]] = static_cast<int>(cell);
  }
  template <class Cells>
  Memo evaluate(const Cells& cells) const {
    int count = 0;
    for (int cell = 0; cell < static_cast<int>(home_.size()); ++cell) {
      const int token = cells[cell];
      count += token != 0 && home_[token] != cell;
    }
    return count;
  }
  template <class Cells>
  Memo after(Memo count, int token, int from, int to, const Cells&) const {
    return count + (home_[token] == from) - (home_[token] == to);
  }
  int h(Memo count) const { return count; }

 private:
  std::vector<int> home_;
};

// The sum over all tokens of the distance from home, as if each were alone.
class Manhattan {
 public:
  using Memo = int;

  explicit Manhattan(const TokenPuzzle& puzzle) : size_(puzzle.goal.size()), distance_(size_ * size_) {
    for (std::size_t home = 0; home < size_; ++home) {
      const int token = puzzle.goal[home];
      const auto steps = distances_from(puzzle.graph, static_cast<int>(home));
      for (std::size_t cell = 0; token != 0 && cell < size_; ++cell) {
        distance_[token * size_ + cell] = static_cast<std::int16_t>(steps[cell]);
      }
    }
  }
  template <class Cells>
  Memo evaluate(const Cells& cells) const {
    int sum = 0;
    for (std::size_t cell = 0; cell < size_; ++cell) sum += distance_[cells[static_cast<int>(cell)] * size_ + cell];
    return sum;
  }
  template <class Cells>
  Memo after(Memo sum, int token, int from, int to, const Cells&) const {
    return sum + distance_[token * size_ + to] - distance_[token * size_ + from];
  }
  int h(Memo sum) const { return sum; }

 private:
  std::size_t size_;
  std::vector<std::int16_t> distance_;  // of a token on a cell from its home; 0 for the blank
};

}  // namespace budge
