// Predecessors of joint states, by one step of all players, for searches from both ends.
//
// Each player waited, walked, or pulls back the box it pushed, which is in front of it in the direction of its step.
// The choices of all players form a legal step if the previous state is legal: no two players on one cell, none on a
// box, and no two swapped. All other conditions of a step (see joint.hpp) hold because the state after it is legal: no
// player and no box moved onto an occupied cell.
#pragma once

#include <vector>

#include "sokoban/players/joint_space.hpp"

namespace budge::sokoban {

// A StateSpace (see search/space.hpp) whose goal is the start. The bound: every box has come from the start of a box of
// its kind, and k players push at most k boxes per step.
template <int Words>
class JointBackwards {
 public:
  using State = JointState<Words>;
  using Op = int;
  using Cost = std::int64_t;
  using Store = search::RecordStore<State, Cost, JointBackwards>;
  using Cell = Level::Cell;
  static constexpr Cost infinite = Matching::infinite;

  JointBackwards(const Level& level, JointSpace<Words>& forwards, Heuristic heuristic)
      : level_(level),
        players_(static_cast<int>(level.players().size())),
        forwards_(forwards),
        bound_(pushes_from_start(level), heuristic),
        board_(level) {}

  State start() const { return forwards_.start(); }
  std::size_t rank(Cost h) const { return forwards_.rank(h); }
  std::int64_t coded(Cost cost) const { return cost; }
  std::uint64_t hash(const State& state) const { return forwards_.hash(state); }
  bool is_goal(const State& state) const { return state == start(); }
  Cost h(const State& state) { return forwards_.steps(bound_, state); }

  template <class Sink>
  void expand(const State& state, Sink&& sink) {
    before_.clear();
    forwards_.load(state, board_);
    after_ = now_ = state;
    choose(0);
    for (const State& before : before_) sink(before, hash(before), 1, search::Nothing{}, [&] { return h(before); });
  }

 private:
  // Tries every previous cell of player number `player`, then of the players after it. The board holds the boxes as
  // pulled so far.
  void choose(int player) {
    if (player == players_) {
      complete();
      return;
    }
    const Cell here = after_.players[player];
    now_.players[player] = here;
    choose(player + 1);
    for (int d = 0; d < Level::directions; ++d) {
      const Cell from = level_.next(here, Level::opposite(d)), front = level_.next(here, d);
      if (from == level_.outside() || swaps(player, from, here)) continue;
      now_.players[player] = from;
      choose(player + 1);
      if (front >= level_.box_cells() || here >= level_.box_cells() || !board_.has_box(front)) continue;
      const int box = board_.box_at(front), kind = board_.kind(box);
      if (!after_.test(forwards_.bit(front, kind))) continue;  // another player has just pulled it there
      shift(box, kind, front, here);
      choose(player + 1);
      shift(box, kind, here, front);
    }
  }

  // True if the player has swapped cells with one of the players before it.
  bool swaps(int player, Cell from, Cell here) const {
    for (int other = 0; other < player; ++other) {
      if (now_.players[other] == here && after_.players[other] == from) return true;
    }
    return false;
  }

  void complete() {
    for (int player = 0; player < players_; ++player) {
      if (board_.has_box(now_.players[player])) return;
      for (int other = 0; other < player; ++other) {
        if (now_.players[other] == now_.players[player]) return;
      }
    }
    before_.push_back(forwards_.sorted(now_));
  }

  void shift(int box, int kind, Cell from, Cell to) {
    now_.flip(forwards_.bit(from, kind));
    now_.flip(forwards_.bit(to, kind));
    board_.move(box, to);
  }

  const Level& level_;
  int players_;
  JointSpace<Words>& forwards_;
  PlayerlessBound bound_;
  Board board_;
  State after_, now_;
  std::vector<State> before_;
};

static_assert(search::StateSpace<JointBackwards<2>>);

}  // namespace budge::sokoban
