// Variations of a Sokoban plan are legal, within their limit of pushes, and reproducible.
#include <algorithm>
#include <random>
#include <set>

#include "sokoban/any/variations.hpp"
#include "tests/check.hpp"
#include "tests/sokoban_reference.hpp"

namespace budge::test {

namespace {

// Calls the body with solvable levels of four and five boxes, and a plan for each.
template <class Body>
void on_solved_levels(int count, unsigned seed, Body&& body) {
  std::mt19937 random(seed);
  const std::vector<RandomLevel> shapes{{7, 6, 4, 4}, {8, 7, 5, 5}, {7, 7, 4, 4}};
  for (int i = 0; i < rounds(count); ++i) {
    const sokoban::Puzzle puzzle = random_level(shapes[i % shapes.size()], random);
    const sokoban::Level level(puzzle);
    if (level.unsolvable_reason()) continue;
    Control control;
    sokoban::Deadlocks deadlocks(level, control);
    const auto found = sokoban::Fess(level, {}, deadlocks, control).resume(20'000);
    if (found && !found->plan.empty()) body(puzzle, level, found->plan);
  }
}

std::int64_t pushes_of(const sokoban::Puzzle& puzzle, const std::vector<int>& plan) {
  return replayed(puzzle, sokoban::Metric::pushes, plan).value_or(-1);
}

}  // namespace

TEST(sokoban_fess_solves_from_any_position_of_a_plan) {
  int other_ends = 0;
  on_solved_levels(400, 31, [&](const sokoban::Puzzle& puzzle, const sokoban::Level& level, const auto& plan) {
    Control control;
    sokoban::Deadlocks deadlocks(level, control);
    sokoban::Placement at = level.placement();
    for (std::size_t i = 0; i < plan.size(); ++i) {
      if (i % 4 == 0) {
        sokoban::Fess search(level, at, {.sink = sokoban::SinkChoice::nearest, .seed = i}, deadlocks, control);
        const auto rest = search.resume();
        std::vector<int> whole(plan.begin(), plan.begin() + static_cast<std::ptrdiff_t>(i));
        whole.insert(whole.end(), rest->plan.begin(), rest->plan.end());
        CHECK(pushes_of(puzzle, whole) > 0);
        other_ends += whole != plan;
      }
      at.player = level.next(at.player, plan[i]);
      const auto box = std::ranges::find(at.boxes, at.player);
      if (box != at.boxes.end()) *box = level.next(at.player, plan[i]);
    }
  });
  CHECK(sampled || other_ends > 50);
}

TEST(sokoban_variations_are_legal_plans_within_max_pushes) {
  int found = 0, shorter = 0;
  std::size_t different = 0;
  on_solved_levels(400, 32, [&](const sokoban::Puzzle& puzzle, const sokoban::Level& level, const auto& plan) {
    const auto max_pushes = static_cast<int>(pushes_of(puzzle, plan));
    Control control;
    sokoban::Variations variations(level, control);
    std::set<std::vector<int>> all;
    for (int i = 0; i < 30; ++i) {
      const std::vector<int> varied = variations.next(plan, max_pushes);
      if (varied.empty()) continue;
      const std::int64_t pushes = pushes_of(puzzle, varied);
      CHECK(pushes > 0 && pushes <= max_pushes);
      shorter += pushes < max_pushes;
      ++found;
      if (all.insert(varied).second) variations.accept();
      if (pushes < max_pushes) variations.reward();
    }
    different += all.size();
    CHECK(!variations.is_exhausted());
  });
  CHECK(sampled || found > 300);
  CHECK(sampled || shorter > 50);
  CHECK(sampled || different > 100);
}

TEST(sokoban_variations_are_reproducible) {
  on_solved_levels(60, 33, [&](const sokoban::Puzzle&, const sokoban::Level& level, const auto& plan) {
    Control one, other;
    sokoban::Variations first(level, one), again(level, other);
    for (int i = 0; i < 12; ++i) CHECK(first.next(plan, 1000) == again.next(plan, 1000));
    CHECK_EQ(one.generated, other.generated);
  });
}

TEST(sokoban_variations_fail_if_max_pushes_is_too_small_and_obey_limits) {
  const sokoban::Level level(drawn_level(kDeepRoom));
  Control control;
  sokoban::Deadlocks deadlocks(level, control);
  const std::vector<int> plan = sokoban::Fess(level, {}, deadlocks, control).resume()->plan;
  sokoban::Variations variations(level, control);
  for (int i = 0; i < 20; ++i) CHECK(variations.next(plan, 1).empty());

  for (const Limits limits : {Limits{.nodes = 300}, Limits{.memory = 15'000}}) {
    Control limited(limits);
    search::Solution solution;
    search::guarded(solution, [&] {
      sokoban::Variations stopped(level, limited);
      for (int i = 0; i < 1000; ++i) stopped.next(plan, 1000);
    });
    CHECK(solution.stop == (limits.nodes == 300 ? Stop::nodes : Stop::memory));
    CHECK(limited.peak_bytes() <= limits.memory);
  }
}

}  // namespace budge::test
