// Random puzzles for the native tests.
#pragma once

#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

#include "tiles/solve.hpp"

namespace budge::test {

inline std::vector<int> shuffled(int size, std::mt19937& random) {
  std::vector<int> cells(size);
  std::iota(cells.begin(), cells.end(), 0);
  std::shuffle(cells.begin(), cells.end(), random);
  return cells;
}

// A board whose start is `steps` random moves from its goal.
inline tokens::Puzzle scrambled(int width, int height, const std::vector<int>& goal, int steps, std::mt19937& random) {
  std::vector<int> start = goal;
  const tokens::Adjacency graph = tokens::grid(width, height);
  int blank = static_cast<int>(std::find(start.begin(), start.end(), 0) - start.begin());
  for (int i = 0; i < steps; ++i) {
    const int next = graph[blank][random() % graph[blank].size()];
    std::swap(start[blank], start[next]);
    blank = next;
  }
  return tiles::board({width, height, start, goal});
}
inline tokens::Puzzle scrambled(int width, int height, int steps, std::mt19937& random) {
  return scrambled(width, height, shuffled(width * height, random), steps, random);
}

}  // namespace budge::test
