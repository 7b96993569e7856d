// A Sokoban level prepared for search: numbered floor cells, symmetries, and the distance of every box to every target.
//
// Only cells that the player can reach on the floor without boxes count as floor. Cells where a box may usefully stand
// are numbered first, so sets of boxes are short bitsets.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "sokoban/rules/distances.hpp"
#include "sokoban/tuning.hpp"
#include "support/control.hpp"

namespace budge::sokoban {

// A puzzle as the caller gives it. Cells are positions in a width × height grid, row by row.
struct Puzzle {
  int width = 0, height = 0;
  std::vector<int> walls, players, boxes, targets;
  std::vector<std::vector<int>> assigned;  // by box: the targets it may end on; empty: any
};

// The cells of all boxes, by number, and of the player.
struct Placement {
  std::vector<std::uint16_t> boxes;
  std::uint16_t player;
};

class Level {
 public:
  using Cell = std::uint16_t;
  using Box = std::uint16_t;  // the number of a box, or of a kind of boxes

  static constexpr int max_floor = 4096;
  static_assert(max_floor < std::numeric_limits<Cell>::max());  // a cell for outside(), too

  // Directions: up, left, right, down; the opposite of d is 3 - d.
  static constexpr int directions = 4;
  static constexpr int opposite(int direction) { return 3 - direction; }

  // Throws std::invalid_argument if the puzzle is malformed. `control`, if given, can stop the setup here and later
  // computations such as distances on large floors.
  explicit Level(const Puzzle& puzzle, Control* control = nullptr, const Tuning& tuning = {});
  // The same level for another thread, which has a control of its own.
  Level(const Level& level, Control& control) : Level(level) { control_ = &control; }
  Level(const Level& level, const Tuning& tuning) : Level(level) { tuning_ = tuning; }

  // Throws Stopped if a limit is reached. Any computation on the whole floor calls it every few thousand steps.
  void poll_clock() const {
    if (control_) control_->poll_clock();
  }

  Control* control() const { return control_; }
  const Tuning& tuning() const { return tuning_; }  // of all searches of the level

  int floor() const { return static_cast<int>(grid_.size()); }
  int box_cells() const { return box_cells_; }  // cells 0 … box_cells() - 1 may hold a box
  int boxes() const { return static_cast<int>(start_.size()); }
  int kinds() const { return static_cast<int>(allowed_.size()); }
  // The number of spare boxes: those that need not reach a target.
  int spare() const { return boxes() - static_cast<int>(targets_.size()); }
  Cell outside() const { return static_cast<Cell>(floor()); }  // represents every wall; all its neighbours are itself

  Cell next(int cell, int direction) const { return next_[cell][direction]; }
  const std::array<Cell, directions>& next(int cell) const { return next_[cell]; }
  // The eight cells around a cell, clockwise from above. A diagonal cell between two walls counts as wall.
  const std::array<Cell, 8>& ring(int cell) const { return ring_[cell]; }
  // True if the free neighbours of a cell are connected within its ring.
  template <class IsFree>
  bool neighbours_connected(int cell, IsFree&& is_free) const {
    unsigned free = 0;
    for (int i = 0; i < 8; ++i) free |= static_cast<unsigned>(is_free(ring_[cell][i])) << i;
    return connected_[free];
  }
  // Sets of cells are bits in reading order, `stride` bits per row, so one shift moves a whole set by one cell.
  int bit(int cell) const { return bit_[cell]; }
  Cell cell_of_bit(int bit) const { return cell_of_bit_[bit]; }
  int stride() const { return stride_; }
  int words() const { return words_; }  // 64-bit words in a set of cells
  const std::vector<Cell>& targets() const { return targets_; }
  bool is_target(int cell) const { return target_[cell] >= 0; }
  bool accepts(int cell, int kind) const { return target_[cell] >= 0 && allowed_[kind][target_[cell]]; }

  // The start: box i stands on start()[i]; boxes of one kind are interchangeable.
  const std::vector<Cell>& start() const { return start_; }
  int kind(int box) const { return kind_[box]; }
  const std::vector<Cell>& players() const { return players_; }
  Placement placement() const { return {start_, players_.front()}; }  // of the boxes and the first player

  // The position of a cell in the grid of the puzzle, and back (-1 where there is no floor).
  int grid(int cell) const { return grid_[cell]; }
  int cell(int position) const { return cell_[position]; }
  int width() const { return width_; }
  int height() const { return height_; }

  // Distances from boxes to targets without frozen boxes.
  const Distances& distances() const { return distances_; }
  int stance(int cell, int player) const { return distances_.stance(cell, player); }
  int line(int kind, int stance) const { return distances_.line(kind, stance); }
  const CostTable& costs() const { return distances_.costs(); }

  // True for a dead square: a box there cannot reach any target, wherever the player is.
  bool is_dead(int cell) const;

  // Why the level is unsolvable, if that is known without search.
  const std::optional<std::string>& unsolvable_reason() const { return unsolvable_reason_; }

  // Whether the only known reason is a box of the start on a dead square: other starts may be solvable.
  bool starts_on_dead_square() const { return starts_on_dead_square_; }

  // The symmetries of the level except the identity, as permutations of its cells; none if there are several kinds.
  const std::vector<std::vector<Cell>>& symmetries() const { return symmetries_; }

 private:
  void number_cells(const Puzzle& puzzle, const std::vector<char>& wall);
  struct Rectangle {
    int left, top, columns, rows;
  };
  Rectangle rectangle() const;  // the smallest one around the floor
  void number_bits();
  void place_pieces(const Puzzle& puzzle);
  void find_symmetries();

  // For every set of free cells in a ring: whether the orthogonal neighbours among them belong to a single run.
  static constexpr std::array<bool, 256> make_connected_table() {
    std::array<bool, 256> connected{};
    for (unsigned free = 0; free < 256; ++free) {
      int runs = 0;  // runs of free cells with an orthogonal neighbour, which have even numbers
      for (int i = 0; i < 8; ++i) {
        if (free >> i & 1 || !(free >> (i + 1) % 8 & 1)) continue;
        bool has_neighbour = false;
        for (int j = (i + 1) % 8; free >> j & 1; j = (j + 1) % 8) has_neighbour |= j % 2 == 0;
        runs += has_neighbour;
      }
      connected[free] = runs <= 1;
    }
    return connected;
  }
  static const std::array<bool, 256> connected_;

  Control* control_;
  Tuning tuning_;
  int width_, height_;
  int box_cells_ = 0;
  std::vector<int> grid_, cell_;
  std::vector<std::array<Cell, directions>> next_;
  std::vector<std::array<Cell, 8>> ring_;
  int stride_ = 0, words_ = 0;
  std::vector<int> bit_;
  std::vector<Cell> cell_of_bit_;
  std::vector<Cell> targets_, start_, players_;
  std::vector<int> target_;                 // by cell: the number of the target there, or -1
  std::vector<int> kind_;                   // by box
  std::vector<std::vector<char>> allowed_;  // by kind and target
  Distances distances_;
  std::vector<std::vector<Cell>> symmetries_;
  std::optional<std::string> unsolvable_reason_;
  bool starts_on_dead_square_ = false;
};

inline constexpr std::array<bool, 256> Level::connected_ = Level::make_connected_table();

}  // namespace budge::sokoban
