// Where searches from both ends meet: the best plan so far leads through a state that both of them know.
#pragma once

#include "search/path.hpp"
#include "search/result.hpp"

namespace budge::search {

template <Space F, Space B>
class Meeting {
 public:
  using State = typename F::State;
  using Cost = CostOf<F>;

  Cost cost() const { return cost_; }  // the most there is, as long as they have not met

  // One side has come to a state at a cost of g: is it known to the other, whose store this is?
  template <class Store>
  void look_up(const State& state, std::uint64_t hash, Cost g, Store& other) {
    const auto* met = other.find(state, hash);
    if (!met || g + met->g() >= cost_) return;
    cost_ = g + met->g();
    state_ = state;
  }

  // The search has ended, and no plan is better.
  template <class Forward, class Backward>
  void conclude(Forward& forward, Backward& backward, Result<typename F::Op>& result, Control& control) const {
    if (cost_ == max_cost<Cost>) {
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
