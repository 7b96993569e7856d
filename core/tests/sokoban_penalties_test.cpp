// Penalty patterns: sets of boxes that block each other, with the extra pushes they need.
#include <map>

#include "sokoban/bounds/box_removal.hpp"
#include "sokoban/bounds/penalty_patterns.hpp"
#include "tests/sokoban_positions.hpp"

namespace budge::test {

TEST(sokoban_a_box_is_removed_after_the_fewest_moves_that_its_way_takes) {
  const sokoban::Puzzle puzzle = drawn_level({"########", "#.     #", "#   $  #", "#  @   #", "#      #", "########"});
  const sokoban::Level level(puzzle);
  for (const sokoban::Motion motion : {sokoban::Motion::push, sokoban::Motion::pull}) {
    sokoban::BoxRemoval removal(level, motion);
    sokoban::Reach reach(level);
    std::map<Cell, int> found;  // the moves after which the box first reaches each cell
    const auto note = [&](Cell home, Cell to, int moves) {
      CHECK_EQ(home, level.start()[0]);
      found.emplace(to, moves);
      return false;
    };
    sokoban::Board board(level);
    board.add(level.start()[0], 0);
    removal(board, level.players()[0], reach, [](Cell, int) { return true; }, note);
    CHECK_EQ(board.boxes(), 1);
    const auto cell = [&](int x, int y) { return static_cast<Cell>(level.cell(y * puzzle.width + x)); };
    // In the open the player can walk to every side, so a move costs one, whatever its direction.
    for (const auto& [to, moves] : found) {
      const int x = level.grid(to) % puzzle.width, y = level.grid(to) / puzzle.width;
      CHECK_EQ(moves, std::abs(x - 4) + std::abs(y - 2));
    }
    CHECK(found.contains(cell(4, 3)) && found.contains(cell(2, 2)));
    // It is removed if it is done anywhere on its way, and the player then has its cell.
    removal(
        board, level.players()[0], reach, [](Cell, int) { return true; },
        [&](Cell, Cell to, int moves) { return to == cell(2, 2) && moves == 2; });
    CHECK_EQ(board.boxes(), 0);
    CHECK(reach.has(level.start()[0]));
  }
}

TEST(sokoban_penalty_patterns_that_share_a_box_are_counted_once) {
  const sokoban::Puzzle puzzle = drawn_level(
      {"#############", "####     ####", "####     ####", "#..  $$$   .#", "####  @  ####", "#############"});
  Control control;
  const sokoban::Level level(puzzle, &control);
  sokoban::PenaltyPatterns penalties(level, control, 20'000);
  // The box in the middle blocks the one to its left and the one to its right. One push aside frees both.
  sokoban::CellSet boxes(level), penalized(level);
  const auto of = [&](const std::vector<int>& chosen) {
    boxes.clear();
    for (const int box : chosen) boxes.add(level.start()[box]);
    return penalties(boxes, level.players()[0], penalized);
  };
  CHECK_EQ(of({0, 1}), 2);
  CHECK_EQ(of({1, 2}), 2);
  CHECK_EQ(of({0, 1, 2}), 2);
  CHECK_EQ(of({0, 2}), 0);
}

TEST(sokoban_matching_with_penalties_is_admissible) {
  int penalties = 0, dead = 0, again = 0;
  on_every_position_of_paths(24, 16, [&](const sokoban::Level& level) {
    // The first searches for patterns all the time; the second soon uses up its budget and then only matches patterns.
    return [&, learns = sokoban::PenaltyPatterns(level, *level.control(), 1 << 30),
            knows = sokoban::PenaltyPatterns(level, *level.control(), 100), boxes = sokoban::CellSet(level),
            penalized = sokoban::CellSet(level)](const Known& known) mutable {
      const int plain = matched(level, known.board, known.player);
      if (plain >= sokoban::Matching::infinite) return;
      boxes.clear();
      for (int box = 0; box < known.board.boxes(); ++box) boxes.add(known.board.cell(box));
      const int found = learns(boxes, known.player, penalized), remembered = knows(boxes, known.player, penalized);
      penalties += found > 0 && found < sokoban::PenaltyPatterns::infinite;
      dead += found >= sokoban::PenaltyPatterns::infinite;
      again += remembered > 0;
      CHECK(known.is_dead() || plain + std::max(found, remembered) <= known.pushes().first);
    };
  });
  CHECK(sampled || penalties >= 200);
  CHECK(sampled || dead >= 200);
  CHECK(sampled || again >= 100);
}

}  // namespace budge::test
