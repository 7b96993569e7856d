// IDA* (Korf, 1985): depth-first search with a growing bound on f = g + h, weighted by w as in A*. Optimal for w = 1.
//
// Needs memory only for the path, which is not on the call stack, so plans can have any length, and for the list of
// subtrees of a long iteration. All of it is charged to the Control. Counts follow Korf: the root once, then every
// child, the goal when it is generated; only the inverse move is pruned. If moves cannot be undone, nodes are copied
// instead and nothing is pruned. This file contains the depth-first search of one space; iterations.hpp contains
// bounds, threads and crews.
//
// A space may bring faster loops: `sweep` counts a subtree in any order and says whether it contains a goal; `descend`
// searches one in order. Both get the depth at which the subtree begins. If the space can also search above a curve,
// long iterations begin with waves (see wave.hpp) from the size that waves_from() states.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "search/expand.hpp"
#include "search/hooks.hpp"
#include "search/iterations.hpp"
#include "search/space.hpp"

namespace budge::search {

template <class S>
concept Sweeps = requires(const S& space, const typename S::Node& node, int slack, Meter& meter) {
  { space.sweep(node, typename S::Op{}, 0, slack, meter) } -> std::same_as<bool>;
};
template <class S>
concept SweepsInWaves =
    requires(const S& space, const typename S::Node& node, int slack, Meter& meter, const Wave& wave) {
      { space.sweep(node, typename S::Op{}, 0, slack, meter, wave) } -> std::same_as<bool>;
    };
template <class S>
concept Descends =
    requires(const S& space, const typename S::Node& node, int slack, Meter& meter, std::vector<typename S::Op>& plan) {
      { space.descend(node, typename S::Op{}, 0, slack, meter, plan) } -> std::same_as<bool>;
    };

template <class S>
concept DescendsInWaves = requires(const S& space, const typename S::Node& node, int slack, Meter& meter,
                                   std::vector<typename S::Op>& plan, const Wave& wave) {
  { space.descend(node, typename S::Op{}, 0, slack, meter, plan, wave) } -> std::same_as<bool>;
  { space.waves_from() } -> std::same_as<std::uint64_t>;
};

template <NodeSpace S>
class Ida final : DepthFirst {
 public:
  Ida(const S& space, Weight weight, int threads, Control& control)
      : space_(space), start_(space.start()), weight_(weight), iterations_(*this, weight, threads, control) {}
  Ida(const Ida&) = delete;  // the iterations know where it is

  Result<int> run(bool trace, Crew* crew = nullptr) { return iterations_.run(trace, crew); }

  // Searches the subtrees of a batch, as a member of a crew.
  void help(SubtreeBatch& batch) { iterations_.help(batch); }

 private:
  using Node = typename S::Node;
  using Op = typename S::Op;

  // A node on the path: its moves, how many of them were tried, and how to undo the move that led to it.
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

  // The state of a depth-first search: the path to the current node, and what was found below it.
  struct Walk {
    Walk(const Node& node, const Path& path, Control& control)
        : node(node), path(path.begin(), path.end(), Accounted<int>(control)), levels(Accounted<Level>(control)) {}

    Path plan() const { return {path.begin(), path.end()}; }

    Node node;
    Vector<int> path;
    BackOf<S> back{};  // inverse of the last move before the subtree
    std::int64_t g = 0;
    std::int64_t exceeding = nothing_exceeds;
    Vector<Level> levels;
  };

  std::int64_t h_of_start() const override { return space_.h(start_); }
  bool starts_at_goal() const override { return space_.is_goal(start_); }

  std::int64_t cost(const Path& plan) const override {
    std::int64_t cost = 0;
    for (const int op : plan) cost += edge_cost(space_, static_cast<Op>(op));
    return cost;
  }

  std::uint64_t waves_from() const override {
    if constexpr (DescendsInWaves<S>) return space_.waves_from();
    return never;
  }

  void search(Subtree& subtree, const Pass& pass, Meter& meter) const override {
    const Tally before = meter.tally;
    if (!search_by_space(subtree, pass, meter)) {
      Walk walk = follow(subtree.path, meter.control());
      if (search_below(walk, pass, NoLeaves(), meter)) subtree.plan = walk.plan();
      subtree.exceeding = walk.exceeding;
    }
    subtree.tally = meter.tally;
    subtree.tally -= before;
  }

