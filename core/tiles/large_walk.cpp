#include "tiles/large_walk.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <new>

namespace budge::tiles {

LargeWalk::LargeWalk(int lines, int width, int blank)
    : lines_(lines), width_(width), bits_(std::bit_width(static_cast<unsigned>(width))), blank_(blank) {
  assert(lines_ <= max_lines && bits_ * lines_ < 32);
  numbers_.resize(std::size_t{1} << (bits_ * lines_));
  add_rows(0, width_, 0);
  rows_ = codes_.size();
  std::vector<std::uint32_t> nodes(numbers_.size());  // 1 + the node by the code of the tiles that are left
  std::uint32_t all = 0;
  for (int home = 0; home < lines_; ++home) all += static_cast<std::uint32_t>(width_) * tile_of(home);
  states_ = std::uint64_t{matrices(all, nodes)} * lines_;
  assert(states_ < std::numeric_limits<Index>::max());
  distances_.reset(static_cast<std::uint8_t*>(std::calloc(states_, 1)));
  if (!distances_) throw std::bad_alloc();
  Codes goal{};
  for (int line = 0; line < lines_; ++line) goal[line] = static_cast<std::uint32_t>(width_) * tile_of(line);
  const Index state = find(goal, blank_);
  distances_[state] = 1;
  level_.push_back(state);
  reached_ = 1;
}

// Adds the rows that begin with `code` and have `left` more tiles, of this home or later ones.
void LargeWalk::add_rows(int home, int left, std::uint32_t code) {
  if (home == lines_ - 1) {
    code += static_cast<std::uint32_t>(left) * tile_of(home);
    numbers_[code] = static_cast<std::uint32_t>(codes_.size());
    codes_.push_back(code);
    return;
  }
  for (int count = 0; count <= left; ++count) {
    add_rows(home + 1, left - count, code + static_cast<std::uint32_t>(count) * tile_of(home));
  }
}

// The number of matrices that these tiles can form; adds their node and all below it.
std::uint32_t LargeWalk::matrices(std::uint32_t left, std::vector<std::uint32_t>& nodes) {
  if (nodes[left] != 0) return totals_[nodes[left] - 1];
  const auto node = static_cast<std::uint32_t>(totals_.size());
  nodes[left] = node + 1;
  totals_.push_back(0);
  edges_.resize(edges_.size() + rows_);
  std::uint32_t total = left == 0 ? 1 : 0;
  for (std::size_t row = 0; row < rows_; ++row) {
    Edge edge{total, node};
    if (left != 0 && fits(codes_[row], left)) {
      const std::uint32_t rest = left - codes_[row];
      total += matrices(rest, nodes);
      edge.to = nodes[rest] - 1;
    }
    edges_[node * rows_ + row] = edge;
  }
  return totals_[node] = total;
}

// Whether each count of a row is at most that of the tiles.
bool LargeWalk::fits(std::uint32_t row, std::uint32_t tiles) const {
  const std::uint32_t digit = tile_of(1) - 1;
  for (int home = 0; home < lines_; ++home) {
    if ((row >> (bits_ * home) & digit) > (tiles >> (bits_ * home) & digit)) return false;
  }
  return true;
}

// The blank changes places with a tile of a neighbouring line: two rows of the matrix change, or, if that tile's home
// is the blank's, none does.
template <class Visit>
void LargeWalk::visit_neighbours(Index state, const Visit& visit) const {
  struct Row {
    std::uint32_t node, number;
  };
  std::array<Row, max_lines> rows;
  const int blank = static_cast<int>(state % lines_);
  const std::uint32_t rank = state / lines_;
  std::uint32_t node = 0, rest = rank;
  for (int line = 0; line < lines_; ++line) {
    const Edge* const first = &edges_[node * rows_];
    const Edge* const after = std::upper_bound(first, first + rows_, rest,
                                               [](std::uint32_t value, const Edge& edge) { return value < edge.rank; });
    const auto number = static_cast<std::uint32_t>(after - first - 1);
    rows[line] = {node, number};
    rest -= first[number].rank;
    node = first[number].to;
  }
  const std::uint32_t digit = tile_of(1) - 1;
  for (const int line : {blank - 1, blank + 1}) {
    if (line < 0 || line >= lines_) continue;
    const int above = std::min(blank, line), below = above + 1;
    const std::uint32_t others = rank - edges_[rows[above].node * rows_ + rows[above].number].rank -
                                 edges_[rows[below].node * rows_ + rows[below].number].rank;
    const std::uint32_t code = codes_[rows[line].number], with_blank = codes_[rows[blank].number];
    for (int home = 0; home < lines_; ++home) {
      if ((code >> (bits_ * home) & digit) == 0) continue;
      const std::uint32_t tile = tile_of(home), hole = tile_of(blank_);
      const std::uint32_t left = numbers_[code - tile + hole], entered = numbers_[with_blank + tile - hole];
      const Edge& first = edges_[rows[above].node * rows_ + (above == blank ? entered : left)];
      const Edge& second = edges_[first.to * rows_ + (above == blank ? left : entered)];
      visit((others + first.rank + second.rank) * lines_ + line);
    }
  }
}

// Fills in the next level. States are written some time after they are found, so that the memory has time to arrive.
template <class Poll>
void LargeWalk::grow(const Poll& poll) const {
  assert(!level_.empty());  // every state is reached
  constexpr std::size_t batch = 64;
  std::array<Index, batch> waiting{};
  std::size_t seen = 0;
  std::vector<Index> next;
  const auto next_distance = static_cast<std::uint8_t>(distances_[level_.front()] + 1);
  assert(next_distance != unknown);
  const auto write = [&](Index state) {
    if (distances_[state] != unknown) return;
    std::atomic_ref(distances_[state]).store(next_distance, std::memory_order_relaxed);
    next.push_back(state);
  };
  try {
    for (std::size_t i = 0; i < level_.size(); ++i) {
      if (i % 4096 == 0) poll();
      visit_neighbours(level_[i], [&](Index neighbour) {
        Index& place = waiting[seen++ % batch];
        if (seen > batch) write(place);
        place = neighbour;
        __builtin_prefetch(&distances_[neighbour], 1);
      });
    }
  } catch (...) {  // a level is complete or absent, for later searches of this process
    for (const Index state : next) std::atomic_ref(distances_[state]).store(unknown, std::memory_order_relaxed);
    throw;
  }
  for (std::size_t i = 0; i < std::min(seen, batch); ++i) write(waiting[i]);
  reached_ += next.size();
  level_ = std::move(next);
}

int LargeWalk::grown(Index state) const {
  const std::scoped_lock lock(growing_);
  while (read(state) == unknown) grow([] {});
  return read(state);
}

void LargeWalk::prepare(Index state, Control& control) const {
  const std::scoped_lock lock(growing_);
  while (!level_.empty() && (read(state) == unknown || reached_ > max_partial)) {
    grow([&] { control.poll_clock(); });
  }
}

}  // namespace budge::tiles
