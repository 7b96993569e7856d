// Packed arrangements: the token on each vertex, 0 being the blank.
//
// Small boards fit in one word. Larger boards take a byte for each cell up to 256 cells, and two bytes beyond.
// `Cells{}` is empty. These types are trivially copyable, so that tables can pack them.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#include "support/mix.hpp"

namespace budge::tokens {

// Up to sixteen cells of four bits.
struct Nibbles {
  using Vertex = std::uint8_t;
  static constexpr std::size_t capacity = 16;

  std::uint64_t word;

  int operator[](int cell) const { return static_cast<int>(word >> (4 * cell)) & 15; }
  void put(int cell, int token) { word |= static_cast<std::uint64_t>(token) << (4 * cell); }  // into an empty cell
  void slide(int from, int to) {
    const std::uint64_t token = word >> (4 * from) & 15;
    word ^= token << (4 * from) | token << (4 * to);
  }
  int blank() const {  // the lowest nibble that is zero: unused cells are above it
    const std::uint64_t filled = word | word >> 1 | word >> 2 | word >> 3;
    return std::countr_one(filled | ~0x1111111111111111ULL) / 4;
  }
  std::uint64_t hash() const { return mix(word); }
  bool operator==(const Nibbles&) const = default;
};

// Up to Count cells of type Cell.
template <class Cell, std::size_t Count>
struct Array {
  using Vertex = Cell;
  static constexpr std::size_t capacity = Count;

  std::array<Cell, Count> cells;

  int operator[](int cell) const { return cells[cell]; }
  void put(int cell, int token) { cells[cell] = static_cast<Cell>(token); }
  void slide(int from, int to) {
    cells[to] = cells[from];
    cells[from] = 0;
  }
  int blank() const { return static_cast<int>(std::find(cells.begin(), cells.end(), Cell{0}) - cells.begin()); }
  std::uint64_t hash() const {
    std::uint64_t sum = 0;
    for (std::size_t at = 0; at < sizeof cells; at += 8) {
      std::uint64_t word;
      std::memcpy(&word, reinterpret_cast<const char*>(cells.data()) + at, 8);
      sum = (sum ^ word) * 0x9e3779b97f4a7c15ULL;
      sum ^= sum >> 29;
    }
    return mix(sum);
  }
  bool operator==(const Array& other) const { return std::memcmp(cells.data(), other.cells.data(), sizeof cells) == 0; }
};

}  // namespace budge::tokens
