// Breadth-first search, layer by layer, with one thread or several.
//
// Of a closed state it keeps only the state and two bits, which is enough to find the way back (see
// support/state_set.hpp). A layer is expanded in batches: all children of a batch are generated and their entries in
// the set prefetched before the first is looked up. Several threads process a round of batches together: they share out
// the batches and sort the children by shard, then share out the shards, then the batches again, whose new states they
// copy to the next layer. The children enter every shard in the order of the layer, so the results, their order and all
// counts do not depend on the number of threads.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "search/hooks.hpp"
#include "search/record.hpp"
#include "search/result.hpp"
#include "search/tuning.hpp"
#include "support/sequence.hpp"
#include "support/state_set.hpp"
#include "support/team.hpp"

namespace budge::search {

template <Reversible S>
class BreadthFirst {
 public:
  using State = typename S::State;
  using Op = typename S::Op;

  BreadthFirst(const S& space, int threads, Trace& trace, Control& control)
      : space_(space),
        threads_(threads),
        team_(threads, control),
        trace_(trace),
        control_(control),
        known_(control),
        layer_(control),
        next_(control) {}

  // Layer 0; each state once.
  void add_root(const State& state) {
    if (!known_.insert(state, state.hash(), 0)) return;
    ++control_.generated;
    layer_.push_back({state, Op{}});
  }

  std::uint32_t depth() const { return depth_; }
  std::size_t size() const { return layer_.size(); }
  State operator[](std::size_t i) const { return layer_[i].state; }
  bool empty() const { return layer_.empty(); }

  // Expands the layer. If `until_goal`, stops at the first goal generated and returns it.
  std::optional<State> advance(bool until_goal) {
    std::size_t begin = 0;
    while (begin < layer_.size()) {
      const std::size_t left = layer_.size() - begin;
      // Batches shrink near the node limit, and rounds shrink if states have many children.
      const std::uint64_t children = 8 + 2 * control_.generated / (control_.expanded + 1);
      const std::uint64_t nodes = control_.limits().nodes;
      const std::uint64_t allowed = 1 + (nodes - std::min(nodes, control_.generated)) / children;
      const std::size_t pairs = std::max(1, threads_ / 2);
      const std::size_t round = std::max<std::size_t>(
          1, pairs * std::min(tuning.round_states, tuning.round_bytes / (children * sizeof(Child))));
      const bool alone = threads_ == 1 || trace_.records() || left < tuning.shared_after ||
                         round < tuning.shared_after || allowed < round;
      const std::size_t count =
          std::min<std::uint64_t>(left, alone ? std::min<std::uint64_t>(batch_states, allowed) : round);
      const auto goal = alone ? expand_alone(begin, count, until_goal) : expand_shared(begin, count, until_goal);
      begin += count;
      if (goal) return goal;
      if (control_.due()) control_.poll();
    }
    ++depth_;
    layer_.clear();
    layer_.swap(next_);
    return std::nullopt;
  }

  // Moves from a root to a state of the given depth: of all shortest paths, the first in operator order when read
  // backwards.
  std::vector<Op> path_to(const State& state, std::uint32_t depth) const {
    std::vector<Op> path;
    auto node = space_.unpack(state);
    for (; depth > 0; --depth) {
      for (const Op op : space_.moves(node)) {
        const auto undo = space_.apply(node, op);
        const State before = space_.pack(node);
        if (known_.has(before, before.hash(), depth - 1)) {
          path.push_back(space_.reverse(undo));
          break;
        }
        space_.undo(node, undo);
      }
    }
    std::reverse(path.begin(), path.end());
    return path;
  }

  const StateSet<State>& known() const { return known_; }

 private:
  static constexpr std::size_t batch_states = std::clamp<std::size_t>((1 << 15) / sizeof(State), 4, 256);

  struct [[gnu::packed]] Entry {
    State state;
    Op back;
  };
  struct Child {
    State state;
    std::uint64_t hash;
    Op back;
    bool goal, fresh;
  };
  struct Batch {
    explicit Batch(Control& control)
        : children(Accounted<Child>(control)), until(Accounted<std::uint32_t>(control)), by_shard(until) {}

    Vector<Child> children;
    Vector<std::uint32_t> until;  // number of children of this state and all earlier ones
    Vector<std::uint32_t> by_shard;
    std::array<std::uint32_t, StateSet<State>::shards + 1> shard_begins;
    std::uint32_t fresh = 0;  // children; counted by all threads
    bool has_goal = false;
  };

  // Generates the children of a part of the layer.
  template <bool fetch>
  void expand(std::size_t begin, std::size_t count, Batch& batch) const {
    batch.children.clear();
    batch.until.clear();
    batch.fresh = 0;
    batch.has_goal = false;
    for (std::size_t i = begin; i < begin + count; ++i) {
      const Entry entry = layer_[i];
      const auto add = [&](const State& state, Op back, bool goal) {
        const std::uint64_t hash = state.hash();
        if constexpr (fetch) known_.prefetch(hash);
        batch.children.push_back({state, hash, back, goal, false});
        batch.has_goal |= goal;
      };
      if constexpr (MakesChildren<S>) {
        space_.each_child(entry.state, entry.back, depth_ == 0,
                          [&](const State& state, Op back) { add(state, back, space_.is_goal(state)); });
      } else {
        auto node = space_.unpack(entry.state);
        for (const Op op : space_.moves(node)) {
          if (depth_ > 0 && pointless(space_, op, Op(entry.back))) continue;
          const auto undo = space_.apply(node, op);
          add(space_.pack(node), space_.reverse(undo), space_.is_goal(node));
          space_.undo(node, undo);
        }
      }
      batch.until.push_back(static_cast<std::uint32_t>(batch.children.size()));
    }
  }

