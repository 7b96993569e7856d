// A piece at a place: the cells it covers, and those that each step enters.
//
// On boards of up to 256 cells these are sets of cells, compared word by word. On larger boards they would fill the
// processor's caches, so the cells are listed once for each group, relative to the anchor of the piece.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <vector>

#ifdef __AVX2__
#include <immintrin.h>
#endif

#include "blocks/board.hpp"
#include "blocks/layout.hpp"

namespace budge::blocks {

// Where the steps from a place lead.
struct Steps {
  std::array<Place, 4> next;  // nowhere if the board does not allow a step
  std::uint8_t row, column;
  std::uint8_t open = 0;  // one bit for each direction that the board allows
};

template <class Board>
struct alignas(64) DenseFootprint : Steps {
  Board cells;
  std::array<Board, 4> enters;

  // One bit for each direction.
  unsigned free_directions(const Board& occupied) const {
#ifdef __AVX2__
    if constexpr (sizeof(Board) == 8) {
      const __m256i met = _mm256_and_si256(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(&enters)),
                                           _mm256_set1_epi64x(static_cast<long long>(occupied.words[0])));
      const __m256i none = _mm256_cmpeq_epi64(met, _mm256_setzero_si256());
      return static_cast<unsigned>(_mm256_movemask_pd(_mm256_castsi256_pd(none))) & open;
    }
#endif
    unsigned free = 0;
    for (int direction = 0; direction < 4; ++direction) {
      free |= static_cast<unsigned>(!enters[direction].meets(occupied)) << direction;
    }
    return free & open;
  }
  void add_to(Board& occupied) const { occupied |= cells; }
  void remove_from(Board& occupied) const { occupied ^= cells; }
};

struct SparseFootprint : Steps {
  using Offsets = std::vector<std::int16_t>;
  struct Shape {
    Offsets cells;
    std::array<Offsets, 4> enters;
  };

  const Shape* shape;
  std::int16_t anchor;

  unsigned free_directions(const Board1024& occupied) const {
    unsigned free = open;
    for (int direction = 0; direction < 4; ++direction) {
      if (!(open >> direction & 1)) continue;  // some cells may be beyond the board
      for (const int offset : shape->enters[direction]) {
        if (!occupied.has(anchor + offset)) continue;
        free &= ~(1u << direction);
        break;
      }
    }
    return free;
  }
  void add_to(Board1024& occupied) const {
    for (const int offset : shape->cells) occupied.add(anchor + offset);
  }
  void remove_from(Board1024& occupied) const {
    for (const int offset : shape->cells) occupied.remove(anchor + offset);
  }
};

// The footprints of a group at all its places.
template <class Board>
class Footprints {
 public:
  static constexpr bool sparse = Board::capacity > Board256::capacity;
  using Footprint = std::conditional_t<sparse, SparseFootprint, DenseFootprint<Board>>;

  Footprints(const Group& group, int width) : at_(group.places()) {
    if constexpr (sparse) shape_ = std::make_unique<SparseFootprint::Shape>(shape(group, width));
    for (std::size_t place = 0; place < at_.size(); ++place) {
      Footprint& here = at_[place];
      here.next = group.next[place];
      here.row = static_cast<std::uint8_t>(group.cells[place][0] / width);
      here.column = static_cast<std::uint8_t>(group.cells[place][0] % width);
      for (int direction = 0; direction < 4; ++direction) here.open |= (here.next[direction] != nowhere) << direction;
      if constexpr (sparse) {
        here.shape = shape_.get();
        here.anchor = static_cast<std::int16_t>(group.cells[place][0]);
      } else {
        here.cells = board(group.cells[place]);
        for (int direction = 0; direction < 4; ++direction) {
          if (here.next[direction] == nowhere) continue;
          here.enters[direction] = here.cells;
          here.enters[direction] |= board(group.cells[here.next[direction]]);
          here.enters[direction] ^= here.cells;
        }
      }
    }
  }

  const Footprint* data() const { return at_.data(); }

 private:
  static Board board(const std::vector<int>& cells) {
    Board board;
    for (const int cell : cells) board.add(cell);
    return board;
  }
  static SparseFootprint::Shape shape(const Group& group, int width) {
    SparseFootprint::Shape shape;
    const std::vector<int>& cells = group.cells[0];
    const auto covered = [&](int row, int column) {
      return column >= 0 && column < width && std::binary_search(cells.begin(), cells.end(), row * width + column);
    };
    for (const int cell : cells) {
      shape.cells.push_back(static_cast<std::int16_t>(cell - cells[0]));
      for (int direction = 0; direction < 4; ++direction) {
        const int row = cell / width + row_step[direction], column = cell % width + column_step[direction];
        if (covered(row, column)) continue;
        shape.enters[direction].push_back(static_cast<std::int16_t>(row * width + column - cells[0]));
      }
    }
    return shape;
  }

  std::vector<Footprint> at_;
  std::unique_ptr<SparseFootprint::Shape> shape_;
};

}  // namespace budge::blocks
