// The open list of FESS: leaves (a position and a move) grouped by cells of feature space (after Shoham and Schaeffer,
// "The FESS Algorithm", 2020).
//
// Every other leaf comes from the next cell in cyclic order, where a new cell is inserted as the next one; the others
// come from the cell of the best position so far. Within a cell the cheapest leaf comes first; of equal ones the one
// with the best score, then the oldest.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "support/control.hpp"

namespace budge::sokoban {

// A higher score or key is better.
template <class Move>
class FeatureCells {
 public:
  using Key = std::uint64_t;
  using Score = std::uint64_t;

  struct Leaf {
    Score score;  // of the position after the move
    std::uint32_t node;
    std::uint32_t weight;
    std::uint32_t number;
    Move move;
  };

  explicit FeatureCells(Control& control) : control_(control) {}

  std::size_t cells() const { return cells_.size(); }

  // The number of the cell with this key, which a position of this score has reached.
  std::uint32_t enter(Key key, Score score) {
    const auto [entry, fresh] = cell_of_.emplace(key, static_cast<std::uint32_t>(cells_.size()));
    const std::uint32_t number = entry->second;
    if (fresh) {
      cells_.push_back({Vector<Leaf>(Accounted<Leaf>(control_)), score, number});
      if (number > 0) {
        cells_[number].after = cells_[turn_].after;
        cells_[turn_].after = number;
      }
    } else if (score > cells_[number].best) {
      const bool listed = best_.erase({cells_[number].best, number}) > 0;
      cells_[number].best = score;
      if (listed) best_.insert({score, number});
    }
    return number;
  }

  void add(std::uint32_t cell, std::uint32_t node, std::uint32_t weight, Score score, Move move) {
    Cell& to = cells_[cell];
    if (to.leaves.empty()) best_.insert({to.best, cell});
    to.leaves.push_back({score, node, weight, next_number_++, move});
    std::push_heap(to.leaves.begin(), to.leaves.end(), comes_later);
  }

  // Removes and returns the next leaf; nothing if there is none.
  std::optional<Leaf> next() {
    if (best_.empty()) return std::nullopt;
    cyclic_ = !cyclic_;
    std::uint32_t number = best_.rbegin()->second;
    if (cyclic_) {
      do turn_ = cells_[turn_].after;
      while (cells_[turn_].leaves.empty());
      number = turn_;
    }
    Cell& cell = cells_[number];
    std::pop_heap(cell.leaves.begin(), cell.leaves.end(), comes_later);
    const Leaf leaf = cell.leaves.back();
    cell.leaves.pop_back();
    if (cell.leaves.empty()) best_.erase({cell.best, number});
    return leaf;
  }

 private:
  struct Cell {
    Vector<Leaf> leaves;  // a heap
    Score best;
    std::uint32_t after;  // the next cell in cyclic order
  };

  static constexpr auto comes_later = [](const Leaf& a, const Leaf& b) {
    if (a.weight != b.weight) return a.weight > b.weight;
    if (a.score != b.score) return a.score < b.score;
    return a.number > b.number;
  };

  Control& control_;
  std::vector<Cell> cells_;
  std::map<Key, std::uint32_t> cell_of_;
  std::set<std::pair<Score, std::uint32_t>> best_;  // cells with leaves
  std::uint32_t turn_ = 0;                          // the last cell in cyclic order that had its turn
  std::uint32_t next_number_ = 0;
  bool cyclic_ = false;  // whether the last leaf came by turns
};

}  // namespace budge::sokoban
