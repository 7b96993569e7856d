// Robots as a search space: a node holds the cells of all robots. Slides cannot be undone.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>
#include <vector>

#include "robots/board.hpp"
#include "robots/bound.hpp"
#include "robots/slots.hpp"
#include "robots/state.hpp"
#include "search/hooks.hpp"
#include "search/space.hpp"
#include "support/short_list.hpp"

namespace budge::robots {

// What a space needs to know about its puzzle.
struct Rules {
  explicit Rules(const Puzzle& puzzle) : board(puzzle), slots(puzzle) {}

  Board board;
  Slots slots;
};

// A slide: slot, direction, origin and destination.
class Slide {
 public:
  Slide() = default;
  Slide(int slot, int direction, int from, int to)
      : coded_(static_cast<std::uint32_t>(slot << 24 | direction << 22 | from << 11 | to)) {}

  int slot() const { return static_cast<int>(coded_ >> 24); }
  int direction() const { return coded_ >> 22 & 3; }
  int from() const { return coded_ >> 11 & 2047; }
  int to() const { return coded_ & 2047; }
  operator int() const { return from() * 4 + direction(); }  // the step of a plan

 private:
  std::uint32_t coded_ = 0;
};

template <class Word, int words, int max_robots>
class RobotSpace {
 public:
  using State = robots::State<Word, words>;
  using Op = Slide;
  using Cells = std::array<Cell, max_robots>;

  struct Node {
    Cells cells;  // of the slots; those of interchangeable robots are sorted
    std::int32_t h;
  };

  RobotSpace(const Rules& rules, Heuristic heuristic)
      : board_(rules.board),
        slots_(rules.slots),
        packing_(rules.board.cells()),
        bound_(rules.board, rules.slots, heuristic) {
    assert(slots_.count() <= max_robots);
  }

  Node start() const {
    Node node{};
    std::copy(slots_.start().begin(), slots_.start().end(), node.cells.begin());
    std::sort(node.cells.begin() + slots_.named(), node.cells.begin() + slots_.count());
    node.h = bound_(node.cells);
    return node;
  }
  State pack(const Node& node) const { return packing_.pack(node.cells, slots_.count()); }
  Node unpack(const State& state) const {
    Node node = unpack(state, 0);
    node.h = bound_(node.cells);
    return node;
  }
  Node unpack(const State& state, int h) const {
    Node node{};
    packing_.unpack(state, node.cells, slots_.count());
    node.h = h;
    return node;
  }

  // The cell of each robot; interchangeable ones in the order of their cells.
  std::vector<int> listed(const State& state) const {
    const Node node = unpack(state, 0);
    std::vector<int> cells(static_cast<std::size_t>(slots_.count()));
    for (std::size_t slot = 0; slot < cells.size(); ++slot) cells[slots_.robots()[slot]] = node.cells[slot];
    return cells;
  }

  int h(const Node& node) const { return node.h; }

  bool is_goal(const Node& node) const {
    for (int slot = 0; slot < slots_.named(); ++slot) {
      if (node.cells[slot] != slots_.targets()[slot]) return false;
    }
    for (const int target : slots_.any_targets()) {
      const auto end = node.cells.begin() + slots_.count();
      if (std::find(node.cells.begin() + slots_.named(), end, target) == end) return false;
    }
    return true;
  }

  auto moves(const Node& node) const {
    return ShortList<Op, 4 * max_robots>([&](auto& list) {
      for (int slot = 0; slot < slots_.count(); ++slot) {
        const int from = node.cells[slot];
        const Others<Cells> others{node.cells, slot, slots_.count()};
        const auto slides = board_.slides(from, others);
        for (int direction = 0; direction < 4; ++direction) {
          const int to = slides[direction];
          if (to != nowhere && !bound_.is_lost(slot, to)) list.push_back(Slide(slot, direction, from, to));
        }
      }
    });
  }

  void apply(Node& node, Op op) const {
    assert(node.cells[op.slot()] == op.from());
    slots_.put(node.cells, op.slot(), op.to());
    node.h = bound_(node.cells);
  }

  // For a search from both ends: all states that meet the goal, from goal_states.hpp.
  const std::vector<State>& goals() const { return goals_; }
  void add_goal_state(const std::vector<int>& cells) { goals_.push_back(packing_.pack(cells, slots_.count())); }

 private:
  const Board& board_;
  const Slots& slots_;
  Packing<Word, words> packing_;
  Bound bound_;
  std::vector<State> goals_;
};

using SmallRobotSpace = RobotSpace<std::uint32_t, 1, 6>;
static_assert(search::NodeSpace<SmallRobotSpace> && search::SpaceWithGoals<SmallRobotSpace>);
static_assert(!search::Reversible<SmallRobotSpace> && search::HasListing<SmallRobotSpace>);

}  // namespace budge::robots
