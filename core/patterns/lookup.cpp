#include "patterns/lookup.hpp"

#include <cassert>
#include <map>
#include <mutex>
#include <numeric>
#include <stdexcept>
#include <tuple>

#include "tokens/graph.hpp"

namespace budge::patterns {

namespace {

// Whether a path between two cells avoids the taken cells.
bool connected(const tokens::Adjacency& graph, CellSet taken, int from, int to) {
  CellSet seen = one_cell(from);
  std::vector<int> queue{from};
  for (std::size_t head = 0; head < queue.size(); ++head) {
    for (const int next : graph[queue[head]]) {
      if ((seen | taken) & one_cell(next)) continue;
      seen |= one_cell(next);
      queue.push_back(next);
    }
  }
  return seen & one_cell(to);
}

void check_map(const Pattern& pattern, const std::vector<int>& map, const tokens::Adjacency& graph) {
  const tokens::Adjacency own = tokens::grid(pattern.width, pattern.height);
  bool fits = map.size() == graph.size() && own.size() == graph.size();
  CellSet images = 0;
  for (const int cell : map) {
    fits = fits && cell >= 0 && cell < static_cast<int>(graph.size());
    if (fits) images |= one_cell(cell);
  }
  fits = fits && std::popcount(images) == static_cast<int>(map.size());
  for (std::size_t cell = 0; fits && cell < own.size(); ++cell) {
    CellSet expected = 0, found = 0;
    for (const int next : own[cell]) expected |= one_cell(map[next]);
    for (const int next : graph[map[cell]]) found |= one_cell(next);
    fits = expected == found;
  }
  if (!fits) throw std::invalid_argument("the map of a look-up is no symmetry of the board");
}

// Databases with equal boards, numbers of tiles and mirrors have equal rows. They share them, which saves cache space.
std::shared_ptr<const Rows> shared_rows(const Pattern& pattern) {
  static std::mutex mutex;
  static std::map<std::tuple<int, int, int, Mirror::Axis>, std::weak_ptr<const Rows>> known;
  const std::lock_guard lock(mutex);
  const Mirror::Axis axis = pattern.mirror();
  std::weak_ptr<const Rows>& place = known[{pattern.width, pattern.height, pattern.tiles(), axis}];
  std::shared_ptr<const Rows> rows = place.lock();
  if (!rows) place = rows = std::make_shared<const Rows>(pattern.width, pattern.height, pattern.tiles(), axis);
  return rows;
}

}  // namespace

Database::Database(Pattern given, const std::uint8_t* data, std::shared_ptr<const void> keeper)
    : pattern(std::move(given)), data(data), keeper(std::move(keeper)) {
  if (!pattern.additive) return;
  const BitTable::State home = BitTable::at_home(pattern.homes, pattern.blank, Orders(pattern.tiles()));
  bits = std::make_shared<const BitTable>(shared_rows(pattern), pattern.tiles(), home, data);
}

int table_value(const Database& database, const std::uint8_t* position, const std::vector<int>& objects,
                const std::vector<int>& cells) {
  const Pattern& pattern = database.pattern;
  assert(pattern.is_whole() && objects.size() == cells.size());
  Ranking::Cells placed{};
  CellSet seen = 0;
  for (std::size_t cell = 0; cell < cells.size(); ++cell) {
    if (position[cell] >= objects.size()) return -1;
    const int object = objects[position[cell]];
    placed[object] = static_cast<std::uint8_t>(cells[cell]);
    seen |= one_cell(object);
  }
  if (std::popcount(seen) != static_cast<int>(cells.size())) return -1;
  return pattern.reachable(placed) ? database.data[pattern.index(pattern.ranking().rank(placed))] : Pattern::unreached;
}

void check(const LookupSum& sum, int width, int height, int blank) {
  const tokens::Adjacency graph = tokens::grid(width, height);
  if (sum.empty()) throw std::invalid_argument("a sum has at least one look-up");
  CellSet all = 0;
  for (const auto& [database, map] : sum) {
    const Pattern& pattern = database->pattern;
    check_map(pattern, map, graph);
    CellSet tiles = 0;
    for (const int home : pattern.homes) tiles |= one_cell(map[home]);
    const bool fits = pattern.additive
                          ? !(tiles & one_cell(blank)) && connected(graph, tiles, map[pattern.blank], blank)
                          : map[pattern.blank] == blank;
    if (!fits) throw std::invalid_argument("a pattern is for another home of the blank");
    if (sum.size() > 1 && (!pattern.additive || (all & tiles))) {
      throw std::invalid_argument("only additive patterns with no tile in common add up");
    }
    all |= tiles;
  }
}

int Database::value(const std::vector<int>& homes, int blank) const {
  std::vector<std::uint8_t> where(pattern.cells());
  CellSet seen = 0;
  for (std::size_t cell = 0; cell < homes.size(); ++cell) {
    const int home = homes[cell];
    if (home < 0 || home >= pattern.cells() || homes.size() != where.size() || (seen & one_cell(home))) {
      throw std::invalid_argument("an arrangement names every cell of the board once");
    }
    seen |= one_cell(home);
    where[home] = static_cast<std::uint8_t>(cell);
  }
  CellSet taken = 0;
  for (const int home : pattern.homes) taken |= one_cell(where[home]);
  if (blank < 0 || blank >= pattern.cells() || (taken & one_cell(blank))) {
    throw std::invalid_argument("the blank stands on a cell that no tile of the pattern is on");
  }
  std::vector<int> same(pattern.cells());
  std::iota(same.begin(), same.end(), 0);
  return Reader(Lookup{std::shared_ptr<const Database>(std::shared_ptr<void>(), this), same})
      .value(where.data(), blank);
}

Reader::Reader(const Lookup& lookup)
    : data_(lookup.database->data),
      bits_(lookup.database->bits.get()),
      ranking_(lookup.database->pattern.ranking()),
      whole_(lookup.database->pattern.is_whole()) {
  assert(static_cast<int>(lookup.map.size()) == lookup.database->pattern.cells());
  const Ranking::Cells home = lookup.database->pattern.home();
  for (int i = 0; i < ranking_.objects(); ++i) {
    home_[i] = static_cast<std::uint8_t>(lookup.map[home[i]]);
    member_ |= one_cell(home_[i]);
  }
  for (std::size_t cell = 0; cell < lookup.map.size(); ++cell) {
    cell_[lookup.map[cell]] = static_cast<std::uint8_t>(cell);
  }
}

}  // namespace budge::patterns
