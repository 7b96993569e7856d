// A beam search over boards of tiles, one move a level.
//
// From a set of boards, all boards one move on are scored and the best `width` of them live on, until enough boards are
// done or nothing better can come. A guide says what is sought: a price for every tile in every cell (whose sum is kept
// up to date move by move), the distance that one carried tile and the blank still have to go, and when a board is done.
// Memory grows with width times board; nothing is proven, for boards that are dropped are forgotten.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <tuple>
#include <vector>

#include "support/control.hpp"

namespace budge {

using Tile = std::uint16_t;

// Scores and prices count in fractions of a move: a move is this many.
inline constexpr int unit = 64;

// The cells of a board and which of them are locked. The directions 0 to 7 go around a cell clockwise from the one
// above it, so that the even ones are its four sides.
class Grid {
 public:
  Grid(int width, int height) : width_(width), around_(width * height), locked_(width * height, false) {
    constexpr int dx[] = {0, 1, 1, 1, 0, -1, -1, -1};
    constexpr int dy[] = {-1, -1, 0, 1, 1, 1, 0, -1};
    for (int cell = 0; cell < cells(); ++cell) {
      for (int direction = 0; direction < 8; ++direction) {
        const int x = cell % width + dx[direction];
        const int y = cell / width + dy[direction];
        const bool inside = x >= 0 && y >= 0 && x < width && y < height;
        around_[cell][direction] = static_cast<std::int16_t>(inside ? y * width + x : -1);
      }
    }
  }

  int width() const { return width_; }
  int cells() const { return static_cast<int>(around_.size()); }
  void lock(int cell, bool locked = true) { locked_[cell] = locked; }

  // The open cell there, or -1.
  int around(int cell, int direction) const {
    const int next = around_[cell][direction];
    return next >= 0 && !locked_[next] ? next : -1;
  }
  int beside(int cell, int side) const { return around(cell, 2 * side); }

 private:
  int width_;
  std::vector<std::array<std::int16_t, 8>> around_;
  std::vector<char> locked_;
};

// What a tile costs by its Manhattan distance from home: one table for each class of tiles.
class Prices {
 public:
  Prices(const Grid& grid, int classes)
      : cells_(grid.cells()), x_(cells_), y_(cells_), home_(cells_), class_(cells_), table_(classes * cells_) {
    for (int cell = 0; cell < cells_; ++cell) {
      x_[cell] = cell % grid.width();
      y_[cell] = cell / grid.width();
    }
  }

  void set_home(int tile, int cell) { home_[tile] = cell; }
  void set_class(int tile, int number) { class_[tile] = number * cells_; }
  template <class Function>
  void set_table(int number, Function price_of_distance) {
    for (int distance = 0; distance < cells_; ++distance) {
      table_[number * cells_ + distance] = price_of_distance(distance);
    }
  }

  int operator()(int tile, int cell) const {
    const int home = home_[tile];
    return table_[class_[tile] + std::abs(x_[home] - x_[cell]) + std::abs(y_[home] - y_[cell])];
  }
  int of_board(const Tile* board) const {
    int sum = 0;
    for (int cell = 0; cell < cells_; ++cell) {
      if (board[cell] != 0) sum += (*this)(board[cell], cell);
    }
    return sum;
  }

 private:
  int cells_;
  std::vector<int> x_, y_, home_, class_, table_;
};

class Beam {
 public:
  struct Node {
    std::uint64_t key;    // a hash of the board
    std::uint32_t step;   // the last move, in steps_
    std::int32_t moves;   // since the start
    std::int32_t price;   // of all tiles
    std::int32_t score;   // the lower the better
    Tile blank;           // its cell,
    Tile previous;        // the cell it came from,
    Tile carried;         // and that of the carried tile
  };

  // Nodes with their boards.
  struct Generation {
    Vector<Node> nodes;
    Vector<Tile> boards;
    std::size_t cells;

    Generation(const Grid& grid, Control& control)
        : nodes(Accounted<Node>(control)), boards(Accounted<Tile>(control)), cells(grid.cells()) {}

    std::size_t size() const { return nodes.size(); }
    const Tile* board(std::size_t index) const { return boards.data() + index * cells; }
    Tile* board(std::size_t index) { return boards.data() + index * cells; }
    void add(const Node& node, const Tile* board) {
      nodes.push_back(node);
      boards.insert(boards.end(), board, board + cells);
    }
    void clear() {
      nodes.clear();
      boards.clear();
    }
    void keep_best(std::size_t count) {
      if (size() <= count) return;
      std::vector<std::size_t> order(size());
      for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
      const auto rank = [this](std::size_t i) { return std::tuple(nodes[i].score, nodes[i].key, i); };
      std::nth_element(order.begin(), order.begin() + count, order.end(),
                       [&](std::size_t a, std::size_t b) { return rank(a) < rank(b); });
      std::sort(order.begin(), order.begin() + count);
      for (std::size_t i = 0; i < count; ++i) {
        nodes[i] = nodes[order[i]];
        if (order[i] != i) std::copy_n(board(order[i]), cells, board(i));
      }
      nodes.resize(count);
      boards.resize(count * cells);
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
    std::uint64_t random = 0;
    for (auto* keys : {&tile_keys_, &cell_keys_}) {
      keys->resize(grid.cells());
      for (auto& key : *keys) key = scrambled(random += 0x9E3779B97F4A7C15);
    }
  }

  std::size_t width() const { return width_; }

  void start(const Tile* board) {
    Node node{};
    node.step = no_step;
    for (int cell = 0; cell < grid_.cells(); ++cell) {
      node.key += tile_keys_[board[cell]] * cell_keys_[cell];
      if (board[cell] == 0) node.blank = node.previous = static_cast<Tile>(cell);
    }
    steps_.clear();
    front.clear();
    front.add(node, board);
  }

  // Moves the front on to the best `wanted` boards that are done, looking only at scores below `bound` and at most
  // `patience` moves ahead. When there are none it returns false and leaves the front as it was.
  template <class Guide>
  bool search(Guide& guide, std::size_t wanted, int bound, int patience) {
    sources_ = front;
    next_.clear();
    done_.clear();
    for (std::size_t i = 0; i < front.size(); ++i) {
      Node& node = front.nodes[i];
      Tile* board = front.board(i);
      node.price = guide.price_of_board(board);
      node.carried = static_cast<Tile>(std::find(board, board + front.cells, guide.tile) - board);
      const int distance = guide.distance(node.carried, node.blank);
      node.score = guide.score(node.moves, distance, node.price);
      if (guide.done(distance, node.price)) {
        done_.add(node, board);
      } else if (node.score < bound) {
        next_.add(node, board);
      }
    }
    next_.keep_best(width_);
    std::swap(front, next_);

    for (int level = 0; level < patience && front.size() > 0; ++level) {
      if (done_.size() >= wanted) {
        done_.keep_best(wanted);
        for (const Node& node : done_.nodes) bound = std::min(bound, node.score);
      }
      expand(guide, bound);
      select();
    }
    std::swap(front, done_.size() > 0 ? done_ : sources_);
    front.keep_best(wanted);
    return done_.size() > 0;
  }
