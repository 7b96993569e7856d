// Sets of cells, in as many words as the board needs.
#pragma once

#include <cstdint>

namespace budge::blocks {

template <int word_count>
struct Board {
  static constexpr int capacity = 64 * word_count;

  std::uint64_t words[word_count] = {};

  void add(int cell) { words[cell / 64] |= std::uint64_t{1} << (cell % 64); }
  void remove(int cell) { words[cell / 64] &= ~(std::uint64_t{1} << (cell % 64)); }
  bool has(int cell) const { return words[cell / 64] >> (cell % 64) & 1; }
  bool meets(const Board& other) const {
    std::uint64_t common = 0;
    for (int i = 0; i < word_count; ++i) common |= words[i] & other.words[i];
    return common;
  }
  Board& operator|=(const Board& other) {
    for (int i = 0; i < word_count; ++i) words[i] |= other.words[i];
    return *this;
  }
  Board& operator^=(const Board& other) {
    for (int i = 0; i < word_count; ++i) words[i] ^= other.words[i];
    return *this;
  }
};

using Board64 = Board<1>;
using Board256 = Board<4>;
using Board1024 = Board<16>;  // the largest: 32×32

}  // namespace budge::blocks
