// Which of the free cells beside a cell stay joined when that one is taken, told of all cells at once.
//
// The free floor is a graph; its *blocks* are the largest parts that no single cell cuts in two. The steps from a cell
// to two cells beside it belong to one block just if there is a way between those two that does not lead through it.
// One walk of the floor, depth first, finds all blocks (Hopcroft and Tarjan, 1973).
//
//   #######    Three blocks: the room on the left, the step through the passage c, and the room on the right. A box on
//   #  #  #    c, or on one of the cells beside it, cuts the floor in two; one anywhere else does not.
//   #  c  #
//   #  #  #
//   #######
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "sokoban/rules/level.hpp"

namespace budge::sokoban {

class Biconnected {
 public:
  using Cell = Level::Cell;

  explicit Biconnected(const Level& level) : level_(level), at_(level.floor() + 1) { way_.reserve(level.floor()); }

  // Of the floor without the cells that are blocked, walls among them.
  void find(const std::vector<std::uint8_t>& blocked);

  // The block of the step between two free cells that lie side by side.
  int block(Cell one, Cell other) const { return at_[at_[one].number > at_[other].number ? one : other].block; }

 private:
  struct At {
    std::uint16_t number = 0;  // in the order of the walk, from 1
    std::uint16_t low = 0;     // the least number that is one step from here, or from what was met after it
    std::uint16_t block = 0;   // of the step that led here
    Cell from = 0;
    std::uint8_t next = 0;  // direction to try
  };

  void meet(Cell cell, Cell from);

  void walk(const std::vector<std::uint8_t>& blocked, Cell root);

  const Level& level_;
  std::vector<At> at_;       // by cell
  std::vector<Cell> way_;    // from the root of the walk
  std::vector<Cell> order_;  // cells in the order of the walk, but for the root
  std::uint16_t met_ = 0, blocks_ = 0;
};

}  // namespace budge::sokoban