  void search_top(Subtree& subtree, const Pass& pass, const std::size_t& depth, const Take& take,
                  Meter& meter) const override {
    Walk walk = follow(subtree.path, meter.control());
    if (search_below(walk, pass, LeavesAt{depth, take}, meter)) subtree.plan = walk.plan();
    subtree.exceeding = walk.exceeding;
  }

  // Uses the space's own loops if it has them and they apply here.
  bool search_by_space(Subtree& subtree, const Pass& pass, Meter& meter) const {
    if constexpr (Descends<S> || DescendsInWaves<S>) {
      if (!weight_.is_one() || meter.traces_each()) return false;
      const Walk walk = follow(subtree.path, meter.control());
      const auto depth = static_cast<int>(subtree.path.size());
      const int slack = static_cast<int>(pass.bound - walk.g - space_.h(walk.node));
      bool found = true;
      if constexpr (Sweeps<S> || SweepsInWaves<S>) {
        const Tally before = meter.tally;
        if constexpr (SweepsInWaves<S>) {
          found = space_.sweep(walk.node, walk.back, depth, slack, meter, pass.wave);
        } else {
          found = space_.sweep(walk.node, walk.back, depth, slack, meter);
        }
        // A sweep only says that a goal exists: search again in order, and count up to the goal.
        if (found) meter.tally = before;
      }
      std::vector<Op> below;
      if constexpr (DescendsInWaves<S>) {
        found = found && space_.descend(walk.node, walk.back, depth, slack, meter, below, pass.wave);
      } else {
        found = found && space_.descend(walk.node, walk.back, depth, slack, meter, below);
      }
      if (found) {
        subtree.plan = subtree.path;
        subtree.plan->insert(subtree.plan->end(), below.begin(), below.end());
      }
      subtree.exceeding = pass.bound + 2;
      return true;
    } else {
      return false;
    }
  }

  // Where a depth-first search hands over to `take`: nowhere, or `depth` moves from the start.
  struct NoLeaves {
    static constexpr bool at(std::size_t) { return false; }
    static constexpr bool take(const Walk&) { return false; }
  };
  struct LeavesAt {
    const std::size_t& depth;
    const Take& visit;

    bool at(std::size_t moves) const { return moves >= depth; }
    bool take(const Walk& walk) const { return visit(walk.plan()); }
  };

  // Depth-first search down to the leaves. Returns true at a goal; the path then leads to it.
  template <class Leaves>
  bool search_below(Walk& walk, const Pass& pass, const Leaves& leaves, Meter& meter) const {
    const std::int64_t bound = pass.bound;
    enter(walk, {}, walk.back, walk.g, meter);
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
      ++meter.tally.generated;
      const Applied<S> step(space_, walk.node, op);
      const std::int64_t reached = level.g + edge_cost(space_, op), f = weight_.f(reached, space_.h(walk.node));
      if (f > bound) {
        walk.exceeding = std::min(walk.exceeding, f);
        step.undo(space_, walk.node);
        continue;
      }
      if constexpr (DescendsInWaves<S>) {
        if (pass.power > 0 && space_.h(walk.node) > pass.wave.max_h(static_cast<int>(bound - reached))) {
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
      if (leaves.take(walk)) return true;
      walk.path.pop_back();
      step.undo(space_, walk.node);
    }
  }

  // Expands the current node, reached by a move that `undo` takes back. Inlined: a call for every node costs a fifth of
  // the time if the heuristic is fast.
  [[gnu::always_inline]] inline void enter(Walk& walk, const UndoOf<S>& undo, BackOf<S> back, std::int64_t g,
                                           Meter& meter) const {
    if (meter.due()) meter.report_if_due(walk.path.size());
    meter.count_expansion(walk.path.size(), [&](Trace& trace, std::uint64_t generated) {
      trace.expansion(walk.path.size());
      if constexpr (HasListing<S>) {
        if (trace.records()) {
          trace.expansions.push_back({space_.listed(space_.pack(walk.node)), g, space_.h(walk.node), generated, false});
        }
      }
    });
    walk.levels.push_back({space_.moves(walk.node), undo, back, g});
  }

  // Follows a path from the start.
  Walk follow(const Path& path, Control& control) const {
    Walk walk(start_, path, control);
    for (const int move : path) {
      const Op op = static_cast<Op>(move);
      walk.back = Applied<S>(space_, walk.node, op).back(space_);
      walk.g += edge_cost(space_, op);
    }
    return walk;
  }

  const S& space_;
  const Node start_;  // stored, because it may be expensive to compute and every subtree begins there
  const Weight weight_;
  Iterations iterations_;
};

}  // namespace budge::search
