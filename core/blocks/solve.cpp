#include "blocks/solve.hpp"

#include "blocks/breadth_first.hpp"
#include "blocks/goal_states.hpp"
#include "blocks/plan.hpp"
#include "blocks/with_space.hpp"
#include "search/run.hpp"

namespace budge::blocks {

namespace {

// The start as a goal, for the search from the other end.
std::vector<Goal> start_as_goal(const Layout& layout) {
  Goal goal;
  for (int slot = 0; slot < layout.slots(); ++slot) goal.push_back({layout.group_of[slot], layout.start[slot]});
  return {goal};
}

// See search/kit.hpp. A search from the start does not list the goal states, of which there may be very many.
template <class S>
class Kit {
 public:
  template <class Space>
  using Table = search::GrowingTable<Space>;

  Kit(const Layout& layout, Metric metric, Heuristic heuristic, Control& control)
      : layout_(layout), metric_(metric), heuristic_(heuristic), control_(control) {}

  template <class Body>
  search::Solution guided(Body&& body) const {
    S space = forward(heuristic_);
    return in_steps(space, body(space));
  }
  template <class Body>
  search::Solution blind(Body&& body) const {
    S space = forward(zero_);
    return in_steps(space, body(space));
  }
  template <class Body>
  search::Solution guided_ends(Body&& body) const {
    S space = forward(heuristic_), backward(layout_, start_as_goal(layout_), metric_, heuristic_);
    add_goal_states(space);
    return in_steps(space, body(space, backward));
  }
  template <class Body>
  search::Solution consistent_ends(Body&& body) const {
    return guided_ends(body);
  }
  template <class Body>
  search::Solution blind_ends(Body&& body) const {
    S space = forward(zero_);
    add_goal_states(space);
    return in_steps(space, body(space, space));
  }

 private:
  S forward(Heuristic heuristic) const { return S(layout_, layout_.goals, metric_, heuristic); }

  void add_goal_states(S& space) const {
    const auto add = [&](const std::vector<Place>& places) { space.add_goal_state(places); };
    if (!each_goal_state(layout_, search::tuning.max_goal_states, control_, add)) throw TooManyGoalStates{};
  }

  search::Solution in_steps(const S& space, search::Solution found) const {
    found.plan = unit_steps(space, layout_, {found.plan.begin(), found.plan.end()});
    return found;
  }

  const Layout& layout_;
  Metric metric_;
  Heuristic heuristic_, zero_{"zero"};
  Control& control_;
};

}  // namespace

std::vector<std::string_view> searches() { return search::served_by<Kit<BlockSpace<1, Board64>>>(); }

search::Solution solve(const Puzzle& puzzle, Metric metric, Heuristic heuristic, const search::Request& request,
                       Control& control) {
  search::Solution result;
  search::guarded(result, [&] {  // a limit may also stop the set-up
    const Layout layout(puzzle, &control);
    if (layout.goals.empty()) {
      result.status = search::Status::unsolvable;
      return;
    }
    result = with_space(
        layout, [&]<class S>() { return search::run(Kit<S>(layout, metric, heuristic, control), request, control); });
  });
  return result;
}

int evaluate(const Puzzle& puzzle, Metric metric, Heuristic heuristic) {
  const Layout layout(puzzle);
  return BlockBound(layout, layout.goals, metric, heuristic).evaluate([&](int slot) { return layout.start[slot]; });
}

std::uint64_t count_goal_states(const Puzzle& puzzle, Control& control) {
  std::uint64_t count = 0;
  const auto add = [&](const std::vector<Place>&) { ++count; };
  return each_goal_state(Layout(puzzle, &control), search::tuning.max_goal_states, control, add)
             ? count
             : search::tuning.max_goal_states + 1;
}

}  // namespace budge::blocks
