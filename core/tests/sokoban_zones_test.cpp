// Reduced costs of pushes, and the zone bound that adds them up on both sides of a cut.
#include "sokoban/bounds/reduced_costs.hpp"
#include "sokoban/bounds/zone_bound.hpp"
#include "tests/sokoban_positions.hpp"

namespace budge::test {

TEST(sokoban_pushes_of_a_plan_are_the_matching_plus_reduced_costs) {
  std::mt19937 random(30);
  int excesses = 0;
  for (int i = 0; i < rounds(240); ++i) {
    const sokoban::Puzzle puzzle = random_paths(i, random);
    Control control;
    const search::Solution found =
        sokoban::solve(puzzle, sokoban::Metric::pushes, sokoban::Heuristic::matching, {}, control);
    if (found.plan.empty()) continue;
    const sokoban::Level level(puzzle);
    const sokoban::ReducedCosts reduced(level, level.placement());
    sokoban::Placement at = level.placement();
    int pushes = 0, excess = 0;
    for (const int direction : found.plan) {
      at.player = level.next(at.player, direction);
      const auto box = std::ranges::find(at.boxes, at.player);
      if (box == at.boxes.end()) continue;
      const int here = reduced.of_push(*box, sokoban::Level::opposite(direction));
      CHECK(here >= 0 && here < sokoban::ReducedCosts::infinite);
      excess += here;
      *box = level.next(*box, direction);
      ++pushes;
    }
    excess += reduced.at_end(at.player);
    CHECK_EQ(pushes * reduced.parts(), reduced.total() * reduced.parts() + excess);
    excesses += excess > 0;
  }
  CHECK(sampled || excesses >= 10);
}

TEST(sokoban_zone_bound_counts_the_pushes_that_keep_the_player_from_being_shut_in) {
  sokoban::Puzzle puzzle = drawn_level({"######", "#   ##", "#@ $ #", "#    #", "# $# #", "##  .#", "######"});
  puzzle.targets.push_back(puzzle.boxes.front());
  Control control;
  const sokoban::Level level(puzzle, &control);
  sokoban::ZoneBound zones(level, level.placement(), control, 1000);
  CHECK_EQ(zones.pushes(), 5);
  while (zones.tighten()) continue;
  CHECK_EQ(zones.pushes(), 7);
}

TEST(sokoban_zone_bound_is_admissible_and_never_falls) {
  int higher = 0, dead = 0, longer = 0;
  const auto make_body = [&](const sokoban::Level& level) {
    return [&, count = 0](const Known& known) mutable {
      if (count++ % 2 != 0) return;
      sokoban::Placement from{{}, known.player};
      for (int box = 0; box < known.board.boxes(); ++box) from.boxes.push_back(known.board.cell(box));
      sokoban::ZoneBound zones(level, from, *level.control(), 1);
      const int plain = matched(level, known.board, known.player);
      CHECK_EQ(zones.pushes(), plain);
      if (plain >= sokoban::Matching::infinite) return;
      for (int before = plain; zones.tighten(); before = zones.pushes()) {
        CHECK(zones.pushes() >= before);
        CHECK(known.is_dead() || zones.pushes() <= known.pushes().first);
        longer += before > plain && zones.pushes() > before;
      }
      CHECK(known.is_dead() || zones.pushes() <= known.pushes().first);
      CHECK(known.is_dead() || (known.pushes().first - zones.pushes()) % 2 == 0);
      dead += zones.pushes() >= sokoban::Matching::infinite;
      higher += zones.pushes() > plain && zones.pushes() < sokoban::Matching::infinite;
    };
  };
  on_every_position_of_paths(24, 31, make_body);
  on_every_position(1000, {{4, 4, 4, 4}, {5, 3, 4, 4}, {4, 4, 3, 3}, {6, 3, 3, 3}, {5, 3, 4, 4, 1, false, 12}}, 32,
                    make_body);
  CHECK(sampled || higher >= 500);
  CHECK(sampled || dead >= 500);
  CHECK(sampled || longer >= 100);
}

}  // namespace budge::test
