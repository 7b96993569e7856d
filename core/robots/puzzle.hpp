// A puzzle of robots as Python passes it: cells are numbered in reading order, robots in the order of their names.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace budge::robots {

enum class Heuristic : std::uint8_t { zero, distance, stoppers };

struct Goal {
  static constexpr int any = -1;

  int robot;  // or any
  int cell;
};

struct Puzzle {
  static constexpr int longest_side = 32;
  static constexpr int max_robots = 26;

  int width = 0, height = 0;
  bool open = false;                       // a robot that crosses the edge is lost, so such a slide is illegal
  std::vector<std::pair<int, int>> walls;  // between two cells that touch
  std::vector<int> robots;                 // where each one starts
  std::vector<Goal> goals;                 // all must hold at once; a robot has at most one
};

// A step in a plan is cell * 4 + direction: the robot in that cell slides that way.
enum Direction : int { up, left, right, down };
inline constexpr Direction opposite(int direction) { return static_cast<Direction>(3 - direction); }

}  // namespace budge::robots
