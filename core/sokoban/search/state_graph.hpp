// The state graph of Sokoban without heuristics or pruning: successors of a state by pushes, predecessors by pulls.
//
// If only pushes count, an edge is a push, and the player is represented by its region. If moves count too, an edge is
// one step of the player. There are many goal states: every packing of boxes onto targets, with the player in every
// region or on every cell.
#pragma once

#include <algorithm>
#include <vector>

#include "sokoban/rules/board.hpp"
#include "sokoban/rules/level.hpp"
#include "sokoban/rules/objective.hpp"
#include "sokoban/rules/packings.hpp"
#include "sokoban/rules/state.hpp"

namespace budge::sokoban {

template <int Words>
class StateGraph {
 public:
  using State = PackedState<Words>;
  using Cell = Level::Cell;

  StateGraph(const Level& level, Metric metric)
      : level_(level), counts_moves_(metric != Metric::pushes), board_(level), reach_(level) {}

  bool counts_moves() const { return counts_moves_; }

  State start() {
    State state;
    for (int box = 0; box < level_.boxes(); ++box) state.flip(bit(level_.start()[box], level_.kind(box)));
    state.player = level_.players().front();
    load(state);
    return at(state, state.player);
  }

  // Every solved state.
  std::vector<State> goals() {
    std::vector<State> goals;
    std::vector<char> covered(level_.floor());
    each_packing(level_, [&](const std::vector<int>& kinds) {
      State state;
      for (std::size_t i = 0; i < kinds.size(); ++i) state.flip(bit(level_.targets()[i], kinds[i]));
      load(state);
      std::ranges::fill(covered, 0);
      for (int cell = 0; cell < level_.floor(); ++cell) {
        if (board_.blocked(cell) || covered[cell]) continue;
        add_goal(goals, at(state, static_cast<Cell>(cell)));
        if (!counts_moves_) reach_.cells().each([&](Cell reached) { covered[reached] = 1; });
      }
    });
    return goals;
  }

  // Calls visit(state, pushes, moves) for all successors.
  template <class Visit>
  void successors(const State& state, Visit&& visit) {
    load(state);
    if (counts_moves_) {
      for (int d = 0; d < Level::directions; ++d) {
        const Cell to = level_.next(state.player, d);
        if (to == level_.outside()) continue;
        if (!board_.has_box(to)) {
          visit(at(state, to), 0, 1);
        } else if (const Cell beyond = level_.next(to, d); can_enter(beyond)) {
          visit(shifted(state, to, beyond, to), 1, 1);
        }
      }
      return;
    }
    reach_.fill(board_, state.player);
    std::vector<Move> moves;
    for (int box = 0; box < board_.boxes(); ++box) {
      for (int d = 0; d < Level::directions; ++d) {
        const Cell cell = board_.cell(box), to = level_.next(cell, d);
        if (reach_.has(level_.next(cell, Level::opposite(d))) && can_enter(to)) moves.push_back({cell, to, cell});
      }
    }
    for (const Move& move : moves) visit(shifted(state, move.from, move.to, move.player), 1, 1);
  }

  // The same for all predecessors.
  template <class Visit>
  void predecessors(const State& state, Visit&& visit) {
    load(state);
    if (counts_moves_) {
      for (int d = 0; d < Level::directions; ++d) {
        const Cell back = level_.next(state.player, Level::opposite(d)), front = level_.next(state.player, d);
        if (board_.blocked(back)) continue;
        visit(at(state, back), 0, 1);
        if (board_.has_box(front) && can_enter(state.player)) {
          visit(shifted(state, front, state.player, back), 1, 1);
        }
      }
      return;
    }
    reach_.fill(board_, state.player);
    std::vector<Move> moves;
    for (int box = 0; box < board_.boxes(); ++box) {
      for (int d = 0; d < Level::directions; ++d) {
        const Cell cell = board_.cell(box), to = level_.next(cell, Level::opposite(d));
        const Cell back = level_.next(to, Level::opposite(d));
        if (reach_.has(to) && can_enter(to) && !board_.blocked(back)) moves.push_back({cell, to, back});
      }
    }
    for (const Move& move : moves) visit(shifted(state, move.from, move.to, move.player), 1, 1);
  }

 private:
  struct Move {
    Cell from, to, player;
  };

  int bit(int cell, int kind) const { return kind * level_.box_cells() + cell; }
  bool can_enter(Cell cell) const { return cell < level_.box_cells() && !board_.blocked(cell); }

  void load(const State& state) {
    board_.clear();
    state.each([&](int bit) { board_.add(static_cast<Cell>(bit % level_.box_cells()), bit / level_.box_cells()); });
  }

  // The state with the boxes on the board, which are those of `state`, and the player on `player`.
  State at(State state, Cell player) {
    state.player = player;
    if (!counts_moves_) {
      reach_.fill(board_, player);
      state.player = reach_.first();
    }
    return state;
  }

  State shifted(State state, Cell from, Cell to, Cell player) {
    const int box = board_.box_at(from);
    state.flip(bit(from, board_.kind(box)));
    state.flip(bit(to, board_.kind(box)));
    board_.move(box, to);
    const State result = at(state, player);
    board_.move(box, from);
    return result;
  }

  const Level& level_;
  bool counts_moves_;
  Board board_;
  Reach reach_;
};

}  // namespace budge::sokoban
