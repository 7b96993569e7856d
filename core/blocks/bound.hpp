// Lower bounds on the distance to a goal, admissible and consistent in the metric they are made for.
//
// Every goal piece counts as if it were alone: its true distance around walls (`distance`), or the distance on an empty
// board (`manhattan`): in steps, in straight lines, or one for any way. The linear conflicts of conflicts.hpp come on
// top of the latter. Of several goals the nearest counts. Where a group of interchangeable pieces has several places to
// fill, one step may bring all of them nearer, so only the worst place counts, with the piece next to it.
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

  // Can moving the piece of a slot change the value?
  bool depends_on(int slot) const { return depends_[slot]; }

  // The value where place_of(slot) tells how the pieces lie.
  template <class PlaceOf>
  int evaluate(const PlaceOf& place_of) const {
    if (goals_.empty()) return 0;
    std::array<Place, 256> places;
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
    bool closes_group;  // the next term is of another group
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
