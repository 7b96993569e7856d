// Conflicts of pairs of boxes: their tables, the bound that a matching allows, and the vertex cover that adds them up.
#include <numeric>

#include "sokoban/bounds/conflict_bound.hpp"
#include "sokoban/bounds/conflict_table.hpp"
#include "sokoban/bounds/vertex_cover.hpp"
#include "sokoban/deadlocks/freeze.hpp"
#include "tests/sokoban_positions.hpp"

namespace budge::test {

TEST(sokoban_a_box_that_must_be_pushed_aside_and_back_is_in_conflict) {
  sokoban::Puzzle puzzle = drawn_level({"#######", "# . # #", "# $   #", "# $  @#", "#######"});
  puzzle.targets.push_back(puzzle.boxes.back());
  Control control;
  const sokoban::Level level(puzzle);
  const sokoban::ConflictTable conflicts(level, {}, level.costs(), control);
  CHECK_EQ(conflicts.of(level.start()[0], level.start()[1], level.players()[0]), 2);
}

TEST(sokoban_conflicts_by_targets_are_the_pushes_of_two_boxes_beyond_those_of_each_alone) {
  using sokoban::ConflictTable;
  int in_conflict = 0, dead = 0, avoided = 0;
  std::mt19937 random(20);
  for (int i = 0; i < rounds(8); ++i) {
    const sokoban::Puzzle puzzle = random_paths(i, random);
    Control control;
    const sokoban::Level level(puzzle);
    const ConflictTable conflicts(level, {}, level.costs(), control, true);
    const int targets = static_cast<int>(level.targets().size());
    for (int pair = 0; pair < targets * targets; ++pair) {
      const int ends[2] = {pair / targets, pair % targets};  // targets of the two boxes
      if (ends[0] == ends[1]) continue;
      sokoban::Puzzle two = puzzle;
      two.boxes.resize(2);
      two.targets = {level.grid(level.targets()[ends[0]]), level.grid(level.targets()[ends[1]])};
      two.assigned = {{two.targets[0]}, {two.targets[1]}};
      Exhaustive exhaustive(two);
      CHECK(exhaustive.explore(30'000));
      const auto costs = exhaustive.costs(sokoban::Metric::pushes);
      for (std::size_t id = 0; id < exhaustive.positions.size(); ++id) {
        const Position& position = exhaustive.positions[id];
        const auto at = [&](int box) { return static_cast<Cell>(level.cell(position.boxes[box].second)); };
        if (std::max(at(0), at(1)) >= level.box_cells()) continue;
        const auto player = static_cast<Cell>(level.cell(position.players[0]));
        const auto alone = [&](int box) { return level.costs().line(level.stance(at(box), player))[ends[box]]; };
        const bool is_lost = costs[id] == Exhaustive::never;
        if (std::max(alone(0), alone(1)) == sokoban::CostTable::far) {
          CHECK(is_lost);
          continue;
        }
        const std::uint8_t* const table = conflicts.by_targets(at(0), at(1), player);
        const auto entry = [&](int low, int high) { return table ? table[low * conflicts.width() + high] : 0; };
        const int here = at(0) < at(1) ? entry(ends[0], ends[1]) : entry(ends[1], ends[0]);
        CHECK_EQ(here, is_lost ? ConflictTable::dead : costs[id].first - alone(0) - alone(1));
        int least = ConflictTable::dead;  // over all pairs of targets
        for (int low = 0; low < targets; ++low) {
          for (int high = 0; high < targets; ++high)
            least = low == high ? least : std::min<int>(least, entry(low, high));
        }
        CHECK_EQ(conflicts.of(at(0), at(1), player), least);
        in_conflict += here > 0 && !is_lost;
        dead += is_lost;
        avoided += here > least;
      }
    }
  }
  CHECK(sampled || in_conflict >= 1000);
  CHECK(sampled || dead >= 1000);
  CHECK(sampled || avoided >= 1000);
}

namespace {

// Random conflicts of 2 to `highest` pushes between about half of all pairs of boxes.
std::vector<sokoban::Conflict> random_conflicts(int boxes, int highest, std::mt19937& random) {
  std::vector<sokoban::Conflict> conflicts;
  for (std::uint8_t one = 1; one < boxes; ++one) {
    for (std::uint8_t other = 0; other < one; ++other) {
      const auto pushes = static_cast<std::uint8_t>(2 * (1 + random() % (highest / 2)));
      if (random() % 2) conflicts.push_back({one, other, pushes});
    }
  }
  return conflicts;
}

// The minimum cover by brute force: tries every even number up to `highest` for every box.
int min_cover_by_brute_force(const std::vector<sokoban::Conflict>& conflicts, int boxes, int highest) {
  std::vector<int> number(boxes, 0);
  for (int least = 1 << 30;;) {
    const auto is_met = [&](const auto& conflict) {
      return number[conflict.one] + number[conflict.other] >= conflict.pushes;
    };
    const int sum = std::accumulate(number.begin(), number.end(), 0);
    if (sum < least && std::ranges::all_of(conflicts, is_met)) least = sum;
    int box = 0;
    while (box < boxes && (number[box] += 2) > highest) number[box++] = 0;
    if (box == boxes) return least;
  }
}

}  // namespace

TEST(sokoban_vertex_cover_is_minimal_and_a_lower_bound_if_branches_run_out) {
  std::mt19937 random(15);
  int above_pairs = 0, cut_short = 0;
  for (int i = 0; i < 2000; ++i) {
    const auto conflicts = random_conflicts(5, 6, random);
    const int least = min_cover_by_brute_force(conflicts, 5, 6);
    int greatest = 0;
    for (const auto& conflict : conflicts) greatest = std::max<int>(greatest, conflict.pushes);
    above_pairs += least > 2 * greatest;
    CHECK_EQ(sokoban::VertexCover(5, 100)(conflicts), least);
    const int quick = sokoban::VertexCover(5, i % 4)(conflicts);
    CHECK(quick >= greatest && quick <= least);
    cut_short += quick < least;
  }
  CHECK(above_pairs > 20);
  CHECK(cut_short > 100);
}

TEST(sokoban_conflict_bound_is_admissible_and_equals_its_definition) {
  using sokoban::ConflictTable;
  struct Factors {
    int reduced = 1, low = 1, high = 1;
  };
  int higher = 0, elsewhere = 0, low_detour = 0, high_detour = 0;
  const auto make_body = [&](const sokoban::Level& level) {
    std::vector<int> colours;
    for (const Cell target : level.targets()) {
      colours.push_back((level.grid(target) % level.width() + level.grid(target) / level.width()) % 2);
    }
    return [&, colours, freeze = sokoban::Freeze(level),
            conflicts = ConflictTable(level, {}, level.costs(), *level.control(), true),
            conflict_bound = sokoban::ConflictBound(level)](const Known& known) mutable {
      if (!conflicts.is_built() || known.is_dead() || known.id % 3) return;
      const sokoban::CostTable& bare = level.costs();
      const sokoban::Distances around(level, freeze.all(known.board));
      sokoban::Matching matching(around.costs(), colours);
      std::vector<Cell> cells;
      for (int box = 0; box < level.boxes(); ++box) cells.push_back(known.board.cell(box));
      std::ranges::sort(cells);
      std::vector<int> rows, lines;
      for (const Cell cell : cells) {
        rows.push_back(static_cast<int>(rows.size()));
        lines.push_back(around.line(0, around.stance(cell, known.player)));
        matching.set(rows.back(), lines.back());
      }

      // The definition. Other factors of the reduced costs and detours show that the test can fail.
      const auto distance = [&](int box, int target) { return around.costs().line(lines[box])[target]; };
      const auto detour = [&](int box, int target) {
        return distance(box, target) - bare.line(level.line(0, level.stance(cells[box], known.player)))[target];
      };
      const auto of_pair = [&](int low, int high, const Factors& factors) {
        const std::uint8_t* const table = conflicts.by_targets(cells[low], cells[high], known.player);
        int least = table ? 16 : 0;  // greater conflicts are capped
        for (int a = 0; table && a < level.boxes(); ++a) {
          for (int b = 0; b < level.boxes(); ++b) {
            const int conflict = table[a * conflicts.width() + b];
            if (a == b || conflict == ConflictTable::dead) continue;
            if (std::max(distance(low, a), distance(high, b)) == sokoban::CostTable::far) continue;
            least = std::min(least,
                             factors.reduced * (matching.reduced(low, a) + matching.reduced(high, b)) +
                                 std::max(0, conflict - factors.low * detour(low, a) - factors.high * detour(high, b)));
          }
        }
        return least;
      };
      const auto of_all = [&](const Factors& factors) {  // for three boxes
        const int one = of_pair(0, 1, factors), two = of_pair(0, 2, factors), three = of_pair(1, 2, factors);
        return matching.total() + std::max({one, two, three, (one + two + three + 3) / 4 * 2});
      };
      const int found = matching.total() +
                        conflict_bound({cells, known.player, matching, rows, lines, around.costs(), bare, conflicts});
      const auto pushes = known.pushes().first;
      CHECK(found <= pushes);
      CHECK_EQ(found, of_all({}));
      higher += found > matching.total();
      elsewhere += of_all({.reduced = 2}) > pushes;
      low_detour += of_all({.low = 0}) > pushes;
      high_detour += of_all({.high = 0}) > pushes;
    };
  };
  for (const unsigned seed : {48, 50}) {
    on_every_position(sampled ? 1500 : 3000, {{6, 4, 3, 3, 1, false, 4}}, seed, make_body);
  }
  CHECK(sampled || higher >= 100);
  CHECK(sampled || std::min({elsewhere, low_detour, high_detour}) >= 10);
}

}  // namespace budge::test
