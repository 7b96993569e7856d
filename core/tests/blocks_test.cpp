// Sliding blocks: every search in every metric against a plain reading of the rules, and recorded figures.
#include "blocks/explore.hpp"
#include "blocks/goal_states.hpp"
#include "blocks/solve.hpp"
#include "blocks/tuning.hpp"
#include "blocks/with_space.hpp"
#include "search/breadth_first.hpp"
#include "tests/check.hpp"
#include "tests/plain_blocks.hpp"
#include "tests/tuning.hpp"

namespace budge::test {

namespace {

const search::Algorithm kAlgorithms[] = {
    search::Algorithm("dijkstra"),      search::Algorithm("astar"), search::Algorithm("ida"), search::Algorithm("sma"),
    search::Algorithm("bidirectional"), search::Algorithm("nbs"),   search::Algorithm("bae")};
const blocks::Heuristic kHeuristics[] = {blocks::Heuristic("zero"), blocks::Heuristic("distance"),
                                         blocks::Heuristic("manhattan"), blocks::Heuristic("linear-conflict"),
                                         blocks::Heuristic("modified-linear-conflict")};

blocks::Puzzle klotski() {
  return drawn({"ABBC", "ABBC", "DEEF", "DGHF", "I..J"}, {"....", "....", "....", ".BB.", ".BB."});
}

search::Solution search(const blocks::Puzzle& puzzle, blocks::Metric metric, search::Algorithm algorithm,
                        Control& control, blocks::Heuristic heuristic = blocks::Heuristic("distance"),
                        int threads = 1) {
  return solve(puzzle, metric, heuristic, search::Request{algorithm, {}, threads, false}, control);
}

blocks::Exploration exploration(const blocks::Puzzle& puzzle, blocks::Metric metric,
                                blocks::ExplorationRequest request) {
  Control control;
  return explore(puzzle, metric, request, control);
}

std::uint64_t sum(const std::vector<std::uint64_t>& counts) {
  std::uint64_t sum = 0;
  for (const std::uint64_t count : counts) sum += count;
  return sum;
}

}  // namespace

TEST(every_search_on_blocks_is_optimal_in_every_metric) {
  std::mt19937 random(4);
  for (int i = 0; i < rounds(60, 20); ++i) {
    const blocks::Puzzle puzzle = random_blocks(random, 3, 3 + i % 2, 2 + i % 4);
    for (const blocks::Metric metric : all_metrics) {
      const PlainBlocks plain(puzzle, metric);
      int shortest = -1;
      for (const auto& [position, distance] : plain.distances({puzzle.pieces})) {
        if (plain.is_goal(position) && (shortest < 0 || distance < shortest)) shortest = distance;
      }
      for (const search::Algorithm algorithm : kAlgorithms) {
        const blocks::Heuristic heuristic = kHeuristics[(i + algorithm.place()) % 5];
        Control control;
        const auto found = search(puzzle, metric, algorithm, control, heuristic);
        CHECK(found.status == search::Status::optimal);
        CHECK_EQ(control.best_cost, shortest);
        CHECK_EQ(plain.cost(found.plan), shortest);
      }
    }
  }
}

TEST(klotski_takes_116_steps_90_slides_81_moves) {
  const blocks::Puzzle puzzle = klotski();
  for (const auto& [metric, optimum] :
       {std::pair{blocks::metric("steps"), 116}, {blocks::metric("slides"), 90}, {blocks::metric("moves"), 81}}) {
    for (const search::Algorithm algorithm : {search::Algorithm("dijkstra"), search::Algorithm("astar"),
                                              search::Algorithm("bidirectional"), search::Algorithm("nbs")}) {
      Control control;
      CHECK_EQ(PlainBlocks(puzzle, metric).cost(search(puzzle, metric, algorithm, control).plan), optimum);
    }
  }
  Control control;
  CHECK(search(puzzle, blocks::metric("moves"), search::Algorithm("ida"), control).status == search::Status::optimal);
  CHECK_EQ(control.best_cost, 81);
}

// A signature: any change of these numbers means that the search has changed.
TEST(node_counts_on_blocks_equal_the_recorded_ones) {
  for (const int threads : {1, 2}) {
    Control control;
    search(klotski(), blocks::metric("slides"), search::Algorithm("dijkstra"), control, blocks::Heuristic("zero"),
           threads);
    CHECK_EQ(control.expanded, 23'700u);
    CHECK_EQ(control.generated, 54'060u);
  }
}

// Layers of tens of thousands of states, divided among several threads.
TEST(threads_change_neither_the_plan_nor_a_count) {
  const auto puzzle = drawn({"abc.", "d...", "....", "e..."}, {"...a", "...b", "...c", ".de."});
  Control alone;
  const auto plan = search(puzzle, blocks::metric("steps"), search::Algorithm("dijkstra"), alone).plan;
  CHECK(!plan.empty() && alone.expanded > 50'000);
  for (const int threads : {2, 3}) {
    Control shared;
    CHECK(search(puzzle, blocks::metric("steps"), search::Algorithm("dijkstra"), shared, blocks::Heuristic("zero"),
                 threads)
              .plan == plan);
    CHECK_EQ(shared.expanded, alone.expanded);
    CHECK_EQ(shared.generated, alone.generated);
  }
}

TEST(klotski_reaches_25955_positions) {
  for (const auto& [metric, deepest] : {std::pair{blocks::metric("steps"), 126u}, {blocks::metric("moves"), 93u}}) {
    const auto found = exploration(klotski(), metric, {.from_goals = true, .keep = 1});
    CHECK_EQ(sum(found.by_depth), 25'955u);
    CHECK_EQ(found.by_depth.size() - 1, deepest);  // the published maximum distance
    CHECK_EQ(found.by_depth[0], found.goal_states);
    CHECK_EQ(found.hardest.size(), 1u);
  }
}

TEST(the_graph_of_a_small_space_has_all_its_positions_and_moves) {
  std::mt19937 random(7);
  for (int i = 0; i < 20; ++i) {
    blocks::Puzzle puzzle = random_blocks(random, 3, 3, 3);
    // With a goal for each piece, no two are interchangeable, so the positions equal those of PlainBlocks.
    puzzle.goals = {{}};
    for (const auto& cells : puzzle.pieces) puzzle.goals[0].push_back(*std::min_element(cells.begin(), cells.end()));
    for (const blocks::Metric metric : all_metrics) {
      const PlainBlocks plain(puzzle, metric);
      const auto distances = plain.distances({puzzle.pieces});
      std::size_t moves = 0;
      for (const auto& [position, distance] : distances) moves += plain.neighbours(position).size();
      const auto found = exploration(puzzle, metric, {.graph = 100'000});
      CHECK_EQ(found.states.size(), distances.size());
      CHECK_EQ(found.edges.size() * 2, moves);
      CHECK_EQ(sum(found.by_depth), distances.size());
      CHECK_EQ(found.goal_states, 1u);
      CHECK_EQ(found.solutions, 1u);
    }
  }
}

TEST(all_shortest_solutions_are_counted) {
  // Two ways around the corner, of two steps each.
  const auto corner = drawn({"A.", ".."}, {"..", ".A"});
  CHECK_EQ(exploration(corner, blocks::metric("steps"), {}).solutions, 2u);
  CHECK_EQ(exploration(corner, blocks::metric("moves"), {}).solutions, 1u);
  // Three right and three down in any order.
  const auto open = drawn({"A...", "....", "....", "...."}, {"....", "....", "....", "...A"});
  CHECK_EQ(exploration(open, blocks::metric("steps"), {}).solutions, 20u);
  CHECK_EQ(exploration(open, blocks::metric("steps"), {}).optimum, 6);
}

TEST(pieces_of_one_shape_are_interchangeable_unless_the_goal_distinguishes_them) {
  const auto without = exploration(drawn({"ab.", "c.."}, {"...", "..."}), blocks::metric("steps"), {});
  CHECK_EQ(sum(without.by_depth), 20u);  // choose 3 of 6 cells
  const auto one = exploration(drawn({"ab.", "c.."}, {"..a", "..."}), blocks::metric("steps"), {});
  CHECK_EQ(sum(one.by_depth), 60u);  // times 3: one of them is marked
  auto either = drawn({"ab.", "c.."}, {"..a", "..."});
  either.goals = {{2, -1, -1}, {-1, 2, -1}, {-1, -1, 2}};  // any piece in the corner
  CHECK_EQ(sum(exploration(either, blocks::metric("steps"), {}).by_depth), 20u);
  Control control;
  CHECK_EQ(search(either, blocks::metric("steps"), search::Algorithm("astar"), control).plan.size(), 1u);
}

TEST(a_locked_piece_keeps_to_its_line) {
  auto puzzle = drawn({"AA..", "...."}, {"..AA", "...."}, true);
  CHECK_EQ(sum(exploration(puzzle, blocks::metric("steps"), {}).by_depth), 3u);
  puzzle.goals[0][0] = 4;  // the second row
  for (const search::Algorithm algorithm : kAlgorithms) {
    Control control;
    CHECK(search(puzzle, blocks::metric("steps"), algorithm, control).status == search::Status::unsolvable);
  }
}

TEST(only_its_own_pieces_pass_a_gate) {
  auto puzzle = drawn({"A..", "B.."}, {"..A", "..."});
  puzzle.forbidden[1] = {1, 4};  // a gate that only A may cross
  Control control;
  CHECK_EQ(search(puzzle, blocks::metric("steps"), search::Algorithm("astar"), control).plan.size(), 2u);
  std::swap(puzzle.goals[0][0], puzzle.goals[0][1]);
  Control again;
  CHECK(search(puzzle, blocks::metric("steps"), search::Algorithm("astar"), again).status ==
        search::Status::unsolvable);
}

TEST(an_unreachable_goal_is_proven_so_by_every_search) {
  // Two squares in a corridor cannot pass each other.
  const auto puzzle = drawn({"A.B."}, {"B.A."});
  for (const blocks::Metric metric : all_metrics) {
    for (const search::Algorithm algorithm : kAlgorithms) {
      Control control;
      CHECK(search(puzzle, metric, algorithm, control, blocks::Heuristic("modified-linear-conflict")).status ==
            search::Status::unsolvable);
    }
  }
}

TEST(a_goal_already_met_costs_nothing) {
  const auto puzzle = drawn({"A.", ".."}, {"A.", ".."});
  for (const search::Algorithm algorithm : kAlgorithms) {
    Control control;
    const auto found = search(puzzle, blocks::metric("moves"), algorithm, control);
    CHECK(found.status == search::Status::optimal && found.plan.empty());
    CHECK_EQ(control.best_cost, 0);
  }
}

TEST(large_boards_with_many_pieces_are_solved_too) {
  std::vector<std::string> start(16, std::string(16, '.')), goal = start;
  for (int i = 0; i < 60; ++i) start[2 + i / 12][i % 12 + 2] = static_cast<char>('0' + i);
  goal[15][15] = '0' + 59;
  goal[0][0] = '0';
  const auto puzzle = drawn(start, goal);
  for (const blocks::Metric metric : all_metrics) {
    Control control;
    const auto found = search(puzzle, metric, search::Algorithm("astar"), control);
    CHECK(found.status == search::Status::optimal && PlainBlocks(puzzle, metric).cost(found.plan) == control.best_cost);
  }
}

TEST(goal_states_are_all_arrangements_that_meet_a_goal) {
  Control control;
  CHECK_EQ(blocks::count_goal_states(drawn({"A..", "b.."}, {"..A", "..."}), control), 5u);
  CHECK_EQ(blocks::count_goal_states(drawn({"A..", "bc."}, {"..A", "..."}), control), 10u);  // b and c are alike
  std::vector<std::string> open(16, std::string(16, '.')), goal = open;
  for (int i = 0; i < 8; ++i) open[0][i] = static_cast<char>('a' + i);
  goal[15][15] = 'a';
  CHECK_EQ(blocks::count_goal_states(drawn(open, goal), control), search::tuning.max_goal_states + 1);
}

TEST(searches_on_blocks_obey_limits) {
  std::vector<std::string> open(8, std::string(8, '.')), goal = open;
  for (int i = 0; i < 8; ++i) open[0][i] = static_cast<char>('a' + i), goal[7][i] = static_cast<char>('h' - i);
  const auto puzzle = drawn(open, goal);
  for (const search::Algorithm algorithm : kAlgorithms) {
    Control nodes(Limits{.nodes = 50'000});
    CHECK(search(puzzle, blocks::metric("steps"), algorithm, nodes, blocks::Heuristic("zero")).stop == Stop::nodes);
    CHECK(nodes.generated >= 50'000 && nodes.generated < 51'000);
    Control cancelled;
    cancelled.tick = [](const Control&) { return false; };
    CHECK(search(puzzle, blocks::metric("steps"), algorithm, cancelled, blocks::Heuristic("zero"), 2).stop ==
          Stop::cancel);
  }
  for (const int threads : {1, 2}) {
    Control memory(Limits{.memory = 1 << 20});
    CHECK(search(puzzle, blocks::metric("steps"), search::Algorithm("dijkstra"), memory, blocks::Heuristic("zero"),
                 threads)
              .stop == Stop::memory);
    CHECK(memory.peak_bytes() <= 1 << 20);
    CHECK_EQ(memory.bytes(), 0u);
  }
}

// One word per state, two bits for the depth, and unused slots.
TEST(a_stored_state_takes_at_most_24_bytes) {
  std::vector<std::string> open(6, std::string(6, '.')), goal = open;
  for (int i = 0; i < 6; ++i) open[0][i] = static_cast<char>('a' + i), goal[5][i] = static_cast<char>('f' - i);
  for (const std::uint64_t nodes : {1'000'000, 1'500'000, 2'000'000}) {
    Control control(Limits{.nodes = nodes});
    const blocks::Layout layout(drawn(open, goal));
    blocks::with_space(layout, [&]<class S>() {
      const S space(layout, layout.goals, blocks::metric("steps"), blocks::Heuristic("zero"));
      Trace trace;
      search::BreadthFirst<S> search(space, 1, trace, control);
      search.add_root(space.pack(space.start()));
      try {
        while (!search.empty()) search.advance(false);
      } catch (const Stopped&) {
        CHECK(control.generated >= nodes);
      }
      CHECK(control.peak_bytes() <= 24 * search.known().size());
    });
  }
}

TEST(goal_states_are_counted_right_or_not_at_all_under_any_tuning_of_blocks) {
  std::vector<std::string> open(6, std::string(6, '.')), goal = open;
  for (int i = 0; i < 6; ++i) open[0][i] = open[1][i] = static_cast<char>('a' + i);
  goal[0][0] = 'a';
  const auto count = [&](const blocks::Puzzle& puzzle) {
    Control control;
    return blocks::count_goal_states(puzzle, control);
  };
  const blocks::Puzzle dense = drawn(open, goal);
  const std::uint64_t expected = count(dense);
  CHECK(expected > 4'096 && expected <= search::tuning.max_goal_states);
  at_extremes(blocks::tuning, blocks::tuning_options, 4, [&] {
    const std::uint64_t found = count(dense);
    CHECK(found == expected || found == search::tuning.max_goal_states + 1);
    CHECK_EQ(count(drawn({"A..", "b.."}, {"..A", "..."})), 5u);
  });
  const std::uint64_t limit = std::exchange(search::tuning.max_goal_states, expected);
  blocks::tuning.goal_steps = 1;
  CHECK_EQ(count(dense), expected + 1);  // the enumeration is abandoned: it takes more steps than there are goal states
  blocks::tuning = {};
  CHECK_EQ(count(dense), expected);
  search::tuning.max_goal_states = limit;
}

}  // namespace budge::test
