// Sets of floor cells as bits, and the fill that finds all cells connected to some of them.
//
// Bits lie in reading order (see Level::bit), so one shift moves a whole set by a cell. A fill of a small level spreads
// in all directions at once, a few steps of the processor for every step of the player; a large one, where most words
// would be idle most of the time, goes from cell to cell.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "sokoban/level.hpp"

namespace budge {

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
  // The first cell in reading order; there must be one.
  Cell first() const {
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

  const std::vector<Word>& words() const { return words_; }
  void unite(const CellSet& other) {
    for (std::size_t word = 0; word < words_.size(); ++word) words_[word] |= other.words_[word];
  }
  void subtract(const CellSet& other) {
    for (std::size_t word = 0; word < words_.size(); ++word) words_[word] &= ~other.words_[word];
  }

  // Becomes all cells of `within` that can be reached from `from` without leaving it; `from` always counts.
  void fill(const CellSet& within, Cell from) {
    clear();
    add(from);
    if (level_->stride() >= 64 || words_.size() > 4) return walk(within, from);
    switch (words_.size()) {
      case 1:
        return spread<1>(within);
      case 2:
        return spread<2>(within);
      case 3:
        return spread<3>(within);
      default:
        return spread<4>(within);
    }
  }

 private:
  Word one(int cell) const { return Word{1} << level_->bit(cell) % 64; }

  template <int Words>
  void spread(const CellSet& within) {
    const int stride = level_->stride();
    Word now[Words], free[Words];
    for (int word = 0; word < Words; ++word) {
      now[word] = words_[word];
      free[word] = within.words_[word] | now[word];
    }
    for (Word grown = 1; grown;) {
      grown = 0;
      Word before = 0;
      for (int word = 0; word < Words; ++word) {
        const Word here = now[word];
        Word around = here << 1 | here >> 1 | here << stride | here >> stride;
        if (word > 0) around |= before >> 63 | before >> (64 - stride);
        if (word + 1 < Words) around |= now[word + 1] << 63 | now[word + 1] << (64 - stride);
        now[word] = (here | around) & free[word];
        grown |= now[word] ^ here;
        before = now[word];
      }
    }
    for (int word = 0; word < Words; ++word) words_[word] = now[word];
  }

  void walk(const CellSet& within, Cell from) {
    queue_.assign(1, from);
    while (!queue_.empty()) {
      const Cell cell = queue_.back();
      queue_.pop_back();
      for (const Cell to : level_->next(cell)) {
        if (!within.has(to) || has(to)) continue;
        add(to);
        queue_.push_back(to);
      }
    }
  }

  const Level* level_;
  std::vector<Word> words_;
  std::vector<Cell> queue_;
};

}  // namespace budge
