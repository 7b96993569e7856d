#include "sokoban/rules/cell_set.hpp"

namespace budge::sokoban {

// Sweeps down and up the rows until nothing is added. Rows longer than a word would need shifts across several words;
// such levels are filled cell by cell.
template <class Done>
void CellSet::sweep(const CellSet& within, Cell from, Done&& done) {
  if (level_->stride() >= 64) return walk(within, from);
  const int stride = level_->stride();
  const std::size_t size = words_.size();
  Word* const now = words_.data();
  const Word* const all = within.words_.data();
  for (bool added = true; added && !done(words_);) {
    added = false;
    for (std::size_t word = 0; word < size; ++word) {
      const Word before = word > 0 ? now[word - 1] : 0, free = all[word];
      Word here = now[word];
      here |= (before >> 63 | before >> (64 - stride) | here << 1 | here >> 1 | here << stride | here >> stride) & free;
      here |= free & ~(free + here);  // the sum carries every cell on to the end of its run
      added |= here != now[word];
      now[word] = here;
    }
    for (std::size_t word = size; word-- > 0;) {
      const Word after = word + 1 < size ? now[word + 1] : 0;
      Word here = now[word], free = all[word];
      here |= (after << 63 | after << (64 - stride) | here << 1 | here >> 1 | here << stride | here >> stride) & free;
      for (int step = 1; step < 64; step *= 2) {
        here |= free & here >> step;
        free &= free >> step;
      }
      added |= here != now[word];
      now[word] = here;
    }
  }
}

bool CellSet::touches(const CellSet& other) const {
  bool found = false;
  const bool quick = with_words([&](auto size) {
    Block<size> cells;
    std::copy_n(words_.begin(), size, cells.begin());
    cells = around<size>(cells);
    for (int word = 0; word < size; ++word) found |= (cells[word] & other.words_[word]) != 0;
  });
  if (quick) return found;
  each([&](Cell cell) {
    for (const Cell to : level_->next(cell)) found = found || (to != level_->outside() && other.has(to));
  });
  return found;
}

void CellSet::fill(const CellSet& within, Cell from) {
  clear();
  add(from);
  const auto never = [](const auto&) { return false; };
  if (!with_words([&](auto size) { spread<size>(within, never); })) sweep(within, from, never);
}

void CellSet::fill_until(const CellSet& within, Cell from, const CellSet& wanted) {
  clear();
  add(from);
  const auto done = [&](const auto& now) {
    Word missing = 0;
    for (std::size_t word = 0; word < now.size(); ++word) missing |= wanted.words_[word] & ~now[word];
    return missing == 0;
  };
  if (!with_words([&](auto size) { spread<size>(within, done); })) sweep(within, from, done);
}

void CellSet::walk(const CellSet& within, Cell from) {
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

}  // namespace budge::sokoban
