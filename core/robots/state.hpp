// A packed state of robots: their cells one after another, each in as many bits as a cell of the board needs.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <compare>
#include <cstdint>

#include "robots/board.hpp"
#include "support/mix.hpp"

namespace budge::robots {

template <class Word, int words>
struct State {
  std::array<Word, words> word;

  std::uint64_t hash() const {
    std::uint64_t hash = 0;
    for (const Word each : word) hash = mix(hash * 0x9e3779b97f4a7c15ULL + each + 1);
    return hash;
  }
  auto operator<=>(const State&) const = default;
};

// How cells are packed into words.
template <class Word, int words>
class Packing {
 public:
  static constexpr int max_robots(int bits) { return words * per_word(bits); }

  explicit Packing(int cells) : bits_(bits(cells)), per_word_(per_word(bits_)) {}

  static int bits(int cells) { return std::max<int>(1, std::bit_width(static_cast<unsigned>(cells - 1))); }

  template <class Cells>
  State<Word, words> pack(const Cells& cells, int count) const {
    State<Word, words> state{};
    for (int i = 0, word = 0; word < words && i < count; ++word) {
      for (int shift = 0, n = 0; n < per_word_ && i < count; ++i, ++n, shift += bits_) {
        state.word[word] |= static_cast<Word>(Word(cells[i]) << shift);
      }
    }
    return state;
  }
  template <class Cells>
  void unpack(const State<Word, words>& state, Cells& cells, int count) const {
    const Word mask = static_cast<Word>((Word(1) << bits_) - 1);
    for (int i = 0, word = 0; word < words && i < count; ++word) {
      for (int shift = 0, n = 0; n < per_word_ && i < count; ++i, ++n, shift += bits_) {
        cells[i] = static_cast<Cell>(state.word[word] >> shift & mask);
      }
    }
  }

 private:
  static constexpr int per_word(int bits) { return static_cast<int>(8 * sizeof(Word)) / bits; }

  int bits_, per_word_;
};

}  // namespace budge::robots
