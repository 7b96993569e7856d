// Random puzzles of robots for the native tests.
#pragma once

#include <random>
#include <set>

#include "robots/puzzle.hpp"
#include "tests/shuffle.hpp"

namespace budge::test {

inline robots::Puzzle random_robots(std::mt19937& random, int side, int count) {
  robots::Puzzle puzzle{side, side, random() % 2 == 0, {}, {}, {}};
  for (int cell = 0; cell < side * side; ++cell) {
    if (cell % side + 1 < side && random() % 6 == 0) puzzle.walls.push_back({cell, cell + 1});
    if (cell + side < side * side && random() % 6 == 0) puzzle.walls.push_back({cell, cell + side});
  }
  std::set<int> taken;
  while (static_cast<int>(taken.size()) < count) taken.insert(static_cast<int>(random() % (side * side)));
  puzzle.robots.assign(taken.begin(), taken.end());
  shuffle(puzzle.robots, random);
  puzzle.goals = {{static_cast<int>(random() % count), static_cast<int>(random() % (side * side))}};
  return puzzle;
}

}  // namespace budge::test
