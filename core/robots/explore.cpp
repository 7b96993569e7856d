#include "robots/explore.hpp"

#include <algorithm>

#include "robots/backward.hpp"
#include "robots/with_space.hpp"
#include "search/result.hpp"
#include "support/state_set.hpp"

namespace budge::robots {

namespace {

template <class S>
class Explorer {
 public:
  Explorer(const Rules& rules, std::size_t keep, Control& control)
      : keep_(keep),
        control_(control),
        space_(rules, Heuristic::zero),
        backward_(rules, space_),
        reached_(control),
        goals_(Accounted<State>(control)) {}

  Exploration explore(bool from_goals) && {
    bool counted = false;  // as a distance from the requested source
    search::guarded(result_, [&] {
      List roots{Accounted<State>(control_)};
      roots.push_back(space_.pack(space_.start()));
      sweep(
          space_, roots, reached_, [&](const List& layer) { look_for_goals(layer); },
          [](const State&) { return true; });
      if (!from_goals) return;
      forget_depths();
      counted = true;
      StateSet<State> seen(control_);
      sweep(backward_, goals_, seen, [](const List&) {}, [&](const State& state) { return reached(state); });
    });
    if (from_goals && !counted) forget_depths();
    return std::move(result_);
  }

 private:
  using State = typename S::State;
  using List = Vector<State>;

  void forget_depths() {
    result_.by_depth.clear();
    result_.hardest.clear();
  }

  // Explores layer by layer from the roots. `seen` are the states reached so far; `wanted` says which of them to
  // expand. The last layer is recorded before the next one starts, because that one may be stopped.
  template <class Space, class Look, class Wanted>
  void sweep(const Space& space, const List& roots, StateSet<State>& seen, const Look& look, const Wanted& wanted) {
    List layer(roots), next{Accounted<State>(control_)};
    for (const State& root : roots) seen.insert(root, root.hash(), 0);
    while (!layer.empty()) {
      control_.lower_bound = static_cast<std::int64_t>(result_.by_depth.size());
      result_.by_depth.push_back(layer.size());
      result_.hardest = first_of(layer);
      look(layer);
      next.clear();
      for (const State& state : layer) {
        ++control_.expanded;
        const auto node = space.unpack(state, 0);
        for (const Slide op : space.moves(node)) {
          ++control_.generated;
          auto child = node;
          space.apply(child, op);
          const State packed = space.pack(child);
          if (wanted(packed) && seen.insert(packed, packed.hash(), 0)) next.push_back(packed);
        }
        if (control_.due()) control_.poll();
      }
      layer.swap(next);
    }
  }

  void look_for_goals(const List& layer) {
    for (const State& state : layer) {
      if (space_.is_goal(space_.unpack(state, 0))) goals_.push_back(state);
    }
    result_.goal_states = goals_.size();
    if (result_.optimum < 0 && !goals_.empty())
      result_.optimum = static_cast<std::int64_t>(result_.by_depth.size()) - 1;
  }

  bool reached(const State& state) const { return reached_.has(state, state.hash(), 0); }

  std::vector<std::vector<int>> first_of(const List& layer) const {
    const std::size_t count = std::min(keep_, layer.size());
    std::vector<State> first(count);
    std::partial_sort_copy(layer.begin(), layer.end(), first.begin(), first.end());
    std::vector<std::vector<int>> found;
    for (const State& state : first) found.push_back(space_.listed(state));
    return found;
  }

  std::size_t keep_;
  Control& control_;
  const S space_;
  const BackwardSpace<S> backward_;
  StateSet<State> reached_;
  List goals_;  // reached
  Exploration result_;
};

}  // namespace

Exploration explore(const Puzzle& puzzle, bool from_goals, std::size_t keep, Control& control) {
  const Rules rules(puzzle);
  return with_space(rules, [&]<class S>() { return Explorer<S>(rules, keep, control).explore(from_goals); });
}

}  // namespace budge::robots
