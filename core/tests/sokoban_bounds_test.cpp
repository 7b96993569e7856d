// The lower bounds on pushes and moves that searches use, compared with the true costs of all positions of small
// levels.
#include "sokoban/bounds/bound.hpp"
#include "sokoban/deadlocks/freeze.hpp"
#include "tests/sokoban_positions.hpp"

namespace budge::test {

namespace {

using sokoban::PushBound;

// Checks that after every push the incremental bound `kept` equals the bound that `fresh` computes from scratch, and
// calls visit(bound).
template <class Reach, class Visit>
void check_after_pushes(const sokoban::Level& level, const Known& known, Reach& reach, sokoban::Freeze& freeze,
                        PushBound& kept, PushBound& fresh, Visit&& visit) {
  sokoban::Board board = known.board;
  reach.fill(board, known.player);
  kept.begin();
  each_push(level, board, reach, [&](int box, int d, Cell cell, Cell to) {
    board.move(box, to);
    const int after = fresh(board, cell).pushes;
    const bool freezes = freeze.check(board, to);
    board.move(box, cell);
    CHECK_EQ(kept.after(board, known.player, {box, d, 1, to, freezes}).pushes, after);
    visit(after);
  });
}

}  // namespace

TEST(sokoban_bound_around_frozen_boxes_is_admissible_and_one_push_lowers_it_by_at_most_one) {
  int higher = 0, dead = 0;
  const std::vector<RandomLevel> shapes{{5, 3, 3, 3},          {4, 4, 3, 3}, {4, 3, 3, 2},
                                        {5, 3, 3, 3, 1, true}, {5, 4, 2, 2}, {6, 4, 2, 2}};
  on_every_position(250, shapes, 11, [&](const sokoban::Level& level) {
    return [&, reach = sokoban::Reach(level), freeze = sokoban::Freeze(level),
            ask = sokoban::PushBound(level, sokoban::Metric::pushes, sokoban::Heuristic::matching),
            fresh = sokoban::PushBound(level, sokoban::Metric::pushes, sokoban::Heuristic::matching)](
               const Known& known) mutable {
      const int bound = ask(known.board, known.player).pushes, plain = matched(level, known.board, known.player);
      CHECK(bound >= plain);
      higher += bound > plain && bound < sokoban::PushBound::infinite;
      dead += bound >= sokoban::PushBound::infinite && plain < sokoban::Matching::infinite;
      CHECK(known.is_dead() || bound <= known.pushes().first);
      if (bound >= sokoban::PushBound::infinite) return;
      check_after_pushes(level, known, reach, freeze, ask, fresh, [&](int after) { CHECK(after >= bound - 1); });
    };
  });
  CHECK(sampled || higher >= 10);
  CHECK(sampled || dead >= 500);
}

TEST(sokoban_bound_with_conflicts_is_admissible) {
  int higher = 0, dead = 0;
  const std::vector<RandomLevel> shapes{{5, 4, 2, 2},         {5, 3, 3, 3}, {4, 4, 3, 3}, {6, 4, 2, 2, 1, false, 4},
                                        {5, 4, 3, 2},            // one spare box
                                        {5, 4, 2, 2, 1, true}};  // boxes with assigned targets
  on_every_position(375, shapes, 14, [&](const sokoban::Level& level) {
    using Bound = sokoban::PushBound;
    return
        [&, reach = sokoban::Reach(level), freeze = sokoban::Freeze(level),
         plain = Bound(level, sokoban::Metric::pushes, sokoban::Heuristic::matching),
         ask = Bound(level, sokoban::Metric::pushes, sokoban::Heuristic::matching, 0),
         fresh = Bound(level, sokoban::Metric::pushes, sokoban::Heuristic::matching, 0)](const Known& known) mutable {
          const int bound = ask(known.board, known.player).pushes;
          const int without = plain(known.board, known.player).pushes;
          CHECK(bound >= without);
          higher += bound > without && bound < Bound::infinite;
          dead += bound >= Bound::infinite && without < Bound::infinite;
          CHECK(known.is_dead() || bound <= known.pushes().first);
          if (bound >= Bound::infinite) return;
          check_after_pushes(level, known, reach, freeze, ask, fresh, [](int) {});
        };
  });
  CHECK(sampled || higher >= 50);
  CHECK(sampled || dead >= 200);
}

TEST(sokoban_strong_bound_is_admissible) {
  int higher = 0;
  const auto make_body = [&](const sokoban::Level& level) {
    return
        [&, plain = PushBound(level, sokoban::Metric::pushes, sokoban::Heuristic::matching, 0),
         ask = PushBound(level, sokoban::Metric::pushes, sokoban::Heuristic::matching, 0)](const Known& known) mutable {
          const int bound = ask.strong(known.board, known.player), without = plain(known.board, known.player).pushes;
          higher += bound > without && bound < PushBound::infinite;
          CHECK(known.is_dead() || bound <= known.pushes().first);
          CHECK(known.is_dead() || (known.pushes().first - bound) % 2 == 0 || bound == 0);
        };
  };
  on_every_position_of_paths(24, 17, make_body);
  on_every_position(500, {{4, 4, 4, 4}, {5, 3, 4, 4}, {4, 4, 3, 3}, {6, 3, 3, 3}, {5, 3, 4, 4, 1, false, 12}}, 18,
                    make_body);
  CHECK(sampled || higher >= 200);
}

TEST(sokoban_bound_on_moves_counts_walks_and_is_admissible_and_consistent) {
  int higher = 0;
  const std::vector<RandomLevel> shapes{{7, 3, 2, 2}, {6, 3, 2, 2}, {5, 3, 3, 3}, {6, 3, 3, 2}, {6, 3, 2, 2, 1, true}};
  on_every_position(250, shapes, 12, [&](const sokoban::Level& level) {
    using Bound = sokoban::PushBound;
    constexpr auto metric = sokoban::Metric::pushes_then_moves;
    return [&, walk = sokoban::Walk(level), freeze = sokoban::Freeze(level),
            ask = Bound(level, metric, sokoban::Heuristic::matching),
            fresh = Bound(level, metric, sokoban::Heuristic::matching),
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
      CHECK(known.is_dead() || bounds.moves <= least[known.id].first);
      walk.fill(board, known.player);
      ask.begin();
      each_push(level, board, walk, [&](int box, int d, Cell cell, Cell to) {
        board.move(box, to);
        const sokoban::Bounds after = fresh(board, cell);
        const bool freezes = freeze.check(board, to);
        board.move(box, cell);
        CHECK(after.moves >= bounds.moves - walk.steps(level.next(cell, sokoban::Level::opposite(d))) - 1);
        CHECK_EQ(ask.after(board, known.player, {box, d, 1, to, freezes}).moves, after.moves);
      });
    };
  });
  CHECK(sampled || higher >= 2000);
}

}  // namespace budge::test
