#include "sokoban/bounds/conflict_table.hpp"

#include <array>
#include <limits>

namespace budge::sokoban {

namespace {

constexpr std::uint16_t far = std::numeric_limits<std::uint16_t>::max();

}  // namespace

// The graph of all pulls of two interchangeable boxes. A node is the cell of the lower box, the cell of the higher box
// and the player's region. A search for two targets adds one bit to a node: set if the box on the higher cell goes to
// the first target. The graph is built once and searched once for every two targets.
struct ConflictTable::Graph {
  struct Pull {
    std::uint32_t to;
    bool swaps;           // the box on the lower cell becomes the one on the higher cell
    std::uint8_t weight;  // of the push that this pull reverses
  };

  Graph(const Level& level, const Potential& potential, Control& control)
      : level(level),
        potential(potential),
        board(level),
        left(level),
        region(level),
        region_at(Accounted<std::uint8_t>(control)),
        first(Accounted<std::uint32_t>(control)),
        low_line(Accounted<int>(control)),
        high_line(Accounted<int>(control)),
        pulls_before(Accounted<std::uint32_t>(control)),
        pulls(Accounted<Pull>(control)) {
    const std::size_t cells = level.box_cells();
    region_at.assign(cells * cells / 2 * level.floor(), 0);
    first.assign(cells * cells / 2 + 1, 0);
    each_pair([&](Cell low, Cell high) { find_regions(low, high); });
    first[cells * (cells - 1) / 2] = nodes();
    each_pair([&](Cell low, Cell high) { find_pulls(low, high); });
    pulls_before.push_back(static_cast<std::uint32_t>(pulls.size()));
  }

  template <class Visit>
  void each_pair(Visit&& visit) {
    for (int high = 1; high < level.box_cells(); ++high) {
      level.poll_clock();
      for (int low = 0; low < high; ++low) visit(static_cast<Cell>(low), static_cast<Cell>(high));
    }
  }

  std::uint32_t node(Cell one, Cell other, Cell player) const {
    const std::size_t pair = number(std::min(one, other), std::max(one, other));
    return first[pair] + region_at[pair * level.floor() + player];
  }
  std::uint32_t nodes() const { return static_cast<std::uint32_t>(low_line.size()); }

  void place(Cell low, Cell high) {
    board.clear();
    board.add(low, 0);
    board.add(high, 0);
    left = board.free();
  }

  void find_regions(Cell low, Cell high) {
    const std::size_t pair = number(low, high);
    first[pair] = nodes();
    place(low, high);
    for (std::uint8_t regions = 0; !left.empty(); ++regions) {
      const Cell player = left.first();
      region.fill(left, player);
      left.subtract(region);
      region.each([&](Cell cell) { region_at[pair * level.floor() + cell] = regions; });
      low_line.push_back(level.line(0, level.stance(low, player)));
      high_line.push_back(level.line(0, level.stance(high, player)));
    }
  }

  // The player pulls a box from the adjacent cell and needs a free cell to step back to.
  void find_pulls(Cell low, Cell high) {
    place(low, high);
    while (!left.empty()) {
      pulls_before.push_back(static_cast<std::uint32_t>(pulls.size()));
      region.fill(left, left.first());
      left.subtract(region);
      for (const Cell cell : {low, high}) {
        const Cell other = cell == low ? high : low;
        for (int d = 0; d < Level::directions; ++d) {
          const Cell to = level.next(cell, d), back = level.next(to, d);
          if (to >= level.box_cells() || board.blocked(back) || !region.has(to)) continue;
          pulls.push_back({node(to, other, back), (cell < other) != (to < other),
                           static_cast<std::uint8_t>(potential.weight(back, to))});
        }
      }
    }
  }

