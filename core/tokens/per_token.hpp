// A heuristic that is a sum: one value for every token on every cell.
//
// A heuristic evaluates an arrangement to a Memo and updates the memo when a token slides between two vertices
// (`after`; the cells are those after the slide). `h` reads the value from a memo.
#pragma once

#include <cassert>
#include <concepts>
#include <cstdint>
#include <vector>

#include "tokens/space.hpp"

namespace budge::tokens {

// The sum is zero unless a derived heuristic sets values. Derived classes have no members, so that all of them share
// the compiled searches.
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
  std::int16_t& value(int token, std::size_t cell) {
    assert(token > 0 && cell < size_);  // the blank does not count
    return value_[token * size_ + cell];
  }

 private:
  std::size_t size_;
  std::vector<std::int16_t> value_;
};

// A function that constructs the sum of a heuristic for a puzzle.
using Sum = PerToken (*)(const Puzzle& puzzle);

// The sum of a heuristic, without its type.
template <std::derived_from<PerToken> H>
PerToken sum_of(const Puzzle& puzzle) {
  static_assert(sizeof(H) == sizeof(PerToken));
  return H(puzzle);
}

}  // namespace budge::tokens