  // Appends the fresh children of the states from `begin` on to the next layer, in order; `is_fresh` says which they
  // are. Counts up to the first goal.
  template <class IsFresh>
  std::optional<State> take_over(std::size_t begin, const Batch& batch, bool until_goal, const IsFresh& is_fresh) {
    std::size_t i = 0;
    for (const std::uint32_t until : batch.until) {
      ++control_.expanded;
      if (trace_.on) note_expansion(trace_, space_, State(layer_[begin].state), depth_, [] { return 0; }, control_);
      ++begin;
      for (; i < until; ++i) {
        ++control_.generated;
        const Child& child = batch.children[i];
        if (!is_fresh(child)) continue;
        if (until_goal && child.goal) return child.state;
        next_.push_back({child.state, child.back});
      }
    }
    return std::nullopt;
  }

  std::optional<State> expand_alone(std::size_t begin, std::size_t count, bool until_goal) {
    if (batches_.empty()) batches_.emplace_back(control_);
    Batch& batch = batches_[0];
    expand<true>(begin, count, batch);
    return take_over(begin, batch, until_goal,
                     [&](const Child& child) { return known_.insert(child.state, child.hash, depth_ + 1); });
  }

  std::optional<State> expand_shared(std::size_t begin, std::size_t count, bool until_goal) {
    const std::size_t batches = (count + batch_states - 1) / batch_states;
    while (batches_.size() < batches) batches_.emplace_back(control_);
    team_.share(batches, [&](std::size_t i) {
      const std::size_t from = i * batch_states;
      expand<false>(begin + from, std::min(batch_states, count - from), batches_[i]);
      sort_by_shard(batches_[i]);
    });
    team_.share(StateSet<State>::shards, [&](std::size_t shard) {
      for (std::size_t i = 0; i < batches; ++i) enter(batches_[i], shard);
    });
    bool has_goal = false;
    for (std::size_t i = 0; i < batches; ++i) has_goal |= batches_[i].has_goal;
    if (!until_goal || !has_goal) return take_over_shared(batches);
    for (std::size_t i = 0; i < batches; ++i) {
      const auto fresh = [](const Child& child) { return child.fresh; };
      const auto goal = take_over(begin + i * batch_states, batches_[i], true, fresh);
      if (goal) return goal;
    }
    return std::nullopt;
  }

  // As take_over() of all batches, none of which ends the search.
  std::nullopt_t take_over_shared(std::size_t batches) {
    std::vector<std::size_t> begins{next_.size()};
    for (std::size_t i = 0; i < batches; ++i) {
      begins.push_back(begins.back() + batches_[i].fresh);
      control_.expanded += batches_[i].until.size();
      control_.generated += batches_[i].children.size();
      for (std::size_t state = 0; trace_.on && state < batches_[i].until.size(); ++state) trace_.expansion(depth_);
    }
    next_.extend(begins.back() - begins.front());
    team_.share(batches, [&](std::size_t i) {
      std::size_t at = begins[i];
      for (const Child& child : batches_[i].children) {
        if (child.fresh) next_.set(at++, {child.state, child.back});
      }
    });
    return std::nullopt;
  }

  static void sort_by_shard(Batch& batch) {
    auto& begins = batch.shard_begins;
    begins.fill(0);
    for (const Child& child : batch.children) ++begins[StateSet<State>::shard_of(child.hash) + 1];
    for (std::size_t shard = 1; shard < begins.size(); ++shard) begins[shard] += begins[shard - 1];
    auto at = begins;
    batch.by_shard.resize(batch.children.size());
    for (std::uint32_t i = 0; i < batch.children.size(); ++i) {
      batch.by_shard[at[StateSet<State>::shard_of(batch.children[i].hash)]++] = i;
    }
  }

  void enter(Batch& batch, std::size_t shard) {
    const auto begin = batch.by_shard.begin() + batch.shard_begins[shard];
    const auto end = batch.by_shard.begin() + batch.shard_begins[shard + 1];
    for (auto i = begin; i != end; ++i) known_.prefetch(batch.children[*i].hash);
    std::uint32_t fresh = 0;
    for (auto i = begin; i != end; ++i) {
      Child& child = batch.children[*i];
      child.fresh = known_.insert(child.state, child.hash, depth_ + 1);
      fresh += child.fresh;
    }
    __atomic_fetch_add(&batch.fresh, fresh, __ATOMIC_RELAXED);
  }

  const S& space_;
  const int threads_;
  Team team_;
  Trace& trace_;
  Control& control_;
  StateSet<State> known_;
  Sequence<Entry> layer_, next_;
  std::vector<Batch> batches_;
  std::uint32_t depth_ = 0;
};

}  // namespace budge::search