  const Level& level;
  const Potential& potential;
  Board board;
  CellSet left, region;
  Vector<std::uint8_t> region_at;      // by pair and player's cell
  Vector<std::uint32_t> first;         // node by pair
  Vector<int> low_line, high_line;     // by node: lines of the two boxes in the table of lone distances
  Vector<std::uint32_t> pulls_before;  // by node
  Vector<Pull> pulls;
};

ConflictTable::ConflictTable(const Level& level, const Potential& potential, const CostTable& alone, Control& control,
                             bool by_targets)
    : cells_(level.box_cells()),
      floor_(level.floor()),
      by_targets_(Accounted<std::uint8_t>(control)),
      region_at_(Accounted<std::uint8_t>(control)),
      first_(Accounted<std::uint32_t>(control)),
      block_(Accounted<std::uint32_t>(control)),
      table_(Accounted<std::uint8_t>(control)) {
  const double targets = static_cast<double>(level.targets().size());
  const double pairs = 0.5 * static_cast<double>(cells_) * static_cast<double>(cells_);
  if (level.boxes() < 2 || level.spare() != 0 || level.kinds() != 1) return;
  if (pairs * targets * targets > static_cast<double>(level.tuning().conflict_table_work)) return;
  if (pairs * level.floor() > static_cast<double>(level.tuning().conflict_table_positions)) return;
  const double bytes =
      pairs * (3.0 * level.floor() + (by_targets ? 2 * targets * (targets + 16) : 0));  // an upper bound
  if (bytes > static_cast<double>(control.limits().memory - control.bytes()) / 2) return;

  Graph graph(level, potential, control);
  rows_ = level.targets().size();
  width_ = (rows_ + 15) / 16 * 16;  // a multiple of the vector length
  const std::size_t block = rows_ * width_;
  if (by_targets && potential.is_constant()) by_targets_.assign(graph.nodes() * block, dead);
  std::vector<std::uint8_t> conflict(graph.nodes(), dead);
  std::vector<std::uint16_t> pushes(2 * std::size_t{graph.nodes()});        // by node and bit
  std::array<std::vector<std::uint32_t>, Potential::max_weight + 1> queue;  // by distance, as for lone boxes
  for (std::size_t i = 0; i < level.targets().size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      level.poll_clock();
      std::ranges::fill(pushes, far);
      const Cell one = level.targets()[i], other = level.targets()[j];
      for (int player = 0; player < level.floor(); ++player) {
        if (player == one || player == other) continue;
        const std::uint32_t end = 2 * graph.node(one, other, static_cast<Cell>(player)) + (one > other);
        if (pushes[end] == 0) continue;
        pushes[end] = 0;
        queue[0].push_back(end);
      }
      for (std::size_t distance = 0, empty = 0; empty < queue.size(); ++distance) {
        auto& nearest = queue[distance % queue.size()];
        empty = nearest.empty() ? empty + 1 : 0;
        for (std::size_t k = 0; k < nearest.size(); ++k) {
          const std::uint32_t from = nearest[k];
          if (pushes[from] != distance) continue;
          const std::uint16_t* const low = alone.line(graph.low_line[from / 2]);
          const std::uint16_t* const high = alone.line(graph.high_line[from / 2]);
          const int sum = from & 1 ? high[i] + low[j] : low[i] + high[j];
          const int more = static_cast<int>(distance) - sum;
          assert(more >= 0);
          conflict[from / 2] = static_cast<std::uint8_t>(std::min<int>({conflict[from / 2], more, dead - 1}));
          if (!by_targets_.empty()) {
            const std::size_t row = from & 1 ? j : i, column = from & 1 ? i : j;
            by_targets_[from / 2 * block + row * width_ + column] =
                static_cast<std::uint8_t>(std::min<int>(more, dead - 1));
          }
          for (std::uint32_t n = graph.pulls_before[from / 2]; n < graph.pulls_before[from / 2 + 1]; ++n) {
            const auto& [node, swaps, weight] = graph.pulls[n];
            const std::uint32_t to = 2 * node + ((from & 1) ^ swaps);
            const std::size_t length = distance + weight;
            if (pushes[to] <= length) continue;
            pushes[to] = static_cast<std::uint16_t>(length);
            queue[length % queue.size()].push_back(to);
          }
        }
        nearest.clear();
      }
    }
  }

  table_.assign(static_cast<std::size_t>(level.floor()) * cells_ * cells_, 0);
  for (std::size_t high = 1; high < cells_; ++high) {
    for (std::size_t low = 0; low < high; ++low) {
      for (int player = 0; player < level.floor(); ++player) {
        if (static_cast<std::size_t>(player) == high || static_cast<std::size_t>(player) == low) continue;
        const std::uint32_t node =
            graph.node(static_cast<Cell>(low), static_cast<Cell>(high), static_cast<Cell>(player));
        table_[place(low, high, player)] = table_[place(high, low, player)] = conflict[node];
      }
    }
  }
  if (!by_targets_.empty()) compact_by_targets(graph, alone);
}

// Drops the blocks of nodes without extra pushes for any two targets; most nodes are of this kind.
void ConflictTable::compact_by_targets(Graph& graph, const CostTable& alone) {
  const std::size_t size = rows_ * width_;
  block_.assign(graph.nodes(), none);
  std::uint32_t blocks = 0;
  for (std::uint32_t node = 0; node < graph.nodes(); ++node) {
    const std::uint16_t* const low = alone.line(graph.low_line[node]);
    const std::uint16_t* const high = alone.line(graph.high_line[node]);
    bool any = false;
    for (std::size_t i = 0; i < rows_; ++i) {
      for (std::size_t j = 0; j < rows_; ++j) {
        const bool reachable = i != j && low[i] != CostTable::far && high[j] != CostTable::far;
        any |= reachable && by_targets_[node * size + i * width_ + j] > 0;
      }
    }
    if (!any) continue;
    if (blocks < node) std::copy_n(&by_targets_[node * size], size, &by_targets_[blocks * size]);
    block_[node] = blocks++;
  }
  by_targets_.resize(blocks * size);
  by_targets_.shrink_to_fit();
  first_ = std::move(graph.first);
  region_at_ = std::move(graph.region_at);
}

}  // namespace budge::sokoban
