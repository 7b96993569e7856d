#include "sokoban/portfolio/nbs_task.hpp"

#include <algorithm>
#include <iterator>
#include <limits>

namespace budge::sokoban {

std::optional<search::Solution> NbsTask::take_turn(Cost lower_bound) {
  if (by_astar_.empty() || by_astar_.back().bound < lower_bound) {
    by_astar_.push_back({lower_bound, control_.generated - nodes_});
  }
  if (control_.generated < next_turn_) return std::nullopt;
  const std::uint64_t nodes = control_.generated, bytes = control_.bytes();
  if (!nbs_) nbs_.emplace(level_, metric_, control_);
  search::Solution result;
  if (nbs_->resume(result, level_.tuning().nbs_turn, lower_bound)) return result;
  bytes_ += control_.bytes() - bytes;
  const std::uint64_t taken = control_.generated - nodes;
  nodes_ += taken;
  const auto later = std::ranges::upper_bound(by_astar_, nodes_, {}, &Proven::nodes);
  const bool leads = later == by_astar_.begin() || nbs_->bound() > std::prev(later)->bound;
  const std::uint64_t share = level_.tuning().nbs_share;
  next_turn_ = control_.generated + (leads ? taken / share : taken * share);
  if (bytes_ > control_.limits().memory / 2) {  // the rest is for A*
    nbs_.reset();
    next_turn_ = std::numeric_limits<std::uint64_t>::max();
  }
  return std::nullopt;
}

}  // namespace budge::sokoban
