// Where boxes taken out of the solved position may go: the cells where one stands at the start, each for one box.
#pragma once

#include <algorithm>
#include <vector>

#include "sokoban/rules/board.hpp"
#include "sokoban/rules/level.hpp"
#include "sokoban/rules/tour.hpp"

namespace budge::sokoban {

class Sinks {
 public:
  using Cell = Level::Cell;

  explicit Sinks(const Level& level)
      : level_(level),
        cells_(level.start()),
        number_(level.floor() + 1, -1),
        comes_from_(level.floor() + 1),
        reach_(level),
        tour_(level, Motion::push),
        board_(level),
        group_(cells_.size()) {
    for (int sink = 0; sink < count(); ++sink) number_[cells_[sink]] = sink;
    find_sources();
  }

  int count() const { return static_cast<int>(cells_.size()); }
  int number(Cell cell) const { return number_[cell]; }  // of a sink, or -1

  // The unused sinks of the largest group between which a box can be pushed to and fro past the boxes on the board;
  // none if the player cannot walk to all of them.
  const std::vector<char>& group(const Board& board, const Reach& reach, const std::vector<Cell>& used) {
    std::vector<std::vector<char>> leads(count(), std::vector<char>(count(), 0));
    for (int sink = 0; sink < count(); ++sink) {
      if (used[sink] || board.has_box(cells_[sink])) continue;
      level_.heed();
      board_.clear();
      for (int box = 0; box < board.boxes(); ++box) board_.add(board.cell(box), 0);
      board_.add(cells_[sink], 0);
      for (const Cell beside : level_.next(cells_[sink])) {
        if (board_.blocked(beside) || !reach.has(beside)) continue;
        reach_.fill(board_, beside);
        tour_.find(board_, board_.boxes() - 1, reach_);
        for (const Tour::Stop& stop : tour_.stops()) {
          if (number_[stop.cell] >= 0) leads[sink][number_[stop.cell]] = 1;
        }
        if (level_.joined_around(cells_[sink], [&](Cell at) { return !board_.blocked(at); })) break;
      }
      leads[sink][sink] = 1;
    }
    int largest = 0, first = -1;
    for (int one = 0; one < count(); ++one) {
      int size = 0;
      for (int other = 0; other < count(); ++other) size += leads[one][other] && leads[other][one];
      if (size > largest) {
        largest = size;
        first = one;
      }
    }
    std::fill(group_.begin(), group_.end(), 0);
    if (first < 0) return group_;
    for (int other = 0; other < count(); ++other) group_[other] = leads[first][other] && leads[other][first];
    for (int sink = 0; sink < count(); ++sink) {
      if (group_[sink] && !reach.has(cells_[sink])) std::fill(group_.begin(), group_.end(), 0);
    }
    return group_;
  }

  // True if every box can come from an unused sink of its own, on a floor without others, were `box` on `cell`, or
  // gone.
  bool match(const Board& board, int box, Cell cell, const std::vector<Cell>& used, bool gone) {
    taken_by_.assign(count(), -1);
    where_.clear();
    for (int other = 0; other < board.boxes(); ++other) {
      if (other != box) where_.push_back(board.cell(other));
    }
    if (!gone) where_.push_back(cell);
    for (int number = 0; number < static_cast<int>(where_.size()); ++number) {
      asked_.assign(count(), 0);
      if (!augment(number, used)) return false;
    }
    return true;
  }

 private:
  bool augment(int number, const std::vector<Cell>& used) {
    for (const int sink : comes_from_[where_[number]]) {
      if (used[sink] || asked_[sink]) continue;
      asked_[sink] = 1;
      if (taken_by_[sink] < 0 || augment(taken_by_[sink], used)) {
        taken_by_[sink] = number;
        return true;
      }
    }
    return false;
  }

  // Which cells a lone box can be pushed to from each sink, the player being on any side of it.
  void find_sources() {
    for (int sink = 0; sink < count(); ++sink) {
      level_.heed();
      board_.clear();
      board_.add(cells_[sink], 0);
      std::vector<char> met(level_.floor() + 1, 0);
      for (const Cell beside : level_.next(cells_[sink])) {
        if (beside == level_.outside()) continue;
        reach_.fill(board_, beside);
        tour_.find(board_, 0, reach_);
        for (const Tour::Stop& stop : tour_.stops()) met[stop.cell] = 1;
      }
      for (int cell = 0; cell < level_.floor(); ++cell) {
        if (met[cell]) comes_from_[cell].push_back(sink);
      }
    }
  }

  const Level& level_;
  std::vector<Cell> cells_;
  std::vector<int> number_;                   // by cell
  std::vector<std::vector<int>> comes_from_;  // by cell: sinks from which a lone box gets there
  Reach reach_;
  Tour tour_;
  Board board_;
  std::vector<char> group_, asked_;
  std::vector<int> taken_by_;
  std::vector<Cell> where_;
};

}  // namespace budge::sokoban
