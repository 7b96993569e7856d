// Each rule that calls a Sokoban position dead, or a push needless, against all positions of small levels.
#include <numeric>

#include "search/record_store.hpp"
#include "sokoban/bounds/bound.hpp"
#include "sokoban/bounds/cover.hpp"
#include "sokoban/bounds/jams.hpp"
#include "sokoban/bounds/matching.hpp"
#include "sokoban/deadlocks/corral.hpp"
#include "sokoban/deadlocks/diagonal.hpp"
#include "sokoban/deadlocks/explain.hpp"
#include "sokoban/deadlocks/freeze.hpp"
#include "sokoban/deadlocks/pairs.hpp"
#include "sokoban/deadlocks/tunnel.hpp"
#include "sokoban/rules/board.hpp"
#include "sokoban/rules/state.hpp"
#include "sokoban/solve.hpp"
#include "tests/check.hpp"
#include "tests/sokoban_reference.hpp"

namespace budge::test {

namespace {

using Cell = sokoban::Level::Cell;
using sokoban::PushBound;

// A position of a level, with all that is known of it.
struct Known {
  const sokoban::Level& level;
  const sokoban::Board& board;
  Cell player;
  const Exhaustive& exhaustive;
  std::size_t id;
  const std::vector<Exhaustive::Pair>& costs;  // the least pushes from each position to a solved one

  Exhaustive::Pair pushes() const { return costs[id]; }
  bool is_lost() const { return pushes() == Exhaustive::never; }
};

// Makes a body for each of some random levels, and calls it on all positions that leave no box where the level's
// numbering allows none.
template <class MakePuzzle, class MakeBody>
void on_every_position_of(int levels, std::size_t most_positions, MakePuzzle&& make_puzzle, MakeBody&& make_body) {
  for (int i = 0; i < rounds(levels); ++i) {
    const sokoban::Puzzle puzzle = make_puzzle(i);
    Control control;
    const sokoban::Level level(puzzle, &control);
    Exhaustive exhaustive(puzzle);
    if (level.hopeless() || level.boxes() != static_cast<int>(puzzle.boxes.size())) continue;
    if (!exhaustive.explore(most_positions)) continue;
    const auto costs = exhaustive.costs(sokoban::Metric::pushes);
    auto body = make_body(level);
    for (std::size_t id = 0; id < exhaustive.positions.size(); ++id) {
      const Position& position = exhaustive.positions[id];
      sokoban::Board board(level);
      for (const auto& [first_of_kind, at] : position.boxes) {
        board.add(static_cast<Cell>(level.cell(at)), level.kind(first_of_kind));
      }
      bool allowed = true;
      for (int box = 0; box < board.boxes(); ++box) allowed = allowed && board.cell(box) < level.box_cells();
      const auto player = static_cast<Cell>(level.cell(position.players[0]));
      if (allowed) body(Known{level, board, player, exhaustive, id, costs});
    }
  }
}

template <class MakeBody>
void on_every_position(int levels, const std::vector<RandomLevel>& shapes, unsigned seed, MakeBody&& make_body) {
  std::mt19937 random(seed);
  on_every_position_of(levels, 6000, [&](int i) { return random_level(shapes[i % shapes.size()], random); }, make_body);
}

// The same where boxes have a way to go, and get into each other's: with a few of them anywhere.
template <class MakeBody>
void on_every_position_of_ways(int levels, unsigned seed, MakeBody&& make_body) {
  const std::vector<std::vector<std::string>> floors{
      {"########", "####   #", "#...   #", "####   #", "   #   #", "   #####"},
      {"#########", "#   #   #", "#.      #", "#.  #   #", "#########"},
      {"########", "#      #", "# .##  #", "# .##  #", "#      #", "########"},
      {"########", "#   #  #", "#.     #", "#.     #", "#.  #  #", "########"}};
  std::mt19937 random(seed);
  const auto make_puzzle = [&](int i) {
    sokoban::Puzzle puzzle = drawn_level(floors[i % floors.size()]);
    std::vector<int> free;
    for (int y = 0; y < puzzle.height; ++y) {
      const std::string& row = floors[i % floors.size()][y];
      for (std::size_t x = row.find('#'); x < row.size(); ++x) {
        if (row[x] != '#') free.push_back(y * puzzle.width + static_cast<int>(x));
      }
    }
    do {
      std::shuffle(free.begin(), free.end(), random);
      puzzle.players.assign(1, free.back());
      puzzle.boxes.assign(free.begin(), free.begin() + static_cast<std::ptrdiff_t>(puzzle.targets.size()));
    } while (!sokoban::evaluate(puzzle, sokoban::Metric::pushes, sokoban::Heuristic::matching));
    return puzzle;
  };
  on_every_position_of(levels, 30'000, make_puzzle, make_body);
}

const std::vector<RandomLevel> kShapes{{4, 4, 2, 2}, {5, 3, 3, 3}, {5, 4, 2, 2}, {4, 3, 3, 2}, {4, 4, 2, 2, 1, true}};

// A rule may never call a solvable position dead; and it must find some that are, or the test says nothing.
template <class MakeRule>
void check_rule(unsigned seed, int at_least, MakeRule&& make_rule, std::vector<RandomLevel> shapes = kShapes) {
  int found = 0;
  on_every_position(250, shapes, seed, [&](const sokoban::Level& level) {
    return [&, is_dead = make_rule(level)](const Known& known) mutable {
      if (!is_dead(known.board, known.player)) return;
      ++found;
      CHECK(known.is_lost());
    };
  });
  CHECK(sampled || found >= at_least);
}

// Calls visit(box, direction, cell, to) for every push of a box from its cell to where one may stand; `reach` knows
// where the player can walk.
template <class Reach, class Visit>
void each_push(const sokoban::Level& level, const sokoban::Board& board, const Reach& reach, Visit&& visit) {
  for (int box = 0; box < board.boxes(); ++box) {
    for (int d = 0; d < sokoban::Level::directions; ++d) {
      const Cell cell = board.cell(box), to = level.next(cell, d);
      if (!reach.has(level.next(cell, sokoban::Level::opposite(d)))) continue;
      if (to < level.box_cells() && !board.blocked(to)) visit(box, d, cell, to);
    }
  }
}

// The bound of the matching at a position.
int matched(const sokoban::Level& level, const sokoban::Board& board, Cell player) {
  sokoban::Matching matching(level.costs());
  for (int box = 0; box < board.boxes(); ++box) {
    matching.set(box, level.line(board.kind(box), level.stance(board.cell(box), player)));
  }
  return matching.total();
}

}  // namespace

TEST(sokoban_no_box_on_a_dead_square_comes_home) {
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
      return corrals.restrict(board, reach) && corrals.pushes().empty();
    };
  });
}

