// Biconnected components of the floor: which neighbours of a cell stay connected if a box is put on the cell.
//
// A biconnected component is a maximal part of the floor that no single cell cuts in two. Two neighbours of a cell stay
// connected without the cell exactly if the edges from the cell to them belong to the same component. One depth-first
// search finds all components in linear time (Hopcroft and Tarjan, 1973).
//
//   #######    Each room is a component, and so is each of the two edges of the passage c. A box on c, or on one of its
//   #  #  #    two neighbours, cuts the floor in two; a box anywhere else does not.
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

  explicit Biconnected(const Level& level) : level_(level), at_(level.floor() + 1) { path_.reserve(level.floor()); }

  // Finds the components of the floor without the blocked cells; walls count as blocked.
  void find(const std::vector<std::uint8_t>& blocked);

  // The component of the edge between two free neighbouring cells.
  int component(Cell one, Cell other) const { return at_[at_[one].number > at_[other].number ? one : other].component; }

 private:
  struct Visit {
    std::uint16_t number = 0;     // in depth-first order, from 1; 0: not visited
    std::uint16_t low = 0;        // the lowest number adjacent to this cell or to one of its descendants
    std::uint16_t component = 0;  // of the edge from `from`
    Cell from = 0;
    std::uint8_t next = 0;  // direction to try next
  };

  void enter(Cell cell, Cell from);

  void visit(const std::vector<std::uint8_t>& blocked, Cell root);

  const Level& level_;
  std::vector<Visit> at_;    // by cell
  std::vector<Cell> path_;   // from the root to the current cell
  std::vector<Cell> order_;  // cells in depth-first order, without the root
  std::uint16_t visited_ = 0, components_ = 0;
};

}  // namespace budge::sokoban
