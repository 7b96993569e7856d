// A* and Dijkstra's algorithm on several threads: cost, status and bound are those of one thread.
#include <array>

#include "blocks/solve.hpp"
#include "search/tuning.hpp"
#include "tests/boards.hpp"
#include "tests/check.hpp"
#include "tests/plain_blocks.hpp"
#include "tests/random_puzzle.hpp"
#include "tests/same_with_threads.hpp"

namespace budge::test {

namespace {

tokens::Puzzle long_fifteen() {
  return tiles::board({4, 4, {13, 9, 10, 7, 1, 0, 15, 12, 2, 11, 6, 14, 5, 8, 4, 3}, kBlankFirst});
}

}  // namespace

TEST(threads_tiles_cost_the_same_with_any_number_of_threads) {
  std::mt19937 random(11);
  for (int i = 0; i < rounds(24, 8); ++i) {
    const auto [width, height] = std::array<std::pair<int, int>, 4>{{{3, 3}, {4, 4}, {2, 4}, {17, 17}}}[i % 4];
    tokens::Puzzle puzzle = scrambled(width, height, width == 3 ? 300 : width == 4 ? 90 : 40, random);
    const tiles::Heuristic heuristic(width < 4 ? "misplaced" : i % 8 < 4 ? "manhattan" : "linear-conflict");
    check_threads(
        "astar", random,
        [&](const search::Request& request, Control& control) { return solve(puzzle, heuristic, request, 0, control); },
        [&](const std::vector<int>& plan) {
          return leads_home(puzzle, plan) ? static_cast<std::int64_t>(plan.size()) : -2;
        });
  }
}

TEST(threads_of_unsolvable_tiles_exhaust_the_space) {
  std::mt19937 random(12);
  tokens::Puzzle puzzle = scrambled(3, 2, 50, random);
  const int one = puzzle.start[0] != 0 && puzzle.start[1] != 0 ? 0 : 2;
  std::swap(puzzle.start[one], puzzle.start[one + (one == 0 ? 1 : puzzle.start[3] != 0 ? 1 : 2)]);
  for (int i = 0; i < 6; ++i) {
    check_threads(
        "astar", random,
        [&](const search::Request& request, Control& control) {
          return solve(puzzle, tiles::Heuristic("manhattan"), request, 0, control);
        },
        [](const std::vector<int>&) { return -2; });
  }
}

TEST(threads_blocks_cost_the_same_with_any_number_of_threads) {
  std::mt19937 random(13);
  for (int i = 0; i < rounds(60, 12); ++i) {
    const blocks::Puzzle puzzle = random_blocks(random, 3, 3 + i % 2, 2 + i % 4);
    check_threads(
        i % 3 ? "astar" : "dijkstra", random,
        [&](const search::Request& request, Control& control) {
          return solve(puzzle, all_metrics[0], blocks::Heuristic("distance"), request, control);
        },
        [](const std::vector<int>& plan) { return static_cast<std::int64_t>(plan.size()); });
  }
}

TEST(threads_obey_limits_and_keep_the_bound_that_they_have_proven) {
  const auto search = [](Control& control) {
    const search::Request request{search::Algorithm("astar"), {}, 3, true};
    return solve(long_fifteen(), tiles::Heuristic("manhattan"), request, 0, control);
  };
  search::tuning.astar_shared_after = 1000;
  Control nodes(Limits{.nodes = 400'000});
  const auto counted = search(nodes);
  CHECK(counted.stop == Stop::nodes && counted.status == search::Status::stopped);
  CHECK(nodes.generated >= 400'000 && nodes.generated < 500'000);
  CHECK(nodes.lower_bound > 41 && nodes.lower_bound <= 54);
  std::uint64_t traced = 0;
  for (const std::uint64_t count : counted.trace.by_depth) traced += count;
  CHECK_EQ(traced, nodes.expanded);
  Control memory(Limits{.memory = 4 << 20});
  CHECK(search(memory).stop == Stop::memory);
  CHECK(memory.peak_bytes() <= 4 << 20);
  CHECK_EQ(memory.bytes(), 0u);
  Control timed(Limits{.seconds = 0.05});
  CHECK(search(timed).stop == Stop::seconds);
  Control cancelled;
  cancelled.tick = [](const Control& now) { return now.generated < 100'000; };
  CHECK(search(cancelled).stop == Stop::cancel);
  search::tuning = {};
}

TEST(threads_wait_until_a_search_is_long) {
  std::mt19937 random(16);
  const tokens::Puzzle puzzle = scrambled(3, 3, 200, random);
  const auto count = [&](int threads) {
    Control control;
    const search::Request request{search::Algorithm("astar"), {}, threads, false};
    solve(puzzle, tiles::Heuristic("manhattan"), request, 0, control);
    return control.generated;
  };
  CHECK_EQ(count(8), count(1));
}

}  // namespace budge::test
