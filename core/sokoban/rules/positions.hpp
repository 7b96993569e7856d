// A set of positions. Each is a row of cells of fixed length, numbered in the order of insertion.
//
// Rows are compared in full, so hash collisions cost time but never change a result.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <utility>

#include "sokoban/rules/level.hpp"
#include "support/control.hpp"

namespace budge::sokoban {

class Positions {
 public:
  using Cell = Level::Cell;
  using Id = std::uint32_t;

  Positions(int length, Control& control)
      : control_(control),
        length_(length),
        rows_(Accounted<Cell>(control)),
        index_(first_capacity, none, Accounted<Id>(control)) {}

  std::size_t size() const { return size_; }
  const Cell* operator[](Id id) const { return rows_.data() + std::size_t{id} * length_; }

  // Inserts a row. Returns its number and whether it is new.
  std::pair<Id, bool> insert(const Cell* row) {
    if (size_ * 2 >= index_.size()) grow();
    const std::size_t at = place(index_, row);
    if (index_[at] != none) return {index_[at], false};
    rows_.insert(rows_.end(), row, row + length_);
    index_[at] = static_cast<Id>(size_);
    return {static_cast<Id>(size_++), true};
  }

  // The number of a row, if it has been inserted.
  std::optional<Id> find(const Cell* row) const {
    const Id id = index_[place(index_, row)];
    return id == none ? std::nullopt : std::optional(id);
  }

  void clear() {
    rows_.clear();
    std::fill(index_.begin(), index_.end(), none);
    size_ = 0;
  }

 private:
  static constexpr Id none = 0xffffffff;
  static constexpr std::size_t first_capacity = 1 << 8;
  static_assert(std::has_single_bit(first_capacity));  // indices are masked

  std::uint64_t hash(const Cell* row) const {
    std::uint64_t hash = 0;
    for (int i = 0; i < length_; ++i) hash = (hash ^ row[i]) * 0x9e3779b97f4a7c15, hash ^= hash >> 29;
    return hash;
  }

  std::size_t place(const Vector<Id>& index, const Cell* row) const {
    std::size_t at = hash(row) & (index.size() - 1);
    while (index[at] != none && !std::equal(row, row + length_, (*this)[index[at]])) at = (at + 1) & (index.size() - 1);
    return at;
  }

  void grow() {
    Vector<Id> larger(index_.size() * 2, none, Accounted<Id>(control_));
    for (Id id = 0; id < size_; ++id) larger[place(larger, (*this)[id])] = id;
    index_.swap(larger);
  }

  Control& control_;
  int length_;
  Vector<Cell> rows_;
  Vector<Id> index_;
  std::size_t size_ = 0;
};

}  // namespace budge::sokoban
