// All shortest plans: counts them exactly, and lists the first ones.
//
// The cost of a shortest plan is known. A forward pass stores the states that may be on one, those with g + h at most
// this cost, in order of g. A backward pass over the same states expands each once more and adds up the plans of its
// children that lie on a cheapest path: the plans of a state. Only states with plans are followed when plans are
// listed, so each takes time proportional to its length.
//
// Two plans differ if they pass through different states: interchangeable pieces are not distinguished, and a move
// between two states counts once. The space must not prune: `Pointless` moves are on no shortest plan, but whatever
// replaces a plan by an equivalent one loses it. Memory grows with every state stored.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "search/expand.hpp"
#include "search/path.hpp"
#include "search/record_store.hpp"
#include "search/result.hpp"
#include "support/natural.hpp"

namespace budge::search {

// The first shortest plans, and the number of all in the base 16; no number if a limit stopped the count.
struct PlansFound {
  Stop stop = Stop::none;
  std::vector<std::vector<int>> plans;
  std::string count;
};

template <Space S>
class AllPlans {
 public:
  using State = typename S::State;
  using Cost = CostOf<S>;

  AllPlans(Ref<S> space, Control& control)
      : space_(space),
        control_(control),
        keys_{space_},
        store_(keys_, control),
        order_(Accounted<Id>(control)),
        plans_of_(Accounted<std::uint32_t>(control)) {}

  // `optimum` is the cost of a shortest plan, as coded() gives it. Lists up to `max_plans`.
  PlansFound run(std::int64_t optimum, std::size_t max_plans) {
    PlansFound found;
    guarded(found, [&] {
      optimum_ = optimum;
      store_states();
      count();
      const std::uint32_t all = plans_of_.front();
      std::vector<std::vector<int>> plans;
      if (all > 0) list(max_plans, plans);
      found.plans = std::move(plans);
      found.count = all == 0 ? "0" : counts_[all - 1].hex();
    });
    return found;
  }

 private:
  struct Keys {
    Ref<S> space;
    std::uint64_t hash(const State& state) const { return hash_of(space, state); }
  };
  using Store = RecordStore<State, Cost, Keys>;
  using Id = typename Store::Id;
  static constexpr Id none = Store::none;

  // Calls visit(child, hash, edge, h) for every child of a state.
  template <class Visit>
  void expand(const State& state, const Visit& visit) {
    auto&& here = position(space_, state);
    search::expand(space_, here, nullptr, inverse,
                   [&](const State& child, std::uint64_t hash, Cost edge, auto&&, auto&& h) {
                     ++control_.generated;
                     visit(child, hash, edge, h);
                   });
    ++control_.expanded;
    if (control_.due()) control_.poll();
  }

  void store_states() {
    std::map<Cost, std::vector<Id>> open;
    const auto add = [&](const State& state, std::uint64_t hash, Cost g) {
      const Id id = store_.add(state, hash);
      store_[id].set_g(g);
      open[g].push_back(id);
    };
    const State start = packed(space_, space_.start());
    add(start, hash_of(space_, start), Cost{});
    while (!open.empty()) {
      const auto [g, layer] = std::pair(open.begin()->first, std::move(open.begin()->second));
      open.erase(open.begin());
      for (const Id id : layer) {
        if (store_[id].closed() || store_[id].g() != g) continue;
        store_[id].close();
        order_.push_back(id);
        const State state = store_.state(id);
        if (coded(space_, g) == optimum_ || is_goal(state)) continue;
        expand(state, [&](const State& child, std::uint64_t hash, Cost edge, auto&& h) {
          const Cost cost = g + edge;
          if (coded(space_, cost) > optimum_) return;
          const Id known = store_.find_id(child, hash);
          if (known == none) {
            const Cost left = h();
            if (!is_lost<S>(left) && coded(space_, cost + left) <= optimum_) add(child, hash, cost);
          } else if (cost < store_[known].g()) {
            store_[known].set_g(cost);
            open[cost].push_back(known);
          }
        });
      }
    }
  }

  bool is_goal(const State& state) { return space_.is_goal(position(space_, state)); }

  // Calls visit(child) for the children of a state on cheapest paths that have plans.
  template <class Visit>
  void each_successor(Id id, const Visit& visit) {
    const State state = store_.state(id);
    const Cost g = store_[id].g();
    expand(state, [&](const State& child, std::uint64_t hash, Cost edge, auto&&) {
      const Id known = store_.find_id(child, hash);
      if (known != none && plans_of_[known] > 0 && store_[known].g() == g + edge) visit(known);
    });
  }

  void count() {
    plans_of_.assign(store_.size(), 0);
    for (std::size_t i = order_.size(); i-- > 0;) {
      const Id id = order_[i];
      Natural sum(control_, is_goal(store_.state(id)));
      if (sum.is_zero() && coded(space_, store_[id].g()) < optimum_)
        each_successor(id, [&](Id child) { sum += counts_[plans_of_[child] - 1]; });
      if (sum.is_zero()) continue;
      counts_.push_back(std::move(sum));
      plans_of_[id] = static_cast<std::uint32_t>(counts_.size());
    }
  }

  // Depth first, in the order of moves.
  void list(std::size_t max_plans, std::vector<std::vector<int>>& plans) {
    struct Step {
      Id id;
      std::vector<Id> successors;
      std::size_t next = 0;
    };
    const auto step = [&](Id id) {
      Step step{id, {}};
      if (!is_goal(store_.state(id))) each_successor(id, [&](Id child) { step.successors.push_back(child); });
      return step;
    };
    std::vector<Step> path{step(0)};
    while (!path.empty() && plans.size() < max_plans) {
      Step& last = path.back();
      if (is_goal(store_.state(last.id))) {
        std::vector<State> states;
        for (const Step& each : path) states.push_back(store_.state(each.id));
        const auto moves = moves_along<S>(space_, states);
        plans.emplace_back(moves.begin(), moves.end());
      }
      if (last.next == last.successors.size()) {
        path.pop_back();
      } else {
        path.push_back(step(last.successors[last.next++]));
      }
    }
  }

  Ref<S> space_;
  Control& control_;
  std::int64_t optimum_ = 0;
  Keys keys_;
  Store store_;
  Vector<Id> order_;                // of expansion
  Vector<std::uint32_t> plans_of_;  // by state: the place of their number in counts_, plus one; 0 for none
  std::vector<Natural> counts_;
};

}  // namespace budge::search