TEST(sokoban_boxes_pushed_on_through_tunnels_are_on_a_shortest_way_and_stuck_ones_are_lost) {
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
            CHECK(known.is_lost());
          } else if (end.pushes > 0 && !known.is_lost()) {
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
      if (known.is_lost() || known.pushes().first == 0 || !corrals.restrict(known.board, reach)) return;
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

TEST(sokoban_matching_is_a_bound_that_one_push_lowers_by_one_at_most) {
  on_every_position(60, kShapes, 8, [](const sokoban::Level& level) {
    return [&, reach = sokoban::Reach(level)](const Known& known) mutable {
      if (known.is_lost()) return;
      const sokoban::Board& board = known.board;
      const int bound = matched(level, board, known.player);
      CHECK(bound <= known.pushes().first);
      reach.fill(board, known.player);
      each_push(level, board, reach, [&](int box, int, Cell cell, Cell to) {
        sokoban::Board after = board;
        after.move(box, to);
        CHECK(matched(level, after, cell) >= bound - 1);
      });
    };
  });
}

TEST(sokoban_bound_around_frozen_boxes_is_never_too_high_and_one_push_lowers_it_by_one_at_most) {
  int higher = 0, dead = 0;
  const std::vector<RandomLevel> shapes{{5, 3, 3, 3},          {4, 4, 3, 3}, {4, 3, 3, 2},
                                        {5, 3, 3, 3, 1, true}, {5, 4, 2, 2}, {6, 4, 2, 2}};
  on_every_position(250, shapes, 11, [&](const sokoban::Level& level) {
    return [&, reach = sokoban::Reach(level), freeze = sokoban::Freeze(level),
            ask = sokoban::PushBound(level, sokoban::Metric::pushes, sokoban::Heuristic::matching),
            afresh = sokoban::PushBound(level, sokoban::Metric::pushes, sokoban::Heuristic::matching)](
               const Known& known) mutable {
      sokoban::Board board = known.board;
      const int bound = ask(board, known.player).pushes, plain = matched(level, board, known.player);
      CHECK(bound >= plain);
      higher += bound > plain && bound < sokoban::PushBound::infinite;
      dead += bound >= sokoban::PushBound::infinite && plain < sokoban::Matching::infinite;
      CHECK(known.is_lost() || bound <= known.pushes().first);
      if (bound >= sokoban::PushBound::infinite) return;
      reach.fill(board, known.player);
      ask.begin();
      each_push(level, board, reach, [&](int box, int d, Cell cell, Cell to) {
        board.move(box, to);
        const int after = afresh(board, cell).pushes;
        const bool freezes = freeze.check(board, to);
        board.move(box, cell);
        CHECK(after >= bound - 1);
        CHECK_EQ(ask.after(board, known.player, {box, d, 1, to, freezes}).pushes, after);
      });
    };
  });
  CHECK(sampled || higher >= 10);
  CHECK(sampled || dead >= 500);
}

TEST(sokoban_boxes_that_must_go_aside_and_come_back_are_in_conflict) {
  sokoban::Puzzle puzzle = drawn_level({"#######", "# . # #", "# $   #", "# $  @#", "#######"});
  puzzle.targets.push_back(puzzle.boxes.back());
  const sokoban::Level level(puzzle);
  const sokoban::Conflicts conflicts(level, {}, level.costs());
  CHECK_EQ(conflicts.of(level.start()[0], level.start()[1], level.players()[0]), 2);
}

TEST(sokoban_conflicts_of_boxes_never_make_the_bound_too_high) {
  int higher = 0, dead = 0;
  const std::vector<RandomLevel> shapes{{5, 4, 2, 2}, {5, 3, 3, 3}, {4, 4, 3, 3}, {6, 4, 2, 2, 1, false, 4}};
  on_every_position(250, shapes, 14, [&](const sokoban::Level& level) {
    using Bound = sokoban::PushBound;
    return
        [&, reach = sokoban::Reach(level), freeze = sokoban::Freeze(level),
         plain = Bound(level, sokoban::Metric::pushes, sokoban::Heuristic::matching),
         ask = Bound(level, sokoban::Metric::pushes, sokoban::Heuristic::matching, 0),
         afresh = Bound(level, sokoban::Metric::pushes, sokoban::Heuristic::matching, 0)](const Known& known) mutable {
          sokoban::Board board = known.board;
          const int bound = ask(board, known.player).pushes, without = plain(board, known.player).pushes;
          CHECK(bound >= without);
          higher += bound > without && bound < Bound::infinite;
          dead += bound >= Bound::infinite && without < Bound::infinite;
          CHECK(known.is_lost() || bound <= known.pushes().first);
          if (bound >= Bound::infinite) return;
          reach.fill(board, known.player);
          ask.begin();
          each_push(level, board, reach, [&](int box, int d, Cell cell, Cell to) {
            board.move(box, to);
            const int after = afresh(board, cell).pushes;
            const bool freezes = freeze.check(board, to);
            board.move(box, cell);
            CHECK_EQ(ask.after(board, known.player, {box, d, 1, to, freezes}).pushes, after);
          });
        };
  });
  CHECK(sampled || higher >= 50);
  CHECK(sampled || dead >= 200);
}

TEST(sokoban_cover_is_the_least_that_meets_all_conflicts) {
  std::mt19937 random(15);
  int above_pairs = 0;
  for (int i = 0; i < 2000; ++i) {
    constexpr int boxes = 5, highest = 3;  // in twos
    std::vector<sokoban::Conflict> conflicts;
    for (std::uint8_t one = 1; one < boxes; ++one) {
      for (std::uint8_t other = 0; other < one; ++other) {
        const auto pushes = static_cast<std::uint8_t>(2 * (random() % (highest + 1)));
        if (random() % 2 && pushes) conflicts.push_back({one, other, pushes});
      }
    }
    int least = 1 << 30, greatest = 0;
    for (int code = 0; code < 1 << 2 * boxes; ++code) {
      const auto of = [&](int box) { return 2 * (code >> 2 * box & 3); };
      int sum = 0;
      for (int box = 0; box < boxes; ++box) sum += of(box);
      const auto is_met = [&](const auto& conflict) {
        return of(conflict.one) + of(conflict.other) >= conflict.pushes;
      };
      if (std::ranges::all_of(conflicts, is_met)) least = std::min(least, sum);
    }
    for (const auto& conflict : conflicts) greatest = std::max<int>(greatest, conflict.pushes);
    above_pairs += least > 2 * greatest;
    CHECK_EQ(sokoban::Cover(boxes)(conflicts), least);
  }
  CHECK(above_pairs > 20);
}

TEST(sokoban_jams_never_make_the_matching_too_high) {
  int jams = 0, dead = 0, again = 0;
  on_every_position_of_ways(24, 16, [&](const sokoban::Level& level) {
    // One that looks for jams all the time, and one that soon has to do with what it has learnt.
    return [&, learns = sokoban::Jams(level, *level.control(), PushBound::never / 2),
            knows = sokoban::Jams(level, *level.control(), 100), boxes = sokoban::CellSet(level),
            jammed = sokoban::CellSet(level)](const Known& known) mutable {
      const int plain = matched(level, known.board, known.player);
      if (plain >= sokoban::Matching::infinite) return;
      boxes.clear();
      for (int box = 0; box < known.board.boxes(); ++box) boxes.add(known.board.cell(box));
      const int found = learns(boxes, known.player, jammed), remembered = knows(boxes, known.player, jammed);
      jams += found > 0 && found < sokoban::Jams::infinite;
      dead += found >= sokoban::Jams::infinite;
      again += remembered > 0;
      CHECK(known.is_lost() || plain + std::max(found, remembered) <= known.pushes().first);
    };
  });
  CHECK(sampled || jams >= 200);
  CHECK(sampled || dead >= 200);
  CHECK(sampled || again >= 100);
}

TEST(sokoban_strong_bound_is_never_too_high) {
  int higher = 0;
  const auto make_body = [&](const sokoban::Level& level) {
    return
        [&, plain = PushBound(level, sokoban::Metric::pushes, sokoban::Heuristic::matching, 0),
         ask = PushBound(level, sokoban::Metric::pushes, sokoban::Heuristic::matching, 0)](const Known& known) mutable {
          const int bound = ask.strong(known.board, known.player), without = plain(known.board, known.player).pushes;
          higher += bound > without && bound < PushBound::infinite;
          CHECK(known.is_lost() || bound <= known.pushes().first);
          CHECK(known.is_lost() || (known.pushes().first - bound) % 2 == 0 || bound == 0);
        };
  };
  on_every_position_of_ways(24, 17, make_body);
  on_every_position(500, {{4, 4, 4, 4}, {5, 3, 4, 4}, {4, 4, 3, 3}, {6, 3, 3, 3}, {5, 3, 4, 4, 1, false, 12}}, 18,
                    make_body);
  CHECK(sampled || higher >= 200);
}

TEST(sokoban_bound_on_moves_counts_walks_is_never_too_high_and_sinks_no_faster_than_the_player_moves) {
  int higher = 0;
  const std::vector<RandomLevel> shapes{{7, 3, 2, 2}, {6, 3, 2, 2}, {5, 3, 3, 3}, {6, 3, 3, 2}, {6, 3, 2, 2, 1, true}};
  on_every_position(250, shapes, 12, [&](const sokoban::Level& level) {
    using Bound = sokoban::PushBound;
    constexpr auto metric = sokoban::Metric::pushes_then_moves;
    return [&, walk = sokoban::Walk(level), freeze = sokoban::Freeze(level),
            ask = Bound(level, metric, sokoban::Heuristic::matching),
            afresh = Bound(level, metric, sokoban::Heuristic::matching),
            alone = Bound(level, sokoban::Metric::moves, sokoban::Heuristic::matching),
            least = std::vector<Exhaustive::Pair>()](const Known& known) mutable {
      if (least.empty()) least = known.exhaustive.costs(sokoban::Metric::moves);
      if (known.pushes().first == 0) return;
      sokoban::Board board = known.board;
      const sokoban::Bounds bounds = ask(board, known.player);
      if (bounds.pushes >= Bound::infinite) return;
      higher += bounds.moves > bounds.pushes;
      CHECK(bounds.moves >= bounds.pushes);
      CHECK(bounds.moves >= alone(board, known.player).moves);
      CHECK(known.is_lost() || bounds.moves <= least[known.id].first);
      walk.fill(board, known.player);
      ask.begin();
      each_push(level, board, walk, [&](int box, int d, Cell cell, Cell to) {
        board.move(box, to);
        const sokoban::Bounds after = afresh(board, cell);
        const bool freezes = freeze.check(board, to);
        board.move(box, cell);
        CHECK(after.moves >= bounds.moves - walk.steps(level.next(cell, sokoban::Level::opposite(d))) - 1);
        CHECK_EQ(ask.after(board, known.player, {box, d, 1, to, freezes}).moves, after.moves);
      });
    };
  });
  CHECK(sampled || higher >= 2000);
}

TEST(sokoban_matching_mended_equals_matching_from_scratch_and_brute_force) {
  std::mt19937 random(9);
  for (int i = 0; i < 300; ++i) {
    const int size = 1 + static_cast<int>(random() % 6), lines = 12;
    sokoban::CostTable table{size, {}};
    for (int cell = 0; cell < size * lines; ++cell) {
      table.costs.push_back(random() % 4 ? static_cast<std::uint16_t>(random() % 30) : sokoban::CostTable::far);
    }
    sokoban::Matching mended(table);
    std::vector<int> line(size);
    for (int step = 0; step < 30; ++step) {
      const int row = step < size ? step : static_cast<int>(random() % size);
      line[row] = static_cast<int>(random() % lines);
      if (step >= size) {
        // What it would be is asked before it is: but only a push's change, down by one at most, may be asked for.
        const auto* before = table.line(mended.line(row));
        const auto* after = table.line(line[row]);
        bool push = mended.total() < sokoban::Matching::infinite;
        for (int column = 0; column < size; ++column) push = push && after[column] + 1 >= before[column];
        if (push) {
          const int expected = mended.total_with(row, line[row], 1);
          mended.set(row, line[row]);
          CHECK_EQ(mended.total(), expected);
        }
      }
      mended.set(row, line[row]);
      if (step + 1 < size) continue;
      std::vector<int> column(size);
      std::iota(column.begin(), column.end(), 0);
      int least = sokoban::Matching::infinite;
      do {
        int sum = 0;
        for (int box = 0; box < size && sum < sokoban::Matching::infinite; ++box) {
          const std::uint16_t cost = table.line(line[box])[column[box]];
          sum = cost == sokoban::CostTable::far ? sokoban::Matching::infinite : sum + cost;
        }
        least = std::min(least, sum);
      } while (std::next_permutation(column.begin(), column.end()));
      sokoban::Matching fresh(table);
      for (int box = 0; box < size; ++box) fresh.set(box, line[box]);
      CHECK_EQ(mended.total(), least);
      CHECK_EQ(fresh.total(), least);
    }
  }
}

namespace {

struct OneKeyForAll {
  template <class State>
  std::uint64_t hash(const State&) const {
    return 7;
  }
};

}  // namespace

TEST(sokoban_states_are_told_apart_even_if_all_keys_are_equal) {
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

TEST(sokoban_stores_of_many_chunks_lose_nothing) {
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

TEST(sokoban_explanations_blame_only_lost_positions) {
  std::map<std::string, int> rules;
  on_every_position(120, kShapes, 10, [&](const sokoban::Level&) {
    return [&](const Known& known) {
      if (known.id % 5) return;
      const auto said = explain(known.exhaustive.from(known.exhaustive.positions[known.id]));
      if (!said.rule) return;
      ++rules[*said.rule];
      CHECK(known.is_lost());
      CHECK(said.reason && !said.culprits.empty());
    };
  });
  for (const char* rule : {"square", "freeze", "bipartite", "pair"}) CHECK(sampled || rules[rule] > 0);
}

}  // namespace budge::test
