// The leaves of a feature space search, sorted into the cells of that space, and which of them is next.
//
// By turns the search goes round all cells, one that has just been met coming next, and takes the cell of the best
// position so far. In a cell the cheapest leaf comes first, of those the one that leads to the best score, of those the
// oldest. (After Shoham and Schaeffer, "The FESS Algorithm", 2020.)
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

// Scores and keys of cells are numbers: the higher, the better.
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

  // The cell with this key, which a position of this score has come to.
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

  // The next leaf, if one is left.
  std::optional<Leaf> next() {
    if (best_.empty()) return std::nullopt;
    round_ = !round_;
    std::uint32_t number = best_.rbegin()->second;
    if (round_) {
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
    std::uint32_t after;  // the cell whose turn comes next: a ring
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
  std::uint32_t turn_ = 0;
  std::uint32_t next_number_ = 0;
  bool round_ = false;
};

}  // namespace budge::sokoban
