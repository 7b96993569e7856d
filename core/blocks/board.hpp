// Sets of cells: one word for boards of up to 64 cells, four for those of up to 256.
#pragma once

#include <cstdint>

namespace budge::blocks {

struct Board64 {
  static constexpr int capacity = 64;

  std::uint64_t word = 0;

  void add(int cell) { word |= std::uint64_t{1} << cell; }
  bool has(int cell) const { return word >> cell & 1; }
  bool meets(const Board64& other) const { return word & other.word; }
  Board64& operator|=(const Board64& other) { return word |= other.word, *this; }
  Board64& operator^=(const Board64& other) { return word ^= other.word, *this; }
};

struct Board256 {
  static constexpr int capacity = 256;

  std::uint64_t words[4] = {};

  void add(int cell) { words[cell / 64] |= std::uint64_t{1} << (cell % 64); }
  bool has(int cell) const { return words[cell / 64] >> (cell % 64) & 1; }
  bool meets(const Board256& other) const {
    std::uint64_t common = 0;
    for (int i = 0; i < 4; ++i) common |= words[i] & other.words[i];
    return common;
  }
  Board256& operator|=(const Board256& other) {
    for (int i = 0; i < 4; ++i) words[i] |= other.words[i];
    return *this;
  }
  Board256& operator^=(const Board256& other) {
    for (int i = 0; i < 4; ++i) words[i] ^= other.words[i];
    return *this;
  }
};

}  // namespace budge::blocks
