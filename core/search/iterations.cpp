#include "search/iterations.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <vector>

#include "search/report.hpp"
#include "search/tuning.hpp"
#include "support/share.hpp"

namespace budge::search {

namespace {

// The depth that contains about this many subtrees, estimated from the branching factor of the previous iteration.
std::size_t depth_of(double subtrees, Counts last, double deepest) {
  const double branching = static_cast<double>(last.generated) / static_cast<double>(last.expanded);
  return static_cast<std::size_t>(std::clamp(std::log(subtrees) / std::log(std::max(branching, 1.1)), 1.0, deepest));
}

// The depth at which an iteration is cut into subtrees; 0 if it is too small for that.
std::size_t cut(Counts last) {
  if (last.generated < tuning.cut_after) return 0;
  const double subtrees = static_cast<double>(last.generated) / static_cast<double>(tuning.subtree_nodes);
  return depth_of(std::clamp(subtrees, 8.0, static_cast<double>(tuning.max_subtrees)), last, 16);
}

// Of the subtrees of an iteration and the counts before each.
std::uint64_t bytes_of(const std::vector<Subtree>& subtrees, const std::vector<Tally>& until) {
  std::uint64_t bytes = subtrees.capacity() * sizeof(Subtree) + until.capacity() * sizeof(Tally);
  for (const Subtree& each : subtrees) bytes += each.path.capacity() * sizeof(int);
  for (const Tally& each : until) bytes += each.by_depth.capacity() * sizeof(std::uint64_t);
  return bytes;
}

}  // namespace

Result<int> Iterations::run(bool trace, Crew* crew) {
  return result_of<int>(trace, control_, [&](auto& result) { search(result, crew); });
}

void Iterations::search(Result<int>& result, Crew* crew) {
  control_.generated = 1;
  control_.lower_bound = searcher_.h_of_start();
  if (searcher_.starts_at_goal()) {
    control_.best_cost = 0;
    result.status = Status::optimal;
    return;
  }
  Counts last;
  for (std::int64_t bound = weight_.f(0, searcher_.h_of_start()); bound != nothing_exceeds;) {
    const auto began = Control::Clock::now();
    const bool by_crew = crew && !result.trace.on && last.generated >= tuning.crew_after;
    const bool in_waves = weight_.is_one() && last.generated >= searcher_.waves_from();
    std::optional<Path> plan;
    Counts before;
    for (const int power : in_waves ? std::vector{4, 5, 0} : std::vector{0}) {
      before = {control_.generated, control_.expanded};
      const Pass now = pass(bound, power);
      plan = by_crew ? iterate_by_crew(now, last, *crew) : iterate(now, last, result.trace);
      if (plan) break;
    }
    last = {control_.generated - before.generated, control_.expanded - before.expanded};  // of the complete pass
    result.trace.iterations.push_back({bound / weight_.q, last.expanded, last.generated,
                                       std::chrono::duration<double>(Control::Clock::now() - began).count()});
    if (plan) {
      const std::int64_t cost = searcher_.cost(*plan);
      result.plan = *plan;
      result.status = note_plan(cost, weight_.bound_from_plan(cost), control_);
      return;
    }
    if (exceeding_ == nothing_exceeds) break;
    bound = weight_.next_bound(exceeding_);
    raise_lower_bound(weight_.bound_from_f(exceeding_), control_);
  }
  result.status = Status::unsolvable;
}

Pass Iterations::pass(std::int64_t bound, int power) const {
  if (!weight_.is_one()) return {bound, 0, {}};  // its wave is not used, and f may be any number
  const auto h = static_cast<int>(searcher_.h_of_start());
  return {bound, power, Wave(power, static_cast<int>(bound / weight_.q), h)};
}

// One depth-first search to a bound; leaves the smallest f above it in exceeding_.
std::optional<Path> Iterations::iterate(const Pass& pass, Counts last, Trace& trace) {
  Totals totals(control_, trace.on ? &trace : nullptr);
  Meter meter{control_, totals, true};

  std::vector<Subtree> subtrees;
  std::vector<Tally> until;  // counts of the top when it reaches each subtree
  Subtree top;
  const bool is_short = last.generated < tuning.threads_after;
  const std::size_t depth = is_short && trace.on ? 0 : cut(last);  // a short one traces every node
  const auto leave = [&](const Path& path) {
    subtrees.push_back({path});
    until.push_back(meter.tally);
    return false;
  };
  if (depth == 0) {
    leave({});
  } else {
    searcher_.search_top(top, pass, depth, leave, meter);
    meter.add_up();
  }
  exceeding_ = top.exceeding;
  const Charge list(control_, bytes_of(subtrees, until));

  std::atomic<std::size_t> taken{0}, first_goal{subtrees.size()};
  const auto work = [&](bool owner) {
    Meter mine{control_, totals, owner, depth == 0 && owner ? totals.trace : nullptr};
    for (std::size_t i; (i = taken.fetch_add(1)) < first_goal.load();) {
      searcher_.search(subtrees[i], pass, mine);
      if (!subtrees[i].plan) continue;
      std::size_t first = first_goal.load();
      while (i < first && !first_goal.compare_exchange_weak(first, i)) {
      }
    }
    mine.add_up();
  };
  // Short iterations use one thread: only the owner writes the trace.
  together(is_short ? 1 : threads_, control_, work, [&] { control_.poll(); });
  // A plan within the bound is optimal in any subtree: a stop does not invalidate it.
  if (first_goal == subtrees.size() && !top.plan) control_.check();

  Tally all = meter.tally;
  std::optional<Path> plan = top.plan;
  if (first_goal < subtrees.size()) {
    plan = subtrees[first_goal].plan;
    all = until[first_goal];
  }
  for (std::size_t i = 0; i < subtrees.size() && i <= first_goal; ++i) {
    all += subtrees[i].tally;
    exceeding_ = std::min(exceeding_, subtrees[i].exceeding);
  }
  control_.generated = totals.before.generated + all.generated;
  control_.expanded = totals.before.expanded + all.expanded();
  if (trace.on && depth > 0) {  // as if no thread had searched beyond the first goal
    all += totals.traced_before;
    trace.count(all.by_depth, {});
  }
  return plan;
}

// The same with a crew. Subtrees are cut at two depths: about a thousand to share out, and below them the pieces that a
// member searches without interruption. The largest piece, which may be a hundred times the mean, should still take
// only a fraction of a second.
std::optional<Path> Iterations::iterate_by_crew(const Pass& pass, Counts last, Crew& crew) {
  Totals totals(control_, nullptr);
  Meter meter{control_, totals, true};
  const auto leave = [](Part&, const Path&) { return false; };
  const double small =
      std::clamp(static_cast<double>(last.generated) / static_cast<double>(tuning.crew_pieces), 1e3, 1e6);
  const Part subtrees = part({}, pass, depth_of(1000, last, 16), leave, meter);
  crew.begin(pass.bound, pass.power, depth_of(small, last, 48), subtrees);
  try {
    for (Counts so_far; !crew.wait(so_far); control_.poll()) {
      control_.generated = totals.before.generated + so_far.generated;
      control_.expanded = totals.before.expanded + so_far.expanded;
    }
  } catch (const Stopped&) {
    if (!crew.whole().plan) throw;  // a plan within the bound is optimal, even if it is not the first in order
  }
  const Part whole = crew.whole();
  control_.generated = totals.before.generated + whole.counts.front().generated;
  control_.expanded = totals.before.expanded + whole.counts.front().expanded;
  exceeding_ = whole.exceeding;
  return whole.plan;
}

void Iterations::help(SubtreeBatch& batch) {
  const Pass pass = this->pass(batch.bound, batch.wave);
  const auto until = Control::Clock::now() + std::chrono::duration<double>(batch.seconds);
  const auto time_is_up = [&] { return Control::Clock::now() >= until; };
  batch.parts.assign(batch.paths.size(), std::nullopt);
  Totals totals(control_, nullptr);
  std::atomic<std::size_t> taken{0};
  const auto work = [&](bool owner) {
    Meter meter{control_, totals, owner};
    for (bool first = owner; first || !time_is_up(); first = false) {
      const std::size_t i = taken.fetch_add(1);
      if (i >= batch.paths.size()) return;
      batch.parts[i] = searched(batch.paths[i], pass, batch.depth, time_is_up, meter);
      if (batch.parts[i]->plan) taken = batch.paths.size();  // later subtrees do not count
    }
  };
  together(threads_, control_, work, [&] { control_.poll(); });
  control_.check();
}

// Searches the subtree that a path leads to, piece by piece, until time is up. The remaining subtrees are returned at
// the highest level possible.
template <class TimeIsUp>
Part Iterations::searched(const Path& path, const Pass& pass, std::size_t depth, const TimeIsUp& time_is_up,
                          Meter& meter) const {
  const auto take = [&](Part& part, const Path& below) {
    if (time_is_up()) {
      depth = 0;
      return false;
    }
    Subtree subtree{below};
    searcher_.search(subtree, pass, meter);
    part.exceeding = std::min(part.exceeding, subtree.exceeding);
    if (subtree.plan) part.plan = subtree.plan;
    return true;
  };
  return part(path, pass, depth, take, meter);
}

// Splits the subtree that a path leads to. `take(part, path)` searches a piece at `depth`, or returns false to leave
// it.
template <class Take>
Part Iterations::part(const Path& path, const Pass& pass, const std::size_t& depth, const Take& take,
                      Meter& meter) const {
  const auto counted = [&] { return Counts{meter.tally.generated, meter.tally.expanded()}; };
  Counts before = counted();
  Part part;
  const auto count = [&] {
    const Counts now = counted();
    part.counts.push_back({now.generated - before.generated, now.expanded - before.expanded});
    before = now;
  };
  const auto leaf = [&](const Path& below) {
    if (take(part, below)) return part.plan.has_value();
    count();
    part.rest.push_back(below);
    return false;
  };
  Subtree top{path};
  searcher_.search_top(top, pass, depth, leaf, meter);
  if (!part.plan) part.plan = top.plan;
  part.exceeding = std::min(part.exceeding, top.exceeding);
  count();
  return part;
}

}  // namespace budge::search
