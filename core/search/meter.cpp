#include "search/meter.hpp"

#include <algorithm>

namespace budge::search {

Tally& Tally::combine(const Tally& other, std::uint64_t factor) {
  generated += factor * other.generated;
  if (by_depth.size() < other.by_depth.size()) by_depth.resize(other.by_depth.size());
  for (std::size_t depth = 0; depth < other.by_depth.size(); ++depth) by_depth[depth] += factor * other.by_depth[depth];
  return *this;
}

void Meter::add_up() {
  const std::scoped_lock lock(totals_.mutex);
  Tally since = tally;
  since -= reported_;
  reported_ = tally;
  totals_.tally += since;
  generated_by_all_ = totals_.before.generated + totals_.tally.generated;
  if (!owner_) return;
  control_.generated = generated_by_all_;
  control_.expanded = totals_.before.expanded + totals_.tally.expanded();
  if (!samples_) return;
  Tally traced = totals_.traced_before;
  traced += totals_.tally;
  totals_.trace->count(traced.by_depth, sampled_);
  sampled_.clear();
}

void Meter::report() {
  add_up();
  if (owner_) control_.poll();
  control_.check();
  const std::uint64_t left = control_.limits().nodes - std::min(control_.limits().nodes, generated_by_all_);
  next_report_ = tally.generated + std::min(tuning.meter_stride, std::max<std::uint64_t>(left, 1));
}

}  // namespace budge::search
