// Robots: compares table slides with cell-by-cell walks, and predecessors with slides.
#include <random>
#include <set>

#include "robots/backward.hpp"
#include "robots/explore.hpp"
#include "robots/goal_states.hpp"
#include "robots/solve.hpp"
#include "robots/with_space.hpp"
#include "search/tuning.hpp"
#include "tests/check.hpp"
#include "tests/random_robots.hpp"

namespace budge::test {

namespace {

using robots::Puzzle;

// A slide computed cell by cell; -1 if the robot does not move or is lost.
int walked(const Puzzle& puzzle, int cell, int direction, const std::vector<int>& others) {
  const int side = puzzle.width, start = cell;
  for (;;) {
    const int row = cell / side + (direction == robots::down) - (direction == robots::up);
    const int column = cell % side + (direction == robots::right) - (direction == robots::left);
    const bool outside = row < 0 || row >= side || column < 0 || column >= side;
    if (outside && puzzle.open) return -1;
    const int next = row * side + column;
    bool stopped = outside;
    for (const auto& [one, other] : puzzle.walls) {
      stopped |= !outside && std::min(cell, next) == one && std::max(cell, next) == other;
    }
    for (const int other : others) stopped |= !outside && other == next;
    if (stopped) return cell == start ? -1 : cell;
    cell = next;
  }
}

template <class S>
void check_spaces(const Puzzle& puzzle, std::mt19937& random) {
  const robots::Rules rules(puzzle);
  const S space(rules, robots::Heuristic::stoppers);
  const robots::BackwardSpace<S> backward(rules, space);
  auto node = space.start();
  for (int step = 0; step < 15; ++step) {
    const auto moves = space.moves(node);
    if (moves.size() == 0) return;
    for (const auto op : moves) {
      std::vector<int> others;
      for (int slot = 0; slot < rules.slots.count(); ++slot) {
        if (slot != op.slot()) others.push_back(node.cells[slot]);
      }
      CHECK_EQ(op.to(), walked(puzzle, op.from(), op.direction(), others));
      auto child = node;
      space.apply(child, op);
      CHECK(space.h(child) >= space.h(node) - 1);
      CHECK_EQ(space.h(child), space.h(space.unpack(space.pack(child))));
      // One of the slides that lead to the child starts at this node.
      bool found = false;
      for (const auto back : backward.moves(child)) {
        auto before = child;
        backward.apply(before, back);
        found |= space.pack(before) == space.pack(node);
      }
      CHECK(found);
    }
    space.apply(node, moves[random() % moves.size()]);
    // And every predecessor slide leads to this node.
    for (const auto back : backward.moves(node)) {
      auto before = node;
      backward.apply(before, back);
      std::vector<int> others;
      for (int slot = 0; slot < rules.slots.count(); ++slot) {
        if (slot != back.slot()) others.push_back(node.cells[slot]);
      }
      CHECK_EQ(back.to(), walked(puzzle, back.from(), back.direction(), others));
    }
  }
}

}  // namespace

TEST(robots_slides_and_predecessors_follow_the_rules_in_every_packing) {
  std::mt19937 random(7);
  for (int i = 0; i < 20; ++i) {
    const Puzzle small = random_robots(random, 3 + static_cast<int>(random() % 4), 1 + static_cast<int>(random() % 4));
    check_spaces<robots::RobotSpace<std::uint32_t, 1, 6>>(small, random);
    check_spaces<robots::RobotSpace<std::uint64_t, 1, 12>>(small, random);
    const Puzzle large = random_robots(random, 32, 26);
    check_spaces<robots::RobotSpace<std::uint64_t, 5, Puzzle::max_robots>>(large, random);
  }
}

TEST(robots_all_searches_find_the_same_optimum) {
  using search::Algorithm;
  std::mt19937 random(11);
  for (int i = 0; i < 60; ++i) {
    const Puzzle puzzle = random_robots(random, 3 + static_cast<int>(random() % 3), 1 + static_cast<int>(random() % 3));
    Control exploring;
    const std::int64_t optimum = robots::explore(puzzle, false, 0, exploring).optimum;
    for (const Algorithm algorithm :
         {Algorithm("dijkstra"), Algorithm("astar"), Algorithm("ida"), Algorithm("sma"), Algorithm("bidirectional")}) {
      Control control;
      const auto found = robots::solve(puzzle, robots::Heuristic::stoppers, {algorithm, {}, 1, false}, control);
      CHECK(found.status == (optimum < 0 ? search::Status::unsolvable : search::Status::optimal));
      if (optimum >= 0) CHECK_EQ(static_cast<std::int64_t>(found.plan.size()), optimum);
    }
  }
}

TEST(robots_count_of_goal_states_equals_their_number) {
  std::mt19937 random(13);
  for (int i = 0; i < 40; ++i) {
    const Puzzle puzzle = random_robots(random, 3 + static_cast<int>(random() % 3), 1 + static_cast<int>(random() % 4));
    const robots::Slots slots(puzzle);
    std::set<std::vector<int>> seen;
    robots::each_goal_state(slots, puzzle.width * puzzle.height,
                            [&](const std::vector<int>& state) { CHECK(seen.insert(state).second); });
    CHECK_EQ(seen.size(), robots::count_goal_states(puzzle));
  }
  const Puzzle many{32, 32, false, {}, {0, 1, 2, 3}, {{0, 9}}};
  CHECK_EQ(robots::count_goal_states(many), search::tuning.max_goal_states + 1);
}

}  // namespace budge::test
