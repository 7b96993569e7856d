// Plans for any board, and their improvement.
#include "tiles/construct.hpp"

#include <algorithm>
#include <deque>
#include <numeric>
#include <random>

#include "tests/check.hpp"
#include "tests/random_puzzle.hpp"
#include "tests/tuning.hpp"
#include "tiles/carry.hpp"
#include "tiles/grid.hpp"
#include "tiles/improve.hpp"
#include "tiles/tuning.hpp"

namespace budge::test {

namespace {

tiles::Instance random_board(int width, int height, std::mt19937& random) {
  const tokens::Puzzle puzzle = scrambled(width, height, 4 * width * height * (width + height), random);
  return {width, height, puzzle.start, puzzle.goal};
}

tiles::Instance to_blank_last(int width, int height, std::vector<int> start) {
  tiles::Instance instance{width, height, std::move(start), std::vector<int>(width * height)};
  std::iota(instance.goal.begin(), instance.goal.end(), 1);
  instance.goal.back() = 0;
  return instance;
}

int blank_of(const std::vector<int>& board) {
  return static_cast<int>(std::find(board.begin(), board.end(), 0) - board.begin());
}

bool solves(const tiles::Instance& instance, const std::vector<int>& path) {
  const tokens::Adjacency graph = tokens::grid(instance.width, instance.height);
  std::vector<int> board = instance.start;
  int blank = blank_of(board);
  for (const int to : path) {
    if (std::count(graph[blank].begin(), graph[blank].end(), to) == 0) return false;
    std::swap(board[blank], board[to]);
    blank = to;
  }
  return board == instance.goal;
}

// A random walk of the blank and the same path back.
std::vector<int> detour(const tiles::Instance& instance, int steps, std::mt19937& random) {
  const tokens::Adjacency graph = tokens::grid(instance.width, instance.height);
  std::vector<int> path, back;
  for (int blank = blank_of(instance.start); steps > 0; --steps) {
    back.push_back(blank);
    path.push_back(blank = graph[blank][random() % graph[blank].size()]);
  }
  path.insert(path.end(), back.rbegin(), back.rend());
  return path;
}

}  // namespace

TEST(every_shape_of_board_and_any_goal_gets_a_plan) {
  std::mt19937 random(1);
  for (int width = 1; width <= 7; ++width) {
    for (int height = 1; height <= 7; ++height) {
      if (width * height == 1) continue;
      const tiles::Instance instance = random_board(width, height, random);
      Control control;
      CHECK(solves(instance, construct(instance, control, 1 + static_cast<int>(random() % 8))));
    }
  }
}

TEST(long_and_narrow_boards_get_a_plan) {
  std::mt19937 random(2);
  for (int length = 8; length <= 40; length += 8) {
    for (const auto& [width, height] : {std::pair(1, length), {length, 1}, {2, length}, {length, 2}}) {
      const tiles::Instance instance = random_board(width, height, random);
      Control control;
      CHECK(solves(instance, construct(instance, control, 4)));
    }
  }
}

TEST(beams_of_width_one_find_a_plan) {
  std::mt19937 random(3);
  for (int board = 0; board < 200; ++board) {
    const tiles::Instance instance = random_board(2, 5, random);
    Control control;
    CHECK(solves(instance, construct(instance, control, 1)));
  }
}

TEST(a_plan_of_400_tiles_takes_less_than_three_times_the_manhattan_distance) {
  std::mt19937 random(4);
  const tiles::Instance instance = random_board(20, 20, random);
  Control control;
  const std::vector<int> path = construct(instance, control, 4);
  CHECK(solves(instance, path));
  CHECK(static_cast<int>(path.size()) < 3 * evaluate(tiles::board(instance), tiles::Heuristic("manhattan")));
}

TEST(small_boards_are_solved_in_the_fewest_moves) {
  std::mt19937 random(12);
  for (const auto& [width, height] : {std::pair(2, 2), {3, 2}, {2, 3}, {3, 3}, {3, 3}, {3, 3}}) {
    const tiles::Instance instance = random_board(width, height, random);
    Control control, exact;
    const auto optimum = solve(tiles::board(instance), tiles::Heuristic("manhattan"), {}, 0, exact);
    CHECK_EQ(construct(instance, control).size(), optimum.plan.size());
  }
}

TEST(a_solved_board_needs_no_moves) {
  Control control;
  const tiles::Instance solved = to_blank_last(5, 4, to_blank_last(5, 4, std::vector<int>(20)).goal);
  CHECK_EQ(construct(solved, control).size(), 0u);
}

TEST(wider_beams_make_shorter_plans) {
  std::mt19937 random(5);
  std::size_t narrow = 0, wide = 0;
  for (int board = 0; board < 4; ++board) {
    const tiles::Instance instance = random_board(6, 5, random);
    Control control;
    narrow += construct(instance, control, 2).size();
    wide += construct(instance, control, 50).size();
  }
  CHECK(wide < narrow);
}

TEST(carrying_a_tile_takes_the_moves_that_an_exhaustive_search_finds) {
  tiles::Grid grid(4, 4);
  Control control;
  for (const int cell : {0, 1, 7}) grid.lock(cell);
  tiles::Carry carry(grid, control);
  for (const int target : {2, 5, 12}) {
    std::vector<int> distance(16 * 16, tiles::unreachable);
    std::deque<std::pair<int, int>> queue;
    for (int blank = 0; blank < 16; ++blank) {
      if (blank == target || blank == 0 || blank == 1 || blank == 7) continue;
      distance[target * 16 + blank] = 0;
      queue.emplace_back(target, blank);
    }
    for (; !queue.empty(); queue.pop_front()) {
      const auto [tile, blank] = queue.front();
      for (int side = 0; side < 4; ++side) {
        const int to = grid.neighbour(blank, side);
        if (to < 0) continue;
        const int next_tile = to == tile ? blank : tile;
        if (distance[next_tile * 16 + to] != tiles::unreachable) continue;
        distance[next_tile * 16 + to] = distance[tile * 16 + blank] + 1;
        queue.emplace_back(next_tile, to);
      }
    }
    carry.aim(target);
    for (int tile = 0; tile < 16; ++tile) {
      for (int blank = 0; blank < 16; ++blank) {
        if (tile == blank || distance[tile * 16 + blank] == tiles::unreachable) continue;
        CHECK_EQ(carry.distance(tile, blank), distance[tile * 16 + blank]);
      }
    }
  }
}

TEST(improving_keeps_plans_valid_and_never_makes_them_longer) {
  std::mt19937 random(6);
  for (const auto& [width, height] : {std::pair(1, 6), {2, 2}, {3, 2}, {4, 3}, {2, 7}, {5, 5}}) {
    const tiles::Instance instance = random_board(width, height, random);
    Control control({.nodes = 50'000});
    std::vector<int> path = construct(instance, control, 1);
    const std::size_t before = path.size();
    improve(instance, path, control);
    CHECK(solves(instance, path));
    CHECK(path.size() <= before);
    CHECK_EQ(control.best_cost, static_cast<std::int64_t>(path.size()));
  }
}

TEST(improving_makes_plans_of_large_boards_shorter) {
  std::mt19937 random(7);
  const tiles::Instance instance = random_board(9, 9, random);
  Control control({.nodes = 150'000});
  std::vector<int> path = construct(instance, control, 1);
  const std::size_t before = path.size();
  CHECK(improve(instance, path, control) == Stop::nodes);
  CHECK(path.size() < before);
  CHECK(solves(instance, path));
}

TEST(improving_removes_detours) {
  std::mt19937 random(8);
  const tiles::Instance instance = random_board(6, 6, random);
  Control control;
  std::vector<int> path = construct(instance, control, 1);
  const std::size_t direct = path.size();
  const std::vector<int> around = detour(instance, 300, random);
  path.insert(path.begin(), around.begin(), around.end());
  Control none({.nodes = 1});
  CHECK(improve(instance, path, none) == Stop::nodes);
  CHECK(solves(instance, path));
  CHECK(path.size() <= direct);
}

TEST(eight_puzzles_improve_to_the_optimum) {
  const tiles::Instance instance = to_blank_last(3, 3, {8, 6, 7, 2, 5, 4, 3, 0, 1});
  Control control;
  std::vector<int> path = construct(instance, control);
  std::mt19937 random(9);
  const std::vector<int> around = detour(instance, 50, random);
  path.insert(path.begin(), around.begin(), around.end());
  CHECK(improve(instance, path, control) == Stop::none);
  CHECK_EQ(path.size(), 31u);
}

// Korf's first instance, whose optimum is 57.
TEST(a_fifteen_puzzle_improves_to_within_a_tenth_of_its_optimum) {
  const tiles::Instance instance{4,
                                 4,
                                 {14, 13, 15, 7, 11, 12, 9, 5, 6, 0, 2, 1, 4, 8, 10, 3},
                                 {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}};
  Control control({.nodes = 300'000});
  std::vector<int> path = construct(instance, control);
  improve(instance, path, control);
  CHECK(solves(instance, path));
  CHECK(path.size() <= 62);
}

TEST(equal_boards_get_equal_plans) {
  std::mt19937 random(10);
  const tiles::Instance instance = random_board(6, 4, random);
  const auto plan = [&] {
    Control control({.nodes = 60'000});
    std::vector<int> path = construct(instance, control, 8);
    improve(instance, path, control);
    return path;
  };
  CHECK(plan() == plan());
}

TEST(limits_hold_in_construction_and_improvement) {
  std::mt19937 random(11);
  const tiles::Instance instance = random_board(16, 16, random);
  const auto stopped_by = [&](Control& control) {
    try {
      construct(instance, control, 50);
    } catch (const Stopped& stopped) {
      return stopped.reason;
    }
    return Stop::none;
  };
  Control nodes({.nodes = 10'000});
  CHECK(stopped_by(nodes) == Stop::nodes);
  CHECK(nodes.generated < 10'004);

  Control seconds({.seconds = 0.02});
  CHECK(stopped_by(seconds) == Stop::seconds);
  CHECK(seconds.seconds() < 0.2);

  Control memory({.memory = 50'000});
  CHECK(stopped_by(memory) == Stop::memory);
  CHECK(memory.peak_bytes() <= 50'000);
  CHECK_EQ(memory.bytes(), 0u);

  Control cancelled;
  cancelled.tick = [](const Control&) { return false; };
  CHECK(stopped_by(cancelled) == Stop::cancel);

  Control unlimited;
  std::vector<int> path = construct(instance, unlimited, 1);
  const std::uint64_t limit = 20'000;
  Control improving({.nodes = limit});
  CHECK(improve(instance, path, improving) == Stop::nodes);
  CHECK(improving.generated < limit + 4);
  CHECK(solves(instance, path));
}

TEST(plans_are_legal_and_never_get_longer_under_any_tuning_of_tiles) {
  std::mt19937 random(9);
  const std::vector<tiles::Instance> boards{random_board(1, 6, random), random_board(2, 5, random),
                                            random_board(4, 4, random)};
  at_extremes(tiles::tuning, tiles::tuning_options, rounds(6), [&] {
    for (const tiles::Instance& board : boards) {
      Control control;
      std::vector<int> path = construct(board, control);
      CHECK(solves(board, path));
      const std::size_t length = path.size();
      Control limited(Limits{.nodes = 2'000});
      improve(board, path, limited);
      CHECK(solves(board, path) && path.size() <= length);
    }
  });
}

}  // namespace budge::test
