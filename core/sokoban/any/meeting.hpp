// Finds positions that a forward and a backward search have in common: each one completes a plan.
//
// The two searches take turns. Between turns, this looks up the new positions of either among all of the other's.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "sokoban/any/backward_fess.hpp"
#include "sokoban/any/fess.hpp"
#include "sokoban/rules/level.hpp"
#include "sokoban/rules/positions.hpp"

namespace budge::sokoban {

// Belongs to one pair of searches.
class Meeting {
 public:
  explicit Meeting(const Level& level) : level_(level) {}

  // The steps of a plan, if the searches have met. Throws Stopped.
  std::optional<std::vector<int>> plan(Fess& forward, BackwardFess& backward) {
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

  std::vector<int> joined(Fess& forward, Positions::Id to, BackwardFess& backward, Positions::Id from) {
    std::vector<int> plan = forward.path_to(to);
    Level::Cell player = level_.players().front();
    for (const int direction : plan) player = level_.next(player, direction);
    const std::vector<int> rest = backward.path_from(from, player);
    plan.insert(plan.end(), rest.begin(), rest.end());
    return plan;
  }

  const Level& level_;
  std::size_t known_from_start_ = 0, known_from_end_ = 0;  // positions looked up so far
};

}  // namespace budge::sokoban
