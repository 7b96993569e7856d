// The meeting point of a search from both ends: the state through which the best plan so far leads.
#pragma once

#include "search/path.hpp"
#include "search/result.hpp"

namespace budge::search {

template <Space F, Space B>
class Meeting {
 public:
  using State = typename F::State;
  using Cost = CostOf<F>;

  Cost cost() const { return cost_; }  // max_cost until the sides have met

  bool found() const { return cost_ != max_cost<Cost>; }

  // One side has reached a state at cost g: does the other side, whose store this is, know it?
  template <class Store>
  void look_up(const State& state, std::uint64_t hash, Cost g, Store& other) {
    const auto* met = other.find(state, hash);
    if (!met || g + met->g() >= cost_) return;
    cost_ = g + met->g();
    state_ = state;
  }

  // Ends the search: no plan is cheaper.
  template <class Forward, class Backward>
  void conclude(Forward& forward, Backward& backward, Result<typename F::Op>& result, Control& control) const {
    if (!found()) {
      result.status = Status::unsolvable;
      return;
    }
    result.plan = path_through<F, B>(forward.space, forward.store, backward.space, backward.store, state_);
    control.best_cost = control.lower_bound = coded(forward.space, cost_);
    result.status = Status::optimal;
  }

 private:
  Cost cost_ = max_cost<Cost>;
  State state_{};
};

}  // namespace budge::search
