// The distances of the X-Y heuristic on large boards, against the table for small boards, a search of matrices, and a
// count of them.
#include "tiles/large_walk.hpp"

#include <map>
#include <random>
#include <vector>

#include "tests/check.hpp"
#include "tiles/xy.hpp"

namespace budge::test {

namespace {

using tiles::LargeWalk;
using tiles::WalkTable;

// How many tiles of each home line are in each line, and the blank's line.
struct Matrix {
  int lines;
  std::vector<int> counts;
  int blank;

  auto operator<=>(const Matrix&) const = default;
  int& at(int line, int home) { return counts[line * lines + home]; }
  int at(int line, int home) const { return counts[line * lines + home]; }
};

Matrix goal(int lines, int width, int blank) {
  Matrix matrix{lines, std::vector<int>(lines * lines), blank};
  for (int line = 0; line < lines; ++line) matrix.at(line, line) = width - (line == blank);
  return matrix;
}

std::vector<Matrix> neighbours(const Matrix& matrix) {
  std::vector<Matrix> found;
  for (const int line : {matrix.blank - 1, matrix.blank + 1}) {
    for (int home = 0; home < matrix.lines; ++home) {
      if (line < 0 || line >= matrix.lines || matrix.at(line, home) == 0) continue;
      Matrix next = matrix;
      --next.at(line, home);
      ++next.at(matrix.blank, home);
      next.blank = line;
      found.push_back(next);
    }
  }
  return found;
}

LargeWalk::Index find(const LargeWalk& walk, const Matrix& matrix, int home_of_blank) {
  LargeWalk::Codes codes{};
  for (int line = 0; line < matrix.lines; ++line) {
    for (int home = 0; home < matrix.lines; ++home) codes[line] += matrix.at(line, home) * walk.tile_of(home);
  }
  codes[matrix.blank] += walk.tile_of(home_of_blank);
  return walk.find(codes, matrix.blank);
}

int distance(const WalkTable& walk, const Matrix& matrix) {
  WalkTable::Key key = WalkTable::blank_in(matrix.blank);
  for (int line = 0; line < matrix.lines; ++line) {
    for (int home = 0; home < matrix.lines; ++home) key += matrix.at(line, home) * walk.tile_in(line, home);
  }
  return walk.distance(walk.find(key));
}

// Calls use(row) with every row of `count` tiles, at most as many of each home as are left.
template <class Use>
void each_row(std::vector<int>& row, const std::vector<int>& left, int count, const Use& use) {
  if (row.size() == left.size()) {
    if (count == 0) use(row);
    return;
  }
  const int most = std::min(count, left[row.size()]);
  for (int of_home = 0; of_home <= most; ++of_home) {
    row.push_back(of_home);
    each_row(row, left, count - of_home, use);
    row.pop_back();
  }
}

// The number of matrices with these sums of rows and columns.
std::uint64_t matrices(const std::vector<int>& rows, const std::vector<int>& columns) {
  std::map<std::vector<int>, std::uint64_t> ways{{columns, 1}};
  for (const int count : rows) {
    std::map<std::vector<int>, std::uint64_t> next;
    for (const auto& [left, number] : ways) {
      std::vector<int> row;
      each_row(row, left, count, [&](const std::vector<int>& taken) {
        std::vector<int> rest = left;
        for (std::size_t home = 0; home < rest.size(); ++home) rest[home] -= taken[home];
        next[rest] += number;
      });
    }
    ways = std::move(next);
  }
  return ways[std::vector<int>(columns.size())];
}

// The number of states of one direction: for every line of the blank, the matrices of the tiles.
std::uint64_t states(int lines, int width) {
  std::vector<int> columns(lines, width);
  --columns.back();
  std::uint64_t sum = 0;
  for (int blank = 0; blank < lines; ++blank) {
    std::vector<int> rows(lines, width);
    --rows[blank];
    sum += matrices(rows, columns);
  }
  return sum;
}

}  // namespace

TEST(a_large_walk_has_the_distances_of_the_table_of_small_boards) {
  std::mt19937 random(1);
  for (const auto& [lines, width, blank] :
       {std::array{3, 3, 2}, {4, 4, 3}, {4, 4, 1}, {3, 5, 0}, {5, 3, 2}, {2, 6, 1}}) {
    const LargeWalk large(lines, width, blank);
    const WalkTable table(lines, width, blank);
    Matrix matrix = goal(lines, width, blank);
    for (int step = 0; step < rounds(20'000); ++step) {
      CHECK_EQ(large.distance(find(large, matrix, blank)), distance(table, matrix));
      const std::vector<Matrix> next = neighbours(matrix);
      matrix = next[random() % next.size()];
    }
    CHECK(large.reached() <= table.size());
  }
}

TEST(a_large_walk_is_exact_near_the_goal) {
  for (const auto& [lines, width, blank] : {std::array{5, 5, 4}, {5, 5, 2}, {5, 4, 0}, {6, 3, 5}, {7, 2, 3}}) {
    const LargeWalk large(lines, width, blank);
    std::map<Matrix, int> distances{{goal(lines, width, blank), 0}};
    std::vector<Matrix> level{goal(lines, width, blank)};
    for (int depth = 1; depth <= (sampled ? 9 : 14); ++depth) {
      std::vector<Matrix> next;
      for (const Matrix& matrix : level) {
        for (const Matrix& each : neighbours(matrix)) {
          if (distances.try_emplace(each, depth).second) next.push_back(each);
        }
      }
      level = next;
    }
    for (const auto& [matrix, depth] : distances) CHECK_EQ(large.distance(find(large, matrix, blank)), depth);
    CHECK_EQ(large.reached(), distances.size());
  }
}

TEST(a_large_walk_reaches_every_matrix) {
  CHECK_EQ(states(3, 3), 105u);  // published
  CHECK_EQ(states(4, 4), 24'964u);
  CHECK_EQ(states(5, 5), 65'650'495u);
  const LargeWalk large(5, 4, 4);
  std::mt19937 random(2);
  Matrix matrix = goal(5, 4, 4);
  for (int step = 0; step < 3000; ++step) {
    const std::vector<Matrix> next = neighbours(matrix);
    matrix = next[random() % next.size()];
  }
  Control control;
  large.prepare(find(large, matrix, 4), control);  // so far away that all levels are filled in
  CHECK_EQ(large.reached(), states(5, 4));
}

TEST(a_large_walk_that_was_stopped_continues) {
  const LargeWalk stopped(5, 4, 4), whole(5, 4, 4);
  std::mt19937 random(3);
  Matrix matrix = goal(5, 4, 4);
  std::vector<Matrix> walk;
  for (int step = 0; step < 3000; ++step) {
    const std::vector<Matrix> next = neighbours(matrix);
    matrix = next[random() % next.size()];
    walk.push_back(matrix);
  }
  Control unlimited;
  whole.prepare(find(whole, matrix, 4), unlimited);
  bool was_stopped = false;
  Control cancelled;  // its clock starts here, and its first tick comes within a level
  cancelled.tick = [&](const Control&) { return false; };
  try {
    stopped.prepare(find(stopped, matrix, 4), cancelled);
  } catch (const Stopped& reason) {
    was_stopped = reason.reason == Stop::cancel;
  }
  CHECK(was_stopped || stopped.reached() == whole.reached());  // unless the machine fills it in within a tick
  stopped.prepare(find(stopped, matrix, 4), unlimited);
  CHECK_EQ(stopped.reached(), whole.reached());
  for (const Matrix& each : walk) {
    CHECK_EQ(stopped.distance(find(stopped, each, 4)), whole.distance(find(whole, each, 4)));
  }
}

}  // namespace budge::test
