#include "patterns/pattern.hpp"

#include <array>
#include <cstdlib>
#include <limits>
#include <map>
#include <mutex>
#include <tuple>

#include "patterns/bits/bit_table.hpp"

namespace budge::patterns {

namespace {

// Whether the permutation is odd.
bool is_odd(const Ranking::Cells& cells, int count) {
  int inversions = 0;
  CellSet before = 0;
  for (int i = 0; i < count; ++i) {
    inversions += std::popcount(before >> cells[i]);
    before |= one_cell(cells[i]);
  }
  return inversions % 2 != 0;
}

// Cached, because counting rows is slow and callers ask for the size of a database often.
RowCounts rows_of(const Pattern& pattern) {
  static std::mutex mutex;
  static std::map<std::tuple<int, int, int, Mirror::Axis>, RowCounts> known;
  const std::lock_guard lock(mutex);
  const Mirror::Axis axis = pattern.mirror();
  RowCounts& rows = known[{pattern.width, pattern.height, pattern.tiles(), axis}];
  if (rows.all == 0) rows = count_rows(pattern.width, pattern.height, pattern.tiles(), axis);
  return rows;
}

}  // namespace

Pattern::Pattern(int width, int height, int blank, std::vector<int> homes, bool additive)
    : width(width), height(height), blank(blank), homes(std::move(homes)), additive(additive) {
  const auto inside = [&](int cell) { return cell >= 0 && cell < cells(); };
  if (width < 1 || height < 1 || width > max_cells || height > max_cells || cells() > max_cells) {
    throw std::invalid_argument("a pattern's board has 1 to 64 cells");
  }
  if (!inside(blank)) throw std::invalid_argument("the blank's home is not on the board");
  if (this->homes.empty()) throw std::invalid_argument("a pattern has at least one tile");
  CellSet taken = one_cell(blank);
  for (const int home : this->homes) {
    if (!inside(home) || (taken & one_cell(home))) {
      throw std::invalid_argument("a pattern's tiles have different homes on the board, none of them the blank's");
    }
    taken |= one_cell(home);
  }
  if (ranking().size() > std::numeric_limits<std::uint32_t>::max()) {
    throw std::invalid_argument("the pattern has too many placements: more than 4 294 967 295");
  }
}

Mirror::Axis Pattern::mirror() const {
  if (!additive || tiles() > Orders::max_tabled) return Mirror::Axis::none;
  CellSet set = 0;
  for (const int cell : homes) set |= one_cell(cell);
  const Field field(width, height);
  const CellSet region = field.region(blank, field.all() & ~set);
  for (const Mirror::Axis axis : {Mirror::Axis::across, Mirror::Axis::down, Mirror::Axis::both}) {
    const Mirror mirror(width, height, axis);
    if (mirror.of(set) == set && mirror.of(region) == region) return axis;
  }
  return Mirror::Axis::none;
}

std::uint64_t Pattern::entries() const {
  if (!additive) return ranking().size() >> is_whole();
  return rows_of(*this).all * factorial(tiles());
}

std::uint64_t Pattern::bytes() const { return additive ? BitTable::bytes(rows_of(*this).kept, tiles()) : entries(); }

Ranking::Cells Pattern::home() const {
  Ranking::Cells cells{};
  if (!additive) cells[0] = static_cast<std::uint8_t>(blank);
  for (int i = 0; i < tiles(); ++i) cells[i + !additive] = static_cast<std::uint8_t>(homes[i]);
  return cells;
}

bool Pattern::reachable(const Ranking::Cells& cells) const {
  if (!is_whole()) return true;
  const int at = cells[0];
  const int steps = std::abs(at / width - blank / width) + std::abs(at % width - blank % width);
  return (is_odd(cells, objects()) != is_odd(home(), objects())) == (steps % 2 != 0);
}

std::vector<std::uint64_t> histogram(const std::uint8_t* entries, std::uint64_t size) {
  // Four counters for each value, so that increments for equal neighbours do not depend on each other.
  std::array<std::array<std::uint64_t, 256>, 4> counts{};
  for (std::uint64_t i = 0; i < size; ++i) ++counts[i % 4][entries[i]];
  std::vector<std::uint64_t> sum;
  for (int value = 0; value < Pattern::unreached; ++value) {
    sum.push_back(counts[0][value] + counts[1][value] + counts[2][value] + counts[3][value]);
  }
  while (!sum.empty() && sum.back() == 0) sum.pop_back();
  return sum;
}

}  // namespace budge::patterns
