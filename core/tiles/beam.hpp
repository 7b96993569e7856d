// A beam search over boards of tiles, one move a level.
//
// At each level all successors of a set of boards are scored and the best `width` of them are kept, until enough boards
// are done or none can become better. A guide defines the target: a price for every tile in every cell, the remaining
// distance of one carried tile (which has no price) and the blank, and when a board is done. Memory grows with width
// times board size. Dropped boards are forgotten, so nothing is proven.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <tuple>
#include <utility>
#include <vector>

#include "support/control.hpp"
#include "tiles/grid.hpp"

namespace budge::tiles {

// Scores and prices are in fractions of a move; this many make a move.
inline constexpr int unit = 64;

// The price of a tile by its Manhattan distance from home: one table for each class of tiles.
class Prices {
 public:
  Prices(const Grid& grid, int classes)
      : cells_(grid.cells()),
        reach_(grid.width() + grid.cells() / grid.width()),
        x_(cells_),
        y_(cells_),
        home_(cells_),
        class_(cells_),
        table_(classes * reach_) {
    for (int cell = 0; cell < cells_; ++cell) {
      x_[cell] = cell % grid.width();
      y_[cell] = cell / grid.width();
    }
  }

  void set_home(int tile, int cell) { home_[tile] = cell; }
  void set_class(int tile, int number) { class_[tile] = number * reach_; }
  template <class Function>
  void set_table(int number, Function price_of_distance) {
    for (int distance = 0; distance < reach_; ++distance) {
      table_[number * reach_ + distance] = price_of_distance(distance);
    }
  }

  int operator()(int tile, int cell) const {
    const int home = home_[tile];
    return table_[class_[tile] + std::abs(x_[home] - x_[cell]) + std::abs(y_[home] - y_[cell])];
  }
  int operator()(const Tile* board) const {
    int sum = 0;
    for (int cell = 0; cell < cells_; ++cell) {
      if (board[cell] != 0) sum += (*this)(board[cell], cell);
    }
    return sum;
  }

