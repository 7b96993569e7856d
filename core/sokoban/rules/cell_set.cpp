#include "sokoban/rules/cell_set.hpp"

namespace budge::sokoban {

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
  if (!with_words([&](auto size) { spread<size>(within, never); })) walk(within, from);
}

void CellSet::fill_until(const CellSet& within, Cell from, const CellSet& wanted) {
  clear();
  add(from);
  const auto enough = [&](const auto& now) {
    Word missing = 0;
    for (std::size_t word = 0; word < now.size(); ++word) missing |= wanted.words_[word] & ~now[word];
    return missing == 0;
  };
  if (!with_words([&](auto size) { spread<size>(within, enough); })) walk(within, from);
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
