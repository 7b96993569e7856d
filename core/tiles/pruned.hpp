// A space of tiles for IDA*, without the moves that an automaton refuses.
#pragma once

#include <array>
#include <cassert>
#include <cstdint>
#include <utility>
#include <vector>

#include "search/ida_search.hpp"
#include "search/tuning.hpp"
#include "tiles/automaton.hpp"

namespace budge::tiles {

// Loops of a base for IDA* that read the automaton: those of search/ida.hpp with the automaton and its state.
template <class Base>
concept SweepsByAutomaton = requires(const Base& base, const typename Base::Node& node, const Automaton& automaton,
                                     Automaton::State path, search::Meter& meter) {
  { base.sweep(node, automaton, path, 0, 0, meter) } -> std::same_as<bool>;
};
template <class Base>
concept SweepsInWavesByAutomaton =
    requires(const Base& base, const typename Base::Node& node, const Automaton& automaton, Automaton::State path,
             search::Meter& meter, const search::Wave& wave) {
      { base.sweep(node, automaton, path, 0, 0, meter, wave) } -> std::same_as<bool>;
    };
template <class Base>
concept DescendsByAutomaton =
    requires(const Base& base, const typename Base::Node& node, const Automaton& automaton, Automaton::State path,
             search::Meter& meter, std::vector<typename Base::Op>& plan) {
      { base.descend(node, automaton, path, 0, 0, meter, plan) } -> std::same_as<bool>;
    };
template <class Base>
concept DescendsInWavesByAutomaton =
    requires(const Base& base, const typename Base::Node& node, const Automaton& automaton, Automaton::State path,
             search::Meter& meter, std::vector<typename Base::Op>& plan, const search::Wave& wave) {
      { base.descend(node, automaton, path, 0, 0, meter, plan, wave) } -> std::same_as<bool>;
    };

// `Base` is a TokenSpace on a grid. Its own loops for IDA*, if any, get the state of the automaton.
template <class Base>
class Pruned {
 public:
  using State = typename Base::State;
  using Op = typename Base::Op;

  struct Node : Base::Node {
    Automaton::State path;  // what the automaton has read
  };
  struct Undo : Base::Undo {
    Automaton::State path;
  };

  static constexpr std::uint64_t never = ~std::uint64_t{0};

  // Iterations begin with waves if the previous one had at least `waves_from` nodes and the base can search in waves.
  Pruned(Base base, int width, const Automaton& automaton, std::uint64_t waves_from = never)
      : base_(std::move(base)), width_(width), automaton_(automaton), waves_from_(waves_from) {}

  Node start() const { return {base_.start(), automaton_.start()}; }
  State pack(const Node& node) const { return base_.pack(node); }
  Node unpack(const State& state) const { return {base_.unpack(state), automaton_.start()}; }
  Node unpack(const State& state, int h) const { return {base_.unpack(state, h), automaton_.start()}; }
  std::vector<int> listed(const State& state) const { return base_.listed(state); }
  int h(const Node& node) const { return base_.h(node); }
  bool is_goal(const Node& node) const { return base_.is_goal(node); }

  struct Moves {
    std::array<Op, 4> ops;
    int count = 0;

    const Op* begin() const { return ops.data(); }
    const Op* end() const { return ops.data() + count; }
  };
  Moves moves(const Node& node) const {
    Moves moves;
    for (const Op op : base_.moves(node)) {
      if (after(node, op) == Automaton::refused) continue;
      assert(moves.count < 4);
      moves.ops[moves.count++] = op;
    }
    return moves;
  }
  Undo apply(Node& node, Op to) const {
    const Automaton::State before = node.path;
    node.path = after(node, to);
    return {base_.apply(node, to), before};
  }
  void undo(Node& node, const Undo& undo) const {
    base_.undo(node, undo);
    node.path = undo.path;
  }
  Op reverse(const Undo& undo) const { return base_.reverse(undo); }
  Op retreat(Node& node, Op back) const { return base_.retreat(node, back); }

  bool sweep(const Node& node, Op, int depth, int slack, search::Meter& meter) const
    requires SweepsByAutomaton<Base>
  {
    return base_.sweep(node, automaton_, node.path, depth, slack, meter);
  }
  bool sweep(const Node& node, Op, int depth, int slack, search::Meter& meter, const search::Wave& wave) const
    requires SweepsInWavesByAutomaton<Base>
  {
    return depth == 0 || base_.sweep(node, automaton_, node.path, depth, slack, meter, wave);
  }
  bool descend(const Node& node, Op, int depth, int slack, search::Meter& meter, std::vector<Op>& plan) const
    requires DescendsByAutomaton<Base>
  {
    return base_.descend(node, automaton_, node.path, depth, slack, meter, plan);
  }
  bool descend(const Node& node, Op, int depth, int slack, search::Meter& meter, std::vector<Op>& plan,
               const search::Wave& wave) const
    requires DescendsInWavesByAutomaton<Base>
  {
    return base_.descend(node, automaton_, node.path, depth, slack, meter, plan, wave);
  }
  std::uint64_t waves_from() const { return waves_from_; }

 private:
  Automaton::State after(const Node& node, Op to) const {
    const int step = to - node.blank;  // on a board one column wide up and left are the same step: it is up
    const int direction = step == -width_ ? 0 : step == width_ ? 3 : step < 0 ? 1 : 2;
    return automaton_.after(node.path, direction);
  }

  Base base_;
  int width_;
  const Automaton& automaton_;
  std::uint64_t waves_from_;
};

// IDA* over it, for strings of `fsm` moves. If it forbids the inverse move only, counts are those of the literature,
// and there are no waves.
template <class Base>
search::Solution solve_pruned(Base base, int width, const search::Request& request, int fsm, Control& control) {
  const auto machine = automaton(fsm);
  const Pruned<Base> space(std::move(base), width, *machine,
                           fsm > Automaton::shortest ? search::tuning.waves_after : Pruned<Base>::never);
  return search::run_ida(space, request, control);
}

}  // namespace budge::tiles
