// Joint states of several players, their successors by the rules of joint.hpp, and a lower bound on steps.
//
// The bound: every player pushes at most one box per step, so k players need at least 1/k of the pushes that the boxes
// need. Another player may be on the other side of a box, so the distances ignore where the players are. This is a
// StateSpace (see search/space.hpp) whose costs are steps.
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "search/record_store.hpp"
#include "search/space.hpp"
#include "sokoban/bounds/playerless_bound.hpp"
#include "sokoban/deadlocks/freeze.hpp"
#include "sokoban/players/joint.hpp"
#include "sokoban/rules/board.hpp"
#include "sokoban/rules/packings.hpp"
#include "sokoban/rules/state.hpp"

namespace budge::sokoban {

template <int Words>
struct JointState {
  std::array<std::uint64_t, Words> boxes{};
  std::array<std::uint16_t, max_players> players{};  // in ascending order, the rest 0

  static constexpr std::size_t packed_bytes = sizeof(boxes) + sizeof(players);

  void flip(int bit) { boxes[bit / 64] ^= std::uint64_t{1} << bit % 64; }
  bool test(int bit) const { return boxes[bit / 64] >> bit % 64 & 1; }
  bool operator==(const JointState&) const = default;
};

template <int Words>
class JointSpace {
 public:
  using State = JointState<Words>;
  using Op = int;  // a direction, for each player in turn
  using Cost = std::int64_t;
  using Store = search::RecordStore<State, Cost, JointSpace>;
  using Cell = Level::Cell;
  static constexpr Cost infinite = Matching::infinite;
  static constexpr int wait = 4;

  JointSpace(const Level& level, Heuristic heuristic)
      : level_(level),
        players_(static_cast<int>(level.players().size())),
        keys_(level.kinds() * level.box_cells(), level.floor() * players_),
        bound_(pushes_to_targets(level), heuristic),
        board_(level),
        freeze_(level) {}

  State start() const {
    State state;
    for (int box = 0; box < level_.boxes(); ++box) state.flip(bit(level_.start()[box], level_.kind(box)));
    std::copy(level_.players().begin(), level_.players().end(), state.players.begin());
    return sorted(state);
  }

  std::size_t rank(Cost h) const { return static_cast<std::size_t>(h); }
  std::int64_t coded(Cost cost) const { return cost; }
  std::uint64_t hash(const State& state) const {
    std::uint64_t key = 0;
    for (int i = 0; i < players_; ++i) key ^= keys_.player(i * level_.floor() + state.players[i]);
    each_box(state, [&](int bit) { key ^= keys_.bit(bit); });
    return key;
  }

  // All solved states: every assignment of boxes to targets, with the players on any other cells.
  std::vector<State> goals() const {
    std::vector<State> goals;
    each_packing(level_, [&](const std::vector<int>& kinds) {
      State state;
      for (std::size_t i = 0; i < kinds.size(); ++i) state.flip(bit(level_.targets()[i], kinds[i]));
      place(state, 0, 0, goals);
    });
    return goals;
  }

  bool is_goal(const State& state) const {
    return std::ranges::all_of(level_.targets(), [&](Cell target) {
      for (int kind = 0; kind < level_.kinds(); ++kind) {
        if (level_.accepts(target, kind) && state.test(bit(target, kind))) return true;
      }
      return false;
    });
  }

  // A lower bound on the remaining steps, or infinite.
  Cost h(const State& state) { return steps(bound_, state); }

  // The minimum number of steps for the remaining pushes given by `bound`.
  Cost steps(PlayerlessBound& bound, const State& state) const {
    const int pushes = bound([&](auto&& visit) { each_box(state, visit); });  // the bit of a box is its line
    return pushes >= infinite ? infinite : (pushes + players_ - 1) / players_;
  }

  int bit(int cell, int kind) const { return kind * level_.box_cells() + cell; }

  // Sorts the players, so that exchanging two of them gives the same state.
  State sorted(State state) const {
    std::sort(state.players.begin(), state.players.begin() + players_);
    return state;
  }

  // Puts the boxes of a state on a board.
  void load(const State& state, Board& board) const {
    board.clear();
    each_box(state, [&](int bit) { board.add(static_cast<Cell>(bit % level_.box_cells()), bit / level_.box_cells()); });
  }

  // Prunes successors with a freeze deadlock.
  template <class Sink>
  void expand(const State& state, Sink&& sink) {
    after_.clear();
    each_step(state, [&](const State& after, std::span<const int>) { after_.push_back(sorted(after)); });
    for (const State& after : after_) sink(after, hash(after), 1, search::Nothing{}, [&] { return h(after); });
  }

