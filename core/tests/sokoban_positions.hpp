// Shared by the tests of Sokoban's rules and bounds: all positions of small levels, each with its true cost.
#pragma once

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "sokoban/bounds/matching.hpp"
#include "sokoban/rules/board.hpp"
#include "sokoban/rules/level.hpp"
#include "sokoban/solve.hpp"
#include "tests/check.hpp"
#include "tests/sokoban_reference.hpp"

namespace budge::test {

using Cell = sokoban::Level::Cell;

// A position of a level, with its true cost.
struct Known {
  const sokoban::Level& level;
  const sokoban::Board& board;
  Cell player;
  const Exhaustive& exhaustive;
  std::size_t id;
  const std::vector<Exhaustive::Pair>& costs;  // by position: the minimum number of pushes to a solved one

  Exhaustive::Pair pushes() const { return costs[id]; }
  bool is_dead() const { return pushes() == Exhaustive::never; }
};

// Calls make_body(level) for each of a number of levels, and the body on every reachable position without a box on a
// dead square.
template <class MakePuzzle, class MakeBody>
void on_every_position_of(int levels, std::size_t max_positions, MakePuzzle&& make_puzzle, MakeBody&& make_body) {
  for (int i = 0; i < rounds(levels); ++i) {
    const sokoban::Puzzle puzzle = make_puzzle(i);
    Control control;
    const sokoban::Level level(puzzle, &control);
    Exhaustive exhaustive(puzzle);
    if (level.unsolvable_reason() || level.boxes() != static_cast<int>(puzzle.boxes.size())) continue;
    if (!exhaustive.explore(max_positions)) continue;
    const auto costs = exhaustive.costs(sokoban::Metric::pushes);
    auto body = make_body(level);
    for (std::size_t id = 0; id < exhaustive.positions.size(); ++id) {
      const Position& position = exhaustive.positions[id];
      sokoban::Board board(level);
      for (const auto& [first_of_kind, at] : position.boxes) {
        board.add(static_cast<Cell>(level.cell(at)), level.kind(first_of_kind));
      }
      bool allowed = true;
      for (int box = 0; box < board.boxes(); ++box) allowed = allowed && board.cell(box) < level.box_cells();
      const auto player = static_cast<Cell>(level.cell(position.players[0]));
      if (allowed) body(Known{level, board, player, exhaustive, id, costs});
    }
  }
}

template <class MakeBody>
void on_every_position(int levels, const std::vector<RandomLevel>& shapes, unsigned seed, MakeBody&& make_body) {
  std::mt19937 random(seed);
  on_every_position_of(levels, 6000, [&](int i) { return random_level(shapes[i % shapes.size()], random); }, make_body);
}

// A level where boxes have far to go and block each other: one of a few floors, with boxes on random cells.
inline sokoban::Puzzle random_paths(int number, std::mt19937& random) {
  const std::vector<std::vector<std::string>> floors{
      {"########", "####   #", "#...   #", "####   #", "   #   #", "   #####"},
      {"#########", "#   #   #", "#.      #", "#.  #   #", "#########"},
      {"########", "#      #", "# .##  #", "# .##  #", "#      #", "########"},
      {"########", "#   #  #", "#.     #", "#.     #", "#.  #  #", "########"}};
  const auto& rows = floors[number % floors.size()];
  sokoban::Puzzle puzzle = drawn_level(rows);
  std::vector<int> free;
  for (int y = 0; y < puzzle.height; ++y) {
    for (std::size_t x = rows[y].find('#'); x < rows[y].size(); ++x) {
      if (rows[y][x] != '#') free.push_back(y * puzzle.width + static_cast<int>(x));
    }
  }
  do {
    std::shuffle(free.begin(), free.end(), random);
    puzzle.players.assign(1, free.back());
    puzzle.boxes.assign(free.begin(), free.begin() + static_cast<std::ptrdiff_t>(puzzle.targets.size()));
  } while (!sokoban::evaluate(puzzle, sokoban::Metric::pushes, sokoban::Heuristic::matching));
  return puzzle;
}

template <class MakeBody>
void on_every_position_of_paths(int levels, unsigned seed, MakeBody&& make_body) {
  std::mt19937 random(seed);
  on_every_position_of(levels, 30'000, [&](int i) { return random_paths(i, random); }, make_body);
}

// Calls visit(box, direction, cell, to) for every legal push to a cell that is not a dead square. `reach` is the region
// of the player.
template <class Reach, class Visit>
void each_push(const sokoban::Level& level, const sokoban::Board& board, const Reach& reach, Visit&& visit) {
  for (int box = 0; box < board.boxes(); ++box) {
    for (int d = 0; d < sokoban::Level::directions; ++d) {
      const Cell cell = board.cell(box), to = level.next(cell, d);
      if (!reach.has(level.next(cell, sokoban::Level::opposite(d)))) continue;
      if (to < level.box_cells() && !board.blocked(to)) visit(box, d, cell, to);
    }
  }
}

inline const std::vector<RandomLevel> kShapes{
    {4, 4, 2, 2}, {5, 3, 3, 3}, {5, 4, 2, 2}, {4, 3, 3, 2}, {4, 4, 2, 2, 1, true}};

// The total of the matching at a position.
inline int matched(const sokoban::Level& level, const sokoban::Board& board, Cell player) {
  sokoban::Matching matching(level.costs());
  for (int box = 0; box < board.boxes(); ++box) {
    matching.set(box, level.line(board.kind(box), level.stance(board.cell(box), player)));
  }
  return matching.total();
}

}  // namespace budge::test
