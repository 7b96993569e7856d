// Each lower bound on pushes and moves, compared with the true costs of all positions of small levels, and each part of
// it compared with its definition.
#include <numeric>

#include "sokoban/bounds/bound.hpp"
#include "sokoban/bounds/penalty_patterns.hpp"
#include "sokoban/bounds/reduced_costs.hpp"
#include "sokoban/bounds/vertex_cover.hpp"
#include "sokoban/bounds/zone_bound.hpp"
#include "sokoban/deadlocks/freeze.hpp"
#include "tests/sokoban_positions.hpp"

namespace budge::test {

namespace {

using sokoban::PushBound;

// Calls visit(box, direction, cell, to) for every legal push to a cell that is not a dead square. `reach` is the region
// of the player.
template <class Reach, class Visit>
void each_push(const sokoban::Level& level, const sokoban::Board& board, const Reach& reach, Visit&& visit) {
  for (int box = 0; box < board.boxes(); ++box) {
    for (int d = 0; d < sokoban::Level::directions; ++d) {
      const Cell cell = board.cell(box), to = level.next(cell, d);
      if (!reach.has(level.next(cell, sokoban::Level::opposite(d)))) continue;
      if (to < level.box_cells() && !board.blocked(to)) visit(box, d, cell, to);
    }
  }
}

// Checks that after every push the incremental bound `kept` equals the bound that `fresh` computes from scratch, and
// calls visit(bound).
template <class Reach, class Visit>
void check_after_pushes(const sokoban::Level& level, const Known& known, Reach& reach, sokoban::Freeze& freeze,
                        PushBound& kept, PushBound& fresh, Visit&& visit) {
  sokoban::Board board = known.board;
  reach.fill(board, known.player);
  kept.begin();
  each_push(level, board, reach, [&](int box, int d, Cell cell, Cell to) {
    board.move(box, to);
    const int after = fresh(board, cell).pushes;
    const bool freezes = freeze.check(board, to);
    board.move(box, cell);
    CHECK_EQ(kept.after(board, known.player, {box, d, 1, to, freezes}).pushes, after);
    visit(after);
  });
}

}  // namespace

TEST(sokoban_matching_is_admissible_and_one_push_lowers_it_by_at_most_one) {
  on_every_position(60, kShapes, 8, [](const sokoban::Level& level) {
    return [&, reach = sokoban::Reach(level)](const Known& known) mutable {
      if (known.is_dead()) return;
      const sokoban::Board& board = known.board;
      const int bound = matched(level, board, known.player);
      CHECK(bound <= known.pushes().first);
      reach.fill(board, known.player);
      each_push(level, board, reach, [&](int box, int, Cell cell, Cell to) {
        sokoban::Board after = board;
        after.move(box, to);
        CHECK(matched(level, after, cell) >= bound - 1);
      });
    };
  });
}

TEST(sokoban_bound_around_frozen_boxes_is_admissible_and_one_push_lowers_it_by_at_most_one) {
  int higher = 0, dead = 0;
  const std::vector<RandomLevel> shapes{{5, 3, 3, 3},          {4, 4, 3, 3}, {4, 3, 3, 2},
                                        {5, 3, 3, 3, 1, true}, {5, 4, 2, 2}, {6, 4, 2, 2}};
  on_every_position(250, shapes, 11, [&](const sokoban::Level& level) {
    return [&, reach = sokoban::Reach(level), freeze = sokoban::Freeze(level),
            ask = sokoban::PushBound(level, sokoban::Metric::pushes, sokoban::Heuristic::matching),
            fresh = sokoban::PushBound(level, sokoban::Metric::pushes, sokoban::Heuristic::matching)](
               const Known& known) mutable {
      const int bound = ask(known.board, known.player).pushes, plain = matched(level, known.board, known.player);
      CHECK(bound >= plain);
      higher += bound > plain && bound < sokoban::PushBound::infinite;
      dead += bound >= sokoban::PushBound::infinite && plain < sokoban::Matching::infinite;
      CHECK(known.is_dead() || bound <= known.pushes().first);
      if (bound >= sokoban::PushBound::infinite) return;
      check_after_pushes(level, known, reach, freeze, ask, fresh, [&](int after) { CHECK(after >= bound - 1); });
    };
  });
  CHECK(sampled || higher >= 10);
  CHECK(sampled || dead >= 500);
}

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

TEST(sokoban_bound_with_conflicts_is_admissible) {
  int higher = 0, dead = 0;
  const std::vector<RandomLevel> shapes{{5, 4, 2, 2},         {5, 3, 3, 3}, {4, 4, 3, 3}, {6, 4, 2, 2, 1, false, 4},
                                        {5, 4, 3, 2},            // one spare box
                                        {5, 4, 2, 2, 1, true}};  // boxes with assigned targets
  on_every_position(375, shapes, 14, [&](const sokoban::Level& level) {
    using Bound = sokoban::PushBound;
    return
        [&, reach = sokoban::Reach(level), freeze = sokoban::Freeze(level),
         plain = Bound(level, sokoban::Metric::pushes, sokoban::Heuristic::matching),
         ask = Bound(level, sokoban::Metric::pushes, sokoban::Heuristic::matching, 0),
         fresh = Bound(level, sokoban::Metric::pushes, sokoban::Heuristic::matching, 0)](const Known& known) mutable {
          const int bound = ask(known.board, known.player).pushes;
          const int without = plain(known.board, known.player).pushes;
          CHECK(bound >= without);
          higher += bound > without && bound < Bound::infinite;
          dead += bound >= Bound::infinite && without < Bound::infinite;
          CHECK(known.is_dead() || bound <= known.pushes().first);
          if (bound >= Bound::infinite) return;
          check_after_pushes(level, known, reach, freeze, ask, fresh, [](int) {});
        };
  });
  CHECK(sampled || higher >= 50);
  CHECK(sampled || dead >= 200);
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
    CHECK_EQ(sokoban::VertexCover(5)(conflicts), least);
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
      sokoban::Matching matching(around.costs());
      matching.set_column_prices(colours);
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

TEST(sokoban_penalty_patterns_that_share_a_box_are_counted_once) {
  const sokoban::Puzzle puzzle = drawn_level(
      {"#############", "####     ####", "####     ####", "#..  $$$   .#", "####  @  ####", "#############"});
  Control control;
  const sokoban::Level level(puzzle, &control);
  sokoban::PenaltyPatterns penalties(level, control);
  // The box in the middle blocks the one to its left and the one to its right. One push aside frees both.
  sokoban::CellSet boxes(level), penalized(level);
  const auto of = [&](const std::vector<int>& chosen) {
    boxes.clear();
    for (const int box : chosen) boxes.add(level.start()[box]);
    return penalties(boxes, level.players()[0], penalized);
  };
  CHECK_EQ(of({0, 1}), 2);
  CHECK_EQ(of({1, 2}), 2);
  CHECK_EQ(of({0, 1, 2}), 2);
  CHECK_EQ(of({0, 2}), 0);
}

TEST(sokoban_matching_with_penalties_is_admissible) {
  int penalties = 0, dead = 0, again = 0;
  on_every_position_of_paths(24, 16, [&](const sokoban::Level& level) {
    // The first searches for patterns all the time; the second soon uses up its budget and then only matches patterns.
    return [&, learns = sokoban::PenaltyPatterns(level, *level.control(), PushBound::never / 2),
            knows = sokoban::PenaltyPatterns(level, *level.control(), 100), boxes = sokoban::CellSet(level),
            penalized = sokoban::CellSet(level)](const Known& known) mutable {
      const int plain = matched(level, known.board, known.player);
      if (plain >= sokoban::Matching::infinite) return;
      boxes.clear();
      for (int box = 0; box < known.board.boxes(); ++box) boxes.add(known.board.cell(box));
      const int found = learns(boxes, known.player, penalized), remembered = knows(boxes, known.player, penalized);
      penalties += found > 0 && found < sokoban::PenaltyPatterns::infinite;
      dead += found >= sokoban::PenaltyPatterns::infinite;
      again += remembered > 0;
      CHECK(known.is_dead() || plain + std::max(found, remembered) <= known.pushes().first);
    };
  });
  CHECK(sampled || penalties >= 200);
  CHECK(sampled || dead >= 200);
  CHECK(sampled || again >= 100);
}

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
  sokoban::ZoneBound zones(level, level.placement(), control);
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

TEST(sokoban_strong_bound_is_admissible) {
  int higher = 0;
  const auto make_body = [&](const sokoban::Level& level) {
    return
        [&, plain = PushBound(level, sokoban::Metric::pushes, sokoban::Heuristic::matching, 0),
         ask = PushBound(level, sokoban::Metric::pushes, sokoban::Heuristic::matching, 0)](const Known& known) mutable {
          const int bound = ask.strong(known.board, known.player), without = plain(known.board, known.player).pushes;
          higher += bound > without && bound < PushBound::infinite;
          CHECK(known.is_dead() || bound <= known.pushes().first);
          CHECK(known.is_dead() || (known.pushes().first - bound) % 2 == 0 || bound == 0);
        };
  };
  on_every_position_of_paths(24, 17, make_body);
  on_every_position(500, {{4, 4, 4, 4}, {5, 3, 4, 4}, {4, 4, 3, 3}, {6, 3, 3, 3}, {5, 3, 4, 4, 1, false, 12}}, 18,
                    make_body);
  CHECK(sampled || higher >= 200);
}

TEST(sokoban_bound_on_moves_counts_walks_and_is_admissible_and_consistent) {
  int higher = 0;
  const std::vector<RandomLevel> shapes{{7, 3, 2, 2}, {6, 3, 2, 2}, {5, 3, 3, 3}, {6, 3, 3, 2}, {6, 3, 2, 2, 1, true}};
  on_every_position(250, shapes, 12, [&](const sokoban::Level& level) {
    using Bound = sokoban::PushBound;
    constexpr auto metric = sokoban::Metric::pushes_then_moves;
    return [&, walk = sokoban::Walk(level), freeze = sokoban::Freeze(level),
            ask = Bound(level, metric, sokoban::Heuristic::matching),
            fresh = Bound(level, metric, sokoban::Heuristic::matching),
            alone = Bound(level, sokoban::Metric::moves, sokoban::Heuristic::matching),
            least = std::vector<Exhaustive::Pair>()](const Known& known) mutable {
      if (least.empty()) least = known.exhaustive.costs(sokoban::Metric::moves);
      if (known.pushes().first == 0) return;
      sokoban::Board board = known.board;
      const sokoban::Bounds bounds = ask(board, known.player);
      if (bounds.pushes >= Bound::infinite) return;
      higher += bounds.moves > bounds.pushes;
      CHECK(bounds.moves >= bounds.pushes);
      CHECK(bounds.moves >= alone(board, known.player).moves);
      CHECK(known.is_dead() || bounds.moves <= least[known.id].first);
      walk.fill(board, known.player);
      ask.begin();
      each_push(level, board, walk, [&](int box, int d, Cell cell, Cell to) {
        board.move(box, to);
        const sokoban::Bounds after = fresh(board, cell);
        const bool freezes = freeze.check(board, to);
        board.move(box, cell);
        CHECK(after.moves >= bounds.moves - walk.steps(level.next(cell, sokoban::Level::opposite(d))) - 1);
        CHECK_EQ(ask.after(board, known.player, {box, d, 1, to, freezes}).moves, after.moves);
      });
    };
  });
  CHECK(sampled || higher >= 2000);
}

TEST(sokoban_repaired_matching_equals_matching_from_scratch_and_brute_force) {
  std::mt19937 random(9);
  for (int i = 0; i < 300; ++i) {
    const int size = 1 + static_cast<int>(random() % 6), lines = 12;
    sokoban::CostTable table{size, {}};
    for (int cell = 0; cell < size * lines; ++cell) {
      table.costs.push_back(random() % 4 ? static_cast<std::uint16_t>(random() % 30) : sokoban::CostTable::far);
    }
    sokoban::Matching repaired(table);
    std::vector<int> line(size);
    for (int step = 0; step < 30; ++step) {
      const int row = step < size ? step : static_cast<int>(random() % size);
      line[row] = static_cast<int>(random() % lines);
      if (step >= size) {
        // total_with() must predict the total. It may be called only if no cost falls by more than 1, as after a push.
        const auto* before = table.line(repaired.line(row));
        const auto* after = table.line(line[row]);
        bool push = repaired.total() < sokoban::Matching::infinite;
        for (int column = 0; column < size; ++column) push = push && after[column] + 1 >= before[column];
        if (push) {
          const int expected = repaired.total_with(row, line[row], 1);
          repaired.set(row, line[row]);
          CHECK_EQ(repaired.total(), expected);
        }
      }
      repaired.set(row, line[row]);
      if (step + 1 < size) continue;
      std::vector<int> column(size);
      std::iota(column.begin(), column.end(), 0);
      int least = sokoban::Matching::infinite;
      do {
        int sum = 0;
        for (int box = 0; box < size && sum < sokoban::Matching::infinite; ++box) {
          const std::uint16_t cost = table.line(line[box])[column[box]];
          sum = cost == sokoban::CostTable::far ? sokoban::Matching::infinite : sum + cost;
        }
        least = std::min(least, sum);
      } while (std::next_permutation(column.begin(), column.end()));
      sokoban::Matching fresh(table);
      for (int box = 0; box < size; ++box) fresh.set(box, line[box]);
      CHECK_EQ(repaired.total(), least);
      CHECK_EQ(fresh.total(), least);
    }
  }
}

}  // namespace budge::test
