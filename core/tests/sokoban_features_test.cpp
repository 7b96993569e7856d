// The features of FESS one by one: packing plans, rooms, connectivity, hot spots, and the order of leaves.
#include <algorithm>
#include <set>

#include "sokoban/any/connectivity.hpp"
#include "sokoban/any/feature_cells.hpp"
#include "sokoban/any/hot_spots.hpp"
#include "sokoban/any/packing_order.hpp"
#include "sokoban/any/packing_plan.hpp"
#include "sokoban/any/plan_feasibility.hpp"
#include "sokoban/any/rooms.hpp"
#include "sokoban/any/sinks.hpp"
#include "sokoban/rules/biconnected.hpp"
#include "tests/check.hpp"
#include "tests/sokoban_reference.hpp"

namespace budge::test {

namespace {

using Cell = sokoban::Level::Cell;

constexpr double kEver = std::numeric_limits<double>::infinity();

// A level of two rooms with a passage of one cell.
const std::vector<std::string> kTwoRooms{"#########", "#   #   #", "#  $@ . #", "#   #   #", "#########"};

Cell at(const sokoban::Level& level, int x, int y) { return static_cast<Cell>(level.cell(y * level.width() + x)); }

std::vector<sokoban::PackingStep> steps_of(const sokoban::Level& level, sokoban::PackingOptions wish) {
  Control control;
  sokoban::Rooms rooms(level);
  return find_packing_order(level, rooms, level.start(), wish, kEver, control);
}

// Random levels of up to five boxes, with the boxes on random cells.
template <class Body>
void on_boards(int count, unsigned seed, Body&& body) {
  std::mt19937 random(seed);
  const std::vector<RandomLevel> shapes{{7, 6, 4, 4}, {8, 7, 5, 4}, {6, 6, 3, 3}, {9, 5, 5, 5}};
  for (int i = 0; i < count; ++i) {
    const sokoban::Level level(random_level(shapes[i % shapes.size()], random));
    if (level.unsolvable_reason() || level.boxes() < 2) continue;
    sokoban::Board board(level);
    std::vector<Cell> cells(level.box_cells());
    for (int cell = 0; cell < level.box_cells(); ++cell) cells[cell] = static_cast<Cell>(cell);
    std::shuffle(cells.begin(), cells.end(), random);
    if (static_cast<int>(cells.size()) <= level.boxes()) continue;
    for (int box = 0; box < level.boxes(); ++box) board.add(cells[box], 0);
    body(level, board);
  }
}

// All assignments of sinks to boxes in which every box but one can be pushed from its own sink.
std::vector<std::vector<int>> fitting(const std::vector<std::set<Cell>>& reached, const sokoban::Board& board,
                                      int but) {
  std::vector<std::vector<int>> found;
  std::vector<int> order(board.boxes());
  for (int i = 0; i < board.boxes(); ++i) order[i] = i;
  do {
    bool all = true;
    for (int box = 0; box < board.boxes(); ++box) {
      all = all && (box == but || reached[order[box]].contains(board.cell(box)));
    }
    if (all) found.push_back(order);
  } while (std::ranges::next_permutation(order).found);
  return found;
}

}  // namespace

TEST(sokoban_packing_plan_fills_the_deepest_target_first) {
  const sokoban::Level level(drawn_level(kDeepRoom));
  for (const auto sink : {sokoban::SinkChoice::farthest, sokoban::SinkChoice::nearest}) {
    const sokoban::PackingPlan plan(level, steps_of(level, {sink}));
    CHECK_EQ(plan.stages(), 4);
    sokoban::Board board(level);
    for (int stage = 0; stage < 4; ++stage) {
      CHECK_EQ(plan.stage(board), stage);
      board.add(at(level, 1 + stage, 1), 0);
    }
    CHECK_EQ(plan.stage(board), 4);

    // A box on the second target packs nothing while the first is empty.
    board.clear();
    board.add(at(level, 2, 1), 0);
    CHECK_EQ(plan.stage(board), 0);
  }
}

TEST(sokoban_packing_plan_ends_with_every_target_filled_once) {
  int parked = 0;
  on_boards(300, 5, [&](const sokoban::Level& level, const sokoban::Board&) {
    if (level.spare() > 0) return;
    for (const auto sink : {sokoban::SinkChoice::farthest, sokoban::SinkChoice::nearest}) {
      std::set<Cell> stands;
      for (const sokoban::PackingStep step : steps_of(level, {sink})) {
        parked += step.from != level.outside();
        CHECK(step.from == level.outside() || stands.erase(step.from) == 1);
        CHECK(stands.insert(step.to).second);
      }
      CHECK(stands == std::set<Cell>(level.targets().begin(), level.targets().end()));
    }
  });
  CHECK(parked > 0);
}

TEST(sokoban_packing_plan_fills_the_target_of_minimal_weight_last) {
  const std::string empty = "#           #", wall = "#############", row = "#  $      . #";
  const sokoban::Level level(drawn_level({wall, "#@          #", row, empty, row, empty, row, empty, wall}));
  for (const Cell target : level.targets()) {
    std::vector<std::uint8_t> weights(level.floor() + 1, 100);
    weights[target] = 50;
    const auto steps = steps_of(level, {sokoban::SinkChoice::nearest, weights});
    CHECK_EQ(steps.size(), level.targets().size());
    CHECK_EQ(steps.back().to, target);
  }
}

TEST(sokoban_a_box_is_out_of_plan_before_its_path_is_blocked) {
  // The first packed box in the passage cuts the corner behind it off from the targets.
  const sokoban::Level level(
      drawn_level({"#########", "#   #   #", "#  ..   #", "#   # $$#", "#####  @#", "    #####"}));
  const Cell passage = at(level, 4, 2), behind = at(level, 3, 2), room = at(level, 6, 2);
  const sokoban::PackingPlan plan(level, {{behind, level.outside()}, {passage, level.outside()}});
  const Cell beyond = at(level, 2, 2);
  CHECK(plan.is_out(0, beyond) && plan.is_out(1, beyond));
  CHECK(!plan.is_out(0, room) && !plan.is_out(1, room));
  CHECK(!plan.is_out(0, behind) && !plan.is_out(0, passage));
  sokoban::Board board(level);
  board.add(beyond, 0);
  board.add(room, 0);
  CHECK_EQ(plan.out_of_plan(board, 0), 1);
  CHECK_EQ(plan.from_next(0)[passage], 1);
  CHECK_EQ(plan.from_zone(0)[beyond], 0);
}

TEST(sokoban_without_an_order_the_stage_is_the_number_of_targets_filled) {
  const sokoban::Level level(drawn_level({"######", "#.$$ #", "#@  .#", "######"}));
  const sokoban::PackingPlan plan = sokoban::PackingPlan::without_order(level, level.targets());
  CHECK_EQ(plan.stages(), 2);
  sokoban::Board board(level);
  board.add(at(level, 4, 2), 0);  // the last of the targets
  board.add(at(level, 3, 1), 0);
  CHECK_EQ(plan.stage(board), 1);
  CHECK_EQ(plan.out_of_plan(board, 1), 0);
  CHECK_EQ(plan.from_next(1)[at(level, 2, 1)], 1);
  board.move(1, at(level, 1, 1));
  CHECK_EQ(plan.stage(board), 2);
}

TEST(sokoban_a_box_may_be_parked_anywhere_that_is_not_cut_off) {
  // Three boxes for a dead end of three cells; the plan parks one of them in the room above.
  const sokoban::Level level(drawn_level({"########", "#   $  #", "#  $$ @#", "#...####", "########"}));
  const Cell outside = level.outside(), aside = at(level, 5, 1), elsewhere = at(level, 4, 1);
  const std::vector<Cell> row{at(level, 1, 3), at(level, 2, 3), at(level, 3, 3)};
  const std::vector<sokoban::PackingStep> steps{
      {aside, outside}, {row[0], outside}, {row[1], outside}, {row[2], aside}};
  const sokoban::PackingPlan strict(level, steps), loose(level, steps, sokoban::Parking::anywhere);
  CHECK_EQ(strict.stages(), 4);
  CHECK_EQ(loose.stages(), 3);
  sokoban::Board board(level);
  board.add(row[0], 0);
  board.add(elsewhere, 0);
  CHECK_EQ(strict.stage(board), 0);
  CHECK_EQ(loose.stage(board), 1);
  board.move(1, aside);
  CHECK_EQ(strict.stage(board), 2);
}

TEST(sokoban_a_box_that_freezes_too_early_makes_its_plan_infeasible) {
  const sokoban::Level level(
      drawn_level({"#######", "#     #", "#.$ $.#", "#     #", "### ###", "# $ ###", "#@ .###", "#######"}));
  const Cell left = at(level, 1, 2), middle = at(level, 3, 2), right = at(level, 5, 2), corner = at(level, 3, 6);
  const Cell outside = level.outside();
  const sokoban::PackingPlan detour(level, {{middle, outside}, {left, outside}, {right, outside}, {corner, middle}});
  const sokoban::PackingPlan straight(level, {{left, outside}, {right, outside}, {corner, outside}});
  sokoban::Board board(level);
  for (const Cell cell : level.start()) board.add(cell, 0);
  sokoban::PlanFeasibility of_detour(level, detour, level.placement()), of_straight(level, straight, level.placement());
  CHECK(!of_detour.is_broken(board, 0) && !of_straight.is_broken(board, 0));
  board.move(board.box_at(at(level, 2, 5)), corner);
  CHECK(of_detour.is_broken(board, 0));
  CHECK(!of_straight.is_broken(board, 0));
}

TEST(sokoban_a_box_that_is_used_too_early_leaves_a_plan_short) {
  const sokoban::Level level(drawn_level({"##########", "#@$ . $ .#", "##########"}));
  const Cell first = at(level, 4, 1), last = at(level, 8, 1), outside = level.outside();
  const Cell left = at(level, 2, 1), right = at(level, 6, 1), between = at(level, 5, 1);
  sokoban::Board board(level);
  for (const Cell cell : level.start()) board.add(cell, 0);
  const auto moved = [&](Cell from, Cell to, const sokoban::PackingPlan& plan) {
    sokoban::PlanFeasibility feasibility(level, plan, level.placement());
    CHECK(!feasibility.is_short(board, 0));
    board.move(board.box_at(from), to);
    const bool is_short = feasibility.is_short(board, 0);
    CHECK(is_short || !feasibility.is_broken(board, 0));
    CHECK_EQ(feasibility.keeps_supply(from, to, 0), !is_short);
    board.move(board.box_at(to), from);
    return is_short;
  };
  const sokoban::PackingPlan forward(level, {{first, outside}, {last, outside}});
  CHECK(moved(right, between, forward));  // the box on the first target will be in its way
  CHECK(!moved(left, at(level, 3, 1), forward));
  CHECK(!moved(right, between, {level, {{last, outside}, {first, outside}}}));
  CHECK(!moved(right, between, {level, {{first, outside}, {at(level, 3, 1), first}, {last, outside}}}));  // it moves on
}

TEST(sokoban_a_box_in_the_passage_between_two_rooms_blocks_their_link) {
  const sokoban::Level level(drawn_level(kTwoRooms));
  sokoban::Rooms rooms(level);
  CHECK_EQ(rooms.count(), 2);
  CHECK_EQ(rooms.links(), 1);
  CHECK(rooms.room(at(level, 1, 1)) != rooms.room(at(level, 7, 3)));
  CHECK_EQ(rooms.room(at(level, 4, 2)), sokoban::Rooms::corridor);
  sokoban::Board board(level);
  CHECK_EQ(rooms.lost(board.free()), 0);
  board.add(at(level, 6, 2), 0);
  CHECK_EQ(rooms.lost(board.free()), 0);
  board.move(0, at(level, 5, 2));
  CHECK_EQ(rooms.lost(board.free()), 1);
  board.move(0, at(level, 4, 2));
  CHECK_EQ(rooms.lost(board.free()), 1);
}

TEST(sokoban_connectivity_of_a_dropped_box_agrees_with_a_full_count) {
  int narrow = 0;
  on_boards(400, 6, [&](const sokoban::Level& level, sokoban::Board& board) {
    sokoban::Rooms rooms(level);
    sokoban::ConnectivityTracker tracker(level, rooms), full(level, rooms);
    sokoban::Sides sides(level);
    for (int box = 0; box < board.boxes(); ++box) {
      const Cell home = board.cell(box);
      tracker.measure(board);
      tracker.lift(board, box);
      sides.lift(board, box);
      for (int cell = 0; cell < level.box_cells(); ++cell) {
        if (board.blocked(cell) && cell != home) continue;
        const int regions = tracker.drop(static_cast<Cell>(cell), sides).regions;
        board.move(box, static_cast<Cell>(cell));
        CHECK_EQ(regions, full.measure(board).regions);
        board.move(box, home);
        narrow += sides.is_narrow(static_cast<Cell>(cell));
      }
    }
  });
  CHECK(narrow > 1000);
}

TEST(sokoban_sides_of_a_box_are_joined_if_the_player_can_walk_between_them) {
  int apart = 0;
  on_boards(300, 9, [&](const sokoban::Level& level, sokoban::Board& board) {
    sokoban::Sides sides(level);
    sokoban::Reach reach(level);
    for (int box = 0; box < board.boxes(); ++box) {
      const Cell home = board.cell(box);
      sides.lift(board, box);
      for (int cell = 0; cell < level.box_cells(); ++cell) {
        if (!sides.is_free(static_cast<Cell>(cell))) continue;
        board.move(box, static_cast<Cell>(cell));
        for (int side = 0; side < sokoban::Level::directions; ++side) {
          if (board.blocked(level.next(cell, side))) continue;
          reach.fill(board, level.next(cell, side));
          unsigned walked = 0;
          for (int other = 0; other < sokoban::Level::directions; ++other) {
            if (!board.blocked(level.next(cell, other))) walked |= reach.has(level.next(cell, other)) << other;
          }
          CHECK_EQ(unsigned{sides.reachable(static_cast<Cell>(cell), side)}, walked);
          apart += sides.parts(static_cast<Cell>(cell)) > 1;
        }
        board.move(box, home);
      }
    }
  });
  CHECK(apart > 1000);
}

TEST(sokoban_flood_fill_reaches_the_cells_that_walks_reach) {
  std::mt19937 random(12);
  int reached = 0;
  for (const RandomLevel shape :
       {RandomLevel{30, 30, 2, 2}, {62, 20, 2, 2}, {63, 12, 2, 2}, {70, 12, 2, 2}, {9, 80, 2, 2}}) {
    for (unsigned pillars = 2; pillars < 6; ++pillars) {
      RandomLevel maze = shape;
      maze.cells_per_pillar = pillars;
      const sokoban::Level level(random_level(maze, random));
      sokoban::Board board(level);
      for (const Cell cell : level.start()) board.add(cell, 0);
      sokoban::Reach reach(level);
      sokoban::Walk walk(level);
      for (int from = 0; from < level.floor(); from += 7) {
        if (board.blocked(from)) continue;
        reach.fill(board, static_cast<Cell>(from));
        walk.fill(board, static_cast<Cell>(from));
        for (int cell = 0; cell < level.floor(); ++cell) CHECK_EQ(reach.has(cell), walk.has(cell));
        reached += reach.size();
      }
    }
  }
  CHECK(reached > 10'000);
}

TEST(sokoban_biconnected_blocks_show_which_neighbours_stay_joined_without_a_cell) {
  int cut = 0;
  on_boards(300, 41, [&](const sokoban::Level& level, const sokoban::Board& board) {
    std::vector<std::uint8_t> blocked(level.floor() + 1);
    board.copy_blocked(blocked);
    sokoban::Biconnected joints(level);
    joints.find(blocked);
    sokoban::CellSet free = board.free(), part(level);
    for (int cell = 0; cell < level.floor(); ++cell) {
      if (blocked[cell]) continue;
      free.remove(cell);
      for (const Cell one : level.next(cell)) {
        if (blocked[one]) continue;
        part.fill(free, one);
        for (const Cell other : level.next(cell)) {
          if (blocked[other]) continue;
          const bool joined =
              joints.component(static_cast<Cell>(cell), one) == joints.component(static_cast<Cell>(cell), other);
          CHECK_EQ(joined, part.has(other));
          cut += !joined;
        }
      }
      free.add(cell);
    }
  });
  CHECK(cut > 1000);
}

TEST(sokoban_cached_lost_links_agree_with_a_full_count) {
  int lost = 0;
  on_boards(200, 10, [&](const sokoban::Level& level, sokoban::Board& board) {
    sokoban::Rooms rooms(level);
    for (int box = 0; box < board.boxes(); ++box) {
      const Cell home = board.cell(box);
      for (int cell = box % 3; cell < level.box_cells(); cell += 3) {
        if (board.blocked(cell)) continue;
        board.move(box, static_cast<Cell>(cell));
        const int now = rooms.lost(board.free());
        CHECK_EQ(now, rooms.lost(board.free()));
        CHECK_EQ(now, sokoban::Rooms(level).lost(board.free()));
        lost += now;
        board.move(box, home);
      }
    }
  });
  CHECK(lost > 10);
}

TEST(sokoban_hot_spots_of_a_moved_box_agree_with_a_full_count) {
  int hot = 0;
  on_boards(300, 7, [&](const sokoban::Level& level, sokoban::Board& board) {
    sokoban::HotSpots spots(level);
    spots.note(board);
    for (int box = 0; box < board.boxes(); ++box) {
      const Cell home = board.cell(box);
      for (int cell = 0; cell < level.box_cells(); ++cell) {
        if (board.blocked(cell) && cell != home) continue;
        const int then = spots.with(board, box, home, static_cast<Cell>(cell));
        board.move(box, static_cast<Cell>(cell));
        CHECK_EQ(then, spots.count(board));
        board.move(box, home);
        hot += then;
      }
    }
  });
  CHECK(hot > 1000);
}

TEST(sokoban_boxes_match_sinks_if_some_assignment_does) {
  int matched = 0, unmatched = 0;
  on_boards(1500, 8, [&](const sokoban::Level& level, sokoban::Board& board) {
    sokoban::Sinks sinks(level, level.start());
    // The cells to which a lone box can be pushed from each sink, with the player on any side of it.
    std::vector<std::set<Cell>> reached(level.boxes());
    sokoban::Board alone(level);
    sokoban::Reach reach(level);
    sokoban::Tour tour(level, sokoban::Motion::push);
    for (int sink = 0; sink < level.boxes(); ++sink) {
      alone.clear();
      alone.add(level.start()[sink], 0);
      for (const Cell side : level.next(level.start()[sink])) {
        if (side == level.outside()) continue;
        reach.fill(alone, side);
        tour.find(alone, 0, reach);
        for (const auto& stop : tour.stops()) reached[sink].insert(stop.cell);
      }
    }
    const bool some = !fitting(reached, board, sokoban::Board::no_box).empty();
    const std::vector<Cell> used(level.boxes(), 0);
    sinks.match(board, used);
    for (int box = 0; box < board.boxes(); ++box) {
      sinks.lift(box);
      CHECK_EQ(sinks.match_with(board.cell(box)), some);
      // With the box assigned to this sink, the other boxes share the other sinks.
      for (int sink = 0; sink < level.boxes(); ++sink) {
        bool others = false;
        for (const std::vector<int>& fits : fitting(reached, board, box)) others = others || fits[box] == sink;
        CHECK_EQ(sinks.match_without(sink), others);
      }
    }
    ++(some ? matched : unmatched);
  });
  CHECK(matched > 20);
  CHECK(unmatched > 20);
}

TEST(sokoban_leaves_are_ordered_by_weight_then_score_then_age) {
  Control control;
  sokoban::FeatureCells<int> cells(control);
  const std::uint32_t cell = cells.enter(7, 7);
  cells.add(cell, 0, 1, 90, 1);
  cells.add(cell, 0, 0, 50, 2);
  cells.add(cell, 0, 0, 60, 3);
  cells.add(cell, 0, 0, 60, 4);
  for (const int move : {3, 4, 2, 1}) CHECK_EQ(cells.next().value().move, move);
  CHECK(!cells.next().has_value());
}

TEST(sokoban_feature_cells_take_turns_with_the_best_cell) {
  Control control;
  sokoban::FeatureCells<int> cells(control);
  for (int cell = 0; cell < 3; ++cell) {
    const std::uint32_t number = cells.enter(cell, cell);
    for (int i = 0; i < 10; ++i) cells.add(number, 0, 0, 0, cell);
  }
  std::vector<int> round, best;
  for (int i = 0; i < 6; ++i) {
    round.push_back(cells.next().value().move);
    best.push_back(cells.next().value().move);
  }
  CHECK(best == std::vector<int>(6, 2));
  for (int cell = 0; cell < 3; ++cell) CHECK_EQ(std::ranges::count(round, cell), 2);

  // A new cell comes next.
  const std::uint32_t number = cells.enter(9, 1);
  cells.add(number, 0, 0, 0, 9);
  CHECK_EQ(cells.next().value().move, 9);
}

}  // namespace budge::test