  // The path holds sorted players. The plan restores which player is which.
  std::vector<int> plan(const std::vector<State>& path) {
    std::vector<int> plan;
    State now = start();
    std::vector<int> place(players_);  // by player: its place among the sorted ones
    for (int player = 0; player < players_; ++player) {
      place[player] = static_cast<int>(std::ranges::find(now.players, level_.players()[player]) - now.players.begin());
    }
    for (std::size_t i = 1; i < path.size(); ++i) {
      State next;
      std::vector<int> directions;
      each_step(now, [&](const State& after, std::span<const int> step) {
        if (!directions.empty() || sorted(after) != path[i]) return;
        next = after;
        directions.assign(step.begin(), step.end());
      });
      for (int& at : place) {
        plan.push_back(directions[at]);
        at = static_cast<int>(std::ranges::find(path[i].players, next.players[at]) - path[i].players.begin());
      }
      now = path[i];
    }
    return plan;
  }

 private:
  // Calls visit(after, directions) for every step from `state`. The directions are in the order of the players in
  // `state`.
  template <class Visit>
  void each_step(const State& state, Visit&& visit) {
    load(state, board_);
    step_ = {state, state, {}, {}, 0};
    choose(0, visit);
  }

  // Places the players from number `player` on, in ascending order, on cells from `first` on.
  void place(State& state, int player, int first, std::vector<State>& goals) const {
    if (player == players_) {
      if (goals.size() % 4096 == 0) level_.poll_clock();
      add_goal(goals, state);
      return;
    }
    for (int cell = first; cell < level_.floor(); ++cell) {
      if (std::ranges::find(level_.targets(), cell) != level_.targets().end()) continue;  // a box is there
      state.players[player] = static_cast<Cell>(cell);
      place(state, player + 1, cell + 1, goals);
    }
  }

  struct Pushed {
    Cell from, to;
  };
  struct Step {
    State before, after;
    std::array<int, max_players> directions;
    std::array<Pushed, max_players> pushed;
    int pushes;
  };

  template <class Visit>
  static void each_box(const State& state, Visit&& visit) {
    PackedState<Words>{state.boxes, 0}.each(visit);
  }

  // Tries every move of player number `player`, then of the players after it.
  template <class Visit>
  void choose(int player, Visit& visit) {
    if (player == players_) {
      complete(visit);
      return;
    }
    const Cell from = step_.before.players[player];
    for (int d = 0; d <= wait; ++d) {
      const Cell to = d == wait ? from : level_.next(from, d);
      if (to == level_.outside()) continue;
      const bool pushes = board_.has_box(to);
      const Cell beyond = pushes ? level_.next(to, d) : to;
      if (pushes && (beyond >= level_.box_cells() || board_.has_box(beyond))) continue;
      if (clashes(player, from, to)) continue;
      step_.after.players[player] = to;
      step_.directions[player] = d;
      if (pushes) step_.pushed[step_.pushes++] = {to, beyond};
      choose(player + 1, visit);
      if (pushes) --step_.pushes;
    }
  }

  // True if the player would share a cell with, or swap with, one of the players before it.
  bool clashes(int player, Cell from, Cell to) const {
    for (int other = 0; other < player; ++other) {
      const Cell theirs = step_.after.players[other];
      if (theirs == to || (theirs == from && step_.before.players[other] == to)) return true;
    }
    return false;
  }

  template <class Visit>
  void complete(Visit& visit) {
    State after = step_.after;
    for (int i = 0; i < step_.pushes; ++i) {
      const Cell to = step_.pushed[i].to;
      for (int player = 0; player < players_; ++player) {
        if (after.players[player] == to) return;
      }
      for (int other = 0; other < i; ++other) {
        if (step_.pushed[other].to == to) return;
      }
    }
    for (int i = 0; i < step_.pushes; ++i) {
      const auto [from, to] = step_.pushed[i];
      const int box = board_.box_at(from), kind = board_.kind(box);
      after.flip(bit(from, kind));
      after.flip(bit(to, kind));
      board_.move(box, to);
    }
    bool dead = false;
    for (int i = 0; i < step_.pushes && !dead; ++i) dead = freeze_.deadlocked(board_, step_.pushed[i].to);
    for (int i = step_.pushes; i-- > 0;) board_.move(board_.box_at(step_.pushed[i].to), step_.pushed[i].from);
    if (!dead) visit(after, std::span<const int>(step_.directions.data(), players_));
  }

  const Level& level_;
  int players_;
  Zobrist keys_;
  PlayerlessBound bound_;
  Board board_;
  Freeze freeze_;
  Step step_;
  std::vector<State> after_;
};

static_assert(search::SpaceWithGoals<JointSpace<2>>);

}  // namespace budge::sokoban
