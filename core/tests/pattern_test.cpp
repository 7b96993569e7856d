// Pattern databases: ranking, building, and what look-ups promise.
#include <algorithm>
#include <deque>
#include <map>
#include <numeric>
#include <set>

#include "patterns/build.hpp"
#include "tests/check.hpp"
#include "tests/random_puzzle.hpp"
#include "tiles/guide.hpp"
#include "tiles/guided.hpp"
#include "tiles/pattern_descent.hpp"
#include "tiles/pruned.hpp"

namespace budge::test {

namespace {

std::shared_ptr<const patterns::Database> built(const patterns::Pattern& pattern, int threads = 1) {
  const auto data = std::make_shared<std::vector<std::uint8_t>>(pattern.bytes());
  Control control;
  CHECK(build(pattern, data->data(), threads, control).stop == Stop::none);
  return std::make_shared<const patterns::Database>(pattern, data->data(), data);
}

// Breadth-first over the cells of the objects, the blank first. Moves of the blank alone cost nothing if additive.
// Returns distances by the cells of the blank and of the tiles.
std::map<std::vector<int>, int> exhaustive(const patterns::Pattern& pattern) {
  const tokens::Adjacency graph = tokens::grid(pattern.width, pattern.height);
  std::map<std::vector<int>, int> distance;
  std::vector<int> home{pattern.blank};
  home.insert(home.end(), pattern.homes.begin(), pattern.homes.end());
  distance[home] = 0;
  std::deque<std::vector<int>> queue{home};
  while (!queue.empty()) {
    const std::vector<int> here = queue.front();
    queue.pop_front();
    for (const int to : graph[here[0]]) {
      std::vector<int> next = here;
      const auto tile = std::find(next.begin() + 1, next.end(), to);
      const int cost = tile != next.end() || !pattern.additive;
      if (tile != next.end()) *tile = here[0];
      next[0] = to;
      const auto known = distance.find(next);
      if (known != distance.end() && known->second <= distance[here] + cost) continue;
      distance[next] = distance[here] + cost;
      if (cost == 0) {
        queue.push_front(next);
      } else {
        queue.push_back(next);
      }
    }
  }
  return distance;
}

// What a database says of the blank and the tiles on these cells.
int value(const patterns::Database& database, const std::vector<int>& cells) {
  const patterns::Pattern& pattern = database.pattern;
  std::vector<int> homes(pattern.cells(), -1);
  if (!pattern.additive) homes[cells[0]] = pattern.blank;
  for (int i = 0; i < pattern.tiles(); ++i) homes[cells[i + 1]] = pattern.homes[i];
  int other = 0;
  for (int& home : homes) {
    while (std::find(homes.begin(), homes.end(), other) != homes.end() ||
           std::find(pattern.homes.begin(), pattern.homes.end(), other) != pattern.homes.end()) {
      ++other;
    }
    if (home < 0) home = other;
  }
  return database.value(homes, cells[0]);
}

patterns::Ranking::Cells cells_of(const std::vector<int>& cells) {
  patterns::Ranking::Cells result{};
  std::copy(cells.begin(), cells.end(), result.begin());
  return result;
}

std::vector<int> same(int cells) {
  std::vector<int> map(cells);
  std::iota(map.begin(), map.end(), 0);
  return map;
}

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

// The other cells than the blank's in reading order, cut into sets of these sizes; the rest belongs to none.
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

// All that a 3×3 board offers: a partition, its reflections, and the same for the inverse position.
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

const std::vector<int> kBlankFirst{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};

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

}  // namespace

TEST(placements_are_ranked_without_gaps) {
  for (const auto& [cells, objects] : {std::pair{5, 1}, {6, 2}, {7, 4}, {6, 6}, {9, 3}}) {
    const patterns::Ranking ranking(cells, objects);
    patterns::Cursor cursor(ranking);
    std::set<std::vector<int>> seen;
    for (std::uint64_t rank = 0; rank < ranking.size(); ++rank) {
      cursor.seek(rank);
      CHECK_EQ(ranking.rank(cursor.cells()), rank);
      seen.insert({cursor.cells().begin(), cursor.cells().begin() + objects});
    }
    CHECK_EQ(seen.size(), ranking.size());
  }
  CHECK_EQ(patterns::Ranking(16, 8).size(), 518'918'400u);
  CHECK_EQ(patterns::Ranking(25, 6).size(), 127'512'000u);
}

TEST(sets_of_cells_are_ranked_without_gaps) {
  for (const auto& [cells, members] :
       {std::pair{1, 1}, {9, 4}, {12, 11}, {16, 8}, {25, 3}, {32, 2}, {36, 3}, {64, 2}}) {
    const patterns::Sets sets(cells, members);
    std::uint32_t next = 0;
    patterns::CellSet last = 0;
    sets.for_all([&](patterns::CellSet set) {
      CHECK_EQ(sets.rank(set), next++);
      CHECK(set > last && (cells == 64 || set >> cells == 0));
      last = set;
    });
    CHECK_EQ(next, sets.size());
  }
}

TEST(orders_are_ranked_without_gaps_however_they_are_ranked) {
  for (int tiles = 1; tiles <= 9; ++tiles) {
    const patterns::Orders orders(tiles);
    std::array<int, patterns::Orders::most> places{};
    std::iota(places.begin(), places.begin() + tiles, 0);
    std::uint32_t next = 0;
    do {
      const auto packed = orders.pack(places);
      CHECK_EQ(orders.rank(packed), next++);
      for (int tile = 0; tile < tiles; ++tile) CHECK_EQ(orders.place(packed, tile), places[tile]);
    } while (std::next_permutation(places.begin(), places.begin() + tiles));
    CHECK_EQ(next, orders.count());
  }
}

// A whole row at once against one order after another.
TEST(a_move_takes_every_order_of_a_row_to_where_it_takes_it_alone) {
  std::mt19937 random(11);
  for (int tiles = 1; tiles <= 9; ++tiles) {
    const patterns::Orders orders(tiles);
    const patterns::RowMoves moves(tiles);
    const std::size_t bytes = patterns::RowMoves::bytes(tiles);
    for (int from = 0; from < tiles; ++from) {
      for (int to = 0; to < tiles; ++to) {
        if (tiles > 7 && (from + 2 * to) % 5 != 0) continue;  // a sample is enough
        std::vector<std::uint8_t> here(bytes), there(bytes), expected(bytes);
        std::array<int, patterns::Orders::most> places{};
        std::iota(places.begin(), places.begin() + tiles, 0);
        do {
          if (random() % 3 == 0) continue;
          const auto packed = orders.pack(places);
          const std::uint32_t rank = orders.rank(packed), moved = orders.rank(orders.moved(packed, from, to));
          here[rank / 8] |= static_cast<std::uint8_t>(1 << rank % 8);
          expected[moved / 8] |= static_cast<std::uint8_t>(1 << moved % 8);
        } while (std::next_permutation(places.begin(), places.begin() + tiles));
        moves.add(here.data(), there.data(), from, to);
        CHECK(there == expected);
      }
    }
  }
}

TEST(every_entry_of_a_small_board_is_what_exhaustive_search_says) {
  const std::vector<patterns::Pattern> patterns{
      {3, 3, 0, {1, 2, 3}, true},    {3, 3, 8, {0, 4}, true},       {3, 3, 4, {1, 3, 5, 7}, true},
      {4, 2, 0, {1, 4, 5, 6}, true}, {2, 4, 3, {0, 1, 7}, true},    {5, 1, 2, {0, 1}, true},
      {4, 3, 0, {1, 5, 4, 8}, true}, {3, 4, 11, {2, 6, 9}, true},   {2, 5, 0, {9, 3, 5, 2}, true},
      {5, 2, 4, {0, 5, 6}, true},    {4, 4, 0, {1, 2, 6}, true},    {4, 4, 5, {15, 10}, true},
      {3, 3, 0, {1, 2, 3}, false},   {3, 2, 5, {0, 1, 3}, false},   {3, 2, 0, {1, 2, 3, 4, 5}, false},
      {2, 3, 4, {0, 3}, false},      {3, 2, 1, {5, 4, 3, 2}, true}, {2, 2, 3, {0, 1, 2}, false},
      {2, 1, 0, {1}, false},         {1, 2, 1, {0}, false},         {3, 1, 0, {2}, false}};
  for (const patterns::Pattern& pattern : patterns) {
    const auto database = built(pattern);
    for (const auto& [cells, moves] : exhaustive(pattern)) CHECK_EQ(value(*database, cells), moves);
  }
}

// The whole board as one additive pattern: half of all orders cannot be reached, and every move counts.
TEST(what_no_moves_bring_home_is_told_from_what_they_do) {
  for (const auto& [width, height] : {std::pair{3, 2}, {2, 3}, {4, 2}}) {
    std::vector<int> homes(width * height - 1);
    std::iota(homes.begin(), homes.end(), 1);
    const auto database = built({width, height, 0, homes, true});
    const auto distances = exhaustive({width, height, 0, homes, false});
    std::vector<int> cells = same(width * height);
    do {
      const auto known = distances.find(cells);
      CHECK_EQ(value(*database, cells), known == distances.end() ? patterns::BitTable::unreached : known->second);
    } while (std::next_permutation(cells.begin(), cells.end()));
  }
}

TEST(a_histogram_counts_placements_with_the_region_of_the_blank) {
  for (const patterns::Pattern& pattern :
       {patterns::Pattern{3, 3, 4, {1, 3, 5, 7}, true}, {4, 3, 0, {1, 4, 6}, true}}) {
    std::vector<std::uint8_t> data(pattern.bytes());
    Control control;
    const auto counts = build(pattern, data.data(), 1, control).histogram;
    const patterns::Rows rows(pattern.width, pattern.height, pattern.tiles());
    std::set<std::pair<std::uint32_t, std::vector<int>>> seen;
    std::vector<std::uint64_t> expected(counts.size());
    for (const auto& [cells, moves] : exhaustive(pattern)) {
      const std::vector<int> tiles(cells.begin() + 1, cells.end());
      patterns::CellSet set = 0;
      for (const int cell : tiles) set |= patterns::one_cell(cell);
      if (seen.insert({rows.row(set, cells[0]), tiles}).second) ++expected.at(moves);
    }
    CHECK(counts == expected);
    CHECK_EQ(std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}), pattern.entries());
    CHECK_EQ(control.generated + 1, pattern.entries());
  }
}

