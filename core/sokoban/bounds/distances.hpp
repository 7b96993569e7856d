// How many pushes bring a lone box from every place to every target, some boxes frozen where they are.
//
// A box on a cell cuts the floor into one or more sides; (cell, side of the player) is a *stance*, and distances are
// counted in pushes from stance to target. No push of another box can bring the player to another side of this one, so
// bounds made of these distances are consistent. Frozen boxes count as walls; each is home on its own target if at all.
// Where moves count, pushes weigh more or less by how far they take the player down or up (see heights.hpp).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace budge::sokoban {

class Level;
class Potential;

// Lines of costs, one for each way that a box may stand: pushes to each target, then 0 for each spare box.
struct CostTable {
  static constexpr std::uint16_t far = 0xffff;  // no number of pushes will do

  int columns = 0;
  std::vector<std::uint16_t> costs;

  const std::uint16_t* line(int line) const { return costs.data() + static_cast<std::size_t>(line) * columns; }
};

class Distances {
 public:
  using Cell = std::uint16_t;

  Distances() = default;
  explicit Distances(const Level& level, std::span<const Cell> frozen = {});

  // On a large floor most cells have one, and the table of sides is too large to be at hand.
  int stance(int cell, int player) const {
    const int first = stances_before_[cell];
    return stances_before_[cell + 1] == first + 1 ? first : first + side_[cell * floor_ + player];
  }
  int stances() const { return stances_before_.back(); }
  int stances_before(int cell) const { return stances_before_[cell]; }

  // A line for each kind and stance.
  int line(int kind, int stance) const { return kind * stances() + stance; }
  const CostTable& costs() const { return costs_; }
  // The same with pushes weighed by heights.
  CostTable weighed(const Level& level, std::span<const Cell> frozen, const Potential& heights) const;

 private:
  void find_sides(const Level& level, const std::vector<char>& wall);
  std::vector<char> walls(const Level& level, std::span<const Cell> frozen) const;

  std::size_t floor_ = 0;
  std::vector<std::uint8_t> side_;   // by box cell and player's cell
  std::vector<int> stances_before_;  // by box cell
  CostTable costs_;
};

}  // namespace budge::sokoban
