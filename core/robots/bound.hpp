// Lower bounds: how many slides at least.
//
// `distance`: a robot may stop anywhere on its line, as if another stood wherever that helps. So many slides it takes a
// robot to its target; the slides of different robots add up. A target for any robot takes the nearest that has no
// target of its own.
//
// `stoppers`: one slide more, where the robot cannot keep to that number while all others stay where they are. For
// then either another robot moves, which takes a slide, or the robot goes a longer way. Consistent: a slide of the
// robot along a way of that number that needs no others is itself such a way's beginning, and any other slide takes one
// away at most. It holds where there is one target in all; with several, what another robot does for this one it may do
// for itself as well.
//
//     + - - - - +
//     | A . a . |     distance 1: stopped by a robot at the right of a. Nobody is there, so stoppers says 2.
//     | . . . B |
//     + - - - - +
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "robots/board.hpp"
#include "robots/slots.hpp"

namespace budge::robots {

class Bound {
 public:
  static constexpr int lost = 1023;  // at least: there is no way at all

  Bound(const Board& board, const Slots& slots, Heuristic heuristic);

  // `cells` are those of the slots, in order.
  template <class Cells>
  int operator()(const Cells& cells) const {
    if (heuristic_ == Heuristic::zero) return 0;
    int sum = 0;
    for (std::size_t i = 0; i < own_.size(); ++i) sum += own_[i][cells[i]];
    for (const auto& distance : any_) {
      int least = far;
      for (int slot = slots_.named(); slot < slots_.count(); ++slot)
        least = std::min<int>(least, distance[cells[slot]]);
      sum += least;
    }
    if (heuristic_ == Heuristic::stoppers && sum > 0 && sum < far && own_.size() + any_.size() == 1) {
      sum += !goes_alone(cells, sum);
    }
    return std::min(sum, lost);
  }

  // Can the robot of a slot that has a target of its own never come there from this cell?
  bool is_lost(int slot, int cell) const { return slot < static_cast<int>(own_.size()) && own_[slot][cell] == far; }

 private:
  using Distances = std::vector<std::uint16_t>;
  static constexpr std::uint16_t far = 0x3fff;

  Distances distances(int target) const;

  // Can a robot come to the only target in so many slides, no more than its distance, while all others stay?
  template <class Cells>
  bool goes_alone(const Cells& cells, int slides) const {
    if (any_.empty()) return reaches(own_[0], cells, 0, cells[0], slides);
    for (int slot = slots_.named(); slot < slots_.count(); ++slot) {
      if (any_[0][cells[slot]] == slides && reaches(any_[0], cells, slot, cells[slot], slides)) return true;
    }
    return false;
  }

  template <class Cells>
  bool reaches(const Distances& distance, const Cells& cells, int slot, int cell, int slides) const {
    Others<Cells> others{cells, slot, slots_.count()};
    for (const Cell there : board_.slides(cell, others)) {
      if (there == nowhere || distance[there] != slides - 1) continue;
      if (slides == 1 || reaches(distance, cells, slot, there, slides - 1)) return true;
    }
    return false;
  }

  const Board& board_;
  const Slots& slots_;
  Heuristic heuristic_;
  std::vector<Distances> own_;  // of the robots that have a target, in the order of their slots
  std::vector<Distances> any_;
};

}  // namespace budge::robots
