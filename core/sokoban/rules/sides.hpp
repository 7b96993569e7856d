// The sides of a box between which the player can walk, wherever the box is put while all others stand still.
//
// Usually the ring of eight cells decides: if the free neighbours of the box are connected within it, they all belong
// to one part of the floor. Otherwise a flood fill runs until it has reached every side; results are cached until
// another box is lifted. On a large floor, where a fill takes long, the answers for all cells are computed at once
// (biconnected.hpp).
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "sokoban/rules/biconnected.hpp"
#include "sokoban/rules/board.hpp"
#include "sokoban/rules/cell_set.hpp"
#include "sokoban/rules/level.hpp"

namespace budge::sokoban {

class Sides {
 public:
  using Cell = Level::Cell;
  using Bits = std::uint8_t;  // one for each direction

  explicit Sides(const Level& level)
      : level_(level),
        free_(level),
        wanted_(level),
        part_(level),
        blocked_(level.floor() + 1),
        components_(level),
        found_(level.floor() + 1) {}

  // Lifts a box off the board: the queries below are about the floor without it.
  void lift(const Board& board, int box) {
    free_ = board.free();
    free_.add(board.cell(box));
    board.copy_blocked(blocked_);
    blocked_[board.cell(box)] = 0;
    ++lifted_;
  }

  bool is_free(Cell cell) const { return !blocked_[cell]; }

  // The number of parts into which the lifted box, put on a free cell, cuts the region around the cell.
  int parts(Cell cell) { return find(cell).parts; }

  // The sides of the box, put on a cell, that the player can walk to from one free side.
  Bits reachable(Cell cell, int side) {
    const Around& around = find(cell);
    for (int part = 1; part < around.parts; ++part) {
      if (around.sides[part] >> side & 1) return around.sides[part];
    }
    return around.sides[0];
  }

  // True if the free neighbours of a cell are not connected within its ring: a box there may cut the floor in two.
  bool is_narrow(Cell cell) { return find(cell).narrow; }

 private:
  struct Around {
    std::uint64_t lifted = 0;                     // value of lifted_ when this was computed
    std::array<Bits, Level::directions> sides{};  // by part
    std::uint8_t parts = 0;
    bool narrow = false;
  };

  const Around& find(Cell cell);

  void flood(Cell cell, Bits left, Around& around);

  void query_components(Cell cell, Bits left, Around& around);

  const Level& level_;
  CellSet free_, wanted_, part_;
  std::vector<std::uint8_t> blocked_;  // by cell, without the lifted box
  Biconnected components_;
  std::vector<Around> found_;        // by cell
  std::uint64_t lifted_ = 0;         // the number of calls of lift()
  std::uint64_t components_of_ = 0;  // value of lifted_ for which components_ were computed
};

}  // namespace budge::sokoban
