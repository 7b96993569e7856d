// Ranking and building of pattern databases.
#include <algorithm>
#include <deque>
#include <map>
#include <set>

#include "patterns/bits/orders.hpp"
#include "patterns/bits/rows.hpp"
#include "patterns/bits/sets.hpp"
#include "patterns/bits/transpose.hpp"
#include "tests/databases.hpp"
#include "tests/random_puzzle.hpp"
#include "tests/tuning.hpp"

namespace budge::test {

namespace {

// Breadth-first search over the cells of the objects, the blank first. In an additive pattern, moves of the blank alone
// cost nothing. Returns distances by the cells of the blank and of the tiles.
std::map<std::vector<int>, int> exhaustive(const patterns::Pattern& pattern) {
  const tokens::Adjacency graph = tokens::grid(pattern.width, pattern.height);
  std::map<std::vector<int>, int> distance;
  std::vector<int> home{pattern.blank};
  home.insert(home.end(), pattern.homes.begin(), pattern.homes.end());
  distance[home] = 0;
  std::deque<std::vector<int>> queue{home};
  while (!queue.empty()) {
    const std::vector<int> cells = queue.front();
    queue.pop_front();
    for (const int to : graph[cells[0]]) {
      std::vector<int> next = cells;
      const auto tile = std::find(next.begin() + 1, next.end(), to);
      const int cost = tile != next.end() || !pattern.additive;
      if (tile != next.end()) *tile = cells[0];
      next[0] = to;
      const auto known = distance.find(next);
      if (known != distance.end() && known->second <= distance[cells] + cost) continue;
      distance[next] = distance[cells] + cost;
      if (cost == 0) {
        queue.push_front(next);
      } else {
        queue.push_back(next);
      }
    }
  }
  return distance;
}

// The value of a database for the blank and the tiles on these cells.
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
  for (const auto& shape : {std::pair{1, 1}, {9, 4}, {12, 11}, {16, 8}, {25, 3}, {32, 2}, {36, 3}, {64, 2}}) {
    const int cells = shape.first, members = shape.second;
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

TEST(orders_are_ranked_without_gaps_with_and_without_tables) {
  for (int tiles = 1; tiles <= 9; ++tiles) {
    const patterns::Orders orders(tiles);
    std::array<int, patterns::Orders::max_tiles> places{};
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

// Compares a move of a whole row with moves of single orders.
TEST(a_move_of_a_row_moves_every_order) {
  std::mt19937 random(11);
  for (int tiles = 1; tiles <= 9; ++tiles) {
    const patterns::Orders orders(tiles);
    const patterns::RowMoves moves(tiles);
    const std::size_t bytes = patterns::RowMoves::bytes(tiles);
    for (int from = 0; from < tiles; ++from) {
      for (int to = 0; to < tiles; ++to) {
        if (tiles > 7 && (from + 2 * to) % 5 != 0) continue;  // a sample is enough
        std::vector<std::uint8_t> source(bytes), target(bytes), expected(bytes);
        std::array<int, patterns::Orders::max_tiles> places{};
        std::iota(places.begin(), places.begin() + tiles, 0);
        do {
          if (random() % 3 == 0) continue;
          const auto packed = orders.pack(places);
          const std::uint32_t rank = orders.rank(packed), moved = orders.rank(orders.moved(packed, from, to));
          source[rank / 8] |= static_cast<std::uint8_t>(1 << rank % 8);
          expected[moved / 8] |= static_cast<std::uint8_t>(1 << moved % 8);
        } while (std::next_permutation(places.begin(), places.begin() + tiles));
        moves.add(source.data(), true, target.data(), from, to);
        CHECK(target == expected);
        for (std::uint8_t& bits : source) bits = static_cast<std::uint8_t>(~bits);
        moves.add(source.data(), false, target.data(), from, to);
        for (std::size_t word = 0; word < bytes / 8; ++word) {
          std::uint64_t found, right;
          std::memcpy(&found, target.data() + 8 * word, 8);
          std::memcpy(&right, expected.data() + 8 * word, 8);
          CHECK_EQ(found & patterns::valid_bits(orders.count(), word), right);
        }
      }
    }
  }
}

TEST(a_transposed_table_has_rows_as_columns_for_every_size) {
  std::mt19937_64 random(5);
  for (const auto& [rows, columns] : {std::pair{1, 1}, {64, 64}, {63, 130}, {700, 24}, {65, 720}}) {
    const std::size_t words = patterns::words_for(columns), width = patterns::words_for(rows);
    std::vector<std::uint64_t> table(rows * words), transposed(columns * width, ~std::uint64_t{0});
    for (std::uint64_t& word : table) word = random();
    for (std::size_t strip = 0; strip * patterns::tile_words < words; ++strip) {
      std::uint64_t* const target = transposed.data() + strip * 64 * patterns::tile_words * width;
      for (std::size_t tile = 0; tile * patterns::tile_words < width; ++tile) {
        patterns::transpose_tile(table.data(), target, rows, columns, strip, tile);
      }
    }
    for (std::size_t column = 0; column < std::size_t(columns); ++column) {
      for (std::size_t row = 0; row < 64 * width; ++row) {
        const bool expected = row < std::size_t(rows) && (table[row * words + column / 64] >> column % 64 & 1);
        CHECK_EQ(transposed[column * width + row / 64] >> row % 64 & 1, std::uint64_t{expected});
      }
    }
  }
}

TEST(every_entry_of_a_small_board_agrees_with_exhaustive_search) {
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

// The same for folded tables, with each mirror, and with sets that are their own images and others.
TEST(every_entry_of_a_folded_table_agrees_with_exhaustive_search) {
  using Axis = patterns::Mirror::Axis;
  const std::vector<std::pair<patterns::Pattern, Axis>> cases{
      {{4, 2, 0, {4, 5, 6, 7}, true}, Axis::across},
      {{3, 3, 4, {3, 5}, true}, Axis::across},
      {{2, 4, 1, {0, 6, 4, 2}, true}, Axis::down},
      {{3, 3, 4, {8, 0}, true}, Axis::both},
      {{3, 3, 1, {8, 7, 6, 3, 5}, true}, Axis::across},
      {{4, 3, 0, {5, 6, 9, 10}, true}, Axis::across},
      {{3, 3, 0, {1, 3, 5}, true}, Axis::none},  // the mirror swaps the blank's home region with another
      {{3, 3, 0, {1, 2}, true}, Axis::none}};
  for (const auto& [pattern, axis] : cases) {
    CHECK(pattern.mirror() == axis);
    const auto [kept, all] = patterns::count_rows(pattern.width, pattern.height, pattern.tiles(), axis);
    CHECK(axis == Axis::none ? kept == all : 2 * kept < all + all / 4);
    CHECK_EQ(patterns::count_rows(pattern.width, pattern.height, pattern.tiles()).all, all);
    const auto database = built(pattern);
    for (const auto& [cells, moves] : exhaustive(pattern)) CHECK_EQ(value(*database, cells), moves);
  }
  CHECK(patterns::Pattern(4, 4, 0, {8, 9, 10, 11, 12, 13, 14, 15}, true).mirror() == Axis::across);
}

// The whole board as one additive pattern: half of all orders are unreachable, and every move counts.
TEST(a_walk_home_recognizes_unreachable_states) {
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

// On a line of cells, tiles never pass each other, and most sets of cells are unreachable.
TEST(the_bits_of_unreachable_states_are_zero) {
  for (const auto& [length, homes] : {std::pair{6, std::vector{1, 2}}, {7, {1, 4, 5}}, {8, {1, 3, 4, 6}}}) {
    const patterns::Pattern pattern(length, 1, 0, homes, true);
    std::vector<std::uint8_t> data;
    Control control;
    const auto counts = build(pattern, into(data), 1, control).histogram;
    CHECK(std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}) < pattern.entries());
    std::uint64_t expected = 0, found = 0;
    for (std::size_t distance = 0; distance < counts.size(); ++distance) {
      if (distance >> 1 & 1) expected += counts[distance];
    }
    for (const std::uint8_t bits : data) found += std::popcount(bits);
    CHECK_EQ(found, expected);
  }
}

TEST(a_histogram_counts_placements_with_the_region_of_the_blank) {
  for (const patterns::Pattern& pattern :
       {patterns::Pattern{3, 3, 4, {1, 3, 5, 7}, true}, {4, 3, 0, {1, 4, 6}, true}}) {
    std::vector<std::uint8_t> data;
    Control control;
    const auto counts = build(pattern, into(data), 1, control).histogram;
    const patterns::Rows rows(pattern.width, pattern.height, pattern.tiles());
    std::set<std::pair<std::uint32_t, std::vector<int>>> seen;
    std::vector<std::uint64_t> expected(counts.size());
    for (const auto& [cells, moves] : exhaustive(pattern)) {
      const std::vector<int> tiles(cells.begin() + 1, cells.end());
      patterns::CellSet set = 0;
      for (const int cell : tiles) set |= patterns::one_cell(cell);
      if (seen.insert({rows.place(set, cells[0]).row, tiles}).second) ++expected.at(moves);
    }
    CHECK(counts == expected);
    CHECK_EQ(std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}), pattern.entries());
    CHECK_EQ(control.generated, pattern.entries());
  }
}

// Published numbers of rows, computed by another method.
TEST(a_table_has_a_row_for_every_set_of_cells_and_region) {
  CHECK_EQ(patterns::count_rows(5, 5, 6).all, 251'400u);
  CHECK_EQ(patterns::Rows(4, 4, 8).count(), patterns::count_rows(4, 4, 8).all);
}

// An entry is one byte: longer distances are stored as 255, which is still a lower bound.
TEST(distances_above_255_are_stored_as_255) {
  const patterns::Pattern pattern(32, 2, 0, {1, 63}, false);
  const auto database = built(pattern);
  const tokens::Adjacency graph = tokens::grid(32, 2);
  const auto key = [](int blank, int one, int other) { return (blank * 64 + one) * 64 + other; };
  std::vector<int> distance(64 * 64 * 64, -1), queue{key(0, 1, 63)};
  distance[queue[0]] = 0;
  int longest = 0;
  for (std::size_t head = 0; head < queue.size(); ++head) {
    const int current = queue[head], blank = current / 4096, one = current / 64 % 64, other = current % 64;
    longest = distance[current];
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
  std::vector<std::uint8_t> data;
  for (const int threads : {1, 2}) {
    Control timed(Limits{.seconds = 0.01});
    CHECK(build(pattern, into(data), threads, timed).stop == Stop::seconds);
    Control small(Limits{.memory = 1 << 20});
    CHECK(build(pattern, into(data), threads, small).stop == Stop::memory);
    CHECK_EQ(small.bytes(), 0u);
    Control cancelled;
    cancelled.tick = [](const Control&) { return false; };
    CHECK(build(pattern, into(data), threads, cancelled).stop == Stop::cancel);
    CHECK(data.empty());
  }
}

TEST(databases_are_the_same_under_any_tuning) {
  const std::vector<patterns::Pattern> small{
      {3, 3, 0, {1, 2, 3, 6}, false}, {3, 3, 0, {1, 2, 4, 5, 8}, true}, {4, 2, 7, {0, 1, 2, 3, 4, 5, 6}, true}};
  const auto bytes = [](const patterns::Pattern& pattern, int threads) {
    std::vector<std::uint8_t> all;
    Control control;
    CHECK(build(pattern, into(all), threads, control).stop == Stop::none);
    return all;
  };
  std::vector<std::vector<std::uint8_t>> expected;
  for (const patterns::Pattern& pattern : small) expected.push_back(bytes(pattern, 1));
  at_extremes(patterns::tuning, patterns::tuning_options, rounds(8), [&] {
    for (std::size_t i = 0; i < small.size(); ++i) {
      for (const int threads : {1, 3}) CHECK(bytes(small[i], threads) == expected[i]);
    }
  });
}

}  // namespace budge::test
