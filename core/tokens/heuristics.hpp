// Heuristics for tokens on any graph: zero, misplaced, and the sum of distances (Manhattan, on a grid).
//
// A heuristic evaluates an arrangement to a Memo and updates the memo when one token slides between two vertices
// (`after`; the cells are those after the slide). `h` reads the value from a memo.
#pragma once

#include <algorithm>

#include "tokens/cells.hpp"
#include "tokens/space.hpp"

namespace budge::tokens {

class Zero {
 public:
  struct Memo {};

  explicit Zero(const Puzzle&) {}
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

// A number for every token on every cell, summed; zero unless a heuristic derived from it says otherwise.
class PerToken {
 public:
  using Memo = int;

  explicit PerToken(const Puzzle& puzzle) : size_(puzzle.goal.size()), value_(size_ * size_) {}
  template <class Cells>
  Memo evaluate(const Cells& cells) const {
    int sum = 0;
    for (std::size_t cell = 0; cell < size_; ++cell) sum += value_[cells[static_cast<int>(cell)] * size_ + cell];
    return sum;
  }
  template <class Cells>
  Memo after(Memo sum, int token, int from, int to, const Cells&) const {
    return sum + value_[token * size_ + to] - value_[token * size_ + from];
  }
  int h(Memo sum) const { return sum; }

 protected:
  std::int16_t& value(int token, std::size_t cell) { return value_[token * size_ + cell]; }

 private:
  std::size_t size_;
  std::vector<std::int16_t> value_;
};

// The number of tokens that are not at home.
class Misplaced : public PerToken {
 public:
  explicit Misplaced(const Puzzle& puzzle) : PerToken(puzzle) {
    const auto& goal = puzzle.goal;
    for (std::size_t home = 0; home < goal.size(); ++home) {
      for (std::size_t cell = 0; goal[home] != 0 && cell < goal.size(); ++cell) value(goal[home], cell) = cell != home;
    }
  }
};

// The sum over all tokens of the distance from home, as if each were alone.
class Manhattan : public PerToken {
 public:
  explicit Manhattan(const Puzzle& puzzle) : PerToken(puzzle) {
    const auto& goal = puzzle.goal;
    for (std::size_t home = 0; home < goal.size(); ++home) {
      const auto steps = distances_from(puzzle.graph, static_cast<int>(home));
      for (std::size_t cell = 0; goal[home] != 0 && cell < goal.size(); ++cell) {
        value(goal[home], cell) = static_cast<std::int16_t>(std::max(0, steps[cell]));  // 0 where there is no way
      }
    }
  }
};

}  // namespace budge::tokens
