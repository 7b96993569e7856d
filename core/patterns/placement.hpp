// Perfect ranking of placements: k distinct objects on n cells, numbered from 0 to n!/(n-k)! - 1 without gaps.
//
// Digit i of a rank is the cell of object i, minus the number of earlier objects on smaller cells; the digits have the
// mixed base n, n-1, …. Placements that differ only in the last objects have nearby ranks, so sweeps over all
// placements use the cache well.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstdint>

#include "patterns/bits/cells.hpp"

namespace budge::patterns {

class Ranking {
 public:
  using Cells = std::array<std::uint8_t, max_cells>;  // of the objects, in order

  Ranking(int cells, int objects) : cells_(cells), objects_(objects) {
    assert(cells <= max_cells && objects >= 0 && objects <= cells);
    std::uint64_t weight = 1;
    for (int i = objects - 1; i >= 0; --i) {
      weight_[i] = weight;
      if (__builtin_mul_overflow(weight, static_cast<std::uint64_t>(cells - i), &weight)) weight = ~std::uint64_t{0};
    }
    size_ = weight;
  }

  int cells() const { return cells_; }
  int objects() const { return objects_; }
  std::uint64_t size() const { return size_; }  // all ones if it does not fit
  std::uint64_t weight(int object) const {
    assert(object >= 0 && object < objects_);
    return weight_[object];
  }

  // The cells are on the board, and no two objects on one.
  std::uint64_t rank(const Cells& cells) const {
    std::uint64_t rank = 0;
    CellSet before = 0;
    for (int i = 0; i < objects_; ++i) {
      assert(cells[i] < cells_ && !(before & one_cell(cells[i])));
      rank += weight_[i] * (cells[i] - std::popcount(before & (one_cell(cells[i]) - 1)));
      before |= one_cell(cells[i]);
    }
    assert(rank < size_);
    return rank;
  }

 private:
  int cells_, objects_;
  std::uint64_t size_;
  std::array<std::uint64_t, max_cells> weight_{};
};

// Computes the cells of all objects for a sequence of ranks. Consecutive ranks mostly differ only in the last two
// objects, and then only their cells are recomputed.
class Cursor {
 public:
  explicit Cursor(const Ranking& ranking)
      : ranking_(ranking),
        tail_(ranking.objects() < 2 ? ranking.objects() : 2),
        stretch_(tail_ < ranking.objects() ? ranking.weight(ranking.objects() - tail_ - 1) : ranking.size()) {
    assert(tail_ > 0);
  }

  const Ranking::Cells& cells() const { return cells_; }

  void seek(std::uint64_t rank) {
    assert(rank < ranking_.size());
    if (rank - begin_ >= stretch_) seek_stretch(rank / stretch_);
    const auto within = static_cast<std::uint32_t>(rank - begin_);
    const int last = ranking_.objects() - 1;
    if (tail_ < 2) {
      cells_[last] = free_[within];
      return;
    }
    const auto width = static_cast<std::uint32_t>(ranking_.cells() - last);
    const std::uint32_t first = within / width, second = within % width;
    cells_[last - 1] = free_[first];
    cells_[last] = free_[second + (second >= first)];
  }

 private:
  void seek_stretch(std::uint64_t stretch) {
    begin_ = stretch * stretch_;
    std::uint64_t rest = begin_;
    int left = ranking_.cells();
    for (int cell = 0; cell < left; ++cell) free_[cell] = static_cast<std::uint8_t>(cell);
    for (int i = 0; i < ranking_.objects() - tail_; ++i) {
      const auto digit = static_cast<int>(rest / ranking_.weight(i));
      assert(digit < left);
      rest %= ranking_.weight(i);
      cells_[i] = free_[digit];
      --left;
      for (int at = digit; at < left; ++at) free_[at] = free_[at + 1];
    }
  }

  const Ranking& ranking_;
  int tail_;               // the number of last objects whose placements a stretch of ranks covers
  std::uint64_t stretch_;  // its length
  std::uint64_t begin_ = ~std::uint64_t{0} / 2;
  Ranking::Cells cells_{}, free_{};
};

}  // namespace budge::patterns
