// Lower bounds on the distance to a goal, admissible and consistent in their metric.
//
// Every goal piece counts as if it were alone: its distance around walls (`distance`) or on an empty board
// (`manhattan`). The linear conflicts of conflicts.hpp are added to the latter. With several goals the nearest one
// counts. If a group of interchangeable pieces has several places to fill, one move may bring a piece nearer to all of
// them, so only the place whose nearest piece is farthest counts.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <limits>
#include <vector>

#include "blocks/conflicts.hpp"
#include "blocks/layout.hpp"

namespace budge::blocks {

class BlockBound {
 public:
  BlockBound(const Layout& layout, const std::vector<Goal>& goals, Metric metric, Heuristic heuristic);

  // Can a move of this slot change the value?
  bool depends_on(int slot) const { return depends_[slot]; }

  // The value of the position in which place_of(slot) is the place of each slot.
  template <class PlaceOf>
  int evaluate(const PlaceOf& place_of) const {
    if (goals_.empty()) return 0;
    std::array<Place, Board1024::capacity> places;
    assert(depends_.size() <= places.size());
    if (conflicts_) {
      for (std::size_t slot = 0; slot < depends_.size(); ++slot) places[slot] = static_cast<Place>(place_of(slot));
    }
    int best = std::numeric_limits<int>::max();
    for (const OneGoal& goal : goals_) {
      int sum = 0, worst = 0;
      for (const Term& term : goal.terms) {
        int nearest = term.distance[place_of(term.first)];
        for (int slot = term.first + 1; slot <= term.last; ++slot) {
          nearest = std::min<int>(nearest, term.distance[place_of(slot)]);
        }
        worst = std::max(worst, nearest);
        if (!term.closes_group) continue;
        sum += worst;
        worst = 0;
      }
      if (conflicts_ && sum < best) sum += goal.conflicts.extra(places.data());
      best = std::min(best, sum);
    }
    return best;
  }

 private:
  // A place to be filled by one of the slots of a group.
  struct Term {
    int first, last;
    bool closes_group;  // the next term belongs to another group
    std::vector<std::int16_t> distance;
  };
  struct OneGoal {
    std::vector<Term> terms;
    Conflicts conflicts;
  };

  template <class H>
  void count(const Layout& layout, const std::vector<Goal>& goals, Metric metric);

  bool conflicts_ = false;
  std::vector<char> depends_;
  std::vector<OneGoal> goals_;
};

}  // namespace budge::blocks
