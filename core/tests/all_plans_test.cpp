// All shortest plans: counts of random puzzles against a plain reading of the rules, and exact sums.
#include "blocks/all_plans.hpp"

#include "support/natural.hpp"
#include "tests/check.hpp"
#include "tests/plain_blocks.hpp"

namespace budge::test {

namespace {

// The number of shortest paths from the start to a goal, as sequences of positions.
std::uint64_t count_plainly(const PlainBlocks& plain, const std::map<Position, int>& distance, const Position& position,
                            int optimum) {
  if (plain.is_goal(position)) return 1;
  const int here = distance.at(position);
  std::uint64_t sum = 0;
  for (const Position& neighbour : plain.neighbours(position)) {
    if (here < optimum && distance.at(neighbour) == here + 1) {
      sum += count_plainly(plain, distance, neighbour, optimum);
    }
  }
  return sum;
}

std::string in_hex(std::uint64_t value) {
  char digits[17];
  std::snprintf(digits, sizeof digits, "%llx", static_cast<unsigned long long>(value));
  return digits;
}

}  // namespace

TEST(sums_of_naturals_are_exact) {
  Control control;
  Natural power(control, 1);
  for (int i = 0; i < 200; ++i) power += Natural(power);
  CHECK_EQ(power.hex(), "1" + std::string(50, '0'));
  Natural ones(control, ~std::uint64_t{0});
  ones += Natural(control, 1);
  CHECK_EQ(ones.hex(), "1" + std::string(16, '0'));
  CHECK_EQ(Natural(control).hex(), std::string("0"));
  CHECK(Natural(control).is_zero() && !power.is_zero());
  Natural small(control, 0xabcdef);
  small += ones;
  CHECK_EQ(small.hex(), std::string("10000000000abcdef"));
}

TEST(all_shortest_plans_of_blocks_are_counted_and_those_listed_hold) {
  std::mt19937 random(11);
  for (int i = 0; i < rounds(60, 20); ++i) {
    const blocks::Puzzle puzzle = random_blocks(random, 3, 3, 2 + i % 3);
    for (const blocks::Metric metric : all_metrics) {
      const PlainBlocks plain(puzzle, metric);
      const auto distance = plain.distances({puzzle.pieces});
      int optimum = -1;
      for (const auto& [position, far] : distance) {
        if (plain.is_goal(position) && (optimum < 0 || far < optimum)) optimum = far;
      }
      const std::uint64_t count = count_plainly(plain, distance, puzzle.pieces, optimum);
      for (const char* heuristic : {"zero", "distance", "modified-linear-conflict"}) {
        Control control;
        const auto found = all_plans(puzzle, metric, blocks::Heuristic(heuristic), optimum, 3, control);
        CHECK(found.stop == Stop::none);
        CHECK_EQ(found.count, in_hex(count));
        CHECK_EQ(found.plans.size(), std::min<std::uint64_t>(3, count));
        for (const auto& plan : found.plans) CHECK_EQ(plain.cost(plan), optimum);
      }
    }
  }
}

TEST(counting_stops_at_every_limit) {
  const blocks::Puzzle klotski =
      drawn({"ABBC", "ABBC", "DEEF", "DGHF", "I..J"}, {"....", "....", "....", ".BB.", ".BB."});
  for (const Limits limits : {Limits{.nodes = 1'000}, Limits{.memory = 100'000}}) {
    Control control(limits);
    const auto found = all_plans(klotski, blocks::metric("moves"), blocks::Heuristic("zero"), 81, 1, control);
    CHECK(found.stop == (limits.nodes == 1'000 ? Stop::nodes : Stop::memory));
    CHECK(found.count.empty() && found.plans.empty());
  }
}

}  // namespace budge::test
