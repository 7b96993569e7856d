// A Guide as the heuristic of a space: evaluated afresh after every move, for searches where that is not what counts.
//
// Admissible but not consistent: an additive database takes the best of all cells for the blank, and the best one for
// two neighbouring placements need not be the same. The value is raised by one where its parity is not that of every
// plan's length, which the blank's cell tells.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <optional>
#include <vector>

#include "tiles/guide.hpp"
#include "tiles/linear_conflict.hpp"
#include "tiles/xy.hpp"
#include "tokens/heuristics.hpp"

namespace budge::tiles {

class Guided {
 public:
  using Memo = int;
  static constexpr bool consistent = false;

  Guided(const tokens::Puzzle& puzzle, const Guide& guide) : home_(puzzle.goal.size()), distance_(puzzle.goal.size()) {
    const int cells = static_cast<int>(puzzle.goal.size()), width = puzzle.width;
    for (int cell = 0; cell < cells; ++cell) home_[puzzle.goal[cell]] = cell;
    for (int cell = 0; cell < cells; ++cell) {
      distance_[cell] = std::abs(cell / width - home_[0] / width) + std::abs(cell % width - home_[0] % width);
    }
    sums_ = ready(guide.sums);
    for (const auto& sums : guide.duals) duals_.push_back(ready(sums));
    looks_up_ = !sums_.empty() || !duals_.empty();
    assert(!looks_up_ || cells <= patterns::most_cells);  // larger boards have no patterns
    for (const Heuristic name : guide.names) {
      if (name == Heuristic::misplaced) misplaced_.emplace(puzzle);
      if (name == Heuristic::manhattan) manhattan_.emplace(puzzle);
      if (name == Heuristic::linear_conflict) conflict_.emplace(puzzle);
      if (name == Heuristic::xy) xy_.emplace(puzzle);
    }
  }

  template <class Cells>
  Memo evaluate(const Cells& cells) const {
    int h = 0;
    if (misplaced_) h = std::max(h, misplaced_->evaluate(cells));
    if (manhattan_) h = std::max(h, manhattan_->evaluate(cells));
    if (conflict_) h = std::max(h, conflict_->evaluate(cells));
    if (xy_) h = std::max(h, xy_->h(xy_->evaluate(cells)));

    const int blank = cells.blank();
    if (looks_up_) h = std::max(h, looked_up(cells, blank));
    return h + (h + distance_[blank]) % 2;
  }
  template <class Cells>
  Memo after(Memo, int, int, int, const Cells& cells) const {
    return evaluate(cells);
  }
  int h(Memo value) const { return value; }

  int home(int token) const { return home_[token]; }

  // The dual part alone, from the home of what stands on each cell.
  bool has_duals() const { return !duals_.empty(); }
  int dual(const std::uint8_t* inverse, int blank) const {
    return duals_.empty() ? 0 : greatest(duals_[blank], inverse);
  }

 private:
  using Sum = std::vector<patterns::Reader>;

  template <class Cells>
  int looked_up(const Cells& cells, int blank) const {
    std::array<std::uint8_t, patterns::most_cells> where, inverse;
    for (int cell = 0; cell < static_cast<int>(home_.size()); ++cell) {
      inverse[cell] = static_cast<std::uint8_t>(home_[cells[cell]]);
      where[inverse[cell]] = static_cast<std::uint8_t>(cell);
    }
    return std::max(greatest(sums_, where.data()), dual(inverse.data(), blank));
  }

  static std::vector<Sum> ready(const std::vector<patterns::LookupSum>& sums) {
    std::vector<Sum> ready;
    for (const patterns::LookupSum& sum : sums) ready.emplace_back(sum.begin(), sum.end());
    return ready;
  }
  static int greatest(const std::vector<Sum>& sums, const std::uint8_t* where) {
    int greatest = 0;
    for (const Sum& sum : sums) {
      int total = 0;
      for (const patterns::Reader& reader : sum) total += reader.value(where);
      greatest = std::max(greatest, total);
    }
    return greatest;
  }

  std::vector<int> home_;      // by token
  std::vector<int> distance_;  // of every cell from the blank's home
  std::vector<Sum> sums_;
  std::vector<std::vector<Sum>> duals_;
  bool looks_up_;  // in any database
  std::optional<tokens::Misplaced> misplaced_;
  std::optional<tokens::Manhattan> manhattan_;
  std::optional<LinearConflict> conflict_;
  std::optional<XY> xy_;
};

}  // namespace budge::tiles
