// Every tuning constant of Sokoban at both ends of its range, compared with exhaustive search on small levels.
#include <string>
#include <vector>

#include "sokoban/portfolio/solve_any.hpp"
#include "sokoban/solve.hpp"
#include "sokoban/tuning.hpp"
#include "tests/check.hpp"
#include "tests/sokoban_reference.hpp"
#include "tests/tuning.hpp"

namespace budge::test {

namespace {

constexpr std::uint64_t kNever = sokoban::Tuning::never;

// Makes small levels run all stages of a long search: once with NBS, which mostly finishes first, and once without.
std::vector<sokoban::Tuning> eager_tunings() {
  const sokoban::Tuning without_nbs{.conflicts_after = 0,
                                    .dead_proofs_after = 0,
                                    .nbs_after = kNever,
                                    .bounded_fess_after = 3,
                                    .bounded_fess_turn = 5,
                                    .bounded_fess_share = 1,
                                    .plan_search_after = 2,
                                    .plan_search_share = 1,
                                    .first_astar_nodes = 5,
                                    .greedy_astar_nodes = 50,
                                    .greedy_plan_attempts = 1,
                                    .fess_turn = 5,
                                    .fess_delay = 1,
                                    .backward_fess_after = 0,
                                    .improve_astar_turn = 50,
                                    .first_zones_turn = 20,
                                    .vicinity_width = 1,
                                    .vicinity_boxes = 1};
  sokoban::Tuning with_nbs = without_nbs;
  with_nbs.nbs_after = 5;
  with_nbs.nbs_turn = 10;
  with_nbs.nbs_share = 1;
  return {without_nbs, with_nbs};
}

struct SmallLevel {
  sokoban::Puzzle puzzle;
  Exhaustive exhaustive;

  std::int64_t optimum(sokoban::Metric metric) const {
    const auto [first, second] = exhaustive.costs(metric)[0];
    return coded(metric, {static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(second)});
  }
  bool is_solvable() const { return exhaustive.costs(sokoban::Metric::pushes)[0] != Exhaustive::never; }
};

std::vector<SmallLevel> small_levels(int count, unsigned seed) {
  std::mt19937 random(seed);
  const std::vector<RandomLevel> shapes{{5, 4, 3, 3}, {4, 4, 3, 3}, {5, 4, 2, 2}, {4, 4, 3, 2}};
  std::vector<SmallLevel> levels;
  while (static_cast<int>(levels.size()) < count) {
    const sokoban::Puzzle puzzle = random_level(shapes[levels.size() % shapes.size()], random);
    Exhaustive exhaustive(puzzle);
    if (exhaustive.explore(6000) && !sokoban::Level(puzzle).unsolvable_reason()) levels.push_back({puzzle, exhaustive});
  }
  return levels;
}

void check_proof(const SmallLevel& level, sokoban::Metric metric, const sokoban::Tuning& tuning) {
  Control control;
  const search::Request request{search::Algorithm("astar"), {}, 1, false};
  const auto found = solve(level.puzzle, metric, sokoban::Heuristic::matching, request, control, tuning);
  CHECK(found.status == (level.is_solvable() ? search::Status::optimal : search::Status::unsolvable));
  if (level.is_solvable()) {
    CHECK_EQ(control.lower_bound, level.optimum(metric));
    CHECK_EQ(replayed(level.puzzle, metric, found.plan).value_or(-1), level.optimum(metric));
  }
}

// Budgets of memory may be too small to prove that the plan is optimal.
void check_any(const SmallLevel& level, sokoban::Metric metric, int threads, const sokoban::Tuning& tuning) {
  Control control;
  const auto found = solve_any(level.puzzle, metric, true, threads, control, tuning);
  CHECK_EQ(found.status != search::Status::unsolvable, level.is_solvable());
  if (!level.is_solvable()) return;
  CHECK_EQ(replayed(level.puzzle, metric, found.plan).value_or(-1), control.best_cost);
  CHECK(control.best_cost >= level.optimum(metric));
  CHECK(control.lower_bound <= level.optimum(metric));
  CHECK_EQ(found.status == search::Status::optimal, control.best_cost == control.lower_bound);
}

}  // namespace

TEST(sokoban_tuning_constants_are_in_range_and_have_distinct_names) { check_table(sokoban::tuning_options); }

TEST(sokoban_results_are_correct_with_every_tuning_constant_at_either_end_of_its_range) {
  const std::vector<SmallLevel> levels = small_levels(rounds(48, 4), 61);
  std::size_t next = 0;
  int solvable = 0;
  for (const sokoban::TuningOption& option : sokoban::tuning_options) {
    for (const std::uint64_t value : {option.min, option.max}) {
      for (sokoban::Tuning tuning : eager_tunings()) {
        tuning.*option.value = value;
        for (int i = 0; i < 3; ++i) {
          const SmallLevel& level = levels[next++ % levels.size()];
          solvable += level.is_solvable();
          check_proof(level, sokoban::Metric::pushes, tuning);
          check_proof(level, i % 2 == 0 ? sokoban::Metric::moves : sokoban::Metric::pushes_then_moves, tuning);
          check_any(level, i % 2 == 0 ? sokoban::Metric::pushes : sokoban::Metric::moves, 1, tuning);
        }
      }
    }
  }
  CHECK(sampled || solvable > 200);
}

TEST(sokoban_results_are_correct_with_random_tuning) {
  std::mt19937_64 random(62);
  for (const SmallLevel& level : small_levels(rounds(60, 6), 63)) {
    for (sokoban::Tuning tuning : eager_tunings()) {
      for (const sokoban::TuningOption& option : sokoban::tuning_options) {
        if (random() % 4 == 0) tuning.*option.value = random_value(option, random);
      }
      check_proof(level, sokoban::Metric::pushes, tuning);
      check_any(level, sokoban::Metric::pushes, 1 + static_cast<int>(random() % 2), tuning);
    }
  }
}

}  // namespace budge::test
