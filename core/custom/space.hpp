// A puzzle with rules of the caller as a search space (see search/space.hpp), in one of the two directions.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <span>
#include <vector>

#include "custom/path_states.hpp"
#include "custom/rules.hpp"
#include "custom/store.hpp"
#include "search/hooks.hpp"
#include "search/space.hpp"

namespace budge::custom {

class Space {
 public:
  using State = custom::State;
  using Cost = std::int64_t;
  using Op = int;
  using Store = custom::Store<Space>;
  static constexpr Cost infinite = custom::infinite;
  static constexpr bool consistent = false;  // nothing is known about the estimates of callers

  explicit Space(Rules& rules, Towards towards = Towards::goal, bool guided = true)
      : rules_(rules), towards_(towards), guided_(guided) {}

  Rules& rules() const { return rules_; }
  State start() { return rules_.start(); }
  const std::vector<State>& goals() { return rules_.goals(); }
  std::uint64_t hash(State state) const { return state.hash(); }
  Cost h(State state) { return guided_ ? rules_.estimate(state, towards_) : 0; }
  bool is_goal(State state) { return rules_.is_goal(state); }
  std::size_t rank(Cost h) const { return static_cast<std::size_t>(h); }
  std::int64_t coded(Cost cost) const { return cost; }
  Cost min_edge() const { return rules_.min_edge(); }

  template <class Sink>
  void expand(State state, Sink&& sink) {
    while (next_ < ready_.size() && ready_[next_].state != state) ++next_;
    if (next_ == ready_.size()) prepare({&state, 1});
    const Family family = ready_[next_++];
    for (std::size_t i = family.begin; i < family.end; ++i) {
      const Child& child = children_[i];
      sink(child.state, child.state.hash(), child.cost, search::Nothing(), [&] {
        if (guided_ && !estimated_) rules_.prepare(children_, towards_);
        estimated_ = true;
        return h(child.state);
      });
    }
  }

  // For searches that can expand several states at once: finds their children, so that all are estimated together.
  std::size_t batch() const { return guided_ ? rules_.batch() : 1; }
  void prepare(std::span<const State> states) {
    rules_.sweep();
    children_.clear();
    ready_.clear();
    next_ = 0;
    estimated_ = false;
    for (const State state : states) {
      const std::size_t begin = children_.size();
      rules_.expand(state, towards_, children_);
      if (path_) path_->enter(std::span(children_).subspan(begin));
      ready_.push_back({state, begin, children_.size()});
    }
    has_free_moves_ = has_free_moves_ || std::any_of(children_.begin(), children_.end(),
                                                     [](const Child& child) { return child.cost == 0; });
    // A search that forgets states would follow a cycle of moves without cost forever.
    if (has_free_moves_ && (full_ || (path_ && path_->full()))) throw Stopped{Stop::memory};
  }

  std::vector<int> plan(const std::vector<State>& path) {
    std::vector<int> moves;
    for (std::size_t i = 1; i < path.size(); ++i) moves.push_back(rules_.move_between(path[i - 1], path[i]));
    return moves;
  }

  // For a search that releases states when it forgets them.
  void retain(State state) {
    try {
      rules_.retain(state);
    } catch (const Stopped&) {
      full_ = true;
      throw;
    }
  }
  void release(State state) { rules_.release(state); }

  // For depth-first searches, which expand one state at a time: keeps the states on the path.
  void keep_path(PathStates& path) { path_ = &path; }
  void leave() {
    if (path_) path_->leave();
  }
  PathStates& path() const {
    assert(path_);
    return *path_;
  }

 private:
  Rules& rules_;
  const Towards towards_;
  const bool guided_;
  PathStates* path_ = nullptr;

  struct Family {
    State state;
    std::size_t begin, end;  // of its children
  };
  std::vector<Family> ready_;
  std::size_t next_ = 0;  // the first family that was not expanded yet
  std::vector<Child> children_;
  bool estimated_ = false;
  bool has_free_moves_ = false, full_ = false;
};

// The transposition table of IDA*.
class Table {
 public:
  Table(Space& space, Control&) : path_(space.path()) {}

  void begin(State, std::uint64_t) { path_.begin(); }
  bool enter(State state, std::uint64_t, std::int64_t g) { return path_.enter(state, g); }

 private:
  PathStates& path_;
};

static_assert(search::StateSpace<Space> && search::SpaceWithGoals<Space> && search::HasMinEdge<Space>);
static_assert(search::IsInconsistent<Space> && search::HasRetention<Space> && search::HasBatches<Space> &&
              search::HasLeave<Space>);

}  // namespace budge::custom
