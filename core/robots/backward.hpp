// Robots backwards: which slides lead to a state.
//
// A robot that is stopped in its cell may have come from any cell of the line behind it, up to the wall or the robot at
// the end of that line:
//
//     | . . A | B     A stands against the wall: it came from one of the two cells to its left, by a slide right
#pragma once

#include <array>
#include <cassert>
#include <vector>

#include "robots/space.hpp"

namespace budge::robots {

template <class Forward>
class BackwardSpace {
 public:
  using State = typename Forward::State;
  using Op = Slide;
  using Node = typename Forward::Node;

  BackwardSpace(const Rules& rules, const Forward& forward)
      : board_(rules.board), slots_(rules.slots), forward_(forward) {}

  Node start() const { return forward_.start(); }
  State pack(const Node& node) const { return forward_.pack(node); }
  Node unpack(const State& state) const { return forward_.unpack(state, 0); }
  Node unpack(const State& state, int) const { return forward_.unpack(state, 0); }
  std::vector<int> listed(const State& state) const { return forward_.listed(state); }
  int h(const Node&) const { return 0; }
  bool is_goal(const Node& node) const { return forward_.is_goal(node); }

  auto moves(const Node& node) const {
    return ShortList<Op, 64>([&](auto& list) {
      for (int slot = 0; slot < slots_.count(); ++slot) {
        const int here = node.cells[slot];
        for (int direction = 0; direction < 4; ++direction) {
          if (!stopped(node, here, direction)) continue;
          const int away = opposite(direction);
          for (int cell = here; cell != board_.end(here, away);) {
            cell = board_.neighbour(cell, away);
            if (taken(node, cell)) break;
            list.push_back(Slide(slot, direction, cell, here));
          }
        }
      }
    });
  }

  void apply(Node& node, Op op) const {
    assert(node.cells[op.slot()] == op.to());
    slots_.put(node.cells, op.slot(), op.from());
  }

 private:
  bool taken(const Node& node, int cell) const {
    const auto end = node.cells.begin() + slots_.count();
    return std::find(node.cells.begin(), end, cell) != end;
  }
  bool stopped(const Node& node, int cell, int direction) const {
    if (board_.end(cell, direction) == cell) return !board_.runs_out(cell, direction);
    return taken(node, board_.neighbour(cell, direction));
  }

  const Board& board_;
  const Slots& slots_;
  const Forward& forward_;
};

static_assert(search::NodeSpace<BackwardSpace<SmallRobotSpace>>);

}  // namespace budge::robots
