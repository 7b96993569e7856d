// A blank on a graph: the space of `tokens`, and of `tiles`, whose graph is a grid.
//
// A move is the vertex that the blank goes to; its inverse is the vertex it came from. The heuristic is a parameter: it
// keeps a Memo along the path (see per_token.hpp), which a move updates.
#pragma once

#include <array>
#include <cassert>
#include <span>
#include <utility>
#include <vector>

#include "search/space.hpp"
#include "tokens/cells.hpp"
#include "tokens/graph.hpp"

namespace budge::tokens {

// A puzzle: a board of `width` columns for tiles, 0 for a graph. Token 0 is the blank.
struct Puzzle {
  Adjacency graph;
  std::vector<int> start;
  std::vector<int> goal;
  int width = 0;
};

// A heuristic whose Memo is stored with every state, because computing it again is expensive.
template <class Heuristic>
concept KeptWithState = requires { requires Heuristic::kept_with_state; };

template <class CellsType, class HeuristicType>
class TokenSpace {
 public:
  using Cells = CellsType;
  using Heuristic = HeuristicType;
  using Memo = typename Heuristic::Memo;
  // A Memo that is expensive to compute is stored with the cells. It follows from them, so equal cells are equal
  // states.
  struct Kept {
    Cells cells;
    Memo memo;
    std::uint64_t hash() const { return cells.hash(); }
    bool operator==(const Kept& other) const { return cells == other.cells; }
  };
  static constexpr bool keeps_memo = KeptWithState<Heuristic>;
  using State = std::conditional_t<keeps_memo, Kept, Cells>;
  using Op = typename Cells::Vertex;

  struct Node {
    Cells cells;
    Op blank;
    [[no_unique_address]] Memo memo;
  };
  struct Undo {
    Op from;  // where the blank was
    [[no_unique_address]] Memo memo;
  };

  static constexpr bool consistent = !search::IsInconsistent<Heuristic>;

  explicit TokenSpace(const Puzzle& puzzle) : TokenSpace(puzzle, Heuristic(puzzle)) {}
  TokenSpace(const Puzzle& puzzle, Heuristic heuristic)
      : heuristic_(std::move(heuristic)), start_(arrange(puzzle.start)), goal_(arrange(puzzle.goal)) {
    offsets_.push_back(0);
    for (const auto& neighbours : puzzle.graph) {
      neighbours_.insert(neighbours_.end(), neighbours.begin(), neighbours.end());
      offsets_.push_back(static_cast<std::uint32_t>(neighbours_.size()));
    }
  }

  Node start() const { return evaluated(start_); }
  std::array<Cells, 1> goals() const { return {goal_}; }
  const Cells& goal_cells() const { return goal_; }
  const Heuristic& heuristic() const { return heuristic_; }

  // The token on each vertex.
  std::vector<int> listed(const State& state) const {
    std::vector<int> tokens(offsets_.size() - 1);
    for (std::size_t vertex = 0; vertex < tokens.size(); ++vertex) {
      if constexpr (keeps_memo) {
        tokens[vertex] = state.cells[static_cast<int>(vertex)];
      } else {
        tokens[vertex] = state[static_cast<int>(vertex)];
      }
    }
    return tokens;
  }

  State pack(const Node& node) const {
    if constexpr (keeps_memo) {
      return {node.cells, node.memo};
    } else {
      return node.cells;
    }
  }
  Node unpack(const State& state) const {
    if constexpr (keeps_memo) {
      return {state.cells, static_cast<Op>(state.cells.blank()), state.memo};
    } else {
      return evaluated(state);
    }
  }
  Node unpack(const State& state, int h) const {
    if constexpr (std::is_same_v<Memo, int>) return {state, static_cast<Op>(state.blank()), h};
    return unpack(state);
  }

  int h(const Node& node) const { return heuristic_.h(node.memo); }
  bool is_goal(const Node& node) const { return h(node) == 0 && node.cells == goal_; }

  std::span<const Op> moves(const Node& node) const {
    return {neighbours_.data() + offsets_[node.blank], neighbours_.data() + offsets_[node.blank + 1]};
  }
  Undo apply(Node& node, Op to) const {
    const Undo undo{node.blank, node.memo};
    const int token = node.cells[to];
    node.cells.slide(to, node.blank);
    node.memo = heuristic_.after(node.memo, token, to, node.blank, node.cells);
    node.blank = to;
    return undo;
  }
  void undo(Node& node, const Undo& undo) const {
    node.cells.slide(undo.from, node.blank);
    node.blank = undo.from;
    node.memo = undo.memo;
  }
  Op reverse(const Undo& undo) const { return undo.from; }
  Op retreat(Node& node, Op back) const {
    const Op move = node.blank;
    apply(node, back);
    return move;
  }

 private:
  Node evaluated(const Cells& cells) const {
    return {cells, static_cast<Op>(cells.blank()), heuristic_.evaluate(cells)};
  }

  static Cells arrange(const std::vector<int>& tokens) {
    assert(tokens.size() <= Cells::capacity);
    Cells cells{};
    for (std::size_t cell = 0; cell < tokens.size(); ++cell) cells.put(static_cast<int>(cell), tokens[cell]);
    return cells;
  }

  Heuristic heuristic_;
  Cells start_, goal_;
  std::vector<Op> neighbours_;
  std::vector<std::uint32_t> offsets_;
};

}  // namespace budge::tokens
