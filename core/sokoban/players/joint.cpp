#include "sokoban/players/joint.hpp"

#include "search/result.hpp"
#include "sokoban/players/joint_space.hpp"
#include "sokoban/rules/words.hpp"
#include "sokoban/search/queue.hpp"

namespace budge::sokoban {

namespace {

// A* over joint states; Dijkstra's algorithm where the bound is zero.
template <int Words>
class JointAStar {
 public:
  using Space = JointSpace<Words>;
  using State = typename Space::State;
  using Store = RecordStore<State, Space>;
  using Id = typename Store::Id;

  JointAStar(Space& space, search::Weight weight, Control& control)
      : space_(space), weight_(weight), control_(control), store_(space, control), open_(control) {}

  search::Solution run(bool trace) {
    search::Solution result;
    result.trace.on = trace;
    search::guarded(result, [&] { search(result); });
    return result;
  }

 private:
  void search(search::Solution& result) {
    reach(space_.start(), Store::none, 0);
    while (!open_.empty()) {
      control_.lower_bound = std::max(control_.lower_bound, weight_.lower_bound(open_.best().first));
      const Id id = open_.pop();
      auto& record = store_[id];
      if (record.closed) continue;
      record.closed = 1;
      const State state = record.state();
      const std::uint32_t steps = record.moves;
      if (space_.is_goal(state)) {
        control_.best_cost = steps;
        control_.lower_bound = std::max(control_.lower_bound, weight_.optimum_at_least(steps));
        result.plan = plan(store_.path(id));
        result.status = control_.lower_bound == control_.best_cost ? search::Status::optimal : search::Status::solved;
        return;
      }
      ++control_.expanded;
      result.trace.expansion(steps);
      after_.clear();
      space_.expand(state, [&](const State& after, std::span<const int>) { after_.push_back(space_.sorted(after)); });
      for (const State& after : after_) reach(after, id, steps + 1);
      control_.stored = store_.size();
      if (control_.due()) control_.poll();
    }
    result.status = search::Status::unsolvable;
  }

  void reach(const State& state, Id parent, std::uint32_t steps) {
    ++control_.generated;
    const std::uint64_t key = space_(state);
    Id id = store_.find(state, key);
    if (id == Store::none) {
      const int bound = space_.bound(state);
      if (bound >= Space::infinite) return;
      id = store_.add(state, key);
      store_[id].bound = static_cast<std::uint16_t>(std::min(bound, 0x7fff));
    } else if (store_[id].closed || store_[id].moves <= steps) {
      return;
    }
    auto& record = store_[id];
    record.parent = parent;
    record.moves = steps;
    open_.push({static_cast<std::uint32_t>(weight_.f(steps, record.bound)), 0, record.bound}, id);
  }

  // The search forgot which player is which; here they get their names back.
  std::vector<int> plan(const std::vector<State>& path) {
    std::vector<int> plan;
    State now = space_.start();
    std::vector<int> place(space_.players());  // of each player among the sorted ones
    const auto& players = space_.level().players();
    for (int player = 0; player < space_.players(); ++player) {
      place[player] = static_cast<int>(std::ranges::find(now.players, players[player]) - now.players.begin());
    }
    for (std::size_t i = 1; i < path.size(); ++i) {
      State next;
      std::vector<int> directions;
      space_.expand(now, [&](const State& after, std::span<const int> step) {
        if (!directions.empty() || space_.sorted(after) != path[i]) return;
        next = after;
        directions.assign(step.begin(), step.end());
      });
      for (int& at : place) {
        plan.push_back(directions[at]);
        at = static_cast<int>(std::ranges::find(path[i].players, next.players[at]) - path[i].players.begin());
      }
      now = path[i];
    }
    return plan;
  }

  Space& space_;
  search::Weight weight_;
  Control& control_;
  Store store_;
  PairQueue open_;
  std::vector<State> after_;
};

}  // namespace

search::Solution solve_jointly(const Level& level, Heuristic heuristic, const search::Request& request,
                               Control& control) {
  const auto chosen = request.algorithm == search::Algorithm::dijkstra ? Heuristic::zero : heuristic;
  return with_words(level, [&](auto words) {
    JointSpace<words> space(level, chosen);
    return JointAStar<words>(space, request.weight, control).run(request.trace);
  });
}

int evaluate_jointly(const Level& level, Heuristic heuristic) {
  const int bound = with_words(level, [&](auto words) {
    JointSpace<words> space(level, heuristic);
    return space.bound(space.start());
  });
  return bound >= Matching::infinite ? -1 : bound;
}

}  // namespace budge::sokoban
