// NBS (near-optimal bidirectional search) in turns with A*, for levels whose boxes are all alike.
//
// On levels where boxes travel far, A* has the better bound. On levels with many walks, or with boxes in each other's
// way, the bound says little, and searches from both ends meet long before A* reaches a goal. So the side that leads
// gets eight nodes (`nbs_share`) for one of the other: NBS leads if it has proven more than A* had with as many nodes.
// A bound that either proves holds for both.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "sokoban/portfolio/task.hpp"
#include "sokoban/rules/level.hpp"
#include "sokoban/search/resumable_nbs.hpp"

namespace budge::sokoban {

class NbsTask : public Task {
 public:
  NbsTask(const Level& level, Metric metric, Control& control)
      : level_(level), metric_(metric), control_(control), next_turn_(level.tuning().nbs_after) {}

  std::optional<search::Solution> take_turn(Cost lower_bound) override;

 private:
  // What A* had proven with how many nodes.
  struct Proven {
    Cost bound;
    std::uint64_t nodes;
  };

  const Level& level_;
  Metric metric_;
  Control& control_;
  std::uint64_t next_turn_;              // when the control has counted this many nodes
  std::uint64_t nodes_ = 0, bytes_ = 0;  // of NBS
  std::vector<Proven> by_astar_;         // ascending
  std::optional<ResumableNbs> nbs_;
};

}  // namespace budge::sokoban
