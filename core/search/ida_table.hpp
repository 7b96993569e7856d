// IDA* with a transposition table (Reinefeld and Marsland, 1994), for spaces in which many paths lead to one state.
//
// Depth-first search with a growing bound on f = g + w·h (Korf, 1985). The table stores the g at which states were
// reached, so that an iteration expands few states more than once; a lost entry costs time only. The table is a policy:
//
// - A GrowingTable keeps the smallest g at which each state was ever reached. A state reached at a larger g, or at the
// same g in the same iteration, is pruned: a path with the smaller g lies within the bound and is searched in every
// iteration. So the search ends on spaces without a solution. When memory is full, the search continues with the table
// as it is.
// - A ReplacingTable has a fixed size and stores the current iteration only, the latest state in each place.
//
// In a space of nodes, children are searched in operator order and counted one by one when the search reaches them. In
// a space of states, children are counted when they are generated, and searched in order of their rank. Optimal;
// weighted as in A*.
#pragma once

#include <algorithm>
#include <chrono>
#include <type_traits>
#include <vector>

#include "search/expand.hpp"
#include "search/report.hpp"
#include "search/result.hpp"
#include "search/space.hpp"
#include "search/tuning.hpp"
#include "search/weight.hpp"
#include "support/flat_table.hpp"

namespace budge::search {

template <class S>
class GrowingTable {
 public:
  using State = typename S::State;

  explicit GrowingTable(Control& control) : table_(control) {}

  // Starts an iteration.
  void begin(const State& root, std::uint64_t hash) {
    odd_ = !odd_;
    enter(root, hash, 0);
  }

  // Should a state reached at g be expanded? Its mark says whether it was last expanded in an odd or an even iteration.
  bool enter(const State& state, std::uint64_t hash, std::int64_t g) {
    auto* slot = table_.find(state, hash);
    if (!slot) {
      if (full_) return true;
      try {
        slot = table_.insert(state, hash, g, {}).slot;
      } catch (const Stopped& stopped) {
        if (stopped.reason != Stop::memory) throw;
        full_ = true;
        return true;
      }
    } else if (slot->g() < g || (slot->g() == g && slot->closed() == odd_)) {
      return false;
    }
    slot->set_g(g);
    odd_ ? slot->close() : slot->reopen();
    return true;
  }

 private:
  FlatTable<State, Nothing> table_;
  bool odd_ = false;
  bool full_ = false;
};

template <class S>
class ReplacingTable {
 public:
  using State = typename S::State;

  explicit ReplacingTable(Control& control) : control_(control), seen_(Accounted<Seen>(control)) {}

  void begin(const State&, std::uint64_t) {
    ++iteration_;
    if (!seen_.empty()) return;
    std::size_t places = tuning.replacing_places;
    const std::uint64_t bytes = std::min(tuning.replacing_bytes, control_.limits().memory / 2);
    while (places > 1 && places * sizeof(Seen) > bytes) places /= 2;
    seen_.resize(places);
  }

  bool enter(const State& state, std::uint64_t hash, CostOf<S> g) {
    Seen& seen = seen_[hash & (seen_.size() - 1)];
    if (seen.iteration == iteration_ && seen.state == state && seen.g <= g) return false;
    seen = {state, iteration_, g};
    return true;
  }

 private:
  struct Seen {
    State state;
    std::uint32_t iteration = 0;
    CostOf<S> g{};
  };

  Control& control_;
  Vector<Seen> seen_;
  std::uint32_t iteration_ = 0;
};

template <Space S, class Table>
class IdaWithTable {
 public:
  using State = typename S::State;
  using Op = typename S::Op;
  using Cost = CostOf<S>;

  IdaWithTable(Ref<S> space, Weight weight, Control& control)
      : space_(space),
        weight_(weight),
        control_(control),
        table_(make_table(space, control)),
        children_(Accounted<Child>(control)),
        levels_(Accounted<Level>(control)) {}

  Result<Op> run(bool trace) {
    return result_of<Op>(trace, control_, [&](auto& result) { search(result); });
  }

 private:
  static constexpr bool by_nodes = NodeSpace<S>;
  using Position = std::remove_cvref_t<decltype(position(std::declval<S&>(), std::declval<const State&>()))>;

  struct Child {
    Position position;
    std::uint64_t hash;  // in a space of states; nodes are packed and hashed only if they are within the bound
    Cost g, h;
    Op op;  // in a space of nodes, the move that led to it, and its inverse
    [[no_unique_address]] BackOf<S> back;
  };

  // A state on the path: its index among the children of the previous state, and its own children.
  struct Level {
    std::size_t child, begin, next, end;
  };

  static Table make_table(Ref<S> space, Control& control) {
    if constexpr (std::is_constructible_v<Table, Ref<S>, Control&>) {
      return Table(space, control);
    } else {
      return Table(control);
    }
  }

