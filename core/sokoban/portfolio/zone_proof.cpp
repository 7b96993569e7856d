#include "sokoban/portfolio/zone_proof.hpp"

#include <algorithm>

namespace budge::sokoban {

ZoneProof::ZoneProof(const Level& level, Metric metric, Control& control) : metric_(metric), control_(control) {
  const bool counts_pushes = metric == Metric::pushes || metric == Metric::pushes_then_moves;
  if (!counts_pushes || level.kinds() > 1 || level.spare() > 0) return;
  zones_.emplace(level, level.placement(), control, level.tuning().zone_positions);
}

void ZoneProof::search() {
  const std::uint64_t before = control_.expanded;
  try {
    const bool may_prove_more = zones_->tighten();
    const std::uint64_t taken = control_.expanded - before;
    expanded_ += taken;
    budget_ -= static_cast<std::int64_t>(taken);
    if (!may_prove_more) {
      zones_.reset();
      return;
    }
  } catch (const Stopped& stopped) {
    if (stopped.reason != Stop::memory) throw;
    zones_.reset();
    return;
  }
  const int pushes = zones_->pushes();
  control_.lower_bound = std::max(control_.lower_bound, coded(metric_, cost(metric_, Bounds{pushes, pushes})));
}

}  // namespace budge::sokoban
