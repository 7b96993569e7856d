// IDA* (Korf, 1985): depth-first search to a growing bound on f = g + h; weighted by w as in A*.
//
// Needs memory only for the path, and keeps it off the stack: plans may be as long as they like. Each iteration is cut
// into subtrees, in the order of a depth-first search. Subtrees are searched by as many threads as are given; the first
// in that order that holds a goal gives the plan, and only the nodes of those before it are counted. So plan and counts
// are those of a single depth-first search, whatever the threads. Counting follows Korf: the root once, then every
// child, the goal when it is generated; no pruning but the inverse move. Where moves cannot be taken back, nodes are
// copied instead, and nothing is pruned.
//
// Long iterations may also be searched by a crew of several machines: see crew.hpp.
//
// A space may bring its own loops for speed: `sweep` counts a subtree in any order and says whether a goal is in it,
// `descend` searches one in order. If it can do so above a curve, long iterations begin with two waves, from as many
// nodes on as it says: see wave.hpp.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "search/crew.hpp"
#include "search/expand.hpp"
#include "search/meter.hpp"
#include "search/report.hpp"
#include "search/result.hpp"
#include "search/space.hpp"
#include "search/wave.hpp"
#include "search/weight.hpp"
#include "support/share.hpp"

namespace budge::search {

template <class S>
concept Sweeps = requires(const S& space, const typename S::Node& node, int slack, Meter& meter) {
  { space.sweep(node, typename S::Op{}, true, slack, meter) } -> std::same_as<bool>;
};
template <class S>
concept Descends =
    requires(const S& space, const typename S::Node& node, int slack, Meter& meter, std::vector<typename S::Op>& plan) {
      { space.descend(node, typename S::Op{}, true, slack, meter, plan) } -> std::same_as<bool>;
    };

template <class S>
concept DescendsInWaves = requires(const S& space, const typename S::Node& node, int slack, Meter& meter,
                                   std::vector<typename S::Op>& plan, const Wave& wave) {
  { space.descend(node, typename S::Op{}, true, slack, meter, plan, wave) } -> std::same_as<bool>;
  { space.waves_from() } -> std::same_as<std::uint64_t>;
};

template <NodeSpace S>
class Ida {
 public:
  using Node = typename S::Node;
  using Op = typename S::Op;

  Ida(const S& space, Weight weight, int threads, Control& control)
      : space_(space), weight_(weight), threads_(threads), control_(control) {}

  Result<Op> run(bool trace, Crew* crew = nullptr) {
    return result_of<Op>(trace, control_, [&](auto& result) {
      trace_ = &result.trace;
      crew_ = crew;
      search(result);
    });
  }

  // Does what a member of a crew is asked.
  void help(Errand& errand) {
    Trace trace;
    trace_ = &trace;
    bound_ = errand.bound;
    set_wave(errand.wave);
    const auto until = Control::Clock::now() + std::chrono::duration<double>(errand.seconds);
    const auto enough = [&] { return Control::Clock::now() >= until; };
    errand.parts.assign(errand.paths.size(), std::nullopt);
    Totals totals{0, 0};
    std::atomic<std::size_t> taken{0};
    const auto work = [&](bool owner) {
      Meter meter{control_, totals, owner};
      for (bool first = owner; first || !enough(); first = false) {
        const std::size_t i = taken.fetch_add(1);
        if (i >= errand.paths.size()) return;
        errand.parts[i] = searched(errand.paths[i], errand.depth, enough, meter);
        if (errand.parts[i]->plan) taken = errand.paths.size();  // what comes after it does not count
      }
    };
    together(threads_, control_, work, [&] { control_.poll(); });
    control_.check();
  }

 private:
  static constexpr std::int64_t none = nothing_exceeds;

  // A part of the iteration: the node that `path` leads to and all below it.
  struct Subtree {
    std::vector<Op> path;
    std::uint64_t generated = 0;  // within the subtree, its root not counted
    std::uint64_t expanded = 0;
    std::int64_t exceeding = none;  // the least f above the bound
    std::optional<std::vector<Op>> plan;
  };

  // A node on the path: its moves, how many of them were made, and how the one that led to it is taken back.
  struct Level {
    using Moves = decltype(std::declval<const S&>().moves(std::declval<const Node&>()));

    Moves moves;
    UndoOf<S> undo;
    [[no_unique_address]] BackOf<S> back;
    std::int64_t g;
    std::uint32_t made = 0;

    bool done() const { return moves.begin() + made == moves.end(); }
    Op next() { return moves.begin()[made++]; }
  };

  // The path from the root of a depth-first search, with what it counts and finds.
  struct Walk {
    Node node;
    std::vector<Op> path;
    std::int64_t exceeding = none;
    std::vector<Level> levels;
  };

