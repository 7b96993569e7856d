// A plain implementation of sliding blocks for the native tests: slow, and independent of the code under test.
#pragma once

#include <algorithm>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "blocks/puzzle.hpp"

namespace budge::test {

using Position = std::vector<std::vector<int>>;  // the cells of every piece

// The metrics of the table and a further one, which shows that a row of the table defines a metric completely.
inline const blocks::Metric all_metrics[] = {
    blocks::metrics[0], blocks::metrics[1], blocks::metrics[2], {"two-cells", 2, false}};

class PlainBlocks {
 public:
  PlainBlocks(const blocks::Puzzle& puzzle, blocks::Metric metric) : puzzle_(puzzle), metric_(metric) {}

  // The position after one unit step, or an empty one if it is not legal.
  Position step(const Position& position, int piece, int direction) const {
    const bool vertical = direction == blocks::up || direction == blocks::down;
    if (puzzle_.axes[piece] == (vertical ? blocks::Axis::horizontal : blocks::Axis::vertical)) return {};
    std::vector<char> taken(puzzle_.width * puzzle_.height);
    for (const int cell : puzzle_.walls) taken[cell] = true;
    for (const int cell : puzzle_.forbidden[piece]) taken[cell] = true;
    for (std::size_t other = 0; other < position.size(); ++other) {
      for (const int cell : position[other]) taken[cell] |= static_cast<int>(other) != piece;
    }
    Position after = position;
    for (int& cell : after[piece]) {
      const int row = cell / puzzle_.width + blocks::row_step[direction],
                column = cell % puzzle_.width + blocks::column_step[direction];
      if (row < 0 || row >= puzzle_.height || column < 0 || column >= puzzle_.width) return {};
      cell = row * puzzle_.width + column;
      if (taken[cell]) return {};
    }
    return after;
  }

  // Every position one move away, in the metric.
  std::vector<Position> neighbours(const Position& position) const {
    std::vector<Position> found;
    for (int piece = 0; piece < static_cast<int>(position.size()); ++piece) {
      if (metric_.turns) {
        std::vector<Position> queue{position};
        for (std::size_t head = 0; head < queue.size(); ++head) {
          for (int direction = 0; direction < 4; ++direction) {
            const Position after = step(Position(queue[head]), piece, direction);
            if (!after.empty() && std::find(queue.begin(), queue.end(), after) == queue.end()) queue.push_back(after);
          }
        }
        found.insert(found.end(), queue.begin() + 1, queue.end());
        continue;
      }
      for (int direction = 0; direction < 4; ++direction) {
        Position after = step(position, piece, direction);
        for (int cells = 1; cells <= metric_.reach && !after.empty(); ++cells) {
          found.push_back(after);
          after = step(after, piece, direction);
        }
      }
    }
    return found;
  }

  bool is_goal(const Position& position) const {
    return std::any_of(puzzle_.goals.begin(), puzzle_.goals.end(), [&](const std::vector<int>& goal) {
      for (std::size_t piece = 0; piece < goal.size(); ++piece) {
        if (goal[piece] >= 0 && *std::min_element(position[piece].begin(), position[piece].end()) != goal[piece]) {
          return false;
        }
      }
      return true;
    });
  }

  // Distances from any of the roots.
  std::map<Position, int> distances(const std::vector<Position>& roots) const {
    std::map<Position, int> distance;
    std::vector<Position> queue = roots;
    for (const Position& root : roots) distance[root] = 0;
    for (std::size_t head = 0; head < queue.size(); ++head) {
      const Position position = queue[head];
      const int next = distance[position] + 1;
      for (const Position& neighbour : neighbours(position)) {
        if (distance.emplace(neighbour, next).second) queue.push_back(neighbour);
      }
    }
    return distance;
  }

  // The cost of a plan in the metric; -1 if it breaks the rules or does not end at a goal.
  int cost(const std::vector<int>& plan) const {
    Position position = puzzle_.pieces;
    int cost = 0, cells = 0;  // of the current move
    for (std::size_t i = 0; i < plan.size(); ++i) {
      position = step(position, plan[i] / 4, plan[i] % 4);
      if (position.empty()) return -1;
      const bool same_piece = i > 0 && plan[i] / 4 == plan[i - 1] / 4;
      const bool same_line = i > 0 && plan[i] == plan[i - 1];
      const bool continues = metric_.turns ? same_piece : same_line && cells < metric_.reach;
      cells = continues ? cells + 1 : 1;
      cost += !continues;
    }
    return is_goal(position) ? cost : -1;
  }

