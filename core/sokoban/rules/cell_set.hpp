// Sets of floor cells as bits, with a flood fill.
//
// Bits are in reading order (see Level::bit), so one shift moves a whole set by one cell. On a small level the fill
// spreads in all directions at once. On a large one, most words would be idle most of the time. There the fill sweeps
// down and up the rows instead and fills each word from end to end.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "sokoban/rules/level.hpp"
#include "support/mix.hpp"

namespace budge::sokoban {

class CellSet {
 public:
  using Cell = Level::Cell;
  using Word = std::uint64_t;

  explicit CellSet(const Level& level) : level_(&level), words_(level.words(), 0) {}

  bool has(int cell) const { return words_[level_->bit(cell) / 64] >> level_->bit(cell) % 64 & 1; }
  void add(int cell) { words_[level_->bit(cell) / 64] |= one(cell); }
  void remove(int cell) { words_[level_->bit(cell) / 64] &= ~one(cell); }
  void clear() { words_.assign(words_.size(), 0); }

  bool empty() const {
    Word any = 0;
    for (const Word word : words_) any |= word;
    return any == 0;
  }
  int size() const {
    int size = 0;
    for (const Word word : words_) size += std::popcount(word);
    return size;
  }
  // The first cell in reading order. The set must not be empty.
  Cell first() const {
    assert(!empty());
    int word = 0;
    while (words_[word] == 0) ++word;
    return level_->cell_of_bit(word * 64 + std::countr_zero(words_[word]));
  }
  template <class Visit>
  void each(Visit&& visit) const {
    for (std::size_t word = 0; word < words_.size(); ++word) {
      for (Word left = words_[word]; left; left &= left - 1) {
        visit(level_->cell_of_bit(static_cast<int>(word * 64) + std::countr_zero(left)));
      }
    }
  }

  // A hash of the intersection with a zone.
  std::uint64_t hash_within(const CellSet& zone) const {
    std::uint64_t hash = 0;
    for (std::size_t word = 0; word < words_.size(); ++word) hash = mix(hash ^ (words_[word] & zone.words_[word]));
    return hash;
  }

  const std::vector<Word>& words() const { return words_; }
  void unite(const CellSet& other) {
    for (std::size_t word = 0; word < words_.size(); ++word) words_[word] |= other.words_[word];
  }
  void subtract(const CellSet& other) {
    for (std::size_t word = 0; word < words_.size(); ++word) words_[word] &= ~other.words_[word];
  }

  void keep(const CellSet& other) {
    for (std::size_t word = 0; word < words_.size(); ++word) words_[word] &= other.words_[word];
  }
  bool meets(const CellSet& other) const {
    Word both = 0;
    for (std::size_t word = 0; word < words_.size(); ++word) both |= words_[word] & other.words_[word];
    return both != 0;
  }

  // True if a cell of the other set is adjacent to one of this set.
  bool touches(const CellSet& other) const;

  // True if the level is small enough for the parallel fill.
  bool is_quick_to_fill() const {
    return with_words([](auto) {});
  }

  // Becomes the connected part of `within` that contains `from`. `from` is always included.
  void fill(const CellSet& within, Cell from);

  // The same, but may stop early, with only a part of the cells, once all `wanted` cells are included.
  void fill_until(const CellSet& within, Cell from, const CellSet& wanted);

  // Calls visit(cell, steps) for every other cell that is reachable within `within`, nearest first. Returns false and
  // does nothing if the level is too large for the parallel fill.
  template <class Visit>
  static bool each_ring(const CellSet& within, Cell from, Visit&& visit) {
    return within.with_words([&](auto size) {
      Block<size> ring{}, free;
      std::copy_n(within.words_.begin(), size, free.begin());
      ring[within.level_->bit(from) / 64] = within.one(from);
      free[within.level_->bit(from) / 64] &= ~within.one(from);
      for (int steps = 1; ring != Block<size>{}; ++steps) {
        ring = within.around<size>(ring);
        for (int word = 0; word < size; ++word) {
          ring[word] &= free[word];
          free[word] &= ~ring[word];
          for (Word left = ring[word]; left; left &= left - 1) {
            visit(within.level_->cell_of_bit(word * 64 + std::countr_zero(left)), steps);
          }
        }
      }
    });
  }

 private:
  template <int Words>
  using Block = std::array<Word, Words>;

  Word one(int cell) const { return Word{1} << level_->bit(cell) % 64; }

  // Calls code(n) with the number of words as a constant; returns false if the level is too large.
  template <class Code>
  bool with_words(Code&& code) const {
    if (level_->stride() >= 64) return false;
    switch (words_.size()) {
      case 1:
        return code(std::integral_constant<int, 1>{}), true;
      case 2:
        return code(std::integral_constant<int, 2>{}), true;
      case 3:
        return code(std::integral_constant<int, 3>{}), true;
      case 4:
        return code(std::integral_constant<int, 4>{}), true;
      case 5:
        return code(std::integral_constant<int, 5>{}), true;
      case 6:
        return code(std::integral_constant<int, 6>{}), true;
      case 7:
        return code(std::integral_constant<int, 7>{}), true;
      case 8:
        return code(std::integral_constant<int, 8>{}), true;
      default:
        return false;
    }
  }

  // The neighbours of a set of cells, including walls.
  template <int Words>
  Block<Words> around(const Block<Words>& cells) const {
    const int stride = level_->stride();
    Block<Words> around;
    for (int word = 0; word < Words; ++word) {
      const Word here = cells[word];
      around[word] = here << 1 | here >> 1 | here << stride | here >> stride;
      if (word > 0) around[word] |= cells[word - 1] >> 63 | cells[word - 1] >> (64 - stride);
      if (word + 1 < Words) around[word] |= cells[word + 1] << 63 | cells[word + 1] << (64 - stride);
    }
    return around;
  }

  // Fills word by word: each word takes two steps from the current state of itself and its neighbours. That needs fewer
  // than half as many passes as single steps of all words at once.
  template <int Words, class Done>
  void spread(const CellSet& within, Done&& done) {
    const int stride = level_->stride();
    Block<Words> now, free;
    std::copy_n(words_.begin(), Words, now.begin());
    std::copy_n(within.words_.begin(), Words, free.begin());
    Word added;
    do {
      added = 0;
      for (int word = 0; word < Words; ++word) {
        const Word before = now[word];
        Word carried = 0;
        if (word > 0) carried |= now[word - 1] >> 63 | now[word - 1] >> (64 - stride);
        if (word + 1 < Words) carried |= now[word + 1] << 63 | now[word + 1] << (64 - stride);
        Word here = before;
        here |= (carried | here << 1 | here >> 1 | here << stride | here >> stride) & free[word];
        here |= (here << 1 | here >> 1 | here << stride | here >> stride) & free[word];
        added |= here ^ before;
        now[word] = here;
      }
    } while (added && !done(now));
    std::copy_n(now.begin(), Words, words_.begin());
  }

  template <class Done>
  void sweep(const CellSet& within, Cell from, Done&& done);

  void walk(const CellSet& within, Cell from);

  const Level* level_;
  std::vector<Word> words_;
  std::vector<Cell> queue_;
};

}  // namespace budge::sokoban
