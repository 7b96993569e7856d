// Lower bounds on the number of slides.
//
// `distance`: a robot may stop anywhere on its line, as if another robot stood wherever that helps. This gives a number
// of slides from a robot to its target, and the numbers of different robots add up. A target for any robot counts the
// nearest robot without a target of its own.
//
// `stoppers`: one slide more if the robot cannot reach its target in that number of slides while all others stay where
// they are. For then either another robot moves, which takes a slide, or the robot takes a longer path. Consistent: a
// slide along a path of that number without help is the beginning of such a path, and any other slide reduces the bound
// by at most one. It applies if there is one target in all; with several, a move of another robot for this one may also
// serve that robot itself.
//
//     + - - - - +
//     | A . a . |     distance 1: stopped by a robot to the right of a. No robot is there, so stoppers says 2.
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
  static constexpr int lost = 1023;  // at least this: the target is unreachable

  Bound(const Board& board, const Slots& slots, Heuristic heuristic);

  // `cells` are those of the slots, in order.
  template <class Cells>
  int operator()(const Cells& cells) const {
    if (heuristic_ == Heuristic::zero) return 0;
    int sum = 0;
    for (std::size_t i = 0; i < own_.size(); ++i) sum += own_[i][cells[i]];
    for (const auto& distance : any_) {
      int nearest = far;
      for (int slot = slots_.named(); slot < slots_.count(); ++slot)
        nearest = std::min<int>(nearest, distance[cells[slot]]);
      sum += nearest;
    }
    if (heuristic_ == Heuristic::stoppers && sum > 0 && sum < far && own_.size() + any_.size() == 1) {
      sum += !goes_alone(cells, sum);
    }
    return std::min(sum, lost);
  }

  // Is the target of this slot unreachable from this cell?
  bool is_lost(int slot, int cell) const { return slot < static_cast<int>(own_.size()) && own_[slot][cell] == far; }

 private:
  using Distances = std::vector<std::uint16_t>;
  static constexpr std::uint16_t far = 0x3fff;

  Distances distances(int target) const;

  // Can a robot reach the only target in this many slides, at most its distance, while all others stay?
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
  std::vector<Distances> own_;  // of the robots with a target, in the order of their slots
  std::vector<Distances> any_;
};

}  // namespace budge::robots