 private:
  int cells_;
  int reach_;  // greater than any distance
  std::vector<int> x_, y_, home_, class_, table_;
};

// Scatters numbers over 64 bits: the last steps of SplitMix64.
inline std::uint64_t mixed(std::uint64_t bits) {
  bits = (bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9;
  bits = (bits ^ (bits >> 27)) * 0x94D049BB133111EB;
  return bits ^ (bits >> 31);
}

// A guide has
//   const Prices& prices;
//   int tile;                                        the carried tile, 0 if there is none
//   int distance(int carried, int blank);            from these cells; `unreachable` if there is no way
//   int score(int moves, int distance, int price);   the lower the better
//   bool done(int distance, int price);
class Beam {
 public:
  struct Node {
    std::uint64_t key;   // a hash of the board
    std::uint32_t step;  // its last move, in steps_
    std::int32_t moves;  // since the start
    std::int32_t price;  // of all tiles
    std::int32_t score;
    Tile blank;     // its cell,
    Tile previous;  // the cell it came from,
    Tile carried;   // and the cell of the carried tile
  };

  // Nodes with their boards.
  struct Generation {
    Vector<Node> nodes;
    Vector<Tile> boards;  // may be longer than needed
    std::size_t cells;

    Generation(const Grid& grid, Control& control)
        : nodes(Accounted<Node>(control)), boards(Accounted<Tile>(control)), cells(grid.cells()) {}

    std::size_t size() const { return nodes.size(); }
    Tile* board(std::size_t index) { return boards.data() + index * cells; }
    void add(const Node& node, const Tile* tiles) {
      nodes.push_back(node);
      if (boards.size() < size() * cells) boards.resize(2 * size() * cells);
      std::copy_n(tiles, cells, board(size() - 1));
    }
    void keep_best(std::size_t count) {
      if (size() <= count) return;
      std::vector<std::size_t> order(size());
      for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
      std::nth_element(order.begin(), order.begin() + count, order.end(), [this](std::size_t a, std::size_t b) {
        return std::tuple(nodes[a].score, nodes[a].key, a) < std::tuple(nodes[b].score, nodes[b].key, b);
      });
      std::sort(order.begin(), order.begin() + count);
      for (std::size_t i = 0; i < count; ++i) {
        if (order[i] == i) continue;
        nodes[i] = nodes[order[i]];
        std::copy_n(board(order[i]), cells, board(i));
      }
      nodes.resize(count);
    }
    int worst_score() const {
      int worst = 0;
      for (const Node& node : nodes) worst = std::max(worst, node.score);
      return worst;
    }
  };

  Generation front;

  Beam(const Grid& grid, std::size_t width, Control& control)
      : front(grid, control),
        grid_(grid),
        width_(width),
        control_(control),
        sources_(grid, control),
        next_(grid, control),
        done_(grid, control),
        candidates_(Accounted<Candidate>(control)),
        steps_(Accounted<Step>(control)) {
    for (int i = 0; i < grid.cells(); ++i) {
      tile_keys_.push_back(mixed(2 * i + 1));
      cell_keys_.push_back(mixed(2 * i + 2));
    }
  }

  std::size_t width() const { return width_; }

  void start(const Tile* board) {
    Node node{};
    node.step = no_step;
    for (int cell = 0; cell < grid_.cells(); ++cell) {
      if (board[cell] == 0) {
        node.blank = node.previous = static_cast<Tile>(cell);
      } else {
        node.key += tile_keys_[board[cell]] * cell_keys_[cell];
      }
    }
    steps_.clear();
    front.nodes.clear();
    front.add(node, board);
  }

  // Must be called whenever prices change.
  void price_front(const Prices& prices) {
    for (std::size_t i = 0; i < front.size(); ++i) front.nodes[i].price = prices(front.board(i));
  }

  // Advances the front to the best `wanted` boards that are done, among scores below `bound` and at most `patience`
  // moves ahead. If there are none, returns false and leaves the front unchanged.
  template <class Guide>
  bool search(Guide& guide, std::size_t wanted, int bound, int patience) {
    sources_ = front;
    next_.nodes.clear();
    done_.nodes.clear();
    for (std::size_t i = 0; i < front.size(); ++i) {
      Node node = front.nodes[i];
      const Tile* board = front.board(i);
      node.previous = node.blank;
      if (guide.tile != 0) {
        node.carried = static_cast<Tile>(std::find(board, board + front.cells, guide.tile) - board);
        node.price -= guide.prices(guide.tile, node.carried);
      }
      const int distance = guide.distance(node.carried, node.blank);
      if (distance == unreachable) continue;
      node.score = guide.score(node.moves, distance, node.price);
      (guide.done(distance, node.price) ? done_ : next_).add(node, board);
    }
    next_.keep_best(width_);
    for (int level = 0; level < patience && next_.size() > 0; ++level) {
      if (done_.size() >= wanted) {
        done_.keep_best(wanted);
        bound = std::min(bound, done_.worst_score());
      }
      std::swap(front, next_);
      expand(guide, bound);
      select();
    }
    done_.keep_best(wanted);
    const bool found = done_.size() > 0;
    std::swap(front, found ? done_ : sources_);
    return found;
  }

  // Applies a move to one board of a generation.
  void move(Generation& generation, std::size_t index, int to) {
    Node& node = generation.nodes[index];
    Tile* board = generation.board(index);
    const Tile tile = board[to];
    node.key += tile_keys_[tile] * (cell_keys_[node.blank] - cell_keys_[to]);
    board[node.blank] = tile;
    board[to] = 0;
    node.previous = node.blank;
    node.blank = static_cast<Tile>(to);
    node.moves += 1;
    steps_.push_back({node.step, static_cast<std::uint32_t>(to)});
    node.step = static_cast<std::uint32_t>(steps_.size() - 1);
  }

  // The cells the blank has visited since the start.
  std::vector<int> path(const Node& node) const {
    std::vector<int> cells;
    for (std::uint32_t step = node.step; step != no_step; step = steps_[step].previous) {
      cells.push_back(static_cast<int>(steps_[step].cell));
    }
    std::reverse(cells.begin(), cells.end());
    return cells;
  }

  // Deletes moves that did not lead to the front; otherwise the moves of all dropped boards accumulate.
  void forget_dropped() {
    constexpr std::uint32_t dropped = no_step - 1;
    Vector<std::uint32_t> place(steps_.size(), dropped, Accounted<std::uint32_t>(control_));
    for (const Node& node : front.nodes) {
      for (std::uint32_t step = node.step; step != no_step && place[step] == dropped; step = steps_[step].previous) {
        place[step] = 0;
      }
    }
    const auto moved = [&place](std::uint32_t step) { return step == no_step ? no_step : place[step]; };
    std::uint32_t kept = 0;
    for (std::uint32_t step = 0; step < steps_.size(); ++step) {
      if (place[step] == dropped) continue;
      place[step] = kept;
      steps_[kept++] = {moved(steps_[step].previous), steps_[step].cell};
    }
    steps_.resize(kept);
    for (Node& node : front.nodes) node.step = moved(node.step);
  }

 private:
  static constexpr std::uint32_t no_step = ~std::uint32_t{0};

  struct Candidate {
    std::uint64_t rank;  // the score and half of the key, so that equal boards are adjacent
    std::uint64_t key;
    std::int32_t price;
    std::uint32_t parent;
    Tile to;
    Tile carried;
    bool done;

    bool operator<(const Candidate& other) const {
      return rank != other.rank ? rank < other.rank : parent < other.parent;
    }
  };

  struct Step {
    std::uint32_t previous;
    std::uint32_t cell;
  };

  template <class Guide>
  void expand(Guide& guide, int bound) {
    candidates_.clear();
    for (std::size_t i = 0; i < front.size(); ++i) {
      const Node& node = front.nodes[i];
      const Tile* board = front.board(i);
      ++control_.expanded;
      for (int side = 0; side < 4; ++side) {
        const int to = grid_.neighbour(node.blank, side);
        if (to < 0 || to == node.previous) continue;
        ++control_.generated;
        const int tile = board[to];
        const bool carries = tile == guide.tile;
        const Tile carried = carries ? node.blank : node.carried;
        const int distance = guide.distance(carried, to);
        if (distance == unreachable) continue;
        const int price = node.price + (carries ? 0 : guide.prices(tile, node.blank) - guide.prices(tile, to));
        const int score = guide.score(node.moves + 1, distance, price);
        if (score >= bound) continue;
        const std::uint64_t key = node.key + tile_keys_[tile] * (cell_keys_[node.blank] - cell_keys_[to]);
        candidates_.push_back({static_cast<std::uint64_t>(score) << 32 | key >> 32, key, price,
                               static_cast<std::uint32_t>(i), static_cast<Tile>(to), carried,
                               guide.done(distance, price)});
      }
      if (control_.due()) control_.poll(1024);
    }
  }

  // The best candidates become the next generation. Sorting twice as many leaves enough of them without duplicates.
  void select() {
    const std::size_t count = std::min(candidates_.size(), 2 * width_);
    std::nth_element(candidates_.begin(), candidates_.begin() + count, candidates_.end());
    std::sort(candidates_.begin(), candidates_.begin() + count);
    next_.nodes.clear();
    std::uint64_t last_key = 0;
    for (std::size_t i = 0; i < count && next_.size() < width_; ++i) {
      const Candidate& candidate = candidates_[i];
      if (i > 0 && candidate.key == last_key) continue;
      last_key = candidate.key;
      Generation& generation = candidate.done ? done_ : next_;
      if (width_ == 1 && !candidate.done) {  // the only board of the next generation: reuse its parent's
        next_.nodes.push_back(front.nodes[0]);
        std::swap(next_.boards, front.boards);
      } else {
        generation.add(front.nodes[candidate.parent], front.board(candidate.parent));
      }
      move(generation, generation.size() - 1, candidate.to);
      Node& node = generation.nodes.back();
      node.price = candidate.price;
      node.score = static_cast<std::int32_t>(candidate.rank >> 32);
      node.carried = candidate.carried;
    }
  }

  const Grid& grid_;
  std::size_t width_;
  Control& control_;
  Generation sources_, next_, done_;
  Vector<Candidate> candidates_;
  Vector<Step> steps_;
  std::vector<std::uint64_t> tile_keys_, cell_keys_;
};

}  // namespace budge::tiles
