#include "robots/solve.hpp"

#include "robots/backward.hpp"
#include "robots/goal_states.hpp"
#include "robots/with_space.hpp"
#include "search/run.hpp"

namespace budge::robots {

namespace {

// See search/kit.hpp. There is no heuristic for the distance from the start, so no guided search from both ends.
template <class S>
class Kit {
 public:
  template <class Space>
  using Table = search::GrowingTable<Space>;

  Kit(const Rules& rules, Heuristic heuristic) : rules_(rules), heuristic_(heuristic) {}

  template <class Body>
  search::Solution guided(Body&& body) const {
    S space(rules_, heuristic_);
    return body(space);
  }
  template <class Body>
  search::Solution blind(Body&& body) const {
    S space(rules_, Heuristic::zero);
    return body(space);
  }
  template <class Body>
  search::Solution blind_ends(Body&& body) const {
    const int cells = rules_.board.cells();
    if (count_goal_states(rules_.slots, cells) > search::tuning.max_goal_states) throw TooManyGoalStates{};
    S forward(rules_, Heuristic::zero);
    each_goal_state(rules_.slots, cells, [&](const std::vector<int>& state) { forward.add_goal_state(state); });
    BackwardSpace<S> backward(rules_, forward);
    return body(forward, backward);
  }

 private:
  const Rules& rules_;
  Heuristic heuristic_;
};

}  // namespace

std::vector<std::string_view> searches() { return search::served_by<Kit<RobotSpace<std::uint32_t, 1, 6>>>(); }

search::Solution solve(const Puzzle& puzzle, Heuristic heuristic, const search::Request& request, Control& control) {
  const Rules rules(puzzle);
  search::Solution found;
  search::guarded(found, [&] {
    found = with_space(rules, [&]<class S>() { return search::run(Kit<S>(rules, heuristic), request, control); });
  });
  return found;
}

int evaluate(const Puzzle& puzzle, Heuristic heuristic) {
  const Rules rules(puzzle);
  return with_space(rules, [&]<class S>() {
    const S space(rules, heuristic);
    return space.h(space.start());
  });
}

std::uint64_t count_goal_states(const Puzzle& puzzle) {
  return count_goal_states(Slots(puzzle), puzzle.width * puzzle.height);
}

}  // namespace budge::robots
