// Each rule that calls a Sokoban position dead or prunes a push, compared with all positions of small levels.
#include "search/record_store.hpp"
#include "sokoban/deadlocks/corral.hpp"
#include "sokoban/deadlocks/diagonal.hpp"
#include "sokoban/deadlocks/freeze.hpp"
#include "sokoban/deadlocks/pairs.hpp"
#include "sokoban/deadlocks/tunnel.hpp"
#include "sokoban/explain.hpp"
#include "sokoban/rules/state.hpp"
#include "tests/sokoban_positions.hpp"

namespace budge::test {

namespace {

// A rule must never call a solvable position dead, and it must find at least `min_found` dead ones, or the test is
// void.
template <class MakeRule>
void check_rule(unsigned seed, int min_found, MakeRule&& make_rule, std::vector<RandomLevel> shapes = kShapes) {
  int found = 0;
  on_every_position(250, shapes, seed, [&](const sokoban::Level& level) {
    return [&, is_dead = make_rule(level)](const Known& known) mutable {
      if (!is_dead(known.board, known.player)) return;
      ++found;
      CHECK(known.is_dead());
    };
  });
  CHECK(sampled || found >= min_found);
}

}  // namespace

TEST(sokoban_boxes_on_dead_squares_never_reach_a_target) {
  std::mt19937 random(1);
  int dead = 0;
  for (int i = 0; i < 300; ++i) {
    const sokoban::Puzzle puzzle = random_level({4, 4, 1, 1}, random);
    const sokoban::Level level(puzzle);
    Exhaustive exhaustive(puzzle);
    if (level.cell(puzzle.boxes[0]) < 0) continue;
    CHECK(exhaustive.explore(10'000));
    const auto costs = exhaustive.costs(sokoban::Metric::pushes);
    for (std::size_t id = 0; id < exhaustive.positions.size(); ++id) {
      if (!level.is_dead(level.cell(exhaustive.positions[id].boxes[0].second))) continue;
      ++dead;
      CHECK(costs[id] == Exhaustive::never);
    }
  }
  CHECK(sampled || dead > 1000);
}

TEST(sokoban_freeze_never_calls_a_solvable_position_dead) {
  check_rule(2, 1000, [](const sokoban::Level& level) {
    return [freeze = sokoban::Freeze(level)](const sokoban::Board& board, Cell) mutable {
      for (int box = 0; box < board.boxes(); ++box) {
        if (freeze.deadlocked(board, board.cell(box))) return true;
      }
      return false;
    };
  });
}

TEST(sokoban_matching_never_calls_a_solvable_position_dead) {
  check_rule(3, 1000, [](const sokoban::Level& level) {
    return [&](const sokoban::Board& board, Cell player) {
      return matched(level, board, player) >= sokoban::Matching::infinite;
    };
  });
}

TEST(sokoban_dead_pairs_are_dead) {
  check_rule(4, 500, [](const sokoban::Level& level) {
    return [pairs = sokoban::PairTable(level)](const sokoban::Board& board, Cell player) {
      return pairs.deadlocked(board, board.cell(0), player);
    };
  });
}

TEST(sokoban_closed_diagonals_are_dead) {
  const std::vector<RandomLevel> shapes{{4, 4, 2, 2}, {4, 3, 3, 3}, {4, 4, 3, 3}};
  const auto make = [](const sokoban::Level& level) {
    return [diagonal = sokoban::ClosedDiagonal(level)](const sokoban::Board& board, Cell player) mutable {
      for (int box = 0; box < board.boxes(); ++box) {
        if (diagonal.deadlocked(board, board.cell(box), player)) return true;
      }
      return false;
    };
  };
  check_rule(5, 100, make, shapes);
}

TEST(sokoban_corrals_that_cannot_be_opened_are_dead) {
  check_rule(6, 100, [](const sokoban::Level& level) {
    return [reach = sokoban::Reach(level), corrals = sokoban::Corrals(level)](const sokoban::Board& board,
                                                                              Cell player) mutable {
      reach.fill(board, player);
      return corrals.find_pi_corral(board, reach) && corrals.pushes().empty();
    };
  });
}

TEST(sokoban_tunnel_macros_keep_plans_optimal_and_stuck_boxes_are_dead) {
  int pushed_on = 0, stuck = 0;
  const std::vector<RandomLevel> shapes{{8, 4, 2, 2, 1, false, 3}, {8, 3, 2, 2, 1, true, 3}, {7, 4, 3, 3, 1, false, 3}};
  on_every_position(3000, shapes, 13, [&](const sokoban::Level& level) {
    return [&, tunnels = sokoban::Tunnels(level)](const Known& known) {
      for (int box = 0; box < known.board.boxes(); ++box) {
        const Cell cell = known.board.cell(box);
        for (int d = 0; d < sokoban::Level::directions; ++d) {
          if (level.next(cell, sokoban::Level::opposite(d)) != known.player) continue;
          const auto end = tunnels.end(known.board, cell, d);
          if (end.cell == level.outside()) {
            ++stuck;
            CHECK(known.is_dead());
          } else if (end.pushes > 0 && !known.is_dead()) {
            ++pushed_on;
            Position from = known.exhaustive.positions[known.id], to;
            for (int push = 0, count = 0; push < end.pushes; ++push, from = to) {
              CHECK(known.exhaustive.step(from, {d}, to, count));
              CHECK_EQ(count, 1);
            }
            CHECK_EQ(known.costs[known.exhaustive.id(from)].first + end.pushes, known.pushes().first);
          }
        }
      }
    };
  });
  CHECK(sampled || pushed_on >= 100);
  CHECK(sampled || stuck >= 10);
}

TEST(sokoban_corrals_leave_a_push_that_begins_a_shortest_plan) {
  int pruned = 0;
  on_every_position(400, kShapes, 7, [&](const sokoban::Level& level) {
    return [&, reach = sokoban::Reach(level), corrals = sokoban::Corrals(level)](const Known& known) mutable {
      reach.fill(known.board, known.player);
      if (known.is_dead() || known.pushes().first == 0 || !corrals.find_pi_corral(known.board, reach)) return;
      ++pruned;
      bool kept = false;
      for (const sokoban::Push push : corrals.pushes()) {
        Position from = known.exhaustive.positions[known.id], to;
        from.players[0] = level.grid(level.next(known.board.cell(push.box), sokoban::Level::opposite(push.direction)));
        int count = 0;
        CHECK(known.exhaustive.step(from, {push.direction}, to, count));
        kept = kept || known.costs[known.exhaustive.id(to)].first == known.pushes().first - 1;
      }
      CHECK(kept);
    };
  });
  CHECK(sampled || pruned > 200);
}

namespace {

struct OneKeyForAll {
  template <class State>
  std::uint64_t hash(const State&) const {
    return 7;
  }
};

}  // namespace

TEST(sokoban_states_with_equal_keys_are_distinguished) {
  Control control;
  const OneKeyForAll keys;
  search::RecordStore<sokoban::PackedState<2>, CostPair, OneKeyForAll> store(keys, control);
  for (int i = 0; i < 2000; ++i) {
    sokoban::PackedState<2> state;
    state.flip(i % 128);
    state.player = static_cast<std::uint16_t>(i / 128);
    CHECK_EQ(store.find_id(state, 7), store.none);
    CHECK_EQ(store.add(state, 7), static_cast<std::uint32_t>(i));
    CHECK_EQ(store.find_id(state, 7), static_cast<std::uint32_t>(i));
  }
}

TEST(sokoban_stores_of_many_chunks_keep_every_state) {
  constexpr std::uint32_t states = 200'000, longest = 1 << 10;
  Control control;
  const sokoban::Zobrist keys(64, 4096);
  {
    search::RecordStore<sokoban::PackedState<1>, CostPair, sokoban::Zobrist, longest> store(keys, control);
    const auto state = [](std::uint32_t i) {
      sokoban::PackedState<1> state;
      state.boxes[0] = i;
      state.player = static_cast<std::uint16_t>(i % 4096);
      return state;
    };
    for (std::uint32_t i = 0; i < states; ++i) CHECK_EQ(store.add(state(i), keys.hash(state(i))), i);
    for (std::uint32_t i = 0; i < states; ++i) CHECK_EQ(store.find_id(state(i), keys.hash(state(i))), i);
    CHECK_EQ(store.find_id(state(states), keys.hash(state(states))), store.none);
  }
  CHECK_EQ(control.bytes(), 0u);
}

TEST(sokoban_explanations_are_given_only_for_dead_positions) {
  std::map<std::string, int> rules;
  on_every_position(120, kShapes, 10, [&](const sokoban::Level&) {
    return [&](const Known& known) {
      if (known.id % 5) return;
      const auto explained = explain(known.exhaustive.from(known.exhaustive.positions[known.id]));
      if (!explained.rule) return;
      ++rules[*explained.rule];
      CHECK(known.is_dead());
      CHECK(explained.reason && !explained.culprits.empty());
    };
  });
  for (const char* rule : {"square", "freeze", "bipartite", "pair"}) CHECK(sampled || rules[rule] > 0);
}

}  // namespace budge::test