  void search(Result<Op>& result) {
    const Node start = space_.start();
    control_.generated = 1;
    control_.lower_bound = space_.h(start);
    if (space_.is_goal(start)) {
      control_.best_cost = 0;
      result.status = Status::optimal;
      return;
    }
    bound_ = weight_.f(0, space_.h(start));
    std::uint64_t last_generated = 0, last_expanded = 0;
    while (bound_ != none) {
      const auto began = Control::Clock::now();
      const bool by_crew = crew_ && !trace_->on && last_generated >= crew_->worth;
      std::optional<std::vector<Op>> plan;
      std::uint64_t generated = 0, expanded = 0;
      for (const int power : waves(last_generated)) {
        generated = control_.generated;
        expanded = control_.expanded;
        set_wave(power);
        plan = by_crew ? iterate_by_crew(last_generated, last_expanded) : iterate(last_generated, last_expanded);
        if (plan) break;
      }
      last_generated = control_.generated - generated;  // of the complete pass
      last_expanded = control_.expanded - expanded;
      result.trace.iterations.push_back({bound_ / weight_.q, last_expanded, last_generated,
                                         std::chrono::duration<double>(Control::Clock::now() - began).count()});
      if (plan) {
        std::int64_t cost = 0;
        for (const Op op : *plan) cost += edge_cost(space_, op);
        result.plan = *plan;
        result.status = note_plan(space_, weight_, cost, control_);
        return;
      }
      if (exceeding_ == none) break;
      bound_ = weight_.next_bound(exceeding_);
      note_least(space_, weight_, exceeding_, control_);
    }
    result.status = Status::unsolvable;
  }

  // The passes of an iteration, by the powers of their curves; the complete one is the last.
  std::vector<int> waves([[maybe_unused]] std::uint64_t last_generated) const {
    if constexpr (DescendsInWaves<S>) {
      if (weight_.is_one() && !trace_->on && last_generated >= space_.waves_from()) return {4, 5, 0};
    }
    return {0};
  }
  void set_wave(int power) {
    wave_power_ = power;
    if constexpr (DescendsInWaves<S>) {
      wave_.emplace(power, static_cast<int>(bound_ / weight_.q), space_.h(space_.start()));
    }
  }

