// Between which sides of a box the player can walk, wherever it is put down while all other boxes stand still.
//
// Mostly a look at the eight cells around tells: where the free ones beside the box are joined around it, they are all
// one part of the floor. Elsewhere the floor is flooded, until every side has been met; what was found is kept until
// another box is lifted. On a large floor, where a flood takes long, all cells are told at once (see joints.hpp).
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
        joints_(level),
        found_(level.floor() + 1) {}

  // Takes up a box that stands on the board.
  void lift(const Board& board, int box) {
    free_ = board.free();
    free_.add(board.cell(box));
    board.copy_blocked(blocked_);
    blocked_[board.cell(box)] = 0;
    ++lifted_;
  }

  bool is_free(Cell cell) const { return !blocked_[cell]; }

  // Into how many parts the box, put down on a free cell, cuts the part of the floor that the cell is in.
  int parts(Cell cell) { return find(cell).parts; }

  // The sides of the box that the player can walk to from one of them, which is free.
  Bits joined(Cell cell, int side) {
    const Around& around = find(cell);
    for (int part = 1; part < around.parts; ++part) {
      if (around.sides[part] >> side & 1) return around.sides[part];
    }
    return around.sides[0];
  }

  // True if the free cells beside this one are not joined around it: a box there may cut the floor in two.
  bool is_narrow(Cell cell) { return find(cell).narrow; }

 private:
  struct Around {
    std::uint64_t lifted = 0;                     // when it was found
    std::array<Bits, Level::directions> sides{};  // of each part
    std::uint8_t parts = 0;
    bool narrow = false;
  };

  const Around& find(Cell cell);

  void flood(Cell cell, Bits left, Around& around);

  void ask_joints(Cell cell, Bits left, Around& around);

  const Level& level_;
  CellSet free_, wanted_, part_;
  std::vector<std::uint8_t> blocked_;  // by cell; the box is lifted
  Biconnected joints_;
  std::vector<Around> found_;      // by cell
  std::uint64_t lifted_ = 0;       // how often a box was
  std::uint64_t joined_when_ = 0;  // joints_ were last asked for
};

}  // namespace budge::sokoban
