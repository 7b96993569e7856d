// Puzzles with rules of the caller: every search, on graphs whose states are freed as soon as nothing retains them.
#include <algorithm>
#include <map>
#include <random>
#include <stdexcept>
#include <vector>

#include "custom/explore.hpp"
#include "custom/solve.hpp"
#include "tests/check.hpp"

namespace budge::test {

namespace {

using custom::Child;
using custom::State;
using custom::Towards;

// Positions 0 … size-1; edges both ways. A use of a state that was freed throws.
class GraphRules final : public custom::Rules {
 public:
  GraphRules(std::mt19937& random, int size, Control& control, int min_cost = 0)
      : control_(control), edges_(size), names_(size, -1) {
    for (int edge = 0; edge < 2 * size; ++edge) {
      const int one = static_cast<int>(random() % size), other = static_cast<int>(random() % size);
      const auto cost = static_cast<std::int64_t>(min_cost + random() % 4);
      edges_[one].push_back({other, cost});
      edges_[other].push_back({one, cost});
    }
    goal_ = size - 1;
    distances_.assign(size, unreached);
    distances_[goal_] = 0;
    for (int round = 0; round < size; ++round) {
      for (int at = 0; at < size; ++at) {
        for (const auto& [to, cost] : edges_[at]) distances_[at] = std::min(distances_[at], distances_[to] + cost);
      }
    }
    for (int at = 0; at < size; ++at) {
      const auto far = static_cast<std::uint64_t>(std::min<std::int64_t>(distances_[at], 5));
      estimates_.push_back(static_cast<std::int64_t>(random() % (far + 1)));
    }
    start_ = state_of(0);
    hold(start_);
    goals_ = {state_of(goal_)};
    hold(goals_[0]);
  }

  State start() override { return start_; }
  const std::vector<State>& goals() override { return goals_; }
  bool is_goal(State state) override { return at(state) == goal_; }
  std::int64_t min_edge() const override { return 0; }

  void expand(State state, Towards, std::vector<Child>& children) override {
    for (const auto& [to, cost] : edges_[at(state)]) children.push_back({state_of(to), cost});
  }
  int move_between(State from, State to) override {
    const auto& edges = edges_[at(from)];
    int best = -1;
    for (int i = 0; i < static_cast<int>(edges.size()); ++i) {
      if (edges[i].first == at(to) && (best < 0 || edges[i].second < edges[best].second)) best = i;
    }
    CHECK(best >= 0);
    return best;
  }
  std::int64_t estimate(State state, Towards towards) override {
    return towards == Towards::goal ? estimates_[at(state)] : 0;
  }
  void prepare(std::span<const Child> children, Towards) override {
    for (const Child& child : children) at(child.state);
  }
  std::size_t batch() const override { return batch_size; }

  void sweep() override {
    for (Slot& slot : slots_) {
      if (slot.name < 0 || slot.uses > 0 || slot.holds > 0) continue;
      names_[slot.name] = -1;
      slot = Slot();
    }
  }
  void retain(State state) override {
    at(state);
    if (slots_[state.slot].uses == 0) control_.charge(1000);
    ++slots_[state.slot].uses;
  }
  void release(State state) override {
    at(state);
    if (--slots_[state.slot].uses == 0) control_.release(1000);
  }
  void hold(State state) override {
    at(state);
    ++slots_[state.slot].holds;
  }
  void drop(State state) override {
    at(state);
    --slots_[state.slot].holds;
  }

  std::int64_t optimum() const { return distances_[0] >= unreached ? -1 : distances_[0]; }
  std::int64_t cost_of(const std::vector<int>& plan) const {
    int here = 0;
    std::int64_t cost = 0;
    for (const int move : plan) {
      cost += edges_[here][move].second;
      here = edges_[here][move].first;
    }
    return here == goal_ ? cost : -1;
  }
  std::size_t reachable_goal_distance(std::int64_t distance) const {
    return static_cast<std::size_t>(std::count(distances_.begin(), distances_.end(), distance));
  }

  std::size_t batch_size = 1;

