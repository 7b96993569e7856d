// The setup before a search obeys the limits, too: it takes seconds on large boards.
#include "blocks/bound.hpp"
#include "blocks/explore.hpp"
#include "blocks/layout.hpp"
#include "sokoban/any/fess.hpp"
#include "sokoban/bounds/potential.hpp"
#include "sokoban/deadlocks/pairs.hpp"
#include "sokoban/portfolio/solve_any.hpp"
#include "sokoban/search/explore.hpp"
#include "sokoban/solve.hpp"
#include "tests/check.hpp"

namespace budge::test {

namespace {

template <class Body>
bool stops(Body&& body) {
  try {
    body();
  } catch (const Stopped&) {
    return true;
  }
  return false;
}

// A room with boxes in every other column of a row, and targets in another.
sokoban::Puzzle room(int side, int boxes) {
  sokoban::Puzzle puzzle;
  puzzle.width = puzzle.height = side;
  for (int i = 0; i < side; ++i) {
    for (const int cell : {i, (side - 1) * side + i, i * side, i * side + side - 1}) puzzle.walls.push_back(cell);
  }
  puzzle.players = {side + 1};
  for (int i = 0; i < boxes; ++i) {
    puzzle.boxes.push_back(3 * side + 2 + 2 * i);
    puzzle.targets.push_back(5 * side + 2 + 2 * i);
  }
  return puzzle;
}

// One-cell pieces on every square but one, each with its own goal; each goal state swaps two of them.
blocks::Puzzle crowd(int side, int goals) {
  blocks::Puzzle puzzle;
  puzzle.width = puzzle.height = side;
  const int pieces = side * side - 1;
  std::vector<int> goal;
  for (int piece = 0; piece < pieces; ++piece) {
    puzzle.pieces.push_back({piece});
    goal.push_back(piece);
  }
  puzzle.axes.assign(pieces, blocks::Axis::both);
  puzzle.forbidden.resize(pieces);
  for (int i = 0; i < goals; ++i) {
    puzzle.goals.push_back(goal);
    std::swap(puzzle.goals.back()[i], puzzle.goals.back()[i + 1]);
  }
  return puzzle;
}

}  // namespace

TEST(measuring_a_level_obeys_the_time_limit) {
  for (const int side : {8, 64}) {
    const sokoban::Puzzle puzzle = room(side, 2);
    Control no_time(Limits{.seconds = 0});
    CHECK(stops([&] { const sokoban::Level level(puzzle, &no_time); }));

    Control control;
    const sokoban::Level level(puzzle, &control);
    control.stop(Stop::cancel);
    CHECK(stops([&] { const sokoban::Distances distances(level); }));
    CHECK(stops([&] { level.distances().weighed(level, {}); }));
    CHECK(stops([&] { best_potential(level); }));
    if (side == 8) CHECK(stops([&] { const sokoban::PairTable pairs(level); }));  // larger levels have no pair table
  }
}

TEST(an_exploration_without_time_to_start_reports_it) {
  Control level_control(Limits{.seconds = 0}), blocks_control(Limits{.seconds = 0});
  CHECK(explore(room(64, 20), sokoban::Metric::pushes, false, 1, level_control).stop == Stop::seconds);
  CHECK(explore(crowd(16, 39), blocks::metric("steps"), {false, 1, 0, 1}, blocks_control).stop == Stop::seconds);
}

TEST(a_search_for_any_plan_reports_why_it_stopped) {
  Control control(Limits{.seconds = 0.05});
  search::Solution found;
  search::guarded(found, [&] { found = solve_any(room(64, 25), sokoban::Metric::moves, false, 1, control); });
  CHECK(found.stop == Stop::seconds || found.status == search::Status::solved);
}

TEST(node_limits_hold_if_a_single_position_has_very_many_moves) {
  Control planning;
  const sokoban::Level level(room(40, 15), &planning);
  sokoban::Deadlocks deadlocks(level, planning);
  const sokoban::Fess planned(level, {}, deadlocks, planning);
  Control control(Limits{.nodes = planning.generated + 1000});
  sokoban::Fess search(level, {}, deadlocks, control);
  CHECK(stops([&] { search.resume(); }));
  CHECK(control.generated < control.limits().nodes + 3 * level.floor());  // at most the moves of one box more
}

TEST(comparing_a_crowd_of_blocks_obeys_the_time_limit) {
  const blocks::Puzzle puzzle = crowd(16, 39);
  Control no_time(Limits{.seconds = 0});
  CHECK(stops([&] { const blocks::Layout layout(puzzle, &no_time); }));

  Control control;
  const blocks::Layout layout(puzzle, &control);
  control.stop(Stop::cancel);
  for (const blocks::Heuristic kind : {blocks::Heuristic("distance"), blocks::Heuristic("linear-conflict")}) {
    CHECK(stops([&] { const blocks::BlockBound bound(layout, layout.goals, blocks::metric("steps"), kind); }));
  }
}

TEST(pieces_are_interchangeable_only_if_they_are_in_every_goal) {
  blocks::Puzzle puzzle = crowd(3, 2);  // goals: 0 and 1 exchanged, 1 and 2 exchanged; all pieces are distinct
  CHECK_EQ(blocks::Layout(puzzle).groups.size(), 8u);
  puzzle.goals.resize(1);
  puzzle.goals.push_back(puzzle.goals[0]);
  std::swap(puzzle.goals[1][0], puzzle.goals[1][1]);  // with and without: 0 and 1 are interchangeable
  CHECK_EQ(blocks::Layout(puzzle).groups.size(), 7u);
}

}  // namespace budge::test