  // The depth at which an iteration is cut into subtrees, going by the one before: short ones are not, long ones into
  // about a thousand, enough to share out and so small that searching one again costs nothing.
  std::size_t cut(std::uint64_t last_generated, std::uint64_t last_expanded) const {
    if (trace_->on || last_generated < 100'000) return 0;
    return depth_of(1000, last_generated, last_expanded, 16);
  }

  // The depth at which there are about so many subtrees.
  static std::size_t depth_of(double subtrees, std::uint64_t last_generated, std::uint64_t last_expanded,
                              double deepest) {
    const double branching = static_cast<double>(last_generated) / static_cast<double>(last_expanded);
    return static_cast<std::size_t>(std::clamp(std::log(subtrees) / std::log(std::max(branching, 1.1)), 1.0, deepest));
  }

  // One depth-first search to bound_; leaves the least f above it in exceeding_.
  std::optional<std::vector<Op>> iterate(std::uint64_t last_generated, std::uint64_t last_expanded) {
    Totals totals{control_.generated, control_.expanded};
    Meter top{control_, totals, true};

    std::vector<Subtree> subtrees;
    std::vector<std::uint64_t> generated_until, expanded_until;
    Walk walk{space_.start(), {}, none, {}};
    const std::size_t depth = cut(last_generated, last_expanded);
    const auto leaf = [&](const std::vector<Op>& path) {
      subtrees.push_back({path, 0, 0, none, std::nullopt});
      generated_until.push_back(top.generated);
      expanded_until.push_back(top.expanded);
      return false;
    };
    if (depth == 0) leaf(walk.path);
    const bool goal_above = depth > 0 && above(walk, {}, 0, LeavesAt(depth, leaf), top);
    exceeding_ = walk.exceeding;

    std::atomic<std::size_t> taken{0}, first_goal{subtrees.size()};
    const auto work = [&](bool owner) {
      Meter meter{control_, totals, owner};
      for (std::size_t i; (i = taken.fetch_add(1)) < first_goal.load();) {
        search_subtree(subtrees[i], meter);
        if (!subtrees[i].plan) continue;
        std::size_t first = first_goal.load();
        while (i < first && !first_goal.compare_exchange_weak(first, i)) {
        }
      }
    };
    const int threads = trace_->on ? 1 : threads_;  // there is one subtree then, and the owner looks at its trace
    together(threads, control_, work, [&] { control_.poll(); });
    // A plan within the bound is optimal wherever it was found: a stop cannot take it away.
    if (first_goal == subtrees.size() && !goal_above) control_.check();

    std::uint64_t generated = top.generated, expanded = top.expanded;
    std::optional<std::vector<Op>> plan;
    if (first_goal < subtrees.size()) {
      plan = subtrees[first_goal].plan;
      generated = generated_until[first_goal];
      expanded = expanded_until[first_goal];
    } else if (goal_above) {
      plan = walk.path;
    }
    for (std::size_t i = 0; i < subtrees.size() && i <= first_goal; ++i) {
      generated += subtrees[i].generated;
      expanded += subtrees[i].expanded;
      exceeding_ = std::min(exceeding_, subtrees[i].exceeding);
    }
    control_.generated = totals.generated_before + generated;
    control_.expanded = totals.expanded_before + expanded;
    return plan;
  }

  // The same by a crew. Subtrees are cut at two depths: a thousand to share out, and those that a member searches in
  // one go. Of these the largest, which may be a hundred times the mean, should still take a fraction of a second.
  std::optional<std::vector<Op>> iterate_by_crew(std::uint64_t last_generated, std::uint64_t last_expanded) {
    Totals totals{control_.generated, control_.expanded};
    Meter meter{control_, totals, true};
    const std::size_t depth = depth_of(1000, last_generated, last_expanded, 16);
    const double small = std::clamp(static_cast<double>(last_generated) / 20'000, 1e3, 1e6);
    crew_->begin(bound_, wave_power_, depth_of(small, last_generated, last_expanded, 48), listed(depth, meter));
    try {
      for (Counts so_far; !crew_->wait(so_far); control_.poll()) {
        control_.generated = totals.generated_before + so_far.generated;
        control_.expanded = totals.expanded_before + so_far.expanded;
      }
    } catch (const Stopped&) {
      if (!crew_->whole().plan) throw;  // a plan within the bound is optimal, though others may come before it
    }
    const Part whole = crew_->whole();
    control_.generated = totals.generated_before + whole.counts.front().generated;
    control_.expanded = totals.expanded_before + whole.counts.front().expanded;
    exceeding_ = whole.exceeding;
    if (!whole.plan) return std::nullopt;
    return std::vector<Op>(whole.plan->begin(), whole.plan->end());
  }

  // All subtrees of an iteration at a depth, left to others.
  Part listed(const std::size_t depth, Meter& meter) {
    return part({}, depth, [](Part&, const std::vector<Op>&) { return false; }, meter);
  }

  // The subtree that a path leads to, those below it at `depth` one by one until there is enough. What is left then is
  // left as high up as it is.
  template <class Enough>
  Part searched(const Path& path, std::size_t depth, const Enough& enough, Meter& meter) {
    const auto take = [&](Part& part, const std::vector<Op>& below) {
      if (enough()) {
        depth = 0;
        return false;
      }
      Subtree subtree{below, 0, 0, none, std::nullopt};
      search_subtree(subtree, meter);
      part.exceeding = std::min(part.exceeding, subtree.exceeding);
      if (subtree.plan) part.plan.emplace(subtree.plan->begin(), subtree.plan->end());
      return true;
    };
    return part({path.begin(), path.end()}, depth, take, meter);
  }

  // The subtree that a path leads to. `take(part, path)` searches one at `depth`, or returns false to leave it.
  template <class Take>
  Part part(const std::vector<Op>& path, const std::size_t& depth, const Take& take, Meter& meter) {
    std::uint64_t generated = meter.generated, expanded = meter.expanded;
    Part part;
    const auto count = [&] {
      part.counts.push_back({meter.generated - generated, meter.expanded - expanded});
      generated = meter.generated;
      expanded = meter.expanded;
    };
    const auto leaf = [&](const std::vector<Op>& below) {
      if (take(part, below)) return part.plan.has_value();
      count();
      part.rest.emplace_back(below.begin(), below.end());
      return false;
    };
    auto [walk, back, g] = follow(path);
    walk.path = path;
    const bool found = above(walk, back, g, LeavesAt(depth, leaf), meter);
    if (found && !part.plan) part.plan.emplace(walk.path.begin(), walk.path.end());
    part.exceeding = std::min(part.exceeding, walk.exceeding);
    count();
    return part;
  }

  // Where a depth-first search ends and `take` takes over: nowhere, or `depth` moves from the start. `take` returns
  // true if it has met a goal; the depth may change meanwhile.
  struct NoLeaves {
    static constexpr bool at(std::size_t) { return false; }
    static constexpr bool take(const std::vector<Op>&) { return false; }
  };
  template <class Take>
  struct LeavesAt {
    LeavesAt(const std::size_t& depth, const Take& take) : depth(depth), take(take) {}

    const std::size_t& depth;
    const Take& take;

    bool at(std::size_t moves) const { return moves >= depth; }
  };

  // Depth-first search down to the leaves. True if a goal was met.
  template <class Leaves>
  bool above(Walk& walk, BackOf<S> back, std::int64_t g, const Leaves& leaves, Meter& meter) {
    enter(walk, {}, back, g, meter);
    for (;;) {
      Level& level = walk.levels.back();
      if (level.done()) {
        const UndoOf<S> undo = level.undo;
        walk.levels.pop_back();
        if (walk.levels.empty()) return false;
        walk.path.pop_back();
        Applied<S>::undo(space_, walk.node, undo);
        continue;
      }
      const Op op = level.next();
      if constexpr (Reversible<S>) {
        if (op == level.back && !walk.path.empty()) continue;
      }
      ++meter.generated;
      const Applied<S> step(space_, walk.node, op);
      const std::int64_t reached = level.g + edge_cost(space_, op), f = weight_.f(reached, space_.h(walk.node));
      if (f > bound_) {
        walk.exceeding = std::min(walk.exceeding, f);
        step.undo(space_, walk.node);
        continue;
      }
      if constexpr (DescendsInWaves<S>) {
        if (wave_power_ > 0 && space_.h(walk.node) > wave_->most_h(static_cast<int>(bound_ - reached))) {
          step.undo(space_, walk.node);
          continue;
        }
      }
      walk.path.push_back(op);
      if (space_.is_goal(walk.node)) return true;
      if (!leaves.at(walk.path.size())) {
        enter(walk, step.saved(), step.back(space_), reached, meter);
        continue;
      }
      if (leaves.take(walk.path)) return true;
      walk.path.pop_back();
      step.undo(space_, walk.node);
    }
  }

  // Expands the node of a walk, which a move has led to that `undo` takes back.
  void enter(Walk& walk, const UndoOf<S>& undo, BackOf<S> back, std::int64_t g, Meter& meter) {
    if (meter.due()) meter.hand_in();
    ++meter.expanded;
    trace_->expansion(walk.path.size());
    walk.levels.push_back({space_.moves(walk.node), undo, back, g});
  }

  // A walk that begins where a path ends, the move that leads back from there, and what the path costs.
  struct Place {
    Walk walk;
    BackOf<S> back{};
    std::int64_t g = 0;
  };

  Place follow(const std::vector<Op>& path) const {
    Place place{{space_.start(), {}, none, {}}};
    for (const Op op : path) {
      place.back = Applied<S>(space_, place.walk.node, op).back(space_);
      place.g += edge_cost(space_, op);
    }
    return place;
  }

  void search_subtree(Subtree& subtree, Meter& meter) {
    const std::uint64_t generated = meter.generated, expanded = meter.expanded;
    auto [walk, back, g] = follow(subtree.path);
    [[maybe_unused]] const bool root = subtree.path.empty();

    bool found = false;
    if constexpr (Descends<S> || DescendsInWaves<S>) {
      if (weight_.is_one() && !trace_->on) {
        const int slack = static_cast<int>(bound_ - g - space_.h(walk.node));
        found = true;
        if constexpr (Sweeps<S>) found = space_.sweep(walk.node, back, root, slack, meter);
        if (found) {
          // A sweep only says that there is a goal: now find it in order, and count up to it.
          if constexpr (Sweeps<S>) {
            meter.generated = generated;
            meter.expanded = expanded;
          }
          if constexpr (DescendsInWaves<S>) {
            found = space_.descend(walk.node, back, root, slack, meter, walk.path, *wave_);
          } else {
            found = space_.descend(walk.node, back, root, slack, meter, walk.path);
          }
        }
        subtree.exceeding = bound_ + 2;
        finish(subtree, walk, found, generated, expanded, meter);
        return;
      }
    }
    walk.path = subtree.path;
    found = above(walk, back, g, NoLeaves(), meter);
    subtree.exceeding = walk.exceeding;
    walk.path.erase(walk.path.begin(), walk.path.begin() + static_cast<std::ptrdiff_t>(subtree.path.size()));
    finish(subtree, walk, found, generated, expanded, meter);
  }

  void finish(Subtree& subtree, const Walk& walk, bool found, std::uint64_t generated, std::uint64_t expanded,
              const Meter& meter) {
    subtree.generated = meter.generated - generated;
    subtree.expanded = meter.expanded - expanded;
    if (!found) return;
    subtree.plan = subtree.path;
    subtree.plan->insert(subtree.plan->end(), walk.path.begin(), walk.path.end());
  }

  const S& space_;
  Weight weight_;
  int threads_;
  Control& control_;
  Trace* trace_ = nullptr;
  Crew* crew_ = nullptr;
  std::int64_t bound_ = 0;
  std::int64_t exceeding_ = none;
  int wave_power_ = 0;
  std::optional<Wave> wave_;
};

}  // namespace budge::search
