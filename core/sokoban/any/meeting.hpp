// Where a search from the start and one from the end have come to the same position: a plan leads through it.
//
// They take turns, so nobody looks while they run: between two turns, what is new on either side is looked up among all
// that the other has.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "sokoban/any/fess.hpp"
#include "sokoban/any/pulling.hpp"
#include "sokoban/rules/level.hpp"
#include "sokoban/rules/positions.hpp"

namespace budge::sokoban {

// Of two searches, always the same ones.
class Meeting {
 public:
  explicit Meeting(const Level& level) : level_(level) {}

  // The steps of a plan, if they have met. Throws Stopped.
  std::optional<std::vector<int>> plan(FeatureSpaceSearch& forward, PullingSearch& backward) {
    const Positions &from_start = forward.positions(), &from_end = backward.positions();
    for (; known_from_start_ < from_start.size(); ++known_from_start_) {
      poll_clock_at(known_from_start_);
      const auto id = static_cast<Positions::Id>(known_from_start_);
      if (const auto met = from_end.find(from_start[id])) return joined(forward, id, backward, *met);
    }
    for (; known_from_end_ < from_end.size(); ++known_from_end_) {
      poll_clock_at(known_from_end_);
      const auto id = static_cast<Positions::Id>(known_from_end_);
      if (const auto met = from_start.find(from_end[id])) return joined(forward, *met, backward, id);
    }
    return std::nullopt;
  }

 private:
  void poll_clock_at(std::size_t number) const {
    if (number % 4096 == 0) level_.poll_clock();
  }

  std::vector<int> joined(FeatureSpaceSearch& forward, Positions::Id to, PullingSearch& backward, Positions::Id from) {
    std::vector<int> plan = forward.way_to(to);
    Level::Cell player = level_.players().front();
    for (const int direction : plan) player = level_.next(player, direction);
    const std::vector<int> rest = backward.way_from(from, player);
    plan.insert(plan.end(), rest.begin(), rest.end());
    return plan;
  }

  const Level& level_;
  std::size_t known_from_start_ = 0, known_from_end_ = 0;  // by both
};

}  // namespace budge::sokoban
