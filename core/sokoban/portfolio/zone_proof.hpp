// Proves lower bounds on pushes by zones (see bounds/zone_bound.hpp), a share of the expansions at a time.
#pragma once

#include <cstdint>
#include <optional>

#include "sokoban/bounds/zone_bound.hpp"
#include "sokoban/rules/level.hpp"
#include "sokoban/rules/objective.hpp"
#include "support/control.hpp"

namespace budge::sokoban {

// Raises control.lower_bound. Does nothing on levels and metrics that zones do not apply to.
class ZoneProof {
 public:
  ZoneProof(const Level& level, Metric metric, Control& control);

  // Adds to the budget of expansions, and searches zones until it is spent or `done()`. A search that exceeds the
  // budget is not interrupted; the next one waits until the budget has caught up. Throws Stopped, except for lack of
  // memory.
  template <class Done>
  void run(std::uint64_t expansions, Done&& done) {
    budget_ += static_cast<std::int64_t>(expansions);
    while (zones_ && budget_ > 0 && !done()) search();
  }

  std::uint64_t expanded() const { return expanded_; }

 private:
  void search();

  Metric metric_;
  Control& control_;
  std::optional<ZoneBound> zones_;  // while they may prove more
  std::int64_t budget_ = 0;         // of expansions; negative after a long search
  std::uint64_t expanded_ = 0;
};

}  // namespace budge::sokoban
