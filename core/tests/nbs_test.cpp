// NBS and BAE* on tiles.
#include "tests/check.hpp"
#include "tests/random_puzzle.hpp"

namespace budge::test {

TEST(nbs_and_bae_find_plans_as_short_as_bidirectional_blind_search) {
  std::mt19937 random(3);
  for (int i = 0; i < 12; ++i) {
    const tokens::Puzzle puzzle = i % 3 ? scrambled(3, 3, 200, random) : scrambled(4, 4, 30, random);
    Control reference;
    solve(puzzle, tiles::Heuristic("zero"), search::Request{search::Algorithm("bidirectional"), {}, 1, false}, 0,
          reference);
    for (const auto heuristic : {tiles::Heuristic("zero"), tiles::Heuristic("manhattan"),
                                 tiles::Heuristic("linear-conflict"), tiles::Heuristic("xy")}) {
      for (const search::Algorithm algorithm : {search::Algorithm("nbs"), search::Algorithm("bae")}) {
        Control control;
        const auto found = solve(puzzle, heuristic, search::Request{algorithm, {}, 1, false}, 0, control);
        CHECK(found.status == search::Status::optimal);
        CHECK_EQ(static_cast<std::int64_t>(found.plan.size()), reference.best_cost);
        CHECK_EQ(control.lower_bound, reference.best_cost);
      }
    }
  }
}

// The paper's guarantee: NBS expands at most twice as many nodes as any admissible search, and often fewer than A*.
TEST(nbs_expands_less_than_twice_as_much_as_astar) {
  std::mt19937 random(9);
  std::uint64_t nbs = 0, astar = 0;
  for (int i = 0; i < 10; ++i) {
    const tokens::Puzzle puzzle = scrambled(3, 3, 200, random);
    Control a, b;
    solve(puzzle, tiles::Heuristic("manhattan"), search::Request{search::Algorithm("nbs"), {}, 1, false}, 0, a);
    solve(puzzle, tiles::Heuristic("manhattan"), search::Request{search::Algorithm("astar"), {}, 1, false}, 0, b);
    nbs += a.expanded;
    astar += b.expanded;
  }
  CHECK(nbs < 2 * astar);
}

// With h = 0, b is twice g: BAE* expands layer by layer, and no state twice. With a heuristic it expands fewer.
TEST(bae_expands_fewer_states_the_better_its_heuristic) {
  std::mt19937 random(9);
  std::uint64_t blind = 0, manhattan = 0, conflict = 0;
  for (int i = 0; i < 10; ++i) {
    const tokens::Puzzle puzzle = scrambled(3, 3, 200, random);
    for (const auto& [name, expanded] :
         {std::pair{"zero", &blind}, {"manhattan", &manhattan}, {"linear-conflict", &conflict}}) {
      Control control;
      solve(puzzle, tiles::Heuristic(name), search::Request{search::Algorithm("bae"), {}, 1, false}, 0, control);
      *expanded += control.expanded;
    }
  }
  CHECK(conflict < manhattan && 2 * manhattan < blind);
}

TEST(nbs_and_bae_obey_limits) {
  std::mt19937 random(5);
  const tokens::Puzzle puzzle = scrambled(5, 5, 2000, random);
  for (const search::Algorithm algorithm : {search::Algorithm("nbs"), search::Algorithm("bae")}) {
    const search::Request request{algorithm, {}, 1, false};
    Control nodes(Limits{.nodes = 20'000});
    CHECK(solve(puzzle, tiles::Heuristic("manhattan"), request, 0, nodes).stop == Stop::nodes);
    CHECK(nodes.lower_bound > 0);
    Control memory(Limits{.memory = 1 << 20});
    CHECK(solve(puzzle, tiles::Heuristic("manhattan"), request, 0, memory).stop == Stop::memory);
    CHECK_EQ(memory.bytes(), 0u);
  }
}

}  // namespace budge::test
