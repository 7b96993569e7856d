// Look-ups in pattern databases as a search uses them: sums, reflections, duals.
#include "tiles/guide.hpp"

#include <algorithm>
#include <span>

#include "tests/boards.hpp"
#include "tests/databases.hpp"
#include "tests/random_puzzle.hpp"
#include "tests/same_search.hpp"
#include "tiles/guided.hpp"
#include "tiles/pattern_space.hpp"
#include "tiles/pruned.hpp"

namespace budge::test {

namespace {

// The symmetries of a 3×3 board as maps of its cells.
std::vector<std::vector<int>> symmetries() {
  std::vector<std::vector<int>> all;
  for (int flip = 0; flip < 8; ++flip) {
    all.emplace_back();
    for (int cell = 0; cell < 9; ++cell) {
      const int x = flip & 1 ? 2 - cell % 3 : cell % 3, y = flip & 2 ? 2 - cell / 3 : cell / 3;
      all.back().push_back(flip & 4 ? x * 3 + y : y * 3 + x);
    }
  }
  return all;
}

// Splits the cells without the blank's, in reading order, into sets of these sizes; further cells belong to no set.
patterns::LookupSum partition(int blank, const std::vector<int>& sizes) {
  patterns::LookupSum sum;
  int cell = 0;
  for (const int size : sizes) {
    std::vector<int> homes;
    for (; static_cast<int>(homes.size()) < size; ++cell) {
      if (cell != blank) homes.push_back(cell);
    }
    sum.push_back({built(patterns::Pattern(3, 3, blank, homes, true)), same(9)});
  }
  return sum;
}

patterns::LookupSum mapped(patterns::LookupSum sum, const std::vector<int>& map) {
  for (patterns::Lookup& lookup : sum) {
    for (int& cell : lookup.map) cell = map[cell];
  }
  return sum;
}

// All look-ups on a 3×3 board: a partition, its reflections, and the same for the inverse position.
tiles::Guide full_guide(int blank, const std::vector<int>& sizes) {
  tiles::Guide guide;
  std::vector<patterns::LookupSum> by_blank;
  for (int cell = 0; cell < 9; ++cell) by_blank.push_back(partition(cell, sizes));
  guide.duals.resize(9);
  for (const auto& map : symmetries()) {
    if (map[blank] == blank) guide.sums.push_back(mapped(by_blank[blank], map));
    for (int cell = 0; cell < 9; ++cell) {
      if (map[cell] == cell) guide.duals[cell].push_back(mapped(by_blank[cell], map));
    }
  }
  guide.check(3, 3, blank);
  return guide;
}

std::vector<int> goal_with_blank(int blank, int cells) {
  std::vector<int> goal(cells);
  for (int cell = 0, tile = 1; cell < cells; ++cell) goal[cell] = cell == blank ? 0 : tile++;
  return goal;
}

tiles::Guide fifteen_guide() {
  tiles::Guide guide;
  std::vector<int> transposed;
  for (int cell = 0; cell < 16; ++cell) transposed.push_back(4 * (cell % 4) + cell / 4);
  patterns::LookupSum sum;
  for (const auto& homes : {std::vector{1, 2, 3, 7}, {4, 5, 8, 9}, {6, 10, 11, 15}, {12, 13, 14}}) {
    sum.push_back({built(patterns::Pattern(4, 4, 0, homes, true)), same(16)});
  }
  guide.sums = {sum, mapped(sum, transposed)};
  return guide;
}

// Patterns that are their own mirror images, across and upside down; used directly and reflected at the diagonal.
tiles::Guide folded_guide() {
  patterns::LookupSum sum;
  for (const auto& homes : {std::vector{12, 13, 14, 15}, {7, 11}, {1, 4, 5, 8, 9}, {2, 3, 6, 10}}) {
    sum.push_back({built(patterns::Pattern(4, 4, 0, homes, true)), same(16)});
  }
  CHECK(sum[0].database->pattern.mirror() == patterns::Mirror::Axis::across);
  CHECK(sum[1].database->pattern.mirror() == patterns::Mirror::Axis::down);
  std::vector<int> transposed;
  for (int cell = 0; cell < 16; ++cell) transposed.push_back(4 * (cell % 4) + cell / 4);
  tiles::Guide guide;
  guide.sums = {sum, mapped(sum, transposed)};
  return guide;
}

}  // namespace

TEST(a_symmetry_makes_one_database_serve_another_set_of_tiles) {
  const auto database = built({3, 3, 0, {1, 2, 5}, true});
  std::mt19937 random(3);
  for (const auto& map : symmetries()) {
    const auto own = built({3, 3, map[0], {map[1], map[2], map[5]}, true});
    const patterns::Reader through(patterns::Lookup{database, map}), directly(patterns::Lookup{own, same(9)});
    for (int i = 0; i < 200; ++i) {
      const std::vector<int> shuffle = shuffled(9, random);
      const std::vector<std::uint8_t> where(shuffle.begin(), shuffle.end());
      const int blank = shuffle[map[0]];
      CHECK_EQ(through.value(where.data(), blank), directly.value(where.data(), blank));
    }
  }
}

TEST(sums_reflections_and_duals_never_exceed_the_distance_of_any_eight_puzzle) {
  const std::vector<std::pair<int, std::vector<int>>> cases{{0, {4, 4}}, {8, {3, 3, 2}}, {4, {2, 5}}, {1, {1, 1, 1}}};
  for (const auto& [blank, sizes] : std::span(cases).first(rounds(4))) {
    std::vector<int> all;
    for (int cell = 0; cell < 9; ++cell) {
      if (cell != blank) all.push_back(cell);
    }
    const auto table = built({3, 3, blank, all, false});
    const std::vector<int> goal = goal_with_blank(blank, 9);
    const tiles::Guide guide = full_guide(blank, sizes);  // keeps the databases
    const tiles::Guided heuristic(tiles::board({3, 3, goal, goal}), guide);
    std::uint64_t states = 0, exceeding = 0;
    std::vector<int> homes = same(9);
    do {
      patterns::Ranking::Cells cells{};
      cells[0] = static_cast<std::uint8_t>(std::find(homes.begin(), homes.end(), blank) - homes.begin());
      for (int i = 0; i < 8; ++i) {
        cells[i + 1] = static_cast<std::uint8_t>(std::find(homes.begin(), homes.end(), all[i]) - homes.begin());
      }
      if (!table->pattern.reachable(cells)) continue;
      tokens::Nibbles state{};
      for (int cell = 0; cell < 9; ++cell) state.put(cell, goal[homes[cell]]);
      if (++states % 8 != 0 && sampled) continue;
      exceeding += heuristic.h(heuristic.evaluate(state)) > table->value(homes, cells[0]);
    } while (std::next_permutation(homes.begin(), homes.end()));
    CHECK_EQ(states, 181'440u);
    CHECK_EQ(exceeding, 0u);
  }
}

TEST(every_search_is_optimal_with_a_guide_that_is_not_consistent) {
  std::mt19937 random(5);
  for (const int blank : {0, 8, 4, 5}) {
    const tiles::Guide guide = full_guide(blank, {4, 4});
    tiles::Guide maximum = guide;
    maximum.names = {tiles::Heuristic("linear-conflict"), tiles::Heuristic("xy")};
    for (int i = 0; i < rounds(20); ++i) {
      const tokens::Puzzle puzzle = scrambled(3, 3, goal_with_blank(blank, 9), 200, random);
      Control reference;
      const auto shortest = solve(puzzle, tiles::Heuristic("zero"),
                                  search::Request{search::Algorithm("dijkstra"), {}, 1, false}, 0, reference);
      for (const auto algorithm : {search::Algorithm("astar"), search::Algorithm("ida"), search::Algorithm("sma")}) {
        for (const tiles::Guide* chosen : {&guide, static_cast<const tiles::Guide*>(&maximum)}) {
          Control control;
          const auto found = solve(puzzle, *chosen, search::Request{algorithm, {}, 1, false}, 0, control);
          CHECK(found.status == search::Status::optimal);
          CHECK_EQ(found.plan.size(), shortest.plan.size());
        }
      }
    }
  }
}

// Compares the descent with incremental indices with the search that evaluates every position from scratch.
TEST(the_fast_descent_counts_like_the_general_search) {
  const tiles::Guide plain = fifteen_guide(), folded = folded_guide();
  std::mt19937 random(7);
  const auto machine = tiles::automaton(8);
  for (int i = 0; i < 8; ++i) {
    const tiles::Guide& guide = i < 4 ? plain : folded;
    const tokens::Puzzle walk = scrambled(4, 4, kBlankFirst, i < 4 ? 70 : 50, random);
    const tokens::Puzzle puzzle = tiles::board({4, 4, walk.start, walk.goal}, i % 2 ? "ULRD" : "DRLU");
    using General = tiles::Pruned<tokens::TokenSpace<tokens::Nibbles, tiles::Guided>>;
    using Fast = tiles::Pruned<tiles::PatternSpace<tokens::Nibbles>>;
    const General general(tokens::TokenSpace<tokens::Nibbles, tiles::Guided>(puzzle, tiles::Guided(puzzle, guide)), 4,
                          *machine);
    const Fast fast(tiles::PatternSpace<tokens::Nibbles>(puzzle, guide), 4, *machine);
    check_same_search(general, fast, 2);
  }
}

// If the patterns leave tiles out, a position that is not the goal may have the value zero.
TEST(fast_searches_are_optimal_when_patterns_leave_tiles_out) {
  std::mt19937 random(3);
  for (int i = 0; i < 20; ++i) {
    const tokens::Puzzle puzzle = scrambled(3, 3, {0, 1, 2, 3, 4, 5, 6, 7, 8}, 10 + i, random);
    tiles::Guide guide;
    guide.sums = {partition(0, {2, 1 + i % 3})};
    Control a, b;
    const search::Request ida{search::Algorithm("ida"), {}, 1, false}, astar{search::Algorithm("astar"), {}, 1, false};
    CHECK_EQ(solve(puzzle, guide, ida, i % 2 ? 8 : 0, a).plan.size(), solve(puzzle, guide, astar, 0, b).plan.size());
  }
}

// They differ only in the order of the positions, up to the first goal.
TEST(a_sweep_counts_what_the_descent_counts) {
  std::mt19937 random(29);
  const auto machine = tiles::automaton(8);
  const tiles::Guide plain = fifteen_guide(), folded = folded_guide();
  tiles::Guide one_sum = plain, left_out = plain;
  one_sum.sums.resize(1);
  for (patterns::LookupSum& sum : left_out.sums) sum.pop_back();
  std::uint64_t counted = 0;
  int met = 0;
  for (int i = 0; i < 40; ++i) {
    const tiles::Guide& guide = *std::array<const tiles::Guide*, 4>{&plain, &folded, &one_sum, &left_out}[i % 4];
    const tokens::Puzzle puzzle = scrambled(4, 4, kBlankFirst, 30 + 2 * i, random);
    const tiles::PatternSpace<tokens::Nibbles> space(puzzle, guide);
    const auto start = space.start();
    if (space.is_goal(start)) continue;
    for (int slack = 0; slack <= 8; slack += 2) {
      const int h = space.h(start);
      const search::Wave wave(i % 3 ? 0 : 4, h + slack, h);
      Control control;
      search::Totals totals(control, nullptr);
      search::Meter swept(control, totals, true), descended(control, totals, true);
      std::vector<tiles::PatternSpace<tokens::Nibbles>::Op> plan;
      const bool goal = space.sweep(start, *machine, machine->start(), 3, slack, swept, wave);
      CHECK_EQ(goal, space.descend(start, *machine, machine->start(), 3, slack, descended, plan, wave));
      met += goal;
      if (goal) continue;
      CHECK_EQ(swept.tally.generated, descended.tally.generated);
      CHECK(swept.tally.by_depth == descended.tally.by_depth);
      counted += swept.tally.generated;
    }
  }
  CHECK(met > 20);
  CHECK(counted > 20'000);
}

TEST(waves_find_plans_of_the_same_length) {
  const search::Wave wave(4, 100, 90), none(0, 100, 90);
  CHECK_EQ(wave.max_h(90), 84);
  CHECK_EQ(wave.max_h(70), 68);
  CHECK_EQ(wave.max_h(60), 60);
  CHECK_EQ(none.max_h(90), 90);
  std::mt19937 random(17);
  const auto machine = tiles::automaton(12);
  const tiles::Guide guide = fifteen_guide();
  int found_sooner = 0;
  for (int i = 0; i < 12; ++i) {
    const tokens::Puzzle puzzle = scrambled(4, 4, kBlankFirst, 90, random);
    using Space = tiles::Pruned<tiles::PatternSpace<tokens::Nibbles>>;
    const Space plain(tiles::PatternSpace<tokens::Nibbles>(puzzle, guide), 4, *machine);
    const Space waves(tiles::PatternSpace<tokens::Nibbles>(puzzle, guide), 4, *machine, 100);
    Control a, b, c;
    const auto shortest = search::Ida<Space>(plain, search::Weight{}, 1, a).run(false);
    const auto first = search::Ida<Space>(waves, search::Weight{}, 1, b).run(false);
    const auto again = search::Ida<Space>(waves, search::Weight{}, 3, c).run(false);
    CHECK(first.status == search::Status::optimal);
    CHECK_EQ(first.plan.size(), shortest.plan.size());
    CHECK_EQ(b.lower_bound, a.lower_bound);
    CHECK(first.plan == again.plan);
    CHECK_EQ(b.generated, c.generated);
    found_sooner += b.generated < a.generated;
  }
  CHECK(found_sooner > 0);
}

// A signature: any change of these numbers means that the search has changed.
TEST(node_counts_with_pattern_databases_equal_the_recorded_ones) {
  const tokens::Puzzle puzzle =
      tiles::board({4, 4, {4, 5, 7, 2, 9, 14, 12, 13, 0, 3, 6, 11, 8, 1, 15, 10}, kBlankFirst});
  const tiles::Guide guide = fifteen_guide();
  for (const auto& [algorithm, fsm, generated] : {std::tuple{search::Algorithm("ida"), 0, 36'377u},
                                                  {search::Algorithm("ida"), 12, 27'399u},
                                                  {search::Algorithm("astar"), 0, 6'425u}}) {
    Control control;
    CHECK_EQ(solve(puzzle, guide, search::Request{algorithm, {}, 1, false}, fsm, control).plan.size(), 42u);
    CHECK_EQ(control.generated, generated);
  }
}

TEST(a_guide_that_does_not_fit_is_refused) {
  const auto refuses = [](const tiles::Guide& guide, int blank) {
    try {
      guide.check(3, 3, blank);
    } catch (const std::invalid_argument&) {
      return true;
    }
    return false;
  };
  const auto database = built({3, 3, 0, {1, 2}, true}), plain = built({3, 3, 0, {5}, false});
  const std::vector<int> swapped{1, 0, 2, 3, 4, 5, 6, 7, 8};
  CHECK(!refuses(tiles::Guide{{}, {{{database, same(9)}}}, {}}, 0));
  CHECK(!refuses(tiles::Guide{{}, {{{database, same(9)}}}, {}}, 8));  // the same region
  CHECK(refuses(tiles::Guide{{}, {{{database, same(9)}}}, {}}, 1));   // the home of one of its tiles
  CHECK(refuses(tiles::Guide{{}, {{{plain, same(9)}}}, {}}, 8));  // a plain database needs the same home of the blank
  CHECK(refuses(tiles::Guide{{}, {{{database, swapped}}}, {}}, 0));                       // not a symmetry
  CHECK(refuses(tiles::Guide{{}, {{{database, same(9)}, {database, same(9)}}}, {}}, 0));  // a tile counted twice
  CHECK(refuses(tiles::Guide{{}, {{{database, same(9)}, {plain, same(9)}}}, {}}, 0));     // moves counted twice
  CHECK(refuses(tiles::Guide{{}, {}, {}}, 0));
}

}  // namespace budge::test
