// The matching of boxes to targets: admissible, and correct after each update.
#include <numeric>

#include "sokoban/bounds/matching.hpp"
#include "tests/sokoban_positions.hpp"

namespace budge::test {

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

TEST(sokoban_matching_with_colours_has_even_reduced_costs_also_after_forbidden_columns) {
  std::mt19937 random(10);
  int infinite = 0;
  for (int i = 0; i < 100; ++i) {
    const int size = 1 + static_cast<int>(random() % 6), lines = 12;
    std::vector<int> colours(size);
    for (int& colour : colours) colour = static_cast<int>(random() % 2);
    sokoban::CostTable table{size, {}};
    for (int line = 0; line < lines; ++line) {
      const unsigned parity = random() % 2;
      for (const int colour : colours) {
        const unsigned cost = random() % 30 / 2 * 2 + (parity ^ static_cast<unsigned>(colour));
        table.costs.push_back(random() % 3 ? static_cast<std::uint16_t>(cost) : sokoban::CostTable::far);
      }
    }
    sokoban::Matching matching(table, colours), plain(table);
    for (int step = 0; step < 60; ++step) {
      const int row = step < size ? step : static_cast<int>(random() % size), line = static_cast<int>(random() % lines);
      matching.set(row, line);
      plain.set(row, line);
      if (step + 1 < size) continue;
      CHECK_EQ(matching.total(), plain.total());
      infinite += matching.total() == sokoban::Matching::infinite;
      for (int box = 0; box < size; ++box) {
        for (int column = 0; column < size; ++column) CHECK_EQ(matching.reduced(box, column) % 2, 0);
      }
    }
  }
  CHECK(infinite > 0);
}

}  // namespace budge::test
