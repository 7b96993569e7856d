// The positions of the boxes in a form that is fast to read and to change, and the cells that the player can walk to.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <cstring>
#include <vector>

#include "sokoban/rules/cell_set.hpp"
#include "sokoban/rules/level.hpp"

namespace budge::sokoban {

class Board {
 public:
  using Cell = Level::Cell;
  using Box = Level::Box;
  static constexpr Box no_box = 0xffff;

  explicit Board(const Level& level);

  void clear();
  void add(Cell cell, int kind) {
    assert(!blocked(cell));
    put(cell, static_cast<Box>(cells_.size()));
    cells_.push_back(cell);
    kinds_.push_back(static_cast<Box>(kind));
  }
  void move(int box, Cell to) {
    take(cells_[box]);
    put(to, static_cast<Box>(box));
    cells_[box] = to;
  }

  int boxes() const { return static_cast<int>(cells_.size()); }
  Cell cell(int box) const { return cells_[box]; }
  int kind(int box) const { return kinds_[box]; }
  bool blocked(int cell) const { return blocked_[cell]; }  // by a box or a wall
  void copy_blocked(std::vector<std::uint8_t>& to) const { std::memcpy(to.data(), blocked_.data(), blocked_.size()); }
  const CellSet& free() const { return free_; }
  bool has_box(int cell) const { return box_at_[cell] != no_box; }
  int box_at(int cell) const { return box_at_[cell]; }
  bool solves(const Level& level) const {
    return std::ranges::all_of(
        level.targets(), [&](Cell target) { return has_box(target) && level.accepts(target, kind(box_at(target))); });
  }

 private:
  void put(Cell cell, Box box) {
    blocked_[cell] = 1;
    box_at_[cell] = box;
    free_.remove(cell);
  }
  void take(Cell cell) {
    blocked_[cell] = 0;
    box_at_[cell] = no_box;
    free_.add(cell);
  }

  std::vector<Cell> cells_;
  std::vector<Box> kinds_, box_at_;
  std::vector<std::uint8_t> blocked_;
  CellSet free_;
};

// The set of cells that the player can walk to.
class Reach {
 public:
  using Cell = Level::Cell;

  explicit Reach(const Level& level) : reached_(level), shut_out_(level) {}

  void fill(const Board& board, Cell from);

  bool has(int cell) const { return reached_.has(cell); }
  const CellSet& cells() const { return reached_; }
  const CellSet& shut_out() const { return shut_out_; }  // free cells that cannot be reached
  int size() const { return reached_.size(); }
  Cell first() const { return reached_.first(); }  // represents the whole region

 private:
  CellSet reached_, shut_out_;
};

// The walking distance from the player to every cell, and shortest paths.
class Walk {
 public:
  using Cell = Level::Cell;

  explicit Walk(const Level& level) : level_(level), steps_(level.floor() + 1) { queue_.reserve(level.floor()); }

  void fill(const Board& board, Cell from);

  bool has(int cell) const { return steps_[cell] != unreached; }
  // The number of steps to a cell with has(cell).
  int steps(int cell) const {
    assert(has(cell));
    return steps_[cell];
  }

  // The directions of a shortest path to a cell with has(cell).
  std::vector<int> path(Cell to) const;

 private:
  static constexpr std::uint16_t unreached = 0xffff;

  void search(const Board& board, Cell from);

  const Level& level_;
  std::vector<std::uint16_t> steps_;
  std::vector<Cell> queue_;
};

}  // namespace budge::sokoban