 private:
  static constexpr std::int64_t unreached = 1'000'000;

  struct Slot {
    int name = -1;
    std::uint32_t serial = 0;
    int uses = 0, holds = 0;
  };

  int at(State state) const {
    if (state.slot >= slots_.size() || slots_[state.slot].name < 0 || slots_[state.slot].serial != state.serial) {
      throw std::logic_error("a state that was freed is used");
    }
    return slots_[state.slot].name;
  }
  State state_of(int name) {
    if (names_[name] < 0) {
      std::size_t slot = 0;
      while (slot < slots_.size() && slots_[slot].name >= 0) ++slot;
      if (slot == slots_.size()) slots_.emplace_back();
      slots_[slot] = {name, ++serial_, 0, 0};
      names_[name] = static_cast<int>(slot);
    }
    const auto slot = static_cast<std::uint32_t>(names_[name]);
    return {slot, slots_[slot].serial};
  }

  Control& control_;
  std::vector<std::vector<std::pair<int, std::int64_t>>> edges_;
  std::vector<int> names_;  // the slot of each position, or -1
  std::vector<Slot> slots_;
  std::uint32_t serial_ = 0;
  std::vector<std::int64_t> distances_, estimates_;
  State start_{};
  std::vector<State> goals_;
  int goal_ = 0;
};

TEST(searches_by_rules_of_the_caller_find_optimal_plans) {
  for (unsigned seed = 0; seed < static_cast<unsigned>(rounds(200)); ++seed) {
    for (const std::string_view name : custom::searches()) {
      for (const std::size_t batch : {1, 7}) {
        std::mt19937 random(seed);
        Control control;
        GraphRules rules(random, 4 + static_cast<int>(seed % 20), control);
        rules.batch_size = batch;
        search::Request request;
        request.algorithm = search::Algorithm(name);
        const search::Solution found = custom::solve(rules, request, control);
        if (rules.optimum() < 0) {
          CHECK(found.status == search::Status::unsolvable);
        } else {
          CHECK(found.status == search::Status::optimal);
          CHECK_EQ(rules.cost_of(found.plan), rules.optimum());
        }
      }
    }
  }
}

// Memory for a few states only: SMA* forgets states, and IDA* stops to store them.
TEST(searches_by_rules_of_the_caller_within_little_memory) {
  int forgot = 0;
  for (unsigned seed = 0; seed < static_cast<unsigned>(rounds(200)); ++seed) {
    for (const std::string_view name : {"sma", "ida"}) {
      std::mt19937 random(seed);
      Limits limits;
      limits.memory = name == "sma" ? 9'000 : 8'000;
      limits.nodes = 100'000;
      Control control(limits);
      GraphRules rules(random, 24, control, 1);
      search::Request request;
      request.algorithm = search::Algorithm(name);
      const search::Solution found = custom::solve(rules, request, control);
      CHECK(control.peak_bytes() <= limits.memory);
      if (found.status == search::Status::optimal) {
        ++forgot;
        CHECK_EQ(rules.cost_of(found.plan), rules.optimum());
      } else if (found.status == search::Status::unsolvable) {
        CHECK_EQ(rules.optimum(), -1);
      } else {
        CHECK(rules.optimum() < 0 || control.lower_bound <= rules.optimum());
      }
    }
  }
  CHECK(sampled || forgot > 200);
}

TEST(explorations_by_rules_of_the_caller_count_distances) {
  for (unsigned seed = 0; seed < static_cast<unsigned>(rounds(100)); ++seed) {
    std::mt19937 random(seed);
    Control control;
    GraphRules rules(random, 12, control);
    if (rules.optimum() < 0) continue;
    const custom::Exploration found = custom::explore(rules, true, 3, control);
    CHECK_EQ(found.optimum, rules.optimum());
    for (std::size_t distance = 0; distance < found.by_depth.size(); ++distance) {
      CHECK_EQ(found.by_depth[distance], rules.reachable_goal_distance(static_cast<std::int64_t>(distance)));
    }
  }
}

}  // namespace

}  // namespace budge::test
