// Dijkstra's algorithm from the start, which also lists all moves; then, for distances to the goal, once more from all
// goals along the moves backwards.
#include "custom/explore.hpp"

#include <algorithm>

#include "support/bucket_queue.hpp"

namespace budge::custom {

namespace {

struct Edge {
  std::uint32_t from, to;
  std::int64_t cost;
};

class Explorer {
 public:
  Explorer(Rules& rules, Control& control)
      : rules_(rules),
        control_(control),
        states_(Accounted<State>(control)),
        distances_(Accounted<std::int64_t>(control)),
        edges_(Accounted<Edge>(control)) {}

  void run(bool from_goal, std::size_t keep, Exploration& found) {
    search::guarded(found, [&] {
      walk(from_goal);
      for (const State state : states_) {
        if (!rules_.is_goal(state)) continue;
        const std::int64_t distance = distances_[state.slot];
        if (found.goal_states++ == 0 || distance < found.optimum) found.optimum = distance;
      }
      if (from_goal) walk_back();
    });
    if (found.stop != Stop::none && from_goal) return;  // no distance from a goal is known
    count(found, keep);
  }

 private:
  static constexpr std::int64_t unknown = -1;

  void walk(bool keep_edges) {
    BucketQueue<State> open(control_);
    reach(open, rules_.start(), 0);
    std::vector<Child> children;
    while (!open.empty()) {
      complete_ = open.best().cost;
      const State state = open.pop();
      if (distances_[state.slot] != complete_) continue;
      if (closed_.size() <= state.slot) closed_.resize(2 * std::size_t{state.slot} + 64);
      if (closed_[state.slot]) continue;
      closed_[state.slot] = true;
      children.clear();
      ++control_.expanded;
      rules_.expand(state, Towards::goal, children);
      for (const Child& child : children) {
        ++control_.generated;
        if (keep_edges) edges_.push_back({state.slot, child.state.slot, child.cost});
        reach(open, child.state, complete_ + child.cost);
      }
      if (control_.due()) control_.poll();
    }
    complete_ = infinite;
  }

  void walk_back() {
    std::sort(edges_.begin(), edges_.end(), [](const Edge& a, const Edge& b) { return a.to < b.to; });
    std::fill(distances_.begin(), distances_.end(), unknown);
    BucketQueue<State> open(control_);
    std::vector<State> by_slot(distances_.size());
    for (const State state : states_) by_slot[state.slot] = state;
    for (const State state : states_) {
      if (rules_.is_goal(state)) reach(open, state, 0);
    }
    while (!open.empty()) {
      const std::int64_t distance = open.best().cost;
      const State state = open.pop();
      if (distances_[state.slot] != distance) continue;
      auto edge = std::lower_bound(edges_.begin(), edges_.end(), state.slot,
                                   [](const Edge& a, std::uint32_t slot) { return a.to < slot; });
      for (; edge != edges_.end() && edge->to == state.slot; ++edge) {
        reach(open, by_slot[edge->from], distance + edge->cost);
      }
      control_.poll_clock();
    }
  }

  void reach(BucketQueue<State>& open, State state, std::int64_t distance) {
    if (distance > max_total) throw Stopped{Stop::memory};
    if (state.slot >= distances_.size()) distances_.resize(2 * std::size_t{state.slot} + 64, unknown);
    std::int64_t& known = distances_[state.slot];
    if (known == unknown && !is_listed(state)) {
      rules_.retain(state);
      states_.push_back(state);
    }
    if (known != unknown && known <= distance) return;
    known = distance;
    open.push(distance, 0, state);
  }

  // In the second pass every state is listed already.
  bool is_listed(State state) const { return state.slot < closed_.size() && closed_[state.slot]; }

  // Counts the distances that are complete, and keeps the greatest.
  void count(Exploration& found, std::size_t keep) const {
    std::int64_t greatest = -1;
    for (const State state : states_) {
      const std::int64_t distance = distances_[state.slot];
      if (distance == unknown || distance >= complete_) continue;
      if (static_cast<std::size_t>(distance) >= found.by_depth.size()) {
        found.by_depth.resize(static_cast<std::size_t>(distance) + 1);
      }
      ++found.by_depth[static_cast<std::size_t>(distance)];
      if (distance > greatest) {
        greatest = distance;
        found.hardest.clear();
      }
      if (distance == greatest && found.hardest.size() < keep) found.hardest.push_back(state);
    }
  }

  Rules& rules_;
  Control& control_;
  Vector<State> states_;
  Vector<std::int64_t> distances_;  // by slot
  Vector<Edge> edges_;
  std::vector<bool> closed_;
  std::int64_t complete_ = 0;  // all states at smaller distances are known
};

}  // namespace

Exploration explore(Rules& rules, bool from_goal, std::size_t keep, Control& control) {
  Exploration found;
  Explorer(rules, control).run(from_goal, keep, found);
  return found;
}

}  // namespace budge::custom