 private:
  const blocks::Puzzle& puzzle_;
  blocks::Metric metric_;
};

// A puzzle drawn as a grid: `#` is a wall, `.` is empty, any other character is a piece. `goal` shows pieces with
// goals.
inline blocks::Puzzle drawn(const std::vector<std::string>& start, const std::vector<std::string>& goal,
                            bool locked = false) {
  blocks::Puzzle puzzle{static_cast<int>(start[0].size()), static_cast<int>(start.size()), {}, {}, {}, {}, {}};
  std::map<char, int> piece;
  const auto each_cell = [&](const std::vector<std::string>& grid, auto&& visit) {
    for (int cell = 0; cell < puzzle.width * puzzle.height; ++cell)
      visit(grid[cell / puzzle.width][cell % puzzle.width], cell);
  };
  each_cell(start, [&](char symbol, int cell) {
    if (symbol == '#') puzzle.walls.push_back(cell);
    if (symbol == '#' || symbol == '.') return;
    if (piece.emplace(symbol, static_cast<int>(piece.size())).second) puzzle.pieces.emplace_back();
    puzzle.pieces[piece[symbol]].push_back(cell);
  });
  puzzle.forbidden.resize(puzzle.pieces.size());
  for (const auto& cells : puzzle.pieces) {
    const bool horizontal = cells.back() / puzzle.width == cells[0] / puzzle.width;
    puzzle.axes.push_back(!locked      ? blocks::Axis::both
                          : horizontal ? blocks::Axis::horizontal
                                       : blocks::Axis::vertical);
  }
  puzzle.goals.emplace_back(puzzle.pieces.size(), -1);
  each_cell(goal, [&](char symbol, int cell) {
    if (symbol != '#' && symbol != '.' && puzzle.goals[0][piece.at(symbol)] < 0)
      puzzle.goals[0][piece.at(symbol)] = cell;
  });
  return puzzle;
}

// A small board with pieces of random shapes, some locked to an axis, some with a forbidden cell. The goal is a
// position after random steps, for some or all pieces; sometimes there is a second goal.
inline blocks::Puzzle random_blocks(std::mt19937& random, int width, int height, int piece_count) {
  blocks::Puzzle puzzle{width, height, {}, {}, {}, {}, {}};
  std::vector<char> taken(width * height);
  if (random() % 2) {
    puzzle.walls.push_back(static_cast<int>(random() % taken.size()));
    taken[puzzle.walls[0]] = true;
  }
  for (int tries = 0; tries < 40 && static_cast<int>(puzzle.pieces.size()) < piece_count; ++tries) {
    std::vector<int> cells{static_cast<int>(random() % taken.size())};
    if (taken[cells[0]]) continue;
    const int size = 1 + static_cast<int>(random() % 4);
    for (int i = 0; i < 8 && static_cast<int>(cells.size()) < size; ++i) {
      const int from = cells[random() % cells.size()], direction = static_cast<int>(random() % 4);
      const int row = from / width + blocks::row_step[direction],
                column = from % width + blocks::column_step[direction];
      if (row < 0 || row >= height || column < 0 || column >= width) continue;
      const int cell = row * width + column;
      if (!taken[cell] && std::find(cells.begin(), cells.end(), cell) == cells.end()) cells.push_back(cell);
    }
    for (const int cell : cells) taken[cell] = true;
    puzzle.pieces.push_back(cells);
    puzzle.axes.push_back(random() % 4   ? blocks::Axis::both
                          : random() % 2 ? blocks::Axis::horizontal
                                         : blocks::Axis::vertical);
    std::vector<int> forbidden;
    const int gate = static_cast<int>(random() % taken.size());
    if (random() % 4 == 0 && std::find(cells.begin(), cells.end(), gate) == cells.end()) forbidden.push_back(gate);
    puzzle.forbidden.push_back(forbidden);
  }
  const PlainBlocks plain(puzzle, blocks::metric("steps"));
  const int goals = random() % 4 == 0 ? 2 : 1;
  for (int i = 0; i < goals; ++i) {
    Position position = puzzle.pieces;
    for (int walk = 0; walk < 60; ++walk) {
      const Position after =
          plain.step(position, static_cast<int>(random() % position.size()), static_cast<int>(random() % 4));
      if (!after.empty()) position = after;
    }
    auto& goal = puzzle.goals.emplace_back();
    const bool full = random() % 3 == 0;
    for (const auto& cells : position) {
      goal.push_back(full || random() % 3 == 0 ? *std::min_element(cells.begin(), cells.end()) : -1);
    }
  }
  return puzzle;
}

}  // namespace budge::test
