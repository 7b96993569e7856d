// The open list of a search without a heuristic, cheapest state first: a policy of the space.
#pragma once

#include <cassert>
#include <cstdint>
#include <type_traits>

#include "search/hooks.hpp"
#include "search/store.hpp"
#include "support/bucket_queue.hpp"
#include "support/sequence.hpp"

namespace budge::search {

// Unit costs: two layers, first in, first out.
template <class Handle>
class Layers {
 public:
  explicit Layers(Control& control) : layer_(control), next_(control) {}

  bool empty() {
    if (at_ == layer_.size()) turn();
    return layer_.empty();
  }
  std::int64_t min_cost() const { return depth_; }
  std::uint64_t weight(std::uint64_t) const { return layer_.size(); }

  void push(std::int64_t g, const Handle& handle) {
    assert(g == depth_ + 1 || (g == 0 && depth_ == -1));
    (void)g;
    next_.push_back(handle);
  }
  const Handle& pop() {
    assert(at_ < layer_.size());
    return layer_[at_++];
  }
  // Shows an entry that pop() will return soon, to prefetch it.
  template <class Visit>
  void ahead(Visit&& visit) const {
    if (at_ + 3 < layer_.size()) visit(layer_[at_ + 3]);
  }

 private:
  void turn() {
    layer_.clear();
    layer_.swap(next_);
    at_ = 0;
    ++depth_;
  }

  Sequence<Handle> layer_, next_;
  std::size_t at_ = 0;
  std::int64_t depth_ = -1;
};

// Any costs.
template <class Handle, class Cost>
class Queued {
 public:
  explicit Queued(Control& control) : queue_(control) {}

  bool empty() const { return queue_.empty(); }
  Cost min_cost() { return queue_.best().cost; }
  std::uint64_t weight(std::uint64_t stored) const { return stored; }
  void push(Cost g, const Handle& handle) { queue_.push(g, 0, handle); }
  Handle pop() { return queue_.pop(); }
  template <class Visit>
  void ahead(Visit&&) const {}

 private:
  BucketQueue<Handle, Cost> queue_;
};

// weight(): of two sides, the search expands the one with the smaller weight. For layers this is the length of the
// current layer, so that a side completes its layer.
template <class S>
using FrontierOf = std::conditional_t<unit_costs<S>, Layers<typename StoreOf<S>::Handle>,
                                      Queued<typename StoreOf<S>::Handle, CostOf<S>>>;

}  // namespace budge::search
