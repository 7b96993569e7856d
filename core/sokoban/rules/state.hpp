// Packed states: the set of boxes, one bit for each kind and cell, and the player's cell (or the first cell of the
// player's region); and their hash keys (Zobrist, 1970).
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "sokoban/rules/level.hpp"
#include "support/mix.hpp"

namespace budge::sokoban {

template <int Words>
struct PackedState {
  std::array<std::uint64_t, Words> boxes{};
  std::uint16_t player = 0;

  static constexpr std::size_t packed_bytes = sizeof(boxes) + sizeof(player);

  void flip(int bit) { boxes[bit / 64] ^= std::uint64_t{1} << bit % 64; }
  bool test(int bit) const { return boxes[bit / 64] >> bit % 64 & 1; }

  template <class Visit>
  void each(Visit&& visit) const {
    for (int word = 0; word < Words; ++word) {
      for (std::uint64_t left = boxes[word]; left; left &= left - 1) visit(word * 64 + std::countr_zero(left));
    }
  }

  // Word by word: for one or two words, a call of memcmp would take longer than the comparison.
  bool same_boxes(const PackedState& other) const {
    std::uint64_t difference = 0;
    for (int word = 0; word < Words; ++word) difference |= boxes[word] ^ other.boxes[word];
    return difference == 0;
  }
  bool operator==(const PackedState& other) const { return player == other.player && same_boxes(other); }
};

// True if every target holds a box that may end there.
template <int Words>
bool solves(const Level& level, const PackedState<Words>& state) {
  return std::all_of(level.targets().begin(), level.targets().end(), [&](Level::Cell target) {
    for (int kind = 0; kind < level.kinds(); ++kind) {
      if (level.accepts(target, kind) && state.test(kind * level.box_cells() + target)) return true;
    }
    return false;
  });
}

// Random numbers for every bit and every player's cell. The key of a state is the exclusive or of those it contains.
class Zobrist {
 public:
  Zobrist(int bits, int cells) {
    std::uint64_t seed = 0x9e3779b97f4a7c15;
    for (auto* keys : {&bits_, &cells_}) {
      for (int i = 0; i < (keys == &bits_ ? bits : cells); ++i) keys->push_back(mix(seed += 0x9e3779b97f4a7c15));
    }
  }

  std::uint64_t bit(int bit) const { return bits_[bit]; }
  std::uint64_t player(int cell) const { return cells_[cell]; }

  template <int Words>
  std::uint64_t hash(const PackedState<Words>& state) const {
    std::uint64_t key = cells_[state.player];
    state.each([&](int bit) { key ^= bits_[bit]; });
    return key;
  }

 private:
  std::vector<std::uint64_t> bits_, cells_;
};

}  // namespace budge::sokoban
