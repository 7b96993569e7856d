#include "support/trace.hpp"

#include <algorithm>
#include <numeric>

namespace budge {

namespace {

std::vector<std::uint32_t> every_nth(const std::vector<std::uint32_t>& depths, std::size_t n) {
  std::vector<std::uint32_t> kept;
  for (std::size_t i = 0; i < depths.size(); i += n) kept.push_back(depths[i]);
  return kept;
}

}  // namespace

Trace Trace::thinned(std::size_t max_depths) const {
  Trace copy;
  copy.on = on;
  copy.by_depth = by_depth;
  copy.backward_by_depth = backward_by_depth;
  copy.iterations = iterations;
  copy.packing = packing;
  copy.macro_moves = macro_moves;
  std::size_t every = 1;
  while (std::max(depths.size(), backward_depths.size()) > every * max_depths) every *= 2;
  copy.stride = every * stride;
  copy.depths = every_nth(depths, every);
  copy.backward_depths = every_nth(backward_depths, every);
  return copy;
}

void Trace::count(const std::vector<std::uint64_t>& all, const std::vector<std::uint32_t>& sampled) {
  by_depth = all;
  while (!by_depth.empty() && by_depth.back() == 0) by_depth.pop_back();
  expansions_ = std::accumulate(all.begin(), all.end(), std::uint64_t{0});
  while (stride < min_sampled_stride || at_stride() >= longest) thin();
  const std::size_t had = depths.size();
  depths.resize(at_stride(), depths.empty() ? 0 : depths.back());
  if (sampled.empty()) return;
  const std::size_t places = depths.size() - std::min(had, depths.size());
  for (std::size_t i = 0; i < places; ++i) depths[had + i] = sampled[i * sampled.size() / places];
}

void Trace::thin() {
  depths = every_nth(depths, 2);
  backward_depths = every_nth(backward_depths, 2);
  stride *= 2;
}

}  // namespace budge
