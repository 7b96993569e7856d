// Every search and heuristic on large boards, up to 64×64, and plans of thousands of moves.
#include "tests/boards.hpp"
#include "tests/check.hpp"
#include "tests/random_puzzle.hpp"
#include "tiles/guide.hpp"
#include "tiles/solve.hpp"
#include "tokens/solve.hpp"

namespace budge::test {

namespace {

constexpr std::pair<int, int> sizes[] = {{6, 6}, {8, 8}, {9, 9}, {13, 13}, {16, 16}, {64, 2}, {3, 64}, {64, 64}};
const search::Algorithm informed[] = {search::Algorithm("astar"), search::Algorithm("ida"), search::Algorithm("sma"),
                                      search::Algorithm("nbs")};
const tiles::Heuristic heuristics[] = {tiles::Heuristic("zero"), tiles::Heuristic("misplaced"),
                                       tiles::Heuristic("manhattan"), tiles::Heuristic("linear-conflict")};

// A few moves from home; fewer on the largest boards, whose states are kilobytes each.
tokens::Puzzle near_home(int width, int height, std::mt19937& random) {
  return scrambled(width, height, width * height > 1000 ? 6 : 12, random);
}

std::size_t shortest(const tokens::Puzzle& puzzle) {
  Control control;
  return solve(puzzle, tokens::Heuristic("zero"), {search::Algorithm("bidirectional"), {}, 1, false}, control)
      .plan.size();
}

}  // namespace

TEST(every_search_finds_a_shortest_plan_on_a_large_board) {
  std::mt19937 random(21);
  for (const auto& [width, height] : sizes) {
    const tokens::Puzzle puzzle = near_home(width, height, random);
    const std::size_t length = shortest(puzzle);
    for (const auto heuristic : heuristics) {
      if (puzzle.start.size() > 1000 && heuristic == tiles::Heuristic("misplaced")) continue;  // sums as manhattan does
      for (const auto algorithm : informed) {
        for (const int fsm : {0, 8}) {
          if (fsm > 0 && algorithm != search::Algorithm("ida")) continue;
          Control control;
          const auto found = solve(puzzle, heuristic, {algorithm, {}, 1, false}, fsm, control);
          CHECK(found.status == search::Status::optimal && leads_home(puzzle, found.plan));
          CHECK_EQ(found.plan.size(), length);
        }
      }
    }
    Control control;
    CHECK_EQ(
        solve(puzzle, tiles::Heuristic("zero"), {search::Algorithm("dijkstra"), {}, 2, false}, 0, control).plan.size(),
        length);
  }
}

TEST(the_maximum_of_several_heuristics_is_correct_on_a_large_board) {
  std::mt19937 random(22);
  const tiles::Guide guide{
      {tiles::Heuristic("misplaced"), tiles::Heuristic("manhattan"), tiles::Heuristic("linear-conflict")}, {}, {}};
  for (const auto& [width, height] : sizes) {
    const tokens::Puzzle far =
        tiles::board({width, height, shuffled(width * height, random), shuffled(width * height, random)});
    const int manhattan = evaluate(far, tiles::Heuristic("manhattan"));
    const int conflict = evaluate(far, tiles::Heuristic("linear-conflict"));
    CHECK(conflict >= manhattan && (conflict - manhattan) % 2 == 0);
    CHECK(evaluate(far, guide) - conflict <= 1);  // by parity, where the board has no solution
    CHECK(evaluate(far, guide) >= conflict);

    const tokens::Puzzle near = near_home(width, height, random);
    const std::size_t length = shortest(near);
    for (const auto algorithm : {search::Algorithm("astar"), search::Algorithm("ida"), search::Algorithm("sma")}) {
      Control control;
      const auto found = solve(near, guide, {algorithm, {}, 1, false}, 8, control);
      CHECK(found.status == search::Status::optimal && leads_home(near, found.plan));
      CHECK_EQ(found.plan.size(), length);
    }
  }
}

TEST(a_search_of_a_scrambled_large_board_stops_at_its_limit_with_a_bound) {
  std::mt19937 random(23);
  for (const auto& [width, height] : sizes) {
    const tokens::Puzzle puzzle =
        tiles::board({width, height, shuffled(width * height, random), shuffled(width * height, random)});
    for (const auto heuristic : {tiles::Heuristic("manhattan"), tiles::Heuristic("linear-conflict")}) {
      const int bound = evaluate(puzzle, heuristic);
      for (const auto algorithm : informed) {
        Control control(Limits{.nodes = 100});
        const search::Weight weight =
            heuristic == tiles::Heuristic("manhattan") ? search::Weight{997, 748} : search::Weight{};
        const auto found = solve(puzzle, heuristic, {algorithm, weight, 1, false}, 8, control);
        CHECK(found.status == search::Status::stopped && found.stop == Stop::nodes);
        CHECK(control.lower_bound >= bound);
      }
    }
  }
}

TEST(tokens_on_large_graphs_are_solved_by_every_search) {
  std::mt19937 random(24);
  for (const auto& [width, height] : sizes) {
    tokens::Puzzle puzzle = near_home(width, height, random);
    puzzle.width = 0;
    const std::size_t length = shortest(puzzle);
    for (const auto heuristic : {tokens::Heuristic("misplaced"), tokens::Heuristic("manhattan")}) {
      if (puzzle.start.size() > 1000 && heuristic == tokens::Heuristic("misplaced"))
        continue;  // sums as manhattan does
      for (const auto algorithm : informed) {
        Control control;
        const auto found = solve(puzzle, heuristic, {algorithm, {}, 1, false}, control);
        CHECK(found.status == search::Status::optimal && leads_home(puzzle, found.plan));
        CHECK_EQ(found.plan.size(), length);
      }
    }
  }
}

// On a ring the blank can only go around; the optimal plan takes the shorter direction.
TEST(a_plan_of_twenty_thousand_moves_is_found) {
  constexpr int vertices = 210, length = 21'000;
  static_assert(2 * length < vertices * (vertices - 1));
  tokens::Puzzle ring;
  for (int vertex = 0; vertex < vertices; ++vertex) {
    ring.graph.push_back({(vertex + 1) % vertices, (vertex + vertices - 1) % vertices});
    ring.goal.push_back(vertex);
  }
  ring.start = ring.goal;
  for (int i = 0, blank = 0; i < length; ++i) {
    const int next = ring.graph[blank][0];
    std::swap(ring.start[blank], ring.start[next]);
    blank = next;
  }
  for (const auto algorithm :
       {search::Algorithm("ida"), search::Algorithm("astar"), search::Algorithm("sma"), search::Algorithm("nbs")}) {
    Control control;
    const auto found = solve(ring, tokens::Heuristic("manhattan"), {algorithm, {}, 1, false}, control);
    CHECK(found.status == search::Status::optimal && leads_home(ring, found.plan));
    CHECK_EQ(found.plan.size(), static_cast<std::size_t>(length));
  }
}

}  // namespace budge::test
