#include "blocks/explore.hpp"

#include <algorithm>
#include <limits>

#include "blocks/breadth_first.hpp"
#include "blocks/with_space.hpp"
#include "search/breadth_first.hpp"
#include "search/result.hpp"

namespace budge::blocks {

namespace {

template <class S>
class Explorer {
 public:
  Explorer(const Layout& layout, Metric metric, const ExplorationRequest& request, Control& control)
      : request_(request),
        control_(control),
        space_(layout, layout.goals, metric, Heuristic("zero")),
        goals_(Accounted<State>(control)),
        nearest_(Accounted<State>(control)),
        graph_(Accounted<State>(control)) {}

  Exploration explore() && {
    bool counted = false;  // as a distance from the requested source
    search::guarded(result_, [&] {
      from_start();
      if (!request_.from_goals) return;
      forget_depths();
      counted = true;
      from_goals();
    });
    if (request_.from_goals && !counted) forget_depths();
    return std::move(result_);
  }

 private:
  using State = typename S::State;

  void forget_depths() {
    result_.by_depth.clear();
    result_.hardest.clear();
  }

  void from_start() {
    search::BreadthFirst<S> search(space_, request_.threads, no_trace_, control_);
    search.add_root(space_.pack(space_.start()));
    sweep(search, [&] { look_at(search); });
    if (result_.optimum >= 0) count_solutions(search);
    if (!graph_.empty()) make_graph();
  }

  void from_goals() {
    search::BreadthFirst<S> search(space_, request_.threads, no_trace_, control_);
    for (const State& goal : goals_) search.add_root(goal);
    sweep(search, [] {});
  }

  // Explores all layers. The last layer is recorded before the search continues, because it may be stopped.
  template <class Look>
  void sweep(search::BreadthFirst<S>& search, const Look& look) {
    while (!search.empty()) {
      result_.by_depth.push_back(search.size());
      control_.lower_bound = search.depth();
      result_.hardest = first_of(search);
      look();
      search.advance(false);
    }
  }

  void look_at(const search::BreadthFirst<S>& search) {
    bool small = request_.graph > 0 && (search.depth() == 0 || !graph_.empty());
    small = small && graph_.size() + search.size() <= request_.graph;
    if (!small) graph_.clear();
    for (std::size_t i = 0; i < search.size(); ++i) {
      const State state = search[i];
      if (small) graph_.push_back(state);
      if (!space_.is_goal(state)) continue;
      goals_.push_back(state);
      if (result_.optimum < 0) nearest_.push_back(state);
    }
    result_.goal_states = goals_.size();
    if (result_.optimum < 0 && !nearest_.empty()) result_.optimum = search.depth();
  }

  // The first `keep` states of the layer, in the order of states.
  std::vector<Exploration::Anchors> first_of(const search::BreadthFirst<S>& search) const {
    std::vector<State> heap;
    for (std::size_t i = 0; i < search.size() && request_.keep > 0; ++i) {
      if (heap.size() == request_.keep) {
        if (!(search[i] < heap.front())) continue;
        std::pop_heap(heap.begin(), heap.end());
        heap.pop_back();
      }
      heap.push_back(search[i]);
      std::push_heap(heap.begin(), heap.end());
    }
    std::sort_heap(heap.begin(), heap.end());
    std::vector<Exploration::Anchors> result;
    for (const State& state : heap) result.push_back(space_.listed(state));
    return result;
  }

  // From the nearest goals back to the start, layer by layer: the number of paths from each state to a goal.
  void count_solutions(const search::BreadthFirst<S>& search) {
    struct Ways {
      State state;
      std::uint64_t count;
    };
    using List = Vector<Ways>;
    List layer{Accounted<Ways>(control_)}, before{Accounted<Ways>(control_)};
    for (const State& goal : nearest_) layer.push_back({goal, 1});
    for (std::int64_t depth = result_.optimum - 1; depth >= 0; --depth) {
      before.clear();
      for (const Ways& ways : layer) {
        auto node = space_.unpack(ways.state);
        for (const auto op : space_.moves(node)) {
          const auto undo = space_.apply(node, op);
          if (search.known().has(node.state, node.state.hash(), depth)) before.push_back({node.state, ways.count});
          space_.undo(node, undo);
          ++control_.generated;
        }
        if (control_.due()) control_.poll();
      }
      std::sort(before.begin(), before.end(), [](const Ways& a, const Ways& b) { return a.state < b.state; });
      layer.clear();
      for (const Ways& ways : before) {
        if (layer.empty() || layer.back().state != ways.state) {
          layer.push_back(ways);
        } else if (__builtin_add_overflow(layer.back().count, ways.count, &layer.back().count)) {
          layer.back().count = std::numeric_limits<std::uint64_t>::max();
        }
      }
    }
    result_.solutions = 0;
    for (const Ways& ways : layer) {
      if (__builtin_add_overflow(result_.solutions, ways.count, &result_.solutions)) {
        result_.solutions = std::numeric_limits<std::uint64_t>::max();
      }
    }
  }

  void make_graph() {
    Vector<std::pair<State, int>> numbers{Accounted<std::pair<State, int>>(control_)};
    for (const State& state : graph_) numbers.emplace_back(state, static_cast<int>(numbers.size()));
    std::sort(numbers.begin(), numbers.end());
    for (std::size_t i = 0; i < graph_.size(); ++i) {
      if (i % 256 == 0) control_.poll_clock();
      result_.states.push_back(space_.listed(graph_[i]));
      auto node = space_.unpack(graph_[i]);
      std::vector<int> neighbours;
      for (const auto op : space_.moves(node)) {
        const auto undo = space_.apply(node, op);
        const auto found = std::lower_bound(numbers.begin(), numbers.end(), std::pair{node.state, 0});
        neighbours.push_back(found->second);
        space_.undo(node, undo);
      }
      std::sort(neighbours.begin(), neighbours.end());
      for (const int neighbour : neighbours) {
        if (static_cast<int>(i) < neighbour) result_.edges.emplace_back(static_cast<int>(i), neighbour);
      }
    }
  }

  const ExplorationRequest request_;
  Control& control_;
  const S space_;
  Trace no_trace_;
  Vector<State> goals_;    // reached
  Vector<State> nearest_;  // the reached goals that are nearest to the start
  Vector<State> graph_;    // all states, up to the requested number
  Exploration result_;
};

}  // namespace

Exploration explore(const Puzzle& puzzle, Metric metric, const ExplorationRequest& request, Control& control) {
  Exploration result;
  search::guarded(result, [&] {
    const Layout layout(puzzle, &control);
    result = with_space(layout, [&]<class S>() { return Explorer<S>(layout, metric, request, control).explore(); });
  });
  return result;
}

}  // namespace budge::blocks
