// Sinks: the cells to which boxes are removed in a backward search, namely the start cells of the boxes. Each takes one
// box. Tests whether the remaining boxes can be matched with the unused sinks.
#pragma once

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "sokoban/rules/board.hpp"
#include "sokoban/rules/level.hpp"
#include "sokoban/rules/tour.hpp"

namespace budge::sokoban {

class Sinks {
 public:
  using Cell = Level::Cell;

  Sinks(const Level& level, std::vector<Cell> cells)
      : level_(level),
        cells_(std::move(cells)),
        number_(level.floor() + 1, -1),
        comes_from_(level.floor() + 1),
        reach_(level),
        tour_(level, Motion::push),
        board_(level),
        group_(cells_.size()) {
    for (int sink = 0; sink < count(); ++sink) number_[cells_[sink]] = sink;
    find_reachable();
  }

  int count() const { return static_cast<int>(cells_.size()); }
  int number(Cell cell) const { return number_[cell]; }  // of a sink, or -1

  // The largest group of unused sinks between which a box can be pushed to and fro past the boxes on the board; empty
  // if the player cannot reach all of them.
  const std::vector<char>& group(const Board& board, const Reach& reach, const std::vector<Cell>& used) {
    std::vector<std::vector<char>> reaches(count(), std::vector<char>(count(), 0));
    for (int sink = 0; sink < count(); ++sink) {
      if (used[sink] || board.has_box(cells_[sink])) continue;
      level_.poll_clock();
      board_.clear();
      for (int box = 0; box < board.boxes(); ++box) board_.add(board.cell(box), 0);
      board_.add(cells_[sink], 0);
      for (const Cell side : level_.next(cells_[sink])) {
        if (board_.blocked(side) || !reach.has(side)) continue;
        reach_.fill(board_, side);
        tour_.find(board_, board_.boxes() - 1, reach_);
        for (const Tour::Stop& stop : tour_.stops()) {
          if (number_[stop.cell] >= 0) reaches[sink][number_[stop.cell]] = 1;
        }
        if (level_.neighbours_connected(cells_[sink], [&](Cell at) { return !board_.blocked(at); })) break;
      }
      reaches[sink][sink] = 1;
    }
    int largest = 0, first = -1;
    for (int one = 0; one < count(); ++one) {
      int size = 0;
      for (int other = 0; other < count(); ++other) size += reaches[one][other] && reaches[other][one];
      if (size > largest) {
        largest = size;
        first = one;
      }
    }
    std::fill(group_.begin(), group_.end(), 0);
    if (first < 0) return group_;
    for (int other = 0; other < count(); ++other) group_[other] = reaches[first][other] && reaches[other][first];
    for (int sink = 0; sink < count(); ++sink) {
      if (group_[sink] && !reach.has(cells_[sink])) std::fill(group_.begin(), group_.end(), 0);
    }
    return group_;
  }

  // Matches every box on the board with an unused sink of its own, from which it can be pushed to its cell on the empty
  // floor. Then lift() one box after another and test where it may go.
  void match(const Board& board, const std::vector<Cell>& used) {
    barred_.assign(used.begin(), used.end());
    taken_by_.assign(count(), none);
    sink_of_.assign(board.boxes(), none);
    where_.clear();
    for (int box = 0; box < board.boxes(); ++box) where_.push_back(board.cell(box));
    lifted_ = none;
    for (int box = 0; box < board.boxes(); ++box) find_sink(box);
  }

  void lift(int box) {
    if (lifted_ != none) {
      where_[lifted_] = home_;
      find_sink(lifted_);
    }
    lifted_ = box;
    home_ = where_[box];
    release(box);
    others_match_ = true;
    for (int other = 0; other < static_cast<int>(where_.size()); ++other) {
      if (other != box && sink_of_[other] == none && !find_sink(other)) others_match_ = false;
    }
    known_.assign(classes_, unknown);
  }

  // True if every box has a sink with the lifted box on this cell.
  bool match_with(Cell cell) {
    Known& known = known_[class_[cell]];
    if (known != unknown) return known == yes;
    where_[lifted_] = cell;
    known = others_match_ && find_sink(lifted_) ? yes : no;
    release(lifted_);
    return known == yes;
  }

  // True if all other boxes have a sink once the lifted box is removed to this one.
  bool match_without(int sink) {
    const int box = taken_by_[sink];
    if (!others_match_ || box == none) return others_match_;
    release(box);
    barred_[sink] = 1;
    const bool found = find_sink(box);
    barred_[sink] = 0;
    if (!found) take(box, sink);
    return found;
  }

 private:
  static constexpr int none = -1;
  enum Known : char { unknown, yes, no };

  void take(int box, int sink) {
    taken_by_[sink] = box;
    sink_of_[box] = sink;
  }
  void release(int box) {
    if (sink_of_[box] != none) taken_by_[sink_of_[box]] = none;
    sink_of_[box] = none;
  }

  bool find_sink(int box) {
    visited_.assign(count(), 0);
    return augment(box);
  }

  // Prefers a free sink to an augmenting path.
  bool augment(int box) {
    const std::vector<int>& sinks = comes_from_[where_[box]];
    const auto free = std::ranges::find_if(sinks, [&](int sink) { return !barred_[sink] && taken_by_[sink] == none; });
    if (free != sinks.end()) {
      take(box, *free);
      return true;
    }
    return std::ranges::any_of(sinks, [&](int sink) {
      if (barred_[sink] || visited_[sink]) return false;
      visited_[sink] = 1;
      if (!augment(taken_by_[sink])) return false;
      take(box, sink);
      return true;
    });
  }

  // Finds the cells to which a lone box can be pushed from each sink, with the player on any side of it.
  void find_reachable() {
    for (int sink = 0; sink < count(); ++sink) {
      level_.poll_clock();
      board_.clear();
      board_.add(cells_[sink], 0);
      std::vector<char> met(level_.floor() + 1, 0);
      for (const Cell side : level_.next(cells_[sink])) {
        if (side == level_.outside()) continue;
        reach_.fill(board_, side);
        tour_.find(board_, 0, reach_);
        for (const Tour::Stop& stop : tour_.stops()) met[stop.cell] = 1;
      }
      for (int cell = 0; cell < level_.floor(); ++cell) {
        if (met[cell]) comes_from_[cell].push_back(sink);
      }
    }
    std::map<std::vector<int>, int> classes;
    for (const std::vector<int>& sinks : comes_from_) {
      class_.push_back(classes.emplace(sinks, static_cast<int>(classes.size())).first->second);
    }
    classes_ = classes.size();
  }

  const Level& level_;
  std::vector<Cell> cells_;
  std::vector<int> number_;                   // by cell
  std::vector<std::vector<int>> comes_from_;  // by cell: sinks from which a lone box can be pushed there
  std::vector<int> class_;                    // by cell: cells with the same sinks are one class
  std::size_t classes_ = 0;
  Reach reach_;
  Tour tour_;
  Board board_;
  std::vector<char> group_, visited_, barred_;  // by sink
  std::vector<int> taken_by_, sink_of_;         // by sink and by box, or none
  std::vector<Cell> where_;                     // by box
  int lifted_ = none;
  Cell home_ = 0;  // of the box that is lifted
  bool others_match_ = false;
  std::vector<Known> known_;  // by class of cells for the lifted box
};

}  // namespace budge::sokoban