// Rows by published counts, where regions were counted in another way.
TEST(a_table_has_a_row_for_every_set_of_cells_and_region) {
  CHECK_EQ(patterns::count_rows(5, 5, 6), 251'400u);
  CHECK_EQ(patterns::Rows(4, 4, 8).count(), patterns::count_rows(4, 4, 8));
}

// A byte holds no more than 255: an entry says at most that, which is still no more than it takes.
TEST(ways_of_more_than_255_moves_are_entered_as_255) {
  const patterns::Pattern pattern(32, 2, 0, {1, 63}, false);
  const auto database = built(pattern);
  const tokens::Adjacency graph = tokens::grid(32, 2);
  const auto key = [](int blank, int one, int other) { return (blank * 64 + one) * 64 + other; };
  std::vector<int> distance(64 * 64 * 64, -1), queue{key(0, 1, 63)};
  distance[queue[0]] = 0;
  int longest = 0;
  for (std::size_t head = 0; head < queue.size(); ++head) {
    const int here = queue[head], blank = here / 4096, one = here / 64 % 64, other = here % 64;
    longest = distance[here];
    const std::vector<int> cells{blank, one, other};
    const auto entry = pattern.index(pattern.ranking().rank(cells_of(cells)));
    CHECK_EQ(int(database->data[entry]), std::min(longest, 255));
    for (const int to : graph[blank]) {
      const int next = key(to, one == to ? blank : one, other == to ? blank : other);
      if (distance[next] >= 0) continue;
      distance[next] = longest + 1;
      queue.push_back(next);
    }
  }
  CHECK(longest > 255);
}

TEST(the_table_of_the_eight_puzzle_has_the_known_distances) {
  const auto table = built({3, 3, 8, {0, 1, 2, 3, 4, 5, 6, 7}, false});
  const auto counts = patterns::histogram(table->data, table->pattern.entries());
  CHECK_EQ(counts.size(), 32u);
  CHECK_EQ(counts[31], 2u);
  CHECK_EQ(counts[30], 221u);
  CHECK_EQ(counts[20], 16'993u);
  CHECK_EQ(table->value({0, 1, 2, 3, 4, 5, 6, 7, 8}, 8), 0);
  CHECK_EQ(table->value({0, 1, 2, 3, 4, 5, 6, 8, 7}, 7), 1);
}

TEST(a_build_does_not_depend_on_the_number_of_threads) {
  const patterns::Pattern pattern(4, 4, 5, {0, 1, 4, 15}, true);
  const auto one = built(pattern, 1), three = built(pattern, 3);
  CHECK(std::equal(one->data, one->data + pattern.bytes(), three->data));
}

TEST(a_build_obeys_its_limits) {
  const patterns::Pattern pattern(4, 4, 0, {1, 2, 3, 4, 5, 6, 7}, true);
  std::vector<std::uint8_t> data(pattern.bytes());
  for (const int threads : {1, 2}) {
    Control timed(Limits{.seconds = 0.01});
    CHECK(build(pattern, data.data(), threads, timed).stop == Stop::seconds);
    Control small(Limits{.memory = 1 << 20});
    CHECK(build(pattern, data.data(), threads, small).stop == Stop::memory);
    CHECK_EQ(small.bytes(), 0u);
    Control cancelled;
    cancelled.tick = [](const Control&) { return false; };
    CHECK(build(pattern, data.data(), threads, cancelled).stop == Stop::cancel);
  }
}

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
  for (const auto& [blank, sizes] : cases) {
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
      ++states;
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
    for (int i = 0; i < 20; ++i) {
      const tokens::Puzzle puzzle = scrambled(3, 3, goal_with_blank(blank, 9), 200, random);
      Control reference;
      const auto shortest = solve(puzzle, tiles::Heuristic("zero"),
                                  search::Request{search::Algorithm::dijkstra, {}, 1, false}, 0, reference);
      for (const auto algorithm : {search::Algorithm::astar, search::Algorithm::ida, search::Algorithm::sma}) {
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

// The descent with indices carried along against the search that evaluates every position afresh.
TEST(the_fast_descent_counts_like_the_general_search) {
  const tiles::Guide guide = fifteen_guide();
  std::mt19937 random(7);
  const auto machine = tiles::automaton(8);
  for (int i = 0; i < 4; ++i) {
    const tokens::Puzzle walk = scrambled(4, 4, kBlankFirst, 70, random);
    const tokens::Puzzle puzzle = tiles::board({4, 4, walk.start, walk.goal}, i % 2 ? "ULRD" : "DRLU");
    using General = tiles::Pruned<tokens::TokenSpace<tokens::Nibbles, tiles::Guided>>;
    using Fast = tiles::Pruned<tiles::PatternSpace<tokens::Nibbles>>;
    const General general(tokens::TokenSpace<tokens::Nibbles, tiles::Guided>(puzzle, tiles::Guided(puzzle, guide)), 4,
                          *machine);
    const Fast fast(tiles::PatternSpace<tokens::Nibbles>(puzzle, guide), 4, *machine);
    Control a, b;
    const auto slow = search::Ida<General>(general, search::Weight{}, 1, a).run(false);
    const auto quick = search::Ida<Fast>(fast, search::Weight{}, 2, b).run(false);
    CHECK(slow.plan == quick.plan);
    CHECK_EQ(a.generated, b.generated);
    CHECK_EQ(a.expanded, b.expanded);
  }
}

// A signature: any change of these numbers means that the search has changed.
TEST(node_counts_with_pattern_databases_are_those_on_record) {
  const tokens::Puzzle puzzle =
      tiles::board({4, 4, {4, 5, 7, 2, 9, 14, 12, 13, 0, 3, 6, 11, 8, 1, 15, 10}, kBlankFirst});
  const tiles::Guide guide = fifteen_guide();
  for (const auto& [algorithm, fsm, generated] : {std::tuple{search::Algorithm::ida, 0, 36'377u},
                                                  {search::Algorithm::ida, 12, 27'399u},
                                                  {search::Algorithm::astar, 0, 6'425u}}) {
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
  const std::vector<int> turned{1, 0, 2, 3, 4, 5, 6, 7, 8};
  CHECK(!refuses(tiles::Guide{{}, {{{database, same(9)}}}, {}}, 0));
  CHECK(!refuses(tiles::Guide{{}, {{{database, same(9)}}}, {}}, 8));  // the same region
  CHECK(refuses(tiles::Guide{{}, {{{database, same(9)}}}, {}}, 1));   // the home of one of its tiles
  CHECK(refuses(tiles::Guide{{}, {{{plain, same(9)}}}, {}}, 8));      // it knows the blank's home
  CHECK(refuses(tiles::Guide{{}, {{{database, turned}}}, {}}, 0));    // no symmetry
  CHECK(refuses(tiles::Guide{{}, {{{database, same(9)}, {database, same(9)}}}, {}}, 0));  // a tile counted twice
  CHECK(refuses(tiles::Guide{{}, {{{database, same(9)}, {plain, same(9)}}}, {}}, 0));     // moves counted twice
  CHECK(refuses(tiles::Guide{{}, {}, {}}, 0));
}

}  // namespace budge::test
