#include "sokoban/rules/distances.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <utility>

#include "sokoban/rules/level.hpp"

namespace budge::sokoban {

Distances::Distances(const Level& level, std::span<const Cell> frozen) : floor_(level.floor()) {
  find_sides(level, walls(level, frozen));
  if (level.spare() >= 0) costs_ = weighed(level, frozen);
}

std::vector<char> Distances::walls(const Level& level, std::span<const Cell> frozen) const {
  std::vector<char> wall(floor_ + 1, 0);
  wall[level.outside()] = 1;
  for (const Cell cell : frozen) wall[cell] = 1;
  return wall;
}

// Finds, for a box on every cell, the sides into which it cuts the floor. All floor that frozen boxes separate from
// this box counts as one more side. Most boxes cut nothing: the free cells around them are connected.
void Distances::find_sides(const Level& level, const std::vector<char>& wall) {
  constexpr std::uint8_t none = 0xff;
  side_.assign(level.box_cells() * floor_, 0);
  stances_before_.assign(1, 0);
  std::vector<Cell> queue;
  const auto flood = [&](Cell from, std::uint8_t* side, std::uint8_t number) {
    side[from] = number;
    queue.assign(1, from);
    for (std::size_t i = 0; i < queue.size(); ++i) {
      for (const Cell to : level.next(queue[i])) {
        if (side[to] != none) continue;
        side[to] = number;
        queue.push_back(to);
      }
    }
  };
  std::vector<std::uint8_t> bare(floor_ + 1), cut;  // none where a player may walk
  for (std::size_t cell = 0; cell <= floor_; ++cell) bare[cell] = wall[cell] ? 0 : none;
  cut = bare;
  const auto open = static_cast<std::size_t>(std::ranges::find(wall, 0) - wall.begin());
  if (open < floor_) flood(static_cast<Cell>(open), cut.data(), 0);
  const bool connected = std::ranges::find(cut, none) == cut.end();

  for (int box = 0; box < level.box_cells(); ++box) {
    level.poll_clock();
    std::uint8_t sides = 0;
    if (!wall[box] && !(connected && level.neighbours_connected(box, [&](Cell cell) { return !wall[cell]; }))) {
      cut = bare;
      cut[box] = 0;
      for (const Cell from : level.next(box)) {
        if (cut[from] == none) flood(from, cut.data(), sides++);
      }
      if (std::ranges::find(cut, none) != cut.end()) std::ranges::replace(cut, none, sides++);
      std::copy(cut.begin(), cut.end() - 1, side_.begin() + static_cast<std::ptrdiff_t>(box * floor_));
    }
    stances_before_.push_back(stances_before_.back() + std::max<int>(sides, 1));
  }
}

// Pulls a lone box from each target, over stances in order of distance: Dijkstra's algorithm with a bucket queue.
CostTable Distances::weighed(const Level& level, std::span<const Cell> frozen, std::span<const int> potential) const {
  constexpr std::uint16_t far = CostTable::far;
  const auto weight = [&](Cell from, Cell to) {
    const int weight = potential.empty() ? 1 : 1 + potential[from] - potential[to];
    assert(0 <= weight && weight <= max_weight);
    return weight;
  };
  const std::vector<char> wall = walls(level, frozen);
  const std::size_t columns = level.boxes(), targets = level.targets().size();
  CostTable table{level.boxes(), {}};
  table.costs.assign(columns * stances() * level.kinds(), far);
  std::vector<std::uint16_t> pushes(stances());
  std::array<std::vector<std::pair<Cell, int>>, max_weight + 1> queue;  // (cell, stance), by distance
  for (std::size_t t = 0; t < targets; ++t) {
    level.poll_clock();
    std::fill(pushes.begin(), pushes.end(), far);
    const Cell target = level.targets()[t];
    for (int stance = stances_before_[target]; stance < stances_before_[target + 1]; ++stance) {
      pushes[stance] = 0;
      if (!wall[target]) queue[0].emplace_back(target, stance);
    }
    for (std::size_t distance = 0, empty = 0; empty < queue.size(); ++distance) {
      auto& nearest = queue[distance % queue.size()];
      empty = nearest.empty() ? empty + 1 : 0;
      for (std::size_t i = 0; i < nearest.size(); ++i) {
        const auto [cell, at] = nearest[i];
        if (pushes[at] != distance) continue;
        for (int d = 0; d < Level::directions; ++d) {
          const Cell from = level.next(cell, Level::opposite(d)), player = level.next(from, Level::opposite(d));
          if (from >= level.box_cells() || wall[from] || wall[player] || stance(cell, from) != at) continue;
          const int before = stance(from, player);
          const std::size_t length = distance + weight(player, from);
          if (pushes[before] <= length) continue;
          pushes[before] = static_cast<std::uint16_t>(length);
          queue[length % queue.size()].emplace_back(from, before);
        }
      }
      nearest.clear();
    }
    for (int kind = 0; kind < level.kinds(); ++kind) {
      if (!level.accepts(target, kind)) continue;
      for (int stance = 0; stance < stances(); ++stance) {
        table.costs[line(kind, stance) * columns + t] = pushes[stance];
      }
    }
  }
  for (int line = 0; line < level.kinds() * stances(); ++line) {
    for (std::size_t column = targets; column < columns; ++column) table.costs[line * columns + column] = 0;
  }
  return table;
}

}  // namespace budge::sokoban
