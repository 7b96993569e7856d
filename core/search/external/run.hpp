// Runs a search on disk on a space of any kind: Dijkstra's algorithm if `blind`, else A*.
#pragma once

#include <list>
#include <vector>

#include "search/external/search.hpp"
#include "search/path.hpp"
#include "search/report.hpp"
#include "search/request.hpp"

namespace budge::search::external {

template <Storable S>
class DiskRun {
 public:
  using Expand = SpaceExpander<S>;

  DiskRun(Ref<S> space, bool blind, const Request& request, Control& control)
      : space_(space), blind_(blind), request_(request), control_(control) {
    expanders_.emplace_back(space, blind);
  }

  // `in_thread(control, body)` calls body(space) with a space for a further thread.
  template <class InThread>
  Solution run(const InThread& in_thread) {
    if (static_cast<int>(expanders_.size()) == request_.threads) return search();
    if constexpr (NodeSpace<S>) {
      expanders_.emplace_back(space_, blind_);
      return run(in_thread);
    } else {
      Control own(control_);
      Solution solution;
      in_thread(own, [&](S& space) {
        expanders_.emplace_back(space, blind_);
        solution = run(in_thread);
      });
      return solution;
    }
  }

 private:
  static constexpr bool has_two_parts = std::is_same_v<CostOf<S>, CostPair>;

  static CostOf<S> joined(Cost cost) {
    if constexpr (has_two_parts) {
      return {static_cast<std::uint32_t>(cost.first), static_cast<std::uint32_t>(cost.second)};
    } else {
      return cost.first;
    }
  }

  Solution search() {
    return widen(result_of<typename S::Op>(request_.trace, control_, [&](auto& result) {
      std::vector<Expander*> expanders;
      for (Expand& each : expanders_) expanders.push_back(&each);
      const Traits traits{Expand::shape, is_local<S>, is_consistent<S>, has_two_parts};
      const auto code = [this](Cost cost) { return coded(space_, joined(cost)); };
      const auto plan = search_on_disk(*request_.disk, traits, expanders, code, result.trace, control_);
      if (!plan) {
        result.status = Status::unsolvable;
        return;
      }
      std::vector<typename S::State> path;
      for (std::size_t at = 0; at < plan->states.size(); at += Expand::shape.state_words) {
        path.push_back(Expand::state_of(&plan->states[at]));
      }
      result.status = note_plan(space_, Weight(), joined(plan->cost), control_);
      result.plan = moves_along<S>(space_, path);
    }));
  }

  Ref<S> space_;
  const bool blind_;
  const Request& request_;
  Control& control_;
  std::list<Expand> expanders_;
};

template <Space S, class InThread>
Solution run_on_disk(Ref<S> space, bool blind, const Request& request, Control& control, const InThread& in_thread) {
  if constexpr (Storable<S>) {
    if (!request.weight.is_one()) throw std::invalid_argument("a search on disk is not weighted");
    return DiskRun<S>(space, blind, request, control).run(in_thread);
  } else {
    throw std::invalid_argument("states of this puzzle cannot be stored on disk");
  }
}

}  // namespace budge::search::external
