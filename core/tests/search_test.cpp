// Compares the searches with each other and checks their counts and limits.
#include <array>

#include "tests/boards.hpp"
#include "tests/check.hpp"
#include "tests/random_puzzle.hpp"
#include "tests/same_search.hpp"
#include "tiles/fifteen.hpp"
#include "tiles/solve.hpp"
#include "tokens/solve.hpp"

namespace budge::test {

namespace {

const std::vector<int> kFifteen{13, 9, 10, 7, 1, 0, 15, 12, 2, 11, 6, 14, 5, 8, 4, 3};

search::Solution search(const tokens::Puzzle& puzzle, search::Algorithm algorithm, tiles::Heuristic heuristic,
                        Control& control, int threads = 1) {
  return solve(puzzle, heuristic, search::Request{algorithm, {}, threads, false}, 0, control);
}

}  // namespace

TEST(all_searches_find_plans_of_the_same_length) {
  std::mt19937 random(1);
  for (const auto& [width, height] : {std::pair{3, 3}, {4, 2}, {2, 2}, {1, 7}, {4, 4}, {5, 5}, {17, 17}}) {
    const tokens::Puzzle puzzle = scrambled(width, height, 24, random);
    Control reference;
    const auto shortest = search(puzzle, search::Algorithm("bidirectional"), tiles::Heuristic("zero"), reference);
    CHECK(shortest.status == search::Status::optimal && leads_home(puzzle, shortest.plan));
    for (const auto algorithm : {search::Algorithm("astar"), search::Algorithm("ida"), search::Algorithm("sma")}) {
      for (const auto heuristic :
           {tiles::Heuristic("manhattan"), tiles::Heuristic("linear-conflict"), tiles::Heuristic("xy")}) {
        if (heuristic == tiles::Heuristic("xy") && width * height > 16) continue;
        Control control;
        const auto found = search(puzzle, algorithm, heuristic, control);
        CHECK(found.status == search::Status::optimal && leads_home(puzzle, found.plan));
        CHECK_EQ(found.plan.size(), shortest.plan.size());
      }
    }
  }
}

// The fast loops for the 4×4 board have the counts of the general loop; other operator orders use the general loop.
TEST(the_fast_loops_of_the_fifteen_puzzle_count_like_the_general_search) {
  std::mt19937 random(2);
  for (int i = 0; i < 4; ++i) {
    const tokens::Puzzle puzzle = scrambled(4, 4, 70, random);
    const tokens::TokenSpace<tokens::Nibbles, tokens::Manhattan> general(puzzle);
    const tiles::FifteenSpace<tokens::Manhattan> fast(puzzle);
    const tiles::FifteenSpace<tiles::LinearConflict> fast_conflict(puzzle);
    const tokens::TokenSpace<tokens::Nibbles, tiles::LinearConflict> general_conflict(puzzle);
    check_same_search(general, fast, 1);
    check_same_search(general_conflict, fast_conflict, 2);
  }
}

// A signature: any change of these numbers means that the search has changed.
TEST(node_counts_equal_the_recorded_ones) {
  const tokens::Puzzle puzzle = tiles::board({4,
                                              4,
                                              {9, 3, 4, 12, 2, 6, 10, 13, 5, 1, 8, 15, 7, 0, 14, 11},
                                              {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0}});
  const std::vector<std::tuple<search::Algorithm, tiles::Heuristic, std::uint64_t>> record{
      {search::Algorithm("ida"), tiles::Heuristic("manhattan"), 2'266'582},
      {search::Algorithm("ida"), tiles::Heuristic("linear-conflict"), 277'899},
      {search::Algorithm("ida"), tiles::Heuristic("xy"), 514'362},
      {search::Algorithm("astar"), tiles::Heuristic("manhattan"), 218'407},
      {search::Algorithm("astar"), tiles::Heuristic("linear-conflict"), 33'347},
      {search::Algorithm("astar"), tiles::Heuristic("xy"), 63'306},
  };
  for (const auto& [algorithm, heuristic, generated] : record) {
    Control control;
    CHECK_EQ(search(puzzle, algorithm, heuristic, control).plan.size(), 42u);
    CHECK_EQ(control.generated, generated);
  }
}

TEST(a_node_limit_is_exact_and_leaves_a_proven_bound) {
  const tokens::Puzzle puzzle = tiles::board({4, 4, kFifteen, kBlankFirst});
  for (const auto algorithm : {search::Algorithm("ida"), search::Algorithm("astar"), search::Algorithm("dijkstra"),
                               search::Algorithm("bidirectional"), search::Algorithm("sma")}) {
    Control control(Limits{.nodes = 100'000});
    const auto result = search(puzzle, algorithm, tiles::Heuristic("manhattan"), control);
    CHECK(result.status == search::Status::stopped && result.stop == Stop::nodes);
    CHECK(control.generated >= 100'000 && control.generated < 100'300);
    CHECK(control.lower_bound > 0 && control.lower_bound <= 54);
  }
}

// The status and the bound of SMA* are correct even if it has dropped most of its nodes.
TEST(sma_results_are_correct_in_little_memory) {
  std::mt19937 random(3);
  for (int i = 0; i < 1500; ++i) {
    const auto [width, height] = std::array<std::pair<int, int>, 3>{{{3, 3}, {4, 2}, {2, 3}}}[i % 3];
    tokens::Puzzle puzzle = scrambled(width, height, 40, random);
    for (int edges = i % 4; edges > 0; --edges) {  // some graphs are not boards
      const int one = static_cast<int>(random() % puzzle.graph.size()), other = (one + width + 1) % (width * height);
      if (std::count(puzzle.graph[one].begin(), puzzle.graph[one].end(), other) > 0) continue;
      puzzle.graph[one].push_back(other);
      puzzle.graph[other].push_back(one);
      puzzle.width = 0;
    }
    Control reference, control(Limits{.nodes = 50'000, .memory = 1000 + random() % 2000});
    const auto ask = [&](search::Algorithm algorithm, std::string_view heuristic, Control& within) {
      return puzzle.width > 0
                 ? search(puzzle, algorithm, tiles::Heuristic(heuristic), within)
                 : solve(puzzle, tokens::Heuristic(heuristic), search::Request{algorithm, {}, 1, false}, within);
    };
    const auto shortest = ask(search::Algorithm("bidirectional"), "zero", reference);
    const auto found = ask(search::Algorithm("sma"), i % 4 == 0 ? "linear-conflict" : "manhattan", control);
    CHECK(control.lower_bound <= static_cast<std::int64_t>(shortest.plan.size()));
    CHECK(found.status == search::Status::stopped || found.plan.size() == shortest.plan.size());
    CHECK(found.status != search::Status::unsolvable);
  }
}

TEST(every_search_obeys_memory_time_and_cancel) {
  const tokens::Puzzle puzzle = tiles::board({4, 4, kFifteen, kBlankFirst});
  for (const auto algorithm :
       {search::Algorithm("astar"), search::Algorithm("dijkstra"), search::Algorithm("bidirectional")}) {
    Control control(Limits{.memory = 1 << 20});
    CHECK(search(puzzle, algorithm, tiles::Heuristic("manhattan"), control).stop == Stop::memory);
    CHECK(control.peak_bytes() <= 1 << 20);
    CHECK_EQ(control.bytes(), 0u);
  }
  for (const auto algorithm : {search::Algorithm("ida"), search::Algorithm("astar"), search::Algorithm("dijkstra"),
                               search::Algorithm("bidirectional"), search::Algorithm("sma")}) {
    for (const int threads : {1, 2}) {
      Control timed(Limits{.seconds = 0.02});
      CHECK(search(puzzle, algorithm, tiles::Heuristic("misplaced"), timed, threads).stop == Stop::seconds);
      Control cancelled;
      cancelled.tick = [](const Control&) { return false; };
      CHECK(search(puzzle, algorithm, tiles::Heuristic("misplaced"), cancelled, threads).stop == Stop::cancel);
    }
  }
}

}  // namespace budge::test
