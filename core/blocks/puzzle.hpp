// A sliding-block puzzle as Python passes it: cells are numbered in reading order, pieces are sets of cells.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "blocks/metric.hpp"
#include "support/heuristic_list.hpp"

namespace budge::blocks {

enum class Axis : std::uint8_t { both, horizontal, vertical };

// One of the heuristics listed in heuristics.hpp.
class Heuristic : public ListedHeuristic {
 public:
  explicit Heuristic(std::string_view name) : ListedHeuristic(all(), name) {}
  static std::span<const About> all();
};

struct Puzzle {
  static constexpr int longest_side = 32;

  int width = 0, height = 0;
  std::vector<int> walls;
  std::vector<std::vector<int>> pieces;     // where each one starts
  std::vector<Axis> axes;                   // along which each one may move
  std::vector<std::vector<int>> forbidden;  // cells that each one may not enter
  std::vector<std::vector<int>> goals;      // alternatives: the smallest cell that each piece has to cover, or -1
};

// A unit step in a plan is piece * 4 + direction.
enum Direction : int { up, left, right, down };
inline constexpr std::array<int, 4> row_step{-1, 0, 0, 1}, column_step{0, -1, 1, 0};
inline constexpr Direction opposite(int direction) { return static_cast<Direction>(3 - direction); }

}  // namespace budge::blocks
