// No value of a tuning constant of the searches changes a result.
#include "search/tuning.hpp"

#include "blocks/solve.hpp"
#include "tests/check.hpp"
#include "tests/plain_blocks.hpp"
#include "tests/random_puzzle.hpp"
#include "tests/tuning.hpp"
#include "tiles/solve.hpp"

namespace budge::test {

namespace {

// The lengths of the plans of every search on tiles and on blocks, threads and automaton included.
std::vector<std::size_t> lengths() {
  std::vector<std::size_t> lengths;
  std::mt19937 random(3);
  const tokens::Puzzle board = scrambled(3, 3, {1, 2, 3, 4, 5, 6, 7, 8, 0}, 200, random);
  const blocks::Puzzle sliding = drawn({"AAb", "c..", "d.."}, {"...", "...", "AA."});
  for (const std::string_view name : search::Algorithm::names()) {
    for (const int threads : {1, 3}) {
      const search::Request request{search::Algorithm(name), {}, threads, false};
      Control a, b, c;
      lengths.push_back(solve(board, tiles::Heuristic("manhattan"), request, 0, a).plan.size());
      lengths.push_back(solve(board, tiles::Heuristic("manhattan"), request, 4, b).plan.size());
      lengths.push_back(solve(sliding, blocks::metric("steps"), blocks::Heuristic("distance"), request, c).plan.size());
    }
  }
  return lengths;
}

}  // namespace

TEST(no_tuning_constant_changes_the_length_of_a_plan) {
  const std::vector<std::size_t> expected = lengths();
  const std::uint64_t limit = search::tuning.max_goal_states;
  at_extremes(search::tuning, search::tuning_options, rounds(8), [&] {
    search::tuning.max_goal_states = limit;  // this one refuses searches
    CHECK(lengths() == expected);
  });
}

TEST(a_search_from_both_ends_is_refused_with_too_many_goal_states) {
  const blocks::Puzzle puzzle = drawn({"A..", "b.."}, {"..A", "..."});
  const search::Request request{search::Algorithm("bidirectional")};
  Control control;
  CHECK_EQ(solve(puzzle, blocks::metric("steps"), blocks::Heuristic("zero"), request, control).plan.size(), 2u);
  const std::uint64_t usual = std::exchange(search::tuning.max_goal_states, 1);
  bool refused = false;
  try {
    solve(puzzle, blocks::metric("steps"), blocks::Heuristic("zero"), request, control);
  } catch (const blocks::TooManyGoalStates&) {
    refused = true;
  }
  CHECK(refused);
  search::tuning.max_goal_states = usual;
}

}  // namespace budge::test