  void search(Result<Op>& result) {
    const auto start = space_.start();
    const State root = packed(space_, start);
    const Cost h = value_of(space_, root);
    control_.generated = 1;
    if (is_lost<S>(h)) {
      result.status = Status::unsolvable;
      return;
    }
    if (space_.is_goal(start)) {
      control_.best_cost = 0;
      result.status = Status::optimal;
      return;
    }
    bound_ = weight_.f(Cost{}, h);
    raise_lower_bound(space_, weight_, bound_, control_);
    for (;;) {
      const auto began = Control::Clock::now();
      const std::uint64_t generated = control_.generated, expanded = control_.expanded;
      table_.begin(root, hash_of(space_, root));
      children_.assign(1, Child{start, 0, Cost{}, h, Op{}, {}});
      const bool found = iterate(result.trace);
      result.trace.iterations.push_back({first_part(bound_) / weight_.q, control_.expanded - expanded,
                                         control_.generated - generated,
                                         std::chrono::duration<double>(Control::Clock::now() - began).count()});
      if (found) break;
      if (exceeding_ == max_cost<Cost>) {
        result.status = Status::unsolvable;
        return;
      }
      bound_ = weight_.next_bound(exceeding_);
      raise_lower_bound(space_, weight_, exceeding_, control_);
    }
    result.status = note_plan(space_, weight_, children_[levels_.back().child].g, control_);
    result.plan = plan();
  }

  // One depth-first search to bound_. Returns true at a goal; levels_ then holds the path. Leaves the smallest f above
  // the bound in exceeding_.
  bool iterate(Trace& trace) {
    exceeding_ = max_cost<Cost>;
    levels_.clear();
    descend(0, trace);
    while (!levels_.empty()) {
      Level& level = levels_.back();
      if (level.next == level.end) {
        children_.erase(children_.begin() + static_cast<std::ptrdiff_t>(level.begin), children_.end());
        levels_.pop_back();
        if constexpr (HasLeave<S>) space_.leave();
        continue;
      }
      const std::size_t index = level.next++;
      const Child& child = children_[index];
      if constexpr (by_nodes) {
        ++control_.generated;
        if (control_.due()) control_.poll();
      }
      const Cost f = weight_.f(child.g, child.h);
      if (f > bound_) {
        exceeding_ = std::min(exceeding_, f);
      } else if (space_.is_goal(child.position)) {
        if constexpr (by_nodes) note_expansion(child, trace);
        levels_.push_back({index, 0, 0, 0});
        return true;
      } else if (enter(child)) {
        descend(index, trace);
      }
    }
    return false;
  }

  bool enter(const Child& child) {
    const State& state = packed(space_, child.position);
    if constexpr (by_nodes) {
      return table_.enter(state, state.hash(), child.g);
    } else {
      return table_.enter(state, child.hash, child.g);
    }
  }

  void note_expansion(const Child& child, Trace& trace) {
    ++control_.expanded;
    trace.expansion(static_cast<std::size_t>(first_part(child.g)));
  }

  void descend(std::size_t index, Trace& trace) {
    if (control_.due()) control_.poll();
    note_expansion(children_[index], trace);
    const std::size_t begin = children_.size();
    make_children(index);
    levels_.push_back({index, begin, begin, children_.size()});
  }

  void make_children(std::size_t index) {
    const Child here = children_[index];
    if constexpr (by_nodes) {
      for (const Op op : space_.moves(here.position)) {
        if constexpr (Reversible<S>) {
          if (index > 0 && pointless(space_, op, here.back)) continue;
        }
        children_.push_back({here.position, 0, here.g + edge_cost(space_, op), 0, op, {}});
        Child& child = children_.back();
        const Applied<S> step(space_, child.position, op);
        child.back = step.back(space_);
        child.h = space_.h(child.position);
      }
    } else {
      const auto begin = static_cast<std::ptrdiff_t>(children_.size());
      space_.expand(here.position, [&](const State& state, std::uint64_t hash, Cost edge, Nothing, auto&& h) {
        ++control_.generated;
        const Cost value = h();
        if (!is_lost<S>(value)) children_.push_back({state, hash, here.g + edge, value, Op{}, {}});
      });
      std::stable_sort(children_.begin() + begin, children_.end(),
                       [&](const Child& a, const Child& b) { return space_.rank(a.h) < space_.rank(b.h); });
    }
  }

  std::vector<Op> plan() {
    if constexpr (by_nodes) {
      std::vector<Op> plan;
      for (std::size_t i = 1; i < levels_.size(); ++i) plan.push_back(children_[levels_[i].child].op);
      return plan;
    } else {
      std::vector<State> path;
      for (const Level& level : levels_) path.push_back(children_[level.child].position);
      return space_.plan(path);
    }
  }

  Ref<S> space_;
  Weight weight_;
  Control& control_;
  Table table_;
  Vector<Child> children_;  // of all states on the path, starting with the root
  Vector<Level> levels_;
  Cost bound_{}, exceeding_ = max_cost<Cost>;
};

}  // namespace budge::search
