// Push distances: how many pushes bring a lone box from every cell to every target, with frozen boxes as walls.
//
// A box on a cell cuts the floor into one or more sides; (cell, side of the player) is a *stance*, and distances are
// counted in pushes from stance to target. No push of another box moves the player to another side of this one, so
// lower bounds made of these distances are consistent. A frozen box is home on its own target or nowhere. Bounds on
// moves weigh each push by how far it takes the player down or up (see bounds/potential.hpp).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace budge::sokoban {

class Level;

// One line of costs for each kind and stance: the pushes to each target, then 0 for each spare box.
struct CostTable {
  static constexpr std::uint16_t far = 0xffff;  // unreachable

  int columns = 0;
  std::vector<std::uint16_t> costs;

  const std::uint16_t* line(int line) const { return costs.data() + static_cast<std::size_t>(line) * columns; }
};

class Distances {
 public:
  using Cell = std::uint16_t;

  Distances() = default;
  explicit Distances(const Level& level, std::span<const Cell> frozen = {});

  // Most cells of a large floor have a single side: skip the table of sides, which does not fit in the cache.
  int stance(int cell, int player) const {
    const int first = stances_before_[cell];
    return stances_before_[cell + 1] == first + 1 ? first : first + side_[cell * floor_ + player];
  }
  int stances() const { return stances_before_.back(); }
  int stances_before(int cell) const { return stances_before_[cell]; }

  // A line for each kind and stance.
  int line(int kind, int stance) const { return kind * stances() + stance; }
  const CostTable& costs() const { return costs_; }
  static constexpr int max_weight = 2;
  // The same costs with each push weighed 1 + potential[from] - potential[to], where the player steps from `from` to
  // `to`. Potentials of neighbouring cells differ by at most one; an empty potential is constant.
  CostTable weighed(const Level& level, std::span<const Cell> frozen, std::span<const int> potential = {}) const;

 private:
  void find_sides(const Level& level, const std::vector<char>& wall);
  std::vector<char> walls(const Level& level, std::span<const Cell> frozen) const;

  std::size_t floor_ = 0;
  std::vector<std::uint8_t> side_;   // by box cell and player's cell
  std::vector<int> stances_before_;  // by box cell
  CostTable costs_;
};

}  // namespace budge::sokoban
