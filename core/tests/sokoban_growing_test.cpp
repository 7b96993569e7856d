// Generated levels: the farthest start compared with an exploration of all positions, and the generator as a whole.
#include <random>

#include "sokoban/growing/farthest.hpp"
#include "sokoban/growing/grow.hpp"
#include "sokoban/search/explore.hpp"
#include "tests/check.hpp"

namespace budge::test {

namespace {

using sokoban::Cells;

// A puzzle on a grid surrounded by walls.
sokoban::Puzzle framed(int width, int height, Cells floor, Cells targets, Cells boxes, int player) {
  sokoban::Puzzle puzzle{width + 2, height + 2, {}, {}, {}, {}, {}};
  const auto at = [&](int cell) { return (cell / width + 1) * (width + 2) + cell % width + 1; };
  std::vector<char> is_floor(puzzle.width * puzzle.height);
  for (const int cell : sokoban::numbers_of(floor)) is_floor[at(cell)] = 1;
  for (std::size_t cell = 0; cell < is_floor.size(); ++cell) {
    if (!is_floor[cell]) puzzle.walls.push_back(static_cast<int>(cell));
  }
  for (const int cell : sokoban::numbers_of(targets)) puzzle.targets.push_back(at(cell));
  for (const int cell : sokoban::numbers_of(boxes)) puzzle.boxes.push_back(at(cell));
  puzzle.players.push_back(at(player));
  return puzzle;
}

sokoban::Exploration explored(const sokoban::Puzzle& puzzle) {
  Control control;
  return sokoban::explore(puzzle, sokoban::Metric::pushes, true, 1, control);
}

const sokoban::GrowthParams kParams{7, 6, {sokoban::numbers_of(~Cells{0} >> 22), sokoban::numbers_of(~Cells{0} >> 29)},
                                    2, 3, 35};

}  // namespace

TEST(sokoban_the_farthest_start_is_as_far_as_any_position) {
  std::mt19937 random(1);
  int compared = 0;
  for (int i = 0; i < rounds(300); ++i) {
    const int width = 3 + i % 4, height = 2 + i / 4 % 4, count = 1 + i % 3;
    const sokoban::SmallBoard board(width, height);
    const Cells floor = board.all() & ~(Cells{random()} & Cells{random()});
    Cells targets = 0;
    while (std::popcount(targets) < count) targets |= Cells{1} << random() % (width * height);
    if (!board.is_connected(floor) || (targets & ~floor) != 0 || targets == floor) continue;
    Control control;
    const auto start = sokoban::FarthestStart(board, control)(floor, targets);
    CHECK(start.has_value());
    const auto found = explored(framed(width, height, floor, targets, start->boxes, start->player));
    CHECK_EQ(found.optimum, start->pushes);
    CHECK_EQ(found.by_depth.size(), static_cast<std::size_t>(start->pushes + 1));
    double sum = 0, all = 0;
    for (std::size_t depth = 0; depth < found.by_depth.size(); ++depth) {
      sum += static_cast<double>(depth * found.by_depth[depth]);
      all += static_cast<double>(found.by_depth[depth]);
    }
    CHECK_EQ(start->mean_pushes, sum / all);
    ++compared;
  }
  CHECK(sampled || compared > 50);
}

TEST(sokoban_floors_with_too_many_positions_are_rejected) {
  const sokoban::SmallBoard board(8, 8);
  Control control;
  CHECK(!sokoban::FarthestStart(board, control)(board.all(), 0x1f));
}

TEST(sokoban_generated_levels_meet_the_minimum_pushes_and_boxes) {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    Control control, again;
    const auto grown = grow(kParams, seed, control);
    CHECK(grown.has_value());
    if (!grown) continue;
    CHECK(grown->pushes >= kParams.min_pushes);
    CHECK(grown->boxes.size() == 2 || grown->boxes.size() == 3);
    const Cells floor = sokoban::cells_of(grown->floor);
    CHECK(sokoban::SmallBoard(kParams.width, kParams.height).is_connected(floor));
    const auto found = explored(framed(kParams.width, kParams.height, floor, sokoban::cells_of(grown->targets),
                                       sokoban::cells_of(grown->boxes), grown->player));
    CHECK_EQ(found.optimum, grown->pushes);
    CHECK(grow(kParams, seed, again)->floor == grown->floor);
  }
}

TEST(sokoban_a_level_grown_to_less_than_the_minimum_is_the_longest_one) {
  sokoban::GrowthParams endless = kParams;
  endless.min_pushes = 1000;
  Control control;
  const auto longest = grow(endless, 1, control);
  CHECK(longest.has_value());
  if (!longest) return;
  CHECK(longest->boxes.size() >= 2);
  CHECK(longest->pushes >= kParams.min_pushes && longest->pushes < 1000);
  CHECK_EQ(control.stage.done, longest->pushes);
}

TEST(sokoban_generator_stops_at_limits_and_on_cancel) {
  for (const Limits limits : {Limits{.seconds = 0}, Limits{.memory = 1000}}) {
    Control control(limits);
    CHECK(!grow(kParams, 1, control));
  }
  Control control;
  control.tick = [](const Control&) { return false; };
  sokoban::GrowthParams endless = kParams;
  endless.min_pushes = 1000;
  CHECK(!grow(endless, 1, control));
  CHECK(control.generated > 0);
}

}  // namespace budge::test
