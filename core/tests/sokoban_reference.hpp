// A reference implementation of Sokoban: all positions of small levels, by the plain rules, for tests to compare with.
#pragma once

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <queue>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "sokoban/rules/level.hpp"
#include "sokoban/rules/objective.hpp"

namespace budge::test {

struct Position {
  std::vector<int> players;                // in ascending order
  std::vector<std::pair<int, int>> boxes;  // (kind, cell), in ascending order

  auto operator<=>(const Position&) const = default;
};

class Exhaustive {
 public:
  using Pair = std::pair<std::int64_t, std::int64_t>;
  static constexpr Pair never{std::numeric_limits<std::int64_t>::max(), 0};

  explicit Exhaustive(const sokoban::Puzzle& puzzle)
      : puzzle_(puzzle), walls_(puzzle.walls.begin(), puzzle.walls.end()) {}

  // Finds all positions reachable from the start; false if there are more than `max_positions`.
  bool explore(std::size_t max_positions) {
    add(start());
    for (std::size_t i = 0; i < positions.size(); ++i) {
      if (positions.size() > max_positions) return false;
      const Position from = positions[i];
      for (const auto& [to, pushes] : steps(from)) {
        const std::size_t id = add(to);
        came_from_[id].push_back({i, pushes});
      }
    }
    return true;
  }

  // The minimum cost from each position to a solved one. A step of several players costs 1, whatever they push.
  std::vector<Pair> costs(sokoban::Metric metric) const {
    std::vector<Pair> costs(positions.size(), never);
    using Entry = std::pair<Pair, std::size_t>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
    for (std::size_t i = 0; i < positions.size(); ++i) {
      if (solved(positions[i])) open.push({costs[i] = {0, 0}, i});
    }
    while (!open.empty()) {
      const auto [cost, at] = open.top();
      open.pop();
      if (cost != costs[at]) continue;
      for (const auto& [from, pushes] : came_from_[at]) {
        const Pair more = step_cost(metric, pushes);
        const Pair sum{cost.first + more.first, cost.second + more.second};
        if (sum < costs[from]) open.push({costs[from] = sum, from});
      }
    }
    return costs;
  }

  bool solved(const Position& position) const {
    return std::ranges::all_of(puzzle_.targets, [&](int target) {
      return std::ranges::any_of(position.boxes,
                                 [&](const auto& box) { return box.second == target && may_end(box.first, target); });
    });
  }

  // The kind of a box is the number of the first box with the same assigned targets.
  int kind(std::size_t box) const {
    if (puzzle_.assigned.empty()) return 0;
    const auto same = [&](std::size_t other) {
      auto one = puzzle_.assigned[box], two = puzzle_.assigned[other];
      std::ranges::sort(one);
      std::ranges::sort(two);
      return one == two;
    };
    for (std::size_t other = 0; other < box; ++other) {
      if (same(other)) return static_cast<int>(other);
    }
    return static_cast<int>(box);
  }
  bool may_end(int kind, int target) const {
    if (puzzle_.assigned.empty() || puzzle_.assigned[kind].empty()) return true;
    return std::ranges::find(puzzle_.assigned[kind], target) != puzzle_.assigned[kind].end();
  }

  // Every step from a position, with the number of boxes pushed.
  std::vector<std::pair<Position, int>> steps(const Position& from) const {
    std::vector<std::pair<Position, int>> found;
    std::vector<int> directions(from.players.size(), 0);
    const bool alone = from.players.size() == 1;
    for (;;) {
      Position to;
      int pushes = 0;
      if (step(from, directions, to, pushes)) found.emplace_back(to, pushes);
      std::size_t player = 0;
      while (player < directions.size() && ++directions[player] == (alone ? 4 : 5)) directions[player++] = 0;
      if (player == directions.size()) return found;
    }
  }

  // Makes one step if it is legal. Direction 4 means wait.
  bool step(const Position& from, const std::vector<int>& directions, Position& to, int& pushes) const {
    to = from;
    pushes = 0;
    for (std::size_t i = 0; i < directions.size(); ++i) {
      const int cell = neighbour(from.players[i], directions[i]);
      if (is_wall(cell)) return false;
      to.players[i] = cell;
      const auto pushed = std::ranges::find(from.boxes, cell, [](const auto& box) { return box.second; });
      if (pushed == from.boxes.end()) continue;
      const int beyond = neighbour(cell, directions[i]);
      if (is_wall(beyond) ||
          std::ranges::find(from.boxes, beyond, [](const auto& box) { return box.second; }) != from.boxes.end()) {
        return false;
      }
      to.boxes[pushed - from.boxes.begin()].second = beyond;
      ++pushes;
    }
    std::set<int> taken(to.players.begin(), to.players.end());
    for (const auto& [kind, cell] : to.boxes) taken.insert(cell);
    if (taken.size() != to.players.size() + to.boxes.size()) return false;
    for (std::size_t i = 0; i < directions.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        if (to.players[i] == from.players[j] && to.players[j] == from.players[i]) return false;
      }
    }
    std::ranges::sort(to.players);
    std::ranges::sort(to.boxes);
    return true;
  }

  Position start() const {
    Position start;
    start.players = puzzle_.players;
    for (std::size_t i = 0; i < puzzle_.boxes.size(); ++i) start.boxes.emplace_back(kind(i), puzzle_.boxes[i]);
    std::ranges::sort(start.players);
    std::ranges::sort(start.boxes);
    return start;
  }

  std::size_t id(const Position& position) const { return ids_.at(position); }

