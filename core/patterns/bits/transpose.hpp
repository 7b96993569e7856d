// Transposes a bit table: it is built row by row and read order by order.
//
// A build works on whole rows, with one bit for each order of the tiles. A search reads faster if the rows of one order
// are adjacent: a tile that slides along its row of the board changes the set of cells but not the order. The next read
// is then in the same memory page, often in the same cache line. So the finished table is transposed as a matrix, by
// squares of 64 by 64 bits.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace budge::patterns {

// The number of 64-bit words that hold this many bits.
constexpr std::size_t words_for(std::size_t bits) { return (bits + 63) / 64; }

// Transposes a square of bits, one word per row: swaps the off-diagonal quarters, then those of each quarter, and so
// on.
inline void transpose(std::array<std::uint64_t, 64>& square) {
  std::uint64_t mask = 0x00000000ffffffff;
  for (int half = 32; half != 0; half /= 2, mask ^= mask << half) {
    for (int i = 0; i < 64; i = (i + half + 1) & ~half) {
      const std::uint64_t differing = (square[i] >> half ^ square[i + half]) & mask;
      square[i] ^= differing << half;
      square[i + half] ^= differing;
    }
  }
}

// Transposes a tile of eight by eight squares, so that reads and writes use whole cache lines. The rows of `table` have
// `columns` bits, padded to whole words. A strip consists of the tiles in the same eight words of all rows;
// `transposed` has room for the columns of one strip, padded to whole words, too.
constexpr std::size_t tile_words = 8;

inline void transpose_tile(const std::uint64_t* table, std::uint64_t* transposed, std::size_t rows, std::size_t columns,
                           std::size_t strip, std::size_t tile) {
  const std::size_t words = words_for(columns), width = words_for(rows);
  const std::size_t first = strip * tile_words, last = std::min(first + tile_words, words), top = tile * tile_words;
  std::array<std::uint64_t, 64> square;
  for (std::size_t word = first; word < last; ++word) {
    for (std::size_t block = top; block < std::min(top + tile_words, width); ++block) {
      const std::size_t taken = std::min<std::size_t>(64, rows - 64 * block);
      for (std::size_t i = 0; i < taken; ++i) square[i] = table[(64 * block + i) * words + word];
      std::fill(square.begin() + taken, square.end(), 0);
      transpose(square);
      const std::size_t kept = std::min<std::size_t>(64, columns - 64 * word);
      for (std::size_t i = 0; i < kept; ++i) transposed[(64 * (word - first) + i) * width + block] = square[i];
    }
  }
}

}  // namespace budge::patterns
