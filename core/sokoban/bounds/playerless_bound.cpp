#include "sokoban/bounds/playerless_bound.hpp"

#include <vector>

namespace budge::sokoban {

namespace {

using Cell = Level::Cell;

// The pushes from `origin` to every cell, or from every cell to `origin`. A box can be pushed from a cell to its
// neighbour if the cell on the opposite side is floor.
std::vector<std::uint16_t> pushes_by_cell(const Level& level, Cell origin, bool from_origin) {
  std::vector<std::uint16_t> pushes(level.box_cells(), CostTable::far);
  std::vector<Cell> queue{origin};
  pushes[origin] = 0;
  for (std::size_t i = 0; i < queue.size(); ++i) {
    for (int d = 0; d < Level::directions; ++d) {
      const Cell to = level.next(queue[i], d);
      if (to >= level.box_cells() || pushes[to] != CostTable::far) continue;
      const Cell stand = from_origin ? level.next(queue[i], Level::opposite(d)) : level.next(to, d);
      if (stand == level.outside()) continue;
      pushes[to] = static_cast<std::uint16_t>(pushes[queue[i]] + 1);
      queue.push_back(to);
    }
  }
  return pushes;
}

// A table with a column for each of `cells`. Column c is reachable for kinds with accepts(c, kind). The remaining
// columns are for spare boxes and cost 0.
template <class Accepts>
CostTable table(const Level& level, const std::vector<Cell>& cells, bool from_cells, Accepts&& accepts) {
  CostTable table{level.boxes(), {}};
  const std::size_t columns = level.boxes(), lines = level.kinds() * level.box_cells();
  table.costs.assign(columns * lines, CostTable::far);
  for (std::size_t column = 0; column < columns; ++column) {
    const bool spare = column >= cells.size();
    const auto pushes = spare ? std::vector<std::uint16_t>() : pushes_by_cell(level, cells[column], from_cells);
    for (std::size_t line = 0; line < lines; ++line) {
      const std::size_t kind = line / level.box_cells(), cell = line % level.box_cells();
      if (spare) {
        table.costs[line * columns + column] = 0;
      } else if (accepts(column, static_cast<int>(kind))) {
        table.costs[line * columns + column] = pushes[cell];
      }
    }
  }
  return table;
}

}  // namespace

CostTable pushes_to_targets(const Level& level) {
  return table(level, level.targets(), false,
               [&](std::size_t target, int kind) { return level.accepts(level.targets()[target], kind); });
}

CostTable pushes_from_start(const Level& level) {
  return table(level, level.start(), true,
               [&](std::size_t box, int kind) { return level.kind(static_cast<int>(box)) == kind; });
}

}  // namespace budge::sokoban