  // The same puzzle with another start position.
  sokoban::Puzzle from(const Position& position) const {
    sokoban::Puzzle puzzle = puzzle_;
    puzzle.players = position.players;
    for (std::size_t i = 0; i < position.boxes.size(); ++i) {
      puzzle.boxes[i] = position.boxes[i].second;
      if (!puzzle.assigned.empty()) puzzle.assigned[i] = puzzle_.assigned[position.boxes[i].first];
    }
    return puzzle;
  }

  std::vector<Position> positions;

 private:
  static Pair step_cost(sokoban::Metric metric, int pushes) {
    switch (metric) {
      case sokoban::Metric::pushes:
        return {pushes, 0};
      case sokoban::Metric::pushes_then_moves:
        return {pushes, 1};
      case sokoban::Metric::moves_then_pushes:
        return {1, pushes};
      case sokoban::Metric::moves:
      case sokoban::Metric::makespan:
        return {1, 0};
    }
    __builtin_unreachable();
  }

  int neighbour(int cell, int direction) const {
    const int by[5] = {-puzzle_.width, -1, 1, puzzle_.width, 0};
    return cell + by[direction];
  }
  bool is_wall(int cell) const { return walls_.contains(cell); }

  std::size_t add(const Position& position) {
    const auto [entry, fresh] = ids_.emplace(position, positions.size());
    if (fresh) {
      positions.push_back(position);
      came_from_.emplace_back();
    }
    return entry->second;
  }

  sokoban::Puzzle puzzle_;
  std::set<int> walls_;
  std::map<Position, std::size_t> ids_;
  std::vector<std::vector<std::pair<std::size_t, int>>> came_from_;
};

struct RandomLevel {
  int width, height, boxes, targets, players = 1;
  bool assigned = false;
  unsigned cells_per_pillar = 6;
};

// A walled room with random pillars and pieces. Many of these levels are unsolvable, which the tests need.
inline sokoban::Puzzle random_level(const RandomLevel& shape, std::mt19937& random) {
  sokoban::Puzzle puzzle{shape.width + 2, shape.height + 2, {}, {}, {}, {}, {}};
  std::vector<int> floor;
  for (int cell = 0; cell < puzzle.width * puzzle.height; ++cell) {
    const int x = cell % puzzle.width, y = cell / puzzle.width;
    const bool border = x == 0 || y == 0 || x == puzzle.width - 1 || y == puzzle.height - 1;
    (border || random() % shape.cells_per_pillar == 0 ? puzzle.walls : floor).push_back(cell);
  }
  if (static_cast<int>(floor.size()) < shape.boxes + shape.players + shape.targets) return random_level(shape, random);
  std::shuffle(floor.begin(), floor.end(), random);
  puzzle.players.assign(floor.begin(), floor.begin() + shape.players);
  puzzle.boxes.assign(floor.begin() + shape.players, floor.begin() + shape.players + shape.boxes);
  std::shuffle(floor.begin(), floor.end(), random);
  puzzle.targets.assign(floor.begin(), floor.begin() + shape.targets);
  if (shape.assigned) {
    for (int box = 0; box < shape.boxes; ++box) {
      puzzle.assigned.push_back(random() % 2 ? std::vector<int>{}
                                             : std::vector<int>{puzzle.targets[random() % shape.targets]});
    }
  }
  return puzzle;
}

// A level from its picture: # wall, @ player, $ box, . target.
inline sokoban::Puzzle drawn_level(const std::vector<std::string>& rows) {
  std::size_t width = 0;
  for (const std::string& row : rows) width = std::max(width, row.size());
  sokoban::Puzzle puzzle{static_cast<int>(width), static_cast<int>(rows.size()), {}, {}, {}, {}, {}};
  for (int y = 0; y < puzzle.height; ++y) {
    for (int x = 0; x < static_cast<int>(rows[y].size()); ++x) {
      const int cell = y * puzzle.width + x;
      if (rows[y][x] == '#') puzzle.walls.push_back(cell);
      if (rows[y][x] == '@') puzzle.players.push_back(cell);
      if (rows[y][x] == '$') puzzle.boxes.push_back(cell);
      if (rows[y][x] == '.') puzzle.targets.push_back(cell);
    }
  }
  return puzzle;
}

// The cost of a plan in a metric, if the plan is legal and fills every target.
inline std::optional<std::int64_t> replayed(const sokoban::Puzzle& puzzle, sokoban::Metric metric,
                                            const std::vector<int>& plan) {
  const Exhaustive rules(puzzle);
  const std::size_t players = puzzle.players.size();
  Position now = rules.start();
  std::vector<int> players_in_order = puzzle.players;  // in the order that the plan uses
  std::uint32_t pushes = 0, moves = 0;
  for (std::size_t i = 0; i < plan.size(); i += players) {
    const int by[5] = {-puzzle.width, -1, 1, puzzle.width, 0};
    std::vector<int> directions(players);
    for (std::size_t player = 0; player < players; ++player) {
      const auto at = std::ranges::find(now.players, players_in_order[player]) - now.players.begin();
      directions[at] = plan[i + player];
      players_in_order[player] += by[plan[i + player]];
    }
    Position next;
    int pushed = 0;
    if (!rules.step(now, directions, next, pushed)) return std::nullopt;
    now = next;
    pushes += pushed;
    ++moves;
  }
  if (!rules.solved(now)) return std::nullopt;
  return metric == sokoban::Metric::makespan ? moves : coded(metric, cost(metric, pushes, moves));
}

// Four targets in a row at the end of a corridor.
inline const std::vector<std::string> kDeepRoom{"##########", "#....  $ #", "#### # $@#", "   #   $ #",
                                                "   #   $ #", "   #     #", "   #######"};

}  // namespace budge::test
