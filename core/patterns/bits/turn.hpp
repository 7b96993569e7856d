// A table is built row by row and read order by order.
//
// A build works on whole rows, a bit for each order of the tiles. A search does better with the rows of one order side
// by side: a tile that slides along its row of the board changes the set of cells and not the order, and so do most
// that slide along a column past few others. What it reads next then lies in the same page of memory, often in the same
// line of the cache. So the finished table is turned, like any matrix, by squares of 64 by 64 bits.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace budge::patterns {

// Words of 64 bits that hold so many.
constexpr std::size_t words_for(std::size_t bits) { return (bits + 63) / 64; }

// A square of bits, a word a row: what was the row becomes the column. Halves change places, then halves of halves.
inline void turn(std::array<std::uint64_t, 64>& square) {
  std::uint64_t mask = 0x00000000ffffffff;
  for (int half = 32; half != 0; half /= 2, mask ^= mask << half) {
    for (int i = 0; i < 64; i = (i + half + 1) & ~half) {
      const std::uint64_t differing = (square[i] >> half ^ square[i + half]) & mask;
      square[i] ^= differing << half;
      square[i + half] ^= differing;
    }
  }
}

// Turns a tile of eight by eight squares: as much of a row as a line of the cache holds becomes as much of each column.
// The rows of a table have `columns` bits, filled up to whole words. A strip is the tiles of the same eight words of
// all rows; `turned` has room for what were its columns, which are filled up to whole words, too.
constexpr std::size_t tile_words = 8;

inline void turn_tile(const std::uint64_t* table, std::uint64_t* turned, std::size_t rows, std::size_t columns,
                      std::size_t strip, std::size_t tile) {
  const std::size_t words = words_for(columns), width = words_for(rows);
  const std::size_t first = strip * tile_words, last = std::min(first + tile_words, words), top = tile * tile_words;
  std::array<std::uint64_t, 64> square;
  for (std::size_t word = first; word < last; ++word) {
    for (std::size_t block = top; block < std::min(top + tile_words, width); ++block) {
      const std::size_t taken = std::min<std::size_t>(64, rows - 64 * block);
      for (std::size_t i = 0; i < taken; ++i) square[i] = table[(64 * block + i) * words + word];
      std::fill(square.begin() + taken, square.end(), 0);
      turn(square);
      const std::size_t kept = std::min<std::size_t>(64, columns - 64 * word);
      for (std::size_t i = 0; i < kept; ++i) turned[(64 * (word - first) + i) * width + block] = square[i];
    }
  }
}

}  // namespace budge::patterns
