// What a search on disk asks of a space: the children of some states, as arrays of words.
//
// SpaceExpander adapts any space whose states are values without padding. So the search itself is not a template.
#pragma once

#include <cstring>
#include <type_traits>
#include <vector>

#include "search/external/records.hpp"
#include "search/hooks.hpp"
#include "search/path.hpp"

namespace budge::search::external {

// A cost of two parts; the second is zero if costs are numbers.
struct Cost {
  std::int64_t first = 0, second = 0;
  auto operator<=>(const Cost&) const = default;
  Cost operator+(const Cost& other) const { return {first + other.first, second + other.second}; }
};

struct Children {
  struct Child {
    std::uint32_t parent;  // its place among the expanded states
    bool is_goal;
    Cost edge;
    std::int64_t h;  // the first part
  };
  std::vector<Child> children;
  std::vector<Word> states;  // of the children, one after another

  void clear() {
    children.clear();
    states.clear();
  }
};

// Each thread has its own.
class Expander {
 public:
  virtual ~Expander() = default;

  // The start, as a child of nothing.
  virtual void start(Children& children) = 0;
  // Appends the children of `count` records. `h` is the heuristic value of all of them, or -1 if it is unknown.
  virtual void expand(const Word* records, std::size_t count, std::int64_t h, Children& children) = 0;
};

// packed_bytes: the bytes of a state that hold its value, if padding follows them.
template <class State>
concept HasPackedBytes = requires { State::packed_bytes; };

template <class State>
constexpr std::size_t value_bytes() {
  if constexpr (HasPackedBytes<State>) {
    return State::packed_bytes;
  } else {
    return sizeof(State);
  }
}

// Spaces whose states can be stored outside memory. Handles of states that live elsewhere cannot.
template <class S>
concept Storable = Space<S> && !HasRetention<S> &&
                   (HasPackedBytes<typename S::State> || std::has_unique_object_representations_v<typename S::State>);

// Is the heuristic value of a state always the same, and no node expanded before the cheapest path to it is known?
template <class S>
inline constexpr bool is_consistent = !IsInconsistent<S> && !HasDominance<S>;

// Do depths of neighbours differ by at most one?
template <class S>
inline constexpr bool is_local = Reversible<S> && unit_costs<S> && is_consistent<S>;

template <Storable S>
class SpaceExpander : public Expander {
 public:
  using State = typename S::State;
  static constexpr std::size_t bytes = value_bytes<State>();
  static constexpr Shape shape{(bytes + sizeof(Word) - 1) / sizeof(Word),
                               !is_consistent<S> || std::is_same_v<CostOf<S>, CostPair>};

  // `blind`: the heuristic is zero.
  SpaceExpander(Ref<S> space, bool blind) : space_(space), blind_(blind) {}

  static State state_of(const Word* record) {
    State state{};
    std::memcpy(static_cast<void*>(&state), record, bytes);
    return state;
  }

  void start(Children& children) override {
    const State state = packed(space_, space_.start());
    auto&& here = position(space_, state);
    add(children, 0, state, space_.is_goal(here), {}, value_of(space_, state));
  }

  void expand(const Word* records, std::size_t count, [[maybe_unused]] std::int64_t h, Children& children) override {
    for (std::uint32_t i = 0; i < count; ++i) {
      const State state = state_of(records + i * shape.width());
      if constexpr (NodeSpace<S>) {
        if constexpr (MakesChildren<S>) {
          if (blind_) {
            space_.each_child(state, {}, true, [&](const State& child, typename S::Op) {
              add(children, i, child, space_.is_goal(child), {1, 0}, std::int64_t{0});
            });
            continue;
          }
        }
        auto node = h < 0 ? position(space_, state) : position(space_, state, h);
        for (const typename S::Op op : space_.moves(node)) {
          const Applied<S> step(space_, node, op);
          add(children, i, space_.pack(node), space_.is_goal(node), {edge_cost(space_, op), 0},
              std::int64_t{space_.h(node)});
          step.undo(space_, node);
        }
      } else {
        const std::size_t first = children.children.size();
        space_.expand(state, [&](const State& child, std::uint64_t, CostOf<S> edge, Nothing, auto&& value_of_child) {
          const CostOf<S> value = value_of_child();
          if (!is_lost<S>(value)) add(children, i, child, false, parts(edge), value);
        });
        for (std::size_t child = first; child < children.children.size(); ++child) {
          const State reached = state_of(&children.states[child * shape.state_words]);
          children.children[child].is_goal = space_.is_goal(reached);
        }
      }
    }
  }

 private:
  static Cost parts(std::int64_t cost) { return {cost, 0}; }
  static Cost parts(CostPair cost) { return {cost.first, cost.second}; }

  void add(Children& children, std::uint32_t parent, const State& state, bool is_goal, Cost edge, CostOf<S> h) {
    children.children.push_back({parent, is_goal, edge, first_part(h)});
    const std::size_t at = children.states.size();
    children.states.resize(at + shape.state_words);
    std::memcpy(&children.states[at], &state, bytes);
  }

  Ref<S> space_;
  const bool blind_;
};

}  // namespace budge::search::external
